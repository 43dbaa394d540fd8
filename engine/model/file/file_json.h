/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reading and writing of model files share: values as JSON, and JSON as text. */
#ifndef SN_MODEL_FILE_FILE_JSON_H
#define SN_MODEL_FILE_FILE_JSON_H

#include "engine/model/model.h"

#include <jansson.h>

/* A value as a file has it (a new reference).  Paths are written as seen from `holder`. */
json_t *sn_json_from_value(const SnModel *model, const SnComponent *holder,
                           const SnProperty *property, const SnValue *value);

/* The other way, for every type but references and targets (whose paths may point forward in the
 * file).  False with what was expected in `problem`; the value is not checked against the row. */
bool sn_json_to_value(const json_t *json, const SnProperty *property, SnValue *value,
                      GString *problem);

/* What JSON a row takes, for a person: "a number", "3 numbers like [0, 0, 0]". */
char *sn_json_expected(const SnProperty *property);
/* What a JSON value is: "a string", "a list of 2". */
char *sn_json_kind(const json_t *json);

/* Text to read and to compare: keys in their order, short objects and lists of numbers on one line,
 * a list of objects one to a line, two spaces a level, a line break at the end.  Numbers have the
 * fewest digits that read back the same. */
char *sn_json_print(const json_t *json);

/* Whether it is worth giving to the parser: nesting, and memory that its values would take.  False
 * with line and reason. */
bool sn_json_check_size(const char *text, size_t length, int *line, const char **reason);

/* The word of the list that is most like `word`, NULL if none is like it. */
const char *sn_nearest_word(const char *word, const GPtrArray *words);

/* At most about 60 characters of a text, printable, for a message (g_free). */
char *sn_excerpt(const char *text, size_t length);

#endif
