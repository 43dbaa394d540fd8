/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two shapes while the forces of their compliant contact are worked out. */
#ifndef SN_SIM_CONTACT_COMPLIANT_PAIR_H
#define SN_SIM_CONTACT_COMPLIANT_PAIR_H

#include "engine/sim/contact/compliant_shape.h"
#include "engine/sim/rigid/two_bodies.h"

typedef struct SnPairForce {
    const SnSystem *system;
    const SnState *state;
    const SnCompliantPair *pair;
    const SnContactRule *rule;
    SnPlacedShape placed[2];
    const double *velocity[2], *spin[2];
    double ahead[2][6]; /* velocities at the end of the step, as far as they are known */
    SnTwoBodies bodies; /* blocks alone */
    bool implicit, euler, plain;
    double d, k, h;
    double sign; /* of forces on the first shape's body, for those of side B */
    SnCompliantSums *sums;
    SnCompliantPressed *pressed;
    double start[12], wrench[12], stiffness[12][12], damping[12][12];
} SnPairForce;

/* Places the shapes and their velocities now; h and all that is of no pair is there. */
void sn_pair_begin(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   const SnCompliantPair *pair, SnPairForce *c);
void sn_pair_wrench(double scale, const double from[12], double to[12]);
/* The bodies at a point, world. */
void sn_pair_place(const SnPairForce *c, const double at[3], SnCompliantPoint *p);
/* What is implicit of a point: for backward Euler along its way (f: NULL), else the
 * derivatives here. */
void sn_pair_linearise(SnPairForce *c, const SnCompliantLaw *law, const SnCompliantPoint *p,
                       const SnCompliantForce *f);
/* Adds one point, whose law, overlap and normal are there; its pressing force [N]. */
double sn_pair_point(SnPairForce *c, const SnCompliantLaw *law, SnCompliantPoint *p,
                     const double at[3], double area);

#endif
