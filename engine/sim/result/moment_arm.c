/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/result/moment_arm.h"

#include "engine/base/memory.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/attachment_class.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/path_geometry.h"
#include "engine/sim/result/strand_follow.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- what lies beyond a joint --- */

/* Groups of blocks that something other than one joint holds together; the world is the last. */
typedef struct Groups {
    int *leader; /* [n_blocks + 1] */
    int n_blocks;
} Groups;

static int group_of(const Groups *groups, int block)
{
    int i = block < 0 ? groups->n_blocks : block;
    while (groups->leader[i] != i)
        i = groups->leader[i] = groups->leader[groups->leader[i]];
    return i;
}

static void join(Groups *groups, int a, int b)
{
    groups->leader[group_of(groups, a)] = group_of(groups, b);
}

static void join_all(const SnSystem *system, int but_joint, Groups *groups)
{
    groups->n_blocks = system->n_blocks;
    for (int i = 0; i <= system->n_blocks; i++)
        groups->leader[i] = i;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (i != but_joint && sn_joins_frames(joint))
            join(groups, sn_joint_block(system, joint, 0), sn_joint_block(system, joint, 1));
    }
    for (int i = 0; i < system->attachments.n; i++) {
        const SnSystemAttachment *a = &system->attachments.attachments[i];
        const SnAttachmentClass *class = sn_attachment_class(a->kind);
        if (class->rigid && class->body)
            join(groups, a->block, system->attachments.master[a->first]);
    }
}

static SnFault loop_fault(SnId id)
{
    return (SnFault){.code = SN_FAULT_LOOP,
                     .id = id,
                     .text = "its joint is part of a closed loop, so nothing lies beyond it alone: "
                             "choose another joint, or open the loop"};
}

/* Beyond is b's side; a's, where b's holds the world. */
static SnFault find_beyond(SnSystem *system, SnSystemMomentArm *arm, Groups *groups)
{
    const SnSystemJoint *joint = &system->joints.joints[arm->joint];
    join_all(system, arm->joint, groups);
    const int a = group_of(groups, sn_joint_block(system, joint, 0)),
              b = group_of(groups, sn_joint_block(system, joint, 1)), world = group_of(groups, -1);
    if (a == b)
        return loop_fault(arm->id);
    const int beyond = b == world ? a : b;
    arm->reversed = b == world;
    arm->first = system->arms.n_blocks;
    arm->count = 0;
    for (int i = 0; i < system->n_blocks; i++)
        if (system->blocks[i].kind == SN_BLOCK_BODY && group_of(groups, i) == beyond)
            system->arms.block[system->arms.n_blocks + arm->count++] = i;
    system->arms.n_blocks += arm->count;
    return (SnFault){0};
}

SnFault sn_finish_moment_arms(SnSystem *system)
{
    if (system->arms.n == 0)
        return (SnFault){0};
    sn_free(system->arms.block);
    sn_free(system->arms.row);
    const size_t n = (size_t)system->arms.n;
    system->arms.block =
        sn_alloc(n * ((size_t)system->n_blocks + (size_t)system->n_active) + 1, sizeof(int));
    system->arms.row = sn_alloc(n * (size_t)system->general.n_rows + 1, sizeof(int));
    system->arms.n_blocks = system->arms.n_rows = 0;
    Groups groups = {.leader = sn_alloc((size_t)system->n_blocks + 1, sizeof(int))};
    SnFault fault = {0};
    for (int i = 0; i < system->arms.n && fault.code == SN_FAULT_NONE; i++) {
        fault = find_beyond(system, &system->arms.arms[i], &groups);
        if (fault.code == SN_FAULT_NONE)
            sn_finish_follow(system, &system->arms.arms[i]);
    }
    sn_free(groups.leader);
    return fault;
}

/* --- the motion of one coordinate --- */

/* Velocity of the far side at unit rate: v at the world's origin, w. */
static void unit_motion(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const SnSystemMomentArm *arm, double v[3], double w[3])
{
    const SnSystemJoint *joint = &system->joints.joints[arm->joint];
    const double sign = arm->reversed ? -1 : 1;
    double position[3], axes[9], axis[3];
    if (joint->class->motion) {
        sn_joint_unit_motion(system, state, work, joint, 0, w, v, position);
        sn_v3_scale(sign, w, w), sn_v3_scale(sign, v, v);
        sn_v3_cross(position, w, axis);
        sn_v3_add(v, axis, v);
        return;
    }
    sn_frame_pose(system, work, sn_state_q_const(state), joint->frame_a, position, axes);
    sn_v3_set(sign * axes[2], sign * axes[5], sign * axes[8], axis);
    sn_v3_set(0, 0, 0, w);
    sn_v3_copy(axis, v);
    if (!sn_joint_is_angle(joint, 0))
        return;
    sn_v3_copy(axis, w);
    sn_v3_cross(position, axis, v); /* -w x p */
}

/* Velocities of all blocks, attached ones included, into u (layout of u); q is scratch. */
static void block_motion(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnSystemMomentArm *arm, double *q, double *u)
{
    double v[3], w[3];
    memcpy(q, sn_state_q_const(state), (size_t)system->n_q * sizeof(double));
    memset(u, 0, (size_t)system->n_u * sizeof(double));
    unit_motion(system, state, work, arm, v, w);
    for (int i = 0; i < arm->count; i++) {
        const int block = system->arms.block[arm->first + i];
        double *body = u + system->blocks[block].u;
        sn_v3_cross(w, q + system->blocks[block].q, body);
        sn_v3_add(body, v, body);
        sn_m3_tmul_v3(work->motion.rotation[block], w, body + 3);
    }
    sn_attachments_follow(system, q, u);
}

/* Rows pull where they hold a segment's length. */
static double segment_tension(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                              int number)
{
    const SnSystemSegment *segment = &system->strands.segments[number];
    if (segment->row >= 0)
        return -sn_state_lambda_const(state)[segment->row];
    if (segment->limit >= 0)
        return sn_state_z_const(state)[segment->limit];
    return work->forces.strand->segments[number].tension;
}

static void strand_arm(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                       const SnSystemStrand *strand, const double *u, double arm[2])
{
    sn_strand_look(system, state, work);
    for (int s = strand->first_segment; s < strand->first_segment + strand->n_segments; s++) {
        const SnSegmentWorkspace *w = &work->forces.strand->segments[s];
        double *gradient = work->forces.strand->columns, part = 0;
        sn_strand_length_gradient(system, work, s, gradient);
        for (int c = 0; c < w->in.n_columns; c++)
            part -= gradient[c] * u[w->column_u[c]];
        arm[0] += part;
        arm[1] += part * segment_tension(system, state, work, s);
    }
}

static void rod_arm(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                    const SnSystemRod *rod, const double *u, double arm[2])
{
    for (int s = rod->first_segment; s < rod->first_segment + rod->n_segments; s++) {
        const SnBlock *a = &system->blocks[system->rods.segments[s].block[0]],
                      *b = &system->blocks[system->rods.segments[s].block[1]];
        const double *q = sn_state_q_const(state);
        double along[3], apart[3];
        sn_v3_sub(q + b->q, q + a->q, along);
        sn_v3_normalize(along, along);
        sn_v3_sub(u + b->u, u + a->u, apart);
        const double part = -sn_v3_dot(along, apart);
        arm[0] += part;
        arm[1] += part * work->forces.rod->segments[s].tension;
    }
}

static void path_arm(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     int number, const double *u, double arm[2])
{
    const SnPathGeometry geometry =
        sn_path_geometry(system, state, work, &system->paths.paths[number]);
    arm[0] -= sn_path_rate_at(system, work, &geometry, u);
    arm[1] = arm[0] * work->forces.paths[number].tension;
}

int sn_moment_arm_room(const SnSystem *system)
{
    int most = 0;
    for (int i = 0; i < system->arms.n; i++) {
        const int room = sn_follow_room(&system->arms.arms[i]);
        most = room > most ? room : most;
    }
    return system->n_q + system->n_u + most;
}

void sn_moment_arm(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   int number, double arm[2])
{
    assert(!work || work->system == system);
    const SnSystemMomentArm *m = &system->arms.arms[number];
    double *q = work->unit_motion, *u = q + system->n_q;
    block_motion(system, state, work, m, q, u);
    if (m->n_own > 0)
        sn_strand_follow(system, state, work, m, u + system->n_u, u);
    arm[0] = arm[1] = 0;
    switch (m->kind) {
    case SN_LINE_OF_PATH:
        path_arm(system, state, work, m->line, u, arm);
        break;
    case SN_LINE_OF_STRAND:
        strand_arm(system, state, work, &system->strands.strands[m->line], u, arm);
        break;
    case SN_LINE_OF_SPLINE:
        sn_spline_shortening(system, state, m->line, u, arm);
        break;
    case SN_LINE_OF_ROD:
        rod_arm(system, state, work, &system->rods.rods[m->line], u, arm);
        break;
    }
}
