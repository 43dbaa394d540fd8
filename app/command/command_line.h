/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_APP_COMMAND_LINE_H
#define SN_APP_COMMAND_LINE_H

#include <stdbool.h>

/* Whether the words ask for something without a window, or make no sense. */
bool sn_command_line_wanted(int argc, char **argv);
/* Does it; returns the exit status: 0 done, 1 failed, 2 usage. */
int sn_command_line_main(int argc, char **argv);

#endif
