/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tracks in the real window, in process. */
#include "engine/model/classes/probe.h"
#include "tests/ui/window_support.h"
#include "ui/edits_probe.h"
#include "ui/track_list.h"

#include <math.h>
#include <stdlib.h>

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
        for (int k = 0; k < width; k++) {
            values[k] = 0.01 * sin((1 + k + seed % 7) * t) + 0.002 * sin(500 * t + k);
        }
        sn_series_append(series, t, values);
    }
    g_free(values);
    return series;
}

static SnSeries *sample(SnId probe, gpointer data)
{
    Samples *samples = data;
    SnSeries *series = g_hash_table_lookup(samples->series, GUINT_TO_POINTER(probe.index));
    if (series == NULL) {
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
    if (folder == NULL) {
        return;
    }
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
    g_assert_true(sn_model_resolve_property(sn_session_model(stage->session), NULL, property,
                                            &target, NULL));
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
    const SnId drive = add_input(&stage, "muscles/lad:excitation", "jaw opening");
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

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv)) {
        g_print("1..0 # SKIP no display\n");
        return 0;
    }
    g_test_add_func("/tracks/look", test_look);
    return g_test_run();
}
