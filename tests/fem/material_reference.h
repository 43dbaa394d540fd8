/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Second method for constitutive laws: energies written as in the books, with C = F'F, explicit
 * axes across the fibre and functions of matrices by iteration, in complex arithmetic, so that
 * their derivatives come from complex steps. */
#ifndef SN_TESTS_MATERIAL_REFERENCE_H
#define SN_TESTS_MATERIAL_REFERENCE_H

#include "engine/fem/material.h"

#include <complex.h>

/* W_shape (material_point.h; corotated: all of it) at a deformation gradient f (row-major). */
double complex reference_energy(const SnMaterial *material, const double complex f[9],
                                const double fibre[3], double activation);
/* Cauchy stress (dW/dF) F'/J, xx yy zz xy yz zx; linear: dW/dF itself. */
void reference_stress(const SnMaterial *material, const double f[9], const double fibre[3],
                      double activation, double stress[6]);

#endif
