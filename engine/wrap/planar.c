/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/wrap/planar.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* Over how many samples the surface is spread, at least. */
enum { SAMPLES = 3000 };

static double area_of(const double (*place)[3], const int triangle[3])
{
    double a[3], b[3], cross[3];
    sn_v3_sub(place[triangle[1]], place[triangle[0]], a);
    sn_v3_sub(place[triangle[2]], place[triangle[0]], b);
    sn_v3_cross(a, b, cross);
    return 0.5 * sn_v3_norm(cross);
}

/* Into how many parts each edge of a triangle is cut. */
static int cuts(double area, double whole)
{
    return (int)fmax(1, ceil(sqrt(area / whole * SAMPLES)));
}

/* The middles of the n * n equal triangles that a triangle is cut into. */
static void spread(SnWrapMesh *mesh, const int triangle[3], int n, double area)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 2 * (n - i) - 1; j++) {
            const double third = j % 2 ? 2.0 / 3 : 1.0 / 3;
            const double a = (i + third) / n, b = (j / 2 + third) / n;
            double *sample = mesh->sample[mesh->n_samples];
            for (int k = 0; k < 3; k++)
                sample[k] = (1 - a - b) * mesh->place[triangle[0]][k] +
                            a * mesh->place[triangle[1]][k] + b * mesh->place[triangle[2]][k];
            mesh->area[mesh->n_samples++] = area / (n * n);
        }
}

SnWrapMesh *sn_wrap_mesh_new(int n_places, const double (*place)[3], int n_triangles,
                             const int (*triangle)[3])
{
    double whole = 0;
    size_t n_samples = 0;
    for (int t = 0; t < n_triangles; t++)
        whole += area_of(place, triangle[t]);
    if (!(whole > 0) || n_places > SN_WRAP_MOST_PLACES)
        return NULL;
    for (int t = 0; t < n_triangles; t++) {
        const size_t n = (size_t)cuts(area_of(place, triangle[t]), whole);
        n_samples += n * n;
    }
    const size_t places = (size_t)n_places, triangles = (size_t)n_triangles;
    SnWrapMesh *mesh = sn_alloc(sizeof *mesh + sizeof(double[3]) * (places + n_samples) +
                                    sizeof(double) * n_samples + sizeof(int[3]) * triangles,
                                1);
    *mesh = (SnWrapMesh){.n_places = n_places, .n_triangles = n_triangles};
    mesh->place = (double(*)[3])(void *)(mesh + 1);
    mesh->sample = mesh->place + places;
    mesh->area = (double *)(void *)(mesh->sample + n_samples);
    mesh->triangle = (int(*)[3])(void *)(mesh->area + n_samples);
    memcpy(mesh->place, place, sizeof *place * places);
    memcpy(mesh->triangle, triangle, sizeof *triangle * triangles);
    for (int t = 0; t < n_triangles; t++) {
        const double area = area_of(place, triangle[t]);
        spread(mesh, triangle[t], cuts(area, whole), area);
    }
    for (int i = 0; i < mesh->n_samples; i++)
        sn_v3_axpy(mesh->area[i] / whole, mesh->sample[i], mesh->center);
    for (int i = 0; i < n_places; i++)
        mesh->bound = fmax(mesh->bound, sn_v3_distance(place[i], mesh->center));
    return mesh;
}

/* Joint-modeller (40), (41): two directions across v, w across the frame's x axis; where v is along
 * that, across y. */
static int set_basis(const double v[3], double basis[2][3])
{
    const int axis = hypot(v[1], v[2]) > 1e-6 ? 0 : 1;
    const double along[3] = {axis == 0, axis == 1, 0};
    sn_v3_cross(along, v, basis[1]);
    sn_v3_normalize(basis[1], basis[1]);
    sn_v3_cross(v, basis[1], basis[0]);
    return axis;
}

/* The sector that a direction is in, without an inverse tangent. */
static int sector_of(double u, double w)
{
    enum { QUARTER = SN_WRAP_SECTORS / 4 };
    static const double tangent[QUARTER - 1] = {
        0.17632698070846498, 0.36397023426620234, 0.57735026918962573, 0.83909963117727993,
        1.19175359259420990, 1.73205080756887719, 2.74747741945462212, 5.67128181961770980};
    const int quarter = w >= 0 ? (u > 0 ? 0 : 1) : (u < 0 ? 2 : 3);
    const double near = quarter % 2 ? fabs(w) : fabs(u), far = quarter % 2 ? fabs(u) : fabs(w);
    int n = 0;
    for (int k = 0; k < QUARTER - 1; k++)
        n += far >= tangent[k] * near;
    return QUARTER * quarter + n;
}

/* Joint-modeller (42) to (46), of places spread evenly over the surface instead of the corners of
 * its triangles, which may lie far apart.  All of the surface counts, also beyond the ends. */
int sn_wrap_least_sector(const SnWrapMesh *mesh, const double x[3], const double y[3],
                         double basis[2][3], int *axis)
{
    double covariance[SN_WRAP_SECTORS] = {0}, v[3];
    sn_v3_sub(y, x, v);
    sn_v3_normalize(v, v);
    *axis = set_basis(v, basis);
    for (int i = 0; i < mesh->n_samples; i++) {
        double from[3];
        sn_v3_sub(mesh->sample[i], x, from);
        const double u = sn_v3_dot(from, basis[0]), w = sn_v3_dot(from, basis[1]);
        covariance[sector_of(u, w)] += mesh->area[i] * (u * u + w * w);
    }
    int least = 0;
    for (int k = 1; k < SN_WRAP_SECTORS; k++)
        if (covariance[k] < covariance[least])
            least = k;
    return least;
}
