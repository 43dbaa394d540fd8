/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/contact_pressure.h"

#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/contact/soft.h"

#include <math.h>
#include <string.h>

/* Where a vertex is now, world. */
static void vertex_place(const SnSystem *system, const SnState *state, const SnTouchSurface *s,
                         int32_t vertex, double x[3])
{
    const double *q = sn_state_q_const(state);
    if (s->block < 0) {
        sn_v3_copy(q + system->blocks[s->vertex_block[vertex]].q, x);
        return;
    }
    const double *pose = q + system->blocks[s->block].q;
    sn_pose_point(pose, pose + 3, s->local + 3 * (size_t)vertex, x);
}

/* --- forces --- */

typedef struct Share {
    const SnSystem *system;
    const SnState *state;
    const SnTouchSurface *surface;
    double *force, (*out)[3];
} Share;

static void add(const Share *share, int32_t vertex, double force, double sign, const double *record)
{
    share->force[vertex] += force;
    sn_v3_axpy(sign * force, record + SN_CONTACT_NORMAL, share->out[vertex]);
}

static void share_on_triangle(const Share *share, int32_t triangle, double sign,
                              const double *record)
{
    const int32_t *corner = share->surface->triangles + 3 * (size_t)triangle;
    double x[3][3], weight[3];
    for (int k = 0; k < 3; k++)
        vertex_place(share->system, share->state, share->surface, corner[k], x[k]);
    sn_closest_on_triangle(record + SN_CONTACT_POSITION, x[0], x[1], x[2], weight);
    for (int k = 0; k < 3; k++)
        add(share, corner[k], weight[k] * record[SN_CONTACT_NORMAL_FORCE], sign, record);
}

static void share_on_edge(const Share *share, int32_t edge, double sign, const double *record)
{
    const int32_t *end = share->surface->edges + 2 * (size_t)edge;
    double x[2][3], along[3], arm[3];
    for (int k = 0; k < 2; k++)
        vertex_place(share->system, share->state, share->surface, end[k], x[k]);
    sn_v3_sub(x[1], x[0], along);
    sn_v3_sub(record + SN_CONTACT_POSITION, x[0], arm);
    const double square = sn_v3_dot(along, along), force = record[SN_CONTACT_NORMAL_FORCE];
    const double at = square > 0 ? fmin(fmax(sn_v3_dot(arm, along) / square, 0), 1) : 0.5;
    add(share, end[0], (1 - at) * force, sign, record);
    add(share, end[1], at * force, sign, record);
}

/* Number of a feature on this surface; -1: it is of another. */
static int on_surface(const SnTouchSurface *s, int number, int count)
{
    const int own = number - s->first;
    return own >= 0 && own < count ? own : -1;
}

/* One record: features of surfaces say what of them touches (sn_contact_surface_feature). */
static void share_record(const Share *share, const double *record)
{
    const SnTouchSurface *s = share->surface;
    const uint64_t feature = sn_contact_record_feature(record);
    const SnSoftKind kind = (SnSoftKind)(feature >> 60 & 7);
    const int number[2] = {(int)(feature >> 30 & SN_CONTACT_MOST_FEATURES),
                           (int)(feature & SN_CONTACT_MOST_FEATURES)};
    const bool one_sided = record[SN_CONTACT_FIRST] != record[SN_CONTACT_SECOND];
    const double sign = (int)record[SN_CONTACT_FIRST] == s->shape ? 1 : -1;
    for (int side = 0; side < 2; side++) {
        const bool corner = side == 0 && kind != SN_SOFT_EDGES;
        const int count = corner                  ? s->n_vertices
                          : kind == SN_SOFT_EDGES ? s->n_edges
                                                  : s->n_triangles;
        const int own = on_surface(s, number[side], count);
        if (own < 0 || (side == 1 && kind == SN_SOFT_HALF_SPACE))
            continue;
        /* a surface that touches itself: the normal is out of its first feature */
        const double out = one_sided || side == 0 ? sign : -sign;
        if (corner)
            add(share, own, record[SN_CONTACT_NORMAL_FORCE], out, record);
        else if (kind == SN_SOFT_EDGES)
            share_on_edge(share, own, out, record);
        else
            share_on_triangle(share, own, out, record);
    }
}

void sn_contact_vertex_forces(const SnSystem *system, const SnState *state, int surface, int rule,
                              bool first, double *force, double (*out)[3])
{
    const SnTouchSurface *s = &system->contacts.surfaces[surface];
    const Share share = {system, state, s, force, out};
    memset(force, 0, (size_t)s->n_vertices * sizeof *force);
    memset(out, 0, (size_t)s->n_vertices * sizeof *out);
    for (int i = 0; i < sn_contacts_count(system, state); i++) {
        const double *record = sn_contact_record(system, state, i);
        const bool one = (int)record[SN_CONTACT_FIRST] == s->shape,
                   other = (int)record[SN_CONTACT_SECOND] == s->shape;
        if ((rule >= 0 && (int)record[SN_CONTACT_RULE] != rule) || !(one || (other && !first)) ||
            !(sn_contact_record_feature(record) >> 63))
            continue;
        share_record(&share, record);
    }
}

/* --- areas --- */

#define FACING 0.5 /* cosine */

void sn_contact_vertex_areas(const SnSystem *system, const SnState *state, int surface,
                             const double (*out)[3], double *area)
{
    const SnTouchSurface *s = &system->contacts.surfaces[surface];
    memset(area, 0, (size_t)s->n_vertices * sizeof *area);
    /* where none faces what presses all count, in a second round: those areas are negative until
     * the end, to tell them from the first ones */
    for (int all = 0; all < 2; all++)
        for (int t = 0; t < s->n_triangles; t++) {
            const int32_t *corner = s->triangles + 3 * (size_t)t;
            double x[3][3], a[3], b[3], normal[3];
            for (int k = 0; k < 3; k++)
                vertex_place(system, state, s, corner[k], x[k]);
            sn_v3_sub(x[1], x[0], a);
            sn_v3_sub(x[2], x[0], b);
            sn_v3_cross(a, b, normal);
            const double twice = sn_v3_norm(normal);
            for (int k = 0; k < 3; k++) {
                const double *push = out[corner[k]];
                const bool faces = sn_v3_dot(push, normal) >= FACING * twice * sn_v3_norm(push);
                if (all ? area[corner[k]] <= 0 : faces)
                    area[corner[k]] -= all ? twice / 6 : -twice / 6;
            }
        }
    for (int v = 0; v < s->n_vertices; v++)
        area[v] = fabs(area[v]);
}

/* --- what is shown --- */

/* Whether any kept contact of a rule (-1: any) presses on a shape. */
static bool is_pressed(const SnSystem *system, const SnState *state, int shape, int rule)
{
    for (int i = 0; i < sn_contacts_count(system, state); i++) {
        const double *record = sn_contact_record(system, state, i);
        if ((rule < 0 || (int)record[SN_CONTACT_RULE] == rule) &&
            ((int)record[SN_CONTACT_FIRST] == shape || (int)record[SN_CONTACT_SECOND] == shape))
            return true;
    }
    return false;
}

SnPressed sn_contact_pressed(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             int rule)
{
    SnPressed pressed = {0};
    const SnSoftWorkspace *soft = work->contacts ? work->contacts->soft : NULL;
    for (int s = 0; soft && s < system->contacts.n_deformable; s++) {
        const SnTouchSurface *surface = &system->contacts.surfaces[s];
        if (!is_pressed(system, state, surface->shape, rule))
            continue;
        sn_contact_vertex_forces(system, state, s, rule, true, soft->force, soft->out);
        sn_contact_vertex_areas(system, state, s, (const double(*)[3])soft->out, soft->area);
        for (int v = 0; v < surface->n_vertices; v++) {
            if (!(soft->force[v] > 0 && soft->area[v] > 0))
                continue;
            pressed.force += soft->force[v];
            pressed.area += soft->area[v];
            pressed.pressure = fmax(pressed.pressure, soft->force[v] / soft->area[v]);
        }
    }
    return pressed;
}

void sn_contact_fem_pressure(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             int fem, float *value)
{
    const SnSystemFem *model = &system->fems.fems[fem];
    const SnSoftWorkspace *soft = work->contacts ? work->contacts->soft : NULL;
    memset(value, 0, (size_t)model->solid->n_nodes * sizeof *value);
    int s = 0;
    while (s < system->contacts.n_deformable &&
           !sn_id_equal(system->contacts.surfaces[s].id, model->id))
        s++;
    if (!soft || s == system->contacts.n_deformable)
        return;
    const SnTouchSurface *surface = &system->contacts.surfaces[s];
    if (!is_pressed(system, state, surface->shape, -1))
        return;
    sn_contact_vertex_forces(system, state, s, -1, false, soft->force, soft->out);
    sn_contact_vertex_areas(system, state, s, (const double(*)[3])soft->out, soft->area);
    /* vertices are those nodes that the surface has, in their order */
    for (int i = 0, v = 0; i < model->solid->n_nodes && v < surface->n_vertices; i++)
        if (model->node_block[i] == surface->vertex_block[v]) {
            value[i] = soft->area[v] > 0 ? (float)(soft->force[v] / soft->area[v]) : 0;
            v++;
        }
}
