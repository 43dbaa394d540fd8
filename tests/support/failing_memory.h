/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fails the n-th allocation of engine/base/memory.h, or of g_try_malloc_n and its like, in the
 * calling thread: by wrapping these functions, so link failing_memory.c and
 * failing_memory_link_args into the test program. */
#ifndef SN_TESTS_FAILING_MEMORY_H
#define SN_TESTS_FAILING_MEMORY_H

#include <stdbool.h>

/* The n-th allocation from now on fails (1: the next), and only that; 0: none. */
void sn_test_fail_memory(unsigned long n);

/* Allocations since then, the one that failed included. */
unsigned long sn_test_memory_count(void);

#endif
