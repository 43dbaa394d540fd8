/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instruction sets that kernels are compiled for; each has bits of its own. */
#ifndef SN_BASE_INSTRUCTIONS_H
#define SN_BASE_INSTRUCTIONS_H

#include <stdbool.h>

typedef enum SnInstructions {
    SN_INSTRUCTIONS_BASE,
    SN_INSTRUCTIONS_AVX2,   /* with FMA, BMI and BMI2 */
    SN_INSTRUCTIONS_AVX512, /* F, VL, DQ, BW and CD */
    SN_INSTRUCTIONS_SETS
} SnInstructions;

/* "base", "avx2", "avx512". */
const char *sn_instructions_name(SnInstructions set);

/* Whether this processor has it. */
bool sn_instructions_run(SnInstructions set);

/* The set to compute with: the best that this processor has, or that which the environment variable
 * SINEW_INSTRUCTIONS names, if it has that. */
SnInstructions sn_instructions(void);

#endif
