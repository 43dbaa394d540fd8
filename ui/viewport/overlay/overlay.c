/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written and drawn over the picture: measured distances, the pull, numbers of a drag, the
 * name under the pointer; the hint and the status in the lower corners. */
#include "ui/viewport/overlay/overlay_parts.h"

#include "engine/base/vec.h"
#include "engine/model/classes/annotation.h"
#include "engine/model/classes/joint.h"
#include "render/annotation.h"
#include "render/field.h"
#include "ui/edits/ask.h"
#include "ui/edits/edits.h"
#include "ui/session/units.h"
#include "ui/viewport/scene/cover.h"

#include <math.h>
#include <string.h>

#define COLOR_BAR_WIDTH 76 /* [px] with its numbers */

static const GdkRGBA MEASURE_COLOR = {0.0f, 0.55f, 0.62f, 1};
static const GdkRGBA PULL_COLOR = {0.94f, 0.55f, 0.0f, 1};

static void write_amount(const SnOverlay *o, const double at[2], double value, SnUnit unit)
{
    g_autofree char *number = sn_unit_format(value, unit, 5);
    g_autofree char *text =
        g_strconcat(number, unit == SN_UNIT_ANGLE ? "" : " ", sn_unit_shown(unit), NULL);
    sn_overlay_write(o, at[0], at[1], true, text);
}

/* Lines from place to place, lengths at their middles, angles at the places between. */
static void draw_measured(const SnOverlay *o, const double (*places)[3], int n, bool lengths,
                          bool angles)
{
    double pixel[SN_MAX_MEASURED][2];
    bool front[SN_MAX_MEASURED] = {false};
    for (int i = 0; i < n; i++)
        sn_view_project(&o->viewport->settings, places[i], pixel[i], &front[i]);
    for (int i = 1; i < n; i++)
        if (front[i - 1] && front[i])
            sn_overlay_line(o, pixel[i - 1], pixel[i], &MEASURE_COLOR);
    for (int i = 0; i < n; i++)
        if (front[i])
            sn_overlay_dot(o, pixel[i], &MEASURE_COLOR);
    for (int i = 1; i < n && lengths; i++) {
        const double middle[2] = {(pixel[i - 1][0] + pixel[i][0]) / 2,
                                  (pixel[i - 1][1] + pixel[i][1]) / 2 - 22};
        if (front[i - 1] && front[i])
            write_amount(o, middle, sn_v3_distance(places[i - 1], places[i]), SN_UNIT_LENGTH);
    }
    for (int i = 1; i + 1 < n && angles; i++) {
        const double below[2] = {pixel[i][0], pixel[i][1] + 8};
        if (front[i])
            write_amount(o, below, sn_measured_angle(places[i - 1], places[i], places[i + 1]),
                         SN_UNIT_ANGLE);
    }
}

static void draw_measure(const SnOverlay *o)
{
    const SnMeasure *measure = &o->viewport->measure;
    double places[SN_MAX_MEASURED][3];
    for (int i = 0; i < measure->n; i++)
        sn_v3_copy(measure->ends[i].world, places[i]);
    draw_measured(o, (const double(*)[3])places, measure->n, true, true);
}

/* Measurements that the model keeps. */
static const GPtrArray *measurements_of(const SnViewport *viewport)
{
    const SnModel *model = sn_session_model(viewport->session);
    return model ? sn_model_list(model->root, "measurements")->children : NULL;
}

static void draw_measurements(const SnOverlay *o)
{
    const GPtrArray *all = measurements_of(o->viewport);
    double places[SN_MAX_MEASURED][3];
    for (guint i = 0; i < all->len; i++) {
        const SnMeasurement *one = all->pdata[i];
        if (!one->visible)
            continue;
        const int n = sn_measured_places(o->viewport->session, &one->base, places, SN_MAX_MEASURED);
        draw_measured(o, (const double(*)[3])places, n, one->measured != SN_MEASURED_ANGLE,
                      one->measured != SN_MEASURED_LENGTH);
    }
}

/* From the last place to the pointer: what the next click adds. */
static void draw_next(const SnOverlay *o, const double last[2])
{
    const SnViewport *viewport = o->viewport;
    const double to[2] = {viewport->input.x, viewport->input.y};
    if (!viewport->input.inside || viewport->input.press != SN_PRESS_NONE ||
        !viewport->pick.hover_known || sn_id_is_null(viewport->pick.hover.id))
        return;
    const double dashes[] = {5, 4};
    cairo_save(o->cairo);
    cairo_set_dash(o->cairo, dashes, 2, 0);
    sn_overlay_line(o, last, to, &PULL_COLOR);
    cairo_restore(o->cairo);
}

/* What is being drawn, from place to place. */
static void draw_drawing(const SnOverlay *o)
{
    const SnDrawing *drawing = &o->viewport->drawing;
    double pixel[2], former[2] = {0, 0};
    bool front = false, front_before = false;
    for (int i = 0; i < drawing->n; i++) {
        sn_view_project(&o->viewport->settings, drawing->anchors[i].world, pixel, &front);
        if (i > 0 && front && front_before)
            sn_overlay_line(o, former, pixel, &PULL_COLOR);
        if (front)
            sn_overlay_dot(o, pixel, &PULL_COLOR);
        memcpy(former, pixel, sizeof former);
        front_before = front;
    }
    if (drawing->n > 0 && front_before)
        draw_next(o, former);
}

/* Points chosen for what is asked for, as the line that they will make; a joint where a click would
 * put it. */
static void draw_asked(const SnOverlay *o, bool over)
{
    SnSession *session = o->viewport->session;
    double pose[7], pixel[2], former[2] = {0, 0};
    bool front = false, front_before = false;
    int n = 0;
    const SnId *ids = sn_ask_chosen(session, &n);
    for (int i = 0; i < n && sn_ask_takes_points(session); i++) {
        if (!sn_shown_pose(session, ids[i], pose, pose + 3))
            continue;
        sn_view_project(&o->viewport->settings, pose, pixel, &front);
        if (front && front_before)
            sn_overlay_line(o, former, pixel, &PULL_COLOR);
        if (front)
            sn_overlay_dot(o, pixel, &PULL_COLOR);
        memcpy(former, pixel, sizeof former);
        front_before = front;
    }
    if (front_before)
        draw_next(o, former);
    if (over && sn_ask_axes(session, o->viewport->pick.hover.id, pose + 3)) {
        sn_v3_copy(o->viewport->pick.hover.position, pose);
        sn_overlay_joint(o, pose, sn_ask_class(session));
    }
}

static void draw_pull(const SnOverlay *o)
{
    SnViewport *viewport = o->viewport;
    double from[2], to[2];
    bool front = false, front_too = false;
    sn_view_project(&viewport->settings, viewport->pull.anchor.world, from, &front);
    sn_view_project(&viewport->settings, viewport->pull.target, to, &front_too);
    if (front && front_too) {
        sn_overlay_line(o, from, to, &PULL_COLOR);
        sn_overlay_dot(o, from, &PULL_COLOR);
        sn_overlay_dot(o, to, &PULL_COLOR);
    }
}

static void draw_move_text(const SnOverlay *o)
{
    double pixel[2];
    bool front = false;
    if (o->viewport->move.is_snapped)
        sn_overlay_snapped(o, &PULL_COLOR);
    sn_view_project(&o->viewport->settings, o->viewport->settings.manipulator_pose, pixel, &front);
    if (front)
        sn_overlay_write(o, pixel[0], pixel[1] + 24, true, o->viewport->move.text);
}

/* --- names --- */

enum { MAX_NAMES = 200, NAME_HEIGHT = 16 };

/* Where the name of an item goes [px]; false: it is not to be seen. */
static bool name_place(const SnOverlay *o, const SnSceneItem *item, double pixel[2])
{
    const bool named = item->kind == SN_ITEM_MESH || item->kind == SN_ITEM_POINT ||
                       item->kind == SN_ITEM_PATH || item->kind == SN_ITEM_FEM;
    if (!named || !item->style.visible || item->through)
        return false;
    double bounds[2][3], middle[3];
    if (!sn_snapshot_bounds_of(sn_session_snapshot(o->viewport->session), &item->id, 1, bounds))
        return false;
    for (int k = 0; k < 3; k++)
        middle[k] = (bounds[0][k] + bounds[1][k]) / 2;
    bool front = false;
    sn_view_project(&o->viewport->settings, middle, pixel, &front);
    return front && pixel[0] > 0 && pixel[1] > 0 &&
           pixel[0] < gtk_widget_get_width(GTK_WIDGET(o->viewport)) &&
           pixel[1] < gtk_widget_get_height(GTK_WIDGET(o->viewport));
}

/* As many as have room, in the order of the scene. */
static void draw_names(const SnOverlay *o)
{
    const SnSnapshot *snapshot = sn_session_snapshot(o->viewport->session);
    double taken[MAX_NAMES][3]; /* middle and half width [px] */
    int n = 0;
    for (int i = 0; snapshot && snapshot->scene && i < snapshot->scene->n_items && n < MAX_NAMES;
         i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        double pixel[2];
        if (!name_place(o, item, pixel))
            continue;
        char *label = sn_session_label(o->viewport->session, item->id);
        const double half = 3.6 * (double)g_utf8_strlen(label, -1) + 4;
        bool room = true;
        for (int k = 0; k < n && room; k++)
            room = fabs(taken[k][0] - pixel[0]) > taken[k][2] + half ||
                   fabs(taken[k][1] - pixel[1]) > NAME_HEIGHT;
        if (room) {
            taken[n][0] = pixel[0];
            taken[n][1] = pixel[1];
            taken[n++][2] = half;
            sn_overlay_write(o, pixel[0], pixel[1] - NAME_HEIGHT / 2.0, true, label);
        }
        g_free(label);
    }
}

/* What a colour bar stands for in the lower right; NULL: there is none. */
static const SnSceneItem *shown_field(SnViewport *viewport)
{
    const SnSnapshot *snapshot = sn_session_snapshot(viewport->session);
    int n = snapshot && snapshot->scene ? snapshot->scene->n_items : 0;
    for (int i = 0; i < n; i++)
        if (sn_field_is_shown(&snapshot->scene->items[i]))
            return &snapshot->scene->items[i];
    return NULL;
}

/* What it takes there of the width [logical pixels]. */
static int bar_room(SnViewport *viewport)
{
    const double right = sn_annotation_bars_right(&(SnFields){.n = 1}, &viewport->settings);
    return shown_field(viewport) ? COLOR_BAR_WIDTH + (int)right - SN_ANNOTATION_MARGIN : 0;
}

/* ... and its title, which is wider. */
static int title_room(SnViewport *viewport)
{
    const SnSceneItem *item = shown_field(viewport);
    if (!item || !item->style.fem.field_label)
        return bar_room(viewport);
    const char *unit = item->style.fem.field_unit;
    const SnFields fields = {.n = 1,
                             .field = {{.label = item->style.fem.field_label,
                                        .unit = unit ? unit : "",
                                        .range = {0, 1},
                                        .found = {0, 1}}}};
    const double right = sn_annotation_bars_right(&fields, &viewport->settings);
    return MAX(bar_room(viewport), (int)(sn_annotation_bars_width(&fields) + right));
}

/* --- numbers of the grid --- */

static void draw_grid_labels(const SnOverlay *o)
{
    SnViewport *viewport = o->viewport;
    SnGridBounds *box = &viewport->grid_bounds;
    if (!box->known) {
        const bool some = sn_shown_bounds(viewport->session, box->corners);
        for (int k = 0; k < 3 && !some; k++) { /* an empty model has all of the grid */
            box->corners[0][k] = -INFINITY;
            box->corners[1][k] = INFINITY;
        }
        box->known = true;
    }
    SnGridLabel labels[SN_MAX_GRID_LABELS];
    const int n = sn_grid_labels(&viewport->settings, (const double(*)[3])box->corners,
                                 title_room(viewport), labels);
    g_autoptr(GArray) boxes = sn_cover_boxes(sn_session_snapshot(viewport->session));
    double up[3] = {0, 0, 0};
    up[sn_grid_normal(&viewport->settings)] = 1;
    for (int i = 0; i < n; i++) {
        double eye[3], direction[3];
        sn_view_ray(&viewport->settings, labels[i].pixel[0], labels[i].pixel[1], eye, direction);
        if (!sn_cover_hides(boxes, eye, labels[i].at, up))
            sn_overlay_write_sized(o, labels[i].pixel[0], labels[i].pixel[1] - 6, true,
                                   labels[i].text, 10, 0.75,
                                   8); /* it stands on lines, which must not strike it through */
    }
}

/* The lasso, or the brush. */
static void draw_region(const SnOverlay *o, const GArray *outline)
{
    static const GdkRGBA color = {0.94f, 0.55f, 0.0f, 1};
    for (guint i = 0; i < outline->len; i++) {
        const double *corner = g_array_index(outline, SnCorner, i).at;
        cairo_line_to(o->cairo, corner[0], corner[1]);
    }
    cairo_close_path(o->cairo);
    sn_overlay_color(o, &color, 0.12);
    cairo_fill_preserve(o->cairo);
    sn_overlay_color(o, &o->halo, 0.7);
    cairo_set_line_width(o->cairo, 3);
    cairo_stroke_preserve(o->cairo);
    sn_overlay_color(o, &color, 1);
    cairo_set_line_width(o->cairo, 1.2);
    cairo_stroke(o->cairo);
}

static void draw_hover_name(const SnOverlay *o)
{
    SnViewport *viewport = o->viewport;
    char *label = sn_session_label(viewport->session, sn_session_hover(viewport->session));
    sn_overlay_write(o, viewport->input.x + 14, viewport->input.y + 16, false, label);
    g_free(label);
}

static SnOverlay overlay_new(SnViewport *viewport, GtkSnapshot *snapshot)
{
    const float width = (float)gtk_widget_get_width(GTK_WIDGET(viewport));
    const float height = (float)gtk_widget_get_height(GTK_WIDGET(viewport));
    const bool dark = viewport->settings.dark;
    return (SnOverlay){
        .viewport = viewport,
        .cairo = gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, width, height)),
        .ink = dark ? (GdkRGBA){0.96f, 0.96f, 0.96f, 1} : (GdkRGBA){0.12f, 0.13f, 0.15f, 1},
        .halo = dark ? (GdkRGBA){0.08f, 0.09f, 0.10f, 1} : (GdkRGBA){1, 1, 1, 1},
    };
}

/* In place of a model of which nothing can be shown yet. */
static void draw_preparing(SnViewport *viewport, GtkSnapshot *snapshot)
{
    SnOverlay overlay = overlay_new(viewport, snapshot);
    sn_overlay_write_sized(&overlay, gtk_widget_get_width(GTK_WIDGET(viewport)) / 2.0,
                           gtk_widget_get_height(GTK_WIDGET(viewport)) / 2.0, true,
                           "Preparing the model…", 15, 0.8, 3);
    cairo_destroy(overlay.cairo);
}

/* Rubber band of the box; the picture behind shows it only a frame later. */
void sn_viewport_draw_overlay(SnViewport *viewport, GtkSnapshot *snapshot)
{
    bool moving = (viewport->input.drag == &SN_DRAG_MOVE || viewport->move.typing) &&
                  viewport->move.text[0] != '\0';
    bool pulling = viewport->input.drag == &SN_DRAG_PULL;
    bool named = viewport->pick.hover_known && !sn_id_is_null(viewport->pick.hover.id) &&
                 viewport->input.press == SN_PRESS_NONE && viewport->input.inside;
    bool joints = sn_overlay_any_joint(viewport);
    const GPtrArray *kept = measurements_of(viewport);
    bool measured = kept && kept->len > 0;
    GArray *region = sn_region_outline(viewport);
    const bool labels = viewport->settings.grid && viewport->grid_labels;
    if (viewport->picture.told) {
        draw_preparing(viewport, snapshot);
        return;
    }
    if (!moving && !pulling && !named && !joints && !region && !viewport->names && !labels &&
        viewport->measure.n + viewport->drawing.n == 0 && !measured)
        return;
    SnOverlay overlay = overlay_new(viewport, snapshot);
    if (labels)
        draw_grid_labels(&overlay);
    if (viewport->names)
        draw_names(&overlay);
    if (joints)
        sn_overlay_joints(&overlay);
    if (measured)
        draw_measurements(&overlay);
    if (viewport->measure.n > 0)
        draw_measure(&overlay);
    draw_drawing(&overlay);
    if (sn_ask_active(viewport->session))
        draw_asked(&overlay, named);
    if (pulling)
        draw_pull(&overlay);
    if (moving)
        draw_move_text(&overlay);
    if (named)
        draw_hover_name(&overlay);
    if (region) {
        draw_region(&overlay, region);
        g_array_unref(region);
    }
    cairo_destroy(overlay.cairo);
}

/* --- hint --- */

/* Which axis a manipulator's handle means: " along x". */
static const char *axis_phrase(int axis)
{
    static const char *const phrases[] = {"along x",  "along y",  "along z",        "across x",
                                          "across y", "across z", "across the view"};
    return axis >= 0 && axis < (int)G_N_ELEMENTS(phrases) ? phrases[axis] : "";
}

static char *handle_hint(SnViewport *viewport)
{
    if (viewport->pick.hover.clip_plane >= 0)
        return g_strdup("Drag: move the plane · Shift: tilt");
    static const char *const axes[] = {"x", "y", "z"};
    const int handle = viewport->pick.hover.manipulator_axis, axis = sn_handle_axis(handle);
    switch (sn_handle_kind(viewport->settings.manipulator, handle)) {
    case SN_MANIPULATOR_MOVE:
        return g_strdup_printf("Drag: move %s · Shift: finer · Ctrl: round steps",
                               axis_phrase(axis));
    case SN_MANIPULATOR_TURN:
        return axis < 3 ? g_strdup_printf("Drag: turn about %s · Shift: finer · Ctrl: 5° steps",
                                          axes[axis])
                        : g_strdup("Drag: turn in the view · Shift: finer · Ctrl: 5° steps");
    default:
        return axis < 3 ? g_strdup_printf("Drag: scale along %s · Ctrl: round steps", axes[axis])
                        : g_strdup("Drag: scale · Ctrl: round steps");
    }
}

static bool is_joint(SnViewport *viewport, SnId id)
{
    const SnComponent *component = sn_model_get(sn_session_model(viewport->session), id);
    return component && id.entry == 0 && sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT);
}

static const char *tool_hint(SnViewport *viewport)
{
    int n = 0;
    sn_session_selection(viewport->session, &n);
    bool playing = sn_session_run(viewport->session) == SN_PLAYING;
    switch (sn_session_tool(viewport->session)) {
    case SN_TOOL_MOVE:
    case SN_TOOL_ROTATE:
    case SN_TOOL_SCALE:
    case SN_TOOL_TRANSFORM:
        return viewport->settings.manipulator != 0
                   ? "Drag a handle, or the selection itself · X Y Z and a number: exactly"
               : n > 0 ? "What is selected has no place of its own to change here"
                       : "Click what to change";
    case SN_TOOL_MEASURE:
        return sn_measure_hint(viewport);
    case SN_TOOL_CLIP:
        return "Drag a plane's arrow to move it, with Shift to tilt · C adds one";
    case SN_TOOL_PULL:
        return playing ? "Drag a body, FEM or strand to pull it"
                       : "Drag a body, FEM or strand to pull it · Space runs the model";
    default:
        if (n == 1 && is_joint(viewport, sn_session_primary(viewport->session)))
            return "Right-click a surface: put the joint there · G: move · R: turn";
        if (viewport->settings.pick_detail != SN_PICK_COMPONENTS) {
            return viewport->settings.pick_detail == SN_PICK_NODES
                       ? "Click: node · double: side · Shift-drag, B: box, lasso, brush · 1: whole"
                       : "Click: element · double: side · Shift-drag, B: box, lasso, brush · 1: "
                         "whole";
        }
        return sn_mouse_hint();
    }
}

static int natural_width(GtkWidget *widget)
{
    int width;
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
    return width;
}

/* Status and hint beside each other; the hint above where the window is too narrow for both, but
 * not over the tools of a low one, if it only says what it always does. */
static void share_bottom(SnViewport *viewport, bool usual)
{
    enum { LOW = 400 };                                           /* [px] */
    enum { BETWEEN = 24, AROUND = 2 * 10 + BETWEEN, APART = 40 }; /* [px] */
    GtkWidget *status = viewport->labels.status, *hint = viewport->labels.hint;
    GtkWidget *row = gtk_widget_get_parent(hint);
    const int room = gtk_widget_get_width(GTK_WIDGET(viewport)) - AROUND;
    const bool was = gtk_widget_get_next_sibling(hint) == status;
    const int need = natural_width(status) + natural_width(hint) +
                     (was ? APART : 0); /* lest they jump with the digits */
    const bool above = need > room;
    const bool low = gtk_widget_get_height(GTK_WIDGET(viewport)) < LOW;
    gtk_widget_set_opacity(hint, usual && above && low ? 0 : 1);
    if (room <= 0 || above == was)
        return;
    gtk_orientable_set_orientation(GTK_ORIENTABLE(row),
                                   above ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
    gtk_box_set_spacing(GTK_BOX(row), above ? 0 : BETWEEN);
    gtk_box_reorder_child_after(GTK_BOX(row), hint, above ? NULL : status);
}

void sn_viewport_update_hint(SnViewport *viewport)
{
    if (!viewport->labels.hint)
        return;
    char *made = NULL;
    const char *text = tool_hint(viewport), *usual = sn_mouse_hint();
    if (viewport->move.typing)
        text = "Enter: keep · Esc: back · X Y Z: other axis, twice: its own";
    else if (viewport->input.drag)
        text = viewport->input.drag->hint;
    else if (sn_ask_told(viewport->session)) /* how to get to what is to be clicked */
        text = usual;
    else if (sn_ask_active(viewport->session))
        text = made = sn_ask_hint(viewport->session);
    else if (viewport->drawing.class)
        text = made = sn_drawing_hint(viewport);
    else if (viewport->region.kind != SN_REGION_NONE)
        text = sn_region_hint(&viewport->region);
    else if (viewport->pick.hover_known &&
             (viewport->pick.hover.clip_plane >= 0 || viewport->pick.hover.manipulator_axis >= 0))
        text = made = handle_hint(viewport);
    gtk_widget_set_margin_end(viewport->labels.hint, bar_room(viewport));
    gtk_label_set_text(GTK_LABEL(viewport->labels.hint), text);
    share_bottom(viewport, text == usual);
    g_free(made);
}

/* --- status --- */

#define MOST_STATUS 46 /* characters that are shown whatever the hint needs */

/* How far its lines are apart: small squares, and those between bold lines. */
static void add_grid(GString *text, const SnViewSettings *settings)
{
    double big;
    const double cell = sn_grid_cell(settings, &big);
    const SnUnitScale scale = sn_unit_fitting(SN_UNIT_LENGTH, cell, sn_unit_scale(SN_UNIT_LENGTH));
    g_string_append_printf(text, " · grid %g, bold %g %s", cell * scale.factor,
                           big * cell * scale.factor, scale.symbol);
}

static gboolean write_status(gpointer data)
{
    SnViewport *viewport = data;
    viewport->labels.source = 0;
    const SnSnapshot *snapshot = sn_session_snapshot(viewport->session);
    if (viewport->picture.awaited && !viewport->picture.told) {
        viewport->picture.told = true; /* what comes sooner flashes no words */
        gtk_widget_queue_draw(GTK_WIDGET(viewport));
    }
    if (!snapshot) {
        gtk_label_set_text(GTK_LABEL(viewport->labels.status), "");
        return G_SOURCE_REMOVE;
    }
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%.3f s", snapshot->time);
    if (snapshot->step_ms > 0 && snapshot->run != SN_PLAYING) { /* then the play bar says it */
        if (snapshot->step_ms < 0.1)
            g_string_append_printf(text, " · step %.0f µs", 1000 * snapshot->step_ms);
        else
            g_string_append_printf(text, " · step %.2f ms", snapshot->step_ms);
    }
    if (viewport->picture.draw_ms > 0)
        g_string_append_printf(text, " · picture %.0f ms", fmax(viewport->picture.draw_ms, 1));
    if (snapshot->n_contacts_active > 0) {
        g_string_append_printf(text, " · %d contact%s", snapshot->n_contacts_active,
                               snapshot->n_contacts_active == 1 ? "" : "s");
    }
    if (viewport->settings.grid && viewport->settings.height > 0)
        add_grid(text, &viewport->settings);
    gtk_label_set_text(GTK_LABEL(viewport->labels.status), text->str);
    /* before the hint, which says the same every day */
    gtk_label_set_width_chars(GTK_LABEL(viewport->labels.status),
                              MIN((int)g_utf8_strlen(text->str, -1), MOST_STATUS));
    sn_viewport_update_hint(viewport); /* a field may have come */
    g_string_free(text, TRUE);
    return G_SOURCE_REMOVE;
}

/* Five times a second are enough to read. */
void sn_viewport_update_status(SnViewport *viewport)
{
    if (viewport->labels.source == 0)
        viewport->labels.source = g_timeout_add(200, write_status, viewport);
}
