/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/timeline/play_bar.h"

#include "ui/actions/action_keys.h"
#include "ui/actions/menus.h"
#include "ui/timeline/transport.h"
#include "ui/widgets/tooltip.h"

#include <math.h>
#include <string.h>

#define STATUS_INTERVAL 250000 /* [us] figures that change faster cannot be read */

#define NARROW 1000 /* [px] of the bar: below, nothing of the status could be read */

struct _SnPlayBar {
    GtkWidget parent_instance;
    SnSession *session;
    SnTransport *transport; /* borrowed from the session */
    GtkWidget *box, *play, *time, *speed, *memory, *past, *status;
    gint64 status_shown;
    bool narrow;
    guint resized; /* source that makes labels fit another width, or 0 */
};

G_DEFINE_FINAL_TYPE(SnPlayBar, sn_play_bar, GTK_TYPE_WIDGET)

/* --- time --- */

static bool is_typing(SnPlayBar *bar)
{
    return (gtk_widget_get_state_flags(bar->time) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

static void show_time(SnPlayBar *bar)
{
    if (is_typing(bar))
        return;
    char text[32];
    g_snprintf(text, sizeof text, "%.3f", sn_transport_time(bar->transport));
    if (strcmp(text, gtk_editable_get_text(GTK_EDITABLE(bar->time))) != 0)
        gtk_editable_set_text(GTK_EDITABLE(bar->time), text);
}

static void leave_time(SnPlayBar *bar)
{
    gtk_root_set_focus(gtk_widget_get_root(GTK_WIDGET(bar)), NULL);
    show_time(bar);
}

static void on_time_activate(GtkEntry *entry, SnPlayBar *bar)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
    char *end = NULL;
    double time = g_ascii_strtod(text, &end);
    while (*end == ' ' || *end == 's')
        end++;
    if (end == text || *end != '\0' || !isfinite(time) || time < 0) {
        gtk_widget_add_css_class(bar->time, "error");
        sn_session_report(bar->session,
                          &(SnBar){.severity = SN_NOTE, .text = "Type a time in seconds: 0.25"});
        return;
    }
    leave_time(bar);
    sn_transport_go(bar->transport, time);
}

static void on_time_changed(GtkEditable *editable, SnPlayBar *bar)
{
    gtk_widget_remove_css_class(bar->time, "error");
}

static gboolean on_time_key(GtkEventControllerKey *controller, guint value, guint code,
                            GdkModifierType state, SnPlayBar *bar)
{
    if (value != GDK_KEY_Escape)
        return GDK_EVENT_PROPAGATE;
    leave_time(bar);
    return GDK_EVENT_STOP;
}

static void on_time_leave(GtkEventControllerFocus *focus, SnPlayBar *bar)
{
    show_time(bar);
}

void sn_play_bar_edit_time(SnPlayBar *bar)
{
    gtk_widget_grab_focus(bar->time);
    gtk_editable_select_region(GTK_EDITABLE(bar->time), 0, -1);
}

/* --- status --- */

static const char *integrator_name(SnModel *model)
{
    int row = sn_model_find_property(model, model->root->id, "solver.integrator");
    if (row < 0)
        return "";
    const SnProperty *property = sn_model_property(model, model->root->id, row);
    SnValue value;
    sn_model_effective(model, model->root->id, property, &value, NULL);
    return property->labels[value.integer];
}

static void show_status(SnPlayBar *bar, const SnSnapshot *snapshot)
{
    SnModel *model = sn_session_model(bar->session);
    if (!snapshot || !model) {
        gtk_label_set_text(GTK_LABEL(bar->status), "");
        return;
    }
    GString *text = g_string_new(NULL);
    if (snapshot->run == SN_PLAYING) {
        g_string_append_printf(text, "%.2f × real time   %.2f ms a step   ",
                               snapshot->real_time_factor, snapshot->step_ms);
    } else if (snapshot->run == SN_FAULTED) {
        g_string_append(text, "stopped by a fault   ");
    }
    g_string_append_printf(text, "step %g ms   %s   %d DOF", snapshot->step_size * 1e3,
                           integrator_name(model), snapshot->n_dofs);
    if (snapshot->n_constraints > 0) {
        g_string_append_printf(text, "   %d constraint%s", snapshot->n_constraints,
                               snapshot->n_constraints == 1 ? "" : "s");
    }
    gtk_label_set_text(GTK_LABEL(bar->status), text->str);
    sn_set_tooltip(bar->status, text->str);
    g_string_free(text, TRUE);
}

/* A moment of the past that the model as it is now would not have come to. */
static bool is_of_another_model(SnPlayBar *bar)
{
    const SnSpanReport *span = sn_transport_span(bar->transport, sn_transport_time(bar->transport));
    return span && span->structure && sn_session_run(bar->session) != SN_PLAYING;
}

static void show_past(SnPlayBar *bar)
{
    const bool past = is_of_another_model(bar);
    const SnRecordingReport *recording = sn_transport_recording(bar->transport);
    gtk_widget_set_visible(bar->past, past); /* in the place of what matters less */
    gtk_widget_set_visible(bar->status, !past && !bar->narrow);
    gtk_widget_set_visible(bar->memory, !past && recording && recording->budget > 0);
}

/* In a narrow window the label of a menu's button gives way to the pages. */
static void let_shrink(GtkWidget *widget)
{
    if (GTK_IS_LABEL(widget)) {
        gtk_label_set_ellipsize(GTK_LABEL(widget), PANGO_ELLIPSIZE_END);
        return;
    }
    GtkWidget *child = gtk_widget_get_first_child(widget);
    for (; child; child = gtk_widget_get_next_sibling(child)) {
        if (!GTK_IS_POPOVER(child))
            let_shrink(child);
    }
}

static void show_memory(SnPlayBar *bar)
{
    const SnRecordingReport *recording = sn_transport_recording(bar->transport);
    if (recording && recording->budget > 0) {
        const int used = (int)((recording->used + (1 << 19)) >> 20);
        const int budget = (int)(recording->budget >> 20);
        char *text = !bar->narrow  ? g_strdup_printf("%d of %d MB", used, budget)
                     : used < 1000 ? g_strdup_printf("%d MB", used)
                                   : g_strdup_printf("%.1f GB", used / 1024.0);
        gtk_menu_button_set_label(GTK_MENU_BUTTON(bar->memory), text);
        let_shrink(bar->memory);
        g_free(text);
        char *tooltip = g_strdup_printf(
            "Memory of the recording: %d of %d MB for %d states and %d pictures.\nWhen it is full "
            "fewer of them are kept, those of waypoints always; click to give it more.",
            used, budget, recording->n_states, recording->n_frames);
        sn_set_tooltip(bar->memory, tooltip);
        g_free(tooltip);
    }
}

static void on_recording(SnTransport *transport, SnPlayBar *bar)
{
    show_memory(bar);
    show_past(bar);
}

static void on_transport(SnTransport *transport, SnPlayBar *bar)
{
    show_time(bar);
    show_past(bar);
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnPlayBar *bar)
{
    show_time(bar);
    show_past(bar);
    gint64 now = g_get_monotonic_time();
    if (snapshot->run != SN_PLAYING || now - bar->status_shown > STATUS_INTERVAL) {
        bar->status_shown = now;
        show_status(bar, snapshot);
    }
}

static void on_run(SnSession *session, SnPlayBar *bar)
{
    bool playing = sn_session_run(session) == SN_PLAYING;
    gtk_button_set_icon_name(GTK_BUTTON(bar->play), playing ? "media-playback-pause-symbolic"
                                                            : "media-playback-start-symbolic");
    gtk_accessible_update_property(GTK_ACCESSIBLE(bar->play), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   playing ? "Pause" : "Play", -1);
    sn_action_tooltip_follow(bar->play, "win.play", playing ? "Pause" : "Play");
    double speed = sn_session_speed(session);
    char *text = speed <= 0 ? g_strdup("Max") : g_strdup_printf("%.3g ×", speed);
    gtk_menu_button_set_label(GTK_MENU_BUTTON(bar->speed), text);
    g_free(text);
    show_status(bar, sn_session_snapshot(session));
}

static void on_document(SnSession *session, SnPlayBar *bar)
{
    show_time(bar);
    show_status(bar, sn_session_snapshot(session));
}

/* --- widget --- */

static void sn_play_bar_dispose(GObject *object)
{
    SnPlayBar *bar = SN_PLAY_BAR(object);
    if (bar->session) {
        g_signal_handlers_disconnect_by_data(bar->session, bar);
        g_signal_handlers_disconnect_by_data(bar->transport, bar);
        g_clear_handle_id(&bar->resized, g_source_remove);
        g_clear_pointer(&bar->box, gtk_widget_unparent);
        g_clear_object(&bar->session);
    }
    G_OBJECT_CLASS(sn_play_bar_parent_class)->dispose(object);
}

static void sn_play_bar_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                int *minimum, int *natural, int *minimum_baseline,
                                int *natural_baseline)
{
    gtk_widget_measure(SN_PLAY_BAR(widget)->box, orientation, for_size, minimum, natural,
                       minimum_baseline, natural_baseline);
}

static gboolean fit_labels(gpointer data)
{
    SnPlayBar *bar = data;
    bar->resized = 0;
    show_memory(bar);
    show_past(bar);
    return G_SOURCE_REMOVE;
}

static void sn_play_bar_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    SnPlayBar *bar = SN_PLAY_BAR(widget);
    gtk_widget_size_allocate(bar->box, &(GtkAllocation){0, 0, width, height}, baseline);
    if (bar->narrow == (width < NARROW))
        return;
    bar->narrow = width < NARROW;
    if (bar->session && bar->resized == 0) /* not while sizes are given out */
        bar->resized = g_idle_add(fit_labels, bar);
}

static void sn_play_bar_class_init(SnPlayBarClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = sn_play_bar_dispose;
    widget->measure = sn_play_bar_measure;
    widget->size_allocate = sn_play_bar_size_allocate;
    gtk_widget_class_set_css_name(widget, "playbar");
}

static void sn_play_bar_init(SnPlayBar *bar)
{
    bar->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
    gtk_widget_set_parent(bar->box, GTK_WIDGET(bar));
}

static GtkWidget *make_button(SnPlayBar *bar, const char *action, const char *name)
{
    const SnActionRow *row = sn_action_row(action);
    const bool toggles = strcmp(action, "win.loop") == 0;
    GtkWidget *button = toggles ? gtk_toggle_button_new() : gtk_button_new();
    gtk_button_set_icon_name(GTK_BUTTON(button), row->icon);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
    sn_action_tooltip_follow(button, action, NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   row->label, -1);
    gtk_widget_set_name(button, name);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_set_focus_on_click(button, FALSE); /* space goes on to play */
    gtk_widget_add_css_class(button, "flat");
    gtk_box_append(GTK_BOX(bar->box), button);
    return button;
}

static void make_time(SnPlayBar *bar)
{
    bar->time = gtk_entry_new();
    gtk_widget_set_name(bar->time, "time");
    gtk_widget_add_css_class(bar->time, "sn-time");
    gtk_editable_set_width_chars(GTK_EDITABLE(bar->time), 7);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(bar->time), 7);
    gtk_editable_set_alignment(GTK_EDITABLE(bar->time), 1);
    sn_action_tooltip_follow(bar->time, "win.edit-time",
                             "Time: type one and press Return. A recorded moment is shown, a "
                             "later one played until");
    gtk_accessible_update_property(GTK_ACCESSIBLE(bar->time), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Time in seconds", -1);
    g_signal_connect(bar->time, "activate", G_CALLBACK(on_time_activate), bar);
    g_signal_connect(bar->time, "changed", G_CALLBACK(on_time_changed), bar);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_time_key), bar);
    gtk_widget_add_controller(bar->time, keys);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", G_CALLBACK(on_time_leave), bar);
    gtk_widget_add_controller(bar->time, focus);
    gtk_box_append(GTK_BOX(bar->box), bar->time);
    GtkWidget *unit = gtk_label_new("s");
    gtk_widget_add_css_class(unit, "dim-label");
    gtk_box_append(GTK_BOX(bar->box), unit);
}

static GtkWidget *make_menu(SnPlayBar *bar, const char *name, GMenuModel *menu)
{
    GtkWidget *button = gtk_menu_button_new();
    gtk_widget_set_name(button, name);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), menu);
    gtk_widget_set_focus_on_click(gtk_widget_get_first_child(button), FALSE);
    g_object_unref(menu);
    gtk_box_append(GTK_BOX(bar->box), button);
    return button;
}

static GtkWidget *make_label(SnPlayBar *bar, const char *name, const char *css, const char *text)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_widget_add_css_class(label, css);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_widget_set_name(label, name);
    gtk_widget_set_margin_start(label, 4);
    gtk_box_append(GTK_BOX(bar->box), label);
    return label;
}

static void make_buttons(SnPlayBar *bar)
{
    make_button(bar, "win.reset", "reset");
    make_button(bar, "win.step-back", "step-back");
    bar->play = make_button(bar, "win.play", "play");
    gtk_widget_remove_css_class(bar->play, "flat");
    gtk_widget_add_css_class(bar->play, "sn-play");
    make_button(bar, "win.step", "step");
    make_button(bar, "win.to-end", "to-end");
    make_time(bar);
    make_button(bar, "win.previous-waypoint", "previous-waypoint");
    make_button(bar, "win.next-waypoint", "next-waypoint");
    make_button(bar, "win.loop", "loop");
    bar->speed = make_menu(bar, "speed", sn_menus_speed());
    sn_set_tooltip(bar->speed, "Speed: simulated per real second (+ and −)");
    bar->memory = make_menu(bar, "memory", sn_menus_budget());
    gtk_widget_add_css_class(bar->memory, "memory");
    bar->past =
        make_label(bar, "past", "sn-past", "As simulated; play uses the model as it is now");
    sn_set_tooltip(bar->past, "The model was changed since this moment was simulated: it is shown "
                              "as it was then.\nPlaying from here takes its state over to the "
                              "model as it is now.");
    bar->status = make_label(bar, "status", "dim-label", NULL);
    gtk_widget_add_css_class(bar->status, "numeric");
}

GtkWidget *sn_play_bar_new(SnSession *session)
{
    SnPlayBar *bar = g_object_new(SN_TYPE_PLAY_BAR, NULL);
    bar->session = g_object_ref(session);
    bar->transport = sn_transport_of(session);
    make_buttons(bar);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), bar);
    g_signal_connect(session, "run-changed", G_CALLBACK(on_run), bar);
    g_signal_connect(session, "model-changed", G_CALLBACK(on_document), bar);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), bar);
    g_signal_connect(bar->transport, "recording-changed", G_CALLBACK(on_recording), bar);
    g_signal_connect(bar->transport, "changed", G_CALLBACK(on_transport), bar);
    on_run(session, bar);
    show_time(bar);
    on_recording(bar->transport, bar);
    return GTK_WIDGET(bar);
}

void sn_play_bar_append(SnPlayBar *bar, GtkWidget *widget)
{
    gtk_box_append(GTK_BOX(bar->box), widget);
}
