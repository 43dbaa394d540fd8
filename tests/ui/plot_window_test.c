/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots in the real window: curves of what is recorded, zoom, what is read off, runs kept, docked
 * and floating, undo. */
#include "engine/model/classes/panel.h"
#include "tests/ui/window_support.h"
#include "ui/edits/edits.h"
#include "ui/edits/time/plot.h"
#include "ui/plots/plot_area.h"
#include "ui/plots/plot_data.h"
#include "ui/plots/plot_menu.h"
#include "ui/plots/plot_runs.h"
#include "ui/plots/trace_list.h"
#include "ui/timeline/timeline.h"

#include <math.h>
#include <string.h>

static SnPlotArea *area_of(Stage *stage)
{
    return SN_PLOT_AREA(widget(stage, "plots"));
}

static SnPlotView *view_of(Stage *stage, SnId plot)
{
    return sn_plot_area_find(area_of(stage), plot);
}

/* Runs until a time and waits until it is there. */
static void run_until(Stage *stage, double time)
{
    sn_engine_play_until(sn_session_engine(stage->session), time);
    g_assert_true(sn_engine_sync(sn_session_engine(stage->session), 5000));
    for (int i = 0; i < 600 && (sn_session_time(stage->session) < time - 1e-3 ||
                                sn_session_run(stage->session) == SN_PLAYING);
         i++)
        settle(10);
    g_assert_cmpfloat(sn_session_time(stage->session), >=, time - 1e-3);
    settle(50);
}

static void open_chain(Stage *stage)
{
    stage_open(stage);
    stage_demo(stage, "chain");
    sn_session_set_speed(stage->session, 0);
}

/* A body of the chain that falls. */
static char *a_property(Stage *stage, const char *property)
{
    const SnModel *model = sn_session_model(stage->session);
    const SnComponent *list = sn_model_list(model->root, "bodies");
    const SnComponent *last = g_ptr_array_index(list->children, list->children->len - 1);
    char *path = sn_model_path(model, last->id);
    char *text = g_strdup_printf("%s:%s", path, property);
    g_free(path);
    return text;
}

static SnId plot_position(Stage *stage)
{
    char *text = a_property(stage, "position");
    const SnId plot = sn_edits_plot_property(stage->session, text);
    g_free(text);
    g_assert_false(sn_id_is_null(plot));
    settle(50);
    return plot;
}

/* "Plot This": a plot below the viewer, recorded from now on, gone with undo. */
static void test_plot_this(void)
{
    Stage stage;
    open_chain(&stage);
    const SnId plot = plot_position(&stage);
    g_assert_cmpstr(sn_timeline_page(SN_TIMELINE(sn_window_timeline(stage.window))), ==, "plots");
    SnPlotView *view = view_of(&stage, plot);
    g_assert_nonnull(view);
    run_until(&stage, 0.2);
    const SnFigure *figure = sn_plot_view_figure(view);
    g_assert_null(figure->empty);
    g_assert_cmpuint(figure->curves->len, ==, 3);
    const SnFigureCurve *curve = sn_figure_curve(figure, 2);
    g_assert_cmpstr(curve->name, ==, "z");
    g_assert_cmpuint(curve->rows, >, 10);
    /* the last sample is the state as the engine has it */
    char *text = a_property(&stage, "position");
    SnTarget target;
    double value[6];
    g_assert_true(
        sn_model_resolve_property(sn_session_model(stage.session), NULL, text, &target, NULL));
    g_free(text);
    g_assert_cmpint(sn_engine_get(sn_session_engine(stage.session), target.id, target.row, value),
                    ==, 3);
    g_assert_cmpfloat(sn_figure_y_at(curve, curve->rows - 1), ==, value[2]);
    sn_edits_undo(stage.session);
    settle(20);
    g_assert_null(view_of(&stage, plot));
    sn_edits_redo(stage.session);
    settle(20);
    g_assert_nonnull(view_of(&stage, plot));
    stage_close(&stage);
}

/* Numbers, lengths, another property on the horizontal axis; wrong drops change nothing. */
static void test_edits(void)
{
    Stage stage;
    open_chain(&stage);
    const SnId plot = plot_position(&stage);
    SnPlotView *view = view_of(&stage, plot);
    char *velocity = a_property(&stage, "velocity"), *position = a_property(&stage, "position");
    run_until(&stage, 0.1);
    g_assert_true(sn_edits_plot_add_curves(stage.session, plot, velocity));
    g_assert_true(sn_edits_plot_add_curves(stage.session, plot, position)); /* there already */
    run_until(&stage, 0.3);
    const SnFigure *figure = sn_plot_view_figure(view);
    g_assert_cmpuint(figure->curves->len, ==, 6);
    g_assert_cmpint(figure->n_axes, ==, 2);
    g_assert_cmpint(figure->y_unit[1], ==, SN_UNIT_VELOCITY);

    const SnComponent *curves =
        sn_model_list(sn_model_get(sn_session_model(stage.session), plot), "curves");
    const SnId first = ((SnComponent *)g_ptr_array_index(curves->children, 0))->id;
    const SnId second = ((SnComponent *)g_ptr_array_index(curves->children, 1))->id;
    g_assert_true(sn_edits_plot_set_number(stage.session, first, 2));
    g_assert_true(sn_edits_plot_set_number(stage.session, second, SN_CURVE_MAGNITUDE));
    figure = sn_plot_view_figure(view);
    g_assert_cmpuint(figure->curves->len, ==, 2);
    g_assert_true(g_str_has_suffix(sn_figure_curve(figure, 1)->column, ":velocity.length"));
    g_assert_cmpfloat(sn_figure_y_at(sn_figure_curve(figure, 1), 5), >=, 0);

    g_assert_true(sn_edits_plot_set_x(stage.session, plot, position, 0));
    figure = sn_plot_view_figure(view);
    g_assert_false(figure->x_time);
    g_assert_cmpint(figure->x_unit, ==, SN_UNIT_LENGTH);
    g_assert_true(sn_edits_plot_remove_curve(stage.session, second));
    g_assert_true(sn_plot_view_figure(view)->equal);
    g_assert_true(sn_edits_plot_set_x(stage.session, plot, NULL, 0));
    g_assert_true(sn_plot_view_figure(view)->x_time);

    const uint64_t revision = sn_session_model(stage.session)->revision;
    g_assert_false(sn_edits_plot_add_curves(stage.session, plot, "/model/bodies/nobody:position"));
    g_assert_false(sn_edits_plot_add_curves(stage.session, plot, "something else"));
    g_assert_true(sn_id_is_null(sn_edits_plot_property(stage.session, "")));
    g_assert_cmpuint(sn_session_model(stage.session)->revision, ==, revision);
    g_free(velocity);
    g_free(position);
    stage_close(&stage);
}

static void test_zoom(void)
{
    Stage stage;
    open_chain(&stage);
    const SnId plot = plot_position(&stage);
    SnPlotView *view = view_of(&stage, plot);
    run_until(&stage, 0.5);
    const SnPlotLayout *layout = sn_plot_view_layout(view);
    g_assert_nonnull(layout);
    const double x = 0.25 * layout->left + 0.75 * layout->right;
    const double y = (layout->top + layout->bottom) / 2;
    const double under = (x - layout->map[0].x0) / layout->map[0].x_scale;
    const double whole = layout->x[1] - layout->x[0];
    sn_plot_view_zoom(view, 4, x, y, true, false);
    layout = sn_plot_view_layout(view);
    g_assert_cmpfloat_with_epsilon(layout->x[1] - layout->x[0], whole / 4, 1e-9);
    const double share = (under - layout->x[0]) / (layout->x[1] - layout->x[0]);
    g_assert_cmpfloat_with_epsilon(share, 0.75, 0.1); /* names may take some of the width */
    g_assert_true(sn_plot_view_is_zoomed(view));
    const double from = layout->x[0];
    sn_plot_view_pan(view, layout->map[0].x_scale * 0.01, 0);
    g_assert_cmpfloat_with_epsilon(sn_plot_view_layout(view)->x[0], from - 0.01, 1e-9);

    layout = sn_plot_view_layout(view);
    const double low = layout->x[0] + 0.25 * (layout->x[1] - layout->x[0]);
    const double high = layout->x[0] + 0.5 * (layout->x[1] - layout->x[0]);
    sn_plot_view_zoom_box(view, sn_plot_map_x(&layout->map[0], high), layout->bottom,
                          sn_plot_map_x(&layout->map[0], low), layout->top);
    layout = sn_plot_view_layout(view);
    g_assert_cmpfloat_with_epsilon(layout->x[0], low, 1e-9);
    g_assert_cmpfloat_with_epsilon(layout->x[1], high, 1e-9);
    /* kept in the document, and let go of again */
    act(&stage, "win.plot-fix");
    const SnPlot *component = (const SnPlot *)sn_model_get(sn_session_model(stage.session), plot);
    g_assert_false(component->x_automatic || component->y_automatic);
    g_assert_cmpfloat_with_epsilon(component->x_low, low, 1e-9);
    g_assert_false(sn_plot_view_is_zoomed(view));
    act(&stage, "win.plot-fix");
    g_assert_true(component->x_automatic && component->y_automatic);
    /* nonsense is refused */
    for (int i = 0; i < 400; i++)
        sn_plot_view_zoom(view, 1.5, x, y, true, true);
    layout = sn_plot_view_layout(view);
    g_assert_cmpfloat(layout->x[0], <, layout->x[1]);
    act(&stage, "win.plot-fit");
    g_assert_cmpfloat_with_epsilon(
        sn_plot_view_layout(view)->x[1] - sn_plot_view_layout(view)->x[0], whole, 1e-9);
    stage_close(&stage);
}

/* What is read at a moment is the sample nearest to it. */
static void test_read(void)
{
    Stage stage;
    open_chain(&stage);
    const SnId plot = plot_position(&stage);
    SnPlotView *view = view_of(&stage, plot);
    run_until(&stage, 0.3);
    const SnPlotLayout *layout = sn_plot_view_layout(view);
    const SnFigureCurve *z = sn_figure_curve(sn_plot_view_figure(view), 2);
    const size_t row = z->rows / 2;
    const double x = sn_plot_map_x(&layout->map[0], sn_series_time(z->series, row));
    char *text = sn_plot_view_read(view, x, (layout->top + layout->bottom) / 2);
    char **lines = g_strsplit(text, "\n", -1);
    g_assert_cmpuint(g_strv_length(lines), ==, 4);
    g_assert_true(g_str_has_prefix(lines[3], "z  "));
    char *number = g_strdup(lines[3] + 3);
    g_assert_true(g_str_has_suffix(number, " mm"));
    double written = g_ascii_strtod(number, NULL);
    if (g_str_has_prefix(number, "\u2212"))
        written = -g_ascii_strtod(number + strlen("\u2212"), NULL);
    g_assert_cmpfloat_with_epsilon(written, 1e3 * sn_figure_y_at(z, row), 0.051);
    g_free(number);
    g_strfreev(lines);
    g_free(text);
    g_assert_null(sn_plot_view_read(view, 1, 1));
    stage_close(&stage);
}

/* --- runs --- */

static const SnPlotRun *run_at(Stage *stage, guint index)
{
    const GPtrArray *runs = sn_plot_runs(sn_plot_runs_of(stage->session));
    g_assert_cmpuint(index, <, runs->len);
    return g_ptr_array_index(runs, index);
}

static guint n_runs(Stage *stage)
{
    return sn_plot_runs(sn_plot_runs_of(stage->session))->len;
}

/* Something that changes the motion from the present moment on. */
static void change_gravity(Stage *stage, double g)
{
    const SnId root = sn_session_model(stage->session)->root->id;
    g_assert_true(sn_edits_set_number(stage->session, &root, 1, "gravity", 2, g));
    settle(50);
}

static void test_keep(void)
{
    Stage stage;
    open_chain(&stage);
    const SnId plot = plot_position(&stage);
    SnPlotView *view = view_of(&stage, plot);
    run_until(&stage, 0.2);
    act(&stage, "win.plot-keep");
    g_assert_cmpuint(n_runs(&stage), ==, 1);
    const SnFigure *figure = sn_plot_view_figure(view);
    g_assert_cmpuint(figure->curves->len, ==, 6);
    g_assert_cmpint(sn_figure_curve(figure, 0)->run, ==, 0);
    g_assert_cmpint(sn_figure_curve(figure, 3)->run, ==, -1);
    const size_t kept = sn_figure_curve(figure, 0)->rows;
    run_until(&stage, 0.3);
    figure = sn_plot_view_figure(view);
    g_assert_cmpuint(sn_figure_curve(figure, 0)->rows, ==, kept); /* it does not grow */
    g_assert_cmpuint(sn_figure_curve(figure, 3)->rows, >, kept);

    SnPlotRuns *runs = sn_plot_runs_of(stage.session);
    sn_plot_runs_rename(runs, 0, "heavy");
    sn_plot_runs_set_color(runs, 0, (const double[3]){1, 0, 0});
    figure = sn_plot_view_figure(view);
    const SnFigureRun *run = &g_array_index(figure->runs, SnFigureRun, 0);
    g_assert_cmpstr(run->name, ==, "heavy");
    g_assert_true(run->coloured);
    sn_plot_runs_show(runs, 0, false);
    g_assert_cmpuint(sn_plot_view_figure(view)->curves->len, ==, 3);
    sn_plot_runs_show(runs, 0, true);
    sn_plot_runs_delete(runs, 0);
    g_assert_cmpuint(sn_plot_view_figure(view)->curves->len, ==, 3);
    stage_close(&stage);
}

/* Back, change, play: the run that is overwritten stays, with all its samples, unless one does not
 * want that. */
static void test_keep_automatically(void)
{
    Stage stage;
    open_chain(&stage);
    const SnId plot = plot_position(&stage);
    SnPlotView *view = view_of(&stage, plot);
    run_until(&stage, 0.4);
    const SnFigureCurve *z = sn_figure_curve(sn_plot_view_figure(view), 2);
    const size_t rows = z->rows;
    const double last = sn_figure_y_at(z, rows - 1);
    sn_engine_seek(sn_session_engine(stage.session), 0.1);
    settle(100);
    g_assert_cmpuint(n_runs(&stage), ==, 0);
    change_gravity(&stage, -3);
    run_until(&stage, 0.3);
    g_assert_cmpuint(n_runs(&stage), ==, 1);
    g_assert_true(run_at(&stage, 0)->automatic);
    const SnFigure *figure = sn_plot_view_figure(view);
    g_assert_cmpuint(figure->curves->len, ==, 6);
    const SnFigureCurve *old = sn_figure_curve(figure, 2), *now = sn_figure_curve(figure, 5);
    g_assert_cmpuint(old->rows, ==, rows);
    g_assert_cmpfloat(sn_figure_y_at(old, rows - 1), ==, last);
    /* the same until the change, another one after it */
    const size_t before = sn_series_find(now->series, 0.09);
    g_assert_cmpfloat(sn_figure_y_at(old, before), ==, sn_figure_y_at(now, before));
    const size_t after = sn_series_find(now->series, 0.29);
    g_assert_cmpfloat(fabs(sn_figure_y_at(old, after) - sn_figure_y_at(now, after)), >, 1e-4);
    g_assert_true(g_array_index(figure->runs, SnFigureRun, 0).faded);

    /* five at most */
    for (int i = 0; i < 7; i++) {
        sn_engine_seek(sn_session_engine(stage.session), 0.05);
        settle(60);
        change_gravity(&stage, -4 - i);
        run_until(&stage, 0.2);
    }
    g_assert_cmpuint(n_runs(&stage), ==, SN_PLOT_RUNS_AUTOMATIC);
    act(&stage, "win.plot-keep-automatically");
    sn_plot_runs_delete_all(sn_plot_runs_of(stage.session));
    sn_engine_seek(sn_session_engine(stage.session), 0.05);
    settle(60);
    change_gravity(&stage, -20);
    run_until(&stage, 0.2);
    g_assert_cmpuint(n_runs(&stage), ==, 0);
    act(&stage, "win.plot-keep-automatically");
    stage_close(&stage);
}

/* --- windows, menu, documents --- */

static int n_windows(Stage *stage)
{
    return (int)g_list_length(gtk_application_get_windows(stage->application));
}

static void test_floating(void)
{
    Stage stage;
    open_chain(&stage);
    const SnId plot = plot_position(&stage);
    SnPlotView *view = view_of(&stage, plot);
    run_until(&stage, 0.1);
    const int before = n_windows(&stage);
    act(&stage, "win.plot-float");
    settle(100);
    g_assert_true(view_of(&stage, plot) == view); /* with its zoom and all */
    g_assert_cmpint(n_windows(&stage), ==, before + 1);
    GtkWidget *window = GTK_WIDGET(gtk_widget_get_root(GTK_WIDGET(view)));
    g_assert_cmpstr(gtk_widget_get_name(window), ==, "plot-window");
    g_assert_nonnull(sn_plot_view_layout(view));
    gtk_window_close(GTK_WINDOW(window)); /* docks it */
    settle(100);
    g_assert_cmpint(n_windows(&stage), ==, before);
    g_assert_true(gtk_widget_get_root(GTK_WIDGET(view)) == GTK_ROOT(stage.window));
    sn_edits_undo(stage.session);
    settle(100);
    g_assert_cmpint(n_windows(&stage), ==, before + 1);
    act(&stage, "win.plot-delete");
    settle(100);
    g_assert_cmpint(n_windows(&stage), ==, before);
    stage_close(&stage);
}

/* Labels of all entries of a menu, submenus included. */
static void menu_labels(GMenuModel *menu, GString *text)
{
    for (int i = 0; i < g_menu_model_get_n_items(menu); i++) {
        char *label = NULL;
        if (g_menu_model_get_item_attribute(menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label)) {
            g_string_append_printf(text, "|%s", label);
            g_free(label);
        }
        GMenuLinkIter *links = g_menu_model_iterate_item_links(menu, i);
        GMenuModel *linked;
        while (g_menu_link_iter_get_next(links, NULL, &linked)) {
            menu_labels(linked, text);
            g_object_unref(linked);
        }
        g_object_unref(links);
    }
    g_string_append_c(text, '|');
}

static void test_menu(void)
{
    Stage stage;
    open_chain(&stage);
    const SnId plot = plot_position(&stage);
    SnPlotView *view = view_of(&stage, plot);
    run_until(&stage, 0.1);
    act(&stage, "win.plot-keep");
    GMenuModel *menu = sn_plot_menu_new(view);
    GString *text = g_string_new(NULL);
    menu_labels(menu, text);
    static const char *const wanted[] = {
        "|Against Time|", "|Against|", "|x|",         "|Length|", "|Keep This Run|", "|Kept Runs|",
        "|Rename…|",      "|Colour|",  "|Blue|",      "|Legend|", "|Fit Plot|",      "|Export|",
        "|Plot as CSV…|", "|Remove|",  "|Delete All|"};
    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++) {
        if (!strstr(text->str, wanted[i])) {
            g_test_message("no %s in %s", wanted[i], text->str);
            g_test_fail();
        }
    }
    g_string_free(text, TRUE);
    g_object_unref(menu);
    /* what its own actions do */
    char *position = a_property(&stage, "position");
    gtk_widget_activate_action(GTK_WIDGET(view), "plot.against", "(si)", position, 1);
    g_assert_cmpstr(sn_plot_view_figure(view)->x_column + strlen(position), ==, ".y");
    act(&stage, "win.plot-time");
    g_assert_true(sn_plot_view_figure(view)->x_time);
    gtk_widget_activate_action(GTK_WIDGET(view), "plot.run-color", "(ii)", 0, 1);
    g_assert_true(run_at(&stage, 0)->coloured);
    gtk_widget_activate_action(GTK_WIDGET(view), "plot.run-show", "i", 0);
    g_assert_false(run_at(&stage, 0)->shown);
    gtk_widget_activate_action(GTK_WIDGET(view), "plot.runs-delete", NULL);
    g_assert_cmpuint(n_runs(&stage), ==, 0);
    act(&stage, "win.plot-copy");
    g_assert_true(gdk_content_formats_contain_gtype(
        gdk_clipboard_get_formats(gtk_widget_get_clipboard(GTK_WIDGET(view))), GDK_TYPE_TEXTURE));
    act(&stage, "win.plot-legend");
    g_assert_true(sn_plot_view_figure(view)->legend);
    sn_plot_menu_open(view, 20, 20);
    settle(200);
    g_free(position);
    stage_close(&stage);
}

/* Another document: its own plots, no runs of the old one; a property that goes takes its curve. */
static void test_documents(void)
{
    Stage stage;
    open_chain(&stage);
    const SnId plot = plot_position(&stage);
    run_until(&stage, 0.1);
    act(&stage, "win.plot-keep");
    char *position = a_property(&stage, "position");
    SnTarget target;
    sn_model_resolve_property(sn_session_model(stage.session), NULL, position, &target, NULL);
    g_free(position);
    sn_edits_delete(stage.session, &target.id, 1);
    settle(100);
    g_assert_nonnull(view_of(&stage, plot));
    g_assert_nonnull(sn_plot_view_figure(view_of(&stage, plot))->empty);
    sn_edits_undo(stage.session);
    settle(100);
    g_assert_cmpuint(sn_plot_view_figure(view_of(&stage, plot))->curves->len, >, 0);
    stage_demo(&stage, "incline");
    settle(50);
    g_assert_null(sn_plot_area_active(area_of(&stage)));
    g_assert_cmpuint(n_runs(&stage), ==, 0);
    g_assert_cmpuint(sn_trace_list_sources(sn_trace_list_of(stage.session))->len, ==, 0);
    act(&stage, "win.plot-new");
    settle(50);
    g_assert_nonnull(sn_plot_area_active(area_of(&stage)));
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/plots/plot-this", test_plot_this);
    g_test_add_func("/plots/edits", test_edits);
    g_test_add_func("/plots/zoom", test_zoom);
    g_test_add_func("/plots/read", test_read);
    g_test_add_func("/plots/keep", test_keep);
    g_test_add_func("/plots/keep-automatically", test_keep_automatically);
    g_test_add_func("/plots/floating", test_floating);
    g_test_add_func("/plots/menu", test_menu);
    g_test_add_func("/plots/documents", test_documents);
    return g_test_run();
}
