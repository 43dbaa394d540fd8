/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drafts -> blocks: active ones first, then attached, then kinematic ones, each in tree order. */
#include "engine/base/memory.h"
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/compile/strand/cosserat_strands.h"
#include "engine/compile/strand/strands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MECHANISM_INERTIA 1e-6 /* [kg m2]: of a body whose mass does not count */

/* Symmetric 3 x 3: all leading minors positive. */
static bool positive_definite(const double m[9])
{
    return m[0] > 0 && m[0] * m[4] - m[1] * m[3] > 0 && sn_m3_det(m) > 0;
}

static bool set_mass(SnCompiler *c, const SnRigidBody *body, SnBlockRole role, SnBlock *block)
{
    const SnComponent *component = &body->base.base;
    SnMassProperties mass;
    GError *error = NULL;
    if (c->mechanism) { /* its mass, which may take a mesh to know, does not count */
        block->mass = 1;
        block->inertia[0] = block->inertia[4] = block->inertia[8] = MECHANISM_INERTIA;
        return true;
    }
    if (!sn_cached_body_mass(c, body, &mass, &error)) {
        if (role == SN_ROLE_ACTIVE || g_error_matches(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MEMORY))
            return sn_compiler_fail_with(c, component, error);
        /* a body that is led or attached needs no mass */
        g_clear_error(&error);
        mass = (SnMassProperties){0};
    }
    block->mass = mass.mass;
    sn_v3_copy(mass.center, block->center);
    const double xx = mass.inertia[0], yy = mass.inertia[1], zz = mass.inertia[2];
    const double xy = mass.inertia[3], xz = mass.inertia[4], yz = mass.inertia[5];
    const double inertia[9] = {xx, xy, xz, xy, yy, yz, xz, yz, zz};
    memcpy(block->inertia, inertia, sizeof inertia);
    if (role != SN_ROLE_ACTIVE)
        return true;
    if (!(mass.mass > 0) || !isfinite(mass.mass))
        return sn_compiler_fail(c, component,
                                "has no mass: give it a closed geometry and a density, or set "
                                "inertia.method to \"mass\" or \"explicit\"");
    if (!positive_definite(inertia))
        return sn_compiler_fail(c, component,
                                "its inertia is not positive definite: give it a geometry with a "
                                "volume, or inertia.method \"explicit\" with a tensor");
    return true;
}

/* Position and velocity of the centre of mass from those of the body frame. */
static void set_body_start(const SnRigidBody *body, const SnBlock *block, double *q, double *u)
{
    double offset[3], spin[3];
    double orientation[4];
    sn_q_copy(body->orientation, orientation);
    sn_q_normalize(orientation);
    sn_q_rotate(orientation, block->center, offset);
    sn_v3_add(body->position, offset, q);
    sn_q_copy(orientation, q + 3);
    sn_v3_cross(body->angular_velocity, offset, spin);
    sn_v3_add(body->velocity, spin, u);
    sn_q_unrotate(orientation, body->angular_velocity, u + 3);
}

static int add_body_target(SnCompiler *c, const SnRigidBody *body)
{
    double target[SN_TARGET_BODY_INPUTS];
    sn_v3_copy(body->target_position, target);
    sn_q_copy(body->target_orientation, target + 3);
    sn_v3_copy(body->target_velocity, target + 7);
    sn_v3_copy(body->target_angular_velocity, target + 10);
    return sn_compiler_add_inputs(c, target, SN_TARGET_BODY_INPUTS);
}

static int add_point_target(SnCompiler *c, const SnParticle *particle)
{
    double target[SN_TARGET_POINT_INPUTS];
    sn_v3_copy(particle->target_position, target);
    sn_v3_copy(particle->target_velocity, target + 3);
    return sn_compiler_add_inputs(c, target, SN_TARGET_POINT_INPUTS);
}

/* --- blocks --- */

static bool add_body(SnCompiler *c, const SnRigidBody *body, SnBlockRole role, SnBlock *block)
{
    const SnComponent *component = &body->base.base;
    double number[6];
    sn_effective_numbers(c->model, component, "damping", number);
    block->damping = number[0];
    sn_effective_numbers(c->model, component, "rotary_damping", number);
    block->rotary_damping = number[0];
    block->target = body->dynamic ? -1 : add_body_target(c, body);
    return set_mass(c, body, role, block);
}

static bool add_particle(SnCompiler *c, const SnParticle *particle, SnBlockRole role,
                         SnBlock *block)
{
    const SnComponent *component = &particle->base.base;
    block->mass = c->mechanism ? 1 : particle->mass;
    double number[6];
    sn_effective_numbers(c->model, component, "damping", number);
    block->damping = number[0];
    if (role == SN_ROLE_ACTIVE && !c->mechanism &&
        (!(particle->mass > 0) || !isfinite(particle->mass)))
        return sn_compiler_fail(c, component, "has no mass: set mass to more than 0 kg");
    sn_v3_copy(particle->position, c->system->q0 + block->q);
    sn_v3_copy(particle->velocity, c->system->u0 + block->u);
    block->target = particle->dynamic ? -1 : add_point_target(c, particle);
    return true;
}

/* Nodes that are not dynamic have targets, so that they can be led at any time; the director of a
 * shell shares that of its node.  What belongs to no element or is held by an attachment stays. */
static int node_target(SnCompiler *c, const SnFemDraft *fem, int node)
{
    const int front = node < fem->n_named ? node : fem->director_of[node - fem->n_named];
    const SnFemNode *entry = (const SnFemNode *)fem->fem->nodes.entries + front;
    if (entry->dynamic)
        return -1;
    if (front != node) {
        const int draft = fem->first_draft + front;
        return c->system->blocks[g_array_index(c->drafts, SnBlockDraft, draft).block].target;
    }
    double target[SN_TARGET_POINT_INPUTS];
    sn_v3_copy(entry->target_position, target);
    sn_v3_copy(entry->target_velocity, target + 3);
    return sn_compiler_add_inputs(c, target, SN_TARGET_POINT_INPUTS);
}

static void add_node(SnCompiler *c, const SnBlockDraft *draft, SnBlock *block)
{
    const SnFemDraft *fem = &g_array_index(c->fem_drafts, SnFemDraft, draft->fem);
    block->mass = fem->solid->node_mass[draft->node];
    sn_v3_copy(fem->start[draft->node], c->system->q0 + block->q);
    sn_v3_copy(fem->start_rate[draft->node], c->system->u0 + block->u);
    block->target = node_target(c, fem, draft->node);
}

static const SnRodFrameDraft *rod_frame(SnCompiler *c, const SnBlockDraft *draft)
{
    return &g_array_index(c->rod_frames, SnRodFrameDraft, draft->rod_frame - 1);
}

static bool add_block(SnCompiler *c, const SnBlockDraft *draft, double gravity[6])
{
    SnBlock *block = &c->system->blocks[draft->block];
    const SnComponent *component = draft->component;
    block->target = -1;
    if (draft->internal > 0) {
        sn_compile_internal_coordinate(c, draft, block);
        return true;
    }
    if (component->class == &SN_CLASS_MARKER) { /* follows its FEM model, has no mass */
        sn_v3_copy(g_array_index(c->attachments, SnAttachmentDraft, draft->attachment).position,
                   c->system->q0 + block->q);
        return true;
    }
    if (draft->node <= 0)
        sn_effective_numbers(c->model, component, "gravity", gravity);
    sn_v3_copy(gravity, block->gravity);
    if (draft->rod_frame > 0) {
        sn_compile_rod_block(c, rod_frame(c, draft), block);
        return true;
    }
    if (draft->fem >= 0) {
        if (draft->node < g_array_index(c->fem_drafts, SnFemDraft, draft->fem).n_named)
            block->id = sn_id_of_entry(component->id, SN_FEM_NODES_ARRAY, (uint32_t)draft->node);
        add_node(c, draft, block);
        return true;
    }
    block->id = component->id;
    sn_compiler_set_index(c, component->id, draft->block);
    return (component->class == &SN_CLASS_RIGID_BODY
                ? add_body(c, (const SnRigidBody *)component, draft->role, block)
                : add_particle(c, (const SnParticle *)component, draft->role, block)) &&
           !sn_compiler_cancelled(c);
}

/* Each role in tree order. */
static void number_blocks(SnCompiler *c)
{
    SnSystem *s = c->system;
    SnBlockDraft *drafts = (SnBlockDraft *)(void *)c->drafts->data;
    int n = 0, ends[SN_ROLE_KINEMATIC + 1];
    for (SnBlockRole role = SN_ROLE_ACTIVE; role <= SN_ROLE_KINEMATIC; role++) {
        for (guint i = 0; i < c->drafts->len; i++)
            if (drafts[i].role == role)
                drafts[i].block = n++;
        ends[role] = n;
    }
    s->n_blocks = n;
    s->n_active = ends[SN_ROLE_ACTIVE];
    s->n_attached = ends[SN_ROLE_ATTACHED] - ends[SN_ROLE_ACTIVE];
    s->blocks = sn_alloc((size_t)n + 1, sizeof *s->blocks);
    for (guint i = 0; i < c->drafts->len; i++)
        s->blocks[drafts[i].block].kind =
            drafts[i].internal > 0 ? sn_internal_coordinate(c, &drafts[i])->kind
            : drafts[i].rod_frame > 0 || drafts[i].component->class == &SN_CLASS_RIGID_BODY
                ? SN_BLOCK_BODY
                : SN_BLOCK_POINT;
    sn_system_layout(s);
}

bool sn_compile_blocks(SnCompiler *c)
{
    SnSystem *s = c->system;
    const SnBlockDraft *drafts = (const SnBlockDraft *)(const void *)c->drafts->data;
    number_blocks(c);
    double gravity[6];
    for (guint i = 0; i < c->drafts->len; i++)
        if (!add_block(c, &drafts[i], gravity))
            return false;
    sn_compile_carried_masses(c);
    for (guint i = 0; i < c->drafts->len; i++) {
        const SnBlock *block = &s->blocks[drafts[i].block];
        if (drafts[i].rod_frame > 0)
            sn_compile_rod_start(c, rod_frame(c, &drafts[i]), block);
        else if (block->kind == SN_BLOCK_BODY)
            set_body_start((const SnRigidBody *)drafts[i].component, block, s->q0 + block->q,
                           s->u0 + block->u);
    }
    sn_compile_attachments(c);
    return true;
}
