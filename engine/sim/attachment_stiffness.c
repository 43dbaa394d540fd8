/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Load stiffness of attachments: what an attached block is pushed with turns with those it is
 * attached to.  At fixed velocities of the active blocks those of attached ones turn with their
 * masters; what dampers make of that is left out of K. */
#include "engine/sim/attachment_stiffness.h"

#include "engine/sim/force_tools.h"

#include <string.h>

typedef struct Turning {
    const SnSystem *system;
    SnWork *work;
    const SnState *state;
    double k;
} Turning;

/* Along the guide or surface, and with the body that this is fixed to. */
static void turn_with_place(const Turning *t, int number, const double force[3])
{
    const SnSystemAttachment *a = &t->system->attachments[number];
    const bool guide = a->kind == SN_ATTACH_POINT_TO_GUIDE;
    const int carrier = !guide                              ? t->system->surfaces[a->place].carrier
                        : t->system->guides[a->place].rigid ? t->system->guides[a->place].carrier
                                                            : -1;
    sn_attachment_place_stiffness(t->system, t->state, t->work, number, force, t->k);
    if (carrier < 0)
        return;
    const double *body = sn_state_q_const(t->state) + t->system->blocks[carrier].q;
    const double *x = sn_state_q_const(t->state) + t->system->blocks[a->block].q;
    double arm[3];
    sn_pose_inverse_point(body, body + 3, x, arm);
    sn_add_load_stiffness(t->system, t->work, carrier, arm, force, t->k);
}

static void turn_with_master(void *data, int number, const double force[6])
{
    const Turning *t = data;
    const SnSystemAttachment *a = &t->system->attachments[number];
    if (a->kind == SN_ATTACH_POINT_TO_BODY || a->kind == SN_ATTACH_BODY_TO_BODY)
        sn_add_load_stiffness(t->system, t->work, t->system->attachment_master[a->first], a->local,
                              force, t->k);
    else if (a->kind == SN_ATTACH_POINT_TO_GUIDE || a->kind == SN_ATTACH_POINT_TO_SURFACE)
        turn_with_place(t, number, force);
    else if (a->kind == SN_ATTACH_BODY_TO_POINTS)
        sn_attachment_polar_stiffness(t->system, t->state, t->work, number, force, t->k);
}

static void load_stiffness(const SnSystem *system, const double *inputs, const SnState *state,
                           SnWork *work, bool matrix, double d, double k)
{
    Turning turning = {system, work, state, k};
    if (!matrix || system->n_attachments == 0 || k == 0 || work->filtered)
        return;
    memcpy(work->bias, work->force, (size_t)system->n_u * sizeof(double));
    sn_attachments_pass(system, sn_state_q_const(state), work, work->bias, turn_with_master,
                        &turning);
}

static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (int i = 0; i < system->n_attachments; i++) {
        SnSystemAttachment *a = &system->attachments[i];
        const bool polar = a->kind == SN_ATTACH_BODY_TO_POINTS;
        a->slots = -1;
        if (polar || a->kind == SN_ATTACH_POINT_TO_GUIDE || a->kind == SN_ATTACH_POINT_TO_SURFACE)
            visit(data, &(SnCoupling){.shape = polar ? SN_COUPLE_ALL : SN_COUPLE_FIRST,
                                      .n = a->count,
                                      .blocks = system->attachment_master + a->first,
                                      .slots = &a->slots});
    }
}

const SnForceClass SN_FORCE_ATTACHMENTS = {
    .name = "attachments", .couplings = couplings, .forces = load_stiffness};
