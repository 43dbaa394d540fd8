/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks through a whole system or state that find what cannot be: sizes that disagree, indices
 * beyond their arrays, orders and offsets that are not kept, numbers that are not finite.  They
 * change and allocate nothing.  Debug builds, and others where the environment sets SINEW_CHECK=1,
 * walk after a compile and around each step; release builds do not. */
#ifndef SN_SIM_SYSTEM_CHECK_H
#define SN_SIM_SYSTEM_CHECK_H

#include "engine/sim/system/state.h"

/* A finished system.  SN_FAULT_BROKEN names the first array and index that are wrong, and how. */
SnFault sn_system_check(const SnSystem *system);
/* A state of that system, which is right itself. */
SnFault sn_state_check(const SnSystem *system, const SnState *state);
/* Whether to walk; asked once for a compile and once for a workspace. */
bool sn_check_wanted(void);

/* --- for the walks --- */

/* Each returns false, and keeps the first message, where something is wrong; and false without
 * looking after that. */
typedef struct SnWalk {
    const SnSystem *system;
    SnFault fault;
} SnWalk;

/* `array`[index] is wrong: what is. */
bool sn_check_fail(SnWalk *check, const char *array, int index, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool sn_check_that(SnWalk *check, bool good, const char *array, int index, const char *what);
/* low <= value < end. */
bool sn_check_range(SnWalk *check, const char *array, int index, int value, int low, int end);
/* first .. first + count lies within an array of n. */
bool sn_check_span(SnWalk *check, const char *array, int index, int first, int count, int n);
/* n numbers; there is memory for them if n > 0. */
bool sn_check_finite(SnWalk *check, const char *array, int n, const double *values);
/* n indices with low <= value < end; there is memory for them if n > 0. */
bool sn_check_indices(SnWalk *check, const char *array, int n, const int *values, int low, int end);
/* A count that is not negative, and memory for it. */
bool sn_check_array(SnWalk *check, const char *array, int n, const void *memory);
/* Of length 1 to 1e-6. */
bool sn_check_unit(SnWalk *check, const char *array, int index, const double quaternion[4]);

/* Parts of sn_system_check. */
bool sn_check_rows(SnWalk *check);    /* joints, rows, exciters, probes, control */
bool sn_check_forces(SnWalk *check);  /* paths, loads, FEM models, muscle bundles */
bool sn_check_strands(SnWalk *check); /* reduced, spline and Cosserat strands, what they lie on */

#endif
