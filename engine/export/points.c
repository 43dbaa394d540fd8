/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/export/points.h"

#include "engine/base/terms.h"
#include "engine/base/vec.h"
#include "engine/export/joints.h"

bool sn_export_follows(const SnExport *e, const SnComponent *component, SnExportFollow *follow)
{
    int joint, k;
    if (component->class != &SN_CLASS_PATH_POINT)
        return false;
    follow->point = (const SnPathPoint *)component;
    if (follow->point->several.terms.n > 0 ||
        !sn_export_coordinate(e, follow->point->joint, follow->point->coordinate, &joint, &k))
        return false;
    follow->joint = sn_export_joint(e, joint);
    follow->coordinate = &follow->joint->coordinate[k];
    return true;
}

/* The polynomial of several coordinates that it follows, at the start. */
static double followed(const SnExport *e, const SnPathPoint *point)
{
    SnCoordinateName names[SN_TERMS_MOST_NUMBERS] = {(SnCoordinateName)point->coordinate};
    double x[SN_TERMS_MOST_NUMBERS] = {0};
    const int n = point->several.others.n;
    if (sn_terms_refused(point->several.terms.values, point->several.terms.n, 1 + n) ||
        !sn_coordinates_named(point->several.other_coordinates, n, names + 1))
        return 0;
    for (int i = 0; i <= n; i++) {
        int joint, k;
        if (sn_export_coordinate(e, i ? point->several.others.ids[i - 1] : point->joint,
                                 (int)names[i], &joint, &k))
            x[i] = sn_export_joint(e, joint)->coordinate[k].value;
    }
    return sn_terms_value(point->several.terms.values, point->several.terms.n / (2 + n), 1 + n, x,
                          NULL);
}

/* Adds its shifts at the start, axes of its frame. */
static void add_shifts(const SnExport *e, const SnPathPoint *point, double place[3])
{
    SnExportFollow follow;
    const bool follows = sn_export_follows(e, &point->base.base.base, &follow);
    const double number = point->several.terms.n > 0 ? followed(e, point)
                          : follows                  ? follow.coordinate->value
                                                     : 0;
    for (int k = 0; k < 3 && sn_path_point_moves(point); k++) {
        const SnFunctionText text = sn_function_text(&point->shift[k]);
        place[k] += sn_export_value(&text, number);
    }
}

int sn_export_point(const SnExport *e, SnId id, SnPlacement *pose)
{
    static const double turn[4] = {1, 0, 0, 0};
    const SnComponent *component = sn_model_get(e->model, id);
    const SnMarker *marker = (const SnMarker *)component;
    double place[3];
    if (!component ||
        (component->class != &SN_CLASS_MARKER && component->class != &SN_CLASS_PATH_POINT))
        return -2;
    sn_v3_copy(marker->location, place);
    if (component->class == &SN_CLASS_PATH_POINT)
        add_shifts(e, (const SnPathPoint *)component, place);
    return sn_export_carrier(e, marker->frame, place, turn, pose);
}

bool sn_export_counts(const SnExport *e, SnId id)
{
    const SnComponent *component = sn_model_get(e->model, id);
    SnExportFollow follow;
    if (!component || !sn_export_follows(e, component, &follow) || !follow.point->conditional)
        return true;
    return follow.coordinate->value >= follow.point->lower &&
           follow.coordinate->value <= follow.point->upper;
}
