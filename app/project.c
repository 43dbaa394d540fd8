/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/project.h"

#include "app/waypoints.h"
#include "engine/base/output.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/timeline.h"
#include "engine/model/drawable.h"
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"
#include "ui/edits/edits.h"
#include "ui/session/labels.h"

#include <string.h>

#define FRAME_TIME                                                                                 \
    16000 /* [us] snapshots are fetched no faster: the engine makes one per fetch                  \
           */

struct SnProject {
    SnSession *session;
    SnModel *model;
    SnEngine *engine;
    unsigned listener;
    GSource *events;     /* woken by the engine thread */
    gint64 fetched;      /* monotonic time of the last fetch [us] */
    guint fetch_source;  /* the next one is waiting */
    bool compile_wanted; /* since the last SN_CHANGE_DONE, as the next two */
    bool probes_changed;
    bool marks_changed;   /* waypoints */
    bool compile_running; /* one is with the engine: a later one waits for it, so that a drag
                             cannot overtake every compile before it is done */
    bool compile_again;
    SnWaypointFile *saved; /* states that came with the document, until the engine can take them */
    SnFileStamp saved_stamp;
    GHashTable *own_states; /* files of states that are ours (waypoints.h) */
    SnFileStamp stamp;      /* of the model's file as it was read or written last */
};

/* --- engine -> session --- */

static void compile(SnProject *project)
{
    if (project->compile_running) {
        project->compile_again = true;
        return;
    }
    project->compile_running = true;
    project->compile_again = false;
    /* at t = 0 the start values of the model are the state */
    sn_engine_compile(project->engine, project->model, sn_session_time(project->session) <= 0);
}

static void fetch_snapshot(SnProject *project)
{
    project->fetched = g_get_monotonic_time();
    SnSnapshot *snapshot = sn_engine_snapshot(project->engine);
    if (snapshot) {
        sn_session_take_snapshot(project->session, snapshot);
        sn_snapshot_unref(snapshot);
    }
}

static gboolean fetch_later(gpointer data)
{
    SnProject *project = data;
    project->fetch_source = 0;
    fetch_snapshot(project);
    return G_SOURCE_REMOVE;
}

static void snapshot_published(SnProject *project)
{
    gint64 since = g_get_monotonic_time() - project->fetched;
    if (project->fetch_source != 0)
        return;
    if (since >= FRAME_TIME) {
        fetch_snapshot(project);
    } else {
        guint delay = (guint)((FRAME_TIME - since) / 1000) + 1;
        project->fetch_source = g_timeout_add(delay, fetch_later, project);
    }
}

/* A file that does not fit costs the states, nothing else. */
static void warn(SnProject *project, GError *error)
{
    sn_session_report(project->session, &(SnBar){.severity = SN_WARNING, .text = error->message});
    g_error_free(error);
}

static void give_states(SnProject *project)
{
    SnWaypointFile *saved = g_steal_pointer(&project->saved);
    GError *error = NULL;
    if (saved && sn_waypoints_give(project->engine, project->model, saved, &error)) {
        g_autofree char *path = sn_waypoint_file_name(project->model->path);
        sn_waypoints_own(project->own_states, path, &project->saved_stamp);
    } else if (error) {
        warn(project, error);
    }
    sn_waypoint_file_free(saved);
}

static void compile_ended(SnProject *project)
{
    project->compile_running = false;
    if (project->compile_again)
        compile(project);
}

/* An error about a component: the bar's button selects it. */
static void report_error(SnProject *project, const SnEvent *event)
{
    SnBar bar = {.severity = SN_ERROR, .text = event->text, .about = event->id};
    char *action = NULL, *named = NULL;
    if (sn_model_get(project->model, event->id)) {
        if (event->kind == SN_EVENT_FAULT) { /* the compiler's errors begin with the path */
            char *label = sn_model_label(project->model, event->id);
            bar.text = named = g_strdup_printf("%s: %s", label, event->text);
            g_free(label);
        }
        char *path = sn_model_path(project->model, event->id);
        GVariant *target = g_variant_ref_sink(g_variant_new_string(path));
        action = g_action_print_detailed_name("win.select-path", target);
        g_variant_unref(target);
        g_free(path);
        bar.button = "Show It";
    } else if (event->kind == SN_EVENT_FAULT) {
        action = g_strdup("win.reset");
        bar.button = "Reset";
    }
    bar.action = action;
    sn_session_report(project->session, &bar);
    g_free(action);
    g_free(named);
}

static void handle_event(SnProject *project, const SnEvent *event)
{
    switch (event->kind) {
    case SN_EVENT_SNAPSHOT:
        snapshot_published(project);
        break;
    case SN_EVENT_COMPILED:
        give_states(project);
        compile_ended(project);
        break;
    case SN_EVENT_COMPILE_ERROR:
        report_error(project, event);
        compile_ended(project);
        break;
    case SN_EVENT_STRUCTURE:
        compile(project);
        break;
    case SN_EVENT_PLAYING:
        sn_session_set_run(project->session, SN_PLAYING);
        break;
    case SN_EVENT_PAUSED:
        sn_session_set_run(project->session, SN_PAUSED);
        break;
    case SN_EVENT_FAULT:
        sn_session_set_run(project->session, SN_FAULTED);
        report_error(project, event);
        break;
    case SN_EVENT_SETTLING:
        sn_session_settling(project->session, event->time);
        break;
    case SN_EVENT_SETTLED:
        sn_session_settling(project->session, -1);
        break;
    case SN_EVENT_REST:
        sn_edits_rest_found(project->session, event->id, event->text);
        break;
    case SN_EVENT_MESSAGE:
        sn_session_log(project->session, SN_NOTE, event->id, event->text);
        break;
    }
}

typedef struct EventSource {
    GSource source;
    SnProject *project;
} EventSource;

static gboolean dispatch_events(GSource *source, GSourceFunc callback, gpointer data)
{
    SnProject *project = ((EventSource *)source)->project;
    g_source_set_ready_time(source, -1);
    SnEvent event;
    while (project->engine && sn_engine_next_event(project->engine, &event))
        handle_event(project, &event);
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs event_functions = {.dispatch = dispatch_events};

/* on the engine thread */
static void wake(void *data)
{
    g_source_set_ready_time(data, 0);
}

/* --- model -> engine --- */

/* What the solver sees of a component: nothing, only what it plays in or takes down, or all. */
static bool is_document(const SnClass *class)
{
    return class && class->document;
}

static bool is_probe(const SnClass *class)
{
    return class && (sn_class_is_a(class, &SN_CLASS_PROBE) || sn_class_is_a(class, &SN_CLASS_CLIP));
}

static void send_structure(SnProject *project, const SnClass *class)
{
    if (is_document(class))
        project->marks_changed |= class == &SN_CLASS_WAYPOINT;
    else if (is_probe(class))
        project->probes_changed = true;
    else
        project->compile_wanted = true;
}

/* Class of the component, or for one that is gone the class its list accepts. */
static const SnClass *class_of(const SnModel *model, const SnChange *change)
{
    const SnComponent *component = sn_model_get(model, change->id);
    if (component)
        return component->class;
    const SnComponent *list = sn_model_get(model, change->parent);
    return list ? sn_component_accepts(list) : NULL;
}

static void send_value(SnProject *project, const SnChange *change)
{
    const SnModel *model = project->model;
    const SnClass *class = class_of(model, change);
    if (is_document(class) || is_probe(class)) {
        const SnProperty *row = sn_model_property(model, change->id, change->property);
        if (!row || row->bind != SN_BIND_DOCUMENT || is_document(class))
            send_structure(project, class);
        return;
    }
    const SnProperty *property = sn_model_property(model, change->id, change->property);
    if (!property || property->bind == SN_BIND_DOCUMENT)
        return;
    if (property->bind == SN_BIND_STYLE) {
        SnStyle style;
        const SnComponent *component = sn_model_get(model, change->id);
        if (sn_model_style(model, component, &style))
            sn_engine_set_style(project->engine, change->id, &style, model->revision);
        return;
    }
    if (change->structural || property->bind == SN_BIND_NONE || property->kind == SN_START) {
        project->compile_wanted = true;
        return;
    }
    SnValue value;
    sn_model_effective(model, change->id, property, &value, NULL);
    double number[6];
    int n = sn_type_width(property->type);
    if (property->type == SN_TYPE_BOOL)
        number[0] = value.boolean ? 1 : 0;
    else if (property->type == SN_TYPE_INT || property->type == SN_TYPE_ENUM)
        number[0] = value.integer;
    else
        memcpy(number, value.number, sizeof(double) * (size_t)n);
    sn_value_clear(&value);
    if (n > 0)
        sn_engine_set(project->engine, change->id, change->property, number, n, model->revision);
}

static bool add_mark(SnComponent *component, void *data)
{
    if (component->class == &SN_CLASS_WAYPOINT) {
        const SnWaypoint *waypoint = (const SnWaypoint *)component;
        const SnWaypointMark mark = {component->id, waypoint->time, waypoint->breakpoint};
        g_array_append_val((GArray *)data, mark);
    }
    return true;
}

static void send_waypoints(SnProject *project)
{
    GArray *marks = g_array_new(FALSE, FALSE, sizeof(SnWaypointMark));
    sn_component_walk(project->model->root, add_mark, marks);
    sn_engine_set_waypoints(project->engine, (const SnWaypointMark *)(void *)marks->data,
                            (int)marks->len);
    g_array_free(marks, TRUE);
}

static void model_changed(const SnModel *model, const SnChange *change, void *data)
{
    SnProject *project = data;
    switch (change->kind) {
    case SN_CHANGE_VALUE:
        send_value(project, change);
        break;
    case SN_CHANGE_ADDED:
    case SN_CHANGE_REMOVED:
    case SN_CHANGE_MOVED:
    case SN_CHANGE_ENTRIES:
        send_structure(project, class_of(model, change));
        break;
    case SN_CHANGE_RENAMED:
        break;
    case SN_CHANGE_DONE:
        if (project->compile_wanted)
            compile(project);
        else if (project->probes_changed)
            sn_engine_set_probes(project->engine, project->model);
        if (project->marks_changed)
            send_waypoints(project);
        project->compile_wanted = project->probes_changed = project->marks_changed = false;
        break;
    }
}

/* --- life --- */

static void drop_document(SnProject *project)
{
    if (!project->model)
        return;
    sn_session_set_document(project->session, NULL, NULL);
    g_clear_handle_id(&project->fetch_source, g_source_remove);
    sn_engine_free(project->engine); /* joins: nobody wakes the source any more */
    project->engine = NULL;
    g_source_destroy(project->events);
    g_clear_pointer(&project->events, g_source_unref);
    sn_model_unlisten(project->model, project->listener);
    sn_model_free(project->model);
    project->model = NULL;
    g_clear_pointer(&project->saved, sn_waypoint_file_free);
    g_hash_table_remove_all(project->own_states);
    project->stamp = (SnFileStamp){0};
}

static void log_checks(SnProject *project)
{
    SnChecks *checks = sn_checks_new();
    sn_model_validate(project->model, checks);
    for (guint i = 0; i < checks->items->len; i++) {
        const SnCheck *check = &g_array_index(checks->items, SnCheck, i);
        sn_session_log(project->session, check->severity, check->id, check->message);
    }
    sn_checks_free(checks);
}

/* Takes the model. */
static void adopt(SnProject *project, SnModel *model, bool read_only)
{
    drop_document(project);
    project->model = model;
    project->events = g_source_new(&event_functions, sizeof(EventSource));
    ((EventSource *)project->events)->project = project;
    g_source_set_ready_time(project->events, -1);
    g_source_attach(project->events, NULL);
    project->engine = sn_engine_new(wake, project->events);
    project->listener = sn_model_listen(model, model_changed, project);
    project->compile_wanted = project->compile_running = project->compile_again = false;
    project->probes_changed = project->marks_changed = false;
    sn_session_set_document(project->session, model, project->engine);
    sn_session_set_read_only(project->session, read_only);
    if (model->path) {
        char *text = g_strdup_printf("Opened %s", model->path);
        sn_session_log(project->session, SN_NOTE, SN_ID_NULL, text);
        g_free(text);
    }
    log_checks(project);
    send_waypoints(project);
    compile(project);
}

SnProject *sn_project_new(void)
{
    SnProject *project = g_new0(SnProject, 1);
    project->session = sn_session_new();
    project->own_states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    adopt(project, sn_model_new(), false);
    return project;
}

void sn_project_free(SnProject *project)
{
    drop_document(project);
    g_hash_table_unref(project->own_states);
    g_object_unref(project->session);
    g_free(project);
}

SnSession *sn_project_session(SnProject *project)
{
    return project->session;
}

void sn_project_clear(SnProject *project)
{
    adopt(project, sn_model_new(), false);
}

/* --- files --- */

typedef struct OpenJob {
    char *path;
    bool read_only;
    SnFileStamp stamp;     /* before it was read: a change meanwhile shows later */
    SnWaypointFile *saved; /* read beside the model */
    SnFileStamp saved_stamp;
    GError *problem; /* with that */
} OpenJob;

static void open_job_free(gpointer data)
{
    OpenJob *job = data;
    sn_waypoint_file_free(job->saved);
    g_clear_error(&job->problem);
    g_free(job->path);
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

void sn_project_open_async(SnProject *project, const char *path, bool read_only,
                           GCancellable *cancellable, GAsyncReadyCallback done, gpointer data)
{
    OpenJob *job = g_new0(OpenJob, 1);
    job->path = g_strdup(path);
    job->read_only = read_only;
    GTask *task = g_task_new(project->session, cancellable, done, data);
    g_task_set_task_data(task, job, open_job_free);
    g_task_run_in_thread(task, read_on_worker);
    g_object_unref(task);
}

/* The first compile of the document is still to come. */
static void take(SnProject *project, SnModel *model, OpenJob *job)
{
    adopt(project, model, job->read_only);
    project->stamp = job->stamp;
    project->saved = g_steal_pointer(&job->saved);
    project->saved_stamp = job->saved_stamp;
    if (job->problem)
        warn(project, g_steal_pointer(&job->problem));
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
