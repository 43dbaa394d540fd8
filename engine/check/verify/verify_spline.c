/* SPDX-License-Identifier: GPL-3.0-or-later */
/* D2 and D4 with spline strands, and a strand through rings: tension goes on undiminished. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/build_spline.h"
#include "engine/check/verify/verify_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_NODES = 64 };

static const double none[3] = {0};

static const double (*constant(double (*x)[3]))[3]
{
    return (const double(*)[3])x;
}

/* Holds the matter at a parameter at a point. */
static void fix(SnBuild *build, int strand, double place, int point)
{
    const SnSystemSplineConstraint c = {.kind = SN_SPLINE_FIXED,
                                        .spline = strand,
                                        .parameter = place,
                                        .point = point,
                                        .other = -1,
                                        .surface = -1};
    sn_build_spline_constraint(build, &c, NULL);
}

static void slide(SnBuild *build, int strand, double place, int point)
{
    const SnSystemSplineConstraint c = {
        .kind = SN_SPLINE_SLIDING, .spline = strand, .point = point, .other = -1, .surface = -1};
    sn_build_spline_constraint(build, &c, &place);
}

static int world_point(SnBuild *build, double x, double z)
{
    return sn_build_point(build, SN_BUILD_WORLD, (double[3]){x, 0, z});
}

/* --- D2: catenary --- */

/* Elastic catenary between supports at one height: span 1 = L H/EA + 2 H/w asinh(w L / 2 H). */
static double catenary_pull(double length, double weight, double stiffness)
{
    double low = 1e-3, high = 10;
    for (int i = 0; i < 200; i++) {
        const double h = (low + high) / 2;
        const double span =
            length * h / stiffness + 2 * h / weight * asinh(weight * length / (2 * h));
        *(span < 1 ? &low : &high) = h;
    }
    return (low + high) / 2;
}

typedef struct Catenary {
    double pull, sag, end_tension;
} Catenary;

static Catenary hang(int n, double stiffness)
{
    static const double length = 1.2;
    double x[MOST_NODES][3], area = 0;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.02);
    const SnStrandParameters p = {
        .line_density = 1, .stiffness = stiffness, .gravity = {0, 0, -1}, .muscle = -1};
    for (int i = 0; i < n; i++) { /* a parabola of about that length */
        const double s = (double)i / (n - 1);
        sn_v3_set(s, 0, -1.16 * s * (1 - s), x[i]);
    }
    const SnSplineCurve curve = {n, true, constant(x)};
    for (int i = 0; i < 4000; i++) {
        double tangent[3];
        sn_spline_point(&curve, (n - 3) * (i + 0.5) / 4000, NULL, tangent, NULL);
        area += sn_v3_norm(tangent) * (n - 3) / 4000;
    }
    const int strand = sn_build_spline(build, n, constant(x), true, &p, length / area, NULL, NULL);
    fix(build, strand, 0, world_point(build, 0, 0));
    fix(build, strand, n - 3, world_point(build, 1, 0));
    build->system->splines.splines[strand].mass_damping = 3;
    SnTrial trial = sn_trial_new(sn_build_finish(build, none), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 2000);
    Catenary r = {NAN, NAN, NAN};
    if (trial.fault.code == SN_FAULT_NONE) {
        double force[3], *samples = sn_alloc(3 * (size_t)sn_spline_n_samples(n), sizeof *samples);
        sn_spline_constraint_force(trial.system, trial.state, trial.work, 0, force);
        sn_spline_sample(trial.system, trial.state, strand, samples, NULL, NULL, NULL);
        r.pull = fabs(force[0]), r.end_tension = sn_v3_norm(force);
        r.sag = 0;
        for (int i = 0; i < sn_spline_n_samples(n); i++)
            r.sag = fmax(r.sag, -samples[3 * i + 2]);
        sn_free(samples);
    }
    sn_trial_free(&trial);
    return r;
}

void sn_verify_spline_catenary(SnVerifySink *sink)
{
    static const double stiffness = 1e3;
    const double h = catenary_pull(1.2, 1, stiffness);
    const double sag = 1.44 / (8 * stiffness) + h * (sqrt(1 + 0.36 / (h * h)) - 1);
    double error[2];
    for (int k = 0; k < 2; k++) {
        const int n = k ? 32 : 16;
        char name[64];
        const Catenary now = hang(n, stiffness);
        error[k] = fabs(now.pull - h);
        snprintf(name, sizeof name, "D2-catenary-spline-%d-pull", n);
        sn_verify_relative(sink, name, now.pull, h, 1e-3, "elastic catenary, EA = 1000 weights");
        snprintf(name, sizeof name, "D2-catenary-spline-%d-sag", n);
        sn_verify_relative(sink, name, now.sag, sag, 1e-3, "elastic catenary");
        snprintf(name, sizeof name, "D2-catenary-spline-%d-tension", n);
        sn_verify_relative(sink, name, now.end_tension, hypot(h, 0.6), 1e-3, "elastic catenary");
    }
    sn_verify_absolute(sink, "D2-catenary-spline-order", log2(error[0] / error[1]), 4, 0.5,
                       "cubic splines: spans halved, error over 16");
}

/* --- D4: taut string --- */

/* Frequency of a mode from the times at which its amplitude changes sign. */
static double string_frequency(int n, int mode)
{
    static const double tension = 10, density = 0.01, strain = 0.01;
    double x[MOST_NODES][3];
    const double h = 2e-5;
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const SnStrandParameters p = {
        .line_density = density * (1 + strain), .stiffness = tension / strain, .muscle = -1};
    for (int i = 0; i < n; i++) /* even parameter: control points at the knots' means */
        sn_v3_set(i == 0      ? 0
                  : i == 1    ? 1.0 / 3
                  : i < n - 2 ? i - 1
                  : i < n - 1 ? n - 3 - 1.0 / 3
                              : n - 3,
                  0, 0, x[i]);
    for (int i = 0; i < n; i++)
        x[i][0] /= n - 3;
    const int strand =
        sn_build_spline(build, n, constant(x), true, &p, 1 / (1 + strain), NULL, NULL);
    fix(build, strand, 0, world_point(build, 0, 0));
    fix(build, strand, n - 3, world_point(build, 1, 0));
    for (int i = 0; i < n; i++)
        build->q[sn_build_spline_node(build, strand, i)][2] = 1e-4 * sin(mode * M_PI * x[i][0]);
    SnTrial trial = sn_trial_new(sn_build_finish(build, none), SN_LINSOLVE_AUTO);
    double before = 0, first = NAN, last = NAN;
    int changes = 0;
    for (int step = 1; changes < 5 && step < 20000 && trial.fault.code == SN_FAULT_NONE; step++) {
        double now = 0;
        for (int i = 0; i < n; i++)
            now += sin(mode * M_PI * x[i][0]) *
                   sn_state_q_const(
                       trial.state)[trial.system->blocks[trial.system->splines.block[i]].q + 2];
        if (step > 1 && now * before < 0) {
            last = trial.state->time - h * now / (now - before);
            first = changes++ == 0 ? last : first;
        }
        before = now;
        sn_trial_steps(&trial, 1);
    }
    sn_trial_free(&trial);
    return (changes - 1) / (2 * (last - first));
}

void sn_verify_spline_string(SnVerifySink *sink)
{
    for (int mode = 1; mode <= 3; mode++) {
        char name[64];
        snprintf(name, sizeof name, "D4-string-spline-mode-%d", mode);
        sn_verify_relative(sink, name, string_frequency(12, mode), 15.8113883008419 * mode, 5e-3,
                           "taut string, T = 10 N, mu = .01 kg/m, L = 1 m");
    }
}

/* --- rings --- */

/* From a wall, a quarter of a circle through rings, down to a weight: where a part `s` of its
 * length is. */
static void round_corner(double s, double x[3])
{
    static const double radius = 0.3, straight = 0.5;
    const double arc = radius * M_PI / 2, along = s * (2 * straight + arc) - straight;
    const double angle = fmin(fmax(along / radius, 0), M_PI / 2);
    sn_v3_set(radius * sin(angle), 0, radius * cos(angle), x);
    if (along < 0)
        x[0] += along;
    else if (along > arc)
        x[2] -= along - arc;
}

/* Tension at the wall and resultant of the rings once the weight hangs still.  There must be room
 * to slide: with as many rings as control points between them the strand locks (thesis 5.5; with 12
 * control points and 10 rings the wall bears half as much again as the weight). */
static void hang_through_rings(int n, int n_rings, double *tension, double resultant[3])
{
    static const double weight = 9.81, arc_from = 0.5, arc = 0.3 * M_PI / 2;
    double x[MOST_NODES][3];
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.02);
    const SnStrandParameters p = {.line_density = 1e-3, .stiffness = 2000, .muscle = -1};
    for (int i = 0; i < n; i++)
        round_corner((double)i / (n - 1), x[i]);
    const SnSplineCurve curve = {n, true, constant(x)};
    const int strand = sn_build_spline(build, n, constant(x), true, &p, 1, NULL, NULL);
    const int body = sn_build_particle(build, weight / 9.81, x[n - 1]);
    fix(build, strand, 0, sn_build_point(build, SN_BUILD_WORLD, x[0]));
    fix(build, strand, n - 3, sn_build_point(build, body, none));
    for (int i = 0; i < n_rings; i++) {
        double ring[3];
        round_corner((arc_from + arc * i / (n_rings - 1)) / (2 * arc_from + arc), ring);
        slide(build, strand, sn_spline_closest_anywhere(&curve, ring),
              sn_build_point(build, SN_BUILD_WORLD, ring));
    }
    build->system->blocks[body].damping = 5;
    build->system->splines.splines[strand].mass_damping = 5;
    SnTrial trial =
        sn_trial_new(sn_build_finish(build, (double[3]){0, 0, -9.81}), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 1500);
    double force[3] = {NAN, NAN, NAN};
    sn_v3_set(0, 0, 0, resultant);
    if (trial.fault.code == SN_FAULT_NONE)
        sn_spline_constraint_force(trial.system, trial.state, trial.work, 0, force);
    *tension = sn_v3_norm(force);
    for (int i = 0; i < n_rings; i++) {
        sn_spline_constraint_force(trial.system, trial.state, trial.work, 2 + i, force);
        sn_v3_add(resultant, force, resultant);
    }
    sn_trial_free(&trial);
}

void sn_verify_spline_ring(SnVerifySink *sink)
{
    double tension, rings[3];
    hang_through_rings(32, 8, &tension, rings);
    sn_verify_relative(sink, "D1-ring-spline-tension", tension, 9.81, 5e-3,
                       "no friction: the weight");
    sn_verify_relative(sink, "D1-ring-spline-force", sn_v3_norm(rings), 9.81 * M_SQRT2, 5e-3,
                       "the weight and the wall's pull");
}
