/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file or folder that is being made: it has a hidden name beside the final one until it is whole.
 * What a killed maker left behind is removed by the next one in the same folder: the maker holds a
 * lock on its own. */
#ifndef SN_APP_PARTIAL_H
#define SN_APP_PARTIAL_H

#include <glib.h>
#include <stdbool.h>

typedef struct SnPartial SnPartial;

/* Makes an empty file or folder beside `path`.  A folder that is there already may hold nothing
 * but files that are to be replaced, `replaces` tells which. */
typedef bool (*SnReplaces)(const char *name);
SnPartial *sn_partial_new_file(const char *path, GError **error);
SnPartial *sn_partial_new_folder(const char *path, SnReplaces replaces, GError **error);

/* Absolute; borrowed. */
const char *sn_partial_path(const SnPartial *partial);
/* On disk, under its final name, in place of what had it.  False: nothing has changed there; free
 * it in either case. */
bool sn_partial_finish(SnPartial *partial, GError **error);
/* Removes what was not finished. */
void sn_partial_free(SnPartial *partial);

#endif
