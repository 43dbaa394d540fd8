/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/playback.h"

#include "engine/sim/bind/bind.h"
#include "engine/sim/bind/control.h"
#include "engine/sim/system/workspace.h"

#include <math.h>
#include <string.h>

/* Times are sums of steps: a knot counts as reached within rounding. */
static double slack_of(const SnSystem *system)
{
    return 1e-9 * system->step_size;
}

/* --- inputs --- */

/* Excitations that exciters add to. */
static void add_exciters(const SnSystem *system, double *inputs)
{
    for (int i = 0; i < system->exciters.n; i++) {
        const SnSystemExciter *exciter = &system->exciters.exciters[i];
        if (!exciter->enabled)
            continue;
        for (int k = exciter->first_target; k < exciter->first_target + exciter->n_targets; k++) {
            double *target = &inputs[system->exciters.input[k]];
            *target += system->exciters.gain[k] * inputs[exciter->excitation];
            *target = fmin(fmax(*target, 0), 1);
        }
    }
}

static double clamp_to_range(const SnSystemPlayback *playback, double value)
{
    return fmin(fmax(value, playback->low), playback->high);
}

/* At t, or just beside it (sn_signal_read_beside). */
static void inputs_beside(const SnSystem *system, const double *base, double t, int side,
                          const SnState *state, double *inputs, int *source)
{
    const double slack = slack_of(system);
    if (system->inputs.n > 0)
        memcpy(inputs, base, (size_t)system->inputs.n * sizeof(double));
    for (int i = 0; source && i < system->inputs.n; i++)
        source[i] = -1;
    for (int p = 0; p < system->probes.n_inputs; p++) {
        const SnSystemInputProbe *probe = &system->probes.inputs[p];
        SnSignalReading reading;
        if (!probe->enabled || !sn_signal_read_beside(probe->signal, t, slack, side, &reading))
            continue;
        for (int k = probe->first_playback; k < probe->first_playback + probe->n_playbacks; k++) {
            const SnSystemPlayback *playback = &system->probes.playbacks[k];
            for (int c = 0; playback->input >= 0 && c < playback->width; c++) {
                const double value =
                    sn_signal_number(probe->signal, &reading, playback->number + c);
                inputs[playback->input + c] = clamp_to_range(playback, value);
                if (source)
                    source[playback->input + c] = p;
            }
        }
    }
    if (state)
        sn_control_outputs(system, state, inputs, source);
    add_exciters(system, inputs);
}

void sn_inputs_at(const SnSystem *system, const double *base, double t, const SnState *state,
                  double *inputs, int *source)
{
    inputs_beside(system, base, t, 0, state, inputs, source);
}

SnStepInputs sn_inputs_over_step(const SnSystem *system, const double *base, const SnState *state,
                                 const double *end, SnWorkspace *work)
{
    const bool fourth = system->method == SN_STEP_RUNGE_KUTTA_4;
    const bool drives =
        (fourth || system->method == SN_STEP_NEWTON_TRAPEZOIDAL) && sn_has_drives(system);
    if (system->probes.n_inputs == 0 || !sn_reads_over_step(system->method))
        return sn_step_inputs_constant(end);
    const int n = system->inputs.n;
    double *start = work->step.inputs, *middle = start + n, *before_end = middle + n;
    const double t = state->time, next = sn_next_time(system, state);
    inputs_beside(system, base, t, 1, state, start, NULL);
    inputs_beside(system, base, next, -1, state, before_end, NULL);
    if (fourth)
        inputs_beside(system, base, 0.5 * (t + next), 0, state, middle, NULL);
    for (int i = 0; i < n && !fourth; i++)
        middle[i] = 0.5 * (start[i] + before_end[i]);
    if (!drives)
        return (SnStepInputs){start, middle, before_end, end, NULL, NULL, NULL};
    double *quarter = start + 4 * (size_t)n, *three_quarters = quarter + n;
    inputs_beside(system, base, 0.75 * t + 0.25 * next, 0, state, quarter, NULL);
    inputs_beside(system, base, 0.25 * t + 0.75 * next, 0, state, three_quarters, NULL);
    if (fourth)
        return (SnStepInputs){start, middle, before_end, end, quarter, three_quarters, NULL};
    for (int i = 0; i < n; i++) /* of the cubic through the four: in place of the first quarter */
        quarter[i] = (8 * (quarter[i] - start[i]) - 8.0 / 3 * (three_quarters[i] - start[i]) +
                      (before_end[i] - start[i])) /
                     (next - t);
    return (SnStepInputs){start, middle, before_end, end, NULL, NULL, quarter};
}

SnId sn_input_source(const SnSystem *system, int source)
{
    if (source < 0)
        return SN_ID_NULL;
    return source < system->probes.n_inputs
               ? system->probes.inputs[source].id
               : system->control.controllers[source - system->probes.n_inputs].id;
}

/* --- parameters --- */

static void read_wanted_values(SnSystem *system, int probe_number, const SnSignalReading *reading)
{
    const SnSystemInputProbe *probe = &system->probes.inputs[probe_number];
    for (int k = probe->first_playback; k < probe->first_playback + probe->n_playbacks; k++) {
        const SnSystemPlayback *playback = &system->probes.playbacks[k];
        if (playback->parameter < 0)
            continue;
        SnPlayedParameter *parameter = &system->probes.played[playback->parameter];
        double value[6];
        bool allowed = true;
        for (int c = 0; c < playback->width; c++) {
            value[c] = clamp_to_range(
                playback, sn_signal_number(probe->signal, reading, playback->number + c));
            allowed = allowed && !(playback->above && value[c] <= playback->low);
        }
        if (!allowed)
            continue;
        memcpy(parameter->wanted, value, (size_t)playback->width * sizeof *value);
        parameter->source = probe_number;
    }
}

/* Whether a value that steps read has changed. */
static bool write_parameter(SnSystem *system, SnPlayedParameter *parameter, const double *value)
{
    const size_t size = (size_t)parameter->width * sizeof *value;
    if (memcmp(parameter->present, value, size) == 0)
        return false;
    memcpy(parameter->present, value, size);
    if (!parameter->shown)
        sn_bind_write(system, NULL, NULL, parameter->id, parameter->bind, value, parameter->width);
    return !parameter->shown;
}

bool sn_parameters_at(SnSystem *system, double t)
{
    bool changed = false;
    if (system->probes.n_played == 0)
        return false;
    for (int i = 0; i < system->probes.n_played; i++) {
        SnPlayedParameter *parameter = &system->probes.played[i];
        parameter->source = -1;
        memcpy(parameter->wanted, parameter->base, sizeof parameter->base);
    }
    for (int p = 0; p < system->probes.n_inputs; p++) {
        const SnSystemInputProbe *probe = &system->probes.inputs[p];
        SnSignalReading reading;
        if (probe->enabled && sn_signal_read(probe->signal, t, slack_of(system), &reading))
            read_wanted_values(system, p, &reading);
    }
    for (int i = 0; i < system->probes.n_played; i++)
        changed |=
            write_parameter(system, &system->probes.played[i], system->probes.played[i].wanted);
    return changed;
}

SnPlayedParameter *sn_played_parameter(const SnSystem *system, SnId id, SnBind bind)
{
    for (int i = 0; i < system->probes.n_played; i++)
        if (system->probes.played[i].bind == bind && sn_id_equal(system->probes.played[i].id, id))
            return &system->probes.played[i];
    return NULL;
}

void sn_parameter_was_set(SnSystem *system, SnId id, SnBind bind, const double *value)
{
    SnPlayedParameter *parameter = sn_played_parameter(system, id, bind);
    if (!parameter)
        return;
    memcpy(parameter->base, value, (size_t)parameter->width * sizeof *value);
    memcpy(parameter->present, value, (size_t)parameter->width * sizeof *value);
}

void sn_parameters_restore(SnSystem *system)
{
    for (int i = 0; i < system->probes.n_played; i++) {
        write_parameter(system, &system->probes.played[i], system->probes.played[i].base);
        system->probes.played[i].source = -1;
    }
}

void sn_parameters_read_base(SnSystem *system)
{
    for (int i = 0; i < system->probes.n_played; i++) {
        SnPlayedParameter *parameter = &system->probes.played[i];
        memset(parameter->base, 0, sizeof parameter->base);
        if (!parameter->shown)
            sn_bind_read(system, NULL, NULL, NULL, parameter->id, parameter->bind, parameter->base);
        memcpy(parameter->present, parameter->base, sizeof parameter->base);
        parameter->source = -1;
    }
}
