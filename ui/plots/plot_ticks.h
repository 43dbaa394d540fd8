/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Round ticks of a plot's axis, in what a person reads (mm, °, kPa).  Pure functions. */
#ifndef SN_UI_PLOTS_PLOT_TICKS_H
#define SN_UI_PLOTS_PLOT_TICKS_H

#include "engine/model/property.h"

#include <glib.h>

typedef struct SnTicks {
    double factor;      /* number written = SI value x factor: the unit's and 10^-exponent */
    int exponent;       /* power of ten taken out of the numbers; it stands in the title */
    double first, step; /* as written */
    int n, decimals;
} SnTicks;

/* Ticks of round steps within [low, high] [SI], low < high, at most `most` + 1. */
void sn_ticks_make(SnTicks *ticks, double low, double high, SnUnit unit, int most);
/* Where the tick stands [SI]. */
double sn_ticks_at(const SnTicks *ticks, int index);
/* With as many decimals as the step needs and a true minus sign.  Free with g_free. */
char *sn_ticks_text(const SnTicks *ticks, int index);
/* "Position (mm)", "Position (10⁻⁶ mm)", "Activation"; name "": "mm".  Free with g_free. */
char *sn_ticks_title(const char *name, SnUnit unit, int exponent);
/* Raises the end of a range to half a step: an axis that grows with its data then stands still most
 * of the time. */
double sn_ticks_round_up(double low, double high, SnUnit unit, int most);

#endif
