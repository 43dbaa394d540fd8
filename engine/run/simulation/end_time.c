/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a run ends: at its time, whatever its step. */
#include "engine/run/simulation/simulation.h"

#include <float.h>
#include <math.h>

/* Part of a step within which two times are one. */
static double hair(const SnSimulation *s, double time)
{
    return fmax(1e-6 * s->compiled->system->step_size, 4 * DBL_EPSILON * fabs(time));
}

bool sn_simulation_reached(const SnSimulation *s, double end)
{
    return end - s->state->time <= hair(s, end);
}

SnFault sn_simulation_step_towards(SnSimulation *s, double end)
{
    SnSystem *system = s->compiled->system;
    const double regular = system->step_size, left = end - s->state->time;
    if (left >= regular - hair(s, end))
        return sn_simulation_step(s);
    /* what the sum is rounded to is the end itself */
    double part = left;
    while (s->state->time + part < end)
        part = nextafter(part, INFINITY);
    while (s->state->time + part > end)
        part = nextafter(part, 0);
    system->step_size = part;
    const SnFault fault = sn_simulation_step(s);
    system->step_size = regular;
    return fault;
}
