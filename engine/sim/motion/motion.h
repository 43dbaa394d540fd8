/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How blocks move: attached and kinematic blocks, free drift, points and frames on blocks. */
#ifndef SN_SIM_MOTION_MOTION_H
#define SN_SIM_MOTION_MOTION_H

#include "engine/sim/system/workspace.h"

/* --- kinematics.c --- */

/* World position of a point of the system at q. */
void sn_point_position(const SnSystem *system, const double *q, const SnSystemPoint *point,
                       double position[3]);
/* Velocity at velocities u (layout of u) of a material point, `local` from the block's centre of
 * mass in body axes; at the rotations in work.  Block -1: the world. */
void sn_point_velocity(const SnSystem *system, const SnWorkspace *work, int block,
                       const double local[3], const double *u, double v[3]);
/* World pose of a frame from the rotations in work. */
static inline void sn_frame_pose(const SnSystem *system, const SnWorkspace *work, const double *q,
                                 int frame, double position[3], double rotation[9])
{
    const SnSystemFrame *f = &system->frames[frame];
    if (f->block < 0) {
        sn_v3_copy(f->position, position);
        for (int i = 0; i < 9; i++)
            rotation[i] = work->motion.frame_rotation[frame][i];
        return;
    }
    sn_m3_mul_v3(work->motion.rotation[f->block], f->position, position);
    sn_v3_add(position, q + system->blocks[f->block].q, position);
    sn_m3_mul(work->motion.rotation[f->block], work->motion.frame_rotation[frame], rotation);
}

/* --- attachments.c --- */

/* Sets q and u of attached blocks from those of their masters. */
void sn_attachments_follow(const SnSystem *system, double *q, double *u);
/* work.motion.jacobian at q; rotations are those in work. */
void sn_attachment_jacobians(const SnSystem *system, const double *q, SnWorkspace *work);
/* Accelerations of attached blocks, layout of u, that velocities and the accelerations of the other
 * blocks in `bias` make. */
void sn_attachment_bias(const SnSystem *system, const double *q, const double *u, SnWorkspace *work,
                        double *bias);
/* Passes generalised forces f (layout of u) from slaves on to masters, the last first, calling
 * visit (may be NULL) with each attachment's number and the whole force on its slave. */
typedef void (*SnAttachmentVisitor)(void *data, int attachment, const double force[6]);
void sn_attachments_pass(const SnSystem *system, const double *q, const SnWorkspace *work,
                         double *f, SnAttachmentVisitor visit, void *data);

/* --- reduce.c --- */

/* active = P full: what forces on attached blocks do to active ones. */
void sn_reduce_vector(const SnSystem *system, const SnWorkspace *work, const double *full,
                      double *active);
/* full = P' active; zero for kinematic blocks. */
void sn_spread_vector(const SnSystem *system, const SnWorkspace *work, const double *active,
                      double *full);
/* work.motion.prescribed from the velocities of the kinematic blocks in u. */
void sn_prescribed_velocity(const SnSystem *system, const double *u, SnWorkspace *work);
/* Adds outer pairs, through the attachments, to the active ones. */
void sn_reduce_matrix(const SnSystem *system, SnWorkspace *work);
/* y = P (outer part of M-hat) v. */
void sn_outer_multiply(const SnSystem *system, SnWorkspace *work, const double *v, double *y);

/* --- drift.c --- */

/* Free motion of all active blocks for a time h with velocities u and no forces: points and centres
 * go straight; bodies turn by Euler's torque-free equations, which also change their u (body axes);
 * world angular momentum is conserved to rounding. */
void sn_drift(const SnSystem *system, double h, double *q, double *u);
/* The same of a curve or surface coordinate (curve_coordinates.c), once what carries it has moved:
 * q goes on by the arc h u, u turns with the surface's tangents. */
void sn_coordinate_drift(const SnSystem *system, int block, double h, double *q, double *u);
/* q of such a coordinate moved by a displacement of its own n numbers [m]. */
void sn_coordinate_displace(const SnSystem *system, int block, const double *displacement,
                            double *q);
/* q moved by a small displacement in the layout of u (rotations by the exponential map). */
void sn_displace(const SnSystem *system, const double *displacement, double *q);

/* --- targets.c: kinematic blocks --- */

/* Works out how kinematic blocks move in this step and sets their velocities, and with them those
 * of attached blocks. */
void sn_targets_begin(const SnSystem *system, const double *poses, const double *velocities,
                      double h, SnState *state, SnWorkspace *work);
/* Moves them by a fraction of the step; their velocities and all attached blocks follow. */
void sn_targets_move(const SnSystem *system, double h, double fraction, SnState *state,
                     const SnWorkspace *work);
/* Remembers the targets that were reached. */
void sn_targets_end(const SnSystem *system, const double *inputs, SnState *state);

#endif
