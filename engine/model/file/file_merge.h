/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences of a file applied to the document of its base: shared by file_base.c (files) and
 * file_merge.c (documents). */
#ifndef SN_MODEL_FILE_FILE_MERGE_H
#define SN_MODEL_FILE_FILE_MERGE_H

#include "engine/model/file/file_base.h"

/* A key of the merged document that a difference gave. */
typedef struct SnGiven {
    const json_t *container;
    const char *key; /* interned */
    const SnSource *source;
    SnJsonLocation location;
} SnGiven;

struct SnMerge {
    GPtrArray *sources;  /* of SnSource, owned: the file, its base, the base's base ... */
    GPtrArray *folders;  /* of char *: of each, seen from the file's own, with a '/' behind */
    GPtrArray *bases;    /* of json_t, owned: documents that differences were applied to */
    GHashTable *origins; /* container made here -> json_t it is a changed copy of */
    GHashTable *given;   /* SnGiven, a set */
    GHashTable *removed; /* path -> its number in the file's "remove", from 1 */
};

/* Applies the differences in the document of `source` to the base's: a new document, NULL with the
 * error. */
json_t *sn_merge_apply(SnMerge *merge, const SnSource *source, json_t *base, SnKeyTables *tables);

#endif
