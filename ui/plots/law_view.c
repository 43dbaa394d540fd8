/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/law_view.h"

#include "ui/plots/plot_draw.h"

#include <math.h>
#include <string.h>

#define PLOT_HEIGHT 184 /* [px] of each */
#define LEAST_WIDTH 200
#define DOT         4.0 /* radius of a point on a curve */
#define RING        4.5 /* of the operating point */

struct _SnLawView {
    GtkWidget parent_instance;
    SnSession *session;
    SnId id; /* whose law; null: none */
    int n_targets;
    SnTarget targets[SN_LAW_TARGETS];
    guint watches[SN_LAW_TARGETS];
    SnLaw *law; /* what is drawn; n_plots 0: nothing */
    SnFigure *figures[SN_LAW_PLOTS];
    SnPlotLayout *layouts[SN_LAW_PLOTS];
    GskRenderNode *picture; /* all that does not move */
    bool dark, stale;       /* stale: document or values are others since `law` was drawn */
};

G_DEFINE_FINAL_TYPE(SnLawView, sn_law_view, GTK_TYPE_WIDGET)

/* --- what it shows --- */

static void law_view_forget_picture(SnLawView *view)
{
    for (int i = 0; i < SN_LAW_PLOTS; i++) {
        g_clear_pointer(&view->layouts[i], sn_plot_layout_free);
        g_clear_pointer(&view->figures[i], sn_figure_free);
    }
    g_clear_pointer(&view->picture, gsk_render_node_unref);
}

/* Whether a picture of the one is a picture of the other, but for what is live. */
static bool same_picture(const SnLaw *a, const SnLaw *b)
{
    bool same = a->n_plots == b->n_plots;
    for (int i = 0; same && i < a->n_plots; i++) {
        const SnLawPlot *p = &a->plots[i], *q = &b->plots[i];
        same = p->n_curves == q->n_curves && p->x_name == q->x_name && p->y_name == q->y_name &&
               p->x_unit == q->x_unit && p->y_unit == q->y_unit &&
               memcmp(p->x_range, q->x_range, sizeof p->x_range) == 0 &&
               memcmp(p->y_range, q->y_range, sizeof p->y_range) == 0;
        for (int k = 0; same && k < p->n_curves; k++)
            same = p->curves[k].name == q->curves[k].name &&
                   p->curves[k].live == q->curves[k].live &&
                   (p->curves[k].live ||
                    memcmp(p->curves[k].y, q->curves[k].y, sizeof p->curves[k].y) == 0);
    }
    return same;
}

static void update(SnLawView *view)
{
    const SnModel *model = sn_session_model(view->session);
    double values[SN_LAW_TARGETS];
    if (!view->stale)
        return;
    view->stale = false;
    for (int i = 0; i < SN_LAW_TARGETS; i++) {
        const SnTarget *target = &view->targets[i];
        const SnWatched *value = i < view->n_targets && target->row >= 0
                                     ? sn_session_watched(view->session, target->id, target->row)
                                     : NULL;
        values[i] = value && value->n > 0 ? value->value[0] : (double)NAN;
    }
    SnLaw *law = g_new0(SnLaw, 1);
    if (!model || view->n_targets == 0 || !sn_law_draw(model, view->id, values, law))
        law->n_plots = 0;
    if (!same_picture(law, view->law))
        law_view_forget_picture(view);
    if (law->n_plots != view->law->n_plots)
        gtk_widget_queue_resize(GTK_WIDGET(view));
    g_free(view->law);
    view->law = law;
}

const SnLaw *sn_law_view_law(SnLawView *view)
{
    update(view);
    return view->law->n_plots > 0 ? view->law : NULL;
}

/* Curves that stand still as samples; live ones have a name in the legend alone. */
static SnFigure *figure_of(const SnLawPlot *plot)
{
    SnFigure *figure = sn_figure_new();
    figure->x_name = g_strdup(plot->x_name);
    figure->x_unit = plot->x_unit;
    figure->y_name[0] = g_strdup(plot->y_name);
    figure->y_name[1] = g_strdup("");
    figure->y_unit[0] = plot->y_unit;
    figure->legend = plot->n_curves > 1;
    memcpy(figure->x, plot->x_range, sizeof figure->x);
    memcpy(figure->y[0], plot->y_range, sizeof figure->y[0]);
    for (int k = 0; k < plot->n_curves; k++) {
        const SnLawCurve *curve = &plot->curves[k];
        SnSeries *series = sn_series_new(2);
        for (int i = 0; !curve->live && i < SN_LAW_SAMPLES; i++)
            sn_series_append(series, i, (double[2]){plot->x[i], curve->y[i]});
        sn_figure_add(figure, &(SnFigureCurve){.name = g_strdup(curve->name),
                                               .column = g_strdup(""),
                                               .series = series,
                                               .x = 0,
                                               .y = 1,
                                               .rows = sn_series_count(series),
                                               .unit = plot->y_unit,
                                               .color = k,
                                               .run = -1});
        sn_series_unref(series);
    }
    return figure;
}

static void lay_out(SnLawView *view)
{
    const double scale = gtk_widget_get_scale_factor(GTK_WIDGET(view));
    for (int i = 0; i < view->law->n_plots; i++) {
        if (view->layouts[i])
            continue;
        view->figures[i] = figure_of(&view->law->plots[i]);
        view->layouts[i] = sn_plot_layout_new(
            view->figures[i], gtk_widget_get_width(GTK_WIDGET(view)), PLOT_HEIGHT, 1 / scale);
    }
}

bool sn_law_view_place(SnLawView *view, int plot, const double point[2], double place[2])
{
    update(view);
    if (plot < 0 || plot >= view->law->n_plots || gtk_widget_get_width(GTK_WIDGET(view)) < 20)
        return false;
    lay_out(view);
    const SnPlotLayout *layout = view->layouts[plot];
    place[0] = sn_plot_map_x(&layout->map[0], point[0]);
    place[1] = sn_plot_map_y(&layout->map[0], point[1]) + plot * PLOT_HEIGHT;
    return place[0] >= layout->left && place[0] <= layout->right;
}

/* --- drawing --- */

static bool is_dark(GtkWidget *widget)
{
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    return color.red + color.green + color.blue > 1.5f;
}

static const SnPlotTheme *theme_of(const SnLawView *view)
{
    return view->dark ? &SN_PLOT_DARK : &SN_PLOT_LIGHT;
}

static GskRenderNode *draw_picture(SnLawView *view)
{
    GtkSnapshot *snapshot = gtk_snapshot_new();
    const float width = (float)gtk_widget_get_width(GTK_WIDGET(view));
    for (int i = 0; i < view->law->n_plots; i++) {
        cairo_t *cairo = gtk_snapshot_append_cairo(
            snapshot, &GRAPHENE_RECT_INIT(0, (float)(i * PLOT_HEIGHT), width, PLOT_HEIGHT));
        cairo_translate(cairo, 0, i * PLOT_HEIGHT);
        sn_plot_draw(cairo, view->figures[i], view->layouts[i], theme_of(view), false);
        cairo_destroy(cairo);
    }
    return gtk_snapshot_free_to_node(snapshot);
}

static void set_color(cairo_t *cairo, const double color[3])
{
    cairo_set_source_rgb(cairo, color[0], color[1], color[2]);
}

/* A circle with a rim in the colour of the ground, so that it stands out on any curve. */
static void draw_dot(cairo_t *cairo, const SnPlotTheme *theme, double x, double y, double radius)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, 2 * M_PI);
    cairo_fill_preserve(cairo);
    set_color(cairo, theme->ground);
    cairo_set_line_width(cairo, 1.2);
    cairo_stroke(cairo);
}

/* Dashed, so that what it lies over is seen. */
static void draw_live_curve(cairo_t *cairo, const SnLawPlot *plot, const SnLawCurve *curve,
                            const SnPlotLayout *layout)
{
    const SnPlotMap *map = &layout->map[0];
    cairo_save(cairo);
    cairo_rectangle(cairo, layout->left, layout->top - 1, layout->right - layout->left + 1,
                    layout->bottom - layout->top + 2);
    cairo_clip(cairo);
    cairo_set_dash(cairo, (const double[]){5, 3}, 2, 0);
    for (int i = 0; i < SN_LAW_SAMPLES; i++)
        cairo_line_to(cairo, sn_plot_map_x(map, plot->x[i]),
                      CLAMP(sn_plot_map_y(map, curve->y[i]), -1e5, 1e5));
    cairo_set_line_width(cairo, 1.6);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_BEVEL);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

/* What moves: live curves, points on curves, the operating point. */
static void draw_moving(cairo_t *cairo, const SnLawView *view, int index)
{
    const SnLawPlot *plot = &view->law->plots[index];
    const SnPlotLayout *layout = view->layouts[index];
    const SnPlotTheme *theme = theme_of(view);
    const SnPlotMap *map = &layout->map[0];
    cairo_rectangle(cairo, layout->left - RING - 1, layout->top - RING - 1,
                    layout->right - layout->left + 2 * RING + 2,
                    layout->bottom - layout->top + 2 * RING + 2);
    cairo_clip(cairo);
    for (int k = 0; k < plot->n_curves; k++) {
        const SnLawCurve *curve = &plot->curves[k];
        double color[3];
        sn_plot_color(view->figures[index], sn_figure_curve(view->figures[index], k), color);
        set_color(cairo, color);
        if (curve->live)
            draw_live_curve(cairo, plot, curve, layout);
        if (curve->marked)
            draw_dot(cairo, theme, sn_plot_map_x(map, curve->at[0]),
                     sn_plot_map_y(map, curve->at[1]), DOT);
    }
    if (plot->has_now) {
        const double x = sn_plot_map_x(map, plot->now[0]), y = sn_plot_map_y(map, plot->now[1]);
        set_color(cairo, theme->text);
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, x, y, RING, 0, 2 * M_PI);
        cairo_set_line_width(cairo, 1.8);
        cairo_stroke(cairo);
    }
}

static void sn_law_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnLawView *view = SN_LAW_VIEW(widget);
    const float width = (float)gtk_widget_get_width(widget);
    update(view);
    if (view->law->n_plots == 0 || width < 20)
        return;
    if (view->dark != is_dark(widget)) {
        view->dark = !view->dark;
        g_clear_pointer(&view->picture, gsk_render_node_unref);
    }
    lay_out(view);
    if (!view->picture)
        view->picture = draw_picture(view);
    if (view->picture)
        gtk_snapshot_append_node(snapshot, view->picture);
    for (int i = 0; i < view->law->n_plots; i++) {
        cairo_t *cairo = gtk_snapshot_append_cairo(
            snapshot, &GRAPHENE_RECT_INIT(0, (float)(i * PLOT_HEIGHT), width, PLOT_HEIGHT));
        cairo_translate(cairo, 0, i * PLOT_HEIGHT);
        draw_moving(cairo, view, i);
        cairo_destroy(cairo);
    }
}

static void sn_law_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                int *minimum, int *natural, int *minimum_baseline,
                                int *natural_baseline)
{
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                              ? LEAST_WIDTH
                              : SN_LAW_VIEW(widget)->law->n_plots * PLOT_HEIGHT;
}

static void sn_law_view_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    SnLawView *view = SN_LAW_VIEW(widget);
    if (view->layouts[0] && view->layouts[0]->width != width)
        law_view_forget_picture(view);
}

/* --- the session --- */

static void mark_stale(SnLawView *view)
{
    view->stale = true;
    gtk_widget_queue_draw(GTK_WIDGET(view));
    if (view->law->n_plots == 0) /* measured by what there is to draw */
        update(view);
}

static void on_value(const SnWatched *value, gpointer data)
{
    mark_stale(data);
}

static void unwatch(SnLawView *view)
{
    for (int i = 0; i < view->n_targets; i++)
        if (view->watches[i] != 0)
            sn_session_unwatch(view->session, view->watches[i]);
    memset(view->watches, 0, sizeof view->watches);
    view->n_targets = 0;
}

static bool same_targets(const SnLawView *view, const SnTarget *targets, int n)
{
    bool same = n == view->n_targets;
    for (int i = 0; same && i < n; i++)
        same = sn_id_equal(targets[i].id, view->targets[i].id) &&
               targets[i].row == view->targets[i].row;
    return same;
}

/* Another component, or another law of the same. */
static void follow(SnLawView *view)
{
    int n;
    const SnId *ids = sn_session_selection(view->session, &n);
    const SnModel *model = sn_session_model(view->session);
    SnTarget targets[SN_LAW_TARGETS];
    const int n_targets = model && n == 1 ? sn_law_targets(model, ids[0], targets) : 0;
    if (!same_targets(view, targets, n_targets)) {
        unwatch(view);
        view->id = n_targets > 0 ? ids[0] : SN_ID_NULL;
        view->n_targets = n_targets;
        memcpy(view->targets, targets, sizeof *targets * (size_t)n_targets);
        for (int i = 0; i < n_targets; i++)
            if (targets[i].row >= 0)
                view->watches[i] =
                    sn_session_watch(view->session, targets[i].id, targets[i].row, on_value, view);
    }
    gtk_widget_set_visible(GTK_WIDGET(view), n_targets > 0);
    mark_stale(view);
}

static void on_followed(SnSession *session, SnLawView *view)
{
    follow(view);
}

static void on_document(SnSession *session, SnLawView *view)
{
    memset(view->watches, 0, sizeof view->watches); /* forgotten with the document */
    view->n_targets = 0;
    follow(view);
}

/* A drag tells of each value, but of the end of the edit only once. */
static void on_change(SnSession *session, const SnChange *change, SnLawView *view)
{
    if (view->n_targets > 0 && change->kind == SN_CHANGE_VALUE)
        mark_stale(view);
}

/* --- widget --- */

static void sn_law_view_dispose(GObject *object)
{
    SnLawView *view = SN_LAW_VIEW(object);
    if (view->session) {
        unwatch(view);
        g_signal_handlers_disconnect_by_data(view->session, view);
        g_clear_object(&view->session);
    }
    G_OBJECT_CLASS(sn_law_view_parent_class)->dispose(object);
}

static void sn_law_view_finalize(GObject *object)
{
    SnLawView *view = SN_LAW_VIEW(object);
    law_view_forget_picture(view);
    g_free(view->law);
    G_OBJECT_CLASS(sn_law_view_parent_class)->finalize(object);
}

static void sn_law_view_class_init(SnLawViewClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = sn_law_view_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_law_view_finalize;
    widget->snapshot = sn_law_view_snapshot;
    widget->measure = sn_law_view_measure;
    widget->size_allocate = sn_law_view_size_allocate;
    gtk_widget_class_set_css_name(widget, "lawview");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void sn_law_view_init(SnLawView *view)
{
    view->law = g_new0(SnLaw, 1);
    gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
    gtk_widget_set_overflow(GTK_WIDGET(view), GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_visible(GTK_WIDGET(view), FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Curves of the law", -1);
    gtk_widget_set_tooltip_text(GTK_WIDGET(view),
                                "The law of what is selected: dots are where it is on each curve, "
                                "the ring is the force at present");
    g_signal_connect(view, "notify::scale-factor", G_CALLBACK(law_view_forget_picture), NULL);
}

GtkWidget *sn_law_view_new(SnSession *session)
{
    SnLawView *view = g_object_new(SN_TYPE_LAW_VIEW, NULL);
    gtk_widget_set_name(GTK_WIDGET(view), "law");
    view->session = g_object_ref(session);
    g_signal_connect(session, "selection-changed", G_CALLBACK(on_followed), view);
    g_signal_connect(session, "model-changed", G_CALLBACK(on_followed), view);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), view);
    g_signal_connect(session, "change", G_CALLBACK(on_change), view);
    follow(view);
    return GTK_WIDGET(view);
}
