/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_control.h"

#include "engine/sim/bind/control.h"

double *sn_bind_controller_parameter(SnSystem *system, int index, SnBind bind)
{
    SnSystemController *controller = &system->control.controllers[index];
    switch ((int)bind) {
    case SN_BIND_CONTROLLER_PROPORTIONAL:
        return &controller->proportional;
    case SN_BIND_CONTROLLER_INTEGRAL:
        return &controller->integral;
    case SN_BIND_CONTROLLER_DERIVATIVE:
        return &controller->derivative;
    case SN_BIND_CONTROLLER_LOWER:
        return &controller->lower;
    case SN_BIND_CONTROLLER_UPPER:
        return &controller->upper;
    }
    return NULL;
}

double *sn_bind_monitor_parameter(SnSystem *system, int index, SnBind bind)
{
    SnSystemMonitor *monitor = &system->control.monitors[index];
    return bind == SN_BIND_MONITOR_LOW ? &monitor->low : &monitor->high;
}

int sn_bind_controller_enabled(const SnBindContext *c, double *value)
{
    *value = c->system->control.controllers[c->index].enabled;
    return 1;
}

bool sn_bind_write_controller_enabled(SnSystem *system, SnState *state, int index,
                                      const double *value)
{
    system->control.controllers[index].enabled = value[0] != 0;
    return true;
}

int sn_bind_monitor_enabled(const SnBindContext *c, double *value)
{
    *value = c->system->control.monitors[c->index].enabled;
    return 1;
}

bool sn_bind_write_monitor_enabled(SnSystem *system, SnState *state, int index, const double *value)
{
    system->control.monitors[index].enabled = value[0] != 0;
    return true;
}

/* --- what they remember --- */

static const double *controller_memory(const SnBindContext *c)
{
    return sn_state_memory_const(c->state) + c->system->control.controllers[c->index].memory;
}

int sn_bind_controller_output(const SnBindContext *c, double *value)
{
    *value = controller_memory(c)[SN_CONTROLLER_OUTPUT];
    return 1;
}

int sn_bind_controller_error(const SnBindContext *c, double *value)
{
    *value = controller_memory(c)[SN_CONTROLLER_ERROR];
    return 1;
}

static const double *monitor_memory(const SnBindContext *c)
{
    return sn_state_memory_const(c->state) + c->system->control.monitors[c->index].memory;
}

int sn_bind_monitor_value(const SnBindContext *c, double *value)
{
    *value = monitor_memory(c)[SN_MONITOR_LAST];
    return 1;
}

int sn_bind_monitor_minimum(const SnBindContext *c, double *value)
{
    *value = monitor_memory(c)[SN_MONITOR_MINIMUM];
    return 1;
}

int sn_bind_monitor_maximum(const SnBindContext *c, double *value)
{
    *value = monitor_memory(c)[SN_MONITOR_MAXIMUM];
    return 1;
}

int sn_bind_monitor_mean(const SnBindContext *c, double *value)
{
    const double *memory = monitor_memory(c), time = memory[SN_MONITOR_TIME];
    *value = time > 0 ? memory[SN_MONITOR_SUM] / time : memory[SN_MONITOR_LAST];
    return 1;
}

int sn_bind_monitor_integral(const SnBindContext *c, double *value)
{
    *value = monitor_memory(c)[SN_MONITOR_SUM];
    return 1;
}

int sn_bind_monitor_time_outside(const SnBindContext *c, double *value)
{
    *value = monitor_memory(c)[SN_MONITOR_OUTSIDE];
    return 1;
}
