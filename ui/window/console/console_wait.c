/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/console/console_wait.h"

#include <math.h>

enum { MOST_WAIT = 30000 }; /* [ms] */

bool sn_console_is_busy(SnSession *session, SnConsoleWait *wait, int every)
{
    const bool playing = sn_session_run(session) == SN_PLAYING;
    wait->seen = wait->seen || playing;
    if (isnan(wait->until))
        return playing;
    wait->waited += wait->seen ? 0 : every;
    return playing || (!wait->seen && sn_session_run(session) != SN_FAULTED &&
                       sn_session_time(session) < wait->until && wait->waited < MOST_WAIT);
}

bool sn_console_waits_in_vain(const SnConsoleWait *wait)
{
    return wait->waited >= MOST_WAIT;
}
