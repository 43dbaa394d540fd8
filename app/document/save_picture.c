/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/save_picture.h"

#include "app/document/export_offer.h"
#include "app/output/measured_lines.h"
#include "ui/viewport/viewport.h"

#include <stdlib.h>

typedef struct Picture { /* drawn on a worker */
    GWeakRef window;
    SnViewSettings settings;
    SnSnapshot *snapshot;
    SnId *selection; /* [n_selected] */
    int n_selected;
    SnPastKept *past; /* held */
    GArray *measures; /* of SnMeasureLine */
    char *path;
} Picture;

static void picture_free(gpointer data)
{
    Picture *picture = data;
    g_weak_ref_clear(&picture->window);
    sn_snapshot_unref(picture->snapshot);
    sn_past_leave(picture->past);
    g_array_unref(picture->measures);
    g_free(picture->selection);
    g_free(picture->path);
    g_free(picture);
}

static void draw_picture(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    const Picture *picture = data;
    char text[256] = "";
    const SnBesides besides = {picture->selection, picture->n_selected, picture->past};
    uint8_t *pixels =
        sn_render_image(picture->snapshot, &picture->settings, &besides, text, sizeof text);
    if (pixels)
        sn_measures_over(pixels, (const SnMeasureLine *)(const void *)picture->measures->data,
                         (int)picture->measures->len, &picture->settings);
    if (pixels && sn_png_write(picture->path, pixels, picture->settings.width,
                               picture->settings.height, 0, text, sizeof text))
        g_task_return_boolean(task, TRUE);
    else
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", text);
    free(pixels);
}

static void report_saved(SnWindow *window, const char *path)
{
    char *text = g_strdup_printf("Saved the picture as %s", path);
    sn_session_report(sn_window_session(window), &(SnBar){.severity = SN_NOTE, .text = text});
    g_free(text);
}

static void on_drawn(GObject *source, GAsyncResult *result, gpointer data)
{
    Picture *picture = g_task_get_task_data(G_TASK(result));
    GError *error = NULL;
    const bool good = g_task_propagate_boolean(G_TASK(result), &error);
    SnWindow *window = g_weak_ref_get(&picture->window);
    if (window && good)
        report_saved(window, picture->path);
    else if (window)
        sn_session_fail(sn_window_session(window), error->message);
    g_clear_error(&error);
    g_clear_object(&window);
}

static void draw_elsewhere(SnWindow *window, const SnExportChoice *choice)
{
    SnSession *session = sn_window_session(window);
    if (!sn_session_snapshot(session)) {
        sn_session_fail(session, "There is no picture yet.");
        return;
    }
    Picture *picture = g_new0(Picture, 1);
    g_weak_ref_init(&picture->window, window);
    sn_export_view(window, choice->width, choice->height, &picture->settings);
    picture->snapshot = sn_snapshot_ref(sn_session_snapshot(session));
    const SnId *selection = sn_session_selection(session, &picture->n_selected);
    picture->selection = g_memdup2(selection, sizeof *selection * (gsize)picture->n_selected);
    picture->past = sn_past_hold(sn_session_past(session));
    picture->measures = sn_measured_lines(sn_session_model(session), picture->snapshot);
    picture->path = g_strdup(choice->path);
    GTask *task = g_task_new(NULL, NULL, on_drawn, NULL);
    g_task_set_task_data(task, picture, picture_free);
    g_task_run_in_thread(task, draw_picture);
    g_object_unref(task);
}

static void save_picture(SnWindow *window, const SnExportChoice *choice)
{
    SnViewSettings shown;
    SnViewport *viewer = SN_VIEWPORT(sn_window_viewer(window));
    sn_viewport_get_settings(viewer, &shown);
    GError *error = NULL;
    if (shown.width != choice->width || shown.height != choice->height) {
        draw_elsewhere(window, choice);
    } else if (sn_viewport_save_picture(viewer, choice->path, &error)) {
        report_saved(window, choice->path); /* with measured distances and names */
    } else {
        sn_session_fail(sn_window_session(window), error->message);
        g_error_free(error);
    }
}

static void on_save_picture(GSimpleAction *action, GVariant *parameter, gpointer window)
{
    if (sn_window_viewer(window))
        sn_export_ask(window, false, NULL, save_picture);
}

void sn_save_picture_action_add(SnWindow *window)
{
    static const GActionEntry entries[] = {{"save-picture", on_save_picture}};
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
}
