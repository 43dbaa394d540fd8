/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matter of a segment moves at node k with xdot_k + c_k d of the part it is on, linearly
 * between (strands.md 2.3).  So every generalised force of a field w that is linear on each part,
 * the integral of V'w, is made of a force at each node and a scalar along c_k; the gradient of c_k
 * is never needed there.  With flow c_k = S_k (l' + lambda (f_0 - f_n)) - sum_{i<=k} l_i'
 * - lambda f_0, lambda = l / L, f the Eulerian coordinates: from the definition of s_k. */
#include "engine/strand/segment.h"

#include "engine/base/vec.h"
#include "engine/strand/segment_part.h"

#include <string.h>

void sn_segment_shape(const SnSegmentInput *in, SnSegmentShape *shape)
{
    const int n = in->n_nodes - 1;
    double sum = 0, rate = 0, before = 0;
    for (int i = 0; i < n; i++) {
        sn_v3_sub(in->nodes[i + 1].x, in->nodes[i].x, shape->d[i]);
        shape->part[i] = sn_v3_normalize(shape->d[i], shape->d[i]) + (in->extra ? in->extra[i] : 0);
        sum += shape->part[i];
        shape->passing[i + 1] = part_rate(in, shape, i);
        rate += shape->passing[i + 1];
    }
    shape->length = sum;
    shape->rate = rate;
    const double lambda = stretch(in, shape), f0 = eulerian_of(in, 0), fn = eulerian_of(in, 1);
    shape->share[0] = 0;
    shape->passing[0] = -lambda * f0;
    for (int i = 0; i < n; i++) {
        const double share = sum > 0 ? shape->part[i] / sum : 1.0 / n;
        shape->share[i + 1] = i + 1 == n ? 1 : shape->share[i] + share;
        before += shape->passing[i + 1];
        shape->passing[i + 1] =
            shape->share[i + 1] * (rate + lambda * (f0 - fn)) - before - lambda * f0;
    }
    shape->passing[n] = -lambda * fn; /* without what rounding leaves */
}

/* Change of the direction of a part per second. */
static void direction_rate(const SnSegmentInput *in, const SnSegmentShape *shape, int part,
                           const double apart[3], double rate[3])
{
    const double chord = sn_segment_chord(in, shape, part);
    sn_v3_copy(apart, rate);
    sn_v3_axpy(-sn_v3_dot(shape->d[part], rate), shape->d[part], rate);
    sn_v3_scale(chord > 0 ? 1 / chord : 0, rate, rate);
}

/* What changes at constant unknown rates: directions per second, c_k'. */
typedef struct Rates {
    double (*turning)[3]; /* [parts] */
    double *passing;      /* [nodes] */
} Rates;

static void find_rates(const SnSegmentInput *in, const SnSegmentShape *shape, const Rates *rates)
{
    const int n = in->n_nodes - 1;
    const double f0 = eulerian_of(in, 0), difference = f0 - eulerian_of(in, 1);
    const double l = shape->length, lambda = stretch(in, shape);
    const double lambda_rate = (shape->rate + lambda * difference) / in->rest_length;
    double second = 0, before = 0, before_second = 0;
    for (int i = 0; i < n; i++) { /* second derivative of the length of the part */
        double v[3], a[3];
        sn_v3_sub(in->nodes[i + 1].v, in->nodes[i].v, v);
        sn_v3_sub(in->nodes[i + 1].a, in->nodes[i].a, a);
        direction_rate(in, shape, i, v, rates->turning[i]);
        rates->passing[i + 1] = sn_v3_dot(rates->turning[i], v) + sn_v3_dot(shape->d[i], a);
        second += rates->passing[i + 1];
    }
    rates->passing[0] = -lambda_rate * f0;
    for (int i = 0; i < n; i++) {
        const double share = shape->share[i + 1];
        before += part_rate(in, shape, i);
        before_second += rates->passing[i + 1];
        const double share_rate = l > 0 ? (before - share * shape->rate) / l : 0;
        rates->passing[i + 1] = share_rate * (shape->rate + lambda * difference) +
                                share * (second + lambda_rate * difference) - before_second -
                                lambda_rate * f0;
    }
    rates->passing[n] = -lambda_rate * eulerian_of(in, 1);
}

/* w, which is to be integrated over the matter as V'w, at the ends of a part: w / 6 x mass, already
 * weighted, on the first node (2 w+ + w-), on the last one (w+ + 2 w-). */
static void weigh_ends(double sixth_of_mass, const double w[2][3], double ends[2][3])
{
    for (int i = 0; i < 3; i++) {
        ends[0][i] = sixth_of_mass * (2 * w[0][i] + w[1][i]);
        ends[1][i] = sixth_of_mass * (w[0][i] + 2 * w[1][i]);
    }
}

/* Of minus the accelerations of the matter at constant unknown rates. */
static void accelerate_ends(const SnSegmentInput *in, const SnSegmentShape *shape,
                            const Rates *rates, double (*ends)[2][3])
{
    for (int part = 0; part + 1 < in->n_nodes; part++) {
        double v[2][3], difference[3], w[2][3];
        end_velocities(in, shape, part, v[0], v[1]);
        sn_v3_sub(v[1], v[0], difference);
        for (int end = 0; end < 2; end++) {
            const double c = shape->passing[part + end];
            sn_v3_copy(in->nodes[part + end].a, w[end]);
            if (shape->part[part] > 0)
                sn_v3_axpy(c / shape->part[part], difference, w[end]);
            sn_v3_axpy(rates->passing[part + end], shape->d[part], w[end]);
            sn_v3_axpy(c, rates->turning[part], w[end]);
        }
        weigh_ends(-part_mass(in, shape, part) / 6, (const double(*)[3])w, ends[part]);
    }
}

/* force += integral of V'w dm, from what that is at the ends.  First what acts along the c_k is
 * summed, then it is handed to the parts: c_k pulls the nodes of part i with S_k - (i <= k).  At
 * the kinks, `flux` c_k^2 (may be 0) times the change of direction comes to that. */
static void add_field(const SnSegmentInput *in, const SnSegmentShape *shape,
                      const double (*ends)[2][3], double flux, double *force)
{
    const int n = in->n_nodes - 1;
    const double lambda = stretch(in, shape);
    double along = 0, shared = 0, seen = 0, node[3] = {0};
    for (int i = 0; i < n; i++) {
        const double gamma[2] = {sn_v3_dot(shape->d[i], ends[i][0]),
                                 sn_v3_dot(shape->d[i], ends[i][1])};
        along += gamma[0] + gamma[1];
        shared += gamma[0] * shape->share[i] + gamma[1] * shape->share[i + 1];
    }
    for (int i = 0; i < n; i++) {
        const double *d = shape->d[i], c = shape->passing[i], next = shape->passing[i + 1];
        seen += sn_v3_dot(d, ends[i][0]);
        const double pull = shared - (along - seen); /* seen: of all c_k before this part's end */
        seen += sn_v3_dot(d, ends[i][1]);
        sn_v3_add(node, ends[i][0], node);
        sn_v3_axpy(-pull - (i > 0 ? flux * c * c : 0), d, node);
        add_at_node(&in->nodes[i], 1, node, force);
        sn_v3_copy(ends[i][1], node);
        sn_v3_axpy(pull + (i + 1 < n ? flux * next * next : 0), d, node);
    }
    add_at_node(&in->nodes[n], 1, node, force);
    if (in->eulerian_column[0] >= 0)
        force[in->eulerian_column[0]] += lambda * (shared - along);
    if (in->eulerian_column[1] >= 0)
        force[in->eulerian_column[1]] -= lambda * shared;
}

/* Momentum of the matter that goes across the boundaries: from the moving limits of the integral
 * that is the kinetic energy. */
static void add_flux(const SnSegmentInput *in, const SnSegmentShape *shape, double *force)
{
    const int n = in->n_nodes - 1;
    for (int end = 0; end < 2 && shape->length > 0; end++) {
        if (in->eulerian_column[end] < 0)
            continue;
        const int part = end ? n - 1 : 0, node = end ? n : 0;
        double v[2][3];
        end_velocities(in, shape, part, v[0], v[1]);
        const double c = shape->passing[node], sign = end ? in->line_density : -in->line_density;
        add_at_node(&in->nodes[node], -sign * eulerian_of(in, end), v[end], force);
        force[in->eulerian_column[end]] -=
            sign * (c * sn_v3_dot(shape->d[part], v[end]) - 0.5 * sn_v3_dot(v[end], v[end]));
    }
}

void sn_segment_inertia(const SnSegmentInput *in, const SnSegmentShape *shape, double *mass,
                        double *quadratic, double *scratch)
{
    if (mass)
        sn_segment_mass(in, shape, mass, scratch);
    if (!quadratic)
        return;
    memset(quadratic, 0, (size_t)in->n_columns * sizeof(double));
    if (is_lumped(in)) {
        const int last = in->n_nodes - 1;
        for (int k = 0; k <= last; k += last)
            add_at_node(&in->nodes[k], -mass_of(in) / 2, in->nodes[k].a, quadratic);
        return;
    }
    double(*ends)[2][3] = (double(*)[2][3])scratch;
    const Rates rates = {.turning = (double(*)[3])(ends + in->n_nodes - 1),
                         .passing = scratch + 9 * (in->n_nodes - 1)};
    find_rates(in, shape, &rates);
    accelerate_ends(in, shape, &rates, ends);
    /* through the kinks, momentum goes from part to part: limits of the integral move there too */
    add_field(in, shape, (const double(*)[2][3])ends,
              shape->length > 0 ? mass_of(in) / shape->length : 0, quadratic);
    add_flux(in, shape, quadratic);
}

void sn_segment_momentum(const SnSegmentInput *in, const SnSegmentShape *shape, double *momentum,
                         double *scratch)
{
    double(*ends)[2][3] = (double(*)[2][3])scratch;
    memset(momentum, 0, (size_t)in->n_columns * sizeof(double));
    if (is_lumped(in)) {
        const int last = in->n_nodes - 1;
        for (int k = 0; k <= last; k += last)
            add_at_node(&in->nodes[k], mass_of(in) / 2, in->nodes[k].v, momentum);
        return;
    }
    for (int i = 0; i + 1 < in->n_nodes; i++) {
        double v[2][3];
        end_velocities(in, shape, i, v[0], v[1]);
        weigh_ends(part_mass(in, shape, i) / 6, (const double(*)[3])v, ends[i]);
    }
    add_field(in, shape, (const double(*)[2][3])ends, 0, momentum);
}

/* Adds a mass with a velocity at a place to the momenta. */
static void add_momentum(double mass, const double x[3], const double v[3], double momentum[6])
{
    double turning[3];
    sn_v3_cross(x, v, turning);
    sn_v3_axpy(mass, v, momentum);
    sn_v3_axpy(mass, turning, momentum + 3);
}

double sn_segment_kinetic(const SnSegmentInput *in, const SnSegmentShape *shape, double momentum[6])
{
    const int last = in->n_nodes - 1;
    double energy = 0;
    if (momentum)
        memset(momentum, 0, 6 * sizeof(double));
    for (int k = 0; k <= last && is_lumped(in); k += last) {
        const SnSegmentNode *node = &in->nodes[k];
        energy += mass_of(in) / 4 * sn_v3_dot(node->v, node->v);
        if (momentum)
            add_momentum(mass_of(in) / 2, node->x, node->v, momentum);
    }
    for (int i = 0; i < last && !is_lumped(in); i++) {
        const double m = part_mass(in, shape, i) / 6;
        double v[2][3];
        end_velocities(in, shape, i, v[0], v[1]);
        energy += m * (sn_v3_dot(v[0], v[0]) + sn_v3_dot(v[0], v[1]) + sn_v3_dot(v[1], v[1]));
        for (int a = 0; momentum && a < 2; a++)
            for (int b = 0; b < 2; b++)
                add_momentum((a == b ? 2 : 1) * m, in->nodes[i + a].x, v[b], momentum);
    }
    return energy;
}

/* Weight of the matter.  Along an arc it falls by its chord alone. */
static void add_weight(const SnSegmentInput *in, const SnSegmentShape *shape, const double g[3],
                       double *force)
{
    const int n = in->n_nodes - 1;
    const double lambda = stretch(in, shape);
    double along = 0, shared = 0, seen = 0, node[3] = {0};
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < n; i++) {
            const double half = part_mass(in, shape, i) / 2, *d = shape->d[i];
            const bool is_arc = in->extra && in->extra[i] != 0 && shape->part[i] > 0;
            const double counts = is_arc ? sn_segment_chord(in, shape, i) / shape->part[i] : 1;
            const double gamma = counts * half * sn_v3_dot(d, g);
            if (round == 0) {
                along += 2 * gamma;
                shared += gamma * (shape->share[i] + shape->share[i + 1]);
                continue;
            }
            const double pull = shared - (along - seen - gamma); /* as in add_field */
            seen += 2 * gamma;
            sn_v3_axpy(half, g, node);
            sn_v3_axpy(-pull, d, node);
            add_at_node(&in->nodes[i], 1, node, force);
            sn_v3_scale(half, g, node);
            sn_v3_axpy(pull, d, node);
        }
    add_at_node(&in->nodes[n], 1, node, force);
    if (in->eulerian_column[0] >= 0)
        force[in->eulerian_column[0]] += lambda * (shared - along);
    if (in->eulerian_column[1] >= 0)
        force[in->eulerian_column[1]] -= lambda * shared;
}

void sn_segment_gravity(const SnSegmentInput *in, const SnSegmentShape *shape, const double g[3],
                        double *force)
{
    memset(force, 0, (size_t)in->n_columns * sizeof(double));
    const int ends[2] = {0, in->n_nodes - 1};
    if (is_lumped(in)) {
        for (int k = 0; k < 2; k++)
            add_at_node(&in->nodes[ends[k]], mass_of(in) / 2, g, force);
        return;
    }
    add_weight(in, shape, g, force);
    for (int k = 0; k < 2; k++)
        if (in->eulerian_column[k] >= 0)
            force[in->eulerian_column[k]] +=
                (k ? 1 : -1) * in->line_density * sn_v3_dot(g, in->nodes[ends[k]].x);
}

double sn_segment_height(const SnSegmentInput *in, const SnSegmentShape *shape, const double g[3])
{
    double sum = 0;
    if (is_lumped(in))
        return -mass_of(in) / 2 *
               (sn_v3_dot(g, in->nodes[0].x) + sn_v3_dot(g, in->nodes[in->n_nodes - 1].x));
    for (int i = 0; i < in->n_nodes - 1; i++)
        sum -= part_mass(in, shape, i) / 2 *
               (sn_v3_dot(g, in->nodes[i].x) + sn_v3_dot(g, in->nodes[i + 1].x));
    return sum;
}

void sn_segment_length_gradient(const SnSegmentInput *in, const SnSegmentShape *shape,
                                double *gradient)
{
    memset(gradient, 0, (size_t)in->n_columns * sizeof(double));
    for (int i = 0; i < in->n_nodes - 1; i++) {
        if (part_is_rigid(in, i))
            continue;
        add_at_node(&in->nodes[i], -1, shape->d[i], gradient);
        add_at_node(&in->nodes[i + 1], 1, shape->d[i], gradient);
    }
}
