/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/predicates.h"

#include <math.h>

/* Half the distance from 1 to the next double. */
#define EPSILON 1.1102230246251565e-16
/* Bounds of the filters' errors (Shewchuk 1997, tables 2 and 4), times the sum of magnitudes. */
#define BOUND_2D ((3 + 16 * EPSILON) * EPSILON)
#define BOUND_3D ((7 + 56 * EPSILON) * EPSILON)
/* What is closer to 0 than this many times the error is computed exactly: values are right to its
 * reciprocal. */
#define ACCURATE 1e6

/* --- expansions: sums of doubles that do not overlap, from small to large, without zeros --- */

static inline double two_sum(double a, double b, double *low)
{
    const double sum = a + b, part = sum - a;
    *low = (a - (sum - part)) + (b - part);
    return sum;
}

static inline double two_product(double a, double b, double *low)
{
    const double product = a * b;
    const double wide_a = 134217729.0 * a, wide_b = 134217729.0 * b;
    const double high_a = wide_a - (wide_a - a), high_b = wide_b - (wide_b - b);
    const double low_a = a - high_a, low_b = b - high_b;
    *low = low_a * low_b - (((product - high_a * high_b) - low_a * high_b) - high_a * low_b);
    return product;
}

/* a - b: one or two terms, none for equal numbers. */
static int difference(double a, double b, double *e)
{
    double low;
    const double high = two_sum(a, -b, &low);
    int n = 0;
    if (low != 0)
        e[n++] = low;
    if (high != 0)
        e[n++] = high;
    return n;
}

/* h = e + f, of at most m + n terms (fast expansion sum). */
static int expansion_sum(int m, const double *e, int n, const double *f, double *h)
{
    double carry = 0;
    int i = 0, j = 0, count = 0;
    while (i < m || j < n) {
        const double next = j == n || (i < m && fabs(e[i]) < fabs(f[j])) ? e[i++] : f[j++];
        double low;
        carry = two_sum(carry, next, &low);
        if (low != 0)
            h[count++] = low;
    }
    if (carry != 0)
        h[count++] = carry;
    return count;
}

/* h = b e, of at most 2 m terms. */
static int expansion_scale(int m, const double *e, double b, double *h)
{
    double carry = 0;
    int count = 0;
    for (int i = 0; i < m; i++) {
        double low, rest;
        const double high = two_product(e[i], b, &low);
        const double sum = two_sum(carry, low, &rest);
        if (rest != 0)
            h[count++] = rest;
        carry = two_sum(high, sum, &rest);
        if (rest != 0)
            h[count++] = rest;
    }
    if (carry != 0)
        h[count++] = carry;
    return count;
}

enum { MOST = 64 }; /* terms of the larger factor times 4 in a product */

/* h = e f, f of at most two terms and e of at most 16: at most 4 m terms. */
static int expansion_product(int m, const double *e, int n, const double *f, double *h)
{
    double part[2][MOST / 2];
    int count[2] = {0};
    for (int i = 0; i < n; i++)
        count[i] = expansion_scale(m, e, f[i], part[i]);
    return expansion_sum(count[0], part[0], count[1], part[1], h);
}

/* Of an expansion: the sign is that of the last term. */
static double expansion_value(int n, const double *e)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += e[i];
    return sum;
}

typedef struct Difference {
    int n;
    double e[2];
} Difference;

/* h = p q - r s, at most 16 terms. */
static int minor_of(const Difference *p, const Difference *q, const Difference *r,
                    const Difference *s, double h[16])
{
    double pq[8], rs[8];
    const int n = expansion_product(p->n, p->e, q->n, q->e, pq);
    const int m = expansion_product(r->n, r->e, s->n, s->e, rs);
    for (int i = 0; i < m; i++)
        rs[i] = -rs[i];
    return expansion_sum(n, pq, m, rs, h);
}

static double exact_2d(double ax, double ay, double bx, double by, double cx, double cy, double dx,
                       double dy)
{
    Difference p, q, r, s;
    double h[16];
    p.n = difference(ax, bx, p.e), q.n = difference(cy, dy, q.e);
    r.n = difference(ay, by, r.e), s.n = difference(cx, dx, s.e);
    return expansion_value(minor_of(&p, &q, &r, &s, h), h);
}

/* (a - b) x (c - d) of two coordinates. */
static double cross_2d(double ax, double ay, double bx, double by, double cx, double cy, double dx,
                       double dy)
{
    const double left = (ax - bx) * (cy - dy), right = (ay - by) * (cx - dx);
    const double det = left - right;
    if (fabs(det) > ACCURATE * BOUND_2D * (fabs(left) + fabs(right)))
        return det;
    return exact_2d(ax, ay, bx, by, cx, cy, dx, dy);
}

double sn_orient2d(const double a[2], const double b[2], const double c[2])
{
    return cross_2d(a[0], a[1], c[0], c[1], b[0], b[1], c[0], c[1]);
}

static double exact_3d(const double a[3], const double b[3], const double c[3], const double d[3])
{
    Difference row[3][3]; /* b - a, c - a, d - a */
    const double *point[3] = {b, c, d};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            row[i][k].n = difference(point[i][k], a[k], row[i][k].e);
    double term[3][MOST], sum[2 * MOST], all[3 * MOST];
    int n[3];
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        double minor[16];
        const int m = minor_of(&row[0][u], &row[1][v], &row[0][v], &row[1][u], minor);
        n[k] = expansion_product(m, minor, row[2][k].n, row[2][k].e, term[k]);
    }
    const int m = expansion_sum(n[0], term[0], n[1], term[1], sum);
    return expansion_value(expansion_sum(m, sum, n[2], term[2], all), all);
}

double sn_orient3d(const double a[3], const double b[3], const double c[3], const double d[3])
{
    const double bx = b[0] - a[0], by = b[1] - a[1], bz = b[2] - a[2];
    const double cx = c[0] - a[0], cy = c[1] - a[1], cz = c[2] - a[2];
    const double dx = d[0] - a[0], dy = d[1] - a[1], dz = d[2] - a[2];
    const double by_cz = by * cz, bz_cy = bz * cy;
    const double bz_cx = bz * cx, bx_cz = bx * cz;
    const double bx_cy = bx * cy, by_cx = by * cx;
    const double det = dx * (by_cz - bz_cy) + dy * (bz_cx - bx_cz) + dz * (bx_cy - by_cx);
    const double magnitude = fabs(dx) * (fabs(by_cz) + fabs(bz_cy)) +
                             fabs(dy) * (fabs(bz_cx) + fabs(bx_cz)) +
                             fabs(dz) * (fabs(bx_cy) + fabs(by_cx));
    if (fabs(det) > ACCURATE * BOUND_3D * magnitude)
        return det;
    return exact_3d(a, b, c, d);
}

/* --- signs --- */

static inline int sign_of(double x)
{
    return (x > 0) - (x < 0);
}

int sn_cross_sign(const double a[3], const double b[3], const double c[3], const double d[3], int k)
{
    const int u = (k + 1) % 3, v = (k + 2) % 3;
    return sign_of(cross_2d(b[u], b[v], a[u], a[v], d[u], d[v], c[u], c[v]));
}

int sn_face_side(const double a[3], const double b[3], const double c[3], const double p[3],
                 int moved)
{
    const int side = sign_of(sn_orient3d(a, b, c, p));
    if (side != 0)
        return side;
    /* the determinant changes by the normal times the motion of p */
    for (int k = 0; k < 3; k++) {
        const int normal = sn_cross_sign(a, b, a, c, k);
        if (normal != 0)
            return moved * normal;
    }
    return 0;
}

int sn_edge_side(const double a[3], const double b[3], const double c[3], const double d[3],
                 int moved)
{
    const int side = sign_of(sn_orient3d(a, b, c, d));
    if (side != 0)
        return side;
    /* the determinant changes by (d - c) x (b - a) times the motion of both c and d, exactly */
    for (int k = 0; k < 3; k++) {
        const int normal = sn_cross_sign(c, d, a, b, k);
        if (normal != 0)
            return moved * normal;
    }
    return 0;
}

int sn_turn_side(const double a[3], const double b[3], const double p[3], int k, int moved)
{
    const int u = (k + 1) % 3, v = (k + 2) % 3;
    const int side = sign_of(cross_2d(b[u], b[v], a[u], a[v], p[u], p[v], a[u], a[v]));
    if (side != 0)
        return side;
    /* ... by du (-(bv - av)) + dv (bu - au) for a motion (du, dv) of p, of which the coordinate
     * that comes first in x, y, z is the larger */
    const int by_u = -sign_of(b[v] - a[v]), by_v = sign_of(b[u] - a[u]);
    const int first = u < v ? by_u : by_v, second = u < v ? by_v : by_u;
    return moved * (first != 0 ? first : second);
}
