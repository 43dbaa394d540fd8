/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/project.h"

#include "app/document/project_parts.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/timeline.h"
#include "engine/model/drawable.h"
#include "ui/edits/edits.h"
#include "ui/session/labels.h"

#include <gdk/gdk.h>
#include <string.h>

#define FRAME_TIME                                                                                 \
    16000 /* [us] snapshots are fetched no faster: the engine makes one per fetch                  \
           */

/* --- engine -> session --- */

static gboolean send_model(gpointer data)
{
    SnProject *project = data;
    project->compile_source = 0;
    /* at t = 0 the start values of the model are the state */
    sn_engine_compile(project->engine, project->model, sn_session_time(project->session) <= 0);
    return G_SOURCE_REMOVE;
}

static void compile(SnProject *project)
{
    enum { LARGE = 20000 }; /* components whose copy takes as long as a frame */
    if (project->compile_source != 0)
        return; /* the copy will have this too */
    if (project->compile_running) {
        project->compile_again = true;
        return;
    }
    project->compile_running = true;
    project->compile_again = false;
    sn_session_set_compiling(project->session, true);
    if (project->model->slots->len < LARGE)
        send_model(project);
    else /* the edit is seen first */
        project->compile_source =
            g_idle_add_full(GDK_PRIORITY_REDRAW + 10, send_model, project, NULL);
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

void sn_project_warn(SnProject *project, GError *error)
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
        sn_project_warn(project, error);
    }
    sn_waypoint_file_free(saved);
}

static void compile_ended(SnProject *project)
{
    project->compile_running = false;
    sn_session_set_compiling(project->session, false);
    if (project->compile_again)
        compile(project);
}

/* An error about a component: the bar's button selects it. */
static void report_error(SnProject *project, const SnEvent *event)
{
    SnBar bar = {.severity = SN_ERROR,
                 .text = event->text,
                 .of_model = event->kind == SN_EVENT_COMPILE_ERROR,
                 .about = event->id};
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

/* The bar's button selects what the note is about. */
static void report_note(SnProject *project, const SnEvent *event)
{
    GString *paths = g_string_new(NULL);
    for (int i = 0; i < event->n_named; i++) {
        if (!sn_model_get(project->model, event->named[i]))
            continue; /* deleted meanwhile */
        g_autofree char *path = sn_model_path(project->model, event->named[i]);
        g_string_append_printf(paths, "%s%s", paths->len > 0 ? "\n" : "", path);
    }
    GVariant *target = g_variant_ref_sink(g_variant_new_string(paths->str));
    g_autofree char *action = g_action_print_detailed_name("win.select-path", target);
    const SnBar bar = {.severity = SN_NOTE,
                       .text = event->text,
                       .about = event->id,
                       .button = paths->len > 0 ? "Show Them" : NULL,
                       .action = paths->len > 0 ? action : NULL};
    sn_session_report(project->session, &bar);
    sn_session_log(project->session, SN_NOTE, event->id, event->text);
    g_variant_unref(target);
    g_string_free(paths, TRUE);
}

static void handle_event(SnProject *project, const SnEvent *event)
{
    switch (event->kind) {
    case SN_EVENT_SNAPSHOT:
        snapshot_published(project);
        break;
    case SN_EVENT_COMPILED:
        give_states(project);
        if (project->compile_failed)
            sn_session_mended(project->session);
        project->compile_failed = false;
        compile_ended(project);
        break;
    case SN_EVENT_COMPILE_ERROR:
        report_error(project, event);
        project->compile_failed = true;
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
    case SN_EVENT_NOTE:
        report_note(project, event);
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
    g_clear_handle_id(&project->compile_source, g_source_remove);
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

void sn_project_adopt(SnProject *project, SnModel *model, bool read_only)
{
    drop_document(project);
    project->model = model;
    g_clear_pointer(&project->imported, g_free);
    g_clear_pointer(&project->imported_from, g_free);
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
    sn_project_adopt(project, sn_model_new(), false);
    return project;
}

void sn_project_free(SnProject *project)
{
    drop_document(project);
    g_hash_table_unref(project->own_states);
    g_object_unref(project->session);
    g_free(project->imported);
    g_free(project->imported_from);
    g_free(project);
}

SnSession *sn_project_session(SnProject *project)
{
    return project->session;
}

void sn_project_clear(SnProject *project)
{
    sn_project_adopt(project, sn_model_new(), false);
}
