/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties to numbers and back, inputs over time, reactions, audit, prerender. */
#include "engine/base/vec.h"
#include "engine/sim/bind/bind.h"
#include "engine/sim/bind/playback.h"
#include "engine/sim/result/prerender.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/random_system.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0};

static int read_bind(const SnTrial *t, SnId id, SnBind bind, double value[6])
{
    return sn_bind_read(t->system, t->system->inputs.base, t->state, t->work, id, bind, value);
}

static bool write_bind(SnTrial *t, SnId id, SnBind bind, const double *value, int n)
{
    const bool done =
        sn_bind_write(t->system, t->system->inputs.base, t->state, id, bind, value, n);
    sn_evaluate(t->system, t->system->inputs.base, t->state, t->work);
    return done;
}

static SnTrial random_trial(uint64_t seed)
{
    SnSystem *system = random_system(seed, RANDOM_ALL, SN_STEP_BACKWARD_EULER, 1e-3);
    SnTrial t = {.system = system, .state = sn_state_new(system)};
    t.work = sn_workspace_new(system, SN_LINSOLVE_AUTO);
    sn_evaluate(system, system->inputs.base, t.state, t.work);
    return t;
}

/* What is written is read back, and nothing else of the pose and velocity changes. */
static void test_round_trip(void)
{
    static const SnBind binds[] = {SN_BIND_POSITION, SN_BIND_ORIENTATION, SN_BIND_VELOCITY,
                                   SN_BIND_ANGULAR_VELOCITY};
    SnTrial t = random_trial(4);
    Random r = {8};
    for (int b = 0; b < t.system->n_blocks; b++) {
        const SnId id = t.system->blocks[b].id;
        for (int k = 0; k < 4; k++) {
            double before[4][6], after[6], value[6] = {0};
            int width[4];
            for (int m = 0; m < 4; m++)
                width[m] = read_bind(&t, id, binds[m], before[m]);
            if (width[k] == 0) {
                g_assert_cmpint(t.system->blocks[b].kind, ==, SN_BLOCK_POINT);
                g_assert_false(write_bind(&t, id, binds[k], value, sn_bind_width(binds[k])));
                continue;
            }
            if (binds[k] == SN_BIND_ORIENTATION)
                random_quaternion(&r, value);
            else
                random_vector(&r, 2, value);
            g_assert_true(write_bind(&t, id, binds[k], value, width[k]));
            for (int m = 0; m < 4; m++) {
                read_bind(&t, id, binds[m], after);
                for (int i = 0; i < width[m]; i++)
                    g_assert_cmpfloat(fabs(after[i] - (m == k ? value[i] : before[m][i])), <,
                                      1e-13);
            }
        }
    }
    sn_trial_free(&t);
}

/* A body that flies and spins about an axis of its inertia: p = m v, L = r x p + I w. */
static void test_momentum(void)
{
    static const double inertia[3] = {0.1, 0.1, 0.2}, at[3] = {0, 1, 0}, v[3] = {2, 0, 0},
                        w[3] = {0, 0, 3};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int body = sn_build_body(build, 2, inertia, at, NULL);
    sn_build_velocity(build, body, v, w);
    SnTrial t = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&t, 10);
    double linear[6], angular[6];
    g_assert_cmpint(read_bind(&t, SN_ID_NULL, SN_BIND_TOTAL_LINEAR_MOMENTUM, linear), ==, 3);
    g_assert_cmpint(read_bind(&t, SN_ID_NULL, SN_BIND_TOTAL_ANGULAR_MOMENTUM, angular), ==, 3);
    const double right[6] = {4, 0, 0, 0, 0, -3.4};
    for (int i = 0; i < 3; i++) {
        g_assert_cmpfloat(fabs(linear[i] - right[i]), <, 1e-12);
        g_assert_cmpfloat(fabs(angular[i] - right[3 + i]), <, 1e-12);
    }
    sn_trial_free(&t);
}

static void test_parameters(void)
{
    SnTrial t = random_trial(5);
    SnSystem *s = t.system;
    double value[6] = {3.5, 2, 1}, back[6];
    g_assert_true(write_bind(&t, s->blocks[0].id, SN_BIND_GRAVITY, value, 3));
    g_assert_cmpfloat(s->blocks[0].gravity[1], ==, 2);
    g_assert_true(write_bind(&t, s->paths.paths[0].id, SN_BIND_SPRING_STIFFNESS, value, 1));
    g_assert_cmpfloat(s->paths.springs[s->paths.paths[0].law].stiffness, ==, 3.5);
    g_assert_false(write_bind(&t, s->paths.paths[0].id, SN_BIND_MUSCLE_MAX_FORCE, value, 1));
    int last = s->paths.n - 1;
    while (!s->paths.paths[last].muscle)
        last--;
    const SnId muscle = s->paths.paths[last].id;
    g_assert_true(write_bind(&t, muscle, SN_BIND_MUSCLE_MAX_FORCE, value, 1));
    g_assert_cmpint(read_bind(&t, muscle, SN_BIND_MUSCLE_MAX_FORCE, back), ==, 1);
    g_assert_cmpfloat(back[0], ==, 3.5);
    g_assert_false(write_bind(&t, muscle, SN_BIND_SPRING_STIFFNESS, value, 1));
    g_assert_true(write_bind(&t, muscle, SN_BIND_MUSCLE_EXCITATION, value, 1));
    g_assert_cmpfloat(s->inputs.base[sn_bind_input(s, muscle, SN_BIND_MUSCLE_EXCITATION)], ==, 3.5);
    g_assert_true(write_bind(&t, muscle, SN_BIND_MUSCLE_ACTIVATION, value, 1));
    read_bind(&t, muscle, SN_BIND_MUSCLE_ACTIVATION, back);
    g_assert_cmpfloat(back[0], ==, 1); /* clamped */
    g_assert_true(write_bind(&t, s->joints.joints[0].id, SN_BIND_JOINT_UPPER_LIMIT, value, 1));
    g_assert_cmpfloat(s->joints.joints[0].coordinate[0].upper, ==, 3.5);
    value[0] = 0;
    g_assert_true(write_bind(&t, s->joints.joints[0].id, SN_BIND_JOINT_ENABLED, value, 1));
    g_assert_false(s->joints.joints[0].enabled);
    g_assert_cmpint(sn_bind_input(s, s->loads.loads[3].id, SN_BIND_LOAD_MOMENT), ==,
                    s->loads.loads[3].force + 3);
    g_assert_cmpint(sn_bind_input(s, s->loads.loads[0].id, SN_BIND_LOAD_MOMENT), ==, -1);
    /* refused: wrong width, not a number, results, strangers */
    value[0] = NAN;
    g_assert_false(write_bind(&t, s->blocks[0].id, SN_BIND_DAMPING, value, 1));
    value[0] = 1;
    g_assert_false(write_bind(&t, s->blocks[0].id, SN_BIND_GRAVITY, value, 1));
    g_assert_false(write_bind(&t, s->paths.paths[0].id, SN_BIND_PATH_LENGTH, value, 1));
    g_assert_false(
        write_bind(&t, (SnId){.index = 9999, .generation = 1}, SN_BIND_DAMPING, value, 1));
    SnId old = s->blocks[0].id;
    old.generation++;
    g_assert_cmpint(read_bind(&t, old, SN_BIND_POSITION, back), ==, 0);
    g_assert_cmpint(read_bind(&t, s->blocks[0].id, SN_BIND_NONE, back), ==, 0);
    /* a marker's location in its component's frame */
    const double place[3] = {0.2, -0.1, 0.3};
    g_assert_true(write_bind(&t, s->points[0].id, SN_BIND_MARKER_LOCATION, place, 3));
    read_bind(&t, s->points[0].id, SN_BIND_MARKER_LOCATION, back);
    g_assert_cmpfloat(sn_v3_distance(back, place), <, 1e-15);
    double origin[6], q[6], world[3];
    read_bind(&t, s->blocks[s->points[0].block].id, SN_BIND_POSITION, origin);
    read_bind(&t, s->blocks[s->points[0].block].id, SN_BIND_ORIENTATION, q);
    sn_pose_point(origin, q, place, world);
    read_bind(&t, s->points[0].id, SN_BIND_MARKER_POSITION, back);
    g_assert_cmpfloat(sn_v3_distance(back, world), <, 1e-14);
    sn_trial_free(&t);
}

/* Every result of every component can be read and is finite. */
static void test_all_readable(void)
{
    SnTrial t = random_trial(6);
    const SnSystem *s = t.system;
    int n = 0;
    for (uint32_t i = 1; i < (uint32_t)s->index.n; i++)
        for (int bind = 0; bind < SN_BIND_COUNT; bind++) {
            double value[6];
            const int width =
                read_bind(&t, (SnId){.index = i, .generation = 1}, (SnBind)bind, value);
            g_assert_true(width == 0 || width == sn_bind_width((SnBind)bind));
            for (int k = 0; k < width; k++)
                g_assert_true(isfinite(value[k]));
            n += width;
        }
    g_assert_cmpint(n, >, 500);
    sn_trial_free(&t);
}

/* What is no finite number is none: strain of a spring without a rest length. */
static void test_finite(void)
{
    const double x[3] = {0, 0, -0.1};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int p = sn_build_particle(build, 1, x);
    const int ends[2] = {sn_build_point(build, SN_BUILD_WORLD, ORIGIN),
                         sn_build_point(build, p, ORIGIN)};
    const int spring = sn_build_spring(build, 2, ends, 10, 0, 0);
    SnTrial t = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    double value[6] = {5, 5, 5, 5, 5, 5};
    const SnId id = t.system->paths.paths[spring].id;
    g_assert_cmpint(read_bind(&t, id, SN_BIND_PATH_STRAIN, value), ==, 0);
    g_assert_cmpfloat(value[0], ==, 0);
    g_assert_cmpint(read_bind(&t, id, SN_BIND_PATH_LENGTH, value), ==, 1);
    g_assert_cmpfloat(value[0], ==, 0.1);
    sn_state_u(t.state)[0] = HUGE_VAL; /* by hands */
    sn_evaluate(t.system, t.system->inputs.base, t.state, t.work);
    g_assert_cmpint(read_bind(&t, t.system->blocks[0].id, SN_BIND_VELOCITY, value), ==, 0);
    g_assert_cmpfloat(value[0], ==, 0);
    sn_trial_free(&t);
}

/* A pendulum on a kinematic body: what holds the body is its weight and the pendulum's. */
static void test_reactions(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_SYMPLECTIC_EULER};
    for (int k = 0; k < 3; k++) {
        const double inertia[3] = {0.01, 0.01, 0.01}, low[3] = {0.3, 0, -0.5}, up[3] = {0, 0, 0.5},
                     hook[3] = {0.3, 0, 0}, gravity[3] = {0, 0, -9.81};
        SnBuild *build = sn_build_new(methods[k], 1e-3);
        const int base = sn_build_body(build, 3, inertia, ORIGIN, NULL);
        const int bob = sn_build_body(build, 2, inertia, low, NULL);
        const int target = sn_build_kinematic(build, base);
        build->system->blocks[bob].rotary_damping = 5;
        const int joint =
            sn_build_joint(build, &SN_JOINT_SPHERICAL, sn_build_frame(build, base, hook, NULL),
                           sn_build_frame(build, bob, up, NULL));
        SnTrial t = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
        sn_trial_steps(&t, 200);
        double force[6], moment[6];
        const SnId id = t.system->blocks[1].id;
        read_bind(&t, id, SN_BIND_REACTION_FORCE, force);
        read_bind(&t, id, SN_BIND_REACTION_MOMENT, moment);
        g_assert_cmpfloat(fabs(force[2] - 5 * 9.81), <, 1e-6);
        /* the pendulum pulls down at x = .3: the support turns it up, about -y */
        g_assert_cmpfloat(fabs(moment[1] + 2 * 9.81 * 0.3), <, 1e-6);
        read_bind(&t, t.system->joints.joints[joint].id, SN_BIND_JOINT_FORCE, force);
        g_assert_cmpfloat(fabs(force[2] - 2 * 9.81), <, 1e-6);
        /* lifted at 2 m/s^2, everything weighs more */
        for (int i = 0; i < 100; i++) {
            t.system->inputs.base[target + 9] += 2e-3;
            sn_trial_steps(&t, 1);
        }
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        read_bind(&t, id, SN_BIND_REACTION_FORCE, force);
        g_assert_cmpfloat(fabs(force[2] - 5 * 11.81), <, 0.02);
        sn_trial_free(&t);
    }
}

/* The force on a bob held by a plane, both ways round. */
static void test_surface_force(void)
{
    const double gravity[3] = {0, 0, -9.81};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int p = sn_build_particle(build, 2, ORIGIN);
    const int one = sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE,
                                     sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                     sn_build_point(build, p, ORIGIN), true, 0, NULL);
    SnTrial t = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    double value[6];
    const SnId id = t.system->joints.joints[one].id;
    read_bind(&t, id, SN_BIND_JOINT_NORMAL_FORCE, value); /* known before the first step */
    g_assert_cmpfloat(fabs(value[0] - 2 * 9.81), <, 1e-6);
    sn_trial_steps(&t, 10);
    read_bind(&t, id, SN_BIND_JOINT_FORCE, value);
    g_assert_cmpfloat(fabs(value[2] - 2 * 9.81), <, 1e-6);
    read_bind(&t, id, SN_BIND_JOINT_DISTANCE, value);
    g_assert_cmpfloat(fabs(value[0]), <, 1e-12);
    g_assert_cmpint(sn_prerender_max_contacts(t.system), ==, 1);

    /* and as the renderer sees it */
    SnContactView contact;
    double poses[7], points[3];
    struct SnPoseSource pose = {.block = -1, .position = {1, 2, 3}, .orientation = {1, 0, 0, 0}};
    int point = 0;
    const SnPrerenderMap map = {.n_poses = 1, .n_points = 1, .poses = &pose, .points = &point};
    SnSnapshot snapshot = {
        .poses = poses, .points = points, .contacts = &contact, .cap_contacts = 1};
    sn_prerender(t.system, &map, t.system->inputs.base, t.state, t.work, &snapshot);
    g_assert_cmpint(snapshot.n_contacts, ==, 1);
    g_assert_cmpfloat(contact.normal[2], ==, 1);
    g_assert_cmpfloat(fabs(contact.force - 2 * 9.81), <, 1e-6);
    g_assert_true(sn_id_equal(contact.id, id));
    g_assert_cmpfloat(poses[1], ==, 2);
    g_assert_cmpint(snapshot.n_contacts_active, ==, 1);
    sn_trial_free(&t);
}

static SnSignal *line(int n, int width, const double *times, const double *values, bool extend)
{
    SnSignal *signal = sn_signal_new(width);
    SnKnotCurve *curve = sn_knot_curve_new(n, width, SN_INTERPOLATE_LINEAR);
    memcpy(curve->times, times, (size_t)n * sizeof *times);
    memcpy(curve->values, values, (size_t)(n * width) * sizeof *values);
    signal->extend = extend;
    signal->knots = sn_signal_add_curve(signal, curve);
    sn_signal_finish(signal);
    return signal;
}

/* Probes: linear between knots, silent or held outside, later ones win, values stop where the
 * property does. */
static void test_inputs(void)
{
    SnSystem *s = random_system(2, RANDOM_MUSCLES | RANDOM_LOADS, SN_STEP_BACKWARD_EULER, 1e-3);
    const int e = s->paths.muscles[s->paths.paths[0].law].excitation, f = s->loads.loads[0].force;
    s->probes.n_playbacks = 2;
    s->probes.playbacks = calloc(2, sizeof *s->probes.playbacks);
    s->probes.playbacks[0] =
        (SnSystemPlayback){.width = 1, .input = e, .parameter = -1, .low = 0, .high = 0.9};
    s->probes.playbacks[1] = (SnSystemPlayback){
        .width = 3, .input = f, .parameter = -1, .low = -HUGE_VAL, .high = HUGE_VAL};
    static const double times[] = {0.1, 0.2, 0.4}, values[] = {0, 1, 0.5}, force[] = {7, 8, 9};
    s->probes.n_inputs = 2;
    s->probes.inputs = calloc(2, sizeof *s->probes.inputs);
    s->probes.inputs[0] = (SnSystemInputProbe){
        .enabled = true, .signal = line(3, 1, times, values, false), .n_playbacks = 1};
    s->probes.inputs[1] = (SnSystemInputProbe){.enabled = true,
                                               .signal = line(1, 3, times, force, true),
                                               .first_playback = 1,
                                               .n_playbacks = 1};
    double *inputs = calloc((size_t)s->inputs.n, sizeof *inputs);
    int *played = calloc((size_t)s->inputs.n, sizeof *played);
    static const double expected[][2] = {
        {0.1, 0}, {0.15, 0.5}, {0.2, 0.9}, {0.3, 0.75}, {0.4, 0.5}};
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
        sn_inputs_at(s, s->inputs.base, expected[i][0], NULL, inputs, played);
        g_assert_cmpfloat(fabs(inputs[e] - expected[i][1]), <, 1e-12);
        g_assert_cmpint(played[e], ==, 0);
        g_assert_cmpfloat(inputs[f + 1], ==, 8);
        g_assert_cmpint(played[f + 2], ==, 1);
    }
    sn_inputs_at(s, s->inputs.base, 0.5, NULL, inputs, played);
    g_assert_cmpfloat(inputs[e], ==, s->inputs.base[e]);
    g_assert_cmpint(played[e], ==, -1);
    free(inputs);
    free(played);
    sn_system_free(s);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/bind/round-trip", test_round_trip);
    g_test_add_func("/sim/bind/momentum", test_momentum);
    g_test_add_func("/sim/bind/parameters", test_parameters);
    g_test_add_func("/sim/bind/all-readable", test_all_readable);
    g_test_add_func("/sim/bind/finite", test_finite);
    g_test_add_func("/sim/bind/reactions", test_reactions);
    g_test_add_func("/sim/bind/surface-force", test_surface_force);
    g_test_add_func("/sim/bind/inputs", test_inputs);
    return g_test_run();
}
