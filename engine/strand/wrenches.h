/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The directions in which many noisy contacts hold a frame (Sueda 2010, 4.3): contact normals n at
 * r are wrenches (n, r x n); the right singular vectors of the matrix of all of them, W, whose
 * singular values are above a part of the largest are the constrained directions.  Only W'W is
 * kept, whose eigenvalues are the squares of the singular values: those below about 1e-8 of the
 * largest are noise, which is far below any tolerance that makes sense. */
#ifndef SN_STRAND_WRENCHES_H
#define SN_STRAND_WRENCHES_H

typedef struct SnWrenches {
    int n;
    double gram[6][6]; /* W'W */
    double sum[6];     /* of the wrenches */
} SnWrenches;

void sn_wrenches_add(SnWrenches *wrenches, const double wrench[6]);
/* The directions with sigma > tolerance x sigma_1, largest first, unit, each with its largest
 * component positive; sigma: all six singular values.  Returns how many.  Cyclic Jacobi rotations
 * (Golub & Van Loan, 8.5). */
int sn_wrenches_directions(const SnWrenches *wrenches, double tolerance, double direction[6][6],
                           double sigma[6]);

#endif
