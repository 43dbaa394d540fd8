/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/start_page.h"

#include "ui/widgets/spoken.h"
#include "ui/window/guide.h"

#include <string.h>

#define PICTURE_WIDTH  168
#define PICTURE_HEIGHT 112
#define TITLE_ROOM     18 /* letters of a line */
#define TITLE_LINES    2

static const char PAGE_KEY[] = "sn-start-page";

typedef struct Page {
    SnWindow *window;
    SnSession *session;  /* owned */
    GtkWidget *cover;    /* over the whole content, with the card in it */
    GPtrArray *pictures; /* of GtkPicture, without their pictures yet; borrowed */
    guint next, source;
} Page;

/* --- its end --- */

static void page_free(gpointer data)
{
    Page *page = data;
    g_clear_handle_id(&page->source, g_source_remove);
    g_signal_handlers_disconnect_by_data(page->session, page);
    g_object_unref(page->session);
    g_ptr_array_unref(page->pictures);
    g_free(page);
}

/* Not inside of a signal of what is in it. */
static gboolean close_now(gpointer window)
{
    Page *page = g_object_get_data(G_OBJECT(window), PAGE_KEY);
    GtkWidget *content = gtk_window_get_child(GTK_WINDOW(window));
    if (page && content) {
        gtk_overlay_remove_overlay(GTK_OVERLAY(content), page->cover);
        g_object_set_data(G_OBJECT(window), PAGE_KEY, NULL);
        if (sn_window_viewer(window))
            gtk_widget_grab_focus(sn_window_viewer(window));
    }
    return G_SOURCE_REMOVE;
}

static void close_page(SnWindow *window)
{
    if (g_object_get_data(G_OBJECT(window), PAGE_KEY))
        g_idle_add_full(G_PRIORITY_DEFAULT, close_now, g_object_ref(window), g_object_unref);
}

static void on_document(SnSession *session, Page *page)
{
    if (sn_session_model(session))
        close_page(page->window);
}

static void on_chosen(GtkButton *button, SnWindow *window)
{
    close_page(window); /* the button's own action follows */
}

static void on_guide(GtkButton *button, SnWindow *window)
{
    close_page(window);
    sn_guide_start(window);
}

static gboolean on_key(GtkEventControllerKey *controller, guint value, guint code,
                       GdkModifierType state, SnWindow *window)
{
    if (value != GDK_KEY_Escape)
        return FALSE;
    close_page(window);
    return TRUE;
}

static void on_beside(GtkGestureClick *gesture, int n, double x, double y, SnWindow *window)
{
    GtkWidget *cover = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture));
    if (gtk_widget_pick(cover, x, y, GTK_PICK_DEFAULT) == cover)
        close_page(window);
}

static void on_again(GtkCheckButton *check, SnWindow *window)
{
    sn_settings_set_int(sn_window_settings(window), "start-page",
                        gtk_check_button_get_active(check));
    sn_settings_save(sn_window_settings(window));
}

/* --- pictures --- */

/* One at a time: the window stays quick while they come. */
static gboolean load_picture(gpointer data)
{
    Page *page = data;
    if (page->next >= page->pictures->len) {
        page->source = 0;
        return G_SOURCE_REMOVE;
    }
    GtkWidget *picture = g_ptr_array_index(page->pictures, page->next++);
    const char *path = g_object_get_data(G_OBJECT(picture), "path");
    GdkTexture *texture = gdk_texture_new_from_filename(path, NULL);
    if (texture) { /* a demo without one is its title */
        gtk_picture_set_paintable(GTK_PICTURE(picture), GDK_PAINTABLE(texture));
        g_object_unref(texture);
    }
    return G_SOURCE_CONTINUE;
}

/* --- parts --- */

static GtkWidget *heading(const char *text)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_add_css_class(label, "heading");
    return label;
}

static GtkWidget *action_button(const char *label, const char *icon, const char *action,
                                GVariant *target, const char *name, SnWindow *window)
{
    GtkWidget *button = gtk_button_new(), *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    GtkWidget *text = gtk_label_new(label);
    gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_MIDDLE);
    gtk_box_append(GTK_BOX(row), gtk_image_new_from_icon_name(icon));
    gtk_box_append(GTK_BOX(row), text);
    gtk_button_set_child(GTK_BUTTON(button), row);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_name(button, name);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    if (action) {
        gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
        gtk_actionable_set_action_target_value(GTK_ACTIONABLE(button), target);
        g_signal_connect(button, "clicked", G_CALLBACK(on_chosen), window);
    }
    return button;
}

static void append_recent(SnWindow *window, GtkWidget *column)
{
    char **recent = sn_settings_recent(sn_window_settings(window));
    if (recent[0])
        gtk_box_append(GTK_BOX(column), heading("Recent"));
    for (int i = 0; recent[i] && i < 8; i++) {
        char *base = g_path_get_basename(recent[i]);
        GtkWidget *button = action_button(base, "document-open-recent-symbolic", "win.open-file",
                                          g_variant_new_string(recent[i]), "start-recent", window);
        gtk_widget_set_tooltip_text(button, recent[i]);
        gtk_box_append(GTK_BOX(column), button);
        g_free(base);
    }
    g_strfreev(recent);
}

static GtkWidget *make_left(SnWindow *window)
{
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    GtkWidget *title = gtk_label_new("Sinew");
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_widget_add_css_class(title, "title-2");
    gtk_box_append(GTK_BOX(column), title);
    gtk_box_append(GTK_BOX(column), action_button("New model", "document-new-symbolic", "win.new",
                                                  NULL, "start-new", window));
    gtk_box_append(GTK_BOX(column), action_button("Open…", "document-open-symbolic", "win.open",
                                                  NULL, "start-open", window));
    GtkWidget *guide = action_button("Build an elbow, step by step", "sn-joint-symbolic", NULL,
                                     NULL, "start-guide", window);
    gtk_widget_set_tooltip_text(guide, "Five minutes: each step points at the control it needs");
    g_signal_connect(guide, "clicked", G_CALLBACK(on_guide), window);
    gtk_box_append(GTK_BOX(column), guide);
    append_recent(window, column);
    GtkWidget *space = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_vexpand(space, TRUE);
    gtk_box_append(GTK_BOX(column), space);
    gtk_box_append(GTK_BOX(column),
                   action_button("Preferences", "preferences-system-symbolic", "win.preferences",
                                 NULL, "start-preferences", window));
    GtkWidget *again = gtk_check_button_new_with_label("Show when no file is opened");
    gtk_check_button_set_active(GTK_CHECK_BUTTON(again),
                                sn_settings_get_int(sn_window_settings(window), "start-page", 1) !=
                                    0);
    gtk_widget_set_name(again, "start-again");
    g_signal_connect(again, "toggled", G_CALLBACK(on_again), window);
    gtk_box_append(GTK_BOX(column), again);
    gtk_widget_set_size_request(column, 210, -1);
    return column;
}

/* A title of one line takes as much room as one of two: all pictures are of one size. */
static void reserve_lines(GtkWidget *title)
{
    int height;
    PangoLayout *layout = gtk_widget_create_pango_layout(title, "\n"); /* TITLE_LINES */
    pango_layout_get_pixel_size(layout, NULL, &height);
    gtk_widget_set_size_request(title, -1, height);
    g_object_unref(layout);
}

static GtkWidget *demo_card(Page *page, const SnDemoList *demos, int i)
{
    GtkWidget *button = gtk_button_new(), *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    GtkWidget *picture = gtk_picture_new(), *title = gtk_label_new(demos->titles[i]);
    char *file = g_strconcat(demos->names[i], ".jpg", NULL);
    char *path = g_build_filename(demos->pictures, file, NULL);
    gtk_widget_set_size_request(picture, PICTURE_WIDTH, PICTURE_HEIGHT);
    gtk_picture_set_can_shrink(GTK_PICTURE(picture), TRUE);
    g_object_set_data_full(G_OBJECT(picture), "path", path, g_free);
    g_ptr_array_add(page->pictures, picture);
    gtk_label_set_ellipsize(GTK_LABEL(title), PANGO_ELLIPSIZE_END);
    gtk_label_set_max_width_chars(GTK_LABEL(title), TITLE_ROOM);
    gtk_label_set_wrap(GTK_LABEL(title), TRUE);
    gtk_label_set_lines(GTK_LABEL(title), TITLE_LINES);
    gtk_label_set_justify(GTK_LABEL(title), GTK_JUSTIFY_CENTER);
    gtk_label_set_yalign(GTK_LABEL(title), 0);
    reserve_lines(title);
    gtk_box_append(GTK_BOX(column), picture);
    gtk_box_append(GTK_BOX(column), title);
    gtk_button_set_child(GTK_BUTTON(button), column);
    gtk_widget_add_css_class(button, "flat");
    char *name = g_strconcat("start-demo-", demos->names[i], NULL);
    gtk_widget_set_name(button, name);
    if (g_utf8_strlen(demos->titles[i], -1) > TITLE_LINES * TITLE_ROOM)
        gtk_widget_set_tooltip_text(button, demos->titles[i]);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   demos->titles[i], -1);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "win.open-demo");
    gtk_actionable_set_action_target(GTK_ACTIONABLE(button), "s", demos->names[i]);
    g_signal_connect(button, "clicked", G_CALLBACK(on_chosen), page->window);
    g_free(name);
    g_free(file);
    return button;
}

/* Enter on the frame around a card, where the arrow keys go. */
static void on_card_activated(GtkFlowBox *flow, GtkFlowBoxChild *around, gpointer data)
{
    gtk_widget_activate(gtk_flow_box_child_get_child(around));
}

/* The group's demos under its name; those without a group are about the basics. */
static void append_group(Page *page, const SnDemoList *demos, const char *group, GtkWidget *column)
{
    GtkWidget *flow = gtk_flow_box_new();
    gtk_flow_box_set_selection_mode(GTK_FLOW_BOX(flow), GTK_SELECTION_NONE);
    gtk_flow_box_set_homogeneous(GTK_FLOW_BOX(flow), TRUE);
    gtk_flow_box_set_max_children_per_line(GTK_FLOW_BOX(flow), 6);
    for (int i = 0; demos->names[i]; i++) {
        if (strcmp(demos->groups[i], group) != 0)
            continue;
        GtkWidget *card = demo_card(page, demos, i);
        gtk_flow_box_append(GTK_FLOW_BOX(flow), card);
        sn_set_spoken_row(card, demos->titles[i]);
    }
    g_signal_connect(flow, "child-activated", G_CALLBACK(on_card_activated), NULL);
    gtk_box_append(GTK_BOX(column), heading(*group != '\0' ? group : "Basics"));
    gtk_box_append(GTK_BOX(column), flow);
}

static GtkWidget *make_demos(Page *page)
{
    const SnDemoList *demos = sn_window_demo_list(page->window);
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GHashTable *seen = g_hash_table_new(g_str_hash, g_str_equal);
    append_group(page, demos, "", column);
    g_hash_table_add(seen, (gpointer) "");
    for (int i = 0; demos->names[i]; i++) {
        if (g_hash_table_add(seen, (gpointer)demos->groups[i]))
            append_group(page, demos, demos->groups[i], column);
    }
    g_hash_table_unref(seen);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), column);
    gtk_widget_set_hexpand(scrolled, TRUE);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

void sn_start_page_open(SnWindow *window)
{
    GtkWidget *content = gtk_window_get_child(GTK_WINDOW(window));
    if (g_object_get_data(G_OBJECT(window), PAGE_KEY) || !GTK_IS_OVERLAY(content))
        return;
    Page *page = g_new0(Page, 1);
    page->window = window;
    page->pictures = g_ptr_array_new();
    GtkWidget *card = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18);
    gtk_widget_add_css_class(card, "sn-start");
    gtk_widget_set_name(card, "start-page");
    gtk_widget_set_hexpand(card, TRUE);
    gtk_widget_set_vexpand(card, TRUE);
    gtk_box_append(GTK_BOX(card), make_left(window));
    gtk_box_append(GTK_BOX(card), make_demos(page));
    page->cover = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(page->cover, "sn-start-cover");
    gtk_box_append(GTK_BOX(page->cover), card);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), window);
    gtk_widget_add_controller(page->cover, keys);
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(on_beside), window);
    gtk_widget_add_controller(page->cover, GTK_EVENT_CONTROLLER(click));
    gtk_overlay_add_overlay(GTK_OVERLAY(content), page->cover);
    g_object_set_data_full(G_OBJECT(window), PAGE_KEY, page, page_free);
    page->session = g_object_ref(sn_window_session(window));
    g_signal_connect(page->session, "document-changed", G_CALLBACK(on_document), page);
    page->source = g_idle_add_full(G_PRIORITY_LOW, load_picture, page, NULL);
    gtk_widget_child_focus(card, GTK_DIR_TAB_FORWARD);
}
