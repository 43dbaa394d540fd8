/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One binary: the helper that reads foreign meshes, the command line, the window. */
#include "app/command/command_line.h"
#include "app/document/application.h"
#include "engine/mesh/mesh_helper.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* --- before the libraries start --- */

static bool is_limited(int resource)
{
    struct rlimit limit;
    return getrlimit((__rlimit_resource_t)resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

#define THREADS "OPENBLAS_NUM_THREADS="
enum { NAME_LENGTH = sizeof THREADS - 1 };

/* Without any library: none has started. */
__attribute__((no_sanitize("address", "thread", "undefined"))) static bool
sets_threads(const char *text)
{
    for (int i = 0; i < NAME_LENGTH; i++)
        if (text[i] != THREADS[i])
            return false;
    return true;
}

/* As it is loaded, OpenBLAS starts a thread for each further processor, and each asks for 128 MB
 * until it gets them: where address space is limited (ulimit -v) such a thread spins, and the
 * program cannot end; or it cannot be started, and OpenBLAS ends the program.  We use one thread of
 * it, and say so in the environment of the same program started anew. */
__attribute__((no_sanitize("address", "thread", "undefined"))) static void
keep_blas_small(int argc, char **argv, char **environment)
{
    static char one[] = THREADS "1";
    if (!is_limited(RLIMIT_AS) && !is_limited(RLIMIT_DATA))
        return;
    int n = 0, place = -1;
    for (; environment[n]; n++)
        if (sets_threads(environment[n]))
            place = n;
    if (place >= 0 && environment[place][NAME_LENGTH] == '1' &&
        environment[place][NAME_LENGTH + 1] == '\0')
        return;
    static char *changed[1 << 14];
    if (n + 2 > (int)(sizeof changed / sizeof changed[0]))
        return;
    for (int i = 0; i < n; i++)
        changed[i] = environment[i];
    changed[place >= 0 ? place : n] = one;
    changed[place >= 0 ? n : n + 1] = NULL;
    execve("/proc/self/exe", argv, changed); /* comes back only if it cannot: then as before */
}

/* Called before the constructors of the libraries. */
__attribute__((section(".preinit_array"),
               used)) static void (*const first)(int, char **, char **) = keep_blas_small;

int main(int argc, char **argv)
{
    /* before any library is set up: it takes rights away from its own process */
    if (argc == 3 && strcmp(argv[1], SN_MESH_HELPER_OPTION) == 0)
        return sn_mesh_helper_main(argv[2]);
    /* a file beyond the limit of its size is an error of that file, not the end of the program */
    signal(SIGXFSZ, SIG_IGN);
    if (sn_command_line_wanted(argc, argv))
        return sn_command_line_main(argc, argv);
    return sn_application_run(argc, argv);
}
