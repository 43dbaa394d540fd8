/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the infeasible rows of a complementarity problem change sides (Judice and Pires 1994):
 * all of them as long as they become fewer, within some patience; then only the last one, the same
 * extreme index rule every time, which is finite for P-matrices (Murty 1974). */
#ifndef SN_LINSOLVE_PIVOTING_H
#define SN_LINSOLVE_PIVOTING_H

#include <stdbool.h>

typedef struct SnPivoting {
    int best, patience;
} SnPivoting;

enum { SN_PIVOT_PATIENCE = 10 }; /* block exchanges without progress before single ones */

static inline SnPivoting sn_pivoting(int m)
{
    return (SnPivoting){m + 1, SN_PIVOT_PATIENCE};
}

/* Exchanges to make with so many rows infeasible: all of them, or (false) the last one. */
static inline bool sn_pivot_all(SnPivoting *p, int infeasible)
{
    if (infeasible < p->best) {
        p->best = infeasible;
        p->patience = SN_PIVOT_PATIENCE;
    } else {
        p->patience--;
    }
    return p->patience > 0;
}

/* Exchanges after which it has failed. */
static inline int sn_pivot_limit(int m)
{
    return 50 + 20 * m;
}

#endif
