/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures and samples for tests of plots. */
#ifndef TESTS_UI_PLOT_FIGURES_H
#define TESTS_UI_PLOT_FIGURES_H

#include "ui/plots/plot_figure.h"

/* The first n columns of the series over time, in metres. */
SnFigure *figure_of(SnSeries *series, int n);
/* Rows of a random walk of up to 3 columns, in uneven steps of time. */
SnSeries *random_series(int rows, int width);

#endif
