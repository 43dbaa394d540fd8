/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The newest picture of the render thread, and how long pictures take. */
#ifndef SN_UI_VIEWPORT_SCREEN_PICTURE_H
#define SN_UI_VIEWPORT_SCREEN_PICTURE_H

#include <gtk/gtk.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct SnPictureState {
    GdkTexture *texture; /* NULL: none yet */
    bool bottom_up;      /* its first row is the lowest */
    double draw_ms;      /* smoothed */
    double full_ms;      /* of pictures with everything on them, smoothed */
    bool draft;          /* plainer ones are asked for while the view moves */
    bool marked;         /* the first one of a document has been told to benchmarks */
    bool awaited;        /* the first one of a document; nothing of it is shown yet */
    bool told;           /* ... which is said, since it takes its time */
    bool coarse;         /* a finer one follows */
    uint64_t count;      /* received so far */
} SnPictureState;

/* A new one; the texture is borrowed. */
void sn_picture_take(SnPictureState *state, GdkTexture *texture, bool bottom_up, double draw_ms);
/* Fills width x height [px] with it. */
void sn_picture_draw(const SnPictureState *state, GtkSnapshot *snapshot, int width, int height);

#endif
