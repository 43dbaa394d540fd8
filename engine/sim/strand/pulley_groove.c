/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes beside pulleys, seen along the axle, stay outside of their grooves: inside there are no
 * tangents. */
#include "engine/base/vec.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/system/general_rows.h"

#include <math.h>

/* In radii of the groove: how far off a node stays, so that the free part keeps a direction; and
 * what is so deep inside that it came from the side, past the wheel, and is let go. */
#define CLEARANCE 0.005
#define DEEP      0.3

/* Node beside the pulley's; -1: there is none, or it is another pulley's. */
static int node_of(const SnSystem *system, int pulley, bool after)
{
    const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
    const int node =
        sn_strand_node_beside(system, after ? p->first + p->count - 1 : p->first, after);
    return node < 0 || system->strands.nodes[node].pulley >= 0 ? -1 : node;
}

/* Distance beyond the clearance, seen along the axle, and its gradient by the node's place; for
 * ellipses the share of the radii, times the smaller one. */
static double distance_outside(const SnSystemGuide *guide, const SnPulleyContact *contact,
                               const double x[3], double normal[3])
{
    const double size = fmin(guide->radii[0], guide->radii[1]);
    double r[3];
    sn_v3_sub(x, contact->center, r);
    sn_m3_tmul_v3(contact->axes, r, r);
    const double a = r[0] / guide->radii[0], b = r[1] / guide->radii[1], share = hypot(a, b);
    const double in_plane[3] = {share > 0 ? size * a / (share * guide->radii[0]) : 0,
                                share > 0 ? size * b / (share * guide->radii[1]) : 0, 0};
    sn_m3_mul_v3(contact->axes, in_plane, normal);
    return size * (share - 1 - CLEARANCE);
}

static void start_position(const SnSystem *system, int point, double x[3])
{
    const SnSystemPoint *p = &system->points[point];
    sn_v3_copy(p->local, x);
    if (p->block < 0)
        return;
    const SnBlock *block = &system->blocks[p->block];
    const double *q = system->q0 + block->q;
    if (block->kind == SN_BLOCK_BODY)
        sn_pose_point(q, q + 3, p->local, x);
    else
        sn_v3_copy(q, x);
}

/* Blocks of the node and of the groove into `block`; how many, 0: nothing is to be kept out,
 * because neither moves, they move as one or it is inside at the start. */
static int blocks_of(const SnSystem *system, int pulley, bool after, int block[2])
{
    const SnSystemGuide *guide = &system->guides.guides[system->pulleys.pulleys[pulley].guide];
    const int node = node_of(system, pulley, after);
    if (node < 0)
        return 0;
    const int point = system->strands.nodes[node].point, other = system->points[point].block;
    SnPulleyContact contact;
    double x[3], normal[3];
    sn_pulley_frame(system, system->q0, &system->pulleys.pulleys[pulley], &contact);
    start_position(system, point, x);
    if (other == guide->carrier || distance_outside(guide, &contact, x, normal) < 0)
        return 0;
    int n = 0;
    bool moves = false;
    const int both[2] = {other, guide->carrier};
    for (int k = 0; k < 2; k++)
        if (both[k] >= 0) {
            moves = moves || !sn_is_kinematic(system, both[k]);
            block[n++] = both[k];
        }
    return moves ? n : 0;
}

/* s . what a block moves at x, over its columns; returns their end. */
static double *write_columns(const SnSystem *system, const double *q, const SnWorkspace *work,
                             int block, const double s[3], const double x[3], double *values)
{
    const SnBlock *b = &system->blocks[block];
    double arm[3], in_body[3];
    sn_v3_copy(s, values);
    if (b->kind == SN_BLOCK_BODY) {
        sn_pose_inverse_point(q + b->q, q + b->q + 3, x, arm);
        sn_m3_tmul_v3(work->motion.rotation[block], s, in_body);
        sn_v3_cross(arm, in_body, values + 3);
    }
    return values + b->n;
}

static void plan(SnSystem *system)
{
    for (int i = 0; i < system->pulleys.n; i++)
        for (int after = 0; after < 2; after++) {
            int block[2];
            const int n = blocks_of(system, i, after, block);
            if (n > 0)
                sn_general_row_add(
                    system, &sn_groove_constraint, true,
                    (SnGeneralRow){
                        .id = system->pulleys.pulleys[i].id, .owner = i, .part = after, .count = n},
                    block);
        }
}

static bool groove_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                       const SnGeneralRow *row, double *values, double *gap)
{
    const SnSystemGuide *guide = &system->guides.guides[system->pulleys.pulleys[row->owner].guide];
    const SnPulleyContact *contact = &work->pulleys.contacts[row->owner];
    const int point = system->strands.nodes[node_of(system, row->owner, row->part)].point;
    const int block = system->points[point].block;
    const double *q = sn_state_q_const(state), *x = work->motion.point_position[point];
    double normal[3], back[3];
    *gap = distance_outside(guide, contact, x, normal);
    if (contact->off || *gap < -DEEP * fmin(guide->radii[0], guide->radii[1])) {
        *gap = HUGE_VAL;
        return false;
    }
    if (!values)
        return true;
    if (block >= 0)
        values = write_columns(system, q, work, block, normal, x, values);
    sn_v3_scale(-1, normal, back);
    if (guide->carrier >= 0)
        write_columns(system, q, work, guide->carrier, back, x, values);
    return true;
}

const SnConstraintClass sn_groove_constraint = {
    .name = "node outside of a pulley's groove",
    .plan = plan,
    .values = groove_row,
};
