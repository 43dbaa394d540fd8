/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints that come to say the same several times in a pose that is reached, as the parts of a
 * linkage that lies flat. */
#include "engine/checks.h"
#include "engine/run/simulation/simulation.h"

/* A search follows the last at so many times its steps. */
#define AGAIN 1.25

GArray *sn_repeats_look(SnRepeats *repeats, SnSimulation *s, bool last)
{
    const int repeated = sn_simulation_repeated_rows(s);
    if (repeats->system != s->compiled->system)
        *repeats = (SnRepeats){.system = s->compiled->system};
    if (repeats->steps++ == 0) {
        repeats->repeated = repeated;
        repeats->redundant = repeated > 0 ? sn_count_redundant(s, true) : 0;
    }
    if (repeated <= repeats->repeated ||
        ((double)repeats->steps < AGAIN * (double)repeats->searched && !last))
        return NULL;
    repeats->searched = repeats->steps;
    const int redundant = sn_count_redundant(s, true);
    if (redundant <= repeats->redundant)
        return NULL;
    repeats->repeated = repeated, repeats->redundant = redundant;
    return sn_find_redundant(s, true);
}
