/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the recording within its budget. */
#include "engine/run/recording/recording.h"

#include <math.h>
#include <stdlib.h>

/* Wall time between states up to which they are thinned before frames are [ns], and one that no run
 * has. */
static const int64_t CLOSE = 400000000, FARTHEST = (int64_t)1 << 60;

/* Between frames when they are first thinned, and so far apart that there is one a span [s]. */
static const double FRAME_GAP = 0.002, LONGEST_GAP = 1e6;

size_t sn_recording_bytes(const SnRecording *recording)
{
    return recording->used + sn_recorder_bytes(recording->simulation->recorder);
}

static bool bytes_over_budget(const SnRecording *recording, size_t limit)
{
    return sn_recording_bytes(recording) > limit;
}

/* Lines laid aside go first, the oldest first; one that an undo could still bring back last. */
static bool drop_branch(SnRecording *recording)
{
    if (recording->branches->len == 0)
        return false;
    const SnBranch *oldest = recording->branches->pdata[recording->branches->len - 1];
    if (oldest == recording->before) {
        recording->before = NULL;
        recording->before_is_branch = false;
    }
    g_ptr_array_set_size(recording->branches, (gint)recording->branches->len - 1);
    recording->serial++;
    return true;
}

/* The longest part of a span that any branch uses. */
static void find_end(const SnBranch *branch, const SnSpan *span, uint64_t *step, int *commands)
{
    for (int i = 0; branch && i < sn_branch_count(branch); i++) {
        const SnSection *section = sn_branch_section(branch, i);
        if (section->span == span &&
            (section->to_step > *step || section->to_commands > *commands)) {
            *step = section->to_step;
            *commands = section->to_commands;
        }
    }
}

/* What only a branch that is gone went through. */
static void trim_spans(SnRecording *recording)
{
    for (int i = 0; i < sn_branch_count(recording->branch); i++) {
        SnSpan *span = sn_branch_section(recording->branch, i)->span;
        uint64_t step = sn_span_first_step(span);
        int commands = 0;
        find_end(recording->branch, span, &step, &commands);
        find_end(recording->before, span, &step, &commands);
        for (guint k = 0; k < recording->branches->len; k++)
            find_end(recording->branches->pdata[k], span, &step, &commands);
        sn_span_trim(span, step, commands);
    }
}

/* Takes out every second state of a span that lies closer than the spacing, from the start on,
 * until enough is free. */
static void thin_span(SnRecording *recording, SnSpan *span, size_t limit)
{
    const size_t each = sizeof(SnKeyframe) + sn_span_keyframe(span, 0)->state->size;
    const size_t used = sn_recording_bytes(recording);
    guint kept = 1;
    size_t freed = 0;
    for (guint i = 1; i < span->keyframes->len; i++) {
        SnKeyframe *keyframe = sn_span_keyframe(span, i);
        const bool last = i + 1 == span->keyframes->len;
        const int64_t gap = last ? 0 : keyframe->cost + sn_span_keyframe(span, i + 1)->cost;
        if (!last && !keyframe->waypoint && gap <= recording->spacing && used - freed > limit) {
            sn_span_keyframe(span, i + 1)->cost = gap;
            free(keyframe->state);
            freed += each;
        } else {
            *sn_span_keyframe(span, kept++) = *keyframe;
        }
    }
    span->keyframes->len = kept; /* the states beyond were moved or freed */
    sn_span_count(span);
}

/* The same with frames, which are to lie so far apart in time. */
static void thin_frames(SnRecording *recording, SnSpan *span, size_t limit)
{
    GPtrArray *frames = span->frames;
    const size_t used = sn_recording_bytes(recording);
    size_t freed = 0;
    double last = -INFINITY;
    guint kept = 0;
    for (guint i = 0; i < frames->len; i++) {
        SnFrame *frame = frames->pdata[i];
        if (frame->time < last + recording->frame_gap && used - freed > limit) {
            freed += sn_frame_bytes(frame);
            free(frame);
        } else {
            last = frame->time;
            frames->pdata[kept++] = frame;
        }
    }
    frames->len = kept; /* those beyond were moved or freed */
    sn_span_count(span);
}

static size_t frame_bytes(const SnRecording *recording)
{
    size_t bytes = 0;
    for (int i = 0; i < sn_branch_count(recording->branch); i++)
        bytes += sn_span_frame_bytes(sn_branch_section(recording->branch, i)->span);
    return bytes;
}

/* States first while they lie close; then frames have a quarter of the memory. */
static bool frames_are_next(const SnRecording *recording)
{
    return recording->spacing > CLOSE && recording->frame_gap < LONGEST_GAP &&
           frame_bytes(recording) > recording->budget / 4;
}

static void drop_unused_structures(SnRecording *recording, size_t limit, bool frames)
{
    for (int i = 0; i < sn_branch_count(recording->branch) && bytes_over_budget(recording, limit);
         i++) {
        SnSpan *span = sn_branch_section(recording->branch, i)->span;
        if (frames)
            thin_frames(recording, span, limit);
        else
            thin_span(recording, span, limit);
    }
}

static void thin_recording(SnRecording *recording, size_t limit)
{
    bool more = true;
    while (more) {
        const bool frames = frames_are_next(recording);
        drop_unused_structures(recording, limit, frames);
        more = bytes_over_budget(recording, limit);
        if (more && frames) {
            recording->frame_gap *= 2;
        } else if (more && recording->spacing < FARTHEST) {
            recording->spacing += recording->spacing / 2;
        } else if (more) { /* so little that nothing but starts and waypoints can be kept */
            drop_unused_structures(recording, limit, true);
            more = false;
        }
    }
}

void sn_recording_set_budget(SnRecording *recording, size_t bytes)
{
    recording->budget = bytes;
    recording->spacing = SN_RECORDING_SPACING;
    recording->frame_gap = FRAME_GAP;
    recording->serial++;
    sn_recording_make_room(recording);
}

void sn_recording_make_room(SnRecording *recording)
{
    if (!bytes_over_budget(recording, recording->budget))
        return;
    /* some at once, so that it is not asked for at every step */
    const size_t limit = recording->budget - recording->budget / 32;
    bool dropped = false;
    while (bytes_over_budget(recording, limit) && drop_branch(recording))
        dropped = true;
    if (dropped)
        trim_spans(recording);
    if (!bytes_over_budget(recording, limit))
        return;
    thin_recording(recording, limit);
    recording->serial++;
    if (!recording->thinned)
        recording->report_thinned = true;
    recording->thinned = true;
}
