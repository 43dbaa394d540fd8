/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/write_file.h"

#include <gio/gio.h>

bool sn_write_file_failed(const char *path, const SnOutputProblem *problem, GError **error)
{
    g_autofree char *valid = g_utf8_make_valid(path, -1);
    g_set_error(error, G_IO_ERROR, g_io_error_from_errno(problem->number), "%s: %s", valid,
                problem->text);
    return false;
}

bool sn_write_file(const char *path, SnOutputKind kind, const void *bytes, size_t length,
                   GError **error)
{
    SnOutputProblem problem;
    return sn_output_file(path, kind, bytes, length, &problem) ||
           sn_write_file_failed(path, &problem, error);
}
