/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cylinder against one other shape each. */
#ifndef SN_GEOMETRY_CONVEX_CYLINDER_H
#define SN_GEOMETRY_CONVEX_CYLINDER_H

#include "engine/geometry/cylinder.h"

/* Two of them (convex_cylinders.c). */
void sn_cylinders_touch(const SnCylinderPair *pair, const SnCylinder *c, const SnCylinder *other);
/* A capsule whose axis is in it (convex_segment.c). */
void sn_cylinder_and_segment(const SnCylinderPair *pair, const SnCylinder *c,
                             const SnConvexPlace *capsule);

#endif
