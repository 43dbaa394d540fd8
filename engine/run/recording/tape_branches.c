/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that were laid aside, and how they come back. */
#include "engine/run/recording/tape.h"

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
    int piece, number;   /* of the first command that belongs to it */
    int last_piece, end; /* after the last */
} Intervention;

static bool is_intervention(const SnCommand *command, uint64_t revision)
{
    return command->kind == SN_COMMAND_INTERVENE && command->revision == revision;
}

/* Those of a line that came with a revision, all of them. */
static bool find_intervention(const SnLine *line, uint64_t revision, Intervention *found)
{
    bool any = false;
    for (int i = 0; i < sn_line_count(line); i++) {
        const SnPiece *piece = sn_line_piece(line, i);
        SnCommand **commands = (SnCommand **)piece->stretch->commands->pdata;
        for (int k = 0; k < piece->to_commands; k++) {
            if (!is_intervention(commands[k], revision))
                continue;
            if (!any)
                *found = (Intervention){.piece = i, .number = k};
            any = true;
            found->last_piece = i;
            found->end = k + 1;
        }
    }
    return any;
}

static void go_to_command(SnTape *tape, int piece, int command, int n_commands)
{
    SnStretch *stretch = sn_line_piece(tape->line, piece)->stretch;
    const SnCommand *at = stretch->commands->pdata[command];
    sn_tape_go(tape, piece, stretch, at->step, n_commands, NULL, NULL);
    sn_tape_show(tape);
}

bool sn_tape_take_back(SnTape *tape, uint64_t revision)
{
    Intervention found;
    if (!tape->stretch || !find_intervention(tape->line, revision, &found))
        return false;
    sn_tape_release(tape);
    go_to_command(tape, found.piece, found.number, found.number);
    sn_tape_cut(tape, tape->head, tape->values);
    sn_tape_forget_before(tape); /* it comes back by name only */
    return true;
}

bool sn_tape_bring_back(SnTape *tape, uint64_t revision)
{
    Intervention found;
    for (guint i = 0; i < tape->branches->len; i++) {
        const SnLine *line = tape->branches->pdata[i];
        if (!find_intervention(line, revision, &found) || found.piece < line->fork)
            continue;
        take(tape, i);
        go_to_command(tape, found.last_piece, found.end - 1, found.end);
        return true;
    }
    return false;
}
