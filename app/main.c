/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One binary: the helper that reads foreign meshes, the command line, the window. */
#include "app/application.h"
#include "app/command_line.h"
#include "engine/mesh/mesh_helper.h"

#include <signal.h>
#include <string.h>

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
