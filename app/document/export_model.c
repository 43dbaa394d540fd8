/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/export_model.h"

#include "engine/export/export.h"
#include "ui/widgets/dialogs.h"

#include <string.h>

#define REPORT_KEY "sn-export-report"

/* One export, from the dialog to the bar that tells of it. */
typedef struct Job {
    GWeakRef window;
    SnModel *model; /* a copy: the document may be edited meanwhile */
    char *path;
    SnImportReport *report;
} Job;

static void job_free(gpointer data)
{
    Job *job = data;
    g_weak_ref_clear(&job->window);
    sn_model_free(job->model);
    sn_import_report_free(job->report);
    g_free(job->path);
    g_free(job);
}

static void write_on_worker(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    Job *job = data;
    GError *error = NULL;
    if (sn_export_write(job->model, job->path, &job->report, &error))
        g_task_return_boolean(task, TRUE);
    else
        g_task_return_error(task, error);
}

static void tell(GObject *source, GAsyncResult *result, gpointer data)
{
    Job *job = g_task_get_task_data(G_TASK(result));
    SnWindow *window = g_weak_ref_get(&job->window);
    GError *error = NULL;
    const bool good = g_task_propagate_boolean(G_TASK(result), &error);
    if (window && !good) {
        sn_session_fail(sn_window_session(window), error->message);
    } else if (window) {
        g_autofree char *name = g_path_get_basename(job->path);
        g_autofree char *summary = sn_import_report_summary(job->report);
        g_autofree char *text = g_strdup_printf("Exported %s: %s.", name, summary);
        const bool whole = sn_import_report_count(job->report, SN_IMPORT_LEFT_OUT) == 0;
        g_object_set_data_full(G_OBJECT(window), REPORT_KEY, sn_import_report_text(job->report),
                               g_free);
        sn_session_report(sn_window_session(window),
                          &(SnBar){.severity = whole ? SN_NOTE : SN_WARNING,
                                   .text = text,
                                   .button = "Show Report",
                                   .action = "win.export-report"});
    }
    g_clear_error(&error);
    g_clear_object(&window);
}

static void export_to(const char *path, gpointer window)
{
    SnSession *session = sn_window_session(window);
    if (!path)
        return;
    if (!sn_export_is_name(path)) {
        sn_session_fail(session, "The file's name must end in .osim (OpenSim) or .xml (MuJoCo).");
        return;
    }
    Job *job = g_new0(Job, 1);
    g_weak_ref_init(&job->window, window);
    job->model = sn_model_copy(sn_session_model(session));
    job->path = g_strdup(path);
    GTask *task = g_task_new(NULL, NULL, tell, NULL);
    g_task_set_task_data(task, job, job_free);
    g_task_run_in_thread(task, write_on_worker);
    g_object_unref(task);
}

static void on_export_model(GSimpleAction *action, GVariant *parameter, gpointer window)
{
    const SnModel *model = sn_session_model(sn_window_session(window));
    g_autofree char *folder = model->path ? g_path_get_dirname(model->path) : NULL;
    g_autofree char *base = model->path ? g_path_get_basename(model->path) : g_strdup("model");
    char *ending = strrchr(base, '.');
    if (ending)
        *ending = '\0';
    g_autofree char *name = g_strconcat(base, ".xml", NULL);
    sn_dialog_export_model(GTK_WINDOW(window), folder, name, export_to, window);
}

static void on_export_report(GSimpleAction *action, GVariant *parameter, gpointer window)
{
    const char *report = g_object_get_data(G_OBJECT(window), REPORT_KEY);
    sn_dialog_text(window, "Export", report ? report : "Nothing was exported yet.");
}

void sn_export_model_actions_add(SnWindow *window)
{
    static const GActionEntry entries[] = {{"export-model", on_export_model},
                                           {"export-report", on_export_report}};
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
}
