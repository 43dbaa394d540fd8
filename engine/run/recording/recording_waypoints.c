/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States that waypoints ask for, and states that come from their file. */
#include "engine/base/memory.h"
#include "engine/run/recording/recording.h"
#include "engine/run/simulation/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_time(const void *a, const void *b)
{
    const double x = ((const SnWaypointMark *)a)->time, y = ((const SnWaypointMark *)b)->time;
    return x < y ? -1 : x > y;
}

/* The moment of the branch a mark means, -1: not recorded. */
static SnRecordingPosition place_of(const SnRecording *recording, const SnWaypointMark *mark)
{
    SnRecordingPosition position = sn_branch_find(recording->branch, mark->time);
    if (position.section < 0)
        return position;
    const SnSpan *span = sn_branch_section(recording->branch, position.section)->span;
    if (fabs(position.time - mark->time) > 0.5001 * sn_span_step_size(span))
        position.section = -1;
    return position;
}

static SnKeyframe *keyframe_at(const SnRecording *recording, const SnRecordingPosition *position)
{
    if (position->section < 0)
        return NULL;
    const SnSpan *span = sn_branch_section(recording->branch, position->section)->span;
    SnKeyframe *keyframe =
        sn_span_keyframe(span, sn_span_keyframe_before(span, position->step, position->n_commands));
    return keyframe->state->step == position->step ? keyframe : NULL;
}

static const SnSpan *saved_at(const SnRecording *recording, double time)
{
    for (guint i = 0; i < recording->saved->len; i++) {
        const SnSpan *span = recording->saved->pdata[i];
        if (fabs(sn_span_first_time(span) - time) <= 0.5001 * sn_span_step_size(span))
            return span;
    }
    return NULL;
}

static bool of_head(const SnRecording *recording, const SnSpan *span)
{
    return sn_same_layout(span->structure->compiled->system, recording->head->compiled->system);
}

const SnState *sn_recording_mark_state(const SnRecording *recording, const SnWaypointMark *mark,
                                       bool head)
{
    const SnRecordingPosition position = place_of(recording, mark);
    const SnKeyframe *keyframe = keyframe_at(recording, &position);
    if (keyframe &&
        (!head || of_head(recording, sn_branch_section(recording->branch, position.section)->span)))
        return keyframe->state;
    const SnSpan *saved = saved_at(recording, mark->time);
    return saved && (!head || of_head(recording, saved)) ? sn_span_keyframe(saved, 0)->state : NULL;
}

static void clear_flags(const SnRecording *recording)
{
    for (int i = 0; i < sn_branch_count(recording->branch); i++) {
        const SnSpan *span = sn_branch_section(recording->branch, i)->span;
        for (guint k = 0; k < span->keyframes->len; k++)
            sn_span_keyframe(span, k)->waypoint = false;
    }
}

void sn_recording_set_marks(SnRecording *recording, SnWaypointMark *marks, int n,
                            SnRecordingStop stop, void *data)
{
    g_free(recording->marks);
    recording->marks = marks;
    recording->n_marks = n;
    if (n > 0)
        qsort(marks, (size_t)n, sizeof *marks, by_time);
    recording->serial++;
    if (!recording->span)
        return;
    clear_flags(recording);
    const bool moved = recording->moved;
    SnSpan *span = sn_span_ref(recording->span);
    const int section = recording->section, commands = recording->n_commands;
    const uint64_t step = recording->simulation->state->step;
    bool away = false;
    for (int i = 0; i < n; i++) {
        const SnRecordingPosition position = place_of(recording, &marks[i]);
        if (position.section < 0)
            continue;
        if (!keyframe_at(recording, &position)) {
            if (!away && sn_recording_at_end(recording))
                sn_recording_keep_state(recording); /* the way back is short */
            away = true;
            if (!sn_recording_go_to(recording, position.section,
                                    sn_branch_section(recording->branch, position.section)->span,
                                    position.step, position.n_commands, stop, data))
                break;
            sn_recording_keep_state(recording);
        }
        keyframe_at(recording, &position)->waypoint = true;
    }
    if (away)
        sn_recording_go_to(recording, section, span, step, commands, NULL, NULL);
    recording->moved = moved;
    sn_span_unref(span);
}

const SnWaypointMark *sn_recording_breakpoint(const SnRecording *recording, double from, double to)
{
    const double half = 0.5 * sn_span_step_size(recording->span);
    for (int i = 0; i < recording->n_marks; i++)
        if (recording->marks[i].breakpoint && recording->marks[i].time >= from + half &&
            recording->marks[i].time < to + half)
            return &recording->marks[i];
    return NULL;
}

bool sn_recording_give_state(SnRecording *recording, uint64_t step, double time, uint64_t active,
                             const double *data, size_t n)
{
    if (!recording->head)
        return false;
    SnState *state = sn_state_new(recording->head->compiled->system);
    const size_t all = (state->size - sizeof *state) / sizeof *data;
    /* files from before steps had an accuracy, or parts, lack these at the end */
    const bool fits = n == all || n + 1 == all || n + SN_N_PARTS == all;
    if (fits) {
        state->step = step;
        state->time = time;
        state->active = active;
        if (n > 0)
            memcpy(state->data, data, n * sizeof *data);
        SnSpan *span = sn_span_new(++recording->last_id, recording->head, recording->values, state,
                                   &recording->used);
        span->saved = true;
        g_ptr_array_add(recording->saved, span);
        recording->serial++;
    }
    sn_free(state);
    return fits;
}
