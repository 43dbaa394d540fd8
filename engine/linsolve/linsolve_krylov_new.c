/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/memory.h"
#include "engine/linsolve/linsolve_krylov.h"

/* The steps take eight numbers at a time. */
#define PADDING 8

static double *zeros(int size)
{
    return sn_alloc((size_t)size + PADDING, sizeof(double));
}

SnKrylov *sn_krylov_new(int n, int size)
{
    SnKrylov *krylov = sn_alloc(1, sizeof *krylov);

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
    sn_free(krylov->weight);
    sn_free(krylov->direction);
    for (int k = 0; k < SN_KRYLOV_MOST; k++) {
        sn_free(krylov->step[k]);
        sn_free(krylov->change[k]);
    }
    sn_free(krylov);
}
