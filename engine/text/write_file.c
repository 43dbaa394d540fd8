/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/write_file.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    return sn_write_file_like(path, kind, NULL, bytes, length, error);
}

bool sn_write_file_like(const char *path, SnOutputKind kind, const char *like, const void *bytes,
                        size_t length, GError **error)
{
    SnOutputProblem problem;
    return sn_output_file(path, kind, like, bytes, length, &problem) ||
           sn_write_file_failed(path, &problem, error);
}

bool sn_file_may_begin(const char *path, const char *start)
{
    char there[64];
    struct stat status;
    const size_t length = MIN(strlen(start), sizeof there);
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    const bool plain = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    const ssize_t n = plain ? read(file, there, length) : 0;
    if (file >= 0)
        close(file);
    return n <= 0 || ((size_t)n == length && memcmp(there, start, length) == 0);
}
