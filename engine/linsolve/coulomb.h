/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb friction whose limits follow the solution (a capstan's: the tensions beside it).  Find
 * the impulses F with
 *
 *     s = s0 + A F                 slip of each place
 *     b = share max(t0 + R F, 0)   its limit
 *     |F_i| <= b_i,   s_i = 0 where |F_i| < b_i,   F_i = -b_i where s_i > 0, b_i where s_i < 0.
 *
 * A is symmetric and positive semidefinite, R any matrix, so limits are those of the same solution
 * and not of one before.  Where A leaves the forces of places that stick open (they are tied to
 * each other), those nearest to `before` are taken.
 *
 * Three places one behind the other may be a ball, whose limit holds for the vector of the three:
 * |F| <= b, and where it slips F = -b s / |s|.
 *
 * A policy iteration (primal-dual active set: Hintermueller, Ito and Kunisch 2003) on which place
 * sticks and which slips which way; where that goes round in circles, one place at a time, the
 * first that is wrong (as Murty 1988, 3.2); in the end projected Gauss-Seidel.  A ball that slips
 * takes part with the derivative of the projection on which its law rests (Alart and Curnier
 * 1991). */
#ifndef SN_LINSOLVE_COULOMB_H
#define SN_LINSOLVE_COULOMB_H

#include <stdbool.h>
#include <stddef.h>

typedef enum SnSlip {
    SN_SLIP_STICKS,
    SN_SLIP_FORWARD,  /* s >= 0, F = -b */
    SN_SLIP_BACKWARD, /* s <= 0, F = b */
    SN_SLIP_LOOSE,    /* b = 0 */
} SnSlip;

typedef struct SnCoulomb {
    int n;
    const double *a, *r;    /* [n][n] A and R */
    const double *slip;     /* [n] s0: at F = 0 */
    const double *load;     /* [n] t0 */
    const double *share;    /* [n] 0 to 1 */
    const double *softness; /* [n] > 0, small against the diagonal of A without what ties places */
    const double *before;   /* [n] */
    const bool *ball;       /* [n] the first of three that are one; NULL: there are none */
} SnCoulomb;

/* Bytes of scratch for n places. */
size_t sn_coulomb_scratch_size(int n);
/* `force` [n]: on entry a first guess, on return the impulses, which are within their limits to
 * rounding and never along the slip; `slip` [n]: what each place does.  False: nothing better was
 * found than Gauss-Seidel's last sweep. */
bool sn_coulomb_solve(const SnCoulomb *problem, double *force, SnSlip *slip, void *scratch);
/* The impulses of given states, those that stick held whatever it takes; false: singular. */
bool sn_coulomb_hold(const SnCoulomb *problem, double *force, const SnSlip *slip, void *scratch);

#endif
