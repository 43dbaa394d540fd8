/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives that lead a linkage into a dead point and beyond: two links in a plane, whose tip is
 * driven away until they are stretched, at a time that is known; all methods stop there and name
 * the drive. What turns back before, gives way or passes a dead point with its other coordinate
 * goes on. */
#include "engine/check/build/build_system.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/joint/joints.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define CRANK 0.3
#define ROD   0.5
#define BEGIN 0.9 /* [rad], of the crank against x */
#define SPEED 0.8 /* of the tip [m/s] */
#define REACH (CRANK + ROD)
static const double NONE[3] = {0, 0, 0};

/* Tip on the x axis: where it is when the crank stands at an angle. */
static double tip_of(double angle)
{
    return CRANK * cos(angle) + sqrt(ROD * ROD - CRANK * CRANK * sin(angle) * sin(angle));
}

typedef struct Linkage {
    SnTrial trial;
    int crank, along, across; /* joints: the crank's hinge, drives of the tip; -1: none */
    int held;                 /* drive of the crank beside them */
} Linkage;

/* along, across: whether the tip is driven along x, held at y = 0; else the crank is driven; held:
 * the crank is held where it is. */
static Linkage linkage_of(SnStepMethod method, double h, bool along, bool across, bool held,
                          double accuracy)
{
    SnBuild *build = sn_build_new(method, h);
    const double inertia[3] = {2e-3, 2e-3, 3e-3}, turn = -asin(CRANK * sin(BEGIN) / ROD);
    const double c = cos(BEGIN), s = sin(BEGIN), k = cos(turn), n = sin(turn);
    const double at[2][3] = {{CRANK / 2 * c, CRANK / 2 * s, 0},
                             {CRANK * c + ROD / 2 * k, CRANK * s + ROD / 2 * n, 0}};
    const double q[2][4] = {{cos(BEGIN / 2), 0, 0, sin(BEGIN / 2)},
                            {cos(turn / 2), 0, 0, sin(turn / 2)}};
    const int crank = sn_build_body(build, 0.4, inertia, at[0], q[0]),
              rod = sn_build_body(build, 0.6, inertia, at[1], q[1]);
    const int origin = sn_build_frame(build, SN_BUILD_WORLD, NONE, NULL);
    Linkage l = {.along = -1, .across = -1};
    l.crank =
        sn_build_joint(build, &SN_JOINT_HINGE, origin,
                       sn_build_frame(build, crank, (const double[3]){-CRANK / 2, 0, 0}, NULL));
    sn_build_joint(build, &SN_JOINT_HINGE,
                   sn_build_frame(build, crank, (const double[3]){CRANK / 2, 0, 0}, NULL),
                   sn_build_frame(build, rod, (const double[3]){-ROD / 2, 0, 0}, NULL));
    const int tip =
        sn_build_joint(build, &SN_JOINT_FREE, origin,
                       sn_build_frame(build, rod, (const double[3]){ROD / 2, 0, 0}, NULL));
    if (across)
        l.across = sn_build_drive(build, tip, 4);
    l.along = along ? sn_build_drive(build, tip, 3) : sn_build_drive(build, l.crank, 0);
    if (held)
        l.held = sn_build_drive(build, l.crank, 0);
    const int input = build->system->joints.joints[l.along].input;
    SnSystem *system = sn_build_finish(build, (const double[3]){0, -9.81, 0});
    system->accuracy = accuracy;
    system->inputs.base[input] = along ? tip_of(BEGIN) : BEGIN;
    if (held)
        system->inputs.base[system->joints.joints[l.held].input] = BEGIN;
    l.trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
    if (l.trial.fault.code != SN_FAULT_NONE)
        g_error("%s", l.trial.fault.text);
    return l;
}

static Linkage linkage_new(SnStepMethod method, double h, bool along, bool across, double accuracy)
{
    return linkage_of(method, h, along, across, false, accuracy);
}

/* The drive goes to a value over the next step, by a straight line. */
static bool lead(Linkage *l, double value)
{
    SnTrial *t = &l->trial;
    const int n = t->system->inputs.n, input = t->system->joints.joints[l->along].input;
    double at[6][8], rate[8] = {0};
    g_assert_cmpint(n, <=, 8);
    const double from = t->system->inputs.base[input];
    for (int k = 0; k <= 4; k++)
        for (int i = 0; i < n; i++)
            at[k][i] = t->system->inputs.base[i] + (i == input ? k * (value - from) / 4 : 0);
    rate[input] = (value - from) / t->system->step_size;
    const bool fourth = t->system->method == SN_STEP_RUNGE_KUTTA_4;
    const SnStepInputs inputs = {.start = at[0],
                                 .quarter = fourth ? at[1] : NULL,
                                 .middle = at[2],
                                 .three_quarters = fourth ? at[3] : NULL,
                                 .before_end = at[4],
                                 .end = at[4],
                                 .rate = fourth ? NULL : rate};
    t->fault = sn_step_varying(t->system, &inputs, t->state, t->work);
    t->system->inputs.base[input] = value;
    return t->fault.code == SN_FAULT_NONE;
}

static const SnStepMethod METHODS[] = {SN_STEP_BACKWARD_EULER,   SN_STEP_TRAPEZOIDAL,
                                       SN_STEP_SYMPLECTIC_EULER, SN_STEP_RUNGE_KUTTA_4,
                                       SN_STEP_NEWTON_EULER,     SN_STEP_NEWTON_TRAPEZOIDAL};

/* Stretched in so many steps, and no further; beside it stands what the method makes of the step in
 * which it stops. */
static void test_stops(void)
{
    const double end = (REACH - tip_of(BEGIN)) / SPEED;
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++)
        for (int k = 0; k < 2; k++)
            for (int accurate = 0; accurate < 2; accurate++)
                for (int across = 0; across < 2; across++) {
                    const double h = k ? end / 201.3 : end / 40.7;
                    Linkage l = linkage_new(METHODS[m], h, true, across, accurate ? 1e-5 : 0);
                    SnTrial *t = &l.trial;
                    const double x = tip_of(BEGIN);
                    int n = 0;
                    while (n < 400 && lead(&l, x + SPEED * h * (n + 1)))
                        n++;
                    g_test_message(
                        "method %zu, step %.4g, across %d, accurate %d: %.6g of %.6g: %s", m, h,
                        across, accurate, t->fault.time, end, t->fault.text);
                    g_assert_cmpint(t->fault.code, ==, SN_FAULT_OPEN);
                    g_assert_nonnull(strstr(t->fault.text, "dead point"));
                    g_assert_true(sn_id_equal(t->fault.id, t->system->joints.joints[l.along].id));
                    g_assert_cmpfloat(fabs(t->fault.time - end), <, 0.3 * h);
                    sn_trial_free(t);
                }
}

/* Where the crank is held the tip is, too: that is no dead point. */
static void test_contradicts(void)
{
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        const double h = 1e-3;
        Linkage l = linkage_of(METHODS[m], h, true, true, true, 0);
        g_assert_false(lead(&l, tip_of(BEGIN) + SPEED * h));
        const SnFault *fault = &l.trial.fault;
        g_test_message("method %zu: %s", m, fault->text);
        g_assert_cmpint(fault->code, ==, SN_FAULT_OPEN);
        g_assert_nonnull(strstr(fault->text, "contradicts the joints"));
        g_assert_true(sn_id_equal(fault->id, l.trial.system->joints.joints[l.along].id));
        sn_trial_free(&l.trial);
    }
}

/* Back and forth as far as 1 % of the way before. */
static void test_turns_back(void)
{
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        const double h = 2e-3, x = tip_of(BEGIN), way = 0.99 * (REACH - x);
        Linkage l = linkage_new(METHODS[m], h, true, true, 0);
        for (int n = 1; n <= 300; n++)
            if (!lead(&l, x + way * (1 - cos(12 * n * h)) / 2))
                g_error("method %zu, t = %g: %s", m, l.trial.fault.time, l.trial.fault.text);
        sn_trial_free(&l.trial);
    }
}

/* The crank leads through both dead points of the tip, two times round. */
static void test_passes(void)
{
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        const double h = 5e-3;
        Linkage l = linkage_new(METHODS[m], h, false, true, 0);
        for (int n = 1; n <= 300; n++)
            if (!lead(&l, BEGIN + 9 * n * h))
                g_error("method %zu, t = %g: %s", m, l.trial.fault.time, l.trial.fault.text);
        sn_trial_free(&l.trial);
    }
}

/* A drive that gives way pulls at what is stretched, and hangs a little, with what it lacks over
 * its compliance, once dampers have brought it to rest. */
static void test_gives_way(void)
{
    const double h = 1e-3, x = tip_of(BEGIN), soft = 1e-5;
    Linkage l = linkage_new(SN_STEP_BACKWARD_EULER, h, true, true, 0);
    double value = x, force;
    l.trial.system->joints.joints[l.along].compliance = soft;
    for (int i = 0; i < l.trial.system->joints.n; i++)
        if (l.trial.system->joints.joints[i].class == &SN_JOINT_HINGE)
            l.trial.system->joints.joints[i].coordinate[0].damping = 0.1;
    for (int n = 1; n <= 1500; n++) {
        value = fmin(x + SPEED * n * h, REACH + 1e-3);
        if (!lead(&l, value))
            g_error("t = %g: %s", l.trial.fault.time, l.trial.fault.text);
    }
    const SnSystem *system = l.trial.system;
    const SnSystemJoint *drive = &system->joints.joints[l.along];
    const double lacks = value - sn_joint_coordinate(system, sn_state_q_const(l.trial.state),
                                                     sn_state_turns_const(l.trial.state),
                                                     &system->joints.joints[drive->geared[1]], 3);
    sn_gear_torque(system, l.trial.state, drive, &force);
    g_test_message("force %.6g N, lacks %.6g m", force, lacks);
    g_assert_cmpfloat(lacks, >, value - REACH);
    g_assert_cmpfloat(lacks, <, 2e-3);
    g_assert_cmpfloat(fabs(fabs(force) * soft - lacks), <, 1e-6 * lacks);
    sn_trial_free(&l.trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/dead-point/stops", test_stops);
    g_test_add_func("/sim/dead-point/contradicts", test_contradicts);
    g_test_add_func("/sim/dead-point/turns-back", test_turns_back);
    g_test_add_func("/sim/dead-point/passes", test_passes);
    g_test_add_func("/sim/dead-point/gives-way", test_gives_way);
    return g_test_run();
}
