/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands among surfaces: points and edges without triangles, some of them fixed to what they would
 * touch. */
#include "engine/sim/contact/soft.h"

#include <math.h>

/* Edges cross where they are nearest between their ends. */
#define AMID 1e-9
/* Of a strand's radius: what is no further along it does not touch it.  A bend about a strand of
 * its own kind is a little longer. */
#define BESIDE 8
/* Of a cylinder's half length: what differs by more lies on different ends. */
#define SIDE 1e-3

double sn_thin_radius(const SnTouchSurface *a, const SnTouchSurface *b, double gap)
{
    const double radius = a->radius + b->radius;
    return a->thin || b->thin ? fmax(radius - gap, 0) : radius;
}

static bool is_held(const SnTouchSurface *thin, int n, const int32_t *vertex,
                    const SnTouchSurface *by)
{
    for (int i = 0; thin->thin && i < n; i++)
        if (thin->held[vertex[i]] == by->shape)
            return true;
    return false;
}

/* Whether a feature is one of the sides that a cylinder has in place of its smooth one. */
static bool is_side(const SnTouchSurface *round, int n, const int32_t *vertex)
{
    for (int i = 1; round->round && i < n; i++)
        if (fabs(round->local[3 * vertex[i] + 2] - round->local[3 * vertex[0] + 2]) >
            SIDE * fabs(round->local[3 * vertex[0] + 2]))
            return true;
    return false;
}

/* Of one strand, whether two features are so near along it that they always touch. */
static bool is_beside(const SnTouchSurface *s, int n_a, const int32_t *vertex_a, int n_b,
                      const int32_t *vertex_b)
{
    for (int i = 0; i < n_a; i++)
        for (int k = 0; k < n_b; k++) {
            const double apart = fabs(s->along[vertex_a[i]] - s->along[vertex_b[k]]);
            const double other = s->around > 0 ? s->around - apart : apart;
            if (fmin(apart, other) < BESIDE * s->radius)
                return true;
        }
    return false;
}

bool sn_thin_passes(const SnTouchSurface *a, int n_a, const int32_t *vertex_a,
                    const SnTouchSurface *b, int n_b, const int32_t *vertex_b)
{
    if (!a->thin && !b->thin)
        return false;
    if (a == b)
        return is_beside(a, n_a, vertex_a, n_b, vertex_b);
    return is_held(a, n_a, vertex_a, b) || is_held(b, n_b, vertex_b, a) ||
           is_side(a, n_a, vertex_a) || is_side(b, n_b, vertex_b);
}

bool sn_thin_is_end(const SnTouchSurface *s, int32_t edge, double at)
{
    const int32_t *end = s->edges + 2 * (size_t)edge;
    return s->core && end[0] != end[1] && !(at > AMID && at < 1 - AMID);
}

/* Whether no edge before this one is at a vertex of it: they are ascending. */
static bool is_first_at(const SnTouchSurface *s, int32_t edge, int32_t vertex)
{
    const int32_t *own = s->edges + 2 * (size_t)edge;
    for (int32_t i = s->ring_start[vertex]; i < s->ring_start[vertex + 1]; i++) {
        const int32_t low = s->ring[i] < vertex ? s->ring[i] : vertex;
        const int32_t high = s->ring[i] < vertex ? vertex : s->ring[i];
        if (low < own[0] || (low == own[0] && high < own[1]))
            return false;
    }
    return true;
}

bool sn_thin_reports(const SnTouchSurface *own, const SnTouchSurface *other, int32_t edge,
                     double at)
{
    if (at > AMID && at < 1 - AMID)
        return true;
    if (sn_thin_is_end(own, edge, at))
        return false;
    /* a point: with triangles it makes a contact of its own, else the first edge there does */
    return other->n_triangles == 0 &&
           is_first_at(own, edge, own->edges[2 * (size_t)edge + (at > 0.5)]);
}
