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

/* A reference of a part of a model to something that is not in the part but in the model that the
 * part is for (clipboard.h). */
typedef struct SnOutside {
    SnId id;           /* component or entry of the part that has the property */
    int row, position; /* position in a list */
    SnTarget target;   /* in the model it is for; row: of a property */
} SnOutside;

typedef struct SnReader {
    SnSource source;
    SnModel *model;
    SnKeyTables *tables;
    GArray *pending;    /* of SnPending */
    GPtrArray *objects; /* json_t by SnId.index: where each component stands in the file */
    GString *problem;
    int n_components;
    int64_t n_derived;   /* entries of derived arrays */
    int64_t n_indices;   /* numbers in all lists of them */
    int depth;           /* of models in models */
    bool unfinished;     /* takes a model that cannot be simulated yet */
    const SnModel *host; /* what a part of a model is for; NULL: a whole model is read */
    GArray *outside;     /* of SnOutside, with a host */
} SnReader;

/* Something that has properties: a component or an entry of one of its arrays. */
typedef struct SnObject {
    SnId id;
    void *data;
    SnComponent *component; /* itself, or the holder of the entry */
    const json_t *json;
    const SnKeys *keys;
} SnObject;

/* Reads a part of a model: what it refers to and does not hold is looked for in `host` and noted in
 * `outside`; such references are null in the part.  NULL with the error. */
SnModel *sn_file_read_part(const char *text, size_t length, const char *folder, const char *name,
                           const SnModel *host, GArray *outside, GError **error);

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
