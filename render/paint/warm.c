/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/paint/warm.h"

#include "engine/base/vec.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_KINDS = 32 }; /* bits of a word, of which not half are kinds of items */

/* The first item of each kind that can be drawn. */
static int find_items(const SnSnapshot *snapshot, const SnSceneItem *found[MOST_KINDS])
{
    uint32_t has = 0;
    int n = 0;
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        const uint32_t kind = (uint32_t)1 << item->kind;
        if (!item->style.visible || (has & kind) || !sn_item_is_placed(snapshot, item))
            continue;
        has |= kind;
        found[n++] = item;
    }
    return n;
}

static void pick_items(SnPainter *painter, const SnSnapshot *snapshot,
                       const SnViewSettings *settings, const SnSceneItem *const *items, int n)
{
    SnPickHit hit;
    for (int i = 0; i < n; i++) {
        double bounds[2][3] = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
        double middle[3], pixel[2];
        sn_item_bounds(snapshot, items[i], bounds);
        for (int k = 0; k < 3; k++)
            middle[k] = (bounds[0][k] + bounds[1][k]) / 2;
        if (!(bounds[0][0] <= bounds[1][0]) || /* only helps to see others */
            !sn_camera_project(&settings->camera, settings->width, settings->height, middle, pixel,
                               NULL))
            continue;
        const SnPickQuery query = {.x = pixel[0], .y = pixel[1]};
        sn_painter_pick(painter, snapshot, settings, &query, &hit, 1);
    }
}

void sn_painter_warm(SnPainter *painter, SnTarget *target, const SnSnapshot *snapshot,
                     const SnViewSettings *settings, const SnMarks *marks, int step)
{
    const SnSceneItem *items[MOST_KINDS];
    const int n = find_items(snapshot, items);
    if (n == 0)
        return;
    if (step == 0) {
        pick_items(painter, snapshot, settings, items, n);
        return;
    }
    SnId ids[MOST_KINDS];
    SnMarks both = *marks;
    for (int i = 0; i < n; i++)
        ids[i] = items[i]->id;
    both.hover = ids[0];
    both.selection = ids + 1;
    both.n_selection = n - 1;
    qsort(ids + 1, (size_t)n - 1, sizeof ids[0], sn_id_compare);
    sn_painter_draw(painter, target, snapshot, settings, &both);
}
