/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control panels and what can be done with a property: every edit, undo, files, and what the window
 * shows of it. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/panel.h"
#include "engine/model/classes/probe.h"
#include "engine/model/file/file.h"
#include "tests/ui/window_support.h"
#include "ui/edits/copy.h"
#include "ui/edits/edits.h"
#include "ui/edits/time/panel.h"
#include "ui/properties/panel_tabs.h"
#include "ui/properties/property_chooser.h"
#include "ui/properties/property_row.h"
#include "ui/session/labels.h"
#include "ui/session/property_target.h"
#include "ui/widgets/widget_tree.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define LAD "/model/muscles/ldg:excitation"
#define RAD "/model/muscles/rdg:excitation"

static SnModel *model_of(Stage *stage)
{
    return sn_session_model(stage->session);
}

static SnTarget target_of(Stage *stage, const char *text)
{
    SnTarget target;
    GError *error = NULL;
    sn_model_resolve_property(model_of(stage), NULL, text, &target, &error);
    g_assert_no_error(error);
    return target;
}

static double number_of(Stage *stage, const char *text)
{
    const SnTarget target = target_of(stage, text);
    SnValue value;
    sn_model_effective(model_of(stage), target.id,
                       sn_model_property(model_of(stage), target.id, target.row), &value, NULL);
    return value.number[0];
}

static const SnControl *control_at(Stage *stage, SnId panel, int i)
{
    return g_ptr_array_index(sn_panel_controls(model_of(stage), panel), i);
}

static int n_controls(Stage *stage, SnId panel)
{
    const GPtrArray *controls = sn_panel_controls(model_of(stage), panel);
    return controls ? (int)controls->len : -1;
}

static void check_label(Stage *stage, const SnControl *control, const char *expected)
{
    char *label = sn_control_label(model_of(stage), control->base.id);
    g_assert_cmpstr(label, ==, expected);
    g_free(label);
}

static SnId jaw_panel(Stage *stage)
{
    const SnTarget targets[] = {target_of(stage, LAD), target_of(stage, RAD),
                                target_of(stage, "/model/muscles/ldg:force"),
                                target_of(stage, "/model/muscles/rdg:force")};
    return sn_edits_new_panel(stage->session, NULL, targets, 4);
}

/* --- properties as text --- */

static void test_targets(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnModel *model = model_of(&stage);
    const SnId both[] = {id_of(&stage, "/model/muscles/ldg"), id_of(&stage, "/model/muscles/rdg"),
                         id_of(&stage, "/model/bodies/jaw")};
    char *text = sn_property_targets_text(model, both, 3, "excitation");
    g_assert_cmpstr(text, ==, LAD "\n" RAD);
    GError *error = NULL;
    GArray *targets = sn_property_targets_parse(model, text, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(targets->len, ==, 2);
    g_assert_true(sn_id_equal(g_array_index(targets, SnTarget, 1).id, both[1]));
    g_array_unref(targets);
    g_free(text);

    targets = sn_property_targets_parse(model, LAD "\n\n  " LAD "\n/model/muscles/ldg", &error);
    g_assert_no_error(error);
    g_assert_cmpuint(targets->len, ==, 1); /* each once; a path alone: its input */
    char *label = sn_property_target_label(model, g_array_index(targets, SnTarget, 0));
    g_assert_cmpstr(label, ==, "ldg excitation");
    g_free(label);
    g_array_unref(targets);

    targets = sn_property_targets_parse(model, LAD "\n/model/muscles/none:force", &error);
    g_assert_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_PATH);
    g_assert_cmpuint(targets->len, ==, 0);
    g_clear_error(&error);
    g_array_unref(targets);

    /* of several angles each has a name of its own */
    sn_session_select_one(stage.session, both[2]);
    const SnId joint = sn_edits_add(stage.session, SN_ID_NULL, &SN_CLASS_GIMBAL, NULL);
    const SnTarget second = {joint, sn_model_find_property(model, joint, "angle_2.angle")};
    label = sn_property_target_label(model, second);
    g_assert_cmpstr(label, ==, "gimbal angle 2");
    g_free(label);

    g_assert_true(sn_property_can_drive(model, target_of(&stage, LAD)));
    g_assert_true(sn_property_can_record(model, target_of(&stage, "/model/bodies/jaw:position")));
    g_assert_false(sn_property_can_drive(model, target_of(&stage, "/model/muscles/ldg:force")));
    g_assert_false(sn_property_can_record(model, target_of(&stage, "/model/muscles/ldg:notes")));

    targets = sn_property_search(model, "ldg EXCIT", 10);
    g_assert_cmpuint(targets->len, ==, 1);
    g_array_unref(targets);
    targets = sn_property_search(model, "", 10);
    g_assert_cmpuint(targets->len, ==, 10);
    g_array_unref(targets);
    stage_close(&stage);
}

/* --- edits --- */

static void test_edits(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    SnSession *session = stage.session;
    const SnId panel = jaw_panel(&stage);
    g_assert_cmpint(n_controls(&stage, panel), ==, 4);
    check_label(&stage, control_at(&stage, panel, 0), "ldg excitation");

    /* what is there already is not added again */
    const SnTarget more[] = {target_of(&stage, RAD),
                             target_of(&stage, "/model/muscles/lsh:excitation")};
    g_assert_cmpint(sn_edits_add_controls(session, panel, more, 2, 1), ==, 1);
    check_label(&stage, control_at(&stage, panel, 1), "lsh"); /* most rows are excitations now */
    g_assert_cmpint(sn_edits_add_controls(session, panel, more, 2, -1), ==, 0);
    g_assert_cmpstr(sn_undo_label(model_of(&stage)), ==, "Add rows to panel");

    g_assert_true(sn_edits_move_control(session, control_at(&stage, panel, 1)->base.id, 3));
    check_label(&stage, control_at(&stage, panel, 3), "lsh");
    act(&stage, "win.undo");
    check_label(&stage, control_at(&stage, panel, 1), "lsh");
    act(&stage, "win.redo");

    const SnId first = control_at(&stage, panel, 0)->base.id;
    const SnValue label = {.type = SN_TYPE_STRING, .string = (char *)"Digastric"};
    g_assert_true(sn_edits_set(session, &first, 1, "label", &label));
    g_assert_true(sn_edits_set_control_range(session, first, 0.1, 0.5));
    check_label(&stage, control_at(&stage, panel, 0), "Digastric");
    g_assert_cmpfloat(control_at(&stage, panel, 0)->high, ==, 0.5);
    act(&stage, "win.undo"); /* both ends are one step */
    g_assert_cmpfloat(control_at(&stage, panel, 0)->low, ==, 0);
    g_assert_cmpfloat(control_at(&stage, panel, 0)->high, ==, 0);

    /* every step back, to the file as it was */
    while (sn_undo_label(model_of(&stage)))
        act(&stage, "win.undo");
    g_assert_true(sn_edit_is_saved(model_of(&stage)));
    g_assert_cmpint(n_controls(&stage, panel), ==, -1);
    while (sn_redo_label(model_of(&stage)))
        act(&stage, "win.redo");
    g_assert_cmpint(n_controls(&stage, panel), ==, 5);
    stage_close(&stage);
}

/* Anything can be a row, also what has no value over time. */
static void test_kinds(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnTarget targets[] = {target_of(&stage, "/model/bodies/jaw:render.color"),
                                target_of(&stage, "/model/bodies/jaw:dynamic"),
                                target_of(&stage, "/model/muscles/ldg:law.type"),
                                target_of(&stage, "/model/bodies/jaw:position"),
                                target_of(&stage, "/model/muscles/ldg:notes"),
                                target_of(&stage, "/model/bodies/jaw:kinetic_energy")};
    const SnId panel = sn_edits_new_panel(stage.session, "All kinds", targets, 6);
    g_assert_cmpint(n_controls(&stage, panel), ==, 6);
    settle(300);
    g_assert_nonnull(widget(&stage, "property-control-jaw-position"));
    g_assert_nonnull(widget(&stage, "property-control-ldg-notes"));
    act(&stage, "win.step");
    settle(100);
    stage_close(&stage);
}

static void test_file(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "spring-mesh");
    GError *error = NULL;
    const SnTarget target = target_of(&stage, "/model:gravity");
    const SnId panel = sn_edits_new_panel(stage.session, "Weight", &target, 1);
    const SnId first = control_at(&stage, panel, 0)->base.id;
    g_assert_true(sn_edits_set_bool(stage.session, &panel, 1, "floating", true));
    g_assert_true(sn_edits_set_control_range(stage.session, first, -1, 2));
    char *path = g_build_filename(stage.config, "panel.sinew", NULL);
    g_assert_true(sn_file_write(model_of(&stage), path, &error));
    g_assert_no_error(error);
    SnModel *again = sn_file_open(path, &error);
    g_assert_no_error(error);
    const SnId read = sn_model_resolve(again, NULL, "/model/panels/Weight", &error);
    g_assert_no_error(error);
    g_assert_true(((const SnPanel *)sn_model_get(again, read))->floating);
    const SnControl *control = g_ptr_array_index(sn_panel_controls(again, read), 0);
    g_assert_cmpfloat(control->low, ==, -1);
    g_assert_cmpfloat(control->high, ==, 2);
    g_assert_cmpint(control->property.n, ==, 1);
    g_assert_true(sn_id_equal(control->property.targets[0].id, again->root->id));
    sn_model_free(again);
    g_remove(path);
    g_free(path);
    stage_close(&stage);
}

/* A row goes with what it shows and comes back with it; copies of either keep their own. */
static void test_delete(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnId panel = jaw_panel(&stage), lad = id_of(&stage, "/model/muscles/ldg");
    settle(50);
    sn_session_select_one(stage.session, lad);
    delete_selected(&stage);
    settle(100);
    g_assert_cmpint(n_controls(&stage, panel), ==, 2);
    check_label(&stage, control_at(&stage, panel, 0), "rdg excitation");
    act(&stage, "win.undo");
    settle(400);
    g_assert_cmpint(n_controls(&stage, panel), ==, 4);
    g_assert_nonnull(widget(&stage, "property-control-ldg-excitation"));

    sn_session_select_one(stage.session, lad);
    sn_edits_duplicate_selection(stage.session, false);
    g_assert_cmpint(n_controls(&stage, panel), ==, 4);
    g_assert_true(sn_id_equal(control_at(&stage, panel, 0)->property.targets[0].id, lad));
    sn_session_select_one(stage.session, panel);
    sn_edits_duplicate_selection(stage.session, false);
    const SnId copy = sn_session_primary(stage.session);
    g_assert_cmpint(n_controls(&stage, copy), ==, 4);
    g_assert_true(sn_id_equal(control_at(&stage, copy, 0)->property.targets[0].id, lad));
    settle(100);
    const SnId demo = id_of(&stage, "/model/panels/Excitations");
    sn_edits_delete(stage.session, &copy, 1);
    sn_edits_delete(stage.session, &demo, 1);
    sn_edits_delete(stage.session, &panel, 1);
    settle(400);
    g_assert_false(gtk_widget_get_visible(widget(&stage, "panel-tabs")));
    act(&stage, "win.undo");
    settle(400);
    g_assert_true(gtk_widget_get_visible(widget(&stage, "panel-tabs")));
    stage_close(&stage);
}

static void test_collections(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    SnId panel = sn_edits_panel_of_excitations(stage.session);
    g_assert_cmpint(n_controls(&stage, panel), ==, 26);
    check_label(&stage, control_at(&stage, panel, 0), "lat"); /* all show the same */
    const SnId selected[] = {id_of(&stage, "/model/muscles/ldg"),
                             id_of(&stage, "/model/muscles/rdg")};
    sn_session_select(stage.session, selected, 2, SN_SELECT_REPLACE);
    panel = sn_edits_panel_from_selection(stage.session);
    g_assert_cmpint(n_controls(&stage, panel), ==, 2);
    sn_session_select_one(stage.session, id_of(&stage, "/model/muscles"));
    panel = sn_edits_panel_from_selection(stage.session);
    g_assert_cmpint(n_controls(&stage, panel), ==, 26);
    sn_session_select_one(stage.session, id_of(&stage, "/model/markers/lower_incisor"));
    panel = sn_edits_panel_from_selection(stage.session); /* no input: where it is */
    g_assert_cmpint(n_controls(&stage, panel), ==, 1);
    check_label(&stage, control_at(&stage, panel, 0), "lower_incisor position");

    /* a demo's own panel comes with it, in front until something is selected */
    stage_demo(&stage, "jaw");
    settle(300);
    g_assert_true(gtk_widget_get_mapped(widget(&stage, "slider-control-ldg")));
    sn_session_select_one(stage.session, id_of(&stage, "/model/bodies/jaw"));
    settle(300);
    g_assert_false(gtk_widget_get_mapped(widget(&stage, "slider-control-ldg")));
    g_assert_true(gtk_widget_get_mapped(widget(&stage, "property-position")));

    /* of a tongue the exciters, not the bundles they drive */
    stage_demo(&stage, "tongue");
    panel = sn_edits_panel_of_excitations(stage.session);
    const SnComponent *exciters = sn_model_get(model_of(&stage), id_of(&stage, "/model/exciters"));
    g_assert_cmpint(n_controls(&stage, panel), ==, (int)exciters->children->len);
    stage_close(&stage);
}

/* --- probes of properties --- */

static void test_probes(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnId lad = id_of(&stage, "/model/muscles/ldg");
    sn_edits_set_number(stage.session, &lad, 1, "excitation", 0, 0.25);
    const guint before =
        sn_model_get(model_of(&stage), id_of(&stage, "/model/probes"))->children->len;
    act(&stage, "win.drive-property::" LAD "\n" RAD);
    int n = 0;
    const SnId *made = sn_session_selection(stage.session, &n);
    g_assert_cmpint(n, ==, 2);
    const SnInputProbe *probe = (const SnInputProbe *)sn_model_get(model_of(&stage), made[0]);
    g_assert_true(probe->base.base.class == &SN_CLASS_INPUT_PROBE);
    g_assert_cmpstr(probe->base.base.name, ==, "ldg excitation");
    g_assert_cmpint(probe->base.targets.n, ==, 1);
    g_assert_cmpint(probe->knots.n, ==, 2);
    const SnKnot *knots = probe->knots.entries;
    g_assert_cmpfloat(knots[0].time, ==, 0);
    g_assert_cmpfloat(knots[1].time, ==, 2); /* the demo's duration */
    g_assert_cmpfloat(knots[0].values.values[0], ==, 0.25);
    g_assert_cmpfloat(knots[1].values.values[0], ==, 0.25);
    act(&stage, "win.undo");                   /* both are one step */
    sn_session_select_one(stage.session, lad); /* who records goes on with what is selected */
    act(&stage, "win.record-property::/model/bodies/jaw:position");
    g_assert_true(sn_id_equal(sn_session_primary(stage.session), lad));
    const SnComponent *list = sn_model_get(model_of(&stage), id_of(&stage, "/model/probes"));
    g_assert_cmpuint(list->children->len, ==, before + 1);
    const SnProbe *output = g_ptr_array_index(list->children, before);
    g_assert_true(output->base.class == &SN_CLASS_OUTPUT_PROBE);

    /* without a target: what matters of the selection */
    sn_session_select_one(stage.session, lad);
    act(&stage, "win.drive-property::");
    probe = (const SnInputProbe *)sn_model_get(model_of(&stage), sn_session_primary(stage.session));
    g_assert_true(probe->base.base.class == &SN_CLASS_INPUT_PROBE);
    act(&stage, "win.add-to-panel::");
    act(&stage, "win.copy-property::" LAD);
    act(&stage, "win.copy-path");
    GdkContentProvider *copied =
        gdk_clipboard_get_content(gtk_widget_get_clipboard(GTK_WIDGET(stage.window)));
    GValue value = G_VALUE_INIT;
    g_value_init(&value, G_TYPE_STRING);
    g_assert_true(gdk_content_provider_get_value(copied, &value, NULL));
    g_autofree char *path = sn_model_path(model_of(&stage), sn_session_primary(stage.session));
    g_assert_cmpstr(g_value_get_string(&value), ==, path);
    g_value_unset(&value);
    stage_close(&stage);
}

/* --- the window --- */

static double engine_value; /* of the watch below */

static void on_watched(const SnWatched *value, gpointer data)
{
    engine_value = value->value[0];
}

static bool engine_follows(Stage *stage)
{
    return engine_value == 0.75;
}

static GtkWidget *lad_slider(Stage *stage)
{
    return sn_find_widget(GTK_WIDGET(stage->window), "slider-control-ldg-excitation");
}

static bool slider_ends_at(Stage *stage, double high)
{
    GtkWidget *slider = lad_slider(stage);
    return slider && gtk_adjustment_get_upper(gtk_range_get_adjustment(GTK_RANGE(slider))) == high;
}

static bool has_whole_slider(Stage *stage)
{
    return slider_ends_at(stage, 1);
}

static bool has_short_slider(Stage *stage)
{
    return slider_ends_at(stage, 0.4);
}

static bool has_no_slider(Stage *stage)
{
    return lad_slider(stage) == NULL;
}

static bool slider_is_zero(Stage *stage)
{
    return gtk_range_get_value(GTK_RANGE(lad_slider(stage))) == 0;
}

/* A slider of a panel sets model and engine; undo takes it back; a range of its own holds it. */
static void test_slider(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnTarget lad = target_of(&stage, LAD);
    engine_value = 0;
    sn_session_watch(stage.session, lad.id, lad.row, on_watched, NULL);
    const SnId panel = jaw_panel(&stage);
    g_assert_true(wait_for(&stage, has_whole_slider));
    SnPanelTabs *tabs =
        SN_PANEL_TABS(gtk_widget_get_ancestor(widget(&stage, "panel-tabs"), SN_TYPE_PANEL_TABS));
    g_assert_true(sn_id_equal(sn_panel_tabs_shown(tabs), panel));
    act(&stage, "win.play");
    gtk_range_set_value(GTK_RANGE(lad_slider(&stage)), 0.75);
    g_assert_cmpfloat(number_of(&stage, LAD), ==, 0.75);
    g_assert_true(wait_for(&stage, engine_follows));
    act(&stage, "win.play");
    g_assert_true(wait_for(&stage, is_paused));
    act(&stage, "win.undo");
    g_assert_cmpfloat(number_of(&stage, LAD), ==, 0);
    g_assert_true(wait_for(&stage, slider_is_zero));

    const SnId control = control_at(&stage, panel, 0)->base.id;
    sn_edits_set_control_range(stage.session, control, 0.2, 0.4);
    g_assert_true(wait_for(&stage, has_short_slider));
    gtk_range_set_value(GTK_RANGE(lad_slider(&stage)), 0.9);
    g_assert_cmpfloat(number_of(&stage, LAD), ==, 0.4);
    const SnValue number = {.type = SN_TYPE_ENUM, .integer = SN_CONTROL_NUMBER};
    sn_edits_set(stage.session, &control, 1, "widget", &number);
    g_assert_true(wait_for(&stage, has_no_slider));
    stage_close(&stage);
}

static GtkAdjustment *angle_travel(Stage *stage)
{
    return gtk_range_get_adjustment(GTK_RANGE(widget(stage, "slider-angle")));
}

static bool angle_is_limited(Stage *stage)
{
    return gtk_adjustment_get_lower(angle_travel(stage)) == -0.25 &&
           gtk_adjustment_get_upper(angle_travel(stage)) == 2;
}

static bool angle_is_free(Stage *stage)
{
    return gtk_adjustment_get_lower(angle_travel(stage)) == -M_PI &&
           gtk_adjustment_get_upper(angle_travel(stage)) == M_PI;
}

/* The slider of an angle ends at the limits of the joint, also when these come while it is shown;
 * nothing moves by that. */
static void test_limits(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "four-bar");
    const SnTarget angle = target_of(&stage, "/model/joints/A:angle");
    const SnId joint = angle.id;
    g_assert_cmpint(sn_property_main_row(model_of(&stage), joint, false), ==, angle.row);
    const double place = number_of(&stage, "/model/bodies/crank:position");
    const SnValue limited = {.type = SN_TYPE_BOOL, .boolean = true};
    sn_session_select_one(stage.session, joint);
    g_assert_true(wait_for(&stage, angle_is_free));
    sn_edits_set(stage.session, &joint, 1, "limited", &limited);
    sn_edits_set_number(stage.session, &joint, 1, "lower", 0, -0.25);
    sn_edits_set_number(stage.session, &joint, 1, "upper", 0, 2);
    g_assert_true(wait_for(&stage, angle_is_limited));
    g_assert_cmpfloat(number_of(&stage, "/model/bodies/crank:position"), ==, place);
    for (int i = 0; i < 3; i++)
        act(&stage, "win.undo");
    g_assert_true(wait_for(&stage, angle_is_free));
    stage_close(&stage);
}

static GtkWidget *floating_window(void)
{
    GListModel *all = gtk_window_get_toplevels();
    GtkWidget *found = NULL;
    for (guint i = 0; i < g_list_model_get_n_items(all); i++) {
        GtkWidget *window = g_list_model_get_item(all, i);
        if (strcmp(gtk_widget_get_name(window), "panel-window") == 0)
            found = window;
        g_object_unref(window);
    }
    return found;
}

static void test_floating(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnId panel = jaw_panel(&stage);
    settle(100);
    g_assert_null(floating_window());
    sn_edits_set_bool(stage.session, &panel, 1, "floating", true);
    settle(400);
    GtkWidget *window = floating_window();
    g_assert_nonnull(window);
    g_assert_nonnull(sn_find_widget(window, "slider-control-ldg-excitation"));
    g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(window)), ==, "Panel");
    sn_edits_rename(stage.session, panel, "Openers");
    settle(300);
    g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(window)), ==, "Openers");
    gtk_window_close(GTK_WINDOW(window));
    settle(400);
    g_assert_null(floating_window());
    g_assert_nonnull(widget(&stage, "tab-Openers"));
    act(&stage, "win.undo"); /* floats again, and goes with its document */
    settle(400);
    g_assert_nonnull(floating_window());
    stage_demo(&stage, "chain");
    settle(400);
    g_assert_null(floating_window());
    stage_close(&stage);
}

static bool has_chip(Stage *stage)
{
    GtkWidget *chip = sn_find_widget(GTK_WIDGET(stage->window), "driver-excitation");
    return chip && gtk_widget_get_visible(chip);
}

/* What a probe drives says so, lets the base value be edited, and leads to the probe. */
static void test_driver(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw-open");
    const SnId lad = id_of(&stage, "/model/muscles/ldg");
    sn_session_select_one(stage.session, lad);
    g_assert_true(wait_for(&stage, has_chip));
    GtkWidget *slider = widget(&stage, "slider-excitation");
    g_assert_true(gtk_widget_is_sensitive(slider));
    gtk_range_set_value(GTK_RANGE(slider), 0.5);
    g_assert_cmpfloat(number_of(&stage, LAD), ==, 0.5);
    settle(100);
    g_assert_true(has_chip(&stage));
    g_signal_emit_by_name(widget(&stage, "driver-excitation"), "clicked");
    g_assert_true(
        sn_id_equal(sn_session_primary(stage.session), id_of(&stage, "/model/probes/dg")));
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/panel/targets", test_targets);
    g_test_add_func("/panel/edits", test_edits);
    g_test_add_func("/panel/kinds", test_kinds);
    g_test_add_func("/panel/file", test_file);
    g_test_add_func("/panel/delete", test_delete);
    g_test_add_func("/panel/collections", test_collections);
    g_test_add_func("/panel/probes", test_probes);
    g_test_add_func("/panel/slider", test_slider);
    g_test_add_func("/panel/limits", test_limits);
    g_test_add_func("/panel/floating", test_floating);
    g_test_add_func("/panel/driver", test_driver);
    return g_test_run();
}
