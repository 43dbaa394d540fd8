/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Geometry of paths: lengths by hand, derivatives against differences at random states. */
#include "engine/sim/path/path_geometry.h"

#include "engine/base/vec.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "tests/sim/random_system.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define STATES 8
#define STEP   1e-6

/* From a point of the world over a particle to a point of a body that is turned a quarter. */
static void test_by_hand(void)
{
    const double quarter[4] = {sqrt(0.5), 0, 0, sqrt(0.5)}, one[3] = {1, 1, 1}, still[3] = {0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    const int particle = sn_build_particle(build, 1, (double[3]){3, 4, 0});
    const int body = sn_build_body(build, 1, one, (double[3]){3, 0, 2}, quarter);
    sn_build_velocity(build, particle, (double[3]){5, 0, 0}, NULL);
    sn_build_velocity(build, body, (double[3]){0, 0, 1}, (double[3]){0, 0, 2});
    const int points[3] = {sn_build_point(build, SN_BUILD_WORLD, still),
                           sn_build_point(build, particle, still),
                           sn_build_point(build, body, (double[3]){4, 0, 0})};
    sn_build_spring(build, 3, points, 1, 0, 0);
    SnTrial trial = sn_trial_new(sn_build_finish(build, still), SN_LINSOLVE_DENSE);
    const SnSystem *s = trial.system;
    sn_kinematics(s, sn_state_q(trial.state), sn_state_u(trial.state), trial.work);
    const SnPathGeometry path = sn_path_geometry(s, trial.state, trial.work, &s->paths.paths[0]);
    /* the body's point is at (3, 4, 2) and moves with (-8, 0, 1) */
    g_assert_cmpint(path.n_contacts, ==, 3);
    g_assert_cmpint(path.contacts[0].block, ==, -1);
    g_assert_cmpfloat_with_epsilon(path.contacts[0].length, 5, 1e-14);
    g_assert_cmpfloat_with_epsilon(path.contacts[1].length, 2, 1e-14);
    g_assert_cmpfloat(path.contacts[2].length, ==, 0);
    g_assert_cmpfloat_with_epsilon(path.contacts[1].direction[2], 1, 1e-14);
    g_assert_cmpfloat_with_epsilon(path.length, 7, 1e-14);
    g_assert_cmpfloat_with_epsilon(path.rate, 3 + 1, 1e-14);
    g_assert_cmpfloat_with_epsilon(sn_path_start_length(s, &s->paths.paths[0]), 7, 1e-14);
    sn_trial_free(&trial);
}

/* Points on top of each other: no direction, no force, nothing that is not a number. */
static void test_no_length(void)
{
    const double still[3] = {0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    const int a = sn_build_particle(build, 1, still), b = sn_build_particle(build, 1, still);
    sn_build_velocity(build, a, (double[3]){1, 2, 3}, NULL);
    const int points[2] = {sn_build_point(build, a, still), sn_build_point(build, b, still)};
    sn_build_spring(build, 2, points, 1, 1, 0.5);
    SnTrial trial = sn_trial_new(sn_build_finish(build, still), SN_LINSOLVE_DENSE);
    const SnSystem *s = trial.system;
    SnPathGradient gradient;
    sn_kinematics(s, sn_state_q(trial.state), sn_state_u(trial.state), trial.work);
    const SnPathGeometry path = sn_path_geometry(s, trial.state, trial.work, &s->paths.paths[0]);
    sn_path_gradient(s, trial.state, trial.work, &s->paths.paths[0], &path, &gradient);
    g_assert_cmpfloat(path.length, ==, 0);
    g_assert_cmpfloat(path.rate, ==, 0);
    for (int k = 0; k < 3; k++) {
        g_assert_cmpfloat(gradient.length[0][k], ==, 0);
        g_assert_cmpfloat(gradient.rate[0][k], ==, 0);
    }
    sn_trial_free(&trial);
}

typedef struct Fixture {
    SnSystem *system;
    SnState *state, *moved;
    SnWorkspace *work;
} Fixture;

static SnPathGeometry geometry_at(Fixture *f, const SnState *state, int path)
{
    sn_kinematics(f->system, state->data + state->q, state->data + state->u, f->work);
    return sn_path_geometry(f->system, state, f->work, &f->system->paths.paths[path]);
}

/* Differences of the length along each velocity of the path's blocks, and the pull. */
static void check_lengths(Fixture *f, int number)
{
    const SnSystem *s = f->system;
    const SnSystemPath *path = &s->paths.paths[number];
    double *pull = calloc((size_t)s->n_u + 1, sizeof(double));
    const SnPathGeometry now = geometry_at(f, f->state, number);
    sn_path_pull(s, f->work, &now, 1, pull);
    for (int b = 0; b < path->n_blocks; b++) {
        const SnBlock *block = &s->blocks[s->paths.block[path->blocks + b]];
        for (int k = 0; k < block->n; k++) {
            double length[2];
            for (int side = 0; side < 2; side++) {
                memcpy(f->moved, f->state, f->state->size);
                displace_one(s, sn_state_q(f->moved), block->u + k, side ? STEP : -STEP);
                length[side] = geometry_at(f, f->moved, number).length;
            }
            g_assert_cmpfloat_with_epsilon(-pull[block->u + k],
                                           (length[1] - length[0]) / (2 * STEP), 1e-8);
        }
    }
    free(pull);
}

/* Of length and rate along a velocity, of fourth order: where the plane of a path over a mesh turns
 * fast, their third derivatives are large. */
static void differences(Fixture *f, int number, int velocity, double *by_length, double *by_rate)
{
    double length[2], rate[2];
    for (int half = 0; half < 2; half++) {
        const double h = half ? 2 * STEP : 4 * STEP;
        length[half] = rate[half] = 0;
        for (int sign = -1; sign <= 1; sign += 2) {
            memcpy(f->moved, f->state, f->state->size);
            displace_one(f->system, sn_state_q(f->moved), velocity, sign * h);
            const SnPathGeometry there = geometry_at(f, f->moved, number);
            length[half] += sign * there.length / (2 * h);
            rate[half] += sign * there.rate / (2 * h);
        }
    }
    *by_length = (4 * length[1] - length[0]) / 3;
    *by_rate = (4 * rate[1] - rate[0]) / 3;
}

/* The same with the rate, and both as gradients. */
static void check_path(Fixture *f, int number)
{
    const SnSystem *s = f->system;
    const SnSystemPath *path = &s->paths.paths[number];
    double *pull = calloc((size_t)s->n_u + 1, sizeof(double));
    SnPathGradient gradient;
    const SnPathGeometry now = geometry_at(f, f->state, number);
    sn_path_gradient(s, f->state, f->work, path, &now, &gradient);
    sn_path_pull(s, f->work, &now, 1, pull);
    g_assert_cmpfloat_with_epsilon(sn_path_rate_at(s, f->work, &now, sn_state_u(f->state)),
                                   now.rate, 1e-12);
    double along = 0;
    for (int b = 0; b < path->n_blocks; b++) {
        const SnBlock *block = &s->blocks[s->paths.block[path->blocks + b]];
        for (int k = 0; k < block->n; k++) {
            double by_length, by_rate;
            differences(f, number, block->u + k, &by_length, &by_rate);
            g_assert_cmpfloat_with_epsilon(gradient.length[b][k], by_length, 1e-8);
            g_assert_cmpfloat_with_epsilon(gradient.rate[b][k], by_rate,
                                           1e-6 * fmax(1, 0.1 * fabs(gradient.rate[b][k])));
            g_assert_cmpfloat_with_epsilon(pull[block->u + k], -gradient.length[b][k], 1e-12);
            along += gradient.length[b][k] * sn_state_u(f->state)[block->u + k];
        }
    }
    g_assert_cmpfloat_with_epsilon(along, now.rate, 1e-12);
    free(pull);
}

static void test_derivatives(gconstpointer data)
{
    const unsigned parts = GPOINTER_TO_UINT(data);
    int touched = 0;
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        SnSystem *system = random_system(seed, parts, SN_STEP_BACKWARD_EULER, 0.01);
        Fixture f = {.system = system,
                     .state = sn_state_new(system),
                     .moved = sn_state_new(system),
                     .work = sn_workspace_new(system, SN_LINSOLVE_DENSE)};
        g_assert_cmpint(sn_path_max_contacts(system), ==, parts & RANDOM_WRAPS ? 8 : 4);
        for (int i = 0; i < system->paths.n; i++) {
            touched += geometry_at(&f, f.state, i).n_contacts > 2;
            check_path(&f, i);
        }
        sn_workspace_free(f.work);
        free(f.state);
        free(f.moved);
        sn_system_free(system);
    }
    if (parts == RANDOM_WRAPS)
        g_assert_cmpint(touched, >, 2 * STATES);
}

/* Two bars on a joint of a class, a string from the world over the second to a point of the first
 * that glides with the joint: how its length changes, also where the joint is open. */
static void test_joints(gconstpointer data)
{
    static const SnJointClass *const classes[] = {
        &SN_JOINT_HINGE,  &SN_JOINT_SLIDER, &SN_JOINT_UNIVERSAL,  &SN_JOINT_GIMBAL,
        &SN_JOINT_PLANAR, &SN_JOINT_FREE,   &SN_JOINT_CYLINDRICAL};
    static const double x[] = {-2, -0.5, 0.4, 2}, y[] = {0.1, 0.3, -0.1, 0.2}, line[] = {0, 0.2};
    static const SnFunctionText functions[3] = {
        {SN_FUNCTION_SIMM_SPLINE, .n_x = 4, .n_y = 4, .x = x, .y = y, .scale = 1},
        {SN_FUNCTION_LINEAR, .n_coefficients = 2, .coefficients = line, .scale = 1},
        {SN_FUNCTION_CONSTANT, .n_coefficients = 1, .coefficients = line, .scale = 1}};
    (void)data;
    for (size_t c = 0; c < G_N_ELEMENTS(classes); c++)
        for (int k = 0; k < classes[c]->n_coordinates; k++) {
            Random r = {17 * c + (uint64_t)k + 1};
            const double inertia[3] = {1, 1, 1}, still[3] = {0};
            double q[4], place[3], v[3], w[3];
            SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
            int body[2], frame[2];
            for (int i = 0; i < 2; i++) {
                random_vector(&r, 0.2, w);
                sn_q_exp(w, q);
                body[i] = sn_build_body(build, 1, inertia, (double[3]){0.1 * i, 0, 0}, q);
                random_vector(&r, 0.05, place);
                frame[i] = sn_build_frame(build, body[i], place, NULL);
                random_vector(&r, 1, v), random_vector(&r, 1, w);
                sn_build_velocity(build, body[i], v, w);
            }
            const int joint = sn_build_joint(build, classes[c], frame[0], frame[1]);
            const int points[3] = {sn_build_point(build, SN_BUILD_WORLD, (double[3]){2, 1, 0}),
                                   sn_build_point(build, body[1], (double[3]){0.5, 0.1, 0.2}),
                                   sn_build_point(build, body[0], (double[3]){-0.5, 0, 0.3})};
            sn_build_follower(build, points[2], joint, k, functions, NULL);
            sn_build_spring(build, 3, points, 1, 1, 0.5);
            SnSystem *system = sn_build_finish(build, still);
            Fixture f = {.system = system,
                         .state = sn_state_new(system),
                         .moved = sn_state_new(system),
                         .work = sn_workspace_new(system, SN_LINSOLVE_DENSE)};
            check_lengths(&f, 0);
            g_assert_cmpfloat_with_epsilon(sn_path_start_length(system, &system->paths.paths[0]),
                                           geometry_at(&f, f.state, 0).length, 1e-12);
            sn_workspace_free(f.work);
            free(f.state);
            free(f.moved);
            sn_system_free(system);
        }
}

/* A point that counts from 0.2 to 0.5 rad of a hinge, its ends included, and only then. */
static void test_condition(void)
{
    const double inertia[3] = {1, 1, 1}, still[3] = {0}, range[2] = {0.2, 0.5};
    for (int i = 0; i < 8; i++) {
        const double angle = 0.1 * i;
        const double q[4] = {cos(angle / 2), 0, 0, sin(angle / 2)};
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
        const int body = sn_build_body(build, 1, inertia, still, q);
        const int a = sn_build_frame(build, SN_BUILD_WORLD, still, NULL),
                  b = sn_build_frame(build, body, still, NULL);
        const int joint = sn_build_joint(build, &SN_JOINT_HINGE, a, b);
        const int points[3] = {sn_build_point(build, SN_BUILD_WORLD, (double[3]){0, 0, 0}),
                               sn_build_point(build, SN_BUILD_WORLD, (double[3]){3, 0, 4}),
                               sn_build_point(build, SN_BUILD_WORLD, (double[3]){6, 0, 0})};
        sn_build_follower(build, points[1], joint, 0, NULL, range);
        sn_build_spring(build, 3, points, 1, 0, 0);
        SnTrial trial = sn_trial_new(sn_build_finish(build, still), SN_LINSOLVE_DENSE);
        const SnSystem *s = trial.system;
        sn_kinematics(s, sn_state_q(trial.state), sn_state_u(trial.state), trial.work);
        const double length = i >= 2 && i <= 5 ? 10 : 6;
        const bool at_end = i == 2 || i == 5; /* rounding decides */
        const SnPathGeometry path =
            sn_path_geometry(s, trial.state, trial.work, &s->paths.paths[0]);
        if (!at_end) {
            g_assert_cmpfloat_with_epsilon(path.length, length, 1e-12);
            g_assert_cmpfloat_with_epsilon(sn_path_start_length(s, &s->paths.paths[0]), length,
                                           1e-12);
            g_assert_cmpint(path.n_contacts, ==, length > 6 ? 3 : 2);
            /* a turn on, in the same pose: what was found for it before is not */
            double *turned = &sn_state_turns(trial.state)[s->joints.joints[joint].turns];
            for (int on = 1; on >= 0; on--) {
                *turned = angle + 2 * M_PI * on;
                g_assert_cmpfloat_with_epsilon(
                    sn_path_geometry(s, trial.state, trial.work, &s->paths.paths[0]).length,
                    on ? 6 : length, 1e-12);
            }
        }
        sn_trial_free(&trial);
    }
}

/* A spring between two particles over the upper side of surfaces one beside the other. */
static void check_over(int n, const SnWrapForm *forms, const double (*position)[3],
                       const double ends[2][3])
{
    const double still[3] = {0}, upright[4] = {1, 0, 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    int points[2];
    for (int i = 0; i < 2; i++) {
        const int particle = sn_build_particle(build, 1, ends[i]);
        sn_build_velocity(build, particle, (double[3]){0.3 + i, -0.5, 0.7 - 2 * i}, NULL);
        points[i] = sn_build_point(build, particle, still);
    }
    const int number = sn_build_spring(build, 2, points, 1, 0, 0);
    for (int i = 0; i < n; i++) {
        const int surface =
            sn_build_wrap_surface(build, SN_BUILD_WORLD, position[i], upright, &forms[i]);
        sn_build_wrap(build, &build->system->paths.paths[number], surface, 0, 0);
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, still), SN_LINSOLVE_DENSE);
    Fixture f = {.system = trial.system,
                 .state = trial.state,
                 .moved = sn_state_new(trial.system),
                 .work = trial.work};
    g_assert_cmpint(geometry_at(&f, f.state, number).n_contacts, ==, 2 + 2 * n);
    check_path(&f, number);
    free(f.moved);
    sn_trial_free(&trial);
}

/* After half a turn round a sphere neighbouring geodesics meet again: turn is 0 there.  A pulley
 * with parallel strands; two of a quarter turn that together make one; the same of ellipsoids. */
static void test_half_turn(void)
{
    static const double place[2][3] = {{0, 0, 0}, {0.4, 0, 0}};
    for (int kind = 0; kind < 2; kind++) {
        SnWrapForm form = {SN_WRAP_SPHERE, SN_WRAP_PLUS_Y, {0.1, 0, 0}};
        if (kind == 1)
            form = (SnWrapForm){SN_WRAP_ELLIPSOID, SN_WRAP_PLUS_Y, {0.1, 0.14, 0.1}};
        const SnWrapForm forms[2] = {form, form};
        for (int dip = 0; dip < 5; dip++) { /* exactly parallel, and nearly so */
            const double ends[2][3] = {{-0.1 + 0.002 * (dip % 3), -0.2, 0},
                                       {0.1 - 0.002 * (dip % 2), -0.25, 0.01 * (dip / 3)}};
            check_over(1, forms, place, ends);
        }
        check_over(2, forms, place, (const double[2][3]){{-0.1, -0.2, 0}, {0.5, -0.15, 0}});
        check_over(2, forms, place, (const double[2][3]){{-0.1, -0.2, 0.02}, {0.45, -0.15, -0.01}});
    }
}

/* Length of a path of the world over a cylinder about z, radius 1. */
static double length_over(int n, const double (*places)[3], double half_length, bool once)
{
    const double still[3] = {0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    int points[4];
    sn_build_particle(build, 1, still);
    for (int i = 0; i < n; i++)
        points[i] = sn_build_point(build, SN_BUILD_WORLD, places[i]);
    const SnWrapForm form = {SN_WRAP_CYLINDER, SN_WRAP_ANY, {1, 0, 0}, half_length};
    const int number = sn_build_spring(build, n, points, 1, 0, 0);
    const int surface = sn_build_wrap_surface(build, SN_BUILD_WORLD, still, NULL, &form);
    sn_build_wrap(build, &build->system->paths.paths[number], surface, 0, n - 2);
    build->system->paths.paths[number].wraps_once = once;
    SnTrial trial = sn_trial_new(sn_build_finish(build, still), SN_LINSOLVE_DENSE);
    const SnSystem *s = trial.system;
    sn_kinematics(s, sn_state_q(trial.state), sn_state_u(trial.state), trial.work);
    const double length =
        sn_path_geometry(s, trial.state, trial.work, &s->paths.paths[number]).length;
    g_assert_cmpfloat_with_epsilon(sn_path_start_length(s, &s->paths.paths[number]), length, 1e-12);
    sn_trial_free(&trial);
    return length;
}

/* Across a cylinder and back: at 2 from its axis on both sides the string touches it over 60
 * degrees.  Once: only on the way there.  With ends: not where it comes on and off beyond them. */
static void test_once(void)
{
    const double there[3][3] = {{-2, 0.1, 0}, {2, 0.1, 0}, {-2, 0.2, 0}};
    const double all = length_over(3, there, 0, false), once = length_over(3, there, 0, true);
    const double way = length_over(2, there, 0, true), back = hypot(4, 0.1);
    g_assert_cmpfloat(way, >, 4.4);
    g_assert_cmpfloat_with_epsilon(once, way + back, 1e-12);
    g_assert_cmpfloat_with_epsilon(all, way + length_over(2, there + 1, 0, false), 1e-12);
    /* the first part passes by, the second crosses */
    const double by[3][3] = {{-2, 3, 0}, {2, 3, 0}, {-2, -2, 0}};
    g_assert_cmpfloat_with_epsilon(length_over(3, by, 0, true),
                                   4 + length_over(2, by + 1, 0, false), 1e-12);
    /* from z = 0 to z = 4: on the cylinder from less than half way down to more than that */
    const double along[2][3] = {{-2, 0.1, 0}, {2, 0.1, 4}};
    const double over = length_over(2, along, 0, false), straight = sqrt(32);
    g_assert_cmpfloat(over, >, straight + 0.2);
    g_assert_cmpfloat_with_epsilon(length_over(2, along, 1.9, false), over, 1e-12);
    g_assert_cmpfloat_with_epsilon(length_over(2, along, 1.2, false), straight, 1e-12);
    g_assert_cmpfloat_with_epsilon(length_over(2, along, 1.2, true), straight, 1e-12);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/path-geometry/by-hand", test_by_hand);
    g_test_add_func("/sim/path-geometry/no-length", test_no_length);
    g_test_add_data_func("/sim/path-geometry/derivatives",
                         GUINT_TO_POINTER(RANDOM_SPRINGS | RANDOM_MUSCLES), test_derivatives);
    g_test_add_data_func("/sim/path-geometry/wrapped", GUINT_TO_POINTER(RANDOM_WRAPS),
                         test_derivatives);
    g_test_add_data_func("/sim/path-geometry/followers", GUINT_TO_POINTER(RANDOM_FOLLOWERS),
                         test_derivatives);
    g_test_add_data_func("/sim/path-geometry/follows-joints", NULL, test_joints);
    g_test_add_func("/sim/path-geometry/condition", test_condition);
    g_test_add_func("/sim/path-geometry/half-turn", test_half_turn);
    g_test_add_func("/sim/path-geometry/once", test_once);
    return g_test_run();
}
