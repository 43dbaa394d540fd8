/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boxes dropped in a pile on a plane, as in reference/multibody.md (b): cubes of 0.1 m and 1 kg, mu
 * 0.5, in columns with a pitch of 0.13 m, layers 0.15 m apart, jittered by up to 1 cm and tilted by
 * up to 0.4 rad (our own numbers: the poses of the peers are not part of the program), h = 2 ms,
 * 3 s; of more than ten boxes the first 0.3 s. */
#include "engine/check/bench/bench.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/collision.h"
#include "engine/model/classes/model_component.h"

#include <math.h>
#include <string.h>

enum { STEPS = 1500, SHORT = 150, TIMED_STEPS = 20 };

/* What the peers need [us a step]; NAN: not measured. */
static const struct Peer {
    int n, columns;
    double mujoco, bullet, ode;
} PEERS[] = {{10, 2, 117.6, 21, 40}, {100, 5, 967, 327, 510}, {500, 8, 15488, 2853, 3421}};

/* 0 to 1: a linear congruence (Knuth 3.3.4). */
static double next_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

static void add_box(SnModel *model, int i, int columns, uint64_t *seed)
{
    SnRigidBody *box = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, NULL);
    const int layer = i / (columns * columns), place = i % (columns * columns);
    const int at[3] = {place % columns, place / columns, layer};
    const double pitch[3] = {0.13, 0.13, 0.15};
    double axis[3], size = 0;
    for (int k = 0; k < 3; k++) {
        box->size[k] = 0.1;
        box->position[k] = pitch[k] * at[k] + 0.01 * (2 * next_number(seed) - 1) +
                           (k == 2 ? 0.1 : -0.065 * (columns - 1));
        axis[k] = 2 * next_number(seed) - 1;
        size += axis[k] * axis[k];
    }
    const double half = 0.2 * next_number(seed);
    box->orientation[0] = cos(half);
    for (int k = 0; k < 3; k++)
        box->orientation[k + 1] = sin(half) * axis[k] / sqrt(size);
    box->shape = SN_SHAPE_BOX;
    box->inertia_method = SN_INERTIA_MASS;
    box->mass = 1;
    sn_model_insert(model, sn_model_list(model->root, "bodies"), &box->base.base, -1, -1);
}

static SnModel *bench_pile_model(int n, int columns)
{
    SnModel *model = sn_model_new();
    SnModelComponent *root = (SnModelComponent *)model->root;
    root->max_step = 0.002;
    SnRigidBody *ground = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, NULL);
    ground->dynamic = false;
    ground->shape = SN_SHAPE_HALF_SPACE;
    sn_model_insert(model, sn_model_list(model->root, "bodies"), &ground->base.base, -1, -1);
    uint64_t seed = 1;
    for (int i = 0; i < n; i++)
        add_box(model, i, columns, &seed);
    SnCollision *collision = (SnCollision *)sn_component_new(&SN_CLASS_COLLISION, NULL);
    collision->friction = 0.5;
    sn_model_insert(model, sn_model_list(model->root, "collisions"), &collision->base, -1, -1);
    return model;
}

bool sn_bench_pile(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                   GError **error)
{
    (void)demo;
    const struct Peer *peer = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(PEERS); i++)
        if (PEERS[i].n == this_case->size)
            peer = &PEERS[i];
    g_assert(peer);
    SnSimulation *s = sn_bench_simulation(bench_pile_model(peer->n, peer->columns), error);
    if (!s)
        return false;
    result->name = this_case->name;
    bool good = sn_bench_time(s, 0, false, peer->n > 10 ? SHORT : STEPS, result, error);
    g_snprintf(result->note, sizeof result->note,
               "    peers us, all steps: MuJoCo Newton %.4g, Bullet (float, 10 sweeps) %.4g, ODE "
               "QuickStep %.4g\n",
               peer->mujoco, peer->bullet, peer->ode);
    good = good && sn_bench_phases(s, TIMED_STEPS, result, error);
    sn_simulation_free(s);
    return good;
}
