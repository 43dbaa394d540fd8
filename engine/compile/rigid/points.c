/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places on blocks: chains of frames resolved once, then markers, frames and particles. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/compile/strand/strands.h"
#include "engine/sim/system/work.h"

#include <string.h>

/* Pose (p, q) seen from inside a frame at (frame_p, frame_q). */
static void compose(const double frame_p[3], const double frame_q[4], double p[3], double q[4])
{
    sn_pose_point(frame_p, frame_q, p, p);
    sn_q_mul(frame_q, q, q);
    sn_q_normalize(q);
}

bool sn_place(SnCompiler *c, const SnComponent *component, SnId reference, const double location[3],
              const double *rotation, SnPlace *place)
{
    sn_v3_copy(location, place->position);
    if (rotation) {
        sn_q_copy(rotation, place->orientation);
        sn_q_normalize(place->orientation);
    } else {
        sn_q_identity(place->orientation);
    }
    SnId body;
    double position[3], orientation[4];
    if (!sn_model_carrier(c->model, reference, &body, position, orientation))
        return sn_compiler_fail(c, component,
                                "the body or frame it rides on does not exist, or frames ride on "
                                "each other in a circle: choose another");
    compose(position, orientation, place->position, place->orientation);
    const SnComponent *carrier = sn_model_get(c->model, body);
    if (carrier && carrier->class != &SN_CLASS_RIGID_BODY)
        return sn_compiler_fail(c, component,
                                "rides on %s, which cannot carry it: choose a body "
                                "or frame",
                                carrier->class->label);
    place->block = sn_system_index(c->system, body);
    if (place->block >= 0)
        sn_v3_sub(place->position, c->system->blocks[place->block].center, place->position);
    return true;
}

void sn_point_start(const SnSystem *system, const SnSystemPoint *point, double position[3])
{
    sn_point_position(system, system->q0, point, position);
}

int sn_compiler_add_point(SnCompiler *c, SnId id, const SnPlace *place)
{
    SnSystemPoint point = {.id = id, .block = place->block};
    sn_v3_copy(place->position, point.local);
    g_array_append_val(c->points, point);
    return (int)c->points->len - 1;
}

int sn_compiler_add_frame(SnCompiler *c, SnId id, const SnPlace *place)
{
    SnSystemFrame frame = {.id = id, .block = place->block};
    sn_v3_copy(place->position, frame.position);
    sn_q_copy(place->orientation, frame.orientation);
    g_array_append_val(c->frames, frame);
    return (int)c->frames->len - 1;
}

int sn_compiler_point(SnCompiler *c, SnId id)
{
    const SnComponent *component = sn_model_get(c->model, id);
    if (!component || id.entry == 0)
        return component ? c->point_of[id.index] : -1;
    if (sn_class_is_a(component->class, &SN_CLASS_ANY_STRAND))
        return sn_strand_point(c, id);
    const SnFemDraft *fem = sn_compiler_fem(c, id);
    const int node = (int)sn_id_entry_index(id);
    if (!fem || sn_id_array(id) != SN_FEM_NODES_ARRAY || node >= fem->n_named)
        return -1;
    if (fem->point[node] < 0) {
        const int draft = fem->first_draft + node;
        const SnPlace place = {.block = g_array_index(c->drafts, SnBlockDraft, draft).block,
                               .orientation = {1}};
        fem->point[node] = sn_compiler_add_point(c, SN_ID_NULL, &place);
    }
    return fem->point[node];
}

/* A point of its own, attached to the fem, or the node that is there. */
static void add_fem_marker(SnCompiler *c, const SnMarker *marker)
{
    const SnId id = marker->base.base.id;
    const SnPlace place = {.block =
                               g_array_index(c->drafts, SnBlockDraft, c->draft_of[id.index]).block,
                           .orientation = {1}};
    const int point = sn_compiler_add_point(c, id, &place);
    c->point_of[id.index] = point;
    sn_compiler_set_index(c, id, point);
}

static bool add_marker(SnCompiler *c, const SnMarker *marker)
{
    const SnComponent *component = &marker->base.base;
    SnPlace place;
    if (c->draft_of[component->id.index] >= 0) {
        add_fem_marker(c, marker);
        return true;
    }
    if (!sn_place(c, component, marker->frame, marker->location, NULL, &place))
        return false;
    const int point = sn_compiler_add_point(c, component->id, &place);
    const SnComponent *frame = sn_model_get(c->model, marker->frame);
    if (frame && frame->class == &SN_CLASS_FRAME)
        g_array_index(c->points, SnSystemPoint, point).frame =
            1 + sn_system_index(c->system, frame->id);
    c->point_of[component->id.index] = point;
    sn_compiler_set_index(c, component->id, point);
    return true;
}

static bool add_frame(SnCompiler *c, const SnFrame *frame)
{
    const SnComponent *component = &frame->base.base;
    SnPlace place;
    if (!sn_place(c, component, frame->body, frame->location, frame->rotation, &place))
        return false;
    sn_compiler_set_index(c, component->id, sn_compiler_add_frame(c, component->id, &place));
    return true;
}

static void add_particle(SnCompiler *c, const SnParticle *particle)
{
    const SnId id = particle->base.base.id;
    const SnPlace place = {.block = sn_system_index(c->system, id), .orientation = {1}};
    c->point_of[id.index] = sn_compiler_add_point(c, id, &place);
}

bool sn_compile_points(SnCompiler *c)
{
    bool good = true;
    /* frames first: markers name theirs by its index */
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_FRAME)
            good = add_frame(c, (const SnFrame *)component);
    }
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_MARKER)
            good = add_marker(c, (const SnMarker *)component);
        else if (component->class == &SN_CLASS_PARTICLE)
            add_particle(c, (const SnParticle *)component);
    }
    if (good)
        sn_compile_guides(c);
    return good && sn_compile_strand_points(c);
}
