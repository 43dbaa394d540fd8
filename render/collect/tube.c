/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect/tube.h"

#include "engine/base/vec.h"
#include "render/collect/rope.h"

#include <math.h>
#include <string.h>

enum { MOST_COLUMNS = 24 };
static const double one_ring = 4 * M_PI / 180;   /* gentler kinks are mitred */
static const double ring_turn = 18 * M_PI / 180; /* between the rings of a joint */
static const double least_radius = 0.6;          /* logical pixels: a thread stays to be seen */

static SnTubeRow *add_row(SnBuffer *rows, const SnTubePoint *point, const double tangent[3])
{
    SnTubeRow *row = sn_buffer_add(rows, 1, sizeof *row);
    sn_v3_copy(point->place, row->center);
    sn_v3_copy(tangent, row->tangent);
    row->radius = point->radius;
    memcpy(row->color, point->color, sizeof row->color);
    return row;
}

/* Where on a bend of so great an angle the line has turned by so much, 0..1: there its tangent
 * (1 - t) in + t out has that direction. */
static double bend_share(double angle, double turn)
{
    const double to_go = sin(angle - turn), gone = sin(turn);
    return angle > M_PI - 1e-6 ? turn / angle : gone / (to_go + gone);
}

/* From the kink to where the tube begins to bend: the bend leaves the kink by at most 0.7 of the
 * radius, so that what is on the line stays within the tube, and does not reach the next one. */
static double bend_reach(const SnTubePoint *at, double angle, double shorter)
{
    return fmin(1.4 * at->radius / fmax(sin(angle / 2), 1e-9), 0.45 * shorter);
}

/* The rings where two parts meet: a smooth bend (a quadratic Bezier arc) in a sharp kink, one ring
 * else; shorter: length of the shorter part. */
static void add_joint(SnBuffer *rows, const SnTubePoint *before, const SnTubePoint *at,
                      const double in[3], const double out[3], double shorter)
{
    double axis[3], across[3];
    sn_v3_cross(in, out, axis);
    const double sine = sn_v3_normalize(axis, axis);
    const double angle = atan2(sine, sn_v3_dot(in, out));
    if (sine < 1e-9) {
        double other[3];
        sn_v3_tangents(in, axis, other);
    }
    const bool changes = memcmp(before->color, at->color, sizeof at->color) != 0;
    const int turns = angle < one_ring ? 0 : (int)ceil(angle / ring_turn);
    const int rings = turns == 0 ? (changes ? 2 : 1) : turns + 1 + (changes && turns % 2 == 0);
    const double reach = turns == 0 ? 0 : bend_reach(at, angle, shorter);
    sn_v3_cross(axis, in, across);
    for (int i = 0; i < rings; i++) {
        /* colours change in the middle of the joint, where two rings are at one place */
        const bool second = changes && 2 * i >= rings;
        const int step = changes && turns % 2 == 0 && second ? i - 1 : i;
        const double turn = turns == 0 ? angle / 2 : angle * step / turns;
        const double to_go = turns == 0 ? 0 : 1 - bend_share(angle, turn);
        const double gone = turns == 0 ? 0 : 1 - to_go;
        double tangent[3];
        for (int k = 0; k < 3; k++)
            tangent[k] = cos(turn) * in[k] + sin(turn) * across[k];
        SnTubeRow *row = add_row(rows, at, tangent);
        sn_v3_axpy(-reach * to_go * to_go, in, row->center);
        sn_v3_axpy(reach * gone * gone, out, row->center);
        if (!second)
            memcpy(row->color, before->color, sizeof row->color);
    }
}

/* Next point after i that is at another place; -1: there is none. */
static int next_place(const SnTubePoint *points, int n, int i, double least)
{
    int next = i + 1;
    while (next < n && sn_v3_distance(points[i].place, points[next].place) <= least)
        next++;
    return next < n ? next : -1;
}

static void direction(const SnTubePoint *from, const SnTubePoint *to, double unit[3])
{
    sn_v3_sub(to->place, from->place, unit);
    sn_v3_normalize(unit, unit);
}

/* Rings along the line; returns how many. */
static int make_rows(SnBuffer *rows, const SnTubePoint *points, int n, bool closed)
{
    double total = 0, length = 0, in[3] = {0}, out[3], first[3] = {0};
    for (int i = 0; i + 1 < n; i++)
        total += sn_v3_distance(points[i].place, points[i + 1].place);
    const double least = 1e-7 * total;
    rows->count = 0;
    int before = -1;
    for (int i = 0; i >= 0 && total > 0;) {
        const int next = next_place(points, n, i, least);
        if (next >= 0)
            direction(&points[i], &points[next], out);
        if (before < 0) {
            sn_v3_copy(out, first);
            add_row(rows, &points[i], out);
        } else if (next >= 0) {
            add_joint(rows, &points[before], &points[i], in, out,
                      fmin(length, sn_v3_distance(points[i].place, points[next].place)));
        } else if (closed) {
            SnTubePoint end = points[i];
            memcpy(end.color, points[0].color, sizeof end.color);
            add_joint(rows, &points[before], &end, in, first, 0); /* the first ring is not bent */
        } else {
            SnTubePoint end = points[i];
            memcpy(end.color, points[before].color, sizeof end.color);
            add_row(rows, &end, in);
        }
        if (next < 0)
            break;
        length = sn_v3_distance(points[i].place, points[next].place);
        sn_v3_copy(out, in);
        before = i;
        i = next;
    }
    return rows->count;
}

typedef struct Ring {
    double cosine[MOST_COLUMNS], sine[MOST_COLUMNS];
    int columns;
    bool rope;
} Ring;

/* As many sides as make its outline look round. */
static void choose_ring(double pixels, bool rope, Ring *ring)
{
    ring->rope = rope;
    ring->columns = rope          ? SN_ROPE_COLUMNS
                    : pixels < 2  ? 5
                    : pixels < 5  ? 8
                    : pixels < 14 ? 14
                                  : MOST_COLUMNS;
    for (int k = 0; k < ring->columns; k++) {
        ring->cosine[k] = cos(2 * M_PI * k / ring->columns);
        ring->sine[k] = sin(2 * M_PI * k / ring->columns);
    }
}

static void add_vertices(const SnCollector *c, SnSoup *soup, const Ring *ring, const SnTubeRow *row,
                         const double u[3], const double v[3], const SnInk *ink)
{
    const double pixel = c->frame->settings->scale * sn_frame_pixel(c->frame, row->center);
    const double radius = fmax(row->radius, least_radius * pixel);
    SnSoupVertex *vertex = sn_buffer_add(&soup->vertices, ring->columns, sizeof *vertex);
    if (ring->rope) {
        sn_rope_ring(c, row, u, v, ink, vertex);
        return;
    }
    for (int k = 0; k < ring->columns; k++) {
        double out[3], p[3];
        for (int i = 0; i < 3; i++) {
            out[i] = ring->cosine[k] * u[i] + ring->sine[k] * v[i];
            p[i] = row->center[i] + radius * out[i] - c->frame->origin[i];
        }
        sn_vertex_set(&vertex[k].vertex, p, out);
        vertex[k].ink = *ink;
        memcpy(vertex[k].ink.color, row->color, sizeof row->color);
    }
}

static void add_band(SnSoup *soup, uint32_t a, uint32_t columns)
{
    uint32_t *t = sn_buffer_add(&soup->indices, 6 * (int)columns, sizeof *t);
    for (uint32_t k = 0; k < columns; k++, t += 6) {
        const uint32_t l = (k + 1) % columns;
        const uint32_t quad[6] = {a + k, a + l,           a + l + columns,
                                  a + k, a + l + columns, a + k + columns};
        memcpy(t, quad, sizeof quad);
    }
}

/* A round end: closes the tube, so that a cut through it can be filled. */
static void add_lid(SnSoup *soup, uint32_t ring, int columns, bool at_start, const SnTubeRow *row,
                    const SnInk *ink)
{
    const uint32_t first = (uint32_t)soup->vertices.count;
    double out[3], p[3];
    sn_v3_scale(at_start ? -1 : 1, row->tangent, out);
    SnSoupVertex *lid = sn_buffer_add(&soup->vertices, columns, sizeof *lid);
    const SnSoupVertex *rim = (const SnSoupVertex *)soup->vertices.data + ring;
    for (int k = 0; k < columns; k++) {
        for (int i = 0; i < 3; i++)
            p[i] = (double)rim[k].vertex.position[i];
        sn_vertex_set(&lid[k].vertex, p, out);
        lid[k].ink = *ink;
        memcpy(lid[k].ink.color, row->color, sizeof row->color);
    }
    uint32_t *t = sn_buffer_add(&soup->indices, 3 * (columns - 2), sizeof *t);
    for (uint32_t k = 1; k + 1 < (uint32_t)columns; k++, t += 3) {
        t[0] = first;
        t[1] = first + k + at_start;
        t[2] = first + k + !at_start;
    }
}

/* Carries the axes of a ring on to the next one without twist. */
static void carry_axes(const double tangent[3], bool fresh, double u[3], double v[3])
{
    if (!fresh)
        sn_v3_axpy(-sn_v3_dot(u, tangent), tangent, u);
    if (fresh || sn_v3_normalize(u, u) < 1e-6)
        sn_v3_tangents(tangent, u, v);
    sn_v3_cross(tangent, u, v);
}

void sn_collect_tube(const SnCollector *collector, SnLayer layer, const SnTubePoint *points, int n,
                     bool closed, bool rope, const SnInk *ink)
{
    int count = n >= 2 ? make_rows(&collector->solids->tube_rows, points, n, closed) : 0;
    if (count < 2)
        return;
    const bool laid = rope && !closed && sn_rope_rows(collector);
    const SnBuffer *made_rows =
        laid ? &collector->solids->rope_rows : &collector->solids->tube_rows;
    const SnTubeRow *rows = made_rows->data;
    count = made_rows->count;
    SnSoup *soup = &collector->solids->soup[layer];
    const int first_index = soup->indices.count;
    const uint32_t base = (uint32_t)soup->vertices.count;
    Ring ring;
    choose_ring(rows[0].radius / sn_frame_pixel(collector->frame, rows[count / 2].center), laid,
                &ring);
    double u[3] = {0}, v[3] = {0};
    for (int i = 0; i < count; i++) {
        carry_axes(rows[i].tangent, i == 0, u, v);
        add_vertices(collector, soup, &ring, &rows[i], u, v, ink);
    }
    const uint32_t columns = (uint32_t)ring.columns;
    for (uint32_t i = 0; i + 1 < (uint32_t)count; i++)
        add_band(soup, base + i * columns, columns);
    const uint32_t last = base + (uint32_t)(count - 1) * columns;
    if (!closed) {
        add_lid(soup, base, ring.columns, true, &rows[0], ink);
        add_lid(soup, last, ring.columns, false, &rows[count - 1], ink);
    }
    const SnInstance place = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .ink = *ink};
    const uint32_t *made = soup->indices.data;
    sn_collect_caps(collector, &(SnCutSurface){soup->vertices.data,
                                               sizeof(SnSoupVertex),
                                               {made + first_index, NULL},
                                               {(soup->indices.count - first_index) / 3, 0},
                                               &place,
                                               !closed});
}
