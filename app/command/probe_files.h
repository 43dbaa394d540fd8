/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output probes as files that grow while a simulation goes on.
 *
 * FOLDER/<name>.csv (or .sto) is made under the name <name>.csv.partial, with whole rows at each
 * flush, and gets its name at the end: until then a file of a former run stays as it is, and what a
 * killed run leaves cannot be taken for a whole one (where SIGKILL meets the kernel in the middle
 * of a write, its last line has no end and is to be left out).  A run that stops early gives its
 * files their names too, and FOLDER/STOPPED.txt says so, until the next whole run.
 *
 * CSV: a header `time,<path:property>[.x|.y|.z|.w]`, a row per sample from t = 0, %.17g.  STO: the
 * same columns, as Vec3 or Quaternion where all are.  Probes of the same name in different models
 * get their model's path before it. */
#ifndef SN_APP_PROBE_FILES_H
#define SN_APP_PROBE_FILES_H

#include "engine/run/simulation/simulation.h"

/* What stands behind "path:property" for number k of a value: "", ".x", ".w" ... */
const char *sn_probe_column_ending(SnType type, int width, int k);

typedef struct SnProbeFiles SnProbeFiles;

/* For a simulation (borrowed) into which nothing is installed yet; format: "csv", "sto".  The
 * folder is made.  NULL with an error. */
SnProbeFiles *sn_probe_files_new(const SnSimulation *simulation, const char *folder,
                                 const char *format, GError **error);
/* After the simulation is freed. */
void sn_probe_files_free(SnProbeFiles *files);

/* False with what went wrong since the last call: rows are missing from then on. */
bool sn_probe_files_good(SnProbeFiles *files, GError **error);
/* Puts on disk what came so far. */
void sn_probe_files_flush(SnProbeFiles *files);
/* Files of the simulation. */
int sn_probe_files_count(const SnProbeFiles *files);
/* Gives the files their names.  stopped: what STOPPED.txt is to say; NULL: this is all of it.  Of a
 * run that stopped before its first row nothing is kept. */
bool sn_probe_files_finish(SnProbeFiles *files, const char *stopped, GError **error);

#endif
