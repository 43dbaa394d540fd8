/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poses on blocks: chains of frames resolved once. */
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

bool sn_compiler_pose(SnCompiler *c, const SnComponent *component, SnId reference,
                      const double location[3], const double *rotation, SnPose *pose)
{
    sn_v3_copy(location, pose->position);
    if (rotation) {
        sn_q_copy(rotation, pose->orientation);
        sn_q_normalize(pose->orientation);
    } else {
        sn_q_identity(pose->orientation);
    }
    SnId body;
    double position[3], orientation[4];
    if (!sn_model_carrier(c->model, reference, &body, position, orientation))
        return sn_compiler_fail(c, component,
                                "the body or frame it is attached to does not exist, or frames are "
                                "attached to each other in a circle: choose another");
    compose(position, orientation, pose->position, pose->orientation);
    const SnComponent *carrier = sn_model_get(c->model, body);
    if (carrier && carrier->class != &SN_CLASS_RIGID_BODY)
        return sn_compiler_fail(c, component,
                                "is attached to %s, which cannot carry it: choose a body or frame",
                                carrier->class->label);
    pose->block = sn_system_index(c->system, body);
    if (pose->block >= 0)
        sn_v3_sub(pose->position, c->system->blocks[pose->block].center, pose->position);
    return true;
}

void sn_point_start(const SnSystem *system, const SnSystemPoint *point, double position[3])
{
    sn_point_position(system, system->q0, point, position);
}

int sn_compiler_add_point(SnCompiler *c, SnId id, const SnPose *pose)
{
    SnSystemPoint point = {.id = id, .block = pose->block};
    sn_v3_copy(pose->position, point.local);
    g_array_append_val(c->points, point);
    return (int)c->points->len - 1;
}

int sn_compiler_add_frame(SnCompiler *c, SnId id, const SnPose *pose)
{
    SnSystemFrame frame = {.id = id, .block = pose->block};
    sn_v3_copy(pose->position, frame.position);
    sn_q_copy(pose->orientation, frame.orientation);
    g_array_append_val(c->frames, frame);
    return (int)c->frames->len - 1;
}
