/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured lengths and angles drawn into pictures in files, by Cairo: in pictures of pixels laid
 * over them, in figures for print as lines and text.  The window draws its own. */
#ifndef SN_RENDER_MEASURES_H
#define SN_RENDER_MEASURES_H

#include "render/render.h"

#include <cairo.h>

enum { SN_MOST_MEASURED = 16, SN_MEASURE_TEXT = 24 };

/* A line through places, with what is written on it. */
typedef struct SnMeasureLine {
    int n;
    double places[SN_MOST_MEASURED][3];             /* [m, world] */
    char length[SN_MOST_MEASURED][SN_MEASURE_TEXT]; /* between i and i + 1; "": nothing */
    char angle[SN_MOST_MEASURED][SN_MEASURE_TEXT];  /* at i; "": nothing */
} SnMeasureLine;

/* Where a point is in a snapshot [m]: a marker or particle, a node of a strand or FEM, the origin
 * of a body or frame; false: it is not shown. */
bool sn_snapshot_place(const SnSnapshot *snapshot, SnId id, double place[3]);

/* As sn_figure_write, with lines of measures. */
bool sn_figure_write_measured(const char *path, const SnSnapshot *snapshot,
                              const SnViewSettings *settings, const SnBesides *besides,
                              const SnMeasureLine *lines, int n_lines, char *text, int text_size);

/* In logical pixels from the upper left; what is behind the camera is left out. */
void sn_measures_draw(cairo_t *cairo, const SnMeasureLine *lines, int n,
                      const SnViewSettings *settings);
/* Over RGBA (straight) of the settings' width and height. */
void sn_measures_over(uint8_t *pixels, const SnMeasureLine *lines, int n,
                      const SnViewSettings *settings);

#endif
