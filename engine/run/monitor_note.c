/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/monitor_note.h"

#include "engine/model/classes/control.h"
#include "engine/sim/control.h"

#include <string.h>

/* "muscles/lad:force is 12.3 N, above 10 N" */
static void write_text(const SnModel *model, const SnSystemMonitor *monitor, double value,
                       SnMonitorNote *note)
{
    const bool above = value > monitor->high;
    const SnProperty *row =
        sn_model_property(model, monitor->watched.id, monitor->watched.property);
    const char *unit = sn_unit_symbol(row->unit), *space = unit[0] ? " " : "";
    g_autofree char *path = sn_model_path(model, monitor->watched.id);
    g_snprintf(note->text, sizeof note->text, "%s:%s is %g%s%s, %s %g%s%s", path, row->name, value,
               space, unit, above ? "above" : "below", above ? monitor->high : monitor->low, space,
               unit);
}

bool sn_simulation_next_note(const SnSimulation *s, int *place, SnMonitorNote *note)
{
    int n;
    const int *left = sn_monitors_left(s->work, &n);
    while (*place < n) {
        const SnSystemMonitor *monitor = &s->compiled->system->monitors[left[(*place)++]];
        const SnMonitor *component = (const SnMonitor *)sn_model_get(s->model, monitor->id);
        if (component->action == SN_MONITOR_NONE)
            continue;
        note->id = monitor->id;
        note->pauses = component->action == SN_MONITOR_PAUSE;
        write_text(s->model, monitor, sn_state_memory(s->state)[monitor->memory + SN_MONITOR_LAST],
                   note);
        return true;
    }
    return false;
}
