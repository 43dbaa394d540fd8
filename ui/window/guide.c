/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/guide.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "ui/widgets/widget_tree.h"

#include <math.h>

static const char GUIDE_KEY[] = "sn-guide";

/* What has been built so far. */
typedef struct Built {
    int bodies, bones, held, joints, muscles;
    double lowest, highest; /* of the bodies [m] */
    bool damped, excited;
    double time; /* [s] */
} Built;

typedef struct Step {
    const char *text;
    const char *targets[2]; /* names of the widget it is about, and of what holds that */
    bool (*done)(const Built *built);
} Step;

typedef struct Guide {
    SnWindow *window;
    SnSession *session;                    /* owned */
    GtkWidget *card, *count, *text, *next; /* the window's */
    GtkWidget *outlined;                   /* owned; NULL: none */
    int step;
    guint pointing; /* source: rows of properties come and go with the selection */
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

static bool has_bone(const Built *built)
{
    return built->bones >= 1;
}

static bool is_below(const Built *built)
{
    return built->bodies >= 2 && built->highest - built->lowest > 0.1;
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

static bool is_damped(const Built *built)
{
    return built->damped;
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
    {"We begin with an empty model.", {"viewer"}, is_empty},
    {"The upper arm: click + above the tree, then Rigid Body.", {"navigator-add"}, has_body},
    {"Make a bone of the cube: click the first number of its Size and type 30, Tab, 30, Tab, 150, "
     "Enter.",
     {"property-geometry.size", "properties-panel"},
     has_bone},
    {"The forearm is another like it: Ctrl+D makes a copy, in the same place.",
     {"viewer"},
     has_two},
    {"It hangs below: with the pointer over the picture press G, then Z, type -160, and Enter.",
     {"viewer"},
     is_below},
    {"Both would fall: click the upper arm and clear its Dynamic. It stays where it is.",
     {"property-dynamic", "properties-panel"},
     is_held},
    {"The elbow: click the forearm too, with Ctrl, then the right button on it: Joint Midway "
     "Between Them, Hinge.",
     {"viewer"},
     has_joint},
    {"It would swing for ever: click the number of its Damping, type 10, Enter.",
     {"property-damping", "properties-panel"},
     is_damped},
    {"A muscle: press Alt+M, click the upper arm in its middle, the forearm a little below the "
     "elbow, and Enter. Esc ends it.",
     {"viewer"},
     has_muscle},
    {"Have it pull: click the number of its Excitation, type 0.5, Enter.",
     {"property-excitation", "properties-panel"},
     is_excited},
    {"Run it: this button, or Space over the picture.", {"play"}, has_run},
    {"That is an arm. Ctrl+Z takes back any step, F2 names what is selected, Ctrl+S saves; the "
     "demos show more.",
     {"save"},
     NULL},
};
enum { N_STEPS = sizeof steps / sizeof steps[0] };

static bool is_long(const SnRigidBody *body)
{
    const double *size = body->size;
    const double longest = fmax(size[0], fmax(size[1], size[2]));
    return body->shape == SN_SHAPE_BOX && longest > 2 * fmin(size[0], fmin(size[1], size[2]));
}

static bool count_component(SnComponent *component, void *data)
{
    Built *built = data;
    if (component->class == &SN_CLASS_RIGID_BODY) {
        const SnRigidBody *body = (const SnRigidBody *)component;
        const double height = body->position[2];
        built->lowest = built->bodies ? fmin(height, built->lowest) : height;
        built->highest = built->bodies ? fmax(height, built->highest) : height;
        built->bodies++;
        built->bones += is_long(body);
        built->held += !body->dynamic;
    } else if (sn_class_is_a(component->class, &SN_CLASS_JOINT)) {
        built->joints++;
        if (component->class == &SN_CLASS_HINGE)
            built->damped = built->damped || ((const SnHinge *)component)->damping > 0;
    } else if (component->class == &SN_CLASS_MUSCLE) {
        built->muscles++;
        built->excited = built->excited || ((const SnMuscle *)component)->excitation > 0;
    }
    return true;
}

static Built look(SnSession *session)
{
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
    GtkWidget *found = NULL;
    for (int i = 0; i < 2 && !found; i++) {
        const char *name = steps[guide->step].targets[i];
        if (g_strcmp0(name, "viewer") == 0)
            found = sn_window_viewer(guide->window);
        else if (name)
            found = sn_find_widget(GTK_WIDGET(guide->window), name);
    }
    return found;
}

enum { POINTING_MS = 200 };

static gboolean point(gpointer data)
{
    Guide *guide = data;
    outline(guide, target_of(guide));
    return G_SOURCE_CONTINUE;
}

static void show_step(Guide *guide)
{
    char *count = g_strdup_printf("Build an elbow · %d of %d", guide->step + 1, N_STEPS);
    gtk_label_set_text(GTK_LABEL(guide->count), count);
    char *name = g_strdup_printf("guide-step-%d", guide->step + 1);
    gtk_widget_set_name(guide->count, name);
    g_free(name);
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
    g_source_remove(guide->pointing);
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

/* The document goes after its window: nothing is to be pointed at by then. */
static void on_window_gone(GtkWidget *window, gpointer data)
{
    g_object_set_data(G_OBJECT(window), GUIDE_KEY, NULL);
}

static void follow(Guide *guide)
{
    const Built built = look(guide->session);
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
    g_signal_connect(window, "destroy", G_CALLBACK(on_window_gone), NULL);
    g_signal_connect_swapped(session, "model-changed", G_CALLBACK(follow), guide);
    g_signal_connect_swapped(session, "document-changed", G_CALLBACK(follow), guide);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), guide);
    guide->pointing = g_timeout_add(POINTING_MS, point, guide);
    show_step(guide);
    if (!is_empty(&(Built){.bodies = look(session).bodies}))
        gtk_widget_activate_action(GTK_WIDGET(window), "win.new", NULL);
    follow(guide);
}
