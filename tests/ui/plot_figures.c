/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/plot_figures.h"

SnFigure *figure_of(SnSeries *series, int n)
{
    SnFigure *figure = sn_figure_new();
    figure->x_name = g_strdup("Time");
    figure->x_unit = SN_UNIT_TIME;
    figure->x_time = true;
    figure->y_name[0] = g_strdup("Position");
    figure->y_name[1] = g_strdup("");
    figure->y_unit[0] = SN_UNIT_LENGTH;
    for (int i = 0; i < n; i++) {
        SnFigureCurve curve = {.name = g_strdup_printf("curve %d", i),
                               .column = g_strdup_printf("/model/markers/m:position.%c", 'x' + i),
                               .series = series,
                               .x = -1,
                               .y = i,
                               .rows = sn_series_count(series),
                               .unit = SN_UNIT_LENGTH,
                               .color = i,
                               .run = -1};
        sn_figure_add(figure, &curve);
    }
    return figure;
}

SnSeries *random_series(int rows, int width)
{
    SnSeries *series = sn_series_new(width);
    double time = 0, values[3] = {0, 0, 0};
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < width; k++)
            values[k] += g_test_rand_double_range(-1e-3, 1e-3);
        sn_series_append(series, time, values);
        time += g_test_rand_double_range(1e-4, 2e-3);
    }
    return series;
}
