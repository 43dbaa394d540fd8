/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeping the files that a model names with it. */
#ifndef SN_MODEL_FILE_MESH_FILES_H
#define SN_MODEL_FILE_MESH_FILES_H

#include "engine/model/file_names.h"

/* Before a model is saved in `folder`: brings every file it names inside that folder (those
 * elsewhere are copied) and writes the new relative names into the model. */
bool sn_mesh_files_move(SnModel *model, const char *folder, GError **error);

#endif
