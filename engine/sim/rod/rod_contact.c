/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rod/rod_contact_part.h"

#include "engine/base/memory.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/system/general_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Part of the depth that is corrected in a step. */
#define CORRECTION 0.2
/* Depth, over the voxel, from which on a vertex counts as grown into the body at the start. */
#define GROWN_IN 0.1
/* What has pulled is held again when it comes back by this part of a voxel in a second. */
#define COMES_BACK 1e-3

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

/* --- frames --- */

static double row_rate(const SnSystem *system, const double *u, int block, const double row[6])
{
    double sum = 0;
    for (int k = 0; k < 6; k++)
        sum += row[k] * u[system->blocks[block].u + k];
    return sum;
}

static void clear_frame(SnRodFrameContact *frame)
{
    memset(&frame->wrenches, 0, sizeof frame->wrenches);
    memset(frame->depth, 0, sizeof frame->depth);
    memset(frame->point, 0, sizeof frame->point);
    memset(frame->normal, 0, sizeof frame->normal);
    if (frame->n_blocks > 0)
        memset(frame->cross, 0, (size_t)frame->n_blocks * sizeof *frame->cross);
    frame->n = 0;
    frame->leaves = false;
}

/* One contact: `number` is that of the partner's block among all that the frame's rows have. */
static void add_touch(SnRodFrameContact *frame, const double at[3], const SnRodTouch *touch,
                      int number, const double own_row[6], const double partner_row[6])
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
static void choose_directions(SnRodFrameContact *frame, double tolerance)
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
                           bool pulled, SnRodContactWorkspace *contact)
{
    const SnSystemRods *rods = &system->rods;
    const SnSystemRod *rod = &rods->rods[r];
    const int at = contact->first_vertex[r] + v;
    const int number =
        rod->first_frame + rod->vertices[v].segment + sn_ffd_parent(&rod->vertices[v]);
    SnRodFrameContact *frame = &contact->frame[number];
    int first = 0; /* block of the partner among those of the rows */
    for (int p = rod->first_partner; p < rod->first_partner + rod->n_partners; p++) {
        SnRodTouch touch;
        if (sn_rod_touches(system, q, contact, p, contact->position[at], contact->normal[at],
                           &touch) &&
            touch.gap <= 0 && touch.gap >= -rod->reach) {
            const int block = rods->frame_block[number];
            double row[6], other[6];
            sn_rod_normal_row(system, q, block, touch.normal, contact->position[at], row);
            sn_rod_normal_row(system, q, touch.block, touch.normal, contact->position[at], other);
            const double off =
                row_rate(system, u, block, row) - row_rate(system, u, touch.block, other);
            if (pulled && !(off < -COMES_BACK * rod->voxel))
                frame->leaves = true;
            else if (off < rod->voxel)
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

void sn_rod_contacts_pushed(SnWorkspace *work)
{
    if (work->forces.rod && work->forces.rod->contact)
        work->forces.rod->contact->pushed = true;
}

bool sn_rod_contacts_hold(SnWorkspace *work, bool hold)
{
    SnRodContactWorkspace *contact = work->forces.rod ? work->forces.rod->contact : NULL;
    if (contact)
        contact->held = hold;
    return contact && contact->pushed;
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
    contact->pushed = contact->held;
    const double *q = sn_state_q_const(state), *u = sn_state_u_const(state);
    const double *force = sn_state_strands_const(state) + rods->forces;
    sn_rod_place_vertices(system, q, contact);
    for (int i = 0; i < rods->n_frames; i++)
        clear_frame(&contact->frame[i]);
    for (int r = 0; r < rods->n; r++) {
        const SnSystemRod *rod = &rods->rods[r];
        for (int v = 0; rod->contact && rod->enabled && v < rod->n_vertices; v++) {
            const int frame =
                rod->first_frame + rod->vertices[v].segment + sn_ffd_parent(&rod->vertices[v]);
            if (!contact->fixed[contact->first_vertex[r] + v] && rods->frame_row[frame] >= 0)
                find_of_vertex(system, q, u, r, v, force[frame] < 0, contact);
        }
        for (int i = 0; rod->contact && i < rod->n_frames; i++)
            choose_directions(&contact->frame[rod->first_frame + i], rod->tolerance);
    }
}

static bool voxel_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnGeneralRow *row, double *values, double *residual)
{
    (void)system, (void)state;
    const SnRodFrameContact *frame = &work->forces.rod->contact->frame[row->owner];
    *residual = 0;
    if (row->part >= frame->n)
        return false;
    *residual = work->forces.rod->contact->pushed ? 0 : frame->residual[row->part];
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
static double contact_force(const SnSystem *system, const SnState *state,
                            const SnRodFrameContact *frame, int number)
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
        const SnRodFrameContact *frame = &work->forces.rod->contact->frame[i];
        if (frame->n > 0)
            force[i] = contact_force(system, state, frame, i);
        else if (!frame->leaves)
            force[i] = 0;
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
    const SnRodFrameContact *frame = &work->forces.rod->contact->frame[number];
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
            SnRodFrameContact *frame = &contact->frame[rod->first_frame + i];
            frame->arm = arm_of(rods, rod, i);
            frame->n_blocks = blocks;
            frame->cross = sn_alloc((size_t)blocks + 1, sizeof *frame->cross);
            frame->partner = sn_alloc((size_t)blocks + 1, sizeof *frame->partner);
        }
    }
}

/* Voxels are as large as the strand wants them that asks for them first. */
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
                SnRodTouch touch;
                if (sn_rod_touches(system, system->q0, contact, p, contact->position[at],
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
    sn_rod_place_vertices(system, system->q0, contact);
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
    void *arrays[] = {
        contact->fixed,      contact->first_vertex,   contact->position, contact->normal,
        contact->rod_voxels, contact->surface_voxels, contact->frame,    contact};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}
