/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a track share: track.c (widget, header), track_draw.c (curves and readouts),
 * track_edit.c and track_blocks.c (the mouse on curves and blocks). */
#ifndef SN_UI_TRACKS_TRACK_PRIVATE_H
#define SN_UI_TRACKS_TRACK_PRIVATE_H

#include "ui/edits/time/knot_table.h"
#include "ui/session/units.h"
#include "ui/tracks/probe_curve.h"
#include "ui/tracks/track.h"

/* Heights inside an open track [px]. */
#define SN_TRACK_LANE 14 /* blocks: the curve as a whole, clips */

typedef struct SnTrackEdit SnTrackEdit;

/* One curve of a track. */
typedef struct SnTrace {
    char *label;
    SnUnit unit;
} SnTrace;

struct _SnTrack {
    GtkWidget parent_instance;
    SnSession *session;
    SnAxis *axis;
    SnTrackList *list;
    SnId probe;
    bool output, open, muted;
    GtkWidget *fold, *name, *range, *now, *mute, *menu, *draw;

    GArray *traces;      /* of SnTrace */
    SnUnit unit;         /* of all traces, NONE where they differ */
    SnSeries *series;    /* outputs: what was recorded; NULL: nothing yet */
    size_t shown;        /* its rows when it was looked at last */
    SnProbeCurve *curve; /* inputs; NULL: it cannot be played */
    char *trouble;       /* why */
    double low, high;    /* values at the lower and upper edge */
    bool frozen;         /* they stay while a drag lasts */

    bool inside; /* the pointer is over the curves, at x, y */
    double x, y;
    SnTrackEdit *edit; /* inputs */
};

/* Room for curves in the widget. */
typedef struct SnTrackArea {
    double left, width;     /* [px]; the axis pixel is taken in a widget of full_width */
    double top, bottom;     /* of values high and low */
    int full_width, height; /* of the widget */
} SnTrackArea;

SnTrackArea sn_track_area(const SnTrack *track);
double sn_track_y(const SnTrack *track, const SnTrackArea *area, double value);
double sn_track_value(const SnTrack *track, const SnTrackArea *area, double y);
double sn_track_x(const SnTrack *track, const SnTrackArea *area, double time);
double sn_track_time(const SnTrack *track, const SnTrackArea *area, double x);

/* Colour of a curve: shades of the track's own. */
GdkRGBA sn_track_shade(const GdkRGBA *base, int trace, int n);
/* Draws everything but the header. */
void sn_track_draw(SnTrack *track, GtkSnapshot *snapshot);
/* Value of a trace at a time, as shown; false if there is none. */
bool sn_track_trace_value(const SnTrack *track, int trace, double time, double *value);

/* --- track_edit.c --- */

SnTrackEdit *sn_track_edit_new(SnTrack *track);
void sn_track_edit_free(SnTrackEdit *edit);
/* The probe's knots changed: chosen ones stay where there are as many as before. */
void sn_track_edit_load(SnTrackEdit *edit);
/* Knots, chosen ones, box and line drawn, over the curves. */
void sn_track_edit_draw(SnTrackEdit *edit, GtkSnapshot *snapshot, const SnTrackArea *area,
                        const GdkRGBA *color);

#endif
