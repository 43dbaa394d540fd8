/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spline strands in the system (thesis ch. 5; strands.md 3): control points are POINT blocks, which
 * have mass and forces span by span; general rows hold points of the strand. */
#ifndef SN_SIM_SPLINE_SPLINE_H
#define SN_SIM_SPLINE_SPLINE_H

#include "engine/sim/motion/element_ahead.h"
#include "engine/sim/system/workspace.h"

typedef struct SnSplineResults {
    double length, rate;    /* [m], [m/s] */
    double strain;          /* largest of its places */
    double mean_tension;    /* over the rest length [N] */
    double largest_tension; /* [N] */
    double end_tension[2];  /* start, end [N] */
    double elastic_energy;  /* stretch and bending [J] */
    double bending_energy;  /* [J] */
    double kinetic_energy;  /* [J] */
} SnSplineResults;

struct SnSplineWorkspace {
    SnSplineResults *results; /* [n_splines] of the last forces */
    SnElementAhead *spans;    /* [n_spline_nodes] that which begins at each of them */
    double (*x)[3];           /* [n_spline_nodes] scratch: control points of one strand */
};

/* --- making --- */

/* Quadrature and samples of a strand from its control points at rest (in order) times `ratio`, and
 * the part of the activation at each (NULL: 1); rest_length too.  system.splines.points and
 * splines.samples must have room (sn_spline_n_points, sn_spline_n_samples). */
void sn_spline_prepare(SnSystem *system, int spline, const double (*rest)[3], double ratio,
                       const double *active);
static inline int sn_spline_n_points(int n_nodes)
{
    return SN_SPLINE_GAUSS * (n_nodes - 3);
}
static inline int sn_spline_n_samples(int n_nodes)
{
    return SN_SPLINE_SAMPLES * (n_nodes - 3) + 1;
}
/* Numbers that a constraint keeps in state.strands. */
int sn_spline_n_kept(const SnSystemSplineConstraint *constraint);

SnSplineWorkspace *sn_spline_workspace_new(const SnSystem *system);
void sn_spline_workspace_free(SnSplineWorkspace *work);

/* --- spline_force.c --- */

/* momentum += M u, layout of u. */
void sn_spline_add_momentum(const SnSystem *system, const double *u, double *momentum);
/* Shortening -dl/dt at velocities u of its control points (layout of u) [m/s]; the same times
 * tension, place by place [W]. */
void sn_spline_shortening(const SnSystem *system, const SnState *state, int spline, const double *u,
                          double shortening[2]);
/* Elastic energy of strands that are activated, at the positions of `state` and these activations
 * [J]; none of muscles, whose curves have none. */
double sn_spline_active_energy(const SnSystem *system, const SnState *state,
                               const double *activation);
/* Mass of the whole strand [kg]. */
double sn_spline_mass(const SnSystem *system, int spline);
/* To be drawn: positions [n][3] of the samples, and if asked (not NULL) the tension, strain or
 * part of activation there. */
void sn_spline_sample(const SnSystem *system, const SnState *state, int spline, double *positions,
                      float *tension, float *strain, float *activation);

/* --- spline_rows.c --- */

/* Values and residual of a general row of a constraint; true: it holds. */
bool sn_spline_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   const SnGeneralRow *row, double *values, double *residual);
/* Parameters of sliding points and places on surfaces at the end of a step, into the state. */
void sn_spline_track(const SnSystem *system, SnState *state, SnWorkspace *work);
/* Force of a constraint on the strand, from the state's multipliers, world axes [N]. */
void sn_spline_constraint_force(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, int constraint, double force[3]);
/* Control points and constraints from one system to the next, by the ids of their entries. */
void sn_carry_splines(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to);

#endif
