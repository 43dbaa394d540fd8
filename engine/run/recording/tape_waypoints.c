/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States that waypoints ask for, and states that come from their file. */
#include "engine/base/memory.h"
#include "engine/run/recording/tape.h"
#include "engine/run/simulation/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_time(const void *a, const void *b)
{
    const double x = ((const SnWaypointMark *)a)->time, y = ((const SnWaypointMark *)b)->time;
    return x < y ? -1 : x > y;
}

/* The moment of the line a mark means, -1: not recorded. */
static SnPlace place_of(const SnTape *tape, const SnWaypointMark *mark)
{
    SnPlace place = sn_line_find(tape->line, mark->time);
    if (place.piece < 0)
        return place;
    const SnStretch *stretch = sn_line_piece(tape->line, place.piece)->stretch;
    if (fabs(place.time - mark->time) > 0.5001 * sn_stretch_step_size(stretch))
        place.piece = -1;
    return place;
}

static SnMoment *moment_at(const SnTape *tape, const SnPlace *place)
{
    if (place->piece < 0)
        return NULL;
    const SnStretch *stretch = sn_line_piece(tape->line, place->piece)->stretch;
    SnMoment *moment = sn_stretch_moment(
        stretch, sn_stretch_moment_before(stretch, place->step, place->n_commands));
    return moment->state->step == place->step ? moment : NULL;
}

static const SnStretch *saved_at(const SnTape *tape, double time)
{
    for (guint i = 0; i < tape->saved->len; i++) {
        const SnStretch *stretch = tape->saved->pdata[i];
        if (fabs(sn_stretch_first_time(stretch) - time) <= 0.5001 * sn_stretch_step_size(stretch))
            return stretch;
    }
    return NULL;
}

static bool of_head(const SnTape *tape, const SnStretch *stretch)
{
    return sn_same_layout(stretch->structure->compiled->system, tape->head->compiled->system);
}

const SnState *sn_tape_mark_state(const SnTape *tape, const SnWaypointMark *mark, bool head)
{
    const SnPlace place = place_of(tape, mark);
    const SnMoment *moment = moment_at(tape, &place);
    if (moment && (!head || of_head(tape, sn_line_piece(tape->line, place.piece)->stretch)))
        return moment->state;
    const SnStretch *saved = saved_at(tape, mark->time);
    return saved && (!head || of_head(tape, saved)) ? sn_stretch_moment(saved, 0)->state : NULL;
}

static void clear_flags(const SnTape *tape)
{
    for (int i = 0; i < sn_line_count(tape->line); i++) {
        const SnStretch *stretch = sn_line_piece(tape->line, i)->stretch;
        for (guint k = 0; k < stretch->moments->len; k++)
            sn_stretch_moment(stretch, k)->waypoint = false;
    }
}

void sn_tape_set_marks(SnTape *tape, SnWaypointMark *marks, int n, SnTapeStop stop, void *data)
{
    g_free(tape->marks);
    tape->marks = marks;
    tape->n_marks = n;
    if (n > 0)
        qsort(marks, (size_t)n, sizeof *marks, by_time);
    tape->serial++;
    if (!tape->stretch)
        return;
    clear_flags(tape);
    const bool moved = tape->moved;
    SnStretch *stretch = sn_stretch_ref(tape->stretch);
    const int piece = tape->piece, commands = tape->n_commands;
    const uint64_t step = tape->simulation->state->step;
    bool away = false;
    for (int i = 0; i < n; i++) {
        const SnPlace place = place_of(tape, &marks[i]);
        if (place.piece < 0)
            continue;
        if (!moment_at(tape, &place)) {
            if (!away && sn_tape_at_end(tape))
                sn_tape_keep(tape); /* the way back is short */
            away = true;
            if (!sn_tape_go(tape, place.piece, sn_line_piece(tape->line, place.piece)->stretch,
                            place.step, place.n_commands, stop, data))
                break;
            sn_tape_keep(tape);
        }
        moment_at(tape, &place)->waypoint = true;
    }
    if (away)
        sn_tape_go(tape, piece, stretch, step, commands, NULL, NULL);
    tape->moved = moved;
    sn_stretch_unref(stretch);
}

const SnWaypointMark *sn_tape_breakpoint(const SnTape *tape, double from, double to)
{
    const double half = 0.5 * sn_stretch_step_size(tape->stretch);
    for (int i = 0; i < tape->n_marks; i++)
        if (tape->marks[i].breakpoint && tape->marks[i].time >= from + half &&
            tape->marks[i].time < to + half)
            return &tape->marks[i];
    return NULL;
}

bool sn_tape_give_state(SnTape *tape, uint64_t step, double time, uint64_t active,
                        const double *data, size_t n)
{
    if (!tape->head)
        return false;
    SnState *state = sn_state_new(tape->head->compiled->system);
    const bool fits = n == (state->size - sizeof *state) / sizeof *data;
    if (fits) {
        state->step = step;
        state->time = time;
        state->active = active;
        if (n > 0)
            memcpy(state->data, data, n * sizeof *data);
        SnStretch *stretch =
            sn_stretch_new(++tape->last_id, tape->head, tape->values, state, &tape->used);
        stretch->saved = true;
        g_ptr_array_add(tape->saved, stretch);
        tape->serial++;
    }
    sn_free(state);
    return fits;
}
