/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fuzzers share: run i of a fuzzer depends on i alone, so a failure is repeated by
 *     fuzz_x 1 I
 * (one run, from number I).  Without a count they run for SINEW_FUZZ_SECONDS (7). */
#ifndef SN_TESTS_FUZZ_H
#define SN_TESTS_FUZZ_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct FuzzRandom {
    uint64_t state;
} FuzzRandom;

uint64_t fuzz_random(FuzzRandom *random);
/* 0 .. n-1 */
size_t fuzz_below(FuzzRandom *random, size_t n);

/* Some bytes changed, removed, repeated, moved or cut off; `words` (NULL-terminated) are put in
 * here and there. */
void fuzz_mutate_bytes(FuzzRandom *random, GString *text, const char *const *words);

/* One run; returns whether the input was accepted. */
typedef bool (*FuzzRun)(FuzzRandom *random, void *data);

/* The program: arguments [COUNT [FIRST]]; prints the number of runs at the end. */
int fuzz_main(int argc, char **argv, const char *name, FuzzRun run, void *data);

#endif
