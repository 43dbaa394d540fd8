/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A string over one surface, from nothing: each time at another place, 100 000 of them, over a bone
 * of 8000 triangles 4000. */
#include "engine/check/bench/bench.h"

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/wrap/hull.h"
#include "engine/wrap/planar.h"

#include <math.h>

enum { ROUNDS = 40, STRINGS = 2500, OVER_BONE = 100, BONE_CORNERS = 4002 };

/* By SnWrapShape: where its ends are, in the surface's frame [m]. */
static const struct {
    SnWrapForm form;
    double from[3], to[3];
    const char *note;
} strings[] = {
    [SN_WRAP_SPHERE] = {{SN_WRAP_SPHERE, SN_WRAP_ANY, {0.02, 0, 0}},
                        {0.06, 0.01, 0.005},
                        {-0.05, 0.012, -0.006},
                        "budget: 0.2 us a string (MuJoCo 0.14, approximate)"},
    [SN_WRAP_ELLIPSOID] = {{SN_WRAP_ELLIPSOID, SN_WRAP_ANY, {0.035, 0.02, 0.025}},
                           {0.06, 0.01, 0.005},
                           {-0.05, 0.015, -0.006},
                           "budget: 3 us a string"},
    [SN_WRAP_CYLINDER] = {{SN_WRAP_CYLINDER, SN_WRAP_ANY, {0.02, 0, 0}},
                          {0.06, 0.01, 0.005},
                          {-0.05, 0.012, -0.006},
                          "budget: 0.2 us a string (MuJoCo 0.14, approximate)"},
    [SN_WRAP_TORUS] = {{SN_WRAP_TORUS, SN_WRAP_ANY, {0.03, 0.005, 0}},
                       {0.03, 0.01, 0.05},
                       {0.035, -0.01, -0.06},
                       "budget: 3 us a string"},
};

static void time_strings(const SnBenchCase *this_case, const SnWrapForm *form, const double a[3],
                         const double b[3], int strings_each, const char *note,
                         SnBenchResult *result)
{
    double wall[ROUNDS], sum = 0;
    int touching = 0;
    const int64_t cpu = sn_bench_cpu_ns();
    for (int r = 0; r < ROUNDS; r++) {
        const int64_t from = sn_clock_ns();
        for (int i = 0; i < strings_each; i++) {
            const double move = 2e-3 * (strings_each * r + i) / (ROUNDS * strings_each);
            const double x[3] = {a[0] + move, a[1], a[2]}, y[3] = {b[0], b[1], b[2] - move};
            SnWrapArc arcs[SN_WRAP_ARCS];
            SnWrapPlanar way; /* with derivatives, which strings have at once */
            if (form->shape == SN_WRAP_MESH) {
                sn_wrap_over_mesh(form, x, y, &way);
                arcs->touches = way.touches, arcs->length = way.length;
            } else {
                sn_wrap_one(form, x, y, arcs);
            }
            touching += arcs->touches;
            sum += arcs->touches ? arcs->length : 0;
        }
        wall[r] = 1e-6 * (double)(sn_clock_ns() - from);
    }
    const double each = 1e-3 * (double)(sn_bench_cpu_ns() - cpu) / (ROUNDS * strings_each);
    result->name = this_case->name;
    result->steps = ROUNDS;
    result->contacts = touching / ROUNDS;
    result->cpu_ms = 1e-3 * each * strings_each;
    sn_bench_percentiles(wall, ROUNDS, &result->median_ms, &result->p95_ms);
    g_snprintf(result->note, sizeof result->note,
               "    %.2f us a string, from nothing; %s; a step is %d strings, mean %s %.3g m\n",
               each, note, strings_each, form->shape == SN_WRAP_MESH ? "length" : "arc",
               sum / (ROUNDS * strings_each));
}

bool sn_bench_wrap_bone(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                        GError **error)
{
    const double from[3] = {0.06, 0.01, 0.005}, to[3] = {-0.05, 0.015, -0.006};
    double(*corner)[3] = sn_alloc(BONE_CORNERS, sizeof *corner);
    SnConvex shape;
    for (int i = 0; i < BONE_CORNERS; i++) {
        const double z = 1 - (2 * i + 1.0) / BONE_CORNERS, r = sqrt(1 - z * z);
        const double angle = i * G_PI * (3 - sqrt(5));
        corner[i][0] = 0.035 * r * cos(angle), corner[i][1] = 0.02 * r * sin(angle);
        corner[i][2] = 0.025 * z;
    }
    sn_convex_hull(BONE_CORNERS, (const double(*)[3])corner, 0, &shape);
    SnWrapHull *hull = NULL;
    SnWrapMesh *mesh = NULL;
    SnWrapForm form = {.shape = this_case->size < 0 ? SN_WRAP_HULL : SN_WRAP_MESH};
    if (form.shape == SN_WRAP_HULL) {
        form.hull = hull = sn_wrap_hull_new(&shape);
    } else {
        form.mesh = mesh =
            sn_wrap_mesh_new(shape.n_vertices, (const double(*)[3])shape.vertex, shape.n_faces,
                             (const int(*)[3])(const void *)shape.corner);
        form.plane = (SnWrapPlane)this_case->size;
    }
    time_strings(this_case, &form, from, to, OVER_BONE, "budget: 50 us a string", result);
    sn_free(hull);
    sn_free(mesh);
    sn_convex_free(&shape);
    sn_free(corner);
    return true;
}

bool sn_bench_wrap(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                   GError **error)
{
    time_strings(this_case, &strings[this_case->size].form, strings[this_case->size].from,
                 strings[this_case->size].to, STRINGS, strings[this_case->size].note, result);
    return true;
}
