/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broad muscles: slips side by side from a line on the bone to one tendon. */
#include "render/collect/flesh.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { LEAST_SLIPS = 3, MOST_SLIPS = 11, MOST_ORIGIN = 64 };
static const double slip_width = 0.003; /* at the origin [m], unless that makes too many */
static const double tendon_flat = 1.3;  /* width of the common tendon, over a round one's */
static const double small_pixels = 1.5; /* slips less wide are not told apart */

typedef struct Fan {
    double origin[MOST_ORIGIN][3];
    int n_origin;
    double width, length;    /* of the origin, of the path [m] */
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

/* The place a part 0..1 of the way along the origin. */
static void origin_at(const Fan *fan, double part, double place[3])
{
    double left = part * fan->width;
    int i = 0;
    while (i + 2 < fan->n_origin && left > sn_v3_distance(fan->origin[i], fan->origin[i + 1])) {
        left -= sn_v3_distance(fan->origin[i], fan->origin[i + 1]);
        i++;
    }
    const double piece = sn_v3_distance(fan->origin[i], fan->origin[i + 1]);
    sn_v3_copy(fan->origin[i], place);
    for (int k = 0; k < 3 && piece > 0; k++)
        place[k] += left / piece * (fan->origin[i + 1][k] - fan->origin[i][k]);
}

/* Across: from slip to slip, at right angles to the way that the muscle goes. */
static bool measure(const SnCollector *c, Fan *fan)
{
    fan->width = line_length((const double(*)[3])fan->origin, fan->n_origin);
    fan->length = line_length(fan->path, fan->n_path);
    if (!(fan->width > 0) || !(fan->length > 0))
        return false;
    double along[3];
    origin_at(fan, 0.5, fan->middle);
    sn_v3_sub(fan->path[fan->n_path - 1], fan->middle, along);
    sn_v3_sub(fan->origin[fan->n_origin - 1], fan->origin[0], fan->across);
    if (sn_v3_normalize(along, along) < 1e-9)
        return false;
    sn_v3_axpy(-sn_v3_dot(fan->across, along), along, fan->across);
    if (sn_v3_normalize(fan->across, fan->across) < 1e-9)
        return false;
    const double seen =
        small_pixels * c->frame->settings->scale * sn_frame_pixel(c->frame, fan->middle);
    fan->n_slips =
        (int)fmin(fmax(round(fan->width / fmax(slip_width, seen)), LEAST_SLIPS), MOST_SLIPS);
    return true;
}

/* The line of a slip, beside the path by less and less. */
static void lead(const SnCollector *c, const Fan *fan, int slip, const double half_gap[2],
                 const SnInk *ink)
{
    SnBuffer *line = &c->solids->tube_points;
    const double aside = 2 * slip - (fan->n_slips - 1);
    double along = 0;
    line->count = 0;
    for (int i = 0; i < fan->n_path; i++) {
        SnTubePoint *point = sn_buffer_add(line, 1, sizeof *point);
        memset(point, 0, sizeof *point);
        memcpy(point->color, ink->color, sizeof point->color);
        if (i == 0) {
            origin_at(fan, (slip + 0.5) / fan->n_slips, point->place);
            continue;
        }
        along += sn_v3_distance(fan->path[i - 1], fan->path[i]);
        const double gap = half_gap[0] + (half_gap[1] - half_gap[0]) * along / fan->length;
        sn_v3_copy(fan->path[i], point->place);
        sn_v3_axpy(aside * gap, fan->across, point->place);
    }
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
    fan.n_origin = item->n_origin < MOST_ORIGIN ? item->n_origin : MOST_ORIGIN;
    for (int i = 0; i < fan.n_origin; i++)
        sn_v3_copy(snapshot->points +
                       3 * (size_t)snapshot->scene->path_points[item->first_origin + i],
                   fan.origin[i]);
    if (!measure(collector, &fan))
        return false;
    const SnFlesh whole = sn_flesh_of(item, fan.length, activation);
    if (!(whole.belly > 0))
        return false;
    const double half_gap[2] = {fan.width / (2 * fan.n_slips),
                                tendon_flat * sqrt(whole.tendon / M_PI) / fan.n_slips};
    for (int slip = 0; slip < fan.n_slips; slip++) {
        lead(collector, &fan, slip, half_gap, ink);
        const SnBuffer *line = &collector->solids->tube_points;
        SnFlesh flesh = sn_flesh_slip(&whole, lead_length(line), fan.n_slips);
        memcpy(flesh.half_gap, half_gap, sizeof half_gap);
        sn_v3_copy(fan.across, flesh.across);
        sn_collect_flesh(collector, layer, line->data, n, &flesh, false, ink);
    }
    return true;
}
