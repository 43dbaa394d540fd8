/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Load stiffness of attachments: what an attached block is pushed with turns with those it is
 * attached to.  At fixed velocities of the active blocks those of attached ones turn with their
 * masters; what dampers make of that is left out of K. */
#include "engine/sim/motion/attachment_class.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"

#include <assert.h>
#include <string.h>

typedef struct LoadStiffness {
    const SnSystem *system;
    SnWorkspace *work;
    const SnState *state;
    double k;
} LoadStiffness;

void sn_carrier_load_stiffness(const SnSystem *system, const SnState *state, SnWorkspace *work,
                               const SnSystemAttachment *a, int carrier, const double force[3],
                               double k)
{
    assert(!work || work->system == system);
    if (carrier < 0)
        return;
    const double *body = sn_state_q_const(state) + system->blocks[carrier].q;
    const double *x = sn_state_q_const(state) + system->blocks[a->block].q;
    double arm[3];
    sn_pose_inverse_point(body, body + 3, x, arm);
    sn_add_load_stiffness(system, work, carrier, arm, force, k);
}

static void add_master_load_stiffness(void *data, int number, const double force[6])
{
    const LoadStiffness *t = data;
    const SnSystemAttachment *a = &t->system->attachments.attachments[number];
    const SnAttachmentClass *class = sn_attachment_class(a->kind);
    if (class->load_stiffness)
        class->load_stiffness(t->system, t->state, t->work, a, force, t->k);
}

static void load_stiffness(const SnSystem *system, const double *inputs, const SnState *state,
                           SnWorkspace *work, bool matrix, double d, double k)
{
    LoadStiffness turning = {system, work, state, k};
    if (!matrix || system->attachments.n == 0 || k == 0 || work->forces.positive_definite)
        return;
    double *force = sn_scratch_take(work, "attached force", system->n_u);
    memcpy(force, work->forces.applied, (size_t)system->n_u * sizeof(double));
    sn_attachments_pass(system, sn_state_q_const(state), work, force, add_master_load_stiffness,
                        &turning);
    sn_scratch_give(work, force);
}

static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (int i = 0; i < system->attachments.n; i++) {
        SnSystemAttachment *a = &system->attachments.attachments[i];
        const SnAttachmentClass *class = sn_attachment_class(a->kind);
        a->slots = -1;
        if (class->couples)
            visit(data, &(SnCoupling){.shape = class->coupling,
                                      .n = a->count,
                                      .blocks = system->attachments.master + a->first,
                                      .slots = &a->slots});
    }
}

const SnForceClass SN_FORCE_ATTACHMENTS = {
    .name = "attachments", .couplings = couplings, .forces = load_stiffness};
