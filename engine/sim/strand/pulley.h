/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands over pulleys.  A pulley's nodes are placed on its groove from where the strand enters
 * along a tangent to where it leaves along one, seen along the axle; both depend on the
 * neighbouring nodes alone, which may be another pulley's.  The length is stationary there, so that
 * nodes at rest on the pulley's body make its exact gradient, where the neighbours lie in the plane
 * of the groove; what is missing elsewhere is in pulley_slide.h.  A strand that has left its pulley
 * (the wrapped angle would be negative) goes straight past it.
 *
 * Whether it has, and turns beyond the first, follow from the angle that was remembered at the last
 * step: state.strands[SnSystemPulley.memory]. */
#ifndef SN_SIM_STRAND_PULLEY_H
#define SN_SIM_STRAND_PULLEY_H

#include "engine/sim/system/state.h"

#include <math.h>

typedef struct SnWorkspace SnWorkspace;

typedef struct SnPulleyContact {
    double remembered;        /* angle at the last step [rad] */
    double slipped;           /* where it grips: what matter had slipped before the step [m] ... */
    double passed, turned[9]; /* ... coordinate of that, and wheel relative to groove, then */
    double angle;             /* wrapped [rad]; negative: the strand has left the pulley */
    double before;      /* of that, before the Eulerian node, if it is between the ends [rad] */
    double turn[2][2];  /* of the tangents, entering and leaving: cosine and sine of their
                           angles, from x to y of the guide */
    bool off;           /* the strand does not touch it, or in one point */
    double touch[2][3]; /* where it enters and leaves; off: where it passes; world [m] */
    double center[3], axes[9]; /* of the groove, in the world */
    double origin[3];          /* centre of mass of its carrier */
} SnPulleyContact;

/* Angle of the tangent where the strand enters [rad]. */
static inline double sn_pulley_enter(const SnPulleyContact *contact)
{
    return atan2(contact->turn[0][1], contact->turn[0][0]);
}

/* Where the groove of a pulley is: center and axes of its place. */
void sn_pulley_frame(const SnSystem *system, const double *q, const SnSystemPulley *pulley,
                     SnPulleyContact *contact);
static inline int sn_pulley_carrier(const SnSystem *system, const SnSystemPulley *pulley)
{
    return system->guides.guides[pulley->guide].carrier;
}
/* Its Eulerian node; -1: none. */
int sn_pulley_eulerian_node(const SnSystem *system, const SnSystemPulley *pulley);
/* Angle wrapped before its node `number`, `eulerian` being the Eulerian node [rad]. */
double sn_pulley_share(const SnSystem *system, const SnSystemPulley *pulley,
                       const SnPulleyContact *contact, int eulerian, int number);
/* Derivative of the angle where that node is by the angle of the tangent where the strand leaves
 * (or enters); a pulley of two nodes or more that is touched. */
double sn_pulley_turn(const SnSystem *system, const SnSystemPulley *pulley,
                      const SnPulleyContact *contact, int eulerian, int number, bool leaves);
/* The strand's node after (or before) one; -1: it ends there. */
int sn_strand_node_beside(const SnSystem *system, int node, bool after);
/* Places the nodes of all pulleys: their positions, velocities and places in work; part of
 * sn_kinematics, once all other points are there. */
void sn_pulleys_update(const SnSystem *system, const double *q, const double *u, SnWorkspace *work);
#define SN_PULLEY_NUMBERS 2 /* of one in state.strands */
/* What is remembered, from the state, before a step or an evaluation. */
void sn_pulleys_recall(const SnSystem *system, const SnState *state, SnWorkspace *work);
/* And into it, after a step; `before` is the state that the step began with, work that of its end.
 */
void sn_pulleys_remember(const SnSystem *system, const SnState *before, SnWorkspace *work,
                         SnState *state);
/* Forgets what has slipped: matter is held from here on. */
void sn_pulleys_engage(const SnSystem *system, SnState *state, SnWorkspace *work);
/* Those of pulleys that are in both systems. */
void sn_pulleys_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to);
/* Part of sn_system_finish, once start values are there: the angles at the start, at the end of
 * state.strand0, and the nodes' places (their points' `local`). */
void sn_finish_pulleys(SnSystem *system);
/* Lays a strand's matter along its way at the start, in proportion, tangents and arcs of pulleys
 * included: start_length, rest_length (as given, or, if that is 0, ratio x start_length) and the
 * coordinates of its boundaries in state.strand0 and q0.  After sn_system_finish. */
void sn_strand_lay(SnSystem *system, int strand, double rest_length, double ratio);

/* How fast matter slips along the wheel (or the carrier, where there is none) at a pulley's
 * Eulerian node, in the sense of the strand: sum over its blocks of value times u.  Matter is taken
 * to be stretched as at the start, so that gripping wheels keep their ratio whatever the tensions.
 */
typedef struct SnPulleySlip {
    int node;     /* with flow */
    int n;        /* 1 to 3 */
    int block[3]; /* flow's, wheel's, carrier's */
    double value[3][6];
} SnPulleySlip;
/* Blocks alone if work is NULL.  False: no node of the pulley has flow. */
bool sn_pulley_slip(const SnSystem *system, const double *q, const SnWorkspace *work, int pulley,
                    SnPulleySlip *slip);

#endif
