/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands share: their model, its simulation, what they say of them. */
#ifndef SN_APP_COMMAND_H
#define SN_APP_COMMAND_H

#include "app/command/commands.h"
#include "engine/motion/motion_file.h"
#include "engine/run/simulation/simulation.h"

/* "sinew: text" on standard error; takes the error. */
SnExit sn_command_failed(GError *error);
/* Hands over the error by which a command was called wrongly, or the help that was asked for
 * (options.h): who carries commands out says how to call it. */
SnExit sn_command_misused(GError **misused, GError *error);
/* False with an error: more steps to a time [s] (NAN: none is asked for) than can be counted. */
bool sn_command_check_steps(const SnSimulation *simulation, double end, GError **error);
/* Reads the model a MODEL argument means and carries out --set PATH:PROP=VALUE on it (sets: of
 * const char *, may be NULL); NULL with an error. */
SnModel *sn_command_model(const char *argument, const GPtrArray *sets, GError **error);
/* Poses the start by the value of a joint's coordinate. */
bool sn_command_pose(SnModel *model, const SnTarget *target, const SnValue *number, GError **error);
/* Draws the present moment as `sinew render` does without options. */
bool sn_command_picture(SnSimulation *simulation, const char *out, GError **error);
/* A simulation of a model (taken, also when it fails) that records nothing; NULL with an error.
 * What else is wrong at the start is in fault. */
SnSimulation *sn_command_simulation(SnModel *model, SnFault *fault, GError **error);
/* What replacing this file will mean for others: its other names, its owner (g_free; NULL:
 * nothing); and, after it went well, the same as a note on standard error (note may be NULL). */
char *sn_command_output_note(const char *path);
void sn_command_say_output_note(const char *path, const char *note);
/* What the user should know of a table that was read, on standard error. */
void sn_command_say_table_notes(const SnMotionTable *table, const char *path);
/* Warnings and errors of a check, one a line, on standard error. */
void sn_command_print_checks(const SnModel *model, const SnChecks *checks, SnSeverity least);

#endif
