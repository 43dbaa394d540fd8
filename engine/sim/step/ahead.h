/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether one linearisation of strands served a step of backward Euler, and where to linearise
 * again.
 *
 * A step solves M u+ = M u + h (f + K h u+) with forces linearised at its start.  A part that turns
 * by x in the step is then stretched by about x^2 / 2 that the linearised tension knows nothing of,
 * and strands are stiff: that energy comes from nowhere.  With the force F_lin that the solve took
 * of a strand, its energy V and velocities u+ at the end,
 *
 *     gain = V(q+) - V(q) + h F_lin' u+,   E+ - E <= sum of gains - (u+ - u)' M (u+ - u) / 2,
 *
 * so strands whose gains are no more than the last term make no energy.  If they are more, or if
 * one alone gains much beyond its own inertia's part of it, they are linearised where the step
 * ended, everything else stays as it is, and the step is solved again: Newton's iteration for
 * backward Euler.  What is minimised is convex in the nodes where strands only pull; the line
 * search is that of its derivative along the correction.  Where strands push it has other minima,
 * of more energy: then the iteration starts again where the step begins, from where it only goes
 * down. */
#ifndef SN_SIM_STEP_AHEAD_H
#define SN_SIM_STEP_AHEAD_H

#include "engine/sim/system/workspace.h"

typedef enum SnAhead {
    SN_AHEAD_SETTLED, /* the state is at the end of the step */
    SN_AHEAD_AGAIN,   /* the state is as before, forces are to be linearised ahead */
    SN_AHEAD_GAIN,    /* after the most iterations; the state is as before */
} SnAhead;

/* Moves the state by the velocities work.linear.u over the step of backward Euler, and looks at
 * what gains energy there.  iteration: 0 after the first solve.  `id`: whose energy grows. */
SnAhead sn_ahead(const SnSystem *system, SnState *state, SnWorkspace *work, int iteration,
                 SnId *id);
/* After the step: forces are linearised where the state is again. */
void sn_ahead_end(SnWorkspace *work);

#endif
