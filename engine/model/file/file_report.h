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
    json_t *document; /* NULL: not parsed */
    GError **error;
} SnSource;

/* A place in the document: a container, or one value in it.  (Containers are unique objects, while
 * jansson shares true, false and null; so places are found by container.) */
typedef struct SnPlace {
    const json_t *container;
    const char *key; /* of the value, in an object; NULL: see index */
    int index;       /* of the value, in an array; -1: the container itself */
} SnPlace;

static inline SnPlace sn_place_of(const json_t *container)
{
    return (SnPlace){container, NULL, -1};
}

static inline SnPlace sn_place_key(const json_t *container, const char *key)
{
    return (SnPlace){container, key, -1};
}

static inline SnPlace sn_place_index(const json_t *container, int index)
{
    return (SnPlace){container, NULL, index};
}

/* Makes the document of the text; false with the error. */
bool sn_source_parse(SnSource *source);

/* Sets the error "file:line: path: message" and returns false. */
bool sn_source_fail(const SnSource *source, SnPlace place, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* The same where there is a line but no place. */
bool sn_source_fail_line(const SnSource *source, int line, const char *message);

#endif
