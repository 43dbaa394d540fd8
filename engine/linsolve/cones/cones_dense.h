/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cones whose matrix D is given as numbers: products with it, and the equations of a Newton step.
 */
#ifndef SN_LINSOLVE_CONES_CONES_DENSE_H
#define SN_LINSOLVE_CONES_CONES_DENSE_H

#include "engine/linsolve/cones/cones.h"

/* y = D x, D [n][n] symmetric.  What is zero in x costs nothing: most contacts carry no impulse. */
void sn_symmetric_times(int n, const double *d, const double *x, double *y);

/* SnCones.solve with D at hand, of `step` in place, along n directions.  `matrix` [n_rows][n_rows],
 * `right`, `across` [n_rows]: scratch.  False: rounding has made it indefinite. */
bool sn_cones_dense_solve(const SnCones *p, int n, const SnConeDirection *directions, double *step,
                          double *d_step, double *matrix, double *right, double *across);

#endif
