/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_APP_PROBE_INPUTS_H
#define SN_APP_PROBE_INPUTS_H

#include "engine/model/model.h"

/* Carries out --input PROBE=FILE (texts: of const char *): the rows of a data file (motion_file.h)
 * take the place of what the input probe plays.  PROBE is a path or the name of a probe.  Columns
 * are those the probe names, else those called like its targets ("<path:property>.x", as --probes
 * writes them), else all in order: one for all targets, or one for each of their numbers.  Missing
 * values are filled.  `say`: what is worth knowing of a file goes to standard error.  False with an
 * error; the model is then not to be used. */
bool sn_probe_inputs_read(SnModel *model, const GPtrArray *texts, bool say, GError **error);

#endif
