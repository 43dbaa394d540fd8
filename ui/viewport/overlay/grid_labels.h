/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers along the grid: coordinates on two edges of it, beside what is shown. */
#ifndef SN_UI_VIEWPORT_OVERLAY_GRID_LABELS_H
#define SN_UI_VIEWPORT_OVERLAY_GRID_LABELS_H

#include "render/render.h"

enum { SN_MAX_GRID_LABELS = 40 };

typedef struct SnGridLabel {
    double at[3];    /* on the grid [m, world] */
    double pixel[2]; /* logical, of the viewer */
    char text[40];
} SnGridLabel;

/* The box they stand around, found once for each snapshot. */
typedef struct SnGridBounds {
    bool known;
    double corners[2][3];
} SnGridBounds;

/* Labels for a box around what is shown [m, world]; how many there are.  They stand on the edges
 * that are nearest to the eye, so that they cover nothing, between what floats at the sides and
 * left of colour bars (`right`: what these take of the width [logical pixels]). */
int sn_grid_labels(const SnViewSettings *view, const double bounds[2][3], double right,
                   SnGridLabel labels[SN_MAX_GRID_LABELS]);

#endif
