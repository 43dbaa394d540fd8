/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates of joints: what a joint lets vary.  Each is a smooth function of both poses, also
 * where the joint is not closed, with its exact derivative; closed, the derivative is the rotation
 * about (or motion along) the joint's axis. */
#include "engine/sim/joint/joint_motion.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"

#include <assert.h>
#include <string.h>

void sn_sides_quaternion(const SnJointSide *a, const SnJointSide *b, double q[4])
{
    double transposed[9], relative[9];
    sn_m3_transpose(a->axes, transposed);
    sn_m3_mul(transposed, b->axes, relative);
    sn_q_from_m3(relative, q);
}

/* 2 atan2(z, w) of the relative quaternion. */
double sn_sides_twist(const SnJointSides *sides, bool jacobian, double row[2][6])
{
    const SnJointSide *a = &sides->a, *b = &sides->b;
    double q[4], axis[3];
    sn_sides_quaternion(a, b, q);
    if (jacobian) {
        const double w = q[0], *v = q + 1, n = fmax(w * w + v[2] * v[2], 1e-12);
        sn_v3_set((-w * v[1] + v[2] * v[0]) / n, (w * v[0] + v[2] * v[1]) / n,
                  (w * w + v[2] * v[2]) / n, axis);
        sn_side_frame_rotation_row(b, 1, axis, row[1]);
        sn_v3_set((w * v[1] + v[2] * v[0]) / n, (-w * v[0] + v[2] * v[1]) / n,
                  (w * w + v[2] * v[2]) / n, axis);
        sn_side_frame_rotation_row(a, -1, axis, row[0]);
    }
    return 2 * atan2(q[3], q[0]);
}

double sn_orientations_twist(const double a[4], const double b[4])
{
    double q[4];
    sn_q_conj(a, q);
    sn_q_mul(q, b, q);
    return 2 * atan2(q[3], q[0]);
}

/* s = us . vs, c = uc . vc: d(u . v) = (d_b - d_a) . (u x v). */
double sn_sides_angle(const SnJointSides *sides, const double us[3], const double vs[3],
                      const double uc[3], const double vc[3], bool jacobian, double row[2][6])
{
    const double s = sn_v3_dot(us, vs), c = sn_v3_dot(uc, vc);
    if (jacobian) {
        double ds[3], dc[3], axis[3];
        const double n = fmax(s * s + c * c, 1e-12);
        sn_v3_cross(us, vs, ds);
        sn_v3_cross(uc, vc, dc);
        for (int i = 0; i < 3; i++)
            axis[i] = (c * ds[i] - s * dc[i]) / n;
        sn_side_rotation_row(&sides->a, -1, axis, row[0]);
        sn_side_rotation_row(&sides->b, 1, axis, row[1]);
    }
    return atan2(s, c);
}

double sn_sides_coordinate(SnJointSides *sides, int coordinate, bool jacobian, double row[2][6])
{
    if (sides->joint->class->motion)
        return sn_motion_coordinate(sides, coordinate, jacobian, row);
    const SnJointCoordinateClass *c = &sides->joint->class->coordinate[coordinate];
    if (c->value)
        return c->value(sides, jacobian, row);
    double axis[3];
    sn_side_axis(&sides->a, c->axis, axis);
    return sn_sides_along(&sides->a, &sides->b, axis, jacobian, row);
}

/* rotation x in_body, straight to where it belongs: half of what frames cost is this. */
static inline void turn_axes(SnJointSide *side)
{
    double *axes = side->axes;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            axes[3 * i + k] = sn_turned_entry(side->rotation + 3 * i, side->in_body, k);
    side->turned = true;
}

static void frame_side(const SnSystem *system, const SnWorkspace *work, const double *q, int frame,
                       SnJointSide *side)
{
    const SnSystemFrame *f = &system->frames[frame];
    side->moves = f->block >= 0;
    side->rotation = side->moves ? work->motion.rotation[f->block] : NULL;
    side->in_body = work->motion.frame_rotation[frame];
    side->local = f->position;
    side->turned = !side->moves;
    if (!side->moves) {
        sn_v3_set(0, 0, 0, side->center);
        sn_frame_pose(system, work, q, frame, side->position, side->axes);
        return;
    }
    sn_v3_copy(q + system->blocks[f->block].q, side->center);
    sn_m3_mul_v3(side->rotation, f->position, side->position);
    sn_v3_add(side->position, side->center, side->position);
}

static void point_side(const SnSystem *system, const SnWorkspace *work, const double *q, int number,
                       SnJointSide *side)
{
    const SnSystemPoint *point = &system->points[number];
    memset(side, 0, sizeof *side);
    side->turned = true; /* it has none */
    sn_v3_copy(work->motion.point_position[number], side->position);
    side->local = point->local;
    side->moves = point->block >= 0;
    if (!side->moves)
        return;
    sn_v3_copy(q + system->blocks[point->block].q, side->center);
    if (system->blocks[point->block].kind == SN_BLOCK_BODY)
        side->rotation = work->motion.rotation[point->block];
}

/* Where its fit is kept; NULL: nowhere. */
static inline SnKnownFit *known_fit(const SnSystem *system, const SnWorkspace *work,
                                    const SnSystemJoint *joint)
{
    const SnSystemJoint *first = system->joints.joints;
    const bool is_own = joint >= first && joint < first + system->joints.n;
    return joint->class->motion && work && work->motion.fits && is_own
               ? &work->motion.fits[joint - first]
               : NULL;
}

/* Where the sides are, without the axes of those that move. */
static inline void place_sides(const SnSystem *system, const SnWorkspace *work, const double *q,
                               const double *turns, const SnSystemJoint *joint, SnJointSides *sides)
{
    sides->system = system, sides->joint = joint, sides->turns = turns;
    sides->fit.solved = false;
    sides->known = known_fit(system, work, joint);
    sides->round = sides->known ? work->motion.round : 0;
    frame_side(system, work, q, joint->frame_a, &sides->a);
    if (sn_joins_frames(joint))
        frame_side(system, work, q, joint->frame_b, &sides->b);
    else
        point_side(system, work, q, joint->point, &sides->b);
}

static inline void turn_sides(SnJointSides *sides)
{
    if (!sides->a.turned)
        turn_axes(&sides->a);
    if (!sides->b.turned)
        turn_axes(&sides->b);
}

void sn_joint_row_sides(const SnSystem *system, const SnWorkspace *work, const double *q,
                        const double *turns, const SnSystemJoint *joint, SnJointSides *sides)
{
    assert(!work || work->system == system);
    place_sides(system, work, q, turns, joint, sides);
    if (!joint->class->takes_axes || joint->limited)
        turn_sides(sides);
}

void sn_joint_sides(const SnSystem *system, const SnWorkspace *work, const double *q,
                    const double *turns, const SnSystemJoint *joint, SnJointSides *sides)
{
    assert(!work || work->system == system);
    place_sides(system, work, q, turns, joint, sides);
    turn_sides(sides);
}

/* Position and axes alone, without what sn_kinematics makes. */
static void coordinate_side(const SnSystem *system, const double *q, int frame, SnJointSide *side)
{
    const SnSystemFrame *f = &system->frames[frame];
    double orientation[4];
    memset(side, 0, sizeof *side);
    if (f->block < 0) {
        sn_v3_copy(f->position, side->position);
        sn_q_copy(f->orientation, orientation);
    } else {
        const double *pose = q + system->blocks[f->block].q;
        sn_pose_point(pose, pose + 3, f->position, side->position);
        sn_q_mul(pose + 3, f->orientation, orientation);
    }
    sn_q_to_m3(orientation, side->axes);
    side->turned = true;
}

/* Orientation of a joint's frame a (0) or b (1) in the world. */
static void orientation_of(const SnSystem *system, const double *q, const SnSystemJoint *joint,
                           int side, double orientation[4])
{
    const SnSystemFrame *frame = &system->frames[side ? joint->frame_b : joint->frame_a];
    if (frame->block < 0)
        sn_q_copy(frame->orientation, orientation);
    else
        sn_q_mul(q + system->blocks[frame->block].q + 3, frame->orientation, orientation);
}

/* Both sides of a joint of frames at q, for values without derivatives. */
static void coordinate_sides(const SnSystem *system, const double *q, const double *turns,
                             const SnSystemJoint *joint, SnJointSides *sides)
{
    sides->system = system, sides->joint = joint, sides->turns = turns;
    sides->fit.solved = false;
    sides->known = NULL;
    coordinate_side(system, q, joint->frame_a, &sides->a);
    coordinate_side(system, q, joint->frame_b, &sides->b);
}

/* Angles come within half a turn of the remembered one; a class with a motion sees to that itself.
 */
static double near_remembered(const SnSystemJoint *joint, int coordinate, double raw,
                              const double *turns)
{
    if (joint->class->motion || !sn_joint_is_angle(joint, coordinate))
        return raw;
    return sn_unwrap(raw, turns ? turns[joint->turns + coordinate] : 0);
}

double sn_joint_coordinate(const SnSystem *system, const double *q, const double *turns,
                           const SnSystemJoint *joint, int coordinate)
{
    const SnJointCoordinateClass *c = &joint->class->coordinate[coordinate];
    if (c->from_orientations) {
        double a[4], b[4];
        orientation_of(system, q, joint, 0, a);
        orientation_of(system, q, joint, 1, b);
        return near_remembered(joint, coordinate, c->from_orientations(a, b), turns);
    }
    SnJointSides sides;
    coordinate_sides(system, q, turns, joint, &sides);
    return near_remembered(joint, coordinate, sn_sides_coordinate(&sides, coordinate, false, NULL),
                           turns);
}

double sn_joint_start_coordinate(const SnSystem *system, const SnSystemJoint *joint, int coordinate)
{
    if (!joint->class->motion)
        return sn_joint_coordinate(system, system->q0, NULL, joint, coordinate);
    SnJointSides sides;
    double turns[SN_MAX_COORDINATES + 1] = {0};
    coordinate_sides(system, system->q0, NULL, joint, &sides);
    sn_motion_remember(&sides, turns, NULL);
    return turns[coordinate];
}

double sn_joint_coordinate_row(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work, const SnSystemJoint *joint, int coordinate,
                               double row[2][6])
{
    assert(!work || work->system == system);
    SnJointSides sides;
    const double *turns = sn_state_turns_const(state);
    sn_joint_sides(system, work, sn_state_q_const(state), turns, joint, &sides);
    return near_remembered(joint, coordinate, sn_sides_coordinate(&sides, coordinate, true, row),
                           turns);
}

double sn_joint_coordinate_here(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const SnSystemJoint *joint, int coordinate)
{
    assert(!work || work->system == system);
    SnJointSides sides;
    const double *turns = sn_state_turns_const(state);
    sn_joint_sides(system, work, sn_state_q_const(state), turns, joint, &sides);
    return near_remembered(joint, coordinate, sn_sides_coordinate(&sides, coordinate, false, NULL),
                           turns);
}

double sn_joint_coordinate_rate(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const SnSystemJoint *joint, int coordinate)
{
    assert(!work || work->system == system);
    double row[2][6] = {{0}}, rate = 0;
    const double *u = sn_state_u_const(state);
    sn_joint_coordinate_row(system, state, work, joint, coordinate, row);
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        for (int i = 0; block >= 0 && i < 6; i++)
            rate += row[s][i] * u[system->blocks[block].u + i];
    }
    return rate;
}

/* --- how a coordinate's derivative turns --- */

/* A side where it has gone in a time at constant velocities (of turning in body axes); `turned`:
 * room for the rotation of its block. */
static void lead_side(const SnSystem *system, const double *u, int frame, double time,
                      double turned[9], SnJointSide *side)
{
    const SnSystemFrame *f = &system->frames[frame];
    if (f->block < 0)
        return;
    const double *v = u + system->blocks[f->block].u;
    double turn[3], q[4], rotation[9];
    sn_v3_scale(time, v + 3, turn);
    sn_q_exp(turn, q);
    sn_q_to_m3(q, rotation);
    sn_m3_mul(side->rotation, rotation, turned);
    side->rotation = turned;
    sn_v3_axpy(time, v, side->center);
    sn_m3_mul_v3(turned, side->local, side->position);
    sn_v3_add(side->position, side->center, side->position);
    sn_m3_mul(turned, side->in_body, side->axes);
}

/* Rate of a coordinate with the velocities of the state, where these have led in a time. */
static double rate_ahead(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnSystemJoint *joint, int coordinate, double time)
{
    const double *u = sn_state_u_const(state);
    SnJointSides sides;
    double turned[2][9], row[2][6] = {{0}}, rate = 0;
    sn_joint_sides(system, work, sn_state_q_const(state), sn_state_turns_const(state), joint,
                   &sides);
    lead_side(system, u, joint->frame_a, time, turned[0], &sides.a);
    lead_side(system, u, joint->frame_b, time, turned[1], &sides.b);
    sn_sides_coordinate(&sides, coordinate, true, row);
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        for (int i = 0; block >= 0 && i < 6; i++)
            rate += row[s][i] * u[system->blocks[block].u + i];
    }
    return rate;
}

/* How far sides are led for a difference of fourth order: of the model's size, and [rad]. */
#define LED 1e-4

/* Time in which the velocities of a joint's blocks lead them that far; 0: they stand still. */
static double time_led(const SnSystem *system, const SnState *state, const SnSystemJoint *joint)
{
    double fastest = 0;
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        const double *v = block < 0 ? NULL : sn_state_u_const(state) + system->blocks[block].u;
        if (v)
            fastest = fmax(fastest, fmax(sn_v3_norm(v) / system->length_scale, sn_v3_norm(v + 3)));
    }
    return fastest > 0 ? LED / fastest : 0;
}

static const double led_times[4] = {-2, -1, 1, 2};

/* The derivative from values there. */
static double led_slope(const double value[4], double time)
{
    return (8 * (value[2] - value[1]) - (value[3] - value[0])) / (12 * time);
}

double sn_joint_coordinate_turning(const SnSystem *system, const SnState *state,
                                   const SnWorkspace *work, const SnSystemJoint *joint,
                                   int coordinate)
{
    assert(!work || work->system == system);
    const double time = time_led(system, state, joint);
    double rate[4];
    if (!(time > 0))
        return 0;
    for (int i = 0; i < 4; i++)
        rate[i] = rate_ahead(system, state, work, joint, coordinate, time * led_times[i]);
    return led_slope(rate, time);
}

/* With e(x, c) = 0 of the pivots, c'' = -E^-1 d/dt (de/dx u + E c') along x(t), c + c' t. */
void sn_motion_coordinates_turning(const SnSystem *system, const SnState *state,
                                   const SnWorkspace *work, const SnSystemJoint *joint,
                                   double *turning)
{
    assert(work->system == system && joint->class->motion);
    const double *u = sn_state_u_const(state), time = time_led(system, state, joint);
    SnJointSides sides;
    double velocity[2][6] = {{0}}, rates[6], change[4][6], row[2][6];
    sn_joint_sides(system, work, sn_state_q_const(state), sn_state_turns_const(state), joint,
                   &sides);
    sn_motion_coordinate(&sides, 0, true, row);
    const SnJointFit fit = sides.fit;
    memset(turning, 0, (size_t)fit.n * sizeof *turning);
    if (!(time > 0))
        return;
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(system, joint, s);
        if (block >= 0)
            memcpy(velocity[s], u + system->blocks[block].u, sizeof velocity[s]);
    }
    for (int k = 0; k < fit.n; k++) {
        rates[k] = 0;
        for (int p = 0; p < fit.n; p++)
            for (int i = 0; i < 12; i++)
                rates[k] -= fit.inverse[k][p] * fit.by_pose[fit.equation[p]][i / 6][i % 6] *
                            velocity[i / 6][i % 6];
    }
    const SnJointSide here[2] = {sides.a, sides.b};
    for (int i = 0; i < 4; i++) {
        double turned[2][9];
        sides.a = here[0], sides.b = here[1];
        lead_side(system, u, joint->frame_a, time * led_times[i], turned[0], &sides.a);
        lead_side(system, u, joint->frame_b, time * led_times[i], turned[1], &sides.b);
        sn_motion_misfit_rates(&sides, &fit, time * led_times[i], rates, velocity, change[i]);
    }
    for (int p = 0; p < fit.n; p++) {
        const double slope =
            led_slope((double[]){change[0][p], change[1][p], change[2][p], change[3][p]}, time);
        for (int k = 0; k < fit.n; k++)
            turning[k] -= fit.inverse[k][p] * slope;
    }
}

void sn_joint_unit_motion(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnSystemJoint *joint, int coordinate, double w[3], double v[3],
                          double origin[3])
{
    assert(!work || work->system == system);
    SnJointSides sides;
    sn_joint_sides(system, work, sn_state_q_const(state), sn_state_turns_const(state), joint,
                   &sides);
    sn_motion_coordinate(&sides, coordinate, false, NULL);
    sn_m3_mul_v3(sides.fit.pose.rotation, sides.fit.pose.turn[coordinate], w);
    sn_m3_mul_v3(sides.a.axes, w, w);
    sn_m3_mul_v3(sides.a.axes, sides.fit.pose.shift[coordinate], v);
    sn_v3_copy(sides.b.position, origin);
}

void sn_joint_turning_rows(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           const SnSystemJoint *joint, double row[3][2][6])
{
    assert(!work || work->system == system);
    SnJointSides sides;
    sn_joint_sides(system, work, sn_state_q_const(state), sn_state_turns_const(state), joint,
                   &sides);
    joint->class->turning(&sides, true, row, NULL);
}

void sn_joint_turned(const SnSystem *system, const SnState *before, const SnState *after,
                     const SnSystemJoint *joint, double turned[3])
{
    assert(before->n_q == system->n_q && after->n_q == system->n_q);
    const SnState *states[2] = {before, after};
    double relative[2][4], q[4], b[4], axes[9], in_b[3];
    for (int i = 0; i < 2; i++) {
        double a[4], inverse[4];
        orientation_of(system, sn_state_q_const(states[i]), joint, 0, a);
        orientation_of(system, sn_state_q_const(states[i]), joint, 1, b);
        sn_q_conj(i == 0 ? b : a, inverse);
        sn_q_mul(inverse, i == 0 ? a : b, relative[i]); /* b to a before, a to b after */
    }
    sn_q_mul(relative[0], relative[1], q);
    sn_q_log(q, in_b);
    sn_q_to_m3(b, axes);
    sn_m3_mul_v3(axes, in_b, turned);
}

void sn_joints_remember(const SnSystem *system, SnState *state)
{
    sn_joints_remember_fits(system, NULL, state);
}

void sn_joints_remember_fits(const SnSystem *system, const SnWorkspace *work, SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    assert(!work || work->system == system);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        const double *q = sn_state_q_const(state);
        double *turns = sn_state_turns(state);
        if (joint->class->motion) {
            SnJointSides sides;
            if (work)
                sn_joint_sides(system, work, q, turns, joint, &sides);
            else
                coordinate_sides(system, q, turns, joint, &sides);
            sn_motion_remember(&sides, turns + joint->turns,
                               joint->row >= 0 ? sn_state_lambda(state) + joint->row : NULL);
            continue;
        }
        if (joint->class->remember) {
            SnJointSides sides;
            coordinate_sides(system, q, turns, joint, &sides);
            joint->class->remember(&sides, turns + joint->turns);
        }
        for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
            if (sn_joint_is_angle(joint, k))
                turns[joint->turns + k] = sn_joint_coordinate(system, q, turns, joint, k);
    }
}

int sn_joint_block(const SnSystem *system, const SnSystemJoint *joint, int side)
{
    if (joint->class->ends == SN_JOINT_JOINTS)
        return -1;
    if (side == 0)
        return system->frames[joint->frame_a].block;
    return sn_joins_frames(joint) ? system->frames[joint->frame_b].block
                                  : system->points[joint->point].block;
}
