/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joins the render thread to GTK: gives it a GL context, turns its pictures into textures and its
 * pick answers into calls on the main thread.  One per session, shared by all its viewers.
 *
 * Contexts come from gdk_display_create_gl_context(): one is current on the render thread, the
 * other stays here to wrap textures.  Without them, on a software renderer, or with
 * SINEW_RENDER=readback, a context of its own draws and pixels are copied; SINEW_RENDER=texture
 * insists on sharing.  thread: main, unless said otherwise. */
#ifndef SN_UI_VIEWPORT_SCREEN_GL_HOST_H
#define SN_UI_VIEWPORT_SCREEN_GL_HOST_H

#include "ui/session/session.h"

typedef struct SnGlHost SnGlHost;

/* The session's host, made with its renderer at the first call and freed with the session; NULL
 * if there is no GL at all (the session has been told). */
SnGlHost *sn_gl_host_of(SnSession *session, GdkDisplay *display);
SnRender *sn_gl_host_render(SnGlHost *host);

typedef struct SnGlView {
    /* A finished picture; bottom_up: its first row is the lowest.  Texture is borrowed. */
    void (*picture)(GdkTexture *texture, bool bottom_up, const SnPicture *picture, gpointer data);
    /* Answer to the request of that serial; hits as in render.h. */
    void (*picked)(uint32_t serial, const SnPickHit *hits, int n, gpointer data);
    gpointer data;
} SnGlView;

uint32_t sn_gl_host_add_view(SnGlHost *host, const SnGlView *view);
/* No call comes any more. */
void sn_gl_host_remove_view(SnGlHost *host, uint32_t view);
/* As sn_render_pick; the answer comes to the view's `picked`. */
void sn_gl_host_pick(SnGlHost *host, uint32_t view, const double box[4], bool through,
                     uint32_t serial);
/* As sn_render_pick_within. */
void sn_gl_host_pick_within(SnGlHost *host, uint32_t view, const double (*outline)[2], int n,
                            bool through, uint32_t serial);

#endif
