/* SPDX-License-Identifier: GPL-3.0-or-later */
/* New names made of old ones. */
#ifndef SN_MODEL_EDIT_NAMES_PATTERN_H
#define SN_MODEL_EDIT_NAMES_PATTERN_H

#include <glib.h>

#include <stdbool.h>

/* First every `find` in the name becomes `replace` (regular: a regular expression, \1 its first
 * group), then `pattern` is filled: * is the name, a run of # the number with as many digits. */
typedef struct SnRenaming {
    const char *find; /* "": nothing is replaced */
    const char *replace;
    bool regular;
    const char *pattern; /* "" or "*": the name as it is */
    int first;           /* number of the first one */
} SnRenaming;

/* The name of the index-th component (from 0), now called `name` ("" where it has none); g_free.
 * NULL with an error: `find` is no regular expression. */
char *sn_renamed(const SnRenaming *renaming, const char *name, int index, GError **error);

#endif
