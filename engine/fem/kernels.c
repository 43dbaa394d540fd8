/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of each instruction set. */
#include "engine/fem/batches.h"

extern const SnFemKernels sn_fem_kernels_base;
#ifdef __x86_64__
extern const SnFemKernels sn_fem_kernels_avx2;
extern const SnFemKernels sn_fem_kernels_avx512; /* same vectors, twice the registers */
#endif

const SnFemKernels *sn_fem_kernels(SnInstructions set)
{
#ifdef __x86_64__
    if (set == SN_INSTRUCTIONS_AVX2)
        return &sn_fem_kernels_avx2;
    if (set == SN_INSTRUCTIONS_AVX512)
        return &sn_fem_kernels_avx512;
#endif
    return &sn_fem_kernels_base;
}
