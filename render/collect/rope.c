/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect/rope.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { N_STRANDS = 3, MOST_ROWS = 4000 };
static const double lay = 7;      /* length of a turn, over the radius */
static const double steep = 2.2;  /* the normals lean so much more than the surface does */
static const double thinnest = 3; /* [px] below this radius a rope is a plain tube */
static const double still = 10, moving = 6; /* rows to a turn */

/* Across the strands: height over the radius, its slope and how light it is. */
static const struct Column {
    double height, slope, light;
} columns[SN_ROPE_COLUMNS / N_STRANDS] = {
    {1, 0, 1.06},
    {1 - 0.2 * 0.29, -0.32, 0.98},
    {1 - 0.2, 0, 0.55},
    {1 - 0.2 * 0.29, 0.32, 0.98},
};

static void between(const SnTubeRow *a, const SnTubeRow *b, double t, SnTubeRow *row)
{
    *row = *a;
    for (int k = 0; k < 3; k++) {
        row->center[k] = (1 - t) * a->center[k] + t * b->center[k];
        row->tangent[k] = (1 - t) * a->tangent[k] + t * b->tangent[k];
    }
    sn_v3_normalize(row->tangent, row->tangent);
    row->radius = (1 - t) * a->radius + t * b->radius;
}

bool sn_rope_rows(const SnCollector *collector)
{
    const SnTubeRow *rows = collector->solids->tube_rows.data;
    const int n = collector->solids->tube_rows.count;
    SnBuffer *made = &collector->solids->rope_rows;
    double length = 0, nearest = INFINITY;
    for (int i = 0; i < n; i++) {
        nearest = fmin(nearest, sn_frame_pixel(collector->frame, rows[i].center));
        if (i > 0)
            length += sn_v3_distance(rows[i - 1].center, rows[i].center);
    }
    const bool coarse = collector->frame->settings->moving;
    const double step = lay * rows[0].radius / (coarse ? moving : still);
    if (rows[0].radius < thinnest * nearest || length > step * MOST_ROWS)
        return false;
    double along = 0;
    made->count = 0;
    for (int i = 0; i + 1 < n; i++) {
        const double part = sn_v3_distance(rows[i].center, rows[i + 1].center);
        const int pieces = (int)fmax(1, ceil(part / step));
        for (int k = 0; k < pieces; k++) {
            SnTubeRow *row = sn_buffer_add(made, 1, sizeof *row);
            between(&rows[i], &rows[i + 1], (double)k / pieces, row);
            row->turn = 2 * M_PI * (along + part * k / pieces) / (lay * rows[0].radius);
        }
        along += part;
    }
    SnTubeRow *end = sn_buffer_add(made, 1, sizeof *end);
    *end = rows[n - 1];
    end->turn = 2 * M_PI * along / (lay * rows[0].radius);
    return true;
}

void sn_rope_ring(const SnCollector *collector, const SnTubeRow *row, const double u[3],
                  const double v[3], const SnInk *ink, SnSoupVertex *vertices)
{
    for (int k = 0; k < SN_ROPE_COLUMNS; k++) {
        const struct Column *column = &columns[k % (SN_ROPE_COLUMNS / N_STRANDS)];
        const double angle = row->turn + 2 * M_PI * k / SN_ROPE_COLUMNS;
        const double cosine = cos(angle), sine = sin(angle);
        const double lean = steep * column->slope;
        double p[3], normal[3];
        for (int i = 0; i < 3; i++) {
            const double out = cosine * u[i] + sine * v[i], around = cosine * v[i] - sine * u[i];
            p[i] =
                row->center[i] + row->radius * column->height * out - collector->frame->origin[i];
            normal[i] = out - lean * around + lean * 2 * M_PI / lay * row->tangent[i];
        }
        sn_v3_normalize(normal, normal);
        sn_vertex_set(&vertices[k].vertex, p, normal);
        vertices[k].ink = *ink;
        for (int i = 0; i < 3; i++)
            vertices[k].ink.color[i] = (uint8_t)lrint(fmin(row->color[i] * column->light, 255));
        vertices[k].ink.color[3] = row->color[3];
    }
}
