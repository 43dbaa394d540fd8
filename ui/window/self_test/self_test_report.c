/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/self_test/self_test_report.h"

#include "engine/model/classes/probe.h"
#include "engine/model/edit/edit.h"
#include "ui/plots/plot_area.h"
#include "ui/timeline/ruler.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/transport.h"
#include "ui/tracks/track_list.h"
#include "ui/viewport/viewport.h"
#include "ui/widgets/widget_tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_numbers(const double *number, int n)
{
    for (int i = 0; i < n; i++)
        printf("%s%.17g", i > 0 ? " " : "", number[i]);
    puts(n > 0 ? "" : "none");
}

/* --- places --- */

/* From the viewer to the window's surface, in which the pointer moves. */
static void print_place(SnWindow *window, GtkWidget *viewer, bool known, const double pixel[2])
{
    double x = 0, y = 0, left = 0, top = 0;
    if (!known ||
        !gtk_widget_translate_coordinates(viewer, GTK_WIDGET(window), pixel[0], pixel[1], &x, &y)) {
        puts("none");
        return;
    }
    gtk_native_get_surface_transform(GTK_NATIVE(window), &left, &top);
    printf("%.0f %.0f\n", x + left, y + top);
}

static void where(SnWindow *window, const char *text)
{
    SnModel *model = sn_session_model(sn_window_session(window));
    char **words = g_strsplit(text, " ", 2);
    double share = words[0] && words[1] ? g_ascii_strtod(words[1], NULL) : 0.5;
    SnId id = words[0] ? sn_model_resolve(model, NULL, words[0], NULL) : SN_ID_NULL;
    GtkWidget *viewer = sn_window_viewer(window);
    double pixel[2] = {0, 0};
    bool known = sn_viewport_locate(SN_VIEWPORT(viewer), id, share, pixel);
    print_place(window, viewer, known, pixel);
    g_strfreev(words);
}

static void handle(SnWindow *window, const char *text)
{
    GtkWidget *viewer = sn_window_viewer(window);
    double pixel[2] = {0, 0};
    int plane = atoi(text);
    bool known = plane >= 0 && plane < SN_MAX_CLIP_PLANES &&
                 sn_viewport_locate_clip(SN_VIEWPORT(viewer), plane, pixel);
    print_place(window, viewer, known, pixel);
}

/* "moment SECONDS": on the ruler; "flag SECONDS": where one at that time has its cloth. */
static void moment_among(SnWindow *window, const char *text, bool among_flags)
{
    GtkWidget *ruler = sn_timeline_ruler(SN_TIMELINE(sn_window_timeline(window)));
    double pixel[2] = {0, 0};
    sn_ruler_locate(SN_RULER(ruler), g_ascii_strtod(text, NULL), among_flags, pixel);
    print_place(window, ruler, true, pixel);
}

static void moment(SnWindow *window, const char *text)
{
    moment_among(window, text, false);
}

static void flag(SnWindow *window, const char *text)
{
    moment_among(window, text, true);
}

/* First and last recorded time, number of branches, cursor. */
static void recorded(SnWindow *window, const char *text)
{
    SnTransport *transport = sn_transport_of(sn_window_session(window));
    const SnRecordingReport *recording = sn_transport_recording(transport);
    int branches = 0;
    for (int i = 0; recording && i < recording->n_spans; i++)
        branches += recording->spans[i].kind == SN_SPAN_BRANCH;
    printf("%.17g %.17g %d %.17g\n", recording ? recording->from : 0, sn_transport_end(transport),
           branches, sn_transport_time(transport));
}

static void clip(SnWindow *window, const char *text)
{
    SnViewSettings settings;
    sn_viewport_get_settings(SN_VIEWPORT(sn_window_viewer(window)), &settings);
    int plane = CLAMP(atoi(text), 0, SN_MAX_CLIP_PLANES - 1);
    const SnClipPlane *shown = &settings.clip[plane];
    if (!shown->enabled) {
        puts("off");
        return;
    }
    print_numbers(
        (const double[]){shown->normal[0], shown->normal[1], shown->normal[2], shown->offset}, 4);
}

/* Place of a time and value on a probe's track. */
static void spot(SnWindow *window, const char *text)
{
    SnModel *model = sn_session_model(sn_window_session(window));
    char **words = g_strsplit(text, " ", 3);
    GtkWidget *list = sn_find_widget(GTK_WIDGET(window), "track-list");
    double pixel[2] = {0, 0};
    SnTrack *track = NULL;
    if (g_strv_length(words) == 3) {
        const SnId id = sn_model_resolve(model, NULL, words[0], NULL);
        track = sn_track_list_track(SN_TRACK_LIST(list), id);
    }
    const bool known = track && sn_track_locate(track, g_ascii_strtod(words[1], NULL),
                                                g_ascii_strtod(words[2], NULL), pixel);
    print_place(window, GTK_WIDGET(track), known, pixel);
    g_strfreev(words);
}

static void knots(SnWindow *window, const char *text)
{
    const SnModel *model = sn_session_model(sn_window_session(window));
    const SnComponent *component = sn_model_get(model, sn_model_resolve(model, NULL, text, NULL));
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(double));
    if (component && component->class == &SN_CLASS_INPUT_PROBE) {
        const SnArray *array = &((const SnInputProbe *)component)->knots;
        const SnKnot *entries = array->entries;
        for (int i = 0; i < array->n; i++) {
            g_array_append_val(numbers, entries[i].time);
            g_array_append_vals(numbers, entries[i].values.values, (guint)entries[i].values.n);
        }
    }
    print_numbers((const double *)(const void *)numbers->data, (int)numbers->len);
    g_array_unref(numbers);
}

/* --- values --- */

static void ignore(const SnWatched *value, gpointer data)
{
}

static void watch(SnWindow *window, const char *text)
{
    SnSession *session = sn_window_session(window);
    SnTarget target;
    bool known = sn_model_resolve_property(sn_session_model(session), NULL, text, &target, NULL) &&
                 sn_session_watch(session, target.id, target.row, ignore, NULL) != 0;
    puts(known ? "done" : "none");
}

static void value(SnWindow *window, const char *text)
{
    SnSession *session = sn_window_session(window);
    SnTarget target;
    const SnWatched *watched = NULL;
    if (sn_model_resolve_property(sn_session_model(session), NULL, text, &target, NULL))
        watched = sn_session_watched(session, target.id, target.row);
    print_numbers(watched ? watched->value : NULL, watched ? watched->n : 0);
}

static void model_value(SnWindow *window, const char *text)
{
    const SnModel *model = sn_session_model(sn_window_session(window));
    SnTarget target;
    if (!sn_model_resolve_property(model, NULL, text, &target, NULL)) {
        puts("none");
        return;
    }
    const SnProperty *property = sn_model_property(model, target.id, target.row);
    SnValue effective;
    sn_model_effective(model, target.id, property, &effective, NULL);
    if (property->type == SN_TYPE_BOOL)
        printf("%d\n", effective.boolean ? 1 : 0);
    else if (property->type == SN_TYPE_INT || property->type == SN_TYPE_ENUM)
        printf("%d\n", (int)effective.integer);
    else
        print_numbers(effective.number, sn_type_width(property->type));
    sn_value_clear(&effective);
}

/* --- plots --- */

/* The active plot: its box in the window, ranges, curves of the present run, kept runs in sight,
 * whether it is zoomed. */
static void plot(SnWindow *window, const char *text)
{
    GtkWidget *area = sn_find_widget(GTK_WIDGET(window), "plots");
    SnPlotView *view = area ? sn_plot_area_active(SN_PLOT_AREA(area)) : NULL;
    const SnPlotLayout *layout = view ? sn_plot_view_layout(view) : NULL;
    if (!layout) {
        puts("none");
        return;
    }
    const SnFigure *figure = sn_plot_view_figure(view);
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(view));
    double x = 0, y = 0, left = 0, top = 0;
    gtk_widget_translate_coordinates(GTK_WIDGET(view), GTK_WIDGET(root), 0, 0, &x, &y);
    gtk_native_get_surface_transform(GTK_NATIVE(root), &left, &top);
    int present = 0;
    for (guint i = 0; i < figure->curves->len; i++)
        present += sn_figure_curve(figure, (int)i)->run < 0;
    print_numbers((const double[]){x + left + layout->left, y + top + layout->top,
                                   x + left + layout->right, y + top + layout->bottom, layout->x[0],
                                   layout->x[1], layout->y[0][0], layout->y[0][1], present,
                                   figure->runs->len, sn_plot_view_is_zoomed(view)},
                  11);
}

/* --- running --- */

static void run(SnWindow *window, const char *text)
{
    static const char *const names[] = {
        [SN_PAUSED] = "paused", [SN_PLAYING] = "playing", [SN_FAULTED] = "faulted"};
    SnSession *session = sn_window_session(window);
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    printf("%.17g %" PRIu64 " %s\n", sn_session_time(session), snapshot ? snapshot->step : 0,
           names[sn_session_run(session)]);
}

static void hash(SnWindow *window, const char *text)
{
    double time = 0;
    uint64_t steps = 0;
    uint64_t number = sn_engine_hash(sn_session_engine(sn_window_session(window)), &time, &steps);
    printf("%016" PRIx64 " %.17g %" PRIu64 "\n", number, time, steps);
}

static void message(SnWindow *window, const char *text)
{
    GListModel *all = sn_session_messages(sn_window_session(window));
    const guint n = g_list_model_get_n_items(all);
    SnMessage *last = n > 0 ? g_list_model_get_item(all, n - 1) : NULL;
    puts(last ? sn_message_text(last) : "none");
    g_clear_object(&last);
}

static void undo(SnWindow *window, const char *text)
{
    const SnModel *model = sn_session_model(sn_window_session(window));
    const char *label = model ? sn_undo_label(model) : NULL;
    puts(label ? label : "none");
}

static void picture(SnWindow *window, const char *text)
{
    puts(sn_viewport_is_whole(SN_VIEWPORT(sn_window_viewer(window))) ? "whole" : "coarse");
}

static const struct {
    const char *word;
    void (*answer)(SnWindow *window, const char *text);
} questions[] = {
    {"clip", clip},   {"flag", flag},       {"handle", handle},     {"hash", hash},
    {"knots", knots}, {"message", message}, {"model", model_value}, {"moment", moment},
    {"plot", plot},   {"picture", picture}, {"recorded", recorded}, {"run", run},
    {"spot", spot},   {"undo", undo},       {"value", value},       {"watch", watch},
    {"where", where},
};

bool sn_self_test_report(SnWindow *window, const char *line)
{
    const char *space = strchr(line, ' ');
    size_t length = space ? (size_t)(space - line) : strlen(line);
    for (gsize i = 0; i < G_N_ELEMENTS(questions); i++) {
        if (strlen(questions[i].word) == length && strncmp(line, questions[i].word, length) == 0) {
            questions[i].answer(window, space ? space + 1 : "");
            return true;
        }
    }
    return false;
}
