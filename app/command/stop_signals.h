/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl+C and other requests to end, for commands that have something to finish first. */
#ifndef SN_APP_STOP_SIGNALS_H
#define SN_APP_STOP_SIGNALS_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM, SIGHUP and SIGXCPU are noted, where they were not ignored before
 * (nohup); a second one of the same kind ends the program at once.  SIGXFSZ is ignored. */
void sn_stop_signals_catch(void);
/* What was asked for, as "interrupted" or "terminated"; NULL: nothing. */
const char *sn_stop_signals_seen(void);
/* An SnStepWatch that stops a step, and a search for rest, when something was asked for. */
bool sn_stop_signals_watch(void *unused, double fraction);

#endif
