/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written beside a picture, by Cairo and in logical pixels: colour bars and a scale bar.
 * Over pictures on the screen it is a texture (pass_bar.c), in figures for print it stays lines and
 * text (figure.c). */
#ifndef SN_RENDER_ANNOTATION_H
#define SN_RENDER_ANNOTATION_H

#include "render/field.h"
#include "render/render.h"

#include <cairo.h>

enum { SN_ANNOTATION_MARGIN = 18, SN_BAR_TITLE = 24, SN_BAR_BELOW = 12, SN_SCALE_BAR_HEIGHT = 36 };

/* Whether a picture is large enough for colour bars, or a scale bar, that leave something of it. */
bool sn_annotation_bars_fit(const SnFields *fields, const SnViewSettings *settings);
bool sn_annotation_scale_fits(const SnViewSettings *settings);
/* How wide all colour bars with their numbers are. */
double sn_annotation_bars_width(const SnFields *fields);
/* Height of each of n bars with its title and the gap below it. */
double sn_annotation_bar_height(const SnViewSettings *settings, int n);
/* From the right border of the picture to that of the bars, which stand beside what floats there if
 * the picture is not high enough for both. */
double sn_annotation_bars_right(const SnFields *fields, const SnViewSettings *settings);
/* The bars one below the other from y = 0, their right border at `right`. */
void sn_annotation_bars(cairo_t *cairo, const SnFields *fields, const SnViewSettings *settings,
                        double right);

typedef struct SnScaleBar {
    double width;  /* [logical pixels] */
    char text[24]; /* "20 mm": 1, 2 or 5 of a power of ten */
} SnScaleBar;

/* A round length about a seventh of the picture's width, true at the camera's centre. */
void sn_annotation_find_scale(const SnViewSettings *settings, SnScaleBar *bar);
/* Draws it into SN_SCALE_BAR_HEIGHT from y = 0, from x = 4. */
void sn_annotation_scale_bar(cairo_t *cairo, const SnScaleBar *bar, const SnViewSettings *settings);

enum { SN_VALUE_SIZE = 40 }; /* bytes of a load's value, with its end */

typedef struct SnCaption {
    double x, y, width; /* left end, middle height of its letters, how wide [logical pixels] */
    const char *text;   /* the scene's, or: */
    char value[SN_VALUE_SIZE]; /* of a load, with its unit */
} SnCaption;

enum { SN_CAPTION_HEIGHT = 18 };

/* [logical pixels]; cairo: any, its font size changes. */
double sn_annotation_caption_width(cairo_t *cairo, const char *text);
/* Draws one. */
void sn_annotation_caption(cairo_t *cairo, const SnCaption *caption,
                           const SnViewSettings *settings);

#endif
