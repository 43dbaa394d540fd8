/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a picture differs from the one before in outlines, handles and the rubber band alone: on
 * a software renderer what lies below them is kept, so that a click answers at once. */
#ifndef SN_RENDER_KEPT_H
#define SN_RENDER_KEPT_H

#include "render/collect/collect.h"

/* FNV-1a by words. */
uint64_t sn_hash(uint64_t h, const void *data, size_t size);

/* Number of what is shown, by snapshot and settings; never 0. */
uint64_t sn_kept_scene(const SnFrame *frame, const struct SnPastKept *past);
/* Number of all that is drawn below the outlines; whether it is marked does not count. */
uint64_t sn_kept_solids(const SnSolids *solids);

#endif
