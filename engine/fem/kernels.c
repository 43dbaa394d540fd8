/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the instruction set. */
#include <stdlib.h>
#include <string.h>

#include "engine/fem/batches.h"

extern const SnFemKernels sn_fem_kernels_base;
#ifdef __x86_64__
extern const SnFemKernels sn_fem_kernels_avx2;
extern const SnFemKernels sn_fem_kernels_avx512; /* same vectors, twice the registers */
#endif

static const SnFemKernels *kernels_of(const char *name)
{
#ifdef __x86_64__
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                          __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool has_avx512 =
        has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd");
    if (strcmp(name, "avx2") == 0)
        return has_avx2 ? &sn_fem_kernels_avx2 : NULL;
    if (strcmp(name, "avx512") == 0)
        return has_avx512 ? &sn_fem_kernels_avx512 : NULL;
#endif
    return strcmp(name, "base") == 0 ? &sn_fem_kernels_base : NULL;
}

const SnFemKernels *sn_fem_kernels(const char *name)
{
    if (name)
        return kernels_of(name);
    const char *wanted = getenv("SINEW_FEM_SET");
    const SnFemKernels *kernels = wanted ? kernels_of(wanted) : NULL;
    static const char *const best_first[] = {"avx512", "avx2", "base"};
    for (size_t i = 0; !kernels; i++)
        kernels = kernels_of(best_first[i]);
    return kernels;
}
