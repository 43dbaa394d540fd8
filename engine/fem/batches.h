/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside engine/fem: elements of one kind and material, four to a batch, with what their shape at
 * rest gives; and the kernels of one instruction set that work on them.  No vector type appears
 * here, so files of any instruction set may include it. */
#ifndef SN_FEM_BATCHES_H
#define SN_FEM_BATCHES_H

#include "engine/base/instructions.h"
#include "engine/fem/lanes.h"
#include "engine/fem/shape_functions.h"
#include "engine/fem/sheet.h"
#include "engine/fem/solid.h"

/* How U(J) enters. */
typedef enum SnVolumeTreatment {
    SN_VOLUME_NOWHERE, /* constraints keep the volume */
    SN_VOLUME_IN_LAW,  /* W_shape is the whole law */
    SN_VOLUME_AT_POINTS,
    SN_VOLUME_SOME_AT_POINTS, /* a part of U: elements whose volumes only their nodes' rows keep */
    SN_VOLUME_OF_ELEMENT,     /* U(V/V0) V0: mean dilatation, for small strain B-bar */
} SnVolumeTreatment;

typedef struct SnFemBatch {
    int n_lanes; /* elements in it; the remaining lanes repeat the last */
    int element[SN_LANES];
    int material;
    uint8_t kind;      /* SnElementKind */
    uint8_t treatment; /* SnVolumeTreatment */
    uint8_t n_nodes, n_points;
    int n_terms; /* of Prony's series when the solid was made */
    /* its part of the history: [n_points][1 + n_terms][6][SN_LANES]: 2nd Piola-Kirchhoff stress of
     * W_shape at the last step, then Prony's terms */
    size_t history;
    const int *node;         /* [n_nodes][SN_LANES] */
    const double *gradient;  /* [n_points][n_nodes][3][SN_LANES] by rest coordinates [1/m] */
    const double *weight;    /* [n_points][SN_LANES] rest volume of the points [m3] */
    double volume[SN_LANES]; /* sum of the weights */
    double fibre[3][SN_LANES];
} SnFemBatch;

/* Part of U(J) at points: all of it, or with SN_VOLUME_SOME_AT_POINTS at most that of a bulk
 * modulus as large as the shear modulus, which makes nothing lock. */
double sn_fem_volume_share(const SnMaterial *material, SnVolumeTreatment treatment);

/* What damping in proportion to the stiffness takes from a law at rest [Pa], or beta times that
 * [Pa s]: tau_v = lambda tr(d) 1 + 2 mu d at points, bulk (dV/dt)^2 / (2 V0) of the mean. */
typedef struct SnFemViscosity {
    double lambda, mu, bulk;
} SnFemViscosity;

/* Stress and the like at the integration points of a batch. */
typedef struct SnFemPoints {
    double stress[SN_ELEMENT_MAX_POINTS][6][SN_LANES]; /* Cauchy, with U(J) and viscous part */
    double strain[SN_ELEMENT_MAX_POINTS][6][SN_LANES]; /* ln(F F')/2; linear law: small strain */
    double energy[SN_ELEMENT_MAX_POINTS][SN_LANES];    /* elastic, per rest volume [J/m3] */
    double ratio[SN_ELEMENT_MAX_POINTS][SN_LANES];     /* J */
} SnFemPoints;

typedef struct SnFemVolumeKernels {
    /* Present volumes and, unless NULL, gradient [n_nodes][3][SN_LANES]. */
    void (*volume)(const SnFemSolid *solid, const double (*x)[3], const SnFemBatch *batch,
                   double volume[SN_LANES], double *gradient);
    /* Adds factor d2V/dx2 to the elements' stiffness. */
    void (*stiffness)(const SnFemSolid *solid, const double (*x)[3], const SnFemBatch *batch,
                      const double factor[SN_LANES], double *stiffness);
} SnFemVolumeKernels;

/* What is the same for all batches of an evaluation. */
typedef struct SnFemKernels {
    const SnFemVolumeKernels *volume;
    const char *name;
    /* Force and, if asked, stiffness into scratch; bit i of the result: lane i is inside out. */
    int (*evaluate)(const SnFemSolid *solid, const SnFemInput *input, const SnFemBatch *batch,
                    SnFemScratch *scratch);
    void (*energy)(const SnFemSolid *solid, const SnFemInput *input, const SnFemBatch *batch,
                   double energy[SN_LANES]);
    /* Advances the batch's part of the history over input->dt; `rest`: history of resting. */
    void (*history)(const SnFemSolid *solid, const SnFemInput *input, const SnFemBatch *batch,
                    bool rest, double *history);
    /* For beta = 1. */
    SnFemViscosity (*viscosity)(const SnMaterial *material, SnIncompressibility mode);
    void (*points)(const SnFemSolid *solid, const SnFemInput *input, const SnFemBatch *batch,
                   SnFemPoints *points);
    /* One membrane or shell: force and, if asked, stiffness into scratch (unless NULL), energy
     * (unless NULL); 1: it has no volume somewhere, or no equilibrium through its thickness. */
    int (*sheet)(const SnFemSolid *solid, const SnFemInput *input, const SnSheet *sheet,
                 SnFemScratch *scratch, double *energy);
    /* Layer by layer, back first; in lane 0. */
    void (*sheet_points)(const SnFemSolid *solid, const SnFemInput *input, const SnSheet *sheet,
                         SnFemPoints *points);
} SnFemKernels;

/* Of an instruction set that this processor has. */
const SnFemKernels *sn_fem_kernels(SnInstructions set);

/* Part of an element in the row of a node: integral of the corner's linear shape function. */
typedef struct SnFemShare {
    int batch, lane, corner;
    int slot; /* into slots: place in the row of each node of the element */
} SnFemShare;

typedef struct SnFemBatches {
    const SnFemKernels *kernels;
    int n;
    SnFemBatch *batch;
    int *node; /* of all batches, as gradient and weight */
    double *gradient, *weight;
    int *place; /* [n_elements] SN_LANES * batch + lane; SN_LANES * (n + number of the sheet) */
    /* room for results.c: of the nodes of each element, [start[n_elements]][6]; sums and number of
     * summands of each node, [n_nodes][7] */
    double *nodal, *node_sum;
    SnSheets *sheets; /* NULL: none */
    /* --- rows of incompressibility (constraints.c) --- */
    double *rest_volume; /* [n_constraints] */
    int *row_of;         /* ELEMENT: [n_elements], NODAL: [n_nodes] row or -1 */
    int *slots;          /* ELEMENT: [start[n_elements]] place in the row of each node */
    int *share_start;    /* NODAL: [n_constraints + 1] */
    SnFemShare *share;
    double (*corner_value)[SN_ELEMENT_MAX_POINTS][8]; /* NODAL: [kind][point][corner] */
} SnFemBatches;

/* rest.c: batches of all solid elements, with volumes; the first element without a positive volume
 * at an integration point is trouble. */
SnFemTrouble sn_fem_batches_new(SnFemSolid *solid);
void sn_fem_batches_free(SnFemBatches *batches);
/* constraints.c: rows of incompressibility. */
void sn_fem_constraints_new(SnFemSolid *solid);
/* mass.c: lumped masses. */
void sn_fem_lump_mass(SnFemSolid *solid);
/* consistent_mass.c */
void sn_fem_make_consistent_mass(SnFemSolid *solid);

#endif
