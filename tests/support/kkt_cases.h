/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saddle-point matrices of real mechanics for the tests and benchmarks of linsolve.h. */
#ifndef SN_TESTS_KKT_CASES_H
#define SN_TESTS_KKT_CASES_H

#include "engine/linsolve/linsolve.h"

/* Deterministic numbers in [-1, 1) (xorshift64*); seed must not be 0. */
double sn_test_random(unsigned long long *seed);

/* All matrices: free with sn_kkt_free. */
void sn_kkt_free(SnKktMatrix *matrix);

/* From full dense storage: A (n x n, row-major, lower triangle read), G (q x n), c (q, or NULL).
 * Entries exactly zero are left out, except the diagonal of A. */
SnKktMatrix *sn_kkt_from_dense(int n, int q, const double *a, const double *g, const double *c);

/* Hinge chain of reference/kkt multibody.md (a): links of 0.1 m and 0.1 kg with hinges about their
 * own y axis, hanging in a bent and twisted shape; 6 velocities (world axes, at the centre of mass)
 * and 5 rows a link. */
SnKktMatrix *sn_kkt_chain(int links);

/* Box of nx x ny x nz trilinear bricks of 5 mm: M + h2 K (h = 5 ms, soft tissue), one volume row an
 * element, lower face fixed (left out); a rigid body of 0.2 kg tied by three-row joints to `joints`
 * nodes of the upper face.  stiffness_shift is subtracted from the diagonal in units of the mean
 * diagonal: 0 keeps A positive definite. */
SnKktMatrix *sn_kkt_box(int nx, int ny, int nz, int joints, double stiffness_shift);

/* Copy with the rows [0, count) of G appended again, scaled by 2: redundant. */
SnKktMatrix *sn_kkt_duplicate_rows(const SnKktMatrix *matrix, int count);

/* Random sparse matrix: A = positive definite band plus coupling, G with `width` entries a row. */
SnKktMatrix *sn_kkt_random(int n, int q, int width, unsigned long long seed);

/* Name of a backend for messages. */
const char *sn_kkt_backend_name(SnLinsolveBackend backend);

#endif
