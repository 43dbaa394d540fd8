/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Volumes of elements and whether they are the right side out, in double precision from the shapes
 * alone. */
#include "engine/base/vec.h"
#include "engine/fem/shape_functions.h"
#include "engine/fem/solid.h"
#include "engine/mesh/volume/volume_mesh_private.h"

#define SIXTH (1.0 / 6)

static const double *at(const int *nodes, const double *positions, int i)
{
    return positions + 3 * (size_t)nodes[i];
}

static double triple(const double a[3], const double b[3], const double c[3])
{
    double n[3];
    sn_v3_cross(a, b, n);
    return sn_v3_dot(n, c);
}

/* --- volume: by the divergence theorem over the faces --- */

/* Six times the volume between a reference point and a triangle. */
static double cone(const double o[3], const double a[3], const double b[3], const double c[3])
{
    double u[3], v[3], w[3];
    sn_v3_sub(a, o, u);
    sn_v3_sub(b, o, v);
    sn_v3_sub(c, o, w);
    return triple(u, v, w);
}

/* Functions of a six-node triangle at (r, s) and their derivatives. */
static void triangle6(double r, double s, double f[8], double fr[8], double fs[8])
{
    const double q = 1 - r - s;
    const double value[6] = {q * (2 * q - 1), r * (2 * r - 1), s * (2 * s - 1),
                             4 * q * r,       4 * r * s,       4 * s * q};
    const double by_r[6] = {1 - 4 * q, 4 * r - 1, 0, 4 * (q - r), 4 * s, -4 * s};
    const double by_s[6] = {1 - 4 * q, 0, 4 * s - 1, -4 * r, 4 * r, 4 * (q - s)};
    for (int i = 0; i < 6; i++)
        f[i] = value[i], fr[i] = by_r[i], fs[i] = by_s[i];
}

/* The same of an eight-node quadrilateral. */
static void quad8(double r, double s, double f[8], double fr[8], double fs[8])
{
    static const double R[4] = {-1, 1, 1, -1}, S[4] = {-1, -1, 1, 1};
    for (int i = 0; i < 4; i++) {
        const double a = r * R[i], b = s * S[i];
        f[i] = 0.25 * (1 + a) * (1 + b) * (a + b - 1);
        fr[i] = 0.25 * R[i] * (1 + b) * (2 * a + b);
        fs[i] = 0.25 * S[i] * (1 + a) * (a + 2 * b);
    }
    for (int i = 0; i < 4; i += 2) { /* edges along r, then along s */
        const double b = s * (i ? 1 : -1), a = r * (i ? -1 : 1);
        f[4 + i] = 0.5 * (1 - r * r) * (1 + b);
        fr[4 + i] = -r * (1 + b);
        fs[4 + i] = 0.5 * (1 - r * r) * (i ? 1 : -1);
        f[5 + i] = 0.5 * (1 - s * s) * (1 + a);
        fr[5 + i] = 0.5 * (1 - s * s) * (i ? -1 : 1);
        fs[5 + i] = -s * (1 + a);
    }
}

/* x . (dx/dr x dx/ds) of a curved face at one point. */
static double flux(const SnElementFace *face, const double x[8][3], const double f[8],
                   const double fr[8], const double fs[8])
{
    double p[3] = {0}, u[3] = {0}, v[3] = {0};
    for (int i = 0; i < face->n; i++) {
        sn_v3_axpy(f[i], x[i], p);
        sn_v3_axpy(fr[i], x[i], u);
        sn_v3_axpy(fs[i], x[i], v);
    }
    return triple(u, v, p);
}

/* Six times the volume between the reference point and a curved face; the rules are exact: degree 4
 * on the triangle (Dunavant 1985), 5 along each side of the quadrilateral (Gauss). */
static double curved_cone(const SnElementFace *face, const double x[8][3])
{
    static const double A[2] = {0.445948490915964886, 0.091576213509770743};
    static const double W[2] = {0.223381589678011465, 0.109951743655321868};
    static const double G[3] = {-0.774596669241483377, 0, 0.774596669241483377};
    static const double V[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    double f[8], fr[8], fs[8], sum = 0;
    if (face->n_corners == 3) {
        for (int k = 0; k < 6; k++) {
            const double a = A[k / 3], b = 1 - 2 * a;
            triangle6(k % 3 == 1 ? b : a, k % 3 == 2 ? b : a, f, fr, fs);
            sum += 0.5 * W[k / 3] * flux(face, x, f, fr, fs);
        }
    } else {
        for (int k = 0; k < 9; k++) {
            quad8(G[k / 3], G[k % 3], f, fr, fs);
            sum += V[k / 3] * V[k % 3] * flux(face, x, f, fr, fs);
        }
    }
    return 2 * sum;
}

double sn_element_volume(SnElementKind kind, const int *nodes, const double *positions)
{
    const SnElementShape *shape = sn_element_shape(kind);
    if (sn_element_is_surface(kind))
        return 0;
    const double *o = at(nodes, positions, 0);
    double sum = 0;
    for (int k = 0; k < shape->n_faces; k++) {
        const SnElementFace *face = &shape->face[k];
        double x[8][3];
        for (int i = 0; i < face->n; i++)
            sn_v3_sub(at(nodes, positions, face->node[i]), o, x[i]);
        static const double ZERO[3] = {0};
        if (face->n > face->n_corners)
            sum += curved_cone(face, (const double(*)[3])x);
        else if (face->n == 3)
            sum += cone(ZERO, x[0], x[1], x[2]);
        else /* a bilinear patch holds the mean of what its two pairs of triangles hold */
            sum += 0.5 * (cone(ZERO, x[0], x[1], x[2]) + cone(ZERO, x[0], x[2], x[3]) +
                          cone(ZERO, x[0], x[1], x[3]) + cone(ZERO, x[1], x[2], x[3]));
    }
    return sum * SIXTH;
}

/* --- corners --- */

/* Derivative along an edge at one of its ends: of the straight edge, or of the parabola through its
 * middle. The other functions of the element do not move along an edge. */
static void tangent(const int *nodes, const double *positions, const signed char edge[3],
                    bool from_second, double t[3])
{
    const double *a = at(nodes, positions, edge[from_second ? 1 : 0]);
    const double *b = at(nodes, positions, edge[from_second ? 0 : 1]);
    sn_v3_sub(b, a, t);
    if (edge[2] >= 0) {
        const double *m = at(nodes, positions, edge[2]);
        for (int i = 0; i < 3; i++)
            t[i] = 4 * m[i] - 3 * a[i] - b[i];
    }
}

/* Edges from a corner, in the order that makes their triple product positive; those of corners with
 * four edges are met by faces and left out. */
static int edges_at(const SnElementShape *shape, int corner, int edge[4])
{
    int n = 0;
    for (int k = 0; k < shape->n_edges; k++)
        if (shape->edge[k][0] == corner || shape->edge[k][1] == corner)
            edge[n++] = k;
    return n;
}

/* Whether (a, b, c) turn to the right around the outside of a reference element of this kind: the
 * sign of their triple product there. */
static double reference_sign(const SnElementShape *shape, int corner, const int edge[4])
{
    int other[3];
    for (int i = 0; i < 3; i++) {
        const signed char *e = shape->edge[edge[i]];
        other[i] = e[0] == corner ? e[1] : e[0];
    }
    /* a face that holds corner and both ends runs other -> corner -> next when seen from outside */
    for (int k = 0; k < shape->n_faces; k++) {
        const SnElementFace *face = &shape->face[k];
        const int n = face->n_corners;
        for (int i = 0; i < n; i++) {
            if (face->node[i] != corner)
                continue;
            const int before = face->node[(i + n - 1) % n], after = face->node[(i + 1) % n];
            if (after == other[0] && before == other[1])
                return -1;
            if (after == other[1] && before == other[0])
                return 1;
        }
    }
    return 1;
}

static double surface_corner(const SnElementShape *shape, const int *nodes, const double *positions)
{
    const int n = shape->n_corners;
    double normal[4][3], mean[3] = {0}, worst = 1;
    for (int i = 0; i < n; i++) {
        double u[3], v[3];
        sn_v3_sub(at(nodes, positions, (i + 1) % n), at(nodes, positions, i), u);
        sn_v3_sub(at(nodes, positions, (i + n - 1) % n), at(nodes, positions, i), v);
        sn_v3_cross(u, v, normal[i]);
        const double length = sn_v3_norm(u) * sn_v3_norm(v);
        sn_v3_scale(length > 0 ? 1 / length : 0, normal[i], normal[i]);
        sn_v3_add(mean, normal[i], mean);
    }
    const double length = sn_v3_norm(mean);
    for (int i = 0; i < n; i++)
        worst = fmin(worst, length > 0 ? sn_v3_dot(normal[i], mean) / length : 0);
    return worst;
}

double sn_element_worst_corner(SnElementKind kind, const int *nodes, const double *positions)
{
    const SnElementShape *shape = sn_element_shape(kind);
    if (sn_element_is_surface(kind))
        return surface_corner(shape, nodes, positions);
    double worst = 1;
    for (int c = 0; c < shape->n_corners; c++) {
        int edge[4];
        if (edges_at(shape, c, edge) != 3)
            continue; /* the tip of a pyramid: the corners of its base say it all */
        double t[3][3], length = 1;
        for (int i = 0; i < 3; i++) {
            const signed char *e = shape->edge[edge[i]];
            tangent(nodes, positions, e, e[0] != c, t[i]);
            length *= sn_v3_norm(t[i]);
        }
        const double determinant = reference_sign(shape, c, edge) * triple(t[0], t[1], t[2]);
        worst = fmin(worst, length > 0 ? determinant / length : 0);
    }
    return worst;
}

/* --- integration points --- */

double sn_element_worst_inside(SnElementKind kind, const int *nodes, const double *positions)
{
    if (sn_element_is_surface(kind) || kind == SN_ELEMENT_TET4) /* the same everywhere */
        return sn_element_worst_corner(kind, nodes, positions);
    const int n = sn_element_shape(kind)->n_nodes;
    SnQuadrature points;
    sn_element_quadrature(kind, &points);
    double worst = 1;
    for (int k = 0; k < points.n; k++) {
        double value[SN_ELEMENT_MAX_NODES], d[SN_ELEMENT_MAX_NODES][3], j[3][3] = {{0}}, length = 1;
        sn_element_functions(kind, points.point[k], value, d);
        for (int i = 0; i < n; i++)
            for (int a = 0; a < 3; a++)
                sn_v3_axpy(d[i][a], at(nodes, positions, i), j[a]);
        for (int a = 0; a < 3; a++)
            length *= sn_v3_norm(j[a]);
        const double determinant = triple(j[0], j[1], j[2]);
        worst = fmin(worst, length > 0 ? determinant / length : 0);
    }
    return worst;
}
