/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/memory.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Ending {
    void *thing;
    void (*release)(void *thing);
    struct Ending *next;
} Ending;

/* What was allocated under one sn_memory_try and not freed yet: a set by open addressing. */
typedef struct Scope {
    struct Scope *outer;
    void **slot;     /* NULL: empty */
    size_t n, room;  /* room: a power of two, more than n; or 0 */
    Ending *endings; /* last first */
    jmp_buf leave;
} Scope;

static _Thread_local Scope *innermost;
static _Thread_local SnFault last;

/* --- the set --- */

static size_t hash(const void *memory)
{
    const uint64_t h = (uint64_t)(uintptr_t)memory * 0x9e3779b97f4a7c15u;
    return (size_t)(h >> 20);
}

static void insert(Scope *scope, void *memory)
{
    size_t i = hash(memory) & (scope->room - 1);
    while (scope->slot[i])
        i = (i + 1) & (scope->room - 1);
    scope->slot[i] = memory;
    scope->n++;
}

/* Makes room for `more`; false: there is none, and nothing has changed. */
static bool reserve(Scope *scope, size_t more)
{
    if (2 * (scope->n + more) < scope->room)
        return true;
    Scope wider = {.room = scope->room ? scope->room : 64};
    while (2 * (scope->n + more) >= wider.room)
        wider.room *= 2;
    wider.slot = calloc(wider.room, sizeof *wider.slot);
    if (!wider.slot)
        return false;
    for (size_t i = 0; i < scope->room; i++) {
        if (scope->slot[i])
            insert(&wider, scope->slot[i]);
    }
    free(scope->slot);
    scope->slot = wider.slot;
    scope->room = wider.room;
    return true;
}

static void drop_endings(Scope *scope, const void *thing)
{
    for (Ending **at = &scope->endings; *at;) {
        Ending *ending = *at;
        if (ending->thing == thing) {
            *at = ending->next;
            free(ending);
        } else {
            at = &ending->next;
        }
    }
}

/* Whether it was there.  What stands behind moves up (Knuth 6.4, R), so that no marks stay. */
static bool remove_from(Scope *scope, const void *memory)
{
    if (scope->n == 0)
        return false;
    const size_t mask = scope->room - 1;
    size_t hole = hash(memory) & mask;
    while (scope->slot[hole] != memory) {
        if (!scope->slot[hole])
            return false;
        hole = (hole + 1) & mask;
    }
    scope->n--;
    for (size_t i = (hole + 1) & mask; scope->slot[i]; i = (i + 1) & mask) {
        const size_t home = hash(scope->slot[i]) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            scope->slot[hole] = scope->slot[i];
            hole = i;
        }
    }
    scope->slot[hole] = NULL;
    return true;
}

/* The scope that it was in, or NULL. */
static Scope *forget(const void *memory)
{
    Scope *scope = innermost;
    while (scope && !remove_from(scope, memory))
        scope = scope->outer;
    return scope;
}

/* --- failing --- */

static void note(size_t n, size_t size, const char *function)
{
    static const char *const unit[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
    double bytes = (double)n * (double)size;
    size_t u = 0;
    while (bytes >= 1000 && u + 1 < sizeof unit / sizeof *unit) {
        bytes /= 1000;
        u++;
    }
    last = (SnFault){.code = SN_FAULT_MEMORY};
    snprintf(last.text, sizeof last.text,
             "not enough memory: %.3g %s asked for (%zu times %zu bytes in %s); close other "
             "programs, or use a coarser mesh or a shorter recording",
             bytes, unit[u], n, size, function);
}

/* Leaves the innermost scope, or the program. */
static _Noreturn void fail(void)
{
    if (innermost)
        longjmp(innermost->leave, 1);
    fprintf(stderr, "sinew: %s\n", last.text);
    _exit(EXIT_FAILURE); /* what atexit holds may want memory too */
}

void sn_memory_end(void)
{
    fail();
}

SnFault sn_memory_fault(void)
{
    return last;
}

/* --- allocating --- */

/* Bytes of n things, never 0; 0: more than there can be. */
static size_t bytes_of(size_t n, size_t size)
{
    if (size > 0 && n > PTRDIFF_MAX / size)
        return 0;
    return n > 0 && size > 0 ? n * size : 1;
}

void *sn_try_alloc_for(size_t n, size_t size, const char *function)
{
    const size_t bytes = bytes_of(n, size);
    void *memory = bytes > 0 && (!innermost || reserve(innermost, 1)) ? calloc(1, bytes) : NULL;
    if (!memory)
        note(n, size, function);
    else if (innermost)
        insert(innermost, memory);
    return memory;
}

void *sn_try_resize_for(void *old, size_t n, size_t size, const char *function)
{
    if (!old)
        return sn_try_alloc_for(n, size, function);
    const size_t bytes = bytes_of(n, size);
    Scope *scope = forget(old); /* leaves room for it */
    void *memory = bytes > 0 ? realloc(old, bytes) : NULL;
    if (!memory)
        note(n, size, function);
    if (scope)
        insert(scope, memory ? memory : old);
    return memory;
}

void *sn_alloc_for(size_t n, size_t size, const char *function)
{
    void *memory = sn_try_alloc_for(n, size, function);
    if (!memory)
        fail();
    return memory;
}

void *sn_resize_for(void *old, size_t n, size_t size, const char *function)
{
    void *memory = sn_try_resize_for(old, n, size, function);
    if (!memory)
        fail();
    return memory;
}

void *sn_alloc_aligned_for(size_t alignment, size_t n, size_t size, const char *function)
{
    size_t bytes = bytes_of(n, size);
    if (bytes > 0)
        bytes = (bytes + alignment - 1) / alignment * alignment;
    void *memory =
        bytes > 0 && (!innermost || reserve(innermost, 1)) ? aligned_alloc(alignment, bytes) : NULL;
    if (!memory) {
        note(n, size, function);
        fail();
    }
    memset(memory, 0, bytes);
    if (innermost)
        insert(innermost, memory);
    return memory;
}

char *sn_alloc_text(const char *text)
{
    const size_t bytes = strlen(text) + 1;
    return memcpy(sn_alloc(bytes, 1), text, bytes);
}

void sn_free(void *memory)
{
    Scope *scope = memory ? forget(memory) : NULL;
    if (scope)
        drop_endings(scope, memory);
    free(memory);
}

void sn_memory_keep(const void *thing)
{
    for (Scope *scope = innermost; scope; scope = scope->outer) {
        remove_from(scope, thing);
        drop_endings(scope, thing);
    }
}

void sn_memory_end_with(void *thing, void (*release)(void *thing))
{
    if (!innermost || !thing)
        return;
    Ending *ending = malloc(sizeof *ending);
    if (!ending) {
        release(thing);
        note(1, sizeof *ending, __func__);
        fail();
    }
    *ending = (Ending){thing, release, innermost->endings};
    innermost->endings = ending;
}

void *sn_memory_adopt(void *memory)
{
    if (!memory || !innermost)
        return memory;
    if (!reserve(innermost, 1)) {
        free(memory);
        note(innermost->room, 2 * sizeof(void *), __func__);
        fail();
    }
    insert(innermost, memory);
    return memory;
}

/* --- scopes --- */

/* By itself, as no object of the function that calls setjmp may change before the jump. */
static bool run(Scope *scope, void (*build)(void *data), void *data)
{
    if (setjmp(scope->leave) != 0)
        return false;
    build(data);
    return true;
}

/* What is left in it belongs to the scope outside, if there is one.  False: no room. */
static bool hand_over(Scope *scope)
{
    if (!scope->outer)
        return true;
    if (!reserve(scope->outer, scope->n)) {
        note(scope->n, sizeof(void *), __func__);
        return false;
    }
    for (size_t i = 0; i < scope->room; i++) {
        if (scope->slot[i])
            insert(scope->outer, scope->slot[i]);
    }
    Ending **last_one = &scope->endings;
    while (*last_one)
        last_one = &(*last_one)->next;
    *last_one = scope->outer->endings;
    scope->outer->endings = scope->endings;
    scope->endings = NULL;
    return true;
}

static void release_all(Scope *scope, bool calls)
{
    while (scope->endings) {
        Ending *ending = scope->endings;
        scope->endings = ending->next;
        if (calls)
            ending->release(ending->thing);
        free(ending);
    }
}

bool sn_memory_try(void (*build)(void *data), void (*clean)(void *data), void *data)
{
    Scope scope = {.outer = innermost};
    innermost = &scope;
    const bool good = run(&scope, build, data) && hand_over(&scope);
    if (!good) {
        if (clean)
            clean(data);
        release_all(&scope, true);
        for (size_t i = 0; i < scope.room; i++)
            free(scope.slot[i]);
    }
    innermost = scope.outer;
    release_all(&scope, false);
    free(scope.slot);
    return good;
}
