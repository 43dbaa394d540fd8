/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/sweep_figure.h"

#include "ui/session/labels.h"
#include "ui/session/property_target.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    SnUnit unit;
} QUANTITIES[SN_SWEEP_QUANTITY_COUNT] = {
    [SN_SWEEP_MOMENT_ARM] = {"Moment arm", SN_UNIT_LENGTH},
    [SN_SWEEP_LENGTH] = {"Length", SN_UNIT_LENGTH},
    [SN_SWEEP_FORCE] = {"Force", SN_UNIT_FORCE},
};

static const double *values_of(const SnSweep *sweep, SnSweepQuantity quantity)
{
    return quantity == SN_SWEEP_MOMENT_ARM ? sweep->moment_arm
           : quantity == SN_SWEEP_LENGTH   ? sweep->length
                                           : sweep->force;
}

/* "knee angle" */
static char *coordinate_name(const SnModel *model, const SnSweep *sweep)
{
    const SnProperty *row = sn_model_property(model, sweep->coordinate.id, sweep->coordinate.row);
    char *called = sn_coordinate_called(model, sweep->coordinate.id, row);
    if (called)
        return g_strdelimit(called, "_", ' ');
    g_autofree char *joint = sn_model_label(model, sweep->coordinate.id);
    g_autofree char *lower = g_utf8_strdown(row->label, -1);
    return g_strdelimit(g_strdup_printf("%s %s", joint, lower), "_", ' ');
}

static void add_curves(SnFigure *figure, const SnModel *model, const SnSweep *sweep,
                       SnSweepQuantity quantity, int run)
{
    const double *values = values_of(sweep, quantity);
    for (int p = 0; p < sweep->n_paths; p++) {
        if (!sn_model_get(model, sweep->paths[p]))
            continue; /* gone since */
        SnSeries *series = sn_series_new(2);
        for (int i = 0; i < sweep->n; i++) {
            const double point[2] = {sweep->at[i], values[p * sweep->n + i]};
            if (isfinite(point[1]))
                sn_series_append(series, i, point);
        }
        char *label = g_strdelimit(sn_model_label(model, sweep->paths[p]), "_", ' ');
        sn_figure_add(figure, &(SnFigureCurve){.name = label,
                                               .column = g_strdup(""),
                                               .series = series,
                                               .x = 0,
                                               .y = 1,
                                               .rows = sn_series_count(series),
                                               .unit = figure->y_unit[0],
                                               .color = p,
                                               .run = run});
        sn_series_unref(series);
    }
}

SnFigure *sn_sweep_figure(const SnModel *model, const SnSweep *sweep, SnSweepQuantity quantity)
{
    return sn_sweep_figure_with(model, sweep, NULL, 0, quantity);
}

SnFigure *sn_sweep_figure_with(const SnModel *model, const SnSweep *sweep,
                               const SnSweep *const *kept, int n_kept, SnSweepQuantity quantity)
{
    SnFigure *figure = sn_figure_new();
    figure->x_name = coordinate_name(model, sweep);
    figure->x_unit = sweep->unit;
    figure->y_name[0] = g_strdup(QUANTITIES[quantity].name);
    figure->y_name[1] = g_strdup("");
    figure->y_unit[0] = QUANTITIES[quantity].unit;
    figure->legend = sweep->n_paths > 1;
    if (quantity == SN_SWEEP_MOMENT_ARM && sweep->unit == SN_UNIT_LENGTH)
        figure->y_unit[0] = SN_UNIT_NONE;
    figure->present = "This model";
    for (int k = 0; k < n_kept; k++) {
        const SnFigureRun run = {.name = n_kept > 1 ? g_strdup_printf("Kept %d", k + 1)
                                                    : g_strdup("Kept"),
                                 .faded = true};
        g_array_append_val(figure->runs, run);
        add_curves(figure, model, kept[k], quantity, k);
    }
    add_curves(figure, model, sweep, quantity, -1);
    figure->x[0] = sweep->at[0];
    figure->x[1] = sweep->at[sweep->n - 1];
    sn_figure_fit_y(figure, 0, NULL, figure->y[0]);
    return figure;
}
