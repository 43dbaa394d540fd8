/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints whose class says where b's frame is in a's for given coordinates c: pose X(c) and its
 * derivatives, and nothing else.  Rows and coordinates follow.
 *
 * The misfit e(x, c) of two poses x to X(c) is six numbers: half-way between a turned by X(c) and
 * b, 2 vec of their relative quaternion, times the model's size, and the place of b's origin in a's
 * axes less that of X(c).  Of the six equations e = 0, as many as there are coordinates, the
 * pivots P, are solved for c by Newton's method, from the value that the state remembers; the
 * others, N, are the joint's rows.  With E = de/dc and e_x = de/dx
 *     dc/dx = -E_P^-1 e_x,P      d(row)/dx = e_x,N - E_N E_P^-1 e_x,P
 * exactly, also where the joint is open.  Which equations are pivots is in the state too: those by
 * which c is well determined (complete pivoting), changed where others are much better; so rows
 * and their forces stay the same from step to step. */
#ifndef SN_SIM_RIGID_JOINT_MOTION_H
#define SN_SIM_RIGID_JOINT_MOTION_H

#include "engine/sim/joint/joint_side.h"

/* Numbers in state.turns of such a joint: its coordinates, then the pivots as bits (0: not yet
 * known). */
static inline int sn_motion_numbers(const SnSystemJoint *joint)
{
    return sn_joint_n_coordinates(joint) + 1;
}

/* --- for classes --- */

/* b turns about an axis of its own present axes: rotation := rotation exp(angle axis).  `rate`:
 * d angle by each coordinate of `n`. */
void sn_pose_turn(SnJointPose *pose, const double axis[3], double angle, int n, const double *rate);
/* The same for one coordinate that is the angle. */
void sn_pose_turn_by(SnJointPose *pose, const double axis[3], double angle, int coordinate);
/* b's origin moves along an axis of a. */
void sn_pose_shift(SnJointPose *pose, const double axis[3], double distance, int n,
                   const double *rate);

/* --- for the solver --- */

/* Rows of the joint, as SnJointValues. */
void sn_motion_rows(SnJointSides *sides, bool jacobian, double (*row)[2][6], double *residual);
/* A coordinate, as SnJointCoordinateValue. */
double sn_motion_coordinate(SnJointSides *sides, int coordinate, bool jacobian, double row[2][6]);
/* Coordinates and pivots into `turns` (the joint's part).  Where none are known, or Newton's method
 * finds nothing from them, the coordinates nearest to the pose, sought from several places.  Where
 * pivots change, forces of constraint along the rows (`lambda`, NULL: none) become those of the new
 * ones. */
void sn_motion_remember(SnJointSides *sides, double *turns, double *lambda);
/* sn_joints_remember with what a workspace has kept, whose kinematics are at the state; NULL:
 * without. */
void sn_joints_remember_fits(const SnSystem *system, const SnWorkspace *work, SnState *state);

/* Second derivatives by time of all coordinates of a joint with a motion where the velocities of
 * its blocks stay as they are (of turning in body axes): dJ/dt u. */
void sn_motion_coordinates_turning(const SnSystem *system, const SnState *state,
                                   const SnWorkspace *work, const SnSystemJoint *joint,
                                   double *turning);
/* How fast the pivots' misfits of a fit change at sides where `velocity` [2] of their blocks has
 * led them in a time, while the coordinates have gone at `rates`: [fit.n] of each. */
void sn_motion_misfit_rates(SnJointSides *sides, const SnJointFit *fit, double time,
                            const double *rates, double (*velocity)[6], double *misfit_rate);

#endif
