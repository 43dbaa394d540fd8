/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether one linearisation of strands served a step, and where to linearise again.
 *
 * A step solves M u+ = M u + h (f + K h u+) with forces linearised at its start.  A part that turns
 * by x in the step is then stretched by about x^2 / 2 that the linearised tension knows nothing of,
 * and strands are stiff: that energy comes from nowhere.  With the force F_lin that the solve took
 * of a strand, its energy V and velocities u+ at the end,
 *
 *     gain = V(q+) - V(q) + h F_lin' u+,   E+ - E <= sum of gains - (u+ - u)' M (u+ - u) / 2,
 *
 * so strands whose gains are no more than the last term make no energy.  If they are more, or if
 * one alone gains much beyond its own inertia's part of it, segments are looked at where the step
 * ended and linearised there, everything else stays as it is: Newton's iteration for backward
 * Euler.  As in sequential quadratic programming the geometric stiffness is that of the tension
 * which the last solve foresees, not of the length which it left (Nocedal & Wright 2006, 18.1): the
 * latter is off by orders of magnitude.  What is minimised is convex in the nodes where strands
 * only pull, and the line search is that of its derivative along the correction. */
#ifndef SN_SIM_STRAND_STRAND_AHEAD_H
#define SN_SIM_STRAND_STRAND_AHEAD_H

#include "engine/sim/system/workspace.h"

/* Some strand has forces that one linearisation may not serve. */
bool sn_strand_may_gain(const SnSystem *system);

/* After a solve, before its end is looked at: what it foresees.  next [n_u]: its unknown w, for all
 * blocks; velocity [n_u]: with which forces do work over the step. */
void sn_strand_foresee(const SnSystem *system, SnWorkspace *work, const double *next,
                       const double *velocity);
typedef struct SnStrandGain {
    double sum;    /* of all strands [J] */
    double excess; /* of one beyond what its own inertia takes up [J] */
    int strand;    /* that which has most of it, -1: none has */
} SnStrandGain;

/* At the end (state and sn_kinematics are there).  before [n_u]: velocities at the start. */
SnStrandGain sn_strand_gain(const SnSystem *system, const SnState *state, SnWorkspace *work,
                            const double *before);

/* h x forces of all strands along a direction [n_u]: as the last solve has them at its solution,
 * with `curvature` = direction' (d D + k K) direction, or as they are at the state and the last
 * sn_kinematics. */
double sn_strand_linear_power(const SnSystem *system, SnWorkspace *work, const double *direction,
                              double *curvature);
double sn_strand_power(const SnSystem *system, const SnState *state, SnWorkspace *work,
                       const double *direction);

/* After the step: strands are looked at and linearised where the state is again. */
void sn_strand_ahead_end(SnWorkspace *work);

#endif
