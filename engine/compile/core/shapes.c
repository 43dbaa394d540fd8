/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes that the compiler makes itself, to show what has no geometry of its own. */
#include "engine/compile/core/compiler.h"

#include "engine/geometry/polyline.h"

#include <math.h>
#include <stdlib.h>

static void add_xz(GArray *curve, double x, double z)
{
    const float xz[2] = {(float)x, (float)z};
    g_array_append_vals(curve, xz, 1);
}

/* Points along the arc of a rounded corner, ends included. */
static void add_arc(GArray *curve, const double *a, const double *p, const double *b,
                    const SnCorner *corner)
{
    const double to_a[2] = {a[0] - p[0], a[1] - p[1]}, to_b[2] = {b[0] - p[0], b[1] - p[1]};
    const double la = hypot(to_a[0], to_a[1]), lb = hypot(to_b[0], to_b[1]);
    const double *m = corner->center;
    const double from =
        atan2(p[1] + to_a[1] * corner->trim / la - m[1], p[0] + to_a[0] * corner->trim / la - m[0]);
    const double to =
        atan2(p[1] + to_b[1] * corner->trim / lb - m[1], p[0] + to_b[0] * corner->trim / lb - m[0]);
    const double turn = remainder(to - from, 2 * G_PI);
    const int steps = 1 + (int)ceil(fabs(turn) / (G_PI / 24));
    for (int i = 0; i <= steps; i++) {
        const double angle = from + turn * i / steps;
        add_xz(curve, m[0] + corner->radius * cos(angle), m[1] + corner->radius * sin(angle));
    }
}

static GArray *sample_polyline(int n, const double *xz, double smoothing)
{
    SnCorner *corners = g_new0(SnCorner, n);
    sn_polyline_corners(n, xz, smoothing, corners);
    GArray *curve = g_array_new(FALSE, FALSE, 2 * sizeof(float));
    for (int i = 0; i < n; i++) {
        const double *p = xz + 2 * i;
        if (i > 0 && i < n - 1 && corners[i].trim > 0 && corners[i].radius > 0)
            add_arc(curve, p - 2, p, p + 2, &corners[i]);
        else
            add_xz(curve, p[0], p[1]);
    }
    g_free(corners);
    return curve;
}

static void put_vertex(uint32_t **next, uint32_t a, uint32_t b, uint32_t c)
{
    *(*next)++ = a;
    *(*next)++ = b;
    *(*next)++ = c;
}

/* Quad a b c d, counter-clockwise from outside. */
static void put_quad(uint32_t **next, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    put_vertex(next, a, b, c);
    put_vertex(next, a, c, d);
}

SnMesh *sn_strip_mesh(int n, const double *xz, double smoothing, double half_width)
{
    GArray *curve = sample_polyline(n, xz, smoothing);
    const float(*points)[2] = (const float(*)[2])(void *)curve->data;
    const uint32_t rows = curve->len;
    const float w = (float)half_width, thickness = (float)(0.04 * half_width);
    /* four corners a row: top left, top right, bottom right, bottom left, seen along +x */
    float *vertices = malloc(rows * 12 * sizeof *vertices);
    for (uint32_t i = 0; i < rows; i++) {
        const float x = points[i][0], z = points[i][1];
        const float row[12] = {x, w, z, x, -w, z, x, -w, z - thickness, x, w, z - thickness};
        for (int k = 0; k < 12; k++)
            vertices[12 * i + k] = row[k];
    }
    const uint32_t n_triangles = 8 * (rows - 1) + 4;
    uint32_t *triangles = malloc(3 * n_triangles * sizeof *triangles), *next = triangles;
    for (uint32_t i = 0; i + 1 < rows; i++) {
        const uint32_t a = 4 * i, b = a + 4;
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t l = (k + 1) % 4;
            put_quad(&next, a + k, a + l, b + l, b + k);
        }
    }
    put_quad(&next, 3, 2, 1, 0);
    const uint32_t last = 4 * (rows - 1);
    put_quad(&next, last, last + 1, last + 2, last + 3);
    g_array_free(curve, TRUE);
    return sn_mesh_new((int)(4 * rows), vertices, (int)n_triangles, triangles);
}
