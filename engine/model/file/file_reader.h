/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that read a model: file_read.c (document, components),
 * file_entries.c (arrays), file_resolve.c (references). */
#ifndef SN_MODEL_FILE_FILE_READER_H
#define SN_MODEL_FILE_FILE_READER_H

#include "engine/model/file/file_keys.h"
#include "engine/model/file/file_report.h"

/* A reference to resolve when the whole tree is there. */
typedef struct SnPending {
    SnId id; /* component or entry that has the property */
    int row;
    SnJsonLocation location; /* of the value */
} SnPending;

typedef struct SnReader {
    SnSource source;
    SnModel *model;
    SnKeyTables *tables;
    GArray *pending;    /* of SnPending */
    GPtrArray *objects; /* json_t by SnId.index: where each component stands in the file */
    GString *problem;
    int n_components;
    int64_t n_derived; /* entries of derived arrays */
    int64_t n_indices; /* numbers in all lists of them */
    int depth;         /* of models in models */
    bool unfinished;   /* takes a model that cannot be simulated yet */
} SnReader;

/* Something that has properties: a component or an entry of one of its arrays. */
typedef struct SnObject {
    SnId id;
    void *data;
    SnComponent *component; /* itself, or the holder of the entry */
    const json_t *json;
    const SnKeys *keys;
} SnObject;

/* Rows of an entry, from its object. */
bool sn_reader_read_entry(SnReader *reader, SnComponent *component, int array, int index,
                          const json_t *json);
/* The entries of an array, instead of those that the component has. */
bool sn_reader_read_entries(SnReader *reader, SnObject *object, int array, const char *key,
                            const json_t *json);
/* Makes the derived arrays of a component whose rows and lists have been read, and reads what the
 * file says of their entries. */
bool sn_reader_read_derived(SnReader *reader, SnObject *object);

/* Sets every pending reference; false with the error. */
bool sn_reader_resolve(SnReader *reader);

#endif
