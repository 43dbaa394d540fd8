/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim: paths with their points, fixed, moving and conditional, and wraps. */
#include "engine/export/osim.h"
#include "engine/export/osim_parts.h"
#include "engine/export/points.h"

#include "engine/base/vec.h"
#include "engine/model/classes/path_point.h"

#include <math.h>
#include <string.h>

bool sn_export_has_points(const SnExport *e, const SnPath *path)
{
    SnPlacement pose;
    for (int i = 0; i < path->points.n; i++)
        if (sn_export_point(e, path->points.ids[i], &pose) == -2)
            return false;
    return path->points.n >= 2;
}

double sn_export_path_length(const SnExport *e, const SnPath *path)
{
    double length = 0, before[3] = {0};
    for (int i = 0; i < path->points.n; i++) {
        SnPlacement pose;
        const int carrier = sn_export_point(e, path->points.ids[i], &pose);
        if (carrier >= 0)
            sn_placement_mul(&sn_export_body(e, carrier)->world, &pose, &pose);
        length += i ? sn_v3_distance(pose.p, before) : 0;
        sn_v3_copy(pose.p, before);
    }
    return length;
}

static void write_wraps(SnExport *e, SnXmlOut *out, const SnPath *path)
{
    sn_xml_out_begin(out, "PathWrapSet");
    sn_xml_out_begin(out, "objects");
    for (int w = 0; w < path->wraps.n; w++) {
        const char *name = sn_export_named(e, path->wraps.ids[w]);
        const bool ranged = path->wrap_ranges.n > 2 * w + 1;
        const double range[2] = {ranged ? fmax(path->wrap_ranges.values[2 * w], 1) : 1,
                                 ranged && path->wrap_ranges.values[2 * w + 1] > 0
                                     ? path->wrap_ranges.values[2 * w + 1]
                                     : path->points.n};
        if (!name)
            continue;
        sn_xml_out_begin(out, "PathWrap");
        sn_xml_out_leaf(out, "wrap_object", name);
        sn_xml_out_leaf_numbers(out, "range", range, 2);
        sn_xml_out_end(out, "PathWrap");
    }
    sn_xml_out_end(out, "objects");
    sn_xml_out_end(out, "PathWrapSet");
}

/* A value plus a function, without a factor of its own: its numbers, to be freed. */
static double *raised(const SnFunctionText *f, double by, SnFunctionText *sum)
{
    const bool table = sn_function_is_table(f->kind);
    const int n = table ? f->n_y : MAX(f->n_coefficients, 2);
    double *numbers = g_new0(double, (gsize)n);
    *sum = *f;
    sum->scale = 1;
    if (!table && f->n_coefficients == 0 && f->kind == SN_FUNCTION_LINEAR)
        numbers[1] = f->scale; /* the number itself */
    for (int i = 0; i < (table ? f->n_y : f->n_coefficients); i++)
        numbers[i] = f->scale * (table ? f->y[i] : f->coefficients[i]);
    for (int i = 0; i < (table ? n : 1); i++)
        numbers[i] += by;
    if (table) {
        sum->y = numbers;
    } else {
        sum->coefficients = numbers;
        sum->n_coefficients = MAX(f->n_coefficients, f->kind == SN_FUNCTION_LINEAR ? 2 : 1);
    }
    return numbers;
}

static bool is_upright(const SnPlacement *pose)
{
    return fabs(pose->r[0] - 1) < 1e-12 && fabs(pose->r[4] - 1) < 1e-12 &&
           fabs(pose->r[8] - 1) < 1e-12;
}

/* The frame that a point's shifts go along, on what carries it. */
static int shift_frame(const SnExport *e, const SnPathPoint *point, SnPlacement *pose)
{
    static const double turn[4] = {1, 0, 0, 0}, none[3] = {0};
    const int carrier = sn_export_carrier(e, point->base.frame, none, turn, pose);
    sn_export_in_ground(carrier, pose, pose);
    return carrier;
}

/* Where the axes of the frame are those of the body, a function each; <MovingPathPoint>. */
static void write_moving(SnXmlOut *out, const SnExportFollow *follow, const SnPlacement *frame)
{
    static const char *const letters[] = {"x", "y", "z"};
    g_autofree char *path =
        g_strdup_printf("/jointset/%s/%s", follow->joint->name, follow->coordinate->name);
    for (int k = 0; k < 3; k++) {
        const SnFunctionText given = sn_function_text(&follow->point->shift[k]);
        SnFunctionText sum;
        g_autofree char *socket = g_strdup_printf("socket_%s_coordinate", letters[k]);
        g_autofree char *location = g_strdup_printf("%s_location", letters[k]);
        g_autofree double *numbers =
            raised(&given, follow->point->base.location[k] + frame->p[k], &sum);
        sn_xml_out_leaf(out, socket, path);
        sn_export_osim_function(out, location, &sum);
    }
}

static void write_condition(SnXmlOut *out, const SnExportFollow *follow)
{
    const double margin = 1e-5; /* that OpenSim itself adds */
    const double range[2] = {follow->point->lower + margin, follow->point->upper - margin};
    g_autofree char *path =
        g_strdup_printf("/jointset/%s/%s", follow->joint->name, follow->coordinate->name);
    sn_xml_out_leaf(out, "socket_coordinate", path);
    sn_xml_out_leaf_numbers(out, "range", range, 2);
}

/* What it cannot be; NULL: it is written as it is. */
static const char *wrong_with(bool follows, bool moves, bool upright, const SnPathPoint *point)
{
    if (!follows)
        return "it stays as at the start: what it follows is not there";
    if (moves && !upright)
        return "it stays as at the start: it moves along axes that are not its body's";
    return moves && point->conditional ? "it moves, and always counts" : NULL;
}

static void write_point(SnExport *e, SnXmlOut *out, SnId id)
{
    const SnComponent *component = sn_model_get(e->model, id);
    SnPlacement pose, frame;
    char buffer[64];
    SnExportFollow follow = {0};
    const int carrier = sn_export_point(e, id, &pose);
    const bool follows = sn_export_follows(e, component, &follow);
    const bool moves = follows && sn_path_point_moves(follow.point);
    const bool upright = moves && shift_frame(e, follow.point, &frame) >= -1 && is_upright(&frame);
    const bool conditional = follows && !moves && follow.point->conditional;
    const char *class = upright       ? "MovingPathPoint"
                        : conditional ? "ConditionalPathPoint"
                                      : "PathPoint";
    g_autofree char *socket = sn_export_socket(e, carrier);
    g_autofree char *name = sn_export_name(e, "point", sn_export_wish(component, buffer));
    sn_export_in_ground(carrier, &pose, &pose);
    sn_xml_out_begin(out, class);
    sn_xml_out_text(out, "name", name);
    sn_xml_out_leaf(out, "socket_parent_frame", socket);
    sn_xml_out_leaf_numbers(out, "location", pose.p, 3);
    if (upright)
        write_moving(out, &follow, &frame);
    if (conditional)
        write_condition(out, &follow);
    sn_xml_out_end(out, class);
    if (component->class != &SN_CLASS_PATH_POINT)
        return;
    const char *wrong =
        wrong_with(follows, moves, upright, (const SnPathPoint *)(const void *)component);
    sn_export_tell(e, wrong ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component, wrong);
}

void sn_export_osim_path(SnExport *e, SnXmlOut *out, const SnPath *path)
{
    sn_xml_out_leaf(out, "appliesForce", path->enabled ? "true" : "false");
    sn_xml_out_begin(out, "GeometryPath");
    sn_xml_out_text(out, "name", "path");
    sn_xml_out_begin(out, "PathPointSet");
    sn_xml_out_begin(out, "objects");
    for (int i = 0; i < path->points.n; i++)
        write_point(e, out, path->points.ids[i]);
    sn_xml_out_end(out, "objects");
    sn_xml_out_end(out, "PathPointSet");
    if (path->wraps.n > 0)
        write_wraps(e, out, path);
    sn_xml_out_end(out, "GeometryPath");
}
