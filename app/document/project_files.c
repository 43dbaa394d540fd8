/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A project's files: model and states of waypoints, read and written. */
#include "app/document/foreign.h"
#include "app/document/project_parts.h"
#include "engine/base/output.h"
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"
#include "engine/opensim/import.h"
#include "ui/edits/edits.h"

#include <string.h>

typedef struct OpenJob {
    char *path, *loads;
    bool read_only;
    SnFileStamp stamp;     /* before it was read: a change meanwhile shows later */
    SnWaypointFile *saved; /* read beside the model */
    SnFileStamp saved_stamp;
    GError *problem;        /* with that */
    SnImportReport *report; /* of a file of another program */
} OpenJob;

static void open_job_free(gpointer data)
{
    OpenJob *job = data;
    sn_waypoint_file_free(job->saved);
    g_clear_error(&job->problem);
    sn_import_report_free(job->report);
    g_free(job->path);
    g_free(job->loads);
    g_free(job);
}

static void free_model(gpointer model)
{
    sn_model_free(model);
}

/* With what the document builds on, which is shown beside it. */
static SnModel *open_with_base(const char *path, GError **error)
{
    SnModel *model = sn_file_open(path, error);
    if (model && model->base)
        sn_model_base(model, NULL); /* was read a moment ago, as part of the document */
    return model;
}

static void read_states(OpenJob *job)
{
    g_autofree char *path = sn_waypoint_file_name(job->path);
    job->saved_stamp = sn_file_stamp_read(path);
    job->saved = sn_waypoints_read(job->path, &job->problem);
}

static SnModel *read_all(OpenJob *job, GError **error)
{
    if (job->loads)
        return sn_osim_import_loaded(job->path, job->loads, NULL, &job->report, error);
    if (sn_foreign_is_name(job->path))
        return sn_foreign_import(job->path, NULL, &job->report, error);
    job->stamp = sn_file_stamp_read(job->path);
    SnModel *model = open_with_base(job->path, error);
    if (model)
        read_states(job);
    return model;
}

static void read_on_worker(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    OpenJob *job = data;
    GError *error = NULL;
    SnModel *model = read_all(job, &error);
    if (model)
        g_task_return_pointer(task, model, free_model);
    else
        g_task_return_error(task, error);
}

void sn_project_open_async(SnProject *project, const char *path, const char *loads, bool read_only,
                           GCancellable *cancellable, GAsyncReadyCallback done, gpointer data)
{
    OpenJob *job = g_new0(OpenJob, 1);
    job->path = g_strdup(path);
    job->loads = g_strdup(loads);
    job->read_only = read_only;
    GTask *task = g_task_new(project->session, cancellable, done, data);
    g_task_set_task_data(task, job, open_job_free);
    g_task_run_in_thread(task, read_on_worker);
    g_object_unref(task);
}

const char *sn_project_import_report(const SnProject *project)
{
    return project->imported;
}

const char *sn_project_import_path(const SnProject *project)
{
    return project->imported_from;
}

/* A bar says what an import came to, and shows the rest. */
static void tell_import(SnProject *project, const OpenJob *job)
{
    g_autofree char *name = g_path_get_basename(job->path);
    g_autofree char *summary = sn_import_report_summary(job->report);
    g_autofree char *loads = job->loads ? g_path_get_basename(job->loads) : NULL;
    g_autofree char *text = g_strdup_printf("Imported %s%s%s: %s.", name, loads ? " with " : "",
                                            loads ? loads : "", summary);
    const bool whole = sn_import_report_count(job->report, SN_IMPORT_LEFT_OUT) == 0;
    project->imported_from = g_strdup(job->path);
    project->imported = sn_import_report_text(job->report);
    sn_session_report(project->session, &(SnBar){.severity = whole ? SN_NOTE : SN_WARNING,
                                                 .text = text,
                                                 .button = "Show Report",
                                                 .action = "win.import-report"});
}

/* The first compile of the document is still to come. */
static void take(SnProject *project, SnModel *model, OpenJob *job)
{
    sn_project_adopt(project, model, job->read_only);
    project->stamp = job->stamp;
    project->saved = g_steal_pointer(&job->saved);
    project->saved_stamp = job->saved_stamp;
    if (job->problem)
        sn_project_warn(project, g_steal_pointer(&job->problem));
    if (job->report)
        tell_import(project, job);
}

bool sn_project_open_finish(SnProject *project, GAsyncResult *result, GError **error)
{
    OpenJob *job = g_task_get_task_data(G_TASK(result));
    SnModel *model = g_task_propagate_pointer(G_TASK(result), error);
    if (!model)
        return false;
    take(project, model, job);
    return true;
}

void sn_project_take(SnProject *project, SnModel *model, bool read_only, const SnFileStamp *stamp)
{
    OpenJob job = {.path = model->path, .read_only = read_only};
    if (stamp)
        job.stamp = *stamp;
    if (model->path)
        read_states(&job);
    take(project, model, &job);
}

bool sn_project_open(SnProject *project, const char *path, bool read_only, GError **error)
{
    OpenJob job = {.path = (char *)path, .read_only = read_only};
    SnModel *model = read_all(&job, error);
    if (model)
        take(project, model, &job);
    sn_import_report_free(job.report);
    return model != NULL;
}

/* --- saving --- */

static void save_states(SnProject *project)
{
    GError *problem = NULL;
    const SnStatesSaved saved = sn_waypoints_save(
        project->engine, project->model, project->model->path, project->own_states, &problem);
    if (saved == SN_STATES_SAVED)
        return;
    g_prefix_error(&problem, "The model is saved, but the states of its waypoints are not: ");
    const bool foreign = saved == SN_STATES_FOREIGN;
    sn_session_report(project->session, &(SnBar){.severity = SN_WARNING,
                                                 .text = problem->message,
                                                 .button = foreign ? "Replace It" : NULL,
                                                 .action = foreign ? "win.replace-states" : NULL});
    g_error_free(problem);
}

void sn_project_replace_states(SnProject *project)
{
    if (!project->model->path)
        return;
    g_autofree char *path = sn_waypoint_file_name(project->model->path);
    const SnFileStamp stamp = sn_file_stamp_read(path);
    sn_waypoints_own(project->own_states, path, &stamp);
    save_states(project);
}

/* What was written is more than the document: "this file had 1 other name ...". */
static void note(SnProject *project, const char *text)
{
    g_autofree char *whole = g_strconcat("Saved; ", text, ".", NULL);
    sn_session_report(project->session, &(SnBar){.severity = SN_NOTE, .text = whole});
}

static bool save(SnProject *project, const char *path, SnSaveAs as, const char *base,
                 GError **error)
{
    SnModel *model = project->model;
    char text[256];
    SnFileStamp stamp;
    const bool noted = sn_output_note(path, text, sizeof text);
    g_autofree char *former = g_strdup(model->base);
    if (!sn_file_save(model, path, as, base, &stamp, error))
        return false;
    project->stamp = stamp;
    if (noted)
        note(project, text);
    if (as == SN_SAVE_PLAIN && former && !model->base) {
        g_autofree char *why = g_strdup_printf(
            "Saved as a whole: its base %s does not lie in the folder of the new file.", former);
        sn_session_report(project->session, &(SnBar){.severity = SN_NOTE, .text = why});
    }
    sn_edit_mark_saved(model);
    sn_session_set_read_only(project->session, false);
    save_states(project);
    return true;
}

bool sn_project_save(SnProject *project, const char *path, GError **error)
{
    g_autofree char *own = g_strdup(path ? path : project->model->path);
    return save(project, own, SN_SAVE_PLAIN, NULL, error);
}

bool sn_project_save_whole(SnProject *project, const char *path, GError **error)
{
    return save(project, path, SN_SAVE_WHOLE, NULL, error);
}

bool sn_project_save_variant(SnProject *project, const char *path, const char *base, GError **error)
{
    return save(project, path, SN_SAVE_VARIANT, base, error);
}

const SnFileStamp *sn_project_stamp(const SnProject *project)
{
    return &project->stamp;
}

void sn_project_set_stamp(SnProject *project, const SnFileStamp *stamp)
{
    project->stamp = *stamp;
}
