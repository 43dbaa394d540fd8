/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/control.h"

#include "engine/sim/bind/bind.h"
#include "engine/sim/system/workspace.h"

#include <math.h>
#include <string.h>

/* A number of a property, -1: the length of all; false where it has none now. */
static bool read_number(const SnSystem *system, const double *inputs, const SnState *state,
                        SnWorkspace *work, const SnAddress *address, int number, double *value)
{
    double values[6], sum = 0;
    const int n = sn_bind_read(system, inputs, state, work, address->id, address->bind, values);
    if (number >= n || n == 0)
        return false;
    for (int i = 0; i < n; i++)
        sum += values[i] * values[i];
    *value = number < 0 ? sqrt(sum) : values[number];
    return true;
}

/* --- controllers --- */

static void set_targets(const SnSystem *system, int number, double output, double *inputs,
                        int *source)
{
    const SnSystemController *controller = &system->control.controllers[number];
    for (int k = 0; k < controller->n_targets; k++) {
        const SnControlTarget *target = &system->control.targets[controller->first_target + k];
        inputs[target->input] = fmin(fmax(target->weight * output, target->low), target->high);
        if (source)
            source[target->input] = system->probes.n_inputs + number;
    }
}

/* Output for an error.  Where it is at a limit the integral does not grow further that way
 * (conditional integration). */
static double feedback(const SnSystemController *controller, double error, double h, double *memory)
{
    const bool started = memory[SN_CONTROLLER_STARTED] != 0;
    const double rate = started ? (error - memory[SN_CONTROLLER_ERROR]) / h : 0;
    const double before = memory[SN_CONTROLLER_INTEGRAL], sum = before + h * error;
    const double free = controller->proportional * error + controller->integral * sum +
                        controller->derivative * rate;
    double output = free;
    if (controller->limited)
        output = fmin(fmax(free, controller->lower), controller->upper);
    const double push = controller->integral * error;
    const bool winds = (free > output && push > 0) || (free < output && push < 0);
    memory[SN_CONTROLLER_STARTED] = 1;
    memory[SN_CONTROLLER_INTEGRAL] = winds ? before : sum;
    memory[SN_CONTROLLER_ERROR] = error;
    memory[SN_CONTROLLER_OUTPUT] = output;
    return output;
}

void sn_control(const SnSystem *system, double *inputs, SnState *state, SnWorkspace *work)
{
    memcpy(work->control.memory, sn_state_memory(state),
           (size_t)system->state.n_memory * sizeof(double));
    for (int i = 0; i < system->control.n_controllers; i++) {
        const SnSystemController *controller = &system->control.controllers[i];
        double *memory = sn_state_memory(state) + controller->memory;
        double measured;
        if (!controller->enabled || !read_number(system, inputs, state, work, &controller->measured,
                                                 controller->number, &measured)) {
            memset(memory, 0, SN_CONTROLLER_MEMORY * sizeof *memory);
            continue;
        }
        const double error = inputs[controller->goal] - measured;
        set_targets(system, i, feedback(controller, error, system->step_size, memory), inputs,
                    NULL);
    }
}

void sn_control_undo(const SnSystem *system, SnState *state, const SnWorkspace *work)
{
    if (system->control.n_controllers > 0)
        memcpy(sn_state_memory(state), work->control.memory,
               (size_t)system->state.n_memory * sizeof(double));
}

void sn_control_outputs(const SnSystem *system, const SnState *state, double *inputs, int *source)
{
    for (int i = 0; i < system->control.n_controllers; i++) {
        const SnSystemController *controller = &system->control.controllers[i];
        const double *memory = sn_state_memory_const(state) + controller->memory;
        if (controller->enabled && memory[SN_CONTROLLER_STARTED] != 0)
            set_targets(system, i, memory[SN_CONTROLLER_OUTPUT], inputs, source);
    }
}

/* --- monitors --- */

static bool is_outside(const SnSystemMonitor *monitor, double value)
{
    return monitor->bounded && (value < monitor->low || value > monitor->high);
}

static void begin(double *memory, double value)
{
    memory[SN_MONITOR_STARTED] = 1;
    memory[SN_MONITOR_LAST] = memory[SN_MONITOR_MINIMUM] = memory[SN_MONITOR_MAXIMUM] = value;
}

/* True if the value has left its bounds. */
static bool watch(const SnSystemMonitor *monitor, double value, double dt, double *memory)
{
    const bool outside = is_outside(monitor, value);
    bool left = outside;
    if (memory[SN_MONITOR_STARTED] == 0) {
        begin(memory, value);
    } else {
        left = outside && memory[SN_MONITOR_IS_OUTSIDE] == 0;
        memory[SN_MONITOR_SUM] += dt * (memory[SN_MONITOR_LAST] + value) / 2;
        memory[SN_MONITOR_TIME] += dt;
        memory[SN_MONITOR_OUTSIDE] += outside ? dt : 0;
        memory[SN_MONITOR_MINIMUM] = fmin(memory[SN_MONITOR_MINIMUM], value);
        memory[SN_MONITOR_MAXIMUM] = fmax(memory[SN_MONITOR_MAXIMUM], value);
        memory[SN_MONITOR_LAST] = value;
    }
    memory[SN_MONITOR_IS_OUTSIDE] = outside;
    return left;
}

void sn_monitor(const SnSystem *system, const double *inputs, double dt, SnState *state,
                SnWorkspace *work)
{
    work->control.n_left = 0;
    for (int i = 0; i < system->control.n_monitors; i++) {
        const SnSystemMonitor *monitor = &system->control.monitors[i];
        double *memory = sn_state_memory(state) + monitor->memory;
        double value;
        if (!read_number(system, inputs, state, work, &monitor->watched, monitor->number, &value))
            continue;
        if (!monitor->enabled) /* what passes unseen does not count */
            memory[SN_MONITOR_LAST] = value;
        else if (watch(monitor, value, dt, memory))
            work->control.left[work->control.n_left++] = i;
    }
}

const int *sn_monitors_left(const SnWorkspace *work, int *n)
{
    *n = work->control.n_left;
    return work->control.left;
}
