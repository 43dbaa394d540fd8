/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/export_offer.h"

#include "ui/timeline/transport.h"
#include "ui/viewport/viewport.h"

#include <string.h>

void sn_export_view(SnWindow *window, int width, int height, SnViewSettings *settings)
{
    SnViewport *viewer = SN_VIEWPORT(sn_window_viewer(window));
    sn_viewport_get_settings(viewer, settings);
    settings->scale *= settings->height > 0 ? (double)height / settings->height : 1;
    settings->width = width;
    settings->height = height;
    settings->refine = false;
    settings->edge_depth = 0; /* the buttons are not in the picture */
    settings->manipulator = 0;
    settings->band[2] = settings->band[3] = 0;
    for (int i = 0; i < SN_MAX_CLIP_PLANES; i++)
        settings->clip[i].show = false;
}

static char *document_folder(SnWindow *window)
{
    SnSession *session = sn_window_session(window);
    const char *path = sn_session_model(session)->path;
    if (path && !sn_session_is_read_only(session))
        return g_path_get_dirname(path);
    const char *videos = g_get_user_special_dir(G_USER_DIRECTORY_VIDEOS);
    return g_strdup(videos ? videos : g_get_home_dir());
}

/* "jaw.sinew" -> "jaw". */
static char *document_stem(SnWindow *window)
{
    char *name = sn_session_document_name(sn_window_session(window));
    char *dot = strrchr(name, '.');
    if (dot && dot > name)
        *dot = '\0';
    return name;
}

static void make_offer(SnWindow *window, bool movie, SnExportOffer *offer)
{
    SnViewSettings settings;
    sn_viewport_get_settings(SN_VIEWPORT(sn_window_viewer(window)), &settings);
    *offer = (SnExportOffer){
        .movie = movie, .width = MAX(settings.width, 1), .height = MAX(settings.height, 1)};
    SnEngine *engine = sn_session_engine(sn_window_session(window));
    if (movie && engine) {
        SnRecordingReport *recording = sn_engine_recording(engine);
        offer->from = recording->from;
        offer->to = recording->to;
        sn_recording_report_free(recording);
        SnTransport *transport = sn_transport_of(sn_window_session(window));
        if (sn_transport_loop(transport))
            sn_transport_range(transport, &offer->loop[0], &offer->loop[1]);
    }
}

typedef struct Question {
    GWeakRef window; /* it may go before the answer */
    SnExportAccepted accepted;
} Question;

static void on_chosen(const SnExportChoice *choice, gpointer data)
{
    Question *question = data;
    SnWindow *window = g_weak_ref_get(&question->window);
    if (window && choice)
        question->accepted(window, choice);
    g_clear_object(&window);
    g_weak_ref_clear(&question->window);
    g_free(question);
}

void sn_export_ask(SnWindow *window, bool movie, const char *webm_lacks, SnExportAccepted accepted)
{
    SnExportOffer offer;
    make_offer(window, movie, &offer);
    char *folder = document_folder(window), *stem = document_stem(window);
    offer.folder = folder;
    offer.name = stem;
    offer.webm_lacks = webm_lacks;
    Question *question = g_new0(Question, 1);
    g_weak_ref_init(&question->window, window);
    question->accepted = accepted;
    sn_dialog_export(GTK_WINDOW(window), &offer, on_chosen, question);
    g_free(stem);
    g_free(folder);
}
