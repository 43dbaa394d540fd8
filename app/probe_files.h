/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_APP_PROBE_FILES_H
#define SN_APP_PROBE_FILES_H

#include "engine/run/simulation/simulation.h"

/* Writes every output probe to folder/<name>.csv or .sto (format "csv", "sto"; the folder is made).
 * CSV: a header `time,<path:property>[.x|.y|.z|.w]`, a row per sample from t = 0, %.17g.  STO: the
 * same columns, as Vec3 or Quaternion where all are.  Probes of the same name in different models
 * get their model's path before it. */
bool sn_probe_files_write(const SnSimulation *simulation, const char *folder, const char *format,
                          GError **error);

#endif
