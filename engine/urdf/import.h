/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Robots in URDF (http://wiki.ros.org/urdf/XML) as models of this program: links become bodies that
 * stand where all joints are at 0, the roots of the tree stand still. */
#ifndef SN_URDF_IMPORT_H
#define SN_URDF_IMPORT_H

#include "engine/model/model.h"
#include "engine/text/import_report.h"

/* Whether a file's name ends in .urdf. */
bool sn_urdf_is_name(const char *path);

/* The model, without a file of its own; meshes are named where they lie, saving copies them.
 * `geometry_folders` (NULL-terminated, or NULL): where meshes are looked for beside the file's own
 * folder and those above it.  `report` (may be NULL) is set to what became of each element.  NULL
 * with one line "FILE:LINE: ..." where the file cannot be read. */
SnModel *sn_urdf_import(const char *path, const char *const *geometry_folders,
                        SnImportReport **report, GError **error);
/* The same of a text; `name` is what messages call it, `folder` where relative names start. */
SnModel *sn_urdf_import_text(const char *text, size_t length, const char *name, const char *folder,
                             const char *const *geometry_folders, SnImportReport **report,
                             GError **error);

#endif
