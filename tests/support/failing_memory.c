/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/failing_memory.h"

#include <stddef.h>
#include <stdint.h>

static _Thread_local unsigned long count, failing;

void sn_test_fail_memory(unsigned long n)
{
    count = 0;
    failing = n;
}

unsigned long sn_test_memory_count(void)
{
    return count;
}

/* Number of things to ask for: more than there can be, where this one is to fail. */
static size_t wanted(size_t n, size_t size)
{
    return ++count == failing ? PTRDIFF_MAX / (size > 0 ? size : 1) + 1 : n;
}

/* The linker's --wrap: calls of NAME come to __wrap_NAME, __real_NAME is the engine's. */
#define WRAP(name, parameters, arguments)                                                          \
    void *__real_##name parameters;                                                                \
    void *__wrap_##name parameters;                                                                \
    void *__wrap_##name parameters                                                                 \
    {                                                                                              \
        return __real_##name arguments;                                                            \
    }

WRAP(sn_alloc_for, (size_t n, size_t size, const char *function),
     (wanted(n, size), size, function))
WRAP(sn_resize_for, (void *old, size_t n, size_t size, const char *function),
     (old, wanted(n, size), size, function))
WRAP(sn_alloc_aligned_for, (size_t alignment, size_t n, size_t size, const char *function),
     (alignment, wanted(n, size), size, function))
WRAP(sn_try_alloc_for, (size_t n, size_t size, const char *function),
     (wanted(n, size), size, function))
WRAP(sn_try_resize_for, (void *old, size_t n, size_t size, const char *function),
     (old, wanted(n, size), size, function))
