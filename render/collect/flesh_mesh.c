/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect/flesh.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { MOST_COLUMNS = 24, CAP_ROWS = 3 };
static const double least_radius = 0.6; /* logical pixels */
static const double foot_radii = 3;     /* length of a tendon's foot, over its radius */
static const double foot_broad = 1.6;   /* its width there, over that of a round tendon */
static const double foot_flat = 0.25;   /* its thickness */
static const double band_broad = 3;     /* width over thickness of flesh where it bends */
static const double band_tendon = 8;    /* of tendon there */
static const double band_turn = 0.35;   /* turn that makes a band of it [rad] */
static const double band_part = 0.22;   /* of its length, over which a band becomes round */

/* Rings of a muscle: each so many logical pixels, at least and at most. Ten along a belly leave its
 * outline within 0.03 of its radius, which is what a picture among many shows. */
static const struct Density {
    double pixels, least, most;
} still = {16, 16, 36}, moving = {24, 10, 24};

typedef struct Row { /* one ring of vertices */
    double center[3], tangent[3], u[3], v[3];
    double along;   /* the path [m] */
    double bend[3]; /* turn from the row before to this one, as a vector [rad] */
    double turned;  /* turn about here, over what makes a band of it: 0 .. 1 */
    double flat;    /* 0 round .. 1 a band */
    double flatter; /* its rate along the path [1/m] */
    const uint8_t *color;
} Row;

/* --- the line --- */

/* Centripetal Catmull-Rom through p[1] and p[2] (Barry and Goldman's pyramid): smooth at via points
 * and free of loops. */
static void curve_point(const double p[4][3], double t, double r[3])
{
    double knot[4] = {0};
    for (int i = 1; i < 4; i++)
        knot[i] = knot[i - 1] + sqrt(fmax(sn_v3_distance(p[i - 1], p[i]), 1e-12));
    const double at = knot[1] + t * (knot[2] - knot[1]);
    double a[3][3], b[2][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            a[i][k] = ((knot[i + 1] - at) * p[i][k] + (at - knot[i]) * p[i + 1][k]) /
                      (knot[i + 1] - knot[i]);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            b[i][k] = ((knot[i + 2] - at) * a[i][k] + (at - knot[i]) * a[i + 1][k]) /
                      (knot[i + 2] - knot[i]);
    for (int k = 0; k < 3; k++)
        r[k] = ((knot[2] - at) * b[0][k] + (at - knot[1]) * b[1][k]) / (knot[2] - knot[1]);
}

/* The four points about span i; beyond the ends the path goes straight on. */
static void span_points(const SnTubePoint *points, int n, int i, double p[4][3])
{
    for (int k = 0; k < 4; k++) {
        const int at = i - 1 + k;
        sn_v3_copy(points[at < 0 ? 0 : at >= n ? n - 1 : at].place, p[k]);
    }
    for (int k = 0; k < 3; k++) {
        if (i == 0)
            p[0][k] = 2 * p[1][k] - p[2][k];
        if (i + 2 == n)
            p[3][k] = 2 * p[2][k] - p[1][k];
    }
}

void sn_flesh_curve(const SnTubePoint *points, int n, int i, double t, double place[3])
{
    double p[4][3];
    span_points(points, n, i, p);
    curve_point((const double(*)[3])p, t, place);
}

double sn_flesh_rings(const SnCollector *collector, double length, const double place[3], int n)
{
    const struct Density *rings = collector->frame->settings->moving ? &moving : &still;
    const double pixels = length / sn_frame_pixel(collector->frame, place);
    return fmin(fmax(pixels / rings->pixels, rings->least), rings->most) + (n > 2 ? 2 * n : 0);
}

static Row *add_row(SnBuffer *rows, const SnTubePoint *point)
{
    Row *row = sn_buffer_add(rows, 1, sizeof *row);
    memset(row, 0, sizeof *row);
    row->color = point->color;
    sn_v3_copy(point->place, row->center);
    return row;
}

/* Rings along the path, more on longer spans; false: it has no length. */
static bool follow(const SnCollector *c, const SnTubePoint *points, int n)
{
    SnBuffer *rows = &c->solids->flesh_rows;
    double total = 0;
    for (int i = 0; i + 1 < n; i++)
        total += sn_v3_distance(points[i].place, points[i + 1].place);
    if (!(total > 0))
        return false;
    const double wanted = sn_flesh_rings(c, total, points[n / 2].place, n);
    rows->count = 0;
    for (int i = 0; i + 1 < n; i++) {
        const double length = sn_v3_distance(points[i].place, points[i + 1].place);
        if (length < 1e-7 * total)
            continue;
        const int steps = (int)fmax(2, round(wanted * length / total));
        for (int k = 0; k < steps; k++)
            sn_flesh_curve(points, n, i, (double)k / steps, add_row(rows, &points[i])->center);
    }
    add_row(rows, &points[n - 1]);
    return true;
}

/* Places along the path, directions, and how much it turns at each ring. */
static void measure(Row *rows, int n)
{
    for (int i = 0; i < n; i++) {
        sn_v3_sub(rows[i + 1 < n ? i + 1 : i].center, rows[i > 0 ? i - 1 : 0].center,
                  rows[i].tangent);
        sn_v3_normalize(rows[i].tangent, rows[i].tangent);
        if (i == 0)
            continue;
        rows[i].along = rows[i - 1].along + sn_v3_distance(rows[i - 1].center, rows[i].center);
        sn_v3_cross(rows[i - 1].tangent, rows[i].tangent, rows[i].bend);
    }
}

/* A band does not end where it leaves what it bends about: flatness is the turn averaged along the
 * path, weighted by (1 - (distance / reach)^2)^2, so that the outline has no corner there. */
static void spread_flatness(Row *rows, int n, double reach)
{
    for (int i = 0; i < n; i++) {
        double sum = 0, weights = 0;
        for (int side = -1; side <= 1; side += 2)
            for (int k = side < 0 ? i : i + 1; k >= 0 && k < n; k += side) {
                const double far = (rows[k].along - rows[i].along) / reach, left = 1 - far * far;
                if (left <= 0)
                    break;
                const double share = rows[k + 1 < n ? k + 1 : k].along - rows[k ? k - 1 : 0].along;
                sum += share * left * left * rows[k].turned;
                weights += share * left * left;
            }
        rows[i].flat = weights > 0 ? sum / weights : rows[i].turned;
    }
    for (int i = 0; i < n; i++) {
        const Row *before = &rows[i > 0 ? i - 1 : 0], *after = &rows[i + 1 < n ? i + 1 : i];
        rows[i].flatter = (after->flat - before->flat) / (after->along - before->along);
    }
}

/* How flat each ring is: the turn within a neighbourhood of the belly's thickness; near the ends,
 * where half of it is missing, as if it went on so. */
static void flatten(Row *rows, int n, double reach)
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        double turn[3] = {0};
        const double before = fmin(rows[i].along / reach, 1);
        const double after = fmin((rows[n - 1].along - rows[i].along) / reach, 1);
        for (int k = i; k >= 0 && rows[i].along - rows[k].along < reach; k--)
            sn_v3_add(turn, rows[k].bend, turn);
        for (int k = i + 1; k < n && rows[k].along - rows[i].along < reach; k++)
            sn_v3_add(turn, rows[k].bend, turn);
        rows[i].turned = fmin(sn_v3_norm(turn) * 2 / (before + after) / band_turn, 1);
        most = fmax(most, rows[i].turned);
    }
    if (most > 1e-6)
        spread_flatness(rows, n, band_part * rows[n - 1].along);
}

/* Axes of a ring carried over from its neighbour without twist. */
static void carry(const Row *from, Row *to)
{
    sn_v3_copy(from->u, to->u);
    sn_v3_axpy(-sn_v3_dot(to->u, to->tangent), to->tangent, to->u);
    if (sn_v3_normalize(to->u, to->u) < 1e-6)
        sn_v3_tangents(to->tangent, to->u, to->v);
    sn_v3_cross(to->tangent, to->u, to->v);
}

/* u across the bend where the path bends most, v away from what it bends about; from there to both
 * ends without twist. */
static void orient(Row *rows, int n)
{
    int most = 0;
    for (int i = 1; i < n; i++)
        if (sn_v3_norm(rows[i].bend) > sn_v3_norm(rows[most].bend))
            most = i;
    Row *row = &rows[most];
    sn_v3_copy(row->bend, row->u);
    sn_v3_axpy(-sn_v3_dot(row->u, row->tangent), row->tangent, row->u);
    if (sn_v3_normalize(row->u, row->u) < 1e-4)
        sn_v3_tangents(row->tangent, row->u, row->v);
    sn_v3_cross(row->tangent, row->u, row->v);
    for (int i = most + 1; i < n; i++)
        carry(&rows[i - 1], &rows[i]);
    for (int i = most - 1; i >= 0; i--)
        carry(&rows[i + 1], &rows[i]);
}

/* --- the surface --- */

typedef struct Sides { /* of all rings of a muscle */
    int columns;
    double circle[MOST_COLUMNS][2]; /* cosine and sine */
} Sides;

typedef struct Section { /* of one ring: half width and half thickness, and their slopes */
    double half[2], slope[2];
} Section;

/* The last radii of a tendon broaden and flatten into the bone. */
static double foot_of(const SnFlesh *flesh, double s)
{
    const double reach = foot_radii * sqrt(flesh->tendon / M_PI);
    const double g = 1 - fmin(s, flesh->length - s) / reach;
    return g > 0 && flesh->belly > 0 ? g * g : 0;
}

static void halves(const SnFlesh *flesh, double s, double flat, double half[2])
{
    const double area = sn_flesh_area(flesh, s, NULL);
    /* of tendon and flesh, so that the width grows as the area does */
    const double tendon = flesh->belly > 0 ? band_tendon * flesh->tendon : 0;
    const double band = (tendon + band_broad * (area - flesh->tendon)) / area;
    const double broad = flesh->broad + flat * fmax(band - flesh->broad, 0);
    const double foot = foot_of(flesh, s);
    half[0] = sqrt(area * broad / M_PI) * (1 + (foot_broad - 1) * foot * (1 - flat));
    half[1] = sqrt(area / (M_PI * broad)) * (1 + (foot_flat - 1) * foot);
}

static Section section_at(const SnFlesh *flesh, const Row *row)
{
    Section section;
    double before[2], after[2];
    const double step = 1e-3 * flesh->length;
    const double from = fmax(row->along - step, 0), to = fmin(row->along + step, flesh->length);
    halves(flesh, row->along, row->flat, section.half);
    halves(flesh, from, row->flat + (from - row->along) * row->flatter, before);
    halves(flesh, to, row->flat + (to - row->along) * row->flatter, after);
    for (int k = 0; k < 2; k++)
        section.slope[k] = (after[k] - before[k]) / (to - from);
    return section;
}

static void ring_color(const SnFlesh *flesh, const Row *row, bool by_value, uint8_t color[4])
{
    memcpy(color, row->color, 4);
    if (!by_value)
        sn_flesh_color(flesh, row->along, color);
}

/* A ring; the point at (cos, sin) is half[0] cos u + half[1] sin v, and the normal the cross
 * product of the surface's two tangents there. */
static void add_ring(const SnCollector *c, SnSoup *soup, const Sides *sides, const Row *row,
                     const Section *section, const SnInk *ink)
{
    SnSoupVertex *vertex = sn_buffer_add(&soup->vertices, sides->columns, sizeof *vertex);
    const double a = section->half[0], b = section->half[1];
    for (int k = 0; k < sides->columns; k++) {
        const double cosine = sides->circle[k][0], sine = sides->circle[k][1];
        const double along =
            section->slope[0] * b * cosine * cosine + section->slope[1] * a * sine * sine;
        double p[3], normal[3];
        for (int i = 0; i < 3; i++) {
            p[i] = row->center[i] + a * cosine * row->u[i] + b * sine * row->v[i] -
                   c->frame->origin[i];
            normal[i] = b * cosine * row->u[i] + a * sine * row->v[i] - along * row->tangent[i];
        }
        sn_v3_normalize(normal, normal);
        sn_vertex_set(&vertex[k].vertex, p, normal);
        vertex[k].ink = *ink;
    }
}

/* A round end beyond the path's: half an ellipsoid in a few rings, the last one nearly a point; how
 * many rings: thin ends need none. */
static int add_cap(const SnCollector *c, SnSoup *soup, const Sides *sides, const Row *end,
                   const Section *section, bool start, const SnInk *ink)
{
    const double reach = (start ? -1 : 1) * section->half[1];
    const double pixels = section->half[0] / sn_frame_pixel(c->frame, end->center);
    const int rings = pixels < 1.5 ? 0 : pixels < 4 ? 1 : CAP_ROWS;
    for (int i = 0; i < rings; i++) {
        const int ring = start ? rings - i : i + 1;
        const double angle = M_PI / 2 * ring / (rings + 0.05);
        Row row = *end;
        Section cap;
        sn_v3_axpy(reach * sin(angle), end->tangent, row.center);
        for (int k = 0; k < 2; k++) {
            cap.half[k] = section->half[k] * cos(angle);
            cap.slope[k] = -section->half[k] / reach * tan(angle);
        }
        add_ring(c, soup, sides, &row, &cap, ink);
    }
    return rings;
}

static void add_sides(SnSoup *soup, uint32_t base, int rows, uint32_t columns)
{
    uint32_t *t = sn_buffer_add(&soup->indices, 6 * (int)columns * (rows - 1), sizeof *t);
    for (uint32_t i = 0; i + 1 < (uint32_t)rows; i++)
        for (uint32_t k = 0; k < columns; k++, t += 6) {
            const uint32_t a = base + i * columns + k, b = base + i * columns + (k + 1) % columns;
            const uint32_t quad[6] = {a, b, b + columns, a, b + columns, a + columns};
            memcpy(t, quad, sizeof quad);
        }
    /* lids close it, so that a cut can be filled */
    uint32_t *lid = sn_buffer_add(&soup->indices, 6 * ((int)columns - 2), sizeof *lid);
    const uint32_t last = base + (uint32_t)(rows - 1) * columns;
    for (uint32_t k = 1; k + 1 < columns; k++, lid += 6) {
        const uint32_t both[6] = {base, base + k + 1, base + k, last, last + k, last + k + 1};
        memcpy(lid, both, sizeof both);
    }
}

/* Sides, so that its outline looks round at its size on the screen. */
static Sides choose_sides(const SnCollector *c, const SnFlesh *flesh, const double middle[3])
{
    const double radius = sqrt((flesh->belly + flesh->tendon) * flesh->broad / M_PI);
    const double pixels = radius / sn_frame_pixel(c->frame, middle);
    Sides sides = {MOST_COLUMNS, {{0}}};
    if (pixels < 24)
        sides.columns = pixels < 3 ? 6 : pixels < 8 ? 10 : pixels < 14 ? 12 : 16;
    if (c->frame->settings->moving) /* a third less, within a pixel of it */
        sides.columns = pixels < 3 ? 4 : 2 * (sides.columns + 1) / 3;
    for (int k = 0; k < sides.columns; k++) {
        sides.circle[k][0] = cos(2 * M_PI * k / sides.columns);
        sides.circle[k][1] = sin(2 * M_PI * k / sides.columns);
    }
    return sides;
}

/* How many there are, with those of the ends. */
static int add_rings(const SnCollector *c, SnSoup *soup, const SnFlesh *flesh, bool by_value,
                     const Sides *sides, const SnInk *ink)
{
    const Row *rows = c->solids->flesh_rows.data;
    const int n = c->solids->flesh_rows.count;
    int rings = n;
    for (int i = 0; i < n; i++) {
        const double pixel = c->frame->settings->scale * sn_frame_pixel(c->frame, rows[i].center);
        Section section = section_at(flesh, &rows[i]);
        SnInk colored = *ink;
        ring_color(flesh, &rows[i], by_value, colored.color);
        for (int k = 0; k < 2; k++)
            section.half[k] = fmax(section.half[k], least_radius * pixel);
        if (i == 0)
            rings += add_cap(c, soup, sides, &rows[i], &section, true, &colored);
        add_ring(c, soup, sides, &rows[i], &section, &colored);
        if (i + 1 == n)
            rings += add_cap(c, soup, sides, &rows[i], &section, false, &colored);
    }
    return rings;
}

void sn_collect_soup_caps(const SnCollector *collector, SnLayer layer, int first, const SnInk *ink)
{
    const SnSoup *soup = &collector->solids->soup[layer];
    const SnInstance place = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .ink = *ink};
    const uint32_t *made = soup->indices.data;
    sn_collect_caps(collector, &(SnCutSurface){soup->vertices.data,
                                               sizeof(SnSoupVertex),
                                               {made + first, NULL},
                                               {(soup->indices.count - first) / 3, 0},
                                               &place,
                                               true});
}

void sn_collect_flesh(const SnCollector *collector, SnLayer layer, const SnTubePoint *points, int n,
                      const SnFlesh *flesh, bool by_value, const SnInk *ink)
{
    if (n < 2 || !follow(collector, points, n))
        return;
    Row *rows = collector->solids->flesh_rows.data;
    const int count = collector->solids->flesh_rows.count;
    measure(rows, count);
    flatten(rows, count, fmax(0.08 * flesh->length, sqrt(flesh->belly / M_PI)));
    orient(rows, count);
    SnFlesh curved = *flesh; /* of the length that the smooth line has */
    const double grown = rows[count - 1].along / flesh->length;
    curved.length *= grown;
    curved.from *= grown;
    curved.to *= grown;
    SnSoup *soup = &collector->solids->soup[layer];
    const int first = soup->indices.count;
    const uint32_t base = (uint32_t)soup->vertices.count;
    const Sides sides = choose_sides(collector, &curved, rows[count / 2].center);
    const int rings = add_rings(collector, soup, &curved, by_value, &sides, ink);
    add_sides(soup, base, rings, (uint32_t)sides.columns);
    sn_collect_soup_caps(collector, layer, first, ink);
}
