/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscle fibres in elements: a bundle adds fibre stress to elements of any material; an element may
 * belong to several bundles. */
#ifndef SN_FEM_FIBRES_H
#define SN_FEM_FIBRES_H

#include "engine/fem/solid.h"

typedef enum SnFibreLaw {
    SN_FIBRE_CONSTANT, /* Cauchy-like: active stress max_stress * activation at any length */
    SN_FIBRE_BLEMKER,  /* active and passive curves of Blemker 2005 */
} SnFibreLaw;

/* Nominal fibre stress sigma(l) = max_stress (activation f_act + f_pas), force along the deformed
 * fibre; W per rest volume with dW/dl = sigma. */
typedef struct SnFibreParameters {
    int32_t law;
    double max_stress;                        /* [Pa] */
    double optimal_stretch, straight_stretch; /* Blemker lambda_ofl, lambda* */
    double p1, p2;
} SnFibreParameters;

/* Stress and slope d sigma / dl at a stretch. */
double sn_fibre_stress(const SnFibreParameters *fibre, double stretch, double activation,
                       double *slope);
/* The stress times the stretch that it has done work over, from the length at rest (constant law)
 * or where the curves begin [J/m3]. */
double sn_fibre_energy(const SnFibreParameters *fibre, double stretch, double activation);
/* That of all these fibres, of which sn_fem_add_fibres adds the forces [J]. */
double sn_fem_fibre_energy(const SnFemSolid *solid, const SnFemInput *input,
                           const SnFibreParameters *fibre, double activation, int n,
                           const int *element, const double (*direction)[3]);
/* Adds the fibres' share to the elements' force and (if input->tangent) stiffness in scratch, and
 * nothing else; element and direction (unit, at rest) [n]. */
void sn_fem_add_fibres(const SnFemSolid *solid, const SnFemInput *input,
                       const SnFibreParameters *fibre, double activation, int n, const int *element,
                       const double (*direction)[3], SnFemScratch *scratch);

#endif
