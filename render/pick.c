/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Picking: the part of the view in question is drawn once more with numbers instead of colours.
 * What lies behind is found by leaving out what was found and drawing again. */
#include "render/painter.h"

#include "engine/base/vec.h"

#include <epoxy/gl.h>
#include <math.h>
#include <string.h>

enum { TOLERANCE = 4 /* logical pixels */, MAX_LAYERS = 64 };

typedef struct Picker {
    SnPainter *painter;
    SnFrame frame;
    double window[4];
    int width, height;
    uint8_t *hidden;
    uint32_t *ids;
    float *depths;
    SnPickHit *hits;
    int n, most;
} Picker;

static void *need(size_t n, size_t size)
{
    void *memory = calloc(n ? n : 1, size);
    if (!memory)
        abort();
    return memory;
}

static void need_targets(SnPainter *painter, int width, int height)
{
    if (painter->id_width >= width && painter->id_height >= height)
        return;
    glDeleteFramebuffers(1, &painter->id_frame);
    glDeleteTextures(1, &painter->id_color);
    glDeleteTextures(1, &painter->id_depth);
    painter->id_width = width > painter->id_width ? width : painter->id_width;
    painter->id_height = height > painter->id_height ? height : painter->id_height;
    glGenTextures(1, &painter->id_color);
    glBindTexture(GL_TEXTURE_2D, painter->id_color);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, painter->id_width, painter->id_height, 0,
                 GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glGenTextures(1, &painter->id_depth);
    glBindTexture(GL_TEXTURE_2D, painter->id_depth);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH32F_STENCIL8, painter->id_width, painter->id_height, 0,
                 GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, NULL);
    glGenFramebuffers(1, &painter->id_frame);
    glBindFramebuffer(GL_FRAMEBUFFER, painter->id_frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, painter->id_color,
                           0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D,
                           painter->id_depth, 0);
}

static void draw_scene_ids(const Picker *picker)
{
    SnPainter *painter = picker->painter;
    const SnSolids *solids = &painter->solids;
    sn_program_use(&painter->programs, SN_PROGRAM_SOLID_ID);
    for (int list = 0; list < 2; list++) {
        const SnBuffer *buffer = list ? &solids->clear : &solids->opaque;
        const SnDraw *draws = buffer->data;
        for (int i = 0; i < buffer->count; i++)
            sn_draw_one(&painter->gpu, &draws[i]);
    }
    sn_draw_layer(&painter->gpu, solids, SN_LAYER_OPAQUE);
    const SnPass pass = {painter, NULL, NULL};
    sn_pass_caps(&pass, SN_PROGRAM_SOLID_ID);
    const GLuint program = sn_program_use(&painter->programs, SN_PROGRAM_LINE_ID);
    glUniform1f(sn_uniform(program, "widen"), 0);
    sn_draw_segments(&painter->gpu, solids, 0);
}

/* Draws the numbers of the scene or of the overlay and reads them back. */
static void draw_ids(Picker *picker, bool overlay)
{
    SnPainter *painter = picker->painter;
    static const GLuint nothing[4] = {0, 0, 0, 0};
    glBindFramebuffer(GL_FRAMEBUFFER, painter->id_frame);
    glViewport(0, 0, picker->width, picker->height);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glClearDepth(1);
    glClearStencil(0);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glClearBufferuiv(GL_COLOR, 0, nothing);
    if (overlay) {
        sn_program_use(&painter->programs, SN_PROGRAM_SOLID_ID);
        sn_draw_layer(&painter->gpu, &painter->solids, SN_LAYER_OVERLAY);
    } else {
        draw_scene_ids(picker);
    }
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, picker->width, picker->height, GL_RED_INTEGER, GL_UNSIGNED_INT, picker->ids);
    glReadPixels(0, 0, picker->width, picker->height, GL_DEPTH_COMPONENT, GL_FLOAT, picker->depths);
}

static void collect(Picker *picker)
{
    const SnMarks marks = {NULL, 0, SN_ID_NULL, picker->hidden};
    const SnCollector collector = {&picker->frame, &picker->painter->solids,
                                   &picker->painter->cache, &marks};
    sn_collect(&collector);
    sn_solid_gpu_upload(&picker->painter->gpu, &picker->painter->solids);
}

/* Where the surface under a pixel of the window is. */
static void add_hit(Picker *picker, int column, int row)
{
    const size_t at = (size_t)row * (size_t)picker->width + (size_t)column;
    const uint32_t number = picker->ids[at];
    if (picker->n == picker->most)
        return;
    SnPickHit *hit = &picker->hits[picker->n++];
    memset(hit, 0, sizeof *hit);
    hit->clip_plane = hit->manipulator_axis = -1;
    if (number & SN_PICK_HANDLE)
        hit->clip_plane = (int)(number & ~SN_PICK_HANDLE);
    else if (number & SN_PICK_AXIS)
        hit->manipulator_axis = (int)(number & ~SN_PICK_AXIS);
    else
        hit->id = picker->frame.snapshot->scene->items[number - 1].id;
    const SnViewSettings *settings = picker->frame.settings;
    const double x = picker->window[0] + column + 0.5;
    const double y = picker->window[1] + picker->height - 1 - row + 0.5;
    const double d = (double)picker->depths[at], near = picker->frame.range[0],
                 far = picker->frame.range[1];
    const double along = settings->camera.orthographic ? near + d * (far - near)
                                                       : near * far / (far - d * (far - near));
    double origin[3], direction[3];
    sn_camera_ray(&settings->camera, settings->width, settings->height, x, y, origin, direction);
    const double forward = -sn_v3_dot(direction, picker->frame.axes[2]);
    sn_v3_copy(origin, hit->position);
    sn_v3_axpy(along / forward, direction, hit->position);
    hit->depth = sn_v3_distance(hit->position, picker->frame.eye);
}

/* Points and thin lines are chosen before the surface they lie on. */
static bool is_small(const Picker *picker, uint32_t number)
{
    if (number >= SN_PICK_AXIS)
        return true;
    const SnSceneItem *item = &picker->frame.snapshot->scene->items[number - 1];
    return item->kind == SN_ITEM_POINT ||
           (item->kind == SN_ITEM_PATH && item->style.line_style == SN_LINE_LINE);
}

/* What a click in the middle of the window means: what is just there if it is small, else the
 * nearest small thing, else what is there, else whatever is nearest; false if nothing. */
static bool choose(const Picker *picker, int *column, int *row)
{
    double best = INFINITY;
    const double reach = 0.5 * picker->width, middle = 0.5 * (picker->width - 1);
    for (int y = 0; y < picker->height; y++) {
        for (int x = 0; x < picker->width; x++) {
            const uint32_t number = picker->ids[y * picker->width + x];
            const double away = hypot(x - middle, y - middle);
            if (number == 0 || away > reach)
                continue;
            const double cost = away < 0.5                 ? (is_small(picker, number) ? -1 : 500)
                                : is_small(picker, number) ? away
                                                           : 1000 + away;
            if (cost < best) {
                best = cost;
                *column = x;
                *row = y;
            }
        }
    }
    return isfinite(best);
}

static void hide(Picker *picker, SnId id)
{
    const SnScene *scene = picker->frame.snapshot->scene;
    for (int i = 0; i < scene->n_items; i++)
        if (sn_id_equal(scene->items[i].id, id))
            picker->hidden[i] = 1;
}

static void pick_point(Picker *picker, bool through)
{
    int column, row;
    for (int layer = 0; layer < (through ? MAX_LAYERS : 1); layer++) {
        collect(picker);
        if (layer == 0) {
            draw_ids(picker, true);
            if (choose(picker, &column, &row)) {
                add_hit(picker, column, row);
                if (!through)
                    return;
            }
        }
        draw_ids(picker, false);
        if (!choose(picker, &column, &row))
            return;
        add_hit(picker, column, row);
        hide(
            picker,
            picker->frame.snapshot->scene->items[picker->ids[row * picker->width + column] - 1].id);
    }
}

static int compare_hits(const void *a, const void *b)
{
    const SnPickHit *x = a, *y = b;
    return x->depth < y->depth ? -1 : x->depth > y->depth;
}

/* Each component once, at the nearest of its pixels. */
static bool gather_box(Picker *picker)
{
    const SnScene *scene = picker->frame.snapshot->scene;
    const size_t n = (size_t)picker->width * (size_t)picker->height;
    size_t *nearest = need((size_t)scene->n_items, sizeof *nearest);
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const uint32_t number = picker->ids[i];
        if (number == 0 || number >= SN_PICK_AXIS)
            continue;
        size_t *at = &nearest[number - 1];
        if (*at == 0 || picker->depths[i] < picker->depths[*at - 1])
            *at = i + 1;
    }
    for (int item = 0; item < scene->n_items; item++) {
        if (!nearest[item] || picker->hidden[item])
            continue;
        any = true;
        const int at = (int)(nearest[item] - 1);
        add_hit(picker, at % picker->width, at / picker->width);
        hide(picker, scene->items[item].id);
    }
    free(nearest);
    return any;
}

static void pick_box(Picker *picker, bool through)
{
    for (int layer = 0; layer < (through ? MAX_LAYERS : 1); layer++) {
        collect(picker);
        draw_ids(picker, false);
        if (!gather_box(picker))
            break;
    }
    qsort(picker->hits, (size_t)picker->n, sizeof *picker->hits, compare_hits);
}

int sn_painter_pick(SnPainter *painter, const SnSnapshot *snapshot, const SnViewSettings *settings,
                    const SnPickQuery *query, SnPickHit *hits, int most)
{
    static const SnScene no_scene;
    static const SnSnapshot no_snapshot = {.scene = &no_scene};
    const bool box = query->width != 0 || query->height != 0;
    Picker picker = {.painter = painter, .hits = hits, .most = most};
    if (box) {
        const double x0 = fmax(floor(fmin(query->x, query->x + query->width)), 0);
        const double y0 = fmax(floor(fmin(query->y, query->y + query->height)), 0);
        const double x1 = fmin(ceil(fmax(query->x, query->x + query->width)), settings->width);
        const double y1 = fmin(ceil(fmax(query->y, query->y + query->height)), settings->height);
        if (x1 <= x0 || y1 <= y0)
            return 0;
        const double window[4] = {x0, y0, x1 - x0, y1 - y0};
        memcpy(picker.window, window, sizeof window);
    } else {
        const double reach = ceil(TOLERANCE * settings->scale);
        const double window[4] = {floor(query->x) - reach, floor(query->y) - reach, 2 * reach + 1,
                                  2 * reach + 1};
        memcpy(picker.window, window, sizeof window);
    }
    if (!snapshot || !snapshot->scene)
        snapshot = &no_snapshot;
    picker.width = (int)picker.window[2];
    picker.height = (int)picker.window[3];
    need_targets(painter, picker.width, picker.height);
    sn_frame_init(&picker.frame, snapshot, settings, picker.window);
    sn_frame_upload(&picker.frame, picker.window, painter->frame_buffer);
    const size_t n = (size_t)picker.width * (size_t)picker.height;
    picker.hidden = need((size_t)snapshot->scene->n_items, 1);
    picker.ids = need(n, sizeof *picker.ids);
    picker.depths = need(n, sizeof *picker.depths);
    if (box)
        pick_box(&picker, query->through);
    else
        pick_point(&picker, query->through);
    free(picker.hidden);
    free(picker.ids);
    free(picker.depths);
    return picker.n;
}
