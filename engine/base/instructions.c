/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/instructions.h"

#include <stdlib.h>
#include <string.h>

const char *sn_instructions_name(SnInstructions set)
{
    static const char *const names[SN_INSTRUCTIONS_SETS] = {"base", "avx2", "avx512"};

    return names[set];
}

bool sn_instructions_run(SnInstructions set)
{
#ifdef __x86_64__
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    if (set == SN_INSTRUCTIONS_AVX2)
        return avx2;
    if (set == SN_INSTRUCTIONS_AVX512)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512cd");
#endif
    return set == SN_INSTRUCTIONS_BASE;
}

SnInstructions sn_instructions(void)
{
    const char *wanted = getenv("SINEW_INSTRUCTIONS");
    SnInstructions best = SN_INSTRUCTIONS_BASE;

    for (SnInstructions set = SN_INSTRUCTIONS_BASE; set < SN_INSTRUCTIONS_SETS; set++) {
        if (!sn_instructions_run(set))
            continue;
        if (wanted && strcmp(wanted, sn_instructions_name(set)) == 0)
            return set;
        best = set;
    }
    return best;
}
