/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a workspace has for FEM models, and the state as these see it. */
#ifndef SN_SIM_SOLID_FEM_WORKSPACE_H
#define SN_SIM_SOLID_FEM_WORKSPACE_H

#include "engine/sim/system/workspace.h"

typedef struct SnFemPart {
    SnFemScratch *scratch;
    double (*x)[3], (*v)[3]; /* [n_nodes] */
    double (*momentum)[3];   /* [n_nodes] for audits; NULL: masses are lumped */
    double *residual;        /* [n_constraints] */
    double (*row)[3];        /* [constraint_start[n_constraints]] */
    double *activation;      /* [n_elements] of the laws; NULL: no bundle stiffens */
    SnFemBundle *bundle;     /* [n_bundles at most] for results */
    double *shown;           /* [n_elements] of all bundles, to be shown; NULL: there are none */
} SnFemPart;

struct SnFemWorkspace {
    SnWorkers *workers;
    SnFemPart *parts;       /* [n_fems] */
    bool deferred, missing; /* forces without a matrix are to be left out; were left out */
    int bad_fem, bad_element;
};

/* work.forces.fem; NULL where there are no FEM models. */
void sn_fem_workspace_new(const SnSystem *system, SnWorkspace *work);
void sn_fem_workspace_free(const SnSystem *system, SnWorkspace *work);

/* Positions of the nodes into x [n_nodes]. */
void sn_fem_gather_positions(const SnSystem *system, const SnSystemFem *fem, const double *q,
                             double (*x)[3]);
/* Velocities of the nodes into v [n_nodes]. */
void sn_fem_gather_velocities(const SnSystem *system, const SnSystemFem *fem, const double *u,
                              double (*v)[3]);
/* Activation of the laws (or of all bundles) into element [n_elements]: the sum over the bundles,
 * at most 1.  NULL: nothing is done. */
void sn_fem_gather_activations(const SnSystem *system, const double *activation, int fem, bool all,
                               double *element);
/* What the elements of a FEM model are evaluated with; its arrays are those of the part. */
SnFemInput sn_fem_input_of(const SnSystem *system, const SnState *state, int number,
                           SnFemPart *part);
static inline const double (*sn_fem_constant(double (*x)[3]))[3]
{
    return (const double(*)[3])x;
}

#endif
