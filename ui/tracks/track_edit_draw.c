/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks, knots, box and pencil line over the curves of an input track. */
#include "engine/model/classes/timeline.h"
#include "ui/tracks/track_edit_private.h"
#include "ui/tracks/track_list.h"

#include <math.h>

static GdkRGBA theme_color(const SnTrackEdit *edit, const char *name)
{
    GdkRGBA color = {0.5f, 0.5f, 0.5f, 1};
    gtk_style_context_lookup_color(gtk_widget_get_style_context(GTK_WIDGET(edit->track)), name,
                                   &color);
    return color;
}

static void fill(GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y, double width,
                 double height)
{
    gtk_snapshot_append_color(snapshot, color,
                              &GRAPHENE_RECT_INIT((float)x, (float)y, (float)width, (float)height));
}

/* --- blocks --- */

static void draw_block(GtkSnapshot *snapshot, const SnTrackArea *area, const GdkRGBA *color,
                       double left, double right)
{
    const double from = MAX(left, area->left - 10), to = MIN(right, area->left + area->width + 10);
    if (to <= from)
        return;
    GskRoundedRect shape;
    gsk_rounded_rect_init_from_rect(
        &shape, &GRAPHENE_RECT_INIT((float)from, 2, (float)(to - from), SN_TRACK_LANE - 3), 3);
    gtk_snapshot_push_rounded_clip(snapshot, &shape);
    gtk_snapshot_append_color(snapshot, color, &shape.bounds);
    gtk_snapshot_pop(snapshot);
}

static void draw_block_name(const SnTrackEdit *edit, GtkSnapshot *snapshot, const char *name,
                            double left, double right)
{
    const GdkRGBA text = theme_color(edit, "sn_text");
    PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(edit->track), name);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_size_new_absolute(9 * PANGO_SCALE));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    pango_layout_set_width(layout, (int)((right - left - 10) * PANGO_SCALE));
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)left + 5, 1));
    gtk_snapshot_append_layout(snapshot, layout, &text);
    gtk_snapshot_restore(snapshot);
    g_object_unref(layout);
}

static void draw_clip(const SnTrackEdit *edit, GtkSnapshot *snapshot, const SnTrackArea *area,
                      const GdkRGBA *color, int index)
{
    double left = 0, right = 0;
    if (!sn_track_block(edit, area, index, &left, &right))
        return;
    const SnSegment *segment =
        (const SnSegment *)sn_track_edit_probe(edit)->segments.entries + index;
    const bool hovered = edit->hover.index == index &&
                         (edit->hover.part == SN_PART_CLIP || edit->hover.part == SN_PART_CLIP_END);
    GdkRGBA block = *color;
    block.alpha = hovered ? 0.6f : 0.4f;
    draw_block(snapshot, area, &block, left + 0.5, right - 0.5);
    /* where it plays */
    block.alpha = 0.06f;
    fill(snapshot, &block, left, SN_TRACK_LANE, right - left, area->height - SN_TRACK_LANE);
    if (right - left > 30) {
        char *name = sn_session_label(edit->track->session, segment->clip);
        draw_block_name(edit, snapshot, name, MAX(left, area->left), right);
        g_free(name);
    }
}

static void draw_lane(const SnTrackEdit *edit, GtkSnapshot *snapshot, const SnTrackArea *area,
                      const GdkRGBA *color)
{
    double left = 0, right = 0;
    const SnInputProbe *probe = sn_track_edit_probe(edit);
    if (sn_track_block(edit, area, -1, &left, &right) && right > left) {
        const SnTrackPart part = edit->hover.part;
        GdkRGBA block = *color;
        block.alpha =
            part == SN_PART_CURVE || part == SN_PART_CURVE_END || part == SN_PART_CURVE_START
                ? 0.34f
                : 0.2f;
        draw_block(snapshot, area, &block, left, right);
        for (int i = 1; probe->repeat && i < 200; i++) { /* it follows itself */
            const double from = left + i * (right - left);
            if (from > area->left + area->width || right - left < 4)
                break;
            block.alpha = 0.08f;
            draw_block(snapshot, area, &block, from + 1, from + right - left);
        }
    }
    for (int i = 0; i < probe->segments.n; i++)
        draw_clip(edit, snapshot, area, color, i);
}

/* --- knots --- */

static void draw_knot(const SnTrackEdit *edit, GtkSnapshot *snapshot, double x, double y,
                      const GdkRGBA *shade, bool chosen, bool hovered)
{
    const GdkRGBA accent = theme_color(edit, "sn_accent"), field = theme_color(edit, "sn_field");
    const double size = hovered ? 9 : 7;
    const double left = round(x - size / 2), top = round(y - size / 2);
    fill(snapshot, chosen ? &accent : shade, left, top, size, size);
    if (!chosen)
        fill(snapshot, &field, left + 1.5, top + 1.5, size - 3, size - 3);
}

/* Whether a clip is played there instead. */
static bool is_covered(const SnTrackEdit *edit, double own_time)
{
    const SnInputProbe *probe = sn_track_edit_probe(edit);
    const SnSegment *segments = probe->segments.entries;
    for (int i = 0; i < probe->segments.n; i++) {
        const double end =
            segments[i].time + sn_edits_segment_duration(edit->track->session, &segments[i]);
        if (own_time > segments[i].time && own_time < end)
            return true;
    }
    return false;
}

static void draw_knots(const SnTrackEdit *edit, GtkSnapshot *snapshot, const SnTrackArea *area,
                       const GdkRGBA *color)
{
    const int n = edit->track->curve ? sn_probe_curve_width(edit->track->curve) : 0;
    if (!sn_track_has_handles(edit, area))
        return;
    for (int k = n - 1; k >= 0; k--) {
        const GdkRGBA shade = sn_track_shade(color, k, n);
        for (int i = 0; i < edit->table->n; i++) {
            double x = 0, y = 0;
            sn_track_knot_place(edit, area, i, k, &x, &y);
            if (x < area->left - 5 || x > area->left + area->width + 5)
                continue;
            const bool hovered = edit->hover.part == SN_PART_KNOT && edit->hover.index == i &&
                                 edit->hover.number == k;
            const bool faint = is_covered(edit, edit->table->times[i]);
            if (faint)
                gtk_snapshot_push_opacity(snapshot, 0.4);
            draw_knot(edit, snapshot, x, y, &shade, edit->table->chosen[i], hovered);
            if (faint)
                gtk_snapshot_pop(snapshot);
        }
    }
}

static void draw_outline(GtkSnapshot *snapshot, const GdkRGBA *color, const graphene_rect_t *rect)
{
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect(&outline, rect, 0);
    gtk_snapshot_append_border(snapshot, &outline, (float[4]){1, 1, 1, 1},
                               (GdkRGBA[4]){*color, *color, *color, *color});
}

/* Around several chosen knots, with a grip at each edge that scales them. */
static void draw_chosen(const SnTrackEdit *edit, GtkSnapshot *snapshot, const SnTrackArea *area)
{
    graphene_rect_t box;
    if (edit->pencil || !sn_track_chosen_box(edit, area, &box))
        return;
    GdkRGBA accent = theme_color(edit, "sn_accent");
    const double x = box.origin.x, y = box.origin.y, width = box.size.width,
                 height = box.size.height;
    const double grips[4][2] = {{x, y + height / 2},
                                {x + width, y + height / 2},
                                {x + width / 2, y},
                                {x + width / 2, y + height}};
    for (int i = 0; i < 4; i++)
        fill(snapshot, &accent, round(grips[i][0]) - 3, round(grips[i][1]) - 3, 6, 6);
    accent.alpha = 0.6f;
    draw_outline(snapshot, &accent, &box);
}

/* --- while a drag lasts --- */

static void draw_selection_box(const SnTrackEdit *edit, GtkSnapshot *snapshot)
{
    GdkRGBA accent = theme_color(edit, "sn_accent");
    graphene_rect_t box =
        GRAPHENE_RECT_INIT((float)MIN(edit->x, edit->to_x), (float)MIN(edit->y, edit->to_y),
                           (float)fabs(edit->to_x - edit->x), (float)fabs(edit->to_y - edit->y));
    draw_outline(snapshot, &accent, &box);
    accent.alpha = 0.12f;
    gtk_snapshot_append_color(snapshot, &accent, &box);
}

static void draw_stroke(const SnTrackEdit *edit, GtkSnapshot *snapshot, const SnTrackArea *area)
{
    const GdkRGBA accent = theme_color(edit, "sn_accent");
    cairo_t *cairo = gtk_snapshot_append_cairo(
        snapshot,
        &GRAPHENE_RECT_INIT((float)area->left, 0, (float)area->width, (float)area->height));
    gdk_cairo_set_source_rgba(cairo, &accent);
    cairo_set_line_width(cairo, 2);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int x = 0; x < edit->stroke_width; x++) {
        if (isfinite(edit->stroke[x]))
            cairo_line_to(cairo, x, sn_track_y(edit->track, area, edit->stroke[x]));
    }
    cairo_stroke(cairo);
    cairo_destroy(cairo);
}

/* What a drag or click would do where the pointer is; NULL: nothing to say. */
static const char *hint_of(const SnTrackEdit *edit)
{
    switch (edit->dragging ? edit->grip.part : edit->hover.part) {
    case SN_PART_KNOT:
        return "Drag: move · Shift: one direction · Ctrl: no snap · right click: type · Delete";
    case SN_PART_LEFT:
    case SN_PART_RIGHT:
        return "Drag: stretch the chosen knots in time";
    case SN_PART_TOP:
    case SN_PART_BOTTOM:
        return "Drag: stretch the chosen values";
    case SN_PART_CURVE:
        return "Drag: move the whole curve · Ctrl: no snap";
    case SN_PART_CURVE_START:
    case SN_PART_CURVE_END:
        return "Drag: stretch the curve · Alt: trim it";
    case SN_PART_CLIP:
        return "Drag: move the clip · right click: duplicate, remove";
    case SN_PART_CLIP_END:
        return "Drag: stretch the clip";
    case SN_PART_EMPTY:
        return sn_track_list_pencil(edit->track->list)
                   ? "Drag: draw the curve · Esc: put the pencil away"
                   : "Drag: box · double click: add a knot · Ctrl+V: paste";
    default:
        return NULL;
    }
}

/* One line in the lower right corner. */
static void draw_hint(const SnTrackEdit *edit, GtkSnapshot *snapshot, const SnTrackArea *area)
{
    const char *text = edit->track->inside || edit->dragging ? hint_of(edit) : NULL;
    if (!text)
        return;
    GdkRGBA dim = theme_color(edit, "sn_dim");
    PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(edit->track), text);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_size_new_absolute(10 * PANGO_SCALE));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    int width = 0, height = 0;
    pango_layout_get_pixel_size(layout, &width, &height);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot,
                           &GRAPHENE_POINT_INIT((float)(area->left + area->width - width - 14),
                                                (float)(area->height - height - 2)));
    gtk_snapshot_append_layout(snapshot, layout, &dim);
    gtk_snapshot_restore(snapshot);
    g_object_unref(layout);
}

void sn_track_edit_draw(SnTrackEdit *edit, GtkSnapshot *snapshot, const SnTrackArea *area,
                        const GdkRGBA *color)
{
    if (!sn_track_edit_probe(edit))
        return;
    draw_lane(edit, snapshot, area, color);
    draw_knots(edit, snapshot, area, color);
    draw_chosen(edit, snapshot, area);
    draw_hint(edit, snapshot, area);
    if (edit->dragging && edit->stroke)
        draw_stroke(edit, snapshot, area);
    else if (edit->dragging && edit->grip.part == SN_PART_EMPTY)
        draw_selection_box(edit, snapshot);
}
