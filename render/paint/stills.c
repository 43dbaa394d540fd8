/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/stills.h"

#include "engine/base/memory.h"

#include "render/offscreen.h"
#include "render/paint/painter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct SnStills {
    SnOffscreen *offscreen;
    SnPainter *painter;
    SnTarget target;
};

SnStills *sn_stills_new(char *text, int text_size)
{
    SnStills *stills = sn_alloc(1, sizeof *stills);
    stills->offscreen = sn_offscreen_new(text, text_size);
    if (stills->offscreen && sn_offscreen_make_current(stills->offscreen))
        stills->painter = sn_painter_new(text, text_size);
    else if (stills->offscreen)
        snprintf(text, (size_t)text_size, "EGL could not make its context current");
    if (!stills->painter) {
        sn_stills_free(stills);
        return NULL;
    }
    return stills;
}

void sn_stills_free(SnStills *stills)
{
    if (!stills)
        return;
    if (stills->painter) {
        sn_target_clear(&stills->target);
        sn_painter_free(stills->painter);
    }
    if (stills->offscreen)
        sn_offscreen_clear_current(stills->offscreen);
    sn_offscreen_free(stills->offscreen);
    sn_free(stills);
}

bool sn_stills_draw(SnStills *stills, const SnSnapshot *snapshot, const SnViewSettings *settings,
                    const SnBesides *besides, uint8_t *pixels, char *text, int text_size)
{
    const int n = besides ? besides->n_selected : 0;
    SnId *sorted = sn_alloc((size_t)n + 1, sizeof(SnId));
    if (n > 0)
        memcpy(sorted, besides->selection, sizeof(SnId) * (size_t)n);
    qsort(sorted, (size_t)n, sizeof(SnId), sn_id_compare);
    const SnMarks marks = {
        .selection = sorted, .n_selection = n, .past = besides ? besides->past : NULL};
    const bool good = settings->width > 0 && settings->height > 0 &&
                      sn_painter_draw(stills->painter, &stills->target, snapshot, settings, &marks);
    if (good)
        sn_target_read(&stills->target, false, pixels);
    else
        snprintf(text, (size_t)text_size, "OpenGL could not draw %d x %d pixels", settings->width,
                 settings->height);
    sn_free(sorted);
    return good;
}

uint8_t *sn_render_image(const SnSnapshot *snapshot, const SnViewSettings *settings,
                         const SnBesides *besides, char *text, int text_size)
{
    if (settings->width < 1 || settings->height < 1) {
        snprintf(text, (size_t)text_size, "a picture of %d x %d pixels has no pixels",
                 settings->width, settings->height);
        return NULL;
    }
    SnStills *stills = sn_stills_new(text, text_size);
    if (!stills)
        return NULL;
    uint8_t *pixels = sn_try_alloc(4 * (size_t)settings->width, (size_t)settings->height);
    if (!pixels)
        snprintf(text, (size_t)text_size, "%s", sn_memory_fault().text);
    if (pixels && !sn_stills_draw(stills, snapshot, settings, besides, pixels, text, text_size)) {
        sn_free(pixels);
        pixels = NULL;
    }
    sn_stills_free(stills);
    return pixels;
}
