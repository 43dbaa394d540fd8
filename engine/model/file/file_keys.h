/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the keys of a JSON object mean for each class: the property tables turned round, made once
 * per file. */
#ifndef SN_MODEL_FILE_FILE_KEYS_H
#define SN_MODEL_FILE_FILE_KEYS_H

#include "engine/model/model.h"

typedef enum SnKeyKind {
    SN_KEY_PROPERTY, /* "position", and under its full name "render.color" */
    SN_KEY_GROUP,    /* "render" */
    SN_KEY_ARRAY,    /* "knots" */
    SN_KEY_LIST,     /* "bodies" */
    SN_KEY_HEADER,   /* "class", "name", "number" (of derived entries too); "items" */
} SnKeyKind;

typedef struct SnKey {
    SnKeyKind kind;
    int index;                  /* row, array or list */
    const SnProperty *property; /* PROPERTY */
    char *group;                /* "render" of "render.color"; NULL without */
    const char *leaf;           /* the key itself, without the group */
} SnKey;

typedef struct SnKeys {
    GHashTable *names;    /* full name -> SnKey */
    GPtrArray *dependent; /* of SnKey: rows that another property may make meaningless */
} SnKeys;

typedef struct SnKeyTables SnKeyTables;

SnKeyTables *sn_key_tables_new(void);
void sn_key_tables_free(SnKeyTables *tables);

/* Both are owned by the tables. */
const SnKeys *sn_keys_of_class(SnKeyTables *tables, const SnClass *class);
const SnKeys *sn_keys_of_entries(SnKeyTables *tables, const SnArrayRow *row);

/* NULL if there is none of this name. */
const SnKey *sn_keys_find(const SnKeys *keys, const char *full_name);

/* Of a component that does not say its class: the family itself if that is a class, else the only
 * concrete one of it; NULL if there are more. */
const SnClass *sn_key_tables_usual_class(SnKeyTables *tables, const SnClass *family);

/* The key that `word` was probably meant to be, in a group or (NULL) outside of them; NULL if none
 * is like it. */
const char *sn_keys_nearest(const SnKeys *keys, const char *group, const char *word);

#endif
