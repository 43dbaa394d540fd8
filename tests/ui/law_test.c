/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law of what is selected beside its properties, and moment arms over a coordinate, in the real
 * window.  SINEW_UI_PICTURES=DIR keeps pictures. */
#include "tests/ui/window_support.h"
#include "ui/edits/edits.h"
#include "ui/plots/law_view.h"
#include "ui/plots/sweep_figure.h"
#include "ui/plots/sweep_private.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/widget_tree.h"

#include <math.h>
#include <string.h>

static void keep_picture(GtkWidget *of, const char *name)
{
    const char *folder = g_getenv("SINEW_UI_PICTURES");
    if (!folder)
        return;
    settle(200);
    GdkPaintable *paintable = gtk_widget_paintable_new(of);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    const int width = gtk_widget_get_width(of), height = gtk_widget_get_height(of);
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    GskRenderer *renderer = gtk_native_get_renderer(gtk_widget_get_native(of));
    GdkTexture *texture = gsk_renderer_render_texture(
        renderer, node, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    g_autofree char *path = g_strdup_printf("%s/%s.png", folder, name);
    gdk_texture_save_to_png(texture, path);
    g_object_unref(texture);
    gsk_render_node_unref(node);
    g_object_unref(paintable);
}

static SnLawView *law_of(Stage *stage)
{
    return SN_LAW_VIEW(widget(stage, "law"));
}

static bool has_now(Stage *stage)
{
    GtkWidget *view = widget(stage, "law");
    const SnLaw *law = view ? sn_law_view_law(SN_LAW_VIEW(view)) : NULL;
    return law && law->plots[0].has_now;
}

static bool is_placed(Stage *stage)
{
    double place[2];
    return has_now(stage) &&
           sn_law_view_place(law_of(stage), 0, sn_law_view_law(law_of(stage))->plots[0].now, place);
}

static void select_path(Stage *stage, const char *path)
{
    sn_session_select_one(stage->session, id_of(stage, path));
    settle(50);
}

/* Runs until a time and waits until that is shown. */
static void run_until(Stage *stage, double time)
{
    sn_session_set_speed(stage->session, 0);
    sn_engine_play_until(sn_session_engine(stage->session), time);
    for (int i = 0; i < 6000 && (sn_session_time(stage->session) < time - 1e-3 ||
                                 sn_session_run(stage->session) == SN_PLAYING);
         i++)
        settle(10);
    g_assert_cmpfloat(sn_session_time(stage->session), >=, time - 1e-3);
    settle(50);
}

/* Below the general rows, in view, its dots where the numbers say; they move as it runs, and the
 * curve follows an edit at once. */
static void test_muscle(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "arm");
    select_path(&stage, "/model/muscles/BIClong");
    g_assert_true(wait_for(&stage, is_placed));
    const SnLaw *law = sn_law_view_law(law_of(&stage));
    g_assert_cmpint(law->n_plots, >=, 2);
    const SnLawPlot before = law->plots[0];
    double place[2], height = gtk_widget_get_height(widget(&stage, "law"));
    g_assert_true(sn_law_view_place(law_of(&stage), 0, before.curves[0].at, place));
    g_assert_true(place[1] > 0 && place[1] < height);
    keep_picture(widget(&stage, "properties"), "law-muscle");
    sn_theme_set("dark");
    keep_picture(widget(&stage, "properties"), "law-muscle-dark");
    sn_theme_set("light");

    run_until(&stage, 1.5);
    const SnLawPlot *after = &sn_law_view_law(law_of(&stage))->plots[0];
    g_assert_cmpfloat(fabs(after->curves[0].at[0] - before.curves[0].at[0]), >, 1e-3);

    const SnId id = id_of(&stage, "/model/muscles/BIClong");
    const double y = after->curves[0].y[30], x = after->x[30];
    sn_edits_set_number(stage.session, &id, 1, "law.active_width", 0, 0.9);
    const SnLawPlot *wide = &sn_law_view_law(law_of(&stage))->plots[0];
    g_assert_cmpfloat(wide->curves[0].y[30], >, y);
    g_assert_cmpfloat(fabs(wide->x[30] - x), <, 1e-12);
    act(&stage, "win.undo");
    g_assert_cmpfloat(fabs(sn_law_view_law(law_of(&stage))->plots[0].curves[0].y[30] - y), <,
                      1e-12);
    stage_close(&stage);
}

/* Not there for what has no law, nor for several. */
static void test_nothing(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "arm");
    select_path(&stage, "/model/muscles/BIClong");
    g_assert_true(wait_for(&stage, has_now));
    SnLawView *view = law_of(&stage);
    g_object_ref(view);
    sn_session_select_none(stage.session);
    settle(50);
    g_assert_null(sn_law_view_law(view));
    const SnId both[] = {id_of(&stage, "/model/muscles/BIClong"),
                         id_of(&stage, "/model/muscles/TRIlong")};
    sn_session_select(stage.session, both, 2, SN_SELECT_REPLACE);
    settle(50);
    g_assert_null(sn_law_view_law(view));
    select_path(&stage, "/model/muscles/TRIlong");
    g_assert_nonnull(sn_law_view_law(view));
    sn_edits_delete(stage.session, both + 1, 1);
    settle(50);
    g_assert_null(sn_law_view_law(view));
    stage_demo(&stage, "chain");
    settle(50);
    g_assert_null(sn_law_view_law(view));
    g_object_unref(view);
    stage_close(&stage);
}

/* --- moment arms --- */

static GtkWindow *sweep_window(void)
{
    GtkWindow *found = NULL;
    GListModel *all = gtk_window_get_toplevels();
    for (guint i = 0; i < g_list_model_get_n_items(all); i++) {
        GtkWindow *window = g_list_model_get_item(all, i);
        if (g_strcmp0(gtk_widget_get_name(GTK_WIDGET(window)), "sweep-window") == 0)
            found = window;
        g_object_unref(window);
    }
    return found;
}

static bool is_computed(Stage *stage)
{
    return sweep_window() && sn_sweep_view_sweep(sn_sweep_window_view(sweep_window()));
}

static void test_moment_arms(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "arm");
    const SnId both[] = {id_of(&stage, "/model/muscles/BIClong"),
                         id_of(&stage, "/model/muscles/TRIlong")};
    sn_session_select(stage.session, both, 2, SN_SELECT_REPLACE);
    sn_session_select(stage.session, (SnId[]){id_of(&stage, "/model/joints/elbow_flex")}, 1,
                      SN_SELECT_ADD);
    act(&stage, "win.moment-arms");
    g_assert_nonnull(sweep_window());
    g_assert_true(wait_for(&stage, is_computed));
    const SnSweep *sweep = sn_sweep_view_sweep(sn_sweep_window_view(sweep_window()));
    g_assert_cmpint(sweep->n_paths, ==, 2);
    g_assert_true(sn_id_equal(sweep->coordinate.id, id_of(&stage, "/model/joints/elbow_flex")));
    g_assert_null(sweep->gap);
    const int middle = sweep->n / 2;
    const double flexor = sweep->moment_arm[middle],
                 extensor = sweep->moment_arm[sweep->n + middle];
    g_assert_cmpfloat(flexor * extensor, <, 0); /* they pull against each other */
    g_assert_cmpfloat(fabs(flexor), >, 0.005);
    g_assert_cmpfloat(fabs(flexor), <, 0.06);
    keep_picture(GTK_WIDGET(sn_sweep_window_view(sweep_window())), "moment-arms");
    g_autofree char *csv = sn_sweep_csv(sn_session_model(stage.session), sweep);
    g_assert_true(
        g_str_has_prefix(csv, "/model/joints/elbow_flex:angle,/model/muscles/BIClong:moment_arm,"
                              "/model/muscles/BIClong:length,/model/muscles/BIClong:force,"));
    g_auto(GStrv) lines = g_strsplit(csv, "\n", -1);
    g_assert_cmpint((int)g_strv_length(lines), ==, sweep->n + 2);
    stage_demo(&stage, "chain"); /* another document: it goes */
    settle(50);
    g_assert_null(sweep_window());
    stage_close(&stage);
}

/* A moved point is followed, without a hand. */
static void test_follows(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "arm");
    select_path(&stage, "/model/muscles/BIClong");
    act(&stage, "win.moment-arms");
    g_assert_true(wait_for(&stage, is_computed));
    SnSweepView *view = sn_sweep_window_view(sweep_window());
    const SnId point = id_of(&stage, "/model/markers/BIClong-P1");
    const double first = sn_sweep_view_sweep(view)->length[0];
    g_assert_cmpint((int)view->figure->curves->len, ==, 1);
    g_signal_emit_by_name(sn_find_widget(GTK_WIDGET(view), "sweep-keep"), "clicked");
    g_assert_true(sn_edits_change_number(stage.session, &point, 1, "location", 1, 1, 0.01));
    for (int i = 0; i < 100 && view->figure->curves->len < 2; i++)
        settle(50);
    g_assert_cmpint((int)view->figure->curves->len, ==, 2); /* what was, and over it what is */
    g_assert_cmpint(sn_figure_curve(view->figure, 0)->run, ==, 0);
    g_assert_cmpfloat(((SnSweep *)view->kept->pdata[0])->length[0], ==, first);
    const double before = sn_sweep_view_sweep(view)->length[0];
    g_assert_cmpfloat(fabs(before - first), >, 1e-3);
    keep_picture(GTK_WIDGET(view), "moment-arms-kept");
    g_signal_emit_by_name(sn_find_widget(GTK_WIDGET(view), "sweep-clear"), "clicked");
    g_assert_cmpint((int)view->figure->curves->len, ==, 1);
    const SnId muscle = id_of(&stage, "/model/muscles/BIClong");
    sn_edits_delete(stage.session, &muscle, 1);
    settle(800); /* gone: the last stays, and it says so */
    g_assert_cmpfloat(sn_sweep_view_sweep(view)->length[0], ==, before);
    act(&stage, "win.undo");
    settle(300);
    gtk_window_destroy(sweep_window());
    settle(50);
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/law/muscle", test_muscle);
    g_test_add_func("/law/nothing", test_nothing);
    g_test_add_func("/law/moment_arms", test_moment_arms);
    g_test_add_func("/law/follows", test_follows);
    return g_test_run();
}
