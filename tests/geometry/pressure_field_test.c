/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of pressure: closed forms on a plane, forces against the differences of their energy,
 * evenly from pose to pose. */
#include "engine/geometry/pressure_field.h"

#include "engine/base/vec.h"
#include "tests/geometry/meshes.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* --- solids --- */

static SnPressureField *field_of(Shape shape)
{
    SnPressureField *field = sn_pressure_field_new(shape.n_triangles, shape.triangles, shape.x);
    shape_free(&shape);
    return field;
}

static SnPressureField *box_field(const double size[3])
{
    return field_of(shape_box(size[0] / 2, size[1] / 2, size[2] / 2));
}

typedef struct Load {
    double force[3], moment[3], energy, area; /* on the first, about the origin */
} Load;

static void add_patch(const SnPressurePatch *patch, Load *load)
{
    double force[3], moment[3];
    sn_v3_scale(patch->pressure * patch->area, patch->normal, force);
    sn_v3_cross(patch->place, force, moment);
    sn_v3_add(load->force, force, load->force);
    sn_v3_add(load->moment, moment, load->moment);
    load->area += patch->area;
}

static Load on_soft_plane(const SnPressureField *field, double middle, const double normal[3],
                          double level, double steep)
{
    Load load = {{0}};
    for (int i = 0; i < field->n; i++) {
        SnPressurePatch patch;
        const bool press =
            sn_pressure_patch_plane(&field->tet[i], middle, normal, level, steep, &patch);
        if (press)
            add_patch(&patch, &load);
        load.energy += sn_pressure_energy_plane(&field->tet[i], middle, normal, level, steep,
                                                press ? &patch : NULL);
    }
    return load;
}

static Load on_plane(const SnPressureField *field, double middle, const double normal[3],
                     double level)
{
    return on_soft_plane(field, middle, normal, level, SN_PRESSURE_RIGID);
}

static const double UP[3] = {0, 0, 1};

/* A cube of side a that a plane has entered by d: p = E min(d, s) / (a / 2), s from the next side:
 * the force is its integral, the energy that of the force. */
static void test_cube(void)
{
    const double a = 0.2, e = 1e5, h = a / 2;
    SnPressureField *field = box_field((double[3]){a, a, a});
    for (double d = 1e-5; d < h; d *= 2.1) {
        const Load load = on_plane(field, e, UP, d - h);
        const double force = e / h * (a * a * d - 2 * a * d * d + 4.0 / 3 * d * d * d);
        const double energy =
            e / h * (a * a * d * d / 2 - 2.0 / 3 * a * d * d * d + d * d * d * d / 3);
        g_assert_cmpfloat(fabs(load.force[2] / force - 1), <, 1e-11);
        g_assert_cmpfloat(fabs(load.energy / energy - 1), <, 1e-8);
        g_assert_cmpfloat(fabs(load.moment[0]) + fabs(load.moment[1]), <, 1e-12 * force);
        g_assert_cmpfloat(fabs(load.area / (a * a) - 1), <, 1e-12);
    }
    sn_pressure_field_free(field);
}

/* The same on a half-space that gives way as well: the cube is entered by as much less as it is
 * steeper. */
static void test_soft_plane(void)
{
    const double a = 0.2, e = 1e5, h = a / 2;
    SnPressureField *field = box_field((double[3]){a, a, a});
    for (double steep = 1e5; steep < 1e8; steep *= 7) {
        const double share = steep / (e / h + steep);
        for (double d = 1e-5; d < 0.5 * h; d *= 3.3) {
            const Load load = on_soft_plane(field, e, UP, d - h, steep);
            const double z = d * share;
            const double force = e / h * (a * a * z - 2 * a * z * z + 4.0 / 3 * z * z * z);
            const double energy =
                e / h / share * (a * a * z * z / 2 - 2.0 / 3 * a * z * z * z + z * z * z * z / 3);
            g_assert_cmpfloat(fabs(load.force[2] / force - 1), <, 1e-10);
            g_assert_cmpfloat(fabs(load.energy / energy - 1), <, 1e-8);
        }
    }
    sn_pressure_field_free(field);
}

/* --- concave solids --- */

static SnPressureField *depth_field(Shape shape)
{
    Surface surface = surface_new(shape);
    SnPressureField *field = sn_pressure_field_of_depth(&surface.view);
    surface_free(&surface);
    return field;
}

/* An L of arms 1 wide and 1 high on a plane: p = E min(d, s) / 0.5; what is more than t from its
 * sides has the area 3 - 8 t + (5 - pi / 4) t^2. */
static void test_concave(void)
{
    const double e = 1e5;
    SnPressureField *field = depth_field(shape_corner());
    g_assert_nonnull(field);
    double volume = 0;
    for (int i = 0; i < field->n; i++)
        volume += sn_pressure_volume(&field->tet[i]);
    g_assert_cmpfloat(fabs(volume / 3 - 1), <, 0.01);
    for (double d = 0.02; d < 0.3; d *= 1.7) {
        const double around = 5 - M_PI / 4;
        const double force = e / 0.5 * (3 * d - 4 * d * d + around * d * d * d / 3);
        const double energy =
            e / 0.5 * (3 * d * d / 2 - 4 * d * d * d / 3 + around * d * d * d * d / 12);
        const Load load = on_plane(field, e, UP, d - 0.5);
        g_assert_cmpfloat(fabs(load.force[2] / force - 1), <, 0.02);
        g_assert_cmpfloat(fabs(load.energy / energy - 1), <, 0.035);
    }
    sn_pressure_field_free(field);
}

/* A ball: p = E (1 - r / R) on the disc that the plane cuts out of it. */
static void test_ball(void)
{
    const double e = 1e5, z = 0.8, force = 2 * M_PI * e * ((1 - z * z) / 2 - (1 - z * z * z) / 3);
    double last = 1;
    for (int cuts = 6; cuts <= 24; cuts *= 2) {
        SnPressureField *field = field_of(shape_sphere(cuts));
        const double error = fabs(on_plane(field, e, UP, -z).force[2] / force - 1);
        g_assert_cmpfloat(error, <, 0.4 * last);
        last = error;
        sn_pressure_field_free(field);
    }
    g_assert_cmpfloat(last, <, 0.01);
}

/* --- two solids --- */

typedef struct Two {
    SnPressureField *field[2];
    double middle[2];
} Two;

static Load between(const Two *two, const double x[3], const double q[4])
{
    Load load = {{0}};
    double rotation[9];
    sn_q_to_m3(q, rotation);
    for (int i = 0; i < two->field[0]->n; i++) {
        SnPressureTet a;
        sn_pressure_tet_move(&two->field[0]->tet[i], rotation, x, &a);
        for (int k = 0; k < two->field[1]->n; k++) {
            const SnPressureTet *b = &two->field[1]->tet[k];
            SnPressurePatch patch;
            const bool press = sn_pressure_patch(&a, two->middle[0], b, two->middle[1], &patch);
            if (press)
                add_patch(&patch, &load);
            load.energy +=
                sn_pressure_energy(&a, two->middle[0], b, two->middle[1], press ? &patch : NULL);
        }
    }
    return load;
}

/* Energy where the first solid is moved (axis < 3) or turned about the origin. */
static double energy_beside(const Two *two, const double x[3], const double q[4], int axis,
                            double by)
{
    double there[3], turned[4];
    sn_v3_copy(x, there);
    sn_q_copy(q, turned);
    if (axis < 3) {
        there[axis] += by;
    } else {
        double angle[3] = {0}, turn[4];
        angle[axis - 3] = by;
        sn_q_exp(angle, turn);
        sn_q_rotate(turn, x, there);
        sn_q_mul(turn, q, turned);
    }
    return between(two, there, turned).energy;
}

static void test_gradient(void)
{
    Random r = {23};
    int pressed = 0;
    for (int i = 0; i < 60; i++) {
        Two two;
        double size[3], x[3], q[4];
        for (int s = 0; s < 2; s++) {
            for (int k = 0; k < 3; k++)
                size[k] = random_uniform(&r, 0.05, 0.3);
            two.field[s] = box_field(size);
            two.middle[s] = pow(10, random_uniform(&r, 4, 6));
        }
        random_vector(&r, 0.15, x);
        random_quaternion(&r, q);
        const Load load = between(&two, x, q);
        if (load.energy > 1e-6) {
            const double step = 1e-6;
            pressed++;
            for (int axis = 0; axis < 6; axis++) {
                const double slope = (energy_beside(&two, x, q, axis, step) -
                                      energy_beside(&two, x, q, axis, -step)) /
                                     (2 * step);
                const double there = axis < 3 ? load.force[axis] : load.moment[axis - 3];
                g_assert_cmpfloat(fabs(there + slope), <,
                                  1e-5 * (sn_v3_norm(load.force) + load.energy / 0.1));
            }
        }
        for (int s = 0; s < 2; s++)
            sn_pressure_field_free(two.field[s]);
    }
    g_assert_cmpint(pressed, >, 30);
}

/* The same of a box in the hole of a ring, on an L and on half-spaces that give way. */
static void test_concave_gradient(void)
{
    Random r = {31};
    for (int i = 0; i < 4; i++) {
        double x[3], q[4], size[3] = {0.3, 0.35, 0.4};
        Two two = {{box_field(size), depth_field(i % 2 ? shape_corner() : shape_torus(9, 7, 0.3))},
                   {1e4, pow(10, random_uniform(&r, 4, 6))}};
        random_quaternion(&r, q);
        random_vector(&r, 0.1, x);
        x[0] += i % 2 ? -0.1 : 0.8; /* in the solid */
        x[2] += i % 2 ? 0.6 : 0.2;
        const Load load = between(&two, x, q);
        g_assert_cmpfloat(load.energy, >, 1e-3);
        for (int axis = i % 2; axis < 6; axis += 2) {
            const double step = 1e-6;
            const double slope =
                (energy_beside(&two, x, q, axis, step) - energy_beside(&two, x, q, axis, -step)) /
                (2 * step);
            const double there = axis < 3 ? load.force[axis] : load.moment[axis - 3];
            g_assert_cmpfloat(fabs(there + slope), <,
                              1e-5 * (sn_v3_norm(load.force) + load.energy / 0.1));
        }
        double normal[3];
        random_vector(&r, 1, normal);
        sn_v3_normalize(normal, normal);
        const double level = -0.2, steep = i < 2 ? SN_PRESSURE_RIGID : 3e4, step = 1e-6;
        const Load on = on_soft_plane(two.field[1], two.middle[1], normal, level, steep);
        const double slope =
            (on_soft_plane(two.field[1], two.middle[1], normal, level + step, steep).energy -
             on_soft_plane(two.field[1], two.middle[1], normal, level - step, steep).energy) /
            (2 * step);
        g_assert_cmpfloat(fabs(sn_v3_dot(on.force, normal) / slope - 1), <, 1e-5);
        for (int s = 0; s < 2; s++)
            sn_pressure_field_free(two.field[s]);
    }
}

/* Along a way through each other no force leaps: what changes goes down with the step. */
static void test_even(void)
{
    Random r = {5};
    for (int i = 0; i < 6; i++) {
        Two two = {{box_field((double[3]){0.2, 0.1, 0.15}), box_field((double[3]){0.1, 0.2, 0.12})},
                   {1e5, 2e5}};
        double q[4], across[3], leap[2] = {0}, most = 0;
        random_quaternion(&r, q);
        if (i == 0)
            sn_q_copy((double[4]){1, 0, 0, 0}, q); /* sides in line */
        random_vector(&r, i == 1 ? 0 : 0.03, across);
        for (int fine = 0; fine < 2; fine++) {
            const int n = fine ? 2000 : 200;
            Load last = {{0}};
            for (int k = 0; k <= n; k++) {
                double x[3] = {across[0] - 0.3 + 0.6 * k / n, across[1], across[2]}, change[3];
                const Load now = between(&two, x, q);
                sn_v3_sub(now.force, last.force, change);
                leap[fine] = fmax(leap[fine], k > 0 ? sn_v3_norm(change) : 0);
                most = fmax(most, sn_v3_norm(now.force));
                last = now;
            }
        }
        g_assert_cmpfloat(most, >, 1);
        /* centres that meet head on: the force turns around there */
        if (i > 1)
            g_assert_cmpfloat(leap[1], <, 0.25 * leap[0]);
        for (int s = 0; s < 2; s++)
            sn_pressure_field_free(two.field[s]);
    }
}

/* What is not all seen from its middle has no field. */
static void test_refused(void)
{
    Shape box = shape_box(1, 2, 3);
    for (int i = 0; i < 3 * box.n_triangles; i += 3) { /* inside out */
        const int32_t first = box.triangles[i];
        box.triangles[i] = box.triangles[i + 1];
        box.triangles[i + 1] = first;
    }
    g_assert_null(field_of(box));
    g_assert_null(field_of(shape_torus(12, 8, 0.3)));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/pressure-field/cube", test_cube);
    g_test_add_func("/geometry/pressure-field/soft-plane", test_soft_plane);
    g_test_add_func("/geometry/pressure-field/concave", test_concave);
    g_test_add_func("/geometry/pressure-field/ball", test_ball);
    g_test_add_func("/geometry/pressure-field/gradient", test_gradient);
    g_test_add_func("/geometry/pressure-field/concave-gradient", test_concave_gradient);
    g_test_add_func("/geometry/pressure-field/even", test_even);
    g_test_add_func("/geometry/pressure-field/refused", test_refused);
    return g_test_run();
}
