/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/outside.h"

#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"

#include <string.h>
#include <sys/stat.h>

enum { GRACE = 400000 }; /* [us] */

struct SnOutside {
    SnWindow *window; /* borrowed, as the next */
    SnProject *project;
    SnChangedAnswered answered;
    gpointer data;
    GCancellable *work; /* of what runs on a worker; cancelled with us */
    SnFileStamp told;   /* what a bar has told of */
    bool told_gone;
    bool asking;
};

static const char *path_of(const SnOutside *outside)
{
    SnSession *session = sn_project_session(outside->project);
    return sn_session_is_read_only(session) ? NULL : sn_session_model(session)->path;
}

static bool same_contents(const SnFileStamp *a, const SnFileStamp *b)
{
    return a->known && b->known && a->size == b->size &&
           memcmp(a->digest, b->digest, sizeof a->digest) == 0;
}

/* --- looking --- */

typedef struct Look {   /* goes to the worker */
    SnOutside *outside; /* only while its work is not cancelled */
    char *path;
    SnFileStamp before, stamp, now;
    SnFileChange change;
} Look;

static void look_free(gpointer data)
{
    Look *look = data;
    g_free(look->path);
    g_free(look);
}

static void compare_on_worker(GTask *task, gpointer source, gpointer data,
                              GCancellable *cancellable)
{
    Look *look = data;
    look->change = sn_file_stamp_compare(&look->stamp, look->path, false);
    if (look->change == SN_FILE_GONE) { /* some editors remove a file and write it again */
        g_usleep(GRACE);
        look->change = sn_file_stamp_compare(&look->stamp, look->path, false);
    }
    if (look->change == SN_FILE_CHANGED)
        look->now = sn_file_stamp_read(look->path);
    g_task_return_boolean(task, TRUE);
}

static void tell(SnOutside *outside, const Look *look)
{
    SnSession *session = sn_project_session(outside->project);
    g_autofree char *name = g_path_get_basename(look->path);
    const bool gone = look->change == SN_FILE_GONE;
    if (gone ? outside->told_gone : same_contents(&outside->told, &look->now))
        return;
    outside->told_gone = gone;
    outside->told = look->now;
    g_autofree char *text =
        gone ? g_strdup_printf("The file “%s” is gone: it was removed or renamed. The model is "
                               "only in this window now.",
                               name)
             : g_strdup_printf("“%s” was changed outside this window.", name);
    sn_session_report(session, &(SnBar){.severity = SN_WARNING,
                                        .text = text,
                                        .button = gone ? "Save" : "Compare…",
                                        .action = gone ? "win.save" : "win.compare-with-file"});
}

static void on_compared(GObject *source, GAsyncResult *result, gpointer data)
{
    if (!g_task_propagate_boolean(G_TASK(result), NULL))
        return; /* cancelled: we are gone, or asked otherwise meanwhile */
    Look *look = g_task_get_task_data(G_TASK(result));
    SnOutside *outside = look->outside;
    const char *path = path_of(outside);
    const bool current = path && strcmp(path, look->path) == 0 &&
                         same_contents(sn_project_stamp(outside->project), &look->before);
    if (!current)
        return; /* saved or opened meanwhile */
    if (look->change == SN_FILE_SAME) {
        sn_project_set_stamp(outside->project, &look->stamp);
        outside->told = (SnFileStamp){0};
        outside->told_gone = false;
    } else {
        tell(outside, look);
    }
}

void sn_outside_look(SnOutside *outside)
{
    const char *path = path_of(outside);
    if (!path || outside->asking || !sn_project_stamp(outside->project)->known)
        return;
    Look *look = g_new0(Look, 1);
    look->outside = outside;
    look->path = g_strdup(path);
    look->before = look->stamp = *sn_project_stamp(outside->project);
    GTask *task = g_task_new(NULL, outside->work, on_compared, NULL);
    g_task_set_task_data(task, look, look_free);
    g_task_run_in_thread(task, compare_on_worker);
    g_object_unref(task);
}

static void on_focus(GtkWindow *window, GParamSpec *property, SnOutside *outside)
{
    if (gtk_window_is_active(window))
        sn_outside_look(outside);
}

/* --- asking --- */

typedef struct Reading { /* goes to the worker */
    SnOutside *outside;
    char *path, *when;
    SnModel *model;
    GError *problem;
} Reading;

static void reading_free(gpointer data)
{
    Reading *reading = data;
    if (reading->model)
        sn_model_free(reading->model);
    g_clear_error(&reading->problem);
    g_free(reading->when);
    g_free(reading->path);
    g_free(reading);
}

/* "14:05:09", or with the day if that was another. */
static char *time_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return NULL;
    g_autoptr(GDateTime) when = g_date_time_new_from_unix_local(status.st_mtim.tv_sec);
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    const bool today = g_date_time_get_day_of_year(when) == g_date_time_get_day_of_year(now) &&
                       g_date_time_get_year(when) == g_date_time_get_year(now);
    g_autofree char *text = g_date_time_format(when, today ? "%H:%M:%S" : "%e %B %Y, %H:%M");
    return g_strdup(g_strstrip(text));
}

static void read_on_worker(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    Reading *reading = data;
    reading->when = time_of(reading->path);
    reading->model = sn_file_open(reading->path, &reading->problem);
    g_task_return_boolean(task, TRUE);
}

static void on_answer(SnChangedAnswer answer, gpointer data)
{
    SnOutside *outside = data;
    outside->asking = false;
    outside->answered(answer, outside->data);
}

static void on_read(GObject *source, GAsyncResult *result, gpointer data)
{
    if (!g_task_propagate_boolean(G_TASK(result), NULL))
        return;
    const Reading *reading = g_task_get_task_data(G_TASK(result));
    SnOutside *outside = reading->outside;
    SnModel *model = sn_session_model(sn_project_session(outside->project));
    if (g_strcmp0(path_of(outside), reading->path) != 0) {
        outside->asking = false; /* another document meanwhile */
        return;
    }
    g_autofree char *name = g_path_get_basename(reading->path);
    const SnChangedQuestion question = {.name = name,
                                        .when = reading->when,
                                        .unsaved = !sn_edit_is_saved(model),
                                        .here = model,
                                        .there = reading->model,
                                        .problem =
                                            reading->problem ? reading->problem->message : NULL};
    sn_changed_dialog_show(GTK_WINDOW(outside->window), &question, on_answer, outside);
}

/* Reads the file for the comparison and asks. */
static void ask(SnOutside *outside)
{
    const char *path = path_of(outside);
    if (!path || outside->asking)
        return;
    outside->asking = true;
    Reading *reading = g_new0(Reading, 1);
    reading->outside = outside;
    reading->path = g_strdup(path);
    GTask *task = g_task_new(NULL, outside->work, on_read, NULL);
    g_task_set_task_data(task, reading, reading_free);
    g_task_run_in_thread(task, read_on_worker);
    g_object_unref(task);
}

static void on_compare(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    SnOutside *outside = data;
    const char *path = path_of(outside);
    SnSession *session = sn_project_session(outside->project);
    SnFileStamp stamp = *sn_project_stamp(outside->project);
    const SnFileChange change = path ? sn_file_stamp_compare(&stamp, path, true) : SN_FILE_SAME;
    if (change == SN_FILE_CHANGED)
        ask(outside);
    else if (change == SN_FILE_GONE)
        sn_session_report(session, &(SnBar){.severity = SN_WARNING,
                                            .text = "The file of this model is gone.",
                                            .button = "Save",
                                            .action = "win.save"});
    else
        sn_session_report(session,
                          &(SnBar){.severity = SN_NOTE,
                                   .text = path ? "Nobody else has changed this model’s file."
                                                : "This model has no file of its own yet."});
}

bool sn_outside_may_save(SnOutside *outside)
{
    const char *path = path_of(outside);
    SnFileStamp stamp = *sn_project_stamp(outside->project);
    if (outside->asking)
        return false;
    if (!path || sn_file_stamp_compare(&stamp, path, true) != SN_FILE_CHANGED)
        return true; /* one that is gone is made again */
    ask(outside);
    return false;
}

/* --- life --- */

SnOutside *sn_outside_new(SnWindow *window, SnProject *project, SnChangedAnswered answered,
                          gpointer data)
{
    SnOutside *outside = g_new0(SnOutside, 1);
    *outside = (SnOutside){.window = window,
                           .project = project,
                           .answered = answered,
                           .data = data,
                           .work = g_cancellable_new()};
    g_signal_connect(window, "notify::is-active", G_CALLBACK(on_focus), outside);
    static const GActionEntry entries[] = {{"compare-with-file", on_compare}};
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), outside);
    return outside;
}

void sn_outside_free(SnOutside *outside)
{
    g_cancellable_cancel(outside->work);
    g_object_unref(outside->work);
    g_free(outside);
}
