/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { MOST_COLUMNS = 32, MAX_POINTS = 64, LEAST_ROWS = 12, MOST_ROWS = 36, MAX_ROWS = 200 };

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

/* Places along the path, more on longer spans; returns how many. */
static int follow_axis(const SnFrame *frame, const double (*points)[3], int n, double (*rows)[3])
{
    double total = 0;
    for (int i = 0; i + 1 < n; i++)
        total += sn_v3_distance(points[i], points[i + 1]);
    if (total == 0)
        return 0;
    int count = 0;
    const double pixels = total / sn_frame_pixel(frame, points[n / 2]);
    const double wanted = fmin(fmax(pixels / 8, LEAST_ROWS), MOST_ROWS) + (n > 2 ? 4 * n : 0);
    for (int i = 0; i + 1 < n; i++) {
        const double length = sn_v3_distance(points[i], points[i + 1]);
        if (length < 1e-9 * total)
            continue;
        double p[4][3];
        for (int k = 0; k < 4; k++) {
            const int index = i - 1 + k;
            sn_v3_copy(points[index < 0 ? 0 : index >= n ? n - 1 : index], p[k]);
        }
        /* beyond the ends the path goes straight on */
        if (i == 0)
            for (int k = 0; k < 3; k++)
                p[0][k] = 2 * p[1][k] - p[2][k];
        if (i + 2 == n)
            for (int k = 0; k < 3; k++)
                p[3][k] = 2 * p[2][k] - p[1][k];
        const int steps = (int)fmax(2, round(wanted * length / total));
        for (int k = 0; k < steps && count + 1 < MAX_ROWS; k++)
            curve_point((const double(*)[3])p, (double)k / steps, rows[count++]);
    }
    sn_v3_copy(points[n - 1], rows[count++]);
    return count;
}

/* Share of the full radius at a share s of the length: thin tendons, full belly. */
static double profile(double s)
{
    const double belly = sin(M_PI * s);
    return 0.20 + 0.80 * pow(belly, 1.35);
}

static double smooth_step(double from, double to, double x)
{
    const double t = fmin(fmax((x - from) / (to - from), 0), 1);
    return t * t * (3 - 2 * t);
}

typedef struct Tube {
    const uint8_t *end_color;
    const SnInk *ink;
    double radius, total;
    int columns;
} Tube;

static void add_row(const SnCollector *c, SnSoup *soup, const Tube *tube, const double center[3],
                    const double u[3], const double v[3], const double tangent[3], double s)
{
    const double r = tube->radius * profile(s);
    const double step = 1e-3;
    const double slope = tube->radius * (profile(fmin(s + step, 1)) - profile(fmax(s - step, 0))) /
                         (2 * step * tube->total);
    SnInk ink = *tube->ink;
    const double flesh = smooth_step(0.03, 0.22, fmin(s, 1 - s));
    for (int k = 0; k < 3; k++)
        ink.color[k] = (uint8_t)lrint(tube->end_color[k] * (1 - flesh) + ink.color[k] * flesh);
    SnSoupVertex *row = sn_buffer_add(&soup->vertices, tube->columns, sizeof *row);
    for (int k = 0; k < tube->columns; k++) {
        const double a = 2 * M_PI * k / tube->columns;
        double out[3], p[3], normal[3];
        for (int i = 0; i < 3; i++) {
            out[i] = cos(a) * u[i] + sin(a) * v[i];
            p[i] = center[i] + r * out[i] - c->frame->origin[i];
            normal[i] = out[i] - slope * tangent[i];
        }
        sn_v3_normalize(normal, normal);
        sn_vertex_set(&row[k].vertex, p, normal);
        row[k].ink = ink;
    }
}

static void add_sides(SnSoup *soup, uint32_t base, int rows, uint32_t columns)
{
    for (uint32_t i = 0; i + 1 < (uint32_t)rows; i++) {
        uint32_t *t = sn_buffer_add(&soup->indices, 6 * (int)columns, sizeof *t);
        for (uint32_t k = 0; k < columns; k++) {
            const uint32_t a = base + i * columns + k;
            const uint32_t b = base + i * columns + (k + 1) % columns;
            const uint32_t quad[6] = {a, b, b + columns, a, b + columns, a + columns};
            memcpy(t + 6 * k, quad, sizeof quad);
        }
    }
    /* lids close it, so that a cut can be filled */
    uint32_t *lid = sn_buffer_add(&soup->indices, 6 * ((int)columns - 2), sizeof *lid);
    const uint32_t last = base + (uint32_t)(rows - 1) * columns;
    for (uint32_t k = 1; k + 1 < columns; k++, lid += 6) {
        const uint32_t both[6] = {base, base + k + 1, base + k, last, last + k, last + k + 1};
        memcpy(lid, both, sizeof both);
    }
}

/* Sides of the tube, so that its outline looks round at its size on the screen. */
static int choose_columns(const SnFrame *frame, double radius, const double middle[3])
{
    const double pixels = radius / sn_frame_pixel(frame, middle);
    return pixels < 4 ? 8 : pixels < 12 ? 12 : pixels < 40 ? 20 : MOST_COLUMNS;
}

void sn_collect_spindle(const SnCollector *collector, SnLayer layer, const double (*points)[3],
                        int n, double radius, const uint8_t end_color[4], const SnInk *ink)
{
    double rows[MAX_ROWS][3], along[MAX_ROWS];
    const int count =
        n >= 2 ? follow_axis(collector->frame, points, n < MAX_POINTS ? n : MAX_POINTS, rows) : 0;
    if (count < 2)
        return;
    along[0] = 0;
    for (int i = 1; i < count; i++)
        along[i] = along[i - 1] + sn_v3_distance(rows[i - 1], rows[i]);
    const Tube tube = {end_color, ink, radius, along[count - 1],
                       choose_columns(collector->frame, radius, rows[count / 2])};
    SnSoup *soup = &collector->solids->soup[layer];
    const uint32_t base = (uint32_t)soup->vertices.count;
    double u[3] = {0}, v[3] = {0};
    for (int i = 0; i < count; i++) {
        double tangent[3];
        sn_v3_sub(rows[i + 1 < count ? i + 1 : i], rows[i > 0 ? i - 1 : 0], tangent);
        sn_v3_normalize(tangent, tangent);
        if (i == 0) {
            sn_v3_tangents(tangent, u, v);
        } else {
            /* carried along without twist */
            sn_v3_axpy(-sn_v3_dot(u, tangent), tangent, u);
            if (sn_v3_normalize(u, u) < 1e-6)
                sn_v3_tangents(tangent, u, v);
            sn_v3_cross(tangent, u, v);
        }
        add_row(collector, soup, &tube, rows[i], u, v, tangent, along[i] / along[count - 1]);
    }
    add_sides(soup, base, count, (uint32_t)tube.columns);
}
