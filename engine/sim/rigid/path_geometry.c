/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rigid/path_geometry.h"

#include "engine/base/memory.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- where it runs --- */

int sn_path_max_contacts(const SnSystem *system)
{
    int most = 0;
    for (int i = 0; i < system->paths.n; i++)
        most = system->paths.paths[i].count > most ? system->paths.paths[i].count : most;
    return most;
}

SnPathGeometry sn_path_geometry(const SnSystem *system, const SnWorkspace *work,
                                const SnSystemPath *path)
{
    assert(!work || work->system == system);
    SnPathContact *contacts = work->forces.path_contacts;
    SnPathGeometry g = {.n_contacts = path->count, .contacts = contacts};
    for (int i = 0; i < path->count; i++) {
        const int number = system->paths.point[path->first + i];
        const SnSystemPoint *point = &system->points[number];
        contacts[i] = (SnPathContact){.block = point->block};
        sn_v3_copy(point->local, contacts[i].local);
        sn_v3_copy(work->motion.point_position[number], contacts[i].position);
        sn_v3_copy(work->motion.point_velocity[number], contacts[i].velocity);
    }
    for (int i = 0; i + 1 < path->count; i++) {
        SnPathContact *part = &contacts[i];
        double v[3];
        sn_v3_sub(part[1].position, part->position, part->direction);
        part->length = sn_v3_normalize(part->direction, part->direction);
        sn_v3_sub(part[1].velocity, part->velocity, v);
        g.length += part->length;
        g.rate += sn_v3_dot(part->direction, v);
    }
    return g;
}

double sn_path_start_length(const SnSystem *system, const SnSystemPath *path)
{
    double length = 0, last[3] = {0}, next[3];
    for (int i = 0; i < path->count; i++) {
        const SnSystemPoint *point = &system->points[system->paths.point[path->first + i]];
        sn_point_position(system, system->q0, point, next);
        if (i > 0)
            length += sn_v3_distance(last, next);
        sn_v3_copy(next, last);
    }
    return length;
}

double sn_path_rate_at(const SnSystem *system, const SnWorkspace *work,
                       const SnPathGeometry *geometry, const double *u)
{
    assert(!work || work->system == system);
    double rate = 0;
    for (int i = 0; i + 1 < geometry->n_contacts; i++) {
        const SnPathContact *a = &geometry->contacts[i], *b = a + 1;
        double va[3], vb[3];
        sn_point_velocity(system, work, a->block, a->local, u, va);
        sn_point_velocity(system, work, b->block, b->local, u, vb);
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
            if (end->block < 0)
                continue;
            sn_v3_scale(s ? -tension : tension, geometry->contacts[i].direction, force);
            sn_add_force(system, work, end->block, end->local, force, f);
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

/* Position of a block among the path's, -1: the world. */
static int block_in_path(const SnSystem *system, const SnSystemPath *path, int block)
{
    for (int i = 0; i < path->n_blocks; i++)
        if (system->paths.block[path->blocks + i] == block)
            return i;
    return -1;
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
        if (i + 1 < geometry->n_contacts) {
            sn_v3_sub(contact[1].velocity, contact->velocity, after_rate);
            sn_v3_axpy(-sn_v3_dot(after_rate, contact->direction), contact->direction, after_rate);
            sn_v3_scale(contact->length > 0 ? 1 / contact->length : 0, after_rate, after_rate);
        }
        const int b = block_in_path(system, path, contact->block);
        if (b >= 0) {
            sn_v3_sub(before, contact->direction, e);
            sn_v3_sub(before_rate, after_rate, w);
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

/* Part by part. */
void sn_path_add_hessian(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                         const SnPathGeometry *geometry, double scaled)
{
    assert(!work || work->system == system);
    for (int i = 0; i + 1 < geometry->n_contacts; i++) {
        const SnPathContact *part = &geometry->contacts[i];
        if (part->length <= 0)
            continue;
        double projector[9], values[36];
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                projector[3 * r + c] =
                    scaled / part->length * ((r == c) - part->direction[r] * part->direction[c]);
        const SnPathContact *end[2] = {part, part + 1};
        int place[2];
        for (int s = 0; s < 2; s++)
            place[s] = block_in_path(system, path, end[s]->block);
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
}

/* --- in the system --- */

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Distinct blocks of each path, ascending. */
void sn_finish_paths(SnSystem *system)
{
    sn_free(system->paths.block);
    system->paths.block = sn_alloc((size_t)system->paths.n_points + 1, sizeof(int));
    system->paths.n_blocks = 0;
    for (int i = 0; i < system->paths.n; i++) {
        SnSystemPath *path = &system->paths.paths[i];
        int *blocks = system->paths.block + system->paths.n_blocks;
        int n = 0;
        for (int k = 0; k < path->count; k++) {
            const int point = system->paths.point[path->first + k];
            const int block = system->points[point].block;
            bool known = block < 0;
            for (int j = 0; j < n && !known; j++)
                known = blocks[j] == block;
            if (!known)
                blocks[n++] = block;
        }
        qsort(blocks, (size_t)n, sizeof *blocks, compare_int);
        path->blocks = system->paths.n_blocks, path->n_blocks = n;
        system->paths.n_blocks += n;
    }
}
