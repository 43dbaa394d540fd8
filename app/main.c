/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One binary: the helper that reads foreign meshes, the command line, the window. */
#include "app/application.h"
#include "app/command_line.h"
#include "engine/mesh/mesh_helper.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static bool is_limited(int resource)
{
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/* Before main, OpenBLAS starts a thread for each further processor, and each asks for 128 MB until
 * it gets them: where address space is limited (ulimit -v) such a thread spins and the program
 * cannot end.  We use one thread of it; it has to be told before it is loaded. */
static void keep_blas_small(char **argv)
{
    static const char NAME[] = "OPENBLAS_NUM_THREADS";
    const char *threads = getenv(NAME);
    if ((threads && strcmp(threads, "1") == 0) ||
        (!is_limited(RLIMIT_AS) && !is_limited(RLIMIT_DATA)))
        return;
    if (setenv(NAME, "1", 1) == 0)
        execv("/proc/self/exe", argv); /* comes back only if it cannot: then as before */
}

int main(int argc, char **argv)
{
    keep_blas_small(argv);
    /* before any library is set up: it takes rights away from its own process */
    if (argc == 3 && strcmp(argv[1], SN_MESH_HELPER_OPTION) == 0)
        return sn_mesh_helper_main(argv[2]);
    if (sn_command_line_wanted(argc, argv))
        return sn_command_line_main(argc, argv);
    return sn_application_run(argc, argv);
}
