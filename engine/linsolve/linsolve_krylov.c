/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of generalised conjugate residuals; compiled once for each instruction set, like
 * linsolve_numeric.c. */
#include <math.h>
#include <stdint.h>

#include "engine/linsolve/linsolve_ldl.h"

typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));

#define INLINE static inline __attribute__((always_inline))

INLINE Four four(const double *x, int i)
{
    return *(const Four *)(x + i);
}

/* sum of x y w; all are padded with zeros to a multiple of 8 */
static double product(const double *x, const double *y, const double *w, int size)
{
    Four even = {0}, odd = {0};

    for (int i = 0; i < size; i += 8) {
        even += four(x, i) * four(y, i) * four(w, i);
        odd += four(x, i + 4) * four(y, i + 4) * four(w, i + 4);
    }
    even += odd;
    return (even[0] + even[2]) + (even[1] + even[3]);
}

/* x += a y */
static void add(double *x, double a, const double *y, int size)
{
    for (int i = 0; i < size; i += 4)
        *(Four *)(x + i) = four(x, i) + a * four(y, i);
}

static void scale(double *x, double a, int size)
{
    for (int i = 0; i < size; i += 4)
        *(Four *)(x + i) = four(x, i) * a;
}

/* Takes the part of `direction` in x that makes the residual r least; left: r - K direction.
 * False, with x and r as they were, if the direction leads nowhere. */
bool SN_LDL_FUNCTION(krylov_step)(SnKrylov *krylov, double *x, double *r, const double *left)
{
    double *step = krylov->step[krylov->count], *change = krylov->change[krylov->count];
    const double *weight = krylov->weight;
    int size = krylov->size;

    for (int i = 0; i < size; i += 4) {
        *(Four *)(step + i) = four(krylov->direction, i);
        *(Four *)(change + i) = four(r, i) - four(left, i);
    }
    for (int k = 0; k < krylov->count; k++) {
        double common = -product(change, krylov->change[k], weight, size);
        add(change, common, krylov->change[k], size);
        add(step, common, krylov->step[k], size);
    }
    double square = product(change, change, weight, size);
    if (!(square > 0 && isfinite(square)))
        return false;
    scale(change, 1 / sqrt(square), size);
    scale(step, 1 / sqrt(square), size);
    double part = product(r, change, weight, size);
    if (!isfinite(part))
        return false;
    add(x, part, step, size);
    add(r, -part, change, size);
    krylov->count++;
    return true;
}

/* Largest of |r|, of the columns of A and of the rows of G. */
void SN_LDL_FUNCTION(krylov_extent)(const SnKrylov *krylov, const double *r, double *columns,
                                    double *rows)
{
    *columns = *rows = 0;
    for (int i = 0; i < krylov->n; i++)
        *columns = fabs(r[i]) > *columns ? fabs(r[i]) : *columns;
    for (int i = krylov->n; i < krylov->size; i++)
        *rows = fabs(r[i]) > *rows ? fabs(r[i]) : *rows;
}
