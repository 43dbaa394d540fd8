/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers, frames and the points of particles. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/compile/strand/strands.h"
#include "engine/sim/system/workspace.h"

#include <string.h>

/* A point of its own, attached to the FEM model, or the node that is there. */
static void add_fem_marker(SnCompiler *c, const SnMarker *marker)
{
    const SnId id = marker->base.base.id;
    const SnPose pose = {.block =
                             g_array_index(c->drafts, SnBlockDraft, c->draft_of[id.index]).block,
                         .orientation = {1}};
    const int point = sn_compiler_add_point(c, id, &pose);
    c->point_of[id.index] = point;
    sn_compiler_set_index(c, id, point);
}

static bool add_marker(SnCompiler *c, const SnMarker *marker)
{
    const SnComponent *component = &marker->base.base;
    SnPose pose;
    if (c->draft_of[component->id.index] >= 0) {
        add_fem_marker(c, marker);
        return true;
    }
    if (!sn_compiler_pose(c, component, marker->frame, marker->location, NULL, &pose))
        return false;
    const int point = sn_compiler_add_point(c, component->id, &pose);
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
    SnPose pose;
    if (!sn_compiler_pose(c, component, frame->body, frame->location, frame->rotation, &pose))
        return false;
    sn_compiler_set_index(c, component->id, sn_compiler_add_frame(c, component->id, &pose));
    return true;
}

static void add_particle(SnCompiler *c, const SnParticle *particle)
{
    const SnId id = particle->base.base.id;
    const SnPose pose = {.block = sn_system_index(c->system, id), .orientation = {1}};
    c->point_of[id.index] = sn_compiler_add_point(c, id, &pose);
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
        if (sn_class_is_a(component->class, &SN_CLASS_MARKER))
            good = add_marker(c, (const SnMarker *)component);
        else if (component->class == &SN_CLASS_PARTICLE)
            add_particle(c, (const SnParticle *)component);
    }
    if (good)
        sn_compile_guides(c);
    return good && sn_compile_strand_points(c);
}
