/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solution with a rough inverse: generalised conjugate residuals (S. Eisenstat, H. Elman,
 * M. Schultz, SIAM J. Numer. Anal. 20, 1983).  Where plain refinement gains a fixed factor each
 * time, set by the worst of a few bad directions, this finds those directions and is done with
 * them.  Private to linsolve*.c. */
#ifndef SN_LINSOLVE_LINSOLVE_KRYLOV_H
#define SN_LINSOLVE_LINSOLVE_KRYLOV_H

#define SN_KRYLOV_MOST 14

typedef struct SnKrylov {
    int n, size, count;             /* columns of A; unknowns; directions so far */
    double *weight;                 /* [size] makes squares of residuals comparable */
    double *direction;              /* [size] rough inverse of the residual, for the next step */
    double *step[SN_KRYLOV_MOST];   /* [size] directions made orthonormal ... */
    double *change[SN_KRYLOV_MOST]; /* [size] ... in what they do to the residual */
} SnKrylov;

SnKrylov *sn_krylov_new(int n, int size);
void sn_krylov_free(SnKrylov *krylov);

#endif
