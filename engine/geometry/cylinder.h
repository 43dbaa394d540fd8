/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cylinder as the files that find its contact points see it. */
#ifndef SN_GEOMETRY_CYLINDER_H
#define SN_GEOMETRY_CYLINDER_H

#include "engine/geometry/convex_manifold.h"

/* Cosine between the axis and a normal from which on the end touches, with its rim. */
#define SN_CYLINDER_CAP_ON_FACE 0.5

enum { SN_CYLINDER_LOWEST = 9 }; /* points at most */

typedef struct SnCylinder {
    double c[3], a[3]; /* centre, unit axis, world */
    double h, r;       /* half its length, radius [m] */
} SnCylinder;

typedef enum SnCylinderPart { SN_CYLINDER_SIDE, SN_CYLINDER_CAP, SN_CYLINDER_RIM } SnCylinderPart;

/* A cylinder and the other shape of a pair; `swapped`: the cylinder is B. */
typedef struct SnCylinderPair {
    SnManifold *m;
    bool swapped;
} SnCylinderPair;

/* What a contact's normal turns with, or that it is the line between two points. */
typedef enum SnCylinderFixed {
    SN_CYLINDER_TO_OTHER,
    SN_CYLINDER_TO_CYLINDER,
    SN_CYLINDER_BETWEEN,
} SnCylinderFixed;

/* Middle of an end: side 1, -1. */
void sn_cylinder_end(const SnCylinder *c, double side, double p[3]);
/* A smaller one within: what lies about it gives directions where the two overlap a little. */
SnCylinder sn_cylinder_within(const SnCylinder *c);
/* Furthest that it goes along a unit vector, from the origin. */
double sn_cylinder_reach(const SnCylinder *c, const double n[3]);
/* Distance of a point, negative inside; the way out, and through what. */
double sn_cylinder_distance(const SnCylinder *c, const double p[3], double normal[3],
                            SnCylinderPart *part);
/* The lowest point of each end against n, the lower first; where an end looks down, more points of
 * its rim.  core: from them against n to what is fixed to the body.  p, core: room for
 * SN_CYLINDER_LOWEST; how many. */
int sn_cylinder_lowest(const SnCylinder *c, const double n[3], double (*p)[3], double *core);
/* A contact; `n` out of the other shape into the cylinder; core: of the cylinder, of the other. */
SnConvexContact *sn_cylinder_put(const SnCylinderPair *pair, const double n[3],
                                 const double on_other[3], double gap, const double core[2],
                                 SnCylinderFixed fixed, uint32_t feature);

#endif
