/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places on blocks: chains of frames resolved once. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/system/workspace.h"

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
                                "the body or frame it is attached to does not exist, or frames are "
                                "attached to each other in a circle: choose another");
    compose(position, orientation, place->position, place->orientation);
    const SnComponent *carrier = sn_model_get(c->model, body);
    if (carrier && carrier->class != &SN_CLASS_RIGID_BODY)
        return sn_compiler_fail(c, component,
                                "is attached to %s, which cannot carry it: choose a body or frame",
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
