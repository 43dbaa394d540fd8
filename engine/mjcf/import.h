/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models of MuJoCo (MJCF, https://mujoco.readthedocs.io/en/stable/XMLreference.html) as models of
 * this program: z is up in both, bodies stand where the joints are at their reference (qpos0), a
 * coordinate has the value that it has there. */
#ifndef SN_MJCF_IMPORT_H
#define SN_MJCF_IMPORT_H

#include "engine/model/model.h"
#include "engine/text/import_report.h"

/* Whether a file's name ends in .xml or .mjcf. */
bool sn_mjcf_is_name(const char *path);

/* The model, without a file of its own; meshes are named where they lie, saving copies them.
 * `geometry_folders` (NULL-terminated, or NULL): where meshes and included files are looked for
 * beside the file's own folder and those above it.  `report` (may be NULL) is set to what became of
 * each element.  NULL with one line "FILE:LINE: ..." where the file cannot be read; what the model
 * cannot express is no error but reported. */
SnModel *sn_mjcf_import(const char *path, const char *const *geometry_folders,
                        SnImportReport **report, GError **error);
/* The same with its bodies where a <key> of that name, or number from 0, puts them (NULL: none). */
SnModel *sn_mjcf_import_key(const char *path, const char *key, const char *const *geometry_folders,
                            SnImportReport **report, GError **error);
/* The same of a text; `name` is what messages call it, `folder` where relative names start. */
SnModel *sn_mjcf_import_text(const char *text, size_t length, const char *name, const char *folder,
                             const char *const *geometry_folders, SnImportReport **report,
                             GError **error);

#endif
