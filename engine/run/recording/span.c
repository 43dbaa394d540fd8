/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/recording/span.h"

#include "engine/base/memory.h"

#include <math.h>
#include <string.h>

static void clear_keyframe(void *keyframe)
{
    sn_free(((SnKeyframe *)keyframe)->state);
}

static void add_bytes(SnSpan *span, size_t bytes)
{
    span->bytes += bytes;
    *span->account += bytes;
}

static void unref_command(void *command)
{
    sn_command_unref(command);
}

SnSpan *sn_span_new(uint64_t id, SnStructure *structure, SnCommand *base, const SnState *start,
                    size_t *account)
{
    SnSpan *span = g_new0(SnSpan, 1);
    span->references = 1;
    span->account = account;
    span->id = id;
    span->structure = sn_structure_ref(structure);
    span->base = sn_command_ref(base);
    span->commands = g_ptr_array_new_with_free_func(unref_command);
    span->keyframes = g_array_new(FALSE, FALSE, sizeof(SnKeyframe));
    g_array_set_clear_func(span->keyframes, clear_keyframe);
    span->frames = g_ptr_array_new_with_free_func(sn_free);
    sn_span_take(span, 0, sn_state_copy(start), 0);
    return span;
}

SnSpan *sn_span_ref(SnSpan *span)
{
    span->references++;
    return span;
}

void sn_span_unref(SnSpan *span)
{
    if (!span || --span->references > 0)
        return;
    *span->account -= span->bytes;
    g_array_free(span->keyframes, TRUE);
    g_ptr_array_free(span->frames, TRUE);
    g_ptr_array_free(span->commands, TRUE);
    sn_command_unref(span->base);
    sn_structure_unref(span->structure);
    g_free(span);
}

/* --- time --- */

SnKeyframe *sn_span_keyframe(const SnSpan *span, guint number)
{
    return &g_array_index(span->keyframes, SnKeyframe, number);
}

uint64_t sn_span_first_step(const SnSpan *span)
{
    return sn_span_keyframe(span, 0)->state->step;
}

double sn_span_first_time(const SnSpan *span)
{
    return sn_span_keyframe(span, 0)->state->time;
}

double sn_span_step_size(const SnSpan *span)
{
    return span->structure->compiled->system->step_size;
}

uint64_t sn_span_step_at(const SnSpan *span, double time)
{
    const double steps = (time - sn_span_first_time(span)) / sn_span_step_size(span) + 0.5;
    if (!(steps >= 1))
        return sn_span_first_step(span);
    return sn_span_first_step(span) + (steps < 9e18 ? (uint64_t)steps : (uint64_t)9e18);
}

/* --- commands --- */

static SnCommand *command_at(const SnSpan *span, int number)
{
    return span->commands->pdata[number];
}

SnCommand *sn_span_values(const SnSpan *span, int n_commands)
{
    return n_commands > 0 ? command_at(span, n_commands - 1) : span->base;
}

int sn_span_commands_at(const SnSpan *span, uint64_t step)
{
    int low = 0, high = (int)span->commands->len;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (command_at(span, middle)->step <= step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool sn_span_intervened(const SnSpan *span, int from, int to)
{
    for (int i = from; i < to; i++)
        if (command_at(span, i)->kind == SN_COMMAND_INTERVENE)
            return true;
    return false;
}

void sn_span_add_command(SnSpan *span, SnCommand *command)
{
    g_ptr_array_add(span->commands, command);
    add_bytes(span, sn_command_bytes(command));
}

/* --- keyframes --- */

guint sn_span_keyframe_before(const SnSpan *span, uint64_t step, int n_commands)
{
    guint low = 1, high = span->keyframes->len;
    while (low < high) {
        const guint middle = (low + high) / 2;
        const SnKeyframe *keyframe = sn_span_keyframe(span, middle);
        if (keyframe->state->step < step ||
            (keyframe->state->step == step && keyframe->n_commands <= n_commands))
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

SnKeyframe *sn_span_take(SnSpan *span, int n_commands, SnState *state, int64_t cost)
{
    guint position = 0;
    if (span->keyframes->len > 0) {
        position = sn_span_keyframe_before(span, state->step, n_commands);
        SnKeyframe *before = sn_span_keyframe(span, position);
        if (before->state->step == state->step && before->n_commands == n_commands) {
            sn_free(state);
            return before;
        }
        position++;
    }
    if (position < span->keyframes->len)
        sn_span_keyframe(span, position)->cost -= cost;
    const SnKeyframe keyframe = {.n_commands = n_commands, .cost = cost, .state = state};
    g_array_insert_val(span->keyframes, position, keyframe);
    add_bytes(span, sizeof keyframe + state->size);
    return sn_span_keyframe(span, position);
}

/* --- frames --- */

static const SnFrame *frame_at(const SnSpan *span, guint number)
{
    return span->frames->pdata[number];
}

/* How many there are up to a step. */
static guint frames_until(const SnSpan *span, uint64_t step)
{
    guint low = 0, high = span->frames->len;
    while (low < high) {
        const guint middle = (low + high) / 2;
        if (frame_at(span, middle)->step <= step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void sn_span_add_frame(SnSpan *span, SnFrame *frame)
{
    const guint n = span->frames->len;
    if (!frame) /* no memory: one less to look at */
        return;
    if (n > 0 && frame_at(span, n - 1)->step >= frame->step) {
        sn_free(frame);
        return;
    }
    g_ptr_array_add(span->frames, frame);
    add_bytes(span, sn_frame_bytes(frame));
}

const SnFrame *sn_span_frame_near(const SnSpan *span, uint64_t step, uint64_t last)
{
    const guint until = frames_until(span, step);
    const SnFrame *before = until > 0 ? frame_at(span, until - 1) : NULL;
    const SnFrame *after = until < span->frames->len ? frame_at(span, until) : NULL;
    if (after && after->step > last)
        after = NULL;
    if (!before || !after)
        return before ? before : after;
    return step - before->step <= after->step - step ? before : after;
}

size_t sn_span_frame_bytes(const SnSpan *span)
{
    return span->frames->len > 0 ? span->frames->len * sn_frame_bytes(frame_at(span, 0)) : 0;
}

/* --- memory --- */

void sn_span_count(SnSpan *span)
{
    *span->account -= span->bytes;
    span->bytes = 0;
    add_bytes(span,
              span->keyframes->len * (sizeof(SnKeyframe) + sn_span_keyframe(span, 0)->state->size));
    for (guint i = 0; i < span->commands->len; i++)
        add_bytes(span, sn_command_bytes(span->commands->pdata[i]));
    add_bytes(span, sn_span_frame_bytes(span));
}

void sn_span_restart(SnSpan *span, SnCommand *base, const SnState *start)
{
    g_array_set_size(span->keyframes, 0);
    g_ptr_array_set_size(span->commands, 0);
    g_ptr_array_set_size(span->frames, 0);
    sn_command_ref(base);
    sn_command_unref(span->base);
    span->base = base;
    sn_span_take(span, 0, sn_state_copy(start), 0);
    sn_span_count(span);
}

void sn_span_trim(SnSpan *span, uint64_t step, int n_commands)
{
    g_array_set_size(span->keyframes, sn_span_keyframe_before(span, step, n_commands) + 1);
    if (n_commands < (int)span->commands->len)
        g_ptr_array_set_size(span->commands, n_commands);
    g_ptr_array_set_size(span->frames, (gint)frames_until(span, step));
    sn_span_count(span);
}
