/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of the command line (DESIGN 7).  Each gets the words after its name and returns the
 * exit status; called wrongly, or for help, it does nothing and sets `misused`. */
#ifndef SN_APP_COMMANDS_H
#define SN_APP_COMMANDS_H

#include <glib.h>

typedef enum SnExit { SN_EXIT_DONE = 0, SN_EXIT_FAILED = 1, SN_EXIT_USAGE = 2 } SnExit;

SnExit sn_command_run(int n, char **words, GError **misused);
SnExit sn_command_plot(int n, char **words, GError **misused);
SnExit sn_command_analyze(int n, char **words, GError **misused);
SnExit sn_command_sweep(int n, char **words, GError **misused);
SnExit sn_command_scale(int n, char **words, GError **misused);
SnExit sn_command_fit(int n, char **words, GError **misused);
SnExit sn_command_script(int n, char **words, GError **misused);
SnExit sn_command_render(int n, char **words, GError **misused);
SnExit sn_command_movie(int n, char **words, GError **misused);
SnExit sn_command_modes(int n, char **words, GError **misused);
SnExit sn_command_laxity(int n, char **words, GError **misused);
SnExit sn_command_info(int n, char **words, GError **misused);
SnExit sn_command_demos(int n, char **words, GError **misused);
SnExit sn_command_import(int n, char **words, GError **misused);
SnExit sn_command_export(int n, char **words, GError **misused);
SnExit sn_command_bench(int n, char **words, GError **misused);
SnExit sn_command_verify(int n, char **words, GError **misused);
SnExit sn_command_reference(int n, char **words, GError **misused);

#endif
