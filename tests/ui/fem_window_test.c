/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A FEM in the real window: its colours, its nodes under the mouse, what can be done with them. */
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/fem.h"
#include "tests/ui/window_support.h"
#include "ui/edits/edits.h"
#include "ui/edits/import.h"
#include "ui/viewport/private.h"
#include "ui/widgets/widget_tree.h"

#include <glib/gstdio.h>

static SnViewport *viewer_of(Stage *stage)
{
    return SN_VIEWPORT(sn_window_viewer(stage->window));
}

static const SnFem *beam_of(Stage *stage)
{
    return (const SnFem *)sn_model_get(sn_session_model(stage->session),
                                       id_of(stage, "/model/fems/beam"));
}

static bool has_colors(Stage *stage)
{
    const SnSnapshot *snapshot = sn_session_snapshot(stage->session);
    for (int i = 0; snapshot && i < snapshot->scene->n_items; i++) {
        const SnFemStyle *style = &snapshot->scene->items[i].style.fem;
        if (snapshot->scene->items[i].kind == SN_ITEM_FEM && style->field &&
            g_strcmp0(style->field_label, "Von Mises stress") == 0)
            return true;
    }
    return false;
}

static bool has_none(Stage *stage)
{
    return !has_colors(stage);
}

static bool node_is_primary(Stage *stage)
{
    return sn_session_primary(stage->session).entry != 0;
}

static bool has_pictures(Stage *stage)
{
    return viewer_of(stage)->picture.count > 2;
}

static void set_field(Stage *stage, int field)
{
    const SnId id = id_of(stage, "/model/fems/beam");
    const SnValue value = {.type = SN_TYPE_ENUM, .integer = field};
    g_assert_true(sn_edits_set(stage->session, &id, 1, "field.quantity", &value));
}

static void test_colors(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "beam");
    set_field(&stage, SN_FIELD_NONE);
    g_assert_true(wait_for(&stage, has_none));
    set_field(&stage, SN_FIELD_VON_MISES);
    g_assert_true(wait_for(&stage, has_colors));
    stage_close(&stage);
}

/* Clicks at the node of the beam's face nearest to the camera's side, in its middle. */
static void test_pick(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "beam");
    SnViewport *viewer = viewer_of(&stage);
    if (!viewer->host) {
        g_test_skip("no GL");
        stage_close(&stage);
        return;
    }
    g_assert_true(wait_for(&stage, has_pictures));
    settle(400); /* the first look at the model */
    act(&stage, "win.pick::nodes");
    const SnFem *beam = beam_of(&stage);
    const SnFemNode *nodes = beam->nodes.entries;
    int wanted = -1;
    for (int i = 0; i < beam->nodes.n; i++) {
        /* half the length, the front (least y), half the height */
        if (fabs(nodes[i].rest[0]) < 1e-9 && nodes[i].rest[1] < -0.00999 &&
            fabs(nodes[i].rest[2]) < 1e-9)
            wanted = i;
    }
    g_assert_cmpint(wanted, >=, 0);
    double at[2];
    bool in_front = false;
    sn_view_project(&viewer->settings, nodes[wanted].position, at, &in_front);
    g_assert_true(in_front);
    sn_viewport_press(viewer, GDK_BUTTON_PRIMARY, at[0] + 2, at[1] + 1, 0);
    sn_viewport_release(viewer, at[0] + 2, at[1] + 1, 0);
    g_assert_true(wait_for(&stage, node_is_primary));
    char *path = g_strdup_printf("/model/fems/beam/nodes/%d", wanted);
    settle(50);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(widget(&stage, "path"))), ==, path);
    g_free(path);
    stage_close(&stage);
}

static void note_bar(SnSession *session, const SnBar *bar, char **text)
{
    g_free(*text);
    *text = g_strdup(bar->text);
}

/* An action that lacks something says what, and changes nothing. */
static void asks(Stage *stage, SnPartAction action, const char *name, const char *words)
{
    char *text = NULL;
    const SnModel *model = sn_session_model(stage->session);
    const char *before = sn_undo_label(model);
    const gulong handler = g_signal_connect(stage->session, "bar", G_CALLBACK(note_bar), &text);
    g_assert_false(sn_edits_part_action_applies(stage->session, action));
    act(stage, name);
    g_signal_handler_disconnect(stage->session, handler);
    g_assert_nonnull(text);
    g_assert_nonnull(strstr(text, words));
    g_assert_true(sn_undo_label(model) == before);
    g_free(text);
}

/* Holding, loading and a region: each when it applies, each one step. */
static void test_parts(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "beam");
    const SnId fem = id_of(&stage, "/model/fems/beam");
    const SnId nodes[3] = {sn_id_of_entry(fem, 0, 100), sn_id_of_entry(fem, 0, 103),
                           sn_id_of_entry(fem, 0, 102)};
    asks(&stage, SN_PARTS_HOLD, "win.nodes-hold", "nodes of a FEM");
    sn_session_select(stage.session, nodes, 3, SN_SELECT_REPLACE);
    asks(&stage, SN_PARTS_REGION, "win.elements-region", "elements of a FEM");
    asks(&stage, SN_PARTS_ATTACH, "win.nodes-attach", "what the nodes are to hang on");
    const SnId wall = id_of(&stage, "/model/visuals/wall");
    sn_session_select(stage.session, &wall, 1, SN_SELECT_ADD);
    asks(&stage, SN_PARTS_ATTACH, "win.nodes-attach", "Hold Nodes");
    asks(&stage, SN_PARTS_LOAD, "win.nodes-load", "Ctrl-click");
    sn_session_select(stage.session, nodes, 3, SN_SELECT_REPLACE);
    act(&stage, "win.nodes-hold");
    const SnFemNode *node = beam_of(&stage)->nodes.entries;
    g_assert_false(node[100].dynamic || node[102].dynamic || node[103].dynamic);
    act(&stage, "win.undo");
    node = beam_of(&stage)->nodes.entries;
    g_assert_true(node[100].dynamic && node[102].dynamic && node[103].dynamic);
    act(&stage, "win.nodes-load");
    const SnModel *model = sn_session_model(stage.session);
    const SnFemLoad *load =
        (const SnFemLoad *)sn_model_get(model, sn_session_primary(stage.session));
    g_assert_true(load->base.base.class == &SN_CLASS_FEM_LOAD);
    g_assert_cmpint(load->nodes.n, ==, 3);
    g_assert_cmpint(load->nodes.values[1], ==, 102);
    g_assert_true(sn_id_equal(load->fem, fem));
    const SnId elements[2] = {sn_id_of_entry(fem, 1, 7), sn_id_of_entry(fem, 1, 8)};
    sn_session_select(stage.session, elements, 2, SN_SELECT_REPLACE);
    asks(&stage, SN_PARTS_LOAD, "win.nodes-load", "nodes of a FEM");
    act(&stage, "win.elements-region");
    const SnFemRegion *region =
        (const SnFemRegion *)sn_model_get(model, sn_session_primary(stage.session));
    g_assert_true(region->base.base.class == &SN_CLASS_FEM_REGION);
    g_assert_cmpint(region->elements.n, ==, 2);
    act(&stage, "win.undo");
    act(&stage, "win.undo");
    g_assert_cmpint((int)sn_model_get(model, id_of(&stage, "/model/loads"))->children->len, ==, 0);
    /* another model begins with whole components */
    act(&stage, "win.pick::nodes");
    stage_demo(&stage, "chain");
    GVariant *pick = g_action_group_get_action_state(G_ACTION_GROUP(stage.window), "pick");
    g_assert_cmpstr(g_variant_get_string(pick, NULL), ==, "components");
    g_variant_unref(pick);
    stage_close(&stage);
}

static bool takes_nodes(Stage *stage)
{
    return sn_find_widget(GTK_WIDGET(stage->window), "take-nodes") != NULL;
}

/* Nodes hang on the body selected with them; then other nodes are put in by the row's button. */
static void test_attach(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "beam");
    const SnModel *model = sn_session_model(stage.session);
    const SnId fem = id_of(&stage, "/model/fems/beam");
    const SnId body = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("rigid_body"), NULL);
    const SnId chosen[3] = {sn_id_of_entry(fem, 0, 9), sn_id_of_entry(fem, 0, 8), body};
    sn_session_select(stage.session, chosen, 3, SN_SELECT_REPLACE);
    asks(&stage, SN_PARTS_HOLD, "win.nodes-hold", "A body is selected besides");
    act(&stage, "win.nodes-attach");
    const SnId id = sn_session_primary(stage.session);
    const SnNodeAttachment *attachment = (const SnNodeAttachment *)sn_model_get(model, id);
    g_assert_true(attachment->base.base.base.class == &SN_CLASS_NODE_ATTACHMENT);
    g_assert_true(sn_id_equal(attachment->base.to, body));
    g_assert_cmpint(attachment->nodes.n, ==, 2);
    g_assert_cmpint(attachment->nodes.values[0], ==, 8);

    const SnId others[3] = {sn_id_of_entry(fem, 0, 17), sn_id_of_entry(fem, 1, 3),
                            sn_id_of_entry(fem, 0, 26)};
    sn_session_select(stage.session, others, 3, SN_SELECT_REPLACE);
    sn_session_select_one(stage.session, id);
    g_assert_true(wait_for(&stage, takes_nodes));
    g_signal_emit_by_name(widget(&stage, "take-nodes"), "clicked");
    g_assert_cmpint(attachment->nodes.n, ==, 2);
    g_assert_cmpint(attachment->nodes.values[0], ==, 17);
    g_assert_cmpint(attachment->nodes.values[1], ==, 26);
    act(&stage, "win.undo");
    g_assert_cmpint(attachment->nodes.values[1], ==, 9);
    stage_close(&stage);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    GError *error = NULL;
    char *path = g_build_filename(folder, name, NULL);
    g_file_set_contents(path, text, -1, &error);
    g_assert_no_error(error);
    g_free(path);
}

static void remove_file(const char *folder, const char *name)
{
    char *path = g_build_filename(folder, name, NULL);
    g_assert_cmpint(g_remove(path), ==, 0); /* it is there */
    g_free(path);
}

/* Nodes and elements in two files, elsewhere: both come beside the model, whichever was dropped. */
static void test_import(void)
{
    Stage stage;
    stage_open(&stage);
    GError *error = NULL;
    char *from = g_dir_make_tmp("sinew-import-XXXXXX", &error);
    char *to = g_dir_make_tmp("sinew-import-XXXXXX", &error);
    g_assert_no_error(error);
    write_file(from, "tet.node", "4 3 0 0\n1 0 0 0\n2 0.1 0 0\n3 0 0.1 0\n4 0 0 0.1\n");
    write_file(from, "tet.ele", "1 4 0\n1 1 2 3 4\n");
    char *model_path = g_build_filename(to, "model.sinew", NULL);
    g_assert_true(sn_project_save(stage.project, model_path, &error));
    g_assert_no_error(error);
    SnModel *model = sn_session_model(stage.session);
    g_free(model->path);
    model->path = g_strdup(model_path);
    char *dropped = g_build_filename(from, "tet.ele", NULL);
    const char *const paths[] = {dropped};
    double size[3];
    g_assert_true(sn_import_measure(dropped, size, &error));
    g_assert_cmpfloat_with_epsilon(size[2], 0.1, 1e-12);
    const SnImportChoice guess = sn_import_guess(size);
    g_assert_cmpint(guess.unit, ==, SN_IMPORT_METRES);
    g_assert_true(sn_edits_import(stage.session, paths, 1, &guess));
    const SnFem *fem = (const SnFem *)sn_model_get(model, sn_session_primary(stage.session));
    g_assert_true(fem->base.base.class == &SN_CLASS_FEM);
    g_assert_cmpint(fem->source, ==, SN_FEM_FILE);
    g_assert_cmpint(fem->nodes.n, ==, 4);
    g_assert_cmpint(fem->elements.n, ==, 1);
    g_assert_cmpstr(fem->base.base.name, ==, "tet");
    g_assert_true(sn_project_save(stage.project, model_path, &error)); /* brings them along */
    g_assert_no_error(error);
    remove_file(to, "meshes/tet.node");
    remove_file(to, "meshes/tet.ele");
    remove_file(to, "meshes");
    remove_file(to, "model.sinew");
    remove_file(from, "tet.node");
    remove_file(from, "tet.ele");
    g_rmdir(to);
    g_rmdir(from);
    g_free(dropped);
    g_free(model_path);
    g_free(from);
    g_free(to);
    stage_close(&stage);
}

/* Every shape of the Add menu gives a solid that can be simulated. */
static void test_add(void)
{
    static const char *const sources[] = {"box", "ellipsoid", "tube", "capsule", "sheet"};
    Stage stage;
    stage_open(&stage);
    SnModel *model = sn_session_model(stage.session);
    for (gsize i = 0; i < G_N_ELEMENTS(sources); i++) {
        const SnId id = sn_edits_add_fem(stage.session, sources[i], NULL);
        g_assert_false(sn_id_is_null(id));
        g_assert_cmpint(((const SnFem *)sn_model_get(model, id))->elements.n, >, 0);
    }
    SnChecks *checks = sn_checks_new();
    sn_model_validate(model, checks);
    g_assert_cmpint(sn_checks_count(checks, SN_ERROR), ==, 0);
    sn_checks_free(checks);
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv)) {
        g_test_skip("no display");
        return 77;
    }
    g_test_add_func("/fem/colors", test_colors);
    g_test_add_func("/fem/pick", test_pick);
    g_test_add_func("/fem/parts", test_parts);
    g_test_add_func("/fem/attach", test_attach);
    g_test_add_func("/fem/import", test_import);
    g_test_add_func("/fem/add", test_add);
    return g_test_run();
}
