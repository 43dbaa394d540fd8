/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_access.h"

#include "engine/base/vec.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/result/moment_arm.h"
#include "engine/sim/result/reactions.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/step/step.h"

#include <string.h>

static const SnBlock *block_of(const SnBindContext *c)
{
    return &c->system->blocks[c->index];
}

static const double *q_of(const SnBindContext *c)
{
    return sn_state_q_const(c->state) + block_of(c)->q;
}

static const double *u_of(const SnBindContext *c)
{
    return sn_state_u_const(c->state) + block_of(c)->u;
}

static bool is_body(const SnBindContext *c)
{
    return block_of(c)->kind == SN_BLOCK_BODY;
}

/* --- blocks --- */

int sn_bind_position(const SnBindContext *c, double *value)
{
    const double *q = q_of(c);
    sn_v3_copy(q, value);
    if (is_body(c)) {
        double arm[3];
        sn_q_rotate(q + 3, block_of(c)->center, arm);
        sn_v3_sub(value, arm, value);
    }
    return 1;
}

int sn_bind_orientation(const SnBindContext *c, double *value)
{
    if (is_body(c))
        sn_q_copy(q_of(c) + 3, value);
    return is_body(c);
}

/* Velocity of the centre less w x (R c). */
int sn_bind_velocity(const SnBindContext *c, double *value)
{
    const double *u = u_of(c);
    sn_v3_copy(u, value);
    if (is_body(c)) {
        double turn[3];
        sn_v3_cross(u + 3, block_of(c)->center, turn);
        sn_q_rotate(q_of(c) + 3, turn, turn);
        sn_v3_sub(value, turn, value);
    }
    return 1;
}

int sn_bind_angular_velocity(const SnBindContext *c, double *value)
{
    if (is_body(c))
        sn_q_rotate(q_of(c) + 3, u_of(c) + 3, value);
    return is_body(c);
}

/* Of the component frame's origin: a - R (alpha x c + w x (w x c)). */
int sn_bind_acceleration(const SnBindContext *c, double *value)
{
    const double *a = sn_state_acceleration_const(c->state) + block_of(c)->u;
    sn_v3_copy(a, value);
    if (is_body(c)) {
        const double *center = block_of(c)->center, *w = u_of(c) + 3;
        double tangential[3], turn[3];
        sn_v3_cross(a + 3, center, tangential);
        sn_v3_cross(w, center, turn);
        sn_v3_cross(w, turn, turn);
        sn_v3_add(tangential, turn, turn);
        sn_q_rotate(q_of(c) + 3, turn, turn);
        sn_v3_sub(value, turn, value);
    }
    return 1;
}

int sn_bind_force_total(const SnBindContext *c, double *value)
{
    sn_complete_forces(c->system, c->state, c->work);
    sn_v3_copy(c->work->forces.applied + block_of(c)->u, value);
    return 1;
}

int sn_bind_kinetic_energy(const SnBindContext *c, double *value)
{
    const double *u = u_of(c);
    *value = 0.5 * block_of(c)->mass * sn_v3_dot(u, u);
    if (is_body(c)) {
        double spin[3];
        sn_m3_mul_v3(block_of(c)->inertia, u + 3, spin);
        *value += 0.5 * sn_v3_dot(u + 3, spin);
    }
    return 1;
}

int sn_bind_moment_arm(const SnBindContext *c, double *value)
{
    double arm[2];
    sn_moment_arm(c->system, c->state, c->work, c->index, arm);
    *value = arm[0];
    return 1;
}

int sn_bind_moment_arm_moment(const SnBindContext *c, double *value)
{
    double arm[2];
    sn_moment_arm(c->system, c->state, c->work, c->index, arm);
    *value = arm[1];
    return 1;
}

/* --- what holds a kinematic block: M a + gyroscopic - applied - constraints --- */

static void reaction(const SnBindContext *c, double force[3], double moment[3])
{
    double whole[6], in_body[3], about[3];
    sn_reaction(c->system, c->state, c->work, c->index, whole);
    sn_v3_copy(whole, force);
    sn_v3_set(0, 0, 0, moment);
    if (!is_body(c))
        return;
    /* about the component frame's origin */
    sn_q_unrotate(q_of(c) + 3, force, in_body);
    sn_v3_cross(block_of(c)->center, in_body, about);
    sn_v3_add(whole + 3, about, about);
    sn_q_rotate(q_of(c) + 3, about, moment);
}

int sn_bind_reaction_force(const SnBindContext *c, double *value)
{
    double moment[3];
    sn_v3_set(0, 0, 0, value);
    if (c->index >= c->system->n_active)
        reaction(c, value, moment);
    return 1;
}

int sn_bind_reaction_moment(const SnBindContext *c, double *value)
{
    double force[3];
    sn_v3_set(0, 0, 0, value);
    if (c->index >= c->system->n_active)
        reaction(c, force, value);
    return is_body(c);
}

/* --- points and frames --- */

int sn_bind_marker_position(const SnBindContext *c, double *value)
{
    sn_v3_copy(c->work->motion.point_position[c->index], value);
    return 1;
}

int sn_bind_marker_velocity(const SnBindContext *c, double *value)
{
    sn_v3_copy(c->work->motion.point_velocity[c->index], value);
    return 1;
}

/* A marker on a FEM model is a point of its own, or a node: where it is at rest only the document
 * knows.
 */
static bool on_fem(const SnSystem *system, const SnSystemPoint *point)
{
    return point->block >= 0 && system->blocks[point->block].kind == SN_BLOCK_POINT;
}

int sn_bind_marker_location(const SnBindContext *c, double *value)
{
    const SnSystemPoint *point = &c->system->points[c->index];
    if (on_fem(c->system, point))
        return 0;
    sn_v3_copy(point->local, value);
    if (point->frame > 0) {
        const SnSystemFrame *frame = &c->system->frames[point->frame - 1];
        sn_pose_inverse_point(frame->position, frame->orientation, value, value);
    } else if (point->block >= 0) {
        sn_v3_add(value, c->system->blocks[point->block].center, value);
    }
    return 1;
}

int sn_bind_frame_position(const SnBindContext *c, double *value)
{
    double rotation[9];
    sn_frame_pose(c->system, c->work, sn_state_q_const(c->state), c->index, value, rotation);
    return 1;
}

int sn_bind_frame_orientation(const SnBindContext *c, double *value)
{
    const SnSystemFrame *frame = &c->system->frames[c->index];
    if (frame->block < 0)
        sn_q_copy(frame->orientation, value);
    else
        sn_q_mul(sn_state_q_const(c->state) + c->system->blocks[frame->block].q + 3,
                 frame->orientation, value);
    return 1;
}

/* --- the whole model --- */

int sn_bind_total_kinetic_energy(const SnBindContext *c, double *value)
{
    double energy[2], momentum[6];
    sn_audit(c->system, c->state, c->work, energy, momentum);
    *value = energy[0];
    return 1;
}

int sn_bind_total_potential_energy(const SnBindContext *c, double *value)
{
    double energy[2];
    sn_energies(c->system, c->state, c->work, energy);
    *value = energy[1];
    return 1;
}

int sn_bind_parts_of_step(const SnBindContext *c, double *value)
{
    *value = c->state->step > 0 ? sn_state_parts_const(c->state)[SN_PARTS_LAST] : 0;
    return 1;
}

int sn_bind_cut_steps(const SnBindContext *c, double *value)
{
    *value = c->state->step > 0 ? sn_state_parts_const(c->state)[SN_PARTS_CUT] : 0;
    return 1;
}

int sn_bind_inaccurate_steps(const SnBindContext *c, double *value)
{
    *value = c->state->step > 0 ? sn_state_parts_const(c->state)[SN_PARTS_MISSED] : 0;
    return 1;
}

int sn_bind_total_mass(const SnBindContext *c, double *value)
{
    *value = 0;
    for (int i = 0; i < c->system->n_blocks; i++)
        *value += c->system->blocks[i].mass;
    for (int i = 0; i < c->system->strands.n; i++)
        *value += c->system->strands.strands[i].p.line_density *
                  c->system->strands.strands[i].rest_length;
    return 1;
}

int sn_bind_total_linear_momentum(const SnBindContext *c, double *value)
{
    double energy[2], momentum[6];
    sn_audit(c->system, c->state, c->work, energy, momentum);
    sn_v3_copy(momentum, value);
    return 3;
}

int sn_bind_total_angular_momentum(const SnBindContext *c, double *value)
{
    double energy[2], momentum[6];
    sn_audit(c->system, c->state, c->work, energy, momentum);
    sn_v3_copy(momentum + 3, value);
    return 3;
}

/* --- writers --- */

bool sn_bind_write_position(SnSystem *system, SnState *state, int index, const double *value)
{
    const SnBlock *block = &system->blocks[index];
    double *q = sn_state_q(state) + block->q;
    sn_v3_copy(value, q);
    if (block->kind == SN_BLOCK_BODY) {
        double arm[3];
        sn_q_rotate(q + 3, block->center, arm);
        sn_v3_add(q, arm, q);
    }
    return true;
}

/* The component frame's origin stays where it is, and its velocities in the world too. */
bool sn_bind_write_orientation(SnSystem *system, SnState *state, int index, const double *value)
{
    const SnBlock *block = &system->blocks[index];
    if (block->kind != SN_BLOCK_BODY)
        return false;
    double *q = sn_state_q(state) + block->q, *u = sn_state_u(state) + block->u;
    double arm[3], w[3], turn[3];
    sn_q_rotate(q + 3, u + 3, w);
    sn_q_rotate(q + 3, block->center, arm);
    sn_v3_sub(q, arm, q);
    sn_v3_cross(w, arm, turn);
    sn_v3_sub(u, turn, u);
    sn_q_copy(value, q + 3);
    sn_q_normalize(q + 3);
    sn_q_rotate(q + 3, block->center, arm);
    sn_v3_add(q, arm, q);
    sn_v3_cross(w, arm, turn);
    sn_v3_add(u, turn, u);
    sn_q_unrotate(q + 3, w, u + 3);
    return true;
}

static void origin_turn(const SnBlock *block, const double *q, const double *u, double turn[3])
{
    sn_v3_cross(u + 3, block->center, turn);
    sn_q_rotate(q + 3, turn, turn);
}

bool sn_bind_write_velocity(SnSystem *system, SnState *state, int index, const double *value)
{
    const SnBlock *block = &system->blocks[index];
    double *u = sn_state_u(state) + block->u, turn[3];
    sn_v3_copy(value, u);
    if (block->kind == SN_BLOCK_BODY) {
        origin_turn(block, sn_state_q(state) + block->q, u, turn);
        sn_v3_add(u, turn, u);
    }
    return true;
}

bool sn_bind_write_angular_velocity(SnSystem *system, SnState *state, int index,
                                    const double *value)
{
    const SnBlock *block = &system->blocks[index];
    if (block->kind != SN_BLOCK_BODY)
        return false;
    double *q = sn_state_q(state) + block->q, *u = sn_state_u(state) + block->u, turn[3];
    origin_turn(block, q, u, turn);
    sn_v3_sub(u, turn, u);
    sn_q_unrotate(q + 3, value, u + 3);
    origin_turn(block, q, u, turn);
    sn_v3_add(u, turn, u);
    return true;
}

/* Its own: without that of what is attached to it, with what it has given away. */
int sn_bind_mass(const SnBindContext *c, double *value)
{
    *value = block_of(c)->shares_mass ? block_of(c)->own_mass : block_of(c)->mass;
    return 1;
}

/* A body's mass comes with its inertia from the compiler, and so does one that was given away. */
bool sn_bind_write_mass(SnSystem *system, SnState *state, int index, const double *value)
{
    SnBlock *block = &system->blocks[index];
    if (block->kind != SN_BLOCK_POINT || block->shares_mass || !(value[0] > 0))
        return false;
    block->mass = value[0];
    return true;
}

bool sn_bind_write_marker_location(SnSystem *system, SnState *state, int index, const double *value)
{
    SnSystemPoint *point = &system->points[index];
    if (on_fem(system, point) || point->places)
        return false;
    sn_v3_copy(value, point->local);
    if (point->frame > 0) {
        const SnSystemFrame *frame = &system->frames[point->frame - 1];
        sn_pose_point(frame->position, frame->orientation, value, point->local);
    } else if (point->block >= 0) {
        sn_v3_sub(value, system->blocks[point->block].center, point->local);
    }
    return true;
}
