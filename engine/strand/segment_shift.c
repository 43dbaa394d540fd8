/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/segment_shift.h"

#include "engine/base/vec.h"
#include "engine/strand/segment_part.h"

#include <string.h>

/* --- momenta along a movement: names as in segment.c, `d_` before what changes --- */

/* Changes of the whole segment: length, its rate, stretch. */
typedef struct Whole {
    double length, rate, stretch;
} Whole;

/* Changes of a part, with the movement. */
typedef struct PartShift {
    double direction[3], length, rate;
    double p[2][3], along[2]; /* of SnPartMomenta */
} PartShift;

int sn_segment_shift_scratch(int n_nodes)
{
    return (int)(sizeof(PartShift) / sizeof(double)) * n_nodes + 2 * n_nodes;
}

/* Of the direction of a part, its length and that's rate. */
static void shift_part(const SnSegmentInput *in, const SnSegmentShape *shape,
                       const SnNodeShift *shifts, int part, PartShift *out)
{
    const double *d = shape->d[part], chord = sn_segment_chord(in, shape, part);
    double moved[3], v[3], d_v[3];
    sn_v3_sub(shifts[part + 1].x, shifts[part].x, moved);
    const double along = sn_v3_dot(moved, d);
    sn_v3_axpy(-along, d, moved);
    sn_v3_scale(chord > 0 ? 1 / chord : 0, moved, out->direction);
    out->length = along + shifts[part + 1].arc;
    sn_v3_sub(in->nodes[part + 1].v, in->nodes[part].v, v);
    sn_v3_sub(shifts[part + 1].v, shifts[part].v, d_v);
    out->rate = sn_v3_dot(out->direction, v) + sn_v3_dot(d, d_v);
}

/* Of all parts, of the whole, of S_k and c_k at all nodes. */
static Whole shift_nodes(const SnSegmentInput *in, const SnSegmentShape *shape,
                         const SnNodeShift *shifts, PartShift *parts, double *d_share,
                         double *d_passing)
{
    const int n = in->n_nodes - 1;
    const double f0 = eulerian_of(in, 0), flow = f0 - eulerian_of(in, 1);
    double way = 0, rates = 0;
    Whole whole = {0};
    for (int i = 0; i < n; i++) {
        shift_part(in, shape, shifts, i, &parts[i]);
        whole.length += parts[i].length;
        whole.rate += parts[i].rate;
    }
    whole.stretch = whole.length / in->rest_length;
    d_share[0] = d_share[n] = 0;
    d_passing[0] = -whole.stretch * f0;
    d_passing[n] = -whole.stretch * eulerian_of(in, 1);
    for (int k = 1; k < n; k++) {
        way += parts[k - 1].length;
        rates += parts[k - 1].rate;
        d_share[k] = shape->length > 0 ? (way - shape->share[k] * whole.length) / shape->length : 0;
        d_passing[k] = d_share[k] * (shape->rate + stretch(in, shape) * flow) +
                       shape->share[k] * (whole.rate + whole.stretch * flow) - rates -
                       whole.stretch * f0;
    }
    return whole;
}

/* Of the momenta that a part gives to its two nodes. */
static void shift_momenta(const SnSegmentInput *in, const SnSegmentShape *shape,
                          const SnNodeShift *shifts, const SnPartMomenta *momenta,
                          const double *d_share, const double *d_passing, int part, PartShift *out)
{
    const double share = shape->share[part + 1] - shape->share[part];
    const double mass = mass_of(in) * share / 6;
    const double grows = share > 0 ? (d_share[part + 1] - d_share[part]) / share : 0;
    double d_v[2][3];
    for (int end = 0; end < 2; end++) {
        sn_v3_copy(shifts[part + end].v, d_v[end]);
        sn_v3_axpy(d_passing[part + end], shape->d[part], d_v[end]);
        sn_v3_axpy(shape->passing[part + end], out->direction, d_v[end]);
    }
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < 3; i++)
            out->p[end][i] = grows * momenta->p[end][i] + mass * (2 * d_v[end][i] + d_v[!end][i]);
        out->along[end] =
            sn_v3_dot(shape->d[part], out->p[end]) + sn_v3_dot(out->direction, momenta->p[end]);
    }
}

static void shift_lumped(const SnSegmentInput *in, const SnNodeShift *shifts, double *change)
{
    const int last = in->n_nodes - 1;
    for (int k = 0; k <= last; k += last)
        add_at_node(&in->nodes[k], mass_of(in) / 2, shifts[k].v, change);
}

void sn_segment_momentum_shift(const SnSegmentInput *in, const SnSegmentShape *shape,
                               const SnNodeShift *shifts, const SnPartMomenta *momenta,
                               double *change, double *scratch)
{
    const int n = in->n_nodes - 1;
    PartShift *parts = (PartShift *)scratch;
    double *d_share = (double *)(parts + n), *d_passing = d_share + in->n_nodes;
    memset(change, 0, (size_t)in->n_columns * sizeof *change);
    if (in->n_columns == 0)
        return;
    if (is_lumped(in)) {
        shift_lumped(in, shifts, change);
        return;
    }
    const Whole whole = shift_nodes(in, shape, shifts, parts, d_share, d_passing);
    double along = 0, shared = 0, d_along = 0, d_shared = 0, seen = 0, d_seen = 0, node[3] = {0};
    for (int i = 0; i < n; i++) {
        shift_momenta(in, shape, shifts, &momenta[i], d_share, d_passing, i, &parts[i]);
        for (int end = 0; end < 2; end++) {
            along += momenta[i].along[end];
            d_along += parts[i].along[end];
            shared += momenta[i].along[end] * shape->share[i + end];
            d_shared += parts[i].along[end] * shape->share[i + end] +
                        momenta[i].along[end] * d_share[i + end];
        }
    }
    for (int i = 0; i < n; i++) { /* c_k pulls the nodes of part i with S_k - (i <= k) */
        const double pull = shared - along + seen + momenta[i].along[0],
                     d_pull = d_shared - d_along + d_seen + parts[i].along[0];
        double pulled[3];
        seen += momenta[i].along[0] + momenta[i].along[1];
        d_seen += parts[i].along[0] + parts[i].along[1];
        sn_v3_scale(d_pull, shape->d[i], pulled);
        sn_v3_axpy(pull, parts[i].direction, pulled);
        sn_v3_add(node, parts[i].p[0], node);
        sn_v3_sub(node, pulled, node);
        add_at_node(&in->nodes[i], 1, node, change);
        sn_v3_add(parts[i].p[1], pulled, node);
    }
    add_at_node(&in->nodes[n], 1, node, change);
    const double lambda = stretch(in, shape);
    if (in->eulerian_column[0] >= 0)
        change[in->eulerian_column[0]] +=
            whole.stretch * (shared - along) + lambda * (d_shared - d_along);
    if (in->eulerian_column[1] >= 0)
        change[in->eulerian_column[1]] -= whole.stretch * shared + lambda * d_shared;
}

/* --- slopes of energies --- */

static void find_momenta(const SnSegmentInput *in, const SnSegmentShape *shape, int part,
                         SnPartMomenta *out)
{
    const double mass = part_mass(in, shape, part) / 6;
    double v[2][3];
    end_velocities(in, shape, part, v[0], v[1]);
    out->square = sn_v3_dot(v[0], v[0]) + sn_v3_dot(v[0], v[1]) + sn_v3_dot(v[1], v[1]);
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < 3; i++)
            out->p[end][i] = mass * (2 * v[end][i] + v[!end][i]);
        out->along[end] = sn_v3_dot(shape->d[part], out->p[end]);
    }
}

/* slopes of both nodes += what a part's direction and length do. */
static void add_part_slopes(const SnSegmentInput *in, const SnSegmentShape *shape, int part,
                            const double by_direction[3], double by_length, SnNodeSlope *slopes)
{
    const double *d = shape->d[part], chord = sn_segment_chord(in, shape, part);
    double f[3];
    sn_v3_copy(by_direction, f);
    sn_v3_axpy(-sn_v3_dot(f, d), d, f);
    sn_v3_scale(chord > 0 ? 1 / chord : 0, f, f);
    sn_v3_axpy(by_length, d, f);
    sn_v3_sub(slopes[part].x, f, slopes[part].x);
    sn_v3_add(slopes[part + 1].x, f, slopes[part + 1].x);
    slopes[part + 1].arc += by_length;
}

static void slope_lumped(const SnSegmentInput *in, SnNodeSlope *slopes)
{
    for (int k = 0; k < 2; k++) {
        const int node = k ? in->n_nodes - 1 : 0;
        sn_v3_scale(mass_of(in) / 2, in->nodes[node].v, slopes[node].v);
    }
}

void sn_segment_kinetic_slopes(const SnSegmentInput *in, const SnSegmentShape *shape,
                               SnNodeSlope *slopes, SnPartMomenta *momenta)
{
    const int n = in->n_nodes - 1;
    const double f0 = eulerian_of(in, 0), flow = f0 - eulerian_of(in, 1), l = shape->length;
    const double passes = shape->rate + stretch(in, shape) * flow;
    double along = 0, shared = 0, after = 0, mean = 0;
    memset(slopes, 0, (size_t)in->n_nodes * sizeof *slopes);
    if (is_lumped(in))
        slope_lumped(in, slopes);
    for (int i = 0; i < n && !is_lumped(in); i++) {
        find_momenta(in, shape, i, &momenta[i]);
        for (int end = 0; end < 2; end++) {
            along += momenta[i].along[end];
            shared += momenta[i].along[end] * shape->share[i + end];
        }
    }
    if (is_lumped(in) || !(l > 0))
        return;
    for (int i = n - 1; i >= 0; i--) { /* by a_i, less the mean: shares add up to 1 */
        after += momenta[i].along[1];  /* of all c_k from this part's end on */
        momenta[i].after = after;
        momenta[i].by_share = mass_of(in) / 6 * momenta[i].square + passes * after;
        mean += (shape->share[i + 1] - shape->share[i]) * momenta[i].by_share;
        after += momenta[i].along[0];
    }
    for (int i = 0; i < n; i++) {
        const double pull = shared - momenta[i].after;
        double by_direction[3];
        sn_v3_sub(in->nodes[i + 1].v, in->nodes[i].v, by_direction);
        sn_v3_scale(pull, by_direction, by_direction);
        for (int end = 0; end < 2; end++) {
            sn_v3_axpy(shape->passing[i + end], momenta[i].p[end], by_direction);
            sn_v3_add(slopes[i + end].v, momenta[i].p[end], slopes[i + end].v);
            sn_v3_axpy(end ? pull : -pull, shape->d[i], slopes[i + end].v);
        }
        const double by_length =
            (momenta[i].by_share - mean) / l + (shared * flow - along * f0) / in->rest_length;
        add_part_slopes(in, shape, i, by_direction, by_length, slopes);
    }
}

void sn_segment_height_slopes(const SnSegmentInput *in, const SnSegmentShape *shape,
                              const double g[3], SnNodeSlope *slopes)
{
    static const double none[3] = {0};
    const int n = in->n_nodes - 1;
    const double half = mass_of(in) / 2;
    double mean = 0;
    memset(slopes, 0, (size_t)in->n_nodes * sizeof *slopes);
    if (is_lumped(in)) {
        sn_v3_scale(-half, g, slopes[0].x);
        sn_v3_scale(-half, g, slopes[n].x);
        return;
    }
    for (int round = 0; round < 2 && shape->length > 0; round++)
        for (int i = 0; i < n; i++) {
            const double share = shape->share[i + 1] - shape->share[i];
            const double by_share =
                -half * (sn_v3_dot(g, in->nodes[i].x) + sn_v3_dot(g, in->nodes[i + 1].x));
            if (round == 0) {
                mean += share * by_share;
                continue;
            }
            sn_v3_axpy(-half * share, g, slopes[i].x);
            sn_v3_axpy(-half * share, g, slopes[i + 1].x);
            add_part_slopes(in, shape, i, none, (by_share - mean) / shape->length, slopes);
        }
}
