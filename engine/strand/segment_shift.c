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

/* Changes of the direction of a part, its length and that's rate. */
static void shift_part(const SnSegmentInput *in, const SnSegmentShape *shape,
                       const SnNodeShift *shifts, int part, double d_direction[3], double *d_length,
                       double *d_rate)
{
    const double *d = shape->d[part], chord = sn_segment_chord(in, shape, part);
    double moved[3], v[3], d_v[3];
    sn_v3_sub(shifts[part + 1].x, shifts[part].x, moved);
    const double along = sn_v3_dot(moved, d);
    sn_v3_copy(moved, d_direction);
    sn_v3_axpy(-along, d, d_direction);
    sn_v3_scale(chord > 0 ? 1 / chord : 0, d_direction, d_direction);
    *d_length = along + shifts[part + 1].arc;
    sn_v3_sub(in->nodes[part + 1].v, in->nodes[part].v, v);
    sn_v3_sub(shifts[part + 1].v, shifts[part].v, d_v);
    *d_rate = sn_v3_dot(d_direction, v) + sn_v3_dot(d, d_v);
}

/* Changes of the whole, of S_k and c_k at all nodes. */
static Whole shift_nodes(const SnSegmentInput *in, const SnSegmentShape *shape,
                         const SnNodeShift *shifts, double *d_share, double *d_passing)
{
    const int n = in->n_nodes - 1;
    const double f0 = eulerian_of(in, 0), flow = f0 - eulerian_of(in, 1);
    double unused[3], d_length, d_rate, way = 0, rates = 0;
    Whole whole = {0};
    for (int i = 0; i < n; i++) {
        shift_part(in, shape, shifts, i, unused, &d_length, &d_rate);
        whole.length += d_length;
        whole.rate += d_rate;
    }
    whole.stretch = whole.length / in->rest_length;
    d_share[0] = d_share[n] = 0;
    d_passing[0] = -whole.stretch * f0;
    d_passing[n] = -whole.stretch * eulerian_of(in, 1);
    for (int k = 1; k < n; k++) {
        shift_part(in, shape, shifts, k - 1, unused, &d_length, &d_rate);
        way += d_length;
        rates += d_rate;
        d_share[k] = shape->length > 0 ? (way - shape->share[k] * whole.length) / shape->length : 0;
        d_passing[k] = d_share[k] * (shape->rate + stretch(in, shape) * flow) +
                       shape->share[k] * (whole.rate + whole.stretch * flow) - rates -
                       whole.stretch * f0;
    }
    return whole;
}

/* What a part gives to its two nodes: momenta, their changes, and both along the part. */
typedef struct PartMomenta {
    double p[2][3], d_p[2][3], along[2], d_along[2], d_direction[3];
} PartMomenta;

static void part_momenta(const SnSegmentInput *in, const SnSegmentShape *shape,
                         const SnNodeShift *shifts, const double *d_share, const double *d_passing,
                         int part, PartMomenta *out)
{
    const double mass = part_mass(in, shape, part) / 6,
                 d_mass = mass_of(in) * (d_share[part + 1] - d_share[part]) / 6;
    double v[2][3], d_v[2][3], unused[2];
    end_velocities(in, shape, part, v[0], v[1]);
    shift_part(in, shape, shifts, part, out->d_direction, &unused[0], &unused[1]);
    for (int end = 0; end < 2; end++) {
        sn_v3_copy(shifts[part + end].v, d_v[end]);
        sn_v3_axpy(d_passing[part + end], shape->d[part], d_v[end]);
        sn_v3_axpy(shape->passing[part + end], out->d_direction, d_v[end]);
    }
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < 3; i++) {
            const double sum = 2 * v[end][i] + v[!end][i];
            out->p[end][i] = mass * sum;
            out->d_p[end][i] = d_mass * sum + mass * (2 * d_v[end][i] + d_v[!end][i]);
        }
        out->along[end] = sn_v3_dot(shape->d[part], out->p[end]);
        out->d_along[end] =
            sn_v3_dot(shape->d[part], out->d_p[end]) + sn_v3_dot(out->d_direction, out->p[end]);
    }
}

/* change += (J' p)' */
static void add_shifted(const SnSegmentNode *node, const SnNodeShift *shift, const double p[3],
                        const double d_p[3], double *change)
{
    add_at_node(node, 1, d_p, change);
    for (int j = 0; j < node->width; j++)
        for (int i = 0; i < 3; i++)
            change[node->column + j] += shift->jacobian[node->width * i + j] * p[i];
}

static void shift_lumped(const SnSegmentInput *in, const SnNodeShift *shifts, double *change)
{
    const int ends[2] = {0, in->n_nodes - 1};
    for (int k = 0; k < 2; k++) {
        double p[3], d_p[3];
        sn_v3_scale(mass_of(in) / 2, in->nodes[ends[k]].v, p);
        sn_v3_scale(mass_of(in) / 2, shifts[ends[k]].v, d_p);
        add_shifted(&in->nodes[ends[k]], &shifts[ends[k]], p, d_p, change);
    }
}

void sn_segment_momentum_shift(const SnSegmentInput *in, const SnSegmentShape *shape,
                               const SnNodeShift *shifts, double *change, double *scratch)
{
    const int n = in->n_nodes - 1;
    double *d_share = scratch, *d_passing = scratch + in->n_nodes;
    memset(change, 0, (size_t)in->n_columns * sizeof *change);
    if (in->n_columns == 0)
        return;
    if (is_lumped(in)) {
        shift_lumped(in, shifts, change);
        return;
    }
    const Whole whole = shift_nodes(in, shape, shifts, d_share, d_passing);
    double along = 0, shared = 0, d_along = 0, d_shared = 0, seen = 0, d_seen = 0;
    PartMomenta m;
    for (int i = 0; i < n; i++) {
        part_momenta(in, shape, shifts, d_share, d_passing, i, &m);
        for (int end = 0; end < 2; end++) {
            along += m.along[end];
            d_along += m.d_along[end];
            shared += m.along[end] * shape->share[i + end];
            d_shared += m.d_along[end] * shape->share[i + end] + m.along[end] * d_share[i + end];
        }
    }
    for (int i = 0; i < n; i++) { /* c_k pulls the nodes of part i with S_k - (i <= k) */
        part_momenta(in, shape, shifts, d_share, d_passing, i, &m);
        const double pull = shared - along + seen + m.along[0],
                     d_pull = d_shared - d_along + d_seen + m.d_along[0];
        seen += m.along[0] + m.along[1];
        d_seen += m.d_along[0] + m.d_along[1];
        for (int end = 0; end < 2; end++) {
            const double sign = end ? 1 : -1;
            sn_v3_axpy(sign * pull, shape->d[i], m.p[end]);
            sn_v3_axpy(sign * d_pull, shape->d[i], m.d_p[end]);
            sn_v3_axpy(sign * pull, m.d_direction, m.d_p[end]);
            add_shifted(&in->nodes[i + end], &shifts[i + end], m.p[end], m.d_p[end], change);
        }
    }
    const double lambda = stretch(in, shape);
    if (in->eulerian_column[0] >= 0)
        change[in->eulerian_column[0]] +=
            whole.stretch * (shared - along) + lambda * (d_shared - d_along);
    if (in->eulerian_column[1] >= 0)
        change[in->eulerian_column[1]] -= whole.stretch * shared + lambda * d_shared;
}

/* --- slopes of energies --- */

/* What the ends of a part give to the kinetic energy: derivatives by their velocities, those along
 * the part, and the derivative by the part's mass / 6. */
typedef struct PartSlopes {
    double p[2][3], along[2], square;
} PartSlopes;

static void part_slopes(const SnSegmentInput *in, const SnSegmentShape *shape, int part,
                        PartSlopes *out)
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
                               SnNodeSlope *slopes)
{
    const int n = in->n_nodes - 1;
    const double f0 = eulerian_of(in, 0), flow = f0 - eulerian_of(in, 1), l = shape->length;
    const double passes = shape->rate + stretch(in, shape) * flow;
    double along = 0, shared = 0, seen = 0, mean = 0;
    PartSlopes m;
    memset(slopes, 0, (size_t)in->n_nodes * sizeof *slopes);
    if (is_lumped(in))
        slope_lumped(in, slopes);
    if (is_lumped(in) || !(l > 0))
        return;
    for (int i = 0; i < n; i++) {
        part_slopes(in, shape, i, &m);
        for (int end = 0; end < 2; end++) {
            along += m.along[end];
            shared += m.along[end] * shape->share[i + end];
        }
    }
    for (int round = 0; round < 2; round++, seen = 0)
        for (int i = 0; i < n; i++) { /* by a_i, less the mean: shares add up to 1 */
            part_slopes(in, shape, i, &m);
            const double after = along - seen - m.along[0]; /* of all c_k from this part's end on */
            const double by_share = mass_of(in) / 6 * m.square + passes * after;
            seen += m.along[0] + m.along[1];
            if (round == 0) {
                mean += (shape->share[i + 1] - shape->share[i]) * by_share;
                continue;
            }
            const double pull = shared - after;
            double by_direction[3];
            sn_v3_sub(in->nodes[i + 1].v, in->nodes[i].v, by_direction);
            sn_v3_scale(pull, by_direction, by_direction);
            for (int end = 0; end < 2; end++) {
                sn_v3_axpy(shape->passing[i + end], m.p[end], by_direction);
                sn_v3_add(slopes[i + end].v, m.p[end], slopes[i + end].v);
                sn_v3_axpy(end ? pull : -pull, shape->d[i], slopes[i + end].v);
            }
            const double by_length =
                (by_share - mean) / l + (shared * flow - along * f0) / in->rest_length;
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
