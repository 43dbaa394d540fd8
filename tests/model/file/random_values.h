/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random values that a row allows, with GLib's random numbers of tests. */
#ifndef TESTS_FILES_RANDOM_VALUES_H
#define TESTS_FILES_RANDOM_VALUES_H

#include "engine/model/model.h"

/* References are to what the model has, or null; files are one.obj, sub/two.obj, one.vtu,
 * sub/two.node and drive.csv. */
void random_value(const SnModel *model, const SnProperty *property, SnValue *value);

#endif
