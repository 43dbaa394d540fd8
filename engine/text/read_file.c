/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(const char *path, const char *reason, GError **error)
{
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_FILE, "%s: %s", path, reason);
}

/* What is made of a text (numbers, arrays that double as they grow) takes up to so many times its
 * bytes: asked for beforehand, as GLib's arrays end the program where they cannot grow. */
enum { MADE_OF_IT = 8 };

/* Memory for a text of so many bytes (g_free); NULL: not for it and what is made of it. */
static char *room_for(size_t size, const char *path, GError **error)
{
    char *text = g_try_malloc_n(1, size + 1);
    void *more = text ? g_try_malloc_n(MADE_OF_IT, size + 1) : NULL;
    g_free(more);
    if (more)
        return text;
    g_free(text);
    g_autofree char *asked = g_format_size((1 + MADE_OF_IT) * (guint64)size);
    sn_refuse(error, SN_MODEL_ERROR_MEMORY,
              "%s: not enough memory to read it: %s asked for; close other programs", path, asked);
    return NULL;
}

/* Reads up to size bytes; the number read, or -1. */
static ssize_t read_all(int file, char *to, size_t size)
{
    size_t n = 0;
    while (n < size) {
        const ssize_t got = read(file, to + n, size - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        n += (size_t)got;
    }
    return (ssize_t)n;
}

static char *read_open(int file, const char *path, size_t max_bytes, size_t *length, GError **error)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        fail(path, S_ISDIR(status.st_mode) ? "is a folder; name a file" : "is no regular file",
             error);
        return NULL;
    }
    if (status.st_size < 0 || (uint64_t)status.st_size > max_bytes) {
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_FILE,
                    "%s: is larger than %zu MiB, the most that is read", path, max_bytes >> 20);
        return NULL;
    }
    const size_t size = (size_t)status.st_size;
    char *text = room_for(size, path, error);
    if (!text)
        return NULL;
    const ssize_t n = read_all(file, text, size);
    if (n < 0) {
        fail(path, g_strerror(errno), error);
        g_free(text);
        return NULL;
    }
    text[n] = 0;
    *length = (size_t)n;
    return text;
}

char *sn_read_file(const char *path, size_t max_bytes, size_t *length, GError **error)
{
    /* non-blocking: a named pipe must not hang the program */
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0) {
        fail(path, errno == ENOENT ? "there is no such file; check the name" : g_strerror(errno),
             error);
        return NULL;
    }
    char *text = read_open(file, path, max_bytes, length, error);
    close(file);
    return text;
}
