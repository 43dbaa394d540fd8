/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/small_motion.h"

#include "engine/base/memory.h"
#include "engine/run/analyze/leader.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/settle.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define SWING 0.05 /* of the model's size, for an amount of 1 */
#define LEVER 0.1  /* of its size: what turns on the spot goes as far as if it were so large */

struct SnSmallMotion {
    atomic_int owners;
    SnSimulation *simulation; /* at rest between calls */
    SnState *rest;
    SnSnapshotPool *pool;
    SnModes modes;
    SnSmallMode *mode; /* [modes.n] */
    GArray *left_out;  /* of SnId */
    double *moved;     /* [n_u] */
};

typedef struct Asking {
    SnSmallMotionGoOn go_on;
    void *data;
} Asking;

static bool is_stopped(void *data, double fraction)
{
    const Asking *asking = data;
    return asking->go_on && !asking->go_on(fraction, asking->data);
}

/* The component with most of a mode's kinetic energy, and its share. */
static void find_leader(const SnSystem *system, const double *shares, SnSmallMode *mode)
{
    g_autoptr(GHashTable) sums = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        SnId owner = sn_block_owner(system, i);
        owner.entry = 0; /* a node's component */
        double *sum = g_hash_table_lookup(sums, GUINT_TO_POINTER(owner.index));
        if (!sum)
            g_hash_table_insert(sums, GUINT_TO_POINTER(owner.index), sum = g_new0(double, 1));
        for (int k = 0; k < block->n; k++)
            *sum += shares[block->u + k];
        if (*sum > mode->share) {
            mode->share = *sum;
            mode->leader = owner;
        }
    }
}

/* Of the largest force at rest: less is none. */
#define BEARS 1e-9

/* One-sided rows that bear load at rest. */
static void find_left_out(SnSmallMotion *motion)
{
    SnSimulation *s = motion->simulation;
    const SnDynamicRows *rows = &s->work->unilateral.dynamic;
    double largest = 0;
    SnRest rest;
    const SnFault fault =
        sn_rest_distance(s->compiled->system, s->inputs, s->state, s->work, &rest);
    for (int i = 0; i < rows->n && fault.code == SN_FAULT_NONE; i++)
        largest = fmax(largest, rows->row[i].impulse);
    for (int i = 0; i < rows->n && largest > 0; i++) {
        const SnDynamicRow *row = &rows->row[i];
        bool known = !(row->impulse > BEARS * largest);
        for (guint k = 0; k < motion->left_out->len; k++)
            known = known || g_array_index(motion->left_out, SnId, k).index == row->id.index;
        if (!known)
            g_array_append_val(motion->left_out, row->id);
    }
    sn_simulation_evaluate(s);
}

static SnSmallMotion *motion_of(SnSimulation *simulation, SnModes modes)
{
    SnSmallMotion *motion = g_new0(SnSmallMotion, 1);
    const SnSystem *system = simulation->compiled->system;
    motion->simulation = simulation;
    motion->rest = sn_state_copy(simulation->state);
    motion->pool = sn_snapshot_pool_new();
    motion->modes = modes;
    motion->mode = g_new0(SnSmallMode, modes.n + 1);
    motion->moved = g_new0(double, system->n_u + 1);
    motion->left_out = g_array_new(FALSE, FALSE, sizeof(SnId));
    find_left_out(motion);
    atomic_init(&motion->owners, 1);
    for (int i = 0; i < modes.n; i++) {
        motion->mode[i].frequency = modes.omega[i] / (2 * G_PI);
        motion->mode[i].damping = modes.damping[i];
        find_leader(system, modes.share + (size_t)i * (size_t)modes.n_u, &motion->mode[i]);
    }
    return motion;
}

SnSmallMotion *sn_small_motion_new(const SnModel *model, int count, SnSmallMotionGoOn go_on,
                                   void *data, GError **error)
{
    assert(count > 0);
    SnSimulation *simulation = sn_leader_simulation(sn_model_copy(model), error);
    if (!simulation)
        return NULL;
    Asking asking = {go_on, data};
    SnModes modes;
    simulation->watch = (SnStepWatch){.stop = is_stopped, .data = &asking};
    const SnFault fault = sn_simulation_modes(simulation, count, &modes);
    simulation->watch = (SnStepWatch){0};
    if (fault.code == SN_FAULT_NONE)
        return motion_of(simulation, modes);
    if (fault.code != SN_FAULT_INTERRUPTED)
        sn_refuse_fault(simulation, &fault, error);
    sn_modes_clear(&modes);
    sn_simulation_free(simulation);
    return NULL;
}

SnSmallMotion *sn_small_motion_ref(SnSmallMotion *motion)
{
    atomic_fetch_add(&motion->owners, 1);
    return motion;
}

void sn_small_motion_unref(SnSmallMotion *motion)
{
    if (!motion || atomic_fetch_sub(&motion->owners, 1) > 1)
        return;
    sn_modes_clear(&motion->modes);
    sn_snapshot_pool_free(motion->pool);
    sn_free(motion->rest);
    sn_simulation_free(motion->simulation);
    g_free(motion->mode);
    g_free(motion->moved);
    g_array_unref(motion->left_out);
    g_free(motion);
}

const SnSmallMode *sn_small_motion_modes(const SnSmallMotion *motion, int *n)
{
    *n = motion->modes.n;
    return motion->mode;
}

const SnId *sn_small_motion_left_out(const SnSmallMotion *motion, int *n)
{
    *n = (int)motion->left_out->len;
    return (const SnId *)motion->left_out->data;
}

/* How far the point or centre goes that goes furthest, for the shape itself. */
static double furthest(const SnSystem *system, const double *shape)
{
    double most = 0;
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        const double *u = shape + block->u;
        double move = 0;
        for (int k = 0; k < block->n && k < 3; k++)
            move += u[k] * u[k];
        most = fmax(most, sqrt(move));
        for (int k = 3; k < block->n; k++)
            most = fmax(most, LEVER * system->length_scale * fabs(u[k]));
    }
    return most;
}

SnSnapshot *sn_small_motion_snapshot(SnSmallMotion *motion, int mode, double amount)
{
    SnSimulation *s = motion->simulation;
    const SnSystem *system = s->compiled->system;
    assert(mode >= 0 && (mode < motion->modes.n || amount == 0));
    memcpy(s->state, motion->rest, motion->rest->size);
    if (amount != 0) {
        const double *shape = motion->modes.shape + (size_t)mode * (size_t)motion->modes.n_u;
        const double most = furthest(system, shape);
        const double scale = most > 0 ? amount * SWING * system->length_scale / most : 0;
        for (int i = 0; i < system->n_u_active; i++)
            motion->moved[i] = scale * shape[i];
        sn_displace(system, motion->moved, sn_state_q(s->state));
        sn_attachments_follow(system, sn_state_q(s->state), sn_state_u(s->state));
    }
    sn_simulation_evaluate(s);
    return sn_simulation_snapshot(s, motion->pool, NULL, 0, 0);
}
