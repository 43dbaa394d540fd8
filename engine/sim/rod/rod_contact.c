/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rod/rod_contact.h"

#include "engine/base/memory.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/system/general_rows.h"
#include "engine/strand/voxels.h"
#include "engine/strand/wrenches.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Normals oppose each other where their product is below this. */
#define OPPOSING (-0.3)
/* Part of the depth that is corrected in a step. */
#define CORRECTION 0.2
/* Depth, over the voxel, from which on a vertex counts as grown into the body at the start. */
#define GROWN_IN 0.1

/* Contacts of one frame. */
typedef struct FrameContact {
    SnWrenches wrenches;        /* angular parts over `arm` */
    double arm;                 /* [m] */
    double depth[6];            /* sum of wrench x depth */
    double point[3], normal[3]; /* sums */
    int n;                      /* directions held */
    double direction[6][6];     /* as the wrenches */
    double residual[6];         /* [m] */
    int n_blocks;               /* of what it touches */
    double (*cross)[6][6];      /* [n_blocks] sum of wrench x row of the partner's block */
    double (*partner)[6][6];    /* [n_blocks] row parts, by direction */
} FrameContact;

struct SnRodContactWorkspace {
    bool wanted;
    bool *fixed;                         /* [n_rods][n_vertices] in one: out of contact */
    int *first_vertex;                   /* [n_rods + 1] */
    double (*position)[3], (*normal)[3]; /* of all vertices */
    SnVoxels **rod_voxels;               /* [n_rods] of strands that others touch; else NULL */
    SnVoxels **surface_voxels;           /* [n_partners] NULL: a strand */
    FrameContact *frame;                 /* [n_frames] */
};

/* --- finish --- */

static int n_partner_blocks(const SnSystemRods *rods, const SnSystemRod *rod)
{
    int n = 0;
    for (int p = 0; p < rod->n_partners; p++) {
        const SnRodPartner *partner = &rods->partners[rod->first_partner + p];
        n += partner->surface >= 0 ? 1 : rods->rods[partner->rod].n_frames;
    }
    return n;
}

static void add_rows(SnSystem *system, const SnSystemRod *rod, int frame)
{
    const SnSystemRods *rods = &system->rods;
    const int count = 1 + n_partner_blocks(rods, rod);
    int *blocks = sn_alloc((size_t)count, sizeof *blocks), *block = blocks;
    *block++ = rods->frame_block[frame];
    for (int p = 0; p < rod->n_partners; p++) {
        const SnRodPartner *partner = &rods->partners[rod->first_partner + p];
        if (partner->surface >= 0) {
            *block++ = rods->surfaces[partner->surface].block;
            continue;
        }
        const SnSystemRod *other = &rods->rods[partner->rod];
        for (int i = 0; i < other->n_frames; i++)
            *block++ = rods->frame_block[other->first_frame + i];
    }
    for (int k = 0; k < 6; k++)
        sn_general_row_add(system, &sn_voxel_constraint, false,
                           (SnGeneralRow){.id = rod->id, .owner = frame, .part = k, .count = count},
                           k == 0 ? blocks : NULL);
    sn_free(blocks);
}

/* Room for the contact forces, before those of pulleys and friction, which are last. */
static void add_forces(SnSystem *system)
{
    const int n = system->rods.n_frames, tail = system->state.n_pulleys;
    const int at = system->state.n_strands - tail;
    system->state.strand0 =
        sn_resize(system->state.strand0, (size_t)(system->state.n_strands + n), sizeof(double));
    memmove(system->state.strand0 + at + n, system->state.strand0 + at,
            (size_t)tail * sizeof(double));
    memset(system->state.strand0 + at, 0, (size_t)n * sizeof(double));
    for (int i = 0; i < system->pulleys.n; i++)
        system->pulleys.pulleys[i].memory += n;
    for (int i = 0; i < system->strands.n_nodes; i++)
        system->strands.nodes[i].rub += system->strands.nodes[i].rub >= 0 ? n : 0;
    system->rods.twists += n;
    system->rods.forces = at;
    system->state.n_strands += n;
}

/* Six rows for each frame that moves, and its contact force in the state. */
static void plan(SnSystem *system)
{
    SnSystemRods *rods = &system->rods;
    bool any = false;
    for (int r = 0; r < rods->n; r++)
        any = any || rods->rods[r].contact;
    if (!any)
        return;
    if (!rods->frame_row) { /* the first time */
        rods->frame_row = sn_alloc((size_t)rods->n_frames, sizeof *rods->frame_row);
        add_forces(system);
    }
    for (int i = 0; i < rods->n_frames; i++)
        rods->frame_row[i] = -1;
    for (int r = 0; r < rods->n; r++) {
        const SnSystemRod *rod = &rods->rods[r];
        for (int i = 0; rod->contact && i < rod->n_frames; i++)
            if (rods->frame_block[rod->first_frame + i] < system->n_active)
                add_rows(system, rod, rod->first_frame + i);
    }
}

static void number(SnSystem *system, const SnGeneralRow *row, bool one_sided, int row_of_g)
{
    (void)one_sided;
    if (row->part == 0)
        system->rods.frame_row[row->owner] = row_of_g;
}

/* --- places --- */

typedef struct Pose {
    const double *x;
    double rotation[9];
} Pose;

static Pose pose_of(const SnSystem *system, const double *q, int block)
{
    Pose pose = {.x = q + system->blocks[block].q};
    sn_q_to_m3(pose.x + 3, pose.rotation);
    return pose;
}

static void place_vertices(const SnSystem *system, const double *q, SnRodContactWorkspace *contact)
{
    const SnSystemRods *rods = &system->rods;
    for (int r = 0; r < rods->n; r++) {
        const SnSystemRod *rod = &rods->rods[r];
        int ready = -1; /* segment whose frames are in `pose` */
        Pose pose[2];
        SnFfdFrame frame[2];
        for (int v = 0; v < rod->n_vertices; v++) {
            const SnFfdVertex *vertex = &rod->vertices[v];
            const int segment = rod->first_segment + vertex->segment;
            if (segment != ready) {
                for (int s = 0; s < 2; s++) {
                    pose[s] = pose_of(system, q, rods->segments[segment].block[s]);
                    frame[s] = (SnFfdFrame){pose[s].x, pose[s].rotation};
                }
                ready = segment;
            }
            const int at = contact->first_vertex[r] + v;
            sn_ffd_vertex_position(frame, vertex, contact->position[at]);
            sn_ffd_vertex_normal(frame, rods->segments[segment].mesh_length, vertex,
                                 contact->normal[at]);
        }
        if (contact->rod_voxels[r])
            sn_voxels_fill(contact->rod_voxels[r], rod->n_vertices,
                           (const double(*)[3])(contact->position + contact->first_vertex[r]));
    }
}

/* --- a vertex against a partner --- */

typedef struct Touch {
    double normal[3]; /* out of the partner */
    double gap;       /* [m], negative inside */
    int block;        /* the partner's */
    int number;       /* of that block among the partner's */
} Touch;

/* The nearest point whose normal opposes the vertex's own, in the eight voxels that a voxel around
 * the vertex meets: in its own alone it would miss what lies just beyond a face of the grid, as the
 * top of a table may. */
static int nearest_voxel(const SnVoxels *voxels, const double (*position)[3],
                         const double (*normal)[3], const double at[3], const double own[3])
{
    int best = -1;
    double least = HUGE_VAL;
    for (int corner = 0; corner < 8; corner++) {
        double place[3];
        int cell[3];
        for (int k = 0; k < 3; k++)
            place[k] = at[k] + (corner >> k & 1 ? 0.5 : -0.5) * voxels->size;
        for (int i = sn_voxels_first(voxels, place, cell); i >= 0;
             i = sn_voxels_next(voxels, i, cell)) {
            const double distance = sn_v3_distance(position[i], at);
            if (distance < least && sn_v3_dot(normal[i], own) < OPPOSING) {
                least = distance;
                best = i;
            }
        }
    }
    return best;
}

static bool touches_surface(const SnSystem *system, const double *q,
                            const SnContactSurface *surface, const SnVoxels *voxels,
                            const double at[3], const double own[3], Touch *touch)
{
    const Pose pose = pose_of(system, q, surface->block);
    double local[3], local_own[3], off[3];
    sn_v3_sub(at, pose.x, local);
    sn_m3_tmul_v3(pose.rotation, local, local);
    sn_m3_tmul_v3(pose.rotation, own, local_own);
    const int i = nearest_voxel(voxels, (const double(*)[3])surface->position,
                                (const double(*)[3])surface->normal, local, local_own);
    if (i < 0)
        return false;
    sn_v3_sub(local, surface->position[i], off);
    touch->gap = sn_v3_dot(off, surface->normal[i]);
    sn_m3_mul_v3(pose.rotation, surface->normal[i], touch->normal);
    touch->block = surface->block;
    touch->number = 0;
    return true;
}

static bool touches_rod(const SnSystem *system, const SnRodContactWorkspace *contact, int other,
                        const double at[3], const double own[3], Touch *touch)
{
    const SnSystemRod *rod = &system->rods.rods[other];
    const int first = contact->first_vertex[other];
    const int i =
        nearest_voxel(contact->rod_voxels[other], (const double(*)[3])(contact->position + first),
                      (const double(*)[3])(contact->normal + first), at, own);
    double off[3];
    if (i < 0)
        return false;
    const SnFfdVertex *vertex = &rod->vertices[i];
    sn_v3_sub(at, contact->position[first + i], off);
    touch->gap = sn_v3_dot(off, contact->normal[first + i]);
    sn_v3_copy(contact->normal[first + i], touch->normal);
    touch->number = vertex->segment + sn_ffd_parent(vertex);
    touch->block = system->rods.frame_block[rod->first_frame + touch->number];
    return true;
}

static bool touches_voxel(const SnSystem *system, const double *q,
                          const SnRodContactWorkspace *contact, int partner, const double at[3],
                          const double own[3], Touch *touch)
{
    const SnRodPartner *p = &system->rods.partners[partner];
    return p->surface >= 0 ? touches_surface(system, q, &system->rods.surfaces[p->surface],
                                             contact->surface_voxels[partner], at, own, touch)
                           : touches_rod(system, contact, p->rod, at, own, touch);
}

/* n'(v at a place), as a row over the block's velocities. */
static void normal_row(const SnSystem *system, const double *q, int block, const double normal[3],
                       const double at[3], double row[6])
{
    const Pose pose = pose_of(system, q, block);
    double arm[3], in_body[3];
    sn_v3_sub(at, pose.x, arm);
    sn_v3_copy(normal, row);
    sn_m3_tmul_v3(pose.rotation, arm, arm);
    sn_m3_tmul_v3(pose.rotation, normal, in_body);
    sn_v3_cross(arm, in_body, row + 3);
}

static double row_rate(const SnSystem *system, const double *u, int block, const double row[6])
{
    double sum = 0;
    for (int k = 0; k < 6; k++)
        sum += row[k] * u[system->blocks[block].u + k];
    return sum;
}

/* --- frames --- */

static void clear_frame(FrameContact *frame)
{
    memset(&frame->wrenches, 0, sizeof frame->wrenches);
    memset(frame->depth, 0, sizeof frame->depth);
    memset(frame->point, 0, sizeof frame->point);
    memset(frame->normal, 0, sizeof frame->normal);
    if (frame->n_blocks > 0)
        memset(frame->cross, 0, (size_t)frame->n_blocks * sizeof *frame->cross);
    frame->n = 0;
}

/* One contact: `number` is that of the partner's block among all that the frame's rows have. */
static void add_touch(FrameContact *frame, const double at[3], const Touch *touch, int number,
                      const double own_row[6], const double partner_row[6])
{
    double wrench[6];
    for (int k = 0; k < 6; k++)
        wrench[k] = k < 3 ? own_row[k] : own_row[k] / frame->arm;
    sn_wrenches_add(&frame->wrenches, wrench);
    sn_v3_add(frame->point, at, frame->point);
    sn_v3_add(frame->normal, touch->normal, frame->normal);
    for (int i = 0; i < 6; i++) {
        frame->depth[i] += wrench[i] * touch->gap;
        for (int k = 0; k < 6; k++)
            frame->cross[number][i][k] -= wrench[i] * partner_row[k];
    }
}

/* With the singular value decomposition W = U S V', S^-1 U' (W, W_partner) = (V', S^-2 V'W'W_p). */
static void choose_directions(FrameContact *frame, double tolerance)
{
    double sigma[6];
    if (frame->wrenches.n == 0)
        return;
    frame->n = sn_wrenches_directions(&frame->wrenches, tolerance, frame->direction, sigma);
    for (int d = 0; d < frame->n; d++) {
        const double scale = 1 / (sigma[d] * sigma[d]);
        frame->residual[d] = 0;
        for (int i = 0; i < 6; i++)
            frame->residual[d] += CORRECTION * scale * frame->direction[d][i] * frame->depth[i];
        for (int b = 0; b < frame->n_blocks; b++)
            for (int k = 0; k < 6; k++) {
                frame->partner[b][d][k] = 0;
                for (int i = 0; i < 6; i++)
                    frame->partner[b][d][k] +=
                        scale * frame->direction[d][i] * frame->cross[b][i][k];
            }
    }
}

static void find_of_vertex(const SnSystem *system, const double *q, const double *u, int r, int v,
                           SnRodContactWorkspace *contact)
{
    const SnSystemRods *rods = &system->rods;
    const SnSystemRod *rod = &rods->rods[r];
    const int at = contact->first_vertex[r] + v;
    const int number =
        rod->first_frame + rod->vertices[v].segment + sn_ffd_parent(&rod->vertices[v]);
    FrameContact *frame = &contact->frame[number];
    int first = 0; /* block of the partner among those of the rows */
    for (int p = rod->first_partner; p < rod->first_partner + rod->n_partners; p++) {
        Touch touch;
        if (touches_voxel(system, q, contact, p, contact->position[at], contact->normal[at],
                          &touch) &&
            touch.gap <= 0 && touch.gap >= -rod->reach) {
            const int block = rods->frame_block[number];
            double row[6], other[6];
            normal_row(system, q, block, touch.normal, contact->position[at], row);
            normal_row(system, q, touch.block, touch.normal, contact->position[at], other);
            if (row_rate(system, u, block, row) - row_rate(system, u, touch.block, other) <
                rod->voxel)
                add_touch(frame, contact->position[at], &touch, first + touch.number, row, other);
        }
        first += rods->partners[p].surface >= 0 ? 1 : rods->rods[rods->partners[p].rod].n_frames;
    }
}

void sn_rod_contacts_begin(SnWorkspace *work)
{
    if (work->forces.rod && work->forces.rod->contact)
        work->forces.rod->contact->wanted = true;
}

void sn_rod_contacts_forget(SnWorkspace *work)
{
    SnRodContactWorkspace *contact = work->forces.rod ? work->forces.rod->contact : NULL;
    for (int i = 0; contact && i < work->system->rods.n_frames; i++)
        contact->frame[i].n = 0;
    if (contact)
        contact->wanted = false;
}

/* The contacts of the step, once in it. */
static void find_contacts(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    SnRodContactWorkspace *contact = work->forces.rod ? work->forces.rod->contact : NULL;
    const SnSystemRods *rods = &system->rods;
    if (!contact || !contact->wanted)
        return;
    contact->wanted = false;
    const double *q = sn_state_q_const(state), *u = sn_state_u_const(state);
    const double *force = sn_state_strands_const(state) + rods->forces;
    place_vertices(system, q, contact);
    for (int i = 0; i < rods->n_frames; i++)
        clear_frame(&contact->frame[i]);
    for (int r = 0; r < rods->n; r++) {
        const SnSystemRod *rod = &rods->rods[r];
        for (int v = 0; rod->contact && rod->enabled && v < rod->n_vertices; v++) {
            const int frame =
                rod->first_frame + rod->vertices[v].segment + sn_ffd_parent(&rod->vertices[v]);
            if (!contact->fixed[contact->first_vertex[r] + v] && rods->frame_row[frame] >= 0 &&
                force[frame] >= 0)
                find_of_vertex(system, q, u, r, v, contact);
        }
        for (int i = 0; rod->contact && i < rod->n_frames; i++)
            choose_directions(&contact->frame[rod->first_frame + i], rod->tolerance);
    }
}

static bool voxel_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnGeneralRow *row, double *values, double *residual)
{
    (void)system, (void)state;
    const FrameContact *frame = &work->forces.rod->contact->frame[row->owner];
    *residual = 0;
    if (row->part >= frame->n)
        return false;
    *residual = frame->residual[row->part];
    if (!values)
        return true;
    for (int k = 0; k < 6; k++)
        values[k] = frame->direction[row->part][k] * (k < 3 ? 1 : frame->arm);
    for (int b = 0; b < frame->n_blocks; b++)
        memcpy(values + 6 * (b + 1), frame->partner[b][row->part], 6 * sizeof *values);
    return true;
}

const SnConstraintClass sn_voxel_constraint = {
    .name = "contact of a frame of a Cosserat strand",
    .plan = plan,
    .values = voxel_row,
    .number = number,
    .find = find_contacts,
    .drags = true,
};

/* --- forces --- */

/* Force on a frame along the mean normal of its contacts; a pull is negative. */
static double contact_force(const SnSystem *system, const SnState *state, const FrameContact *frame,
                            int number)
{
    const double *lambda = sn_state_lambda_const(state) + system->rods.frame_row[number];
    double normal[3], force = 0;
    sn_v3_normalize(frame->normal, normal);
    for (int d = 0; d < frame->n; d++)
        force += lambda[d] * sn_v3_dot(frame->direction[d], normal);
    return force;
}

void sn_rod_contacts_end(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    const SnSystemRods *rods = &system->rods;
    if (!work->forces.rod || !work->forces.rod->contact)
        return;
    double *force = sn_state_strands(state) + rods->forces;
    for (int i = 0; i < rods->n_frames; i++) {
        const FrameContact *frame = &work->forces.rod->contact->frame[i];
        force[i] = frame->n > 0 ? contact_force(system, state, frame, i) : 0;
    }
}

double sn_rod_contact_force(const SnSystem *system, const SnState *state, int number)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    assert(number >= 0 && number < system->rods.n);
    const SnSystemRod *rod = &system->rods.rods[number];
    double sum = 0;
    for (int i = 0; system->rods.frame_row && i < rod->n_frames; i++)
        sum += fmax(0, sn_state_strands_const(state)[system->rods.forces + rod->first_frame + i]);
    return sum;
}

bool sn_rod_contact_view(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         int number, double position[3], double normal[3], double *force)
{
    assert(!work || work->system == system);
    assert(number >= 0 && number < system->rods.n_frames);
    const FrameContact *frame = &work->forces.rod->contact->frame[number];
    *force = sn_state_strands_const(state)[system->rods.forces + number];
    if (frame->n == 0 || !(*force > 0))
        return false;
    sn_v3_scale(1.0 / frame->wrenches.n, frame->point, position);
    sn_v3_normalize(frame->normal, normal);
    return true;
}

/* --- memory --- */

/* Half the spacing of the frames around it. */
static double arm_of(const SnSystemRods *rods, const SnSystemRod *rod, int frame)
{
    const int after = frame < rod->n_segments ? frame : frame - 1,
              before = frame > 0 ? frame - 1 : 0;
    return 0.25 * (rods->segments[rod->first_segment + before].rest.length +
                   rods->segments[rod->first_segment + after].rest.length);
}

static void new_frames(const SnSystem *system, SnRodContactWorkspace *contact)
{
    const SnSystemRods *rods = &system->rods;
    contact->frame = sn_alloc((size_t)rods->n_frames + 1, sizeof *contact->frame);
    for (int r = 0; r < rods->n; r++) {
        const SnSystemRod *rod = &rods->rods[r];
        const int blocks = n_partner_blocks(rods, rod);
        for (int i = 0; rod->contact && i < rod->n_frames; i++) {
            FrameContact *frame = &contact->frame[rod->first_frame + i];
            frame->arm = arm_of(rods, rod, i);
            frame->n_blocks = blocks;
            frame->cross = sn_alloc((size_t)blocks + 1, sizeof *frame->cross);
            frame->partner = sn_alloc((size_t)blocks + 1, sizeof *frame->partner);
        }
    }
}

/* Voxels are as large as the strand wants them that asks; those of strands that several ask for, as
 * the first one wants them. */
static void new_voxels(const SnSystem *system, SnRodContactWorkspace *contact)
{
    const SnSystemRods *rods = &system->rods;
    contact->rod_voxels = sn_alloc((size_t)rods->n + 1, sizeof *contact->rod_voxels);
    contact->surface_voxels =
        sn_alloc((size_t)rods->n_partners + 1, sizeof *contact->surface_voxels);
    for (int r = 0; r < rods->n; r++) {
        const SnSystemRod *rod = &rods->rods[r];
        for (int p = rod->first_partner; p < rod->first_partner + rod->n_partners; p++) {
            const SnRodPartner *partner = &rods->partners[p];
            if (partner->surface >= 0) {
                const SnContactSurface *surface = &rods->surfaces[partner->surface];
                contact->surface_voxels[p] = sn_voxels_new(surface->n, rod->voxel);
                sn_voxels_fill(contact->surface_voxels[p], surface->n,
                               (const double(*)[3])surface->position);
            } else if (!contact->rod_voxels[partner->rod]) {
                contact->rod_voxels[partner->rod] =
                    sn_voxels_new(rods->rods[partner->rod].n_vertices, rod->voxel);
            }
        }
    }
}

static void mark_grown_in(const SnSystem *system, SnRodContactWorkspace *contact)
{
    const SnSystemRods *rods = &system->rods;
    for (int r = 0; r < rods->n; r++) {
        const SnSystemRod *rod = &rods->rods[r];
        for (int v = 0; rod->contact && v < rod->n_vertices; v++) {
            const int at = contact->first_vertex[r] + v;
            for (int p = rod->first_partner; p < rod->first_partner + rod->n_partners; p++) {
                Touch touch;
                if (touches_voxel(system, system->q0, contact, p, contact->position[at],
                                  contact->normal[at], &touch) &&
                    touch.gap < -GROWN_IN * rod->voxel)
                    contact->fixed[at] = true;
            }
        }
    }
}

SnRodContactWorkspace *sn_rod_contact_workspace_new(const SnSystem *system)
{
    const SnSystemRods *rods = &system->rods;
    if (!rods->frame_row)
        return NULL;
    SnRodContactWorkspace *contact = sn_alloc(1, sizeof *contact);
    contact->first_vertex = sn_alloc((size_t)rods->n + 1, sizeof *contact->first_vertex);
    for (int r = 0; r < rods->n; r++)
        contact->first_vertex[r + 1] = contact->first_vertex[r] + rods->rods[r].n_vertices;
    const size_t n = (size_t)contact->first_vertex[rods->n] + 1;
    contact->fixed = sn_alloc(n, sizeof *contact->fixed);
    contact->position = sn_alloc(n, sizeof *contact->position);
    contact->normal = sn_alloc(n, sizeof *contact->normal);
    new_frames(system, contact);
    new_voxels(system, contact);
    place_vertices(system, system->q0, contact);
    mark_grown_in(system, contact);
    return contact;
}

void sn_rod_contact_workspace_free(SnRodContactWorkspace *contact, const SnSystem *system)
{
    if (!contact)
        return;
    for (int i = 0; i < system->rods.n_frames; i++) {
        sn_free(contact->frame[i].cross);
        sn_free(contact->frame[i].partner);
    }
    for (int r = 0; r < system->rods.n; r++)
        sn_voxels_free(contact->rod_voxels[r]);
    for (int p = 0; p < system->rods.n_partners; p++)
        sn_voxels_free(contact->surface_voxels[p]);
    sn_free(contact->fixed);
    sn_free(contact->first_vertex);
    sn_free(contact->position);
    sn_free(contact->normal);
    sn_free(contact->rod_voxels);
    sn_free(contact->surface_voxels);
    sn_free(contact->frame);
    sn_free(contact);
}
