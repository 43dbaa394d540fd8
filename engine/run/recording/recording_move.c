/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To any recorded moment: the nearest state before it is put in force, and the steps from there are
 * taken again with all that was done meanwhile. */
#include "engine/run/recording/recording.h"
#include "engine/sim/setup/setup.h"

#include <math.h>

/* Steps between two questions whether to stop. */
enum { ASK = 1 };

static SnState *state_of(const SnRecording *recording)
{
    return recording->simulation->state;
}

void sn_recording_use_structure(SnRecording *recording, SnStructure *structure)
{
    if (recording->current == structure)
        return;
    SnStructure *former = recording->current;
    sn_structure_use(structure, former, recording->simulation);
    recording->current = sn_structure_ref(structure);
    if (former && former != recording->head) {
        SnStructure *spare = recording->spare;
        if (spare && spare != former && spare != recording->head && spare != structure)
            g_clear_pointer(&spare->setup.work, sn_workspace_free);
        recording->spare = sn_structure_ref(former);
        sn_structure_unref(spare);
    }
    sn_structure_unref(former);
}

bool sn_recording_prepare(SnRecording *recording, SnStructure *structure)
{
    SnStructure *spare = recording->spare;
    if (sn_structure_prepare(structure))
        return true;
    if (spare && spare != recording->current && spare != structure) {
        g_clear_pointer(&spare->setup.work, sn_workspace_free);
        if (sn_structure_prepare(structure))
            return true;
    }
    recording->lack = sn_memory_fault();
    recording->lack.time = recording->simulation->state->time;
    return false;
}

/* The place becomes one in this span. */
static void enter_section(SnRecording *recording, int section, SnSpan *span)
{
    if (recording->span != span) {
        sn_span_ref(span);
        sn_span_unref(recording->span);
        recording->span = span;
    }
    recording->section = section;
    sn_recording_use_structure(recording, span->structure);
}

static void restore_keyframe(SnRecording *recording, const SnKeyframe *keyframe)
{
    SnSpan *span = recording->span;
    sn_structure_apply(span->structure, sn_span_values(span, keyframe->n_commands),
                       recording->simulation);
    sn_simulation_put(recording->simulation, keyframe->state);
    recording->n_commands = keyframe->n_commands;
    recording->stale = true;
}

/* Carries out the next command of the span again. */
static void redo_next(SnRecording *recording)
{
    SnSpan *span = recording->span;
    SnCommand *command = span->commands->pdata[recording->n_commands];
    sn_command_redo(command, recording->simulation);
    sn_structure_carried_out(span->structure, command);
    recording->n_commands++;
    recording->stale = true;
}

/* Carries out those due at the present step, up to a count. */
static void redo_due(SnRecording *recording, int limit)
{
    const GPtrArray *commands = recording->span->commands;
    while (recording->n_commands < limit &&
           ((SnCommand *)commands->pdata[recording->n_commands])->step == state_of(recording)->step)
        redo_next(recording);
}

static SnFault repeat_step(SnRecording *recording)
{
    sn_recording_compute_results(recording); /* controllers read results */
    const SnFault fault = sn_simulation_repeat(recording->simulation);
    recording->stale = fault.code != SN_FAULT_NONE;
    return fault;
}

bool sn_recording_go_to(SnRecording *recording, int section, SnSpan *span, uint64_t step,
                        int n_commands, SnRecordingStop stop, void *data)
{
    sn_recording_fingerprint(recording, recording->values);
    const bool same = recording->span == span;
    const SnKeyframe *keyframe =
        sn_span_keyframe(span, sn_span_keyframe_before(span, step, n_commands));
    const uint64_t here = state_of(recording)->step;
    const bool on_the_way = same && here <= step && recording->n_commands <= n_commands &&
                            here >= keyframe->state->step &&
                            recording->n_commands >= keyframe->n_commands;
    enter_section(recording, section, span);
    recording->moved = true;
    if (!on_the_way)
        restore_keyframe(recording, keyframe);
    redo_due(recording, n_commands);
    while (state_of(recording)->step < step) {
        if (stop && state_of(recording)->step % ASK == 0 && stop(data))
            return false;
        if (repeat_step(recording).code != SN_FAULT_NONE)
            break; /* a step that was taken before cannot fail; if it does, here is where it is */
        redo_due(recording, n_commands);
    }
    return true;
}

void sn_recording_release(SnRecording *recording)
{
    if (!recording->values || sn_id_is_null(recording->values->pull.id))
        return;
    sn_recording_fingerprint(recording, recording->values);
    SnCommand *release = sn_command_release(recording->values);
    sn_command_unref(recording->values);
    recording->values = release;
}

static const SnSpan *nearest_saved(const SnRecording *recording, double time, double *time_distance)
{
    const SnSpan *best = NULL;
    for (guint i = 0; i < recording->saved->len; i++) {
        const SnSpan *span = recording->saved->pdata[i];
        const double d = fabs(sn_span_first_time(span) - time);
        if (d < *time_distance) {
            best = span;
            *time_distance = d;
        }
    }
    return best;
}

bool sn_recording_seek(SnRecording *recording, double time, SnRecordingStop stop, void *data)
{
    if (!recording->span)
        return true;
    sn_recording_release(recording);
    const SnRecordingPosition position = sn_branch_find(recording->branch, time);
    double time_distance = INFINITY;
    if (position.section >= 0)
        time_distance =
            fabs(position.time - time) -
            1e-6 * sn_span_step_size(sn_branch_section(recording->branch, position.section)->span);
    SnSpan *saved = (SnSpan *)nearest_saved(recording, time, &time_distance);
    SnSpan *span = saved ? saved : sn_branch_section(recording->branch, position.section)->span;
    if (!sn_recording_prepare(recording, span->structure))
        return false;
    if (saved)
        return sn_recording_go_to(recording, -1, saved, sn_span_first_step(saved), 0, stop, data);
    return sn_recording_go_to(recording, position.section, span, position.step, position.n_commands,
                              stop, data);
}

static uint64_t time_distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

SnNear sn_recording_near(const SnRecording *recording, double time, int64_t cost)
{
    SnNear near = {.section = -1};
    const SnRecordingPosition position = sn_branch_find(recording->branch, time);
    if (position.section < 0)
        return near;
    const SnSection *section = sn_branch_section(recording->branch, position.section);
    const SnSpan *span = section->span;
    const guint number = sn_span_keyframe_before(span, position.step, position.n_commands);
    near.keyframe = sn_span_keyframe(span, number);
    uint64_t from = near.keyframe->state->step;
    const uint64_t here = state_of(recording)->step;
    if (recording->span == span && here <= position.step && here > from)
        from = here; /* it goes on from where it is */
    if ((int64_t)(position.step - from) * recording->step_cost <= cost)
        return near;
    near.section = position.section;
    if (number + 1 < span->keyframes->len) {
        const SnKeyframe *next = sn_span_keyframe(span, number + 1);
        if (next->state->step <= section->to_step && next->n_commands <= section->to_commands &&
            time_distance(next->state->step, position.step) <
                time_distance(near.keyframe->state->step, position.step))
            near.keyframe = next;
    }
    const SnFrame *frame = sn_span_frame_near(span, position.step, section->to_step);
    if (frame && time_distance(frame->step, position.step) <
                     time_distance(near.keyframe->state->step, position.step))
        near.frame = frame;
    return near;
}

/* The place so many steps from the present one, across sections that join. */
static SnRecordingPosition position_by_steps(const SnRecording *recording, int64_t steps)
{
    int number = MAX(recording->section, 0);
    const int64_t wanted = (int64_t)state_of(recording)->step + steps;
    const SnSection *section = sn_branch_section(recording->branch, number);
    while (number > 0 && wanted < (int64_t)sn_span_first_step(section->span))
        section = sn_branch_section(recording->branch, --number);
    while (number + 1 < sn_branch_count(recording->branch) && wanted >= (int64_t)section->to_step)
        section = sn_branch_section(recording->branch, ++number);
    const int64_t first = (int64_t)sn_span_first_step(section->span);
    SnRecordingPosition position = {.section = number};
    position.step = (uint64_t)CLAMP(wanted, first, MAX(first, (int64_t)section->to_step));
    position.n_commands =
        MIN(sn_span_commands_at(section->span, position.step), section->to_commands);
    return position;
}

bool sn_recording_seek_steps(SnRecording *recording, int64_t steps, SnRecordingStop stop,
                             void *data)
{
    if (!recording->span)
        return true;
    sn_recording_release(recording);
    if (recording->section < 0)
        return true;
    const SnRecordingPosition position = position_by_steps(recording, steps);
    SnSpan *span = sn_branch_section(recording->branch, position.section)->span;
    return sn_recording_prepare(recording, span->structure) &&
           sn_recording_go_to(recording, position.section, span, position.step, position.n_commands,
                              stop, data);
}

SnFault sn_recording_follow(SnRecording *recording)
{
    const SnSection *section = sn_branch_section(recording->branch, recording->section);
    recording->moved = true;
    if (state_of(recording)->step == section->to_step &&
        recording->n_commands == section->to_commands) {
        const int next = recording->section + 1;
        SnSpan *span = sn_branch_section(recording->branch, next)->span;
        if (!sn_recording_prepare(recording, span->structure))
            return recording->lack;
        sn_recording_go_to(recording, next, span, sn_span_first_step(span), 0, NULL, NULL);
        section = sn_branch_section(recording->branch, next);
    }
    redo_due(recording, section->to_commands);
    if (state_of(recording)->step >= section->to_step)
        return (SnFault){0};
    const SnFault fault = repeat_step(recording);
    if (fault.code == SN_FAULT_NONE)
        redo_due(recording, section->to_commands);
    return fault;
}
