/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equilibrium of one solid by plain Newton iterations, without blocks, attachments or integrators:
 * for verification of elements and materials, and as a second method beside the program's own
 * static solution. */
#ifndef SN_CHECK_EQUILIBRIUM_H
#define SN_CHECK_EQUILIBRIUM_H

#include "engine/fem/solid.h"
#include "engine/linsolve/linsolve.h"

typedef struct SnEquilibrium {
    SnFemSolid *solid;         /* owned */
    double (*x)[3];            /* [n_nodes] present positions [m] */
    bool (*fixed)[3];          /* [n_nodes] */
    double (*displacement)[3]; /* of fixed components at full load [m] */
    double (*load)[3];         /* dead loads at full load [N] */
    double *lambda;            /* [n_constraints] */
    double *activation;        /* [n_elements], starts 0 */
    double factor;             /* part of the load that is on */
    int iterations;            /* Newton's, of the last solution */
    int negative; /* negative eigenvalues of the tangent there, on the constraints' kernel */
    SnFemScratch *scratch;
    struct SnEquilibriumMatrix *matrix;
} SnEquilibrium;

/* Takes the solid. */
SnEquilibrium *sn_equilibrium_new(SnFemSolid *solid);
void sn_equilibrium_free(SnEquilibrium *equilibrium);
/* Holds one component of a node at rest + displacement. */
void sn_equilibrium_fix(SnEquilibrium *equilibrium, int node, int axis, double displacement);
/* Fixes the axes (bits 1 2 4 for x y z) of all nodes for which `on`. */
void sn_equilibrium_fix_where(SnEquilibrium *equilibrium, bool (*on)(const void *, const double *),
                              const void *data, int axes);
/* Loads and displacements may be changed between solutions; what is fixed may not.
 *
 * Raises loads and displacements from `factor` to `to` in equal increments; residual relative to
 * the largest nodal force below tolerance at each.  False if one does not converge. */
bool sn_equilibrium_solve(SnEquilibrium *equilibrium, double to, int increments, double tolerance);
/* Force that holds a node (what the support exerts on it) [N]. */
void sn_equilibrium_reaction(const SnEquilibrium *equilibrium, int node, double force[3]);

/* Dead loads of gravity on all nodes [m/s2], added. */
void sn_equilibrium_gravity(SnEquilibrium *equilibrium, const double gravity[3]);
/* Smallest natural frequency at the present state [Hz] (inverse iteration, lumped mass). */
double sn_equilibrium_frequency(SnEquilibrium *equilibrium);

#endif
