/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the renderer needs from the place it draws for: a GL context for its thread, and somewhere
 * to hand finished pictures.  ui/gl_host (GDK contexts, textures shared with GTK) and
 * render/offscreen (surfaceless EGL, pixels read back) implement it. */
#ifndef SN_RENDER_HOST_H
#define SN_RENDER_HOST_H

#include <stdbool.h>
#include <stdint.h>

/* A finished picture.  TEXTURE: GL texture `texture` (RGBA8, bottom row first) belongs to the
 * receiver until it calls sn_render_release(); a fence has been waited for.  PIXELS: BGRA,
 * premultiplied, top row first, stride 4 x width, freed by sn_render_release(). */
typedef struct SnPicture {
    uint32_t view;     /* whose */
    int width, height; /* device pixels */
    uint32_t texture;  /* 0: none */
    uint8_t *pixels;   /* NULL: none */
    uint64_t frame;    /* counts pictures of this view */
    uint64_t step;     /* of the snapshot shown */
    uint64_t scene;    /* serial of its scene; 0: nothing of a model is shown */
    double draw_ms;    /* wall time of drawing */
    bool coarse;       /* a finer one follows once nothing has changed for a moment */
    int buffer;        /* renderer's own */
} SnPicture;

typedef struct SnRenderHost {
    void *data;
    bool readback; /* deliver pixels, not textures */
    /* on the render thread */
    bool (*make_current)(void *data);
    void (*clear_current)(void *data);
    /* on the render thread: must hand over to its own thread and return at once */
    void (*deliver)(void *data, const SnPicture *picture);
    /* on the render thread: the GL cannot do what is needed (text), drawing stops */
    void (*failed)(void *data, const char *text);
} SnRenderHost;

#endif
