/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The family of things that pull along a path of points. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/strand.h"

static const SnProperty path_properties[] = {
    {.name = "points",
     .label = "Points",
     .help = "Markers, particles or nodes it runs through; the ends pull, the inner ones it slides "
             "through",
     SN_ROW(SnPath, points),
     .flags = SN_REQUIRED | SN_CLONES,
     .target = &SN_CLASS_POINT,
     .min_count = 2},
    {.name = "wraps",
     .label = "Wraps over",
     .help =
         "Surfaces that it lies over, as a taut string, where they are in its way; in the order "
         "in which it meets them",
     SN_ROW(SnPath, wraps),
     .flags = SN_SOFT,
     .target = &SN_CLASS_WRAP_SURFACE},
    {.name = "wrap_ranges",
     .label = "Wraps between",
     .help = "Two numbers for each surface: the first and the last of its points, from 1, between "
             "which it may touch that one; 0: its end; none: all along",
     SN_ROW(SnPath, wrap_ranges),
     .flags = SN_ADVANCED | SN_ORDERED},
    {.name = "wraps_once",
     .label = "Wraps once",
     .help = "Each surface is touched between two of its points only: the first two whose straight "
             "way goes through it, else those that it takes the least out of their way",
     SN_ROW(SnPath, wraps_once),
     .flags = SN_ADVANCED},
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

/* Ranges that are none, and surfaces that are not for paths. */
static void check_wraps(const SnModel *model, const SnPath *self, SnChecks *checks)
{
    const SnIndices *ranges = &self->wrap_ranges;
    const SnId id = self->base.base.id;
    if (ranges->n != 0 && ranges->n != 2 * self->wraps.n)
        sn_checks_add(checks, SN_ERROR, id,
                      "wrap_ranges has %d numbers: %d surfaces need two each, or none at all",
                      ranges->n, self->wraps.n);
    for (int i = 0; 2 * i + 1 < ranges->n && i < self->wraps.n; i++) {
        const int first = ranges->values[2 * i], last = ranges->values[2 * i + 1];
        if (first > self->points.n || last > self->points.n || (last > 0 && last <= first))
            sn_checks_add(checks, SN_ERROR, id,
                          "surface %d may touch it between points %d and %d: it has points 1 to %d",
                          i + 1, first, last, self->points.n);
    }
    for (int i = 0; i < self->wraps.n; i++) {
        const SnWrapSurface *wrap = (const SnWrapSurface *)sn_model_get(model, self->wraps.ids[i]);
        if (wrap && wrap->shape == SN_WRAP_SURFACE_PATCH)
            sn_checks_add(
                checks, SN_ERROR, id,
                "surface %d is a patch, which only strands slide on: choose another shape", i + 1);
    }
}

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnIdList *points = &((const SnPath *)component)->points;
    for (int i = 1; i < points->n; i++)
        if (sn_id_equal(points->ids[i - 1], points->ids[i]))
            sn_checks_add(checks, SN_ERROR, component->id,
                          "points %d and %d are the same: the path has no direction there", i,
                          i + 1);
    check_wraps(model, (const SnPath *)component, checks);
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
