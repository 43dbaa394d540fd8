/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rigid bodies and particles -> blocks: active ones first, each kind of block in tree order. */
#include "engine/compile/compiler.h"

#include "engine/base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_block(const SnComponent *component)
{
    return component->class == &SN_CLASS_RIGID_BODY || component->class == &SN_CLASS_PARTICLE;
}

static bool is_dynamic(const SnComponent *component)
{
    if (component->class == &SN_CLASS_RIGID_BODY)
        return ((const SnRigidBody *)component)->dynamic;
    return ((const SnParticle *)component)->dynamic;
}

/* Symmetric 3 x 3: all leading minors positive. */
static bool positive_definite(const double m[9])
{
    return m[0] > 0 && m[0] * m[4] - m[1] * m[3] > 0 && sn_m3_det(m) > 0;
}

static bool set_mass(SnCompiler *c, const SnRigidBody *body, SnBlock *block)
{
    const SnComponent *component = &body->base.base;
    SnMassProperties mass;
    GError *error = NULL;
    if (!sn_cached_body_mass(c, body, &mass, &error)) {
        if (body->dynamic)
            return sn_compiler_fail_with(c, component, error);
        /* a body that is led needs no mass */
        g_clear_error(&error);
        mass = (SnMassProperties){0};
    }
    block->mass = mass.mass;
    sn_v3_copy(mass.center, block->center);
    const double xx = mass.inertia[0], yy = mass.inertia[1], zz = mass.inertia[2];
    const double xy = mass.inertia[3], xz = mass.inertia[4], yz = mass.inertia[5];
    const double inertia[9] = {xx, xy, xz, xy, yy, yz, xz, yz, zz};
    memcpy(block->inertia, inertia, sizeof inertia);
    if (!body->dynamic)
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

static bool add_body(SnCompiler *c, const SnRigidBody *body, SnBlock *block)
{
    const SnComponent *component = &body->base.base;
    double number[6];
    sn_effective_numbers(c->model, component, "damping", number);
    block->damping = number[0];
    sn_effective_numbers(c->model, component, "rotary_damping", number);
    block->rotary_damping = number[0];
    if (!set_mass(c, body, block))
        return false;
    set_body_start(body, block, c->system->q0 + block->q, c->system->u0 + block->u);
    block->target = body->dynamic ? -1 : add_body_target(c, body);
    return true;
}

static bool add_particle(SnCompiler *c, const SnParticle *particle, SnBlock *block)
{
    const SnComponent *component = &particle->base.base;
    block->mass = particle->mass;
    double number[6];
    sn_effective_numbers(c->model, component, "damping", number);
    block->damping = number[0];
    if (particle->dynamic && (!(particle->mass > 0) || !isfinite(particle->mass)))
        return sn_compiler_fail(c, component, "has no mass: set mass to more than 0 kg");
    sn_v3_copy(particle->position, c->system->q0 + block->q);
    sn_v3_copy(particle->velocity, c->system->u0 + block->u);
    block->target = particle->dynamic ? -1 : add_point_target(c, particle);
    return true;
}

static bool add_block(SnCompiler *c, SnComponent *component, int index)
{
    SnSystem *s = c->system;
    SnBlock *block = &s->blocks[index];
    block->id = component->id;
    double gravity[6];
    sn_effective_numbers(c->model, component, "gravity", gravity);
    sn_v3_copy(gravity, block->gravity);
    const bool good = component->class == &SN_CLASS_RIGID_BODY
                          ? add_body(c, (SnRigidBody *)component, block)
                          : add_particle(c, (SnParticle *)component, block);
    if (!good || sn_compiler_cancelled(c))
        return false;
    sn_compiler_set_index(c, component->id, index);
    return true;
}

/* Components that become blocks: active ones first, each half in tree order. */
static GPtrArray *sort_blocks(SnCompiler *c)
{
    GPtrArray *sorted = g_ptr_array_new();
    for (int active = 1; active >= 0; active--) {
        for (guint i = 0; i < c->components->len; i++) {
            SnComponent *component = c->components->pdata[i];
            if (is_block(component) && is_dynamic(component) == active)
                g_ptr_array_add(sorted, component);
        }
        if (active)
            c->system->n_active = (int)sorted->len;
    }
    return sorted;
}

bool sn_compile_blocks(SnCompiler *c)
{
    SnSystem *s = c->system;
    GPtrArray *sorted = sort_blocks(c);
    s->n_blocks = (int)sorted->len;
    s->blocks = calloc((size_t)MAX(s->n_blocks, 1), sizeof *s->blocks);
    for (int i = 0; i < s->n_blocks; i++) {
        const SnComponent *component = sorted->pdata[i];
        s->blocks[i].kind =
            component->class == &SN_CLASS_RIGID_BODY ? SN_BLOCK_BODY : SN_BLOCK_POINT;
    }
    sn_system_layout(s);
    bool good = true;
    for (int i = 0; good && i < s->n_blocks; i++)
        good = add_block(c, sorted->pdata[i], i);
    g_ptr_array_free(sorted, TRUE);
    return good;
}
