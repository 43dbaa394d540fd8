/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Volume integrals over the inside of a closed surface.  Each triangle makes a signed tetrahedron
 * with a point o; over the tetrahedron (0, a, b, c) with s = a + b + c and d = a . (b x c)
 *     int 1 = d/6,   int x = d/24 s,   int x x' = d/120 (a a' + b b' + c c' + s s')
 * are exact (the polynomial integrals of Mirtich 1996 in another order).  o is the middle of the
 * vertices, so that a body far from the origin loses no digits. */
#include "engine/base/vec.h"
#include "engine/mesh/geometry.h"

#include <string.h>

typedef struct Integrals {
    double volume;
    double first[3];
    double second[6]; /* xx yy zz xy xz yz */
} Integrals;

static void middle(const SnSurface *surface, double o[3])
{
    sn_v3_set(0, 0, 0, o);
    for (int i = 0; i < surface->n_vertices; i++)
        sn_v3_axpy(1.0 / surface->n_vertices, surface->vertices + 3 * (size_t)i, o);
}

static void add_tetrahedron(const double a[3], const double b[3], const double c[3], Integrals *sum)
{
    double n[3], s[3];
    sn_v3_cross(b, c, n);
    const double d = sn_v3_dot(a, n);
    for (int k = 0; k < 3; k++)
        s[k] = a[k] + b[k] + c[k];
    sum->volume += d / 6;
    sn_v3_axpy(d / 24, s, sum->first);
    static const int ROW[6] = {0, 1, 2, 0, 0, 1}, COLUMN[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) {
        const int i = ROW[k], j = COLUMN[k];
        sum->second[k] += d / 120 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]);
    }
}

static Integrals integrate(const SnSurface *surface, const double o[3])
{
    Integrals sum = {0};
    for (int i = 0; i < surface->n_triangles; i++) {
        double p[3][3];
        for (int k = 0; k < 3; k++)
            sn_v3_sub(surface->vertices + 3 * (size_t)surface->triangles[3 * (size_t)i + k], o,
                      p[k]);
        add_tetrahedron(p[0], p[1], p[2], &sum);
    }
    return sum;
}

double sn_surface_volume(const SnSurface *surface)
{
    double o[3];
    middle(surface, o);
    return integrate(surface, o).volume;
}

void sn_surface_mass(const SnSurface *surface, double density, SnMassProperties *mass)
{
    memset(mass, 0, sizeof *mass);
    double o[3];
    middle(surface, o);
    Integrals sum = integrate(surface, o);
    if (sum.volume == 0)
        return;
    /* inside out: all integrals have the wrong sign */
    const double scale = sum.volume < 0 ? -density : density;
    double c[3]; /* centre from o */
    sn_v3_scale(1 / sum.volume, sum.first, c);
    sn_v3_add(o, c, mass->center);
    mass->mass = scale * sum.volume;
    double m[6]; /* second moments about the centre, times density */
    static const int ROW[6] = {0, 1, 2, 0, 0, 1}, COLUMN[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++)
        m[k] = scale * sum.second[k] - mass->mass * c[ROW[k]] * c[COLUMN[k]];
    const double trace = m[0] + m[1] + m[2];
    for (int k = 0; k < 3; k++) {
        mass->inertia[k] = trace - m[k];
        mass->inertia[3 + k] = -m[3 + k];
    }
}
