/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_TEXT_WRITE_FILE_H
#define SN_TEXT_WRITE_FILE_H

#include "engine/base/output.h"

#include <glib.h>

/* sn_output_file (engine/base/output.h), with an error of G_IO_ERROR's kind: "PATH: what and what
 * to do". */
bool sn_write_file(const char *path, SnOutputKind kind, const void *bytes, size_t length,
                   GError **error);
/* Such an error; returns false. */
bool sn_write_file_failed(const char *path, const SnOutputProblem *problem, GError **error);

#endif
