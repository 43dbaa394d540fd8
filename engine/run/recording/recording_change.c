/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes the branch longer, cuts it, or takes another one in its place. */
#include "engine/base/memory.h"
#include "engine/run/recording/recording.h"

#include "engine/run/simulation/layout.h"

#include <stdlib.h>
#include <string.h>

/* States are kept after at most so many steps, however fast they are. */
enum { MOST_STEPS = 500 };

static SnState *state_of(const SnRecording *recording)
{
    return recording->simulation->state;
}

/* --- the head --- */

/* Takes references. */
static void set_head(SnRecording *recording, SnStructure *structure, SnCommand *values)
{
    sn_structure_ref(structure);
    sn_command_ref(values);
    sn_structure_unref(recording->head);
    sn_command_unref(recording->values);
    recording->head = structure;
    recording->values = values;
    recording->accepted = 0;
}

static void head_in_force(SnRecording *recording)
{
    sn_recording_use_structure(recording, recording->head);
    sn_structure_apply(recording->head, recording->values, recording->simulation);
}

/* --- branches --- */

void sn_recording_forget_before(SnRecording *recording)
{
    if (!recording->before_is_branch)
        sn_branch_free(recording->before);
    recording->before = NULL;
    recording->before_is_branch = false;
}

static void set_position(SnRecording *recording, int section, SnSpan *span, int n_commands)
{
    sn_span_ref(span);
    sn_span_unref(recording->span);
    recording->span = span;
    recording->section = section;
    recording->n_commands = n_commands;
}

/* Begins a span with the head from the present state, at the end of the branch. */
static void begin_span(SnRecording *recording)
{
    SnSpan *span = sn_span_new(++recording->last_id, recording->head, recording->values,
                               state_of(recording), &recording->used);
    sn_branch_add(recording->branch, span);
    set_position(recording, sn_branch_count(recording->branch) - 1, span, 0);
    sn_span_unref(span);
    recording->since = 0;
    recording->since_steps = 0;
    recording->serial++;
}

/* Notes how all stood when a branch is laid aside. */
static void note_position(SnRecording *recording, SnBranch *branch, SnStructure *head,
                          SnCommand *values)
{
    sn_branch_forget_position(branch);
    branch->tracks = sn_recorder_save(recording->simulation->recorder);
    branch->shown = sn_span_ref(recording->span);
    branch->shown_section = recording->section;
    branch->shown_step = state_of(recording)->step;
    branch->shown_commands = recording->n_commands;
    branch->structure = sn_structure_ref(head);
    branch->values = sn_command_ref(values);
}

void sn_recording_replace_branch(SnRecording *recording, SnBranch *branch, SnStructure *head,
                                 SnCommand *values)
{
    SnBranch *old = recording->branch;
    sn_recording_forget_before(recording);
    note_position(recording, old, head, values);
    recording->branch = branch;
    recording->before = old;
    recording->before_is_branch = sn_branch_fork(old, branch);
    if (recording->before_is_branch)
        g_ptr_array_insert(recording->branches, 0, old);
    for (guint i = 0; i < recording->branches->len; i++)
        sn_branch_fork(recording->branches->pdata[i], branch);
}

/* The branch up to the place shown. */
static SnBranch *branch_to_here(const SnRecording *recording)
{
    SnBranch *branch = sn_branch_copy(recording->branch);
    const SnState *state = state_of(recording);
    if (recording->section >= 0) {
        const bool empty = state->step == sn_span_first_step(recording->span) &&
                           recording->section > 0 &&
                           !sn_span_intervened(recording->span, 0, recording->n_commands);
        if (empty)
            g_array_set_size(branch->sections, (guint)recording->section);
        else
            sn_branch_end(branch, recording->section, state->step, recording->n_commands,
                          state->time);
        return branch;
    }
    /* from a saved state: what lies before it in time stays */
    while (sn_branch_count(branch) > 0 &&
           sn_span_first_time(sn_branch_last(branch)->span) >= state->time)
        g_array_set_size(branch->sections, branch->sections->len - 1);
    if (sn_branch_count(branch) > 0 && sn_branch_to(branch) > state->time) {
        const SnRecordingPosition position = sn_branch_find(branch, state->time);
        sn_branch_end(branch, position.section, position.step, position.n_commands, position.time);
    }
    return branch;
}

static void report_continued(SnRecording *recording, const SnStructure *from)
{
    const int added = sn_structure_count_missing(recording->head, from);
    const int gone = sn_structure_count_missing(from, recording->head);
    GString *text = g_string_new(NULL);
    g_string_printf(text, "Continued at %g s with the model as it is now",
                    state_of(recording)->time);
    if (added > 0)
        g_string_append_printf(text, ": %d component%s added", added,
                               added == 1 ? " was" : "s were");
    if (gone > 0)
        g_string_append_printf(text, "%s %d%s %s gone", added > 0 ? "," : ":", gone,
                               added > 0   ? ""
                               : gone == 1 ? " component"
                                           : " components",
                               gone == 1 ? "is" : "are");
    g_strlcpy(recording->message, text->str, sizeof recording->message);
    g_string_free(text, TRUE);
}

void sn_recording_cut(SnRecording *recording, SnStructure *head, SnCommand *values)
{
    const bool past = !sn_recording_at_end(recording);
    SnStructure *from = sn_structure_ref(recording->current);
    SnState *state = sn_state_copy(state_of(recording));
    if (recording->section >= 0)
        sn_recording_keep_state(recording);
    sn_recording_replace_branch(recording, branch_to_here(recording), head, values);
    sn_recording_release(recording);
    head_in_force(recording);
    sn_recording_fingerprint(recording, recording->values);
    sn_carry(from->compiled->system, state, recording->head->compiled->system, state_of(recording));
    sn_simulation_evaluate(recording->simulation);
    recording->stale = false;
    sn_recorder_cut(recording->simulation->recorder, state->time);
    sn_recording_attach_recorder(recording);
    begin_span(recording);
    if (past && from != recording->head)
        report_continued(recording, from);
    sn_free(state);
    sn_structure_unref(from);
    recording->accepted = 0;
    recording->moved = true;
}

/* From the head's start state. */
static void start_anew(SnRecording *recording, SnStructure *head, SnCommand *values)
{
    if (recording->span && sn_branch_has_steps(recording->branch)) {
        sn_recording_replace_branch(recording, sn_branch_new(), head, values);
    } else {
        sn_branch_free(recording->branch);
        recording->branch = sn_branch_new();
    }
    sn_recording_release(recording);
    head_in_force(recording);
    if (recording->before)
        sn_recording_fingerprint(recording, recording->values);
    sn_recording_attach_recorder(recording);
    sn_simulation_reset(recording->simulation);
    recording->stale = false;
    begin_span(recording);
    recording->accepted = 0;
    recording->moved = true;
}

/* The branch before the newest cut is in force again, at the place where it was cut; with_head: and
 * the head, which else is left alone. */
static void restore_branch_before(SnRecording *recording, bool with_head)
{
    SnBranch *branch = recording->before;
    if (with_head)
        set_head(recording, branch->structure, branch->values);
    if (recording->before_is_branch) {
        guint number = 0;
        g_ptr_array_find(recording->branches, branch, &number);
        g_ptr_array_steal_index(recording->branches, number);
    }
    recording->before = NULL;
    recording->before_is_branch = false;
    SnBranch *dropped = recording->branch;
    recording->branch = branch;
    sn_recording_go_to(recording, branch->shown_section, branch->shown, branch->shown_step,
                       branch->shown_commands, NULL, NULL);
    sn_recording_compute_results(recording);
    sn_branch_free(dropped);
    sn_recording_attach_recorder(recording);
    sn_recorder_restore(recording->simulation->recorder, branch->tracks);
    sn_branch_forget_position(branch);
    for (guint i = 0; i < recording->branches->len; i++)
        sn_branch_fork(recording->branches->pdata[i], branch);
    recording->serial++;
}

/* Is the model again what it was before the newest cut? */
static bool command_was_undone(SnRecording *recording)
{
    return recording->before && recording->before->values->fingerprint != 0 &&
           sn_recording_fingerprint(recording, recording->values) ==
               recording->before->values->fingerprint;
}

void sn_recording_detect_undo(SnRecording *recording)
{
    if (command_was_undone(recording))
        restore_branch_before(recording, true);
}

void sn_recording_attach_recorder(SnRecording *recording)
{
    SnSystem view;
    const SnProbeBox *probes = recording->values->probes;
    if (probes->tables)
        sn_probe_tables_view(probes->tables, &view);
    if (!sn_recorder_attach(recording->simulation->recorder,
                            probes->tables ? &view : recording->head->compiled->system))
        recording->lack = sn_memory_fault();
}

/* --- going on --- */

bool sn_recording_ready(SnRecording *recording)
{
    if (sn_recording_is_live(recording))
        return false;
    SnCommand *used = sn_span_values(recording->span, recording->n_commands);
    const uint64_t head = sn_recording_fingerprint(recording, recording->values),
                   here = sn_recording_fingerprint(recording, used);
    const bool same = used == recording->values || (head != 0 && head == here) ||
                      (recording->accepted != 0 && recording->accepted == head);
    if (same && recording->section >= 0 && !sn_recording_at_end(recording))
        return true;
    sn_recording_make_live(recording);
    return false;
}

void sn_recording_make_live(SnRecording *recording)
{
    if (sn_recording_is_live(recording))
        return;
    if (sn_recording_at_start(recording))
        start_anew(recording, recording->head, recording->values);
    else
        sn_recording_cut(recording, recording->head, recording->values);
}

static SnKeyframe *switch_to_branch(SnRecording *recording, SnState *state)
{
    const guint before =
        sn_span_keyframe_before(recording->span, state_of(recording)->step, recording->n_commands);
    const uint64_t steps =
        state_of(recording)->step - sn_span_keyframe(recording->span, before)->state->step;
    if (sn_recording_at_end(recording)) {
        recording->since = 0;
        recording->since_steps = 0;
    }
    return sn_span_take(recording->span, recording->n_commands, state,
                        (int64_t)steps * recording->step_cost);
}

SnKeyframe *sn_recording_keep_state(SnRecording *recording)
{
    return switch_to_branch(recording, sn_state_copy(state_of(recording)));
}

void sn_recording_keep_frame(SnRecording *recording, const SnSnapshot *snapshot)
{
    if (snapshot->scene && sn_recording_is_live(recording))
        sn_span_add_frame(recording->span, sn_frame_new(snapshot));
}

SnFault sn_recording_step(SnRecording *recording)
{
    const SnFault fault = sn_simulation_step(recording->simulation);
    if (fault.code == SN_FAULT_NONE)
        recording->stale = false;
    return fault;
}

static bool mark_here(const SnRecording *recording)
{
    const SnState *state = state_of(recording);
    const double half = 0.5 * sn_span_step_size(recording->span);
    for (int i = 0; i < recording->n_marks; i++)
        if (recording->marks[i].time >= state->time - half &&
            recording->marks[i].time < state->time + half)
            return true;
    return false;
}

void sn_recording_stepped(SnRecording *recording, int64_t cost)
{
    SnSection *section = sn_branch_last(recording->branch);
    const SnState *state = state_of(recording);
    if (section->to_step == sn_span_first_step(section->span)) {
        sn_recording_fingerprint(recording, section->span->base);
        recording->serial++;
    }
    sn_recording_forget_before(recording);
    section->to_step = state->step;
    section->to_time = state->time;
    recording->step_cost = recording->step_cost > 0 ? (7 * recording->step_cost + cost) / 8 : cost;
    recording->since += cost;
    recording->since_steps++;
    const bool marked = mark_here(recording);
    /* one step more would be too much */
    if (recording->since + recording->step_cost < SN_RECORDING_SPACING &&
        recording->since_steps < MOST_STEPS && !marked)
        return;
    const int64_t since = recording->since;
    SnState *copy = sn_try_alloc(1, state->size);
    if (!copy) /* one state less: the steps from the one before are taken again */
        return;
    memcpy(copy, state, state->size);
    SnKeyframe *keyframe = switch_to_branch(recording, copy);
    keyframe->cost = since;
    keyframe->waypoint = marked;
}

/* --- a new model --- */

/* Whether a start with this head is the start of the branch. */
static bool starts_alike(const SnRecording *recording, uint64_t fingerprint)
{
    if (sn_branch_count(recording->branch) == 0)
        return false;
    const SnSpan *first = sn_branch_section(recording->branch, 0)->span;
    return sn_span_first_step(first) == 0 && fingerprint != 0 &&
           first->base->fingerprint == fingerprint;
}

static void go_to_start(SnRecording *recording)
{
    SnSpan *first = sn_branch_section(recording->branch, 0)->span;
    sn_recording_go_to(recording, 0, first, sn_span_first_step(first), 0, NULL, NULL);
    sn_recording_compute_results(recording);
}

static SnRecordingInstalled install_at_start(SnRecording *recording, SnStructure *head,
                                             SnCommand *values)
{
    const uint64_t fingerprint = recording->values->fingerprint;
    if (command_was_undone(recording))
        restore_branch_before(recording, false);
    if (sn_branch_has_steps(recording->branch) && starts_alike(recording, fingerprint)) {
        sn_recording_attach_recorder(recording);
        go_to_start(recording);
        return SN_RECORDING_MOVED;
    }
    start_anew(recording, head, values);
    return SN_RECORDING_ANEW;
}

static SnRecordingInstalled install_later(SnRecording *recording, SnStructure *head,
                                          SnCommand *values)
{
    const uint64_t fingerprint = recording->values->fingerprint;
    const SnPull pull = recording->simulation->pull;
    const bool was_live = sn_recording_at_end(recording) && !recording->before;
    const bool moved = recording->moved;
    if (recording->before) {
        /* convert from what was simulated, not from what was converted already */
        SnStructure *former = sn_structure_ref(recording->before->structure);
        SnCommand *former_values = sn_command_ref(recording->before->values);
        const bool back = command_was_undone(recording);
        restore_branch_before(recording, false);
        if (!back || sn_recording_at_end(recording))
            sn_recording_cut(recording, former, former_values);
        sn_command_unref(former_values);
        sn_structure_unref(former);
        return SN_RECORDING_MOVED;
    }
    SnCommand *used = sn_span_values(recording->span, recording->n_commands);
    if (!sn_recording_at_end(recording) && recording->section >= 0 &&
        sn_recording_fingerprint(recording, used) == fingerprint) {
        sn_recording_attach_recorder(recording);
        return SN_RECORDING_MOVED;
    }
    sn_recording_cut(recording, head, values);
    if (!was_live)
        return SN_RECORDING_MOVED;
    recording->moved = moved;
    if (!sn_id_is_null(pull.id))
        sn_recording_pull(recording, pull.id, pull.local, pull.target);
    return moved ? SN_RECORDING_MOVED : SN_RECORDING_CARRIED;
}

SnRecordingInstalled sn_recording_install(SnRecording *recording, SnModel *model,
                                          SnCompiled *compiled, uint64_t fingerprint, bool reset)
{
    SnStructure *structure = sn_structure_new(model, compiled, fingerprint, &recording->used);
    SnRecordingInstalled done;
    recording->message[0] = 0;
    if (!recording->span) {
        set_head(recording, structure, structure->root);
        start_anew(recording, structure, structure->root);
        done = SN_RECORDING_ANEW;
    } else {
        sn_recording_fingerprint(recording, recording->values);
        SnStructure *head = sn_structure_ref(recording->head);
        SnCommand *values = sn_command_ref(recording->values);
        set_head(recording, structure, structure->root);
        done = reset || sn_recording_at_start(recording) ? install_at_start(recording, head, values)
                                                         : install_later(recording, head, values);
        sn_command_unref(values);
        sn_structure_unref(head);
    }
    recording->simulation->revision =
        MAX(recording->simulation->revision, compiled->system->revision);
    sn_structure_unref(structure);
    recording->serial++;
    return done;
}

/* --- hands --- */

/* Of the changes of a slider between two steps only the last counts. */
static bool replaces_command(const SnCommand *command, const SnCommand *former)
{
    return former->step == command->step && former->kind == command->kind &&
           (command->kind == SN_COMMAND_PULL || command->kind == SN_COMMAND_PROBES ||
            (command->kind == SN_COMMAND_SET && sn_id_equal(former->id, command->id) &&
             former->row == command->row));
}

void sn_recording_add_command(SnRecording *recording, SnCommand *command)
{
    SnSpan *span = recording->span;
    SnSection *section = sn_branch_last(recording->branch);
    sn_structure_carried_out(span->structure, command);
    if (recording->n_commands > 0 &&
        replaces_command(command, sn_span_values(span, recording->n_commands))) {
        sn_command_follow(command, sn_span_values(span, recording->n_commands)->parent,
                          sn_span_values(span, recording->n_commands));
        sn_command_unref(span->commands->pdata[recording->n_commands - 1]);
        span->commands->pdata[recording->n_commands - 1] = command; /* as large as the former */
    } else {
        sn_span_add_command(span, command);
        recording->n_commands++;
    }
    section->to_commands = recording->n_commands;
    set_head(recording, span->structure, command);
}

void sn_recording_restart(SnRecording *recording, SnCommand *command)
{
    sn_span_restart(recording->span, command, state_of(recording));
    sn_structure_carried_out(recording->span->structure, command);
    set_head(recording, recording->span->structure, command);
    sn_branch_end(recording->branch, recording->section, 0, 0, state_of(recording)->time);
    recording->n_commands = 0;
    sn_command_unref(command);
}

bool sn_recording_set(SnRecording *recording, SnId id, int row, const double *value, int n,
                      uint64_t revision)
{
    SnSimulation *s = recording->simulation;
    SnCommand *command = sn_command_set(recording->values, s, id, row, value, n, revision);
    if (!command)
        return false;
    if (state_of(recording)->step == 0) {
        sn_recording_restart(recording, command);
    } else {
        const bool intervention = command->kind == SN_COMMAND_INTERVENE;
        sn_recording_add_command(recording, command);
        if (intervention) {
            sn_recording_forget_before(recording);
            sn_recording_keep_state(recording);
        }
    }
    recording->serial++;
    sn_recording_detect_undo(recording);
    return true;
}

void sn_recording_pull(SnRecording *recording, SnId id, const double local[3],
                       const double target[3])
{
    if (state_of(recording)->step == 0)
        sn_recording_fingerprint(recording, recording->values);
    sn_recording_add_command(
        recording, sn_command_pull(recording->values, recording->simulation, id, local, target));
    sn_recording_forget_before(recording);
}

void sn_recording_reset(SnRecording *recording)
{
    if (!recording->span)
        return;
    sn_recording_release(recording);
    if (sn_branch_has_steps(recording->branch) &&
        starts_alike(recording, sn_recording_fingerprint(recording, recording->values)))
        go_to_start(recording);
    else
        start_anew(recording, recording->head, recording->values);
}
