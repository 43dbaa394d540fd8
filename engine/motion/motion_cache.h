/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables over time that a document uses, read once, gaps filled.  A model and the frozen copies
 * that compilers work on share one cache, so it has a lock and a count of its owners.  A file is
 * read again when its time or size have changed. */
#ifndef SN_MOTION_MOTION_CACHE_H
#define SN_MOTION_MOTION_CACHE_H

#include "engine/motion/motion_file.h"

typedef struct SnMotionCache SnMotionCache;

SnMotionCache *sn_motion_cache_new(void);
SnMotionCache *sn_motion_cache_ref(SnMotionCache *cache);
void sn_motion_cache_unref(SnMotionCache *cache);

/* Whether the file can be read and has the columns of a list (sn_motion_table_columns). */
bool sn_motion_cache_check(SnMotionCache *cache, const char *path, const char *columns,
                           GError **error);
/* Rows of those columns alone, in the order of the list: a table that the caller frees. */
SnMotionTable *sn_motion_cache_columns(SnMotionCache *cache, const char *path, const char *columns,
                                       GError **error);

#endif
