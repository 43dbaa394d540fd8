/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands in motion.  D4: taut string.  D-flail, D-limb: strands.md 7.5, 7.7.  D-drift: length of
 * an inextensible strand.  D-segment: values of strands.md 7.1. */
#include "engine/base/vec.h"
#include "engine/check/build/strand_trial.h"
#include "engine/check/verify/verify_case.h"
#include "engine/strand/segment.h"

#include <stdio.h>
#include <string.h>

/* --- D4 --- */

/* Frequency of mode m of a string of 64 parts: it starts in that shape, and the projection on it
 * is watched for four half periods. */
static double string_frequency(int mode)
{
    enum { PARTS = 64 };
    const double tension = 10, line = 0.01, stiffness = 1e4, strain = tension / stiffness;
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-4);
    SnBuildStrandNode nodes[PARTS + 1] = {0};
    for (int k = 0; k <= PARTS; k++) {
        const double s = (double)k / PARTS, x[3] = {s, 0, 1e-4 * sin(mode * M_PI * s)};
        nodes[k].point =
            k % PARTS == 0 ? sn_build_world_point(build, x) : sn_build_free_node(build, x);
    }
    const SnStrandParameters p = {
        .muscle = -1, .line_density = line * (1 + strain), .stiffness = stiffness};
    sn_build_strand(build, &p, 1 / (1 + strain), false, PARTS + 1, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_ORIGIN), SN_LINSOLVE_AUTO);
    double before = 0, first = 0;
    for (int zeros = 0; trial.fault.code == SN_FAULT_NONE && trial.state->time < 1;) {
        double now = 0;
        sn_trial_steps(&trial, 1);
        for (int k = 1; k < PARTS; k++) {
            double x[3];
            sn_trial_position(&trial, nodes[k].point, x);
            now += x[2] * sin(mode * M_PI * k / PARTS);
        }
        if (before != 0 && before * now <= 0) {
            const double h = trial.system->step_size;
            const double at = trial.state->time - h * now / (now - before);
            if (zeros++ == 0) {
                first = at;
            } else if (zeros == 5) {
                sn_trial_free(&trial);
                return 2 / (at - first);
            }
        }
        before = now;
    }
    sn_trial_free(&trial);
    return NAN;
}

void sn_verify_string(SnVerifySink *sink)
{
    for (int mode = 1; mode <= 3; mode++) {
        char name[64];
        snprintf(name, sizeof name, "D4-string-%d", mode);
        sn_verify_relative(sink, name, string_frequency(mode), mode * 15.8113883, 5e-3,
                           "n / 2L sqrt(T / mu)");
    }
}

/* --- D-flail --- */

typedef struct Flail {
    SnTrial trial;
    int ring, end; /* points */
} Flail;

/* A strand of 1 m from the origin through a ring that moves away at 0.2 m/s, its end swinging. */
static Flail flail_new(bool lumped, double rate, double g, double h)
{
    static const double angle = 0.5, radius = 0.8, speed = 0.2, start[3] = {0.2, 0, 0};
    const double end[3] = {0.2 + radius * sin(angle), 0, -radius * cos(angle)};
    const double v[3] = {speed - speed * sin(angle) + rate * radius * cos(angle), 0,
                         speed * cos(angle) + rate * radius * sin(angle)};
    const double gravity[3] = {0, 0, -g};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    Flail flail;
    SnBuildStrandNode nodes[3] = {0};
    nodes[0].point = sn_build_world_point(build, SN_TRIAL_ORIGIN);
    const int ring = sn_build_particle(build, 1, start);
    const int target = sn_build_kinematic(build, ring);
    build->system->inputs.base[target + 3] = speed;
    nodes[1].point = flail.ring = sn_build_point(build, ring, SN_TRIAL_ORIGIN);
    nodes[1].kind = SN_BUILD_VIRTUAL;
    nodes[2].point = flail.end = sn_build_free_node(build, end);
    sn_build_velocity(build, build->system->n_blocks - 1, v, NULL);
    const SnStrandParameters p = {.muscle = -1,
                                  .line_density = 0.1,
                                  .gravity = {0, 0, -g},
                                  .inextensible = true,
                                  .lumped = lumped};
    sn_build_strand(build, &p, 1, false, 3, nodes);
    flail.trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_DENSE);
    return flail;
}

static double flail_angle(const Flail *flail)
{
    double ring[3], end[3];
    sn_trial_position(&flail->trial, flail->ring, ring);
    sn_trial_position(&flail->trial, flail->end, end);
    return atan2(end[0] - ring[0], ring[2] - end[2]);
}

static void flail_swings(SnVerifySink *sink, bool lumped, const double truth[6])
{
    const char *kind = lumped ? "lumped" : "distributed";
    double error[2] = {0};
    for (int fine = 0; fine < 2; fine++) {
        const double h = fine ? 2.5e-4 : 5e-4;
        Flail flail = flail_new(lumped, 0, 9.81, h);
        for (int i = 0; i < 6; i++) {
            sn_trial_steps(&flail.trial, (int)lround(0.5 / h));
            const double angle = flail_angle(&flail);
            char name[64];
            snprintf(name, sizeof name, "D-flail-%s-%g", kind, 0.5 * (i + 1));
            if (fine)
                sn_verify_absolute(sink, name, angle, truth[i], 2e-5,
                                   "r th'' = 3 V th' - 3/2 g sin th; 2 V th' - g sin th");
            error[fine] = fmax(error[fine], fabs(angle - truth[i]));
        }
        sn_trial_free(&flail.trial);
    }
    char name[64];
    snprintf(name, sizeof name, "D-flail-%s-order", kind);
    sn_verify_absolute(sink, name, log2(error[0] / error[1]), 2, 0.2, "error ~ h^2");
}

/* Without gravity: growth of the angular rate while r falls from 0.8 to 0.2. */
static void flail_spins(SnVerifySink *sink, bool lumped, double truth)
{
    const double rate = 0.05;
    Flail flail = flail_new(lumped, rate, 0, 2.5e-4);
    sn_trial_steps(&flail.trial, 12000);
    double ring[3], end[3], r[3];
    sn_trial_position(&flail.trial, flail.ring, ring);
    sn_trial_position(&flail.trial, flail.end, end);
    sn_v3_sub(end, ring, r);
    const double *u = sn_state_u_const(flail.trial.state); /* the end is the only unknown */
    const double v[3] = {u[0] - 0.2, 0, u[2]};
    const double growth = (v[2] * r[0] - v[0] * r[2]) / sn_v3_dot(r, r) / rate;
    sn_verify_relative(sink, lumped ? "D-flail-lumped-growth" : "D-flail-distributed-growth",
                       growth, truth, 1e-6, "angular momentum");
    sn_trial_free(&flail.trial);
}

void sn_verify_flail(SnVerifySink *sink)
{
    flail_swings(
        sink, false,
        (const double[6]){-.37364085, -.11093842, .67512549, -1.19505798, 1.85786060, -2.99421697});
    flail_swings(
        sink, true,
        (const double[6]){-.14471386, -.51877877, .63254124, -.15654833, -.48340365, 1.06441137});
    flail_spins(sink, false, 64);
    flail_spins(sink, true, 16);
}

/* --- D-limb --- */

static const double BONE = 0.43, BONE_MASS = 4.2;

/* Two bones in the xz plane on hinges, at T1 from +x and T2 from there, with rates; one muscle of
 * 1 kg without force. */
static SnTrial limb(bool lumped, const double rate[2])
{
    const double angle[2] = {-M_PI / 4, M_PI / 2}; /* both from +x */
    const double turning[2] = {rate[0], rate[0] + rate[1]};
    const double moment = BONE_MASS * BONE * BONE / 12;
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 2.5e-4);
    SnBuildStrandNode nodes[2] = {0};
    int parent = sn_build_frame(build, SN_BUILD_WORLD, SN_TRIAL_ORIGIN, SN_VERIFY_AXIS);
    double x[3] = {0}, v[3] = {0};
    for (int i = 0; i < 2; i++) {
        const double half[3] = {BONE / 2 * cos(angle[i]), 0, BONE / 2 * sin(angle[i])};
        const double half_rate[3] = {-half[2] * turning[i], 0, half[0] * turning[i]};
        const double moments[3] = {moment, moment, moment}, spin[3] = {0, -turning[i], 0};
        const double turned[4] = {cos(angle[i] / 2), 0, -sin(angle[i] / 2), 0};
        const double near[3] = {-BONE / 2, 0, 0}, far[3] = {BONE / 2, 0, 0};
        const double muscle[3] = {0.05 - BONE / 2, 0, 0.04};
        sn_v3_add(x, half, x);
        sn_v3_add(v, half_rate, v);
        const int bone = sn_build_body(build, BONE_MASS, moments, x, turned);
        sn_build_velocity(build, bone, v, spin);
        sn_v3_add(x, half, x);
        sn_v3_add(v, half_rate, v);
        sn_build_joint(build, &SN_JOINT_HINGE, parent,
                       sn_build_frame(build, bone, near, SN_VERIFY_AXIS));
        parent = sn_build_frame(build, bone, far, SN_VERIFY_AXIS);
        nodes[i].point = sn_build_point(build, bone, muscle);
    }
    SnStrandParameters p = {
        .muscle = -1, .line_density = 1, .gravity = {0, 0, -9.81}, .lumped = lumped};
    const int strand = sn_build_strand(build, &p, 0, false, 2, nodes);
    SnSystemStrand *s = &build->system->strands.strands[strand];
    s->p.line_density = 1 / s->rest_length;
    return sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_DENSE);
}

static double limb_energy(bool lumped, double a, double b)
{
    const double rate[2] = {a, b};
    SnTrial trial = limb(lumped, rate);
    double energy[2], momentum[6];
    sn_audit(trial.system, trial.state, trial.work, energy, momentum);
    sn_trial_free(&trial);
    return energy[0];
}

static void limb_moves(SnVerifySink *sink, bool lumped, const double truth[3][3],
                       const double mass[3])
{
    static const char source[] = "equations of motion, RK45 (strands.md 7.7)";
    static const double rest[2] = {0, 0};
    const char *kind = lumped ? "lumped" : "distributed";
    char name[64];
    const double a = limb_energy(lumped, 1, 0), b = limb_energy(lumped, 0, 1);
    const double found[3] = {2 * a, limb_energy(lumped, 1, 1) - a - b, 2 * b};
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "D-limb-%s-M%s", kind, (const char *[]){"11", "12", "22"}[i]);
        sn_verify_relative(sink, name, found[i], mass[i], 1e-7, source);
    }
    SnTrial trial = limb(lumped, rest);
    for (int i = 0; i < 3; i++) {
        sn_trial_steps(&trial, 400);
        const double t1 = sn_verify_angle(&trial, 0), t2 = sn_verify_angle(&trial, 1);
        const double got[3] = {t1 * 180 / M_PI, t2 * 180 / M_PI, BONE * (sin(t1) + sin(t1 + t2))};
        for (int k = 0; k < 3; k++) {
            snprintf(name, sizeof name, "D-limb-%s-%s-%.1f", kind,
                     (const char *[]){"T1", "T2", "foot"}[k], 0.1 * (i + 1));
            const double value = trial.fault.code == SN_FAULT_NONE ? got[k] : (double)NAN;
            sn_verify_absolute(sink, name, value, truth[i][k], k < 2 ? 2e-5 : 2e-7, source);
        }
    }
    sn_trial_free(&trial);
}

void sn_verify_limb(SnVerifySink *sink)
{
    static const double distributed[3][3] = {{-52.2358313, 134.0054158, .0856398},
                                             {-71.7382346, 124.9874347, -.0638074},
                                             {-91.4590053, 92.9431502, -.4187235}};
    static const double lumped[3][3] = {{-52.0921868, 133.9450179, .0863900},
                                        {-71.2619874, 124.9380551, -.0607661},
                                        {-90.9619159, 93.3592279, -.4119530}};
    limb_moves(sink, false, distributed, (const double[3]){.797498615, -.0239406925, .2602266667});
    limb_moves(sink, true, lumped, (const double[3]){.8143599834, -.0273350083, .26091});
}

/* --- D-drift --- */

/* An inextensible strand of five segments, one of them through a ring, swings for 10 s. */
void sn_verify_strand_drift(SnVerifySink *sink)
{
    static const double x[7][3] = {{0, 0, 0},     {0.3, 0, 0.1},   {0.6, 0.1, 0}, {0.8, 0, 0},
                                   {1.1, 0, 0.1}, {1.4, 0.1, 0.2}, {1.7, 0, 0}};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    SnBuildStrandNode nodes[7] = {0};
    for (int k = 0; k < 7; k++)
        nodes[k].point =
            k == 0 || k == 3 ? sn_build_world_point(build, x[k]) : sn_build_free_node(build, x[k]);
    build->system->blocks[build->system->n_blocks - 1].mass = 0.1;
    nodes[3].kind = SN_BUILD_VIRTUAL;
    const SnStrandParameters p = {
        .muscle = -1, .line_density = 0.2, .gravity = {0, 0, -9.81}, .inextensible = true};
    sn_build_strand(build, &p, 0, false, 7, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_DENSE);
    double worst = 0, last = 0, lengths[2];
    for (int i = 0; i < 10000 && trial.fault.code == SN_FAULT_NONE; i++) {
        sn_trial_steps(&trial, 1);
        for (int s = 0; s < trial.system->strands.n_segments; s++) {
            sn_trial_lengths(&trial, s, lengths);
            const double error = fabs(lengths[0] / lengths[1] - 1);
            worst = fmax(worst, error);
            last = i < 9000 ? 0 : fmax(last, error);
        }
    }
    if (trial.fault.code != SN_FAULT_NONE)
        worst = last = NAN;
    static const char source[] = "an inextensible strand keeps its length";
    sn_verify_absolute(sink, "D-drift-worst", worst, 0, 1e-4, source);
    sn_verify_absolute(sink, "D-drift-last-second", last, 0, 1e-6, source);
    sn_trial_free(&trial);
}

/* --- D-segment --- */

static double worst_of(int n, const double *value, int stride, const double *truth)
{
    double worst = 0;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(value[i * stride] - truth[i]));
    return worst;
}

void sn_verify_segment(SnVerifySink *sink)
{
    static const char source[] = "two independent programs (strands.md 7.1)";
    static const double x[3][3] = {{0, 0, 0}, {.6, .2, .1}, {1, .9, -.3}};
    static const double v[3][3] = {{.1, .2, .3}, {-.4, .5, .6}, {.7, -.8, .9}};
    static const double diagonal[9] = {.15479071,  .078784591, .071659017, .097568654, .110792385,
                                       .162053342, .111068535, .139295279, .111068535};
    static const double weight[9] = {.261525756,  .087175252,  -.975923867,
                                     -.349777245, -.241615359, -2.407836136,
                                     .08825149,   .154440107,  -1.521239996};
    static const double quadratic[9] = {-.111583771, -.033110194, -.015242255,
                                        .034324269,  -.019392397, .022566927,
                                        -.034400457, -.088426898, .046653647};
    SnSegmentNode nodes[3];
    double part[2], d[2][3], share[3], passing[3], scratch[128], mass[81], force[9], momentum[6];
    memset(nodes, 0, sizeof nodes);
    for (int k = 0; k < 3; k++) {
        sn_v3_copy(x[k], nodes[k].x);
        sn_v3_copy(v[k], nodes[k].v);
        sn_m3_identity(nodes[k].jacobian);
        nodes[k].column = 3 * k, nodes[k].width = 3;
    }
    const SnSegmentInput in = {.n_nodes = 3,
                               .nodes = nodes,
                               .n_columns = 9,
                               .line_density = 0.25,
                               .rest_length = 2,
                               .eulerian_column = {-1, -1}};
    SnSegmentShape shape = {.part = part, .d = d, .share = share, .passing = passing};
    sn_segment_shape(&in, &shape);
    sn_verify_absolute(sink, "D-segment-share", share[1], .415702953422, 1e-11, source);
    sn_verify_absolute(sink, "D-segment-flux", passing[1], -.080887458146, 1e-11, source);
    sn_verify_absolute(sink, "D-segment-energy", sn_segment_kinetic(&in, &shape, momentum),
                       .168890009403, 1e-11, source);
    sn_segment_gravity(&in, &shape, SN_TRIAL_GRAVITY, force);
    sn_verify_absolute(sink, "D-segment-gravity", worst_of(9, force, 1, weight), 0, 1e-8, source);
    sn_segment_inertia(&in, &shape, mass, force, scratch);
    sn_verify_absolute(sink, "D-segment-mass", worst_of(9, mass, 10, diagonal), 0, 1e-8, source);
    sn_verify_absolute(sink, "D-segment-quadratic", worst_of(9, force, 1, quadratic), 0, 1e-8,
                       source);
}
