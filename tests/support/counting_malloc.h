/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the calls of malloc, calloc, realloc, aligned_alloc and posix_memalign in the whole
 * process (by interposing them: link counting_malloc.c into the test program), to prove that a
 * step allocates nothing. */
#ifndef SN_TESTS_COUNTING_MALLOC_H
#define SN_TESTS_COUNTING_MALLOC_H

#include <stdbool.h>

/* Whether the calls are counted: not under a sanitizer, which interposes them itself. */
bool sn_test_counting_malloc(void);

/* Calls of this thread so far. */
unsigned long sn_test_allocations(void);
unsigned long sn_test_frees(void);

#endif
