/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bar of soft tissue that is held at its top and let go, with a weight at its lower end or
 * without: what its energy does meanwhile. */
#ifndef SN_CHECK_HUNG_BAR_H
#define SN_CHECK_HUNG_BAR_H

#include "engine/fem/solid.h"
#include "engine/sim/step/step.h"

typedef struct SnHungBar {
    SnElementKind kind;
    int cells[3]; /* of the box of 0.02 x 0.02 x 0.06 m */
    SnMaterial material;
    SnIncompressibility mode;
    bool consistent_mass;
    double mass_damping, stiffness_damping; /* [1/s], [s] */
    double weight;                          /* mass of the body at its end [kg]; 0: none */
    double gravity[3];                      /* [m/s2] */
    SnStepMethod method;
    double step, time; /* [s] */
} SnHungBar;

typedef struct SnHungBarResult {
    SnFault fault;  /* of the step at which it stopped */
    double gain;    /* most that kinetic, elastic and gravitational energy together rose above that
                       of the start, over the most elastic energy */
    double kinetic; /* at the end, over the most that it was */
    double sunk;    /* of the middle of the lower end along z at the end [m] */
} SnHungBarResult;

SnHungBarResult sn_hung_bar(const SnHungBar *bar);

#endif
