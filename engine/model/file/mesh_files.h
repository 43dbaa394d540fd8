/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files beside a model: where they are, and keeping them with it. */
#ifndef SN_MODEL_FILE_MESH_FILES_H
#define SN_MODEL_FILE_MESH_FILES_H

#include "engine/model/model.h"

/* Folder that relative names start from: the model file's, or the current one (g_free). */
char *sn_model_folder(const SnModel *model);

/* Whether a name may stand in a model file: relative, and never above the model's folder.  False
 * with what to do. */
bool sn_file_name_check(const char *name, GError **error);

/* The file that belongs to one of a pair: the elements (.ele, else .elem) to nodes (.node) and the
 * other way round; NULL where there is none (g_free). */
char *sn_mesh_partner(const char *path);

/* Before a model is saved in `folder`: brings every file it names inside that folder (those
 * elsewhere are copied) and writes the new relative names into the model. */
bool sn_mesh_files_move(SnModel *model, const char *folder, GError **error);

#endif
