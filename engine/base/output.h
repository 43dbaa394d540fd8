/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way in which the program writes a file that a person named: models, tables, pictures,
 * films, logs.
 *
 *   what the path is       what happens
 *   nothing                a new file, mode 0666 less the umask, and less what another file that it
 *                          was made from does not allow (sn_output_like)
 *   a file                 replaced as a whole by one with its mode, owner, group, access list and
 *                          extended attributes; until then untouched.  Other names of it (hard
 *                          links) keep the former contents: sn_output_note says so
 *   a link to these        the link stays, what it leads to is replaced or made
 *   a file nobody may      refused, for root as well
 *     write (0444)
 *   a character device,    written through: /dev/null, /dev/stdout, >(program).  A pipe that nobody
 *     a pipe               reads is waited for for some seconds, then refused
 *   a folder, disk, socket refused
 *
 * The new file has a hidden name in the same folder until it is finished (".sinew-....partial",
 * locked by its writer); what a killed writer left there goes with the next file of that folder. */
#ifndef SN_BASE_OUTPUT_H
#define SN_BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

typedef struct SnOutput SnOutput;

typedef enum SnOutputKind {
    SN_OUTPUT_WHOLE,   /* there when it is finished, and on the disk */
    SN_OUTPUT_QUICK,   /* the same without waiting for the disk */
    SN_OUTPUT_PRIVATE, /* as WHOLE; a new file is for its owner alone (0600) */
    SN_OUTPUT_GROWING, /* what was written so far is there: logs, tables of long runs; a file is
                          emptied at the start and keeps all its names */
} SnOutputKind;

#define SN_OUTPUT_PATH 4096

/* What went wrong; without the path. */
typedef struct SnOutputProblem {
    int number;     /* errno */
    char text[512]; /* "the disk is full; ..." */
} SnOutputProblem;

/* NULL with a problem, and everything as it was. */
SnOutput *sn_output_open(const char *path, SnOutputKind kind, SnOutputProblem *problem);
/* All n bytes.  After a failure only sn_output_abandon is left. */
bool sn_output_write(SnOutput *output, const void *bytes, size_t n, SnOutputProblem *problem);
/* For libraries that write themselves (borrowed).  Its signals of a full disk or a closed pipe are
 * the caller's. */
int sn_output_descriptor(const SnOutput *output);
/* Puts it in its place and frees it, also where that fails: then what was there is untouched. */
bool sn_output_finish(SnOutput *output, SnOutputProblem *problem);
/* Frees it; a file that was to be replaced is as it was. */
void sn_output_abandon(SnOutput *output);

/* All of these in one; like: for sn_output_like. */
bool sn_output_file(const char *path, SnOutputKind kind, const char *like, const void *bytes,
                    size_t n, SnOutputProblem *problem);

/* What replacing this file will mean for others ("it has 2 other names ..."); false: nothing. */
bool sn_output_note(const char *path, char *text, size_t size);

/* --- for those who make a file by themselves (a child process writes it) --- */

/* The file that `path` leads to over links, there already or not; false for what is no plain file,
 * or may not be written. */
bool sn_output_target(const char *path, char target[SN_OUTPUT_PATH], SnOutputProblem *problem);
/* Gives an open file (or folder) mode, owner, group, access list and attributes of the one that it
 * will replace, as far as this user may; nothing if there is none. */
void sn_output_inherit(int file, const char *target);
/* Removes what killed writers left in a folder. */
void sn_output_sweep(const char *folder);

#endif
