/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands over pulleys: lengths against closed forms, wheels that grip, weights beside wheels. */
#include "engine/sim/strand/strand_workspace.h"
#include "tests/sim/pulley_fixture.h"

#include <glib.h>

static const double origin[3] = {0};

/* --- closed forms --- */

/* Open and crossed belts around two circles. */
static void test_belts(void)
{
    const double r = 0.2, big = 0.5, d = 1.3;
    for (int crossed = 0; crossed < 2; crossed++) {
        SnPulleyStrand s = sn_pulley_strand();
        const int a = sn_pulley_circle(s.build, SN_BUILD_WORLD, 0, 0, big),
                  b = sn_pulley_circle(s.build, SN_BUILD_WORLD, d * 0.6, d * 0.8, r);
        sn_pulley_node(&s, a, 5, 1, -1, 0.1);
        sn_pulley_node(&s, b, 7, crossed ? -1 : 1, -1, 0.1);
        SnPulleyFixture f = sn_pulley_finish(&s, true, 0.1, 1);
        const double sum = big + (crossed ? r : -r), side = asin(sum / d);
        const double straight = sqrt(d * d - sum * sum);
        const double truth = crossed ? 2 * straight + sum * (G_PI + 2 * side)
                                     : 2 * straight + G_PI * (big + r) + 2 * (big - r) * side;
        g_assert_cmpfloat(fabs(f.system->strands.strands[0].start_length - truth), <, 1e-13);
        g_assert_cmpfloat(fabs(f.work->pulleys.contacts[0].remembered - G_PI - 2 * side), <, 1e-13);
        sn_pulley_fixture_free(&f);
    }
}

/* Around an ellipse from far away on both sides: half its perimeter and two parallel lines. */
static void test_ellipse(void)
{
    const double far = 1e7, a = 0.3, b = 0.1;
    SnPulleyStrand s = sn_pulley_strand();
    sn_pulley_point_node(&s, SN_BUILD_WORLD, far, -b);
    sn_pulley_node(&s,
                   sn_build_ellipse(s.build, SN_GUIDE_WRAPPED, SN_BUILD_WORLD, origin, NULL, a, b),
                   9, -1, -1, -1);
    sn_pulley_point_node(&s, SN_BUILD_WORLD, far, b);
    SnPulleyFixture f = sn_pulley_finish(&s, false, 0.1, 1);
    double perimeter = 0;
    const int n = 100000;
    for (int i = 0; i < n; i++) {
        const double t = 2 * G_PI * (i + 0.5) / n;
        perimeter += 2 * G_PI / n * hypot(a * sin(t), b * cos(t));
    }
    g_assert_cmpfloat(fabs(sn_pulley_length(&f) - 2 * far - perimeter / 2), <, 2e-7);
    sn_pulley_fixture_free(&f);
}

/* --- lift-off and turns --- */

/* One end goes round; the strand leaves the wheel where the straight line clears it, and winds up
 * where it does not. */
static void test_leaves_and_winds(void)
{
    const double r = 0.3;
    SnPulleyStrand s = sn_pulley_strand();
    sn_pulley_point_node(&s, SN_BUILD_WORLD, -1, r);
    sn_pulley_node(&s, sn_pulley_circle(s.build, SN_BUILD_WORLD, 0, 0, r), 5, -1, -1, -1);
    sn_pulley_free_node(&s, 1, 1, 0);
    SnPulleyFixture f = sn_pulley_finish(&s, false, 0.1, 1);
    double *q = sn_state_q(f.state);
    const double straight_part = sqrt(1 - r * r), tangent = acos(r);
    double last = sn_pulley_length(&f);
    bool was_off = false;
    /* over the top at 90 degrees, clockwise down and three times round, then back past the start
     * until it is free */
    for (int i = 0; i <= 4000; i++) {
        const double turned =
            i <= 3000 ? -6 * G_PI * i / 3000 : -6 * G_PI + (6 * G_PI + 1.2) * (i - 3000) / 1000;
        sn_v3_set(cos(turned), sin(turned), 0, q);
        const double now = sn_pulley_length(&f);
        sn_pulleys_remember(f.system, f.work->step.backup, f.work, f.state);
        sn_pulleys_recall(f.system, f.state, f.work);
        const double angle = G_PI / 2 - (turned + tangent); /* from the top, clockwise */
        const double in_x = q[0] + 1, in_y = q[1] - r;
        const double truth =
            angle > 0 ? 1 + r * angle + straight_part : sqrt(in_x * in_x + in_y * in_y);
        g_assert_cmpfloat(fabs(now - truth), <, 1e-12);
        g_assert_cmpfloat(fabs(f.work->pulleys.contacts[0].angle - angle), <, 1e-12);
        g_assert_true(f.work->pulleys.contacts[0].off == (angle < 1e-6));
        g_assert_cmpfloat(fabs(now - last), <, 0.025);
        last = now;
        was_off = was_off || f.work->pulleys.contacts[0].off;
    }
    g_assert_true(was_off);
    sn_pulley_fixture_free(&f);
}

/* --- wheels --- */

static int wheel_on_axle(SnBuild *build, double x, double inertia)
{
    const double place[3] = {x, 0, 0}, principal[3] = {inertia, inertia, inertia};
    const int wheel = sn_build_body(build, 1, principal, place, NULL);
    sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, place, NULL),
                   sn_build_frame(build, wheel, origin, NULL));
    return wheel;
}

/* A belt grips two wheels, one is driven: they keep their ratio, and everything accelerates as one
 * inertia, that of the belt included.  Open and crossed. */
static void test_grip(void)
{
    const double radius[2] = {0.3, 0.2}, inertia[2] = {0.02, 0.03}, torque = 0.5, t = 0.5;
    for (int crossed = 0; crossed < 2; crossed++) {
        SnPulleyStrand s = sn_pulley_strand();
        int wheel[2];
        for (int i = 0; i < 2; i++)
            wheel[i] = wheel_on_axle(s.build, i, inertia[i]);
        for (int i = 0; i < 2; i++)
            sn_pulley_node(&s, sn_pulley_circle(s.build, SN_BUILD_WORLD, i, 0, radius[i]), 9,
                           crossed && i ? -1 : 1, wheel[i], 0);
        const int load = sn_build_body_load(s.build, wheel[0]);
        s.build->system->inputs.base[s.build->system->loads.loads[load].force + 5] = torque;
        s.grip = true;
        s.stiffness = 1e7;
        SnPulleyFixture f = sn_pulley_finish(&s, true, 0.4, 0.999);
        const double mass = 0.4 * f.system->strands.strands[0].rest_length;
        const double ratio = radius[0] / radius[1];
        const double whole = inertia[0] + inertia[1] * ratio * ratio + mass * radius[0] * radius[0];
        SnFault fault = sn_assemble(f.system, f.system->inputs.base, f.state, f.work);
        for (int i = 0; i < 500 && fault.code == SN_FAULT_NONE; i++)
            fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
        double speed[2];
        for (int i = 0; i < 2; i++)
            speed[i] = sn_state_u(f.state)[f.system->blocks[wheel[i]].u + 5];
        g_assert_cmpfloat(fabs(speed[0] * ratio - (crossed ? -1 : 1) * speed[1]), <, 1e-6);
        g_assert_cmpfloat(fabs(speed[0] / (torque * t / whole) - 1), <, 2e-3);
        g_test_message("speed %.9g, one inertia %.9g", speed[0], torque * t / whole);
        /* the matter has gone with the rim */
        const int eulerian = f.system->strands.nodes[4].eulerian;
        const double *q = sn_state_q(f.state), *q0 = f.system->q0;
        const int place = f.system->blocks[eulerian].q;
        const double turned = speed[0] * t / 2;
        g_assert_cmpfloat(fabs((q0[place] - q[place]) / (0.999 * radius[0] * turned) - 1), <, 5e-3);
        sn_pulley_fixture_free(&f);
    }
}

/* How far a wheel has turned about z of its carrier since it stood at `before`, which becomes where
 * it stands. */
static double turned(const SnPulleyFixture *f, int carrier, int wheel, double before[4])
{
    const double *q = sn_state_q(f->state), *of = q + f->system->blocks[carrier].q + 3;
    const double back[4] = {of[0], -of[1], -of[2], -of[3]};
    double now[4];
    sn_q_mul(back, q + f->system->blocks[wheel].q + 3, now);
    const double angle =
        2 * atan2(before[0] * now[3] - before[3] * now[0], before[0] * now[0] + before[3] * now[3]);
    sn_q_copy(now, before);
    return remainder(angle, 2 * G_PI);
}

/* A belt on two wheels that grip, the first driven to and fro, on a frame that turns about an axis
 * across: after many turns the matter has gone just as far as their rims. */
static void test_grip_stays(void)
{
    const double radius[2] = {0.3, 0.2};
    SnPulleyStrand s = sn_pulley_strand();
    const double whole[3] = {0.5, 0.6, 0.7}, light[3] = {0.02, 0.02, 0.02};
    const double across[4] = {M_SQRT1_2, 0, M_SQRT1_2, 0}, spin[3] = {2, 0, 0};
    int wheel[2];
    s.build->system->step_size = 0.01;
    const int carrier = sn_build_body(s.build, 5, whole, origin, NULL);
    sn_build_velocity(s.build, carrier, origin, spin);
    sn_build_joint(s.build, &SN_JOINT_HINGE,
                   sn_build_frame(s.build, SN_BUILD_WORLD, origin, across),
                   sn_build_frame(s.build, carrier, origin, across));
    for (int i = 0; i < 2; i++) {
        const double place[3] = {i, 0, 0};
        wheel[i] = sn_build_body(s.build, 1, light, place, NULL);
        sn_build_velocity(s.build, wheel[i], origin, spin);
        sn_build_joint(s.build, &SN_JOINT_HINGE, sn_build_frame(s.build, carrier, place, NULL),
                       sn_build_frame(s.build, wheel[i], origin, NULL));
        sn_pulley_node(&s, sn_pulley_circle(s.build, carrier, i, 0, radius[i]), 9, 1, wheel[i], 0);
    }
    const int load = sn_build_body_load(s.build, wheel[0]);
    s.grip = true;
    s.stiffness = 1e5;
    SnPulleyFixture f = sn_pulley_finish(&s, true, 0.4, 0.98);
    double *torque = f.system->inputs.base + f.system->loads.loads[load].force + 5;
    const double stretch = 1 / 0.98;
    double angle[2] = {0, 0}, before[2][4], start[2], worst = 0, most = 0;
    SnFault fault = sn_assemble(f.system, f.system->inputs.base, f.state, f.work);
    int eulerian[2];
    for (int i = 0; i < 2; i++) {
        eulerian[i] = f.system->blocks[f.system->strands.nodes[9 * i + 4].eulerian].q;
        start[i] = sn_state_q(f.state)[eulerian[i]];
        sn_q_copy(sn_state_q(f.state) + f.system->blocks[wheel[i]].q + 3, before[i]);
    }
    for (int k = 0; k < 6000 && fault.code == SN_FAULT_NONE; k++) {
        *torque = k % 600 < 300 ? 0.5 : -0.4;
        fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
        for (int i = 0; i < 2; i++) {
            angle[i] += turned(&f, carrier, wheel[i], before[i]);
            const double slip =
                stretch * (sn_state_q(f.state)[eulerian[i]] - start[i]) + radius[i] * angle[i];
            worst = fmax(worst, fabs(slip));
            most = fmax(most, fabs(angle[i]));
        }
    }
    g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
    g_test_message("%g rad turned, %g m slipped", most, worst);
    g_assert_cmpfloat(most, >, 10);
    g_assert_cmpfloat(worst, <, 1e-9);
    sn_pulley_fixture_free(&f);
}

/* An oval wheel turns about an axle beside its middle; a strand runs from the ground over it to a
 * weight that 120 N pull down and out of the plane of the wheel. */
static SnPulleyFixture oval(double step, double drop, const double force[3])
{
    SnPulleyStrand s = sn_pulley_strand();
    s.stiffness = 0;
    s.build->system->step_size = step;
    const double inertia[3] = {0.003, 0.0083, 0.0113}, turn[3] = {0, 0, 0.75},
                 axle[3] = {-0.035, 0, 0};
    double q[4], place[3];
    sn_q_exp(turn, q);
    sn_q_rotate(q, axle, place);
    sn_v3_scale(-1, place, place);
    const int wheel = sn_build_body(s.build, 2.5, inertia, place, q);
    sn_build_joint(s.build, &SN_JOINT_HINGE, sn_build_frame(s.build, SN_BUILD_WORLD, origin, NULL),
                   sn_build_frame(s.build, wheel, axle, NULL));
    sn_pulley_point_node(&s, SN_BUILD_WORLD, -0.1, -0.4);
    sn_pulley_node(&s, sn_build_ellipse(s.build, SN_GUIDE_WRAPPED, wheel, origin, NULL, 0.1, 0.06),
                   9, -1, -1, -1);
    const int weight = sn_pulley_free_node(&s, 0.8, 0.1, -drop);
    const int load = sn_build_point_load(s.build, sn_build_point(s.build, weight, origin));
    sn_v3_copy(force, s.build->system->inputs.base + s.build->system->loads.loads[load].force);
    return sn_pulley_finish(&s, false, 0.02, 1);
}

/* Kinetic and elastic energy, and that of the constant pull. */
static double energy_of(SnPulleyFixture *f, const double force[3])
{
    double energy[2], momentum[6];
    sn_audit(f->system, f->state, f->work, energy, momentum);
    const SnSystemStrand *strand = &f->system->strands.strands[0];
    const int last = f->system->strands.nodes[strand->first_node + strand->n_nodes - 1].point;
    return energy[0] + energy[1] - sn_v3_dot(force, f->work->motion.point_position[last]);
}

/* A weight that swings out of the plane of its wheel never gains energy: what pulls it is the
 * gradient of the strand's length (it was not, and the wheel flew away in the end). */
static void test_swings_beside(void)
{
    static const double steps[] = {0.01, 0.005, 0.001};
    static const double force[3] = {0, -85, 85};
    for (size_t k = 0; k < G_N_ELEMENTS(steps); k++) {
        SnPulleyFixture f = oval(steps[k], 0.2, force);
        SnFault fault = sn_assemble(f.system, f.system->inputs.base, f.state, f.work);
        const double start = energy_of(&f, force), rest = f.system->strands.strands[0].rest_length;
        double most = -HUGE_VAL, stretch = 0;
        for (int i = 0; i < 5 / steps[k] && fault.code == SN_FAULT_NONE; i++) {
            fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
            most = fmax(most, energy_of(&f, force) - start);
            stretch = fmax(stretch, fabs(sn_pulley_length(&f) / rest - 1));
        }
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
        g_test_message("%g ms: energy at most %g J, stretch %g", 1e3 * steps[k], most, stretch);
        g_assert_cmpfloat(most, <, 0.05);
        g_assert_cmpfloat(stretch, <, 2e-3);
        sn_pulley_fixture_free(&f);
    }
}

/* Seen along the axle, how far the weight is outside of the oval: 1 on it. */
static double place_outside(SnPulleyFixture *f)
{
    const SnSystemStrand *strand = &f->system->strands.strands[0];
    const int last = f->system->strands.nodes[strand->first_node + strand->n_nodes - 1].point;
    const SnPulleyContact *place = &f->work->pulleys.contacts[0];
    double r[3];
    sn_v3_sub(f->work->motion.point_position[last], place->center, r);
    sn_m3_tmul_v3(place->axes, r, r);
    return hypot(r[0] / 0.1, r[1] / 0.06);
}

/* A weight that is pulled up to its wheel is stopped by it: inside the groove a strand has no
 * tangents (it jumped about there, and could take energy from nowhere). */
static void test_pulled_in(void)
{
    static const double steps[] = {0.01, 0.005, 0.001};
    static const double force[3] = {-120, 0, 0};
    for (size_t k = 0; k < G_N_ELEMENTS(steps); k++) {
        SnPulleyFixture f = oval(steps[k], 0.1, force);
        SnFault fault = sn_assemble(f.system, f.system->inputs.base, f.state, f.work);
        const double start = energy_of(&f, force), rest = f.system->strands.strands[0].rest_length;
        double most = -HUGE_VAL, stretch = 0, nearest = HUGE_VAL;
        for (int i = 0; i < 1 / steps[k] && fault.code == SN_FAULT_NONE; i++) {
            fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
            most = fmax(most, energy_of(&f, force) - start);
            stretch = fmax(stretch, fabs(sn_pulley_length(&f) / rest - 1));
            nearest = fmin(nearest, place_outside(&f));
        }
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
        g_test_message("%g ms: energy at most %g J, stretch %g, outside from %g", 1e3 * steps[k],
                       most, stretch, nearest);
        g_assert_cmpfloat(most, <, 0.05);
        g_assert_cmpfloat(stretch, <, 1.5e-2);
        g_assert_cmpfloat(nearest, >, 0.99);
        g_assert_cmpfloat(nearest, <, 1.1);
        sn_pulley_fixture_free(&f);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/pulley/belts", test_belts);
    g_test_add_func("/sim/pulley/ellipse", test_ellipse);
    g_test_add_func("/sim/pulley/leaves-and-winds", test_leaves_and_winds);
    g_test_add_func("/sim/pulley/grip", test_grip);
    g_test_add_func("/sim/pulley/grip-stays", test_grip_stays);
    g_test_add_func("/sim/pulley/swings-beside", test_swings_beside);
    g_test_add_func("/sim/pulley/pulled-in", test_pulled_in);
    return g_test_run();
}
