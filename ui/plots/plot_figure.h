/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plot shows, apart from where it comes from and what it is drawn on: curves over one
 * horizontal and one or two vertical axes.  All numbers SI.  No GTK: the window and the command
 * line make the same pictures. */
#ifndef SN_UI_PLOTS_PLOT_FIGURE_H
#define SN_UI_PLOTS_PLOT_FIGURE_H

#include "engine/base/id.h"
#include "engine/base/series.h"
#include "engine/model/property.h"

#include <glib.h>

typedef struct SnFigureCurve {
    SnId id;          /* curve of the document */
    char *name;       /* beside the curve, in the legend */
    char *column;     /* "/model/markers/incisor:position.x" */
    SnSeries *series; /* a reference */
    int x, y;         /* its columns; x -1: time */
    size_t rows;      /* of it that are shown */
    SnUnit unit;
    int axis;  /* 0: left, 1: right */
    int color; /* of the palette */
    int run;   /* -1: the present run, else index into runs */
} SnFigureCurve;

/* A run that was kept, or the present one where that has a name. */
typedef struct SnFigureRun {
    char *name;
    bool faded;    /* was kept by itself */
    bool coloured; /* in its own colour instead of the curves' */
    double color[3];
} SnFigureRun;

typedef struct SnFigure {
    GArray *curves; /* of SnFigureCurve; kept runs first, so that the present one lies over them */
    GArray *runs;   /* of SnFigureRun */
    char *x_name;
    char *x_column; /* "/model/joints/jaw:angle"; NULL: time */
    SnUnit x_unit;
    bool x_time;
    char *y_name[2]; /* "": none that all curves share */
    SnUnit y_unit[2];
    bool y_mixed[2];      /* curves of several units share the axis */
    int n_axes;           /* vertical ones: 1 or 2 */
    double x[2], y[2][2]; /* ranges shown, low < high */
    bool equal;           /* one metre is as long on both axes */
    bool legend;          /* always; else where names do not fit at the ends */
    const char *present;  /* what the present run is called beside kept ones; NULL: "This run" */
    const char *empty;    /* what to do, where there is nothing to draw; NULL: there is */
} SnFigure;

SnFigure *sn_figure_new(void);
void sn_figure_free(SnFigure *figure);
/* Takes the strings, a new reference of the series. */
SnFigureCurve *sn_figure_add(SnFigure *figure, const SnFigureCurve *curve);
const SnFigureCurve *sn_figure_curve(const SnFigure *figure, int index);

static inline double sn_figure_x_at(const SnFigureCurve *curve, size_t row)
{
    return curve->x < 0 ? sn_series_time(curve->series, row)
                        : sn_series_value(curve->series, row, curve->x);
}

static inline double sn_figure_y_at(const SnFigureCurve *curve, size_t row)
{
    return sn_series_value(curve->series, row, curve->y);
}

/* Range of the horizontal numbers of all curves as an axis shows it; false if there are none, or
 * only one moment. */
bool sn_figure_fit_x(const SnFigure *figure, double range[2]);
/* Of the vertical ones on an axis whose horizontal ones are within x (NULL: all). */
bool sn_figure_fit_y(const SnFigure *figure, int axis, const double *x, double range[2]);

#endif
