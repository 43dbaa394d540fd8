/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components of a model that is made as JSON, by what reads other programs' files. */
#ifndef SN_MODEL_FILE_EMIT_H
#define SN_MODEL_FILE_EMIT_H

#include <glib.h>
#include <jansson.h>

/* Appends a component (taken) to a list of the model `root`, under a name like the wish that none
 * of `names`, a set of "list/name", has yet; returns "list/name", to be freed. */
char *sn_emit(json_t *root, GHashTable *names, const char *list, const char *wish,
              json_t *component);
/* n numbers as they are written in a file. */
json_t *sn_emit_numbers(const double *values, int n);
/* The quaternion of a rotation, its real part not negative. */
json_t *sn_emit_quaternion(const double r[9]);

#endif
