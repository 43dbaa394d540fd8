/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands whose virtual nodes slide on surfaces: the path is a geodesic, and what arcs add to the
 * length has the gradient that forces use. */
#include "engine/base/vec.h"
#include "engine/check/build/strand_trial.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/strand/strand_workspace.h"
#include "tests/support/build_guides.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MOST = 8 };

#define RADIUS 0.05

/* A strand from a place beside a ball or a bar to another, around `wrap` of it by n light nodes. */
typedef struct Wrap {
    SnSurfaceShape shape;
    int n;
    double distance[2], wrap, along; /* of the bar: from end to end along its axis */
    SnStepMethod method;
    double step;
} Wrap;

/* Seen along the bar. */
static double planar_of(const Wrap *w)
{
    double planar = RADIUS * w->wrap;
    for (int end = 0; end < 2; end++)
        planar += sqrt(w->distance[end] * w->distance[end] - RADIUS * RADIUS);
    return planar;
}

static double length_of(const Wrap *w)
{
    return hypot(planar_of(w), w->along);
}

static SnTrial wrap_new(const Wrap *w, Random *r)
{
    const double size[3] = {RADIUS, RADIUS, RADIUS}, start = random_uniform(r, 0, 6);
    const double before = acos(RADIUS / w->distance[0]), after = acos(RADIUS / w->distance[1]);
    const double last = start + before + w->wrap + after;
    SnBuild *build = sn_build_new(w->method, w->step);
    SnBuildStrandNode nodes[MOST + 2] = {0};
    const int surface =
        sn_build_surface_shape(build, w->shape, SN_BUILD_WORLD, SN_TRIAL_ORIGIN, NULL, size);
    const double a[3] = {w->distance[0] * cos(start), w->distance[0] * sin(start), 0};
    const double b[3] = {w->distance[1] * cos(last), w->distance[1] * sin(last), w->along};
    nodes[0].point = sn_build_world_point(build, a);
    for (int k = 0; k < w->n; k++) {
        const double spacing = w->wrap / w->n, part = (k + 0.5) / w->n;
        const double angle =
            start + before + w->wrap * part + random_uniform(r, -0.2, 0.2) * spacing;
        const double way =
            sqrt(w->distance[0] * w->distance[0] - RADIUS * RADIUS) + RADIUS * w->wrap * part;
        const double z =
            w->along * way / planar_of(w) + random_uniform(r, -0.2, 0.2) * RADIUS * spacing;
        const double place[3] = {RADIUS * cos(angle), RADIUS * sin(angle), z};
        const int node = sn_build_on_surface(build, surface, 1e-5, place, SN_TRIAL_ORIGIN);
        nodes[k + 1] = (SnBuildStrandNode){.point = sn_build_point(build, node, SN_TRIAL_ORIGIN),
                                           .kind = SN_BUILD_VIRTUAL};
    }
    nodes[w->n + 1].point = sn_build_world_point(build, b);
    const SnStrandParameters p = {.line_density = w->method == SN_STEP_STATIC ? 0 : 0.014,
                                  .stiffness = 12,
                                  .damping = 0.12,
                                  .tension_only = true,
                                  .muscle = -1};
    sn_build_strand(build, &p, 0.9 * length_of(w), false, w->n + 2, nodes);
    return sn_trial_new(sn_build_finish(build, SN_TRIAL_ORIGIN), SN_LINSOLVE_DENSE);
}

static Wrap random_wrap(Random *r, SnStepMethod method, double step)
{
    Wrap w = {.shape = random_uniform(r, 0, 1) < 0.5 ? SN_SURFACE_CYLINDER : SN_SURFACE_ELLIPSOID,
              .distance = {random_uniform(r, 0.07, 0.25), random_uniform(r, 0.07, 0.25)},
              .n = 2 + (int)random_uniform(r, 0, MOST - 1.001),
              .method = method,
              .step = step};
    w.wrap = random_uniform(r, 0.15, fmin(2.2, 0.45 * w.n));
    /* the longer way around a ball a strand slips off */
    if (acos(RADIUS / w.distance[0]) + w.wrap + acos(RADIUS / w.distance[1]) > 2.8)
        w.shape = SN_SURFACE_CYLINDER;
    w.along = w.shape == SN_SURFACE_CYLINDER ? random_uniform(r, -0.2, 0.2) : 0;
    return w;
}

static void check_geodesic(const Wrap *w, SnTrial *trial)
{
    g_test_message("shape %d, %d nodes around %g, %g and %g away, %g along: %s", w->shape, w->n,
                   w->wrap, w->distance[0], w->distance[1], w->along, trial->fault.text);
    g_assert_cmpstr(trial->fault.text, ==, "");
    sn_strand_look(trial->system, trial->state, trial->work);
    g_assert_cmpfloat(fabs(trial->work->forces.strand->length[0] / length_of(w) - 1), <, 1e-3);
}

static void test_static(void)
{
    Random r = {31};
    for (int k = 0; k < sn_cases(20, 500); k++) {
        const Wrap w = random_wrap(&r, SN_STEP_STATIC, 0.1);
        SnTrial trial = wrap_new(&w, &r);
        sn_trial_steps(&trial, 1);
        check_geodesic(&w, &trial);
        sn_trial_free(&trial);
    }
}

static void test_dynamic(void)
{
    Random r = {32};
    for (int k = 0; k < sn_cases(6, 500); k++) {
        const Wrap w = random_wrap(&r, SN_STEP_BACKWARD_EULER, k % 2 ? 5e-3 : 2e-3);
        SnTrial trial = wrap_new(&w, &r);
        sn_trial_steps(&trial, (int)(2 / w.step));
        check_geodesic(&w, &trial);
        sn_trial_free(&trial);
    }
}

static double length_at(const SnTrial *trial, const double *move)
{
    SnState *state = trial->state;
    double q[64];
    memcpy(q, sn_state_q(state), (size_t)trial->system->n_q * sizeof *q);
    sn_displace(trial->system, move, sn_state_q(state));
    sn_attachments_follow(trial->system, sn_state_q(state), sn_state_u(state));
    sn_kinematics(trial->system, sn_state_q(state), sn_state_u(state), trial->work);
    sn_strand_look(trial->system, state, trial->work);
    const double length = trial->work->forces.strand->length[0];
    memcpy(sn_state_q(state), q, (size_t)trial->system->n_q * sizeof *q);
    return length;
}

/* Along the coordinates of the nodes: the generalised force of a tension of 1. */
static void test_gradient(void)
{
    const double step = 1e-6;
    Random r = {33};
    for (int k = 0; k < sn_cases(20, 500); k++) {
        const Wrap w = random_wrap(&r, SN_STEP_BACKWARD_EULER, 1e-3);
        SnTrial trial = wrap_new(&w, &r);
        const SnSystem *system = trial.system;
        double move[2 * MOST] = {0}, full[8 * MOST] = {0}, reduced[2 * MOST], gradient[8 * MOST];
        g_assert_cmpint(system->n_u_active, ==, 2 * w.n);
        g_assert_cmpint(system->n_u, <=, (int)G_N_ELEMENTS(full));
        length_at(&trial, move);
        sn_strand_length_gradient(system, trial.work, 0, gradient);
        const SnSegmentWorkspace *segment = &trial.work->forces.strand->segments[0];
        for (int c = 0; c < segment->in.n_columns; c++)
            full[segment->column_u[c]] += gradient[c];
        sn_reduce_vector(system, trial.work, full, reduced);
        for (int i = 0; i < system->n_u_active; i++) {
            double length[2];
            for (int side = 0; side < 2; side++) {
                move[i] = side ? step : -step;
                length[side] = length_at(&trial, move);
                move[i] = 0;
            }
            g_assert_cmpfloat(fabs((length[1] - length[0]) / (2 * step) - reduced[i]), <, 1e-6);
        }
        sn_trial_free(&trial);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/surface-arc/static", test_static);
    g_test_add_func("/surface-arc/dynamic", test_dynamic);
    g_test_add_func("/surface-arc/gradient", test_gradient);
    return g_test_run();
}
