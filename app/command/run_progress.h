/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line that a person at a terminal sees while a simulation runs: time, share, time left. */
#ifndef SN_APP_RUN_PROGRESS_H
#define SN_APP_RUN_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SnRunProgress {
    bool shows;
    double from, end; /* [s]; end NAN: not known */
    int64_t began;    /* wall time [ns] */
    bool written;     /* the line is there */
} SnRunProgress;

/* Nothing is shown when quiet, or where standard error is no terminal. */
void sn_run_progress_begin(SnRunProgress *progress, bool quiet, double from, double end);
/* Writes the line anew; now: wall time [ns]. */
void sn_run_progress_show(SnRunProgress *progress, double time, int64_t now);
/* Takes the line away, before other text. */
void sn_run_progress_clear(SnRunProgress *progress);

#endif
