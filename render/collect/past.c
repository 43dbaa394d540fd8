/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect/past.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "render/camera_range.h"

#include <math.h>
#include <string.h>

SnPastKept *sn_past_keep(const SnPast *past)
{
    const int n = past->n_trails;
    if (n == 0 && !past->ghost)
        return NULL;
    SnPastKept *kept = sn_alloc(1, sizeof *kept);
    *kept = (SnPastKept){.holders = 1, .n_trails = n};
    kept->trails = sn_alloc((size_t)n + 1, sizeof(SnTrail));
    kept->ghost = past->ghost ? sn_snapshot_ref(past->ghost) : NULL;
    for (int i = 0; i < n; i++) {
        const size_t size = 4 * sizeof(double) * (size_t)past->trails[i].n;
        double *places = sn_alloc(1, size + 1);
        if (size > 0)
            memcpy(places, past->trails[i].places, size);
        kept->trails[i] = past->trails[i];
        kept->trails[i].places = places;
    }
    return kept;
}

SnPastKept *sn_past_hold(SnPastKept *past)
{
    if (past)
        atomic_fetch_add(&past->holders, 1);
    return past;
}

void sn_past_leave(SnPastKept *past)
{
    if (!past || atomic_fetch_sub(&past->holders, 1) > 1)
        return;
    for (int i = 0; i < past->n_trails; i++)
        sn_free((void *)past->trails[i].places);
    sn_snapshot_unref(past->ghost);
    sn_free(past->trails);
    sn_free(past);
}

/* --- trails --- */

/* What has been is wide and opaque, what comes is thin and faint. */
static void add_piece(const SnCollector *c, const double a[4], const double b[4], double now,
                      const SnInk inks[2])
{
    const double scale = c->frame->settings->scale, width = b[0] <= now ? 2.5 : 1.25;
    for (int k = 0; k < 4; k++)
        if (!isfinite(a[k]) || !isfinite(b[k]))
            return;
    const double length = sn_v3_distance(a + 1, b + 1);
    if (!(length > 0))
        return;
    /* the ends are soft: they lie over each other, where that darkens nothing */
    const SnViewSettings *settings = c->frame->settings;
    const double over =
        b[0] > now ? 0 : scale * sn_camera_pixel_size(&settings->camera, settings->height, b + 1);
    double start[3], end[3];
    for (int k = 0; k < 3; k++) {
        start[k] = a[1 + k] - over / length * (b[1 + k] - a[1 + k]);
        end[k] = b[1 + k] + over / length * (b[1 + k] - a[1 + k]);
    }
    sn_add_segment(c, 0, start, end, width * scale, &inks[b[0] > now]);
}

/* The ends of pieces are soft: short ones make a dotted line.  Pieces of six pixels bend enough. */
static bool is_short(const SnCollector *c, const double a[4], const double b[4])
{
    const SnViewSettings *settings = c->frame->settings;
    return sn_v3_distance(a + 1, b + 1) <
           6 * settings->scale * sn_camera_pixel_size(&settings->camera, settings->height, b + 1);
}

static void add_trail(const SnCollector *c, const SnTrail *trail)
{
    /* half a step: times of samples are those of steps up to rounding */
    const SnSnapshot *snapshot = c->frame->snapshot;
    const double now = snapshot->time + 0.5 * snapshot->step_size;
    SnInk inks[2] = {{.tag = {0, 0}}, {.tag = {0, 0}}};
    sn_ink_color(trail->color, 1, &inks[0]);
    sn_ink_color(trail->color, 0.35, &inks[1]);
    const double *from = trail->places;
    for (int k = 1; k < trail->n; k++) {
        const double *to = trail->places + 4 * (size_t)k;
        if (k + 1 < trail->n && to[0] <= now && is_short(c, from, to))
            continue;
        add_piece(c, from, to, now, inks);
        from = to;
    }
}

/* --- the ghost --- */

/* What has no faces of its own to be seen through is drawn as lines. */
static void add_line(const SnCollector *c, const SnSnapshot *ghost, int from, int to,
                     const SnInk *ink)
{
    const double *a = ghost->points + 3 * (size_t)from, *b = ghost->points + 3 * (size_t)to;
    sn_add_segment(c, 0, a, b, 1.5 * c->frame->settings->scale, ink);
}

static void add_path(const SnCollector *c, const SnSnapshot *ghost, const SnSceneItem *item,
                     const SnInk *ink)
{
    const int *points = ghost->scene->path_points + item->first;
    for (int i = 0; i + 1 < item->count; i++)
        add_line(c, ghost, points[i], points[i + 1], ink);
    if (item->closed && item->count > 2)
        add_line(c, ghost, points[item->count - 1], points[0], ink);
}

/* Edges of the faces outside. */
static void add_fem(const SnCollector *c, const SnSnapshot *ghost, const SnSceneItem *item,
                    const SnInk *ink)
{
    const SnFemMesh *fem = item->fem;
    for (int i = 0; i < fem->n_faces; i++) {
        const int element = fem->face[i][0];
        const SnElementShape *shape = sn_element_shape((SnElementKind)fem->kind[element]);
        const SnElementFace *face = &shape->face[fem->face[i][1]];
        const int *nodes = fem->nodes + fem->start[element];
        for (int k = 0; k < face->n_corners; k++)
            add_line(c, ghost, item->first + nodes[face->node[k]],
                     item->first + nodes[face->node[(k + 1) % face->n_corners]], ink);
    }
}

static void add_ghost(const SnCollector *c, const SnSnapshot *ghost)
{
    SnFrame frame = *c->frame;
    SnCollector then = *c;
    frame.snapshot = ghost;
    then.frame = &frame;
    for (int i = 0; i < ghost->scene->n_items; i++) {
        SnSceneItem item = ghost->scene->items[i];
        SnInk ink = {.tag = {0, 0}};
        if (!item.style.visible || item.through || !sn_item_is_placed(ghost, &item))
            continue;
        item.style.alpha *= 0.3f;
        item.body = -1;
        sn_ink_color(item.style.color, (double)item.style.alpha, &ink);
        if (item.kind == SN_ITEM_MESH || item.kind == SN_ITEM_POINT)
            sn_collect_faint(&then, &item, &ink);
        else if (item.kind == SN_ITEM_PATH)
            add_path(&then, ghost, &item, &ink);
        else if (item.kind == SN_ITEM_FEM)
            add_fem(&then, ghost, &item, &ink);
    }
}

void sn_collect_past(const SnCollector *c, const SnPastKept *past)
{
    if (!past || !c->frame->snapshot)
        return;
    if (past->ghost && past->ghost->scene)
        add_ghost(c, past->ghost);
    for (int i = 0; i < past->n_trails; i++)
        add_trail(c, &past->trails[i]);
}
