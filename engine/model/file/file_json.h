/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reading and writing of model files share: values as JSON, and JSON as text. */
#ifndef SN_MODEL_FILE_FILE_JSON_H
#define SN_MODEL_FILE_FILE_JSON_H

#include "engine/model/model.h"
#include "engine/text/json_text.h"

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

#endif
