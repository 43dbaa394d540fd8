/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files in a document: relative to its folder, and never leading out of it. */
#ifndef SN_MODEL_FILE_NAMES_H
#define SN_MODEL_FILE_NAMES_H

#include "engine/model/model.h"

/* Folder that relative names start from: the model file's, or the current one (g_free). */
char *sn_model_folder(const SnModel *model);

/* Whether a name may stand in a model file: relative, and never above the model's folder.  False
 * with what to do. */
bool sn_file_name_check(const char *name, GError **error);

/* Absolute name of a FILE property's file (g_free), with a check that it is there and stays in the
 * model's folder; NULL with an error.  An absolute name was chosen by the user and is left as it
 * is: saving copies the file beside the model. */
char *sn_file_resolve(const SnModel *model, const char *relative, GError **error);

/* Absolute name of the file that a name means in a folder; NULL with an error where the name leads
 * out of the folder, by itself or by a link, or there is no such file. */
char *sn_file_resolve_in(const char *folder, const char *relative, GError **error);

/* The name that a file in a folder or below it has from there (g_free); NULL for one elsewhere. */
char *sn_file_name_from(const char *path, const char *folder);

/* The part of a real path below a real folder, NULL if it is not below it; points into path. */
const char *sn_path_below(const char *path, const char *folder);

#endif
