/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/parts/joint_glyph.h"

#include "engine/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 32, ARC = 12, MOST_CORNERS = 48, BOW = 24, BOW_AROUND = 12 };

/* --- solids, one after another, in metres --- */

typedef struct Solids {
    float *vertices;
    uint32_t *triangles;
    int n_vertices, n_triangles;
    double scale; /* of what is added */
} Solids;

static int add_vertices(Solids *s, int n)
{
    const int first = s->n_vertices;
    s->n_vertices += n;
    s->vertices = sn_resize(s->vertices, 3 * (size_t)s->n_vertices, sizeof *s->vertices);
    return first;
}

static void set_vertex(Solids *s, int vertex, double x, double y, double z)
{
    const double place[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        s->vertices[3 * vertex + k] = (float)(s->scale * place[k]);
}

static void add_triangle(Solids *s, int a, int b, int c)
{
    s->triangles = sn_resize(s->triangles, 3 * ((size_t)s->n_triangles + 1), sizeof *s->triangles);
    uint32_t *t = s->triangles + 3 * (size_t)s->n_triangles++;
    t[0] = (uint32_t)a, t[1] = (uint32_t)b, t[2] = (uint32_t)c;
}

/* Its triangles; NULL where nothing was added. */
static SnMesh *into_mesh(const Solids *s)
{
    return s->n_triangles > 0
               ? sn_mesh_new(s->n_vertices, s->vertices, s->n_triangles, s->triangles)
               : NULL;
}

static void add_box(Solids *s, double x, double y, double z, double middle_z)
{
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const int first = add_vertices(s, 8);
    for (int i = 0; i < 8; i++)
        set_vertex(s, first + i, i & 1 ? x : -x, i & 2 ? y : -y, middle_z + (i & 4 ? z : -z));
    for (int i = 0; i < 6; i++) {
        const int *f = faces[i];
        add_triangle(s, first + f[0], first + f[1], first + f[2]);
        add_triangle(s, first + f[0], first + f[2], first + f[3]);
    }
}

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

/* Turned about an axis, 2 being z; corners on it are `AROUND` vertices at one place, whose
 * triangles without area are left out. */
static void turn(Solids *s, const Outline *outline, int axis)
{
    const int n = outline->n, first = add_vertices(s, AROUND * n);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < AROUND; k++) {
            const double angle = 2 * M_PI * k / AROUND, r = outline->corner[i][0];
            double place[3];
            place[(axis + 1) % 3] = r * cos(angle);
            place[(axis + 2) % 3] = r * sin(angle);
            place[axis] = outline->corner[i][1];
            set_vertex(s, first + AROUND * i + k, place[0], place[1], place[2]);
        }
    }
    for (int i = 0; i + 1 < n; i++) {
        for (int k = 0; k < AROUND; k++) {
            const int a = first + AROUND * i + k, b = first + AROUND * i + (k + 1) % AROUND;
            if (outline->corner[i][0] > 0)
                add_triangle(s, a, b, b + AROUND);
            if (outline->corner[i + 1][0] > 0)
                add_triangle(s, a, b + AROUND, a + AROUND);
        }
    }
}

/* A disc about an axis with its edges broken, from low to high along it. */
static void add_disc(Solids *s, int axis, double radius, double low, double high)
{
    const double edge = fmin(0.12, 0.3 * (high - low));
    Outline o = {0};
    add_corner(&o, 0, low);
    add_corner(&o, radius - edge, low);
    add_corner(&o, radius, low + edge);
    add_corner(&o, radius, high - edge);
    add_corner(&o, radius - edge, high);
    add_corner(&o, 0, high);
    turn(s, &o, axis);
}

/* Half a ring about the origin, from one end of an axis to the other through `side` times y, with
 * eyes at its ends. */
static void add_yoke(Solids *s, int axis, double radius, double thick, int side)
{
    const int first = add_vertices(s, (BOW + 1) * BOW_AROUND), flat = axis == 2 ? 0 : 2;
    /* along the bow from +axis by y to -axis: the sense of it decides which side is out */
    const bool flip = (axis == 2) != (side > 0);
    for (int i = 0; i <= BOW; i++) {
        const double along = M_PI * i / BOW;
        for (int k = 0; k < BOW_AROUND; k++) {
            const double around = 2 * M_PI * k / BOW_AROUND, r = radius + thick * cos(around);
            double place[3] = {0};
            place[axis] = r * cos(along);
            place[1] = side * r * sin(along);
            place[flat] = thick * sin(around);
            set_vertex(s, first + i * BOW_AROUND + k, place[0], place[1], place[2]);
        }
    }
    for (int i = 0; i < BOW; i++) {
        for (int k = 0; k < BOW_AROUND; k++) {
            const int a = first + i * BOW_AROUND + k,
                      b = first + i * BOW_AROUND + (k + 1) % BOW_AROUND;
            add_triangle(s, a, flip ? a + BOW_AROUND : b, flip ? b : a + BOW_AROUND);
            add_triangle(s, b, flip ? a + BOW_AROUND : b + BOW_AROUND,
                         flip ? b + BOW_AROUND : a + BOW_AROUND);
        }
    }
    for (int end = -1; end <= 1; end += 2) /* they close the bow, too */
        add_disc(s, axis, 0.75, end * radius - 0.28, end * radius + 0.28);
}

/* --- glyphs, their radius 1 --- */

static void draw_pin(Solids *s, SnGlyphPart part)
{
    if (part == SN_GLYPH_METAL_A) {
        add_disc(s, 2, 1.4, 1.02, 2.4);
        add_disc(s, 2, 1.4, -2.4, -1.02);
    } else if (part == SN_GLYPH_METAL_B) {
        add_disc(s, 2, 1.4, -0.98, 0.98);
    } else if (part == SN_GLYPH_COLOR_A) {
        add_disc(s, 2, 1.05, 2.44, 3.0);
        add_disc(s, 2, 1.05, -3.0, -2.44);
        add_disc(s, 2, 0.75, -2.6, 2.6);
    }
}

/* The cup holds 46 % of the ball, open towards z, where the ball has its stem. */
static void draw_ball(Solids *s, SnGlyphPart part)
{
    const double rim = 0.46 * M_PI;
    Outline o = {0};
    if (part == SN_GLYPH_METAL_A) {
        add_corner(&o, 0, -1.5);
        add_arc(&o, 1.5, 0.05, rim);
        add_arc(&o, 1.08, rim, 0.05);
        add_corner(&o, 0, -1.08);
        turn(s, &o, 2);
    } else if (part == SN_GLYPH_METAL_B) {
        add_disc(s, 2, 0.45, 0.8, 2.3);
    } else if (part == SN_GLYPH_COLOR_B) {
        add_corner(&o, 0, -1);
        add_arc(&o, 1, 0.05, M_PI - 0.05);
        add_corner(&o, 0, 1);
        turn(s, &o, 2);
    }
}

static void draw_rail(Solids *s, SnGlyphPart part)
{
    if (part == SN_GLYPH_METAL_A) {
        add_box(s, 0.42, 0.42, 5, 0);
        add_box(s, 0.8, 0.8, 0.2, 5);
        add_box(s, 0.8, 0.8, 0.2, -5);
    } else if (part == SN_GLYPH_COLOR_B) {
        add_box(s, 1, 1, 1.4, 0);
    }
}

static void draw_sleeve(Solids *s, SnGlyphPart part)
{
    if (part == SN_GLYPH_METAL_A) {
        add_disc(s, 2, 1.05, -1.6, 1.6);
        add_disc(s, 2, 1.25, -1.7, -1.2);
        add_disc(s, 2, 1.25, 1.2, 1.7);
    } else if (part == SN_GLYPH_COLOR_B) {
        add_disc(s, 2, 0.5, -5, 5);
    }
}

static void draw_cross(Solids *s, SnGlyphPart part)
{
    if (part == SN_GLYPH_METAL_A)
        add_yoke(s, 2, 2, 0.3, -1);
    else if (part == SN_GLYPH_METAL_B)
        add_yoke(s, 0, 2, 0.3, 1);
    else
        add_disc(s, part == SN_GLYPH_COLOR_A ? 2 : 0, 0.45, -2.5, 2.5);
}

static void draw_plate(Solids *s, SnGlyphPart part)
{
    if (part == SN_GLYPH_METAL_A)
        add_box(s, 3.2, 3.2, 0.15, -0.35);
    else if (part == SN_GLYPH_COLOR_B)
        add_disc(s, 2, 1.2, -1.1, 0.5); /* it is seen from either side */
}

SnMesh *sn_joint_glyph(SnJointGlyph glyph, SnGlyphPart part, double radius)
{
    Solids solids = {.scale = radius};
    switch (glyph) {
    case SN_GLYPH_PIN:
        draw_pin(&solids, part);
        break;
    case SN_GLYPH_BALL:
        draw_ball(&solids, part);
        break;
    case SN_GLYPH_RAIL:
        draw_rail(&solids, part);
        break;
    case SN_GLYPH_SLEEVE:
        draw_sleeve(&solids, part);
        break;
    case SN_GLYPH_CROSS:
        draw_cross(&solids, part);
        break;
    case SN_GLYPH_PLATE:
        draw_plate(&solids, part);
        break;
    case SN_GLYPH_BLOCK:
        if (part == SN_GLYPH_COLOR_A)
            add_box(&solids, 0.8, 0.8, 0.8, 0);
        break;
    }
    return into_mesh(&solids);
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
    Solids solids = {.scale = 1};
    turn(&solids, &outline, 2);
    return into_mesh(&solids);
}
