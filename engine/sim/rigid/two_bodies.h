/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What forces between two frames share.  Local layout of Jacobians: 12 = displacement a, rotation
 * a, displacement b, rotation b, the rotations in the body axes of each block; a side in the world
 * has no columns. */
#ifndef SN_SIM_RIGID_TWO_BODIES_H
#define SN_SIM_RIGID_TWO_BODIES_H

#include "engine/base/vec.h"
#include "engine/sim/system/workspace.h"

typedef struct SnTwoBodies {
    int block[2];              /* -1: world */
    const double *rotation[2]; /* body to world (identity for the world) */
    double origin[2][3];       /* centre of mass, or zero */
    double v[2][3], w[2][3];   /* velocities; w in body axes */
    double frame[2][9];        /* frame to world */
    double position[2][3];     /* of the frames */
    double local[2][3];        /* frame origins from the centres, body axes */
} SnTwoBodies;

static inline void sn_m3_times_transposed(const double a[9], const double b[9], double r[9])
{
    double t[9];
    sn_m3_transpose(b, t);
    sn_m3_mul(a, t, r);
}

static inline void sn_m3_transposed_times(const double a[9], const double b[9], double r[9])
{
    double t[9];
    sn_m3_transpose(a, t);
    sn_m3_mul(t, b, r);
}

void sn_two_bodies(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   int frame_a, int frame_b, SnTwoBodies *t);
/* Adds a wrench on both to a vector in the layout of u. */
void sn_two_bodies_push(const SnSystem *system, const SnTwoBodies *t, const double wrench[12],
                        double *f);
/* Adds -scale times a 12 x 12 Jacobian, symmetrised, to the pairs at slot aa, ba, bb. */
void sn_two_bodies_stiffen(const SnSystem *system, SnWorkspace *work, const SnTwoBodies *t,
                           int slots, double scale, double (*jacobian)[12]);
/* Adds scale m (3 x 3) to columns column .. of rows row .. */
void sn_two_bodies_place(double (*jacobian)[12], int row, int column, double scale,
                         const double m[9]);
/* Both move, but no pair of M-hat couples them. */
static inline bool sn_two_bodies_uncoupled(const SnSystem *system, const SnTwoBodies *t, int slots)
{
    return t->block[0] >= 0 && t->block[1] >= 0 && system->pairs.stiffness_slot[slots + 1] < 0;
}

/* Moment P w on a, the opposite on b, w = velocity of b relative to a, in a's body axes; P
 * symmetric. Into work.forces.applied, work.forces.explicit_force and, if implicit, M-hat. */
void sn_rotary_damper(const SnSystem *system, SnWorkspace *work, const SnTwoBodies *t,
                      const double matrix[9], int slots, bool implicit, double d, double k,
                      double moment_on_b[3]);
/* Springs about the axes of b's frame, zero where the frames agree, with a preload there (NULL:
 * none): wrench, its Jacobian (NULL: not
 * wanted) and the moment on b in world axes. */
void sn_rotary_spring(const SnWorkspace *work, const SnTwoBodies *t, int frame_a, int frame_b,
                      const double stiffness[3], const double preload[3], double wrench[12],
                      double (*jacobian)[12], double moment_world[3]);

/* F on b at b's frame origin, world axes; -F on a's material there. */
void sn_force_wrench(const SnTwoBodies *t, const double force[3], double wrench[12]);
/* Jacobian of that for dF given as 3 x 12 rows; turning: F fixed in the world while the bodies
 * move. */
void sn_force_wrench_jacobian(const SnTwoBodies *t, const double force[3], double (*df)[12],
                              bool load_stiffness, double (*jacobian)[12]);
/* Velocity of b's frame origin less that of a's material there; its derivatives by u (rate) and by
 * q (turn), 3 x 12 each. */
void sn_relative_velocity(const SnTwoBodies *t, double v[3]);
void sn_relative_velocity_jacobians(const SnTwoBodies *t, double (*rate)[12], double (*turn)[12]);

#endif
