/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs and muscles along paths through points.  With l(q) the path's length, T its tension:
 *   f = -T grad l,   D = -c grad l grad l',   K = -(k grad l + c grad ldot) grad l' - T hess l,
 * k = dT/dl, c = dT/dldot.  A point p = x + R l of a body has J = (I, -R[l]); its force F also
 * turns with the body: [l][R'F] in the rotations. */
#include "engine/base/vec.h"
#include "engine/sim/rigid/muscle.h"
#include "engine/sim/system/work.h"

#include <string.h>

/* A path has few blocks; those beyond are treated explicitly. */
#define MAX_BLOCKS 16

static SnPathResults spring_law(const SnSpringParameters *spring, double length, double rate)
{
    SnPathResults r = {.length = length, .rate = rate, .fibre_length = length};
    if (spring->tension_only && length < spring->rest_length)
        return r;
    r.tension = spring->stiffness * (length - spring->rest_length) + spring->damping * rate;
    r.stiffness = spring->stiffness;
    r.viscosity = spring->damping;
    return r;
}

static SnPathResults muscle_law(const SnMuscleParameters *muscle, const SnState *state,
                                double length, double rate)
{
    const double activation = sn_state_activation_const(state)[muscle->activation];
    const SnTension t = muscle->type == 1 ? sn_hill_tension(muscle, length, rate, activation)
                                          : sn_peck_tension(muscle, length, rate, activation);
    return (SnPathResults){.length = length,
                           .rate = rate,
                           .tension = t.tension,
                           .passive = t.passive,
                           .fibre_length = t.fibre,
                           .stiffness = t.stiffness,
                           .viscosity = t.viscosity};
}

/* One straight part between two points. */
typedef struct Span {
    double length;
    double direction[3];
} Span;

static Span span_of(const SnWork *work, int from, int to)
{
    Span span;
    sn_v3_sub(work->point_position[to], work->point_position[from], span.direction);
    span.length = sn_v3_normalize(span.direction, span.direction);
    return span;
}

static double span_rate(const SnWork *work, const Span *span, int from, int to)
{
    double v[3];
    sn_v3_sub(work->point_velocity[to], work->point_velocity[from], v);
    return sn_v3_dot(span->direction, v);
}

/* J' F of a point for a force in world axes. */
static void pull_back(const SnSystem *system, const SnWork *work, const SnSystemPoint *point,
                      const double force[3], double generalised[6])
{
    sn_v3_copy(force, generalised);
    if (system->blocks[point->block].kind == SN_BLOCK_BODY) {
        double in_body[3];
        sn_m3_tmul_v3(work->rotation[point->block], force, in_body);
        sn_v3_cross(point->local, in_body, generalised + 3);
    }
}

/* Position of a block among the path's, -1: the world. */
static int block_in_path(const SnSystem *system, const SnSystemPath *path, int block)
{
    for (int i = 0; i < path->n_blocks; i++)
        if (system->path_block[path->blocks + i] == block)
            return i;
    return -1;
}

/* Everything of one path that its stiffness needs. */
typedef struct PathGradient {
    double length[MAX_BLOCKS][6]; /* grad l over the blocks */
    double rate[MAX_BLOCKS][6];   /* grad ldot */
} PathGradient;

/* grad l and grad ldot.  A point with unit vectors d- (from the one before) and d+ (to the next)
 * has dl/dp = d- - d+, and dldot/dp = P-(v - v-) - P+(v+ - v) with P = (I - dd') / length; its
 * velocity also turns with the body: (w x l) x R'(d- - d+). */
static void path_gradients(const SnSystem *system, const SnState *state, const SnWork *work,
                           const SnSystemPath *path, PathGradient *gradient)
{
    memset(gradient->length, 0, sizeof *gradient->length * (size_t)path->n_blocks);
    memset(gradient->rate, 0, sizeof *gradient->rate * (size_t)path->n_blocks);
    const int *points = system->path_point + path->first;
    double before[3] = {0}, before_rate[3] = {0};
    for (int i = 0; i < path->count; i++) {
        double after[3] = {0}, after_rate[3] = {0}, e[3], w[3], g[6];
        if (i + 1 < path->count) {
            const Span span = span_of(work, points[i], points[i + 1]);
            sn_v3_copy(span.direction, after);
            sn_v3_sub(work->point_velocity[points[i + 1]], work->point_velocity[points[i]],
                      after_rate);
            sn_v3_axpy(-sn_v3_dot(after_rate, after), after, after_rate);
            sn_v3_scale(span.length > 0 ? 1 / span.length : 0, after_rate, after_rate);
        }
        const SnSystemPoint *point = &system->points[points[i]];
        const int b = block_in_path(system, path, point->block);
        if (b >= 0) {
            sn_v3_sub(before, after, e);
            sn_v3_sub(before_rate, after_rate, w);
            pull_back(system, work, point, e, g);
            const int n = system->blocks[point->block].n;
            for (int k = 0; k < n; k++)
                gradient->length[b][k] += g[k];
            pull_back(system, work, point, w, g);
            for (int k = 0; k < n; k++)
                gradient->rate[b][k] += g[k];
            if (n == 6) {
                double turn[3], in_body[3];
                sn_v3_cross(sn_state_u_const(state) + system->blocks[point->block].u + 3,
                            point->local, turn);
                sn_m3_tmul_v3(work->rotation[point->block], e, in_body);
                sn_v3_cross(turn, in_body, turn);
                sn_v3_add(gradient->rate[b] + 3, turn, gradient->rate[b] + 3);
            }
        }
        sn_v3_copy(after, before);
        sn_v3_copy(after_rate, before_rate);
    }
}

/* J_a' S J_b over two points, S symmetric 3 x 3; rows of a's block. */
static void sandwich(const SnSystem *system, const SnWork *work, const SnSystemPoint *a,
                     const SnSystemPoint *b, const double s[9], double *values)
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
    return system->stiffness_slot[path->slots + high * (high + 1) / 2 + low];
}

/* The part k T hess l of M-hat, span by span, and the turning of the forces. */
static void geometric_stiffness(const SnSystem *system, SnWork *work, const SnSystemPath *path,
                                double scaled_tension)
{
    const int *points = system->path_point + path->first;
    for (int i = 0; i + 1 < path->count; i++) {
        const Span span = span_of(work, points[i], points[i + 1]);
        if (span.length <= 0)
            continue;
        double projector[9], values[36];
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                projector[3 * r + c] = scaled_tension / span.length *
                                       ((r == c) - span.direction[r] * span.direction[c]);
        const SnSystemPoint *end[2] = {&system->points[points[i]], &system->points[points[i + 1]]};
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
            if (system->blocks[block].kind == SN_BLOCK_BODY && !work->filtered) {
                /* -k [l][R'F], F = T d on the first end, -T d on the second */
                double in_body[3], arm[9], cross[9], product[9];
                sn_m3_tmul_v3(work->rotation[block], span.direction, in_body);
                sn_v3_scale(s ? scaled_tension : -scaled_tension, in_body, in_body);
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

/* The parts d c g g' + k (k_l g g' + c sym(g s')) of M-hat; g = grad l, s = grad ldot. */
static void axial_stiffness(const SnSystem *system, SnWork *work, const SnSystemPath *path,
                            const PathGradient *gradient, double along, double across)
{
    const int *slot = system->stiffness_slot + path->slots;
    for (int r = 0; r < path->n_blocks; r++)
        for (int c = 0; c <= r; c++, slot++) {
            if (*slot < 0)
                continue;
            const int nr = system->blocks[system->path_block[path->blocks + r]].n;
            const int nc = system->blocks[system->path_block[path->blocks + c]].n;
            double *value = work->pair + system->pair_value[*slot];
            const double *gr = gradient->length[r], *gc = gradient->length[c];
            const double *sr = gradient->rate[r], *sc = gradient->rate[c];
            for (int i = 0; i < nr; i++)
                for (int j = 0; j < nc; j++)
                    value[nc * i + j] +=
                        along * gr[i] * gc[j] + 0.5 * across * (gr[i] * sc[j] + sr[i] * gc[j]);
        }
}

static void measure(const SnSystem *system, const SnWork *work, const SnSystemPath *path,
                    double *length, double *rate)
{
    const int *points = system->path_point + path->first;
    *length = *rate = 0;
    for (int i = 0; i + 1 < path->count; i++) {
        const Span span = span_of(work, points[i], points[i + 1]);
        *length += span.length;
        *rate += span_rate(work, &span, points[i], points[i + 1]);
    }
}

/* -tension grad l on every block, kinematic ones too. */
static void apply_tension(const SnSystem *system, const SnWork *work, const SnSystemPath *path,
                          double tension, double *f)
{
    const int *points = system->path_point + path->first;
    for (int i = 0; i + 1 < path->count; i++) {
        const Span span = span_of(work, points[i], points[i + 1]);
        for (int s = 0; s < 2; s++) {
            const SnSystemPoint *point = &system->points[points[i + s]];
            double force[3];
            if (point->block < 0)
                continue;
            sn_v3_scale(s ? -tension : tension, span.direction, force);
            sn_add_force(system, work, point->block, point->local, force, f);
        }
    }
}

static void path_stiffness(const SnSystem *system, const SnState *state, SnWork *work,
                           const SnSystemPath *path, const SnPathResults *result, double d,
                           double k)
{
    PathGradient gradient;
    path_gradients(system, state, work, path, &gradient);
    const double stiffness = work->filtered ? fmax(result->stiffness, 0) : result->stiffness;
    const double tension = work->filtered ? fmax(result->tension, 0) : result->tension;
    axial_stiffness(system, work, path, &gradient, d * result->viscosity + k * stiffness,
                    work->filtered ? 0 : k * result->viscosity);
    if (k != 0)
        geometric_stiffness(system, work, path, k * tension);
}

void sn_path_forces(const SnSystem *system, const double *inputs, const SnState *state,
                    SnWork *work, bool matrix, double d, double k)
{
    for (int i = 0; i < system->n_paths; i++) {
        const SnSystemPath *path = &system->paths[i];
        double length, rate;
        measure(system, work, path, &length, &rate);
        SnPathResults *result = &work->paths[i];
        *result = path->muscle ? muscle_law(&system->muscles[path->law], state, length, rate)
                               : spring_law(&system->springs[path->law], length, rate);
        if (!path->enabled) {
            result->tension = result->passive = 0;
            continue;
        }
        apply_tension(system, work, path, result->tension, work->force);
        const bool implicit = matrix && (d != 0 || k != 0) && path->n_blocks <= MAX_BLOCKS;
        const double start =
            implicit ? result->tension - result->viscosity * rate : result->tension;
        apply_tension(system, work, path, start, work->explicit_force);
        if (implicit)
            path_stiffness(system, state, work, path, result, d, k);
    }
}
