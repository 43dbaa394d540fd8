/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/private.h"

#include "engine/base/memory.h"
#include "ui/viewport/viewport.h"

#include <math.h>

#define LEAST_STEP 3 /* [px] between corners of a lasso */

enum { BRUSH_CORNERS = 24 };

void sn_region_init(SnRegion *region)
{
    region->radius = 24;
    region->outline = g_array_new(FALSE, FALSE, sizeof(SnCorner));
}

void sn_region_clear(SnRegion *region)
{
    g_clear_pointer(&region->outline, g_array_unref);
}

const SnDragRow *sn_region_drag(const SnRegion *region)
{
    static const SnDragRow *const rows[SN_REGION_COUNT] = {[SN_REGION_BOX] = &SN_DRAG_BOX,
                                                           [SN_REGION_LASSO] = &SN_DRAG_LASSO,
                                                           [SN_REGION_BRUSH] = &SN_DRAG_BRUSH};
    return rows[region->kind];
}

void sn_region_set(SnViewport *viewport, SnRegionKind kind)
{
    viewport->region.kind = kind;
    sn_viewport_update_cursor(viewport);
    sn_viewport_update_hint(viewport);
    sn_viewport_update_strips(viewport);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

void sn_viewport_next_region(SnViewport *viewport)
{
    sn_region_set(viewport, (SnRegionKind)((viewport->region.kind + 1) % SN_REGION_COUNT));
}

bool sn_region_scroll(SnViewport *viewport, double steps)
{
    if (viewport->region.kind != SN_REGION_BRUSH)
        return false;
    viewport->region.radius = fmin(fmax(viewport->region.radius * pow(1.15, -steps), 4), 300);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
    return true;
}

const char *sn_region_hint(const SnRegion *region)
{
    static const char *const hints[SN_REGION_COUNT] = {
        [SN_REGION_BOX] = "Drag a box · Shift adds · Ctrl toggles · B: lasso · Esc: cancel",
        [SN_REGION_LASSO] = "Drag around it · Shift adds · Ctrl toggles · B: brush · Esc: cancel",
        [SN_REGION_BRUSH] = "Drag over what is seen · Ctrl takes away · wheel: size · Esc: done"};
    return hints[region->kind];
}

/* --- outlines --- */

static void add_corner(GArray *outline, double x, double y)
{
    const SnCorner corner = {{x, y}};
    g_array_append_val(outline, corner);
}

/* What a round brush sweeps from a to b. */
static GArray *swept(const double a[2], const double b[2], double radius)
{
    GArray *outline = g_array_new(FALSE, FALSE, sizeof(SnCorner));
    const double turn = atan2(b[1] - a[1], b[0] - a[0]) + G_PI / 2;
    for (int i = 0; i <= BRUSH_CORNERS + 1; i++) {
        const bool first = i <= BRUSH_CORNERS / 2;
        const double angle = turn + 2 * G_PI * (first ? i : i - 1) / BRUSH_CORNERS;
        const double *middle = first ? a : b;
        add_corner(outline, middle[0] + radius * cos(angle), middle[1] + radius * sin(angle));
    }
    return outline;
}

GArray *sn_region_outline(const SnViewport *viewport)
{
    const SnRegion *region = &viewport->region;
    if (viewport->input.drag == &SN_DRAG_LASSO)
        return g_array_ref(region->outline);
    const bool brush = viewport->input.drag == &SN_DRAG_BRUSH;
    if (!brush && (region->kind != SN_REGION_BRUSH || !viewport->input.inside))
        return NULL;
    const double at[2] = {viewport->input.x, viewport->input.y};
    return swept(at, at, region->radius);
}

static void ask_within(SnViewport *viewport, const GArray *outline, bool through)
{
    const double scale = viewport->settings.scale;
    double(*pixels)[2] = sn_alloc(outline->len, sizeof *pixels);
    for (guint i = 0; i < outline->len; i++) {
        pixels[i][0] = scale * g_array_index(outline, SnCorner, i).at[0];
        pixels[i][1] = scale * g_array_index(outline, SnCorner, i).at[1];
    }
    viewport->region.serial = ++viewport->pick.serial;
    sn_gl_host_pick_within(viewport->host, viewport->view, (const double(*)[2])pixels,
                           (int)outline->len, through, viewport->region.serial);
    sn_free(pixels);
}

/* --- box --- */

static bool box_begin(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    viewport->region.how = sn_how_to_select(at->state);
    viewport->region.kind = SN_REGION_NONE;
    viewport->region.painting = false;
    return true;
}

static void set_band(SnViewport *viewport, const SnPointer *at, bool shown)
{
    double *band = viewport->settings.band, scale = viewport->settings.scale;
    band[0] = scale * fmin(at->x, at->start_x);
    band[1] = scale * fmin(at->y, at->start_y);
    band[2] = shown ? fmax(1, scale * fabs(at->x - at->start_x)) : 0;
    band[3] = shown ? fmax(1, scale * fabs(at->y - at->start_y)) : 0;
    sn_viewport_settings_changed(viewport);
}

static void box_update(SnViewport *viewport, const SnPointer *at)
{
    set_band(viewport, at, true);
}

static void box_end(SnViewport *viewport, const SnPointer *at, bool cancelled)
{
    double box[4];
    for (int i = 0; i < 4; i++)
        box[i] = viewport->settings.band[i];
    set_band(viewport, at, false);
    if (!cancelled && viewport->host) {
        viewport->region.serial = ++viewport->pick.serial;
        sn_gl_host_pick(viewport->host, viewport->view, box, !viewport->region.seen_only,
                        viewport->region.serial);
    }
}

const SnDragRow SN_DRAG_BOX = {box_begin, box_update, box_end, "crosshair",
                               "Selects everything in the box · Esc: cancel"};

/* --- lasso --- */

static bool lasso_begin(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    box_begin(viewport, at, hit);
    g_array_set_size(viewport->region.outline, 0);
    add_corner(viewport->region.outline, at->start_x, at->start_y);
    return true;
}

static void lasso_update(SnViewport *viewport, const SnPointer *at)
{
    GArray *outline = viewport->region.outline;
    const double *last = g_array_index(outline, SnCorner, outline->len - 1).at;
    if (hypot(at->x - last[0], at->y - last[1]) >= LEAST_STEP)
        add_corner(outline, at->x, at->y);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

static void lasso_end(SnViewport *viewport, const SnPointer *at, bool cancelled)
{
    if (!cancelled && viewport->host && viewport->region.outline->len >= 3)
        ask_within(viewport, viewport->region.outline, !viewport->region.seen_only);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

const SnDragRow SN_DRAG_LASSO = {lasso_begin, lasso_update, lasso_end, "crosshair",
                                 "Selects everything in the line · Esc: cancel"};

/* --- brush --- */

/* Asks about what was swept since the last question, once that is answered. */
static void paint(SnViewport *viewport)
{
    SnRegion *region = &viewport->region;
    if (!viewport->host || region->serial != 0)
        return;
    GArray *outline = swept(region->brushed, region->stroke, region->radius);
    region->brushed[0] = region->stroke[0];
    region->brushed[1] = region->stroke[1];
    ask_within(viewport, outline, false);
    g_array_unref(outline);
}

static bool brush_begin(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    SnRegion *region = &viewport->region;
    const SnSelect how = sn_how_to_select(at->state);
    region->painting = true;
    region->how = how == SN_SELECT_TOGGLE ? SN_SELECT_REMOVE : SN_SELECT_ADD;
    region->serial = 0;
    region->brushed[0] = region->stroke[0] = at->start_x;
    region->brushed[1] = region->stroke[1] = at->start_y;
    paint(viewport);
    return true;
}

static void brush_update(SnViewport *viewport, const SnPointer *at)
{
    viewport->input.x = viewport->region.stroke[0] = at->x;
    viewport->input.y = viewport->region.stroke[1] = at->y;
    paint(viewport);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

const SnDragRow SN_DRAG_BRUSH = {brush_begin, brush_update, NULL, "crosshair",
                                 "Adds what is seen under the brush · Ctrl takes it away"};

/* --- answers --- */

void sn_region_answered(SnViewport *viewport, uint32_t serial, const SnPickHit *hits, int n)
{
    SnRegion *region = &viewport->region;
    if (serial == 0 || serial != region->serial)
        return;
    const SnModel *model = sn_session_model(viewport->session);
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    region->serial = 0;
    for (int i = 0; i < n; i++) {
        if (!sn_id_is_null(hits[i].id) &&
            sn_filter_accepts(viewport->pick.filter, model, hits[i].id))
            g_array_append_val(ids, hits[i].id);
    }
    if (!region->painting || ids->len > 0)
        sn_session_select(viewport->session, (const SnId *)(void *)ids->data, (int)ids->len,
                          region->how);
    g_array_unref(ids);
    if (region->painting &&
        hypot(region->stroke[0] - region->brushed[0], region->stroke[1] - region->brushed[1]) > 0)
        paint(viewport);
}
