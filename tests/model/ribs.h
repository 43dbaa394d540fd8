/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rib on a spine with a muscle, a spring and a joint, for the tests of what is done to several
 * components at once. */
#ifndef SN_TESTS_RIBS_H
#define SN_TESTS_RIBS_H

#include "engine/model/model.h"

#include <glib.h>

SnModel *ribs(void);
/* What is at a path, which must be there. */
SnId at(const SnModel *model, const char *path);
/* How many are in a list. */
guint n_of(const SnModel *model, const char *list);
/* Undoes the last edit, to the bits that were before, and does it again and undoes it. */
void undo_all(SnModel *model, const char *before, const char *what);

#endif
