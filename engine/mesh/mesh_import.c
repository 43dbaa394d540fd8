/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes in foreign formats: read by Assimp in a process of its own (mesh_helper.c), because a
 * damaged file can make that library overflow or hang. */
#include "engine/mesh/geometry.h"
#include "engine/mesh/mesh_helper.h"
#include "engine/mesh/mesh_reply.h"
#include "engine/text/limits.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool fail(const char *path, const char *reason, GError **error)
{
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH, "%s: %s", path, reason);
    return false;
}

static bool start_helper(const char *path, GPid *child, int *output, GError **error)
{
    const char *program = g_getenv("SINEW_HELPER");
    char *absolute = g_canonicalize_filename(path, NULL);
    const char *const arguments[] = {program ? program : "/proc/self/exe", SN_MESH_HELPER_OPTION,
                                     absolute, NULL};
    GError *cause = NULL;
    const bool started = g_spawn_async_with_pipes(
        NULL, (char **)arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL,
        NULL, NULL, child, NULL, output, NULL, &cause);
    if (!started) {
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH,
                    "%s: the mesh import process could not be started: %s", path, cause->message);
        g_error_free(cause);
    }
    g_free(absolute);
    return started;
}

/* Reads until the end of the pipe, the length that the header promises, or the time is over. */
static bool read_reply(int output, const char *path, double seconds, GByteArray *reply,
                       GError **error)
{
    const gint64 deadline = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC);
    size_t expected = 0;
    guint8 buffer[65536];
    for (;;) {
        const gint64 left = deadline - g_get_monotonic_time();
        struct pollfd waiting = {.fd = output, .events = POLLIN};
        const int ready = left > 0 ? poll(&waiting, 1, (int)(left / 1000) + 1) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return fail(path,
                        "the mesh import took too long and was stopped; convert the file to "
                        "OBJ with another program",
                        error);
        const ssize_t n = read(output, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return true;
        g_byte_array_append(reply, buffer, (guint)n);
        if (!expected && reply->len >= sizeof(SnMeshReplyHeader)) {
            SnMeshReplyHeader header;
            memcpy(&header, reply->data, sizeof header);
            expected = sn_mesh_reply_length(&header, path, error);
            if (!expected)
                return false;
        }
        if (expected && reply->len > expected)
            return true; /* too long: the parser refuses it */
    }
}

static bool is_readable(const char *path, uint64_t *size, GError **error)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return fail(path,
                    errno == ENOENT ? "there is no such file; check the name" : g_strerror(errno),
                    error);
    }
    if (!S_ISREG(status.st_mode))
        return fail(path, "is no regular file", error);
    if ((uint64_t)status.st_size > SN_MAX_MESH_BYTES)
        return fail(path, "is larger than 512 MiB, the most that is read", error);
    *size = (uint64_t)status.st_size;
    return true;
}

SnSurface *sn_mesh_import(const char *path, GError **error)
{
    GPid child;
    int output;
    uint64_t size;
    if (!is_readable(path, &size, error) || !start_helper(path, &child, &output, error))
        return NULL;
    GByteArray *reply = g_byte_array_new();
    /* real time: the helper may have to share its processor */
    const double seconds = 10 + 4.0 * sn_mesh_helper_seconds(size);
    const bool whole = read_reply(output, path, seconds, reply, error);
    close(output);
    kill(child, SIGKILL); /* it has answered, or never will */
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    g_spawn_close_pid(child);
    SnSurface *surface = NULL;
    if (whole && reply->len == 0) {
        fail(path,
             "the mesh import failed on this file, which is damaged or too large; convert "
             "it to OBJ with another program",
             error);
    } else if (whole) {
        surface = sn_mesh_reply_parse(reply->data, reply->len, path, error);
    }
    g_byte_array_unref(reply);
    return surface;
}

SnSurface *sn_surface_read(const char *path, GError **error)
{
    const char *ending = strrchr(path, '.');
    if (ending && g_ascii_strcasecmp(ending, ".obj") == 0)
        return sn_obj_read(path, error);
    if (ending && g_ascii_strcasecmp(ending, ".vtp") == 0)
        return sn_vtp_read(path, error);
    return sn_mesh_import(path, error);
}
