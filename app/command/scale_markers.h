/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last part of sinew scale: markers moved to where a subject wears them. */
#ifndef SN_APP_SCALE_MARKERS_H
#define SN_APP_SCALE_MARKERS_H

#include "engine/model/model.h"
#include "engine/motion/motion_file.h"

typedef struct SnPlaceOptions {
    const char *frame;  /* in whose axes the table is; NULL: frames/ground where there is one, else
                           the  world */
    GPtrArray *fixed;   /* of char *: names of markers that stay, commas between */
    GPtrArray *weights; /* of char *: MARKER=W or COORDINATE=W */
} SnPlaceOptions;

/* Fits the pose to the means over the time, and moves the markers; says how far they were. */
bool sn_scale_place(SnModel *model, const SnMotionTable *table, const double time[2],
                    const SnPlaceOptions *options, GError **error);

#endif
