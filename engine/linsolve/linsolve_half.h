/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delassus matrices by half solutions: with K = L D L', N K^-1 N' = Y' D^-1 Y of Y = L^-1 N'.  Half
 * the substitutions, and no column is gone over again; D is as good as the factor.  Columns stay as
 * long as the factor does: rows that come again, as they do where contacts are looked for several
 * times in a step, cost nothing.  Private to engine/linsolve. */
#ifndef SN_LINSOLVE_LINSOLVE_HALF_H
#define SN_LINSOLVE_LINSOLVE_HALF_H

#include <stdbool.h>

#include "engine/base/workers.h"
#include "engine/linsolve/linsolve_front.h"

typedef struct SnLinsolveHalf SnLinsolveHalf;

/* NULL: no memory. */
SnLinsolveHalf *sn_linsolve_half_new(const SnFrontPlan *plan);
void sn_linsolve_half_free(SnLinsolveHalf *half);
/* There is a new factor. */
void sn_linsolve_half_forget(SnLinsolveHalf *half);
/* D [m][m] of rows as in sn_linsolve_delassus; false: no memory, or more than is reasonable. */
bool sn_linsolve_half_delassus(SnLinsolveHalf *half, const SnFront *front, int m,
                               const int *n_start, const int *n_column, const double *n_value,
                               double *d);

#endif
