/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places on blocks: chains of frames resolved once, then markers, frames and particles. */
#include "engine/compile/compiler.h"

#include "engine/base/vec.h"

#include <string.h>

/* Pose (p, q) seen from inside a frame at (frame_p, frame_q). */
static void compose(const double frame_p[3], const double frame_q[4], double p[3], double q[4])
{
    sn_pose_point(frame_p, frame_q, p, p);
    sn_q_mul(frame_q, q, q);
    sn_q_normalize(q);
}

void sn_place(const SnModel *model, const SnSystem *system, SnId reference,
              const double location[3], const double *rotation, SnPlace *place)
{
    sn_v3_copy(location, place->position);
    if (rotation) {
        sn_q_copy(rotation, place->orientation);
        sn_q_normalize(place->orientation);
    } else {
        sn_q_identity(place->orientation);
    }
    const SnComponent *component = sn_model_get(model, reference);
    if (component && component->class == &SN_CLASS_FRAME) {
        const SnFrame *frame = (const SnFrame *)component;
        compose(frame->location, frame->rotation, place->position, place->orientation);
        component = sn_model_get(model, frame->body);
    }
    place->block = component ? sn_system_index(system, component->id) : -1;
    if (place->block >= 0)
        sn_v3_sub(place->position, system->blocks[place->block].center, place->position);
}

void sn_place_start(const SnSystem *system, const SnPlace *place, double position[3],
                    double orientation[4])
{
    sn_v3_copy(place->position, position);
    sn_q_copy(place->orientation, orientation);
    if (place->block < 0)
        return;
    const double *q = system->q0 + system->blocks[place->block].q;
    compose(q, q + 3, position, orientation);
}

void sn_point_start(const SnSystem *system, const SnSystemPoint *point, double position[3])
{
    sn_v3_copy(point->local, position);
    if (point->block < 0)
        return;
    const SnBlock *block = &system->blocks[point->block];
    const double *q = system->q0 + block->q;
    if (block->kind == SN_BLOCK_POINT)
        sn_v3_copy(q, position);
    else
        sn_pose_point(q, q + 3, point->local, position);
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

static void add_marker(SnCompiler *c, const SnMarker *marker)
{
    SnPlace place;
    sn_place(c->model, c->system, marker->frame, marker->location, NULL, &place);
    const SnId id = marker->base.base.id;
    const int point = sn_compiler_add_point(c, id, &place);
    const SnComponent *frame = sn_model_get(c->model, marker->frame);
    if (frame && frame->class == &SN_CLASS_FRAME)
        g_array_index(c->points, SnSystemPoint, point).frame =
            1 + sn_system_index(c->system, frame->id);
    c->point_of[id.index] = point;
    sn_compiler_set_index(c, id, point);
}

static void add_frame(SnCompiler *c, const SnFrame *frame)
{
    SnPlace place;
    sn_place(c->model, c->system, frame->body, frame->location, frame->rotation, &place);
    sn_compiler_set_index(c, frame->base.base.id,
                          sn_compiler_add_frame(c, frame->base.base.id, &place));
}

static void add_particle(SnCompiler *c, const SnParticle *particle)
{
    const SnId id = particle->base.base.id;
    const SnPlace place = {.block = sn_system_index(c->system, id), .orientation = {1}};
    c->point_of[id.index] = sn_compiler_add_point(c, id, &place);
}

bool sn_compile_points(SnCompiler *c)
{
    /* frames first: markers name theirs by its index */
    for (guint i = 0; i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_FRAME)
            add_frame(c, (const SnFrame *)component);
    }
    for (guint i = 0; i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_MARKER)
            add_marker(c, (const SnMarker *)component);
        else if (component->class == &SN_CLASS_PARTICLE)
            add_particle(c, (const SnParticle *)component);
    }
    return true;
}
