/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Landlock (landlock(7)) and a seccomp filter (seccomp(2)), by the kernel's own interface. */
#include "engine/mesh/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- files --- */

/* Rights that are newer than the headers: bits of <linux/landlock.h>, refused by kernels before. */
#define REFER     (1ull << 13) /* version 2 */
#define TRUNCATE  (1ull << 14) /* version 3 */
#define IOCTL     (1ull << 15) /* version 5 */
#define BIND      (1ull << 0)  /* of TCP ports, version 4 */
#define CONNECT   (1ull << 1)
#define READ_ONLY (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)

typedef struct Rules { /* as struct landlock_ruleset_attr of later headers */
    uint64_t files, network, scopes;
} Rules;

static size_t rules_of_version(int version, Rules *rules)
{
    *rules = (Rules){.files = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    if (version >= 2)
        rules->files |= REFER;
    if (version >= 3)
        rules->files |= TRUNCATE;
    if (version >= 4)
        rules->network = BIND | CONNECT;
    if (version >= 5)
        rules->files |= IOCTL;
    if (version >= 6)
        rules->scopes = 3; /* abstract sockets, signals */
    return version >= 6   ? sizeof *rules
           : version >= 4 ? offsetof(Rules, scopes)
                          : offsetof(Rules, network);
}

static bool allow_reading(int set, const char *folder)
{
    struct landlock_path_beneath_attr beneath = {.allowed_access = READ_ONLY};
    beneath.parent_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (beneath.parent_fd < 0)
        return false;
    const bool good =
        syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0;
    close(beneath.parent_fd);
    return good;
}

static bool restrict_files(const char *folder)
{
    Rules rules;
    const long version =
        syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return false;
    const size_t size = rules_of_version((int)version, &rules);
    const int set = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (set < 0)
        return false;
    const bool good =
        allow_reading(set, folder) && syscall(SYS_landlock_restrict_self, set, 0) == 0;
    close(set);
    return good;
}

/* --- calls --- */

#if defined(__x86_64__)
#define PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define PROCESSOR AUDIT_ARCH_AARCH64
#endif

#ifdef PROCESSOR

/* All that reading a file, memory, time and the end of the process take; openat and the like are
 * looked at more closely below. */
static const int ALLOWED[] = {
    SYS_read,
    SYS_pread64,
    SYS_readv,
    SYS_write,
    SYS_writev,
    SYS_close,
    SYS_lseek,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_faccessat,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_mmap,
    SYS_mprotect,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_gettimeofday,
    SYS_getrandom,
    SYS_getpid,
    SYS_gettid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getrusage,
    SYS_times,
    SYS_sysinfo,
    SYS_uname,
    SYS_set_robust_list,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef __x86_64__
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_time,
    SYS_arch_prctl,
#endif
};

enum { N_ALLOWED = sizeof ALLOWED / sizeof *ALLOWED };

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offset))
#define EQUAL(value, yes, no)                                                                      \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), (uint8_t)(yes), (uint8_t)(no))
#define ANY_BIT(bits, yes, no)                                                                     \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), (uint8_t)(yes), (uint8_t)(no))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, (uint32_t)(what))
#define REFUSE       RETURN(SECCOMP_RET_ERRNO | EPERM)
#define ARGUMENT(i)  offsetof(struct seccomp_data, args[i]) /* the low half: little endian */
#define WRITES       (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY))

/* Whether a call number is listed takes two instructions each; then the three that depend on what
 * is asked for: open, openat (to read), tgkill (itself, for abort). */
static bool restrict_calls(void)
{
    const uint32_t self = (uint32_t)getpid();
    struct sock_filter program[2 * N_ALLOWED + 32];
    unsigned short n = 0;
    const struct sock_filter head[] = {
        LOAD(offsetof(struct seccomp_data, arch)),
        EQUAL(PROCESSOR, 1, 0),
        REFUSE,
        LOAD(offsetof(struct seccomp_data, nr)),
    };
    const struct sock_filter tail[] = {
        EQUAL(SYS_openat, 0, 4),
        LOAD(ARGUMENT(2)),
        ANY_BIT(WRITES, 0, 1),
        REFUSE,
        RETURN(SECCOMP_RET_ALLOW),
#ifdef __x86_64__
        EQUAL(SYS_open, 0, 4),
        LOAD(ARGUMENT(1)),
        ANY_BIT(WRITES, 0, 1),
        REFUSE,
        RETURN(SECCOMP_RET_ALLOW),
#endif
        EQUAL(SYS_fcntl, 0, 4),
        LOAD(ARGUMENT(1)),
        EQUAL(F_GETFL, 0, 1),
        RETURN(SECCOMP_RET_ALLOW),
        REFUSE,
        EQUAL(SYS_tgkill, 0, 3),
        LOAD(ARGUMENT(0)),
        EQUAL(self, 0, 1),
        RETURN(SECCOMP_RET_ALLOW),
        REFUSE,
    };
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        program[n++] = head[i];
    for (size_t i = 0; i < N_ALLOWED; i++) {
        program[n++] = (struct sock_filter)EQUAL(ALLOWED[i], 0, 1);
        program[n++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
    }
    for (size_t i = 0; i < sizeof tail / sizeof *tail; i++)
        program[n++] = tail[i];
    const struct sock_fprog filter = {.len = n, .filter = program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

#else
static bool restrict_calls(void)
{
    return false;
}
#endif

unsigned sn_sandbox_enter(const char *folder)
{
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); /* both ask for it */
    const unsigned files = restrict_files(folder) ? SN_SANDBOX_FILES : 0;
    return files | (restrict_calls() ? SN_SANDBOX_CALLS : 0);
}
