/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's method on a string over several obstacles that it touches. */
#ifndef SN_WRAP_NEWTON_H
#define SN_WRAP_NEWTON_H

#include "engine/wrap/wrap.h"

/* Arcs of a string. */
#define SN_WRAP_MOST_ARCS (SN_WRAP_MOST * SN_WRAP_ARCS)

/* Improves arcs that are near: start point, start tangent and length are read, all is set.  Ends in
 * space.  false: not converged, or an arc has no length left; the arcs are as they were. */
bool sn_wrap_newton(const double x[3], const double y[3], int n,
                    const SnWrapObstacle *const *obstacles, SnWrapArc *const *arcs);

/* Whether the string is a minimum of its length among all that are near, and not only stationary.
 */
bool sn_wrap_is_least(const SnWrapArc *arc, double before, double after);

#endif
