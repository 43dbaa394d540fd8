/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/path/path_geometry.h"

#include "engine/base/memory.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/path_follow.h"
#include "engine/sim/path/path_room.h"
#include "engine/sim/path/path_wrap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- where it runs --- */

/* Points that are given and contact points on surfaces, in order. */
static int lay_contacts(const SnPathPlaces *places, const SnSystemPath *path,
                        SnPathContact *contacts, bool *lost)
{
    const int *point = places->system->paths.point + path->first;
    SnPathSlide *slide = places->work->forces.path_kept[path - places->system->paths.paths].slides;
    int n = 0;
    sn_path_choose_parts(places, path, places->work->forces.path_parts);
    for (int i = sn_path_next(places, path, -1), next; i < path->count; i = next) {
        SnPathContact *contact = &contacts[n++];
        sn_path_contact(places, path, point[i], slide, contact);
        slide += contact->slide != NULL;
        next = sn_path_next(places, path, i);
        if (path->n_wraps > 0 && next < path->count) {
            double y[3];
            sn_path_place(places, point[next], y);
            if (!sn_path_wrap_part(places, path, places->work->forces.path_parts, i, next,
                                   contact->position, y, contacts, &n))
                *lost = true;
        }
    }
    return n;
}

static SnPathGeometry find_geometry(const SnSystem *system, const SnState *state,
                                    const SnWorkspace *work, const SnSystemPath *path,
                                    SnPathContact *contacts)
{
    const SnPathPlaces places = {system, state, work};
    SnPathGeometry g = {.contacts = contacts};
    g.n_contacts = lay_contacts(&places, path, contacts, &g.lost);
    for (int i = 0; i + 1 < g.n_contacts; i++) {
        SnPathContact *part = &contacts[i];
        double v[3];
        if (!part->on_surface) {
            if (!part->is_given) {
                sn_v3_sub(part[1].position, part->position, part->direction);
                part->length = sn_v3_normalize(part->direction, part->direction);
            }
            sn_v3_sub(part[1].velocity, part->velocity, v);
            g.rate += sn_v3_dot(part->direction, v);
        }
        g.length += part->length;
    }
    return g;
}

/* It is kept for what asks again where nothing has moved, and where points follow coordinates, the
 * state remembers the same of them. */
SnPathGeometry sn_path_geometry(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const SnSystemPath *path)
{
    assert(work->system == system);
    SnKeptPath *kept = &work->forces.path_kept[path - system->paths.paths];
    const bool keeps = work->motion.known, same = sn_path_remembers(system, state, path, kept);
    if (keeps && same && kept->round == work->motion.round && kept->writes == system->writes)
        return kept->geometry;
    const SnPathGeometry g = find_geometry(system, state, work, path, kept->contacts);
    kept->round = keeps ? work->motion.round : 0;
    kept->writes = system->writes;
    kept->geometry = g;
    return g;
}

SnFault sn_paths_check(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->paths.n; i++)
        if (work->forces.paths[i].lost)
            return sn_fault(SN_FAULT_STRING, system->paths.paths[i].id, state->time,
                            "Its shortest way over its surfaces was not found in this pose: give "
                            "surfaces a side, move one, or take one off the path.");
    return (SnFault){0};
}

typedef struct StartLine { /* a path in the start pose */
    double length;
    double (*points)[3]; /* [room]; its first n are set */
    int room, n;
} StartLine;

static void add_start_point(StartLine *line, const double x[3])
{
    if (line->n < line->room)
        sn_v3_copy(x, line->points[line->n++]);
}

/* The part between two points in the start pose, without the first. */
static void start_part(const SnPathPlaces *places, const SnSystemPath *path, const int *parts,
                       int i, int next, const double x[3], const double y[3], StartLine *line)
{
    SnPathContact contacts[2 * SN_WRAP_ARCS * SN_WRAP_MOST];
    double last[3];
    int n = 0;
    if (path->n_wraps > 0)
        sn_path_wrap_part(places, path, parts, i, next, x, y, contacts, &n);
    sn_v3_copy(x, last);
    for (int k = 0; k < n; k++) {
        line->length += k % 2 ? contacts[k - 1].length : sn_v3_distance(last, contacts[k].position);
        sn_v3_copy(contacts[k].position, last);
        add_start_point(line, last);
    }
    line->length += sn_v3_distance(last, y);
    add_start_point(line, y);
}

static void find_start_line(const SnSystem *system, const SnSystemPath *path, StartLine *line)
{
    const SnPathPlaces places = {system, NULL, NULL};
    double last[3] = {0}, next[3];
    int before = -1, *parts = sn_alloc((size_t)path->n_wraps + 1, sizeof *parts);
    sn_path_choose_parts(&places, path, parts);
    for (int i = sn_path_next(&places, path, -1); i < path->count;
         before = i, i = sn_path_next(&places, path, i)) {
        sn_path_place(&places, system->paths.point[path->first + i], next);
        if (before >= 0)
            start_part(&places, path, parts, before, i, last, next, line);
        else
            add_start_point(line, next);
        sn_v3_copy(next, last);
    }
    sn_free(parts);
}

double sn_path_start_length(const SnSystem *system, const SnSystemPath *path)
{
    StartLine line = {0};
    find_start_line(system, path, &line);
    return line.length;
}

int sn_path_start_line(const SnSystem *system, const SnSystemPath *path, double (*points)[3],
                       int room)
{
    StartLine line = {.points = points, .room = room};
    find_start_line(system, path, &line);
    return line.n;
}

static void contact_velocity(const SnSystem *system, const SnWorkspace *work,
                             const SnPathContact *contact, const double *u, double v[3])
{
    sn_point_velocity(system, work, contact->block, contact->local, u, v);
    if (contact->slide)
        sn_v3_axpy(sn_path_slide_rate(system, contact->slide, u), contact->slide->along, v);
}

double sn_path_rate_at(const SnSystem *system, const SnWorkspace *work,
                       const SnPathGeometry *geometry, const double *u)
{
    assert(!work || work->system == system);
    double rate = 0;
    for (int i = 0; i + 1 < geometry->n_contacts; i++) {
        const SnPathContact *a = &geometry->contacts[i], *b = a + 1;
        double va[3], vb[3];
        contact_velocity(system, work, a, u, va);
        contact_velocity(system, work, b, u, vb);
        sn_v3_sub(vb, va, vb);
        rate += sn_v3_dot(a->direction, vb);
    }
    return rate;
}

/* --- first derivatives --- */

void sn_path_pull(const SnSystem *system, const SnWorkspace *work, const SnPathGeometry *geometry,
                  double tension, double *f)
{
    assert(!work || work->system == system);
    for (int i = 0; i + 1 < geometry->n_contacts; i++)
        for (int s = 0; s < 2; s++) {
            const SnPathContact *end = &geometry->contacts[i + s];
            double force[3];
            if (end->block < 0 && !end->slide)
                continue;
            sn_v3_scale(s ? -tension : tension, geometry->contacts[i].direction, force);
            if (end->block >= 0)
                sn_add_force(system, work, end->block, end->local, force, f);
            if (end->slide)
                sn_path_slide_push(system, end->slide, sn_v3_dot(force, end->slide->along), f);
        }
}

int sn_path_block(const SnSystem *system, const SnSystemPath *path, int block)
{
    for (int i = 0; block >= 0 && i < path->n_blocks; i++)
        if (system->paths.block[path->blocks + i] == block)
            return i;
    return -1;
}

/* What contact points on surfaces that slide take from the gradient of the rate. */
typedef struct RateSlip {
    const SnSystem *system;
    const SnSystemPath *path;
    const double *u;
    SnPathGradient *gradient;
} RateSlip;

static double along_motion(const RateSlip *slip, double vector[][6])
{
    double along = 0;
    for (int b = 0; b < slip->path->n_blocks; b++) {
        const SnBlock *block =
            &slip->system->blocks[slip->system->paths.block[slip->path->blocks + b]];
        for (int k = 0; k < block->n; k++)
            along += vector[b][k] * slip->u[block->u + k];
    }
    return along;
}

static void slip_of_rate(void *data, double weight, double vector[][6])
{
    const RateSlip *slip = data;
    const double along = along_motion(slip, vector);
    for (int b = 0; b < slip->path->n_blocks; b++)
        for (int k = 0; k < 6; k++)
            slip->gradient->rate[b][k] -= weight * along * vector[b][k];
}

static void product_of_rate(void *data, SnPathGradient *product)
{
    const RateSlip *slip = data;
    const double first = along_motion(slip, product->length);
    const double second = along_motion(slip, product->rate);
    for (int b = 0; b < slip->path->n_blocks; b++)
        for (int k = 0; k < 6; k++)
            slip->gradient->rate[b][k] +=
                0.5 * (second * product->length[b][k] + first * product->rate[b][k]);
}

/* What an end of a part that moves adds to length and rate, with e what it pulls and e' its
 * derivative by time: (e . a) grad c and (e' . a + e . (w x a + b c')) grad c + c' R'(a x e),
 * b = d2p/dc2. */
static void gradient_of_slide(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                              const SnPathContact *contact, int own, const double e[3],
                              const double e_rate[3], SnPathGradient *gradient)
{
    const SnPathSlide *slide = contact->slide;
    double turn[3] = {0}, across[3];
    if (own >= 0 && system->blocks[contact->block].n == 6) {
        const double *rotation = work->motion.rotation[contact->block];
        sn_m3_mul_v3(rotation, sn_state_u_const(state) + system->blocks[contact->block].u + 3,
                     turn);
        sn_v3_cross(turn, slide->along, turn);
        sn_v3_cross(slide->along, e, across);
        sn_m3_tmul_v3(rotation, across, across);
        sn_v3_axpy(slide->rate, across, gradient->rate[own] + 3);
    }
    sn_path_slide_add(slide, sn_v3_dot(e, slide->along), gradient->length);
    sn_path_slide_add(slide,
                      sn_v3_dot(e_rate, slide->along) + sn_v3_dot(e, turn) +
                          slide->rate * sn_v3_dot(e, slide->bend),
                      gradient->rate);
}

/* A force on an end, in world axes and in those of its body. */
static void add_pull(const SnPathContact *contact, const double force[3], const double in_body[3],
                     double vector[6])
{
    double moment[3];
    sn_v3_cross(contact->local, in_body, moment);
    sn_v3_add(vector, force, vector);
    sn_v3_add(vector + 3, moment, vector + 3);
}

/* rate: what a straight part's direction turns by; NULL: for grad l alone. */
static void gradient_of_part(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             const SnSystemPath *path, const SnPathContact *part,
                             const double *rate, SnPathGradient *gradient)
{
    static const double still[3] = {0};
    for (int s = 0; s < 2; s++) {
        const SnPathContact *end = &part[s];
        const int b = sn_path_block(system, path, end->block);
        double e[3], w[3], in_body[3], turn[3];
        sn_v3_scale(s ? 1 : -1, part->direction, e);
        sn_v3_scale(s ? 1 : -1, rate ? rate : still, w);
        if (end->slide)
            gradient_of_slide(system, state, work, end, b, e, w, gradient);
        if (b < 0)
            continue;
        if (system->blocks[end->block].kind != SN_BLOCK_BODY) {
            sn_v3_add(gradient->length[b], e, gradient->length[b]);
            sn_v3_add(gradient->rate[b], w, gradient->rate[b]);
            continue;
        }
        const double *rotation = work->motion.rotation[end->block];
        sn_m3_tmul_v3(rotation, e, in_body);
        add_pull(end, e, in_body, gradient->length[b]);
        if (!rate)
            continue;
        sn_v3_cross(sn_state_u_const(state) + system->blocks[end->block].u + 3, end->local, turn);
        sn_v3_cross(turn, in_body, turn);
        sn_v3_add(gradient->rate[b] + 3, turn, gradient->rate[b] + 3);
        sn_m3_tmul_v3(rotation, w, in_body);
        add_pull(end, w, in_body, gradient->rate[b]);
    }
}

/* With P = (I - dd') / length of each part, d(dl/dt)/dp = P-(v - v-) - P+(v+ - v); the velocity of
 * a contact point also turns with its body: (w x l) x R'(d- - d+).  Parts whose ends are fixed to
 * one body keep their length. */
static void add_gradients(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnSystemPath *path, const SnPathGeometry *geometry, bool rates,
                          SnPathGradient *gradient)
{
    for (int i = 0; i + 1 < geometry->n_contacts; i++) {
        const SnPathContact *part = &geometry->contacts[i];
        double turns[3] = {0};
        if (part->on_surface ||
            (part[0].block == part[1].block && !part->is_given && !part[0].slide && !part[1].slide))
            continue;
        if (rates) {
            sn_v3_sub(part[1].velocity, part->velocity, turns);
            sn_v3_axpy(-sn_v3_dot(turns, part->direction), part->direction, turns);
            sn_v3_scale(part->length > 0 ? 1 / part->length : 0, turns, turns);
        }
        gradient_of_part(system, state, work, path, part, rates ? turns : NULL, gradient);
    }
}

void sn_path_length_gradient(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             const SnSystemPath *path, const SnPathGeometry *geometry,
                             SnPathGradient *gradient)
{
    assert(!work || work->system == system);
    memset(gradient->length, 0, sizeof *gradient->length * (size_t)path->n_blocks);
    memset(gradient->rate, 0, sizeof *gradient->rate * (size_t)path->n_blocks);
    add_gradients(system, state, work, path, geometry, false, gradient);
}

void sn_path_gradient(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnSystemPath *path, const SnPathGeometry *geometry,
                      SnPathGradient *gradient)
{
    assert(!work || work->system == system);
    memset(gradient->length, 0, sizeof *gradient->length * (size_t)path->n_blocks);
    memset(gradient->rate, 0, sizeof *gradient->rate * (size_t)path->n_blocks);
    add_gradients(system, state, work, path, geometry, true, gradient);
    if (path->n_wraps > 0) {
        RateSlip slip = {system, path, sn_state_u_const(state), gradient};
        sn_path_slips(system, work, path, geometry, slip_of_rate, &slip);
        sn_path_planar_products(system, work, path, geometry, product_of_rate, &slip);
    }
}

/* --- in the system --- */

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Distinct blocks of each path, ascending. */
void sn_finish_paths(SnSystem *system)
{
    SnSystemPaths *paths = &system->paths;
    sn_free(paths->block);
    size_t most = (size_t)paths->n_points + (size_t)paths->n_wraps + 1;
    for (int i = 0; i < paths->n_points; i++) {
        const int follower = system->points[paths->point[i]].follower;
        most += follower > 0 ? 2 * (size_t)paths->followers[follower - 1].n_leaders : 0;
    }
    paths->block = sn_alloc(most, sizeof(int));
    paths->n_blocks = 0;
    for (int i = 0; i < paths->n; i++) {
        SnSystemPath *path = &paths->paths[i];
        int *blocks = paths->block + paths->n_blocks;
        int n = 0;
        for (int k = 0; k < path->count; k++)
            n = sn_block_add_once(blocks, n, system->points[paths->point[path->first + k]].block);
        for (int k = 0; k < path->n_wraps; k++) {
            const int surface = paths->wraps[path->first_wrap + k].surface;
            n = sn_block_add_once(blocks, n, system->points[paths->surfaces[surface].point].block);
        }
        path->n_followers = 0;
        for (int k = 0; k < path->count; k++) {
            const int follower = system->points[paths->point[path->first + k]].follower;
            path->n_followers += follower > 0;
            if (follower > 0)
                n = sn_path_follower_blocks(system, &paths->followers[follower - 1], blocks, n);
        }
        qsort(blocks, (size_t)n, sizeof *blocks, compare_int);
        path->blocks = paths->n_blocks, path->n_blocks = n;
        paths->n_blocks += n;
    }
}
