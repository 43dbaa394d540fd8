/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pulleys remember, and how matter slips along their wheels.  How far it has slipped since the
 * strand lies on a wheel that grips is kept in the state, so that what a step leaves is taken back
 * by the next: its own part follows from the places before it, whatever has been changed between
 * steps. */
#include "engine/base/vec.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/system/general_rows.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Unit vector in which the strand runs at an angle. */
static void running_direction(const SnSystem *system, const SnSystemPulley *pulley,
                              const SnPulleyContact *contact, double angle, double t[3])
{
    const double *radii = system->guides.guides[pulley->guide].radii;
    const double in_plane[3] = {-pulley->side * radii[0] * sin(angle),
                                pulley->side * radii[1] * cos(angle), 0};
    sn_m3_mul_v3(contact->axes, in_plane, t);
    sn_v3_normalize(t, t);
}

/* --- slip and grip --- */

/* Of the strand of a node. */
static double stretch_at_start(const SnSystem *system, int node)
{
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        if (node >= strand->first_node && node < strand->first_node + strand->n_nodes &&
            strand->rest_length > 0 && strand->start_length > 0)
            return strand->start_length / strand->rest_length;
    }
    return 1;
}

/* A wheel other than what carries the groove; -1: none. */
static int own_wheel(const SnSystem *system, const SnSystemPulley *pulley)
{
    return pulley->wheel == sn_pulley_carrier(system, pulley) ? -1 : pulley->wheel;
}

bool sn_pulley_slip(const SnSystem *system, const double *q, const SnWorkspace *work, int number,
                    SnPulleySlip *slip)
{
    assert(!work || work->system == system);
    const SnSystemPulley *pulley = &system->pulleys.pulleys[number];
    const int carrier = sn_pulley_carrier(system, pulley);
    *slip = (SnPulleySlip){.node = sn_pulley_eulerian_node(system, pulley)};
    if (slip->node < 0)
        return false;
    slip->block[0] = system->strands.nodes[slip->node].eulerian;
    slip->value[0][0] = -stretch_at_start(system, slip->node);
    slip->n = 1;
    const int wheel = own_wheel(system, pulley);
    if (wheel < 0)
        return true;
    slip->block[slip->n++] = wheel;
    if (carrier >= 0)
        slip->block[slip->n++] = carrier;
    if (!work)
        return true;
    const SnPulleyContact *contact = &work->pulleys.contacts[number];
    const double share =
        sn_pulley_share(system, pulley, contact, slip->node, slip->node - pulley->first);
    const double *x = work->motion.point_position[system->strands.nodes[slip->node].point];
    double t[3], arm[3], in_body[3];
    running_direction(system, pulley, contact, sn_pulley_enter(contact) + pulley->side * share, t);
    for (int k = 1; k < slip->n; k++) {
        const SnBlock *body = &system->blocks[slip->block[k]];
        sn_v3_scale(k == 1 ? -1 : 1, t, slip->value[k]);
        sn_pose_inverse_point(q + body->q, q + body->q + 3, x, arm);
        sn_m3_tmul_v3(work->motion.rotation[slip->block[k]], slip->value[k], in_body);
        sn_v3_cross(arm, in_body, slip->value[k] + 3);
    }
    return true;
}

/* The wheel relative to its groove. */
static void wheel_turn(const SnSystem *system, const double *q, int number, double turned[9])
{
    const SnSystemPulley *pulley = &system->pulleys.pulleys[number];
    const int wheel = own_wheel(system, pulley);
    SnPulleyContact contact;
    double rotation[9], axes[9];
    sn_m3_identity(turned);
    if (wheel < 0)
        return;
    sn_pulley_frame(system, q, pulley, &contact);
    sn_q_to_m3(q + system->blocks[wheel].q + 3, rotation);
    sn_m3_transpose(contact.axes, axes);
    sn_m3_mul(axes, rotation, turned);
}

/* Along the strand, as the slip of sn_pulley_slip [m]. */
static double slipped_length(const SnSystem *system, const double *q, const SnPulleyContact *before,
                             int number)
{
    const SnSystemPulley *pulley = &system->pulleys.pulleys[number];
    const int node = sn_pulley_eulerian_node(system, pulley);
    const double passed =
        q[system->blocks[system->strands.nodes[node].eulerian].q] - before->passed;
    double now[9], back[9], turn[9];
    wheel_turn(system, q, number, now);
    sn_m3_transpose(before->turned, back);
    sn_m3_mul(now, back, turn);
    const double angle = atan2(turn[3] - turn[1], turn[0] + turn[4]);
    return before->slipped - stretch_at_start(system, node) * passed -
           pulley->side * system->guides.guides[pulley->guide].radii[0] * angle;
}

static void plan(SnSystem *system)
{
    for (int i = 0; i < system->pulleys.n; i++) {
        SnPulleySlip slip;
        if (system->pulleys.pulleys[i].grip && sn_pulley_slip(system, NULL, NULL, i, &slip))
            sn_general_row_add(
                system, &sn_grip_constraint, false,
                (SnGeneralRow){.id = system->pulleys.pulleys[i].id, .owner = i, .count = slip.n},
                slip.block);
    }
}

/* No slip, the residual being what has slipped since the strand lies there; none where it has
 * left. */
static bool grip_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     const SnGeneralRow *row, double *values, double *residual)
{
    const int pulley = row->owner;
    SnPulleySlip slip;
    *residual = 0;
    if (!sn_pulley_slip(system, sn_state_q_const(state), work, pulley, &slip) ||
        work->pulleys.contacts[pulley].off)
        return false;
    *residual =
        slipped_length(system, sn_state_q_const(state), &work->pulleys.contacts[pulley], pulley);
    for (int k = 0; values && k < slip.n; k++) {
        const int n = system->blocks[slip.block[k]].n;
        memcpy(values, slip.value[k], (size_t)n * sizeof *values);
        values += n;
    }
    return true;
}

const SnConstraintClass sn_grip_constraint = {
    .name = "matter that goes with a wheel",
    .plan = plan,
    .values = grip_row,
};

/* --- memory --- */

static bool grips_wheel(const SnSystem *system, int pulley)
{
    return system->pulleys.pulleys[pulley].grip &&
           sn_pulley_eulerian_node(system, &system->pulleys.pulleys[pulley]) >= 0;
}

static double *numbers_of(const SnSystem *system, SnState *state, int pulley)
{
    return sn_state_strands(state) + system->pulleys.pulleys[pulley].memory;
}

void sn_pulleys_recall(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    const double *q = sn_state_q_const(state);
    for (int i = 0; i < system->pulleys.n; i++) {
        SnPulleyContact *contact = &work->pulleys.contacts[i];
        const double *numbers = sn_state_strands_const(state) + system->pulleys.pulleys[i].memory;
        if (numbers[0] != contact->remembered &&
            !(work->pulleys.settled && numbers[0] == contact->angle)) /* other turns, or left */
            work->motion.known = false;
        contact->remembered = numbers[0];
        contact->slipped = numbers[1];
        if (!grips_wheel(system, i))
            continue;
        const int node = sn_pulley_eulerian_node(system, &system->pulleys.pulleys[i]);
        contact->passed = q[system->blocks[system->strands.nodes[node].eulerian].q];
        wheel_turn(system, q, i, contact->turned);
    }
}

void sn_pulleys_remember(const SnSystem *system, const SnState *before, SnWorkspace *work,
                         SnState *state)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->pulleys.n; i++) {
        double *numbers = numbers_of(system, state, i);
        numbers[0] = work->pulleys.contacts[i].angle;
        if (!grips_wheel(system, i))
            continue;
        SnPulleyContact then = {
            .slipped = sn_state_strands_const(before)[system->pulleys.pulleys[i].memory + 1]};
        const int node = sn_pulley_eulerian_node(system, &system->pulleys.pulleys[i]);
        then.passed =
            sn_state_q_const(before)[system->blocks[system->strands.nodes[node].eulerian].q];
        wheel_turn(system, sn_state_q_const(before), i, then.turned);
        numbers[1] = work->pulleys.contacts[i].off
                         ? 0
                         : slipped_length(system, sn_state_q_const(state), &then, i);
    }
}

void sn_pulleys_engage(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->pulleys.n; i++)
        numbers_of(system, state, i)[1] = 0;
    sn_pulleys_recall(system, state, work);
}

void sn_pulleys_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to)
{
    for (int i = 0; i < to_system->pulleys.n; i++)
        for (int k = 0; k < from_system->pulleys.n; k++)
            if (sn_id_equal(from_system->pulleys.pulleys[k].id, to_system->pulleys.pulleys[i].id) &&
                from_system->pulleys.pulleys[k].side == to_system->pulleys.pulleys[i].side)
                memcpy(numbers_of(to_system, to, i),
                       sn_state_strands_const(from) + from_system->pulleys.pulleys[k].memory,
                       SN_PULLEY_NUMBERS * sizeof(double));
}
