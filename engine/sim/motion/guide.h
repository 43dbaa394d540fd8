/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points that slide along guides (strands.md 2.6 (ii)): the slave of SN_ATTACH_POINT_TO_GUIDE has
 * the masters GUIDE block (q: the parameter, u: speed along the curve), then the carrier of a rigid
 * guide (none: it is in the world) or the control points of another. */
#ifndef SN_SIM_MOTION_GUIDE_H
#define SN_SIM_MOTION_GUIDE_H

#include "engine/sim/system/state.h"
#include "engine/strand/curve.h"

/* Where a guide's control points are: of a rigid one in its carrier's axes from its centre of mass
 * (or in the world), of others in the world.  What SnCurve.data points to. */
typedef struct SnGuideControl {
    const SnSystem *system;
    const SnSystemGuide *guide;
    const double *q; /* not rigid */
    const double *u; /* not rigid: where they are after a time `ahead` at these velocities ... */
    double ahead;    /* ... of the attached and kinematic ones [s]; 0: now */
    double behind;   /* before this time at these velocities, of the active ones [s] */
} SnGuideControl;

void sn_guide_curve(const SnGuideControl *control, SnCurve *curve);

/* A point on a guide at q: `place` as SnGuideControl says. */
typedef struct SnGuideNode {
    SnCurvePoint point;
    int carrier;        /* BODY block that a rigid guide is attached to, -1: none, or not rigid */
    double rotation[9]; /* of the carrier; identity */
} SnGuideNode;

#endif
