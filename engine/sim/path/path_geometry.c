/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/path/path_geometry.h"

#include "engine/base/memory.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/path_follow.h"
#include "engine/sim/path/path_wrap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- where it runs --- */

int sn_path_max_contacts(const SnSystem *system)
{
    int most = 0;
    for (int i = 0; i < system->paths.n; i++) {
        const SnSystemPath *path = &system->paths.paths[i];
        int n = path->count;
        for (int k = 0; k < path->n_wraps; k++) {
            const SnSystemWrap *wrap = &system->paths.wraps[path->first_wrap + k];
            const SnWrapForm *form = &system->paths.surfaces[wrap->surface].form;
            n += 2 * sn_wrap_most_arcs(form) * (wrap->last - wrap->first + 1);
        }
        most = n > most ? n : most;
    }
    return most;
}

int sn_path_max_slides(const SnSystem *system)
{
    int most = 0;
    for (int i = 0; i < system->paths.n; i++)
        if (system->paths.paths[i].n_followers > most)
            most = system->paths.paths[i].n_followers;
    return most;
}

int sn_path_max_planar(const SnSystem *system)
{
    int most = 0;
    for (int i = 0; i < system->paths.n; i++) {
        const SnSystemPath *path = &system->paths.paths[i];
        int n = 0;
        for (int k = 0; k < path->n_wraps; k++) {
            const SnSystemWrap *wrap = &system->paths.wraps[path->first_wrap + k];
            if (system->paths.surfaces[wrap->surface].form.shape == SN_WRAP_MESH)
                n += wrap->last - wrap->first + 1;
        }
        most = n > most ? n : most;
    }
    return most;
}

int sn_path_max_wraps(const SnSystem *system)
{
    int most = 0;
    for (int i = 0; i < system->paths.n; i++)
        if (system->paths.paths[i].n_wraps > most)
            most = system->paths.paths[i].n_wraps;
    return most;
}

/* Points that are given and contact points on surfaces, in order. */
static int lay_contacts(const SnPathPlaces *places, const SnSystemPath *path,
                        SnPathContact *contacts, bool *lost)
{
    const int *point = places->system->paths.point + path->first;
    SnPathSlide *slide = places->work->forces.path_slides;
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

SnPathGeometry sn_path_geometry(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const SnSystemPath *path)
{
    assert(!work || work->system == system);
    const SnPathPlaces places = {system, state, work};
    SnPathContact *contacts = work->forces.path_contacts;
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

/* J' F of a point for a force in world axes. */
static void pull_back(const SnSystem *system, const SnWorkspace *work, const SnPathContact *contact,
                      const double force[3], double generalised[6])
{
    sn_v3_copy(force, generalised);
    if (system->blocks[contact->block].kind == SN_BLOCK_BODY) {
        double in_body[3];
        sn_m3_tmul_v3(work->motion.rotation[contact->block], force, in_body);
        sn_v3_cross(contact->local, in_body, generalised + 3);
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

/* What a point that moves adds to length and rate, with e = d- - d+ and e' its derivative by time:
 * (e . a) grad c and (e' . a + e . (w x a + b c')) grad c + c' R'(a x e), b = d2p/dc2. */
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

/* With P = (I - dd') / length of each part, d(dl/dt)/dp = P-(v - v-) - P+(v+ - v); the velocity of
 * a contact point also turns with its body: (w x l) x R'(d- - d+). */
void sn_path_gradient(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnSystemPath *path, const SnPathGeometry *geometry,
                      SnPathGradient *gradient)
{
    assert(!work || work->system == system);
    memset(gradient->length, 0, sizeof *gradient->length * (size_t)path->n_blocks);
    memset(gradient->rate, 0, sizeof *gradient->rate * (size_t)path->n_blocks);
    double before[3] = {0}, before_rate[3] = {0};
    for (int i = 0; i < geometry->n_contacts; i++) {
        const SnPathContact *contact = &geometry->contacts[i];
        double after_rate[3] = {0}, e[3], w[3], g[6];
        if (i + 1 < geometry->n_contacts && !contact->on_surface) {
            sn_v3_sub(contact[1].velocity, contact->velocity, after_rate);
            sn_v3_axpy(-sn_v3_dot(after_rate, contact->direction), contact->direction, after_rate);
            sn_v3_scale(contact->length > 0 ? 1 / contact->length : 0, after_rate, after_rate);
        }
        const int b = sn_path_block(system, path, contact->block);
        sn_v3_sub(before, contact->direction, e);
        sn_v3_sub(before_rate, after_rate, w);
        if (contact->slide)
            gradient_of_slide(system, state, work, contact, b, e, w, gradient);
        if (b >= 0) {
            pull_back(system, work, contact, e, g);
            const int n = system->blocks[contact->block].n;
            for (int k = 0; k < n; k++)
                gradient->length[b][k] += g[k];
            pull_back(system, work, contact, w, g);
            for (int k = 0; k < n; k++)
                gradient->rate[b][k] += g[k];
            if (n == 6) {
                double turn[3], in_body[3];
                sn_v3_cross(sn_state_u_const(state) + system->blocks[contact->block].u + 3,
                            contact->local, turn);
                sn_m3_tmul_v3(work->motion.rotation[contact->block], e, in_body);
                sn_v3_cross(turn, in_body, turn);
                sn_v3_add(gradient->rate[b] + 3, turn, gradient->rate[b] + 3);
            }
        }
        sn_v3_copy(contact->direction, before);
        sn_v3_copy(after_rate, before_rate);
    }
    if (path->n_wraps > 0) {
        RateSlip slip = {system, path, sn_state_u_const(state), gradient};
        sn_path_slips(system, work, path, geometry, slip_of_rate, &slip);
        sn_path_planar_products(system, work, path, geometry, product_of_rate, &slip);
    }
}

void sn_path_add_product(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                         const SnPathGradient *gradient, double along, double across)
{
    assert(!work || work->system == system);
    const int *slot = system->pairs.stiffness_slot + path->slots;
    for (int r = 0; r < path->n_blocks; r++)
        for (int c = 0; c <= r; c++, slot++) {
            if (*slot < 0)
                continue;
            const int nr = system->blocks[system->paths.block[path->blocks + r]].n;
            const int nc = system->blocks[system->paths.block[path->blocks + c]].n;
            double *value = work->forces.pair + system->pairs.value[*slot];
            const double *gr = gradient->length[r], *gc = gradient->length[c];
            const double *sr = gradient->rate[r], *sc = gradient->rate[c];
            for (int i = 0; i < nr; i++)
                for (int j = 0; j < nc; j++)
                    value[nc * i + j] +=
                        along * gr[i] * gc[j] + 0.5 * across * (gr[i] * sc[j] + sr[i] * gc[j]);
        }
}

/* --- second derivatives --- */

/* J_a' S J_b over two contact points, S symmetric 3 x 3; rows of a's block. */
static void sandwich(const SnSystem *system, const SnWorkspace *work, const SnPathContact *a,
                     const SnPathContact *b, const double s[9], double *values)
{
    const int na = system->blocks[a->block].n, nb = system->blocks[b->block].n;
    double right[3][6] = {{0}}; /* S J_b: row k = J_b' (S e_k) */
    for (int k = 0; k < 3; k++)
        pull_back(system, work, b, s + 3 * k, right[k]);
    for (int c = 0; c < nb; c++) {
        double left[6];
        const double s_column[3] = {right[0][c], right[1][c], right[2][c]};
        pull_back(system, work, a, s_column, left);
        for (int r = 0; r < na; r++)
            values[nb * r + c] = left[r];
    }
}

static int pair_of(const SnSystem *system, const SnSystemPath *path, int r, int c)
{
    const int high = r > c ? r : c, low = r > c ? c : r;
    return system->pairs.stiffness_slot[path->slots + high * (high + 1) / 2 + low];
}

/* What contact points on surfaces that slide take from M-hat. */
typedef struct HessianSlip {
    const SnSystem *system;
    SnWorkspace *work;
    const SnSystemPath *path;
    double scaled;
} HessianSlip;

static void slip_of_hessian(void *data, double weight, double vector[][6])
{
    const HessianSlip *slip = data;
    SnPathGradient product = {0};
    memcpy(product.length, vector, sizeof(double[6]) * (size_t)slip->path->n_blocks);
    sn_path_add_product(slip->system, slip->work, slip->path, &product, -weight * slip->scaled, 0);
}

static void product_of_slides(void *data, const SnPathGradient *g_and_s, double along,
                              double across)
{
    const HessianSlip *h = data;
    sn_path_add_product(h->system, h->work, h->path, g_and_s, h->scaled * along,
                        h->scaled * across);
}

static void planar_product_of_hessian(void *data, SnPathGradient *product)
{
    const HessianSlip *h = data;
    sn_path_add_product(h->system, h->work, h->path, product, 0, h->scaled);
}

/* Part by part.  Without the slides over surfaces it is positive semidefinite, and more. */
void sn_path_add_hessian(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                         const SnPathGeometry *geometry, double scaled)
{
    assert(!work || work->system == system);
    for (int i = 0; i + 1 < geometry->n_contacts; i++) {
        const SnPathContact *part = &geometry->contacts[i];
        if ((part->length <= 0 && !part->is_given) || part->on_surface)
            continue;
        const double across = part->is_given ? 0 : scaled / part->length;
        double projector[9], values[36];
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                projector[3 * r + c] =
                    across * ((r == c) - part->direction[r] * part->direction[c]);
        const SnPathContact *end[2] = {part, part + 1};
        int place[2];
        for (int s = 0; s < 2; s++)
            place[s] = sn_path_block(system, path, end[s]->block);
        for (int s = 0; s < 2; s++) {
            if (place[s] < 0)
                continue;
            const int block = end[s]->block, pair = pair_of(system, path, place[s], place[s]);
            if (pair < 0)
                continue;
            sandwich(system, work, end[s], end[s], projector, values);
            if (system->blocks[block].kind == SN_BLOCK_BODY && !work->forces.positive_definite) {
                /* -k [l][R'F], F = T d on the first end, -T d on the second */
                double in_body[3], arm[9], cross[9], product[9];
                sn_m3_tmul_v3(work->motion.rotation[block], part->direction, in_body);
                sn_v3_scale(s ? scaled : -scaled, in_body, in_body);
                sn_m3_cross(end[s]->local, arm);
                sn_m3_cross(in_body, cross);
                sn_m3_mul(arm, cross, product);
                for (int r = 0; r < 3; r++)
                    for (int c = 0; c < 3; c++)
                        values[6 * (3 + r) + 3 + c] += product[3 * r + c];
            }
            sn_pair_add(system, work, pair, block, block, values);
        }
        if (place[0] < 0 || place[1] < 0)
            continue;
        for (int r = 0; r < 9; r++)
            projector[r] = -projector[r];
        sandwich(system, work, end[0], end[1], projector, values);
        const int pair = pair_of(system, path, place[0], place[1]);
        if (pair < 0)
            continue;
        sn_pair_add(system, work, pair, end[0]->block, end[1]->block, values);
        if (end[0]->block == end[1]->block)
            sn_pair_add(system, work, pair, end[0]->block, end[1]->block, values);
    }
    if (path->n_followers > 0) {
        HessianSlip slide = {system, work, path, scaled};
        sn_path_slide_products(system, work, path, geometry, work->forces.positive_definite,
                               product_of_slides, &slide);
    }
    if (path->n_wraps > 0 && !work->forces.positive_definite) {
        HessianSlip slip = {system, work, path, scaled};
        sn_path_slips(system, work, path, geometry, slip_of_hessian, &slip);
        sn_path_planar_products(system, work, path, geometry, planar_product_of_hessian, &slip);
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
