/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/paint/warm.h"

#include "engine/base/vec.h"

#include <math.h>

/* The first item of a kind that is not in the set and can be drawn; NULL: there is none. */
static const SnSceneItem *find_item(const SnSnapshot *snapshot, uint32_t done)
{
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        if (item->style.visible && !(done & (uint32_t)1 << item->kind) &&
            sn_item_is_placed(snapshot, item))
            return item;
    }
    return NULL;
}

/* Picks in the middle of an item. */
static void pick_item(SnPainter *painter, const SnSnapshot *snapshot,
                      const SnViewSettings *settings, const SnSceneItem *item)
{
    SnPickHit hit;
    double bounds[2][3] = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    double middle[3], pixel[2];
    sn_item_bounds(snapshot, item, bounds);
    for (int k = 0; k < 3; k++)
        middle[k] = (bounds[0][k] + bounds[1][k]) / 2;
    if (!(bounds[0][0] <= bounds[1][0]) || /* only helps to see others */
        !sn_camera_project(&settings->camera, settings->width, settings->height, middle, pixel,
                           NULL))
        return;
    const SnPickQuery query = {.x = pixel[0], .y = pixel[1]};
    sn_painter_pick(painter, snapshot, settings, &query, &hit, 1);
}

bool sn_painter_warm(SnPainter *painter, SnTarget *target, const SnSnapshot *snapshot,
                     const SnViewSettings *settings, const SnMarks *marks, SnWarm *warm)
{
    const SnSceneItem *item = find_item(snapshot, warm->picked);
    if (item) {
        warm->picked |= (uint32_t)1 << item->kind;
        pick_item(painter, snapshot, settings, item);
        return true;
    }
    item = find_item(snapshot, warm->outlined);
    if (!item)
        return false;
    SnMarks also = *marks;
    also.selection = &item->id;
    also.n_selection = 1;
    also.hover = item->id;
    warm->outlined |= (uint32_t)1 << item->kind;
    sn_painter_draw(painter, target, snapshot, settings, &also);
    return true;
}
