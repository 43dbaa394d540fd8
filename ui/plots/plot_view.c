/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/panel.h"
#include "ui/plots/plot_menu.h"
#include "ui/plots/plot_runs.h"
#include "ui/plots/plot_view_private.h"
#include "ui/plots/trace_list.h"

#include <math.h>
#include <string.h>

#define LEAST_WIDTH  200
#define LEAST_HEIGHT 90
#define PACE         4 /* a picture takes at most one part in so many of the time */

G_DEFINE_FINAL_TYPE(SnPlotView, sn_plot_view, GTK_TYPE_WIDGET)

static guint active_signal;

/* --- what it shows --- */

/* The same figure, to be placed and drawn again. */
static void plot_view_forget_layout(SnPlotView *view)
{
    g_clear_pointer(&view->layout, sn_plot_layout_free);
    g_clear_pointer(&view->picture, gsk_render_node_unref);
    gtk_widget_queue_draw(GTK_WIDGET(view));
}

/* Ranges, curves or runs are others. */
static void plot_view_forget_figure(SnPlotView *view)
{
    g_clear_pointer(&view->figure, sn_figure_free);
    plot_view_forget_layout(view);
}

static const SnPlot *component_of(const SnPlotView *view)
{
    const SnModel *model = sn_session_model(view->session);
    const SnComponent *component = model ? sn_model_get(model, view->plot) : NULL;
    return component && component->class == &SN_CLASS_PLOT ? (const SnPlot *)component : NULL;
}

/* Samples of the properties it shows. */
static gsize count_rows(SnPlotView *view, const GArray *sources)
{
    const SnModel *model = sn_session_model(view->session);
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    sn_plot_targets(model, view->plot, targets);
    gsize n = 0;
    for (guint i = 0; i < targets->len; i++) {
        const SnTarget *target = &g_array_index(targets, SnTarget, i);
        const SnPlotSource *source = sn_plot_sources_find(sources, target->id, target->row);
        n += source ? source->rows : 0;
    }
    g_array_unref(targets);
    return n;
}

/* Ranges set by hand over those of document and data. */
static void apply_zoom(SnPlotView *view)
{
    SnFigure *figure = view->figure;
    const SnPlot *plot = component_of(view);
    if (view->zoomed_x)
        memcpy(figure->x, view->x, sizeof figure->x);
    if (view->zoomed_y) {
        memcpy(figure->y, view->y, sizeof figure->y);
        return;
    }
    /* what is seen of the curves fills the height */
    const bool part = view->zoomed_x || !plot->x_automatic;
    for (int axis = 0; part && axis < 2; axis++) {
        double range[2];
        if ((axis > 0 || plot->y_automatic) && sn_figure_fit_y(figure, axis, figure->x, range))
            memcpy(figure->y[axis], range, sizeof range);
    }
}

bool sn_plot_view_update(SnPlotView *view)
{
    const int width = gtk_widget_get_width(GTK_WIDGET(view));
    const int height = gtk_widget_get_height(GTK_WIDGET(view));
    if (!component_of(view))
        return false;
    const GArray *sources = sn_trace_list_sources(sn_trace_list_of(view->session));
    const gsize n = count_rows(view, sources);
    const bool grown = n != view->n_rows && g_get_monotonic_time() >= view->next_draw;
    if (!view->figure || grown) {
        sn_figure_free(view->figure);
        view->figure = sn_plot_data_figure(view->data, sn_session_model(view->session), view->plot,
                                           sources, sn_plot_runs(sn_plot_runs_of(view->session)));
        view->n_rows = n;
        apply_zoom(view);
        g_clear_pointer(&view->layout, sn_plot_layout_free);
        g_clear_pointer(&view->picture, gsk_render_node_unref);
    }
    if (width < 20 || height < 20)
        return false;
    if (!view->layout) {
        view->layout = sn_plot_layout_new(view->figure, width, height,
                                          1.0 / gtk_widget_get_scale_factor(GTK_WIDGET(view)));
        g_clear_pointer(&view->picture, gsk_render_node_unref);
    }
    return true;
}

const SnFigure *sn_plot_view_figure(SnPlotView *view)
{
    view->next_draw = 0;
    sn_plot_view_update(view);
    return view->figure;
}

const SnPlotLayout *sn_plot_view_layout(SnPlotView *view)
{
    return sn_plot_view_update(view) ? view->layout : NULL;
}

SnSession *sn_plot_view_session(SnPlotView *view)
{
    return view->session;
}

SnId sn_plot_view_plot(SnPlotView *view)
{
    return view->plot;
}

/* --- zoom --- */

void sn_plot_view_fit(SnPlotView *view)
{
    view->zoomed_x = view->zoomed_y = false;
    plot_view_forget_figure(view);
}

bool sn_plot_view_is_zoomed(SnPlotView *view)
{
    return view->zoomed_x || view->zoomed_y;
}

/* A range that numbers can still tell apart. */
static bool sensible(const double range[2])
{
    const double size = fmax(fabs(range[0]), fabs(range[1]));
    return isfinite(range[0]) && isfinite(range[1]) && range[1] - range[0] > 1e-9 * size &&
           range[1] - range[0] > 1e-12 && size < 1e15;
}

/* The ranges shown become those of the hand where they are sensible. */
static void set_zoom(SnPlotView *view, const double x[2], const double y[2][2], bool across,
                     bool up)
{
    if (across && sensible(x)) {
        memcpy(view->x, x, sizeof view->x);
        view->zoomed_x = true;
    }
    if (up && sensible(y[0]) && sensible(y[1])) {
        memcpy(view->y, y, sizeof view->y);
        view->zoomed_y = true;
    }
    plot_view_forget_figure(view);
}

static void zoom_range(const double from[2], double share, double factor, double to[2])
{
    const double span = from[1] - from[0], fixed = from[0] + share * span;
    to[0] = fixed - share * span / factor;
    to[1] = fixed + (1 - share) * span / factor;
}

void sn_plot_view_zoom(SnPlotView *view, double factor, double x, double y, bool across, bool up)
{
    if (!sn_plot_view_update(view) || view->figure->empty)
        return;
    const SnPlotLayout *layout = view->layout;
    const double right = (x - layout->left) / (layout->right - layout->left);
    const double above = (layout->bottom - y) / (layout->bottom - layout->top);
    double xs[2], ys[2][2];
    zoom_range(layout->x, CLAMP(right, 0, 1), factor, xs);
    for (int axis = 0; axis < 2; axis++)
        zoom_range(layout->y[axis], CLAMP(above, 0, 1), factor, ys[axis]);
    set_zoom(view, xs, (const double(*)[2])ys, across, up);
}

void sn_plot_view_pan(SnPlotView *view, double dx, double dy)
{
    if (!sn_plot_view_update(view) || view->figure->empty)
        return;
    double xs[2], ys[2][2];
    const double across = dx / view->layout->map[0].x_scale;
    for (int end = 0; end < 2; end++) {
        xs[end] = view->layout->x[end] - across;
        for (int axis = 0; axis < 2; axis++)
            ys[axis][end] = view->layout->y[axis][end] - dy / view->layout->map[axis].y_scale;
    }
    set_zoom(view, xs, (const double(*)[2])ys, dx != 0, dy != 0);
}

void sn_plot_view_zoom_box(SnPlotView *view, double x0, double y0, double x1, double y1)
{
    if (!sn_plot_view_update(view) || view->figure->empty)
        return;
    const SnPlotLayout *layout = view->layout;
    const double left = CLAMP(fmin(x0, x1), layout->left, layout->right);
    const double right = CLAMP(fmax(x0, x1), layout->left, layout->right);
    const double low = CLAMP(fmax(y0, y1), layout->top, layout->bottom);
    const double high = CLAMP(fmin(y0, y1), layout->top, layout->bottom);
    double xs[2], ys[2][2];
    xs[0] = (left - layout->map[0].x0) / layout->map[0].x_scale;
    xs[1] = (right - layout->map[0].x0) / layout->map[0].x_scale;
    for (int axis = 0; axis < 2; axis++) {
        ys[axis][0] = (low - layout->map[axis].y0) / layout->map[axis].y_scale;
        ys[axis][1] = (high - layout->map[axis].y0) / layout->map[axis].y_scale;
    }
    set_zoom(view, xs, (const double(*)[2])ys, right - left > 4, low - high > 4);
}

/* --- session --- */

static void want_samples(SnPlotView *view)
{
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    if (component_of(view))
        sn_plot_targets(sn_session_model(view->session), view->plot, targets);
    sn_trace_list_want(sn_trace_list_of(view->session), view,
                       (const SnTarget *)(void *)targets->data, (int)targets->len);
    g_array_unref(targets);
}

static void on_model_changed(SnSession *session, SnPlotView *view)
{
    if (component_of(view)) {
        want_samples(view);
        plot_view_forget_figure(view);
        char *label = sn_session_label(session, view->plot);
        gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                       -1);
        g_free(label);
    }
}

/* The figure itself is looked at when it is drawn. */
static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnPlotView *view)
{
    gtk_widget_queue_draw(GTK_WIDGET(view));
}

/* --- widget --- */

static bool is_dark(GtkWidget *widget)
{
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    return color.red + color.green + color.blue > 1.5f;
}

/* Pixels of our own: they are there when this returns, and what they cost is known. */
static GskRenderNode *draw_picture(SnPlotView *view)
{
    const int scale = gtk_widget_get_scale_factor(GTK_WIDGET(view));
    const int width = (int)view->layout->width, height = (int)view->layout->height;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width * scale, height * scale);
    cairo_surface_set_device_scale(surface, scale, scale);
    cairo_t *cairo = cairo_create(surface);
    sn_plot_draw(cairo, view->figure, view->layout, view->dark ? &SN_PLOT_DARK : &SN_PLOT_LIGHT,
                 false);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    GBytes *bytes = g_bytes_new_with_free_func(cairo_image_surface_get_data(surface),
                                               (gsize)stride * (gsize)(height * scale),
                                               (GDestroyNotify)cairo_surface_destroy, surface);
    GdkTexture *texture = gdk_memory_texture_new(width * scale, height * scale, GDK_MEMORY_DEFAULT,
                                                 bytes, (gsize)stride);
    GskRenderNode *node =
        gsk_texture_node_new(texture, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    g_object_unref(texture);
    g_bytes_unref(bytes);
    return node;
}

static gboolean draw_later(gpointer data)
{
    SnPlotView *view = data;
    view->later = 0;
    gtk_widget_queue_draw(GTK_WIDGET(view));
    return G_SOURCE_REMOVE;
}

/* After a picture that took `cost` [us]. */
static void set_pace(SnPlotView *view, gint64 cost)
{
    view->next_draw = g_get_monotonic_time() + (PACE - 1) * cost;
    if (view->later == 0 && cost > 1000)
        view->later = g_timeout_add((guint)(PACE * cost / 1000), draw_later, view);
}

static void sn_plot_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnPlotView *view = SN_PLOT_VIEW(widget);
    const gint64 start = g_get_monotonic_time();
    if (!sn_plot_view_update(view))
        return;
    if (view->dark != is_dark(widget)) {
        view->dark = !view->dark;
        g_clear_pointer(&view->picture, gsk_render_node_unref);
    }
    if (!view->picture) {
        view->picture = draw_picture(view);
        set_pace(view, g_get_monotonic_time() - start);
    }
    gtk_snapshot_append_node(snapshot, view->picture);
    sn_plot_view_draw_overlay(view, snapshot);
}

static void sn_plot_view_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    SnPlotView *view = SN_PLOT_VIEW(widget);
    if (!view->layout || view->layout->width != width || view->layout->height != height)
        plot_view_forget_layout(view);
    if (view->menu)
        gtk_popover_present(GTK_POPOVER(view->menu));
}

static void sn_plot_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                 int *minimum, int *natural, int *minimum_baseline,
                                 int *natural_baseline)
{
    *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;
    *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 420 : 160;
}

static void sn_plot_view_dispose(GObject *object)
{
    SnPlotView *view = SN_PLOT_VIEW(object);
    g_clear_handle_id(&view->later, g_source_remove);
    if (view->session) {
        sn_trace_list_want(sn_trace_list_of(view->session), view, NULL, 0);
        g_signal_handlers_disconnect_by_data(view->session, view);
        g_signal_handlers_disconnect_by_data(sn_trace_list_of(view->session), view);
        g_signal_handlers_disconnect_by_data(sn_plot_runs_of(view->session), view);
        g_clear_pointer(&view->menu, gtk_widget_unparent);
        g_clear_object(&view->session);
    }
    G_OBJECT_CLASS(sn_plot_view_parent_class)->dispose(object);
}

static void sn_plot_view_finalize(GObject *object)
{
    SnPlotView *view = SN_PLOT_VIEW(object);
    g_clear_pointer(&view->picture, gsk_render_node_unref);
    sn_plot_layout_free(view->layout);
    sn_figure_free(view->figure);
    sn_plot_data_free(view->data);
    G_OBJECT_CLASS(sn_plot_view_parent_class)->finalize(object);
}

static void sn_plot_view_class_init(SnPlotViewClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = sn_plot_view_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_plot_view_finalize;
    widget->snapshot = sn_plot_view_snapshot;
    widget->measure = sn_plot_view_measure;
    widget->size_allocate = sn_plot_view_size_allocate;
    gtk_widget_class_set_css_name(widget, "plotview");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
    active_signal = g_signal_new("active", SN_TYPE_PLOT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void sn_plot_view_init(SnPlotView *view)
{
    view->data = sn_plot_data_new();
    gtk_widget_set_focusable(GTK_WIDGET(view), TRUE);
    gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
    gtk_widget_set_vexpand(GTK_WIDGET(view), TRUE);
    gtk_widget_set_overflow(GTK_WIDGET(view), GTK_OVERFLOW_HIDDEN);
    sn_plot_view_add_input(view);
    g_signal_connect(view, "notify::scale-factor", G_CALLBACK(plot_view_forget_layout), NULL);
}

GtkWidget *sn_plot_view_new(SnSession *session, SnId plot)
{
    SnPlotView *view = g_object_new(SN_TYPE_PLOT_VIEW, NULL);
    view->session = g_object_ref(session);
    view->plot = plot;
    gtk_widget_set_name(GTK_WIDGET(view), "plot");
    g_signal_connect(session, "model-changed", G_CALLBACK(on_model_changed), view);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), view);
    g_signal_connect_swapped(sn_trace_list_of(session), "changed",
                             G_CALLBACK(plot_view_forget_figure), view);
    g_signal_connect_swapped(sn_plot_runs_of(session), "changed",
                             G_CALLBACK(plot_view_forget_figure), view);
    on_model_changed(session, view);
    return GTK_WIDGET(view);
}
