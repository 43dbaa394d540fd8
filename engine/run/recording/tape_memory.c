/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the recording within its budget. */
#include "engine/base/memory.h"
#include "engine/run/recording/tape.h"

#include <math.h>

/* Wall time between states up to which they are thinned before frames are [ns], and one that no run
 * has. */
static const int64_t CLOSE = 400000000, FARTHEST = (int64_t)1 << 60;

/* Between frames when they are first thinned, and so far apart that there is one a stretch [s]. */
static const double FRAME_GAP = 0.002, LONGEST_GAP = 1e6;

size_t sn_tape_bytes(const SnTape *tape)
{
    return tape->used + sn_recorder_bytes(tape->simulation->recorder);
}

static bool over(const SnTape *tape, size_t limit)
{
    return sn_tape_bytes(tape) > limit;
}

/* Lines laid aside go first, the oldest first; one that an undo could still bring back last. */
static bool drop_branch(SnTape *tape)
{
    if (tape->branches->len == 0)
        return false;
    const SnLine *oldest = tape->branches->pdata[tape->branches->len - 1];
    if (oldest == tape->before) {
        tape->before = NULL;
        tape->before_is_branch = false;
    }
    g_ptr_array_set_size(tape->branches, (gint)tape->branches->len - 1);
    tape->serial++;
    return true;
}

/* The longest part of a stretch that any line uses. */
static void find_end(const SnLine *line, const SnStretch *stretch, uint64_t *step, int *commands)
{
    for (int i = 0; line && i < sn_line_count(line); i++) {
        const SnPiece *piece = sn_line_piece(line, i);
        if (piece->stretch == stretch &&
            (piece->to_step > *step || piece->to_commands > *commands)) {
            *step = piece->to_step;
            *commands = piece->to_commands;
        }
    }
}

/* What only a line that is gone went through. */
static void trim_stretches(SnTape *tape)
{
    for (int i = 0; i < sn_line_count(tape->line); i++) {
        SnStretch *stretch = sn_line_piece(tape->line, i)->stretch;
        uint64_t step = sn_stretch_first_step(stretch);
        int commands = 0;
        find_end(tape->line, stretch, &step, &commands);
        find_end(tape->before, stretch, &step, &commands);
        for (guint k = 0; k < tape->branches->len; k++)
            find_end(tape->branches->pdata[k], stretch, &step, &commands);
        sn_stretch_trim(stretch, step, commands);
    }
}

/* Takes out every second state of a stretch that lies closer than the spacing, from the start on,
 * until enough is free. */
static void thin_stretch(SnTape *tape, SnStretch *stretch, size_t limit)
{
    const size_t each = sizeof(SnMoment) + sn_stretch_moment(stretch, 0)->state->size;
    const size_t used = sn_tape_bytes(tape);
    guint kept = 1;
    size_t freed = 0;
    for (guint i = 1; i < stretch->moments->len; i++) {
        SnMoment *moment = sn_stretch_moment(stretch, i);
        const bool last = i + 1 == stretch->moments->len;
        const int64_t gap = last ? 0 : moment->cost + sn_stretch_moment(stretch, i + 1)->cost;
        if (!last && !moment->waypoint && gap <= tape->spacing && used - freed > limit) {
            sn_stretch_moment(stretch, i + 1)->cost = gap;
            sn_free(moment->state);
            freed += each;
        } else {
            *sn_stretch_moment(stretch, kept++) = *moment;
        }
    }
    stretch->moments->len = kept; /* the states beyond were moved or freed */
    sn_stretch_count(stretch);
}

/* The same with frames, which are to lie so far apart in time. */
static void thin_frames(SnTape *tape, SnStretch *stretch, size_t limit)
{
    GPtrArray *frames = stretch->frames;
    const size_t used = sn_tape_bytes(tape);
    size_t freed = 0;
    double last = -INFINITY;
    guint kept = 0;
    for (guint i = 0; i < frames->len; i++) {
        SnFrame *frame = frames->pdata[i];
        if (frame->time < last + tape->frame_gap && used - freed > limit) {
            freed += sn_frame_bytes(frame);
            sn_free(frame);
        } else {
            last = frame->time;
            frames->pdata[kept++] = frame;
        }
    }
    frames->len = kept; /* those beyond were moved or freed */
    sn_stretch_count(stretch);
}

static size_t frame_bytes(const SnTape *tape)
{
    size_t bytes = 0;
    for (int i = 0; i < sn_line_count(tape->line); i++)
        bytes += sn_stretch_frame_bytes(sn_line_piece(tape->line, i)->stretch);
    return bytes;
}

/* States first while they lie close; then frames have a quarter of the memory. */
static bool frames_are_next(const SnTape *tape)
{
    return tape->spacing > CLOSE && tape->frame_gap < LONGEST_GAP &&
           frame_bytes(tape) > tape->budget / 4;
}

static void sweep(SnTape *tape, size_t limit, bool frames)
{
    for (int i = 0; i < sn_line_count(tape->line) && over(tape, limit); i++) {
        SnStretch *stretch = sn_line_piece(tape->line, i)->stretch;
        if (frames)
            thin_frames(tape, stretch, limit);
        else
            thin_stretch(tape, stretch, limit);
    }
}

static void thin(SnTape *tape, size_t limit)
{
    bool more = true;
    while (more) {
        const bool frames = frames_are_next(tape);
        sweep(tape, limit, frames);
        more = over(tape, limit);
        if (more && frames) {
            tape->frame_gap *= 2;
        } else if (more && tape->spacing < FARTHEST) {
            tape->spacing += tape->spacing / 2;
        } else if (more) { /* so little that nothing but starts and waypoints can be kept */
            sweep(tape, limit, true);
            more = false;
        }
    }
}

void sn_tape_set_budget(SnTape *tape, size_t bytes)
{
    tape->budget = bytes;
    tape->spacing = SN_TAPE_SPACING;
    tape->frame_gap = FRAME_GAP;
    tape->serial++;
    sn_tape_make_room(tape);
}

void sn_tape_make_room(SnTape *tape)
{
    if (!over(tape, tape->budget))
        return;
    /* some at once, so that it is not asked for at every step */
    const size_t limit = tape->budget - tape->budget / 32;
    bool dropped = false;
    while (over(tape, limit) && drop_branch(tape))
        dropped = true;
    if (dropped)
        trim_stretches(tape);
    if (!over(tape, limit))
        return;
    thin(tape, limit);
    tape->serial++;
    if (!tape->thinned)
        tape->tell_thinned = true;
    tape->thinned = true;
}
