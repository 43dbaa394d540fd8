/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one line that says what is wrong in a model file, and where. */
#ifndef SN_MODEL_FILE_FILE_REPORT_H
#define SN_MODEL_FILE_FILE_REPORT_H

#include "engine/model/model.h"

#include <jansson.h>

typedef struct SnSource {
    const char *text;
    size_t length;
    const char *name; /* of the file, for messages */
    json_t *document; /* NULL: not parsed; of a file with a base: the two as one */
    GError **error;
    struct SnMerge *merge; /* what came from where (file_base.h); NULL without a base */
} SnSource;

/* A location in the document: a container, or one value in it.  (Containers are unique objects,
 * while jansson shares true, false and null; so locations are found by container.) */
typedef struct SnJsonLocation {
    const json_t *container;
    const char *key; /* of the value, in an object; NULL: see index */
    int index;       /* of the value, in an array; -1: the container itself */
} SnJsonLocation;

static inline SnJsonLocation sn_json_location_of(const json_t *container)
{
    return (SnJsonLocation){container, NULL, -1};
}

static inline SnJsonLocation sn_json_location_key(const json_t *container, const char *key)
{
    return (SnJsonLocation){container, key, -1};
}

static inline SnJsonLocation sn_json_location_index(const json_t *container, int index)
{
    return (SnJsonLocation){container, NULL, index};
}

/* Makes the document of the text; false with the error. */
bool sn_source_parse(SnSource *source);

/* Whether a document says that it is a model file of this format version. */
bool sn_source_check_version(const SnSource *source);
/* Refuses keys of an object other than those of the list, which a person reads as `expected`. */
bool sn_source_check_keys(const SnSource *source, const json_t *object, const char *const *known,
                          const char *expected);

/* Sets the error "file:line: path: message" and returns false. */
bool sn_source_fail(const SnSource *source, SnJsonLocation location, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* The same where there is a line but no location. */
bool sn_source_fail_line(const SnSource *source, int line, const char *message);

#endif
