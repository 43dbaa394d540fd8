/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tangent points that move along their grooves do to the length of a strand.  It is stationary
 * there while the neighbours lie in the plane of the groove.  Seen along the axle the strand always
 * leaves along a tangent; from a neighbour beside that plane it comes at an angle to the groove,
 * and the length changes with the point by lambda = |c'| (1 - cos of that angle) per radian.
 * Without it forces would not be the gradient of any energy: a weight that circles out of the plane
 * would gain speed.
 *
 * Matter does not move with the point, so velocities and kinetic energy T = q' M q' / 2 are as if
 * it stayed, but M changes with the angle phi of the tangent, and so does the weight's potential V
 * by as much as chords differ from the groove.  Lagrange's equations then have
 *
 *     1/2 (u' M_phi u) dphi/dq - phi' M_phi u - V_phi dphi/dq,
 *
 * without which a heavy strand that swings about a wide pulley makes or loses energy.
 *
 * The angle of a tangent follows the neighbour's place x relative to the groove: its change is
 * g . (dx - what the groove's body moves at x), g in the plane of the groove.  So the whole is a
 * force lambda g at x, and its reaction on that body at the same place. */
#ifndef SN_SIM_STRAND_PULLEY_SLIDE_H
#define SN_SIM_STRAND_PULLEY_SLIDE_H

#include "engine/sim/strand/pulley.h"

typedef struct SnPulleySlide {
    int segment;        /* that holds the free part next to the tangent point; -1: none */
    int node;           /* of the segment: the tangent point */
    bool acts;          /* at the last look */
    double lambda;      /* change of the length with the angle [m/rad] */
    double along[3];    /* g [rad/m], world */
    double tangent[3];  /* c' [m/rad], world */
    int column[2];      /* first ones of the neighbour's block and the groove's; -1: the world */
    int width[2];       /* columns there */
    double swing[2][6]; /* change of the angle with them */
    /* how the angle moves, of heavy strands: by so much of that, and of the swing of the tangent
     * that a free part joins to it (NULL: to none) */
    const struct SnPulleySlide *other;
    double own, others;
} SnPulleySlide;

/* A node that moves with a tangent, per radian of that. */
typedef struct SnMovedNode {
    double x[3]; /* [m] */
    double arc;  /* what the part that ends there is longer than its chord [m] */
} SnMovedNode;

/* [n_pulleys][2]: entering, leaving; NULL: there are no pulleys. */
SnPulleySlide (*sn_pulley_slides_new(const SnSystem *system))[2];
/* All of them, once nodes and shapes of the segments are known. */
void sn_pulley_slides_look(const SnSystem *system, const SnWorkspace *work);
/* gradient [n_columns] += what they do to a segment's length. */
void sn_pulley_slides_add(const SnSystem *system, const SnWorkspace *work, int segment,
                          double *gradient);
/* quadratic [n_columns] += what they do to its inertia at the velocities of the last
 * sn_kinematics, in time in proportion to the nodes (segment_shift.h). */
void sn_pulley_slides_inertia(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                              int segment, double *quadratic);
/* force [n_columns] += what they do to its weight. */
void sn_pulley_slides_weight(const SnSystem *system, const SnWorkspace *work, int segment,
                             const double gravity[3], double *force);
/* And to its rate [m/s]. */
double sn_pulley_slides_rate(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             int segment);

#endif
