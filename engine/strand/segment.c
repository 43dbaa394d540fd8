/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matter of a segment moves at node k with xdot_k + c_k d of the part it is on, linearly
 * between (strands.md 2.3).  So every generalised force of a field w that is linear on each part,
 * the integral of V'w, is made of a force at each node and a scalar along c_k; the gradient of c_k
 * is never needed there.  With flow c_k = S_k (l' + lambda (f_0 - f_n)) - sum_{i<=k} l_i'
 * - lambda f_0, lambda = l / L, f the Eulerian coordinates: from the definition of s_k. */
#include "engine/strand/segment.h"

#include "engine/base/vec.h"
#include "engine/strand/node_product.h"
#include "engine/strand/segment_part.h"

#include <string.h>

int sn_segment_scratch(int n_nodes, int n_columns)
{
    return n_nodes * n_columns + 3 * n_columns + n_nodes;
}

void sn_segment_shape(const SnSegmentInput *in, SnSegmentShape *shape)
{
    const int n = in->n_nodes - 1;
    double sum = 0, rate = 0, before = 0;
    for (int i = 0; i < n; i++) {
        sn_v3_sub(in->nodes[i + 1].x, in->nodes[i].x, shape->d[i]);
        shape->part[i] = sn_v3_normalize(shape->d[i], shape->d[i]) + (in->extra ? in->extra[i] : 0);
        sum += shape->part[i];
        rate += part_rate(in, shape, i);
    }
    shape->length = sum;
    shape->rate = rate;
    const double lambda = stretch(in, shape), f0 = eulerian_of(in, 0), fn = eulerian_of(in, 1);
    shape->share[0] = 0;
    shape->passing[0] = -lambda * f0;
    for (int i = 0; i < n; i++) {
        const double share = sum > 0 ? shape->part[i] / sum : 1.0 / n;
        shape->share[i + 1] = i + 1 == n ? 1 : shape->share[i] + share;
        before += part_rate(in, shape, i);
        shape->passing[i + 1] =
            shape->share[i + 1] * (rate + lambda * (f0 - fn)) - before - lambda * f0;
    }
    shape->passing[n] = -lambda * fn; /* without what rounding leaves */
}

/* Change of the direction of a part per second. */
static void direction_rate(const SnSegmentInput *in, const SnSegmentShape *shape, int part,
                           double rate[3])
{
    sn_v3_sub(in->nodes[part + 1].v, in->nodes[part].v, rate);
    sn_v3_axpy(-sn_v3_dot(shape->d[part], rate), shape->d[part], rate);
    const double chord = sn_segment_chord(in, shape, part);
    sn_v3_scale(chord > 0 ? 1 / chord : 0, rate, rate);
}

/* Second derivative of the length of a part at constant unknown rates. */
static double part_second_rate(const SnSegmentInput *in, const SnSegmentShape *shape, int part)
{
    double turning[3], v[3], a[3];
    direction_rate(in, shape, part, turning);
    sn_v3_sub(in->nodes[part + 1].v, in->nodes[part].v, v);
    sn_v3_sub(in->nodes[part + 1].a, in->nodes[part].a, a);
    return sn_v3_dot(turning, v) + sn_v3_dot(shape->d[part], a);
}

/* c_k' at constant unknown rates, for all nodes. */
static void passing_rates(const SnSegmentInput *in, const SnSegmentShape *shape, double *rates)
{
    const int n = in->n_nodes - 1;
    const double f0 = eulerian_of(in, 0), difference = f0 - eulerian_of(in, 1);
    const double l = shape->length, lambda = stretch(in, shape);
    const double lambda_rate = (shape->rate + lambda * difference) / in->rest_length;
    double second = 0, before = 0, before_second = 0;
    for (int i = 0; i < n; i++)
        second += part_second_rate(in, shape, i);
    rates[0] = -lambda_rate * f0;
    for (int i = 0; i < n; i++) {
        const double share = shape->share[i + 1];
        before += part_rate(in, shape, i);
        before_second += part_second_rate(in, shape, i);
        const double share_rate = l > 0 ? (before - share * shape->rate) / l : 0;
        rates[i + 1] = share_rate * (shape->rate + lambda * difference) +
                       share * (second + lambda_rate * difference) - before_second -
                       lambda_rate * f0;
    }
    rates[n] = -lambda_rate * eulerian_of(in, 1);
}

/* Accelerations of the matter at the two ends of a part, at constant unknown rates. */
static void end_accelerations(const SnSegmentInput *in, const SnSegmentShape *shape,
                              const double *rates, int part, double first[3], double last[3])
{
    double v[2][3], difference[3], turning[3];
    end_velocities(in, shape, part, v[0], v[1]);
    sn_v3_sub(v[1], v[0], difference);
    direction_rate(in, shape, part, turning);
    for (int end = 0; end < 2; end++) {
        double *w = end ? last : first;
        const double c = shape->passing[part + end];
        sn_v3_copy(in->nodes[part + end].a, w);
        if (shape->part[part] > 0)
            sn_v3_axpy(c / shape->part[part], difference, w);
        sn_v3_axpy(rates[part + end], shape->d[part], w);
        sn_v3_axpy(c, turning, w);
    }
}

/* What is integrated over the matter as V'w. */
typedef struct Field {
    enum { VELOCITY, MINUS_ACCELERATION, CONSTANT } kind;
    const double *constant; /* [3] */
    const double *rates;    /* [n_nodes] for MINUS_ACCELERATION */
} Field;

/* w / 6 x mass at the ends of a part, already weighted: on the first node (2 w+ + w-), on the last
 * one (w+ + 2 w-). */
static void part_ends(const SnSegmentInput *in, const SnSegmentShape *shape, const Field *field,
                      int part, double first[3], double last[3])
{
    double w[2][3];
    double factor = part_mass(in, shape, part) / 6;
    switch (field->kind) {
    case VELOCITY:
        end_velocities(in, shape, part, w[0], w[1]);
        break;
    case MINUS_ACCELERATION:
        end_accelerations(in, shape, field->rates, part, w[0], w[1]);
        factor = -factor;
        break;
    case CONSTANT:
        sn_v3_copy(field->constant, w[0]);
        sn_v3_copy(field->constant, w[1]);
        break;
    }
    for (int i = 0; i < 3; i++) {
        first[i] = factor * (2 * w[0][i] + w[1][i]);
        last[i] = factor * (w[0][i] + 2 * w[1][i]);
    }
}

/* How much of a part's length counts along it: weight falls by the chord of an arc alone. */
static double along_part(const SnSegmentInput *in, const SnSegmentShape *shape, const Field *field,
                         int part)
{
    const bool is_arc = in->extra && in->extra[part] != 0 && shape->part[part] > 0;
    return field->kind == CONSTANT && is_arc ? sn_segment_chord(in, shape, part) / shape->part[part]
                                             : 1;
}

/* force += integral of V'w dm.  In the first round what acts along the c_k is summed, in the second
 * it is handed to the parts: c_k pulls the nodes of part i with S_k - (i <= k). */
static void add_field(const SnSegmentInput *in, const SnSegmentShape *shape, const Field *field,
                      double *force)
{
    const int n = in->n_nodes - 1;
    const double lambda = stretch(in, shape);
    double along = 0, shared = 0, seen = 0, first[3], last[3];
    for (int i = 0; i < n; i++) {
        part_ends(in, shape, field, i, first, last);
        const double counts = along_part(in, shape, field, i);
        const double gamma[2] = {counts * sn_v3_dot(shape->d[i], first),
                                 counts * sn_v3_dot(shape->d[i], last)};
        along += gamma[0] + gamma[1];
        shared += gamma[0] * shape->share[i] + gamma[1] * shape->share[i + 1];
    }
    for (int i = 0; i < n; i++) {
        part_ends(in, shape, field, i, first, last);
        const double counts = along_part(in, shape, field, i);
        seen += counts * sn_v3_dot(shape->d[i], first);
        const double pull = shared - (along - seen); /* seen: of all c_k before this part's end */
        seen += counts * sn_v3_dot(shape->d[i], last);
        sn_v3_axpy(-pull, shape->d[i], first);
        sn_v3_axpy(pull, shape->d[i], last);
        add_at_node(&in->nodes[i], 1, first, force);
        add_at_node(&in->nodes[i + 1], 1, last, force);
    }
    if (in->eulerian_column[0] >= 0)
        force[in->eulerian_column[0]] += lambda * (shared - along);
    if (in->eulerian_column[1] >= 0)
        force[in->eulerian_column[1]] -= lambda * shared;
}

/* Momentum of the matter that goes from part to part, through the kinks and across the boundaries:
 * from the moving limits of the integral that is the kinetic energy. */
static void add_flux(const SnSegmentInput *in, const SnSegmentShape *shape, double *force)
{
    const int n = in->n_nodes - 1;
    const double l = shape->length, rho = in->line_density;
    if (!(l > 0))
        return;
    for (int k = 1; k < n; k++) {
        double kink[3];
        sn_v3_sub(shape->d[k - 1], shape->d[k], kink);
        const double c = shape->passing[k];
        add_at_node(&in->nodes[k], mass_of(in) * c * c / l, kink, force);
    }
    for (int end = 0; end < 2; end++) {
        if (in->eulerian_column[end] < 0)
            continue;
        const int part = end ? n - 1 : 0, node = end ? n : 0;
        double v[2][3];
        end_velocities(in, shape, part, v[0], v[1]);
        const double c = shape->passing[node], sign = end ? rho : -rho;
        add_at_node(&in->nodes[node], -sign * eulerian_of(in, end), v[end], force);
        force[in->eulerian_column[end]] -=
            sign * (c * sn_v3_dot(shape->d[part], v[end]) - 0.5 * sn_v3_dot(v[end], v[end]));
    }
}

/* H += factor x J_a' J_b, rows of a. */
static void add_pair(const SnSegmentNode *a, const SnSegmentNode *b, double factor, int columns,
                     double *h)
{
    sn_add_product(a->jacobian, a->width, b->jacobian, b->width, factor, columns,
                   h + a->column * columns + b->column);
}

/* gradient += factor x d (length of the part) / dq */
static void add_part_gradient(const SnSegmentInput *in, const SnSegmentShape *shape, int part,
                              double factor, double *gradient)
{
    add_at_node(&in->nodes[part], -factor, shape->d[part], gradient);
    add_at_node(&in->nodes[part + 1], factor, shape->d[part], gradient);
}

/* Gradient of c_k over the columns, for all nodes. */
static void passing_gradients(const SnSegmentInput *in, const SnSegmentShape *shape,
                              double *gradients, double *scratch)
{
    const int n = in->n_nodes - 1, columns = in->n_columns;
    const double lambda = stretch(in, shape);
    const int *eulerian = in->eulerian_column;
    double *whole = scratch, *before = scratch + columns;
    sn_segment_length_gradient(in, shape, whole);
    if (eulerian[0] >= 0)
        whole[eulerian[0]] += lambda;
    if (eulerian[1] >= 0)
        whole[eulerian[1]] -= lambda;
    memset(before, 0, (size_t)columns * sizeof(double));
    if (eulerian[0] >= 0)
        before[eulerian[0]] += lambda;
    for (int k = 0; k <= n; k++) {
        if (k > 0)
            add_part_gradient(in, shape, k - 1, 1, before);
        double *row = gradients + k * columns;
        for (int j = 0; j < columns; j++)
            row[j] = shape->share[k] * whole[j] - before[j];
    }
    memset(gradients + n * columns, 0, (size_t)columns * sizeof(double));
    if (eulerian[1] >= 0)
        gradients[n * columns + eulerian[1]] = -lambda;
}

/* J' d of a node. */
static void project(const SnSegmentNode *node, const double d[3], double factor, double out[6])
{
    const int w = node->width;
    for (int j = 0; j < w; j++)
        out[j] = factor * (node->jacobian[j] * d[0] + node->jacobian[w + j] * d[1] +
                           node->jacobian[2 * w + j] * d[2]);
}

/* What node k gives to H, where M = H + H'.  With C_k the gradient of c_k, M is the sum over parts
 * of mass / 6 times 2 V+'V+ + V+'V- + V-'V+ + 2 V-'V-, V+ = J + d C; only C'C has all columns. */
static void add_node_mass(const SnSegmentInput *in, const SnSegmentShape *shape, int k,
                          const double *gradients, double *sum, double *h)
{
    const int n = in->n_nodes - 1, columns = in->n_columns;
    const SnSegmentNode *node = &in->nodes[k];
    const double *own = gradients + k * columns;
    const double m[2] = {k > 0 ? part_mass(in, shape, k - 1) / 6 : 0,
                         k < n ? part_mass(in, shape, k) / 6 : 0};
    memset(sum, 0, (size_t)columns * sizeof(double));
    add_pair(node, node, m[0] + m[1], columns, h);
    if (k > 0)
        add_pair(node, node - 1, m[0], columns, h);
    for (int side = 0; side < 2; side++) {
        if (m[side] == 0)
            continue;
        const double *other = side ? own + columns : own - columns;
        double along[6];
        project(node, shape->d[side ? k : k - 1], m[side], along);
        for (int i = 0; i < node->width; i++) {
            double *row = h + (node->column + i) * columns;
            for (int j = 0; j < columns; j++)
                row[j] += along[i] * (2 * own[j] + other[j]);
        }
        for (int j = 0; j < columns; j++)
            sum[j] += m[side] * (2 * own[j] + other[j]);
    }
    for (int i = 0; i < columns; i++) {
        if (own[i] == 0)
            continue;
        double *row = h + i * columns;
        for (int j = 0; j < i; j++)
            row[j] += own[i] * sum[j];
        row[i] += 0.5 * own[i] * sum[i];
    }
}

static void make_mass(const SnSegmentInput *in, const SnSegmentShape *shape, double *mass,
                      double *scratch)
{
    const int columns = in->n_columns, n = in->n_nodes - 1;
    double *gradients = scratch + 2 * columns;
    memset(mass, 0, (size_t)(columns * columns) * sizeof(double));
    if (is_lumped(in)) {
        add_pair(&in->nodes[0], &in->nodes[0], mass_of(in) / 4, columns, mass);
        add_pair(&in->nodes[n], &in->nodes[n], mass_of(in) / 4, columns, mass);
    } else {
        passing_gradients(in, shape, gradients, scratch);
        for (int k = 0; k <= n; k++)
            add_node_mass(in, shape, k, gradients, scratch, mass);
    }
    for (int i = 0; i < columns; i++)
        for (int j = 0; j <= i; j++) {
            const double sum = mass[i * columns + j] + mass[j * columns + i];
            mass[i * columns + j] = mass[j * columns + i] = sum;
        }
}

void sn_segment_inertia(const SnSegmentInput *in, const SnSegmentShape *shape, double *mass,
                        double *quadratic, double *scratch)
{
    if (mass)
        make_mass(in, shape, mass, scratch);
    if (!quadratic)
        return;
    memset(quadratic, 0, (size_t)in->n_columns * sizeof(double));
    if (is_lumped(in)) {
        const int ends[2] = {0, in->n_nodes - 1};
        for (int k = 0; k < 2; k++)
            add_at_node(&in->nodes[ends[k]], -mass_of(in) / 2, in->nodes[ends[k]].a, quadratic);
        return;
    }
    passing_rates(in, shape, scratch);
    const Field field = {.kind = MINUS_ACCELERATION, .rates = scratch};
    add_field(in, shape, &field, quadratic);
    add_flux(in, shape, quadratic);
}

void sn_segment_momentum(const SnSegmentInput *in, const SnSegmentShape *shape, double *momentum)
{
    memset(momentum, 0, (size_t)in->n_columns * sizeof(double));
    if (is_lumped(in)) {
        const int ends[2] = {0, in->n_nodes - 1};
        for (int k = 0; k < 2; k++)
            add_at_node(&in->nodes[ends[k]], mass_of(in) / 2, in->nodes[ends[k]].v, momentum);
        return;
    }
    const Field field = {.kind = VELOCITY};
    add_field(in, shape, &field, momentum);
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
    double energy = 0;
    memset(momentum, 0, 6 * sizeof(double));
    if (is_lumped(in)) {
        const SnSegmentNode *ends[2] = {in->nodes, in->nodes + in->n_nodes - 1};
        for (int k = 0; k < 2; k++) {
            energy += mass_of(in) / 4 * sn_v3_dot(ends[k]->v, ends[k]->v);
            add_momentum(mass_of(in) / 2, ends[k]->x, ends[k]->v, momentum);
        }
        return energy;
    }
    for (int i = 0; i < in->n_nodes - 1; i++) {
        const double *x[2] = {in->nodes[i].x, in->nodes[i + 1].x};
        const double m = part_mass(in, shape, i) / 6;
        double v[2][3];
        end_velocities(in, shape, i, v[0], v[1]);
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++) {
                energy += (a == b ? 1 : 0.5) * m * sn_v3_dot(v[a], v[b]);
                add_momentum((a == b ? 2 : 1) * m, x[a], v[b], momentum);
            }
    }
    return energy;
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
    const Field field = {.kind = CONSTANT, .constant = g};
    add_field(in, shape, &field, force);
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
    for (int i = 0; i < in->n_nodes - 1; i++)
        add_part_gradient(in, shape, i, 1, gradient);
}
