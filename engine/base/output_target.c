/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an output path leads, and what the file there hands on to the one that replaces it. */
#include "engine/base/memory.h"
#include "engine/base/output_private.h"

#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MAX_LINKS = 40, MAX_ATTRIBUTE = 65536 };

#define ACCESS_LIST "system.posix_acl_access"

/* --- words --- */

bool sn_output_fail(SnOutputProblem *problem, int number, const char *folder)
{
    char words[sizeof problem->text] = "";
    switch (number) {
    case ENOSPC:
    case EDQUOT:
        snprintf(words, sizeof words, "the disk is full; make room or choose another place");
        break;
    case EFBIG:
        snprintf(words, sizeof words, "the file would be larger than is allowed here");
        break;
    case EROFS:
        snprintf(words, sizeof words, "the disk is read-only; choose another place");
        break;
    case EACCES:
    case EPERM:
        snprintf(words, sizeof words,
                 "the folder %.200s may not be written to; choose another place", folder);
        break;
    case ENOENT:
        snprintf(words, sizeof words, "there is no folder %.200s; choose another place", folder);
        break;
    case EPIPE:
        snprintf(words, sizeof words, "who read it has ended");
        break;
    default:
        snprintf(words, sizeof words, "%.200s", strerror(number));
        break;
    }
    problem->number = number;
    memcpy(problem->text, words, sizeof words);
    return false;
}

static SnOutputPlace refuse(SnOutputProblem *problem, int number, const char *words)
{
    problem->number = number;
    snprintf(problem->text, sizeof problem->text, "%s", words);
    return SN_PLACE_REFUSED;
}

void sn_output_folder(const char *target, char folder[SN_OUTPUT_PATH])
{
    const char *slash = strrchr(target, '/');
    const size_t n = !slash ? 0 : slash == target ? 1 : (size_t)(slash - target);
    if (n == 0)
        snprintf(folder, SN_OUTPUT_PATH, ".");
    else
        snprintf(folder, SN_OUTPUT_PATH, "%.*s", (int)n, target);
}

/* --- where it leads --- */

/* A link in /proc (/dev/stdout, /dev/fd/3) is an open file of a process, not a name. */
static bool is_in_proc(const char *path)
{
    char folder[SN_OUTPUT_PATH];
    struct statfs where;
    sn_output_folder(path, folder);
    return statfs(folder, &where) == 0 && where.f_type == PROC_SUPER_MAGIC;
}

/* Replaces a link by what it holds; false if the name gets too long. */
static bool step_over_link(char target[SN_OUTPUT_PATH])
{
    char link[SN_OUTPUT_PATH], folder[SN_OUTPUT_PATH];
    const ssize_t n = readlink(target, link, sizeof link - 1);
    if (n < 0)
        return false;
    link[n] = 0;
    if (link[0] == '/') {
        memcpy(target, link, (size_t)n + 1);
        return true;
    }
    sn_output_folder(target, folder);
    const size_t length = strlen(folder);
    if (length + 1 + (size_t)n + 1 > SN_OUTPUT_PATH)
        return false;
    memcpy(target, folder, length);
    target[length] = '/';
    memcpy(target + length + 1, link, (size_t)n + 1);
    return true;
}

static SnOutputPlace place_of_kind(const struct stat *there, SnOutputProblem *problem)
{
    if (S_ISCHR(there->st_mode) || S_ISFIFO(there->st_mode))
        return SN_PLACE_THROUGH;
    return refuse(problem, S_ISDIR(there->st_mode) ? EISDIR : EINVAL,
                  S_ISDIR(there->st_mode)   ? "it is a folder; name a file"
                  : S_ISBLK(there->st_mode) ? "it is a disk; name a file"
                                            : "it is neither a file nor a pipe; name a file");
}

SnOutputPlace sn_output_place(const char *path, char target[SN_OUTPUT_PATH],
                              SnOutputProblem *problem)
{
    struct stat there;
    const size_t length = strlen(path);
    if (length == 0 || length >= SN_OUTPUT_PATH)
        return refuse(problem, length ? ENAMETOOLONG : ENOENT,
                      length ? "its name is too long" : "the name is empty");
    const bool exists = stat(path, &there) == 0;
    if (!exists && errno != ENOENT) {
        sn_output_fail(problem, errno, path);
        return SN_PLACE_REFUSED;
    }
    if (exists && !S_ISREG(there.st_mode))
        return place_of_kind(&there, problem);
    memcpy(target, path, length + 1);
    struct stat self;
    for (int i = 0; lstat(target, &self) == 0 && S_ISLNK(self.st_mode); i++) {
        if (exists && is_in_proc(target))
            return SN_PLACE_THROUGH;
        if (i == MAX_LINKS || !step_over_link(target))
            return refuse(problem, ELOOP, "its links lead nowhere");
    }
    if (exists && (there.st_mode & 0222) == 0)
        return refuse(problem, EACCES,
                      "the file is read-only; choose another name, or allow writing to it first");
    if (exists && access(target, W_OK) != 0)
        return refuse(problem, errno,
                      "this file may not be written to; choose another name, or ask its owner");
    return SN_PLACE_FILE;
}

bool sn_output_target(const char *path, char target[SN_OUTPUT_PATH], SnOutputProblem *problem)
{
    const SnOutputPlace place = sn_output_place(path, target, problem);
    if (place == SN_PLACE_THROUGH)
        refuse(problem, EINVAL, "it is a device or a pipe; name a file");
    return place == SN_PLACE_FILE;
}

/* --- what it hands on --- */

static void copy_attributes(int file, const char *target)
{
    char *names = sn_try_alloc(2, MAX_ATTRIBUTE);
    char *value = names ? names + MAX_ATTRIBUTE : NULL;
    const ssize_t n = names ? listxattr(target, names, MAX_ATTRIBUTE) : 0;
    for (ssize_t at = 0; at < n; at += (ssize_t)strlen(names + at) + 1) {
        const ssize_t size = getxattr(target, names + at, value, MAX_ATTRIBUTE);
        if (size >= 0 && fsetxattr(file, names + at, value, (size_t)size, 0) != 0)
            continue; /* as far as this user may, and the disk can */
    }
    sn_free(names);
}

void sn_output_inherit(int file, const char *target)
{
    struct stat there;
    if (stat(target, &there) != 0 || (!S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)))
        return;
    /* the folder's default list is for new files */
    if (fremovexattr(file, ACCESS_LIST) != 0)
        errno = 0;
    mode_t mode = there.st_mode & 0777;
    if (fchown(file, there.st_uid, there.st_gid) != 0 && fchown(file, (uid_t)-1, there.st_gid) != 0)
        mode &= ~(mode_t)070 | (mode & 07) << 3; /* another group: what all others may */
    if (fchmod(file, mode) != 0)
        errno = 0; /* a disk without modes */
    copy_attributes(file, target);
}

bool sn_output_note(const char *path, char *text, size_t size)
{
    struct stat there;
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode))
        return false;
    if (there.st_nlink > 1) {
        const unsigned long others = (unsigned long)there.st_nlink - 1;
        snprintf(text, size,
                 "this file had %lu other name%s (hard links), which keep%s the former contents",
                 others, others == 1 ? "" : "s", others == 1 ? "s" : "");
        return true;
    }
    if (there.st_uid != geteuid() && geteuid() != 0) {
        snprintf(text, size, "this file belonged to another user; it is yours now");
        return true;
    }
    return false;
}
