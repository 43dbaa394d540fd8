/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/pacer.h"

static const int64_t FORGIVEN = 100000000; /* [ns] */
static const int64_t WINDOW = 250000000;   /* [ns] */

void sn_pacer_start(SnPacer *pacer, int64_t now, double time)
{
    pacer->wall_start = pacer->wall_window = now;
    pacer->time_start = pacer->time_window = time;
    pacer->factor = 0;
}

int64_t sn_pacer_wait(SnPacer *pacer, int64_t now, double time)
{
    if (pacer->speed <= 0)
        return 0;
    const double due = (time - pacer->time_start) / pacer->speed * 1e9;
    const int64_t wait = pacer->wall_start + (int64_t)due - now;
    if (wait < -FORGIVEN) {
        pacer->wall_start = now;
        pacer->time_start = time;
    }
    return wait > 0 ? wait : 0;
}

void sn_pacer_measure(SnPacer *pacer, int64_t from, int64_t to, double time)
{
    const double ms = 1e-6 * (double)(to - from);
    pacer->step_ms = pacer->step_ms > 0 ? pacer->step_ms + 0.05 * (ms - pacer->step_ms) : ms;
    const int64_t elapsed = to - pacer->wall_window;
    if (elapsed < WINDOW && (pacer->factor > 0 || elapsed < WINDOW / 10))
        return;
    const double factor = (time - pacer->time_window) / (1e-9 * (double)elapsed);
    pacer->factor = pacer->factor > 0 ? 0.5 * (pacer->factor + factor) : factor;
    if (elapsed >= WINDOW) {
        pacer->wall_window = to;
        pacer->time_window = time;
    }
}
