/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drafts -> attachments of the system.  What is attached to a body gives its lumped mass to it:
 * that is exact, and keeps the mass matrix constant. */
#include "engine/base/memory.h"
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/attachment_class.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const SnAttachmentDraft *attachment_draft_at(const SnCompiler *c, int number)
{
    return &g_array_index(c->attachments, SnAttachmentDraft, number);
}

static const SnMasterDraft *masters_of(const SnCompiler *c, const SnAttachmentDraft *attached)
{
    return &g_array_index(c->attachment_masters, SnMasterDraft, attached->first);
}

static const SnBlockDraft *draft_at(const SnCompiler *c, int number)
{
    return &g_array_index(c->drafts, SnBlockDraft, number);
}

static SnBlock *block_of(const SnCompiler *c, int draft)
{
    return &c->system->blocks[draft_at(c, draft)->block];
}

/* --- masses --- */

/* Adds m (d'd I - d d'). */
static void add_parallel_axis(double mass, const double d[3], double inertia[9])
{
    const double square = sn_v3_dot(d, d);
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            inertia[3 * r + k] += mass * ((r == k ? square : 0) - d[r] * d[k]);
}

/* Joins to the block a mass at `center`, with an inertia about it (component's frame; NULL: a
 * point). */
static void join_mass(SnBlock *block, double mass, const double center[3], const double *inertia)
{
    const double total = block->mass + mass;
    if (!(mass > 0))
        return;
    double joint[3], d[3];
    for (int k = 0; k < 3; k++)
        joint[k] = (block->mass * block->center[k] + mass * center[k]) / total;
    sn_v3_sub(block->center, joint, d);
    add_parallel_axis(block->mass, d, block->inertia);
    sn_v3_sub(center, joint, d);
    add_parallel_axis(mass, d, block->inertia);
    for (int k = 0; inertia && k < 9; k++)
        block->inertia[k] += inertia[k];
    sn_v3_copy(joint, block->center);
    block->mass = total;
}

/* Frame of the body of a draft at the start. */
static void body_pose(const SnBlockDraft *draft, double position[3], double orientation[4])
{
    const SnRigidBody *body = (const SnRigidBody *)draft->component;
    sn_v3_copy(body->position, position);
    sn_q_copy(body->orientation, orientation);
    sn_q_normalize(orientation);
}

static void note_own_mass(SnBlock *block)
{
    if (!block->shares_mass)
        block->own_mass = block->mass;
    block->shares_mass = true;
}

static void carry_mass(SnCompiler *c, const SnAttachmentDraft *attached)
{
    const SnBlockDraft *master = draft_at(c, masters_of(c, attached)->draft);
    SnBlock *to = &c->system->blocks[master->block], *from = block_of(c, attached->slave);
    double p[3], q[4], center[3];
    note_own_mass(to);
    note_own_mass(from);
    body_pose(master, p, q);
    if (!sn_attachment_class(attached->kind)->body) {
        sn_pose_inverse_point(p, q, attached->position, center);
        join_mass(to, from->mass, center, NULL);
    } else {
        double inverse[4], relative[4], turn[9], back[9], inertia[9];
        sn_pose_point(attached->position, attached->orientation, from->center, center);
        sn_pose_inverse_point(p, q, center, center);
        sn_q_conj(q, inverse);
        sn_q_mul(inverse, attached->orientation, relative);
        sn_q_to_m3(relative, turn);
        sn_m3_transpose(turn, back);
        sn_m3_mul(turn, from->inertia, inertia);
        sn_m3_mul(inertia, back, inertia);
        join_mass(to, from->mass, center, inertia);
        memcpy(from->given_inertia, from->inertia, sizeof from->inertia);
        memset(from->inertia, 0, sizeof from->inertia);
    }
    from->given_mass = from->mass;
    from->mass = 0;
}

void sn_compile_carried_masses(SnCompiler *c)
{
    for (int i = (int)c->attachments->len - 1; i >= 0; i--) { /* slaves first */
        const SnAttachmentDraft *attached = attachment_draft_at(c, c->attachment_order[i]);
        if (sn_attachment_class(attached->kind)->rigid)
            carry_mass(c, attached);
    }
}

/* --- places --- */

static void place_on_body(SnCompiler *c, const SnAttachmentDraft *attached,
                          SnSystemAttachment *attachment)
{
    const SnSystem *s = c->system;
    const SnBlock *master = block_of(c, masters_of(c, attached)->draft);
    const SnBlock *slave = block_of(c, attached->slave);
    const double *q = s->q0 + master->q;
    double position[3], inverse[4];
    sn_v3_copy(attached->position, position);
    if (sn_attachment_class(attached->kind)->body) {
        sn_v3_copy(s->q0 + slave->q, position);
        sn_q_conj(q + 3, inverse);
        sn_q_mul(inverse, s->q0 + slave->q + 3, attachment->orientation);
        sn_q_normalize(attachment->orientation);
    }
    sn_pose_inverse_point(q, q + 3, position, attachment->local);
}

/* Rotation nearest to a deformation: Newton's iteration for the polar part (Higham 1986). */
static void polar_rotation(double f[9], double q[4])
{
    for (int i = 0; i < 20; i++) {
        double inverse[9] = {0}, change = 0;
        if (sn_m3_inverse(f, inverse) == 0)
            break;
        sn_m3_transpose(inverse, inverse);
        for (int k = 0; k < 9; k++) {
            const double next = 0.5 * (f[k] + inverse[k]);
            change = fmax(change, fabs(next - f[k]));
            f[k] = next;
        }
        if (change < 1e-15)
            break;
    }
    sn_q_from_m3(f, q);
    sn_q_normalize(q);
}

static void place_on_points(SnCompiler *c, const SnAttachmentDraft *attached,
                            SnSystemAttachment *attachment)
{
    const SnSystem *s = c->system;
    const SnMasterDraft *masters = masters_of(c, attached);
    const double *slave = s->q0 + block_of(c, attached->slave)->q;
    double f[9] = {0}, center[3] = {0}, turn[4], inverse[4];
    for (int m = 0; m < attached->count; m++) {
        const double *x = s->q0 + block_of(c, masters[m].draft)->q;
        sn_v3_axpy(masters[m].weight, x, center);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                f[3 * i + j] += x[i] * masters[m].gradient[j];
    }
    polar_rotation(f, turn);
    sn_q_conj(turn, inverse);
    sn_q_mul(inverse, slave + 3, attachment->orientation);
    sn_q_normalize(attachment->orientation);
    sn_pose_inverse_point(center, turn, slave, attachment->local);
}

/* What attachments hold in the world. */
static void set_fixed(SnCompiler *c)
{
    SnSystem *s = c->system;
    s->attachments.fixed = sn_alloc(c->drafts->len + 1, sizeof *s->attachments.fixed);
    for (guint i = 0; i < c->drafts->len; i++) {
        const SnBlockDraft *draft = draft_at(c, (int)i);
        if (draft->attached_by && draft->role == SN_ROLE_KINEMATIC)
            s->attachments.fixed[s->attachments.n_fixed++] =
                (SnFixedBlock){draft->attached_by->id, draft->block};
    }
}

void sn_compile_attachments(SnCompiler *c)
{
    SnSystem *s = c->system;
    set_fixed(c);
    const size_t n = c->attachments->len, n_masters = c->attachment_masters->len;
    bool turns = false;
    s->attachments.n = (int)n;
    s->attachments.n_masters = (int)n_masters;
    s->attachments.attachments = sn_alloc(n + 1, sizeof *s->attachments.attachments);
    s->attachments.master = sn_alloc(n_masters + 1, sizeof *s->attachments.master);
    s->attachments.weight = sn_alloc(n_masters + 1, sizeof *s->attachments.weight);
    s->attachments.gradient = sn_alloc(n_masters + 1, sizeof *s->attachments.gradient);
    for (size_t i = 0; i < n_masters; i++) {
        const SnMasterDraft *master = &g_array_index(c->attachment_masters, SnMasterDraft, i);
        s->attachments.master[i] = draft_at(c, master->draft)->block;
        s->attachments.weight[i] = master->weight;
        sn_v3_copy(master->gradient, s->attachments.gradient[i]);
    }
    for (size_t i = 0; i < n; i++) {
        const SnAttachmentDraft *attached = attachment_draft_at(c, c->attachment_order[i]);
        SnSystemAttachment *attachment = &s->attachments.attachments[i];
        attachment->kind = attached->kind;
        attachment->id = attached->unnamed ? SN_ID_NULL : attached->component->id;
        attachment->owner = attached->owner;
        attachment->block = draft_at(c, attached->slave)->block;
        attachment->first = attached->first;
        attachment->count = attached->count;
        sn_q_identity(attachment->orientation);
        const SnAttachmentClass *class = sn_attachment_class(attached->kind);
        turns = turns || class->gradients;
        if (class->rigid)
            place_on_body(c, attached, attachment);
        else if (class->gradients)
            place_on_points(c, attached, attachment);
    }
    if (!turns) {
        sn_free(s->attachments.gradient);
        s->attachments.gradient = NULL;
    }
}
