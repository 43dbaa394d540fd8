/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tracks in the real window, in process. */
#include "engine/model/classes/timeline.h"
#include "tests/ui/window_support.h"
#include "ui/edits/time/probe.h"
#include "ui/edits/time/timeline.h"
#include "ui/timeline/transport.h"
#include "ui/tracks/track_drop.h"
#include "ui/tracks/track_files.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

static SnTrackList *list_of(Stage *stage)
{
    return SN_TRACK_LIST(widget(stage, "track-list"));
}

/* Samples for any probe: as many as asked for over ten seconds. */
typedef struct Samples {
    SnSession *session;
    int rows;
    GHashTable *series; /* slot -> SnSeries */
} Samples;

static SnSeries *make_series(int width, int rows, int seed)
{
    SnSeries *series = sn_series_new(width);
    double *values = g_new(double, (gsize)width);
    for (int i = 0; i < rows; i++) {
        const double t = 10.0 * i / rows;
        for (int k = 0; k < width; k++)
            values[k] = 0.01 * sin((1 + k + seed % 7) * t) + 0.002 * sin(500 * t + k);
        sn_series_append(series, t, values);
    }
    g_free(values);
    return series;
}

static SnSeries *sample(SnId probe, gpointer data)
{
    Samples *samples = data;
    SnSeries *series = g_hash_table_lookup(samples->series, GUINT_TO_POINTER(probe.index));
    if (!series) {
        const SnProbe *component =
            (const SnProbe *)sn_model_get(sn_session_model(samples->session), probe);
        series = make_series(component->targets.n == 1 ? 3 : component->targets.n, samples->rows,
                             (int)probe.index);
        g_hash_table_insert(samples->series, GUINT_TO_POINTER(probe.index), series);
    }
    return sn_series_ref(series);
}

static void drop_series(gpointer series)
{
    sn_series_unref(series);
}

static Samples samples_new(SnSession *session, int rows)
{
    return (Samples){session, rows, g_hash_table_new_full(NULL, NULL, NULL, drop_series)};
}

/* Keeps what the window shows where SINEW_UI_PICTURES says. */
static void picture(Stage *stage, const char *name)
{
    const char *folder = g_getenv("SINEW_UI_PICTURES");
    settle(100);
    if (!folder)
        return;
    GtkWidget *window = GTK_WIDGET(stage->window);
    GdkPaintable *paintable = gtk_widget_paintable_new(window);
    settle(300); /* it gets its picture with the next frame */
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gdk_paintable_snapshot(paintable, snapshot, gtk_widget_get_width(window),
                           gtk_widget_get_height(window));
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    GdkTexture *texture =
        gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node, NULL);
    char *path = g_strdup_printf("%s/%s.png", folder, name);
    gdk_texture_save_to_png(texture, path);
    g_free(path);
    g_object_unref(texture);
    gsk_render_node_unref(node);
    g_object_unref(paintable);
}

static SnId add_input(Stage *stage, const char *property, const char *group)
{
    SnTarget target;
    g_assert_true(
        sn_model_resolve_property(sn_session_model(stage->session), NULL, property, &target, NULL));
    return sn_edits_add_probe(stage->session, &SN_CLASS_INPUT_PROBE, &target, 1, group);
}

static void test_look(void)
{
    Stage stage;
    stage_open(&stage);
    gtk_window_set_default_size(GTK_WINDOW(stage.window), 1440, 900);
    stage_demo(&stage, "jaw");
    Samples samples = samples_new(stage.session, 20000);
    SnTrackList *list = list_of(&stage);
    sn_track_list_set_source(list, sample, &samples);
    sn_axis_set_range(sn_track_list_axis(list), 0, 10);
    picture(&stage, "folded");
    const SnId drive = add_input(&stage, "muscles/ldg:excitation", "jaw opening");
    g_assert_false(sn_id_is_null(drive));
    sn_edits_set_group(stage.session, (SnId[]){id_of(&stage, "probes/incisor")}, 1, "jaw opening");
    sn_track_list_set_open(list, id_of(&stage, "probes/incisor"), true);
    sn_track_list_set_open(list, drive, true);
    picture(&stage, "open");
    sn_axis_set_range(sn_track_list_axis(list), 3, 3.2);
    picture(&stage, "near");
    sn_track_list_set_source(list, NULL, NULL);
    stage_close(&stage);
    g_hash_table_unref(samples.series);
}

static int looked; /* how often samples were asked for */

static SnSeries *count_looks(SnId probe, gpointer data)
{
    looked++;
    return NULL;
}

static bool has_looked(Stage *stage)
{
    return looked > 0;
}

/* What is recorded while another page is shown is there when the tracks are. */
static void test_other_page(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    sn_track_list_set_source(list_of(&stage), count_looks, NULL);
    act(&stage, "win.log");
    settle(300);
    act(&stage, "win.step");
    settle(300);
    looked = 0;
    act(&stage, "win.log");
    g_assert_true(wait_for(&stage, has_looked));
    sn_track_list_set_source(list_of(&stage), NULL, NULL);
    stage_close(&stage);
}

static bool find_group(SnComponent *component, void *data)
{
    const char **group = data;
    if (component->class == &SN_CLASS_INPUT_PROBE &&
        g_strcmp0(((SnProbe *)component)->group, group[0]) == 0) {
        group[1] = component->name;
        return false;
    }
    return true;
}

/* The first input probe of a group. */
static SnId input_of_group(Stage *stage, const char *group)
{
    const char *found[] = {group, NULL};
    sn_component_walk(sn_session_model(stage->session)->root, find_group, found);
    g_assert_nonnull(found[1]);
    char *path = g_strdup_printf("probes/%s", found[1]);
    const SnId id = id_of(stage, path);
    g_free(path);
    return id;
}

/* Another model than before is there, with a picture. */
static const SnModel *reverted; /* what win.revert left */

static bool is_reverted(Stage *stage)
{
    return sn_session_model(stage->session) != reverted && has_snapshot(stage);
}

static const SnInputProbe *input(Stage *stage, SnId id)
{
    return (const SnInputProbe *)sn_model_get(sn_session_model(stage->session), id);
}

static void set_knots(Stage *stage, SnId probe, int n, double step)
{
    SnKnotTable *table = sn_knot_table_new(1);
    for (int i = 0; i < n; i++)
        sn_knot_table_insert(table, i * step, &(double){0.1 * (i % 5)});
    g_assert_true(sn_edits_set_knots(stage->session, probe, table, "Set knots"));
    sn_knot_table_free(table);
}

/* Knots become a clip, which is laid end to end, moved and removed; each is one step. */
static void test_clips(void)
{
    Stage stage;
    stage_open(&stage);
    gtk_window_set_default_size(GTK_WINDOW(stage.window), 1440, 900);
    stage_demo(&stage, "jaw");
    SnSession *session = stage.session;
    const SnId drive = add_input(&stage, "muscles/ldg:excitation", NULL);
    set_knots(&stage, drive, 6, 0.1);
    const SnId clip = sn_edits_make_clip(session, drive, 0.1, 0.3);
    g_assert_false(sn_id_is_null(clip));
    const SnClip *made = (const SnClip *)sn_model_get(sn_session_model(session), clip);
    g_assert_cmpfloat_with_epsilon(made->duration, 0.2, 1e-12);
    g_assert_cmpint(made->knots.n, ==, 3);
    g_assert_cmpint(input(&stage, drive)->segments.n, ==, 1);
    g_assert_true(sn_edits_append_clip(session, drive, clip));
    g_assert_true(sn_edits_append_clip(session, drive, clip));
    const SnSegment *segments = input(&stage, drive)->segments.entries;
    g_assert_cmpint(input(&stage, drive)->segments.n, ==, 3);
    g_assert_cmpfloat_with_epsilon(segments[1].time, 0.3, 1e-12); /* chained */
    g_assert_cmpfloat_with_epsilon(segments[2].time, 0.5, 1e-12);
    sn_edits_move_probe(session, drive, id_of(&stage, "probes/incisor"), NULL); /* in view */
    sn_track_list_set_open(list_of(&stage), drive, true);
    sn_axis_set_range(sn_track_list_axis(list_of(&stage)), 0, 1);
    picture(&stage, "clips");
    act(&stage, "win.segment-remove(1)");
    g_assert_cmpint(input(&stage, drive)->segments.n, ==, 2);
    act(&stage, "win.segment-duplicate(1)");
    g_assert_cmpint(input(&stage, drive)->segments.n, ==, 3);
    for (int i = 0; i < 5; i++)
        act(&stage, "win.undo");
    g_assert_cmpint(input(&stage, drive)->segments.n, ==, 1);
    act(&stage, "win.undo");
    g_assert_cmpint(input(&stage, drive)->segments.n, ==, 0);
    g_assert_null(sn_model_get(sn_session_model(session), clip));
    act(&stage, "win.undo");
    act(&stage, "win.undo");
    g_assert_null(input(&stage, drive));
    stage_close(&stage);
}

/* A drag is one step, shows while it lasts, and can be taken back. */
static void test_drag(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnId drive = add_input(&stage, "muscles/ldg:excitation", NULL);
    set_knots(&stage, drive, 5, 0.1);
    const char *label = sn_undo_label(sn_session_model(stage.session));
    g_assert_cmpstr(label, ==, "Set knots");
    sn_edits_drag_begin(stage.session, "Move knots");
    for (int i = 1; i <= 10; i++) {
        set_knots(&stage, drive, 5, 0.1 + 0.01 * i);
        sn_edits_drag_show(stage.session);
    }
    sn_edits_drag_cancel(stage.session);
    const SnKnot *knots = input(&stage, drive)->knots.entries;
    g_assert_cmpfloat_with_epsilon(knots[4].time, 0.4, 1e-12);
    sn_edits_drag_begin(stage.session, "Move knots");
    for (int i = 1; i <= 10; i++)
        set_knots(&stage, drive, 5, 0.1 + 0.01 * i);
    sn_edits_drag_end(stage.session);
    g_assert_cmpstr(sn_undo_label(sn_session_model(stage.session)), ==, "Move knots");
    act(&stage, "win.undo");
    knots = input(&stage, drive)->knots.entries;
    g_assert_cmpfloat_with_epsilon(knots[4].time, 0.4, 1e-12);
    /* limits: an excitation stays within 0 and 1 */
    double low = 0, high = 0;
    sn_edits_knot_limits(stage.session, drive, 1, &low, &high);
    g_assert_cmpfloat(low, ==, 0);
    g_assert_cmpfloat(high, ==, 1);
    stage_close(&stage);
}

static SnId wanted; /* probe that in_view waits for */

/* The whole track is inside the list's visible part, above the scrollbar of the time. */
static bool in_view(Stage *stage)
{
    SnTrackList *list = list_of(stage);
    GtkWidget *scrolled = gtk_widget_get_first_child(GTK_WIDGET(list));
    SnTrack *track = sn_track_list_track(list, wanted);
    graphene_rect_t bounds;
    if (!track || !gtk_widget_compute_bounds(GTK_WIDGET(track), scrolled, &bounds))
        return false;
    const float bottom = bounds.origin.y + bounds.size.height;
    g_test_message("track from %g to %g of %d", (double)bounds.origin.y, (double)bottom,
                   gtk_widget_get_height(scrolled));
    return bounds.size.height >= SN_TRACK_LEAST && bounds.origin.y >= 0 &&
           bottom <= gtk_widget_get_height(scrolled) - SN_TRACK_FOOT;
}

static void assert_in_view(Stage *stage, SnId probe)
{
    wanted = probe;
    g_assert_true(wait_for(stage, in_view));
}

/* A track that is opened comes into view as a whole, also in the lowest timeline there can be and
 * by whatever opens it. */
static void test_reveal(void)
{
    Stage stage;
    stage_open(&stage);
    gtk_window_set_default_size(GTK_WINDOW(stage.window), 1024, 600);
    stage_demo(&stage, "jaw");
    SnTrackList *list = list_of(&stage);
    SnTarget target;
    SnId probes[8];
    g_assert_true(sn_model_resolve_property(sn_session_model(stage.session), NULL,
                                            "bodies/jaw:position", &target, NULL));
    for (gsize i = 0; i < G_N_ELEMENTS(probes); i++)
        probes[i] = sn_edits_add_probe(stage.session, &SN_CLASS_OUTPUT_PROBE, &target, 1, NULL);
    GtkWidget *paned = gtk_widget_get_parent(sn_window_timeline(stage.window));
    gtk_paned_set_position(GTK_PANED(paned), gtk_widget_get_height(paned));
    settle(200);
    for (gsize i = 0; i < G_N_ELEMENTS(probes); i++) {
        sn_track_list_set_open(list, probes[7 - i], true);
        assert_in_view(&stage, probes[7 - i]);
    }
    picture(&stage, "low");
    sn_track_list_open_all(list, false);
    sn_session_select_one(stage.session, probes[7]);
    act(&stage, "win.track-open");
    assert_in_view(&stage, probes[7]);
    const SnId drive = add_input(&stage, "muscles/ldg:excitation", NULL);
    g_assert_true(sn_track_list_is_open(list, drive));
    assert_in_view(&stage, drive);
    /* nothing is scrolled back to it later */
    GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(
        GTK_SCROLLED_WINDOW(gtk_widget_get_first_child(GTK_WIDGET(list))));
    gtk_adjustment_set_value(adjustment, 0);
    gtk_paned_set_position(GTK_PANED(paned), gtk_widget_get_height(paned) - 300);
    settle(100);
    g_assert_cmpfloat(gtk_adjustment_get_value(adjustment), ==, 0);
    stage_close(&stage);
}

/* What is open, how high, which group is folded and what is looped comes back with the file; it is
 * no change of the document and no step of undo. */
static void test_kept(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    SnSession *session = stage.session;
    SnTrackList *list = list_of(&stage);
    const SnId incisor = id_of(&stage, "probes/incisor"),
               force = id_of(&stage, "probes/bite_force"),
               drive = add_input(&stage, "muscles/ldg:excitation", "opening");
    char *path = g_build_filename(stage.config, "kept.sinew", NULL);
    GError *error = NULL;
    g_assert_true(sn_project_save(stage.project, path, &error));
    g_assert_true(sn_edit_is_saved(sn_session_model(session)));
    const char *step = sn_undo_label(sn_session_model(session));
    g_assert_true(sn_track_list_is_open(list, drive)); /* new ones are */
    sn_edits_show_track(session, incisor, true, 133);
    sn_track_list_set_open(list, force, true);
    sn_track_list_set_open(list, force, false);
    sn_track_list_set_group_open(list, "opening", false);
    sn_transport_set_range(sn_transport_of(session), 0.25, 0.5);
    g_assert_true(sn_edit_is_saved(sn_session_model(session)));
    g_assert_cmpstr(sn_undo_label(sn_session_model(session)), ==, step);
    act(&stage, "win.save");
    g_assert_cmpstr(sn_session_model(session)->path, ==, path); /* again under its own name */
    sn_track_list_open_all(list, true);                         /* not saved */
    sn_transport_set_loop(sn_transport_of(session), false);
    reverted = sn_session_model(session);
    act(&stage, "win.revert");
    g_assert_true(wait_for(&stage, is_reverted));
    g_assert_true(sn_track_list_is_open(list, id_of(&stage, "probes/incisor")));
    g_assert_false(sn_track_list_is_open(list, id_of(&stage, "probes/bite_force")));
    const SnProbe *probe =
        (const SnProbe *)sn_model_get(sn_session_model(session), id_of(&stage, "probes/incisor"));
    g_assert_cmpint(probe->track_height, ==, 133);
    /* the folded group: its track has no row, and is open when it has one again */
    const SnId again = input_of_group(&stage, "opening");
    g_assert_false(sn_track_list_is_open(list, again));
    sn_track_list_set_group_open(list, "opening", true);
    g_assert_true(sn_track_list_is_open(list, again));
    double from = 0, to = 0;
    sn_transport_range(sn_transport_of(session), &from, &to);
    g_assert_true(sn_transport_loop(sn_transport_of(session)));
    g_assert_cmpfloat(from, ==, 0.25);
    g_assert_cmpfloat(to, ==, 0.5);
    g_remove(path);
    g_free(path);
    stage_close(&stage);
}

/* Text of a property dropped on the list. */
static void test_drop(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    SnTrackList *list = list_of(&stage);
    SnSession *session = stage.session;
    g_assert_false(sn_track_drop(list, session, "no such thing", 300, 1e5, false));
    g_assert_true(sn_track_drop(list, session, "/model/bodies/jaw:position", 300, 1e5, false));
    const SnId made = sn_session_primary(session);
    const SnProbe *probe = (const SnProbe *)sn_model_get(sn_session_model(session), made);
    g_assert_true(probe->base.class == &SN_CLASS_OUTPUT_PROBE);
    g_assert_cmpstr(probe->base.name, ==, "jaw_position");
    /* an input, with Ctrl: driven */
    g_assert_true(sn_track_drop(list, session, "/model/muscles/ldg:excitation", 300, 1e5, true));
    const SnId drive = sn_session_primary(session);
    g_assert_cmpint(input(&stage, drive)->knots.n, ==, 2);
    g_assert_true(input(&stage, drive)->base.base.class == &SN_CLASS_INPUT_PROBE);
    /* onto a track: it records that, too */
    settle(200);
    SnTrack *track = sn_track_list_track(list, id_of(&stage, "probes/incisor"));
    double x = 0, y = 0;
    g_assert_true(
        gtk_widget_translate_coordinates(GTK_WIDGET(track), GTK_WIDGET(list), 300, 10, &x, &y));
    g_assert_true(sn_track_drop(list, session, "/model/bodies/jaw:velocity", x, y, false));
    probe =
        (const SnProbe *)sn_model_get(sn_session_model(session), id_of(&stage, "probes/incisor"));
    g_assert_cmpint(probe->targets.n, ==, 2);
    act(&stage, "win.undo");
    g_assert_cmpint(probe->targets.n, ==, 1);
    stage_close(&stage);
}

/* What is exported is what comes back. */
static void test_files(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnId drive = add_input(&stage, "muscles/ldg:excitation", NULL);
    set_knots(&stage, drive, 50, 0.013);
    SnKnotTable *before = sn_knot_table_read(&input(&stage, drive)->knots);
    static const char *const endings[] = {"csv", "sto"};
    for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
        char *path = g_strdup_printf("%s/knots.%s", stage.config, endings[i]);
        g_assert_true(sn_track_export_file(stage.session, list_of(&stage), drive, path));
        set_knots(&stage, drive, 2, 1);
        sn_track_import_file(stage.session, drive, path);
        SnKnotTable *after = sn_knot_table_read(&input(&stage, drive)->knots);
        g_assert_cmpint(after->n, ==, before->n);
        for (int k = 0; k < after->n; k++) {
            g_assert_cmpfloat(after->times[k], ==, before->times[k]);
            g_assert_cmpfloat(after->values[k], ==, before->values[k]);
        }
        sn_knot_table_free(after);
        g_remove(path);
        g_free(path);
    }
    sn_knot_table_free(before);
    stage_close(&stage);
}

/* Tracks change places and groups. */
static void test_order(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnId incisor = id_of(&stage, "probes/incisor"),
               force = id_of(&stage, "probes/bite_force");
    g_assert_true(sn_edits_move_probe(stage.session, force, incisor, "bite"));
    const SnComponent *component = sn_model_get(sn_session_model(stage.session), force);
    g_assert_cmpint(sn_component_position(component), ==, 0);
    g_assert_cmpstr(((const SnProbe *)component)->group, ==, "bite");
    act(&stage, "win.undo");
    g_assert_cmpint(sn_component_position(component), ==, 2);
    g_assert_cmpstr(((const SnProbe *)component)->group, !=, "bite");
    g_assert_true(sn_edits_move_probe(stage.session, incisor, SN_ID_NULL, NULL));
    g_assert_cmpint(sn_component_position(sn_model_get(sn_session_model(stage.session), incisor)),
                    ==, 3);
    stage_close(&stage);
}

/* [ms] of processor time this thread has used. */
static double thread_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* A hundred tracks of a hundred thousand samples each: what a frame costs while the axis moves is
 * printed; rows out of view have no widgets. */
static void test_many(void)
{
    Stage stage;
    stage_open(&stage);
    gtk_window_set_default_size(GTK_WINDOW(stage.window), 1440, 900);
    stage_demo(&stage, "jaw");
    SnTarget target;
    g_assert_true(sn_model_resolve_property(sn_session_model(stage.session), NULL,
                                            "bodies/jaw:position", &target, NULL));
    SnTrackList *list = list_of(&stage);
    Samples samples = samples_new(stage.session, 100000);
    sn_track_list_set_source(list, sample, &samples);
    const double start = thread_time();
    for (int i = 0; i < 100; i++)
        sn_edits_add_probe(stage.session, &SN_CLASS_OUTPUT_PROBE, &target, 1, NULL);
    g_test_message("100 tracks added in %.0f ms", thread_time() - start);
    sn_track_list_open_all(list, false);
    SnAxis *axis = sn_track_list_axis(list);
    sn_axis_set_range(axis, 0, 10);
    settle(500);
    g_assert_null(sn_track_list_track(list, sn_session_primary(stage.session)));
    double worst = 0, sum = 0;
    enum { FRAMES = 40 };
    for (int i = 0; i < FRAMES; i++) {
        const double before = thread_time();
        sn_axis_set_range(axis, 0.05 * i, 6 + 0.05 * i);
        settle(30);
        const double spent = thread_time() - before;
        worst = MAX(worst, spent);
        sum += spent;
    }
    g_print("# 100 tracks of 100000 samples: %.1f ms a frame, worst %.1f ms (processor time)\n",
            sum / FRAMES, worst);
    picture(&stage, "many");
    sn_track_list_set_source(list, NULL, NULL);
    stage_close(&stage);
    g_hash_table_unref(samples.series);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv)) {
        g_print("1..0 # SKIP no display\n");
        return 0;
    }
    g_test_add_func("/tracks/look", test_look);
    g_test_add_func("/tracks/other-page", test_other_page);
    g_test_add_func("/tracks/clips", test_clips);
    g_test_add_func("/tracks/drag", test_drag);
    g_test_add_func("/tracks/reveal", test_reveal);
    g_test_add_func("/tracks/kept", test_kept);
    g_test_add_func("/tracks/drop", test_drop);
    g_test_add_func("/tracks/files", test_files);
    g_test_add_func("/tracks/order", test_order);
    g_test_add_func("/tracks/many", test_many);
    return g_test_run();
}
