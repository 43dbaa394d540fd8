/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/export.h"

#include "app/document/export_offer.h"
#include "app/output/measured_lines.h"
#include "app/output/movie.h"
#include "app/output/webm.h"

#include <math.h>

#define EXPORT_KEY "sn-export"

/* A moment that was asked for and does not come is asked for again: somebody moved the cursor. */
#define RETRY_TIME  300 /* [ms] */
#define MAX_RETRIES 30

typedef struct Export {
    SnWindow *window; /* borrowed: the export goes with it */
    SnMovie *movie;   /* NULL: nothing is being exported */
    SnMovieSettings settings;
    char *path;
    int n_frames, next; /* frame to be handed over next */
    double cursor;      /* where the clock was [s] */
    guint retry;        /* timer */
    int retries;        /* for this frame */
    GSource *wake;      /* by the film's thread */
} Export;

static Export *export_of(gpointer window)
{
    return g_object_get_data(G_OBJECT(window), EXPORT_KEY);
}

static SnSession *session_of(Export *export)
{
    return sn_window_session(export->window);
}

/* --- the end of a film --- */

typedef struct Ending {
    GWeakRef window;
    SnMovie *movie;
    GSource *wake; /* a reference: the film's thread uses it to the end */
    char *path;
    int n_frames;
    bool whole; /* else it is thrown away */
} Ending;

static void ending_free(gpointer data)
{
    Ending *ending = data;
    g_weak_ref_clear(&ending->window);
    g_source_unref(ending->wake);
    g_free(ending->path);
    g_free(ending);
}

/* The last pictures, or the one being drawn, take their time. */
static void end_on_worker(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    Ending *ending = data;
    GError *error = NULL;
    const bool good = !ending->whole || sn_movie_finish(ending->movie, &error);
    sn_movie_free(ending->movie);
    if (good)
        g_task_return_boolean(task, TRUE);
    else
        g_task_return_error(task, error);
}

static void on_ended(GObject *source, GAsyncResult *result, gpointer data)
{
    const Ending *ending = g_task_get_task_data(G_TASK(result));
    GError *error = NULL;
    const bool good = g_task_propagate_boolean(G_TASK(result), &error);
    SnWindow *window = g_weak_ref_get((GWeakRef *)&ending->window);
    if (window && ending->whole) {
        char *text =
            good ? g_strdup_printf("Exported %d frames to %s", ending->n_frames, ending->path)
                 : g_strdup_printf("The film was not written: %s", error->message);
        sn_session_report(sn_window_session(window),
                          &(SnBar){.severity = good ? SN_NOTE : SN_ERROR, .text = text});
        g_free(text);
    }
    g_clear_object(&window);
    g_clear_error(&error);
}

static void update_actions(Export *export)
{
    GActionMap *map = G_ACTION_MAP(export->window);
    const bool busy = export->movie != NULL;
    g_simple_action_set_enabled(G_SIMPLE_ACTION(g_action_map_lookup_action(map, "export-movie")),
                                !busy);
    g_simple_action_set_enabled(G_SIMPLE_ACTION(g_action_map_lookup_action(map, "export-cancel")),
                                busy);
}

/* whole: all frames were handed over; else the film is thrown away. */
static void end_film(Export *export, bool whole, bool go_back)
{
    Ending *ending = g_new0(Ending, 1);
    g_weak_ref_init(&ending->window, export->window);
    ending->movie = g_steal_pointer(&export->movie);
    ending->wake = g_source_ref(export->wake);
    ending->path = g_steal_pointer(&export->path);
    ending->n_frames = export->n_frames;
    ending->whole = whole;
    g_clear_handle_id(&export->retry, g_source_remove);
    GTask *task = g_task_new(NULL, NULL, on_ended, NULL);
    g_task_set_task_data(task, ending, ending_free);
    g_task_run_in_thread(task, end_on_worker);
    g_object_unref(task);
    sn_window_progress(export->window, NULL, 0, NULL);
    update_actions(export);
    if (go_back)
        sn_engine_seek(sn_session_engine(session_of(export)), export->cursor);
}

/* --- frame after frame --- */

static void show_progress(Export *export)
{
    const int written = sn_movie_n_written(export->movie);
    char *text = g_strdup_printf("Exporting frame %d of %d", MIN(written + 1, export->n_frames),
                                 export->n_frames);
    sn_window_progress(export->window, text, (double)written / export->n_frames,
                       "win.export-cancel");
    g_free(text);
}

static gboolean ask_again(gpointer data);

static void ask(Export *export)
{
    sn_engine_seek(sn_session_engine(session_of(export)),
                   sn_movie_frame_time(&export->settings, export->next));
    g_clear_handle_id(&export->retry, g_source_remove);
    export->retry = g_timeout_add(RETRY_TIME, ask_again, export);
}

static gboolean ask_again(gpointer data)
{
    Export *export = data;
    export->retry = 0;
    if (export->retries++ < MAX_RETRIES) {
        ask(export);
        return G_SOURCE_REMOVE;
    }
    char *text = g_strdup_printf("The export ended: the recording does not show t = %g s any more.",
                                 sn_movie_frame_time(&export->settings, export->next));
    end_film(export, false, true);
    sn_session_fail(session_of(export), text);
    g_free(text);
    return G_SOURCE_REMOVE;
}

/* Whether the newest snapshot is the recorded moment nearest to the next frame's. */
static bool is_next(Export *export, const SnSnapshot *snapshot)
{
    const double time = sn_movie_frame_time(&export->settings, export->next);
    return snapshot && fabs(snapshot->time - time) <= 0.5 * snapshot->step_size * (1 + 1e-6) + 1e-9;
}

/* Hands over what is there and asks for the next. */
static void advance(Export *export)
{
    if (!export->movie)
        return;
    if (sn_movie_has_failed(export->movie)) {
        end_film(export, true, true); /* tells why */
        return;
    }
    const int before = export->next;
    const SnSnapshot *snapshot = sn_session_snapshot(session_of(export));
    while (export->next < export->n_frames && sn_movie_has_room(export->movie) &&
           is_next(export, snapshot)) {
        GArray *measures = sn_measured_lines(sn_session_model(session_of(export)), snapshot);
        sn_movie_add(export->movie, snapshot, sn_session_past(session_of(export)), measures);
        g_array_unref(measures);
        export->next++;
        export->retries = 0;
    }
    if (export->next > before && export->next < export->n_frames)
        ask(export);
    show_progress(export);
    if (export->next == export->n_frames)
        end_film(export, true, true);
}

static gboolean dispatch_wake(GSource *source, GSourceFunc callback, gpointer data)
{
    g_source_set_ready_time(source, -1);
    advance(data);
    return G_SOURCE_CONTINUE;
}

static gboolean no_callback(gpointer data)
{
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs wake_functions = {.dispatch = dispatch_wake};

/* on the film's thread */
static void wake(void *data)
{
    g_source_set_ready_time(data, 0);
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnWindow *window)
{
    advance(export_of(window));
}

static void cancel_because(Export *export, const char *text, bool go_back)
{
    if (export->movie) {
        end_film(export, false, go_back);
        sn_session_report(session_of(export), &(SnBar){.severity = SN_NOTE, .text = text});
    }
}

static void on_run(SnSession *session, SnWindow *window)
{
    if (sn_session_run(session) == SN_PLAYING) {
        cancel_because(export_of(window), "The export was cancelled: the simulation runs on.",
                       false);
    }
}

static void on_document(SnSession *session, SnWindow *window)
{
    Export *export = export_of(window);
    if (export->movie)
        end_film(export, false, false);
}

static void on_export_cancel(GSimpleAction *action, GVariant *parameter, gpointer window)
{
    cancel_because(export_of(window), "The export was cancelled: nothing was written.", true);
}

/* --- Export Movie --- */

static void start_film(SnWindow *window, const SnExportChoice *choice)
{
    Export *export = export_of(window);
    if (export->movie)
        return;
    SnSession *session = sn_window_session(window);
    export->settings = (SnMovieSettings){.from = choice->from,
                                         .to = choice->to,
                                         .fps = choice->fps,
                                         .speed = choice->speed,
                                         .format = choice->webm ? SN_MOVIE_WEBM : SN_MOVIE_PNG,
                                         .time_stamp = choice->time_stamp};
    sn_export_view(window, choice->width, choice->height, &export->settings.view);
    export->n_frames = sn_movie_n_frames(&export->settings);
    export->next = export->retries = 0;
    export->cursor = sn_session_time(session);
    export->path = g_strdup(choice->path);
    GError *error = NULL;
    sn_engine_pause(sn_session_engine(session));
    export->movie = export->n_frames > 0
                        ? sn_movie_new(&export->settings, export->path, wake, export->wake, &error)
                        : NULL;
    if (export->movie) {
        update_actions(export);
        show_progress(export);
        ask(export);
    } else {
        g_clear_pointer(&export->path, g_free);
        sn_session_fail(session,
                        error ? error->message : "A film of so many frames cannot be made.");
        g_clear_error(&error);
    }
}

typedef struct Asking { /* for what is installed, before the dialog opens */
    GWeakRef window;
    char *lacks;
} Asking;

static void ask_for_webm(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    Asking *asking = data;
    GError *error = NULL;
    if (!sn_webm_is_there(&error)) {
        asking->lacks = g_strconcat(error->message, ".", NULL);
        g_error_free(error);
    }
    g_task_return_boolean(task, TRUE);
}

static void asking_free(gpointer data)
{
    Asking *asking = data;
    g_weak_ref_clear(&asking->window);
    g_free(asking->lacks);
    g_free(asking);
}

static void show_film_dialog(GObject *source, GAsyncResult *result, gpointer data)
{
    Asking *asking = g_task_get_task_data(G_TASK(result));
    SnWindow *window = g_weak_ref_get(&asking->window);
    if (!window)
        return;
    sn_export_ask(window, true, asking->lacks, start_film);
    g_object_unref(window);
}

static void on_export_movie(GSimpleAction *action, GVariant *parameter, gpointer window)
{
    if (!sn_window_viewer(window) || !sn_session_engine(sn_window_session(window)))
        return;
    Asking *asking = g_new0(Asking, 1);
    g_weak_ref_init(&asking->window, window);
    GTask *task = g_task_new(NULL, NULL, show_film_dialog, NULL);
    g_task_set_task_data(task, asking, asking_free);
    g_task_run_in_thread(task, ask_for_webm);
    g_object_unref(task);
}

/* --- window --- */

static void export_free(gpointer data)
{
    Export *export = data;
    g_clear_handle_id(&export->retry, g_source_remove);
    sn_movie_free(export->movie); /* nobody wakes the source any more */
    g_source_destroy(export->wake);
    g_source_unref(export->wake);
    g_free(export->path);
    g_free(export);
}

void sn_export_actions_add(SnWindow *window)
{
    static const GActionEntry entries[] = {{"export-movie", on_export_movie},
                                           {"export-cancel", on_export_cancel}};
    Export *export = g_new0(Export, 1);
    export->window = window;
    export->wake = g_source_new(&wake_functions, sizeof(GSource));
    g_source_set_callback(export->wake, no_callback, export, NULL);
    g_source_set_ready_time(export->wake, -1);
    g_source_attach(export->wake, NULL);
    g_object_set_data_full(G_OBJECT(window), EXPORT_KEY, export, export_free);
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
    update_actions(export);
    SnSession *session = sn_window_session(window);
    g_signal_connect_object(session, "snapshot", G_CALLBACK(on_snapshot), window, 0);
    g_signal_connect_object(session, "run-changed", G_CALLBACK(on_run), window, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(on_document), window, 0);
}
