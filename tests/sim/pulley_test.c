/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands over pulleys: lengths against closed forms, gradients against differences, wheels that
 * grip. */
#include "engine/base/vec.h"
#include "engine/check/build_curve_coordinate.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_node_position.h"
#include "engine/sim/strand/strand_workspace.h"
#include "tests/sim/random_system.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define STEP 1e-6

static const double gravity[3] = {0}, origin[3] = {0};

typedef struct Fixture {
    SnSystem *system;
    SnState *state;
    SnWorkspace *work;
} Fixture;

static void fixture_free(Fixture *f)
{
    sn_workspace_free(f->work);
    free(f->state);
    sn_system_free(f->system);
}

/* Length of the first strand at the state as it is. */
static double length_now(Fixture *f)
{
    sn_attachments_follow(f->system, sn_state_q(f->state), sn_state_u(f->state));
    sn_kinematics(f->system, sn_state_q(f->state), sn_state_u(f->state), f->work);
    sn_strand_look(f->system, f->state, f->work);
    return f->work->forces.strand->length[0];
}

/* A strand being put together. */
typedef struct Strand {
    SnBuild *build;
    SnBuildStrandNode nodes[64];
    int n, guide[4], first[4], count[4], side[4], wheel[4], n_pulleys;
    bool grip;
    double stiffness; /* 0: inextensible */
} Strand;

static Strand begin(void)
{
    return (Strand){.build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3), .stiffness = 500};
}

static void point_node(Strand *s, int block, double x, double y)
{
    const double place[3] = {x, y, 0};
    s->nodes[s->n++].point = sn_build_point(s->build, block, place);
}

static int free_node(Strand *s, double mass, double x, double y)
{
    const double place[3] = {x, y, 0};
    const int particle = sn_build_particle(s->build, mass, place);
    s->nodes[s->n++].point = sn_build_point(s->build, particle, origin);
    return particle;
}

/* friction < 0: no flow. */
static void pulley_node(Strand *s, int guide, int count, int side, int wheel, double friction)
{
    sn_build_pulley_nodes(s->build, guide, count, friction, s->nodes + s->n);
    s->guide[s->n_pulleys] = guide, s->first[s->n_pulleys] = s->n;
    s->count[s->n_pulleys] = count, s->side[s->n_pulleys] = side;
    s->wheel[s->n_pulleys++] = wheel;
    s->n += count;
}

static Fixture finish(Strand *s, bool closed, double line_density, double ratio)
{
    const SnStrandParameters p = {.radius = 1e-3,
                                  .line_density = line_density,
                                  .stiffness = s->stiffness,
                                  .tension_only = true,
                                  .inextensible = s->stiffness == 0,
                                  .muscle = -1};
    sn_build_strand(s->build, &p, 0, closed, s->n, s->nodes);
    for (int i = 0; i < s->n_pulleys; i++)
        sn_build_pulley(s->build, s->guide[i], s->first[i], s->count[i], s->side[i], s->wheel[i],
                        s->grip);
    Fixture f = {.system = sn_build_finish(s->build, gravity)};
    sn_strand_lay(f.system, 0, 0, ratio);
    f.state = sn_state_new(f.system);
    f.work = sn_workspace_new(f.system, SN_LINSOLVE_DENSE);
    return f;
}

static int circle(SnBuild *build, int carrier, double x, double y, double radius)
{
    const double center[3] = {x, y, 0};
    return sn_build_ellipse(build, SN_GUIDE_WRAPPED, carrier, center, NULL, radius, radius);
}

/* --- closed forms --- */

/* Open and crossed belts around two circles. */
static void test_belts(void)
{
    const double r = 0.2, big = 0.5, d = 1.3;
    for (int crossed = 0; crossed < 2; crossed++) {
        Strand s = begin();
        const int a = circle(s.build, SN_BUILD_WORLD, 0, 0, big),
                  b = circle(s.build, SN_BUILD_WORLD, d * 0.6, d * 0.8, r);
        pulley_node(&s, a, 5, 1, -1, 0.1);
        pulley_node(&s, b, 7, crossed ? -1 : 1, -1, 0.1);
        Fixture f = finish(&s, true, 0.1, 1);
        const double sum = big + (crossed ? r : -r), side = asin(sum / d);
        const double straight = sqrt(d * d - sum * sum);
        const double truth = crossed ? 2 * straight + sum * (G_PI + 2 * side)
                                     : 2 * straight + G_PI * (big + r) + 2 * (big - r) * side;
        g_assert_cmpfloat(fabs(f.system->strands.strands[0].start_length - truth), <, 1e-13);
        g_assert_cmpfloat(fabs(f.work->pulleys.contacts[0].remembered - G_PI - 2 * side), <, 1e-13);
        fixture_free(&f);
    }
}

/* Around an ellipse from far away on both sides: half its perimeter and two parallel lines. */
static void test_ellipse(void)
{
    const double far = 1e7, a = 0.3, b = 0.1;
    Strand s = begin();
    point_node(&s, SN_BUILD_WORLD, far, -b);
    pulley_node(&s, sn_build_ellipse(s.build, SN_GUIDE_WRAPPED, SN_BUILD_WORLD, origin, NULL, a, b),
                9, -1, -1, -1);
    point_node(&s, SN_BUILD_WORLD, far, b);
    Fixture f = finish(&s, false, 0.1, 1);
    double perimeter = 0;
    const int n = 100000;
    for (int i = 0; i < n; i++) {
        const double t = 2 * G_PI * (i + 0.5) / n;
        perimeter += 2 * G_PI / n * hypot(a * sin(t), b * cos(t));
    }
    g_assert_cmpfloat(fabs(length_now(&f) - 2 * far - perimeter / 2), <, 2e-7);
    fixture_free(&f);
}

/* --- lift-off and turns --- */

/* One end goes round; the strand leaves the wheel where the straight line clears it, and winds up
 * where it does not. */
static void test_leaves_and_winds(void)
{
    const double r = 0.3;
    Strand s = begin();
    point_node(&s, SN_BUILD_WORLD, -1, r);
    pulley_node(&s, circle(s.build, SN_BUILD_WORLD, 0, 0, r), 5, -1, -1, -1);
    free_node(&s, 1, 1, 0);
    Fixture f = finish(&s, false, 0.1, 1);
    double *q = sn_state_q(f.state);
    const double straight_part = sqrt(1 - r * r), tangent = acos(r);
    double last = length_now(&f);
    bool was_off = false;
    /* over the top at 90 degrees, clockwise down and three times round, then back past the start
     * until it is free */
    for (int i = 0; i <= 4000; i++) {
        const double turned =
            i <= 3000 ? -6 * G_PI * i / 3000 : -6 * G_PI + (6 * G_PI + 1.2) * (i - 3000) / 1000;
        sn_v3_set(cos(turned), sin(turned), 0, q);
        const double now = length_now(&f);
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
    fixture_free(&f);
}

/* --- gradients --- */

/* A particle's strand over a wheel on one body, the other way over an eccentric ellipse on another,
 * past a third that it only touches sometimes, to a point on a body; all in a plane, but for what
 * `tilt` turns bodies (and moves them, in units of 0.5 m) out of it. */
static Fixture oblique(uint64_t seed, bool eulerian, double tilt)
{
    Random r = {seed}, beside = {seed + 100};
    Strand s = begin();
    const double inertia[3] = {0.2, 0.3, 0.4};
    int body[3];
    for (int i = 0; i < 3; i++) {
        const double off = tilt > 0 ? random_uniform(&beside, -tilt, tilt) : 0;
        const double x[3] = {i + random_uniform(&r, -0.1, 0.1), random_uniform(&r, -0.2, 0.2),
                             0.5 * off};
        const double turn[3] = {0, 0, random_uniform(&r, -3, 3)};
        const double v[3] = {random_uniform(&r, -1, 1), random_uniform(&r, -1, 1), off};
        const double w[3] = {off, -off, random_uniform(&r, -2, 2)}, lean[3] = {off, 0.5 * off, 0};
        double q[4], leaning[4];
        sn_q_exp(lean, leaning);
        sn_q_exp(turn, q);
        sn_q_mul(leaning, q, q);
        body[i] = sn_build_body(s.build, 2, inertia, x, q);
        sn_build_velocity(s.build, body[i], v, w);
    }
    const double v[3] = {0.3, -0.4, 0}, off_center[3] = {0.1, 0.05, 0};
    sn_build_velocity(s.build, free_node(&s, 0.5, -1, 0.1), v, NULL);
    pulley_node(&s, circle(s.build, body[0], 0.05, -0.02, 0.25), 5, -1, -1, eulerian ? 0.2 : -1);
    pulley_node(&s,
                sn_build_ellipse(s.build, SN_GUIDE_WRAPPED, body[1], off_center, NULL, 0.3, 0.15),
                5, 1, -1, -1);
    pulley_node(&s, circle(s.build, SN_BUILD_WORLD, 1.6, -0.15, 0.1), 3, -1, -1, -1);
    point_node(&s, body[2], 0.1, 0.1);
    return finish(&s, false, 0.3, 0.95);
}

static Fixture planar(uint64_t seed, bool eulerian)
{
    return oblique(seed, eulerian, 0);
}

static void displaced(Fixture *f, const SnState *from, int column, double amount)
{
    memcpy(f->state, from, from->size);
    displace_one(f->system, sn_state_q(f->state), column, amount);
}

/* Largest difference of the gradients of all segments' lengths from numeric ones. */
static double gradient_error(Fixture *f)
{
    const SnSystem *s = f->system;
    SnState *from = sn_state_copy(f->state);
    double worst = 0;
    for (int k = 0; k < s->strands.n_segments; k++) {
        const SnSegmentWorkspace *w = &f->work->forces.strand->segments[k];
        const SnSystemSegment *segment = &s->strands.segments[k];
        double rate = 0;
        for (int b = 0; b < segment->n_blocks; b++) {
            const SnBlock *block = &s->blocks[s->strands.segment_block[segment->blocks + b]];
            for (int c = 0; c < block->n && block->kind != SN_BLOCK_EULERIAN; c++) {
                double length[2];
                length_now(f);
                const double gradient = w->gradient[w->offset[b] + c];
                for (int side = 0; side < 2; side++) {
                    displaced(f, from, block->u + c, side ? STEP : -STEP);
                    length_now(f);
                    length[side] = w->shape.length;
                }
                memcpy(f->state, from, from->size);
                const double numeric = (length[1] - length[0]) / (2 * STEP);
                worst = fmax(worst, fabs(numeric - gradient));
                rate += gradient * sn_state_u(f->state)[block->u + c];
            }
        }
        length_now(f);
        g_assert_cmpfloat(fabs(rate - w->rate), <, 1e-12);
    }
    free(from);
    return worst;
}

/* Lengths of all segments: rates, and gradients over their columns, in the plane of the grooves and
 * well out of it. */
static void test_gradients(void)
{
    static const double tilts[] = {0, 0.2, 0.6};
    for (size_t t = 0; t < G_N_ELEMENTS(tilts); t++) {
        int off = 0, on = 0;
        for (uint64_t seed = 1; seed <= 60; seed++) {
            Fixture f = oblique(seed, seed % 2, tilts[t]);
            length_now(&f);
            off += f.work->pulleys.contacts[2].off, on += !f.work->pulleys.contacts[2].off;
            const double error = gradient_error(&f);
            if (error > 3e-9)
                g_error("tilt %g seed %d: wrong by %g", tilts[t], (int)seed, error);
            fixture_free(&f);
        }
        g_assert_cmpint(off, >, 3);
        g_assert_cmpint(on, >, 3);
    }
}

static bool in_plane(const SnSystem *s, int i)
{
    for (int b = 0; b < s->n_active; b++) {
        const int k = i - s->blocks[b].u;
        if (k >= 0 && k < s->blocks[b].n)
            return s->blocks[b].kind == SN_BLOCK_EULERIAN || k < 2 || k == 5;
    }
    return false;
}

static void forces_at(Fixture *f, const SnState *from, int column, double amount, double *force)
{
    displaced(f, from, column, amount);
    length_now(f);
    sn_forces(f->system, f->system->inputs.base, f->state, f->work, false, 0, 0);
    sn_reduce_vector(f->system, f->work, f->work->forces.applied, force);
}

/* M-hat = M - K of everything in the plane holds the symmetric part of the derivative of the
 * forces: tangent points that move change nothing to first order. */
static void test_stiffness(void)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Fixture f = planar(seed, seed % 2);
        const SnSystem *s = f.system;
        const size_t n = (size_t)s->n_u_active;
        double *numeric = calloc(n * n, sizeof(double)), *side[2],
               *unit = calloc(n, sizeof(double));
        for (int k = 0; k < 2; k++)
            side[k] = calloc((size_t)s->n_u, sizeof(double));
        memset(sn_state_u(f.state), 0, (size_t)s->n_u * sizeof(double));
        SnState *from = sn_state_copy(f.state);
        for (size_t j = 0; j < n; j++) {
            forces_at(&f, from, (int)j, -STEP, side[0]);
            forces_at(&f, from, (int)j, STEP, side[1]);
            for (size_t i = 0; i < n; i++)
                numeric[n * i + j] = (side[1][i] - side[0][i]) / (2 * STEP);
        }
        memcpy(f.state, from, from->size);
        length_now(&f);
        sn_forces(s, s->inputs.base, f.state, f.work, true, 0, 1);
        double *hat = side[0], *mass = side[1], *full = calloc((size_t)s->n_u, sizeof(double));
        for (size_t j = 0; j < n; j++) {
            memset(unit, 0, n * sizeof *unit);
            unit[j] = 1;
            sn_pair_multiply(s, f.work, unit, hat);
            sn_spread_vector(s, f.work, unit, full);
            sn_mass_multiply(s, f.work, full, mass);
            for (size_t i = 0; in_plane(s, (int)j) && i < n; i++) {
                const double truth = 0.5 * (numeric[n * i + j] + numeric[n * j + i]);
                if (in_plane(s, (int)i) &&
                    fabs(mass[i] - hat[i] - truth) > 1e-5 * (1 + fabs(truth)))
                    g_error("seed %d, %d by %d: %g is not %g", (int)seed, (int)i, (int)j,
                            mass[i] - hat[i], truth);
            }
        }
        free(full);
        free(numeric);
        free(unit);
        free(side[0]);
        free(side[1]);
        free(from);
        fixture_free(&f);
    }
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
        Strand s = begin();
        int wheel[2];
        for (int i = 0; i < 2; i++)
            wheel[i] = wheel_on_axle(s.build, i, inertia[i]);
        for (int i = 0; i < 2; i++)
            pulley_node(&s, circle(s.build, SN_BUILD_WORLD, i, 0, radius[i]), 9,
                        crossed && i ? -1 : 1, wheel[i], 0);
        const int load = sn_build_body_load(s.build, wheel[0]);
        s.build->system->inputs.base[s.build->system->loads.loads[load].force + 5] = torque;
        s.grip = true;
        s.stiffness = 1e7;
        Fixture f = finish(&s, true, 0.4, 0.999);
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
        fixture_free(&f);
    }
}

/* How far a wheel has turned about z of its carrier since it stood at `before`, which becomes where
 * it stands. */
static double turned(const Fixture *f, int carrier, int wheel, double before[4])
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
    Strand s = begin();
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
        pulley_node(&s, circle(s.build, carrier, i, 0, radius[i]), 9, 1, wheel[i], 0);
    }
    const int load = sn_build_body_load(s.build, wheel[0]);
    s.grip = true;
    s.stiffness = 1e5;
    Fixture f = finish(&s, true, 0.4, 0.98);
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
    fixture_free(&f);
}

/* An oval wheel turns about an axle beside its middle; a strand runs from the ground over it to a
 * weight that 120 N pull down and out of the plane of the wheel. */
static Fixture oval(double step, double drop, const double force[3])
{
    Strand s = begin();
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
    point_node(&s, SN_BUILD_WORLD, -0.1, -0.4);
    pulley_node(&s, sn_build_ellipse(s.build, SN_GUIDE_WRAPPED, wheel, origin, NULL, 0.1, 0.06), 9,
                -1, -1, -1);
    const int weight = free_node(&s, 0.8, 0.1, -drop);
    const int load = sn_build_point_load(s.build, sn_build_point(s.build, weight, origin));
    sn_v3_copy(force, s.build->system->inputs.base + s.build->system->loads.loads[load].force);
    return finish(&s, false, 0.02, 1);
}

/* Kinetic and elastic energy, and that of the constant pull. */
static double energy_of(Fixture *f, const double force[3])
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
        Fixture f = oval(steps[k], 0.2, force);
        SnFault fault = sn_assemble(f.system, f.system->inputs.base, f.state, f.work);
        const double start = energy_of(&f, force), rest = f.system->strands.strands[0].rest_length;
        double most = -HUGE_VAL, stretch = 0;
        for (int i = 0; i < 5 / steps[k] && fault.code == SN_FAULT_NONE; i++) {
            fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
            most = fmax(most, energy_of(&f, force) - start);
            stretch = fmax(stretch, fabs(length_now(&f) / rest - 1));
        }
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
        g_test_message("%g ms: energy at most %g J, stretch %g", 1e3 * steps[k], most, stretch);
        g_assert_cmpfloat(most, <, 0.05);
        g_assert_cmpfloat(stretch, <, 2e-3);
        fixture_free(&f);
    }
}

/* Seen along the axle, how far the weight is outside of the oval: 1 on it. */
static double place_outside(Fixture *f)
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
        Fixture f = oval(steps[k], 0.1, force);
        SnFault fault = sn_assemble(f.system, f.system->inputs.base, f.state, f.work);
        const double start = energy_of(&f, force), rest = f.system->strands.strands[0].rest_length;
        double most = -HUGE_VAL, stretch = 0, nearest = HUGE_VAL;
        for (int i = 0; i < 1 / steps[k] && fault.code == SN_FAULT_NONE; i++) {
            fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
            most = fmax(most, energy_of(&f, force) - start);
            stretch = fmax(stretch, fabs(length_now(&f) / rest - 1));
            nearest = fmin(nearest, place_outside(&f));
        }
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
        g_test_message("%g ms: energy at most %g J, stretch %g, outside from %g", 1e3 * steps[k],
                       most, stretch, nearest);
        g_assert_cmpfloat(most, <, 0.05);
        g_assert_cmpfloat(stretch, <, 1.5e-2);
        g_assert_cmpfloat(nearest, >, 0.99);
        g_assert_cmpfloat(nearest, <, 1.1);
        fixture_free(&f);
    }
}

/* Steps allocate nothing, and go on from a copy of the state with the same bits. */
static void test_steps(void)
{
    Fixture f = planar(3, true);
    SnFault fault = sn_assemble(f.system, f.system->inputs.base, f.state, f.work);
    for (int i = 0; i < 100 && fault.code == SN_FAULT_NONE; i++)
        fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
    SnState *copy = sn_state_copy(f.state);
    SnWorkspace *other = sn_workspace_new(f.system, SN_LINSOLVE_DENSE);
    const unsigned long before = sn_test_allocations();
    for (int i = 0; i < 200 && fault.code == SN_FAULT_NONE; i++)
        fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
    if (sn_test_counting_malloc())
        g_assert_cmpuint(sn_test_allocations(), ==, before);
    g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
    for (int i = 0; i < 200; i++)
        sn_step(f.system, f.system->inputs.base, copy, other);
    g_assert_true(sn_state_hash(copy) == sn_state_hash(f.state));
    sn_workspace_free(other);
    free(copy);
    fixture_free(&f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/pulley/belts", test_belts);
    g_test_add_func("/sim/pulley/ellipse", test_ellipse);
    g_test_add_func("/sim/pulley/leaves-and-winds", test_leaves_and_winds);
    g_test_add_func("/sim/pulley/gradients", test_gradients);
    g_test_add_func("/sim/pulley/stiffness", test_stiffness);
    g_test_add_func("/sim/pulley/grip", test_grip);
    g_test_add_func("/sim/pulley/grip-stays", test_grip_stays);
    g_test_add_func("/sim/pulley/swings-beside", test_swings_beside);
    g_test_add_func("/sim/pulley/pulled-in", test_pulled_in);
    g_test_add_func("/sim/pulley/steps", test_steps);
    return g_test_run();
}
