/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a figure on any cairo surface: the screen, SVG and PNG show the same picture. */
#ifndef SN_UI_PLOTS_PLOT_DRAW_H
#define SN_UI_PLOTS_PLOT_DRAW_H

#include "ui/plots/plot_layout.h"

#include <cairo.h>

#define SN_PLOT_N_COLORS 7

typedef struct SnPlotTheme {
    double text[3], dim[3], ground[3];
    double grid; /* how strong lines of the grid are in the colour of the text */
} SnPlotTheme;

extern const SnPlotTheme SN_PLOT_LIGHT, SN_PLOT_DARK;
/* Colours of curves, told apart by the colour-blind and on paper, the same on light and dark. */
extern const double SN_PLOT_PALETTE[SN_PLOT_N_COLORS][3];

/* ground: fills the picture first (files); else what is below stays. */
void sn_plot_draw(cairo_t *cairo, const SnFigure *figure, const SnPlotLayout *layout,
                  const SnPlotTheme *theme, bool ground);
/* Colour of a curve, of its own run or from the palette. */
void sn_plot_color(const SnFigure *figure, const SnFigureCurve *curve, double color[3]);

/* Text with its left, middle or right (align 0, 0.5, 1) at x and the middle of its height at y. */
void sn_plot_draw_text(cairo_t *cairo, PangoLayout *text, const char *string, double x, double y,
                       double align);

#endif
