/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures one after the other without a display: context, programs and meshes on the GPU are kept
 * between them.  Everything on the thread that made it. */
#ifndef SN_RENDER_STILLS_H
#define SN_RENDER_STILLS_H

#include "render/render.h"

typedef struct SnStills SnStills;

/* NULL with a reason in text (no EGL or too old a GL). */
SnStills *sn_stills_new(char *text, int text_size);
void sn_stills_free(SnStills *stills);

/* Draws a picture of settings->width x height into pixels [width * height * 4], RGBA, top row
 * first; besides: NULL, nothing.  False with a reason in text. */
bool sn_stills_draw(SnStills *stills, const SnSnapshot *snapshot, const SnViewSettings *settings,
                    const SnBesides *besides, uint8_t *pixels, char *text, int text_size);

#endif
