/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A GL context without a display (EGL: surfaceless, or of a graphics card), current on the thread
 * that uses it. */
#ifndef SN_RENDER_OFFSCREEN_H
#define SN_RENDER_OFFSCREEN_H

#include "render/host.h"

typedef struct SnOffscreen SnOffscreen;

/* Makes the context, not current yet; NULL with the reason in text. */
SnOffscreen *sn_offscreen_new(char *text, int text_size);
bool sn_offscreen_make_current(SnOffscreen *offscreen);
void sn_offscreen_clear_current(SnOffscreen *offscreen);
void sn_offscreen_free(SnOffscreen *offscreen);

/* Whether the current context draws on the processor. */
bool sn_gl_is_software(void);

#endif
