/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model files: JSON, UTF-8, SI, one format version (DESIGN 6; `sinew reference` prints the rest).
 */
#ifndef SN_MODEL_FILE_FILE_H
#define SN_MODEL_FILE_FILE_H

#include "engine/model/model.h"

#define SN_FORMAT_VERSION 1

/* Reads a model.  On failure NULL and one line: file, line, path, what was expected, what to do;
 * nothing half-loaded. */
SnModel *sn_file_read(const char *path, GError **error);
/* The same for a window: takes a model that was saved in the middle of editing and cannot be
 * simulated yet (a body without a shape, crossed limits, a missing mesh); sn_model_validate tells
 * what is wrong. */
SnModel *sn_file_open(const char *path, GError **error);
/* As sn_file_read, from memory; `folder` is where relative names point (NULL: the current one),
 * `name` what messages call it. */
SnModel *sn_file_read_text(const char *text, size_t length, const char *folder, const char *name,
                           GError **error);
/* As sn_file_open, from memory. */
SnModel *sn_file_open_text(const char *text, size_t length, const char *folder, const char *name,
                           GError **error);
/* Atomic and durable. Relative file names are rewritten when the folder changes. */
bool sn_file_write(SnModel *model, const char *path, GError **error);
/* The text itself, to be freed with g_free. */
char *sn_file_write_text(const SnModel *model);

/* Absolute name of a FILE property's file, with a check that it stays in the model's folder; NULL
 * with an error. */
char *sn_file_resolve(const SnModel *model, const char *relative, GError **error);

/* Line (from 1) at which the JSON value at a path like "/model/bodies/2/mass" starts; 0 unknown. */
int sn_locate(const char *text, size_t length, const char *json_path);

#endif
