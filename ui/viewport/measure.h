/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measure tool: the distance between two places, which move with what they are on. */
#ifndef SN_UI_VIEWPORT_MEASURE_H
#define SN_UI_VIEWPORT_MEASURE_H

#include "ui/viewport/scene/shown.h"

typedef struct SnMeasure {
    int n; /* ends there are: 0..2 */
    SnAnchor ends[2];
} SnMeasure;

/* A click beside everything (hit NULL) and a third one begin anew. */
void sn_measure_click(SnMeasure *measure, SnSession *session, const SnPickHit *hit);
/* After a new snapshot. */
void sn_measure_update(SnMeasure *measure, SnSession *session);

#endif
