/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stress and tangent at one integration point of four elements of the same material: the seam
 * between element kernels and constitutive laws.
 *
 * Inside engine/fem symmetric tensors go xx yy zz xy yz zx (Voigt), tangents are 6 x 6 symmetric,
 * upper triangle by rows: 21 numbers; shear rows belong to engineering shears (2 e_xy). */
#ifndef SN_FEM_MATERIAL_POINT_H
#define SN_FEM_MATERIAL_POINT_H

#include "engine/fem/lanes.h"
#include "engine/fem/material.h"

typedef struct SnPointInput {
    SnLanes f[9];     /* deformation gradient, row-major */
    SnLanes j;        /* its determinant */
    SnLanes fibre[3]; /* unit, at rest; zero where there is none */
    SnLanes activation;
    int whole; /* corotated: W_shape is the whole law, U(J) is left out */
} SnPointInput;

typedef struct SnPointStress {
    SnLanes stress[6];   /* Cauchy stress of W_shape */
    SnLanes tangent[21]; /* spatial: (1/J) phi_*(4 d2W_shape/dC2) (so that with the geometric term
                            sigma it is the exact derivative) */
    SnLanes energy;      /* W_shape per rest volume */
} SnPointStress;

/* W_shape of the law.  Linear: stress and tangent of small strain, f - I its displacement gradient
 * (the kernel then uses rest gradients and no geometric term); of linear and (unless `whole`)
 * corotated the part 2 mu dev(e) only, of neo-Hookean all but lambda/2 ln^2 J.  `want_tangent`
 * false: tangent unset. */
void SN_FEM(material_shape)(const SnMaterial *material, const SnPointInput *input, int want_tangent,
                            SnPointStress *out);
/* U(J): derivative p = U' and second derivative; linear: j - 1 is tr e as the kernel passes it;
 * corotated: kappa/2 (j - 1)^2 (of the element's mean: mode SOFT); laws without a volumetric part:
 * zero. */
void SN_FEM(material_volume)(const SnMaterial *material, SnLanes j, SnLanes activation, SnLanes *u,
                             SnLanes *first, SnLanes *second);

#endif
