/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch of the step: arrays taken by name and given back in the opposite order, from one block
 * that is made with the workspace.  So each array has one owner at a time, and a step allocates
 * nothing.  What must last from one call to the next is no scratch. */
#ifndef SN_SIM_SYSTEM_SCRATCH_H
#define SN_SIM_SYSTEM_SCRATCH_H

#include "engine/sim/system/state.h"

#include <stdbool.h>
#include <stddef.h>

/* Arrays that may be out at the same time. */
enum { SN_SCRATCH_DEEPEST = 16 };

typedef struct SnScratch {
    double *block; /* [room] owned */
    size_t room, used;
    int n; /* arrays that are out, in the order in which they were taken: */
    struct {
        const char *name;
        double *array;
    } taken[SN_SCRATCH_DEEPEST];
} SnScratch;

/* Makes the block, with room for all that a step of the system takes at the same
 * time. */
void sn_scratch_init(const SnSystem *system, SnScratch *scratch);
void sn_scratch_clear(SnScratch *scratch);
/* An array of n numbers, which are not set; never NULL.  `name` (kept by reference) says whose it
 * is in messages.  More than there is room for is a mistake in the solver and ends the program. */
double *sn_scratch_take(SnWorkspace *work, const char *name, int n);
/* Gives back the array that was taken last; any other is a mistake and ends the program. */
void sn_scratch_give(SnWorkspace *work, double *array);
/* Ends the program, and names the array, if one is still out. */
void sn_scratch_expect_empty(const SnWorkspace *work);

#endif
