/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window as a whole: it builds, opens a demo, its parts follow one selection, edits are undone.
 */
#include "engine/model/classes/class_table.h"
#include "tests/ui/window_support.h"
#include "ui/actions/action_table.h"
#include "ui/edits/ask.h"
#include "ui/edits/edits.h"
#include "ui/navigator/navigator.h"
#include "ui/navigator/path_bar.h"
#include "ui/viewport/viewport.h"
#include "ui/widgets/bar.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/widget_tree.h"

#include <string.h>

static int n_children(Stage *stage, const char *path)
{
    const SnComponent *list = sn_model_get(sn_session_model(stage->session), id_of(stage, path));
    return (int)list->children->len;
}

static const char *bar_text(Stage *stage)
{
    return gtk_label_get_text(GTK_LABEL(widget(stage, "bar-text")));
}

/* Every action of the table exists, and what a test wants to click at has a place. */
static void test_builds(void)
{
    Stage stage;
    stage_open(&stage);
    int n = 0;
    const SnActionRow *rows = sn_action_table(&n);
    for (int i = 0; i < n; i++) {
        char *name = NULL;
        GVariant *target = NULL;
        g_assert_true(g_action_parse_detailed_name(rows[i].name, &name, &target, NULL));
        if (g_str_has_prefix(name, "win.") &&
            !g_action_group_has_action(G_ACTION_GROUP(stage.window), name + 4)) {
            g_test_message("no action %s", name);
            g_test_fail();
        }
        g_free(name);
        g_clear_pointer(&target, g_variant_unref);
    }
    char *places = sn_widget_describe(GTK_WIDGET(stage.window));
    for (const char *const *name =
             (const char *const[]){"navigator", "path", "play", "time", "viewer", "undo", NULL};
         *name; name++) {
        char *line = g_strdup_printf("\n%s ", *name);
        g_assert_nonnull(strstr(places, line));
        g_free(line);
    }
    g_free(places);
    gtk_test_accessible_assert_property(widget(&stage, "play"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                        "Play");
    stage_close(&stage);
}

static void test_demo(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    g_assert_cmpstr(gtk_label_get_text(GTK_LABEL(widget(&stage, "title"))), ==, "chain.sinew");
    g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(
                         sn_navigator_tree(SN_NAVIGATOR(sn_window_navigator(stage.window))))),
                     ==, 5); /* the model and its lists that are not empty */
    act(&stage, "win.step");
    settle(100);
    g_assert_cmpfloat(sn_session_time(stage.session), >, 0);
    act(&stage, "win.reset");
    settle(100);
    g_assert_cmpfloat(sn_session_time(stage.session), ==, 0);
    stage_close(&stage);
}

static guint position_of(Stage *stage, const char *label)
{
    GtkTreeListModel *tree = sn_navigator_tree(SN_NAVIGATOR(sn_window_navigator(stage->window)));
    guint n = g_list_model_get_n_items(G_LIST_MODEL(tree));
    for (guint i = 0; i < n; i++) {
        gtk_selection_model_select_item(GTK_SELECTION_MODEL(sn_navigator_selection(
                                            SN_NAVIGATOR(sn_window_navigator(stage->window)))),
                                        i, TRUE);
        char *at = sn_session_label(stage->session, sn_session_primary(stage->session));
        bool found = strcmp(at, label) == 0;
        g_free(at);
        if (found)
            return i;
    }
    return GTK_INVALID_LIST_POSITION;
}

/* One selection: session, navigator, path bar. */
static void test_selection(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    SnNavigator *navigator = SN_NAVIGATOR(sn_window_navigator(stage.window));
    GtkSelectionModel *rows = GTK_SELECTION_MODEL(sn_navigator_selection(navigator));
    SnId second = id_of(&stage, "/model/bodies/link2");
    SnId third = id_of(&stage, "/model/bodies/link3");
    sn_session_select_one(stage.session, second);
    settle(50);
    GtkBitset *marks = gtk_selection_model_get_selection(rows);
    g_assert_cmpuint(gtk_bitset_get_size(marks), ==, 1);
    guint at = (guint)gtk_bitset_get_nth(marks, 0);
    gtk_bitset_unref(marks);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(widget(&stage, "path"))), ==,
                    "/model/bodies/link2");

    gtk_selection_model_select_item(rows, at + 1, FALSE);
    g_assert_true(sn_session_is_selected(stage.session, second));
    g_assert_true(sn_session_is_selected(stage.session, third));
    g_assert_true(sn_id_equal(sn_session_primary(stage.session), third));

    act(&stage, "win.select-parent");
    g_assert_true(sn_id_equal(sn_session_primary(stage.session), id_of(&stage, "/model/bodies")));
    g_assert_cmpuint(position_of(&stage, "link2"), ==, at);
    act(&stage, "win.select-all");
    int n = 0;
    sn_session_selection(stage.session, &n);
    g_assert_cmpint(n, ==, n_children(&stage, "/model/bodies"));
    sn_session_set_tool(stage.session, SN_TOOL_MOVE);
    act(&stage, "win.back");
    g_assert_cmpint(sn_session_tool(stage.session), ==, SN_TOOL_SELECT);
    sn_session_selection(stage.session, &n);
    g_assert_cmpint(n, >, 0);
    sn_session_set_tool(stage.session, SN_TOOL_MOVE);
    act(&stage, "win.select-none");
    sn_session_selection(stage.session, &n);
    g_assert_cmpint(n, ==, 0);
    g_assert_cmpint(sn_session_tool(stage.session), ==, SN_TOOL_MOVE);
    stage_close(&stage);
}

static void test_rename(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    SnId id = id_of(&stage, "/model/bodies/link2");
    sn_session_select_one(stage.session, id);
    settle(60);
    act(&stage, "win.rename");
    settle(150);
    GtkWidget *entry = widget(&stage, "rename");
    gtk_editable_set_text(GTK_EDITABLE(entry), "middle");
    g_signal_emit_by_name(entry, "activate");
    g_assert_cmpstr(sn_model_get(sn_session_model(stage.session), id)->name, ==, "middle");
    g_assert_true(gtk_widget_get_sensitive(widget(&stage, "undo")));
    act(&stage, "win.undo");
    g_assert_cmpstr(sn_model_get(sn_session_model(stage.session), id)->name, ==, "link2");
    act(&stage, "win.redo");
    act(&stage, "win.undo");
    /* a name that cannot be is refused with words */
    g_assert_false(sn_edits_rename(stage.session, id, "4/4"));
    g_assert_nonnull(strstr(bar_text(&stage), "4/4"));
    stage_close(&stage);
}

/* A list has no name: the command says so, and keys typed behind it are held back (it is allowed).
 */
static void test_rename_list(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    sn_session_select_one(stage.session, id_of(&stage, "/model/bodies"));
    settle(60);
    act(&stage, "win.rename");
    settle(150);
    g_assert_null(sn_find_widget(GTK_WIDGET(stage.window), "rename"));
    g_assert_nonnull(strstr(bar_text(&stage), "select one"));
    stage_close(&stage); /* also while keys are held back */
}

/* Numbers of vectors stand below each other, however long a name is. */
static void test_columns(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    sn_session_select_one(stage.session, id_of(&stage, "/model/bodies/link2"));
    const char *const labels[] = {"label-position", "label-velocity", "label-angular_velocity"};
    int width = 0;
    for (int i = 0; i < 50 && width == 0; i++) { /* until the panel is laid out */
        settle(100);
        width = gtk_widget_get_width(widget(&stage, labels[0]));
    }
    g_assert_cmpint(width, >, 0);
    for (gsize i = 1; i < G_N_ELEMENTS(labels); i++)
        g_assert_cmpint(gtk_widget_get_width(widget(&stage, labels[i])), ==, width);
    stage_close(&stage);
}

/* A model that says nothing of its view is framed for the viewer as it is laid out. */
static void test_first_look(void)
{
    Stage stage;
    stage_open(&stage);
    char *path = g_build_filename(stage.config, "plain.sinew", NULL);
    g_assert_true(g_file_set_contents(
        path,
        "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"a\", \"position\": [0.3, 0, 0]}, "
        "{\"name\": \"b\"}]}}",
        -1, NULL));
    sn_document_window_open(stage.window, path);
    g_assert_true(wait_for(&stage, has_snapshot));
    settle(400);
    SnViewport *viewport = SN_VIEWPORT(sn_window_viewer(stage.window));
    SnViewSettings first, home;
    sn_viewport_get_settings(viewport, &first);
    sn_viewport_home(viewport);
    sn_viewport_get_settings(viewport, &home); /* where it goes */
    g_assert_cmpfloat_with_epsilon(first.camera.distance, home.camera.distance, 1e-9);
    for (int k = 0; k < 3; k++)
        g_assert_cmpfloat_with_epsilon(first.camera.center[k], home.camera.center[k], 1e-9);
    g_free(path);
    stage_close(&stage);
}

/* What hangs on a deleted body goes with it, is named, and comes back. */
static void test_delete(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    int bodies = n_children(&stage, "/model/bodies"), joints = n_children(&stage, "/model/joints");
    sn_session_select_one(stage.session, id_of(&stage, "/model/bodies/link2"));
    delete_selected(&stage);
    settle(50);
    g_assert_cmpint(n_children(&stage, "/model/bodies"), ==, bodies - 1);
    g_assert_cmpint(n_children(&stage, "/model/joints"), ==, joints - 2);
    g_assert_nonnull(strstr(bar_text(&stage), "what hung on it"));
    g_signal_emit_by_name(widget(&stage, "bar-button"), "clicked");
    g_assert_cmpint(n_children(&stage, "/model/bodies"), ==, bodies);
    g_assert_cmpint(n_children(&stage, "/model/joints"), ==, joints);
    g_assert_true(sn_edit_is_saved(sn_session_model(stage.session)));
    stage_close(&stage);
}

static void test_visible(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    SnId one = id_of(&stage, "/model/bodies/link2"), other = id_of(&stage, "/model/bodies/link3");
    sn_session_select_one(stage.session, one);
    act(&stage, "win.hide");
    g_assert_false(sn_edits_is_visible(stage.session, one));
    act(&stage, "win.show-all");
    g_assert_true(sn_edits_is_visible(stage.session, one));
    act(&stage, "win.show-only");
    g_assert_true(sn_edits_is_visible(stage.session, one));
    g_assert_false(sn_edits_is_visible(stage.session, other));
    act(&stage, "win.undo");
    g_assert_true(sn_edits_is_visible(stage.session, other));
    stage_close(&stage);
}

static void test_path(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    GtkWidget *path = widget(&stage, "path");
    gtk_editable_set_text(GTK_EDITABLE(path), "/model/bodies/link3");
    g_signal_emit_by_name(path, "activate");
    g_assert_true(
        sn_id_equal(sn_session_primary(stage.session), id_of(&stage, "/model/bodies/link3")));
    gtk_editable_set_text(GTK_EDITABLE(path), "/model/bodies/no such");
    g_signal_emit_by_name(path, "activate");
    g_assert_true(gtk_widget_has_css_class(path, "error"));
    char **found = sn_path_complete(sn_session_model(stage.session), "/model/bo");
    g_assert_cmpstr(found[0], ==, "/model/bodies");
    g_assert_null(found[1]);
    g_strfreev(found);
    found = sn_path_complete(sn_session_model(stage.session), "bodies/link1");
    g_assert_cmpuint(g_strv_length(found), ==, 4); /* 1, 10, 11, 12 */
    g_strfreev(found);
    /* the list of them is as high as they are */
    int height[2];
    for (int i = 0; i < 2; i++) {
        gtk_editable_set_text(GTK_EDITABLE(path), i ? "bodies/link12" : "bodies/link1");
        settle(200);
        GtkWidget *popover = gtk_widget_get_last_child(path);
        g_assert_true(GTK_IS_POPOVER(popover) && gtk_widget_get_mapped(popover));
        height[i] = gdk_surface_get_height(gtk_native_get_surface(GTK_NATIVE(popover)));
    }
    g_assert_cmpint(height[0], >, height[1] + 20);
    stage_close(&stage);
}

static bool at_quarter(Stage *stage)
{
    return sn_session_time(stage->session) > 0.2499 && is_paused(stage);
}

static void test_time(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    GtkWidget *time = widget(&stage, "time");
    gtk_editable_set_text(GTK_EDITABLE(time), "0.25");
    g_signal_emit_by_name(time, "activate");
    g_assert_true(wait_for(&stage, at_quarter));
    settle(50);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(time)), ==, "0.250");
    gtk_editable_set_text(GTK_EDITABLE(time), "soon");
    g_signal_emit_by_name(time, "activate");
    g_assert_true(gtk_widget_has_css_class(time, "error"));
    stage_close(&stage);
}

static bool marker_is_added(Stage *stage)
{
    const SnComponent *added =
        sn_model_get(sn_session_model(stage->session), sn_session_primary(stage->session));
    return added && added->class == sn_class_by_name("marker");
}

static void test_palette(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    act(&stage, "win.palette");
    settle(100);
    GtkWidget *entry = widget(&stage, "palette-entry");
    gtk_editable_set_text(GTK_EDITABLE(entry), "add_marker"); /* as a file writes words */
    settle(300); /* the search entry waits for the next key */
    g_signal_emit_by_name(entry, "activate");
    settle(100);
    g_assert_true(sn_ask_class(stage.session) == sn_class_by_name("marker")); /* and its body? */
    sn_session_select_one(stage.session, id_of(&stage, "/model/bodies/0"));
    g_assert_true(wait_for(&stage, marker_is_added));
    stage_close(&stage);
}

/* Each thing that the menu of selected points makes of them is found by its name. */
static void test_palette_points(void)
{
    static const char *const texts[] = {"muscle through", "Ligament Through Points",
                                        "spring through points"};
    static const char *const classes[] = {"muscle", "ligament", "axial_spring"};
    Stage stage;
    stage_open(&stage);
    const SnId points[2] = {sn_edits_add_marker(stage.session, SN_ID_NULL, (double[]){0, 0, 0}),
                            sn_edits_add_marker(stage.session, SN_ID_NULL, (double[]){0, 0, 0.1})};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        sn_session_select(stage.session, points, 2, SN_SELECT_REPLACE);
        act(&stage, "win.palette");
        settle(100);
        GtkWidget *entry = widget(&stage, "palette-entry");
        gtk_editable_set_text(GTK_EDITABLE(entry), texts[i]);
        g_signal_emit_by_name(entry, "activate");
        settle(100);
        const SnComponent *made =
            sn_model_get(sn_session_model(stage.session), sn_session_primary(stage.session));
        g_assert_true(made && made->class == sn_class_by_name(classes[i]));
    }
    stage_close(&stage);
}

/* A popover that has closed gives the keys back at once and keeps its surface until no tooltip can
 * ask for it any more; then it is gone. */
static void test_popover_gone(void)
{
    Stage stage;
    stage_open(&stage);
    GtkWidget *box = gtk_widget_get_ancestor(widget(&stage, "path"), GTK_TYPE_BOX);
    for (int way = 0; way < 3; way++) { /* closed; nothing had the keys before; its label goes */
        GtkWidget *entry = gtk_entry_new(), *on = gtk_label_new("x");
        GtkWidget *popover = gtk_popover_new();
        gtk_box_append(GTK_BOX(box), on);
        gtk_window_set_focus(GTK_WINDOW(stage.window), way == 1 ? NULL : widget(&stage, "viewer"));
        gtk_popover_set_child(GTK_POPOVER(popover), entry);
        gtk_widget_set_name(popover, "leaving");
        g_object_add_weak_pointer(G_OBJECT(popover), (gpointer *)&popover);
        sn_popover_open(popover, on);
        settle(100);
        gtk_widget_grab_focus(entry);
        settle(50);
        g_assert_true(widget(&stage, "leaving") == popover);
        if (way < 2) {
            gtk_popover_popdown(GTK_POPOVER(popover));
            settle(100);
            g_assert_true(popover && gtk_native_get_surface(GTK_NATIVE(popover)));
            g_assert_null(sn_find_widget(GTK_WIDGET(stage.window), "leaving"));
            GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(stage.window));
            g_assert_true(focus && !gtk_widget_is_ancestor(focus, popover));
            if (way == 0)
                g_assert_true(focus == widget(&stage, "viewer"));
            settle(900);
        }
        gtk_box_remove(GTK_BOX(box), on);
        settle(way < 2 ? 100 : 700); /* nothing is said when a tooltip's time has come */
        g_assert_true(way == 2 || !popover);
        if (popover)
            g_object_remove_weak_pointer(G_OBJECT(popover), (gpointer *)&popover);
    }
    stage_close(&stage);
}

static const char *hint_text(Stage *stage)
{
    return gtk_label_get_text(GTK_LABEL(widget(stage, "viewport-hint")));
}

/* What a tool asks for is said once: in the bar, or where that has been closed in the corner. */
static void test_asked_once(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    const SnId link = id_of(&stage, "/model/bodies/link3");
    sn_session_select_one(stage.session, link);
    sn_ask_begin(stage.session, SN_ID_NULL, sn_class_by_name("hinge"));
    settle(50);
    g_assert_nonnull(strstr(bar_text(&stage), "Hinge with link3: click the second body"));
    g_assert_null(strstr(hint_text(&stage), "Hinge"));
    g_assert_nonnull(strstr(hint_text(&stage), "wheel: zoom")); /* how to get there */
    g_signal_emit_by_name(widget(&stage, "bar-close"), "clicked");
    settle(50);
    g_assert_nonnull(strstr(hint_text(&stage), "Hinge with link3: click the second body"));
    /* something else is said besides */
    sn_ask_accept(stage.session, false);
    sn_ask_begin(stage.session, SN_ID_NULL, sn_class_by_name("hinge"));
    sn_session_report(stage.session, &(SnBar){.severity = SN_NOTE, .text = "Saved"});
    settle(50);
    g_assert_nonnull(strstr(hint_text(&stage), "Hinge"));
    sn_ask_back(stage.session, true);
    settle(50);
    g_assert_null(strstr(hint_text(&stage), "Hinge"));
    g_assert_cmpstr(bar_text(&stage), ==, "Saved");
    stage_close(&stage);
}

/* Each class can be added when what it needs is selected, and says what it needs when not. */
static void test_add(void)
{
    Stage stage;
    stage_open(&stage);
    SnModel *model = sn_session_model(stage.session);
    SnId body = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("rigid_body"), NULL);
    SnId other = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("rigid_body"), NULL);
    sn_session_select_one(stage.session, body);
    SnId first =
        sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("marker"), (double[]){0.1, 0, 0});
    sn_session_select_one(stage.session, other);
    SnId second = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("marker"), NULL);
    g_assert_false(sn_id_is_null(first) || sn_id_is_null(second));
    sn_session_select_none(stage.session);
    SnId fem = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("fem"), NULL);
    SnId particle = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("particle"), NULL);
    SnId pair[2][2] = {{body, other}, {first, second}}, hinge[2];
    sn_session_select(stage.session, pair[0], 2, SN_SELECT_REPLACE);
    hinge[0] = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("hinge"), NULL);
    sn_session_select(stage.session, pair[0], 2, SN_SELECT_REPLACE);
    hinge[1] = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("hinge"), NULL);
    sn_session_select(stage.session, pair[1], 2, SN_SELECT_REPLACE);
    SnId spring = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("axial_spring"), NULL);
    const SnId all[] = {body, other, first, second, fem, particle, hinge[0], hinge[1], spring};
    int n = 0;
    const SnClass *const *classes = sn_class_table(&n);
    for (int i = 0; i < n; i++) {
        if (classes[i]->abstract || !sn_model_list_for(model->root, classes[i]))
            continue;
        sn_session_select_none(stage.session);
        SnId alone = sn_edits_add(stage.session, SN_ID_NULL, classes[i], NULL);
        if (sn_id_is_null(alone))
            g_assert_nonnull(strstr(bar_text(&stage), "first, then add"));
        sn_session_select(stage.session, all, (int)G_N_ELEMENTS(all), SN_SELECT_REPLACE);
        bool probe =
            strcmp(classes[i]->name, "exciter") == 0 || strstr(classes[i]->name, "input_probe");
        SnId id = sn_edits_add(stage.session, SN_ID_NULL, classes[i], NULL);
        if (sn_id_is_null(id) && !probe) {
            g_test_message("%s: %s", classes[i]->name, bar_text(&stage));
            g_test_fail();
        }
    }
    settle(200);
    stage_close(&stage);
}

/* By the colour of fields, which text lies on. */
static bool looks_dark(void)
{
    GtkWidget *label = g_object_ref_sink(gtk_label_new(NULL));
    GdkRGBA field = {0};
    g_assert_true(
        gtk_style_context_lookup_color(gtk_widget_get_style_context(label), "sn_field", &field));
    g_object_unref(label);
    return field.red < 0.5f;
}

/* A desktop's theme that is dark by its name makes all of it dark; what is chosen goes before. */
static void test_theme(void)
{
    GtkSettings *settings = gtk_settings_get_default();
    sn_theme_set("follow");
    g_object_set(settings, "gtk-theme-name", "Adwaita", NULL);
    g_assert_false(looks_dark());
    g_object_set(settings, "gtk-theme-name", "Adwaita-dark", NULL);
    g_assert_true(looks_dark());
    sn_theme_set("light");
    g_assert_false(looks_dark());
    sn_theme_set("dark");
    g_assert_true(looks_dark());
    sn_theme_set("light");
    g_assert_false(looks_dark());
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/window/builds", test_builds);
    g_test_add_func("/window/demo", test_demo);
    g_test_add_func("/window/selection", test_selection);
    g_test_add_func("/window/rename", test_rename);
    g_test_add_func("/window/rename-list", test_rename_list);
    g_test_add_func("/window/columns", test_columns);
    g_test_add_func("/window/first-look", test_first_look);
    g_test_add_func("/window/delete", test_delete);
    g_test_add_func("/window/visible", test_visible);
    g_test_add_func("/window/path", test_path);
    g_test_add_func("/window/time", test_time);
    g_test_add_func("/window/palette", test_palette);
    g_test_add_func("/window/palette-points", test_palette_points);
    g_test_add_func("/window/popover-gone", test_popover_gone);
    g_test_add_func("/window/asked-once", test_asked_once);
    g_test_add_func("/window/add", test_add);
    g_test_add_func("/window/theme", test_theme);
    return g_test_run();
}
