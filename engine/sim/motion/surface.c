/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/motion/surface.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/attachment_class.h"
#include "engine/sim/motion/force_tools.h"

#include <assert.h>
#include <string.h>

SnSurfaceGeometry sn_surface_geometry(const SnSystem *system, const SnSystemSurface *surface)
{
    SnSurfaceGeometry geometry = {
        .shape = surface->shape, .rows = surface->rows, .columns = surface->columns};
    sn_v3_copy(surface->size, geometry.size);
    if (surface->shape == SN_SURFACE_PATCH)
        geometry.control = (const double(*)[3])system->surfaces.control + surface->first;
    return geometry;
}

static void node_at(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                    SnSurfaceNode *node)
{
    const SnSystemSurface *surface = &system->surfaces.surfaces[a->owner];
    const SnSurfaceGeometry geometry = sn_surface_geometry(system, surface);
    sn_v3_copy(q + sn_attachment_master(system, a, 0)->q, node->point);
    sn_q_to_m3(surface->orientation, node->frame);
    sn_surface_normal(&geometry, node->point, node->normal);
    sn_surface_tangents(node->normal, node->in_frame[0], node->in_frame[1]);
    for (int i = 0; i < 2; i++)
        sn_m3_mul_v3(node->frame, node->in_frame[i], node->tangent[i]);
    sn_m3_mul_v3(node->frame, node->point, node->arm);
    sn_v3_add(node->arm, surface->position, node->arm);
    node->carrier = surface->carrier;
    if (node->carrier >= 0)
        sn_q_to_m3(q + system->blocks[node->carrier].q + 3, node->rotation);
    else
        sn_m3_identity(node->rotation);
}

/* Velocity along the surface from a block's two numbers. */
static void along(const double tangent[2][3], const double *u, double v[3])
{
    sn_v3_scale(u[0], tangent[0], v);
    sn_v3_axpy(u[1], tangent[1], v);
}

static void follow(const SnSystem *system, const SnSystemAttachment *a, double *q, double *u)
{
    const SnBlock *slave = &system->blocks[a->block];
    SnSurfaceNode node;
    double v[3];
    node_at(system, a, q, &node);
    along((const double(*)[3])node.tangent, u + sn_attachment_master(system, a, 0)->u, v);
    sn_v3_copy(node.arm, q + slave->q);
    if (node.carrier >= 0) {
        const SnBlock *body = &system->blocks[node.carrier];
        double turn[3];
        sn_m3_mul_v3(node.rotation, node.arm, q + slave->q);
        sn_v3_add(q + slave->q, q + body->q, q + slave->q);
        sn_v3_cross(u + body->u + 3, node.arm, turn);
        sn_v3_add(v, turn, v);
        sn_m3_mul_v3(node.rotation, v, v);
        sn_v3_add(v, u + body->u, v);
    }
    sn_v3_copy(v, u + slave->u);
}

static void jacobian(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                     const SnAttachmentShared *shared, int k, double *value)
{
    const SnSurfaceNode *node = &shared->surface;
    if (k == 0) {
        for (int i = 0; i < 2; i++) {
            double tangent[3];
            sn_m3_mul_v3(node->rotation, node->tangent[i], tangent);
            for (int r = 0; r < 3; r++)
                value[2 * r + i] = tangent[r];
        }
        return;
    }
    double cross[9], turn[9];
    memset(value, 0, 18 * sizeof *value);
    sn_m3_cross(node->arm, cross);
    sn_m3_mul(node->rotation, cross, turn);
    for (int r = 0; r < 3; r++) {
        value[6 * r + r] = 1;
        for (int c = 0; c < 3; c++)
            value[6 * r + 3 + c] = -turn[3 * r + c];
    }
}

/* Rates of the tangents in the surface's frame while the place moves with these speeds. */
static void tangent_rates(const SnSystem *system, const SnSystemSurface *surface,
                          const double place[3], const double normal[3], const double v[3],
                          double rate[2][3])
{
    const SnSurfaceGeometry geometry = sn_surface_geometry(system, surface);
    double turn[3];
    sn_surface_turn(&geometry, place, v, turn);
    sn_surface_tangent_rates(normal, turn, rate[0], rate[1]);
}

static void bias_of(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                    const double *q, const double *u, const double *bias, double *r)
{
    const double *speed = u + sn_attachment_master(system, a, 0)->u,
                 *change = bias + sn_attachment_master(system, a, 0)->u;
    SnSurfaceNode node;
    double v[3], rate[2][3], acceleration[3], inner[3];
    node_at(system, a, q, &node);
    along((const double(*)[3])node.in_frame, speed, v);
    tangent_rates(system, &system->surfaces.surfaces[a->owner], node.point, node.normal, v, rate);
    along((const double(*)[3])rate, speed, inner);
    sn_m3_mul_v3(node.frame, inner, acceleration);
    along((const double(*)[3])node.tangent, change, inner);
    sn_v3_add(acceleration, inner, acceleration);
    if (node.carrier >= 0) {
        const SnBlock *body = &system->blocks[node.carrier];
        const double *w = u + body->u + 3;
        double spin[3], part[3];
        along((const double(*)[3])node.tangent, speed, v);
        sn_v3_cross(bias + body->u + 3, node.arm, part);
        sn_v3_add(acceleration, part, acceleration);
        sn_v3_cross(w, node.arm, spin);
        sn_v3_axpy(2, v, spin);
        sn_v3_cross(w, spin, part);
        sn_v3_add(acceleration, part, acceleration);
        sn_m3_mul_v3(node.rotation, acceleration, acceleration);
        sn_v3_add(acceleration, bias + body->u, acceleration);
    }
    sn_v3_copy(acceleration, r);
}

void sn_surface_drift_rate(const SnSystem *system, int block, const double *q, const double *u,
                           double rate[2])
{
    assert(block >= 0 && block < system->n_blocks);
    const SnBlock *b = &system->blocks[block];
    const SnSystemSurface *surface = &system->surfaces.surfaces[b->owner];
    const SnSurfaceGeometry geometry = sn_surface_geometry(system, surface);
    double normal[3], tangent[2][3], rates[2][3], v[3];
    sn_surface_normal(&geometry, q + b->q, normal);
    sn_surface_tangents(normal, tangent[0], tangent[1]);
    along((const double(*)[3])tangent, u + b->u, v);
    tangent_rates(system, surface, q + b->q, normal, v, rates);
    for (int i = 0; i < 2; i++)
        rate[i] = sn_v3_dot(v, rates[i]);
}

/* SURFACE block with itself, along straightest lines (own [2][2] [N/m]), and each number of the
 * body with it (mixed [6][2]). */
static void place_stiffness(const SnSystem *system, const SnSystemAttachment *a,
                            const SnSurfaceNode *node, const double force[3], double own[4],
                            double mixed[12])
{
    const SnSurfaceGeometry geometry =
        sn_surface_geometry(system, &system->surfaces.surfaces[a->owner]);
    double local[3], in_frame[3];
    sn_m3_tmul_v3(node->rotation, force, local);
    sn_m3_tmul_v3(node->frame, local, in_frame);
    const double pressing = sn_v3_dot(in_frame, node->normal);
    memset(mixed, 0, 12 * sizeof *mixed);
    for (int j = 0; j < 2; j++) {
        double turn[3], lever[3];
        sn_surface_turn(&geometry, node->point, node->in_frame[j], turn);
        for (int i = 0; i < 2; i++)
            own[2 * i + j] = -pressing * sn_v3_dot(turn, node->in_frame[i]);
        sn_v3_cross(node->tangent[j], local, lever);
        for (int r = 0; r < 3; r++)
            mixed[2 * (3 + r) + j] = lever[r];
    }
}

static void load_stiffness(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const SnSystemAttachment *a, const double force[6], double k)
{
    const int *masters = system->attachments.master + a->first;
    const int *slot = system->pairs.stiffness_slot + a->slots;
    SnSurfaceNode node;
    double own[4], mixed[12];
    node_at(system, a, sn_state_q_const(state), &node);
    place_stiffness(system, a, &node, force, own, mixed);
    for (int m = 0; m < a->count; m++) {
        double *values = m == 0 ? own : mixed;
        for (int e = 0; e < 2 * system->blocks[masters[m]].n; e++)
            values[e] *= -k;
        sn_pair_add(system, work, slot[m], masters[m], masters[0], values);
    }
    sn_carrier_load_stiffness(system, state, work, a, node.carrier, force, k);
}

static void shared_by_masters(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                              SnAttachmentShared *shared)
{
    node_at(system, a, q, &shared->surface);
}

const SnAttachmentClass sn_attach_point_to_surface = {
    .name = "point to surface",
    .placed = true,
    .share = shared_by_masters,
    .follow = follow,
    .jacobian = jacobian,
    .bias = bias_of,
    .load_stiffness = load_stiffness,
    .couples = true,
    .coupling = SN_COUPLE_FIRST,
};
