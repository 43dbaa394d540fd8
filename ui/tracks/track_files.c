/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track_files.h"

#include "engine/model/classes/probe.h"
#include "engine/model/classes/probe_signal.h"
#include "engine/motion/motion_file.h"
#include "ui/edits/time/probe.h"
#include "ui/tracks/track_list.h"
#include "ui/widgets/dialogs.h"

#include <string.h>

typedef struct Job {
    SnTrackList *list;  /* reference */
    SnSession *session; /* reference */
    SnId probe;
} Job;

static Job *job_new(SnTrackList *list, SnId probe)
{
    Job *job = g_new(Job, 1);
    *job = (Job){g_object_ref(list), g_object_ref(sn_track_list_session(list)), probe};
    return job;
}

static void job_free(Job *job)
{
    g_object_unref(job->session);
    g_object_unref(job->list);
    g_free(job);
}

static GtkWindow *window_of(SnTrackList *list)
{
    return GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(list)));
}

/* --- in --- */

/* Numbers of a row that the probe takes: one for each column it has room for. */
static int wanted_columns(const SnModel *model, const SnInputProbe *probe,
                          const SnMotionTable *motion)
{
    const SnMapping *mapping = probe->mapping.entries;
    int width = sn_targets_width(model, &probe->base.targets);
    for (int i = 0; i < probe->mapping.n; i++)
        width = MAX(i == 0 ? 0 : width, mapping[i].column + 1);
    return motion->n_columns >= width ? MAX(width, 1) : 1;
}

static SnKnotTable *knots_of(const SnMotionTable *motion, int width)
{
    SnArray knots = {motion->n_rows, g_new0(SnKnot, (gsize)motion->n_rows)};
    SnKnot *entries = knots.entries;
    for (int i = 0; i < motion->n_rows; i++) {
        entries[i].time = motion->time[i];
        entries[i].values =
            (SnReals){width, g_memdup2(motion->values + (gsize)i * (gsize)motion->n_columns,
                                       sizeof(double) * (gsize)width)};
    }
    SnKnotTable *table = sn_knot_table_read(&knots);
    sn_knots_clear(&knots);
    return table;
}

void sn_track_import_file(SnSession *session, SnId id, const char *path)
{
    GError *error = NULL;
    const SnModel *model = sn_session_model(session);
    const SnInputProbe *probe = (const SnInputProbe *)sn_model_get(model, id);
    SnMotionTable *motion = probe ? sn_motion_file_read(path, &error) : NULL;
    if (!motion) {
        if (error) {
            sn_session_fail(session, error->message);
            g_error_free(error);
        }
        return;
    }
    const int filled = sn_motion_table_fill_gaps(motion);
    const int width = wanted_columns(model, probe, motion);
    SnKnotTable *table = knots_of(motion, width);
    if (sn_edits_set_knots(session, id, table, "Import data")) {
        GString *text = g_string_new(NULL);
        g_string_append_printf(text, "%d rows, %s", motion->n_rows, motion->names[0]);
        for (int i = 1; i < MIN(width, 4); i++)
            g_string_append_printf(text, ", %s", motion->names[i]);
        if (motion->n_columns > width) {
            g_string_append_printf(text, "; %d more columns are not used",
                                   motion->n_columns - width);
        }
        if (filled > 0)
            g_string_append_printf(text, "; %d missing values filled in", filled);
        for (int i = 0; motion->notes && motion->notes[i]; i++)
            g_string_append_printf(text, ". %s", motion->notes[i]);
        sn_session_report(session, &(SnBar){.severity = SN_NOTE, .text = text->str});
        g_string_free(text, TRUE);
    }
    sn_knot_table_free(table);
    sn_motion_table_free(motion);
}

static void on_import(const char *path, gpointer data)
{
    Job *job = data;
    if (path)
        sn_track_import_file(job->session, job->probe, path);
    job_free(job);
}

void sn_track_import(SnTrackList *list, SnId probe)
{
    if (!sn_id_is_null(probe)) {
        const SnFileAsked asked = {"Import Data", "_Import", "Curves over time",
                                   sn_motion_file_patterns()};
        sn_dialog_open_data(window_of(list), &asked, on_import, job_new(list, probe));
    }
}

/* --- out --- */

/* "path:property.x" as `sinew run --probes` writes them. */
static void name_columns(const SnModel *model, const SnProbe *probe, SnMotionTable *motion)
{
    static const char *const three[] = {".x", ".y", ".z"};
    static const char *const four[] = {".w", ".x", ".y", ".z"};
    int column = 0;
    for (int i = 0; i < probe->targets.n; i++) {
        const SnTarget *target = &probe->targets.targets[i];
        if (!sn_model_object(model, target->id))
            continue;
        const SnProperty *property = sn_model_property(model, target->id, target->row);
        const int width = MAX(sn_type_width(property->type), 1);
        char *path = sn_model_path(model, target->id);
        for (int k = 0; k < width && column < motion->n_columns; k++, column++) {
            g_free(motion->names[column]);
            motion->names[column] = g_strdup_printf("%s:%s%s", path, property->name,
                                                    width == 3   ? three[k]
                                                    : width == 4 ? four[k]
                                                                 : "");
        }
        g_free(path);
    }
}

static SnMotionTable *recorded(SnSession *session, SnTrackList *list, SnId id)
{
    SnSeries *series = sn_track_list_series(list, id);
    const int n = series ? (int)sn_series_count(series) : 0;
    SnMotionTable *motion = n > 0 ? sn_motion_table_new(n, sn_series_width(series)) : NULL;
    for (int i = 0; i < n; i++) {
        motion->time[i] = sn_series_time(series, (size_t)i);
        memcpy(motion->values + (gsize)i * (gsize)motion->n_columns,
               sn_series_values(series, (size_t)i), sizeof(double) * (gsize)motion->n_columns);
    }
    sn_series_unref(series);
    if (motion) {
        const SnModel *model = sn_session_model(session);
        name_columns(model, (const SnProbe *)sn_model_get(model, id), motion);
    }
    return motion;
}

static SnMotionTable *knotted(SnSession *session, SnId id)
{
    const SnModel *model = sn_session_model(session);
    const SnInputProbe *probe = (const SnInputProbe *)sn_model_get(model, id);
    SnKnotTable *table = sn_knot_table_read(&probe->knots);
    SnMotionTable *motion = table->n > 0 ? sn_motion_table_new(table->n, table->width) : NULL;
    if (motion) {
        memcpy(motion->time, table->times, sizeof(double) * (gsize)table->n);
        memcpy(motion->values, table->values, sizeof(double) * (gsize)(table->n * table->width));
        if (table->width > 1 || probe->base.targets.n == 1)
            name_columns(model, &probe->base, motion);
    }
    sn_knot_table_free(table);
    return motion;
}

bool sn_track_export_file(SnSession *session, SnTrackList *list, SnId id, const char *path)
{
    const SnComponent *component = sn_model_get(sn_session_model(session), id);
    SnMotionTable *motion = !component ? NULL
                            : component->class == &SN_CLASS_OUTPUT_PROBE
                                ? recorded(session, list, id)
                                : knotted(session, id);
    GError *error = NULL;
    if (!motion) {
        sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                            .text = "There is nothing to export yet: play first."});
        return false;
    }
    const bool good = sn_motion_file_write(motion, path, &error);
    if (!good) {
        sn_session_fail(session, error->message);
        g_error_free(error);
    }
    sn_motion_table_free(motion);
    return good;
}

static void on_export(const char *path, gpointer data)
{
    Job *job = data;
    if (path)
        sn_track_export_file(job->session, job->list, job->probe, path);
    job_free(job);
}

void sn_track_export(SnTrackList *list, SnId probe)
{
    char *label = sn_session_label(sn_track_list_session(list), probe);
    char *name = g_strdup_printf("%s.csv", label);
    sn_dialog_save_data(window_of(list), name, on_export, job_new(list, probe));
    g_free(name);
    g_free(label);
}
