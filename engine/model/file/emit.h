/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components of a model that is made as JSON, by what reads other programs' files. */
#ifndef SN_MODEL_FILE_EMIT_H
#define SN_MODEL_FILE_EMIT_H

#include "engine/model/model.h"
#include "engine/text/import_report.h"

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
/* The component ("list/name") of a refused model `root` that `error` is about, if the model moves
 * on without it: a force, a controller, a drive, what is shown or measured; to be freed.  NULL:
 * none. */
char *sn_emit_refused(const json_t *root, const GError *error);
/* Takes a component out of the model. */
void sn_emit_drop(json_t *root, const char *path);
/* The model `root`, through the reader of model files, which checks all of it; `folder` and `name`
 * as there.  `meshes` says which file is the mesh of what ("visuals/skull" -> where it lies): files
 * name what lies beside them only, a model that was just made does not. */
SnModel *sn_emit_model(json_t *root, GHashTable *meshes, const char *folder, const char *name,
                       GError **error);
/* The same; components that are refused, and with which the model can do without, are taken out and
 * told in a note of the report. */
SnModel *sn_emit_taken(json_t *root, GHashTable *meshes, const char *folder, const char *name,
                       SnImportReport *report, GError **error);

#endif
