/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinematic projection: the poses of bodies for given joint coordinates, without masses or forces.
 *
 * Unknown are displacements dx of the bodies that hang on the joints concerned.  Exactly hold: the
 * rows of joints and couplings, and c = c* of the coordinates that are given.  Of all else, each
 * iteration takes the least
 *     1/2 |c + J dx - c0|^2 + 1/2 w_r |R dx|^2 + 1/2 w |dx|^2
 * with c the other coordinates, c0 what they are at the start, and R dx the relative motion across
 * joints that their coordinates do not describe: a saddle-point system [A G'; G -C] like that of a
 * step.  The last two terms are proximal (they see the iteration's own motion alone), so where the
 * joints make a tree all other coordinates stay exactly; where they close loops the others give
 * way.  Given coordinates are approached in parts, so that a loop stays on its branch. */
#ifndef SN_SIM_POSE_POSING_H
#define SN_SIM_POSE_POSING_H

#include "engine/sim/system/system.h"

/* A coordinate of a joint, by their numbers; coordinate -1: none, its bodies move to where all
 * joints are closed. */
typedef struct SnPosed {
    int joint, coordinate;
} SnPosed;

typedef struct SnPosing SnPosing;

/* Prepares to give n coordinates of a system values; the system must outlive it. */
SnPosing *sn_posing_new(const SnSystem *system, int n, const SnPosed *posed);
void sn_posing_free(SnPosing *posing);

/* Poses for values [n, rad or m], always from the start of the system; false: they cannot be
 * reached.  *part: how far of the way from the start's values they could be followed, 1 for all;
 * the poses are those there; -1: the start is open and cannot be closed.  *open: the joint that
 * would come apart beyond, or null. */
bool sn_posing_solve(SnPosing *posing, const double *value, double *part, SnId *open);

/* Later solutions begin at the poses found, not at the start. */
void sn_posing_go_on(SnPosing *posing);
/* The state [as sn_posing_state] where value i changes by `amount` from the solution, to first
 * order; until sn_posing_back, after which it is the solution again.  False: there is none. */
bool sn_posing_nudge(SnPosing *posing, int i, double amount);
void sn_posing_back(SnPosing *posing);

/* State with the poses found (at first: the start). */
const SnState *sn_posing_state(const SnPosing *posing);
/* Whether a block is not where the start has it, by more than rounding. */
bool sn_posing_moved(const SnPosing *posing, int block);
/* Present value of a coordinate [rad or m]. */
double sn_posing_coordinate(const SnPosing *posing, SnPosed which);
/* What a joint is open at the start [m or rad]: its worst row; 0 where it is disabled or one-sided.
 */
double sn_posing_gap(const SnPosing *posing, int joint, bool *angle);

#endif
