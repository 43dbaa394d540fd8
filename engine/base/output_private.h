/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by output.c and output_target.c only. */
#ifndef SN_BASE_OUTPUT_PRIVATE_H
#define SN_BASE_OUTPUT_PRIVATE_H

#include "engine/base/output.h"

typedef enum SnOutputPlace {
    SN_PLACE_REFUSED, /* with a problem */
    SN_PLACE_FILE,    /* target is a file, or will be one */
    SN_PLACE_THROUGH, /* a device, a pipe, an open file of a process: written through `path` */
} SnOutputPlace;

SnOutputPlace sn_output_place(const char *path, char target[SN_OUTPUT_PATH],
                              SnOutputProblem *problem);
/* "/tmp" of "/tmp/x", "." of "x". */
void sn_output_folder(const char *target, char folder[SN_OUTPUT_PATH]);
/* Sets the problem from errno in words, and returns false. */
bool sn_output_fail(SnOutputProblem *problem, int number, const char *folder);

#endif
