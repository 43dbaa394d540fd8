/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints as steps along and about axes. */
#include "engine/export/joints.h"

#include "engine/base/vec.h"
#include "engine/export/osim_terms.h"

#include <math.h>
#include <string.h>

static void add_move(SnExportJoint *joint, bool turns, const double axis[3], int coordinate)
{
    SnExportMove *move = &joint->move[joint->n_moves++];
    *move = (SnExportMove){.turns = turns, .coordinate = coordinate, .whole = true};
    move->function = (SnFunctionText){.kind = SN_FUNCTION_LINEAR, .scale = 1};
    sn_v3_copy(axis, move->axis);
    move->value = joint->coordinate[coordinate].value;
}

/* x or -x, from wherever it is counted. */
static bool is_whole(const SnFunctionText *text)
{
    const double slope = text->n_coefficients > 1 ? text->coefficients[1] : 1;
    return text->kind == SN_FUNCTION_LINEAR && text->n_coefficients != 1 &&
           fabs(slope * text->scale) == 1;
}

/* Terms of all the joint's coordinates, of an axis that has some; false: no function is for them.
 */
static bool add_terms(SnExportJoint *joint, const SnCustomJoint *custom, const SnAxisFields *axis,
                      SnExportMove *move)
{
    const int n = joint->n_coordinates;
    if (axis->terms.n == 0)
        return true;
    move->terms = g_array_new(FALSE, FALSE, sizeof(double));
    for (int t = 0; t + SN_AXIS_NUMBERS <= axis->terms.n; t += SN_AXIS_NUMBERS) {
        const double *given = axis->terms.values + t;
        double term[SN_AXIS_NUMBERS] = {axis->function.scale * given[0]};
        for (int k = 0; k < 6; k++) {
            const int c = k < 3 ? k : custom->angles + k - 3;
            if ((k < 3 ? k < custom->angles : k - 3 < custom->translations) && c < n)
                term[1 + c] = given[1 + k];
        }
        g_array_append_vals(move->terms, term, (guint)(1 + n));
    }
    joint->several = true;
    return sn_export_add_function(move->terms, n, &move->function, move->coordinate) &&
           sn_export_terms_fit((const double *)move->terms->data, (int)move->terms->len / (1 + n),
                               n);
}

static void add_custom(SnExportJoint *joint, const SnCustomJoint *custom)
{
    bool taken[SN_EXPORT_MOVES] = {false};
    for (int k = 0; k < 6; k++) {
        const int i = (k + 3) % 6; /* shifts first */
        const SnAxisFields *axis = &custom->axis[i];
        const SnFunctionText text = sn_function_text(&axis->function);
        const int number = axis->coordinate - 1,
                  c = number < 3 ? number : custom->angles + number - 3;
        SnExportMove *move = &joint->move[joint->n_moves++];
        *move = (SnExportMove){.turns = i < 3, .function = text, .coordinate = -1};
        if (text.kind != SN_FUNCTION_CONSTANT && number >= 0 && c < joint->n_coordinates)
            move->coordinate = c;
        const double length = sn_v3_normalize(axis->direction, move->axis);
        if (!(length > 0))
            sn_v3_set(1, 0, 0, move->axis);
        if (!add_terms(joint, custom, axis, move))
            joint->held = true;
        const double x = move->coordinate < 0 ? 0 : joint->coordinate[c].value;
        move->value = sn_export_value(&text, x);
        move->whole = move->coordinate >= 0 && !move->terms && is_whole(&text) && !taken[c];
        if (move->whole)
            taken[c] = true;
    }
    for (int k = 0; k < joint->n_moves; k++) {
        SnExportMove *move = &joint->move[k];
        move->follows = move->coordinate >= 0 && !move->whole && taken[move->coordinate];
    }
}

void sn_export_add_moves(SnExportJoint *joint)
{
    static const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    const SnClass *class = joint->joint->base.base.base.class;
    if (class == &SN_CLASS_HINGE) {
        add_move(joint, true, z, 0);
    } else if (class == &SN_CLASS_SLIDER) {
        add_move(joint, false, z, 0);
    } else if (class == &SN_CLASS_UNIVERSAL) {
        add_move(joint, true, z, 0);
        add_move(joint, true, x, 1);
    } else if (class == &SN_CLASS_CYLINDRICAL) {
        add_move(joint, false, z, 1);
        add_move(joint, true, z, 0);
    } else if (class == &SN_CLASS_GIMBAL) {
        add_move(joint, true, x, 0);
        add_move(joint, true, y, 1);
        add_move(joint, true, z, 2);
    } else if (class == &SN_CLASS_PLANAR) {
        add_move(joint, false, x, 1);
        add_move(joint, false, y, 2);
        add_move(joint, true, z, 0);
    } else if (class == &SN_CLASS_CUSTOM) {
        add_custom(joint, (const SnCustomJoint *)joint->joint);
    } else if (class == &SN_CLASS_SPHERICAL) {
        joint->ball = true;
    } else if (class != &SN_CLASS_FIXED) {
        joint->held = true;
    }
}

/* --- coordinates --- */

static double number_of(const SnComponent *component, const char *name, double otherwise)
{
    const int row = sn_class_find_property(component->class, name);
    SnValue value;
    if (row < 0)
        return otherwise;
    sn_field_get(component, sn_class_property(component->class, row), &value);
    return value.number[0];
}

/* Rows "angle_2.lower" of joints that have several, "lower" or "lower_2" of the others. */
static double of_coordinate(const SnComponent *joint, const char *row, int k, const char *what,
                            double otherwise)
{
    const char *dot = strchr(row, '.');
    g_autofree char *name = dot ? g_strdup_printf("%.*s.%s", (int)(dot - row), row, what)
                            : k ? g_strdup_printf("%s_%d", what, k + 1)
                                : g_strdup(what);
    if (sn_class_find_property(joint->class, name) < 0 && !dot)
        return number_of(joint, what, otherwise);
    return number_of(joint, name, otherwise);
}

static void read_numbers(const SnComponent *joint, const char *row, int k, SnExportCoordinate *c)
{
    c->limited = sn_joint_is_limited(joint);
    c->lower = of_coordinate(joint, row, k, "lower", 0);
    c->upper = of_coordinate(joint, row, k, "upper", 0);
    c->stiffness = of_coordinate(joint, row, k, "stiffness", 0);
    c->rest = of_coordinate(joint, row, k, "rest", 0);
    c->damping = of_coordinate(joint, row, k, "damping", 0);
    c->friction = of_coordinate(joint, row, k, "friction", 0);
    c->armature = of_coordinate(joint, row, k, "armature", 0);
    if (joint->class != &SN_CLASS_CYLINDRICAL)
        return;
    if (k == 0) { /* only its sliding is limited */
        c->limited = false;
    } else {
        c->lower = number_of(joint, "lower", 0);
        c->upper = number_of(joint, "upper", 0);
        c->damping = number_of(joint, "slide_damping", 0);
        c->friction = number_of(joint, "slide_friction", 0);
        c->armature = number_of(joint, "slide_armature", 0);
    }
}

void sn_export_read_coordinates(SnExport *e, SnExportJoint *joint)
{
    const SnComponent *component = &joint->joint->base.base.base;
    g_auto(GStrv) names = g_strsplit(joint->joint->names ? joint->joint->names : "", ",", -1);
    const int n_names = (int)g_strv_length(names);
    if (component->class == &SN_CLASS_FREE || component->class == &SN_CLASS_SPHERICAL)
        return;
    for (int row = 0; row < sn_class_n_properties(component->class); row++) {
        const SnProperty *property = sn_class_property(component->class, row);
        double value;
        if (joint->n_coordinates == SN_EXPORT_MOVES || !sn_is_coordinate(property) ||
            !sn_poser_value(e->poser, e->model, component->id, row, &value))
            continue;
        const int k = joint->n_coordinates++;
        SnExportCoordinate *c = &joint->coordinate[k];
        c->value = value;
        c->turns = strstr(property->name, "translation") == NULL;
        read_numbers(component, property->name, k, c);
        g_autofree char *usual =
            k ? g_strdup_printf("%s_%d", joint->name, k + 1) : g_strdup(joint->name);
        c->name = sn_export_name(e, "coordinate", k < n_names && *names[k] ? names[k] : usual);
    }
}
