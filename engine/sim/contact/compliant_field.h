/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where two bodies with fields of pressure press on each other (engine/geometry/pressure_field.h).
 */
#ifndef SN_SIM_CONTACT_COMPLIANT_FIELD_H
#define SN_SIM_CONTACT_COMPLIANT_FIELD_H

#include "engine/geometry/pressure_field.h"
#include "engine/sim/contact/compliant_shape.h"

/* triangle: of the first shape's surface, whose tetrahedron presses; the patch is in the world, its
 * normal out of the second shape. */
typedef void (*SnPatchVisitor)(void *data, int triangle, const SnPressurePatch *patch);

/* All patches of a pair of a rule with pressure fields, where its shapes are placed; *energy: what
 * they hold [J]; NULL: not wanted. */
void sn_compliant_patches(const SnCompliantContacts *contacts, const SnCompliantPair *pair,
                          const SnContactRule *rule, const SnPlacedShape placed[2],
                          SnPatchVisitor visit, void *data, double *energy);
/* The law of a patch: its pressure over the approach, times its area. */
SnCompliantLaw sn_patch_law(const SnContactRule *rule, const SnPressurePatch *patch);
/* Wrench (layout of SnTwoBodies) of a unit force along its normal at a place. */
void sn_patch_wrench(const SnPressurePatch *patch, const SnPlacedShape placed[2],
                     const double at[3], double g[12]);
/* What the stiffness of a patch (12 x 12, positive) has more than that of a spring at its place:
 * its area resists being turned, too.  In the world where `rotation` and `center` are the bodies.
 */
void sn_patch_stiffness(const SnPressurePatch *patch, const SnPlacedShape placed[2],
                        double more[12][12]);

#endif
