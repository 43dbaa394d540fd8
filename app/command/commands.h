/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of the command line (DESIGN 7).  Each gets the words after its name and returns the
 * exit status. */
#ifndef SN_APP_COMMANDS_H
#define SN_APP_COMMANDS_H

#include "engine/run/simulation/simulation.h"

#include <glib.h>

typedef enum SnExit { SN_EXIT_DONE = 0, SN_EXIT_FAILED = 1, SN_EXIT_USAGE = 2 } SnExit;

SnExit sn_command_run(int n, char **words);
SnExit sn_command_plot(int n, char **words);
SnExit sn_command_analyze(int n, char **words);
SnExit sn_command_sweep(int n, char **words);
SnExit sn_command_scale(int n, char **words);
SnExit sn_command_fit(int n, char **words);
SnExit sn_command_render(int n, char **words);
SnExit sn_command_movie(int n, char **words);
SnExit sn_command_modes(int n, char **words);
SnExit sn_command_laxity(int n, char **words);
SnExit sn_command_info(int n, char **words);
SnExit sn_command_demos(int n, char **words);
SnExit sn_command_import(int n, char **words);
SnExit sn_command_export(int n, char **words);
SnExit sn_command_bench(int n, char **words);
SnExit sn_command_verify(int n, char **words);
SnExit sn_command_reference(int n, char **words);

/* --- shared by them (command_line.c) --- */

/* "sinew: text" on standard error; takes the error. */
SnExit sn_command_failed(GError *error);
/* The same with how to call the command; or, where the error is the help that was asked for
 * (options.h), the help, on standard output. */
SnExit sn_command_usage(const char *command, GError *error);
/* False with an error: more steps to a time [s] (NAN: none is asked for) than can be counted. */
bool sn_command_check_steps(const SnSimulation *simulation, double end, GError **error);
/* Reads the model a MODEL argument means and carries out --set PATH:PROP=VALUE on it (sets: of
 * const char *, may be NULL); NULL with an error. */
SnModel *sn_command_model(const char *argument, const GPtrArray *sets, GError **error);
/* A simulation of a model (taken, also when it fails) that records nothing; NULL with an error.
 * What else is wrong at the start is in fault. */
SnSimulation *sn_command_simulation(SnModel *model, SnFault *fault, GError **error);
/* What replacing this file will mean for others: its other names, its owner (g_free; NULL:
 * nothing); and, after it went well, the same as a note on standard error (note may be NULL). */
char *sn_command_output_note(const char *path);
void sn_command_say_output_note(const char *path, const char *note);
/* Warnings and errors of a check, one a line, on standard error. */
void sn_command_print_checks(const SnModel *model, const SnChecks *checks, SnSeverity least);

#endif
