/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands at rest.  D2: catenary.  D-bead: strands.md 7.4.  D-tension: the same on both sides of a
 * node without friction.  D1, capstan: slowly pulled. */
#include "engine/base/vec.h"
#include "engine/check/build/strand_trial.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/strand/strand_workspace.h"

#include <stdio.h>

/* --- D1 --- */

/* A light strand over the corners of a polygon that turns by `degrees` in all, with friction at
 * each corner.  A constant force on one end, the other is drawn steadily: all matter slides. */
static void capstan(SnVerifySink *sink, int degrees, double reference)
{
    enum { MOST = 26 };
    const int corners = degrees / 30;
    const double kink = degrees * M_PI / 180 / corners, side = 0.05, reach = 0.5, load = 10;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    SnBuildStrandNode nodes[MOST] = {0};
    double x[3] = {0}, direction = 0, first[3] = {-reach, 0, 0};
    const int weight = sn_build_particle(build, 1, first);
    nodes[0].point = sn_build_point(build, weight, SN_TRIAL_ORIGIN);
    const int pull = sn_build_point_load(build, nodes[0].point);
    for (int k = 0; k < corners; k++) {
        nodes[k + 1].point = sn_build_world_point(build, x);
        direction += kink;
        const double length = k + 1 < corners ? side : reach;
        const double step[3] = {length * cos(direction), 0, length * sin(direction)};
        sn_v3_add(x, step, x);
        x[1] += 0.01 * side; /* a helix: turns lie side by side */
    }
    const int end = sn_build_particle(build, 1, x), target = sn_build_kinematic(build, end);
    nodes[corners + 1].point = sn_build_point(build, end, SN_TRIAL_ORIGIN);
    for (int k = 0; k <= corners + 1; k++) {
        const bool corner = k > 0 && k <= corners;
        nodes[k].kind = corner ? SN_BUILD_EULERIAN : SN_BUILD_MATERIAL;
        nodes[k].friction = corner ? 0.3 : 0;
    }
    const double speed = 0.2;
    double *input0 = build->system->inputs.base;
    input0[build->system->loads.loads[pull].force] = -load;
    input0[target + 3] = speed * cos(direction);
    input0[target + 5] = speed * sin(direction);
    const SnStrandParameters p = {
        .muscle = -1, .line_density = 1e-3, .stiffness = 1e5, .damping = 10};
    sn_build_strand(build, &p, 0, false, corners + 2, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_ORIGIN), SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, 1000);
    char name[64];
    snprintf(name, sizeof name, "D1-capstan-%d", degrees);
    const double ratio = sn_trial_tension(&trial, corners) / sn_trial_tension(&trial, 0);
    sn_verify_relative(sink, name, ratio, reference, 1e-2, "exp(mu angle)");
    sn_trial_free(&trial);
}

void sn_verify_capstan(SnVerifySink *sink)
{
    capstan(sink, 90, 1.6019776513);
    capstan(sink, 180, 2.5663323952);
    capstan(sink, 360, 6.5860619627);
    capstan(sink, 720, 43.3762121765);
}

/* --- D2 --- */

typedef struct Catenary {
    double horizontal, sag, tension, slope; /* of the end: tension with half a part's weight */
    double end;                             /* the same as results give it */
} Catenary;

/* n equal inextensible parts that weigh 1 in all per length, span 1, length 1.2, from an arc of a
 * circle, in which they have their lengths, to rest. */
static Catenary hang(int n, bool lumped)
{
    const double length = 1.2, link = length / n;
    double low = 1e-3, high = 2 * M_PI; /* angle of the arc: chord / length falls with it */
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        *(sin(middle / 2) / (n * sin(middle / (2 * n))) > 1 / length ? &low : &high) = middle;
    }
    const double radius = 0.5 / sin(low / 2);
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.02);
    SnBuildStrandNode nodes[65] = {0};
    for (int k = 0; k <= n; k++) {
        const double angle = low * ((double)k / n - 0.5);
        const double x[3] = {radius * sin(angle), 0, radius * (cos(low / 2) - cos(angle))};
        nodes[k].point = k % n == 0 ? sn_build_world_point(build, x) : sn_build_free_node(build, x);
        if (k % n != 0)
            build->system->blocks[build->system->n_blocks - 1].damping = 0.5 * link;
    }
    const SnStrandParameters p = {.muscle = -1,
                                  .line_density = 1 / 9.81,
                                  .gravity = {0, 0, -9.81},
                                  .inextensible = true,
                                  .lumped = lumped};
    sn_build_strand(build, &p, length, false, n + 1, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, 1500);
    Catenary result = {0};
    double a[3], b[3];
    for (int k = 0; k <= n; k++) {
        sn_trial_position(&trial, nodes[k].point, a);
        result.sag = fmax(result.sag, -a[2]);
    }
    sn_trial_position(&trial, nodes[n - 1].point, a);
    sn_trial_position(&trial, nodes[n].point, b);
    const double t = sn_trial_tension(&trial, n - 1);
    result.horizontal = t * (b[0] - a[0]) / sn_v3_distance(a, b);
    const double vertical = t * (b[2] - a[2]) / sn_v3_distance(a, b) + link / 2;
    result.tension = hypot(result.horizontal, vertical);
    result.slope = vertical / result.horizontal;
    result.end = trial.fault.code == SN_FAULT_NONE
                     ? sn_strand_end_tension(trial.system, trial.state, trial.work, n - 1, false)
                     : (double)NAN;
    sn_trial_free(&trial);
    return result;
}

void sn_verify_catenary(SnVerifySink *sink)
{
    static const char exact[] = "catenary", polygon[] = "rigid links, statics";
    /* strands.md 7.3, H there of 0.25 x 9.81 N/m */
    static const struct {
        int n;
        double sag, horizontal;
    } published[] = {{4, .302315630, 1.130977818 / 2.4525},
                     {8, .294731241, 1.146289975 / 2.4525},
                     {16, .292934624, NAN},
                     {32, .292491138, NAN},
                     {64, .292380610, 1.151468076 / 2.4525},
                     {10, .2938642493, .4681667795},
                     {20, .2927214753, .4691972043}};
    double sag[65] = {0};
    char name[64];
    for (int i = 0; i < 7; i++) {
        const int n = published[i].n;
        const Catenary c = hang(n, n == 10);
        sag[n] = c.sag;
        snprintf(name, sizeof name, "D2-links-%d-sag", n);
        sn_verify_relative(sink, name, c.sag, published[i].sag, 1e-7, polygon);
        snprintf(name, sizeof name, "D2-links-%d-H", n);
        if (!isnan(published[i].horizontal))
            sn_verify_relative(sink, name, c.horizontal, published[i].horizontal, 1e-7, polygon);
        if (n != 4 && n != 10) { /* error ~ n^-2; lumped ones are others */
            snprintf(name, sizeof name, "D-end-tension-%d", n);
            sn_verify_relative(sink, name, c.end, .76188532072746, 1.0 / (n * n), exact);
        }
        if (n == 64) {
            sn_verify_relative(sink, "D2-catenary-H", c.horizontal, .46954152312653, 1e-3, exact);
            sn_verify_relative(sink, "D2-catenary-sag", c.sag, .29234379760093, 1e-3, exact);
            sn_verify_relative(sink, "D2-catenary-tension", c.tension, .76188532072746, 1e-3,
                               exact);
            sn_verify_relative(sink, "D2-catenary-slope", atan(c.slope) * 180 / M_PI, 51.95436070,
                               1e-3, exact);
        }
    }
    for (int n = 8; n <= 64; n *= 2) {
        snprintf(name, sizeof name, "D2-order-%d", n);
        const double limit = .29234379760093;
        sn_verify_absolute(sink, name, log2((sag[n / 2] - limit) / (sag[n] - limit)), 2, 0.1,
                           "error ~ n^-2");
    }
}

/* --- D-bead --- */

static void bead(SnVerifySink *sink, bool lumped, const double corner[2], const double middle[2])
{
    static const double x[5][3] = {
        {0, 0, 0}, {0.31, 0, -0.25}, {0.5, 0, -0.3}, {0.69, 0, -0.25}, {1, 0, 0}};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    SnBuildStrandNode nodes[5] = {0};
    for (int k = 0; k < 5; k++) {
        nodes[k].point =
            k % 4 == 0 ? sn_build_world_point(build, x[k]) : sn_build_free_node(build, x[k]);
        if (k % 4 == 0)
            continue;
        SnBlock *block = &build->system->blocks[build->system->n_blocks - 1];
        block->damping = k == 2 ? 0.01 : 0.2;
        if (k == 2) {
            block->mass = 1e-3;
            nodes[k].kind = SN_BUILD_VIRTUAL;
        }
    }
    const SnStrandParameters p = {.muscle = -1,
                                  .line_density = 0.25,
                                  .gravity = {0, 0, -9.81},
                                  .inextensible = true,
                                  .lumped = lumped};
    sn_build_strand(build, &p, 1.2, false, 5, nodes);
    double *rest = build->system->state.strand0;
    rest[1] = 0.4, rest[2] = 0.8;
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, 3000);
    static const char source[] = "statics of the strand, two ways (strands.md 7.4)";
    double b[3], c[3];
    sn_trial_position(&trial, nodes[1].point, b);
    sn_trial_position(&trial, nodes[2].point, c);
    const double got[4] = {b[0], b[2], c[0], c[2]};
    const double truth[4] = {corner[0], corner[1], middle[0], middle[1]};
    for (int i = 0; i < 4; i++) {
        char name[64];
        snprintf(name, sizeof name, "D-bead-%s-%s", lumped ? "lumped" : "distributed",
                 (const char *[]){"Bx", "Bz", "cx", "cz"}[i]);
        sn_verify_absolute(sink, name, got[i], truth[i], 1e-6, source);
    }
    sn_trial_free(&trial);
}

void sn_verify_bead(SnVerifySink *sink)
{
    bead(sink, false, (const double[2]){.30451308, -.25936805}, (const double[2]){.5, -.30161569});
    bead(sink, true, (const double[2]){.30000193, -.26457295}, (const double[2]){.5, -.26545060});
}

/* --- D-tension --- */

/* A loop of an elastic strand in three corners, one of them a free ring with a weight: at rest the
 * matter has passed the corners until the tension is the same everywhere. */
void sn_verify_equal_tension(SnVerifySink *sink)
{
    static const double x[5][3] = {
        {-0.3, 0, 0}, {0, 0, 0.2}, {0.1, 0, -0.3}, {0.3, 0.1, 0.1}, {0.5, 0, 0}};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    SnBuildStrandNode nodes[5] = {0};
    for (int k = 0; k < 5; k++) {
        nodes[k].point =
            k == 2 ? sn_build_free_node(build, x[k]) : sn_build_world_point(build, x[k]);
        nodes[k].kind = k % 4 == 0 ? SN_BUILD_MATERIAL : SN_BUILD_EULERIAN;
        if (k == 2) {
            SnBlock *block = &build->system->blocks[build->system->n_blocks - 1];
            block->mass = 0.5;
            block->damping = 2;
        }
    }
    const SnStrandParameters p = {
        .muscle = -1, .line_density = 1e-6, .stiffness = 500, .damping = 5};
    sn_build_strand(build, &p, 1.2, false, 5, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, 4000);
    for (int k = 1; k <= 3; k++) {
        char name[64];
        snprintf(name, sizeof name, "D-tension-%s-%d", k == 2 ? "ring" : "corner", k);
        sn_verify_relative(sink, name, sn_trial_tension(&trial, k), sn_trial_tension(&trial, k - 1),
                           1e-5, "the same before and after a node without friction");
    }
    /* the ring's two parts bear its weight */
    double ring[3], other[3], lift = 0;
    sn_trial_position(&trial, nodes[2].point, ring);
    for (int side = 0; side < 2; side++) {
        sn_trial_position(&trial, nodes[side ? 3 : 1].point, other);
        lift +=
            sn_trial_tension(&trial, 1 + side) * (other[2] - ring[2]) / sn_v3_distance(other, ring);
    }
    sn_verify_relative(sink, "D-tension-weight", lift, 0.5 * 9.81, 1e-5, "weight of the ring");
    sn_trial_free(&trial);
}
