/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces that were eliminated with their blocks: what holds kinematic blocks and makes attached
 * ones follow. */
#include "engine/sim/result/reactions.h"
#include "engine/base/vec.h"
#include "engine/sim/joint/armature.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/strand_workspace.h"
#include "engine/sim/system/general_rows.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* r += factor x forces of the joints' rows and limits on their blocks. */
static void add_joint_forces(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             double factor, double *r)
{
    double row[SN_MAX_JOINT_ROWS][2][6], residual[SN_MAX_JOINT_ROWS];
    double limit[SN_MAX_JOINT_LIMITS][2][6], gap[SN_MAX_JOINT_LIMITS];
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (!joint->enabled)
            continue;
        memset(row, 0, sizeof row);
        memset(limit, 0, sizeof limit);
        sn_joint_rows(system, state, work, i, true, &(SnJointRows){row, residual, limit, gap});
        for (int k = 0; k < joint->n_rows + joint->n_limits; k++) {
            const bool one_sided = k >= joint->n_rows;
            const int n = one_sided ? joint->limit + k - joint->n_rows : joint->row + k;
            const SnRow *which = one_sided ? &system->joints.limits[n] : &system->joints.rows[n];
            const double force =
                one_sided ? sn_state_z_const(state)[n] : sn_state_lambda_const(state)[n];
            for (int s = 0; s < 2; s++) {
                if (which->block[s] < 0)
                    continue;
                const SnBlock *block = &system->blocks[which->block[s]];
                const double *value = one_sided ? limit[k - joint->n_rows][s] : row[k][s];
                for (int c = 0; c < block->n; c++)
                    r[block->u + c] += factor * force * value[c];
            }
        }
    }
}

/* Inertia less applied forces of every block; zero for active ones. */
static void inertia_less_applied(const SnSystem *system, const SnState *state,
                                 const SnWorkspace *work, double *r)
{
    const double *a = sn_state_acceleration_const(state), *u = sn_state_u_const(state);
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        if (sn_block_has_mass(block))
            sn_v3_scale(block->mass, a + block->u, r + block->u);
        else
            memset(r + block->u, 0, (size_t)block->n * sizeof *r);
        if (block->kind == SN_BLOCK_BODY) {
            double spin[3], moment[3];
            sn_m3_mul_v3(block->inertia, u + block->u + 3, spin);
            sn_v3_cross(u + block->u + 3, spin, moment);
            sn_m3_mul_v3(block->inertia, a + block->u + 3, spin);
            sn_v3_add(moment, spin, r + block->u + 3);
        }
        for (int k = 0; k < block->n; k++)
            r[block->u + k] -= work->forces.applied[block->u + k];
    }
    sn_spline_add_momentum(system, a, r);
}

typedef struct Wanted {
    const SnSystem *system;
    const SnState *state;
    SnId id;
    int number;
    const SnWorkspace *work;
    double about[3]; /* of the moment */
    double force[3], moment[3];
} Wanted;

/* Inertia less weight of a mass that counts as its master's: what moves it and bears it. */
static void add_given_mass(const Wanted *w, int number, double force[3], double moment[3])
{
    const SnBlock *block = &w->system->blocks[number];
    const double *a = sn_state_acceleration_const(w->state) + block->u;
    const double *u = sn_state_u_const(w->state) + block->u;
    sn_v3_axpy(block->given_mass, a, force);
    sn_v3_axpy(-block->given_mass, block->gravity, force);
    if (block->kind == SN_BLOCK_BODY) {
        double spin[3], sum[3];
        sn_m3_mul_v3(block->given_inertia, u + 3, spin);
        sn_v3_cross(u + 3, spin, sum);
        sn_m3_mul_v3(block->given_inertia, a + 3, spin);
        sn_v3_add(sum, spin, sum);
        sn_m3_mul_v3(w->work->motion.rotation[number], sum, sum);
        sn_v3_add(moment, sum, moment);
    }
}

/* Moment about w->about of what acts on a block: force at its place, moment in its axes. */
static void add_moment(Wanted *w, int number, const double at_place[3], const double force[6])
{
    const SnBlock *block = &w->system->blocks[number];
    double arm[3], moment[3];
    sn_v3_sub(sn_state_q_const(w->state) + block->q, w->about, arm);
    sn_v3_cross(arm, at_place, moment);
    sn_v3_add(w->moment, moment, w->moment);
    if (block->kind == SN_BLOCK_BODY) {
        sn_m3_mul_v3(w->work->motion.rotation[number], force + 3, moment);
        sn_v3_add(w->moment, moment, w->moment);
    }
}

static bool belongs(const Wanted *w, int number)
{
    return number == w->number ||
           (!sn_id_is_null(w->id) &&
            sn_id_equal(w->system->attachments.attachments[number].id, w->id));
}

static void take_force(void *data, int number, const double force[6])
{
    Wanted *w = data;
    if (!belongs(w, number))
        return;
    const int block = w->system->attachments.attachments[number].block;
    double whole[3];
    sn_v3_copy(force, whole);
    add_given_mass(w, block, whole, w->moment);
    sn_v3_add(w->force, whole, w->force);
    add_moment(w, block, whole, force);
}

/* Centre of mass of a block without the masses that were given to it. */
static void own_center(const Wanted *w, int holder, double center[3])
{
    const SnSystemAttachments *all = &w->system->attachments;
    const SnBlock *block = &w->system->blocks[holder];
    const double *q = sn_state_q_const(w->state);
    double own = block->mass, moment[3];
    sn_v3_scale(block->mass, q + block->q, moment);
    for (int i = 0; i < all->n; i++) {
        const SnSystemAttachment *a = &all->attachments[i];
        const SnBlock *slave = &w->system->blocks[a->block];
        if (a->count != 1 || all->master[a->first] != holder)
            continue;
        own -= slave->given_mass;
        sn_v3_axpy(-slave->given_mass, q + slave->q, moment);
    }
    if (own > 1e-9 * block->mass)
        sn_v3_scale(1 / own, moment, center);
    else
        sn_v3_copy(q + block->q, center);
}

/* What moments are about: the place of the one block (centre of mass of the body) that holds it
 * all, else the middle of what is held. */
static void choose_center(Wanted *w)
{
    const SnSystemAttachments *all = &w->system->attachments;
    const double *q = sn_state_q_const(w->state);
    int holder = -1, n = 0;
    bool one = true;
    for (int i = 0; i < all->n; i++) {
        const SnSystemAttachment *a = &all->attachments[i];
        if (!belongs(w, i))
            continue;
        sn_v3_add(w->about, q + w->system->blocks[a->block].q, w->about);
        const int master = a->count == 1 ? all->master[a->first] : -1;
        one = one && master >= 0 && (n == 0 || master == holder);
        holder = master;
        n++;
    }
    if (one && n > 0)
        own_center(w, holder, w->about);
    else
        sn_v3_scale(1 / fmax(n, 1), w->about, w->about);
}

/* r += inertia of the strands' matter and of rotors on joints. */
static void add_distributed_inertia(const SnSystem *system, const SnState *state, SnWorkspace *work,
                                    double *r)
{
    if (!work->forces.strand && !system->joints.armatures)
        return;
    const double *a = sn_state_acceleration_const(state);
    double *taken = sn_scratch_take(work, "inertia of strands and rotors", system->n_u);
    memset(taken, 0, (size_t)system->n_u * sizeof *taken);
    if (work->forces.strand)
        sn_strand_take_inertia(system, state, work, a, 1, taken);
    sn_armatures_add_quadratic(system, state, work, a, 1, taken);
    for (int i = 0; i < system->n_u; i++)
        r[i] -= taken[i];
    sn_scratch_give(work, taken);
}

/* Into r [n_u] the force that each kinematic and attached block needs; what hangs on it included.
 */
static void all_reactions(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          double *r, SnAttachmentVisitor visit, void *data)
{
    sn_complete_forces(system, state, work);
    inertia_less_applied(system, state, work, r);
    add_joint_forces(system, state, work, -1, r);
    sn_fem_add_constraint_forces(system, state, work, -1, r);
    sn_add_general_forces(system, state, work, -1, r);
    add_distributed_inertia(system, state, work, r);
    sn_attachments_pass(system, sn_state_q_const(state), work, r, visit, data);
}

void sn_reaction(const SnSystem *system, const SnState *state, SnWorkspace *work, int block,
                 double force[6])
{
    assert(!work || work->system == system);
    memset(force, 0, 6 * sizeof *force);
    if (block < system->n_active)
        return;
    double *r = sn_scratch_take(work, "reactions", system->n_u);
    all_reactions(system, state, work, r, NULL, NULL);
    memcpy(force, r + system->blocks[block].u, (size_t)system->blocks[block].n * sizeof *force);
    sn_scratch_give(work, r);
}

void sn_attachment_force(const SnSystem *system, const SnState *state, SnWorkspace *work,
                         int attachment, double force[3], double moment[3])
{
    assert(!work || work->system == system);
    Wanted wanted = {.system = system,
                     .state = state,
                     .id = system->attachments.attachments[attachment].id,
                     .number = attachment,
                     .work = work};
    choose_center(&wanted);
    double *r = sn_scratch_take(work, "reactions", system->n_u);
    all_reactions(system, state, work, r, take_force, &wanted);
    sn_scratch_give(work, r);
    sn_v3_copy(wanted.force, force);
    sn_v3_copy(wanted.moment, moment);
}

/* Of the same attachment to the world. */
static bool is_part(const SnSystem *system, int i, int fixed)
{
    return sn_id_equal(system->attachments.fixed[i].id, system->attachments.fixed[fixed].id);
}

void sn_fixed_force(const SnSystem *system, const SnState *state, SnWorkspace *work, int fixed,
                    double force[3], double moment[3])
{
    assert(!work || work->system == system);
    Wanted wanted = {.system = system, .state = state, .work = work};
    int n = 0;
    for (int i = fixed; i < system->attachments.n_fixed; i++)
        if (is_part(system, i, fixed)) {
            const SnBlock *block = &system->blocks[system->attachments.fixed[i].block];
            sn_v3_add(wanted.about, sn_state_q_const(state) + block->q, wanted.about);
            n++;
        }
    sn_v3_scale(1.0 / n, wanted.about, wanted.about);
    double *all = sn_scratch_take(work, "reactions", system->n_u);
    all_reactions(system, state, work, all, NULL, NULL);
    for (int i = fixed; i < system->attachments.n_fixed; i++) {
        if (!is_part(system, i, fixed))
            continue;
        const int block = system->attachments.fixed[i].block;
        const double *r = all + system->blocks[block].u;
        sn_v3_add(wanted.force, r, wanted.force);
        add_moment(&wanted, block, r, r);
    }
    sn_scratch_give(work, all);
    sn_v3_copy(wanted.force, force);
    sn_v3_copy(wanted.moment, moment);
}
