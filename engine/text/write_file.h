/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_TEXT_WRITE_FILE_H
#define SN_TEXT_WRITE_FILE_H

#include "engine/base/output.h"

#include <glib.h>

/* sn_output_file (engine/base/output.h), with an error of G_IO_ERROR's kind: "PATH: what and what
 * to do". */
bool sn_write_file(const char *path, SnOutputKind kind, const void *bytes, size_t length,
                   GError **error);
/* A new file is no more open to others than `like` (NULL: as new files are). */
bool sn_write_file_like(const char *path, SnOutputKind kind, const char *like, const void *bytes,
                        size_t length, GError **error);
/* Whether a file is not there, is empty, is no plain file, or begins with these bytes: may be
 * written to by whoever writes files that begin so. */
bool sn_file_may_begin(const char *path, const char *start);
/* Such an error; returns false. */
bool sn_write_file_failed(const char *path, const SnOutputProblem *problem, GError **error);

#endif
