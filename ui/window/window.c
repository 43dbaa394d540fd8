/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/window.h"

#include "ui/actions/action_table.h"
#include "ui/actions/menus.h"
#include "ui/actions/shortcuts.h"
#include "ui/navigator/navigator.h"
#include "ui/navigator/path_bar.h"
#include "ui/plots/law_view.h"
#include "ui/properties/panel_tabs.h"
#include "ui/properties/pose_page.h"
#include "ui/properties/property_panel.h"
#include "ui/timeline/timeline.h"
#include "ui/tracks/track_actions.h"
#include "ui/tracks/track_list.h"
#include "ui/widgets/progress.h"
#include "ui/widgets/spoken.h"
#include "ui/window/actions.h"
#include "ui/window/add_actions.h"
#include "ui/window/check_page.h"
#include "ui/window/edit_actions.h"
#include "ui/window/header.h"
#include "ui/window/log_panel.h"
#include "ui/window/plot_actions.h"
#include "ui/window/property_actions.h"
#include "ui/window/select_actions.h"
#include "ui/window/time_actions.h"
#include "ui/window/view_actions.h"
#include "ui/window/window_bar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAVIGATOR_WIDTH  280
#define PROPERTIES_WIDTH 348
#define TIMELINE_HEIGHT  200
#define LEAST_VIEWER     0.46 /* of the window's width: in a narrow one both panels give way */
#define MOST_TIMELINE    0.27 /* of the height */

struct _SnWindow {
    GtkApplicationWindow parent_instance;

    SnSession *session;
    SnSettings *settings; /* borrowed */

    GtkWidget *left;    /* GtkPaned: navigator | right */
    GtkWidget *right;   /* GtkPaned: centre | properties */
    GtkWidget *bottom;  /* GtkPaned: left / timeline */
    GtkWidget *viewers; /* GtkPaned of one or two */
    GtkWidget *navigator, *properties, *path_bar, *timeline, *tracks;
    GtkWidget *progress;
    SnWindowBar *bar; /* owned */
    SnHeader *header; /* owned */
    GtkWidget *viewer[2];
    GtkWidget *active_viewer; /* NULL without one */
    GList *followed;          /* viewers with a weak reference to us */
    bool sized;               /* panel sizes have been applied */
    int wanted[3];            /* widths of navigator and properties, height of the timeline */
    int applied[3];           /* those that they were given last: less where there is no room */
    guint follow_source;
};

G_DEFINE_FINAL_TYPE(SnWindow, sn_window, GTK_TYPE_APPLICATION_WINDOW)

static guint viewer_changed_signal;

/* --- what is shown of the document --- */

static void on_model_changed(SnSession *session, SnWindow *window)
{
    sn_header_update(window->header, GTK_WINDOW(window));
}

void sn_window_progress(SnWindow *window, const char *text, double fraction, const char *cancel)
{
    if (text)
        sn_progress_show(SN_PROGRESS(window->progress), text, fraction, cancel);
    else
        sn_progress_hide(SN_PROGRESS(window->progress));
}

static void on_settling(SnSession *session, const double *done, SnWindow *window)
{
    sn_window_progress(window, *done < 0 ? NULL : "The start comes to rest", *done,
                       "win.stop-settling");
}

void sn_window_set_demos(SnWindow *window, const SnDemoList *demos)
{
    sn_header_set_demos(window->header, demos);
}

const SnDemoList *sn_window_demo_list(SnWindow *window)
{
    return sn_header_demos(window->header);
}

const char *const *sn_window_demos(SnWindow *window)
{
    return sn_window_demo_list(window)->names;
}

void sn_window_update_menu(SnWindow *window)
{
    sn_header_update_menu(window->header);
}

static void on_document_changed(SnSession *session, SnWindow *window)
{
    sn_window_update_menu(window);
    sn_window_bar_begin(window->bar);
    on_model_changed(session, window);
    if (sn_window_viewer(window)) { /* keys act on what is new */
        gtk_widget_grab_focus(sn_window_viewer(window));
    }
}

/* --- panels --- */

static GtkWidget *panel_widget(SnWindow *window, const char *panel)
{
    return strcmp(panel, "navigator") == 0    ? window->navigator
           : strcmp(panel, "properties") == 0 ? window->properties
                                              : window->timeline;
}

bool sn_window_panel_shown(SnWindow *window, const char *panel)
{
    return gtk_widget_get_visible(panel_widget(window, panel));
}

void sn_window_show_panel(SnWindow *window, const char *panel, bool shown)
{
    gtk_widget_set_visible(panel_widget(window, panel), shown);
    sn_settings_set_int(window->settings, panel, shown);
}

/* Widths of navigator and properties in a window of this width, from those that are wanted. */
static void set_widths(SnWindow *window, int width)
{
    const double room = (1 - LEAST_VIEWER) * width / (window->wanted[0] + window->wanted[1]);
    for (int i = 0; i < 2; i++) {
        int least;
        gtk_widget_measure(i ? window->properties : window->navigator, GTK_ORIENTATION_HORIZONTAL,
                           -1, &least, NULL, NULL, NULL);
        window->applied[i] = MAX((int)(fmin(room, 1) * window->wanted[i]), least);
    }
    gtk_paned_set_position(GTK_PANED(window->left), window->applied[0]);
    /* the viewers take what the navigator leaves when it gets its width, so count from the right */
    gtk_paned_set_position(GTK_PANED(window->right),
                           gtk_widget_get_width(window->right) - window->applied[1]);
}

static void set_height(SnWindow *window, int height)
{
    int least;
    gtk_widget_measure(window->timeline, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
    window->applied[2] = MAX(MIN(window->wanted[2], (int)(MOST_TIMELINE * height)), least);
    gtk_paned_set_position(GTK_PANED(window->bottom), height - window->applied[2]);
}

/* Whether no hand has changed a panel since: what separates it takes a pixel or two of it. */
static bool is_as_applied(const SnWindow *window, int i)
{
    const int size = i == 0   ? gtk_widget_get_width(window->navigator)
                     : i == 1 ? gtk_widget_get_width(window->properties)
                              : gtk_widget_get_height(window->timeline);
    return abs(size - window->applied[i]) <= 6;
}

/* What hands have not changed since follows the window. */
static gboolean follow_size(gpointer data)
{
    SnWindow *window = data;
    window->follow_source = 0;
    if (is_as_applied(window, 2))
        set_height(window, gtk_widget_get_height(window->bottom));
    if (is_as_applied(window, 0) && is_as_applied(window, 1))
        set_widths(window, gtk_widget_get_width(window->left));
    return G_SOURCE_REMOVE;
}

static void on_size_changed(SnWindow *window)
{
    if (window->sized && window->follow_source == 0)
        window->follow_source = g_idle_add(follow_size, window);
}

/* Sizes of the panels, counted from their own edge so that a resize of the window leaves them. */
static void apply_sizes(SnWindow *window)
{
    int width = gtk_widget_get_width(window->left);
    int height = gtk_widget_get_height(window->bottom);
    window->wanted[0] = sn_settings_get_int(window->settings, "navigator-width", NAVIGATOR_WIDTH);
    window->wanted[1] = sn_settings_get_int(window->settings, "properties-width", PROPERTIES_WIDTH);
    window->wanted[2] = sn_settings_get_int(window->settings, "timeline-height", TIMELINE_HEIGHT);
    if (window->sized || width <= 0 || height <= 0)
        return;
    window->sized = true;
    set_widths(window, width);
    set_height(window, height);
}

static gboolean size_when_shown(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    SnWindow *window = SN_WINDOW(widget);
    apply_sizes(window);
    return window->sized ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* A size that a small window took away is not forgotten. */
static void remember_size(SnWindow *window, int i, GtkWidget *panel, const char *key)
{
    const int size = i == 2 ? gtk_widget_get_height(panel) : gtk_widget_get_width(panel);
    if (gtk_widget_get_visible(panel))
        sn_settings_set_int(window->settings, key,
                            is_as_applied(window, i) ? window->wanted[i] : size);
}

static void remember_sizes(SnWindow *window)
{
    if (!window->sized)
        return;
    int width =
        gtk_window_is_maximized(GTK_WINDOW(window)) ? 0 : gtk_widget_get_width(GTK_WIDGET(window));
    if (width > 0 && !gtk_window_is_fullscreen(GTK_WINDOW(window))) {
        int window_width = 0, window_height = 0;
        gtk_window_get_default_size(GTK_WINDOW(window), &window_width, &window_height);
        sn_settings_set_int(window->settings, "width", window_width);
        sn_settings_set_int(window->settings, "height", window_height);
    }
    sn_settings_set_int(window->settings, "maximized", gtk_window_is_maximized(GTK_WINDOW(window)));
    remember_size(window, 0, window->navigator, "navigator-width");
    remember_size(window, 1, window->properties, "properties-width");
    remember_size(window, 2, window->timeline, "timeline-height");
    sn_settings_save(window->settings);
}

static GtkWidget *timeline_new(SnWindow *window)
{
    GtkWidget *widget = sn_timeline_new(window->session);
    SnTimeline *timeline = SN_TIMELINE(widget);
    window->tracks = sn_track_list_new(window->session, sn_timeline_axis(timeline));
    sn_timeline_put_below_ruler(timeline, window->tracks);
    sn_timeline_add_page(timeline, "log", "Messages",
                         "Messages of the program and the simulation (F12)",
                         sn_log_panel_new(window->session));
    sn_timeline_add_page(timeline, "pose", "Pose", "Every coordinate of the joints as a slider",
                         sn_pose_page_new(window->session));
    sn_timeline_add_page(timeline, "checks", "Checks",
                         "What is wrong or suspicious, and what mends it",
                         sn_check_page_new(window->session));
    return widget;
}

/* Two parts with a handle between them, which F8 gives to the arrow keys. */
static GtkWidget *paned_new(GtkOrientation orientation, const char *label)
{
    GtkWidget *paned = gtk_paned_new(orientation);
    sn_set_spoken(paned, label);
    return paned;
}

static void make_panels(SnWindow *window)
{
    window->navigator = sn_navigator_new(window->session);
    window->path_bar = sn_path_bar_new(window->session);
    window->timeline = timeline_new(window);
    window->properties = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_add_css_class(window->properties, "sn-panel");
    gtk_widget_set_name(window->properties, "properties-panel");
    gtk_widget_set_size_request(window->navigator, 180, -1);
    gtk_widget_set_size_request(window->properties, 240, -1);
    gtk_widget_set_size_request(window->timeline, -1, 96);

    window->viewers = paned_new(GTK_ORIENTATION_HORIZONTAL, "Width of the first viewer");
    gtk_widget_set_vexpand(window->viewers, TRUE);
    gtk_widget_set_size_request(window->viewers, 240, 160);
    gtk_widget_add_css_class(window->viewers, "sn-viewers");
    GtkWidget *centre = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(centre), window->viewers);
    gtk_box_append(GTK_BOX(centre), window->path_bar);

    window->right = paned_new(GTK_ORIENTATION_HORIZONTAL, "Width of the properties");
    gtk_paned_set_start_child(GTK_PANED(window->right), centre);
    gtk_paned_set_end_child(GTK_PANED(window->right), window->properties);
    gtk_paned_set_resize_end_child(GTK_PANED(window->right), FALSE);
    gtk_paned_set_shrink_start_child(GTK_PANED(window->right), FALSE);
    gtk_paned_set_shrink_end_child(GTK_PANED(window->right), FALSE);

    window->left = paned_new(GTK_ORIENTATION_HORIZONTAL, "Width of the navigator");
    gtk_paned_set_start_child(GTK_PANED(window->left), window->navigator);
    gtk_paned_set_end_child(GTK_PANED(window->left), window->right);
    gtk_paned_set_resize_start_child(GTK_PANED(window->left), FALSE);
    gtk_paned_set_shrink_start_child(GTK_PANED(window->left), FALSE);
    gtk_paned_set_shrink_end_child(GTK_PANED(window->left), FALSE);
    g_signal_connect_swapped(window->left, "notify::max-position", G_CALLBACK(on_size_changed),
                             window);

    window->bottom = paned_new(GTK_ORIENTATION_VERTICAL, "Height of the timeline");
    gtk_paned_set_start_child(GTK_PANED(window->bottom), window->left);
    gtk_paned_set_end_child(GTK_PANED(window->bottom), window->timeline);
    gtk_paned_set_resize_end_child(GTK_PANED(window->bottom), FALSE);
    gtk_paned_set_shrink_start_child(GTK_PANED(window->bottom), FALSE);
    gtk_paned_set_shrink_end_child(GTK_PANED(window->bottom), FALSE);
    gtk_widget_set_vexpand(window->bottom, TRUE);
    g_signal_connect_swapped(window->bottom, "notify::max-position", G_CALLBACK(on_size_changed),
                             window);
}

/* --- viewers and properties --- */

static void activate_viewer(SnWindow *window, GtkWidget *viewer)
{
    if (window->active_viewer != viewer) {
        window->active_viewer = viewer;
        g_signal_emit(window, viewer_changed_signal, 0);
    }
}

static void viewer_focused(GtkEventControllerFocus *focus, SnWindow *window)
{
    activate_viewer(window, gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(focus)));
}

static void viewer_gone(gpointer window, GObject *viewer)
{
    SnWindow *self = window;
    self->followed = g_list_remove(self->followed, viewer);
    if ((GObject *)self->active_viewer == viewer)
        self->active_viewer = self->viewer[0];
}

void sn_window_follow_viewer(SnWindow *window, GtkWidget *viewer)
{
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect_object(focus, "enter", G_CALLBACK(viewer_focused), window, 0);
    gtk_widget_add_controller(viewer, focus);
    g_object_weak_ref(G_OBJECT(viewer), viewer_gone, window);
    window->followed = g_list_prepend(window->followed, viewer);
}

void sn_window_add_viewer(SnWindow *window, GtkWidget *viewer)
{
    int i = !window->viewer[0] ? 0 : 1;
    g_assert(!window->viewer[i]);
    window->viewer[i] = viewer;
    sn_window_follow_viewer(window, viewer);
    gtk_widget_set_size_request(viewer, 120, 100);
    gtk_widget_set_name(viewer, i == 0 ? "viewer" : "viewer-2");
    if (i == 0) {
        gtk_paned_set_start_child(GTK_PANED(window->viewers), viewer);
    } else {
        gtk_paned_set_end_child(GTK_PANED(window->viewers), viewer);
        gtk_paned_set_position(GTK_PANED(window->viewers),
                               gtk_widget_get_width(window->viewers) / 2);
    }
    activate_viewer(window, viewer);
    if (i == 0)
        gtk_window_set_focus(GTK_WINDOW(window), viewer); /* keys go to the picture first */
}

void sn_window_remove_second_viewer(SnWindow *window)
{
    g_assert(window->viewer[1]);
    window->viewer[1] = NULL;
    activate_viewer(window, window->viewer[0]);
    gtk_paned_set_end_child(GTK_PANED(window->viewers), NULL);
}

const GList *sn_window_viewers(SnWindow *window)
{
    return window->followed;
}

GtkWidget *sn_window_viewer(SnWindow *window)
{
    return window->active_viewer;
}

int sn_window_n_viewers(SnWindow *window)
{
    return (window->viewer[0] != NULL) + (window->viewer[1] != NULL);
}

static void window_set_properties(SnWindow *window, GtkWidget *panel)
{
    gtk_widget_set_vexpand(panel, TRUE);
    gtk_box_append(GTK_BOX(window->properties), panel);
}

GtkWidget *sn_window_navigator(SnWindow *window)
{
    return window->navigator;
}

GtkWidget *sn_window_path_bar(SnWindow *window)
{
    return window->path_bar;
}

GtkWidget *sn_window_timeline(SnWindow *window)
{
    return window->timeline;
}

SnSession *sn_window_session(SnWindow *window)
{
    return window->session;
}

SnSettings *sn_window_settings(SnWindow *window)
{
    return window->settings;
}

/* --- life --- */

static void on_unmap(GtkWidget *widget, gpointer data)
{
    remember_sizes(SN_WINDOW(widget));
}

static void sn_window_dispose(GObject *object)
{
    SnWindow *window = SN_WINDOW(object);
    g_clear_handle_id(&window->follow_source, g_source_remove);
    for (GList *at = window->followed; at; at = at->next)
        g_object_weak_unref(at->data, viewer_gone, window);
    g_clear_pointer(&window->followed, g_list_free);
    window->active_viewer = window->viewer[0] = window->viewer[1] = NULL;
    g_clear_pointer(&window->bar, sn_window_bar_free);
    if (window->session) {
        g_signal_handlers_disconnect_by_data(window->session, window);
        g_clear_object(&window->session);
    }
    G_OBJECT_CLASS(sn_window_parent_class)->dispose(object);
}

static void sn_window_finalize(GObject *object)
{
    sn_header_free(SN_WINDOW(object)->header);
    G_OBJECT_CLASS(sn_window_parent_class)->finalize(object);
}

static gboolean open_no_inspector(GtkWindow *window, gboolean toggle)
{
    return FALSE;
}

static void sn_window_class_init(SnWindowClass *class)
{
    /* Ctrl+Shift+D duplicates: it must not open GTK's window for developers where no action takes
     * it, as in a dialog (GTK_DEBUG=interactive does) */
    GtkWindowClass *every = g_type_class_peek(GTK_TYPE_WINDOW);
    every->enable_debugging = open_no_inspector;
    GTK_WINDOW_CLASS(class)->enable_debugging = open_no_inspector;
    G_OBJECT_CLASS(class)->dispose = sn_window_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_window_finalize;
    viewer_changed_signal = g_signal_new("viewer-changed", SN_TYPE_WINDOW, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void sn_window_init(SnWindow *window)
{
    gtk_widget_add_css_class(GTK_WIDGET(window), "sn-window");
    /* F10 folds the timeline */
    gtk_window_set_handle_menubar_accel(GTK_WINDOW(window), FALSE);
    g_signal_connect(window, "unmap", G_CALLBACK(on_unmap), NULL);
}

/* Over the viewers, not over the title of a panel beside them, while they are wide enough. */
static gboolean place_bars(GtkOverlay *overlay, GtkWidget *bars, GdkRectangle *place,
                           SnWindow *window)
{
    enum { LEAST = 320 }; /* a line of some words and a button [px] */
    graphene_rect_t viewers;
    int width = 0, height = 0;
    const int all = gtk_widget_get_width(GTK_WIDGET(overlay));
    if (!gtk_widget_has_css_class(bars, "sn-bars") ||
        !gtk_widget_compute_bounds(window->viewers, GTK_WIDGET(overlay), &viewers))
        return FALSE;
    gtk_widget_measure(bars, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
    width = MIN(width, MIN(MAX((int)viewers.size.width, LEAST), all));
    gtk_widget_measure(bars, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
    const int left = (int)(viewers.origin.x + (viewers.size.width - (float)width) / 2);
    *place = (GdkRectangle){CLAMP(left, 0, MAX(all - width, 0)), 0, width, height};
    return TRUE;
}

/* Bars come and go over the content: nothing moves away under the pointer. */
static GtkWidget *float_bars(SnWindow *window)
{
    GtkWidget *bars = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    gtk_widget_add_css_class(bars, "sn-bars");
    gtk_widget_set_halign(bars, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(bars, GTK_ALIGN_START);
    gtk_box_append(GTK_BOX(bars), sn_window_bar_widget(window->bar));
    gtk_box_append(GTK_BOX(bars), window->progress);
    GtkWidget *content = gtk_overlay_new();
    gtk_overlay_set_child(GTK_OVERLAY(content), window->bottom);
    gtk_overlay_add_overlay(GTK_OVERLAY(content), bars);
    g_signal_connect(content, "get-child-position", G_CALLBACK(place_bars), window);
    return content;
}

SnWindow *sn_window_new(GtkApplication *application, SnSession *session, SnSettings *settings)
{
    SnWindow *window = g_object_new(SN_TYPE_WINDOW, "application", application, NULL);
    window->session = g_object_ref(session);
    window->settings = settings;
    gtk_window_set_default_size(GTK_WINDOW(window), sn_settings_get_int(settings, "width", 1440),
                                sn_settings_get_int(settings, "height", 900));
    if (sn_settings_get_int(settings, "maximized", 0))
        gtk_window_maximize(GTK_WINDOW(window));
    make_panels(window);
    GtkWidget *properties = sn_property_panel_new(session);
    sn_property_panel_set_picture(properties, "Curves", sn_law_view_new(session));
    window_set_properties(window, sn_panel_tabs_new(session, properties));
    window->header = sn_header_new(session, settings);
    gtk_window_set_titlebar(GTK_WINDOW(window), sn_header_widget(window->header));
    window->bar = sn_window_bar_new(session);
    window->progress = sn_progress_new();
    gtk_window_set_child(GTK_WINDOW(window), float_bars(window));

    static const char *const panels[] = {"navigator", "properties", "timeline"};
    for (gsize i = 0; i < G_N_ELEMENTS(panels); i++) {
        gtk_widget_set_visible(panel_widget(window, panels[i]),
                               sn_settings_get_int(settings, panels[i], 1));
    }
    sn_window_add_actions_add(window);
    sn_window_edit_actions_add(window);
    sn_window_select_actions_add(window);
    sn_window_actions_add(window);
    sn_window_time_actions_add(window);
    sn_window_view_actions_add(window);
    sn_track_actions_add(G_ACTION_MAP(window), SN_TRACK_LIST(window->tracks));
    sn_window_plot_actions_add(window);
    sn_property_actions_add(window);
    sn_shortcuts_add(GTK_WIDGET(window));
    g_signal_connect(session, "model-changed", G_CALLBACK(on_model_changed), window);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document_changed), window);
    g_signal_connect(session, "settling", G_CALLBACK(on_settling), window);
    on_document_changed(session, window);
    gtk_widget_add_tick_callback(GTK_WIDGET(window), size_when_shown, NULL, NULL);
    return window;
}
