/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One segment of a reduced strand: the matter between two boundaries, stretched evenly along
 * straight parts between n nodes, of which the inner ones are virtual (strands.md 2.1 - 2.5).
 * Matter may also pass the boundaries: their material coordinates are then unknowns of their own.
 *
 * With part i from node i-1 to i, length l_i, unit vector d_i, l = sum l_i, a_i = l_i / l,
 * S_k = sum_{i<=k} a_i, rest length L, coordinates s_0, s_n = s_0 + L of the boundaries, the
 * coordinate of matter at node k is s_k = s_0 + S_k L, and matter passes it at the speed
 * c_k = -(l / L) ds_k/dt along d (zero at a boundary without flow).
 *
 * Unknowns are the columns of the caller: column j of node k is jacobian[k] (3 x width, row-major)
 * starting at column[k]; flows have a column each. */
#ifndef SN_STRAND_SEGMENT_H
#define SN_STRAND_SEGMENT_H

#include <stdbool.h>

typedef struct SnSegmentNode {
    double x[3], v[3]; /* [m], [m/s] */
    double a[3];       /* acceleration at zero acceleration of the unknowns (J' qdot) [m/s2] */
    int column, width; /* width 0: fixed in the world; up to 6 */
    bool on_body;      /* 6 columns, of which the first three are a translation: 1 */
    double jacobian[18];
} SnSegmentNode;

typedef struct SnSegmentInput {
    int n_nodes; /* >= 2 */
    const SnSegmentNode *nodes;
    int n_columns;
    double line_density;    /* rho A [kg/m of rest length] */
    double rest_length;     /* L [m] */
    int eulerian_column[2]; /* of the two boundaries, -1: no matter passes */
    double eulerian[2];     /* ds/dt there [m/s] */
    const double *extra;    /* [n_nodes - 1] of parts that are arcs (both nodes on one body), beyond
                               their chords [m]; NULL: none is */
    bool lumped;
} SnSegmentInput;

/* What depends on the nodes alone; arrays are the caller's, sizes for n_nodes. */
typedef struct SnSegmentShape {
    double length;   /* sum of the parts [m] */
    double rate;     /* of it [m/s] */
    double *part;    /* [n_nodes - 1] l_i, arcs where they are such */
    double (*d)[3];  /* [n_nodes - 1] */
    double *share;   /* [n_nodes] S_k, S_0 = 0 */
    double *passing; /* [n_nodes] c_k [m/s] */
} SnSegmentShape;

/* Doubles of scratch with up to this many nodes and columns. */
int sn_segment_scratch(int n_nodes, int n_columns);

/* Straight distance of the nodes of a part [m]. */
static inline double sn_segment_chord(const SnSegmentInput *in, const SnSegmentShape *shape,
                                      int part)
{
    return shape->part[part] - (in->extra ? in->extra[part] : 0);
}

void sn_segment_shape(const SnSegmentInput *in, SnSegmentShape *shape);

/* Inertia over the columns: mass [n_columns][n_columns] (may be NULL) and the quadratic velocity
 * force, quadratic [n_columns] = J'(fq - M a) (strands.md 2.4, 2.5; may be NULL); both are written,
 * not added.  Lumped: half the mass at each boundary, none at virtual nodes (strands.md 2.1, 7.4);
 * a segment with flow at a boundary is never lumped: the Eulerian coordinate would have no inertia.
 */
void sn_segment_inertia(const SnSegmentInput *in, const SnSegmentShape *shape, double *mass,
                        double *quadratic, double *scratch);
/* The mass alone; in time in proportion to the nodes and to the columns of the parts whose length
 * changes. */
void sn_segment_mass(const SnSegmentInput *in, const SnSegmentShape *shape, double *mass,
                     double *scratch);
/* half [n_columns][n_columns] = half + half' */
void sn_segment_symmetrise(double *half, int n_columns);
/* momentum [n_columns] = M qdot without making M: time in proportion to the nodes. */
void sn_segment_momentum(const SnSegmentInput *in, const SnSegmentShape *shape, double *momentum,
                         double *scratch);
/* Kinetic energy [J], linear momentum, and angular momentum about the world origin of the matter
 * (momentum may be NULL). */
double sn_segment_kinetic(const SnSegmentInput *in, const SnSegmentShape *shape,
                          double momentum[6]);

/* force [n_columns], written: gravity on the matter (2.3), minus the gradient of the next one; so
 * with flow it has the work of the matter that is carried across. */
void sn_segment_gravity(const SnSegmentInput *in, const SnSegmentShape *shape, const double g[3],
                        double *force);
/* Potential energy of gravity of the matter [J]. */
double sn_segment_height(const SnSegmentInput *in, const SnSegmentShape *shape, const double g[3]);

/* gradient [n_columns], written: d length / d q; flow columns 0. */
void sn_segment_length_gradient(const SnSegmentInput *in, const SnSegmentShape *shape,
                                double *gradient);

#endif
