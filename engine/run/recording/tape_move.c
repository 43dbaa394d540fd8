/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To any recorded moment: the nearest state before it is put in force, and the steps from there are
 * taken again with all that was done meanwhile. */
#include "engine/run/recording/tape.h"
#include "engine/sim/setup/setup.h"

#include <math.h>

/* Steps between two questions whether to stop. */
enum { ASK = 1 };

static SnState *state_of(const SnTape *tape)
{
    return tape->simulation->state;
}

void sn_tape_use(SnTape *tape, SnStructure *structure)
{
    if (tape->current == structure)
        return;
    SnStructure *former = tape->current;
    sn_structure_use(structure, former, tape->simulation);
    tape->current = sn_structure_ref(structure);
    if (former && former != tape->head) {
        SnStructure *spare = tape->spare;
        if (spare && spare != former && spare != tape->head && spare != structure)
            g_clear_pointer(&spare->setup.work, sn_work_free);
        tape->spare = sn_structure_ref(former);
        sn_structure_unref(spare);
    }
    sn_structure_unref(former);
}

/* The place becomes one in this stretch. */
static void enter(SnTape *tape, int piece, SnStretch *stretch)
{
    if (tape->stretch != stretch) {
        sn_stretch_ref(stretch);
        sn_stretch_unref(tape->stretch);
        tape->stretch = stretch;
    }
    tape->piece = piece;
    sn_tape_use(tape, stretch->structure);
}

static void put_moment(SnTape *tape, const SnMoment *moment)
{
    SnStretch *stretch = tape->stretch;
    sn_structure_apply(stretch->structure, sn_stretch_values(stretch, moment->n_commands),
                       tape->simulation);
    sn_simulation_put(tape->simulation, moment->state);
    tape->n_commands = moment->n_commands;
    tape->stale = true;
}

/* Carries out the next command of the stretch again. */
static void redo_next(SnTape *tape)
{
    SnStretch *stretch = tape->stretch;
    SnCommand *command = stretch->commands->pdata[tape->n_commands];
    sn_command_redo(command, tape->simulation);
    sn_structure_carried_out(stretch->structure, command);
    tape->n_commands++;
    tape->stale = true;
}

/* Carries out those due at the present step, up to a count. */
static void redo_due(SnTape *tape, int limit)
{
    const GPtrArray *commands = tape->stretch->commands;
    while (tape->n_commands < limit &&
           ((SnCommand *)commands->pdata[tape->n_commands])->step == state_of(tape)->step)
        redo_next(tape);
}

static SnFault repeat_step(SnTape *tape)
{
    sn_tape_show(tape); /* controllers read results */
    const SnFault fault = sn_simulation_repeat(tape->simulation);
    tape->stale = fault.code != SN_FAULT_NONE;
    return fault;
}

bool sn_tape_go(SnTape *tape, int piece, SnStretch *stretch, uint64_t step, int n_commands,
                SnTapeStop stop, void *data)
{
    sn_tape_know(tape, tape->values);
    const bool same = tape->stretch == stretch;
    const SnMoment *moment =
        sn_stretch_moment(stretch, sn_stretch_moment_before(stretch, step, n_commands));
    const uint64_t here = state_of(tape)->step;
    const bool on_the_way = same && here <= step && tape->n_commands <= n_commands &&
                            here >= moment->state->step && tape->n_commands >= moment->n_commands;
    enter(tape, piece, stretch);
    tape->moved = true;
    if (!on_the_way)
        put_moment(tape, moment);
    redo_due(tape, n_commands);
    while (state_of(tape)->step < step) {
        if (stop && state_of(tape)->step % ASK == 0 && stop(data))
            return false;
        if (repeat_step(tape).code != SN_FAULT_NONE)
            break; /* a step that was taken before cannot fail; if it does, here is where it is */
        redo_due(tape, n_commands);
    }
    return true;
}

void sn_tape_release(SnTape *tape)
{
    if (!tape->values || sn_id_is_null(tape->values->pull.id))
        return;
    sn_tape_know(tape, tape->values);
    SnCommand *release = sn_command_release(tape->values);
    sn_command_unref(tape->values);
    tape->values = release;
}

static const SnStretch *nearest_saved(const SnTape *tape, double time, double *distance)
{
    const SnStretch *best = NULL;
    for (guint i = 0; i < tape->saved->len; i++) {
        const SnStretch *stretch = tape->saved->pdata[i];
        const double d = fabs(sn_stretch_first_time(stretch) - time);
        if (d < *distance) {
            best = stretch;
            *distance = d;
        }
    }
    return best;
}

bool sn_tape_seek(SnTape *tape, double time, SnTapeStop stop, void *data)
{
    if (!tape->stretch)
        return true;
    sn_tape_release(tape);
    const SnPlace place = sn_line_find(tape->line, time);
    double distance = INFINITY;
    if (place.piece >= 0)
        distance = fabs(place.time - time) -
                   1e-6 * sn_stretch_step_size(sn_line_piece(tape->line, place.piece)->stretch);
    SnStretch *saved = (SnStretch *)nearest_saved(tape, time, &distance);
    if (saved)
        return sn_tape_go(tape, -1, saved, sn_stretch_first_step(saved), 0, stop, data);
    return sn_tape_go(tape, place.piece, sn_line_piece(tape->line, place.piece)->stretch,
                      place.step, place.n_commands, stop, data);
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

SnNear sn_tape_near(const SnTape *tape, double time, int64_t cost)
{
    SnNear near = {.piece = -1};
    const SnPlace place = sn_line_find(tape->line, time);
    if (place.piece < 0)
        return near;
    const SnPiece *piece = sn_line_piece(tape->line, place.piece);
    const SnStretch *stretch = piece->stretch;
    const guint number = sn_stretch_moment_before(stretch, place.step, place.n_commands);
    near.moment = sn_stretch_moment(stretch, number);
    uint64_t from = near.moment->state->step;
    const uint64_t here = state_of(tape)->step;
    if (tape->stretch == stretch && here <= place.step && here > from)
        from = here; /* it goes on from where it is */
    if ((int64_t)(place.step - from) * tape->step_cost <= cost)
        return near;
    near.piece = place.piece;
    if (number + 1 < stretch->moments->len) {
        const SnMoment *next = sn_stretch_moment(stretch, number + 1);
        if (next->state->step <= piece->to_step && next->n_commands <= piece->to_commands &&
            distance(next->state->step, place.step) <
                distance(near.moment->state->step, place.step))
            near.moment = next;
    }
    const SnFrame *frame = sn_stretch_frame_near(stretch, place.step, piece->to_step);
    if (frame && distance(frame->step, place.step) < distance(near.moment->state->step, place.step))
        near.frame = frame;
    return near;
}

/* The place so many steps from the present one, across pieces that join. */
static SnPlace place_by_steps(const SnTape *tape, int64_t steps)
{
    int number = MAX(tape->piece, 0);
    const int64_t wanted = (int64_t)state_of(tape)->step + steps;
    const SnPiece *piece = sn_line_piece(tape->line, number);
    while (number > 0 && wanted < (int64_t)sn_stretch_first_step(piece->stretch))
        piece = sn_line_piece(tape->line, --number);
    while (number + 1 < sn_line_count(tape->line) && wanted >= (int64_t)piece->to_step)
        piece = sn_line_piece(tape->line, ++number);
    const int64_t first = (int64_t)sn_stretch_first_step(piece->stretch);
    SnPlace place = {.piece = number};
    place.step = (uint64_t)CLAMP(wanted, first, MAX(first, (int64_t)piece->to_step));
    place.n_commands = MIN(sn_stretch_commands_at(piece->stretch, place.step), piece->to_commands);
    return place;
}

bool sn_tape_seek_steps(SnTape *tape, int64_t steps, SnTapeStop stop, void *data)
{
    if (!tape->stretch)
        return true;
    sn_tape_release(tape);
    if (tape->piece < 0)
        return true;
    const SnPlace place = place_by_steps(tape, steps);
    return sn_tape_go(tape, place.piece, sn_line_piece(tape->line, place.piece)->stretch,
                      place.step, place.n_commands, stop, data);
}

SnFault sn_tape_follow(SnTape *tape)
{
    const SnPiece *piece = sn_line_piece(tape->line, tape->piece);
    tape->moved = true;
    if (state_of(tape)->step == piece->to_step && tape->n_commands == piece->to_commands) {
        const int next = tape->piece + 1;
        SnStretch *stretch = sn_line_piece(tape->line, next)->stretch;
        sn_tape_go(tape, next, stretch, sn_stretch_first_step(stretch), 0, NULL, NULL);
        piece = sn_line_piece(tape->line, next);
    }
    redo_due(tape, piece->to_commands);
    if (state_of(tape)->step >= piece->to_step)
        return (SnFault){0};
    const SnFault fault = repeat_step(tape);
    if (fault.code == SN_FAULT_NONE)
        redo_due(tape, piece->to_commands);
    return fault;
}
