/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/mirror_coordinates.h"

#include "engine/base/terms.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/path_point.h"
#include "engine/model/edit/mirror_rows.h"

#include <math.h>

/* lower, upper and rest of a coordinate that changes sign. */
static void turn_coordinate(SnComponent *joint, const char *group)
{
    static const char *const leaves[] = {"lower", "upper", "rest"};
    const SnProperty *rows[3];
    SnValue value[3];
    for (int i = 0; i < 3; i++) {
        g_autofree char *name =
            *group ? g_strdup_printf("%s.%s", group, leaves[i]) : g_strdup(leaves[i]);
        const int row = sn_class_find_property(joint->class, name);
        rows[i] = row >= 0 ? sn_class_property(joint->class, row) : NULL;
        if (rows[i])
            sn_field_get(joint, rows[i], &value[i]);
    }
    for (int i = 0; i < 3; i++) {
        if (!rows[i])
            continue;
        const int from = i == 2 ? 2 : 1 - i; /* the upper limit becomes the lower one */
        SnValue turned = {.type = SN_TYPE_REAL, .number = {-value[from].number[0]}};
        sn_field_set(joint, rows[i], &turned);
    }
}

static double coordinate_sign(const SnImage *image, SnId joint, int coordinate)
{
    const SnComponent *component = sn_model_get(image->copies.model, joint);
    return component && sn_image_copies(image, joint)
               ? sn_mirror_coordinate_sign(component->class, coordinate)
               : 1;
}

/* y = f(x) of coordinates that change sign: y = out f(in x). */
static void turn_function(SnFunctionFields *function, double in, double out)
{
    double sign = 1;
    for (int i = 0; i < function->coefficients.n && in < 0; i++, sign *= in)
        function->coefficients.values[i] *= sign;
    if (in < 0 && function->coefficients.n == 0 && function->kind == SN_FUNCTION_LINEAR)
        out = -out; /* x itself */
    for (int i = 0, k = function->x.n - 1; in < 0 && i <= k; i++, k--) {
        const double x = function->x.values[i];
        function->x.values[i] = -function->x.values[k];
        function->x.values[k] = -x;
    }
    for (int i = 0, k = function->y.n - 1; in < 0 && i < k; i++, k--) {
        const double y = function->y.values[i];
        function->y.values[i] = function->y.values[k];
        function->y.values[k] = y;
    }
    function->scale *= out;
}

static void swap_negative(double *lower, double *upper)
{
    const double was = *lower;
    *lower = -*upper;
    *upper = -was;
}

/* Limits, springs and loads of a coordinate that changes sign. */
static void turn_coordinate_force(SnComponent *component)
{
    if (component->class == &SN_CLASS_COORDINATE_LIMIT) {
        SnCoordinateLimit *limit = (SnCoordinateLimit *)component;
        const double stiffness = limit->lower_stiffness;
        swap_negative(&limit->lower, &limit->upper);
        limit->lower_stiffness = limit->upper_stiffness;
        limit->upper_stiffness = stiffness;
    } else if (component->class == &SN_CLASS_COORDINATE_SPRING) {
        SnCoordinateSpring *spring = (SnCoordinateSpring *)component;
        spring->rest *= -1;
        turn_function(&spring->relation, -1, -1);
    } else if (component->class == &SN_CLASS_COORDINATE_LOAD) {
        SnCoordinateLoad *load = (SnCoordinateLoad *)component;
        load->gain *= -1;
        load->rest *= -1;
        swap_negative(&load->lowest_force, &load->highest_force);
    }
}

/* A polynomial of coordinates that change sign keeps its value: so do its factors, or they change
 * with odd powers. */
static void turn_terms(const SnImage *image, const SnSeveralFields *original, double first,
                       SnSeveralFields *copy)
{
    SnCoordinateName names[SN_TERMS_MOST_NUMBERS];
    const int n = original->others.n;
    if (n >= SN_TERMS_MOST_NUMBERS || !sn_coordinates_named(original->other_coordinates, n, names))
        return;
    for (int i = 0; i < copy->terms.n; i++) {
        const int k = i % (2 + n);
        const double sign =
            k == 0   ? 1
            : k == 1 ? first
                     : coordinate_sign(image, original->others.ids[k - 2], (int)names[k - 2]);
        if (k > 0 && sign < 0 && fmod(copy->terms.values[i], 2) != 0)
            copy->terms.values[i - k] *= -1;
    }
}

/* A path point's shifts are in the axes of what carries it, by a coordinate. */
static void mirror_path_point(const SnImage *image, const SnPathPoint *original, SnPathPoint *copy)
{
    SnSpaceMap map;
    sn_image_carrier_map(image, original->base.frame, &map);
    const double sign = coordinate_sign(image, original->joint, original->coordinate),
                 in = original->several.terms.n > 0 ? 1 : sign;
    turn_terms(image, &original->several, sign, &copy->several);
    for (int k = 0; k < 3; k++)
        turn_function(&copy->shift[k], in, map.m[4 * k] < 0 ? -1 : 1);
    if (in < 0)
        swap_negative(&copy->lower, &copy->upper);
}

/* What is about coordinates of joints. */
void sn_mirror_coordinates(const SnImage *image, const SnComponent *original, SnComponent *copy)
{
    const SnMirrorSigns *signs = sn_mirror_signs(original->class);
    for (int i = 0; signs && i < 3 && signs->turned[i]; i++)
        turn_coordinate(copy, signs->turned[i]);
    if (original->class == &SN_CLASS_GEAR) {
        const SnGear *gear = (const SnGear *)original;
        ((SnGear *)copy)->ratio *= coordinate_sign(image, gear->joint_a, SN_COORDINATE_FIRST) *
                                   coordinate_sign(image, gear->joint_b, SN_COORDINATE_FIRST);
    } else if (original->class == &SN_CLASS_PATH_POINT) {
        mirror_path_point(image, (const SnPathPoint *)original, (SnPathPoint *)copy);
    } else if (original->class == &SN_CLASS_DRIVE) {
        const SnDrive *drive = (const SnDrive *)original;
        ((SnDrive *)copy)->value *= coordinate_sign(image, drive->joint, drive->coordinate);
    } else if (original->class == &SN_CLASS_COUPLER) {
        const SnCoupler *coupler = (const SnCoupler *)original;
        const double sign = coordinate_sign(image, coupler->joint_a, coupler->coordinate_a);
        turn_terms(image, &coupler->several, sign, &((SnCoupler *)copy)->several);
        turn_function(&((SnCoupler *)copy)->function, coupler->several.terms.n > 0 ? 1 : sign,
                      coordinate_sign(image, coupler->joint_b, coupler->coordinate_b));
    } else if (original->class == &SN_CLASS_COORDINATE_LIMIT ||
               original->class == &SN_CLASS_COORDINATE_SPRING ||
               original->class == &SN_CLASS_COORDINATE_LOAD) {
        const SnCoordinateForce *force = (const SnCoordinateForce *)original;
        if (coordinate_sign(image, force->joint, force->coordinate) < 0)
            turn_coordinate_force(copy);
    }
}
