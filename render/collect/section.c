/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts through closed surfaces.  The cut of a triangle mesh by a plane is a set of directed
 * segments; fans from any point of the plane to all of them, counted by winding in the stencil
 * buffer, cover exactly the inside, whatever its shape (also where shells overlap). */
#include "render/collect/collect.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

typedef struct Section {
    const SnCutSurface *surface;
    double normal[3]; /* of the plane, in the surface's own frame */
    double offset;
} Section;

static void position_of(const Section *section, uint32_t index, double p[3])
{
    float q[3];
    memcpy(q, (const char *)section->surface->positions + index * section->surface->stride,
           sizeof q);
    for (int k = 0; k < 3; k++)
        p[k] = (double)q[k];
}

/* The place between two corners of opposite side; the same bits whichever comes first. */
static void crossing(const double a[3], double da, const double b[3], double db, double r[3])
{
    int order = 0;
    for (int k = 0; k < 3 && order == 0; k++)
        order = (a[k] > b[k]) - (a[k] < b[k]);
    const double *p = order <= 0 ? a : b, *q = order <= 0 ? b : a;
    const double dp = order <= 0 ? da : db, dq = order <= 0 ? db : da;
    const double t = dp / (dp - dq);
    for (int k = 0; k < 3; k++)
        r[k] = p[k] + t * (q[k] - p[k]);
}

/* The segment in which the plane cuts a triangle, directed; false if it does not. */
static bool cut_triangle(const Section *section, const uint32_t *triangle, double segment[2][3])
{
    double p[3][3], d[3];
    for (int k = 0; k < 3; k++) {
        position_of(section, triangle[k], p[k]);
        d[k] = sn_v3_dot(section->normal, p[k]) - section->offset;
    }
    if ((d[0] >= 0) == (d[1] >= 0) && (d[1] >= 0) == (d[2] >= 0))
        return false;
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        if (d[k] < 0 && d[next] >= 0)
            crossing(p[k], d[k], p[next], d[next], segment[0]);
        if (d[k] >= 0 && d[next] < 0)
            crossing(p[k], d[k], p[next], d[next], segment[1]);
    }
    return true;
}

static void place_point(const SnInstance *place, const double p[3], double r[3])
{
    for (int k = 0; k < 3; k++)
        r[k] = (double)place->origin[k] + p[0] * (double)place->axes[0][k] +
               p[1] * (double)place->axes[1][k] + p[2] * (double)place->axes[2][k];
}

static void add_corner(SnSoup *soup, const double p[3], const double normal[3], const SnInk *ink)
{
    SnSoupVertex *vertex = sn_buffer_add(&soup->vertices, 1, sizeof *vertex);
    sn_vertex_set(&vertex->vertex, p, normal);
    vertex->ink = *ink;
}

/* A dark line along the cut, a little on the side that is kept. */
static void add_outline(const SnCollector *c, const SnCut *cut, double placed[2][3],
                        const SnInk *ink)
{
    double world[2][3];
    for (int i = 0; i < 2; i++) {
        sn_v3_add(placed[i], c->frame->origin, world[i]);
        sn_v3_axpy(-2e-5 * c->frame->size, cut->normal, world[i]);
    }
    SnInk dark = *ink;
    for (int k = 0; k < 3; k++)
        dark.color[k] = (uint8_t)(dark.color[k] * 0.45);
    sn_add_segment(c, 0, world[0], world[1], 1.3 * c->frame->settings->scale, &dark);
    SnSegment *all = c->solids->segments[0].data;
    all[c->solids->segments[0].count - 1].shape[1] = 1e-4f;
}

/* The plane in the frame of the surface. */
static Section make_section(const SnCollector *c, const SnCut *cut, const SnCutSurface *surface)
{
    const SnInstance *place = surface->place;
    Section section = {.surface = surface};
    section.offset = cut->offset - sn_v3_dot(cut->normal, c->frame->origin);
    for (int k = 0; k < 3; k++)
        section.offset -= cut->normal[k] * (double)place->origin[k];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            section.normal[i] += cut->normal[k] * (double)place->axes[i][k];
    return section;
}

static void add_fan(SnSoup *soup, uint32_t root, double placed[2][3], const double normal[3],
                    const SnInk *ink)
{
    const uint32_t at = (uint32_t)soup->vertices.count;
    add_corner(soup, placed[0], normal, ink);
    add_corner(soup, placed[1], normal, ink);
    uint32_t *fan = sn_buffer_add(&soup->indices, 3, sizeof *fan);
    fan[0] = root, fan[1] = at, fan[2] = at + 1;
}

/* What the section spans in its plane, from a point of it. */
typedef struct Span {
    double root[3], u[3], v[3], low[2], high[2];
} Span;

static void span_begin(Span *span, const double root[3], const double normal[3])
{
    memset(span, 0, sizeof *span);
    sn_v3_copy(root, span->root);
    sn_v3_tangents(normal, span->u, span->v);
}

static void span_take(Span *span, const double p[3])
{
    double to[3];
    sn_v3_sub(p, span->root, to);
    for (int k = 0; k < 2; k++) {
        const double at = sn_v3_dot(to, k ? span->v : span->u);
        span->low[k] = fmin(span->low[k], at);
        span->high[k] = fmax(span->high[k], at);
    }
}

/* Two triangles over all of the section. */
static void add_cover(SnSoup *soup, const Span *span, const double normal[3], const SnInk *ink)
{
    const uint32_t at = (uint32_t)soup->vertices.count;
    for (int i = 0; i < 4; i++) {
        double p[3];
        sn_v3_copy(span->root, p);
        sn_v3_axpy(i == 1 || i == 2 ? span->high[0] : span->low[0], span->u, p);
        sn_v3_axpy(i >= 2 ? span->high[1] : span->low[1], span->v, p);
        add_corner(soup, p, normal, ink);
    }
    uint32_t *cover = sn_buffer_add(&soup->indices, 6, sizeof *cover);
    for (int i = 0; i < 3; i++) {
        cover[i] = at + (uint32_t)i;
        cover[3 + i] = at + (uint32_t)(i ? i + 1 : 0);
    }
}

static void cut_by(const SnCollector *c, int index, const SnCutSurface *surface)
{
    const SnCut *cut = &c->frame->cuts[index];
    const Section section = make_section(c, cut, surface);
    SnSoup *soup = &c->solids->cap_soup;
    const int first = soup->indices.count;
    SnInk ink = surface->place->ink;
    const uint32_t marks = ink.tag[1] & (SN_FLAG_SELECTED | SN_FLAG_HOVERED);
    ink.tag[1] = marks | (ink.tag[1] & SN_FLAG_UNLIT) | SN_FLAG_FLAT | SN_FLAG_HATCHED |
                 (uint32_t)(index + 1) << SN_OWN_CUT_SHIFT;
    ink.color[3] = ink.color[3] < 160 ? 160 : ink.color[3];
    uint32_t root = 0;
    Span span;
    for (int run = 0; run < 2; run++) {
        for (int t = 0; t < surface->n_triangles[run]; t++) {
            double segment[2][3] = {{0}}, placed[2][3];
            if (!cut_triangle(&section, surface->triangles[run] + 3 * t, segment))
                continue;
            for (int i = 0; i < 2; i++)
                place_point(surface->place, segment[i], placed[i]);
            add_outline(c, cut, placed, &surface->place->ink);
            if (!surface->closed)
                continue;
            if (soup->indices.count == first) {
                root = (uint32_t)soup->vertices.count;
                add_corner(soup, placed[0], cut->normal, &ink);
                span_begin(&span, placed[0], cut->normal);
            }
            span_take(&span, placed[0]);
            span_take(&span, placed[1]);
            add_fan(soup, root, placed, cut->normal, &ink);
        }
    }
    if (soup->indices.count > first) {
        SnCap *cap = sn_buffer_add(&c->solids->caps, 1, sizeof *cap);
        *cap = (SnCap){first, soup->indices.count - first, marks, index, 0};
        add_cover(soup, &span, cut->normal, &ink);
    }
}

void sn_collect_caps(const SnCollector *collector, const SnCutSurface *surface)
{
    for (int i = 0; i < collector->frame->n_cuts; i++)
        cut_by(collector, i, surface);
}
