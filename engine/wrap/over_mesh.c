/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The taut line over a section of a mesh.  In the half-plane places are how far along the straight
 * line from x to y and how far from it; where the section leaves the strip between the ends it is
 * cut at the strip's side, so that nothing comes or goes there at once. */
#include "engine/base/vec.h"
#include "engine/wrap/jet.h"
#include "engine/wrap/planar.h"

#include <math.h>
#include <string.h>

/* Bends of a way; places of a section that are kept at a time. */
enum { MOST_BENDS = 512, MOST_CUT = 3072 };
#define STRAIGHT 1e-12 /* over the squared length between the ends: no bend */

/* A place of a section: where the plane cuts an edge, or where the line between two such places
 * leaves the strip. */
typedef struct Bend {
    int edge[2][2];
    int end; /* at which end of the strip; -1: it is on the first edge */
    double along, off;
} Bend;

typedef struct Section {
    const SnWrapForm *form;
    const double *x;
    double v[3], out[3]; /* unit: along the line, and across it in the half-plane */
    double length;       /* between the ends */
    double aside[3];     /* the direction that sets the plane; not unit, not across */
    double turn[2];      /* of a sector: cosine and sine of its middle */
    int axis;            /* ... and the one from which angles are counted */
    bool full;
    int n, n_bends;
    Bend cut[MOST_CUT], bend[MOST_BENDS];
} Section;

/* --- the plane --- */

static bool set_plane(Section *s, const double y[3])
{
    const SnWrapForm *form = s->form;
    double normal[3];
    sn_v3_sub(y, s->x, s->v);
    s->length = sn_v3_normalize(s->v, s->v);
    if (form->plane == SN_WRAP_PLANE_COVARIANCE) {
        double basis[2][3];
        const int sector = sn_wrap_least_sector(form->mesh, s->x, y, basis, &s->axis);
        const double angle = 2 * M_PI * (sector + 0.5) / SN_WRAP_SECTORS;
        s->turn[0] = cos(angle), s->turn[1] = sin(angle);
        sn_v3_scale(s->turn[0], basis[0], s->aside);
        sn_v3_axpy(s->turn[1], basis[1], s->aside);
    } else if (form->side == SN_WRAP_ANY) {
        sn_v3_sub(s->x, form->mesh->center, s->aside);
    } else {
        sn_v3_set(0, 0, 0, s->aside);
        s->aside[(form->side - SN_WRAP_PLUS_X) / 2] = (form->side - SN_WRAP_PLUS_X) % 2 ? -1 : 1;
    }
    sn_v3_cross(s->v, s->aside, normal);
    sn_v3_cross(normal, s->v, s->out);
    return s->length > 0 && sn_v3_normalize(s->out, s->out) > 1e-9 * sn_v3_norm(s->aside);
}

/* --- the section --- */

static bool is_above(const Section *s, const Bend *from, const Bend *to, const Bend *b)
{
    const double side = (to->along - from->along) * (b->off - from->off) -
                        (to->off - from->off) * (b->along - from->along);
    return side > STRAIGHT * s->length * s->length;
}

/* The taut line over what is cut, into `bend`, without the ends. */
static void draw_tight(Section *s)
{
    Bend at = {.along = 0}, taut[MOST_BENDS];
    int n = 0;
    for (bool more = true; more;) {
        Bend next = {.along = s->length};
        more = false;
        for (int i = 0; i < s->n; i++) {
            const Bend *b = &s->cut[i];
            if ((b->along > at.along || (b->along == at.along && b->off > at.off)) &&
                is_above(s, &at, &next, b))
                next = *b, more = true;
        }
        if (more && n == MOST_BENDS)
            s->full = true, more = false;
        if (more)
            taut[n++] = at = next;
    }
    s->n_bends = n;
    memcpy(s->bend, taut, (size_t)n * sizeof *taut);
}

static void keep(Section *s, const Bend *b)
{
    if (s->n == MOST_CUT) { /* what is under the taut line so far stays under it */
        draw_tight(s);
        s->n = s->n_bends;
        memcpy(s->cut, s->bend, (size_t)s->n * sizeof *s->bend);
    }
    s->cut[s->n++] = *b;
}

/* What a triangle has of the section: from one place to another. */
static void take(Section *s, const Bend piece[2])
{
    if (piece[0].off <= 0 && piece[1].off <= 0)
        return;
    for (int k = 0; k < 2; k++)
        if (piece[k].off > 0 && piece[k].along >= 0 && piece[k].along <= s->length)
            keep(s, &piece[k]);
    for (int end = 0; end < 2; end++) {
        const double from = piece[0].along - (end ? s->length : 0);
        const double to = piece[1].along - (end ? s->length : 0);
        if ((from < 0) == (to < 0))
            continue;
        Bend b = piece[0];
        memcpy(b.edge[1], piece[1].edge[0], sizeof b.edge[1]);
        b.end = end, b.along = end ? s->length : 0;
        b.off = piece[0].off + from / (from - to) * (piece[1].off - piece[0].off);
        if (b.off > 0)
            keep(s, &b);
    }
}

static Bend on_edge(const Section *s, int a, int b, const double *height)
{
    Bend bend = {.edge = {{a < b ? a : b, a < b ? b : a}}, .end = -1};
    const double *low = s->form->mesh->place[bend.edge[0][0]];
    const double *high = s->form->mesh->place[bend.edge[0][1]];
    const double from = height[bend.edge[0][0]], to = height[bend.edge[0][1]];
    double place[3];
    for (int k = 0; k < 3; k++)
        place[k] = low[k] + from / (from - to) * (high[k] - low[k]) - s->x[k];
    bend.along = sn_v3_dot(place, s->v), bend.off = sn_v3_dot(place, s->out);
    return bend;
}

static void cut_triangles(Section *s)
{
    const SnWrapMesh *mesh = s->form->mesh;
    double height[SN_WRAP_MOST_PLACES], normal[3];
    sn_v3_cross(s->v, s->out, normal);
    const double level = sn_v3_dot(normal, s->x);
    for (int i = 0; i < mesh->n_places; i++)
        height[i] = sn_v3_dot(normal, mesh->place[i]) - level;
    for (int t = 0; t < mesh->n_triangles; t++) {
        const int *corner = mesh->triangle[t];
        const int over =
            (height[corner[0]] >= 0) + 2 * (height[corner[1]] >= 0) + 4 * (height[corner[2]] >= 0);
        if (over == 0 || over == 7)
            continue;
        const int lone = over == 1 || over == 6 ? 0 : over == 2 || over == 5 ? 1 : 2;
        const Bend piece[2] = {on_edge(s, corner[lone], corner[(lone + 1) % 3], height),
                               on_edge(s, corner[lone], corner[(lone + 2) % 3], height)};
        take(s, piece);
    }
}

/* Whether the ball about the mesh reaches into the strip of the half-plane. */
static bool may_touch(const Section *s)
{
    const SnWrapMesh *mesh = s->form->mesh;
    double from[3], normal[3];
    sn_v3_sub(mesh->center, s->x, from);
    sn_v3_cross(s->v, s->out, normal);
    const double along = sn_v3_dot(from, s->v);
    return sn_v3_dot(from, s->out) > -mesh->bound && fabs(sn_v3_dot(from, normal)) < mesh->bound &&
           along > -mesh->bound && along < s->length + mesh->bound;
}

/* false: there is no plane, or the way has too many bends. */
static bool draw(Section *s, const SnWrapForm *form, const double x[3], const double y[3])
{
    s->form = form, s->x = x;
    s->n = s->n_bends = 0;
    s->full = false;
    if (!set_plane(s, y))
        return sn_v3_distance(x, y) == 0;
    if (may_touch(s)) {
        cut_triangles(s);
        draw_tight(s);
    }
    return !s->full;
}

/* --- places and derivatives --- */

static void place_of(const Section *s, const Bend *b, double place[3])
{
    for (int k = 0; k < 3; k++)
        place[k] = s->x[k] + b->along * s->v[k] + b->off * s->out[k];
}

/* The ends and what follows from them, as functions of the ends. */
typedef struct Ends {
    SnJet x[3], y[3], along[3], normal[3]; /* along: from x to y; normal: of the plane, not unit */
} Ends;

static void set_ends(const Section *s, const double y[3], Ends *e)
{
    SnJet aside[3];
    for (int k = 0; k < 3; k++) {
        e->x[k] = sn_jet_variable(s->x[k], k);
        e->y[k] = sn_jet_variable(y[k], 3 + k);
        e->along[k] = sn_jet_sum(1, &e->y[k], -1, &e->x[k]);
        aside[k] = sn_jet(s->aside[k]);
        if (s->form->plane == SN_WRAP_PLANE_SIDE && s->form->side == SN_WRAP_ANY)
            aside[k] = sn_jet_variable(s->aside[k], k); /* from a place that is fixed */
    }
    if (s->form->plane == SN_WRAP_PLANE_SIDE) {
        sn_jet_cross(e->along, aside, e->normal);
        return;
    }
    /* v x (u cos + w sin) |v| |X x v| = -X x v |v| cos + v x (X x v) sin, v not unit */
    SnJet axis[3] = {sn_jet(s->axis == 0), sn_jet(s->axis == 1), sn_jet(0)};
    SnJet across[3], around[3], square = sn_jet_dot(e->along, e->along);
    const SnJet length = sn_jet_root(&square);
    sn_jet_cross(axis, e->along, across);
    sn_jet_cross(e->along, across, around);
    for (int k = 0; k < 3; k++) {
        const SnJet scaled = sn_jet_product(&across[k], &length);
        e->normal[k] = sn_jet_sum(-s->turn[0], &scaled, s->turn[1], &around[k]);
    }
}

/* a + share (b - a) */
static void between(const SnJet a[3], const SnJet b[3], const SnJet *share, SnJet place[3])
{
    for (int k = 0; k < 3; k++) {
        const SnJet way = sn_jet_sum(1, &b[k], -1, &a[k]), part = sn_jet_product(share, &way);
        place[k] = sn_jet_sum(1, &a[k], 1, &part);
    }
}

/* Where the line from a to b passes through the plane across `normal` at `on`. */
static void through(const SnJet a[3], const SnJet b[3], const SnJet on[3], const SnJet normal[3],
                    SnJet place[3])
{
    SnJet from[3], way[3];
    for (int k = 0; k < 3; k++) {
        from[k] = sn_jet_sum(1, &on[k], -1, &a[k]);
        way[k] = sn_jet_sum(1, &b[k], -1, &a[k]);
    }
    const SnJet height = sn_jet_dot(from, normal), whole = sn_jet_dot(way, normal);
    const SnJet share = sn_jet_ratio(&height, &whole);
    between(a, b, &share, place);
}

static void edge_place(const Section *s, const Ends *e, const int edge[2], SnJet place[3])
{
    SnJet end[2][3];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            end[i][k] = sn_jet(s->form->mesh->place[edge[i]][k]);
    through(end[0], end[1], e->x, e->normal, place);
}

static void bend_place(const Section *s, const Ends *e, const Bend *b, SnJet place[3])
{
    SnJet end[2][3];
    if (b->end < 0) {
        edge_place(s, e, b->edge[0], place);
        return;
    }
    for (int i = 0; i < 2; i++)
        edge_place(s, e, b->edge[i], end[i]);
    through(end[0], end[1], b->end ? e->y : e->x, e->along, place);
}

static void add_length(const SnJet a[3], const SnJet b[3], SnJet *length)
{
    SnJet way[3];
    for (int k = 0; k < 3; k++)
        way[k] = sn_jet_sum(1, &b[k], -1, &a[k]);
    const SnJet square = sn_jet_dot(way, way);
    if (!(square.value > 0))
        return;
    const SnJet part = sn_jet_root(&square);
    *length = sn_jet_sum(1, length, 1, &part);
}

bool sn_wrap_over_mesh(const SnWrapForm *form, const double x[3], const double y[3],
                       SnWrapPlanar *way)
{
    Section s;
    *way = (SnWrapPlanar){.length = sn_v3_distance(x, y)};
    const bool good = draw(&s, form, x, y);
    if (!good || s.n_bends == 0)
        return good;
    Ends e;
    SnJet length = sn_jet(0), before[3], place[3];
    set_ends(&s, y, &e);
    memcpy(before, e.x, sizeof before);
    for (int i = 0; i < s.n_bends; i++) {
        bend_place(&s, &e, &s.bend[i], place);
        add_length(before, place, &length);
        memcpy(before, place, sizeof before);
    }
    add_length(before, e.y, &length);
    way->touches = true;
    way->length = length.value;
    memcpy(way->gradient, length.first, sizeof way->gradient);
    for (int i = 0, k = 0; i < 6; i++)
        for (int j = 0; j <= i; j++, k++)
            way->hessian[i][j] = way->hessian[j][i] = length.second[k];
    place_of(&s, &s.bend[0], way->first);
    place_of(&s, &s.bend[s.n_bends - 1], way->last);
    return true;
}

/* Its bends, or as many as there is room for, and else places on its longest piece. */
static void write_samples(const Section *s, int n, double (*place)[3])
{
    const int count = s->n_bends, extra = n > count ? n - count : 0;
    int longest = 0;
    double most = -1;
    for (int i = 0; i + 1 < count; i++) {
        const double way =
            hypot(s->bend[i + 1].along - s->bend[i].along, s->bend[i + 1].off - s->bend[i].off);
        if (way > most)
            most = way, longest = i;
    }
    for (int i = 0; i < n; i++) {
        if (extra == 0) {
            place_of(s, &s->bend[n > 1 ? i * (count - 1) / (n - 1) : 0], place[i]);
        } else if (i <= longest || i > longest + extra) {
            place_of(s, &s->bend[i <= longest ? i : i - extra], place[i]);
        } else {
            const Bend *a = &s->bend[longest], *b = &s->bend[longest + (count > 1)];
            const double share = (double)(i - longest) / (extra + 1);
            const Bend middle = {.along = a->along + share * (b->along - a->along),
                                 .off = a->off + share * (b->off - a->off)};
            place_of(s, &middle, place[i]);
        }
    }
}

bool sn_wrap_mesh_samples(const SnWrapForm *form, const double x[3], const double y[3], int n,
                          double (*place)[3])
{
    Section s;
    if (!draw(&s, form, x, y) || s.n_bends == 0)
        return false;
    write_samples(&s, n, place);
    return true;
}

bool sn_wrap_mesh_arc(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc)
{
    Section s;
    arc->touches = false;
    const bool good = draw(&s, form, x, y);
    if (!good || s.n_bends == 0)
        return good;
    const int last = s.n_bends - 1;
    *arc = (SnWrapArc){.touches = true};
    place_of(&s, &s.bend[0], arc->point[0]);
    place_of(&s, &s.bend[last], arc->point[1]);
    for (int i = 0; i < last; i++)
        arc->length +=
            hypot(s.bend[i + 1].along - s.bend[i].along, s.bend[i + 1].off - s.bend[i].off);
    for (int end = 0; end < 2 && last > 0; end++) {
        double a[3], b[3];
        place_of(&s, &s.bend[end ? last - 1 : 0], a);
        place_of(&s, &s.bend[end ? last : 1], b);
        sn_v3_sub(b, a, arc->tangent[end]);
        sn_v3_normalize(arc->tangent[end], arc->tangent[end]);
    }
    return true;
}
