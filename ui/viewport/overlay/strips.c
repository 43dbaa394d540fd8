/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What floats over the picture: tools at the upper left, view buttons at the upper right, status
 * and hint at the bottom. */
#include "ui/viewport/private.h"

#include "ui/actions/action_keys.h"
#include "ui/actions/menu_parts.h"
#include "ui/viewport/move/move_menu.h"
#include "ui/viewport/overlay/clip_list.h"
#include "ui/viewport/screen/gizmo.h"
#include "ui/widgets/column_flow.h"

#include <string.h>

static const SnTool TOOLS[] = {SN_TOOL_SELECT,    SN_TOOL_MOVE, SN_TOOL_ROTATE,  SN_TOOL_SCALE,
                               SN_TOOL_TRANSFORM, SN_TOOL_PULL, SN_TOOL_MEASURE, SN_TOOL_CLIP};

static const char *const TOOL_ACTIONS[SN_TOOL_COUNT] = {
    "win.tool::select",  "win.tool::move", "win.tool::rotate", "win.tool::scale",
    "win.tool::measure", "win.tool::clip", "win.tool::pull",   "win.tool::transform"};

/* --- helpers --- */

static GtkWidget *strip_new(GtkAlign halign, const char *id)
{
    enum { SPACING = 2 };
    GtkWidget *strip = gtk_box_new(GTK_ORIENTATION_VERTICAL, SPACING);
    gtk_widget_set_layout_manager(strip, sn_column_flow_new(SPACING));
    gtk_widget_add_css_class(strip, "sn-strip");
    gtk_widget_set_halign(strip, halign);
    gtk_widget_set_valign(strip, GTK_ALIGN_START);
    gtk_widget_set_name(strip, id);
    return strip;
}

static void dress_strip(GtkWidget *button, const char *id, const char *label, const char *tooltip)
{
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_name(button, id);
    gtk_widget_set_tooltip_text(button, tooltip);
    GtkWidget *clicked = GTK_IS_MENU_BUTTON(button) ? gtk_widget_get_first_child(button) : button;
    gtk_widget_set_focus_on_click(clicked, FALSE); /* keys stay with the viewer */
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
}

static GtkWidget *toggle_new(const char *icon, const char *id, const char *label,
                             const char *tooltip)
{
    GtkWidget *button = gtk_toggle_button_new();
    gtk_button_set_icon_name(GTK_BUTTON(button), icon);
    dress_strip(button, id, label, tooltip);
    return button;
}

static void set_active(GtkWidget *button, bool active)
{
    if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(button)) != active)
        gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), active);
}

/* --- tools --- */

static void on_tool_clicked(GtkButton *button, SnViewport *viewport)
{
    SnTool tool = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(button), "tool"));
    sn_session_set_tool(viewport->session, tool);
    sn_viewport_update_strips(viewport); /* a click on the one in use leaves it in use */
    if (tool == SN_TOOL_CLIP) {
        bool any = false;
        for (int i = 0; i < SN_MAX_CLIP_PLANES; i++)
            any = any || sn_clip_in_use(&viewport->settings.clip[i]);
        if (!any)
            sn_viewport_add_clip_plane(viewport);
    }
}

static void on_box_clicked(GtkToggleButton *button, SnViewport *viewport)
{
    const bool active = gtk_toggle_button_get_active(button);
    if (active != (viewport->region.kind != SN_REGION_NONE))
        sn_region_set(viewport, active ? SN_REGION_BOX : SN_REGION_NONE);
}

/* Coloured while not everything can be selected. */
static void update_filter_button(SnViewport *viewport)
{
    if (viewport->pick.filter != SN_FILTER_ALL ||
        viewport->settings.pick_detail != SN_PICK_COMPONENTS)
        gtk_widget_add_css_class(viewport->strips.filter_button, "accent");
    else
        gtk_widget_remove_css_class(viewport->strips.filter_button, "accent");
}

static void on_filter(GSimpleAction *action, GVariant *state, gpointer data)
{
    SnViewport *viewport = data;
    g_simple_action_set_state(action, state);
    viewport->pick.filter = (SnFilter)g_variant_get_int32(state);
    update_filter_button(viewport);
    sn_viewport_want_hover(viewport);
}

static void on_region(GSimpleAction *action, GVariant *state, gpointer viewport)
{
    sn_region_set(viewport, (SnRegionKind)g_variant_get_int32(state));
}

static void on_seen_only(GSimpleAction *action, GVariant *state, gpointer data)
{
    SnViewport *viewport = data;
    g_simple_action_set_state(action, state);
    viewport->region.seen_only = g_variant_get_boolean(state);
}

static void on_angle(GSimpleAction *action, GVariant *state, gpointer data)
{
    SnViewport *viewport = data;
    g_simple_action_set_state(action, state);
    viewport->part_angle = g_variant_get_int32(state);
}

static void add_choice(GMenu *menu, const char *label, const char *action, int value)
{
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, action, "i", value);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

/* How regions are drawn, and where the sides of FEMs end. */
static void append_regions(SnViewport *viewport, GActionMap *group, GMenu *menu)
{
    static const char *const regions[SN_REGION_COUNT] = {NULL, "Box (B)", "Lasso (B B)",
                                                         "Brush (B B B)"};
    static const int angles[] = {5, 15, 30, 45, 60};
    const GActionEntry entries[] = {{"region", NULL, "i", "0", on_region},
                                    {"seen-only", NULL, NULL, "false", on_seen_only},
                                    {"angle", NULL, "i", "30", on_angle}};
    g_action_map_add_action_entries(group, entries, G_N_ELEMENTS(entries), viewport);
    viewport->strips.region = G_SIMPLE_ACTION(g_action_map_lookup_action(group, "region"));
    GMenu *section = g_menu_new(), *angle = g_menu_new();
    for (int i = SN_REGION_BOX; i < SN_REGION_COUNT; i++)
        add_choice(section, regions[i], "viewport.region", i);
    g_menu_append(section, "Only What Is Seen", "viewport.seen-only");
    g_menu_append_section(menu, "With", G_MENU_MODEL(section));
    for (gsize i = 0; i < G_N_ELEMENTS(angles); i++) {
        char *label = g_strdup_printf("%d°", angles[i]);
        add_choice(angle, label, "viewport.angle", angles[i]);
        g_free(label);
    }
    section = (g_object_unref(section), g_menu_new());
    g_menu_append_submenu(section, "A Side Ends at Edges Sharper Than", G_MENU_MODEL(angle));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(angle);
    g_object_unref(section);
}

/* What clicks and boxes select, as a menu. */
static GtkWidget *filter_button_new(SnViewport *viewport)
{
    static const char *const labels[SN_FILTER_COUNT] = {
        "Everything", "Bodies", "Markers and Particles", "Muscles and Springs", "Joints"};
    GSimpleAction *action = g_simple_action_new_stateful("filter", G_VARIANT_TYPE_INT32,
                                                         g_variant_new_int32(SN_FILTER_ALL));
    g_signal_connect(action, "change-state", G_CALLBACK(on_filter), viewport);
    GSimpleActionGroup *group = g_simple_action_group_new();
    g_action_map_add_action(G_ACTION_MAP(group), G_ACTION(action));
    gtk_widget_insert_action_group(GTK_WIDGET(viewport), "viewport", G_ACTION_GROUP(group));
    GMenu *menu = g_menu_new(), *section = g_menu_new();
    for (int i = 0; i < SN_FILTER_COUNT; i++)
        add_choice(section, labels[i], "viewport.filter", i);
    g_menu_append_section(menu, "Select", G_MENU_MODEL(section));
    g_object_unref(section);
    GMenu *detail = g_menu_new();
    sn_menu_append(detail, "win.pick::components");
    sn_menu_append(detail, "win.pick::nodes");
    sn_menu_append(detail, "win.pick::elements");
    g_menu_append_section(menu, "In FEMs", G_MENU_MODEL(detail));
    g_object_unref(detail);
    append_regions(viewport, G_ACTION_MAP(group), menu);
    g_object_unref(action);
    g_object_unref(group);
    GtkWidget *button = gtk_menu_button_new();
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "sn-filter-symbolic");
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
    gtk_menu_button_set_direction(GTK_MENU_BUTTON(button), GTK_ARROW_RIGHT);
    gtk_menu_button_set_has_frame(GTK_MENU_BUTTON(button), FALSE);
    sn_viewport_keys_after(viewport, gtk_menu_button_get_popover(GTK_MENU_BUTTON(button)));
    g_object_unref(menu);
    dress_strip(button, "select-filter", "What clicks select", "What clicks and boxes select");
    return button;
}

static GtkWidget *tools_new(SnViewport *viewport)
{
    GtkWidget *strip = strip_new(GTK_ALIGN_START, "tools");
    for (gsize i = 0; i < G_N_ELEMENTS(TOOLS); i++) {
        const SnActionRow *row = sn_action_row(TOOL_ACTIONS[TOOLS[i]]);
        char *id = g_strdup_printf("tool-%s", strstr(row->name, "::") + 2);
        GtkWidget *button = toggle_new(row->icon, id, row->label, NULL);
        sn_action_tooltip_follow(button, row->name, NULL);
        g_object_set_data(G_OBJECT(button), "tool", GUINT_TO_POINTER(TOOLS[i]));
        g_signal_connect(button, "clicked", G_CALLBACK(on_tool_clicked), viewport);
        gtk_box_append(GTK_BOX(strip), button);
        g_free(id);
    }
    gtk_box_append(GTK_BOX(strip), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
    viewport->strips.box_button =
        toggle_new("sn-box-symbolic", "box-select", "Box selection", NULL);
    sn_action_tooltip_follow(viewport->strips.box_button, "win.box-select",
                             "Select with a box, or Shift and drag with the select tool; again: "
                             "lasso, brush");
    g_signal_connect(viewport->strips.box_button, "toggled", G_CALLBACK(on_box_clicked), viewport);
    gtk_box_append(GTK_BOX(strip), viewport->strips.box_button);
    viewport->strips.filter_button = filter_button_new(viewport);
    gtk_box_append(GTK_BOX(strip), viewport->strips.filter_button);
    viewport->strips.axes_button = sn_move_menu_new(viewport);
    dress_strip(viewport->strips.axes_button, "local-axes", "Axes, pivot and snapping",
                "Along which axes, about what, and where to it is moved");
    gtk_box_append(GTK_BOX(strip), viewport->strips.axes_button);
    return strip;
}

/* --- views --- */

static void on_axis(SnGizmo *gizmo, int axis, SnViewport *viewport)
{
    double direction[3] = {0, 0, 0};
    direction[axis % 3] = axis < 3 ? -1 : 1; /* the end clicked comes to the front */
    sn_viewport_look_along(viewport, direction);
}

static void on_orbit(SnGizmo *gizmo, double dx, double dy, SnViewport *viewport)
{
    sn_viewport_stop_animation(viewport);
    sn_camera_orbit(&viewport->settings.camera, -dx * 0.02, -dy * 0.02);
    sn_viewport_settings_changed(viewport);
}

static void on_orthographic(GtkToggleButton *button, SnViewport *viewport)
{
    bool active = gtk_toggle_button_get_active(button);
    if (active != viewport->settings.camera.orthographic) {
        sn_viewport_stop_animation(viewport);
        viewport->settings.camera.orthographic = active;
        sn_viewport_notify_settings(viewport);
    }
}

static void on_grid(GtkToggleButton *button, SnViewport *viewport)
{
    bool active = gtk_toggle_button_get_active(button);
    if (active != viewport->settings.grid) {
        viewport->settings.grid = active;
        sn_viewport_notify_settings(viewport);
    }
}

static void on_fit(GtkButton *button, SnViewport *viewport)
{
    sn_viewport_fit(viewport);
}

static GtkWidget *clip_button_new(SnViewport *viewport)
{
    GtkWidget *button = gtk_menu_button_new();
    GtkWidget *popover = gtk_popover_new();
    viewport->strips.clip_list = sn_clip_list_new(viewport);
    gtk_popover_set_child(GTK_POPOVER(popover), viewport->strips.clip_list);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(button), popover);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "sn-tool-clip-symbolic");
    gtk_menu_button_set_direction(GTK_MENU_BUTTON(button), GTK_ARROW_LEFT);
    gtk_menu_button_set_has_frame(GTK_MENU_BUTTON(button), FALSE);
    dress_strip(button, "clip-planes", "Clipping planes", "Clipping planes and slices");
    return button;
}

static GtkWidget *gizmo_new(SnViewport *viewport)
{
    GtkWidget *gizmo = sn_gizmo_new();
    gtk_widget_set_halign(gizmo, GTK_ALIGN_END);
    gtk_widget_set_valign(gizmo, GTK_ALIGN_START);
    gtk_widget_set_name(gizmo, "gizmo");
    g_signal_connect(gizmo, "axis", G_CALLBACK(on_axis), viewport);
    g_signal_connect(gizmo, "orbit", G_CALLBACK(on_orbit), viewport);
    return gizmo;
}

static GtkWidget *views_new(SnViewport *viewport)
{
    GtkWidget *strip = strip_new(GTK_ALIGN_END, "views");
    viewport->strips.orthographic_button =
        toggle_new("sn-orthographic-symbolic", "view-orthographic", "Orthographic", NULL);
    sn_action_tooltip_follow(viewport->strips.orthographic_button, "win.orthographic",
                             "Orthographic: parallel lines stay parallel");
    g_signal_connect(viewport->strips.orthographic_button, "toggled", G_CALLBACK(on_orthographic),
                     viewport);
    gtk_box_append(GTK_BOX(strip), viewport->strips.orthographic_button);
    GtkWidget *fit = gtk_button_new_from_icon_name("zoom-fit-best-symbolic");
    dress_strip(fit, "view-fit", "Fit", NULL);
    sn_action_tooltip_follow(fit, "win.view-fit", "Bring the selection, or everything, into view");
    g_signal_connect(fit, "clicked", G_CALLBACK(on_fit), viewport);
    gtk_box_append(GTK_BOX(strip), fit);
    viewport->strips.grid_button = toggle_new("view-grid-symbolic", "view-grid", "Grid", NULL);
    sn_action_tooltip_follow(viewport->strips.grid_button, "win.grid", "Ground grid");
    g_signal_connect(viewport->strips.grid_button, "toggled", G_CALLBACK(on_grid), viewport);
    gtk_box_append(GTK_BOX(strip), viewport->strips.grid_button);
    gtk_box_append(GTK_BOX(strip), clip_button_new(viewport));
    return strip;
}

/* The menu says which region is drawn. */
static void show_region(SnViewport *viewport)
{
    if (viewport->strips.region)
        g_simple_action_set_state(viewport->strips.region,
                                  g_variant_new_int32(viewport->region.kind));
}

/* --- bottom --- */

static GtkWidget *corner_label(const char *id, GtkAlign halign)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_widget_add_css_class(label, "sn-halo");
    gtk_widget_add_css_class(label, "sn-quiet");
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(label), halign == GTK_ALIGN_END ? 1 : 0);
    gtk_widget_set_halign(label, halign);
    gtk_widget_set_name(label, id);
    return label;
}

/* What to click next is read whole in a narrow window too: in several lines, above the status
 * (sn_viewport_update_hint). */
static void wrap_hint(GtkLabel *hint)
{
    gtk_label_set_ellipsize(hint, PANGO_ELLIPSIZE_NONE);
    gtk_label_set_wrap(hint, TRUE);
    gtk_label_set_width_chars(hint, 20);
    gtk_label_set_justify(hint, GTK_JUSTIFY_RIGHT);
}

static GtkWidget *bottom_new(SnViewport *viewport)
{
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 24);
    gtk_widget_set_valign(row, GTK_ALIGN_END);
    gtk_widget_set_can_target(row, FALSE); /* the pointer goes through to the picture */
    viewport->labels.status = corner_label("viewport-status", GTK_ALIGN_START);
    viewport->labels.hint = corner_label("viewport-hint", GTK_ALIGN_END);
    gtk_widget_set_hexpand(viewport->labels.hint, TRUE);
    wrap_hint(GTK_LABEL(viewport->labels.hint));
    gtk_box_append(GTK_BOX(row), viewport->labels.status);
    gtk_box_append(GTK_BOX(row), viewport->labels.hint);
    return row;
}

static void place_strip(GtkWidget *child, SnViewport *viewport, int margin)
{
    gtk_widget_set_margin_start(child, margin);
    gtk_widget_set_margin_end(child, margin);
    gtk_widget_set_margin_top(child, margin);
    gtk_widget_set_margin_bottom(child, margin);
    gtk_widget_set_parent(child, GTK_WIDGET(viewport));
}

void sn_viewport_build_strips(SnViewport *viewport)
{
    enum { MARGIN = 12, BETWEEN = 6 }; /* [px] */
    viewport->strips.tools = tools_new(viewport);
    viewport->strips.gizmo = gizmo_new(viewport);
    viewport->strips.views = views_new(viewport);
    place_strip(viewport->strips.tools, viewport, MARGIN);
    place_strip(viewport->strips.gizmo, viewport, MARGIN);
    place_strip(viewport->strips.views, viewport, MARGIN);
    int height; /* with its margins */
    gtk_widget_measure(viewport->strips.gizmo, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL,
                       NULL);
    /* not in one box with the gizmo, whose width would take clicks on the picture beside it */
    gtk_widget_set_margin_top(viewport->strips.views, height - MARGIN + BETWEEN);
    place_strip(bottom_new(viewport), viewport, 10);
    sn_viewport_update_strips(viewport);
}

void sn_viewport_update_strips(SnViewport *viewport)
{
    SnTool tool = sn_session_tool(viewport->session);
    int i = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(viewport->strips.tools);
         i < (int)G_N_ELEMENTS(TOOLS); child = gtk_widget_get_next_sibling(child), i++)
        set_active(child, TOOLS[i] == tool);
    gtk_widget_set_visible(viewport->strips.axes_button, tool == SN_TOOL_MOVE ||
                                                             tool == SN_TOOL_ROTATE ||
                                                             tool == SN_TOOL_TRANSFORM);
    set_active(viewport->strips.box_button, viewport->region.kind != SN_REGION_NONE);
    show_region(viewport);
    update_filter_button(viewport);
    set_active(viewport->strips.orthographic_button, viewport->settings.camera.orthographic);
    set_active(viewport->strips.grid_button, viewport->settings.grid);
    sn_clip_list_update(viewport->strips.clip_list);
}
