/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of numbers of nodes and elements as text: "0-12 15". */
#ifndef SN_MODEL_INDICES_TEXT_H
#define SN_MODEL_INDICES_TEXT_H

#include "engine/model/property.h"

#include <glib.h>

/* Three or more numbers in a row become a range; numbers stand in the order of the list (g_free).
 */
char *sn_indices_format(const SnIndices *indices);

/* Numbers and rising ranges between spaces or commas, at most SN_MAX_INDICES in all; an empty text
 * is an empty list.  False with a sentence ("\"7-3\" runs backwards: write 3-7") in text. */
bool sn_indices_parse(const char *string, SnIndices *indices, char *text, size_t text_size);

/* Ascending, each number once. */
void sn_indices_sort(SnIndices *indices);

#endif
