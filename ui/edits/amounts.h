/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Size, surface, volume and mass of components at the start. */
#ifndef SN_UI_EDITS_AMOUNTS_H
#define SN_UI_EDITS_AMOUNTS_H

#include "engine/model/model.h"

typedef struct SnAmounts {
    int n;                  /* bodies, particles and FEM models counted */
    double low[3], high[3]; /* corners of the box around them [m] */
    double area, volume;    /* of their surfaces [m2], inside them [m3] */
    double mass, center[3]; /* [kg], world [m] */
    bool rigid;             /* none of them is a FEM model: the inertia is known */
    double inertia[6];      /* about the centre, world axes: xx yy zz xy xz yz [kg m2] */
} SnAmounts;

/* Of the rigid bodies, particles and FEM models among the components; markers and the like, and the
 * pictures (visuals) of bodies, count for the box only.  A body that is fixed counts with the mass
 * that its shape would have.  What has no shape or an unreadable one is left out.  False: there is
 * nothing to measure. */
bool sn_amounts_of(const SnModel *model, const SnId *ids, int n, SnAmounts *amounts);

#endif
