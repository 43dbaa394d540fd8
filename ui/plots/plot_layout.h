/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of a figure stand on a picture of a given size. */
#ifndef SN_UI_PLOTS_PLOT_LAYOUT_H
#define SN_UI_PLOTS_PLOT_LAYOUT_H

#include "ui/plots/plot_points.h"
#include "ui/plots/plot_ticks.h"

#include <pango/pango.h>

#define SN_PLOT_TEXT   12.0 /* height of the letters' em [px]; 9 pt in print */
#define SN_PLOT_LINE   16.0 /* from line to line */
#define SN_PLOT_TICK   4.0
#define SN_PLOT_SWATCH 18.0

typedef struct SnPlotEndLabel {
    int curve; /* index in the figure */
    double y;  /* middle of the text */
} SnPlotEndLabel;

/* One line of the legend: a curve, or a run for all curves. */
typedef struct SnPlotLegendLine {
    int curve, run; /* the other one is -1 */
    double x, y;    /* left end of its swatch, in the legend */
} SnPlotLegendLine;

typedef struct SnPlotLayout {
    double width, height;            /* of the picture */
    double left, top, right, bottom; /* of the axes' box */
    double x[2], y[2][2];            /* ranges shown: those of the figure, or more (equal) */
    SnTicks x_ticks, y_ticks[2];
    double y_widest[2]; /* number on the axis */
    SnPlotMap map[2];   /* for curves of the left and the right axis */
    GArray *ends;       /* of SnPlotEndLabel: names right of the curves' ends */
    double ends_x;
    GArray *legend; /* of SnPlotLegendLine */
    double legend_x, legend_y, legend_width, legend_height;
} SnPlotLayout;

/* Text as all pictures measure and draw it, without any display. Free with g_object_unref. */
PangoLayout *sn_plot_text_new(void);
/* Width of a text [px]. */
double sn_plot_text_width(PangoLayout *text, const char *string);

/* pixel: width of a pixel in picture units (1 for pictures at scale 1). */
SnPlotLayout *sn_plot_layout_new(const SnFigure *figure, double width, double height, double pixel);
void sn_plot_layout_free(SnPlotLayout *layout);
/* What a line of the legend says; borrowed. */
const char *sn_plot_legend_text(const SnFigure *figure, const SnPlotLegendLine *line);

#endif
