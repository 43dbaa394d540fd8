/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One snapshot made and published, of a model as large as jaw-tongue-hyoid: 946 nodes in a lattice,
 * springs between neighbours, 20 muscles' worth of watched values.  The nodes are particles. */
#include "engine/check/bench/bench.h"

#include "engine/base/clock.h"
#include "engine/compile/compile.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/run/simulation/simulation.h"

#include <string.h>

enum { ROUNDS = 2000, WIDTH = 10, WATCHES = 40 };

static SnId add_particle(SnModel *model, int i)
{
    SnParticle *particle = (SnParticle *)sn_component_new(&SN_CLASS_PARTICLE, NULL);
    const int x = i % WIDTH, y = i / WIDTH % WIDTH, z = i / (WIDTH * WIDTH);
    const double position[3] = {0.01 * x, 0.01 * y, 0.01 * z};
    memcpy(particle->position, position, sizeof position);
    particle->mass = 0.001;
    return sn_model_insert(model, sn_model_list(model->root, "particles"), &particle->base.base, -1,
                           -1);
}

static void add_spring(SnModel *model, SnId a, SnId b)
{
    SnAxialSpring *spring = (SnAxialSpring *)sn_component_new(&SN_CLASS_AXIAL_SPRING, NULL);
    spring->base.points.n = 2;
    spring->base.points.ids = g_new(SnId, 2);
    spring->base.points.ids[0] = a;
    spring->base.points.ids[1] = b;
    spring->stiffness = 10;
    spring->rest_is_start = true;
    sn_model_insert(model, sn_model_list(model->root, "springs"), &spring->base.base.base, -1, -1);
}

static SnModel *lattice(int n, SnWatch *watches)
{
    SnModel *model = sn_model_new();
    SnId *ids = g_new(SnId, n);
    const int position = sn_class_find_property(&SN_CLASS_PARTICLE, "position");
    static const int steps[3] = {1, WIDTH, WIDTH * WIDTH};
    for (int i = 0; i < n; i++) {
        ids[i] = add_particle(model, i);
        if (i < WATCHES)
            watches[i] = (SnWatch){ids[i], position};
        const bool inside[3] = {i % WIDTH > 0, i / WIDTH % WIDTH > 0, i >= WIDTH * WIDTH};
        for (int k = 0; k < 3; k++)
            if (inside[k])
                add_spring(model, ids[i - steps[k]], ids[i]);
    }
    g_free(ids);
    return model;
}

bool sn_bench_snapshot(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                       GError **error)
{
    SnWatch watches[WATCHES];
    SnModel *model = lattice(this_case->size, watches);
    SnCompiled *compiled = sn_compile(model, NULL, NULL, error);
    if (!compiled) {
        sn_model_free(model);
        return false;
    }
    SnSimulation *s = sn_simulation_new();
    sn_simulation_install(s, model, compiled, true);
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    double *wall = g_new0(double, ROUNDS);
    const int64_t cpu = sn_bench_cpu_ns();
    for (int i = 0; i < ROUNDS; i++) {
        const int64_t from = sn_clock_ns();
        sn_snapshot_pool_publish(pool, sn_simulation_snapshot(s, pool, watches, WATCHES, 1));
        wall[i] = 1e-6 * (double)(sn_clock_ns() - from);
        sn_snapshot_unref(sn_snapshot_pool_newest(pool));
    }
    result->name = this_case->name;
    result->dofs = compiled->system->n_u_active;
    result->steps = ROUNDS;
    result->cpu_ms = 1e-6 * (double)(sn_bench_cpu_ns() - cpu) / ROUNDS;
    sn_bench_percentiles(wall, ROUNDS, &result->median_ms, &result->p95_ms);
    g_snprintf(result->note, sizeof result->note, "    budget: 500 us; %d items, %d points\n",
               compiled->scene->n_items, compiled->scene->n_points);
    g_free(wall);
    sn_snapshot_pool_free(pool);
    sn_simulation_free(s);
    return true;
}
