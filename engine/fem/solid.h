/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One finite-element solid, ready to be evaluated: nodes, elements, materials in flat arrays, and
 * what follows from them.  Knows nothing of blocks, attachments or states: positions come in as
 * arrays of its own nodes, forces and stiffnesses go out the same way.  engine/sim joins it to the
 * system.  Structure is fixed by sn_fem_solid_finish; only the numbers of the materials (not their
 * kinds) and the damping may change between evaluations. */
#ifndef SN_FEM_SOLID_H
#define SN_FEM_SOLID_H

#include "engine/base/element.h"
#include "engine/base/workers.h"
#include "engine/fem/material.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum SnIncompressibility {
    SN_INCOMPRESSIBLE_OFF,     /* U(J) at each integration point */
    SN_INCOMPRESSIBLE_SOFT,    /* U of the element's mean J (mean dilatation, B-bar) */
    SN_INCOMPRESSIBLE_ELEMENT, /* one constraint per element: its volume stays */
    SN_INCOMPRESSIBLE_NODAL, /* one per corner node: the integral of its linear shape functions over
                                the volume stays (of tetrahedra a quarter of each) */
    SN_INCOMPRESSIBLE_AUTOMATIC, /* in documents: what suits materials and elements (locking.h) */
} SnIncompressibility;

typedef struct SnFemSolid {
    /* --- filled by whoever makes it (malloc/calloc); directors of shells are nodes too --- */
    int n_nodes;
    double *rest; /* [n_nodes][3] stress-free positions [m] */
    int n_elements;
    uint8_t *kind;      /* [n_elements] SnElementKind */
    int *start;         /* [n_elements + 1] into nodes */
    int *nodes;         /* VTK order; SHELL: front nodes, then as many back nodes */
    int *material_of;   /* [n_elements] into materials */
    double *density;    /* [n_elements] [kg/m3] */
    double *thickness;  /* [n_elements] of membranes and shells [m]; NULL: there are none */
    double (*fibre)[3]; /* [n_elements] unit, at rest, for laws with fibres; NULL: none */
    int n_materials;
    SnMaterial *materials; /* [n_materials] live */
    SnIncompressibility incompressibility;
    bool consistent_mass; /* M is that of the shape functions, not lumped at the nodes */
    double mass_damping, stiffness_damping; /* Rayleigh alpha [1/s], beta [s]; live */

    /* --- by sn_fem_solid_finish --- */
    double *node_mass; /* [n_nodes] lumped [kg] */
    double *pair_mass; /* consistent masses of each element's lower node pairs, as the stiffness but
                          one number each; NULL: lumped */
    double *row_mass;  /* [n_nodes] row sums of those: what gravity acts on; NULL: lumped */
    double *volume;    /* [n_elements] at rest [m3] */
    int n_history;     /* doubles of viscous history */
    int n_constraints; /* rows of incompressibility */
    int *constraint_start;    /* [n_constraints + 1]; never NULL */
    int *constraint_node;     /* nodes of each row, ascending */
    double *constraint_scale; /* [n_constraints] rest volume^(2/3) [m2]: row = dV/dx / scale */
    int *stiffness_start; /* [n_elements + 1] into the stiffness array: element's n (n+1)/2 lower
                             node pairs, (0,0) (1,0) (1,1) (2,0) ..., 9 doubles each, row-major */
    struct SnFemBatches *batches; /* elements grouped for vector instructions */
} SnFemSolid;

/* Most that the damped bulk modulus is, by the shear modulus. */
#define SN_FEM_BULK_DAMPED 10.0

/* What is wrong with elements that cannot be computed; element -1: nothing. */
typedef struct SnFemTrouble {
    int element;
    char text[200]; /* "is inside out at node 3 (volume -1.2e-9 m3)" */
} SnFemTrouble;

/* Computes the derived parts; a solid with trouble stays unfinished and may only be freed. */
SnFemTrouble sn_fem_solid_finish(SnFemSolid *solid);
void sn_fem_solid_free(SnFemSolid *solid);

/* Room for one evaluation: owned by the caller, sized by the solid; nothing is allocated later. */
typedef struct SnFemScratch {
    double *stiffness; /* [stiffness_start[n_elements]] d2W/dx2 + rate_share D of each element,
                          symmetric in all */
    double *force;     /* [start[n_elements]][3] -dW/dx at the elements' nodes [N] */
    double *viscous;   /* the same: -D v, where velocities were given and beta is not 0 */
    struct SnFemViscosity *viscosity; /* [2][n_materials] of solid elements, of sheets */
    void *private_part;
} SnFemScratch;
SnFemScratch *sn_fem_scratch_new(const SnFemSolid *solid);
void sn_fem_scratch_free(SnFemScratch *scratch);

/* Fibres in elements (fibres.h), for whoever reports stress: their force comes by
 * sn_fem_add_fibres. */
typedef struct SnFemBundle {
    const struct SnFibreParameters *fibre;
    double activation;
    int n;
    const int *element;
    const double (*direction)[3]; /* unit, at rest */
} SnFemBundle;

typedef struct SnFemInput {
    const double (*x)[3]; /* [n_nodes] positions [m] */
    const double (*v)[3]; /* [n_nodes] velocities [m/s]; NULL: no viscous force is wanted */
    const double
        *activation;       /* [n_elements] of the laws with active fibres or stiffening; NULL: 0 */
    const double *history; /* [n_history]; NULL: relaxed, as if it had none */
    double dt;             /* the step that the viscous stress answers to [s]; 0: instantaneous */
    bool tangent;
    double rate_share; /* of D in the stiffness: the integrator's factor of D by that of K [1/s] */
    bool positive_definite; /* leave out of the tangent what can make it indefinite: compressive
                      geometric stiffness, pressure part included (kkt.md 4.1) */
    int n_bundles;          /* results.h: whose stress and activation count too */
    const SnFemBundle *bundles;
} SnFemInput;

/* Forces and, if asked, exact stiffness of every element.  Constraints keep the volume in the modes
 * ELEMENT and NODAL, without U(J) but for a small part of it where the law is not split (NODAL).
 * Returns the first element whose volume is not positive at an integration point where its law
 * needs it (its force is not to be used), else -1.
 *
 * Damping in proportion to the stiffness (Rayleigh's beta): the Kirchhoff stress
 *   tau_v = beta / min(J, 1)^2 (lambda tr(d) 1 + 2 mu d),  d the rate of deformation,
 * lambda and mu the moduli of the law at rest, without fibres and activation: at rest D is beta K.
 * Elsewhere, unlike beta K, it is positive semidefinite, because no pressure and no geometric
 * stiffness are in it, it does not damp turns, and it grows where elements are squashed (small
 * strain: it is beta K of rest everywhere). Its bulk modulus is at most SN_FEM_BULK_DAMPED times mu
 * (Poisson's ratio 0.45): a larger one says nothing of damping, but would keep errors of volume
 * alive for the time beta, which are then pressures.  SOFT: that of the mean dilatation; NODAL:
 * twice mu; ELEMENT: none.
 */
int sn_fem_evaluate(const SnFemSolid *solid, const SnFemInput *input, SnWorkers *workers,
                    SnFemScratch *scratch);

/* Second derivative of the constraints: adds sum_k pressure_k d2V_k/dx2 / scale_k to
 * scratch->stiffness (implicit integrators; lambda as in the row's units).  ELEMENT only: NODAL
 * rows reach beyond elements and their share is left out. */
void sn_fem_add_constraint_stiffness(const SnFemSolid *solid, const double (*x)[3],
                                     const double *lambda, double factor, SnWorkers *workers,
                                     SnFemScratch *scratch);

/* momentum += factor M v of a solid with consistent mass; [n_nodes]. */
void sn_fem_add_mass_product(const SnFemSolid *solid, const double (*v)[3], double factor,
                             double (*momentum)[3]);

/* Rows of incompressibility at x: residual [n_constraints] (V - V0)/scale [m]; row (may be NULL):
 * one 3-vector for each entry of constraint_node. */
void sn_fem_constraints(const SnFemSolid *solid, const double (*x)[3], SnWorkers *workers,
                        double *residual, double (*row)[3]);

/* Modes SOFT, and OFF with nearly incompressible materials: whether sn_fem_volume_defect has
 * something to say. */
bool sn_fem_has_soft_volume(const SnFemSolid *solid);
/* Force [start[n_elements]][3] of the pressure that a step from `before` to `after`, linear in the
 * displacements, left out. */
void sn_fem_volume_defect(const SnFemSolid *solid, const double (*before)[3],
                          const double (*after)[3], const double *activation, SnWorkers *workers,
                          double (*force)[3]);

/* Carries the viscous history over a step of dt that ended at x.  What relaxes is the stress of
 * W_shape; U(J) does not, in any mode. */
void sn_fem_advance_history(const SnFemSolid *solid, const double (*x)[3], const double *activation,
                            double dt, SnWorkers *workers, double *history);
/* History of a solid that has rested at x for ever. */
void sn_fem_rest_history(const SnFemSolid *solid, const double (*x)[3], const double *activation,
                         double *history);

/* Elastic energy of all elements (instantaneous part of viscous laws left out) [J]. */
double sn_fem_energy(const SnFemSolid *solid, const SnFemInput *input, double *element_energy);

/* --- places in elements --- */

/* Shape functions [n] and their derivatives by the natural coordinates [n][3] of a kind. */
void sn_element_functions(SnElementKind kind, const double natural[3], double *value,
                          double (*derivative)[3]);
/* The element that holds a rest position, or the nearest: natural coordinates there and distance to
 * it (0 inside) [m]; -1 if there are no solid elements.  Builds nothing: use the finder for many.
 */
typedef struct SnFemFinder SnFemFinder;
SnFemFinder *sn_fem_finder_new(const SnFemSolid *solid);
void sn_fem_finder_free(SnFemFinder *finder);
int sn_fem_find(const SnFemFinder *finder, const double position[3], double natural[3],
                double *distance);

#endif
