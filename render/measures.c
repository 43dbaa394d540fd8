/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/measures.h"

#include "engine/base/vec.h"
#include "render/annotation.h"

#include <math.h>

static const double line_width = 1.5, halo_width = 4, dot = 3, dot_halo = 4.5; /* [logical px] */
static const double color[3] = {0.0, 0.55, 0.62};

static void set_ink(cairo_t *cairo, const SnViewSettings *settings, bool halo)
{
    if (!halo)
        cairo_set_source_rgb(cairo, color[0], color[1], color[2]);
    else if (settings->dark)
        cairo_set_source_rgba(cairo, 0.08, 0.09, 0.11, 0.7);
    else
        cairo_set_source_rgba(cairo, 0.97, 0.98, 0.985, 0.7);
}

/* With a rim where something is behind it. */
static void draw_line(cairo_t *cairo, const double from[2], const double to[2],
                      const SnViewSettings *settings)
{
    for (int halo = !settings->transparent_background; halo >= 0; halo--) {
        cairo_move_to(cairo, from[0], from[1]);
        cairo_line_to(cairo, to[0], to[1]);
        cairo_set_line_width(cairo, halo ? halo_width : line_width);
        set_ink(cairo, settings, halo);
        cairo_stroke(cairo);
    }
}

static void draw_dot(cairo_t *cairo, const double at[2], const SnViewSettings *settings)
{
    for (int halo = !settings->transparent_background; halo >= 0; halo--) {
        cairo_new_path(cairo);
        cairo_arc(cairo, at[0], at[1], halo ? dot_halo : dot, 0, 2 * M_PI);
        set_ink(cairo, settings, halo);
        cairo_fill(cairo);
    }
}

/* Centred at x, kept inside the picture. */
static void write_centred(cairo_t *cairo, double x, double y, const char *text,
                          const SnViewSettings *settings)
{
    const double width = sn_annotation_caption_width(cairo, text);
    const double right = settings->width / settings->scale - 6 - width;
    const SnCaption caption = {
        .x = fmax(6, fmin(x - width / 2, right)), .y = y, .width = width, .text = text};
    if (*text)
        sn_annotation_caption(cairo, &caption, settings);
}

static void draw_one(cairo_t *cairo, const SnMeasureLine *line, const SnViewSettings *settings)
{
    double pixel[SN_MOST_MEASURED][2];
    bool front[SN_MOST_MEASURED] = {false};
    for (int i = 0; i < line->n; i++) {
        front[i] = sn_camera_project(&settings->camera, settings->width, settings->height,
                                     line->places[i], pixel[i], NULL);
        for (int k = 0; k < 2; k++)
            pixel[i][k] /= settings->scale;
    }
    for (int i = 1; i < line->n; i++)
        if (front[i - 1] && front[i])
            draw_line(cairo, pixel[i - 1], pixel[i], settings);
    for (int i = 0; i < line->n; i++)
        if (front[i])
            draw_dot(cairo, pixel[i], settings);
    for (int i = 0; i < line->n; i++) {
        if (i + 1 < line->n && front[i] && front[i + 1])
            write_centred(cairo, (pixel[i][0] + pixel[i + 1][0]) / 2,
                          (pixel[i][1] + pixel[i + 1][1]) / 2 - 14, line->length[i], settings);
        if (front[i])
            write_centred(cairo, pixel[i][0], pixel[i][1] + 16, line->angle[i], settings);
    }
}

void sn_measures_draw(cairo_t *cairo, const SnMeasureLine *lines, int n,
                      const SnViewSettings *settings)
{
    cairo_save(cairo);
    for (int i = 0; i < n; i++)
        draw_one(cairo, &lines[i], settings);
    cairo_restore(cairo);
}

/* One pixel of Cairo's, premultiplied, over one that is not. */
static void lay_over(uint32_t over, uint8_t under[4])
{
    const uint32_t a = over >> 24, rest = (255 - a) * under[3]; /* of 255 x 255 */
    const uint32_t alpha = 255 * a + rest;
    for (int k = 0; k < 3 && alpha > 0; k++) {
        const uint32_t c = over >> (16 - 8 * k) & 255;
        under[k] = (uint8_t)fmin(255, (255.0 * 255 * c + (double)rest * under[k]) / alpha + 0.5);
    }
    under[3] = (uint8_t)((alpha + 127) / 255);
}

void sn_measures_over(uint8_t *pixels, const SnMeasureLine *lines, int n,
                      const SnViewSettings *settings)
{
    const int width = settings->width, height = settings->height;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    if (n > 0 && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
        cairo_t *cairo = cairo_create(surface);
        cairo_scale(cairo, settings->scale, settings->scale);
        cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                               CAIRO_FONT_WEIGHT_NORMAL);
        sn_measures_draw(cairo, lines, n, settings);
        cairo_destroy(cairo);
        cairo_surface_flush(surface);
        const unsigned char *rows = cairo_image_surface_get_data(surface);
        const int stride = cairo_image_surface_get_stride(surface);
        for (int y = 0; y < height; y++) {
            const uint32_t *row =
                (const uint32_t *)(const void *)(rows + (size_t)y * (size_t)stride);
            for (int x = 0; x < width; x++)
                if (row[x] != 0)
                    lay_over(row[x], pixels + 4 * ((size_t)y * (size_t)width + (size_t)x));
        }
    }
    cairo_surface_destroy(surface);
}

/* --- places --- */

static bool strand_node(const SnSnapshot *snapshot, const SnSceneItem *item, SnId id,
                        double place[3])
{
    for (int i = 0; i < item->n_nodes; i++) {
        const SnNodeView *node = &snapshot->scene->nodes[item->first_node + i];
        if (node->entry == (int)sn_id_entry_index(id)) {
            sn_v3_copy(&snapshot->points[3 * (size_t)node->point], place);
            return true;
        }
    }
    return false;
}

static bool item_place(const SnSnapshot *snapshot, const SnSceneItem *item, SnId id,
                       double place[3])
{
    const size_t number = sn_id_entry_index(id);
    if (id.entry != 0 && sn_id_array(id) != 0)
        return false;
    if (id.entry != 0 && item->kind == SN_ITEM_FEM) {
        if (number >= (size_t)item->fem->n_nodes)
            return false;
        sn_v3_copy(&snapshot->points[3 * ((size_t)item->first + number)], place);
        return true;
    }
    if (id.entry != 0)
        return strand_node(snapshot, item, id, place);
    if (item->kind == SN_ITEM_MESH || item->kind == SN_ITEM_AXES || item->kind == SN_ITEM_PLANE)
        sn_v3_copy(&snapshot->poses[7 * (size_t)item->first], place);
    else if (item->kind == SN_ITEM_POINT || item->kind == SN_ITEM_ARROW)
        sn_v3_copy(&snapshot->points[3 * (size_t)item->first], place);
    else
        return false;
    return true;
}

bool sn_snapshot_place(const SnSnapshot *snapshot, SnId id, double place[3])
{
    const SnId component = sn_id_component(id);
    for (int i = 0; snapshot->scene && i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        if (sn_id_equal(item->id, component) && item_place(snapshot, item, id, place))
            return true;
    }
    return false;
}
