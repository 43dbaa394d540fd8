/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/track.h"

#include "engine/model/classes/probe.h"
#include "ui/units.h"

#include <math.h>
#include <stdlib.h>

#define HEIGHT 44

struct _SnTrack {
    GtkWidget parent_instance;
    SnSession *session;
    SnAxis *axis;
    SnId probe;
    bool output;
    GtkWidget *name, *range;
    int n, width;     /* samples, numbers in each */
    double *times;    /* [n] */
    double *values;   /* [n][width] */
    double low, high; /* of all values */
};

G_DEFINE_FINAL_TYPE(SnTrack, sn_track, GTK_TYPE_WIDGET)

/* --- data --- */

/* What its numbers are: the unit all targets share, else none. */
static SnUnit unit_of(const SnTrack *track)
{
    const SnModel *model = sn_session_model(track->session);
    const SnProbe *probe = (const SnProbe *)sn_model_get(model, track->probe);
    SnUnit unit = SN_UNIT_NONE;
    for (int i = 0; i < probe->targets.n; i++) {
        const SnTarget *target = &probe->targets.targets[i];
        const SnProperty *property = sn_model_property(model, target->id, target->row);
        if (property == NULL || (i > 0 && property->unit != unit)) {
            return SN_UNIT_NONE;
        }
        unit = property->unit;
    }
    return unit;
}

/* Smallest and largest value; one number for what does not change. */
static char *range_text(const SnTrack *track)
{
    if (track->n == 0) {
        return g_strdup(track->output ? "nothing recorded yet" : "no knots");
    }
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < track->n * track->width; i++) {
        low = MIN(low, track->values[i]);
        high = MAX(high, track->values[i]);
    }
    /* rounding errors are no values */
    double noise = MAX(1e-12, 1e-9 * (high - low));
    low = fabs(low) < noise ? 0 : low;
    high = fabs(high) < noise ? 0 : high;
    const SnUnit unit = unit_of(track);
    char *from = sn_unit_format(low, unit, 3), *to = sn_unit_format(high, unit, 3);
    char *text = low == high ? g_strdup_printf("%s %s", to, sn_unit_shown(unit))
                             : g_strdup_printf("%s … %s %s", from, to, sn_unit_shown(unit));
    g_free(from);
    g_free(to);
    return g_strchomp(text);
}

static void find_range(SnTrack *track)
{
    track->low = INFINITY;
    track->high = -INFINITY;
    for (int i = 0; i < track->n * track->width; i++) {
        track->low = MIN(track->low, track->values[i]);
        track->high = MAX(track->high, track->values[i]);
    }
    if (!(track->low <= track->high)) {
        track->low = 0;
        track->high = 1;
    }
    double least = 1e-9 + 1e-6 * MAX(fabs(track->low), fabs(track->high));
    if (track->high - track->low < least) {
        track->low -= least;
        track->high += least;
    }
}

/* Knots as samples; the last value goes on to the end of the axis when drawn. */
static void load_knots(SnTrack *track, const SnInputProbe *probe)
{
    const SnKnot *knots = probe->knots.entries;
    track->n = probe->knots.n;
    track->width = 1;
    for (int i = 0; i < track->n; i++) {
        track->width = MAX(track->width, knots[i].values.n);
    }
    track->times = g_new0(double, (gsize)track->n + 1);
    track->values = g_new0(double, (gsize)(track->n * track->width) + 1);
    for (int i = 0; i < track->n; i++) {
        track->times[i] = knots[i].time;
        for (int k = 0; k < track->width && knots[i].values.n > 0; k++) {
            track->values[i * track->width + k] =
                knots[i].values.values[MIN(k, knots[i].values.n - 1)];
        }
    }
}

void sn_track_load(SnTrack *track)
{
    SnModel *model = sn_session_model(track->session);
    const SnComponent *component = model != NULL ? sn_model_get(model, track->probe) : NULL;
    g_clear_pointer(&track->times, g_free);
    g_clear_pointer(&track->values, g_free);
    track->n = 0;
    if (component == NULL) {
        return;
    }
    char *label = sn_session_label(track->session, track->probe);
    gtk_label_set_text(GTK_LABEL(track->name), label);
    gtk_widget_set_tooltip_text(track->name, component->class->label);
    g_free(label);
    if (track->output) {
        double *times = NULL, *values = NULL;
        int width = 0;
        int n = sn_engine_probe_data(sn_session_engine(track->session), track->probe, &times,
                                     &values, &width);
        track->n = n;
        track->width = width;
        track->times = g_memdup2(times, sizeof(double) * (gsize)n);
        track->values = g_memdup2(values, sizeof(double) * (gsize)(n * width));
        free(times);
        free(values);
    } else {
        load_knots(track, (const SnInputProbe *)component);
    }
    find_range(track);
    char *range = range_text(track);
    gtk_label_set_text(GTK_LABEL(track->range), range);
    g_free(range);
    gtk_widget_queue_draw(GTK_WIDGET(track));
}

bool sn_track_is_output(SnTrack *track)
{
    return track->output;
}

/* --- drawing --- */

static int first_from(const SnTrack *track, double time)
{
    int low = 0, high = track->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (track->times[middle] < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

typedef struct Area {
    int width, height;
    double top, bottom;
} Area;

static double pixel_y(const SnTrack *track, const Area *area, double value)
{
    return area->bottom -
           (value - track->low) / (track->high - track->low) * (area->bottom - area->top);
}

/* Few samples: one antialiased line. */
static void draw_line(SnTrack *track, cairo_t *cairo, const Area *area, int first, int last, int k)
{
    for (int i = first; i < last; i++) {
        double x = sn_axis_pixel(track->axis, track->times[i], area->width);
        double y = pixel_y(track, area, track->values[i * track->width + k]);
        if (i == first && !track->output && track->times[i] > sn_axis_from(track->axis)) {
            cairo_move_to(cairo, SN_AXIS_GUTTER, y); /* the first value holds before */
        }
        cairo_line_to(cairo, x, y);
        if (i == last - 1 && !track->output) {
            cairo_line_to(cairo, area->width, y);
        }
    }
    cairo_stroke(cairo);
}

/* Many samples: smallest and largest per pixel column, drawn as bars of at least 1.5 px. */
static void draw_columns(SnTrack *track, GtkSnapshot *snapshot, const Area *area, int first,
                         int last, int k, const GdkRGBA *color)
{
    int i = first;
    double before = track->values[first * track->width + k];
    while (i < last) {
        int column = (int)sn_axis_pixel(track->axis, track->times[i], area->width);
        double low = before, high = before;
        while (i < last &&
               (int)sn_axis_pixel(track->axis, track->times[i], area->width) == column) {
            before = track->values[i * track->width + k];
            low = MIN(low, before);
            high = MAX(high, before);
            i++;
        }
        double top = pixel_y(track, area, high), bottom = pixel_y(track, area, low);
        gtk_snapshot_append_color(snapshot, color,
                                  &GRAPHENE_RECT_INIT((float)column, (float)(top - 0.75), 1,
                                                      (float)(bottom - top + 1.5)));
    }
}

static void draw_curves(SnTrack *track, GtkSnapshot *snapshot, const Area *area, GdkRGBA color)
{
    int first = MAX(first_from(track, sn_axis_from(track->axis)) - 1, 0);
    int last = MIN(first_from(track, sn_axis_to(track->axis)) + 1, track->n);
    graphene_rect_t clip = GRAPHENE_RECT_INIT(
        SN_AXIS_GUTTER, 0, (float)MAX(area->width - SN_AXIS_GUTTER, 0), (float)area->height);
    if (last <= first) {
        return;
    }
    gtk_snapshot_push_clip(snapshot, &clip);
    bool many = last - first > area->width;
    cairo_t *cairo = many ? NULL : gtk_snapshot_append_cairo(snapshot, &clip);
    for (int k = 0; k < track->width; k++) {
        GdkRGBA shade = color;
        shade.alpha *= k == 0 ? 1.0f : (k == 1 ? 0.7f : 0.45f);
        if (many) {
            draw_columns(track, snapshot, area, first, last, k, &shade);
        } else {
            gdk_cairo_set_source_rgba(cairo, &shade);
            cairo_set_line_width(cairo, 1.5);
            cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
            draw_line(track, cairo, area, first, last, k);
        }
    }
    if (cairo != NULL) {
        cairo_destroy(cairo);
    }
    gtk_snapshot_pop(snapshot);
}

static void sn_track_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnTrack *track = SN_TRACK(widget);
    Area area = {gtk_widget_get_width(widget), gtk_widget_get_height(widget), 5, 0};
    area.bottom = area.height - 5;
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    if (track->n > 0 && track->low < 0 && track->high > 0) {
        GdkRGBA faint = color;
        faint.alpha = 0.25f;
        gtk_snapshot_append_color(
            snapshot, &faint,
            &GRAPHENE_RECT_INIT(SN_AXIS_GUTTER, (float)pixel_y(track, &area, 0),
                                (float)MAX(area.width - SN_AXIS_GUTTER, 0), 1));
    }
    if (track->n > 0) {
        draw_curves(track, snapshot, &area, color);
    }
    gtk_widget_snapshot_child(widget, track->name, snapshot);
    gtk_widget_snapshot_child(widget, track->range, snapshot);
}

static void sn_track_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
    *minimum = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : SN_AXIS_GUTTER + 40;
    *natural = *minimum;
}

static void sn_track_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    SnTrack *track = SN_TRACK(widget);
    GtkAllocation upper = {12, 4, SN_AXIS_GUTTER - 20, height / 2 - 2};
    GtkAllocation lower = {12, height / 2, SN_AXIS_GUTTER - 20, height / 2 - 4};
    int least = 0;
    gtk_widget_measure(track->name, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
    upper.height = MAX(upper.height, least);
    gtk_widget_size_allocate(track->name, &upper, -1);
    gtk_widget_measure(track->range, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
    lower.height = MAX(lower.height, least);
    gtk_widget_size_allocate(track->range, &lower, -1);
}

/* --- widget --- */

static void on_pressed(GtkGestureClick *gesture, int n, double x, double y, SnTrack *track)
{
    sn_session_select_one(track->session, track->probe);
}

static void sn_track_dispose(GObject *object)
{
    SnTrack *track = SN_TRACK(object);
    if (track->session != NULL) {
        g_signal_handlers_disconnect_by_data(track->axis, track);
        g_clear_pointer(&track->name, gtk_widget_unparent);
        g_clear_pointer(&track->range, gtk_widget_unparent);
        g_clear_object(&track->axis);
        g_clear_object(&track->session);
    }
    G_OBJECT_CLASS(sn_track_parent_class)->dispose(object);
}

static void sn_track_finalize(GObject *object)
{
    g_free(SN_TRACK(object)->times);
    g_free(SN_TRACK(object)->values);
    G_OBJECT_CLASS(sn_track_parent_class)->finalize(object);
}

static void sn_track_class_init(SnTrackClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = sn_track_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_track_finalize;
    widget->snapshot = sn_track_snapshot;
    widget->measure = sn_track_measure;
    widget->size_allocate = sn_track_size_allocate;
    gtk_widget_class_set_css_name(widget, "track");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static GtkWidget *gutter_label(SnTrack *track, const char *css)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_widget_add_css_class(label, css);
    gtk_widget_set_parent(label, GTK_WIDGET(track));
    return label;
}

static void sn_track_init(SnTrack *track)
{
    track->name = gutter_label(track, "track-name");
    track->range = gutter_label(track, "track-range");
    track->high = 1;
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), track);
    gtk_widget_add_controller(GTK_WIDGET(track), GTK_EVENT_CONTROLLER(click));
}

GtkWidget *sn_track_new(SnSession *session, SnAxis *axis, SnId probe)
{
    SnTrack *track = g_object_new(SN_TYPE_TRACK, NULL);
    track->session = g_object_ref(session);
    track->axis = g_object_ref(axis);
    track->probe = probe;
    const SnComponent *component = sn_model_get(sn_session_model(session), probe);
    track->output = component != NULL && component->class == &SN_CLASS_OUTPUT_PROBE;
    gtk_widget_add_css_class(GTK_WIDGET(track), track->output ? "output" : "input");
    g_signal_connect_swapped(axis, "changed", G_CALLBACK(gtk_widget_queue_draw), track);
    sn_track_load(track);
    return GTK_WIDGET(track);
}
