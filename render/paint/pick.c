/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Picking: the part of the view in question is drawn once more with numbers instead of colours.
 * What lies behind is found by leaving out what was found and drawing again. */
#include "render/paint/picker.h"

#include "engine/base/memory.h"

#include "engine/base/vec.h"

#include <epoxy/gl.h>
#include <math.h>
#include <string.h>

enum { TOLERANCE = 4 /* logical pixels */, MAX_LAYERS = 64 };

/* Which pixels of the window have their middle in a polygon of the view's pixels (even-odd). */
static uint8_t *fill_outline(const SnPicker *picker, const double (*outline)[2], int n)
{
    uint8_t *within = sn_alloc((size_t)picker->width * (size_t)picker->height, 1);
    for (int row = 0; row < picker->height; row++) {
        uint8_t *line = within + (size_t)row * (size_t)picker->width;
        const double y = picker->window[1] + picker->height - 1 - row + 0.5;
        for (int i = 0; i < n; i++) {
            const double *a = outline[i], *b = outline[(i + 1) % n];
            if ((a[1] <= y) == (b[1] <= y))
                continue;
            /* all pixels to the right of a crossing change sides */
            const double x = a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
            const double first = fmax(ceil(x - picker->window[0] - 0.5), 0);
            for (int column = (int)fmin(first, picker->width); column < picker->width; column++)
                line[column] ^= 1;
        }
    }
    return within;
}

static void *need_target(size_t n, size_t size)
{
    return sn_alloc(n, size);
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

/* Whether a mesh can be seen in the window: most cannot in that of a click. */
static bool reaches_window(const SnPicker *picker, const SnDraw *draw)
{
    if (draw->kind != SN_DRAW_MESH)
        return true;
    SnPartKind kind;
    int part, box[4];
    const SnSnapshot *snapshot = picker->frame.snapshot;
    const int item =
        sn_solids_item_of(&picker->painter->solids, draw->place.ink.tag[0], &kind, &part);
    double bounds[2][3] = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    sn_item_bounds(snapshot, &snapshot->scene->items[item], bounds);
    const SnViewSettings *settings = picker->frame.settings;
    if (!sn_frame_screen_box(&picker->frame, bounds, 2 * settings->scale, box))
        return false;
    const double top = settings->height - box[1] - box[3];
    return box[0] < picker->window[0] + picker->window[2] && box[0] + box[2] > picker->window[0] &&
           top < picker->window[1] + picker->window[3] && top + box[3] > picker->window[1];
}

static void draw_scene_ids(const SnPicker *picker)
{
    SnPainter *painter = picker->painter;
    const SnSolids *solids = &painter->solids;
    sn_program_use(&painter->programs, SN_PROGRAM_SOLID_ID);
    for (int list = 0; list < 2; list++) {
        const SnBuffer *buffer = list ? &solids->clear : &solids->opaque;
        const SnDraw *draws = buffer->data;
        for (int i = 0; i < buffer->count; i++)
            if (reaches_window(picker, &draws[i]))
                sn_draw_one(&painter->gpu, &draws[i]);
    }
    sn_draw_layer(&painter->gpu, solids, SN_LAYER_OPAQUE);
    const SnPass pass = {painter, NULL, NULL};
    sn_pass_caps(&pass, SN_PROGRAM_SOLID_ID);
    sn_program_use(&painter->programs, SN_PROGRAM_SOLID_ID);
    const SnDraw *sections = solids->sections.data;
    for (int i = 0; i < solids->sections.count; i++)
        sn_draw_one(&painter->gpu, &sections[i]);
    const GLuint program = sn_program_use(&painter->programs, SN_PROGRAM_LINE_ID);
    glUniform1f(sn_uniform(program, "widen"), 0);
    sn_draw_segments(&painter->gpu, solids, 0);
}

/* Draws the numbers of the scene or of the overlay and reads them back. */
static void draw_ids(SnPicker *picker, bool overlay)
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
    const size_t n = picker->within ? (size_t)picker->width * (size_t)picker->height : 0;
    for (size_t i = 0; i < n; i++)
        picker->ids[i] = picker->within[i] ? picker->ids[i] : 0;
}

static void collect(SnPicker *picker)
{
    const SnMarks marks = {picker->selection, picker->n_selection, SN_ID_NULL, picker->hidden,
                           true};
    SnPainter *painter = picker->painter;
    const SnCollector collector = {&picker->frame,    &painter->solids, &painter->cache,
                                   &painter->tissues, &painter->memory, &marks};
    sn_collect(&collector);
    sn_solid_gpu_upload(&picker->painter->gpu, &picker->painter->solids);
}

static const SnSceneItem *item_of(const SnPicker *picker, uint32_t number, SnPartKind *kind,
                                  int *part)
{
    const int item = sn_solids_item_of(&picker->painter->solids, number, kind, part);
    return &picker->frame.snapshot->scene->items[item];
}

/* Says which component was hit, and which node or element of it. */
static void set_ids(const SnPicker *picker, uint32_t number, double x, double y, SnPickHit *hit)
{
    SnPartKind kind;
    int part;
    const SnSceneItem *item = item_of(picker, number, &kind, &part);
    const SnPickDetail detail = picker->frame.settings->pick_detail;
    hit->id = item->id;
    if (part < 0)
        return;
    if (item->kind == SN_ITEM_PATH) { /* nodes of a strand, which are seen: they are meant */
        const SnNodeView *node = &picker->frame.snapshot->scene->nodes[item->first_node + part];
        hit->id = hit->part = sn_id_of_entry(item->id, 0, (uint32_t)node->entry);
        sn_v3_copy(picker->frame.snapshot->points + 3 * (size_t)node->point, hit->position);
        return;
    }
    int number_of_part = part;
    if (kind == SN_PART_ELEMENT && detail == SN_PICK_NODES) {
        bool meant;
        const int node = sn_picker_near_node(picker, item, part, x, y, hit->position, &meant);
        if (meant) {
            kind = SN_PART_NODE;
            number_of_part = node;
        } else if (node >= 0) {
            hit->node = sn_id_of_entry(item->id, SN_PART_NODE, (uint32_t)node);
        }
    }
    if (kind == SN_PART_ELEMENT)
        number_of_part = item->fem->original[part];
    hit->part = sn_id_of_entry(item->id, kind, (uint32_t)number_of_part);
    if (detail == (kind == SN_PART_NODE ? SN_PICK_NODES : SN_PICK_ELEMENTS))
        hit->id = hit->part;
    if (kind == SN_PART_NODE)
        sn_v3_copy(picker->frame.snapshot->points + 3 * (size_t)(item->first + number_of_part),
                   hit->position);
}

/* Where the surface under a pixel of the window is. */
static void add_hit(SnPicker *picker, int column, int row)
{
    const uint32_t number = picker->ids[(size_t)row * (size_t)picker->width + (size_t)column];
    SnPickHit *hit = sn_picker_add(picker);
    if (!hit)
        return;
    const SnViewSettings *settings = picker->frame.settings;
    const double x = picker->window[0] + column + 0.5;
    const double y = picker->window[1] + picker->height - 1 - row + 0.5;
    double origin[3], direction[3];
    sn_camera_ray(&settings->camera, settings->width, settings->height, x, y, origin, direction);
    const double forward = -sn_v3_dot(direction, picker->frame.axes[2]);
    sn_v3_copy(origin, hit->position);
    sn_v3_axpy(sn_picker_distance(picker, column, row) / forward, direction, hit->position);
    if (number & SN_PICK_HANDLE)
        hit->clip_plane = (int)(number & ~SN_PICK_HANDLE);
    else if (number & SN_PICK_AXIS)
        hit->manipulator_axis = (int)(number & ~SN_PICK_AXIS);
    else
        set_ids(picker, number, x, y, hit);
    hit->depth = sn_v3_distance(hit->position, picker->frame.eye);
}

/* Points, nodes and thin lines are chosen before the surface they lie on. */
static bool is_small(const SnPicker *picker, uint32_t number)
{
    if (number >= SN_PICK_AXIS)
        return true;
    SnPartKind kind;
    int part;
    const SnSceneItem *item = item_of(picker, number, &kind, &part);
    return (part >= 0 && kind == SN_PART_NODE) || item->kind == SN_ITEM_POINT ||
           (item->kind == SN_ITEM_PATH &&
            (item->style.line_style == SN_LINE_LINE || item->path_kind == SN_PATH_STRAND));
}

/* What a click in the middle of the window means: what is just there if it is small, else the
 * nearest small thing, else what is there, else whatever is nearest; false if nothing. */
static bool choose(const SnPicker *picker, int *column, int *row)
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

static void hide_item(SnPicker *picker, SnId id)
{
    const SnScene *scene = picker->frame.snapshot->scene;
    for (int i = 0; i < scene->n_items; i++)
        if (sn_id_equal(scene->items[i].id, id))
            picker->hidden[i] |= SN_HIDE_ITEM;
}

static void pick_point(SnPicker *picker, bool through)
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
        hide_item(picker, sn_id_component(picker->hits[picker->n - 1].id));
    }
}

static int compare_hits(const void *a, const void *b)
{
    const SnPickHit *x = a, *y = b;
    return x->depth < y->depth ? -1 : x->depth > y->depth;
}

/* Each component once, at the nearest of its pixels. */
static bool gather_box(SnPicker *picker)
{
    const SnScene *scene = picker->frame.snapshot->scene;
    const size_t n = (size_t)picker->width * (size_t)picker->height;
    size_t *nearest = need_target((size_t)scene->n_items, sizeof *nearest);
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const uint32_t number = picker->ids[i];
        if (number == 0 || number >= SN_PICK_AXIS)
            continue;
        SnPartKind kind;
        int part;
        size_t *at = &nearest[sn_solids_item_of(&picker->painter->solids, number, &kind, &part)];
        if (*at == 0 || picker->depths[i] < picker->depths[*at - 1])
            *at = i + 1;
    }
    for (int item = 0; item < scene->n_items; item++) {
        if (!nearest[item] || picker->hidden[item] & SN_HIDE_ITEM)
            continue;
        any = true;
        const int at = (int)(nearest[item] - 1);
        add_hit(picker, at % picker->width, at / picker->width);
        hide_item(picker, scene->items[item].id);
    }
    sn_free(nearest);
    return any;
}

static void pick_box(SnPicker *picker, bool through)
{
    const SnPickDetail detail = picker->frame.settings->pick_detail;
    if (detail != SN_PICK_COMPONENTS) {
        collect(picker);
        draw_ids(picker, false);
        if (detail == SN_PICK_NODES)
            sn_picker_nodes(picker, through);
        else
            sn_picker_elements(picker, through);
    }
    for (int layer = 0; detail == SN_PICK_COMPONENTS && layer < (through ? MAX_LAYERS : 1);
         layer++) {
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
    SnPicker picker = {.painter = painter,
                       .hits = hits,
                       .most = most,
                       .selection = query->selection,
                       .n_selection = query->n_selection};
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
    picker.hidden = need_target((size_t)snapshot->scene->n_items, 1);
    if (settings->pick_detail == SN_PICK_ELEMENTS && snapshot->scene->n_items)
        memset(picker.hidden, SN_HIDE_NODES, (size_t)snapshot->scene->n_items);
    picker.ids = need_target(n, sizeof *picker.ids);
    picker.depths = need_target(n, sizeof *picker.depths);
    if (box && query->outline)
        picker.within = fill_outline(&picker, query->outline, query->n_outline);
    if (box)
        pick_box(&picker, query->through);
    else
        pick_point(&picker, query->through);
    sn_free(picker.within);
    sn_free(picker.hidden);
    sn_free(picker.ids);
    sn_free(picker.depths);
    return picker.n;
}
