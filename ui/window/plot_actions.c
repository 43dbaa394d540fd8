/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/plot_actions.h"

#include "engine/model/classes/panel.h"
#include "ui/edits/edits.h"
#include "ui/edits/time/plot.h"
#include "ui/plots/plot_area.h"
#include "ui/plots/plot_file.h"
#include "ui/plots/plot_runs.h"
#include "ui/plots/sweep_view.h"
#include "ui/timeline/timeline.h"
#include "ui/widgets/dialogs.h"

#include <math.h>
#include <string.h>

#define PICTURE_SCALE 3 /* pixels of a PNG for each on the screen: 288 to the inch */

static const char AREA_KEY[] = "sn-plot-area";

static SnPlotArea *area_of(gpointer window)
{
    return g_object_get_data(G_OBJECT(window), AREA_KEY);
}

/* The plot the actions act on: the one used last. */
static SnPlotView *view_of(gpointer window)
{
    return sn_plot_area_active(area_of(window));
}

static SnSession *session_of(gpointer window)
{
    return sn_window_session(SN_WINDOW(window));
}

static const SnPlot *plot_of(gpointer window)
{
    SnPlotView *view = view_of(window);
    const SnModel *model = sn_session_model(session_of(window));
    return view && model ? (const SnPlot *)sn_model_get(model, sn_plot_view_plot(view)) : NULL;
}

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

/* --- pages and plots --- */

ACTION(on_plots)
{
    sn_window_show_panel(window, "timeline", true);
    sn_timeline_show_page(SN_TIMELINE(sn_window_timeline(window)), "plots");
}

ACTION(on_new)
{
    sn_edits_plot_new(session_of(window));
}

ACTION(on_moment_arms)
{
    sn_sweep_window_open(window, session_of(window));
}

ACTION(on_time)
{
    sn_edits_plot_set_x(session_of(window), plot_of(window)->base.id, NULL, 0);
}

ACTION(on_fit)
{
    sn_plot_view_fit(view_of(window));
}

/* The view at hand becomes that of the document, or the document lets go of it. */
ACTION(on_fix)
{
    const SnPlot *plot = plot_of(window);
    const SnFigure *figure = sn_plot_view_figure(view_of(window));
    const SnId id = plot->base.id;
    if (plot->x_automatic && plot->y_automatic)
        sn_edits_plot_set_ranges(session_of(window), id, figure->x, figure->y[0]);
    else
        sn_edits_plot_set_ranges(session_of(window), id, NULL, NULL);
    sn_plot_view_fit(view_of(window));
}

ACTION(on_legend)
{
    sn_edits_plot_set_legend(session_of(window), plot_of(window)->base.id,
                             !plot_of(window)->legend);
}

ACTION(on_equal)
{
    const SnId id = plot_of(window)->base.id;
    sn_edits_set_bool(session_of(window), &id, 1, "equal", !plot_of(window)->equal);
}

ACTION(on_float)
{
    sn_edits_plot_set_floating(session_of(window), plot_of(window)->base.id,
                               !plot_of(window)->floating);
}

ACTION(on_properties)
{
    sn_window_show_panel(window, "properties", true);
    sn_session_select_one(session_of(window), plot_of(window)->base.id);
}

ACTION(on_delete)
{
    const SnId id = plot_of(window)->base.id;
    sn_edits_delete(session_of(window), &id, 1);
}

/* --- runs --- */

ACTION(on_keep)
{
    if (!sn_plot_runs_keep(sn_plot_runs_of(session_of(window)))) {
        sn_session_report(session_of(window),
                          &(SnBar){.severity = SN_NOTE,
                                   .text = "Nothing is recorded yet that a plot shows.",
                                   .button = "Play",
                                   .action = "win.play"});
    }
}

ACTION(on_keep_automatically)
{
    SnPlotRuns *runs = sn_plot_runs_of(session_of(window));
    sn_plot_runs_set_automatic(runs, !sn_plot_runs_automatic(runs));
    sn_settings_set_int(sn_window_settings(window), "keep-runs", sn_plot_runs_automatic(runs));
    g_simple_action_set_state(action, g_variant_new_boolean(sn_plot_runs_automatic(runs)));
}

/* --- files --- */

static void export_to(const char *path, gpointer window)
{
    SnPlotView *view = view_of(window);
    if (!path || !view)
        return;
    GError *error = NULL;
    const double width = fmax(gtk_widget_get_width(GTK_WIDGET(view)), 200);
    const double height = fmax(gtk_widget_get_height(GTK_WIDGET(view)), 120);
    if (!sn_plot_file_write(sn_plot_view_figure(view), path, width, height, PICTURE_SCALE,
                            &error)) {
        sn_session_fail(session_of(window), error->message);
        g_error_free(error);
    }
}

ACTION(on_export)
{
    char *label = sn_session_label(session_of(window), plot_of(window)->base.id);
    char *ending = g_strconcat(".", g_variant_get_string(parameter, NULL), NULL);
    sn_dialog_save_plot(window, label, ending, export_to, window);
    g_free(ending);
    g_free(label);
}

ACTION(on_copy)
{
    SnPlotView *view = view_of(window);
    GBytes *png = sn_plot_png(sn_plot_view_figure(view), gtk_widget_get_width(GTK_WIDGET(view)),
                              gtk_widget_get_height(GTK_WIDGET(view)), PICTURE_SCALE);
    GdkTexture *texture = gdk_texture_new_from_bytes(png, NULL);
    gdk_clipboard_set_texture(gtk_widget_get_clipboard(GTK_WIDGET(view)), texture);
    g_object_unref(texture);
    g_bytes_unref(png);
}

/* --- state --- */

static const GActionEntry entries[] = {
    {"plots", on_plots},
    {"plot-new", on_new},
    {"moment-arms", on_moment_arms},
    {"plot-keep-automatically", on_keep_automatically, NULL, "true"},
    /* those that need a plot */
    {"plot-time", on_time, NULL, "true"},
    {"plot-fit", on_fit},
    {"plot-fix", on_fix, NULL, "false"},
    {"plot-legend", on_legend, NULL, "false"},
    {"plot-equal", on_equal, NULL, "true"},
    {"plot-float", on_float, NULL, "false"},
    {"plot-properties", on_properties},
    {"plot-delete", on_delete},
    {"plot-keep", on_keep},
    {"plot-export", on_export, "s"},
    {"plot-copy", on_copy},
};
enum { N_WITHOUT_PLOT = 4 };

static void update(SnWindow *window)
{
    const SnPlot *plot = plot_of(window);
    for (gsize i = N_WITHOUT_PLOT; i < G_N_ELEMENTS(entries); i++) {
        GAction *action = g_action_map_lookup_action(G_ACTION_MAP(window), entries[i].name);
        g_simple_action_set_enabled(G_SIMPLE_ACTION(action), plot != NULL);
    }
    if (!plot)
        return;
    const struct {
        const char *name;
        bool on;
    } states[] = {{"plot-time", plot->x.n == 0},
                  {"plot-fix", !plot->x_automatic || !plot->y_automatic},
                  {"plot-legend", plot->legend},
                  {"plot-equal", plot->equal},
                  {"plot-float", plot->floating}};
    for (gsize i = 0; i < G_N_ELEMENTS(states); i++) {
        GAction *action = g_action_map_lookup_action(G_ACTION_MAP(window), states[i].name);
        g_simple_action_set_state(G_SIMPLE_ACTION(action), g_variant_new_boolean(states[i].on));
    }
}

void sn_window_plot_actions_add(SnWindow *window)
{
    SnSession *session = sn_window_session(window);
    GtkWidget *area = sn_plot_area_new(session);
    g_object_set_data(G_OBJECT(window), AREA_KEY, area);
    sn_timeline_add_page(SN_TIMELINE(sn_window_timeline(window)), "plots", "Plots",
                         "Curves of properties", area);
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
    const bool keep = sn_settings_get_int(sn_window_settings(window), "keep-runs", 1) != 0;
    sn_plot_runs_set_automatic(sn_plot_runs_of(session), keep);
    GAction *action = g_action_map_lookup_action(G_ACTION_MAP(window), "plot-keep-automatically");
    g_simple_action_set_state(G_SIMPLE_ACTION(action), g_variant_new_boolean(keep));
    g_signal_connect_object(area, "active-changed", G_CALLBACK(update), window, G_CONNECT_SWAPPED);
    g_signal_connect_object(session, "model-changed", G_CALLBACK(update), window,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(update), window,
                            G_CONNECT_SWAPPED);
    update(window);
}
