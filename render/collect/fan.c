/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where broad muscles lie: from a line on the bone to one tendon, or to another line. */
#include "render/collect/flesh.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { LEAST_SLIPS = 3, MOST_SLIPS = 11, MOST_ORIGIN = 64 };
static const double slip_width = 0.003; /* at the origin [m], unless that makes too many */
static const double tendon_flat = 1.3;  /* width of the common tendon, over a round one's */
static const double small_pixels = 1.5; /* slips less wide are not told apart */
static const double fine_pixels = 4;    /* of wider ones the roundness is seen */

typedef struct Edge { /* a line on a bone */
    double points[MOST_ORIGIN][3];
    int n;
    double width; /* its length [m] */
} Edge;

typedef struct Fan {
    Edge origin, insertion;  /* the latter without points: one tendon */
    double length;           /* of the path [m] */
    const double (*path)[3]; /* [n_path] */
    int n_path;
    double middle[3], across[3];
    double half_tendon; /* width of the common tendon [m] */
    int n_slips;
} Fan;

static double line_length(const double (*points)[3], int n)
{
    double length = 0;
    for (int i = 1; i < n; i++)
        length += sn_v3_distance(points[i - 1], points[i]);
    return length;
}

/* The place a part 0..1 of the way along an edge. */
static void edge_at(const Edge *edge, double part, double place[3])
{
    double left = part * edge->width;
    int i = 0;
    while (i + 2 < edge->n && left > sn_v3_distance(edge->points[i], edge->points[i + 1])) {
        left -= sn_v3_distance(edge->points[i], edge->points[i + 1]);
        i++;
    }
    const double piece = sn_v3_distance(edge->points[i], edge->points[i + 1]);
    sn_v3_copy(edge->points[i], place);
    for (int k = 0; k < 3 && piece > 0; k++)
        place[k] += left / piece * (edge->points[i + 1][k] - edge->points[i][k]);
}

/* Across: from slip to slip, at right angles to the way that the muscle goes. */
static bool measure(const SnCollector *c, Fan *fan)
{
    Edge *origin = &fan->origin;
    origin->width = line_length((const double(*)[3])origin->points, origin->n);
    fan->insertion.width = line_length((const double(*)[3])fan->insertion.points, fan->insertion.n);
    if (!(fan->insertion.width > 0))
        fan->insertion.n = 0;
    fan->length = line_length(fan->path, fan->n_path);
    if (!(origin->width > 0) || !(fan->length > 0))
        return false;
    double along[3];
    edge_at(origin, 0.5, fan->middle);
    sn_v3_sub(fan->path[fan->n_path - 1], fan->middle, along);
    sn_v3_sub(origin->points[origin->n - 1], origin->points[0], fan->across);
    if (sn_v3_normalize(along, along) < 1e-9)
        return false;
    sn_v3_axpy(-sn_v3_dot(fan->across, along), along, fan->across);
    if (sn_v3_normalize(fan->across, fan->across) < 1e-9)
        return false;
    const double seen =
        small_pixels * c->frame->settings->scale * sn_frame_pixel(c->frame, fan->middle);
    fan->n_slips =
        (int)fmin(fmax(round(origin->width / fmax(slip_width, seen)), LEAST_SLIPS), MOST_SLIPS);
    return true;
}

/* The line of a column: beside the path, at its start by as much as it springs from beside that, at
 * its end by as much as it ends beside it, and between them by less and less of the one and more of
 * the other. */
static void lead(const SnCollector *c, const Fan *fan, double part)
{
    SnBuffer *line = &c->solids->tube_points;
    double along = 0, start[3], end[3];
    edge_at(&fan->origin, part, start);
    sn_v3_sub(start, fan->path[0], start);
    if (fan->insertion.n > 0) {
        edge_at(&fan->insertion, part, end);
        sn_v3_sub(end, fan->path[fan->n_path - 1], end);
    } else {
        sn_v3_scale((2 * part - 1) * fan->half_tendon, fan->across, end);
    }
    line->count = 0;
    for (int i = 0; i < fan->n_path; i++) {
        SnTubePoint *point = sn_buffer_add(line, 1, sizeof *point);
        memset(point, 0, sizeof *point);
        if (i > 0)
            along += sn_v3_distance(fan->path[i - 1], fan->path[i]);
        sn_v3_copy(fan->path[i], point->place);
        sn_v3_axpy(1 - along / fan->length, start, point->place);
        sn_v3_axpy(along / fan->length, end, point->place);
    }
}

/* The rows of a column in each span of the path, more in longer ones: all columns have as many. */
static int rows_of_span(const SnCollector *c, const Fan *fan, int span)
{
    const double length = sn_v3_distance(fan->path[span], fan->path[span + 1]);
    const double wanted = sn_flesh_rings(c, fan->length, fan->middle, fan->n_path);
    return length < 1e-7 * fan->length ? 0 : (int)fmax(2, round(wanted * length / fan->length));
}

/* Makes the middle surface in the solids' own memory. */
static void spread(const SnCollector *c, const Fan *fan, SnSheet *sheet)
{
    SnBuffer *places = &c->solids->sheet_places;
    const int columns = sheet->n_slips * sheet->per_slip + 1;
    sheet->rows = 1;
    for (int i = 0; i + 1 < fan->n_path; i++)
        sheet->rows += rows_of_span(c, fan, i);
    places->count = 0;
    double(*place)[3] = sn_buffer_add(places, sheet->rows * columns, sizeof *place);
    sheet->middle = place;
    for (int column = 0; column < columns; column++) {
        lead(c, fan, sn_sheet_part(sheet, column));
        const SnTubePoint *points = c->solids->tube_points.data;
        int row = 0;
        for (int i = 0; i + 1 < fan->n_path; i++) {
            const int steps = rows_of_span(c, fan, i);
            for (int k = 0; k < steps; k++, row++)
                sn_flesh_curve(points, fan->n_path, i, (double)k / steps,
                               place[row * columns + column]);
        }
        sn_v3_copy(points[fan->n_path - 1].place, place[row * columns + column]);
    }
}

/* The points of the snapshot that an edge of the item has. */
static void take_edge(const SnSnapshot *snapshot, int first, int n, Edge *edge)
{
    edge->n = n < MOST_ORIGIN ? n : MOST_ORIGIN;
    for (int i = 0; i < edge->n; i++)
        sn_v3_copy(snapshot->points + 3 * (size_t)snapshot->scene->path_points[first + i],
                   edge->points[i]);
}

bool sn_collect_fan(const SnCollector *collector, const SnSceneItem *item, SnLayer layer,
                    const double (*points)[3], int n, double activation, const SnInk *ink)
{
    const SnSnapshot *snapshot = collector->frame->snapshot;
    Fan fan = {.path = points, .n_path = n};
    take_edge(snapshot, item->first_origin, item->n_origin, &fan.origin);
    take_edge(snapshot, item->first_insertion, item->n_insertion, &fan.insertion);
    if (!measure(collector, &fan))
        return false;
    const SnFlesh whole = sn_flesh_of(item, fan.length, activation);
    if (!(whole.belly > 0))
        return false;
    fan.half_tendon = tendon_flat * sqrt(whole.tendon / M_PI);
    const double pixels =
        fan.origin.width / fan.n_slips / sn_frame_pixel(collector->frame, fan.middle);
    const bool fine = !collector->frame->settings->moving && pixels > fine_pixels;
    SnSheet sheet = {.n_slips = fan.n_slips, .per_slip = fine ? 4 : 2};
    spread(collector, &fan, &sheet);
    const SnFlesh flesh = sn_flesh_sheet(&whole);
    sn_collect_sheet(collector, layer, &sheet, &flesh, ink);
    return true;
}
