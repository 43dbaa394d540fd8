/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command log: every command that can change the motion, one JSON object a line, in the order
 * in which they were carried out; numbers with 17 digits.  Model file + log = the same run.
 *
 *     {"sinew_commands":1}
 *     {"step":0,"command":"compile","reset":true,"model":"<text of the model>","ids":[..]}
 *     {"step":120,"command":"set","property":"/model/muscles/lad:excitation","value":[0.5]}
 *     {"step":130,"command":"pull","component":"/model/bodies/jaw","local":[..],"target":[..]}
 *     {"step":180,"command":"release"}
 *     {"step":190,"command":"probes","model":"<text of the model they are in>","ids":[..]}
 *     {"step":200,"command":"reset"}
 *     {"step":90,"command":"state","time":..,"active":..,"data":[..]}
 *     {"step":500,"command":"checkpoint","hash":"0123456789abcdef"}
 *
 * `ids` (saved_ids.h) tell which components of two models are the same.
 * `step` is the number of steps done since t = 0 when the command was carried out; it goes back to
 * 0 after a reset.  A checkpoint (at each pause and at the end) changes nothing: a replay compares.
 */
#ifndef SN_RUN_FILE_COMMAND_LOG_H
#define SN_RUN_FILE_COMMAND_LOG_H

#include "engine/run/simulation/simulation.h"

typedef struct SnCommandLog SnCommandLog;

/* Starts a log with the model and state in force as its first commands. */
SnCommandLog *sn_command_log_open(const char *path, const SnSimulation *simulation, GError **error);
/* Ends it with a checkpoint; NULL is ignored, as in all functions below. */
void sn_command_log_close(SnCommandLog *log, const SnSimulation *simulation);

/* True once, with a sentence, when a line could not be written (a full disk): no more are. */
bool sn_command_log_failed(SnCommandLog *log, char *text, size_t size);

/* The simulation went somewhere that the commands so far do not lead to: writes the model and state
 * in force as if the log began here. */
void sn_command_log_begin(SnCommandLog *log, const SnSimulation *simulation);
/* Each is called once the command was carried out, except reset, which is called before. */
void sn_command_log_compile(SnCommandLog *log, const SnSimulation *simulation, bool reset);
void sn_command_log_set(SnCommandLog *log, const SnSimulation *simulation, SnId id, int row,
                        const double *value, int n);
void sn_command_log_pull(SnCommandLog *log, const SnSimulation *simulation);
/* model: where the probes come from. */
void sn_command_log_probes(SnCommandLog *log, const SnSimulation *simulation, const SnModel *model);
void sn_command_log_reset(SnCommandLog *log, const SnSimulation *simulation);
void sn_command_log_checkpoint(SnCommandLog *log, const SnSimulation *simulation);

/* Takes one step; false ends the replay, without an error before the log's end. */
typedef bool (*SnReplayStep)(SnSimulation *simulation, void *data, GError **error);
/* Carries a log out on a simulation that has its model already (which the log's own first compile
 * replaces); ends at the last command.  folder: where relative file names of its models point.
 * step: how, sn_simulation_step if NULL.  The log is a regular file of at most 256 MiB, each line a
 * JSON object within the limits of a model file (engine/text/limits.h).  A value of a model or list
 * acts on all that inherit it. */
bool sn_command_log_replay(const char *path, SnSimulation *simulation, const char *folder,
                           SnReplayStep step, void *data, GError **error);

#endif
