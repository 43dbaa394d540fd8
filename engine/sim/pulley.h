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
#ifndef SN_SIM_PULLEY_H
#define SN_SIM_PULLEY_H

#include "engine/sim/state.h"

typedef struct SnWork SnWork;

typedef struct SnPulleyPlace {
    double remembered;         /* angle at the last step [rad] */
    double angle;              /* wrapped [rad]; negative: the strand has left the pulley */
    double enter, leave;       /* angles of the tangents, from x to y of the guide [rad] */
    bool off;                  /* the strand does not touch it, or in one point */
    double touch[2][3];        /* where it enters and leaves; off: where it passes; world [m] */
    double center[3], axes[9]; /* of the groove, in the world */
} SnPulleyPlace;

/* Places the nodes of all pulleys: their positions, velocities and places in work; part of
 * sn_kinematics, once all other points are there. */
void sn_pulleys_place(const SnSystem *system, const double *q, const double *u, SnWork *work);
/* Remembered angles from the state, before a step or an evaluation. */
void sn_pulleys_recall(const SnSystem *system, const SnState *state, SnWork *work);
/* And into it, after a step; work is that of its end. */
void sn_pulleys_remember(const SnSystem *system, const SnWork *work, SnState *state);
/* Those of pulleys that are in both systems. */
void sn_pulleys_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to);
/* Part of sn_system_finish, once start values are there: the angles at the start, at the end of
 * strand0, and the nodes' places (their points' `local`). */
void sn_finish_pulleys(SnSystem *system);
/* Lays a strand's matter along its way at the start, in proportion, tangents and arcs of pulleys
 * included: start_length, rest_length (as given, or, if that is 0, ratio x start_length) and the
 * coordinates of its boundaries in strand0 and q0.  After sn_system_finish. */
void sn_strand_lay(SnSystem *system, int strand, double rest_length, double ratio);

/* How fast matter slips along the wheel (or the carrier, where there is none) at a pulley's node
 * with flow, in the sense of the strand: sum over its blocks of value times u.  Matter is taken to
 * be stretched as at the start, so that gripping wheels keep their ratio whatever the tensions. */
typedef struct SnPulleySlip {
    int node;     /* with flow */
    int n;        /* 1 to 3 */
    int block[3]; /* flow's, wheel's, carrier's */
    double value[3][6];
} SnPulleySlip;
/* Blocks alone if work is NULL.  False: no node of the pulley has flow. */
bool sn_pulley_slip(const SnSystem *system, const double *q, const SnWork *work, int pulley,
                    SnPulleySlip *slip);
/* SN_WIDE_GRIP, owner the pulley, blocks those of the slip: no slip.  False: the strand has left.
 */
bool sn_grip_row(const SnSystem *system, const SnState *state, const SnWork *work, int pulley,
                 double *values, double *residual);

#endif
