/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said when a monitor's value leaves its bounds. */
#ifndef SN_RUN_SIMULATION_MONITOR_NOTE_H
#define SN_RUN_SIMULATION_MONITOR_NOTE_H

#include "engine/run/simulation/simulation.h"

typedef struct SnMonitorNote {
    SnId id;
    bool pauses;
    char text[240]; /* without the monitor's path */
} SnMonitorNote;

/* The next note of the last step; *place starts at 0.  False when there is no other. */
bool sn_simulation_next_note(const SnSimulation *simulation, int *place, SnMonitorNote *note);

#endif
