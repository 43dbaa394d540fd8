/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where tangents touch the groove of a pulley, seen along the axle.  A place on it is a turn:
 * cosine and sine of its angle, from x to y of the guide. */
#ifndef SN_SIM_STRAND_PULLEY_TANGENT_H
#define SN_SIM_STRAND_PULLEY_TANGENT_H

#include "engine/sim/system/system.h"

typedef struct SnGroove {
    const SnSystemGuide *guide;
    int side;
    const double *center, *axes; /* world */
} SnGroove;

/* Place of a turn about a center, along axes (world, or those of the guide on its carrier). */
static inline void sn_groove_place(const SnSystemGuide *guide, const double center[3],
                                   const double axes[9], const double turn[2], double x[3])
{
    const double a = guide->radii[0] * turn[0], b = guide->radii[1] * turn[1];
    for (int i = 0; i < 3; i++)
        x[i] = center[i] + (axes[3 * i] * a + axes[3 * i + 1] * b);
}

/* Of the tangent from (entering) or to x. */
void sn_groove_tangent(const SnGroove *groove, const double x[3], bool leaving, double turn[2]);
/* Where the strand leaves (or enters) one groove for another, and where it enters (or leaves) that.
 */
void sn_groove_gap(const SnGroove *a, const SnGroove *b, bool leaving, double at_a[2],
                   double at_b[2]);
/* Length of an elliptic groove, as far as `half` [rad] on both sides of a turn [m]. */
double sn_groove_arc(const SnSystemGuide *guide, const double middle[2], double half);

#endif
