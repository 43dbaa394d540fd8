/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measure tool: lengths from place to place and angles at them; the places move with what they
 * are on, and Enter keeps them as a measurement of the model.  What is kept is drawn alike. */
#ifndef SN_UI_VIEWPORT_HANDS_MEASURE_H
#define SN_UI_VIEWPORT_HANDS_MEASURE_H

#include "ui/edits/path_add.h"
#include "ui/viewport/hands/input.h"
#include "ui/viewport/scene/shown.h"
#include "ui/viewport/viewport.h"

enum { SN_MAX_MEASURED = 16 };

typedef struct SnMeasure {
    int n;          /* places there are */
    bool late_keep; /* Enter came before the answer to the last click */
    SnAnchor ends[SN_MAX_MEASURED];
    SnPathPlace places[SN_MAX_MEASURED]; /* what a measurement would be kept by */
} SnMeasure;

/* The next place; with Ctrl the vertex nearest to it.  A click beside everything (hit NULL) begins
 * anew. */
void sn_measure_click(SnViewport *viewport, const SnPickHit *hit, const SnPointer *at);
/* Enter keeps, Backspace takes the last place away; false: not for it. */
bool sn_measure_key(SnViewport *viewport, guint value);
/* After a click: Enter, if it was wanted before it was known what lies under that. */
void sn_measure_late_key(SnViewport *viewport, bool wanted);
/* After a new snapshot. */
void sn_measure_update(SnMeasure *measure, SnSession *session);
/* What a click does now. */
const char *sn_measure_hint(const SnViewport *viewport);

/* Angle at b between a and c [rad]. */
double sn_measured_angle(const double a[3], const double b[3], const double c[3]);
/* Where the points of a measurement of the model are now, at most n; how many, 0 where one is not
 * shown. */
int sn_measured_places(SnSession *session, const SnComponent *measurement, double (*places)[3],
                       int n);

#endif
