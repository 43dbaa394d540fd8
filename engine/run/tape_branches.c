/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that were laid aside, and how they come back. */
#include "engine/run/tape.h"

static SnLine *find_branch(const SnTape *tape, uint64_t id, guint *number)
{
    for (guint i = 0; i < tape->branches->len; i++) {
        SnLine *line = tape->branches->pdata[i];
        for (int k = MAX(line->fork, 0); k < sn_line_count(line); k++) {
            if (sn_line_piece(line, k)->stretch->id == id) {
                *number = i;
                return line;
            }
        }
    }
    return NULL;
}

/* The number-th branch is the recording from now on; returns the time where they part. */
static double take(SnTape *tape, guint number)
{
    SnLine *line = tape->branches->pdata[number];
    sn_tape_know(tape, tape->values);
    sn_tape_release(tape);
    const double time = line->fork_time;
    if (tape->before == line) {
        tape->before = NULL;
        tape->before_is_branch = false;
    }
    g_ptr_array_steal_index(tape->branches, number);
    sn_tape_replace_line(tape, line, tape->head, tape->values);
    sn_tape_forget_before(tape);
    sn_recorder_restore(tape->simulation->recorder, line->tracks);
    sn_line_forget_place(line);
    tape->accepted = sn_tape_know(tape, tape->values);
    tape->serial++;
    return time;
}

bool sn_tape_take_branch(SnTape *tape, uint64_t stretch, SnTapeStop stop, void *data)
{
    guint number;
    if (!find_branch(tape, stretch, &number))
        return false;
    const double time = take(tape, number);
    sn_tape_seek(tape, time, stop, data);
    return true;
}

/* --- interventions --- */

typedef struct Intervention {
    int piece;
    int number; /* of the first command that belongs to it */
    int end;    /* after the last */
} Intervention;

static bool is_intervention(const SnCommand *command, SnId id, int row)
{
    return command->kind == SN_COMMAND_INTERVENE && sn_id_equal(command->id, id) &&
           command->row == row;
}

/* The newest one of a line; those between the same two steps are one. */
static bool find_intervention(const SnLine *line, SnId id, int row, Intervention *found)
{
    for (int i = sn_line_count(line) - 1; i >= 0; i--) {
        const SnPiece *piece = sn_line_piece(line, i);
        SnCommand **commands = (SnCommand **)piece->stretch->commands->pdata;
        int end = piece->to_commands;
        while (end > 0 && !is_intervention(commands[end - 1], id, row))
            end--;
        if (end == 0)
            continue;
        *found = (Intervention){i, end - 1, end};
        while (found->number > 0 && is_intervention(commands[found->number - 1], id, row) &&
               commands[found->number - 1]->step == commands[end - 1]->step)
            found->number--;
        return true;
    }
    return false;
}

static void go_to_command(SnTape *tape, int piece, int command, int n_commands)
{
    SnStretch *stretch = sn_line_piece(tape->line, piece)->stretch;
    const SnCommand *at = stretch->commands->pdata[command];
    sn_tape_go(tape, piece, stretch, at->step, n_commands, NULL, NULL);
    sn_tape_show(tape);
}

bool sn_tape_take_back(SnTape *tape, SnId id, int row)
{
    Intervention found;
    if (!tape->stretch || !find_intervention(tape->line, id, row, &found))
        return false;
    sn_tape_release(tape);
    go_to_command(tape, found.piece, found.number, found.number);
    sn_tape_cut(tape, tape->head, tape->values);
    sn_tape_forget_before(tape); /* it comes back by name only */
    return true;
}

bool sn_tape_bring_back(SnTape *tape, SnId id, int row)
{
    Intervention found;
    for (guint i = 0; i < tape->branches->len; i++) {
        const SnLine *line = tape->branches->pdata[i];
        if (!find_intervention(line, id, row, &found) || found.piece < line->fork)
            continue;
        take(tape, i);
        go_to_command(tape, found.piece, found.number, found.end);
        return true;
    }
    return false;
}
