/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rigid bodies that are not convex: their surfaces never cut, whatever their shape; energy never
 * grows; they come to rest; what begins overlapped is pulled apart; the same bits from any state.
 */
#include "engine/base/vec.h"
#include "engine/check/build/build_contact.h"
#include "engine/sim/contact/contact.h"
#include "tests/geometry/meshes.h"
#include "tests/sim/resumed.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const double DOWN[3] = {0, 0, -9.81}, NONE[3] = {0, 0, 0};

/* A body of about 1 kg and 0.1 m; shape scaled down from radius 1, which is freed. */
static int add_body(SnBuild *build, Shape shape, const double position[3], const double q[4])
{
    static const double unit[4] = {1, 0, 0, 0};
    shape_place(&shape, 0.1, unit, NONE);
    const int block =
        sn_build_body(build, 1, (double[3]){4e-3, 5e-3, 4.5e-3}, position, q ? q : unit);
    sn_build_contact_mesh(build, block, shape.n_vertices, shape.x, shape.n_triangles,
                          shape.triangles);
    shape_free(&shape);
    return block;
}

static void add_ground(SnBuild *build)
{
    const int block = sn_build_body(build, 1, (double[3]){1, 1, 1}, NONE, NULL);
    sn_build_fix(build, block);
    sn_convex_half_space(&sn_build_contact_shape(build, block)->convex);
}

static SnTrial start(SnBuild *build, double friction, const double gravity[3])
{
    sn_build_contact_rule(build, &(SnContactRule){.enabled = true, .friction = friction});
    return sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
}

/* --- do they cut? --- */

/* All meshes of a system where they are, by the exact test of contour.h. */
static int cuts(const SnTrial *t)
{
    const SnSystemContacts *c = &t->system->contacts;
    Surface *surface = g_new0(Surface, c->n_surfaces);
    SnContour contour = {0};
    int n = 0;
    sn_contour_reserve(&contour, 256);
    for (int i = 0; i < c->n_surfaces; i++) {
        const SnTouchSurface *s = &c->surfaces[i];
        if (s->n_triangles == 0)
            continue;
        Shape shape = {.n_vertices = s->n_vertices,
                       .n_triangles = s->n_triangles,
                       .x = g_memdup2(s->local, 3 * sizeof(double) * (gsize)s->n_vertices),
                       .triangles =
                           g_memdup2(s->triangles, 3 * sizeof(int32_t) * (gsize)s->n_triangles)};
        const double *pose = sn_state_q_const(t->state) + t->system->blocks[s->block].q;
        shape_place(&shape, 1, pose + 3, pose);
        surface[i] = surface_new(shape);
        for (int j = 0; j < i; j++) {
            if (!surface[j].mesh)
                continue;
            while (!sn_contour_find(&surface[j].view, &surface[i].view, &contour))
                sn_contour_grow(&contour);
            n += contour.n_segments > 0;
        }
    }
    for (int i = 0; i < c->n_surfaces; i++)
        if (surface[i].mesh)
            surface_free(&surface[i]);
    sn_contour_clear(&contour);
    g_free(surface);
    return n;
}

static double energy_of(const SnTrial *t)
{
    double both[2], momentum[6];
    sn_audit(t->system, t->state, t->work, both, momentum);
    return both[0] + both[1];
}

/* Stars, rings, corners and others fly at each other and fall on the ground. */
static void test_never_cut(void)
{
    Random r = {11};
    int touched = 0;
    for (int k = 0; k < sn_cases(4, 200); k++) {
        SnBuild *build = sn_build_new(k % 2 ? SN_STEP_TRAPEZOIDAL : SN_STEP_BACKWARD_EULER, 4e-3);
        add_ground(build);
        for (int i = 0; i < 4; i++) {
            double q[4], v[3], w[3];
            random_quaternion(&r, q);
            random_vector(&r, 1, v);
            random_vector(&r, 5, w);
            Shape shape = i == 0   ? shape_corner()
                          : i == 1 ? shape_torus(8, 5, 0.3)
                                   : shape_star(&r, 2);
            const int block =
                add_body(build, shape, (double[3]){0.05 * (i % 2), 0.03 * i, 0.3 + 0.32 * i}, q);
            v[2] -= 2;
            sn_build_velocity(build, block, v, w);
        }
        SnTrial t = start(build, 0.3 * (k % 3), DOWN);
        double last = energy_of(&t);
        const double first = last;
        for (int i = 0; i < 150; i++) {
            sn_trial_steps(&t, 1);
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
            g_assert_cmpint(cuts(&t), ==, 0);
            const double energy = energy_of(&t);
            g_assert_cmpfloat(energy - last, <, 1e-9 * first + t.work->contacts->lifted);
            last = energy;
            touched += sn_contacts_count(t.system, t.state) > 0;
        }
        sn_trial_free(&t);
    }
    g_assert_cmpint(touched, >, 100);
}

/* Corners thrown on the ground and on each other lie still in the end. */
static void test_rest(void)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 2e-3);
    add_ground(build);
    for (int i = 0; i < 3; i++)
        add_body(build, shape_corner(), (double[3]){0.02 * i, 0.01 * i, 0.15 + 0.25 * i},
                 (double[4]){cos(i), sin(i) * 0.6, 0, sin(i) * 0.8});
    SnTrial t = start(build, 0.6, DOWN);
    sn_trial_steps(&t, 1500);
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
    for (int i = 0; i < t.system->n_u; i++)
        g_assert_cmpfloat(fabs(sn_state_u_const(t.state)[i]), <, 1e-6);
    sn_trial_free(&t);
}

/* What overlaps at the start is apart after a while, and nothing is thrown: balls, rings side by
 * side and on each other, corners. */
static void test_apart(void)
{
    static const double places[4][3] = {
        {0.19, 0, 0.013}, {0.24, 0.01, 0.013}, {0.01, 0, 0.055}, {0.125, 0.01, 0.013}};
    for (int k = 0; k < 4; k++) {
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 2e-3);
        for (int i = 0; i < 2; i++)
            add_body(build,
                     k == 0  ? shape_sphere(4)
                     : k < 3 ? shape_torus(12, 8, 0.3)
                             : shape_corner(),
                     i == 0 ? NONE : places[k], (double[4]){cos(0.2 * i), 0, 0, sin(0.2 * i)});
        SnTrial t = start(build, 0.3, NONE);
        g_assert_cmpint(cuts(&t), >, 0);
        sn_trial_steps(&t, 200);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpint(cuts(&t), ==, 0);
        for (int i = 0; i < t.system->n_u; i++)
            g_assert_cmpfloat(fabs(sn_state_u_const(t.state)[i]), <, 1e-3);
        sn_trial_free(&t);
    }
}

/* A ring on a hook: another ring that stands still. */
static void test_hangs(void)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 2e-3);
    const int hook =
        add_body(build, shape_torus(16, 8, 0.25), NONE, (double[4]){M_SQRT1_2, M_SQRT1_2, 0, 0});
    sn_build_fix(build, hook);
    add_body(build, shape_torus(16, 8, 0.25), (double[3]){0, 0, -0.1},
             (double[4]){0.5, 0.5, 0.5, 0.5});
    SnTrial t = start(build, 0.3, DOWN);
    sn_trial_steps(&t, 1000);
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
    g_assert_cmpfloat(sn_state_q_const(t.state)[t.system->blocks[1].q + 2], >, -0.2);
    g_assert_cmpint(sn_contacts_count(t.system, t.state), >, 0);
    g_assert_cmpint(cuts(&t), ==, 0);
    sn_trial_free(&t);
}

/* It swings down from the side in steps that are too long for its arc, in which it sinks in: what
 * that lifts when it is pushed out again is no energy that was there. */
static void test_swings(void)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.02);
    const int hook =
        add_body(build, shape_torus(16, 8, 0.25), NONE, (double[4]){M_SQRT1_2, M_SQRT1_2, 0, 0});
    sn_build_fix(build, hook);
    add_body(build, shape_torus(16, 8, 0.25), (double[3]){0.1, 0, 0}, (double[4]){1, 0, 0, 0});
    SnTrial t = start(build, 0.5, DOWN);
    double both[2], momentum[6], least = HUGE_VAL, rise = 0, swing = 0;
    for (int i = 0; i < 100; i++) {
        sn_audit(t.system, t.state, t.work, both, momentum);
        least = fmin(least, both[0] + both[1]);
        rise = fmax(rise, both[0] + both[1] - least);
        swing = fmax(swing, both[0]);
        const SnStepInputs inputs = sn_step_inputs_constant(t.system->inputs.base);
        const SnFault fault = sn_step_varying(t.system, &inputs, t.state, t.work);
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
    }
    g_assert_cmpfloat(swing, >, 0.1);
    g_assert_cmpfloat(rise, <, 3e-3 * swing);
    sn_trial_free(&t);
}

static void test_resumed(void)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 2e-3);
    add_ground(build);
    for (int i = 0; i < 3; i++)
        add_body(build, i == 1 ? shape_torus(8, 5, 0.3) : shape_corner(),
                 (double[3]){0.02 * i, 0, 0.15 + 0.25 * i}, NULL);
    SnTrial t = start(build, 0.4, DOWN);
    sn_trial_steps(&t, 400);
    g_assert_cmpint(sn_contacts_count(t.system, t.state), >, 0);
    check_resumed(&t, 50);
    sn_trial_free(&t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mesh-contact/never-cut", test_never_cut);
    g_test_add_func("/mesh-contact/rest", test_rest);
    g_test_add_func("/mesh-contact/apart", test_apart);
    g_test_add_func("/mesh-contact/hangs", test_hangs);
    g_test_add_func("/mesh-contact/swings", test_swings);
    g_test_add_func("/mesh-contact/resumed", test_resumed);
    return g_test_run();
}
