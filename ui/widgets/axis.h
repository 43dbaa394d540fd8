/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One time axis, shared by the ruler, the cursor and all tracks.  Signal "changed". */
#ifndef SN_UI_WIDGETS_AXIS_H
#define SN_UI_WIDGETS_AXIS_H

#include <glib-object.h>

#define SN_TYPE_AXIS (sn_axis_get_type())
G_DECLARE_FINAL_TYPE(SnAxis, sn_axis, SN, AXIS, GObject)

/* Left of the curves: names of the tracks [px]. */
#define SN_AXIS_GUTTER 190

SnAxis *sn_axis_new(void);
/* Range shown [s]; never empty, from 0 on. */
void sn_axis_set_range(SnAxis *axis, double from, double to);
double sn_axis_from(SnAxis *axis);
double sn_axis_to(SnAxis *axis);
/* Pixel of a time in a widget of that width (the gutter included), and back. */
double sn_axis_pixel(SnAxis *axis, double time, int width);
double sn_axis_time(SnAxis *axis, double pixel, int width);
/* Zooms by a factor, keeping the time under the pixel in place. */
void sn_axis_zoom(SnAxis *axis, double factor, double pixel, int width);
void sn_axis_pan(SnAxis *axis, double seconds);

/* Step of round numbers (1, 2, 5 × 10ⁿ) of which at most `most` fit into the span. */
double sn_round_step(double span, int most);
/* A number with as many decimals as the step needs. Free with g_free. */
char *sn_format_tick(double value, double step);

#endif
