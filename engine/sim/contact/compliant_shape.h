/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of compliant contact where they are, and how far a point is from them. */
#ifndef SN_SIM_CONTACT_COMPLIANT_SHAPE_H
#define SN_SIM_CONTACT_COMPLIANT_SHAPE_H

#include "engine/sim/contact/compliant_point.h"
#include "engine/sim/system/compliant_contacts.h"
#include "engine/sim/system/workspace.h"

/* A shape where it is. */
typedef struct SnPlacedShape {
    const SnContactShape *shape;
    const double *center;   /* of mass of its body */
    const double *rotation; /* of body and shape to world */
    double origin[3];       /* of the shape's frame, world */
} SnPlacedShape;

/* Distance of a point to a shape [m], less than 0 inside, with its first and second derivatives by
 * the point. */
typedef struct SnShapeDistance {
    double distance, normal[3], curvature[9];
} SnShapeDistance;

SnPlacedShape sn_place_shape(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             int shape);
/* Of a point (world) to a half-space, a ball (surface < 0) or a surface of `contacts`, INFINITY
 * where it is more than `margin` outside the surface's box; *hint: its last triangle. */
SnShapeDistance sn_shape_distance(const SnCompliantContacts *contacts, int surface,
                                  const SnPlacedShape *placed, const double point[3], double margin,
                                  int32_t *hint);

/* The law of a rule for a spring's area (Hunt-Crossley: for spheres of a radius). */
SnCompliantLaw sn_compliant_law_of(const SnContactRule *rule, double area, double radius);
/* Where spring i of a pair is (world), and what presses there. */
void sn_foundation_place(const SnFoundationSurface *surface, int i, const SnPlacedShape *placed,
                         double at[3]);
SnCompliantPoint sn_foundation_point(const SnContactRule *rule, const SnShapeDistance *d);
/* Whether a pair's rule is the one that counts for its shapes now. */
bool sn_compliant_pair_counts(const SnSystem *system, const SnCompliantPair *pair);

#endif
