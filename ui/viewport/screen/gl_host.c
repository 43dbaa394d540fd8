/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/screen/gl_host.h"

#include "engine/base/queue.h"
#include "engine/base/terminal.h"
#include "render/offscreen.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

static const char HOST_KEY[] = "sn-gl-host";

struct SnGlHost {
    int references;     /* the session's and one per texture that GTK still holds */
    SnSession *session; /* borrowed; NULL when it is gone */
    SnRender *render;
    SnRenderHost interface;
    GdkGLContext *present, *work; /* NULL with readback */
    SnOffscreen *offscreen;       /* readback only */
    SnQueue *messages;            /* of Message, from the render thread */
    GSource *source;              /* woken by it */
    GHashTable *views;            /* number -> SnGlView, owned */
};

typedef enum MessageKind { MESSAGE_PICTURE, MESSAGE_PICKED, MESSAGE_FAILED } MessageKind;

typedef struct Message {
    MessageKind kind;
    SnPicture picture;
    uint64_t request;
    SnPickHit *hits; /* owned */
    int n_hits;
    char *text; /* owned */
} Message;

/* --- on the render thread --- */

static void send(SnGlHost *host, const Message *message)
{
    sn_queue_push(host->messages, message);
    g_source_set_ready_time(host->source, 0);
}

static bool make_current(void *data)
{
    SnGlHost *host = data;
    if (host->offscreen)
        return sn_offscreen_make_current(host->offscreen);
    gdk_gl_context_make_current(host->work);
    return gdk_gl_context_get_current() == host->work;
}

static void clear_current(void *data)
{
    SnGlHost *host = data;
    if (host->offscreen)
        sn_offscreen_clear_current(host->offscreen);
    else
        gdk_gl_context_clear_current();
}

static void deliver(void *data, const SnPicture *picture)
{
    send(data, &(Message){.kind = MESSAGE_PICTURE, .picture = *picture});
}

static void failed(void *data, const char *text)
{
    send(data, &(Message){.kind = MESSAGE_FAILED, .text = g_strdup(text)});
}

static void picked(void *data, uint64_t request, const SnPickHit *hits, int n)
{
    SnPickHit *copy = n > 0 ? g_memdup2(hits, sizeof *hits * (gsize)n) : NULL;
    send(data, &(Message){.kind = MESSAGE_PICKED, .request = request, .hits = copy, .n_hits = n});
}

/* --- textures --- */

typedef struct Lent { /* a picture in GTK's hands */
    SnGlHost *host;
    SnPicture picture;
} Lent;

static void host_unref(SnGlHost *host)
{
    if (--host->references > 0)
        return;
    g_clear_object(&host->present);
    g_clear_object(&host->work);
    g_free(host);
}

static void give_back(gpointer data)
{
    Lent *lent = data;
    if (lent->host->render)
        sn_render_release(lent->host->render, &lent->picture);
    else
        free(lent->picture.pixels); /* ours since the renderer went */
    host_unref(lent->host);
    g_free(lent);
}

static Lent *lend(SnGlHost *host, const SnPicture *picture)
{
    Lent *lent = g_new(Lent, 1);
    *lent = (Lent){host, *picture};
    host->references++;
    return lent;
}

static GdkTexture *wrap(SnGlHost *host, const SnPicture *picture)
{
    if (picture->pixels) {
        gsize stride = 4 * (gsize)picture->width;
        GBytes *bytes = g_bytes_new_with_free_func(picture->pixels, stride * (gsize)picture->height,
                                                   give_back, lend(host, picture));
        GdkTexture *texture = gdk_memory_texture_new(
            picture->width, picture->height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, stride);
        g_bytes_unref(bytes);
        return texture;
    }
    gdk_gl_context_make_current(host->present);
    GdkTexture *texture = gdk_gl_texture_new(host->present, picture->texture, picture->width,
                                             picture->height, give_back, lend(host, picture));
    gdk_gl_context_clear_current();
    return texture;
}

/* --- on the main thread --- */

static void handle_picture(SnGlHost *host, const SnPicture *picture)
{
    const SnGlView *view = g_hash_table_lookup(host->views, GUINT_TO_POINTER(picture->view));
    if (!view) {
        sn_render_release(host->render, picture);
        return;
    }
    GdkTexture *texture = wrap(host, picture);
    view->picture(texture, picture->pixels == NULL, picture, view->data);
    g_object_unref(texture);
}

static void handle_failure(SnGlHost *host, const char *text)
{
    char *whole = g_strdup_printf("The viewer cannot draw: %s", text);
    sn_session_fail(host->session, whole);
    g_free(whole);
}

static void handle(SnGlHost *host, const Message *message)
{
    switch (message->kind) {
    case MESSAGE_PICTURE:
        handle_picture(host, &message->picture);
        break;
    case MESSAGE_PICKED: {
        const SnGlView *view =
            g_hash_table_lookup(host->views, GUINT_TO_POINTER((guint)(message->request >> 32)));
        if (view)
            view->picked((uint32_t)message->request, message->hits, message->n_hits, view->data);
        break;
    }
    case MESSAGE_FAILED:
        handle_failure(host, message->text);
        break;
    }
    g_free(message->hits);
    g_free(message->text);
}

typedef struct MessageSource {
    GSource source;
    SnGlHost *host;
} MessageSource;

static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data)
{
    SnGlHost *host = ((MessageSource *)source)->host;
    g_source_set_ready_time(source, -1);
    Message message;
    while (sn_queue_pop(host->messages, &message))
        handle(host, &message);
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs message_functions = {.dispatch = dispatch};

/* --- life --- */

static bool asked_for(const char *way)
{
    return g_strcmp0(g_getenv("SINEW_RENDER"), way) == 0;
}

/* GTK would draw the whole window by the processor for each change, however small: 70 ms of it on
 * llvmpipe for a button that lights up.  Cairo draws what has changed.  GTK from 4.14 on chooses so
 * itself; the key is what GTK looks up as each window is realised.  GSK_RENDERER says otherwise. */
static void draw_windows_by_cairo(GdkDisplay *display)
{
    if (!g_getenv("GSK_RENDERER"))
        g_object_set_data(G_OBJECT(display), "gsk-renderer", (gpointer) "cairo");
}

/* Both contexts, realised here; the working one is made current once, so that on GLX nothing is
 * left to be created on the render thread. */
static bool make_contexts(SnGlHost *host, GdkDisplay *display)
{
    GError *error = NULL;
    GdkGLContext **contexts[] = {&host->present, &host->work};
    for (gsize i = 0; i < G_N_ELEMENTS(contexts) && !error; i++) {
        GdkGLContext *context = gdk_display_create_gl_context(display, &error);
        if (!context)
            break;
        *contexts[i] = context;
        gdk_gl_context_set_allowed_apis(context, GDK_GL_API_GL);
        gdk_gl_context_set_required_version(context, 3, 3);
        gdk_gl_context_realize(context, &error);
    }
    if (error) {
        sn_say(stderr, "sinew: no shared GL context (%s): pictures are copied", error->message);
        g_error_free(error);
        g_clear_object(&host->present);
        g_clear_object(&host->work);
        return false;
    }
    gdk_gl_context_make_current(host->work);
    /* Mesa's llvmpipe (22.3) looks into the scenes of all contexts of a screen without their locks
     * when it blits: shared contexts on two threads crash now and then.  A display of its own
     * shares none. */
    const bool software = sn_gl_is_software(), good = asked_for("texture") || !software;
    gdk_gl_context_clear_current();
    if (software)
        draw_windows_by_cairo(display);
    if (!good) {
        g_clear_object(&host->present);
        g_clear_object(&host->work);
    }
    return good;
}

static bool make_offscreen(SnGlHost *host)
{
    char text[256] = "";
    host->offscreen = sn_offscreen_new(text, sizeof text);
    if (!host->offscreen) {
        handle_failure(host, text);
        return false;
    }
    return true;
}

/* The session goes: the render thread ends, textures may live on in GTK. */
static void host_free(gpointer data)
{
    SnGlHost *host = data;
    sn_render_free(host->render);
    host->render = NULL;
    host->session = NULL;
    Message message;
    while (sn_queue_pop(host->messages, &message)) {
        if (message.kind == MESSAGE_PICTURE)
            free(message.picture.pixels);
        g_free(message.hits);
        g_free(message.text);
    }
    g_source_destroy(host->source);
    g_source_unref(host->source);
    sn_queue_free(host->messages);
    sn_offscreen_free(host->offscreen);
    g_hash_table_unref(host->views);
    host_unref(host);
}

SnGlHost *sn_gl_host_of(SnSession *session, GdkDisplay *display)
{
    SnGlHost *host = g_object_get_data(G_OBJECT(session), HOST_KEY);
    if (host)
        return host;
    host = g_new0(SnGlHost, 1);
    host->references = 1;
    host->session = session;
    if ((asked_for("readback") || !make_contexts(host, display)) && !make_offscreen(host)) {
        host_unref(host);
        return NULL;
    }
    host->views = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    host->messages = sn_queue_new(sizeof(Message));
    host->source = g_source_new(&message_functions, sizeof(MessageSource));
    ((MessageSource *)host->source)->host = host;
    g_source_set_ready_time(host->source, -1);
    g_source_attach(host->source, NULL);
    host->interface = (SnRenderHost){.data = host,
                                     .readback = host->offscreen != NULL,
                                     .make_current = make_current,
                                     .clear_current = clear_current,
                                     .deliver = deliver,
                                     .failed = failed};
    host->render = sn_render_new(&host->interface);
    sn_session_set_render(session, host->render);
    g_object_set_data_full(G_OBJECT(session), HOST_KEY, host, host_free);
    return host;
}

SnRender *sn_gl_host_render(SnGlHost *host)
{
    return host->render;
}

/* --- views --- */

uint32_t sn_gl_host_add_view(SnGlHost *host, const SnGlView *view)
{
    uint32_t number = sn_render_add_view(host->render);
    g_hash_table_insert(host->views, GUINT_TO_POINTER(number), g_memdup2(view, sizeof *view));
    return number;
}

void sn_gl_host_remove_view(SnGlHost *host, uint32_t view)
{
    g_hash_table_remove(host->views, GUINT_TO_POINTER(view));
    sn_render_remove_view(host->render, view);
}

void sn_gl_host_pick(SnGlHost *host, uint32_t view, const double box[4], bool through,
                     uint32_t serial)
{
    sn_render_pick(host->render, view, box[0], box[1], box[2], box[3], through,
                   (uint64_t)view << 32 | serial, picked, host);
}

void sn_gl_host_pick_within(SnGlHost *host, uint32_t view, const double (*outline)[2], int n,
                            bool through, uint32_t serial)
{
    sn_render_pick_within(host->render, view, outline, n, through, (uint64_t)view << 32 | serial,
                          picked, host);
}
