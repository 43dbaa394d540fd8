/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts wait for what they have the engine thread do. */
#ifndef SN_UI_WINDOW_CONSOLE_WAIT_H
#define SN_UI_WINDOW_CONSOLE_WAIT_H

#include "ui/session/session.h"

typedef struct SnConsoleWait {
    double until; /* it was sent to play to there [s]; NAN: it was not */
    bool seen;    /* ... and was seen playing */
    int waited;   /* ... or not yet, for so long [ms] */
} SnConsoleWait;

/* Whether it is not over yet; asked every so many milliseconds.  The engine goes by its own thread:
 * what it has been sent is over when it has come to the time, or was seen on its way and has
 * stopped (a fault, or somebody paused it). */
bool sn_console_is_busy(SnSession *session, SnConsoleWait *wait, int every);
/* Whether it has not begun to run for so long that it will not. */
bool sn_console_waits_in_vain(const SnConsoleWait *wait);

#endif
