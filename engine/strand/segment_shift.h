/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A segment whose nodes are moved by something that is none of its unknowns, as tangent points of
 * pulleys are: matter does not move with them, so velocities of the unknowns stay, but its momenta,
 * kinetic energy and weight change.  Each takes time in proportion to the nodes, for all that moves
 * together: the momenta's change along one movement of all nodes, the slopes of the energies by
 * every node at once. */
#ifndef SN_STRAND_SEGMENT_SHIFT_H
#define SN_STRAND_SEGMENT_SHIFT_H

#include "engine/strand/segment.h"

/* Change of a node with the movement. */
typedef struct SnNodeShift {
    double x[3], v[3]; /* v: at constant rates of the unknowns */
    double arc;        /* of `extra` of the part that ends there */
} SnNodeShift;

/* Derivatives of an energy by the same numbers of a node. */
typedef struct SnNodeSlope {
    double x[3], v[3], arc;
} SnNodeSlope;

/* What a part gives to the kinetic energy at its two ends, and to its slopes. */
typedef struct SnPartMomenta {
    double p[2][3];         /* derivatives by the velocities of the matter there [kg m/s] */
    double along[2];        /* of these, along the part */
    double square;          /* derivative by mass / 6 [m2/s2] */
    double after, by_share; /* of all along the c_k from its end on; derivative by its share */
} SnPartMomenta;

/* slopes [n_nodes], momenta [n_nodes - 1], written: of the kinetic energy. */
void sn_segment_kinetic_slopes(const SnSegmentInput *in, const SnSegmentShape *shape,
                               SnNodeSlope *slopes, SnPartMomenta *momenta);
/* Doubles of scratch of the next one. */
int sn_segment_shift_scratch(int n_nodes);
/* change [n_columns], written: of M qdot, at constant qdot and Jacobians, from these momenta; what
 * changes of Jacobians do besides is dJ' slopes.v, node by node. */
void sn_segment_momentum_shift(const SnSegmentInput *in, const SnSegmentShape *shape,
                               const SnNodeShift *shifts, const SnPartMomenta *momenta,
                               double *change, double *scratch);
/* And of the potential energy of gravity. */
void sn_segment_height_slopes(const SnSegmentInput *in, const SnSegmentShape *shape,
                              const double g[3], SnNodeSlope *slopes);

#endif
