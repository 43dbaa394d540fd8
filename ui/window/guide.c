/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/guide.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "ui/widgets/widget_tree.h"

static const char GUIDE_KEY[] = "sn-guide";

/* What has been built so far. */
typedef struct Built {
    int bodies, held, joints, muscles;
    bool excited;
    double time; /* [s] */
} Built;

typedef struct Step {
    const char *text;
    const char *target; /* name of the widget it is about */
    bool (*done)(const Built *built);
} Step;

typedef struct Guide {
    SnWindow *window;
    SnSession *session;                    /* owned */
    GtkWidget *card, *count, *text, *next; /* the window's */
    GtkWidget *outlined;                   /* owned; NULL: none */
    int step;
} Guide;

/* --- the steps --- */

static bool is_empty(const Built *built)
{
    return built->bodies == 0;
}

static bool has_body(const Built *built)
{
    return built->bodies >= 1;
}

static bool is_held(const Built *built)
{
    return built->held >= 1;
}

static bool has_two(const Built *built)
{
    return built->bodies >= 2;
}

static bool has_joint(const Built *built)
{
    return built->joints >= 1;
}

static bool has_muscle(const Built *built)
{
    return built->muscles >= 1;
}

static bool is_excited(const Built *built)
{
    return built->excited;
}

static bool has_run(const Built *built)
{
    return built->time > 0.1;
}

static const Step steps[] = {
    {"We begin with an empty model.", "viewer", is_empty},
    {"The upper arm: click + above the tree, then Bodies and Rigid body.", "navigator-add",
     has_body},
    {"It would fall: clear Dynamic in its properties, and it stays.", "properties-panel", is_held},
    {"The forearm: + again, a second rigid body. It comes beside the first.", "navigator-add",
     has_two},
    {"The elbow: click one body, the other with Ctrl, then the right button: Joint Between Them, "
     "Hinge.",
     "viewer", has_joint},
    {"A muscle: click beside both, press Alt+M, click the upper arm, then the forearm, and Enter.",
     "viewer", has_muscle},
    {"Have it pull: type 0.5 into its Excitation.", "properties-panel", is_excited},
    {"Run it: Space, or this button.", "play", has_run},
    {"That is an arm. Ctrl+Z takes back any step, Ctrl+S saves, F1 tells about a model; the demos "
     "show more.",
     "save", NULL},
};
enum { N_STEPS = sizeof steps / sizeof steps[0] };

static bool count_component(SnComponent *component, void *data)
{
    Built *built = data;
    if (component->class == &SN_CLASS_RIGID_BODY) {
        built->bodies++;
        built->held += !((const SnRigidBody *)component)->dynamic;
    } else if (sn_class_is_a(component->class, &SN_CLASS_JOINT)) {
        built->joints++;
    } else if (component->class == &SN_CLASS_MUSCLE) {
        built->muscles++;
        built->excited = built->excited || ((const SnMuscle *)component)->excitation > 0;
    }
    return true;
}

static Built look(SnWindow *window)
{
    SnSession *session = sn_window_session(window);
    Built built = {.time = sn_session_time(session)};
    if (sn_session_model(session))
        sn_component_walk(sn_session_model(session)->root, count_component, &built);
    return built;
}

/* --- showing --- */

static void outline(Guide *guide, GtkWidget *widget)
{
    if (guide->outlined == widget)
        return;
    if (guide->outlined)
        gtk_widget_remove_css_class(guide->outlined, "sn-guided");
    g_clear_object(&guide->outlined);
    if (widget) {
        gtk_widget_add_css_class(widget, "sn-guided");
        guide->outlined = g_object_ref(widget);
    }
}

static GtkWidget *target_of(const Guide *guide)
{
    const char *name = steps[guide->step].target;
    if (g_strcmp0(name, "viewer") == 0)
        return sn_window_viewer(guide->window);
    return sn_find_widget(GTK_WIDGET(guide->window), name);
}

static void show_step(Guide *guide)
{
    char *count = g_strdup_printf("Build an elbow · %d of %d", guide->step + 1, N_STEPS);
    gtk_label_set_text(GTK_LABEL(guide->count), count);
    gtk_label_set_text(GTK_LABEL(guide->text), steps[guide->step].text);
    gtk_button_set_label(GTK_BUTTON(guide->next), guide->step == N_STEPS - 1 ? "Done" : "Skip");
    outline(guide, target_of(guide));
    g_free(count);
}

/* --- life --- */

static void guide_free(gpointer data)
{
    Guide *guide = data;
    g_signal_handlers_disconnect_by_data(guide->session, guide);
    g_object_unref(guide->session);
    outline(guide, NULL);
    g_free(guide);
}

static gboolean end_now(gpointer window)
{
    Guide *guide = g_object_get_data(G_OBJECT(window), GUIDE_KEY);
    GtkWidget *content = gtk_window_get_child(GTK_WINDOW(window));
    if (guide) {
        if (content)
            gtk_overlay_remove_overlay(GTK_OVERLAY(content), guide->card);
        g_object_set_data(G_OBJECT(window), GUIDE_KEY, NULL);
    }
    return G_SOURCE_REMOVE;
}

static void end_guide(SnWindow *window)
{
    g_idle_add_full(G_PRIORITY_DEFAULT, end_now, g_object_ref(window), g_object_unref);
}

static void follow(Guide *guide)
{
    const Built built = look(guide->window);
    int step = guide->step;
    while (step < N_STEPS - 1 && steps[step].done(&built))
        step++;
    if (step != guide->step) {
        guide->step = step;
        show_step(guide);
    }
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, Guide *guide)
{
    if (steps[guide->step].done == has_run)
        follow(guide);
}

static void on_next(GtkButton *button, Guide *guide)
{
    if (guide->step == N_STEPS - 1) {
        end_guide(guide->window);
        return;
    }
    guide->step++;
    show_step(guide);
}

static void on_close(GtkButton *button, Guide *guide)
{
    end_guide(guide->window);
}

static GtkWidget *small_button(const char *label, const char *name)
{
    GtkWidget *button = gtk_button_new_with_label(label);
    gtk_widget_set_name(button, name);
    gtk_widget_set_focus_on_click(button, FALSE); /* keys stay where they are needed */
    return button;
}

static GtkWidget *make_card(Guide *guide)
{
    GtkWidget *card = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_widget_add_css_class(card, "sn-guide");
    gtk_widget_set_name(card, "guide");
    gtk_widget_set_halign(card, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(card, GTK_ALIGN_START);
    guide->count = gtk_label_new(NULL);
    gtk_widget_add_css_class(guide->count, "dim-label");
    gtk_label_set_xalign(GTK_LABEL(guide->count), 0);
    guide->text = gtk_label_new(NULL);
    gtk_widget_set_name(guide->text, "guide-text");
    gtk_label_set_xalign(GTK_LABEL(guide->text), 0);
    gtk_label_set_wrap(GTK_LABEL(guide->text), TRUE);
    gtk_label_set_width_chars(GTK_LABEL(guide->text), 44);
    gtk_label_set_max_width_chars(GTK_LABEL(guide->text), 44);
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *leave = small_button("Leave", "guide-close");
    guide->next = small_button("Skip", "guide-next");
    g_signal_connect(leave, "clicked", G_CALLBACK(on_close), guide);
    g_signal_connect(guide->next, "clicked", G_CALLBACK(on_next), guide);
    gtk_widget_set_halign(row, GTK_ALIGN_END);
    gtk_box_append(GTK_BOX(row), leave);
    gtk_box_append(GTK_BOX(row), guide->next);
    gtk_box_append(GTK_BOX(card), guide->count);
    gtk_box_append(GTK_BOX(card), guide->text);
    gtk_box_append(GTK_BOX(card), row);
    return card;
}

void sn_guide_start(SnWindow *window)
{
    GtkWidget *content = gtk_window_get_child(GTK_WINDOW(window));
    if (g_object_get_data(G_OBJECT(window), GUIDE_KEY) || !GTK_IS_OVERLAY(content))
        return;
    SnSession *session = sn_window_session(window);
    Guide *guide = g_new0(Guide, 1);
    guide->window = window;
    guide->session = g_object_ref(session);
    guide->card = make_card(guide);
    gtk_overlay_add_overlay(GTK_OVERLAY(content), guide->card);
    g_object_set_data_full(G_OBJECT(window), GUIDE_KEY, guide, guide_free);
    g_signal_connect_swapped(session, "model-changed", G_CALLBACK(follow), guide);
    g_signal_connect_swapped(session, "document-changed", G_CALLBACK(follow), guide);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), guide);
    show_step(guide);
    if (!is_empty(&(Built){.bodies = look(window).bodies}))
        gtk_widget_activate_action(GTK_WIDGET(window), "win.new", NULL);
    follow(guide);
}
