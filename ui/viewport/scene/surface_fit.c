/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/scene/surface_fit.h"

#include "engine/base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FEWEST   16    /* triangles of a patch smaller than the first: three make any circle */
#define FLAT     0.999 /* cosine between normals of one flat face */
#define ROUND    0.02  /* share of the normals' spread below which a patch is flat */
#define BALL     0.3   /* ratio of the normals' spreads above which a patch is bent like a ball's */
#define RESIDUAL 0.12  /* of the radius: more is no circle */
#define ROUGH    0.2   /* ... of a triangle: it is no part of that head of a bone */
#define OUTWARD  0.8   /* cosine between normal and radius of such a part, at least */

/* Of a whole sphere: what a head of a bone has at least. */
static const double LEAST_SHARE = 0.3;

/* Of the mesh's diagonal: what is looked at for a round shape, and what of it where that is none
 * (the head of a long bone); 0 ends. */
static const double REACHES[] = {0.18, 0.12, 0.08, 0.055, 0};

typedef struct Triangle {
    double corner[3][3], normal[3], area;
} Triangle;

/* False: it has no area. */
static bool triangle_of(const SnMesh *mesh, int index, Triangle *triangle)
{
    double u[3], v[3];
    for (int i = 0; i < 3; i++) {
        const float *vertex = mesh->vertices + 3 * (size_t)mesh->triangles[3 * index + i];
        sn_v3_set((double)vertex[0], (double)vertex[1], (double)vertex[2], triangle->corner[i]);
    }
    sn_v3_sub(triangle->corner[1], triangle->corner[0], u);
    sn_v3_sub(triangle->corner[2], triangle->corner[0], v);
    sn_v3_cross(u, v, triangle->normal);
    const double twice = sn_v3_norm(triangle->normal);
    triangle->area = twice / 2;
    if (!(twice > 0))
        return false;
    sn_v3_scale(1 / twice, triangle->normal, triangle->normal);
    return true;
}

static void nearest_on_segment(const double a[3], const double b[3], const double point[3],
                               double near[3])
{
    double along[3], to[3];
    sn_v3_sub(b, a, along);
    sn_v3_sub(point, a, to);
    const double square = sn_v3_dot(along, along);
    const double s = square > 0 ? fmax(0, fmin(1, sn_v3_dot(to, along) / square)) : 0;
    sn_v3_copy(a, near);
    sn_v3_axpy(s, along, near);
}

/* Distance of a point from a triangle: from its plane where it lies above, else from its edges. */
static double distance_to(const Triangle *triangle, const double point[3])
{
    bool above = true;
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        const double *a = triangle->corner[i], *b = triangle->corner[(i + 1) % 3];
        double edge[3], to[3], outward[3], near[3];
        sn_v3_sub(b, a, edge);
        sn_v3_sub(point, a, to);
        sn_v3_cross(edge, triangle->normal, outward);
        above = above && sn_v3_dot(to, outward) <= 0;
        nearest_on_segment(a, b, point, near);
        least = fmin(least, sn_v3_distance(near, point));
    }
    double to[3];
    sn_v3_sub(point, triangle->corner[0], to);
    return above ? fabs(sn_v3_dot(to, triangle->normal)) : least;
}

static int nearest_triangle(const SnMesh *mesh, const double point[3], Triangle *found)
{
    int nearest = -1;
    double least = INFINITY;
    for (int i = 0; i < mesh->n_triangles; i++) {
        Triangle triangle;
        if (!triangle_of(mesh, i, &triangle))
            continue;
        const double distance = distance_to(&triangle, point);
        if (distance < least) {
            least = distance;
            nearest = i;
            *found = triangle;
        }
    }
    return nearest;
}

/* --- circles --- */

/* Two directions that make a right-handed frame with a third. */
static void across(const double axis[3], double u[3], double v[3])
{
    const double *least =
        fabs(axis[0]) < 0.6 ? (const double[3]){1, 0, 0} : (const double[3]){0, 1, 0};
    sn_v3_copy(least, u);
    sn_v3_axpy(-sn_v3_dot(least, axis), axis, u);
    sn_v3_scale(1 / sn_v3_norm(u), u, u);
    sn_v3_cross(axis, u, v);
}

/* Sums of the least-squares circle x² + y² = a x + b y + c (Kåsa 1976), weighted. */
typedef struct Circle {
    double u[3], v[3], origin[3];
    double m[9], r[3], weight;
} Circle;

static void circle_add(Circle *circle, const double point[3], double weight)
{
    double to[3];
    sn_v3_sub(point, circle->origin, to);
    const double row[3] = {sn_v3_dot(to, circle->u), sn_v3_dot(to, circle->v), 1};
    const double square = row[0] * row[0] + row[1] * row[1];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            circle->m[3 * i + k] += weight * row[i] * row[k];
        circle->r[i] += weight * row[i] * square;
    }
    circle->weight += weight;
}

/* Centre, in the plane through the origin, and radius; false: the points lie on a line. */
static bool circle_solve(const Circle *circle, double centre[3], double *radius)
{
    double inverse[9], solution[3];
    const double scale = cbrt(circle->m[0] * circle->m[4] * circle->m[8]);
    if (!(circle->weight > 0) ||
        !(fabs(sn_m3_inverse(circle->m, inverse)) > 1e-9 * scale * scale * scale))
        return false;
    for (int i = 0; i < 3; i++)
        solution[i] = sn_v3_dot(inverse + 3 * i, circle->r);
    const double x = solution[0] / 2, y = solution[1] / 2;
    const double square = solution[2] + x * x + y * y;
    sn_v3_copy(circle->origin, centre);
    sn_v3_axpy(x, circle->u, centre);
    sn_v3_axpy(y, circle->v, centre);
    *radius = sqrt(fmax(square, 0));
    return square > 0 && isfinite(square);
}

static double from_axis(const double point[3], const double centre[3], const double axis[3])
{
    double to[3];
    sn_v3_sub(point, centre, to);
    sn_v3_axpy(-sn_v3_dot(to, axis), axis, to);
    return sn_v3_norm(to);
}

/* --- the flat face that a triangle belongs to --- */

static bool in_face(const Triangle *triangle, const Triangle *of, double tolerance)
{
    double to[3];
    sn_v3_sub(triangle->corner[0], of->corner[0], to);
    return sn_v3_dot(triangle->normal, of->normal) > FLAT &&
           fabs(sn_v3_dot(to, of->normal)) < tolerance;
}

/* The middle of the smallest box around it along two directions would depend on them: the middle of
 * the circle through its outermost corners is taken, where they lie on one, else the centroid. */
static void fit_face(const SnMesh *mesh, const Triangle *at, double size, SnSpot *spot)
{
    double centroid[3] = {0, 0, 0}, area = 0, furthest = 0;
    Triangle t;
    for (int i = 0; i < mesh->n_triangles; i++) {
        if (!triangle_of(mesh, i, &t) || !in_face(&t, at, 1e-3 * size))
            continue;
        for (int k = 0; k < 3; k++)
            sn_v3_axpy(t.area / 3, t.corner[k], centroid);
        area += t.area;
    }
    sn_v3_scale(1 / area, centroid, centroid);
    for (int i = 0; i < mesh->n_triangles; i++) {
        for (int k = 0; k < 3 && triangle_of(mesh, i, &t) && in_face(&t, at, 1e-3 * size); k++)
            furthest = fmax(furthest, sn_v3_distance(t.corner[k], centroid));
    }
    Circle circle = {0};
    sn_v3_copy(centroid, circle.origin);
    across(at->normal, circle.u, circle.v);
    for (int i = 0; i < mesh->n_triangles; i++) {
        for (int k = 0; k < 3 && triangle_of(mesh, i, &t) && in_face(&t, at, 1e-3 * size); k++)
            if (sn_v3_distance(t.corner[k], centroid) > 0.9 * furthest)
                circle_add(&circle, t.corner[k], 1);
    }
    spot->known = area > 1e-3 * size * size; /* not one triangle of a bone */
    sn_v3_copy(at->normal, spot->axis);
    if (!circle_solve(&circle, spot->position, &spot->radius) ||
        fabs(spot->radius - furthest) > RESIDUAL * furthest) {
        sn_v3_copy(centroid, spot->position);
        spot->radius = furthest;
    }
}

/* --- what is round --- */

/* Eigenvectors (columns of v) and values of a symmetric 3 x 3 matrix: Jacobi rotations (Golub and
 * Van Loan, Matrix Computations, 8.5). */
static void eigen(double a[9], double v[9])
{
    enum { SWEEPS = 30 };
    const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(v, identity, sizeof identity);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int p = 0; p < 2; p++) {
            for (int q = p + 1; q < 3; q++) {
                if (fabs(a[3 * p + q]) < 1e-300)
                    continue;
                const double theta = (a[4 * q] - a[4 * p]) / (2 * a[3 * p + q]);
                const double t = copysign(1, theta) / (fabs(theta) + sqrt(theta * theta + 1));
                const double c = 1 / sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < 3; k++) { /* A J */
                    const double ap = a[3 * k + p], aq = a[3 * k + q];
                    a[3 * k + p] = c * ap - s * aq;
                    a[3 * k + q] = s * ap + c * aq;
                }
                for (int k = 0; k < 3; k++) { /* Jᵀ A J, and V J */
                    const double ap = a[3 * p + k], aq = a[3 * q + k];
                    a[3 * p + k] = c * ap - s * aq;
                    a[3 * q + k] = s * ap + c * aq;
                    const double vp = v[3 * k + p], vq = v[3 * k + q];
                    v[3 * k + p] = c * vp - s * vq;
                    v[3 * k + q] = s * vp + c * vq;
                }
            }
        }
    }
}

/* Whether a triangle belongs to the patch that is looked at: near, and on the same side. */
static bool in_patch(const Triangle *t, const Triangle *at, const double point[3], double reach)
{
    double middle[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        sn_v3_axpy(1.0 / 3, t->corner[k], middle);
    /* long triangles of a coarse cylinder count by their nearest point */
    const double distance = fmin(sn_v3_distance(middle, point), distance_to(t, point));
    return distance < reach && sn_v3_dot(t->normal, at->normal) > 0.3;
}

/* A part of a mesh: its own triangles (from malloc) with the vertices of the whole. */
typedef struct Part {
    const SnMesh *mesh;
    uint32_t *triangles;
    int n;
} Part;

static void part_begin(Part *part, const SnMesh *mesh)
{
    *part = (Part){mesh, malloc(3 * sizeof(uint32_t) * (size_t)mesh->n_triangles + 1), 0};
}

static void part_add(Part *part, int triangle)
{
    if (part->triangles)
        memcpy(part->triangles + 3 * part->n++, part->mesh->triangles + 3 * (size_t)triangle,
               3 * sizeof(uint32_t));
}

/* To be looked at as a mesh of its own. */
static SnMesh part_mesh(const Part *part)
{
    SnMesh mesh = *part->mesh;
    mesh.triangles = part->triangles;
    mesh.n_triangles = part->n;
    return mesh;
}

static Part patch_of(const SnMesh *mesh, const Triangle *at, const double point[3], double reach)
{
    Part part;
    Triangle t;
    part_begin(&part, mesh);
    for (int i = 0; i < mesh->n_triangles; i++)
        if (triangle_of(mesh, i, &t) && in_patch(&t, at, point, reach))
            part_add(&part, i);
    return part;
}

/* The axis is the direction in which the normals vary least; false: the patch is flat.  ball: they
 * vary in it almost as much as across. */
static bool round_axis(const SnMesh *patch, double axis[3], bool *ball)
{
    double spread[9] = {0}, v[9], total = 0;
    Triangle t;
    for (int i = 0; i < patch->n_triangles; i++) {
        if (!triangle_of(patch, i, &t))
            continue;
        for (int k = 0; k < 9; k++)
            spread[k] += t.area * t.normal[k / 3] * t.normal[k % 3];
        total += t.area;
    }
    eigen(spread, v);
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
        for (int k = i + 1; k < 3; k++)
            if (spread[4 * order[k]] < spread[4 * order[i]]) {
                const int swap = order[i];
                order[i] = order[k];
                order[k] = swap;
            }
    for (int k = 0; k < 3; k++)
        axis[k] = v[3 * k + order[0]];
    *ball = spread[4 * order[0]] > BALL * spread[4 * order[1]];
    return spread[4 * order[1]] > ROUND * total;
}

static void middle_of(const Triangle *t, double middle[3])
{
    sn_v3_set(0, 0, 0, middle);
    for (int k = 0; k < 3; k++)
        sn_v3_axpy(1.0 / 3, t->corner[k], middle);
}

/* The normals of a ball meet in its centre c: the least squares of p - r n - c.  area [m^2]: of the
 * patch. */
static bool ball_solve(const SnMesh *patch, double centre[3], double *radius, double *area)
{
    double mean[2][3] = {{0}}, product = 0, square = 0;
    Triangle t;
    *area = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < patch->n_triangles; i++) {
            double middle[3], p[3], n[3];
            if (!triangle_of(patch, i, &t))
                continue;
            middle_of(&t, middle);
            if (pass == 0) {
                sn_v3_axpy(t.area, middle, mean[0]);
                sn_v3_axpy(t.area, t.normal, mean[1]);
                *area += t.area;
                continue;
            }
            sn_v3_sub(middle, mean[0], p);
            sn_v3_sub(t.normal, mean[1], n);
            product += t.area * sn_v3_dot(p, n);
            square += t.area * sn_v3_dot(n, n);
        }
        for (int k = 0; k < 2 && pass == 0; k++)
            sn_v3_scale(1 / *area, mean[k], mean[k]);
    }
    *radius = fabs(product / square);
    sn_v3_copy(mean[0], centre);
    sn_v3_axpy(-product / square, mean[1], centre);
    return square > 0 && isfinite(*radius) && *radius > 0;
}

/* Whether a triangle is a part of a sphere, roughly. */
static bool on_ball(const Triangle *t, const double centre[3], double radius)
{
    double middle[3], to[3];
    middle_of(t, middle);
    sn_v3_sub(middle, centre, to);
    const double distance = sn_v3_norm(to);
    return fabs(distance - radius) < ROUGH * radius &&
           sn_v3_dot(to, t->normal) > OUTWARD * distance;
}

/* The ball that most of a bone's head lies on, from what one place of it suggests (a tubercle):
 * fits anew what lies on the last one, a few times.  False: that is little of a sphere. */
static bool ball_refine(const SnMesh *mesh, double centre[3], double *radius)
{
    enum { TIMES = 8 };
    const double first = *radius;
    double area = 0;
    for (int time = 0; time < TIMES; time++) {
        Part part;
        Triangle t;
        part_begin(&part, mesh);
        for (int i = 0; i < mesh->n_triangles; i++)
            if (triangle_of(mesh, i, &t) && on_ball(&t, centre, *radius))
                part_add(&part, i);
        const SnMesh head = part_mesh(&part);
        const bool fits = part.n >= FEWEST && ball_solve(&head, centre, radius, &area);
        free(part.triangles);
        if (!fits || *radius > 2 * first || *radius < first / 2)
            return false;
    }
    return area > LEAST_SHARE * 4 * M_PI * *radius * *radius;
}

/* Mean distance of the patch's corners from the circle or ball of the spot. */
static double residual_of(const SnMesh *patch, const SnSpot *spot)
{
    double square = 0, weight = 0;
    Triangle t;
    for (int i = 0; i < patch->n_triangles; i++) {
        for (int k = 0; k < 3 && triangle_of(patch, i, &t); k++) {
            const double off = (spot->ball ? sn_v3_distance(t.corner[k], spot->position)
                                           : from_axis(t.corner[k], spot->position, spot->axis)) -
                               spot->radius;
            square += t.area * off * off;
            weight += t.area;
        }
    }
    return sqrt(square / weight);
}

/* The axis or centre of a patch about a point, if it is round; size [m] of the whole. */
static void fit_patch(const SnMesh *patch, const double point[3], double size, SnSpot *spot)
{
    Triangle t;
    double area;
    if (!round_axis(patch, spot->axis, &spot->ball))
        return;
    Circle circle = {0};
    sn_v3_copy(point, circle.origin);
    across(spot->axis, circle.u, circle.v);
    for (int i = 0; i < patch->n_triangles; i++)
        for (int k = 0; k < 3 && triangle_of(patch, i, &t); k++)
            circle_add(&circle, t.corner[k], t.area);
    spot->known = (spot->ball ? ball_solve(patch, spot->position, &spot->radius, &area)
                              : circle_solve(&circle, spot->position, &spot->radius)) &&
                  spot->radius <= size;
}

static void fit_round(const SnMesh *mesh, const Triangle *at, const double point[3], double size,
                      SnSpot *spot)
{
    for (int i = 0; !spot->known && REACHES[i] > 0; i++) {
        Part part = patch_of(mesh, at, point, REACHES[i] * size);
        const SnMesh patch = part_mesh(&part);
        if (i == 0 || part.n >= FEWEST)
            fit_patch(&patch, point, size, spot);
        if (spot->known && residual_of(&patch, spot) >= RESIDUAL * spot->radius)
            spot->known = spot->ball && ball_refine(mesh, spot->position, &spot->radius);
        free(part.triangles);
    }
}

/* --- all of them --- */

void sn_surface_spots(const SnMesh *mesh, const double point[3], SnSpot spots[SN_SPOT_COUNT])
{
    Triangle at;
    double diagonal[3];
    memset(spots, 0, sizeof *spots * SN_SPOT_COUNT);
    if (nearest_triangle(mesh, point, &at) < 0)
        return;
    sn_v3_sub(mesh->bounds[1], mesh->bounds[0], diagonal);
    SnSpot *spot = &spots[SN_SPOT_POINT];
    spot->known = true;
    sn_v3_copy(point, spot->position);
    sn_v3_copy(at.normal, spot->axis);
    spots[SN_SPOT_VERTEX] = *spot;
    double nearest[2] = {INFINITY, INFINITY};
    for (int i = 0; i < 3; i++) {
        const double *a = at.corner[i], *b = at.corner[(i + 1) % 3];
        double near[3];
        if (sn_v3_distance(a, point) < nearest[0]) {
            nearest[0] = sn_v3_distance(a, point);
            sn_v3_copy(a, spots[SN_SPOT_VERTEX].position);
        }
        nearest_on_segment(a, b, point, near);
        if (sn_v3_distance(near, point) < nearest[1]) {
            nearest[1] = sn_v3_distance(near, point);
            spot = &spots[SN_SPOT_EDGE];
            spot->known = true;
            sn_v3_copy(near, spot->position);
            sn_v3_sub(b, a, spot->axis);
            sn_v3_scale(1 / sn_v3_norm(spot->axis), spot->axis, spot->axis);
        }
    }
    fit_face(mesh, &at, sn_v3_norm(diagonal), &spots[SN_SPOT_FACE]);
    fit_round(mesh, &at, point, sn_v3_norm(diagonal), &spots[SN_SPOT_ROUND]);
    if (spots[SN_SPOT_ROUND].known)
        spots[SN_SPOT_FACE].known = false; /* what is flat there is a facet */
}
