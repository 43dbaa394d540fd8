/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points of a curve on a picture: few, whatever the number of samples, and the same line to the
 * eye.  Also which sample lies nearest. */
#ifndef SN_UI_PLOTS_PLOT_POINTS_H
#define SN_UI_PLOTS_PLOT_POINTS_H

#include "ui/plots/plot_figure.h"

/* From SI numbers to picture coordinates. */
typedef struct SnPlotMap {
    double x0, x_scale; /* picture x = x0 + x_scale * number */
    double y0, y_scale;
    double left, right; /* of the axes' box */
    double column;      /* width of a column of pixels in picture units */
} SnPlotMap;

typedef struct SnPlotPoint {
    double x, y; /* picture; NAN: the line breaks here */
} SnPlotPoint;

static inline double sn_plot_map_x(const SnPlotMap *map, double number)
{
    return map->x0 + map->x_scale * number;
}

static inline double sn_plot_map_y(const SnPlotMap *map, double number)
{
    return map->y0 + map->y_scale * number;
}

/* Appends the curve's line to `points` (of SnPlotPoint).  Against time with more samples than
 * columns of pixels: where it enters a column, its least and greatest value there, where it leaves
 * it.  Else every sample, except those that fall on the one before. */
void sn_plot_points(const SnFigureCurve *curve, const SnPlotMap *map, GArray *points);
/* Whether a line goes up and down so much that it fills areas. */
bool sn_plot_points_fill(const GArray *points, const SnPlotMap *map);
/* The area that such a line against time fills, a point above and one below (x, low y; x, high y)
 * for each column, in turn; appended to `outline`. */
void sn_plot_outline(const GArray *points, const SnPlotMap *map, GArray *outline);

/* Row of the sample nearest in time; -1 if there is none or the time lies outside. */
gssize sn_plot_row_at_time(const SnFigureCurve *curve, double time);
/* Row whose sample is nearest to a place of the picture, and how far away it is; -1 if there is
 * none. */
gssize sn_plot_row_near(const SnFigureCurve *curve, const SnPlotMap *map, double x, double y,
                        double *distance);

#endif
