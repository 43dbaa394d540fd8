/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the instruction set. */
#include <stdlib.h>
#include <string.h>

#include "engine/fem/batches.h"

extern const SnFemKernels sn_fem_kernels_base;
#ifdef __x86_64__
extern const SnFemKernels sn_fem_kernels_avx2;
#endif

static const SnFemKernels *kernels_of(const char *name)
{
#ifdef __x86_64__
    if (strcmp(name, "avx2") == 0)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                       __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
                   ? &sn_fem_kernels_avx2
                   : NULL;
#endif
    return strcmp(name, "base") == 0 ? &sn_fem_kernels_base : NULL;
}

const SnFemKernels *sn_fem_kernels(const char *name)
{
    if (name)
        return kernels_of(name);
    const char *wanted = getenv("SINEW_FEM_SET");
    const SnFemKernels *kernels = wanted ? kernels_of(wanted) : NULL;
    if (!kernels)
        kernels = kernels_of("avx2");
    return kernels ? kernels : kernels_of("base");
}
