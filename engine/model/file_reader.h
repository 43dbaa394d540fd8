/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that read a model: file_read.c (document, components), file_resolve.c
 * (references). */
#ifndef SN_MODEL_FILE_READER_H
#define SN_MODEL_FILE_READER_H

#include "engine/model/file_keys.h"
#include "engine/model/file_report.h"

/* A reference to resolve when the whole tree is there. */
typedef struct SnPending {
    SnId id; /* component or entry that has the property */
    int row;
    SnPlace place; /* of the value */
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

/* Sets every pending reference; false with the error. */
bool sn_reader_resolve(SnReader *reader);

#endif
