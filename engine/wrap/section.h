/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ellipsoid and torus: Newton's method from the taut string of a plane section. */
#ifndef SN_WRAP_SECTION_H
#define SN_WRAP_SECTION_H

#include "engine/wrap/wrap.h"

/* sn_wrap_one for ends outside; arcs are not touched before. */
bool sn_wrap_ellipsoid(const SnWrapForm *form, const double x[3], const double y[3],
                       SnWrapArc *arc);
bool sn_wrap_torus(const SnWrapForm *form, const double x[3], const double y[3],
                   SnWrapArc arcs[SN_WRAP_ARCS]);
/* Whether a string from x with these arcs to y is taut, free of the tube but on them, and runs
 * through the hole once, down (against z) or up, wherever its ends are. */
bool sn_wrap_is_through(const SnWrapForm *form, const double x[3], const double y[3], bool down,
                        const SnWrapArc arcs[SN_WRAP_ARCS]);

#endif
