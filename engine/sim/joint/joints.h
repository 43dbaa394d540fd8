/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows, coordinates and stiffness of joints. */
#ifndef SN_SIM_RIGID_JOINTS_H
#define SN_SIM_RIGID_JOINTS_H

#include "engine/sim/system/workspace.h"

/* --- rows.c --- */

/* Those of one joint: row, residual [n_rows], limit, gap [n_limits]. */
typedef struct SnJointRows {
    double (*row)[2][6], *residual;
    double (*limit)[2][6], *gap;
} SnJointRows;
void sn_joint_rows(const SnSystem *system, const SnState *state, const SnWorkspace *work, int joint,
                   bool jacobian, const SnJointRows *rows);

/* --- joint_coordinate.c --- */

/* Coordinate of a joint at q [rad or m]; angles unwrapped: nearest to that in `turns`, of the state
 * (NULL: to zero). */
double sn_joint_coordinate(const SnSystem *system, const double *q, const double *turns,
                           const SnSystemJoint *joint, int coordinate);
/* At the start pose q0, where nothing is remembered yet. */
double sn_joint_start_coordinate(const SnSystem *system, const SnSystemJoint *joint,
                                 int coordinate);
/* The same with the angle in the state, and its derivative with respect to (position of the
 * centre, small rotation in body axes) of both blocks (sides in the world stay untouched). */
double sn_joint_coordinate_row(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work, const SnSystemJoint *joint, int coordinate,
                               double row[2][6]);
/* The same without its derivative. */
double sn_joint_coordinate_here(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const SnSystemJoint *joint,
                                int coordinate);
/* Its rate from u [rad/s or m/s]. */
double sn_joint_coordinate_rate(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const SnSystemJoint *joint,
                                int coordinate);
/* How that changes while both bodies go on with the velocities of the state (turning in body axes):
 * the coordinate's acceleration beside its derivative times theirs [rad/s2 or m/s2]. */
double sn_joint_coordinate_turning(const SnSystem *system, const SnState *state,
                                   const SnWorkspace *work, const SnSystemJoint *joint,
                                   int coordinate);
/* Of a joint whose class has a motion: angular velocity and velocity of b's origin against a at
 * unit rate of a coordinate, and where that origin is; world axes. */
void sn_joint_unit_motion(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnSystemJoint *joint, int coordinate, double w[3], double v[3],
                          double origin[3]);
/* Rows of the rates that a class gives as turning, at the state. */
void sn_joint_turning_rows(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           const SnSystemJoint *joint, double row[3][2][6]);
/* How b has turned against a from one state to another: rotation vector in world axes of the
 * latter [rad]. */
void sn_joint_turned(const SnSystem *system, const SnState *before, const SnState *after,
                     const SnSystemJoint *joint, double turned[3]);
/* Unwrapped angles of all joints, and coordinates of those with a motion, into the state. */
void sn_joints_remember(const SnSystem *system, SnState *state);
/* Block of frame_a (side 0) or frame_b or the point (side 1); -1: the world. */
int sn_joint_block(const SnSystem *system, const SnSystemJoint *joint, int side);

/* --- joint_force.c --- */

/* Stiffness and damping of the joints' coordinates: part of sn_forces. */
void sn_joint_forces(const SnSystem *system, const SnState *state, SnWorkspace *work, bool matrix,
                     double d, double k);
/* Energy of the joints' stiffness [J]. */
double sn_joint_energy(const SnSystem *system, const SnState *state, const SnWorkspace *work);

#endif
