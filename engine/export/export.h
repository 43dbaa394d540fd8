/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model for other programs: MuJoCo (.xml, .mjcf) and OpenSim 4 (.osim), of what they can express,
 * and a report of what was left out. */
#ifndef SN_EXPORT_EXPORT_H
#define SN_EXPORT_EXPORT_H

#include "engine/model/model.h"
#include "engine/text/import_report.h"

/* Whether a file's name ends in .xml, .mjcf or .osim. */
bool sn_export_is_name(const char *path);

/* Writes it, whole or not at all. */
bool sn_export_write(const SnModel *model, const char *path, SnImportReport **report,
                     GError **error);

#endif
