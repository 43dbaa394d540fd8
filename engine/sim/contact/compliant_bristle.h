/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs along the surface of fields of pressure: one for each triangle of the first shape that
 * presses, from the place where it presses (its root, a point of the first body) to the place it
 * has stuck to (its anchor, a point of the second).  Its stiffness is a share of that across the
 * surface and goes with the area that presses.  Root, anchor and stiffness stand still within a
 * step.  At its end the root goes to where the triangle now presses; where friction does not hold
 * the spring, the anchor follows; area that has come to press is not stretched yet (the force
 * stays), area that has left takes what it held with it (the stretch stays): energy is lost only.
 * So what sticks does not creep while it presses evenly; where the area comes and goes, it walks,
 * as bodies do. */
#ifndef SN_SIM_CONTACT_COMPLIANT_BRISTLE_H
#define SN_SIM_CONTACT_COMPLIANT_BRISTLE_H

#include "engine/sim/contact/compliant_field.h"

/* What the state keeps of a spring. */
typedef enum SnBristleNumber {
    SN_BRISTLE_STIFFNESS,  /* [N/m]; 0: there is none */
    SN_BRISTLE_ROOT,       /* 3: in the first shape's frame [m] */
    SN_BRISTLE_ANCHOR = 4, /* 3: in the second's */
    SN_N_BRISTLE = 7,
} SnBristleNumber;

/* Over the patches of a triangle. */
typedef struct SnBristleSum {
    double pressing;  /* [N] */
    double place[3];  /* weighed by it [N m] */
    double normal[3]; /* the same; out of the second shape [N] */
    double stiffness; /* across the surface [N/m] */
} SnBristleSum;

typedef struct SnBristle {
    const double *rotation[2];
    double arm[2][3]; /* from the centres of mass to the root, world */
    double root[3];   /* world */
    double normal[3];
    double stiffness, size, stretch[3]; /* along the surface, from the anchor to the root */
} SnBristle;

void sn_bristle_add(SnBristleSum *sum, const SnPressurePatch *patch, double pressing);
/* False: there is none, or nothing presses. */
bool sn_bristle_at(const double kept[SN_N_BRISTLE], const SnBristleSum *sum,
                   const SnPlacedShape placed[2], SnBristle *b);
/* Force of the spring over its stretch [N/m], which friction lets have `most` [N]. */
double sn_bristle_pull(const SnBristle *b, double size, double most);
/* Force on the first body, world, and as a wrench on both (compliant_point.h). */
void sn_bristle_force(const SnBristle *b, double pull, double force[3], double wrench[12]);
/* Takes its derivative by displacement from `stiffness`, symmetric: of a pull that stays, or
 * (slips) of a force that only turns. */
void sn_bristle_stiffen(const SnBristle *b, double pull, bool slips, double (*stiffness)[12]);
/* Where its root's velocities, world and body axes, would bring its stretch in h [m]. */
double sn_bristle_ahead(const SnBristle *b, double h, double ahead[2][6]);
/* The end of a step: lateral is the stiffness along the surface over that across it. */
void sn_bristle_remember(const SnBristleSum *sum, double lateral, double friction,
                         const SnPlacedShape placed[2], double kept[SN_N_BRISTLE]);

#endif
