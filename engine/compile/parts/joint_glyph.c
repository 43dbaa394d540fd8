/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/parts/joint_glyph.h"

#include "engine/base/memory.h"
#include "engine/mesh/geometry.h"

#include <math.h>

enum { AROUND = 32, ARC = 12, MOST_CORNERS = 48 };

/* Corners (r, z) of a cross-section, from the axis to the axis, z rising on the outside. */
typedef struct Outline {
    int n;
    double corner[MOST_CORNERS][2];
} Outline;

static void add_corner(Outline *outline, double r, double z)
{
    outline->corner[outline->n][0] = r;
    outline->corner[outline->n++][1] = z;
}

/* Of a circle about the origin; angles from the axis at its lower end [rad]. */
static void add_arc(Outline *outline, double radius, double from, double to)
{
    for (int i = 0; i <= ARC; i++) {
        const double angle = from + (to - from) * i / ARC;
        add_corner(outline, fmax(radius * sin(angle), 0), -radius * cos(angle));
    }
}

/* Turned about z; corners on the axis are `AROUND` vertices at one place, whose triangles without
 * area are left out. */
static SnMesh *turn(const Outline *outline, double scale)
{
    const int n = outline->n;
    float *vertices = sn_alloc(3 * AROUND * (size_t)n, sizeof *vertices);
    uint32_t *triangles = sn_alloc(6 * AROUND * (size_t)n, sizeof *triangles);
    int count = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < AROUND; k++) {
            const double angle = 2 * M_PI * k / AROUND;
            float *v = vertices + 3 * (AROUND * i + k);
            v[0] = (float)(scale * outline->corner[i][0] * cos(angle));
            v[1] = (float)(scale * outline->corner[i][0] * sin(angle));
            v[2] = (float)(scale * outline->corner[i][1]);
        }
    }
    for (int i = 0; i + 1 < n; i++) {
        for (int k = 0; k < AROUND; k++) {
            const uint32_t a = (uint32_t)(AROUND * i + k),
                           b = (uint32_t)(AROUND * i + (k + 1) % AROUND);
            const uint32_t both[6] = {a, b, b + AROUND, a, b + AROUND, a + AROUND};
            const bool wide[2] = {outline->corner[i][0] > 0, outline->corner[i + 1][0] > 0};
            for (int j = 0; j < 6; j++)
                if (wide[j / 3])
                    triangles[count++] = both[j];
        }
    }
    return sn_mesh_new(AROUND * n, vertices, count / 3, triangles);
}

static void draw_pin(Outline *o)
{
    static const double corners[][2] = {{0, -3.6},   {1.35, -3.6}, {1.55, -3.4}, {1.55, -3.05},
                                        {1, -3.05},  {1, 3.05},    {1.55, 3.05}, {1.55, 3.4},
                                        {1.35, 3.6}, {0, 3.6}};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        add_corner(o, 0.8 * corners[i][0], corners[i][1]);
}

/* The cup holds 46 % of the ball, open towards z. */
static void draw_ball(Outline *o)
{
    const double rim = 0.46 * M_PI;
    add_corner(o, 0, -1.5);
    add_arc(o, 1.5, 0.05, rim);
    add_arc(o, 1.2, rim, rim - 0.02);
    add_arc(o, 1, rim, M_PI);
}

static void draw_rail(Outline *o)
{
    static const double corners[][2] = {{0, -5},  {0.4, -5},   {0.4, -1.5}, {0.85, -1.5}, {1, -1.3},
                                        {1, 1.3}, {0.85, 1.5}, {0.4, 1.5},  {0.4, 5},     {0, 5}};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        add_corner(o, corners[i][0], corners[i][1]);
}

SnMesh *sn_joint_glyph(SnJointGlyph glyph, double radius)
{
    Outline outline = {0};
    const double size[3] = {1.6 * radius, 1.6 * radius, 1.6 * radius};
    switch (glyph) {
    case SN_GLYPH_PIN:
        draw_pin(&outline);
        break;
    case SN_GLYPH_BALL:
        draw_ball(&outline);
        break;
    case SN_GLYPH_RAIL:
        draw_rail(&outline);
        break;
    case SN_GLYPH_BLOCK:
        return sn_surface_into_mesh(sn_surface_box(size));
    }
    return turn(&outline, radius);
}

SnMesh *sn_rolling_glyph(double rim, double edge)
{
    /* just outside the body, whose own surface is the same where it rolls: drawn in one place, the
     * two would show in turn */
    static const double inner = 0.99, outer = 1.02;
    const double radius = rim + edge, half = fmax(0.06 * radius, rim > 0 ? 1.05 * edge : 0);
    const double corners[][2] = {{inner * radius, -half},
                                 {outer * radius, -half},
                                 {outer * radius, half},
                                 {inner * radius, half},
                                 {inner * radius, -half}};
    Outline outline = {0};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        add_corner(&outline, corners[i][0], corners[i][1]);
    return turn(&outline, 1);
}
