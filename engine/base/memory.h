/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of what is built from the user's data: systems, workspaces, solvers, solids.
 *
 * sn_alloc never returns NULL, so what builds is written straight on.  Where memory lacks, the
 * innermost sn_memory_try of this thread is left (as by Lua's pcall: a jump to where it was called)
 * and returns false; without one the program ends and says what was asked for, as g_malloc does.
 * Code under sn_memory_try must not hold a lock, nor own anything but what sn_alloc gave, or what
 * `clean` finds, over a call that allocates. */
#ifndef SN_BASE_MEMORY_H
#define SN_BASE_MEMORY_H

#include "engine/base/fault.h"

#include <stdbool.h>
#include <stddef.h>

/* n things of size bytes each, zeroed, aligned as by malloc; also for n = 0.  For sn_free. */
#define sn_alloc(n, size) sn_alloc_for((n), (size), __func__)
void *sn_alloc_for(size_t n, size_t size, const char *function);

/* Room for n things in place of `old` (or NULL); bytes beyond the old ones are not set. */
#define sn_resize(old, n, size) sn_resize_for((old), (n), (size), __func__)
void *sn_resize_for(void *old, size_t n, size_t size, const char *function);

/* As sn_alloc with another alignment (a power of two, at least that of a pointer). */
#define sn_alloc_aligned(alignment, n, size)                                                       \
    sn_alloc_aligned_for((alignment), (n), (size), __func__)
void *sn_alloc_aligned_for(size_t alignment, size_t n, size_t size, const char *function);

/* A copy of a text. */
char *sn_alloc_text(const char *text);

/* As sn_alloc and sn_resize, but NULL where memory lacks: for what reads files and records, and
 * goes on without.  sn_memory_fault says what was asked for; `old` stays as it was. */
#define sn_try_alloc(n, size) sn_try_alloc_for((n), (size), __func__)
void *sn_try_alloc_for(size_t n, size_t size, const char *function);
#define sn_try_resize(old, n, size) sn_try_resize_for((old), (n), (size), __func__)
void *sn_try_resize_for(void *old, size_t n, size_t size, const char *function);

/* Frees what any of these (or malloc) gave; NULL: nothing. */
void sn_free(void *memory);

/* Says that sn_free is what frees this memory of malloc's or GLib's; returns it. */
void *sn_memory_adopt(void *memory);

/* Says that this no longer goes with sn_memory_try: it belongs to a cache, or is freed next by
 * other means than sn_free. */
void sn_memory_keep(const void *thing);

/* Has release(thing) called where memory lacks, until sn_free or sn_memory_keep: for threads,
 * locals of GLib and memory of other libraries.  Of a thing that sn_alloc gave, release must leave
 * the memory itself alone. */
void sn_memory_end_with(void *thing, void (*release)(void *thing));

/* Calls build(data).  Where memory lacks in it: calls clean(data) (or NULL), which frees what data
 * owns, half made as it may be; frees whatever else sn_alloc gave to build; returns false.
 * May be nested. */
bool sn_memory_try(void (*build)(void *data), void (*clean)(void *data), void *data);

/* Ends the protected call, or the program, for what sn_memory_fault says. */
_Noreturn void sn_memory_end(void);

/* What the last allocation asked for that failed in this thread: SN_FAULT_MEMORY. */
SnFault sn_memory_fault(void);

#endif
