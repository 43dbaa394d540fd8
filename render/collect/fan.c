/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broad muscles: slips side by side from a line on the bone to one tendon, or to another line. */
#include "render/collect/flesh.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { LEAST_SLIPS = 3, MOST_SLIPS = 11, MOST_ORIGIN = 64 };
static const double slip_width = 0.003; /* at the origin [m], unless that makes too many */
static const double tendon_flat = 1.3;  /* width of the common tendon, over a round one's */
static const double small_pixels = 1.5; /* slips less wide are not told apart */

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

/* The line of a slip: beside the path, at its start by as much as it springs from beside that, at
 * its end by as much as it ends beside it, and between them by less and less of the one and more of
 * the other. */
static void lead(const SnCollector *c, const Fan *fan, int slip, const double half_gap[2],
                 const SnInk *ink)
{
    SnBuffer *line = &c->solids->tube_points;
    const double part = (slip + 0.5) / fan->n_slips;
    double along = 0, start[3], end[3];
    edge_at(&fan->origin, part, start);
    sn_v3_sub(start, fan->path[0], start);
    if (fan->insertion.n > 0) {
        edge_at(&fan->insertion, part, end);
        sn_v3_sub(end, fan->path[fan->n_path - 1], end);
    } else {
        sn_v3_scale((2 * slip - (fan->n_slips - 1)) * half_gap[1], fan->across, end);
    }
    line->count = 0;
    for (int i = 0; i < fan->n_path; i++) {
        SnTubePoint *point = sn_buffer_add(line, 1, sizeof *point);
        memset(point, 0, sizeof *point);
        memcpy(point->color, ink->color, sizeof point->color);
        if (i > 0)
            along += sn_v3_distance(fan->path[i - 1], fan->path[i]);
        sn_v3_copy(fan->path[i], point->place);
        sn_v3_axpy(1 - along / fan->length, start, point->place);
        sn_v3_axpy(along / fan->length, end, point->place);
    }
}

/* From one side of a slip's end to the other. */
static void edge_direction(const Fan *fan, const Edge *edge, int slip, double direction[3])
{
    double sides[2][3];
    for (int i = 0; i < 2; i++)
        edge_at(edge, (double)(slip + i) / fan->n_slips, sides[i]);
    sn_v3_sub(sides[1], sides[0], direction);
}

/* The points of the snapshot that an edge of the item has. */
static void take_edge(const SnSnapshot *snapshot, int first, int n, Edge *edge)
{
    edge->n = n < MOST_ORIGIN ? n : MOST_ORIGIN;
    for (int i = 0; i < edge->n; i++)
        sn_v3_copy(snapshot->points + 3 * (size_t)snapshot->scene->path_points[first + i],
                   edge->points[i]);
}

static double lead_length(const SnBuffer *line)
{
    const SnTubePoint *points = line->data;
    double length = 0;
    for (int i = 1; i < line->count; i++)
        length += sn_v3_distance(points[i - 1].place, points[i].place);
    return length;
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
    const double half_gap[2] = {fan.origin.width / (2 * fan.n_slips),
                                fan.insertion.n > 0
                                    ? fan.insertion.width / (2 * fan.n_slips)
                                    : tendon_flat * sqrt(whole.tendon / M_PI) / fan.n_slips};
    for (int slip = 0; slip < fan.n_slips; slip++) {
        lead(collector, &fan, slip, half_gap, ink);
        const SnBuffer *line = &collector->solids->tube_points;
        SnFlesh flesh = sn_flesh_slip(&whole, lead_length(line), fan.n_slips);
        memcpy(flesh.half_gap, half_gap, sizeof half_gap);
        sn_v3_copy(fan.across, flesh.across);
        edge_direction(&fan, &fan.origin, slip, flesh.edge[0]);
        if (fan.insertion.n > 0)
            edge_direction(&fan, &fan.insertion, slip, flesh.edge[1]);
        sn_collect_flesh(collector, layer, line->data, n, &flesh, false, ink);
    }
    return true;
}
