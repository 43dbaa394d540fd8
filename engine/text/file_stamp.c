/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/file_stamp.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void take_status(SnFileStamp *stamp, const struct stat *status)
{
    stamp->size = (uint64_t)status->st_size;
    stamp->device = (uint64_t)status->st_dev;
    stamp->inode = (uint64_t)status->st_ino;
    stamp->modified = nanoseconds(status->st_mtim);
    stamp->changed = nanoseconds(status->st_ctim);
}

static void take_digest(SnFileStamp *stamp, GChecksum *checksum)
{
    gsize n = sizeof stamp->digest;
    g_checksum_get_digest(checksum, stamp->digest, &n);
    stamp->known = true;
}

/* Piece by piece: a large file takes no memory. */
static bool digest_of(int file, SnFileStamp *stamp)
{
    guint8 piece[65536];
    uint64_t size = 0;
    ssize_t n = 0;
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
    while ((n = read(file, piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR)) {
        if (n < 0)
            continue;
        g_checksum_update(checksum, piece, n);
        size += (uint64_t)n;
    }
    take_digest(stamp, checksum);
    stamp->size = size;
    g_checksum_free(checksum);
    return n == 0;
}

SnFileStamp sn_file_stamp_read(const char *path)
{
    SnFileStamp stamp = {0};
    struct stat status;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    const bool good = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    if (good) {
        take_status(&stamp, &status);
        stamp.known = digest_of(file, &stamp);
    }
    if (file >= 0)
        close(file);
    return stamp;
}

SnFileStamp sn_file_stamp_of(const void *bytes, size_t length)
{
    SnFileStamp stamp = {.size = length};
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(checksum, bytes, (gssize)length);
    take_digest(&stamp, checksum);
    g_checksum_free(checksum);
    return stamp;
}

static bool looks_same(const SnFileStamp *stamp, const char *path)
{
    struct stat status;
    SnFileStamp now = {0};
    if (stamp->inode == 0 || stat(path, &status) != 0)
        return false;
    take_status(&now, &status);
    return now.size == stamp->size && now.device == stamp->device && now.inode == stamp->inode &&
           now.modified == stamp->modified && now.changed == stamp->changed;
}

SnFileChange sn_file_stamp_compare(SnFileStamp *stamp, const char *path, bool look_inside)
{
    if (!stamp->known || (!look_inside && looks_same(stamp, path)))
        return SN_FILE_SAME;
    const SnFileStamp now = sn_file_stamp_read(path);
    if (!now.known)
        return SN_FILE_GONE;
    if (now.size != stamp->size || memcmp(now.digest, stamp->digest, sizeof now.digest) != 0)
        return SN_FILE_CHANGED;
    *stamp = now;
    return SN_FILE_SAME;
}

/* --- as text --- */

char *sn_file_stamp_text(const SnFileStamp *stamp)
{
    if (!stamp->known)
        return NULL;
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%" G_GUINT64_FORMAT " ", (guint64)stamp->size);
    for (size_t i = 0; i < sizeof stamp->digest; i++)
        g_string_append_printf(text, "%02x", stamp->digest[i]);
    return g_string_free(text, FALSE);
}

bool sn_file_stamp_parse(const char *text, SnFileStamp *stamp)
{
    SnFileStamp parsed = {.known = true};
    char *end = NULL;
    if (!text || !g_ascii_isdigit(*text))
        return false;
    parsed.size = g_ascii_strtoull(text, &end, 10);
    if (*end != ' ' || strlen(end + 1) != 2 * sizeof parsed.digest)
        return false;
    for (size_t i = 0; i < sizeof parsed.digest; i++) {
        const int high = g_ascii_xdigit_value(end[1 + 2 * i]);
        const int low = g_ascii_xdigit_value(end[2 + 2 * i]);
        if (high < 0 || low < 0)
            return false;
        parsed.digest[i] = (uint8_t)(16 * high + low);
    }
    *stamp = parsed;
    return true;
}
