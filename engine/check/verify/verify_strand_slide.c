/* SPDX-License-Identifier: GPL-3.0-or-later */
/* D-peg: a strand slides off a smooth peg, with and without nodes that are moved along it.
 * D-drum: a strand over a fixed drum with friction.  D-bending: elastica. */
#include "engine/base/vec.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/check/build/strand_trial.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/strand/pulley.h"

#include <stdio.h>

/* --- D-peg --- */

/* 2 m of strand over two rings 0.2 m apart, one side 0.2 m longer; with `more` nodes on each side
 * that resampling moves.  The longer side's surplus over the middle at the end. */
static double peg(int more, double time, double *drift)
{
    enum { MOST = 12 };
    const double apart = 0.2, side[2] = {0.8, 1};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    SnBuildStrandNode nodes[MOST] = {0};
    int n = 0;
    for (int s = 0; s < 2; s++) {
        const double x = s ? apart : 0, ring[3] = {x, 0, 0};
        for (int k = 0; k <= more + 1; k++) {
            const int up = s ? more + 1 - k : k; /* 0: the end, more + 1: the ring */
            const double place[3] = {x, 0, -side[s] * (more + 1 - up) / (more + 1)};
            const bool is_ring = up == more + 1;
            nodes[n].kind = is_ring ? SN_BUILD_VIRTUAL : SN_BUILD_MATERIAL;
            nodes[n].movable = !is_ring && up > 0;
            nodes[n++].point =
                is_ring ? sn_build_world_point(build, ring) : sn_build_free_node(build, place);
        }
    }
    const SnStrandParameters p = {.line_density = 0.3,
                                  .gravity = {0, 0, -9.81},
                                  .inextensible = true,
                                  .muscle = -1,
                                  .resample = 0.3};
    sn_build_strand(build, &p, 0, false, n, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, (int)lround(time / 1e-3));
    double low[2][3], length = 0, rest = 0;
    sn_trial_position(&trial, nodes[0].point, low[0]);
    sn_trial_position(&trial, nodes[n - 1].point, low[1]);
    for (int s = 0; s < trial.system->strands.n_segments; s++) {
        double lengths[2];
        sn_trial_lengths(&trial, s, lengths);
        length += lengths[0], rest += lengths[1];
    }
    *drift = fmax(fabs(length / rest - 1), fabs(rest / 2 - 1));
    sn_trial_free(&trial);
    return 0.5 * (low[0][2] - low[1][2]);
}

void sn_verify_peg(SnVerifySink *sink)
{
    static const char source[] = "x = x0 cosh(t sqrt(2 g / L))";
    for (int more = 0; more <= 3; more += 3)
        for (int i = 1; i <= 3; i++) {
            const double time = 0.25 * i, truth = 0.1 * cosh(time * sqrt(9.81));
            char name[64];
            double drift;
            snprintf(name, sizeof name, "D-peg-%s-%g", more ? "resampled" : "plain", time);
            sn_verify_relative(sink, name, peg(more, time, &drift), truth, 1e-4, source);
            snprintf(name, sizeof name, "D-peg-%s-length-%g", more ? "resampled" : "plain", time);
            sn_verify_absolute(sink, name, drift, 0, 1e-6, "no matter is lost");
        }
}

/* --- D-drum --- */

/* The strand hangs over half a fixed drum; one end is drawn down steadily, the other bears a
 * weight. */
void sn_verify_drum(SnVerifySink *sink)
{
    enum { AROUND = 9, NODES = AROUND + 2 };
    static const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    const double radius = 0.1, speed = 0.2;
    const double left[3] = {-radius, 0, -1}, right[3] = {radius, 0, -1};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    SnBuildStrandNode nodes[NODES] = {0};
    const int guide = sn_build_ellipse(build, SN_GUIDE_WRAPPED, SN_BUILD_WORLD, SN_TRIAL_ORIGIN,
                                       z_to_y, radius, radius);
    const int weight = sn_build_particle(build, 1, left), end = sn_build_particle(build, 1, right);
    const double v[3] = {0, 0, speed};
    sn_build_velocity(build, weight, v, NULL);
    const int target = sn_build_kinematic(build, end);
    build->system->inputs.base[target + 5] = -speed;
    nodes[0].point = sn_build_point(build, weight, SN_TRIAL_ORIGIN);
    nodes[NODES - 1].point = sn_build_point(build, end, SN_TRIAL_ORIGIN);
    sn_build_pulley_nodes(build, guide, AROUND, 0.3, nodes + 1);
    const SnStrandParameters p = {
        .line_density = 1e-3, .stiffness = 1e5, .damping = 100, .muscle = -1};
    sn_build_strand(build, &p, 0, false, NODES, nodes);
    sn_build_pulley(build, guide, 1, AROUND, +1, -1, false);
    SnSystem *system = sn_build_finish(build, SN_TRIAL_GRAVITY);
    sn_strand_lay(system, 0, 0, 1);
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, 1000);
    sn_verify_relative(sink, "D-drum-weight", sn_trial_tension(&trial, 0), 9.81, 1e-3, "weight");
    sn_verify_relative(sink, "D-drum-ratio",
                       sn_trial_tension(&trial, 1) / sn_trial_tension(&trial, 0), exp(0.3 * M_PI),
                       1e-2, "exp(mu pi)");
    sn_trial_free(&trial);
}

/* --- D-bending --- */

/* A strand of length 1 with bending stiffness 1, clamped along +x, n parts, under a load P at its
 * end: coordinates of that.  The clamp is a part so short that its bend has half a part's matter.
 */
static void cantilever(int n, double load, double tip[2])
{
    enum { MOST = 70 };
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.02);
    SnBuildStrandNode nodes[MOST] = {0};
    for (int k = 0; k < n + 2; k++) {
        const double x[3] = {k == 0 ? -1e-6 : (k - 1.0) / n, 0, 0};
        nodes[k].point = k < 2 ? sn_build_world_point(build, x) : sn_build_free_node(build, x);
        if (k >= 2)
            build->system->blocks[build->system->n_blocks - 1].damping = 2.0 / n;
    }
    const int pull = sn_build_point_load(build, nodes[n + 1].point);
    build->system->inputs.base[build->system->loads.loads[pull].force + 2] = -load;
    const SnStrandParameters p = {
        .line_density = 0.1, .stiffness = 1e6, .bending = 1, .muscle = -1};
    sn_build_strand(build, &p, 0, false, n + 2, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_ORIGIN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 1500);
    double x[3];
    sn_trial_position(&trial, nodes[n + 1].point, x);
    tip[0] = 1 - x[0], tip[1] = -x[2];
    sn_trial_free(&trial);
}

void sn_verify_strand_bending(SnVerifySink *sink)
{
    static const char source[] = "elastica: elliptic integrals (Mattiasson 1981)";
    static const double truth[3][3] = {
        {1, .05643, .30172}, {2, .16064, .49346}, {5, .38763, .71379}};
    for (int i = 0; i < 3; i++) {
        double tip[2];
        char name[64];
        cantilever(48, truth[i][0], tip);
        for (int k = 0; k < 2; k++) {
            snprintf(name, sizeof name, "D-bending-%g-%s", truth[i][0], k ? "down" : "back");
            sn_verify_relative(sink, name, tip[k], truth[i][1 + k], 2e-3, source);
        }
    }
}
