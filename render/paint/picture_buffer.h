/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a finished picture is handed over in: a texture that GTK samples, or pixels. */
#ifndef SN_RENDER_PICTURE_BUFFER_H
#define SN_RENDER_PICTURE_BUFFER_H

#include "render/paint/painter.h"

typedef struct SnPictureBuffer { /* one of the ring of a view */
    unsigned texture, frame;
    uint8_t *pixels;
    int width, height;
    bool out; /* with the receiver */
} SnPictureBuffer;

/* Frees what it has; pixels that are out are the receiver's. */
void sn_picture_buffer_clear(SnPictureBuffer *buffer);
/* Room for a picture of that size [pixels]: pixels if it is read back, else a texture. */
void sn_picture_buffer_size(SnPictureBuffer *buffer, int width, int height, bool readback);
/* The encoded bytes as they are: GTK takes RGBA8 for sRGB.  Returns when they are there. */
void sn_picture_buffer_copy(const SnPictureBuffer *buffer, const SnTarget *target);

#endif
