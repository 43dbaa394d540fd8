/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebM through GStreamer's command line program, a child process: nothing is linked, and a machine
 * without it can do everything else. */
#ifndef SN_APP_WEBM_H
#define SN_APP_WEBM_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct SnWebm SnWebm;

/* Whether what it takes is installed: VP8 or VP9 encoder and the rest.  Runs a child for a moment.
 * The error says which packages are missing. */
bool sn_webm_is_there(GError **error);

/* Starts writing into the file `path` (which is there).  fps: frames per second, down to 1/1000. */
SnWebm *sn_webm_new(const char *path, int width, int height, double fps, GError **error);
/* Sends a picture, RGBA, top row first; waits while the encoder is behind. */
bool sn_webm_add(SnWebm *webm, const uint8_t *rgba, GError **error);
/* Waits until the file is complete. */
bool sn_webm_finish(SnWebm *webm, GError **error);
/* Ends a child that is still at work. */
void sn_webm_free(SnWebm *webm);

#endif
