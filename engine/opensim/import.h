/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim models (.osim), format versions 1.0 to 4.6, as models of this program.
 *
 * OpenSim's ground becomes the frame "ground", turned so that its y axis points up; what is here at
 * (x, y, z) is there at (x, z, -y).  Bodies stand where the default coordinates put them. */
#ifndef SN_OPENSIM_IMPORT_H
#define SN_OPENSIM_IMPORT_H

#include "engine/model/model.h"
#include "engine/text/import_report.h"

/* Whether a file's name ends in .osim. */
bool sn_osim_is_name(const char *path);
/* Whether a file is XML with external loads, by its name and how it begins. */
bool sn_osim_is_loads(const char *path);

/* The model, without a file of its own; meshes are named where they lie, saving copies them.
 * `geometry_folders` (NULL-terminated, or NULL): where meshes are looked for beside the file's own
 * folder, its folders Geometry and geometry, and $OPENSIM_HOME/Geometry.  `report` (may be NULL) is
 * set to what became of each component.  NULL with one line "FILE:LINE: ..." where the file cannot
 * be read; what the model cannot express is no error but reported. */
SnModel *sn_osim_import(const char *path, const char *const *geometry_folders,
                        SnImportReport **report, GError **error);
/* The same with the forces of a file with external loads (<ExternalLoads>, whose data are a .mot or
 * .sto file beside it); `loads` may be NULL. */
SnModel *sn_osim_import_loaded(const char *path, const char *loads,
                               const char *const *geometry_folders, SnImportReport **report,
                               GError **error);
/* The same of a text; `name` is what messages call it, `folder` where relative names start. */
SnModel *sn_osim_import_text(const char *text, size_t length, const char *name, const char *folder,
                             const char *const *geometry_folders, SnImportReport **report,
                             GError **error);

#endif
