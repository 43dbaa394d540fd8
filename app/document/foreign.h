/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models of other programs: OpenSim's (.osim), MuJoCo's (.xml, .mjcf), robots (.urdf). */
#ifndef APP_DOCUMENT_FOREIGN_H
#define APP_DOCUMENT_FOREIGN_H

#include "engine/model/model.h"
#include "engine/text/import_report.h"

/* Whether a file may be such a model, by the ending of its name. */
bool sn_foreign_is_name(const char *path);
/* The model, without a file of its own, of the format that stands in the file, whatever its ending;
 * see the import.h of each format.  `geometry_folders` and `report` may be NULL. */
SnModel *sn_foreign_import(const char *path, const char *const *geometry_folders,
                           SnImportReport **report, GError **error);

#endif
