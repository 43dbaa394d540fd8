/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/motion/guide.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/attachment_class.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/system/general_rows.h"

#include <string.h>

/* --- the curve --- */

static void control_point(const void *data, int k, double x[3])
{
    const SnGuideControl *c = data;
    if (c->guide->rigid) {
        sn_v3_copy(c->system->guides.control[c->guide->first + k], x);
        return;
    }
    const int number = c->system->guides.block[c->guide->first + k];
    const SnBlock *block = &c->system->blocks[number];
    sn_v3_copy(c->q + block->q, x);
    if (c->u && number < c->system->n_active)
        sn_v3_axpy(-c->behind, c->u + block->u, x);
    else if (c->u)
        sn_v3_axpy(c->ahead, c->u + block->u, x);
}

void sn_guide_curve(const SnGuideControl *control, SnCurve *curve)
{
    const SnSystemGuide *guide = control->guide;
    memset(curve, 0, sizeof *curve);
    curve->shape = guide->shape;
    curve->ends = guide->ends;
    curve->n = guide->count;
    curve->control = control_point;
    curve->data = control;
    sn_v3_copy(guide->center, curve->center);
    memcpy(curve->axes, guide->axes, sizeof curve->axes);
    curve->radii[0] = guide->radii[0], curve->radii[1] = guide->radii[1];
}

/* --- the node --- */

static void node_at(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                    SnGuideNode *node)
{
    const SnSystemGuide *guide = &system->guides.guides[a->owner];
    const SnGuideControl control = {.system = system, .guide = guide, .q = q};
    SnCurve curve;
    sn_guide_curve(&control, &curve);
    sn_curve_evaluate(&curve, q[sn_attachment_master(system, a, 0)->q], &node->point);
    node->carrier = guide->rigid ? guide->carrier : -1;
    if (node->carrier >= 0)
        sn_q_to_m3(q + system->blocks[node->carrier].q + 3, node->rotation);
    else
        sn_m3_identity(node->rotation);
}

static void follow(const SnSystem *system, const SnSystemAttachment *a, double *q, double *u)
{
    const SnBlock *slave = &system->blocks[a->block];
    const double speed = u[sn_attachment_master(system, a, 0)->u];
    double v[3];
    SnGuideNode node;
    node_at(system, a, q, &node);
    sn_v3_copy(node.point.x, q + slave->q);
    sn_v3_scale(speed, node.point.tangent, v);
    if (node.carrier >= 0) {
        const SnBlock *body = &system->blocks[node.carrier];
        double turn[3];
        sn_m3_mul_v3(node.rotation, node.point.x, q + slave->q);
        sn_v3_add(q + slave->q, q + body->q, q + slave->q);
        sn_v3_cross(u + body->u + 3, node.point.x, turn);
        sn_v3_add(v, turn, v);
        sn_m3_mul_v3(node.rotation, v, v);
        sn_v3_add(v, u + body->u, v);
    } else {
        const SnCurveWeights *w = &node.point.weights;
        for (int i = 0; !system->guides.guides[a->owner].rigid && i < w->n; i++)
            sn_v3_axpy(w->b[i], u + sn_attachment_master(system, a, 1 + w->control[i])->u, v);
    }
    sn_v3_copy(v, u + slave->u);
}

static void jacobian(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                     const SnAttachmentShared *shared, int k, double *value)
{
    const SnGuideNode *node = &shared->guide;
    const SnCurveWeights *w = &node->point.weights;
    if (k == 0) {
        sn_m3_mul_v3(node->rotation, node->point.tangent, value);
        return;
    }
    if (node->carrier >= 0) {
        double cross[9], turn[9];
        sn_m3_cross(node->point.x, cross);
        sn_m3_mul(node->rotation, cross, turn);
        for (int r = 0; r < 3; r++) {
            value[6 * r + r] = 1;
            for (int c = 0; c < 3; c++)
                value[6 * r + 3 + c] = -turn[3 * r + c];
        }
        return;
    }
    for (int i = 0; i < w->n; i++)
        if (w->control[i] == k - 1)
            for (int r = 0; r < 3; r++)
                value[4 * r] += w->b[i];
}

/* --- acceleration --- */

/* sum b1 v_k: how the control points turn and stretch x'. */
static void derivative_rate(const SnSystem *system, const SnSystemAttachment *a,
                            const SnGuideNode *node, const double *u, double y[3])
{
    const SnCurveWeights *w = &node->point.weights;
    sn_v3_set(0, 0, 0, y);
    for (int i = 0; !system->guides.guides[a->owner].rigid && i < w->n; i++)
        sn_v3_axpy(w->b1[i], u + sn_attachment_master(system, a, 1 + w->control[i])->u, y);
}

/* 2 u' y + u'^2 x'' - u' x' (x'.z) / |x'|^2, z = y + u' x'', u' = speed / |x'|: no change of speed
 * along the curve. */
static void curving(const SnCurvePoint *place, double speed, const double y[3], double r[3])
{
    double z[3];
    sn_v3_set(0, 0, 0, r);
    if (place->speed == 0)
        return;
    const double rate = speed / place->speed;
    sn_v3_copy(y, z);
    sn_v3_axpy(rate, place->d2, z);
    sn_v3_axpy(2 * rate, y, r);
    sn_v3_axpy(rate * rate, place->d2, r);
    sn_v3_axpy(-rate * sn_v3_dot(place->tangent, z), place->tangent, r);
}

static void bias_of(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                    const double *q, const double *u, const double *bias, double *r)
{
    const SnBlock *along = sn_attachment_master(system, a, 0);
    const double speed = u[along->u];
    SnGuideNode node;
    double y[3], acceleration[3];
    node_at(system, a, q, &node);
    derivative_rate(system, a, &node, u, y);
    curving(&node.point, speed, y, acceleration);
    sn_v3_axpy(bias[along->u], node.point.tangent, acceleration);
    if (node.carrier >= 0) {
        const SnBlock *body = &system->blocks[node.carrier];
        const double *w = u + body->u + 3;
        double part[3], spin[3];
        sn_v3_cross(bias + body->u + 3, node.point.x, part);
        sn_v3_add(acceleration, part, acceleration);
        sn_v3_cross(w, node.point.x, spin);
        sn_v3_axpy(2 * speed, node.point.tangent, spin);
        sn_v3_cross(w, spin, part);
        sn_v3_add(acceleration, part, acceleration);
        sn_m3_mul_v3(node.rotation, acceleration, acceleration);
        sn_v3_add(acceleration, bias + body->u, acceleration);
    } else {
        const SnCurveWeights *w = &node.point.weights;
        for (int i = 0; !system->guides.guides[a->owner].rigid && i < w->n; i++)
            sn_v3_axpy(w->b[i], bias + sn_attachment_master(system, a, 1 + w->control[i])->u,
                       acceleration);
    }
    sn_v3_copy(acceleration, r);
}

/* --- how a force on the point turns with its place --- */

/* Of the GUIDE block with itself [N/m]. */
static double own_stiffness(const SnGuideNode *node, const double force[3])
{
    const SnCurvePoint *place = &node->point;
    double local[3], bend[3];
    if (place->speed == 0)
        return 0;
    sn_m3_tmul_v3(node->rotation, force, local);
    sn_v3_copy(place->d2, bend);
    sn_v3_axpy(-sn_v3_dot(bend, place->tangent), place->tangent, bend);
    return sn_v3_dot(local, bend) / (place->speed * place->speed);
}

/* With each number of master k > 0: the mean of the two orders, which differ where control points
 * move (speed along the curve is no coordinate). */
static void mixed_stiffness(const SnGuideNode *node, int k, const double force[3], double mixed[6])
{
    const SnCurvePoint *place = &node->point;
    memset(mixed, 0, 6 * sizeof *mixed);
    if (node->carrier >= 0) {
        double local[3];
        sn_m3_tmul_v3(node->rotation, force, local);
        sn_v3_cross(place->tangent, local, mixed + 3);
        return;
    }
    double part[3];
    sn_v3_copy(force, part);
    sn_v3_axpy(-0.5 * sn_v3_dot(force, place->tangent), place->tangent, part);
    for (int i = 0; place->speed > 0 && i < place->weights.n; i++)
        if (place->weights.control[i] == k - 1)
            sn_v3_axpy(place->weights.b1[i] / place->speed, part, mixed);
}

static void load_stiffness(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const SnSystemAttachment *a, const double force[6], double k)
{
    const int *masters = system->attachments.master + a->first;
    const int *slot = system->pairs.stiffness_slot + a->slots;
    SnGuideNode node;
    node_at(system, a, sn_state_q_const(state), &node);
    for (int m = 0; m < a->count; m++) {
        double values[6];
        if (m == 0)
            values[0] = own_stiffness(&node, force);
        else
            mixed_stiffness(&node, m, force, values);
        for (int e = 0; e < system->blocks[masters[m]].n; e++)
            values[e] *= -k;
        sn_pair_add(system, work, slot[m], masters[m], masters[0], values);
    }
    sn_carrier_load_stiffness(system, state, work, a, node.carrier, force, k);
}

static void shared_by_masters(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                              SnAttachmentShared *shared)
{
    node_at(system, a, q, &shared->guide);
}

const SnAttachmentClass sn_attach_point_to_guide = {
    .name = "point to guide",
    .placed = true,
    .share = shared_by_masters,
    .follow = follow,
    .jacobian = jacobian,
    .bias = bias_of,
    .load_stiffness = load_stiffness,
    .couples = true,
    .coupling = SN_COUPLE_FIRST,
};

/* --- ends --- */

/* Gap at an end of a capped guide (end 0 start, 1 end): length of the curve to it, negative beyond;
 * its derivative by the guide block's place is +1 and -1 [m]. */
static double guide_gap(const SnSystem *system, int guide_block, const double *q, int end)
{
    const SnBlock *block = &system->blocks[guide_block];
    const SnGuideControl control = {
        .system = system, .guide = &system->guides.guides[block->owner], .q = q};
    SnCurve curve;
    sn_guide_curve(&control, &curve);
    const double u = q[block->q];
    return end ? sn_curve_arc(&curve, u, sn_curve_range(&curve)) : sn_curve_arc(&curve, 0, u);
}

static void plan(SnSystem *system)
{
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->kind != SN_BLOCK_GUIDE ||
            system->guides.guides[block->owner].ends != SN_GUIDE_CAPPED)
            continue;
        for (int end = 0; end < 2; end++)
            sn_general_row_add(system, &sn_guide_end_constraint, true,
                               (SnGeneralRow){.id = block->id, .owner = i, .part = end, .count = 1},
                               &i);
    }
}

static bool end_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                    const SnGeneralRow *row, double *values, double *gap)
{
    (void)work;
    *gap = guide_gap(system, row->owner, sn_state_q_const(state), row->part);
    if (values)
        values[0] = row->part ? -1 : 1;
    return true;
}

const SnConstraintClass sn_guide_end_constraint = {
    .name = "end of a capped guide",
    .plan = plan,
    .values = end_row,
};
