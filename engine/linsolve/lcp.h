/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense linear complementarity problems: w = D z + q, w >= 0, z >= 0, w'z = 0, with D symmetric and
 * positive semidefinite up to rounding (a Delassus matrix). */
#ifndef SN_LINSOLVE_LCP_H
#define SN_LINSOLVE_LCP_H

#include <stdbool.h>
#include <stddef.h>

/* What is added to D's diagonal, over the diagonal: redundant rows share their load. */
#define SN_LCP_SHIFT 1e-12

/* Bytes of scratch sn_lcp_solve needs for m unknowns. */
size_t sn_lcp_scratch_size(int m);

/* Solves for z [m]; on entry z holds a guess, whose positive entries start the active set.  d is
 * m x m, row-major; its diagonal must be positive.  It is shifted by
 * SN_LCP_SHIFT of it.  Block principal pivoting (Judice and Pires 1994), single least-index
 * pivots (Murty; Cottle, Pang and Stone 1992, 4.2) when that does not get ahead, which is finite,
 * and projected Gauss-Seidel should rounding defeat both.  False if the result is no solution. */
bool sn_lcp_solve(int m, const double *d, const double *q, double *z, void *scratch);

#endif
