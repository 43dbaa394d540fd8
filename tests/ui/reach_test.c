/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keyboard alone reaches everything, and what it reaches says what it is: every panel with each
 * class selected, every dialog. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/strand.h"
#include "tests/model/file/all_classes.h"
#include "tests/ui/window_support.h"
#include "ui/navigator/private.h"
#include "ui/navigator/row.h"
#include "ui/widgets/widget_tree.h"

#include <string.h>

/* --- what a screen reader says --- */

/* The accessible label of a widget, "" without; g_free. */
static char *own_label(GtkWidget *widget)
{
    /* no label is this one, so the answer is what it really has */
    char *label = gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget),
                                                     GTK_ACCESSIBLE_PROPERTY_LABEL, "\001");
    return label ? label : g_strdup("");
}

static bool has_name(GtkWidget *widget)
{
    g_autofree char *label = own_label(widget);
    return (label[0] != '\0' && strcmp(label, "\001") != 0 && strcmp(label, "undefined") != 0) ||
           gtk_test_accessible_has_relation(GTK_ACCESSIBLE(widget),
                                            GTK_ACCESSIBLE_RELATION_LABELLED_BY) ||
           (GTK_IS_LABEL(widget) && gtk_label_get_text(GTK_LABEL(widget))[0] != '\0');
}

/* The parts of GTK's own controls speak for the control. */
static GtkWidget *control_of(GtkWidget *part)
{
    const GType types[] = {GTK_TYPE_MENU_BUTTON,  GTK_TYPE_DROP_DOWN,   GTK_TYPE_ENTRY,
                           GTK_TYPE_SEARCH_ENTRY, GTK_TYPE_SPIN_BUTTON, GTK_TYPE_COLOR_BUTTON,
                           GTK_TYPE_FONT_BUTTON};
    GtkWidget *control = part;
    for (GtkWidget *at = part; at && !GTK_IS_POPOVER(at); at = gtk_widget_get_parent(at))
        for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
            if (G_TYPE_CHECK_INSTANCE_TYPE(at, types[i]))
                control = at;
    return control;
}

static char *path_of(GtkWidget *widget)
{
    GString *text = g_string_new(NULL);
    for (GtkWidget *at = widget; at; at = gtk_widget_get_parent(at)) {
        const char *name = gtk_widget_get_name(at);
        if (strcmp(name, G_OBJECT_TYPE_NAME(at)) == 0)
            g_string_append_printf(text, " < %s", name);
        else
            g_string_append_printf(text, " < %s %s", G_OBJECT_TYPE_NAME(at), name);
    }
    return g_string_free(text, FALSE);
}

/* What only holds controls, shows text, or is the window manager's; the handles between panels,
 * which F8 moves to. */
static bool is_frame(GtkWidget *widget)
{
    const GType types[] = {GTK_TYPE_SCROLLED_WINDOW, GTK_TYPE_LABEL, GTK_TYPE_LIST_VIEW,
                           GTK_TYPE_LIST_BOX, GTK_TYPE_PANED};
    for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
        if (G_TYPE_CHECK_INSTANCE_TYPE(widget, types[i]))
            return true;
    return gtk_widget_get_ancestor(widget, GTK_TYPE_WINDOW_CONTROLS) != NULL;
}

static void collect(GtkWidget *widget, GPtrArray *found)
{
    if (!gtk_widget_get_mapped(widget) || !gtk_widget_is_sensitive(widget) ||
        !gtk_widget_get_can_focus(widget))
        return;
    if (gtk_widget_get_focusable(widget) && !is_frame(widget))
        g_ptr_array_add(found, widget);
    if (GTK_IS_BUTTON(widget) || GTK_IS_SPIN_BUTTON(widget)) /* its parts are its own */
        return;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
        collect(child, found);
}

/* Each control says what it is called and what it is. */
static void check_names(GtkWidget *window, const char *where)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    collect(window, all);
    for (guint i = 0; i < all->len; i++) {
        GtkWidget *widget = g_ptr_array_index(all, i);
        GtkWidget *control = control_of(widget);
        const GtkAccessibleRole role = gtk_accessible_get_accessible_role(GTK_ACCESSIBLE(control));
        const bool silent =
            role == GTK_ACCESSIBLE_ROLE_WIDGET || role == GTK_ACCESSIBLE_ROLE_GENERIC;
        if (!silent && (has_name(widget) || has_name(control)))
            continue;
        g_autofree char *path = path_of(widget);
        g_test_message("%s: without a %s: %s", where, silent ? "role" : "name", path);
        g_test_fail();
    }
}

/* --- where the keyboard comes to --- */

typedef struct Walk {
    GtkWidget *window;
    GHashTable *reached;
    GQueue *open;
} Walk;

static void step_from(Walk *walk, GtkWidget *from, GtkDirectionType direction)
{
    /* a row that the list is about to scroll to has the focus before it is mapped */
    if (gtk_root_get_focus(GTK_ROOT(walk->window)) != from)
        gtk_window_set_focus(GTK_WINDOW(walk->window), from);
    g_signal_emit_by_name(walk->window, "move-focus", direction);
    GtkWidget *now = gtk_root_get_focus(GTK_ROOT(walk->window));
    if (now && g_hash_table_add(walk->reached, now))
        g_queue_push_tail(walk->open, now);
}

/* A list moves among its rows itself. */
static bool row_reached(const Walk *walk, GtkWidget *widget)
{
    GtkWidget *list = gtk_widget_get_ancestor(widget, GTK_TYPE_LIST_VIEW);
    GtkWidget *row = list ? gtk_widget_get_first_child(list) : NULL;
    while (row && !g_hash_table_contains(walk->reached, row))
        row = gtk_widget_get_next_sibling(row);
    return row != NULL;
}

static void say_unreached(const Walk *walk, const char *where)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    collect(walk->window, all);
    for (guint i = 0; i < all->len; i++) {
        GtkWidget *widget = g_ptr_array_index(all, i);
        if (g_hash_table_contains(walk->reached, widget) || row_reached(walk, widget))
            continue;
        g_autofree char *path = path_of(widget);
        g_test_message("%s: not reached: %s", where, path);
        g_test_fail();
    }
}

/* Tab and the arrow keys come to each control, from wherever they have come to. */
static void check_reach(GtkWidget *window, const char *where)
{
    Walk walk = {window, g_hash_table_new(NULL, NULL), g_queue_new()};
    step_from(&walk, NULL, GTK_DIR_TAB_FORWARD);
    while (!g_queue_is_empty(walk.open)) {
        GtkWidget *from = g_queue_pop_head(walk.open);
        step_from(&walk, from, GTK_DIR_TAB_FORWARD);
    }
    say_unreached(&walk, where);
    g_hash_table_unref(walk.reached);
    g_queue_free(walk.open);
}

/* --- windows --- */

static GtkWidget *other_window(Stage *stage)
{
    GListModel *all = gtk_window_get_toplevels();
    GtkWidget *found = NULL;
    for (guint i = 0; i < g_list_model_get_n_items(all); i++) {
        GtkWidget *window = g_list_model_get_item(all, i);
        if (window != GTK_WIDGET(stage->window) && gtk_widget_get_mapped(window))
            found = window;
        g_object_unref(window);
    }
    return found;
}

static bool first_of_class(SnComponent *component, void *data)
{
    GPtrArray *found = data;
    for (guint i = 0; i < found->len; i++) {
        const SnComponent *other = g_ptr_array_index(found, i);
        if (other->class == component->class)
            return true;
    }
    g_ptr_array_add(found, component);
    return true;
}

static void open_all_classes(Stage *stage)
{
    GError *error = NULL;
    char *path = g_build_filename(stage->config, "all.sinew", NULL);
    g_assert_true(g_file_set_contents(path, ALL_CLASSES, -1, &error));
    sn_project_open(stage->project, path, false, &error);
    g_assert_no_error(error);
    g_free(path);
    settle(100);
}

static gboolean set_true(gpointer flag)
{
    *(bool *)flag = true;
    return G_SOURCE_REMOVE;
}

/* Until the panels show what is selected; they are not laid out and drawn for it, which takes ten
 * times as long. */
static void let_panels_fill(void)
{
    bool filled = false;
    g_idle_add_full(G_PRIORITY_HIGH_IDLE + 10, set_true, &filled, NULL); /* GDK draws at + 20 */
    while (!filled)
        g_main_context_iteration(NULL, TRUE);
}

/* Walks for one class of each kind of control; names for all. */
static void test_classes(void)
{
    const SnClass *const walked[] = {&SN_CLASS_RIGID_BODY, &SN_CLASS_MUSCLE, &SN_CLASS_STRAND,
                                     &SN_CLASS_INPUT_PROBE};
    Stage stage;
    stage_open(&stage);
    open_all_classes(&stage);
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    sn_component_walk(sn_session_model(stage.session)->root, first_of_class, found);
    for (guint i = 0; i < found->len; i++) {
        const SnComponent *component = g_ptr_array_index(found, i);
        sn_session_select_one(stage.session, component->id);
        let_panels_fill();
        check_names(GTK_WIDGET(stage.window), component->class->name);
        for (gsize k = 0; k < G_N_ELEMENTS(walked); k++) {
            if (component->class != walked[k])
                continue;
            settle(20);
            check_reach(GTK_WIDGET(stage.window), component->class->name);
        }
    }
    stage_close(&stage);
}

static void close_popover(Stage *stage)
{
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(stage->window));
    GtkWidget *popover = focus ? gtk_widget_get_ancestor(focus, GTK_TYPE_POPOVER) : NULL;
    if (popover)
        gtk_popover_popdown(GTK_POPOVER(popover));
}

/* What opens beside the panels: windows, the palette, pages below the play bar, the first page. */
static void test_dialogs(void)
{
    static const char *const actions[] = {
        "win.preferences", "win.history",     "win.array",        "win.rename-many",
        "win.scale-model", "win.to-fem",      "win.group",        "win.select-by",
        "win.modes",       "win.moment-arms", "win.export-movie", "win.measure-selection",
        "win.palette",     "win.page::pose",  "win.page::checks", "win.log",
        "win.delete",      "win.start-page",  "win.guide"};
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "arm");
    act(&stage, "win.select-path::/model/bodies/humerus");
    for (gsize i = 0; i < G_N_ELEMENTS(actions); i++) {
        act(&stage, actions[i]);
        settle(50);
        GtkWidget *window = other_window(&stage);
        check_names(window ? window : GTK_WIDGET(stage.window), actions[i]);
        close_popover(&stage);
        if (window) {
            check_reach(window, actions[i]);
            gtk_window_destroy(GTK_WINDOW(window));
            settle(10);
        }
    }
    stage_close(&stage);
}

/* --- keys after a menu --- */

static GtkWidget *menu_item(GtkWidget *from, const char *text)
{
    if (strcmp(G_OBJECT_TYPE_NAME(from), "GtkModelButton") == 0) {
        g_autofree char *label = NULL;
        g_object_get(from, "text", &label, NULL);
        if (g_strcmp0(label, text) == 0)
            return from;
    } /* a submenu hangs on its button */
    GtkWidget *found = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(from); child && !found;
         child = gtk_widget_get_next_sibling(child))
        found = menu_item(child, text);
    return found;
}

static GtkWidget *navigator_of(Stage *stage)
{
    return gtk_widget_get_ancestor(widget(stage, "navigator-search"), SN_TYPE_NAVIGATOR);
}

static bool menu_is_shown(Stage *stage)
{
    GtkWidget *menu = sn_find_widget(navigator_of(stage), "navigator-menu");
    return menu && gtk_widget_get_mapped(menu);
}

static bool menu_is_gone(Stage *stage)
{
    return !sn_find_widget(navigator_of(stage), "navigator-menu");
}

static GtkWidget *row_of(GtkWidget *from, const char *text)
{
    if (GTK_IS_LABEL(from) && strcmp(gtk_label_get_text(GTK_LABEL(from)), text) == 0)
        return gtk_widget_get_ancestor(from, SN_TYPE_NAVIGATOR_ROW);
    GtkWidget *found = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(from); child && !found;
         child = gtk_widget_get_next_sibling(child))
        found = row_of(child, text);
    return found;
}

/* As GTK 4.8 does by itself when a menu closes that a mouse has opened. */
static void on_menu_closed(GtkPopover *menu, Stage *stage)
{
    GtkWidget *scrolled =
        gtk_widget_get_ancestor(widget(stage, "navigator"), GTK_TYPE_SCROLLED_WINDOW);
    gtk_window_set_focus(GTK_WINDOW(stage->window), scrolled);
}

/* What a menu adds to the list moves its rows: the list keeps the keys that it had, and does not
 * leave them to the search, where a space would be looked for. */
static void test_after_menu(void)
{
    static const char *const items[] = {"Record", "Plot"};
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "wrapping");
    const SnModel *model = sn_session_model(stage.session);
    GtkWidget *list = widget(&stage, "navigator");
    for (gsize i = 0; i < G_N_ELEMENTS(items); i++) {
        const SnComponent *joint = sn_model_list(model->root, "joints")->children->pdata[0];
        sn_session_select_one(stage.session, joint->id);
        settle(200);
        GtkWidget *row = row_of(list, joint->name);
        g_assert_nonnull(row);
        g_assert_true(gtk_widget_grab_focus(gtk_widget_get_parent(row)));
        sn_navigator_open_menu(SN_NAVIGATOR(navigator_of(&stage)), 60, 60);
        g_assert_true(wait_for(&stage, menu_is_shown));
        settle(100);
        GtkWidget *menu = sn_find_widget(navigator_of(&stage), "navigator-menu");
        GtkWidget *item = menu_item(menu, items[i]);
        g_signal_connect(menu, "closed", G_CALLBACK(on_menu_closed), &stage);
        g_assert_nonnull(item);
        g_signal_emit_by_name(item, "clicked");
        g_assert_true(wait_for(&stage, menu_is_gone));
        settle(300);
        GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(stage.window));
        g_autofree char *path = focus ? path_of(focus) : g_strdup("none");
        if (!focus || !(focus == list || gtk_widget_is_ancestor(focus, list)))
            g_error("after %s the keys are at %s", items[i], path);
    }
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/ui/reach/classes", test_classes);
    g_test_add_func("/ui/reach/dialogs", test_dialogs);
    g_test_add_func("/ui/reach/after-menu", test_after_menu);
    return g_test_run();
}
