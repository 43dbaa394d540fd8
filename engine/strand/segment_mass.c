/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mass matrix of a segment: over all parts, mass / 6 times 2 V+'V+ + V+'V- + V-'V+ + 2 V-'V-,
 * V+- = J + d C at the ends of the part, C_k the gradient of c_k.
 *
 * All C_k are made of the rates g_i of the parts whose nodes do not move as one, and of the flows,
 *
 *     C_k = sum_i (S_k - [k >= i]) g_i,   g_0 = lambda of f_0,   g_{n+1} = -lambda of f_n.
 *
 * So M is the sum of what J'J give, which couples each node with its neighbours alone, and of
 * g_i' U_i + U_i' g_i, where U_i has all columns but there are few i:
 *
 *     U_i = sum_k (S_k - [k >= i]) p_k + 1/2 sum_j Y_ij g_j,
 *
 * p_k the sum of mass / 6 d'(2 J_k + J of the other node) over the parts on both sides of node k.
 * Y is of C'C.  With Q_kk = mass / 3 of the parts on both sides, Q_k,k+1 = mass / 6 of that
 * between,
 *
 *     Y_ij = q - r_i - r_j + t_max(i,j) - [i = j] mass_i / 6,
 *     q = sum_k S_k (Q S)_k,  r_i = sum_{k>=i} (Q S)_k,  t_i = sum_{k>=i} (Q 1)_k.
 *
 * M is made as a half H, of which it is H + H'. */
#include "engine/base/vec.h"
#include "engine/strand/node_product.h"
#include "engine/strand/segment.h"
#include "engine/strand/segment_part.h"

#include <string.h>

/* d'J of the two nodes of a part; of a rigid one they are the same, `first`. */
typedef struct PartRows {
    double first[6], last[6];
} PartRows;

typedef struct Sums {
    PartRows *rows; /* [parts] */
    double *r, *t;  /* [nodes + 1] */
    double q;
    double *whole, *after; /* [columns] of all g_i, of those behind the present one */
    double *shared;        /* [columns] sum S_k p_k - 1/2 sum r_i g_i */
    double *passed;        /* [columns] of what is behind: 1/2 t_i g_i - p_k */
    double *u;             /* [columns] U_i */
} Sums;

int sn_segment_scratch(int n_nodes, int n_columns)
{
    return 12 * (n_nodes - 1) + 2 * (n_nodes + 1) + 5 * n_columns;
}

static Sums sums_in(const SnSegmentInput *in, double *scratch)
{
    Sums sums = {.rows = (PartRows *)scratch};
    double *free = scratch + 12 * (in->n_nodes - 1);
    double **arrays[] = {&sums.r, &sums.t};
    for (int i = 0; i < 2; i++, free += in->n_nodes + 1)
        *arrays[i] = free;
    memset(free, 0, 5 * (size_t)in->n_columns * sizeof *free);
    double **columns[] = {&sums.whole, &sums.after, &sums.shared, &sums.passed, &sums.u};
    for (int i = 0; i < 5; i++, free += in->n_columns)
        *columns[i] = free;
    return sums;
}

static void find_scalars(const SnSegmentInput *in, const SnSegmentShape *shape, Sums *sums)
{
    const int n = in->n_nodes - 1;
    const double *s = shape->share;
    double after = 0;
    sums->r[n + 1] = sums->t[n + 1] = 0;
    for (int k = n; k >= 0; k--) {
        const double before = k > 0 ? part_mass(in, shape, k - 1) / 6 : 0;
        const double of_shares = 2 * (before + after) * s[k] + (k > 0 ? before * s[k - 1] : 0) +
                                 (k < n ? after * s[k + 1] : 0);
        sums->r[k] = sums->r[k + 1] + of_shares;
        sums->t[k] = sums->t[k + 1] + 3 * (before + after);
        sums->q += s[k] * of_shares;
        after = before;
    }
}

/* target += factor x the columns of a node. */
static void add_row(const SnSegmentNode *node, const double row[6], double factor, double *target)
{
    double *own = target + node->column;
    if (node->width == 6)
        for (int j = 0; j < 6; j++)
            own[j] += factor * row[j];
    else
        for (int j = 0; j < node->width; j++)
            own[j] += factor * row[j];
}

/* target += factor g_i, i = part + 1. */
static void add_rate(const SnSegmentInput *in, const Sums *sums, int part, double factor,
                     double *target)
{
    add_row(&in->nodes[part], sums->rows[part].first, -factor, target);
    add_row(&in->nodes[part + 1], sums->rows[part].last, factor, target);
}

/* Rows of the parts, and what is summed over all of them. */
static void sum_up(const SnSegmentInput *in, const SnSegmentShape *shape, Sums *sums)
{
    const double lambda = stretch(in, shape), *s = shape->share;
    for (int i = 0; i < in->n_nodes - 1; i++) {
        const double mass = part_mass(in, shape, i) / 6;
        PartRows *rows = &sums->rows[i];
        project(&in->nodes[i], shape->d[i], rows->first);
        if (part_is_rigid(in, i)) { /* both are the same */
            add_row(&in->nodes[i], rows->first, 3 * mass * (s[i] + s[i + 1]), sums->shared);
            continue;
        }
        project(&in->nodes[i + 1], shape->d[i], rows->last);
        add_row(&in->nodes[i], rows->first, mass * (2 * s[i] + s[i + 1]), sums->shared);
        add_row(&in->nodes[i + 1], rows->last, mass * (s[i] + 2 * s[i + 1]), sums->shared);
        add_rate(in, sums, i, 1, sums->whole);
        add_rate(in, sums, i, -0.5 * sums->r[i + 1], sums->shared);
    }
    if (in->eulerian_column[0] >= 0) {
        sums->whole[in->eulerian_column[0]] += lambda;
        sums->shared[in->eulerian_column[0]] -= 0.5 * sums->r[0] * lambda;
    }
    if (in->eulerian_column[1] >= 0)
        sums->whole[in->eulerian_column[1]] -= lambda;
}

/* U_i but for the term of its own part. */
static void find_factor(int columns, const Sums *sums, int i)
{
    const double *whole = sums->whole, *after = sums->after, *shared = sums->shared,
                 *passed = sums->passed;
    const double all = 0.5 * (sums->q - sums->r[i] + sums->t[i]), behind = 0.5 * sums->t[i];
    double *restrict u = sums->u;
    for (int c = 0; c < columns; c++)
        u[c] = shared[c] + passed[c] + all * whole[c] - behind * after[c];
}

/* h += row' u on the columns of a node. */
static void add_outer(const SnSegmentNode *node, const double row[6], double sign, const double *u,
                      int columns, double *h)
{
    for (int j = 0; j < node->width; j++) {
        const double factor = sign * row[j];
        double *restrict target = h + (node->column + j) * columns;
        for (int c = 0; c < columns; c++)
            target[c] += factor * u[c];
    }
}

/* sum of g_i' U_i, from the last i to the first. */
static void add_passing(const SnSegmentInput *in, const SnSegmentShape *shape, Sums *sums,
                        double *h)
{
    const int n = in->n_nodes - 1, columns = in->n_columns, *flow = in->eulerian_column;
    const double lambda = stretch(in, shape);
    if (flow[1] >= 0) {
        find_factor(columns, sums, n + 1);
        for (int c = 0; c < columns; c++)
            h[flow[1] * columns + c] -= lambda * sums->u[c];
        sums->after[flow[1]] -= lambda;
    }
    for (int i = n - 1; i >= 0; i--) {
        const SnSegmentNode *a = &in->nodes[i], *b = a + 1;
        const PartRows *rows = &sums->rows[i];
        const double mass = part_mass(in, shape, i) / 6;
        if (part_is_rigid(in, i)) {
            add_row(a, rows->first, -6 * mass, sums->passed);
            continue;
        }
        add_row(a, rows->first, -mass, sums->passed);
        add_row(b, rows->last, -2 * mass, sums->passed);
        find_factor(columns, sums, i + 1);
        add_rate(in, sums, i, -0.5 * mass, sums->u);
        add_outer(a, rows->first, -1, sums->u, columns, h);
        add_outer(b, rows->last, 1, sums->u, columns, h);
        add_rate(in, sums, i, 1, sums->after);
        add_rate(in, sums, i, 0.5 * sums->t[i + 1], sums->passed);
        add_row(a, rows->first, -2 * mass, sums->passed);
        add_row(b, rows->last, -mass, sums->passed);
    }
    if (flow[0] < 0)
        return;
    find_factor(columns, sums, 0);
    for (int c = 0; c < columns; c++)
        h[flow[0] * columns + c] += lambda * sums->u[c];
}

/* What the nodes' own velocities make. */
static void add_nodes(const SnSegmentInput *in, const SnSegmentShape *shape, double *h)
{
    const int n = in->n_nodes - 1, columns = in->n_columns;
    double before = 0;
    for (int k = 0; k <= n; k++) {
        const SnSegmentNode *node = &in->nodes[k], *last = node - 1;
        const double after = k < n ? part_mass(in, shape, k) / 6 : 0;
        const bool one = k > 0 && last->width == node->width && last->column == node->column;
        double right[18], *rows = h + node->column * columns;
        for (int j = 0; j < 3 * node->width; j++)
            right[j] =
                (before + after) * node->jacobian[j] + (one ? before * last->jacobian[j] : 0);
        sn_add_product(node, right, node->width, 1, columns, rows + node->column);
        if (k > 0 && !one)
            sn_add_product(node, last->jacobian, last->width, before, columns, rows + last->column);
        before = after;
    }
}

void sn_segment_symmetrise(double *half, int columns)
{
    for (int i = 0; i < columns; i++)
        for (int j = 0; j <= i; j++) {
            const double sum = half[i * columns + j] + half[j * columns + i];
            half[i * columns + j] = half[j * columns + i] = sum;
        }
}

void sn_segment_mass(const SnSegmentInput *in, const SnSegmentShape *shape, double *mass,
                     double *scratch)
{
    const int columns = in->n_columns, ends[2] = {0, in->n_nodes - 1};
    memset(mass, 0, (size_t)(columns * columns) * sizeof *mass);
    for (int k = 0; k < 2 && is_lumped(in); k++) {
        const SnSegmentNode *node = &in->nodes[ends[k]];
        sn_add_product(node, node->jacobian, node->width, mass_of(in) / 4, columns,
                       mass + node->column * columns + node->column);
    }
    if (!is_lumped(in)) {
        Sums sums = sums_in(in, scratch);
        find_scalars(in, shape, &sums);
        sum_up(in, shape, &sums);
        add_nodes(in, shape, mass);
        add_passing(in, shape, &sums, mass);
    }
    sn_segment_symmetrise(mass, columns);
}
