/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes the line longer, cuts it, or takes another one in its place. */
#include "engine/base/memory.h"
#include "engine/run/recording/tape.h"

#include "engine/run/simulation/layout.h"

#include <stdlib.h>
#include <string.h>

/* States are kept after at most so many steps, however fast they are. */
enum { MOST_STEPS = 500 };

static SnState *state_of(const SnTape *tape)
{
    return tape->simulation->state;
}

/* --- the head --- */

/* Takes references. */
static void set_head(SnTape *tape, SnStructure *structure, SnCommand *values)
{
    sn_structure_ref(structure);
    sn_command_ref(values);
    sn_structure_unref(tape->head);
    sn_command_unref(tape->values);
    tape->head = structure;
    tape->values = values;
    tape->accepted = 0;
}

static void head_in_force(SnTape *tape)
{
    sn_tape_use(tape, tape->head);
    sn_structure_apply(tape->head, tape->values, tape->simulation);
}

/* --- lines --- */

void sn_tape_forget_before(SnTape *tape)
{
    if (!tape->before_is_branch)
        sn_line_free(tape->before);
    tape->before = NULL;
    tape->before_is_branch = false;
}

static void set_place(SnTape *tape, int piece, SnStretch *stretch, int n_commands)
{
    sn_stretch_ref(stretch);
    sn_stretch_unref(tape->stretch);
    tape->stretch = stretch;
    tape->piece = piece;
    tape->n_commands = n_commands;
}

/* Begins a stretch with the head from the present state, at the end of the line. */
static void begin_stretch(SnTape *tape)
{
    SnStretch *stretch =
        sn_stretch_new(++tape->last_id, tape->head, tape->values, state_of(tape), &tape->used);
    sn_line_add(tape->line, stretch);
    set_place(tape, sn_line_count(tape->line) - 1, stretch, 0);
    sn_stretch_unref(stretch);
    tape->since = 0;
    tape->since_steps = 0;
    tape->serial++;
}

/* Notes how all stood when a line is laid aside. */
static void note_place(SnTape *tape, SnLine *line, SnStructure *head, SnCommand *values)
{
    sn_line_forget_place(line);
    line->tracks = sn_recorder_save(tape->simulation->recorder);
    line->shown = sn_stretch_ref(tape->stretch);
    line->shown_piece = tape->piece;
    line->shown_step = state_of(tape)->step;
    line->shown_commands = tape->n_commands;
    line->structure = sn_structure_ref(head);
    line->values = sn_command_ref(values);
}

void sn_tape_replace_line(SnTape *tape, SnLine *line, SnStructure *head, SnCommand *values)
{
    SnLine *old = tape->line;
    sn_tape_forget_before(tape);
    note_place(tape, old, head, values);
    tape->line = line;
    tape->before = old;
    tape->before_is_branch = sn_line_fork(old, line);
    if (tape->before_is_branch)
        g_ptr_array_insert(tape->branches, 0, old);
    for (guint i = 0; i < tape->branches->len; i++)
        sn_line_fork(tape->branches->pdata[i], line);
}

/* The line up to the place shown. */
static SnLine *line_to_here(const SnTape *tape)
{
    SnLine *line = sn_line_copy(tape->line);
    const SnState *state = state_of(tape);
    if (tape->piece >= 0) {
        const bool empty = state->step == sn_stretch_first_step(tape->stretch) && tape->piece > 0 &&
                           !sn_stretch_intervened(tape->stretch, 0, tape->n_commands);
        if (empty)
            g_array_set_size(line->pieces, (guint)tape->piece);
        else
            sn_line_end(line, tape->piece, state->step, tape->n_commands, state->time);
        return line;
    }
    /* from a saved state: what lies before it in time stays */
    while (sn_line_count(line) > 0 &&
           sn_stretch_first_time(sn_line_last(line)->stretch) >= state->time)
        g_array_set_size(line->pieces, line->pieces->len - 1);
    if (sn_line_count(line) > 0 && sn_line_to(line) > state->time) {
        const SnPlace place = sn_line_find(line, state->time);
        sn_line_end(line, place.piece, place.step, place.n_commands, place.time);
    }
    return line;
}

static void tell_continued(SnTape *tape, const SnStructure *from)
{
    const int added = sn_structure_count_missing(tape->head, from);
    const int gone = sn_structure_count_missing(from, tape->head);
    GString *text = g_string_new(NULL);
    g_string_printf(text, "Continued at %g s with the model as it is now", state_of(tape)->time);
    if (added > 0)
        g_string_append_printf(text, ": %d component%s added", added,
                               added == 1 ? " was" : "s were");
    if (gone > 0)
        g_string_append_printf(text, "%s %d%s %s gone", added > 0 ? "," : ":", gone,
                               added > 0   ? ""
                               : gone == 1 ? " component"
                                           : " components",
                               gone == 1 ? "is" : "are");
    g_strlcpy(tape->message, text->str, sizeof tape->message);
    g_string_free(text, TRUE);
}

void sn_tape_cut(SnTape *tape, SnStructure *head, SnCommand *values)
{
    const bool past = !sn_tape_at_end(tape);
    SnStructure *from = sn_structure_ref(tape->current);
    SnState *state = sn_state_copy(state_of(tape));
    if (tape->piece >= 0)
        sn_tape_keep(tape);
    sn_tape_replace_line(tape, line_to_here(tape), head, values);
    sn_tape_release(tape);
    head_in_force(tape);
    sn_tape_know(tape, tape->values);
    sn_carry(from->compiled->system, state, tape->head->compiled->system, state_of(tape));
    sn_simulation_evaluate(tape->simulation);
    tape->stale = false;
    sn_recorder_cut(tape->simulation->recorder, state->time);
    sn_tape_attach_recorder(tape);
    begin_stretch(tape);
    if (past && from != tape->head)
        tell_continued(tape, from);
    sn_free(state);
    sn_structure_unref(from);
    tape->accepted = 0;
    tape->moved = true;
}

/* From the head's start state. */
static void start_anew(SnTape *tape, SnStructure *head, SnCommand *values)
{
    if (tape->stretch && sn_line_has_steps(tape->line)) {
        sn_tape_replace_line(tape, sn_line_new(), head, values);
    } else {
        sn_line_free(tape->line);
        tape->line = sn_line_new();
    }
    sn_tape_release(tape);
    head_in_force(tape);
    if (tape->before)
        sn_tape_know(tape, tape->values);
    sn_tape_attach_recorder(tape);
    sn_simulation_reset(tape->simulation);
    tape->stale = false;
    begin_stretch(tape);
    tape->accepted = 0;
    tape->moved = true;
}

/* The line before the newest cut is in force again, at the place where it was cut; with_head: and
 * the head, which else is left alone. */
static void take_before(SnTape *tape, bool with_head)
{
    SnLine *line = tape->before;
    if (with_head)
        set_head(tape, line->structure, line->values);
    if (tape->before_is_branch) {
        guint number = 0;
        g_ptr_array_find(tape->branches, line, &number);
        g_ptr_array_steal_index(tape->branches, number);
    }
    tape->before = NULL;
    tape->before_is_branch = false;
    SnLine *dropped = tape->line;
    tape->line = line;
    sn_tape_go(tape, line->shown_piece, line->shown, line->shown_step, line->shown_commands, NULL,
               NULL);
    sn_tape_show(tape);
    sn_line_free(dropped);
    sn_tape_attach_recorder(tape);
    sn_recorder_restore(tape->simulation->recorder, line->tracks);
    sn_line_forget_place(line);
    for (guint i = 0; i < tape->branches->len; i++)
        sn_line_fork(tape->branches->pdata[i], line);
    tape->serial++;
}

/* Is the model again what it was before the newest cut? */
static bool undone(SnTape *tape)
{
    return tape->before && tape->before->values->fingerprint != 0 &&
           sn_tape_know(tape, tape->values) == tape->before->values->fingerprint;
}

void sn_tape_see_undone(SnTape *tape)
{
    if (undone(tape))
        take_before(tape, true);
}

void sn_tape_attach_recorder(SnTape *tape)
{
    SnSystem view;
    const SnProbeBox *probes = tape->values->probes;
    if (probes->tables)
        sn_probe_tables_view(probes->tables, &view);
    sn_recorder_attach(tape->simulation->recorder,
                       probes->tables ? &view : tape->head->compiled->system);
}

/* --- going on --- */

bool sn_tape_ready(SnTape *tape)
{
    if (sn_tape_is_live(tape))
        return false;
    SnCommand *used = sn_stretch_values(tape->stretch, tape->n_commands);
    const uint64_t head = sn_tape_know(tape, tape->values), here = sn_tape_know(tape, used);
    const bool same = used == tape->values || (head != 0 && head == here) ||
                      (tape->accepted != 0 && tape->accepted == head);
    if (same && tape->piece >= 0 && !sn_tape_at_end(tape))
        return true;
    sn_tape_make_live(tape);
    return false;
}

void sn_tape_make_live(SnTape *tape)
{
    if (sn_tape_is_live(tape))
        return;
    if (sn_tape_at_start(tape))
        start_anew(tape, tape->head, tape->values);
    else
        sn_tape_cut(tape, tape->head, tape->values);
}

static SnMoment *take(SnTape *tape, SnState *state)
{
    const guint before =
        sn_stretch_moment_before(tape->stretch, state_of(tape)->step, tape->n_commands);
    const uint64_t steps =
        state_of(tape)->step - sn_stretch_moment(tape->stretch, before)->state->step;
    if (sn_tape_at_end(tape)) {
        tape->since = 0;
        tape->since_steps = 0;
    }
    return sn_stretch_take(tape->stretch, tape->n_commands, state,
                           (int64_t)steps * tape->step_cost);
}

SnMoment *sn_tape_keep(SnTape *tape)
{
    return take(tape, sn_state_copy(state_of(tape)));
}

void sn_tape_keep_frame(SnTape *tape, const SnSnapshot *snapshot)
{
    if (snapshot->scene && sn_tape_is_live(tape))
        sn_stretch_add_frame(tape->stretch, sn_frame_new(snapshot));
}

SnFault sn_tape_step(SnTape *tape)
{
    const SnFault fault = sn_simulation_step(tape->simulation);
    if (fault.code == SN_FAULT_NONE)
        tape->stale = false;
    return fault;
}

static bool mark_here(const SnTape *tape)
{
    const SnState *state = state_of(tape);
    const double half = 0.5 * sn_stretch_step_size(tape->stretch);
    for (int i = 0; i < tape->n_marks; i++)
        if (tape->marks[i].time >= state->time - half && tape->marks[i].time < state->time + half)
            return true;
    return false;
}

void sn_tape_stepped(SnTape *tape, int64_t cost)
{
    SnPiece *piece = sn_line_last(tape->line);
    const SnState *state = state_of(tape);
    if (piece->to_step == sn_stretch_first_step(piece->stretch)) {
        sn_tape_know(tape, piece->stretch->base);
        tape->serial++;
    }
    sn_tape_forget_before(tape);
    piece->to_step = state->step;
    piece->to_time = state->time;
    tape->step_cost = tape->step_cost > 0 ? (7 * tape->step_cost + cost) / 8 : cost;
    tape->since += cost;
    tape->since_steps++;
    const bool marked = mark_here(tape);
    /* one step more would be too much */
    if (tape->since + tape->step_cost < SN_TAPE_SPACING && tape->since_steps < MOST_STEPS &&
        !marked)
        return;
    const int64_t since = tape->since;
    SnState *copy = sn_try_alloc(1, state->size);
    if (!copy) /* one state less: the steps from the one before are taken again */
        return;
    memcpy(copy, state, state->size);
    SnMoment *moment = take(tape, copy);
    moment->cost = since;
    moment->waypoint = marked;
}

/* --- a new model --- */

/* Whether a start with this head is the start of the line. */
static bool starts_alike(const SnTape *tape, uint64_t fingerprint)
{
    if (sn_line_count(tape->line) == 0)
        return false;
    const SnStretch *first = sn_line_piece(tape->line, 0)->stretch;
    return sn_stretch_first_step(first) == 0 && fingerprint != 0 &&
           first->base->fingerprint == fingerprint;
}

static void go_to_start(SnTape *tape)
{
    SnStretch *first = sn_line_piece(tape->line, 0)->stretch;
    sn_tape_go(tape, 0, first, sn_stretch_first_step(first), 0, NULL, NULL);
    sn_tape_show(tape);
}

static SnTapeInstalled install_at_start(SnTape *tape, SnStructure *head, SnCommand *values)
{
    const uint64_t fingerprint = tape->values->fingerprint;
    if (undone(tape))
        take_before(tape, false);
    if (sn_line_has_steps(tape->line) && starts_alike(tape, fingerprint)) {
        sn_tape_attach_recorder(tape);
        go_to_start(tape);
        return SN_TAPE_MOVED;
    }
    start_anew(tape, head, values);
    return SN_TAPE_ANEW;
}

static SnTapeInstalled install_later(SnTape *tape, SnStructure *head, SnCommand *values)
{
    const uint64_t fingerprint = tape->values->fingerprint;
    const SnPull pull = tape->simulation->pull;
    const bool was_live = sn_tape_at_end(tape) && !tape->before;
    const bool moved = tape->moved;
    if (tape->before) {
        /* convert from what was simulated, not from what was converted already */
        SnStructure *former = sn_structure_ref(tape->before->structure);
        SnCommand *former_values = sn_command_ref(tape->before->values);
        const bool back = undone(tape);
        take_before(tape, false);
        if (!back || sn_tape_at_end(tape))
            sn_tape_cut(tape, former, former_values);
        sn_command_unref(former_values);
        sn_structure_unref(former);
        return SN_TAPE_MOVED;
    }
    SnCommand *used = sn_stretch_values(tape->stretch, tape->n_commands);
    if (!sn_tape_at_end(tape) && tape->piece >= 0 && sn_tape_know(tape, used) == fingerprint) {
        sn_tape_attach_recorder(tape);
        return SN_TAPE_MOVED;
    }
    sn_tape_cut(tape, head, values);
    if (!was_live)
        return SN_TAPE_MOVED;
    tape->moved = moved;
    if (!sn_id_is_null(pull.id))
        sn_tape_pull(tape, pull.id, pull.local, pull.target);
    return moved ? SN_TAPE_MOVED : SN_TAPE_CARRIED;
}

SnTapeInstalled sn_tape_install(SnTape *tape, SnModel *model, SnCompiled *compiled,
                                uint64_t fingerprint, bool reset)
{
    SnStructure *structure = sn_structure_new(model, compiled, fingerprint, &tape->used);
    SnTapeInstalled done;
    tape->message[0] = 0;
    if (!tape->stretch) {
        set_head(tape, structure, structure->root);
        start_anew(tape, structure, structure->root);
        done = SN_TAPE_ANEW;
    } else {
        sn_tape_know(tape, tape->values);
        SnStructure *head = sn_structure_ref(tape->head);
        SnCommand *values = sn_command_ref(tape->values);
        set_head(tape, structure, structure->root);
        done = reset || sn_tape_at_start(tape) ? install_at_start(tape, head, values)
                                               : install_later(tape, head, values);
        sn_command_unref(values);
        sn_structure_unref(head);
    }
    tape->simulation->revision = MAX(tape->simulation->revision, compiled->system->revision);
    sn_structure_unref(structure);
    tape->serial++;
    return done;
}

/* --- hands --- */

/* Of the changes of a slider between two steps only the last counts. */
static bool takes_place_of(const SnCommand *command, const SnCommand *former)
{
    return former->step == command->step && former->kind == command->kind &&
           (command->kind == SN_COMMAND_PULL || command->kind == SN_COMMAND_PROBES ||
            (command->kind == SN_COMMAND_SET && sn_id_equal(former->id, command->id) &&
             former->row == command->row));
}

void sn_tape_add_command(SnTape *tape, SnCommand *command)
{
    SnStretch *stretch = tape->stretch;
    SnPiece *piece = sn_line_last(tape->line);
    sn_structure_carried_out(stretch->structure, command);
    if (tape->n_commands > 0 &&
        takes_place_of(command, sn_stretch_values(stretch, tape->n_commands))) {
        sn_command_follow(command, sn_stretch_values(stretch, tape->n_commands)->parent,
                          sn_stretch_values(stretch, tape->n_commands));
        sn_command_unref(stretch->commands->pdata[tape->n_commands - 1]);
        stretch->commands->pdata[tape->n_commands - 1] = command; /* as large as the former */
    } else {
        sn_stretch_add_command(stretch, command);
        tape->n_commands++;
    }
    piece->to_commands = tape->n_commands;
    set_head(tape, stretch->structure, command);
}

void sn_tape_restart(SnTape *tape, SnCommand *command)
{
    sn_stretch_restart(tape->stretch, command, state_of(tape));
    sn_structure_carried_out(tape->stretch->structure, command);
    set_head(tape, tape->stretch->structure, command);
    sn_line_end(tape->line, tape->piece, 0, 0, state_of(tape)->time);
    tape->n_commands = 0;
    sn_command_unref(command);
}

bool sn_tape_set(SnTape *tape, SnId id, int row, const double *value, int n, uint64_t revision)
{
    SnSimulation *s = tape->simulation;
    SnCommand *command = sn_command_set(tape->values, s, id, row, value, n, revision);
    if (!command)
        return false;
    if (state_of(tape)->step == 0) {
        sn_tape_restart(tape, command);
    } else {
        const bool intervention = command->kind == SN_COMMAND_INTERVENE;
        sn_tape_add_command(tape, command);
        if (intervention) {
            sn_tape_forget_before(tape);
            sn_tape_keep(tape);
        }
    }
    tape->serial++;
    sn_tape_see_undone(tape);
    return true;
}

void sn_tape_pull(SnTape *tape, SnId id, const double local[3], const double target[3])
{
    if (state_of(tape)->step == 0)
        sn_tape_know(tape, tape->values);
    sn_tape_add_command(tape, sn_command_pull(tape->values, tape->simulation, id, local, target));
    sn_tape_forget_before(tape);
}

void sn_tape_reset(SnTape *tape)
{
    if (!tape->stretch)
        return;
    sn_tape_release(tape);
    if (sn_line_has_steps(tape->line) && starts_alike(tape, sn_tape_know(tape, tape->values)))
        go_to_start(tape);
    else
        start_anew(tape, tape->head, tape->values);
}
