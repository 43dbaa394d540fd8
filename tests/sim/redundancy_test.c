/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Redundant constraints: mechanisms whose mobility is known, at random places and sizes. */
#include "engine/sim/solve/redundancy.h"

#include "engine/base/vec.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/step/parts.h"
#include "tests/sim/random_system.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

#define MOST_LINKS 12

/* Corners of a polygon of n + 1 links, the last on the ground, in a plane turned at random. */
typedef struct Loop {
    SnBuild *build;
    SnSystem *system; /* in the end */
    Random *r;
    int n, hung; /* links, bodies that hang beside the loop */
    double plane[4], corner[MOST_LINKS + 1][3];
    int body[MOST_LINKS], joints[MOST_LINKS + 1];
} Loop;

static int frame_at(Loop *l, int body, const double position[3])
{
    if (body < 0)
        return sn_build_frame(l->build, SN_BUILD_WORLD, position, l->plane);
    double local[3], back[4];
    sn_v3_sub(position, l->build->q[body], local);
    sn_q_conj(l->build->q[body] + 3, back);
    sn_q_rotate(back, local, local);
    sn_q_mul(back, l->plane, back);
    return sn_build_frame(l->build, body, local, back);
}

static int join(Loop *l, const SnJointClass *class, int a, int b, const double position[3])
{
    return sn_build_joint(l->build, class, frame_at(l, a, position), frame_at(l, b, position));
}

static int add_body(Loop *l, const double position[3])
{
    double q[4], inertia[3];
    random_quaternion(l->r, q);
    for (int k = 0; k < 3; k++)
        inertia[k] = random_uniform(l->r, 0.01, 0.015);
    return sn_build_body(l->build, random_uniform(l->r, 0.1, 10), inertia, position, q);
}

/* A closed polygon of hinges about one direction, bodies anywhere, pendulums hanging at them. */
static void make_loop(Loop *l, Random *r, const SnJointClass *class, double compliance)
{
    static const double none[3] = {0, 0, 0};
    l->build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    l->r = r;
    l->n = 3 + (int)random_uniform(r, 0, MOST_LINKS - 3);
    random_quaternion(r, l->plane);
    for (int i = 0; i <= l->n; i++) {
        const double angle = 2 * M_PI * i / (l->n + 1), size = random_uniform(r, 0.3, 1);
        const double flat[3] = {size * cos(angle), size * sin(angle), 0};
        sn_q_rotate(l->plane, flat, l->corner[i]);
    }
    for (int i = 0; i < l->n; i++) {
        double place[3];
        random_vector(r, 1, place);
        l->body[i] = add_body(l, place);
    }
    for (int i = 0; i <= l->n; i++) {
        l->joints[i] =
            join(l, class, i == 0 ? -1 : l->body[i - 1], i == l->n ? -1 : l->body[i], l->corner[i]);
        l->build->system->joints.joints[l->joints[i]].compliance = compliance;
    }
    for (int i = 0; i < l->n; i += 2) { /* beside it: trees, which are no part of it */
        double place[3];
        random_vector(r, 1, place);
        join(l, &SN_JOINT_HINGE, l->body[i], add_body(l, place), place);
    }
    l->system = sn_build_finish(l->build, none);
}

static SnRedundancies *look(SnSystem *system)
{
    SnState *state = sn_state_new(system);
    SnWorkspace *work = sn_workspace_new(system, SN_LINSOLVE_AUTO);
    sn_joints_remember(system, state);
    g_assert_cmpint(sn_factor_mass(system, system->inputs.base, state, work).code, ==,
                    SN_FAULT_NONE);
    SnRedundancies *found = sn_redundant_joints(system, work, SN_REDUNDANT);
    sn_workspace_free(work);
    free(state);
    return found;
}

static int rounds(void)
{
    return sn_cases(25, 500);
}

/* Hinges 5 (n + 1), of which a planar loop of n bodies takes 6 n - (n - 2): three are too many. */
static void test_planar(void)
{
    Random r = {3};
    for (int i = 0; i < rounds(); i++) {
        Loop l = {0};
        make_loop(&l, &r, &SN_JOINT_HINGE, 0);
        SnRedundancies *found = look(l.system);
        g_assert_cmpint(found->n, ==, 1);
        g_assert_cmpint(found->items[0].n_rows, ==, 3);
        g_assert_cmpint(found->items[0].n_joints, ==, l.n + 1); /* not those of the trees */
        for (int k = 0; k <= l.n; k++)
            g_assert_cmpint(found->items[0].joints[k], ==, l.joints[k]);
        sn_redundancies_free(found);
        sn_system_free(l.system);
    }
}

/* Four hinges, the second so far beside the line of the others: the rows that the solver takes for
 * nothing, and those that depend on others. */
static int look_at_linkage(double beside, double dependent, int *repeated)
{
    const double corner[4][3] = {{0, 0, 0}, {1, beside, 0}, {2.5, 0, 0}, {3, 0, 0}};
    const double none[3] = {0, 0, 0};
    Random r = {6};
    Loop l = {.build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3),
              .r = &r,
              .n = 3,
              .plane = {1, 0, 0, 0}};
    for (int i = 0; i < l.n; i++)
        l.body[i] = add_body(&l, corner[i]);
    for (int i = 0; i <= l.n; i++)
        l.joints[i] = join(&l, &SN_JOINT_HINGE, i == 0 ? -1 : l.body[i - 1],
                           i == l.n ? -1 : l.body[i], corner[i]);
    SnSystem *system = sn_build_finish(l.build, none);
    SnState *state = sn_state_new(system);
    SnWorkspace *work = sn_workspace_new(system, SN_LINSOLVE_AUTO);
    sn_joints_remember(system, state);
    g_assert_cmpint(sn_factor_mass(system, system->inputs.base, state, work).code, ==,
                    SN_FAULT_NONE);
    *repeated = sn_linsolve_repeated_rows(work->linear.solver);
    SnRedundancies *found = sn_redundant_joints(system, work, dependent);
    g_assert_cmpint(found->n, ==, 1);
    g_assert_cmpint(found->items[0].n_joints, ==, 4);
    const int n_rows = found->items[0].n_rows;
    sn_redundancies_free(found);
    sn_workspace_free(work);
    free(state);
    sn_system_free(system);
    return n_rows;
}

/* Where it all but lies flat one constraint more says what others say, and the solver sees that. */
static void test_flat(void)
{
    int bent, flat;
    g_assert_cmpint(look_at_linkage(0.5, SN_REDUNDANT_NEARLY, &bent), ==, 3);
    g_assert_cmpint(look_at_linkage(1e-6, SN_REDUNDANT_NEARLY, &flat), ==, 4);
    g_assert_cmpint(flat, >, bent);
    g_assert_cmpint(look_at_linkage(1e-6, SN_REDUNDANT, &flat), ==, 3);
}

/* Ball joints determine a loop; so does a hinge among them. */
static void test_spherical(void)
{
    Random r = {4};
    for (int i = 0; i < rounds(); i++) {
        Loop l = {0};
        make_loop(&l, &r, &SN_JOINT_SPHERICAL, 0);
        SnRedundancies *found = look(l.system);
        g_assert_cmpint(found->n, ==, 0);
        g_assert_cmpint(found->n_skipped, ==, 0);
        sn_redundancies_free(found);
        sn_system_free(l.system);
    }
}

/* A door on k hinges in line: 5 (k - 1) too many, whatever hangs on the door. */
static void test_door(void)
{
    static const double none[3] = {0, 0, 0};
    Random r = {5};
    for (int i = 0; i < rounds(); i++) {
        Loop l = {.build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3), .r = &r};
        const int hinges = 2 + i % 4;
        random_quaternion(&r, l.plane);
        double place[3], axis[3] = {0, 0, 1};
        random_vector(&r, 1, place);
        const int door = add_body(&l, place);
        sn_q_rotate(l.plane, axis, axis);
        for (int k = 0; k < hinges; k++) {
            double at[3] = {0.3, 0.2, 0.1};
            sn_v3_axpy(0.3 * k, axis, at);
            join(&l, &SN_JOINT_HINGE, -1, door, at);
        }
        join(&l, &SN_JOINT_SPHERICAL, door, add_body(&l, place), place);
        SnSystem *system = sn_build_finish(l.build, none);
        SnRedundancies *found = look(system);
        g_assert_cmpint(found->n, ==, 1);
        g_assert_cmpint(found->items[0].n_rows, ==, 5 * (hinges - 1));
        g_assert_cmpint(found->items[0].n_joints, ==, hinges);
        sn_redundancies_free(found);
        sn_system_free(system);
    }
}

/* Gears between the hinges of a chain: as many as there are hinges less one are independent, one
 * more in a circle is not. */
static void test_gears(void)
{
    static const double none[3] = {0, 0, 0};
    Random r = {6};
    for (int extra = 0; extra < 2; extra++) {
        Loop l = {.build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3), .r = &r};
        int hinge[3];
        random_quaternion(&r, l.plane);
        for (int k = 0; k < 3; k++) {
            double place[3];
            random_vector(&r, 1, place);
            hinge[k] = join(&l, &SN_JOINT_HINGE, -1, add_body(&l, place), place);
        }
        for (int k = 0; k < 2 + extra; k++)
            sn_build_gear(l.build, hinge[k], hinge[(k + 1) % 3], 1);
        SnSystem *system = sn_build_finish(l.build, none);
        SnState *state = sn_state_new(system);
        SnWorkspace *work = sn_workspace_new(system, SN_LINSOLVE_AUTO);
        g_assert_cmpint(sn_assemble(system, system->inputs.base, state, work).code, ==,
                        SN_FAULT_NONE);
        g_assert_cmpint(sn_factor_mass(system, system->inputs.base, state, work).code, ==,
                        SN_FAULT_NONE);
        SnRedundancies *found = sn_redundant_joints(system, work, SN_REDUNDANT);
        g_assert_cmpint(found->n, ==, extra);
        if (extra)
            g_assert_cmpint(found->items[0].n_rows, ==, 1);
        sn_redundancies_free(found);
        sn_workspace_free(work);
        free(state);
        sn_system_free(system);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/redundancy/planar", test_planar);
    g_test_add_func("/sim/redundancy/flat", test_flat);
    g_test_add_func("/sim/redundancy/spherical", test_spherical);
    g_test_add_func("/sim/redundancy/door", test_door);
    g_test_add_func("/sim/redundancy/gears", test_gears);
    return g_test_run();
}
