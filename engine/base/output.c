/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/output.h"

#include "engine/base/memory.h"
#include "engine/base/output_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#define PREFIX ".sinew-"
#define SUFFIX ".partial"

enum { WAIT_FOR_READER = 5000, WAIT_STEP = 20 }; /* [ms] */

struct SnOutput {
    int file;
    bool replaces;       /* file has the name `hidden` until it is finished */
    bool durable, fresh; /* nothing had the name before */
    char target[SN_OUTPUT_PATH], hidden[SN_OUTPUT_PATH], folder[SN_OUTPUT_PATH];
};

/* --- signals of a full disk and of a closed pipe: errors of this write, not the end --- */

typedef struct Calm {
    sigset_t before, ours;
} Calm;

static void calm_begin(Calm *calm)
{
    sigemptyset(&calm->ours);
    sigaddset(&calm->ours, SIGPIPE);
    sigaddset(&calm->ours, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &calm->ours, &calm->before);
}

static void calm_end(const Calm *calm)
{
    const int number = errno;
    const struct timespec at_once = {0};
    sigset_t take = calm->ours;
    for (int i = 0; i < 2; i++) { /* not those that the caller keeps back himself */
        const int ours = i ? SIGXFSZ : SIGPIPE;
        if (sigismember(&calm->before, ours))
            sigdelset(&take, ours);
    }
    while (sigtimedwait(&take, NULL, &at_once) > 0)
        continue;
    pthread_sigmask(SIG_SETMASK, &calm->before, NULL);
    errno = number;
}

/* --- what killed writers left --- */

static bool is_hidden_name(const char *name)
{
    const size_t n = strlen(name), prefix = strlen(PREFIX), suffix = strlen(SUFFIX);
    return n > prefix + suffix && strncmp(name, PREFIX, prefix) == 0 &&
           strcmp(name + n - suffix, SUFFIX) == 0;
}

static void sweep_one(int folder, const char *name)
{
    struct stat opened, there;
    const int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return;
    if (flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &opened) == 0 &&
        S_ISREG(opened.st_mode) && fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
        opened.st_ino == there.st_ino && opened.st_dev == there.st_dev)
        unlinkat(folder, name, 0);
    close(file);
}

void sn_output_sweep(const char *folder)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        if (is_hidden_name(entry->d_name))
            sweep_one(dirfd(entries), entry->d_name);
    closedir(entries);
}

/* --- opening --- */

static bool name_hidden(SnOutput *output)
{
    uint32_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        number = (uint32_t)getpid();
    const int n = snprintf(output->hidden, sizeof output->hidden, "%s/" PREFIX "%08x" SUFFIX,
                           output->folder, number);
    return n > 0 && (size_t)n < sizeof output->hidden;
}

/* Locked, and not swept away before it was; -1 with errno. */
static int make_hidden(SnOutput *output, mode_t mode)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        struct stat opened;
        if (!name_hidden(output)) {
            errno = ENAMETOOLONG;
            return -1;
        }
        const int file = open(output->hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file < 0 && errno == EEXIST)
            continue;
        if (file < 0)
            return -1;
        if (flock(file, LOCK_EX) == 0 && fstat(file, &opened) == 0 && opened.st_nlink == 0) {
            close(file);
            continue;
        }
        return file;
    }
    return -1;
}

/* A file of 0600 until it is whole where it replaces one: nobody else looks in meanwhile. */
static bool open_whole(SnOutput *output, SnOutputKind kind, SnOutputProblem *problem)
{
    struct stat there;
    output->fresh = stat(output->target, &there) != 0;
    sn_output_sweep(output->folder);
    output->file = make_hidden(output, output->fresh && kind != SN_OUTPUT_PRIVATE ? 0666 : 0600);
    if (output->file < 0)
        return sn_output_fail(problem, errno, output->folder);
    output->replaces = true;
    return true;
}

static bool open_growing(SnOutput *output, SnOutputProblem *problem)
{
    output->file = open(output->target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return output->file >= 0 || sn_output_fail(problem, errno, output->folder);
}

/* Our own standard output that somebody sent to a file, for one: it goes on where it is. */
static int open_descriptor(const char *path)
{
    int number, end = 0;
    const bool ours = (sscanf(path, "/proc/self/fd/%9d%n", &number, &end) == 1 ||
                       sscanf(path, "/dev/fd/%9d%n", &number, &end) == 1) &&
                      path[end] == 0;
    return ours ? fcntl(number, F_DUPFD_CLOEXEC, 3) : -1;
}

static bool open_through(SnOutput *output, const char *path, SnOutputProblem *problem)
{
    const struct timespec step = {.tv_nsec = WAIT_STEP * 1000000};
    output->file = open_descriptor(output->target);
    if (output->file >= 0)
        return true;
    for (int waited = 0;; waited += WAIT_STEP) {
        output->file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_APPEND);
        if (output->file >= 0 || errno != ENXIO || waited >= WAIT_FOR_READER)
            break;
        nanosleep(&step, NULL);
    }
    if (output->file < 0 && errno == ENXIO) {
        problem->number = ENXIO;
        snprintf(problem->text, sizeof problem->text, "nobody reads from this pipe or device");
        return false;
    }
    if (output->file < 0)
        return sn_output_fail(problem, errno, path);
    const int flags = fcntl(output->file, F_GETFL);
    return fcntl(output->file, F_SETFL, flags & ~O_NONBLOCK) == 0 ||
           sn_output_fail(problem, errno, path);
}

SnOutput *sn_output_open(const char *path, SnOutputKind kind, SnOutputProblem *problem)
{
    SnOutput *output = sn_try_alloc(1, sizeof *output);
    if (!output) {
        sn_output_fail(problem, ENOMEM, path);
        return NULL;
    }
    output->file = -1;
    const SnOutputPlace place = sn_output_place(path, output->target, problem);
    bool good = place != SN_PLACE_REFUSED;
    if (place == SN_PLACE_FILE)
        sn_output_folder(output->target, output->folder);
    output->durable =
        place == SN_PLACE_FILE && (kind == SN_OUTPUT_WHOLE || kind == SN_OUTPUT_PRIVATE);
    if (good)
        good = place == SN_PLACE_THROUGH   ? open_through(output, path, problem)
               : kind == SN_OUTPUT_GROWING ? open_growing(output, problem)
                                           : open_whole(output, kind, problem);
    if (good)
        return output;
    sn_output_abandon(output);
    return NULL;
}

/* A new file shall be no more open to others than this one, if there is one (NULL: none): a copy of
 * a private file is private. */
static void output_like(SnOutput *output, const char *path)
{
    struct stat like, now;
    if (!output->replaces || !output->fresh || !path || stat(path, &like) != 0 ||
        !S_ISREG(like.st_mode) || fstat(output->file, &now) != 0)
        return;
    if (fchmod(output->file, now.st_mode & (like.st_mode | 0600) & 0777) != 0)
        errno = 0; /* a disk without modes */
}

/* --- writing --- */

int sn_output_descriptor(const SnOutput *output)
{
    return output->file;
}

bool sn_output_write(SnOutput *output, const void *bytes, size_t n, SnOutputProblem *problem)
{
    const char *at = bytes;
    bool good = true;
    Calm calm;
    calm_begin(&calm);
    while (good && n > 0) {
        const ssize_t written = write(output->file, at, n);
        if (written < 0 && errno == EINTR)
            continue;
        good = written > 0;
        if (good) {
            at += written;
            n -= (size_t)written;
        }
    }
    calm_end(&calm);
    return good || sn_output_fail(problem, errno, output->folder);
}

/* --- finishing --- */

static bool sync_folder(const char *path)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool good = folder < 0 || fsync(folder) == 0 || errno == EINVAL;
    if (folder >= 0)
        close(folder);
    return good; /* a folder that may not be read cannot be synchronised */
}

static bool put_in_place(SnOutput *output)
{
    if (output->replaces) {
        sn_output_inherit(output->file, output->target);
        if ((output->durable && fsync(output->file) != 0) ||
            rename(output->hidden, output->target) != 0)
            return false;
        output->replaces = false; /* nothing to remove any more */
        if (output->durable && !sync_folder(output->folder))
            return false;
    }
    const int file = output->file;
    output->file = -1;
    return close(file) == 0 || errno == EINTR;
}

bool sn_output_finish(SnOutput *output, SnOutputProblem *problem)
{
    const bool good = put_in_place(output);
    if (!good)
        sn_output_fail(problem, errno, output->folder);
    sn_output_abandon(output);
    return good;
}

void sn_output_abandon(SnOutput *output)
{
    if (!output)
        return;
    if (output->replaces)
        unlink(output->hidden);
    if (output->file >= 0)
        close(output->file);
    sn_free(output);
}

bool sn_output_file(const char *path, SnOutputKind kind, const char *like, const void *bytes,
                    size_t n, SnOutputProblem *problem)
{
    SnOutput *output = sn_output_open(path, kind, problem);
    if (!output)
        return false;
    output_like(output, like);
    if (sn_output_write(output, bytes, n, problem))
        return sn_output_finish(output, problem);
    sn_output_abandon(output);
    return false;
}
