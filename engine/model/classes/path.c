/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The family of things that pull along a path of points. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/rows.h"

static const SnProperty path_properties[] = {
    {.name = "points",
     .label = "Points",
     .help = "Markers, particles or nodes it runs through; the ends pull, the inner ones it slides "
             "through",
     SN_ROW(SnPath, points),
     .flags = SN_REQUIRED | SN_CLONES,
     .target = &SN_CLASS_POINT,
     .min_count = 2},
    SN_ROW_ENABLED(SnPath, enabled, SN_BIND_NONE),
    SN_ROW_NOTES(SnPath, notes),
    {.name = "length",
     .label = "Length",
     .help = "Length along the path",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_PATH_LENGTH)},
    {.name = "length_rate",
     .label = "Lengthening",
     .help = "Rate of the length; negative while it shortens",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_VELOCITY, SN_BIND_PATH_LENGTH_RATE)},
    {.name = "excursion",
     .label = "Excursion",
     .help = "By how much it is shorter than at the start",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_PATH_EXCURSION)},
    {.name = "strain",
     .label = "Strain",
     .help = "Of a spring length over rest length, less 1; of a muscle fibre length over optimal "
             "fibre length, less 1",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_PATH_STRAIN)},
    {.name = "force",
     .label = "Tension",
     .help = "Force along the path; positive pulls the ends together",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_PATH_FORCE)},
    {.name = "power",
     .label = "Power",
     .help = "Mechanical power given off: tension times shortening rate",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_POWER, SN_BIND_PATH_POWER)},
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnIdList *points = &((const SnPath *)component)->points;
    for (int i = 1; i < points->n; i++)
        if (sn_id_equal(points->ids[i - 1], points->ids[i]))
            sn_checks_add(checks, SN_ERROR, component->id,
                          "points %d and %d are the same: the path has no direction there", i,
                          i + 1);
}

const SnClass SN_CLASS_LINE = {
    .name = "line",
    .label = "Line",
    .help = "What pulls along a line: an axial spring, a muscle or a strand.",
    .icon = "sn-spring-symbolic",
    .abstract = true,
    .size = sizeof(SnDrawable),
};

const SnClass SN_CLASS_PATH = {
    .name = "path",
    .label = "Path",
    .help = "What pulls along a path of points: an axial spring or a muscle.",
    .icon = "sn-spring-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .family = &SN_CLASS_LINE,
    .abstract = true,
    .size = sizeof(SnPath),
    .properties = path_properties,
    .n_properties = SN_COUNT(path_properties),
    .validate = validate,
};
