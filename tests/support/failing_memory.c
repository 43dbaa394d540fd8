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
    return ++count == failing ? SIZE_MAX / (size > 1 ? size : 2) : n;
}

/* The linker's --wrap: calls of NAME come to __wrap_NAME, __real_NAME is the engine's. */
#define WRAP(name, parameters, arguments)                                                          \
    void *__real_##name parameters;                                                                \
    void *__wrap_##name parameters;                                                                \
    void *__wrap_##name parameters                                                                 \
    {                                                                                              \
        return __real_##name arguments;                                                            \
    }

WRAP(sn_alloc_for, (size_t n, size_t size, const char *function), (wanted(n, size), size, function))
WRAP(sn_resize_for, (void *old, size_t n, size_t size, const char *function),
     (old, wanted(n, size), size, function))
WRAP(sn_alloc_aligned_for, (size_t alignment, size_t n, size_t size, const char *function),
     (alignment, wanted(n, size), size, function))
WRAP(sn_try_alloc_for, (size_t n, size_t size, const char *function),
     (wanted(n, size), size, function))
/* GLib's for what is large in the rooms that use it */
WRAP(g_try_malloc_n, (size_t n, size_t size), (wanted(n, size), size))
WRAP(g_try_malloc0_n, (size_t n, size_t size), (wanted(n, size), size))
WRAP(g_try_realloc_n, (void *old, size_t n, size_t size), (old, wanted(n, size), size))
WRAP(sn_try_resize_for, (void *old, size_t n, size_t size, const char *function),
     (old, wanted(n, size), size, function))
