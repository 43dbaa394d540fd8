/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as a file: SVG and PNG look as on the screen (in light colours, on white), CSV holds the
 * numbers.  A file is there whole or not at all. */
#ifndef SN_UI_PLOTS_PLOT_FILE_H
#define SN_UI_PLOTS_PLOT_FILE_H

#include "ui/plots/plot_figure.h"

#include <gio/gio.h>

/* The figure at width x height [px, 96 to the inch]; by the ending: .svg, .png (scale pixels for
 * each px), .csv.  False with an error, also for other endings. */
bool sn_plot_file_write(const SnFigure *figure, const char *path, double width, double height,
                        double scale, GError **error);

/* The same as bytes. */
GBytes *sn_plot_svg(const SnFigure *figure, double width, double height);
GBytes *sn_plot_png(const SnFigure *figure, double width, double height, double scale);
/* One row for each moment at which any curve has a sample: time [s], then for each run what the
 * horizontal axis shows (unless it is time) and the curves, as %.17g in SI units; empty where a
 * curve has no sample at that moment. */
GBytes *sn_plot_csv(const SnFigure *figure);

#endif
