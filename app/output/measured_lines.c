/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/output/measured_lines.h"

#include "engine/base/vec.h"
#include "engine/model/classes/annotation.h"
#include "ui/session/units.h"
#include "ui/viewport/hands/measure.h"

static void write_amount(double value, SnUnit unit, char text[SN_MEASURE_TEXT])
{
    g_autofree char *number = sn_unit_format(value, unit, 5);
    g_snprintf(text, SN_MEASURE_TEXT, "%s%s%s", number, unit == SN_UNIT_ANGLE ? "" : " ",
               sn_unit_shown(unit));
}

static bool find_places(const SnMeasurement *one, const SnSnapshot *snapshot, SnMeasureLine *line)
{
    line->n = MIN(one->points.n, SN_MOST_MEASURED);
    for (int i = 0; i < line->n; i++)
        if (!sn_snapshot_place(snapshot, one->points.ids[i], line->places[i]))
            return false;
    return true;
}

GArray *sn_measured_lines(const SnModel *model, const SnSnapshot *snapshot)
{
    GArray *lines = g_array_new(FALSE, TRUE, sizeof(SnMeasureLine));
    const GPtrArray *all = sn_model_list(model->root, "measurements")->children;
    for (guint m = 0; m < all->len; m++) {
        const SnMeasurement *one = all->pdata[m];
        SnMeasureLine line = {0};
        if (!one->visible || !find_places(one, snapshot, &line))
            continue;
        const double(*p)[3] = (const double(*)[3])line.places;
        for (int i = 0; i + 1 < line.n && one->measured != SN_MEASURED_ANGLE; i++)
            write_amount(sn_v3_distance(p[i], p[i + 1]), SN_UNIT_LENGTH, line.length[i]);
        for (int i = 1; i + 1 < line.n && one->measured != SN_MEASURED_LENGTH; i++)
            write_amount(sn_measured_angle(p[i - 1], p[i], p[i + 1]), SN_UNIT_ANGLE, line.angle[i]);
        g_array_append_val(lines, line);
    }
    return lines;
}
