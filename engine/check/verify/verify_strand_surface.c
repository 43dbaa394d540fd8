/* SPDX-License-Identifier: GPL-3.0-or-later */
/* D-geodesic: strands around a bar and a ball by light virtual nodes that slide on them. */
#include "engine/base/vec.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/check/build/strand_trial.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/strand/strand_workspace.h"

#include <math.h>
#include <stdio.h>

#define RADIUS 0.05

/* From 0.12 m beside the middle to 0.1 m, around `wrap`; along the bar's axis by `along`. */
typedef struct Wrap {
    SnSurfaceShape shape;
    int n;
    double wrap, along;
    SnStepMethod method;
} Wrap;

static const double away[2] = {0.12, 0.1};

static double planar_of(const Wrap *w)
{
    return RADIUS * w->wrap + sqrt(away[0] * away[0] - RADIUS * RADIUS) +
           sqrt(away[1] * away[1] - RADIUS * RADIUS);
}

/* A light node where it is not yet: too low, and unevenly. */
static int slide(SnBuild *build, const Wrap *w, int k)
{
    const double part = (k + 0.5) / w->n, uneven = k % 2 ? 0.2 : -0.2;
    const double angle = acos(RADIUS / away[0]) + w->wrap * (part + uneven / w->n);
    const double z = 0.9 * w->along *
                     (sqrt(away[0] * away[0] - RADIUS * RADIUS) + RADIUS * w->wrap * part) /
                     planar_of(w);
    double place[3] = {RADIUS * cos(angle), RADIUS * sin(angle), z};
    const int own = sn_build_curve_coordinate(build, SN_BLOCK_SURFACE, 0, place);
    const int slave = sn_build_particle(build, 1e-5, SN_TRIAL_ORIGIN);
    SnSystemAttachment *a =
        sn_build_add_attachment(build, SN_ATTACH_POINT_TO_SURFACE, slave, 1, &own, NULL);
    a->owner = 0;
    return sn_build_point(build, slave, SN_TRIAL_ORIGIN);
}

static double length_of(const Wrap *w)
{
    enum { MOST = 16 };
    const double last = acos(RADIUS / away[0]) + w->wrap + acos(RADIUS / away[1]);
    const double a[3] = {away[0], 0, 0},
                 b[3] = {away[1] * cos(last), away[1] * sin(last), w->along};
    SnBuild *build = sn_build_new(w->method, w->method == SN_STEP_STATIC ? 0.1 : 2e-3);
    SnBuildStrandNode nodes[MOST + 2] = {0};
    SnSystemSurface *surface =
        SN_BUILD_GROW(build->system->surfaces.surfaces, build->system->surfaces.n);
    *surface = (SnSystemSurface){.id = sn_build_next_id(build),
                                 .shape = w->shape,
                                 .carrier = SN_BUILD_WORLD,
                                 .orientation = {1, 0, 0, 0},
                                 .size = {RADIUS, RADIUS, RADIUS}};
    build->system->surfaces.n++;
    nodes[0].point = sn_build_world_point(build, a);
    for (int k = 0; k < w->n; k++)
        nodes[k + 1] = (SnBuildStrandNode){.point = slide(build, w, k), .kind = SN_BUILD_VIRTUAL};
    nodes[w->n + 1].point = sn_build_world_point(build, b);
    const SnStrandParameters p = {.line_density = w->method == SN_STEP_STATIC ? 0 : 0.014,
                                  .stiffness = 12,
                                  .damping = 0.12,
                                  .tension_only = true,
                                  .muscle = -1};
    sn_build_strand(build, &p, 0.9 * hypot(planar_of(w), w->along), false, w->n + 2, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_ORIGIN), SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, w->method == SN_STEP_STATIC ? 1 : 1000);
    double length = NAN;
    if (trial.fault.code == SN_FAULT_NONE) {
        sn_strand_look(trial.system, trial.state, trial.work);
        length = trial.work->forces.strand->length[0];
    }
    sn_trial_free(&trial);
    return length;
}

void sn_verify_geodesic(SnVerifySink *sink)
{
    for (int ball = 0; ball < 2; ball++)
        for (int k = 0; k < 3; k++)
            for (int moves = 0; moves < 2; moves++) {
                const Wrap w = {.shape = ball ? SN_SURFACE_ELLIPSOID : SN_SURFACE_CYLINDER,
                                .n = 2 << k,
                                .wrap = ball ? 0.4 : 0.4 + 0.5 * k,
                                .along = ball ? 0 : 0.15,
                                .method = moves ? SN_STEP_BACKWARD_EULER : SN_STEP_STATIC};
                char name[64];
                snprintf(name, sizeof name, "D-geodesic-%s-%d-%s", ball ? "ball" : "bar", w.n,
                         moves ? "moving" : "static");
                sn_verify_relative(sink, name, length_of(&w), hypot(planar_of(&w), w.along), 1e-3,
                                   "tangents and arc or helix");
            }
}
