/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/monitor_note.h"

#include "engine/model/classes/control.h"
#include "engine/sim/bind/control.h"

/* "/model/muscles/lad:force is 12.3 N, above 10 N, at 0.51 s" */
static void write_text(const SnSimulation *s, const SnSystemMonitor *monitor, SnMonitorNote *note)
{
    const double value = sn_state_memory(s->state)[monitor->memory + SN_MONITOR_LAST];
    const bool above = value > monitor->high;
    const SnAddress *watched = &monitor->watched;
    const SnProperty *row = sn_model_property(s->model, watched->id, watched->property);
    const char *unit = sn_unit_symbol(row->unit), *space = unit[0] ? " " : "";
    g_autofree char *path = sn_model_path(s->model, watched->id);
    g_snprintf(note->text, sizeof note->text, "%s:%s is %.4g%s%s, %s %.4g%s%s, at %.6g s", path,
               row->name, value, space, unit, above ? "above" : "below",
               above ? monitor->high : monitor->low, space, unit, s->state->time);
}

bool sn_simulation_next_note(const SnSimulation *s, int *place, SnMonitorNote *note)
{
    int n;
    const int *left = sn_monitors_left(s->work, &n);
    while (*place < n) {
        const SnSystemMonitor *monitor = &s->compiled->system->control.monitors[left[(*place)++]];
        const SnMonitor *component = (const SnMonitor *)sn_model_get(s->model, monitor->id);
        if (component->action == SN_MONITOR_NONE)
            continue;
        note->id = monitor->id;
        note->pauses = component->action == SN_MONITOR_PAUSE;
        write_text(s, monitor, note);
        return true;
    }
    return false;
}
