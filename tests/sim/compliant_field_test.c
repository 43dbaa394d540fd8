/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compliant contact of bodies that are soft inside: fields of pressure against closed forms, what
 * they conserve, and their springs along the surface. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/compliant_bristle.h"
#include "engine/sim/solve/solve.h"
#include "tests/geometry/meshes.h"
#include "tests/sim/compliant_scene.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define FIELD 1e5

/* Of the last shape. */
static void add_field(SnBuild *build, Shape shape)
{
    SnCompliantContacts *contacts = sn_compliant_contacts(build->system);
    SnFoundationSurface *s =
        (SnFoundationSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
    s->shape = build->system->contacts.n_shapes - 1;
    s->n = shape.n_triangles;
    s->point = sn_alloc((size_t)s->n, sizeof *s->point);
    s->area = sn_alloc((size_t)s->n, sizeof *s->area);
    s->field = sn_pressure_field_new(shape.n_triangles, shape.triangles, shape.x);
    s->mesh = sn_triangle_mesh_new(shape.n_vertices, shape.n_triangles, shape.triangles);
    s->x = sn_alloc(3 * (size_t)shape.n_vertices, sizeof *s->x);
    memcpy(s->x, shape.x, 3 * (size_t)shape.n_vertices * sizeof *s->x);
    s->tree = sn_box_tree_new(shape.n_triangles,
                              &(SnBoxItems){.corners = 3, .items = s->mesh->triangles, .x = s->x});
    shape_free(&shape);
}

static int add_box(SnBuild *build, const double size[3], const double x[3], const double q[4])
{
    double inertia[3];
    for (int k = 0; k < 3; k++)
        inertia[k] = (sn_v3_dot(size, size) - size[k] * size[k]) / 12;
    const int block = sn_build_body(build, 1, inertia, x, q);
    sn_convex_sphere(sn_v3_norm(size) / 2, &sn_build_contact_shape(build, block)->convex);
    add_field(build, shape_box(size[0] / 2, size[1] / 2, size[2] / 2));
    return block;
}

static void add_field_pair(SnBuild *build, int a, int b, int surface_a, int surface_b)
{
    scene_add_pair(build, (SnCompliantPair){
                              .shape = {a, b}, .surface = {surface_a, surface_b}, .hard = {1, 1}});
}

/* A cube on the ground goes down until its weight is the integral of min(d, s) E / (a / 2). */
static void test_field_rest(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    const double a = 0.1;
    for (int i = 0; i < 4; i++) {
        SnBuild *build = sn_build_new(methods[i], 1e-3);
        scene_add_ground(build);
        add_box(build, (double[3]){a, a, a}, (double[3]){0, 0, 0.5 * a + 1e-3}, NULL);
        SnContactRule *rule = scene_add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->compliant.modulus = FIELD;
        rule->compliant.dissipation = 5;
        add_field_pair(build, 1, 0, 0, -1);
        SnTrial t = sn_trial_new(sn_build_finish(build, SCENE_DOWN), SN_LINSOLVE_AUTO);
        sn_trial_steps(&t, 1500);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        const double d = 0.5 * a - scene_height(&t);
        const double force = FIELD * 2 / a * (a * a * d - 2 * a * d * d + 4.0 / 3 * d * d * d);
        g_assert_cmpfloat(fabs(force / 9.81 - 1), <, 1e-4);
        g_assert_cmpfloat(fabs(sn_compliant_sums(t.system, t.work, 0)->normal_force / 9.81 - 1), <,
                          1e-4);
        g_assert_cmpfloat(fabs(scene_rate(&t)), <, 1e-6);
        sn_trial_free(&t);
    }
}

/* Derivative of a spring at no stretch by what both bodies do, against differences. */
static void test_bristle_jacobian(void)
{
    Random r = {41};
    for (int i = 0; i < 20; i++) {
        double rotation[2][9], center[2][3], q[4], stiffness[12][12] = {{0}}, kept[SN_N_BRISTLE];
        SnPlacedShape placed[2];
        SnBristleSum sum = {.pressing = 1};
        SnBristle b;
        kept[SN_BRISTLE_STIFFNESS] = random_uniform(&r, 1, 1e4);
        random_vector(&r, 1, sum.normal);
        for (int s = 0; s < 2; s++) {
            random_quaternion(&r, q);
            sn_q_to_m3(q, rotation[s]);
            random_vector(&r, 0.2, center[s]);
            placed[s] = (SnPlacedShape){.center = center[s], .rotation = rotation[s]};
            sn_v3_copy(center[s], placed[s].origin);
            sn_m3_tmul_v3(rotation[s], (double[3]){-center[s][0], -center[s][1], -center[s][2]},
                          kept + (s == 0 ? SN_BRISTLE_ROOT : SN_BRISTLE_ANCHOR));
        }
        g_assert_true(sn_bristle_at(kept, &sum, placed, &b));
        sn_bristle_stiffen(&b, b.stiffness, false, stiffness);
        for (int c = 0; c < 12; c++) {
            const int s = c / 6;
            double before[9], turn[4], by[9], angle[3] = {0}, force[3], wrench[2][12];
            memcpy(before, rotation[s], sizeof before);
            for (int side = 0; side < 2; side++) {
                const double step = side == 0 ? -1e-6 : 1e-6, at = center[s][c % 3];
                angle[c % 3] = step;
                sn_q_exp(angle, turn);
                sn_q_to_m3(turn, by);
                if (c % 6 < 3)
                    center[s][c % 3] += step;
                else
                    sn_m3_mul(before, by, rotation[s]);
                sn_v3_copy(center[s], placed[s].origin);
                g_assert_true(sn_bristle_at(kept, &sum, placed, &b));
                sn_bristle_force(&b, sn_bristle_pull(&b, b.size, 1e9), force, wrench[side]);
                center[s][c % 3] = at;
                memcpy(rotation[s], before, sizeof before);
                sn_v3_copy(center[s], placed[s].origin);
            }
            for (int row = 0; row < 12; row++)
                g_assert_cmpfloat(
                    fabs((wrench[1][row] - wrench[0][row]) / 2e-6 - stiffness[row][c]), <,
                    1e-5 * b.stiffness);
        }
    }
}

/* A cube on the ground that is driven sideways: held by springs along its foot it moves by
 * F / (r k A), k = E / (a / 2) the stiffness per area across, and tilts by what the moment F a / 2
 * does to k a^4 / 12; there it stays.  Beyond friction it slides evenly faster. */
static void test_field_stick(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER,   SN_STEP_NEWTON_TRAPEZOIDAL,
                                           SN_STEP_RUNGE_KUTTA_4,  SN_STEP_SYMPLECTIC_EULER};
    const double a = 0.1, ratio = 0.3, modulus = 30 * FIELD, k = modulus * 2 / a;
    for (int i = 0; i < 12; i++) {
        const double side = i < 6 ? 0.5 : 6, deep = 9.81 / (k * a * a);
        SnBuild *build = sn_build_new(methods[i % 6], 1e-3);
        scene_add_ground(build);
        add_box(build, (double[3]){a, a, a}, (double[3]){0, 0, 0.5 * a - deep}, NULL);
        SnContactRule *rule = scene_add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->friction = 0.5;
        rule->compliant.modulus = modulus;
        rule->compliant.lateral_stiffness = ratio;
        rule->compliant.dissipation = i % 6 == 5 ? 50 : 300;
        add_field_pair(build, 1, 0, 0, -1);
        SnTrial t =
            sn_trial_new(sn_build_finish(build, (double[3]){side, 0, -9.81}), SN_LINSOLVE_AUTO);
        const double *v =
            sn_state_u_const(t.state) + t.system->blocks[t.system->contacts.shapes[1].block].u;
        sn_trial_steps(&t, 1); /* there they come to press */
        const double start = scene_place(&t)[0], there = side / (k * a * a) * (1 / ratio + 3);
        double sum = 0;
        sn_trial_steps(&t, 300);
        const double before = v[0];
        for (int n = 0; n < 500; n++) {
            sn_trial_steps(&t, 1);
            sum += (scene_place(&t)[0] - start) / 500;
        }
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        if (i >= 6) { /* it slips everywhere */
            g_assert_cmpfloat(fabs((v[0] - before) / 0.5 - (side - 0.5 * 9.81)), <,
                              0.01 * 0.5 * 9.81);
        } else if (i == 0 || i == 2) {
            g_assert_cmpfloat(fabs((scene_place(&t)[0] - start) / there - 1), <, 0.01);
            g_assert_cmpfloat(fabs(v[0]), <, 1e-12);
        } else { /* swings about that */
            g_assert_cmpfloat(fabs(sum / there - 1), <, 0.2);
        }
        sn_trial_free(&t);
    }
}

/* A hard plate that starts too deep, slides and comes to rest, of steps too long to see
 * it rock: friction is that of its weight, and where it rests nothing moves. */
static void test_field_slide(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_NEWTON_EULER};
    const double a = 0.1, friction = 0.3, k = 100 * FIELD / (a / 10);
    for (int i = 0; i < 4; i++) {
        SnBuild *build = sn_build_new(methods[i % 2], i < 2 ? 1e-3 : 5e-4);
        scene_add_ground(build);
        const double deep = 10 * 9.81 / (k * a * a);
        const int block =
            add_box(build, (double[3]){a, a, a / 5}, (double[3]){0, 0, a / 10 - deep}, NULL);
        sn_build_velocity(build, block, (double[3]){2, 0, 0}, (double[3]){0});
        SnContactRule *rule = scene_add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->friction = friction;
        rule->compliant.modulus = 100 * FIELD;
        rule->compliant.dissipation = 5;
        add_field_pair(build, 1, 0, 0, -1);
        SnTrial t = sn_trial_new(sn_build_finish(build, SCENE_DOWN), SN_LINSOLVE_AUTO);
        const double *v =
            sn_state_u_const(t.state) + t.system->blocks[t.system->contacts.shapes[1].block].u;
        sn_trial_steps(&t, 50);
        const double before = v[0], time = 80 * t.system->step_size;
        sn_trial_steps(&t, 80);
        g_assert_cmpfloat(fabs((before - v[0]) / (friction * 9.81 * time) - 1), <, 0.01);
        sn_trial_steps(&t, (int)(0.7 / t.system->step_size)); /* it stops after 0.68 s */
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(fabs(sn_compliant_sums(t.system, t.work, 0)->penetration / deep * 10 - 1),
                          <, 1e-3);
        g_assert_cmpfloat(sn_v3_norm(v) + sn_v3_norm(v + 3), <, 1e-6);
        g_assert_cmpfloat(fabs(sn_compliant_sums(t.system, t.work, 0)->normal_force / 9.81 - 1), <,
                          1e-6);
        sn_trial_free(&t);
    }
}

/* Plates that fall on an edge, ever harder, of a step far too long for all of them: they come to
 * rest with their weight, or the step is refused, and nothing is wrong without a word. */
static void test_field_hard(void)
{
    const double a = 0.1;
    int rest = 0;
    for (int i = 0; i < 8; i++) {
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 5e-3);
        scene_add_ground(build);
        const int block =
            add_box(build, (double[3]){a, a, a / 5}, (double[3]){0, 0, 0.4 * a}, NULL);
        sn_build_velocity(build, block, (double[3]){0.3, 0.1, 0}, (double[3]){2, 1, 0});
        SnContactRule *rule = scene_add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->friction = 0.5;
        rule->compliant.modulus = 1e6 * pow(10, i);
        rule->compliant.dissipation = 2;
        add_field_pair(build, 1, 0, 0, -1);
        SnTrial t = sn_trial_new(sn_build_finish(build, SCENE_DOWN), SN_LINSOLVE_AUTO);
        sn_trial_steps(&t, 160);
        if (t.fault.code == SN_FAULT_NONE) {
            const double *u =
                sn_state_u_const(t.state) + t.system->blocks[t.system->contacts.shapes[1].block].u;
            g_assert_cmpfloat(fabs(sn_compliant_sums(t.system, t.work, 0)->normal_force / 9.81 - 1),
                              <, 1e-3);
            g_assert_cmpfloat(sn_v3_norm(u) + sn_v3_norm(u + 3), <, 1e-3);
            rest++;
        }
        sn_trial_free(&t);
    }
    g_assert_cmpint(rest, >=, 5);
}

/* A ball that presses on the ground is pushed sideways: with the pressure p(r) = E (1 - s / R),
 * s^2 = (R - d)^2 + r^2, each place has k u or slips, Q = integral of min(k u, mu p), k = ratio
 * E / R. */
static void test_field_ball(void)
{
    const double ratio = 0.5, friction = 0.4, deep = 0.05, z = 1 - deep;
    double error[2] = {0};
    for (int fine = 0; fine < 2; fine++) {
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
        scene_add_ground(build);
        const int block = sn_build_body(build, 1, (double[3]){1, 1, 1}, (double[3]){0, 0, z}, NULL);
        sn_convex_sphere(1, &sn_build_contact_shape(build, block)->convex);
        add_field(build, shape_sphere(fine ? 32 : 16));
        SnContactRule *rule = scene_add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->friction = friction;
        rule->compliant.modulus = FIELD;
        rule->compliant.lateral_stiffness = ratio;
        add_field_pair(build, 1, 0, 0, -1);
        SnTrial t = sn_trial_new(sn_build_finish(build, SCENE_NONE), SN_LINSOLVE_AUTO);
        scene_push_to(&t, 0);
        for (int i = 1; i <= 20; i++) {
            const double u = 0.06 * friction * deep / ratio * i; /* 1: it slips everywhere */
            double q = 0;
            for (int n = 0; n < 2000; n++) {
                const double square = (1 - z * z) * (n + 0.5) / 2000;
                const double p = FIELD * (1 - sqrt(z * z + square));
                q += M_PI * (1 - z * z) / 2000 * fmin(ratio * FIELD * u, friction * p);
            }
            error[fine] = fmax(error[fine], fabs(scene_push_to(&t, u) / q - 1));
        }
        sn_trial_free(&t);
    }
    g_assert_cmpfloat(error[1], <, 0.02);
    g_assert_cmpfloat(error[1], <, 0.4 * error[0]);
}

/* Boxes that fly into each other, turned and spinning anyhow. */
static void test_field_conserved(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    Random r = {29};
    const int cases = sn_cases(8, 100);
    int touched = 0;
    for (int k = 0; k < cases; k++) {
        SnBuild *build = sn_build_new(methods[k % 4], 1e-3);
        for (int i = 0; i < 3; i++) {
            double size[3], x[3], q[4], v[3], w[3];
            for (int c = 0; c < 3; c++)
                size[c] = random_uniform(&r, 0.05, 0.2);
            random_vector(&r, 0.03, x);
            x[0] += 0.25 * (i - 1);
            random_quaternion(&r, q);
            random_vector(&r, 0.3, v);
            random_vector(&r, 5, w);
            v[0] -= 2 * (i - 1);
            sn_build_velocity(build, add_box(build, size, x, q), v, w);
        }
        SnContactRule *rule = scene_add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->compliant.modulus = FIELD;
        rule->friction = k % 3 ? 0.5 : 0;
        rule->compliant.lateral_stiffness = k / 4 % 2 ? random_uniform(&r, 0.05, 2) : 0;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < a; b++)
                add_field_pair(build, a, b, a, b);
        SnTrial t = sn_trial_new(sn_build_finish(build, SCENE_NONE), SN_LINSOLVE_AUTO);
        double both[2], before[6], now[6];
        sn_audit(t.system, t.state, t.work, both, before);
        const double first = both[0] + both[1];
        for (int i = 0; i < 250; i++) {
            sn_trial_steps(&t, 1);
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
            touched += sn_compliant_sums(t.system, t.work, 0)->n > 0;
            sn_audit(t.system, t.state, t.work, both, now);
            g_assert_cmpfloat(both[0] + both[1] - first, <, 1e-3 * first);
            for (int c = 0; c < 3; c++)
                g_assert_cmpfloat(fabs(now[c] - before[c]), <, 1e-12);
        }
        sn_trial_free(&t);
    }
    g_assert_cmpint(touched, >, 30 * cases);
}

static int add_ellipsoid(SnBuild *build, const double half[3], const double x[3], const double q[4])
{
    double inertia[3];
    for (int k = 0; k < 3; k++)
        inertia[k] = (sn_v3_dot(half, half) - half[k] * half[k]) / 5;
    const int block = sn_build_body(build, 1, inertia, x, q);
    Shape shape = shape_sphere(12);
    for (int i = 0; i < 3 * shape.n_vertices; i++)
        shape.x[i] *= half[i % 3];
    sn_convex_sphere(sn_v3_norm(half), &sn_build_contact_shape(build, block)->convex);
    add_field(build, shape);
    return block;
}

/* Two equal balls of which one spins meet head on without friction: none is pushed aside, the one
 * goes on spinning, and the other does not begin to. */
static void test_field_spin(void)
{
    const double r = 0.1, half[3] = {r, r, r};
    for (int spins = 0; spins < 2; spins++) {
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
        for (int i = 0; i < 2; i++) {
            const double way = i == 0 ? 1 : -1;
            const int block = add_ellipsoid(build, half, (double[3]){-1.2 * r * way, 0, 0}, NULL);
            sn_build_velocity(build, block, (double[3]){way, 0, 0},
                              (double[3]){0, i == spins ? 50 : 0, 0});
        }
        SnContactRule *rule = scene_add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->friction = 0;
        rule->compliant.modulus = 10 * FIELD;
        add_field_pair(build, 1, 0, 1, 0);
        SnTrial t = sn_trial_new(sn_build_finish(build, SCENE_NONE), SN_LINSOLVE_AUTO);
        sn_trial_steps(&t, 200);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        for (int i = 0; i < 2; i++) {
            const double *u =
                sn_state_u_const(t.state) + t.system->blocks[t.system->contacts.shapes[i].block].u;
            g_assert_cmpfloat(u[0] * (i == 0 ? 1 : -1), <, -0.7);
            g_assert_cmpfloat(hypot(u[1], u[2]), <, 1e-3);
            g_assert_cmpfloat(fabs(u[4] - (i == spins ? 50 : 0)), <, 0.01);
        }
        sn_trial_free(&t);
    }
}

/* Ellipsoids slide over each other without friction, where what the fields hold is concave along
 * the way: the forces of the end of a step alone would gain energy there. */
static void test_field_slides_over(void)
{
    Random r = {12};
    double most = 0;
    for (int k = 0; k < sn_cases(4, 40); k++) {
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 2e-3);
        for (int i = 0; i < 2; i++) {
            double half[3], q[4], v[3], w[3];
            for (int c = 0; c < 3; c++)
                half[c] = random_uniform(&r, 0.05, 0.15);
            random_quaternion(&r, q);
            random_vector(&r, 0.5, v);
            random_vector(&r, 10, w);
            v[2] = 1 - 2 * i;
            const int block =
                add_ellipsoid(build, half, (double[3]){0.05 * i, 0.02 * i, 0.28 * i}, q);
            sn_build_velocity(build, block, v, w);
        }
        SnContactRule *rule = scene_add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->friction = 0;
        rule->compliant.modulus = FIELD * random_uniform(&r, 0.5, 2);
        add_field_pair(build, 1, 0, 1, 0);
        SnTrial t = sn_trial_new(sn_build_finish(build, SCENE_NONE), SN_LINSOLVE_AUTO);
        double both[2], least = HUGE_VAL, first = 0;
        for (int i = 0; i < 250; i++) {
            sn_audit(t.system, t.state, t.work, both, NULL);
            first = fmax(first, both[0] + both[1]);
            least = fmin(least, both[0] + both[1]);
            most = fmax(most, (both[0] + both[1] - least) / first);
            sn_trial_steps(&t, 1);
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        }
        sn_trial_free(&t);
    }
    g_assert_cmpfloat(most, <, 1e-5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/compliant-field/rest", test_field_rest);
    g_test_add_func("/sim/compliant-field/bristle-jacobian", test_bristle_jacobian);
    g_test_add_func("/sim/compliant-field/stick", test_field_stick);
    g_test_add_func("/sim/compliant-field/slide", test_field_slide);
    g_test_add_func("/sim/compliant-field/hard", test_field_hard);
    g_test_add_func("/sim/compliant-field/ball", test_field_ball);
    g_test_add_func("/sim/compliant-field/conserved", test_field_conserved);
    g_test_add_func("/sim/compliant-field/spin", test_field_spin);
    g_test_add_func("/sim/compliant-field/slides-over", test_field_slides_over);
    return g_test_run();
}
