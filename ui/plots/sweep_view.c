/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/sweep_private.h"

#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/pose.h"
#include "engine/text/write_file.h"
#include "ui/plots/plot_draw.h"
#include "ui/plots/plot_file.h"
#include "ui/plots/sweep_figure.h"
#include "ui/session/labels.h"
#include "ui/session/property_target.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/spoken.h"

#include <math.h>
#include <string.h>

enum {
    SAMPLES = 101,
    PAUSE = 300, /* between the last change and the next look [ms] */
    PICTURE_SCALE = 3,
};

G_DEFINE_FINAL_TYPE(SnSweepView, sn_sweep_view, GTK_TYPE_BOX)

static SnSweepQuantity quantity_of(SnSweepView *view)
{
    return (SnSweepQuantity)gtk_drop_down_get_selected(GTK_DROP_DOWN(view->quantity));
}

const SnTarget *sn_sweep_view_coordinate(SnSweepView *view)
{
    const guint i = gtk_drop_down_get_selected(GTK_DROP_DOWN(view->coordinate));
    return i < view->coordinates->len ? &g_array_index(view->coordinates, SnTarget, i) : NULL;
}

const SnSweep *sn_sweep_view_sweep(SnSweepView *view)
{
    return view->sweep;
}

/* --- the picture --- */

void sn_sweep_view_remake(SnSweepView *view)
{
    g_clear_pointer(&view->figure, sn_figure_free);
    if (view->sweep)
        view->figure = sn_sweep_figure_with(sn_session_model(view->session), view->sweep,
                                            (const SnSweep *const *)(const void *)view->kept->pdata,
                                            (int)view->kept->len, quantity_of(view));
    gtk_widget_queue_draw(view->picture);
}

static bool is_dark(GtkWidget *widget)
{
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    return color.red + color.green + color.blue > 1.5f;
}

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
    SnSweepView *view = data;
    if (!view->figure || width < 40 || height < 40)
        return;
    const double scale = gtk_widget_get_scale_factor(GTK_WIDGET(area));
    SnPlotLayout *layout = sn_plot_layout_new(view->figure, width, height, 1 / scale);
    sn_plot_draw(cairo, view->figure, layout,
                 is_dark(GTK_WIDGET(area)) ? &SN_PLOT_DARK : &SN_PLOT_LIGHT, false);
    sn_sweep_hand_draw(view, cairo, layout);
    sn_plot_layout_free(layout);
}

/* --- computing, aside --- */

typedef struct Work {
    SnModel *model; /* a copy of its own */
    SnTarget coordinate;
    double low, high;
    SnId *paths;
    int n_paths;
} Work;

static void free_work(gpointer data)
{
    Work *work = data;
    sn_model_free(work->model);
    g_free(work->paths);
    g_free(work);
}

static bool is_wanted(double done, void *cancel)
{
    return !g_cancellable_is_cancelled(cancel);
}

static void compute(GTask *task, gpointer source, gpointer data, GCancellable *cancel)
{
    const Work *work = data;
    GError *error = NULL;
    SnSweep *sweep = sn_sweep_new(work->model, work->coordinate, work->low, work->high, SAMPLES,
                                  work->paths, work->n_paths, is_wanted, cancel, &error);
    if (error)
        g_task_return_error(task, error);
    else
        g_task_return_pointer(task, sweep, (GDestroyNotify)sn_sweep_free);
}

static void show_state(SnSweepView *view, const char *text)
{
    gtk_label_set_text(GTK_LABEL(view->state), text ? text : "");
    gtk_widget_set_visible(view->state, text != NULL);
}

static void on_computed(GObject *source, GAsyncResult *result, gpointer data)
{
    SnSweepView *view = SN_SWEEP_VIEW(source);
    const bool stale = g_cancellable_is_cancelled(g_task_get_cancellable(G_TASK(result)));
    GError *error = NULL;
    SnSweep *sweep = g_task_propagate_pointer(G_TASK(result), &error);
    if (stale || !view->session || !sn_session_model(view->session)) {
        sn_sweep_free(sweep);
        g_clear_error(&error);
        return;
    }
    sn_sweep_keep_replaced(view, sweep);
    show_state(view, error ? error->message : sweep ? sweep->gap : NULL);
    g_clear_error(&error);
    sn_sweep_view_remake(view);
}

/* Paths that are still there. */
static void drop_gone(SnSweepView *view)
{
    const SnModel *model = sn_session_model(view->session);
    for (guint i = view->paths->len; i-- > 0;)
        if (!sn_model_get(model, g_array_index(view->paths, SnId, i)))
            g_array_remove_index(view->paths, i);
}

static gboolean begin(gpointer data)
{
    SnSweepView *view = data;
    const SnModel *model = sn_session_model(view->session);
    const SnTarget *coordinate = sn_sweep_view_coordinate(view);
    view->pause = 0;
    g_cancellable_cancel(view->cancel);
    g_clear_object(&view->cancel);
    if (!model || !coordinate || !sn_model_get(model, coordinate->id))
        return G_SOURCE_REMOVE;
    drop_gone(view);
    const double a = sn_number_field_get(SN_NUMBER_FIELD(view->low));
    const double b = sn_number_field_get(SN_NUMBER_FIELD(view->high));
    if (view->paths->len == 0 || !(a < b)) {
        show_state(view, a < b ? "Its paths are gone." : "The range ends before it begins.");
        return G_SOURCE_REMOVE;
    }
    Work *work = g_new0(Work, 1);
    *work = (Work){sn_model_copy(model),
                   *coordinate,
                   a,
                   b,
                   g_memdup2(view->paths->data, view->paths->len * sizeof(SnId)),
                   (int)view->paths->len};
    view->cancel = g_cancellable_new();
    GTask *task = g_task_new(view, view->cancel, on_computed, NULL);
    g_task_set_task_data(task, work, free_work);
    g_task_set_check_cancellable(task, FALSE);
    g_task_run_in_thread(task, compute);
    g_object_unref(task);
    return G_SOURCE_REMOVE;
}

static void want(SnSweepView *view, guint pause)
{
    g_clear_handle_id(&view->pause, g_source_remove);
    view->pause = g_timeout_add(pause, begin, view);
}

/* --- what is chosen --- */

/* Fields for the range of the coordinate, in its unit. */
static void show_range(SnSweepView *view)
{
    const SnTarget *target = sn_sweep_view_coordinate(view);
    const SnModel *model = sn_session_model(view->session);
    double low = -1, high = 1;
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(view->range)) != NULL)
        gtk_box_remove(GTK_BOX(view->range), child);
    const SnProperty *row = sn_model_property(model, target->id, target->row);
    sn_coordinate_range(model, target->id, row, &low, &high);
    view->low = sn_number_field_new(row, "From", true);
    view->high = sn_number_field_new(row, "To", true);
    gtk_widget_set_name(view->low, "sweep-low");
    gtk_widget_set_name(view->high, "sweep-high");
    sn_number_field_set(SN_NUMBER_FIELD(view->low), low);
    sn_number_field_set(SN_NUMBER_FIELD(view->high), high);
    gtk_box_append(GTK_BOX(view->range), gtk_label_new("from"));
    gtk_box_append(GTK_BOX(view->range), view->low);
    gtk_box_append(GTK_BOX(view->range), gtk_label_new("to"));
    gtk_box_append(GTK_BOX(view->range), view->high);
}

static void on_edited(SnNumberField *field, double value, SnSweepView *view)
{
    sn_number_field_set(field, value);
    sn_sweep_keep_clear(view);
    want(view, 0);
}

static void choose_coordinate(SnSweepView *view)
{
    if (!sn_sweep_view_coordinate(view))
        return;
    show_range(view);
    sn_sweep_keep_clear(view);
    sn_sweep_hand_follow(view, true);
    g_signal_connect(view->low, "edited", G_CALLBACK(on_edited), view);
    g_signal_connect(view->high, "edited", G_CALLBACK(on_edited), view);
    want(view, 0);
}

static void on_coordinate(GtkDropDown *drop_down, GParamSpec *pspec, SnSweepView *view)
{
    if (!view->choosing)
        choose_coordinate(view);
}

static void on_quantity(GtkDropDown *drop_down, GParamSpec *pspec, SnSweepView *view)
{
    sn_sweep_view_remake(view);
}

static void on_model(SnSession *session, SnSweepView *view)
{
    want(view, PAUSE);
}

/* --- files --- */

static void save_to(const char *path, gpointer data)
{
    SnSweepView *view = data;
    GError *error = NULL;
    if (path && view->session && view->figure) {
        if (g_str_has_suffix(path, ".csv")) {
            g_autofree char *text = sn_sweep_csv(sn_session_model(view->session), view->sweep);
            sn_write_file(path, SN_OUTPUT_WHOLE, text, strlen(text), &error);
        } else {
            sn_plot_file_write(view->figure, path, gtk_widget_get_width(view->picture),
                               gtk_widget_get_height(view->picture), PICTURE_SCALE, &error);
        }
    }
    if (error)
        show_state(view, error->message);
    g_clear_error(&error);
    g_object_unref(view);
}

static void on_save(GtkButton *button, SnSweepView *view)
{
    if (view->figure)
        sn_dialog_save_plot(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(view))), "moment arms",
                            g_object_get_data(G_OBJECT(button), "ending"), save_to,
                            g_object_ref(view));
}

/* --- making --- */

typedef struct Found {
    const SnModel *model;
    GArray *coordinates; /* SnTarget */
    GArray *paths;       /* SnId, of the class */
    const SnClass *class;
} Found;

static bool find(SnComponent *component, void *data)
{
    Found *found = data;
    const SnId id = component->id;
    if (sn_class_is_a(component->class, found->class))
        g_array_append_val(found->paths, id);
    if (!sn_class_is_a(component->class, &SN_CLASS_JOINT))
        return true;
    for (int row = 0; row < sn_model_n_properties(found->model, id); row++) {
        const SnProperty *property = sn_model_property(found->model, id, row);
        const SnTarget target = {id, row};
        if (sn_is_coordinate(property) && sn_model_applies(found->model, id, property))
            g_array_append_val(found->coordinates, target);
    }
    return true;
}

/* The paths that are selected, else those of a class. */
static void find_all(SnSweepView *view)
{
    const SnModel *model = sn_session_model(view->session);
    int n;
    const SnId *ids = sn_session_selection(view->session, &n);
    Found found = {model, view->coordinates, g_array_new(FALSE, FALSE, sizeof(SnId)),
                   &SN_CLASS_MUSCLE};
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(model, ids[i]);
        if (component && ids[i].entry == 0 && sn_class_is_a(component->class, &SN_CLASS_PATH))
            g_array_append_val(view->paths, ids[i]);
    }
    sn_component_walk(model->root, find, &found);
    if (view->paths->len == 0 && found.paths->len == 0) {
        found.class = &SN_CLASS_PATH;
        g_array_set_size(found.coordinates, 0);
        sn_component_walk(model->root, find, &found);
    }
    if (view->paths->len == 0)
        g_array_append_vals(view->paths, found.paths->data, found.paths->len);
    g_array_unref(found.paths);
}

/* Whether the path has a point on a body of the joint. */
static bool touches(const SnModel *model, SnId path, SnId joint)
{
    const SnPath *line = (const SnPath *)sn_model_get(model, path);
    const SnComponent *component = sn_model_get(model, joint);
    const int row = sn_class_find_property(component->class, "frame_b");
    SnValue side = {0};
    if (row < 0)
        return false;
    sn_field_get(component, sn_class_property(component->class, row), &side);
    for (int i = 0; i < line->points.n; i++) {
        const SnComponent *point = sn_model_get(model, line->points.ids[i]);
        const int on = point ? sn_class_find_property(point->class, "body") : -1;
        SnValue body = {0};
        if (on >= 0)
            sn_field_get(point, sn_class_property(point->class, on), &body);
        if (on >= 0 && sn_id_equal(body.ref, side.ref))
            return true;
    }
    return false;
}

/* Of a joint that is selected, else of the first one that carries a point of the first path. */
static guint first_coordinate(SnSweepView *view)
{
    const SnModel *model = sn_session_model(view->session);
    for (guint i = 0; i < view->coordinates->len; i++)
        if (sn_session_is_selected(view->session, g_array_index(view->coordinates, SnTarget, i).id))
            return i;
    for (guint i = 0; i < view->coordinates->len; i++)
        if (touches(model, g_array_index(view->paths, SnId, 0),
                    g_array_index(view->coordinates, SnTarget, i).id))
            return i;
    return 0;
}

static GtkWidget *coordinate_chooser(SnSweepView *view)
{
    const SnModel *model = sn_session_model(view->session);
    GtkStringList *names = gtk_string_list_new(NULL);
    for (guint i = 0; i < view->coordinates->len; i++) {
        const SnTarget *target = &g_array_index(view->coordinates, SnTarget, i);
        g_autofree char *joint = sn_model_label(model, target->id);
        const SnProperty *row = sn_model_property(model, target->id, target->row);
        g_autofree char *called = sn_coordinate_called(model, target->id, row);
        g_autofree char *name =
            called ? g_steal_pointer(&called) : g_strdup_printf("%s: %s", joint, row->name);
        gtk_string_list_append(names, name);
    }
    GtkWidget *chooser = gtk_drop_down_new(
        G_LIST_MODEL(names), gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string"));
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(chooser), view->coordinates->len > 12);
    gtk_widget_set_name(chooser, "sweep-coordinate");
    gtk_widget_set_tooltip_text(chooser, "Coordinate on the horizontal axis");
    sn_set_spoken(chooser, "Coordinate on the horizontal axis");
    return chooser;
}

static void add_save(SnSweepView *view, GtkWidget *bar, const char *label, const char *ending,
                     const char *help)
{
    GtkWidget *button = gtk_button_new_with_label(label);
    g_object_set_data(G_OBJECT(button), "ending", (gpointer)ending);
    gtk_widget_set_tooltip_text(button, help);
    g_autofree char *name = g_strconcat("sweep-save", ending, NULL);
    gtk_widget_set_name(button, name);
    g_signal_connect(button, "clicked", G_CALLBACK(on_save), view);
    gtk_box_append(GTK_BOX(bar), button);
}

static void build(SnSweepView *view)
{
    static const char *const quantities[] = {"Moment arm", "Length", "Force", NULL};
    GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(bar, "toolbar");
    view->quantity = gtk_drop_down_new_from_strings(quantities);
    gtk_widget_set_name(view->quantity, "sweep-quantity");
    sn_set_spoken(view->quantity, "Quantity on the vertical axis");
    view->coordinate = coordinate_chooser(view);
    view->range = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *space = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_set_hexpand(space, TRUE);
    gtk_box_append(GTK_BOX(bar), view->quantity);
    gtk_box_append(GTK_BOX(bar), gtk_label_new("over"));
    gtk_box_append(GTK_BOX(bar), view->coordinate);
    gtk_box_append(GTK_BOX(bar), view->range);
    gtk_box_append(GTK_BOX(bar), space);
    sn_sweep_keep_add(view, bar);
    add_save(view, bar, "CSV", ".csv", "Write moment arms, lengths and forces as a table");
    add_save(view, bar, "SVG", ".svg", "Write the plot as a drawing for a paper");
    view->picture = gtk_drawing_area_new();
    gtk_widget_set_name(view->picture, "sweep-picture");
    gtk_widget_set_hexpand(view->picture, TRUE);
    gtk_widget_set_vexpand(view->picture, TRUE);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(view->picture), draw, view, NULL);
    sn_sweep_hand_add(view);
    view->state = gtk_label_new("Computing …");
    gtk_label_set_wrap(GTK_LABEL(view->state), TRUE);
    gtk_label_set_xalign(GTK_LABEL(view->state), 0);
    gtk_widget_add_css_class(view->state, "dim-label");
    gtk_widget_set_name(view->state, "sweep-state");
    gtk_box_append(GTK_BOX(view), bar);
    gtk_box_append(GTK_BOX(view), view->picture);
    gtk_box_append(GTK_BOX(view), view->state);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(view->coordinate), first_coordinate(view));
    g_signal_connect(view->coordinate, "notify::selected", G_CALLBACK(on_coordinate), view);
    g_signal_connect(view->quantity, "notify::selected", G_CALLBACK(on_quantity), view);
}

static void dispose(GObject *object)
{
    SnSweepView *view = SN_SWEEP_VIEW(object);
    g_clear_handle_id(&view->pause, g_source_remove);
    if (view->cancel)
        g_cancellable_cancel(view->cancel);
    g_clear_object(&view->cancel);
    if (view->session) {
        sn_sweep_hand_follow(view, false);
        g_signal_handlers_disconnect_by_data(view->session, view);
        g_clear_object(&view->session);
    }
    G_OBJECT_CLASS(sn_sweep_view_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    SnSweepView *view = SN_SWEEP_VIEW(object);
    sn_figure_free(view->figure);
    sn_sweep_free(view->sweep);
    g_ptr_array_unref(view->kept);
    g_array_unref(view->paths);
    g_array_unref(view->coordinates);
    G_OBJECT_CLASS(sn_sweep_view_parent_class)->finalize(object);
}

static void sn_sweep_view_class_init(SnSweepViewClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    G_OBJECT_CLASS(class)->finalize = finalize;
}

static void sn_sweep_view_init(SnSweepView *view)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(view), GTK_ORIENTATION_VERTICAL);
    view->kept = g_ptr_array_new_with_free_func((GDestroyNotify)sn_sweep_free);
    view->paths = g_array_new(FALSE, FALSE, sizeof(SnId));
    view->coordinates = g_array_new(FALSE, FALSE, sizeof(SnTarget));
}

static void on_document(SnSession *session, GtkWindow *window)
{
    gtk_window_destroy(window);
}

GtkWindow *sn_sweep_window_open(GtkWindow *parent, SnSession *session)
{
    SnSweepView *view = g_object_ref_sink(g_object_new(SN_TYPE_SWEEP_VIEW, NULL));
    view->session = g_object_ref(session);
    find_all(view);
    const bool paths = view->paths->len > 0;
    if (!paths || view->coordinates->len == 0) {
        sn_session_report(session,
                          &(SnBar){.severity = SN_NOTE,
                                   .text = paths ? "The model has no joint that turns or slides."
                                                 : "The model has no muscle, spring or ligament."});
        g_object_unref(view);
        return NULL;
    }
    build(view);
    GtkWindow *window = GTK_WINDOW(gtk_window_new());
    gtk_window_set_title(window, "Moment arms — Sinew");
    gtk_window_set_default_size(window, 720, 420);
    gtk_window_set_transient_for(window, parent);
    gtk_window_set_application(window, gtk_window_get_application(parent));
    gtk_window_set_destroy_with_parent(window, TRUE);
    gtk_widget_set_name(GTK_WIDGET(window), "sweep-window");
    gtk_widget_add_css_class(GTK_WIDGET(window), "sn-window");
    gtk_widget_add_css_class(GTK_WIDGET(window), "sn-plots");
    gtk_window_set_child(window, GTK_WIDGET(view));
    g_signal_connect_object(session, "model-changed", G_CALLBACK(on_model), view, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(on_document), window, 0);
    choose_coordinate(view);
    gtk_window_present(window);
    g_object_unref(view);
    return window;
}

SnSweepView *sn_sweep_window_view(GtkWindow *window)
{
    return SN_SWEEP_VIEW(gtk_window_get_child(window));
}
