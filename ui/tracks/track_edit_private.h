/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Editing the curve of an open input track: track_edit.c (what lies under the pointer, gestures),
 * track_edit_drag.c (what a drag does), track_edit_draw.c, track_edit_keys.c. */
#ifndef SN_UI_TRACKS_TRACK_EDIT_PRIVATE_H
#define SN_UI_TRACKS_TRACK_EDIT_PRIVATE_H

#include "ui/edits/time/probe.h"
#include "ui/tracks/track_private.h"

#define SN_KNOT_REACH 7 /* a knot can be taken so far from its middle [px] */
#define SN_EDGE_REACH 5
#define SN_SNAP_REACH 6

typedef enum SnTrackPart {
    SN_PART_NOTHING,
    SN_PART_KNOT,
    SN_PART_LEFT, /* edges of the box around several chosen knots */
    SN_PART_RIGHT,
    SN_PART_TOP,
    SN_PART_BOTTOM,
    SN_PART_CURVE, /* its block: the whole, its ends */
    SN_PART_CURVE_START,
    SN_PART_CURVE_END,
    SN_PART_CLIP, /* a block of a clip, its end */
    SN_PART_CLIP_END,
    SN_PART_EMPTY, /* between the knots */
} SnTrackPart;

/* What lies at a place. */
typedef struct SnTrackHit {
    SnTrackPart part;
    int index;  /* knot or segment */
    int number; /* curve a knot was hit on */
} SnTrackHit;

struct SnTrackEdit {
    SnTrack *track;
    SnKnotTable *table; /* knots as they are; never NULL */
    SnTrackHit hover;
    GtkEventController *controllers[6]; /* of the track's widget */
    int n_controllers;

    /* while a drag lasts */
    SnTrackHit grip;
    bool dragging;         /* the pointer has left the place of the press */
    bool pencil;           /* it draws */
    double x, y;           /* of the press [px] */
    double to_x, to_y;     /* of the pointer */
    double last_x, last_y; /* of the pencil before */
    GdkModifierType state;
    SnKnotTable *start;  /* knots when it began */
    SnSegment *segments; /* segments then */
    int n_segments;
    double from_start, from_scale; /* the probe's then */
    double span_from, span_to;     /* of the curve on the timeline then [s] */
    double *stroke; /* [width of the widget] drawn value by pixel column, NAN: none */
    int stroke_width;
};

const SnInputProbe *sn_track_edit_probe(const SnTrackEdit *edit);
/* Own clock of the curve and the timeline. */
double sn_track_own_time(const SnTrackEdit *edit, double time);
double sn_track_shown_time(const SnTrackEdit *edit, double own);
/* Value of a knot as curve `number` shows it, and back. */
double sn_track_shown_value(const SnTrackEdit *edit, int number, double value);
double sn_track_knot_value(const SnTrackEdit *edit, int number, double shown);
/* Column that curve `number` shows. */
int sn_track_column(const SnTrackEdit *edit, int number);
/* Middle of a knot's handle on a curve [px]. */
void sn_track_knot_place(const SnTrackEdit *edit, const SnTrackArea *area, int knot, int number,
                         double *x, double *y);
/* Whether knots stand far enough apart for handles. */
bool sn_track_has_handles(const SnTrackEdit *edit, const SnTrackArea *area);
/* Box around the chosen knots [px]; false if fewer than two are. */
bool sn_track_chosen_box(const SnTrackEdit *edit, const SnTrackArea *area, graphene_rect_t *box);
/* Blocks of the lane [px]: the curve's (index -1) or a segment's; false if there is none. */
bool sn_track_block(const SnTrackEdit *edit, const SnTrackArea *area, int index, double *left,
                    double *right);
/* Curve nearest to a place. */
int sn_track_nearest(const SnTrackEdit *edit, const SnTrackArea *area, double x, double y);
/* Adds a controller to the widget whose handlers get the edit. */
void sn_track_edit_control(SnTrackEdit *edit, GtkEventController *controller);
/* What is chosen changed. */
void sn_track_edit_chosen(SnTrackEdit *edit);

/* --- track_edit_drag.c --- */

void sn_track_edit_begin(SnTrackEdit *edit);
void sn_track_edit_update(SnTrackEdit *edit);
void sn_track_edit_end(SnTrackEdit *edit);
void sn_track_edit_cancel(SnTrackEdit *edit);
/* Puts a knot at a place of the widget. */
void sn_track_edit_add(SnTrackEdit *edit, double x, double y, bool snap);

/* --- track_edit_keys.c --- */

void sn_track_edit_keys(SnTrackEdit *edit);
void sn_track_edit_copy(SnTrackEdit *edit);
/* Puts the knots of the clipboard at a time of the timeline. */
void sn_track_edit_paste(SnTrackEdit *edit, double time);
void sn_track_edit_remove(SnTrackEdit *edit);

#endif
