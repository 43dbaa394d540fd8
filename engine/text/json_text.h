/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as text that a person reads, and where in a text a value stands. */
#ifndef SN_TEXT_JSON_TEXT_H
#define SN_TEXT_JSON_TEXT_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Text to read and to compare: keys in their order, short objects and lists of numbers on one line,
 * a list of objects one to a line, two spaces a level, a line break at the end.  Numbers have the
 * fewest digits that read back the same. */
char *sn_json_print(const json_t *json);

/* Whether it is worth giving to the parser: nesting, and memory and time that its
 * values and keys would take.  False with line and reason. */
bool sn_json_check_size(const char *text, size_t length, int *line, const char **reason);

/* The word of the list that is most like `word`, NULL if none is like it. */
const char *sn_nearest_word(const char *word, const GPtrArray *words);

/* At most about 60 characters of a text, printable, for a message (g_free). */
char *sn_excerpt(const char *text, size_t length);

/* Line (from 1) at which the JSON value at a path like "/model/bodies/2/mass" starts; 0 unknown. */
int sn_locate(const char *text, size_t length, const char *json_path);

#endif
