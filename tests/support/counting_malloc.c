/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/counting_malloc.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)

bool sn_test_counting_malloc(void)
{
    return false;
}

unsigned long sn_test_allocations(void)
{
    return 0;
}

unsigned long sn_test_frees(void)
{
    return 0;
}

#else

/* glibc's own entry points: no dlsym, which allocates itself */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *old);

/* initial-exec: the general model may allocate on first use in a thread */
static __thread unsigned long allocations __attribute__((tls_model("initial-exec")));
static __thread unsigned long frees __attribute__((tls_model("initial-exec")));

bool sn_test_counting_malloc(void)
{
    return true;
}

unsigned long sn_test_allocations(void)
{
    return allocations;
}

unsigned long sn_test_frees(void)
{
    return frees;
}

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    allocations++;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    allocations++;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

void free(void *old)
{
    frees += old != NULL;
    __libc_free(old);
}

#endif
