/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moment arms of spline and Cosserat strands: closed forms, and the moment with which a joint's
 * stiffness holds them at rest. */
#include "engine/base/vec.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/check/build/build_rod.h"
#include "engine/check/build/build_spline.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/result/moment_arm.h"
#include "engine/sim/rod/rod_force.h"
#include "tests/sim/random_system.h"
#include "tests/support/build_forces.h"
#include "tests/support/build_guides.h"
#include "tests/support/build_rod_contact.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <math.h>

enum { NODES = 24, FRAMES = 7 };

static const double ORIGIN[3] = {0};
static const double (*constant(double (*x)[3]))[3]
{
    return (const double(*)[3])x;
}

/* A body that turns about z at the origin, bound to the angle 0 by `stiffness`. */
typedef struct Rig {
    SnBuild *build;
    int body, joint;
} Rig;

static Rig rig_new(const SnJointClass *class, double h, double stiffness)
{
    Rig rig = {.build = sn_build_new(SN_STEP_BACKWARD_EULER, h)};
    rig.body = sn_build_body(rig.build, 0.1, (double[3]){1e-3, 1e-3, 1e-3}, ORIGIN, NULL);
    rig.joint =
        sn_build_joint(rig.build, class, sn_build_frame(rig.build, SN_BUILD_WORLD, ORIGIN, NULL),
                       sn_build_frame(rig.build, rig.body, ORIGIN, NULL));
    rig.build->system->joints.joints[rig.joint].coordinate[0] =
        (SnJointCoordinate){.stiffness = stiffness, .damping = 0.01 * stiffness};
    return rig;
}

static double coordinate_of(const SnTrial *trial, int joint)
{
    const SnSystemJoint *j = &trial->system->joints.joints[joint];
    return sn_joint_coordinate(trial->system, sn_state_q_const(trial->state),
                               sn_state_turns_const(trial->state), j, 0);
}

static void arm_of(const SnTrial *trial, int number, double arm[2])
{
    g_assert_cmpint(trial->fault.code, ==, SN_FAULT_NONE);
    sn_evaluate(trial->system, trial->system->inputs.base, trial->state, trial->work);
    const unsigned long before = sn_test_allocations();
    sn_moment_arm(trial->system, trial->state, trial->work, number, arm);
    g_assert_true(!sn_test_counting_malloc() || sn_test_allocations() == before);
}

/* What the joint bears against what the strands exert by their arms, once all is still. */
static void check_balance(const SnTrial *trial, const Rig *rig, double stiffness, double moment,
                          double tolerance)
{
    const SnSystemJoint *joint = &trial->system->joints.joints[rig->joint];
    const double borne = stiffness * (coordinate_of(trial, rig->joint) - joint->coordinate[0].rest);
    g_test_message("the joint bears %.9g, the arms say %.9g", borne, moment);
    g_assert_cmpfloat(fabs(borne), >, 1e-3);
    g_assert_cmpfloat(fabs(borne - moment), <, tolerance * fabs(moment));
}

static void hold(SnBuild *build, SnSystemSplineConstraintKind kind, int strand, double place,
                 int point, int surface, const double *kept)
{
    const SnSystemSplineConstraint c = {.kind = kind,
                                        .spline = strand,
                                        .parameter = place,
                                        .point = point,
                                        .other = -1,
                                        .surface = surface};
    sn_build_spline_constraint(build, &c, kept);
}

static SnStrandParameters elastic(double stiffness)
{
    return (SnStrandParameters){
        .radius = 1e-3, .line_density = 1e-3, .stiffness = stiffness, .muscle = -1};
}

/* --- straight across a hinge: r = -a b sin(th) / l --- */

/* From (a, 0) in the world to b on the body. */
static int add_straight(const Rig *rig, SnLineKind kind, const double from[3], const double to[3],
                        double *tension)
{
    SnBuild *build = rig->build;
    if (kind == SN_LINE_OF_SPLINE) {
        double x[6][3], local[3];
        for (int i = 0; i < 6; i++) {
            sn_v3_sub(to, from, x[i]);
            sn_v3_scale(i / 5.0, x[i], x[i]);
            sn_v3_add(from, x[i], x[i]);
        }
        const SnStrandParameters p = elastic(200);
        const int strand = sn_build_spline(build, 6, constant(x), true, &p, 0.8, NULL, NULL);
        sn_pose_inverse_point(build->q[rig->body], build->q[rig->body] + 3, to, local);
        hold(build, SN_SPLINE_FIXED, strand, 0, sn_build_point(build, SN_BUILD_WORLD, from), -1,
             NULL);
        hold(build, SN_SPLINE_FIXED, strand, 3, sn_build_point(build, rig->body, local), -1, NULL);
        *tension = 200 * 0.25;
        return strand;
    }
    const double half[2] = {0.01, 0.01};
    int frames[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        double x[3];
        sn_v3_sub(to, from, x);
        sn_v3_scale(i / (FRAMES - 1.0), x, x);
        sn_v3_add(from, x, x);
        frames[i] = sn_build_rod_frame(build, 0.01, half, 0.05, x, NULL);
    }
    sn_build_fix(build, frames[0]);
    sn_build_attach_to_body(build, frames[FRAMES - 1], rig->body);
    const int strand = sn_build_rod(build, FRAMES, frames, half);
    SnSystemRods *rods = &build->system->rods;
    rods->rods[strand].youngs_modulus = 1e5;
    for (int i = 0; i < rods->n_segments; i++)
        rods->segments[i].rest.length *= 0.8;
    *tension = 1e5 * M_PI * 1e-4 * 0.25;
    return strand;
}

static void test_straight(gconstpointer data)
{
    const SnLineKind kind = (SnLineKind)GPOINTER_TO_INT(data);
    for (int reversed = 0; reversed < 2; reversed++)
        for (double angle = -2.5; angle < 3; angle += 0.7) {
            const double a = 0.3, b = 0.2, from[3] = {a, 0, 0},
                         to[3] = {b * cos(angle), b * sin(angle), 0},
                         q[4] = {cos(angle / 2), 0, 0, sin(angle / 2)};
            Rig rig = {.build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3)};
            SnBuild *build = rig.build;
            rig.body = sn_build_body(build, 1, (double[3]){1, 1, 1}, ORIGIN, q);
            const int world = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                      own = sn_build_frame(build, rig.body, ORIGIN, NULL);
            rig.joint = sn_build_joint(build, &SN_JOINT_HINGE, reversed ? own : world,
                                       reversed ? world : own);
            double tension, arm[2];
            const int strand = add_straight(&rig, kind, from, to, &tension);
            const int number = sn_build_moment_arm(build, kind, strand, rig.joint);
            SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
            arm_of(&trial, number, arm);
            const double l = sqrt(a * a + b * b - 2 * a * b * cos(angle));
            const double expected = (reversed ? 1 : -1) * a * b * sin(angle) / l;
            g_assert_cmpfloat(fabs(arm[0] - expected), <, 1e-13);
            g_assert_cmpfloat(fabs(arm[1] - expected * tension), <, 1e-10);
            sn_trial_free(&trial);
        }
}

/* --- over a cylinder about the hinge: r = -R --- */

/* From `far` on a tangent at 90 degrees round the cylinder to 240 degrees: at a part 0..1. */
static void round_cylinder(double radius, double far, double part, double x[3])
{
    const double arc = radius * M_PI * 150 / 180, along = part * (far + arc) - far;
    const double angle = M_PI / 2 + fmax(along, 0) / radius;
    sn_v3_set(radius * cos(angle) - fmin(along, 0), radius * sin(angle), 0, x);
}

static void test_cylinder(void)
{
    const double radius = 0.1, far = 0.3, stiffness = 40, size[3] = {radius};
    const double arc = radius * M_PI * 150 / 180;
    Rig rig = rig_new(&SN_JOINT_HINGE, 0.02, stiffness);
    SnBuild *build = rig.build;
    double x[NODES][3], end[3], arm[2];
    for (int i = 0; i < NODES; i++)
        round_cylinder(radius, far, i / (NODES - 1.0), x[i]);
    const SnStrandParameters p = elastic(300);
    const int strand = sn_build_spline(build, NODES, constant(x), true, &p, 0.9, NULL, NULL);
    const int surface =
        sn_build_surface_shape(build, SN_SURFACE_CYLINDER, SN_BUILD_WORLD, ORIGIN, NULL, size);
    const SnSplineCurve curve = {NODES, true, constant(x)};
    round_cylinder(radius, far, 1, end);
    hold(build, SN_SPLINE_FIXED, strand, 0, sn_build_point(build, SN_BUILD_WORLD, x[0]), -1, NULL);
    hold(build, SN_SPLINE_FIXED, strand, NODES - 3, sn_build_point(build, rig.body, end), -1, NULL);
    for (int i = 0; i < 8; i++) {
        double on_it[3];
        round_cylinder(radius, far, (far + arc * (i + 0.4) / 8) / (far + arc), on_it);
        hold(build, SN_SPLINE_SURFACE, strand, sn_spline_closest_anywhere(&curve, on_it), -1,
             surface, on_it);
    }
    build->system->splines.splines[strand].mass_damping = 20;
    const int number = sn_build_moment_arm(build, SN_LINE_OF_SPLINE, strand, rig.joint);
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 1500);
    arm_of(&trial, number, arm);
    g_test_message("arm %.6g m of a cylinder of %g m", arm[0], radius);
    g_assert_cmpfloat(fabs(arm[0] + radius), <, 0.01 * radius);
    check_balance(&trial, &rig, stiffness, arm[1], 1e-6);
    sn_trial_free(&trial);
}

/* --- through a ring, and branching --- */

/* From the world through a ring on the body to its far end: what lies beyond the ring has no part.
 */
static void test_ring(void)
{
    const double stiffness = 5, from[3] = {0.3, 0, 0}, ring[3] = {0.1, 0.15, 0},
                 end[3] = {-0.2, 0.2, 0};
    Rig rig = rig_new(&SN_JOINT_HINGE, 0.02, stiffness);
    SnBuild *build = rig.build;
    double x[NODES][3], arm[2];
    for (int i = 0; i < NODES; i++) {
        const double part = 2.0 * i / (NODES - 1);
        for (int k = 0; k < 3; k++)
            x[i][k] = part < 1 ? from[k] + part * (ring[k] - from[k])
                               : ring[k] + (part - 1) * (end[k] - ring[k]);
    }
    const SnSplineCurve curve = {NODES, true, constant(x)};
    const double start = sn_spline_closest_anywhere(&curve, ring);
    const SnStrandParameters p = elastic(20);
    const int strand = sn_build_spline(build, NODES, constant(x), true, &p, 0.8, NULL, NULL);
    hold(build, SN_SPLINE_FIXED, strand, 0, sn_build_point(build, SN_BUILD_WORLD, from), -1, NULL);
    hold(build, SN_SPLINE_SLIDING, strand, 0, sn_build_point(build, rig.body, ring), -1, &start);
    hold(build, SN_SPLINE_FIXED, strand, NODES - 3, sn_build_point(build, rig.body, end), -1, NULL);
    build->system->splines.splines[strand].mass_damping = 20;
    const int number = sn_build_moment_arm(build, SN_LINE_OF_SPLINE, strand, rig.joint);
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 2000);
    arm_of(&trial, number, arm);
    check_balance(&trial, &rig, stiffness, arm[1], 1e-6);
    const double turn = coordinate_of(&trial, rig.joint),
                 q[4] = {cos(turn / 2), 0, 0, sin(turn / 2)};
    double now[3], along[3], lever[3];
    sn_q_rotate(q, ring, now);
    sn_v3_sub(from, now, along);
    sn_v3_normalize(along, along);
    sn_v3_cross(now, along, lever);
    g_test_message("arm %.6g m, of the straight line to the ring %.6g m", arm[0], lever[2]);
    g_assert_cmpfloat(fabs(arm[0] - lever[2]), <, 0.01 * fabs(lever[2]));
    sn_trial_free(&trial);
}

/* Two from the body and one from the world meet: the arms of all three together are what turns the
 * body, wherever the moments are asked for. */
static void test_branch(void)
{
    const double stiffness = 2, ends[3][3] = {{0.4, 0, 0}, {0.05, 0.1, 0}, {-0.02, -0.12, 0.03}},
                 meet[3] = {0.2, 0.01, 0.01};
    Rig rig = rig_new(&SN_JOINT_HINGE, 0.02, stiffness);
    SnBuild *build = rig.build;
    int strand[3], arms[3];
    for (int s = 0; s < 3; s++) {
        double x[8][3];
        for (int i = 0; i < 8; i++)
            for (int k = 0; k < 3; k++)
                x[i][k] = ends[s][k] + i / 7.0 * (meet[k] - ends[s][k]);
        const SnStrandParameters p = elastic(10 + 5 * s);
        strand[s] = sn_build_spline(build, 8, constant(x), true, &p, 0.9, NULL, NULL);
        hold(build, SN_SPLINE_FIXED, strand[s], 0,
             sn_build_point(build, s == 0 ? SN_BUILD_WORLD : rig.body, ends[s]), -1, NULL);
        if (s > 0) {
            const SnSystemSplineConstraint c = {.kind = SN_SPLINE_BRANCH,
                                                .spline = strand[s],
                                                .parameter = 5,
                                                .point = -1,
                                                .other = strand[0],
                                                .other_parameter = 5,
                                                .surface = -1};
            sn_build_spline_constraint(build, &c, NULL);
        }
        build->system->splines.splines[strand[s]].mass_damping = 20;
        arms[s] = sn_build_moment_arm(build, SN_LINE_OF_SPLINE, strand[s], rig.joint);
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 3000);
    double moment = 0, arm[2];
    for (int s = 0; s < 3; s++) {
        arm_of(&trial, arms[s], arm);
        moment += arm[1];
    }
    check_balance(&trial, &rig, stiffness, moment, 1e-6);
    sn_trial_free(&trial);
}

/* --- Cosserat strands --- */

/* Crooked at first, it pulls itself straight; then the joint bears tension times arm. */
static void test_frames(void)
{
    const double stiffness = 20, from[3] = {0.3, 0, 0}, to[3] = {0.05, 0.15, 0};
    Rig rig = rig_new(&SN_JOINT_HINGE, 0.01, stiffness);
    double tension, arm[2];
    const int strand = add_straight(&rig, SN_LINE_OF_ROD, from, to, &tension);
    SnSystemRods *rods = &rig.build->system->rods;
    for (int i = 1; i < FRAMES - 1; i++) {
        rig.build->q[rods->frame_block[i]][2] += 0.01 * (i % 3);
        rig.build->system->blocks[rods->frame_block[i]].damping = 0.5;
    }
    rods->rods[strand].damping = 0.05;
    const int number = sn_build_moment_arm(rig.build, SN_LINE_OF_ROD, strand, rig.joint);
    SnTrial trial = sn_trial_new(sn_build_finish(rig.build, ORIGIN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 3000);
    arm_of(&trial, number, arm);
    check_balance(&trial, &rig, stiffness, arm[1], 1e-6);
    const double th = coordinate_of(&trial, rig.joint) + atan2(to[1], to[0]), a = from[0],
                 b = sn_v3_norm(to), l = sqrt(a * a + b * b - 2 * a * b * cos(th));
    g_assert_cmpfloat(fabs(arm[0] + a * b * sin(th) / l), <, 1e-6);
    g_assert_cmpfloat(fabs(arm[1] - arm[0] * trial.work->forces.rod->rods[strand].tension), <,
                      1e-6);
    sn_trial_free(&trial);
}

enum { MOMENTS = 41 };

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A taut strand held at both ends is pushed up by a table on a spring: what drags its frames is
 * contact alone.  Now and then a frame lets go for a step (rod_contact.h), and its arm with it: the
 * middle of many steps is what counts. */
static void test_contact(void)
{
    const double stiffness = 500, half[2] = {0.02, 0.02}, table[3] = {0.1, 0.2, 0.1};
    int frames[FRAMES];
    Rig rig = rig_new(&SN_JOINT_SLIDER, 0.002, stiffness);
    SnBuild *build = rig.build;
    build->system->joints.joints[rig.joint].coordinate[0].rest = 0.03;
    sn_build_rod_line(build, FRAMES, 0.3, 0.3, half, frames);
    for (int i = 0; i < FRAMES; i++) {
        build->q[frames[i]][0] -= 0.15;
        build->q[frames[i]][2] = 0.05 + 0.0205;
        build->system->blocks[frames[i]].damping = 1;
        build->system->blocks[frames[i]].rotary_damping = 1e-3;
    }
    sn_build_fix(build, frames[0]);
    sn_build_fix(build, frames[FRAMES - 1]);
    const int strand = sn_build_rod(build, FRAMES, frames, half);
    SnSystemRods *rods = &build->system->rods;
    rods->rods[strand].youngs_modulus = 1e5;
    for (int i = 0; i < rods->n_segments; i++)
        rods->segments[i].rest.length *= 0.9;
    sn_build_rod_contact(build, strand, 32, 8, 0.01);
    sn_build_rod_on_box(build, strand, rig.body, table);
    const int number = sn_build_moment_arm(build, SN_LINE_OF_ROD, strand, rig.joint);
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    double arm[2];
    arm_of(&trial, number, arm);
    g_assert_cmpfloat(arm[0], ==, 0); /* nothing touches it yet */
    sn_trial_steps(&trial, 3000);
    double moments[MOMENTS];
    for (int i = 0; i < MOMENTS; i++) {
        sn_trial_steps(&trial, 1);
        arm_of(&trial, number, arm);
        moments[i] = arm[1];
    }
    qsort(moments, MOMENTS, sizeof moments[0], by_size);
    g_test_message("raised by %.4g m, moments %.4g to %.4g", coordinate_of(&trial, rig.joint),
                   moments[0], moments[MOMENTS - 1]);
    check_balance(&trial, &rig, stiffness, moments[MOMENTS / 2], 1e-2);
    sn_trial_free(&trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/sim/strand-arm/straight-spline", GINT_TO_POINTER(SN_LINE_OF_SPLINE),
                         test_straight);
    g_test_add_data_func("/sim/strand-arm/straight-frames", GINT_TO_POINTER(SN_LINE_OF_ROD),
                         test_straight);
    g_test_add_func("/sim/strand-arm/cylinder", test_cylinder);
    g_test_add_func("/sim/strand-arm/ring", test_ring);
    g_test_add_func("/sim/strand-arm/branch", test_branch);
    g_test_add_func("/sim/strand-arm/frames", test_frames);
    g_test_add_func("/sim/strand-arm/contact", test_contact);
    return g_test_run();
}
