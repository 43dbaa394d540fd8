/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands over pulleys.  A pulley's nodes are placed on its groove from where the strand enters
 * along a tangent to where it leaves along one, seen along the axle; both depend on the
 * neighbouring nodes alone, which may be another pulley's.  The length is stationary there, so that
 * nodes at rest on the pulley's body make its exact gradient (exact for neighbours in the plane of
 * the groove; otherwise to the square of the angle out of it).  A strand that has left its pulley
 * (the wrapped angle would be negative) goes straight past it.
 *
 * Whether it has, and turns beyond the first, follow from the angle that was remembered at the last
 * step: state.strands[SnSystemPulley.memory]. */
#ifndef SN_SIM_PULLEY_H
#define SN_SIM_PULLEY_H

#include "engine/sim/system.h"

typedef struct SnWork SnWork;
typedef struct SnState SnState;

typedef struct SnPulleyPlace {
    double remembered; /* angle at the last step [rad] */
    double angle;      /* wrapped [rad]; negative: the strand has left the pulley */
    double enter;      /* angle of the entering tangent, from x to y of the guide [rad] */
    double arc;        /* length on the groove [m]; 0 where it has left */
} SnPulleyPlace;

/* Places the nodes of all pulleys: their positions, velocities and places in work; part of
 * sn_kinematics, once all other points are there. */
void sn_pulleys_place(const SnSystem *system, const double *q, const double *u, SnWork *work);
/* Remembered angles from the state, before a step or an evaluation. */
void sn_pulleys_recall(const SnSystem *system, const SnState *state, SnWork *work);
/* And into it, after a step; work is that of its end. */
void sn_pulleys_remember(const SnSystem *system, const SnWork *work, SnState *state);
/* Part of sn_system_finish, once start values are there: the angles at the start into strand0. */
void sn_finish_pulleys(SnSystem *system);

/* How fast matter slips along the wheel (or the body) at a pulley's node with flow, in the sense of
 * the strand: rate = flow x (rate of the flow block) + wheel . u of the wheel's block + carrier . u
 * of the guide's carrier.  Unstretched matter: rest length for length. */
typedef struct SnPulleySlip {
    int node;                                   /* with flow */
    double flow;                                /* -1 */
    double wheel[6], carrier[6];                /* [1], [m] */
    int flow_block, wheel_block, carrier_block; /* -1: none */
} SnPulleySlip;
/* False: no node of the pulley has flow. */
bool sn_pulley_slip(const SnSystem *system, const SnWork *work, int pulley, SnPulleySlip *slip);

#endif
