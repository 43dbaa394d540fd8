/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/recording/line.h"

#include <math.h>

static void clear_piece(void *piece)
{
    sn_stretch_unref(((SnPiece *)piece)->stretch);
}

SnLine *sn_line_new(void)
{
    SnLine *line = g_new0(SnLine, 1);
    line->pieces = g_array_new(FALSE, FALSE, sizeof(SnPiece));
    g_array_set_clear_func(line->pieces, clear_piece);
    return line;
}

SnLine *sn_line_copy(const SnLine *line)
{
    SnLine *copy = sn_line_new();
    for (int i = 0; i < sn_line_count(line); i++) {
        SnPiece piece = *sn_line_piece(line, i);
        sn_stretch_ref(piece.stretch);
        g_array_append_val(copy->pieces, piece);
    }
    return copy;
}

void sn_line_forget_place(SnLine *line)
{
    g_clear_pointer(&line->tracks, sn_tracks_free);
    g_clear_pointer(&line->shown, sn_stretch_unref);
    g_clear_pointer(&line->values, sn_command_unref);
    g_clear_pointer(&line->structure, sn_structure_unref);
}

void sn_line_free(SnLine *line)
{
    if (!line)
        return;
    g_array_free(line->pieces, TRUE);
    sn_line_forget_place(line);
    g_free(line);
}

SnPiece *sn_line_piece(const SnLine *line, int number)
{
    return &g_array_index(line->pieces, SnPiece, number);
}

int sn_line_count(const SnLine *line)
{
    return (int)line->pieces->len;
}

SnPiece *sn_line_last(const SnLine *line)
{
    return line->pieces->len > 0 ? sn_line_piece(line, sn_line_count(line) - 1) : NULL;
}

void sn_line_add(SnLine *line, SnStretch *stretch)
{
    const SnPiece piece = {.stretch = sn_stretch_ref(stretch),
                           .to_step = sn_stretch_first_step(stretch),
                           .to_time = sn_stretch_first_time(stretch)};
    g_array_append_val(line->pieces, piece);
}

void sn_line_end(SnLine *line, int number, uint64_t step, int n_commands, double time)
{
    g_array_set_size(line->pieces, (guint)number + 1);
    SnPiece *piece = sn_line_piece(line, number);
    piece->to_step = step;
    piece->to_commands = n_commands;
    piece->to_time = time;
}

double sn_line_from(const SnLine *line)
{
    return line->pieces->len > 0 ? sn_stretch_first_time(sn_line_piece(line, 0)->stretch) : 0;
}

double sn_line_to(const SnLine *line)
{
    const SnPiece *last = sn_line_last(line);
    return last ? last->to_time : 0;
}

static bool piece_has_steps(const SnPiece *piece)
{
    return piece->to_step > sn_stretch_first_step(piece->stretch);
}

bool sn_line_has_steps(const SnLine *line)
{
    for (int i = 0; i < sn_line_count(line); i++)
        if (piece_has_steps(sn_line_piece(line, i)))
            return true;
    return false;
}

bool sn_line_fork(SnLine *line, const SnLine *other)
{
    line->fork = -1;
    line->fork_time = sn_line_from(line);
    bool joined = true, tail = false; /* tail: there is something only it has */
    for (int i = 0; i < sn_line_count(line); i++) {
        const SnPiece *mine = sn_line_piece(line, i);
        const SnPiece *its = i < sn_line_count(other) ? sn_line_piece(other, i) : NULL;
        if (!joined || !its || its->stretch != mine->stretch) {
            joined = false;
            tail = tail || piece_has_steps(mine) ||
                   sn_stretch_intervened(mine->stretch, 0, mine->to_commands);
            continue;
        }
        line->fork = i;
        line->fork_time = MIN(mine->to_time, its->to_time);
        tail = mine->to_step > its->to_step ||
               (mine->to_step == its->to_step &&
                sn_stretch_intervened(mine->stretch, its->to_commands, mine->to_commands));
        joined = mine->to_step == its->to_step && mine->to_commands == its->to_commands;
    }
    return tail;
}

static SnPlace place_in(const SnLine *line, int number, double time)
{
    const SnPiece *piece = sn_line_piece(line, number);
    const SnStretch *stretch = piece->stretch;
    SnPlace place = {.piece = number, .step = sn_stretch_step_at(stretch, time)};
    place.step = MIN(place.step, piece->to_step);
    place.n_commands = MIN(sn_stretch_commands_at(stretch, place.step), piece->to_commands);
    place.time = place.step == piece->to_step
                     ? piece->to_time
                     : sn_stretch_first_time(stretch) +
                           (double)(place.step - sn_stretch_first_step(stretch)) *
                               sn_stretch_step_size(stretch);
    return place;
}

SnPlace sn_line_find(const SnLine *line, double time)
{
    SnPlace best = {.piece = -1};
    /* where two meet, the later one: it has the newer values */
    for (int i = sn_line_count(line) - 1; i >= 0; i--) {
        const SnPlace place = place_in(line, i, time);
        const double nearer = 1e-6 * sn_stretch_step_size(sn_line_piece(line, i)->stretch);
        if (best.piece < 0 || fabs(place.time - time) < fabs(best.time - time) - nearer)
            best = place;
    }
    return best;
}
