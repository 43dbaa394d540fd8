/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/output/partial.h"

#include "engine/text/write_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX ".sinew-"
#define SUFFIX ".partial"

struct SnPartial {
    char *path, *folder, *final; /* absolute; folder holds both */
    SnReplaces replaces;         /* NULL: a file */
    int lock;                    /* open on it, locked; -1: finished */
};

static bool fail_file(GError **error, const char *doing, const char *path)
{
    const int reason = errno;
    g_set_error(error, G_IO_ERROR, g_io_error_from_errno(reason), "cannot %s %s: %s", doing, path,
                g_strerror(reason));
    return false;
}

/* --- removing --- */

/* A file, or a folder with the files in it; never looks deeper. */
static void remove_all(const char *path)
{
    GDir *folder = g_dir_open(path, 0, NULL);
    if (!folder) {
        g_unlink(path);
        return;
    }
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        char *file = g_build_filename(path, name, NULL);
        g_unlink(file);
        g_free(file);
    }
    g_dir_close(folder);
    g_rmdir(path);
}

/* Opens and locks; -1 if somebody has it or it is gone meanwhile. */
static int take_lock(const char *path)
{
    struct stat opened, there;
    const int lock = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (lock < 0)
        return -1;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0 && fstat(lock, &opened) == 0 &&
        lstat(path, &there) == 0 && opened.st_ino == there.st_ino && opened.st_dev == there.st_dev)
        return lock;
    close(lock);
    return -1;
}

static void remove_leftovers(const char *where)
{
    GDir *folder = g_dir_open(where, 0, NULL);
    if (!folder)
        return;
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        if (!g_str_has_prefix(name, PREFIX) || !g_str_has_suffix(name, SUFFIX))
            continue;
        char *path = g_build_filename(where, name, NULL);
        const int lock = take_lock(path);
        if (lock >= 0) {
            remove_all(path);
            close(lock);
        }
        g_free(path);
    }
    g_dir_close(folder);
}

/* --- making --- */

static bool make(SnPartial *partial, GError **error)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        char *name = g_strdup_printf(PREFIX "%08x" SUFFIX, g_random_int());
        char *path = g_build_filename(partial->folder, name, NULL);
        g_free(name);
        bool made;
        if (partial->replaces) {
            made = g_mkdir(path, 0777) == 0;
        } else {
            const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            made = file >= 0;
            if (made)
                close(file);
        }
        if (!made && errno != EEXIST) {
            g_free(path);
            return fail_file(error, "write in", partial->folder);
        }
        partial->lock = made ? take_lock(path) : -1;
        if (partial->lock >= 0) {
            partial->path = path;
            return true;
        }
        g_free(path);
    }
    errno = EEXIST;
    return fail_file(error, "write in", partial->folder);
}

static SnPartial *start(const char *path, SnReplaces replaces, GError **error)
{
    SnPartial *partial = g_new0(SnPartial, 1);
    partial->final = g_canonicalize_filename(path, NULL); /* a link was followed before */
    partial->folder = g_path_get_dirname(partial->final);
    partial->replaces = replaces;
    partial->lock = -1;
    remove_leftovers(partial->folder);
    if (make(partial, error))
        return partial;
    sn_partial_free(partial);
    return NULL;
}

SnPartial *sn_partial_new_file(const char *path, GError **error)
{
    char target[SN_OUTPUT_PATH];
    SnOutputProblem problem;
    if (sn_output_target(path, target, &problem))
        return start(target, NULL, error);
    sn_write_file_failed(path, &problem, error);
    return NULL;
}

/* Whether a folder may be replaced. */
static bool may_replace(const char *path, SnReplaces replaces, GError **error)
{
    GDir *folder = g_dir_open(path, 0, NULL);
    if (!folder) {
        if (!g_file_test(path, G_FILE_TEST_EXISTS))
            return true;
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY, "%s is not a folder", path);
        return false;
    }
    bool good = true;
    for (const char *name; good && (name = g_dir_read_name(folder)) != NULL;) {
        good = replaces(name);
        if (!good)
            g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_EMPTY,
                        "%s holds other files (%s): name a new or empty folder", path, name);
    }
    g_dir_close(folder);
    return good;
}

SnPartial *sn_partial_new_folder(const char *path, SnReplaces replaces, GError **error)
{
    if (!may_replace(path, replaces, error))
        return NULL;
    char *real = realpath(path, NULL); /* a link stays */
    SnPartial *partial = start(real ? real : path, replaces, error);
    free(real);
    return partial;
}

const char *sn_partial_path(const SnPartial *partial)
{
    return partial->path;
}

/* --- finishing --- */

static bool sync_path(const char *path, GError **error)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const bool good = file >= 0 && fsync(file) == 0;
    if (!good)
        fail_file(error, "write", path);
    if (file >= 0)
        close(file);
    return good;
}

static bool sync_content(const SnPartial *partial, GError **error)
{
    GDir *folder = partial->replaces ? g_dir_open(partial->path, 0, error) : NULL;
    if (!folder)
        return !partial->replaces && sync_path(partial->path, error);
    bool good = true;
    for (const char *name; good && (name = g_dir_read_name(folder)) != NULL;) {
        char *path = g_build_filename(partial->path, name, NULL);
        good = sync_path(path, error);
        g_free(path);
    }
    g_dir_close(folder);
    return good && sync_path(partial->path, error);
}

bool sn_partial_finish(SnPartial *partial, GError **error)
{
    if (!sync_content(partial, error) ||
        (partial->replaces && !may_replace(partial->final, partial->replaces, error)))
        return false;
    sn_output_inherit(partial->lock, partial->final);
    /* a folder with files cannot be renamed onto: they change places, the old one is removed */
    const bool swap =
        partial->replaces && g_file_test(partial->final, G_FILE_TEST_IS_DIR) &&
        renameat2(AT_FDCWD, partial->path, AT_FDCWD, partial->final, RENAME_EXCHANGE) == 0;
    if (!swap && g_rename(partial->path, partial->final) != 0)
        return fail_file(error, "write", partial->final);
    close(partial->lock);
    partial->lock = -1;
    if (swap)
        remove_all(partial->path);
    return sync_path(partial->folder, error);
}

void sn_partial_free(SnPartial *partial)
{
    if (!partial)
        return;
    if (partial->lock >= 0) {
        remove_all(partial->path);
        close(partial->lock);
    }
    g_free(partial->path);
    g_free(partial->folder);
    g_free(partial->final);
    g_free(partial);
}
