/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse backend: supernodal LDL' of the quasi-definite matrix with the best kernels for this
 * processor. */

#include "engine/base/memory.h"
#include "engine/linsolve/linsolve_ldl.h"

typedef struct Sparse {
    SnLdl *ldl;
    const SnLdlKernels *kernels;
} Sparse;

#define KERNELS(set)                                                                               \
    {                                                                                              \
        .name = #set, .factor = sn_ldl_factor_##set, .solve = sn_ldl_solve_##set,                  \
        .scale_rows = sn_ldl_scale_rows_##set, .residual = sn_ldl_residual_##set,                  \
        .residual_batch = sn_ldl_residual_batch_##set,                                             \
        .multiply_batch = sn_ldl_multiply_batch_##set, .krylov_step = sn_ldl_krylov_step_##set,    \
        .krylov_extent = sn_ldl_krylov_extent_##set,                                               \
    }

const SnLdlKernels *sn_ldl_kernels(SnInstructions set)
{
    static const SnLdlKernels base = KERNELS(base);
#ifdef __x86_64__
    static const SnLdlKernels avx2 = KERNELS(avx2), avx512 = KERNELS(avx512);

    if (set == SN_INSTRUCTIONS_AVX2)
        return &avx2;
    if (set == SN_INSTRUCTIONS_AVX512)
        return &avx512;
#endif
    return &base;
}

static void *sparse_create(const SnKktMatrix *matrix, const SnLinsolveShared *shared)
{
    Sparse *sparse = sn_alloc(1, sizeof *sparse);

    sparse->ldl = sn_ldl_new(matrix, shared->order);
    sparse->kernels = sn_ldl_kernels(sn_instructions());
    return sparse;
}

static void sparse_destroy(void *factor)
{
    Sparse *sparse = factor;

    sn_ldl_free(sparse->ldl);
    sn_free(sparse);
}

static SnLinsolveStatus sparse_factor(void *factor, const SnLinsolveInput *input)
{
    Sparse *sparse = factor;

    return sparse->kernels->factor(sparse->ldl, input);
}

static int sparse_negative_pivots(const void *factor)
{
    return ((const Sparse *)factor)->ldl->negative;
}

static int sparse_repeated_rows(const void *factor)
{
    return ((const Sparse *)factor)->ldl->repeated;
}

static void sparse_solve(void *factor, double *x, bool few)
{
    Sparse *sparse = factor;

    sparse->kernels->solve(sparse->ldl, x, few);
}

const SnLinsolveMethod sn_linsolve_sparse = {
    .create = sparse_create,
    .destroy = sparse_destroy,
    .factor = sparse_factor,
    .negative_pivots = sparse_negative_pivots,
    .repeated_rows = sparse_repeated_rows,
    .solve = sparse_solve,
};
