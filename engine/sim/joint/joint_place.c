/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/joint/joint_place.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/joint/joint_motion.h"
#include "engine/sim/joint/joints.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS   60
#define LONGEST_TURN 0.5   /* of a Newton step [rad] */
#define CLOSED       1e-10 /* of the model's size, or rad */
#define SINGULAR     1e-12 /* of the largest pivot: that row asks for nothing more */

typedef struct Pose {
    double position[3], orientation[4];
} Pose;

typedef struct Placing {
    const SnSystem *system;
    SnState *state;
    SnWorkspace *work;
    double *was;  /* [n_q] */
    bool *stands; /* [n_blocks]: its place is settled */
} Placing;

static bool can_move(const SnSystem *system, int block)
{
    return block >= 0 && block < system->n_active && system->blocks[block].kind == SN_BLOCK_BODY;
}

static Pose pose_of(const SnSystem *system, const double *q, int block)
{
    Pose pose = {{0}, {1, 0, 0, 0}};
    if (block >= 0)
        memcpy(&pose, q + system->blocks[block].q, sizeof pose);
    return pose;
}

/* first second: what second does in the axes of first. */
static Pose product(const Pose *first, const Pose *second)
{
    Pose pose;
    sn_pose_point(first->position, first->orientation, second->position, pose.position);
    sn_q_mul(first->orientation, second->orientation, pose.orientation);
    return pose;
}

static Pose inverse(const Pose *of)
{
    const double origin[3] = {0};
    Pose pose;
    sn_pose_inverse_point(of->position, of->orientation, origin, pose.position);
    sn_q_conj(of->orientation, pose.orientation);
    return pose;
}

/* The joint's end on this side in its block (or in the world); of a point: without axes. */
static Pose end_in_block(const SnSystem *system, const SnSystemJoint *joint, int side)
{
    Pose pose = {{0}, {1, 0, 0, 0}};
    if (side == 1 && !sn_joins_frames(joint)) {
        sn_v3_copy(system->points[joint->point].local, pose.position);
        return pose;
    }
    const SnSystemFrame *frame = &system->frames[side ? joint->frame_b : joint->frame_a];
    sn_v3_copy(frame->position, pose.position);
    sn_q_copy(frame->orientation, pose.orientation);
    return pose;
}

static Pose end_in_world(const Placing *p, const SnSystemJoint *joint, int side)
{
    const int block = sn_joint_block(p->system, joint, side);
    const Pose body = pose_of(p->system, sn_state_q_const(p->state), block),
               end = end_in_block(p->system, joint, side);
    return product(&body, &end);
}

static void put(Placing *p, const SnSystemJoint *joint, int side, const Pose *pose)
{
    const int block = sn_joint_block(p->system, joint, side);
    double *q = sn_state_q(p->state) + p->system->blocks[block].q;
    memcpy(q, pose, sizeof *pose);
    sn_q_normalize(q + 3);
    sn_q_to_m3(q + 3, p->work->motion.rotation[block]);
    if (side == 1 && !sn_joins_frames(joint)) {
        const Pose end = end_in_world(p, joint, side);
        sn_v3_copy(end.position, p->work->motion.point_position[joint->point]);
    }
}

/* Puts the body on this side so that its end of the joint is here in the world. */
static void put_end(Placing *p, const SnSystemJoint *joint, int side, const Pose *end)
{
    const Pose local = end_in_block(p->system, joint, side), back = inverse(&local),
               body = product(end, &back);
    put(p, joint, side, &body);
}

/* --- Newton's method on the rows of one joint, one of its bodies moving --- */

typedef struct JointValues {
    double row[SN_MAX_JOINT_ROWS][2][6], residual[SN_MAX_JOINT_ROWS];
    double limit[SN_MAX_JOINT_LIMITS][2][6], gap[SN_MAX_JOINT_LIMITS];
} JointValues;

/* Rows over the model's size or in radians, by displacements over the model's size; the worst. */
static double evaluate(const Placing *p, int number, int side, JointValues *values)
{
    const SnSystemJoint *joint = &p->system->joints.joints[number];
    const double length = p->system->length_scale;
    double worst = 0;
    memset(values, 0, sizeof *values);
    sn_joint_rows(p->system, p->state, p->work, number, true,
                  &(SnJointRows){values->row, values->residual, values->limit, values->gap});
    for (int i = 0; i < joint->n_rows; i++) {
        const bool angle = !joint->class->motion && joint->class->shape[i] == SN_ROW_ROTATION;
        const double scale = angle ? 1 : 1 / length;
        values->residual[i] *= scale;
        for (int k = 0; k < 6; k++)
            values->row[i][side][k] *= k < 3 ? scale * length : scale;
        worst = fmax(worst, fabs(values->residual[i]));
    }
    return worst;
}

/* x with (J J') x = -residual by Cholesky's method, rows that depend on others left out. */
static void solve_rows(int n, int side, const JointValues *values, double x[SN_MAX_JOINT_ROWS])
{
    double l[SN_MAX_JOINT_ROWS][SN_MAX_JOINT_ROWS] = {{0}}, largest = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < 6; k++)
                l[i][j] += values->row[i][side][k] * values->row[j][side][k];
            largest = i == j ? fmax(largest, l[i][i]) : largest;
        }
    for (int i = 0; i < n; i++) {
        x[i] = -values->residual[i];
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++)
                l[i][j] -= l[i][k] * l[j][k];
            if (j < i)
                l[i][j] = isfinite(l[j][j]) ? l[i][j] / l[j][j] : 0;
        }
        l[i][i] = l[i][i] > SINGULAR * largest ? sqrt(l[i][i]) : HUGE_VAL;
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] /= l[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= l[j][i] * x[j];
        x[i] /= l[i][i];
    }
}

static void displace(Placing *p, const SnSystemJoint *joint, int side, const double step[6])
{
    const int block = sn_joint_block(p->system, joint, side);
    Pose pose = pose_of(p->system, sn_state_q_const(p->state), block);
    double turn[4];
    sn_v3_axpy(p->system->length_scale, step, pose.position);
    sn_q_exp(step + 3, turn);
    sn_q_mul(pose.orientation, turn, pose.orientation);
    put(p, joint, side, &pose);
}

/* A hinge whose axes point against each other satisfies its rows, but is not what was meant. */
static bool flipped(const Pose *a, const Pose *b)
{
    const double z[3] = {0, 0, 1};
    double za[3], zb[3];
    sn_q_rotate(a->orientation, z, za);
    sn_q_rotate(b->orientation, z, zb);
    return sn_v3_dot(za, zb) < 0;
}

bool sn_joint_is_flipped(const SnSystem *system, const SnState *state, int number)
{
    const SnSystemJoint *joint = &system->joints.joints[number];
    if (!joint->enabled || !joint->class->z_together)
        return false;
    Pose end[2];
    for (int s = 0; s < 2; s++) {
        const Pose body =
                       pose_of(system, sn_state_q_const(state), sn_joint_block(system, joint, s)),
                   local = end_in_block(system, joint, s);
        end[s] = product(&body, &local);
    }
    return flipped(&end[0], &end[1]);
}

static bool close_here(Placing *p, int number, int side)
{
    const SnSystemJoint *joint = &p->system->joints.joints[number];
    JointValues values;
    double worst = evaluate(p, number, side, &values);
    for (int k = 0; k < MOST_STEPS && worst > CLOSED; k++) {
        double x[SN_MAX_JOINT_ROWS], step[6] = {0};
        solve_rows(joint->n_rows, side, &values, x);
        for (int i = 0; i < joint->n_rows; i++)
            for (int c = 0; c < 6; c++)
                step[c] += values.row[i][side][c] * x[i];
        const double turn = sn_v3_norm(step + 3);
        if (turn > LONGEST_TURN)
            sn_v3_scale(LONGEST_TURN / turn, step + 3, step + 3);
        displace(p, joint, side, step);
        worst = evaluate(p, number, side, &values);
    }
    return worst <= CLOSED && !sn_joint_is_flipped(p->system, p->state, number);
}

/* --- where to begin --- */

/* The least rotation that lets z of one end point where z of the other does, about its origin. */
static void align(Placing *p, const SnSystemJoint *joint, int side)
{
    const double z[3] = {0, 0, 1}, x[3] = {1, 0, 0};
    Pose mine = end_in_world(p, joint, side), other = end_in_world(p, joint, 1 - side);
    double from[3], to[3], axis[3], turn[4];
    sn_q_rotate(mine.orientation, z, from);
    sn_q_rotate(other.orientation, z, to);
    sn_v3_cross(from, to, axis);
    const double sine = sn_v3_norm(axis), cosine = sn_v3_dot(from, to);
    if (sine > 1e-9) {
        sn_v3_scale(atan2(sine, cosine) / sine, axis, axis);
    } else {
        sn_q_rotate(mine.orientation, x, axis);
        sn_v3_scale(cosine < 0 ? M_PI : 0, axis, axis);
    }
    sn_q_exp(axis, turn);
    sn_q_mul(turn, mine.orientation, mine.orientation);
    put_end(p, joint, side, &mine);
}

/* The end on this side as that on the other, moved by b's pose in a's. */
static void put_against(Placing *p, const SnSystemJoint *joint, int side, const Pose *b_in_a)
{
    const Pose other = end_in_world(p, joint, 1 - side), back = inverse(b_in_a),
               end = product(&other, side == 1 ? b_in_a : &back);
    put_end(p, joint, side, &end);
}

/* To the nearest of the poses that the coordinates of a joint with a motion can give. */
static bool close_motion(Placing *p, int number, int side)
{
    const SnSystemJoint *joint = &p->system->joints.joints[number];
    double *turns = sn_state_turns(p->state) + joint->turns;
    SnJointSides sides;
    SnJointPose pose = {.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    JointValues values;
    memset(turns, 0, (size_t)sn_motion_numbers(joint) * sizeof *turns); /* seek anew */
    sn_joint_sides(p->system, p->work, sn_state_q_const(p->state), sn_state_turns_const(p->state),
                   joint, &sides);
    sn_motion_remember(&sides, turns, NULL);
    joint->class->motion(p->system, joint, turns, &pose);
    Pose b_in_a;
    sn_v3_copy(pose.position, b_in_a.position);
    sn_q_from_m3(pose.rotation, b_in_a.orientation);
    put_against(p, joint, side, &b_in_a);
    return evaluate(p, number, side, &values) <= CLOSED;
}

static bool close_joint(Placing *p, int number, int side)
{
    const SnSystemJoint *joint = &p->system->joints.joints[number];
    const Pose begin =
        pose_of(p->system, sn_state_q_const(p->state), sn_joint_block(p->system, joint, side));
    if (joint->class->motion)
        return close_motion(p, number, side);
    if (close_here(p, number, side))
        return true;
    put(p, joint, side, &begin);
    if (joint->class->z_together) {
        align(p, joint, side);
        if (close_here(p, number, side))
            return true;
        put(p, joint, side, &begin);
    }
    Pose end = end_in_world(p, joint, side);
    const Pose other = end_in_world(p, joint, 1 - side);
    sn_q_copy(other.orientation, end.orientation);
    put_end(p, joint, side, &end);
    if (close_here(p, number, side))
        return true;
    put_end(p, joint, side, &other);
    if (close_here(p, number, side))
        return true;
    put(p, joint, side, &begin);
    return false;
}

/* --- one body after the other --- */

/* The body on this side where it was against the other one, then to where the joint is closed. */
static bool place(Placing *p, int number, int side)
{
    const SnSystemJoint *joint = &p->system->joints.joints[number];
    const int block = sn_joint_block(p->system, joint, side),
              base = sn_joint_block(p->system, joint, 1 - side);
    const Pose mine = pose_of(p->system, p->was, block), other = pose_of(p->system, p->was, base),
               now = pose_of(p->system, sn_state_q_const(p->state), base), back = inverse(&other),
               between = product(&back, &mine), moved = product(&now, &between);
    put(p, joint, side, &moved);
    p->stands[block] = true;
    return close_joint(p, number, side);
}

static bool counts(const SnSystemJoint *joint)
{
    return joint->enabled && !joint->one_sided && joint->n_rows > 0 &&
           joint->class->ends != SN_JOINT_JOINTS;
}

static bool stands(const Placing *p, int block)
{
    return block < 0 || p->stands[block];
}

/* Places what hangs on what stands; false: a joint of it stays open. */
static bool place_all_that_hang(Placing *p)
{
    bool closed = true;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < p->system->joints.n; i++) {
            const SnSystemJoint *joint = &p->system->joints.joints[i];
            const int a = counts(joint) ? sn_joint_block(p->system, joint, 0) : -1,
                      b = counts(joint) ? sn_joint_block(p->system, joint, 1) : -1;
            if (stands(p, a) == stands(p, b))
                continue;
            closed = place(p, i, stands(p, a) ? 1 : 0) && closed;
            more = true;
        }
    }
    return closed;
}

bool sn_joints_place(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    assert(work->system == system);
    Placing p = {system, state, work, sn_alloc((size_t)system->n_q, sizeof(double)),
                 sn_alloc((size_t)system->n_blocks, sizeof(bool))};
    memcpy(p.was, sn_state_q_const(state), (size_t)system->n_q * sizeof(double));
    for (int i = 0; i < system->n_blocks; i++)
        p.stands[i] = !can_move(system, i);
    bool closed = place_all_that_hang(&p);
    for (int heaviest = 0; heaviest >= 0;) { /* of what hangs on nothing, the heaviest stays */
        heaviest = -1;
        for (int i = 0; i < system->n_active; i++)
            if (!p.stands[i] &&
                (heaviest < 0 || system->blocks[i].mass > system->blocks[heaviest].mass))
                heaviest = i;
        if (heaviest >= 0) {
            p.stands[heaviest] = true;
            closed = place_all_that_hang(&p) && closed;
        }
    }
    sn_free(p.was);
    sn_free(p.stands);
    return closed;
}
