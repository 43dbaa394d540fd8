/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/linsolve_krylov.h"

#include <stdlib.h>

/* The steps take eight numbers at a time. */
#define PADDING 8

static double *zeros(int size)
{
    return calloc((size_t)size + PADDING, sizeof(double));
}

SnKrylov *sn_krylov_new(int n, int size)
{
    SnKrylov *krylov = calloc(1, sizeof *krylov);

    krylov->n = n;
    krylov->size = size;
    krylov->weight = zeros(size);
    krylov->direction = zeros(size);
    for (int k = 0; k < SN_KRYLOV_MOST; k++) {
        krylov->step[k] = zeros(size);
        krylov->change[k] = zeros(size);
    }
    return krylov;
}

void sn_krylov_free(SnKrylov *krylov)
{
    if (!krylov)
        return;
    free(krylov->weight);
    free(krylov->direction);
    for (int k = 0; k < SN_KRYLOV_MOST; k++) {
        free(krylov->step[k]);
        free(krylov->change[k]);
    }
    free(krylov);
}
