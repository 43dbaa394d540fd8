/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An element of twelve unknowns in Newton's iteration of a step (SnAheadClass, step/ahead.h): spans
 * of splines, segments of Cosserat strands. */
#ifndef SN_SIM_MOTION_ELEMENT_AHEAD_H
#define SN_SIM_MOTION_ELEMENT_AHEAD_H

#include "engine/sim/system/workspace.h"

#define SN_ELEMENT_COLUMNS 12

typedef struct SnElementAhead {
    int column[SN_ELEMENT_COLUMNS]; /* in u */
    double start[SN_ELEMENT_COLUMNS];
    double implicit[SN_ELEMENT_COLUMNS][SN_ELEMENT_COLUMNS]; /* d D + k K */
    double before_energy;                                    /* at the start of the step */
    double now_force[SN_ELEMENT_COLUMNS], now_energy;        /* at its end */
    double work; /* of start - implicit w / h over the step [J] */
} SnElementAhead;

/* With column and implicit there: `start` from all of the force and from that part which does not
 * depend on velocities, and what is of the start of the step. */
void sn_element_start(const SnWorkspace *work, SnElementAhead *element, const double *force,
                      const double *velocity_free, double energy);
void sn_element_foresee(const SnWorkspace *work, SnElementAhead *element);
/* Energy that it makes, now_force and now_energy there.  `elastic`: its energy is all that its
 * force does; else (a muscle) what the solve took of it does beyond its force at the end.  Adds
 * what it exchanges with the nodes. */
double sn_element_gain(const SnWorkspace *work, const SnElementAhead *element, bool elastic,
                       double *exchanged);
double sn_element_linear_power(const SnWorkspace *work, const SnElementAhead *element,
                               const double *direction, double *curvature);
/* Of now_force. */
double sn_element_power(const SnWorkspace *work, const SnElementAhead *element,
                        const double *direction);

#endif
