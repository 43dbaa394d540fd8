/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/recording/stretch.h"

#include "engine/base/memory.h"

#include <math.h>
#include <string.h>

static void clear_moment(void *moment)
{
    sn_free(((SnMoment *)moment)->state);
}

static void add_bytes(SnStretch *stretch, size_t bytes)
{
    stretch->bytes += bytes;
    *stretch->account += bytes;
}

static void unref_command(void *command)
{
    sn_command_unref(command);
}

SnStretch *sn_stretch_new(uint64_t id, SnStructure *structure, SnCommand *base,
                          const SnState *start, size_t *account)
{
    SnStretch *stretch = g_new0(SnStretch, 1);
    stretch->references = 1;
    stretch->account = account;
    stretch->id = id;
    stretch->structure = sn_structure_ref(structure);
    stretch->base = sn_command_ref(base);
    stretch->commands = g_ptr_array_new_with_free_func(unref_command);
    stretch->moments = g_array_new(FALSE, FALSE, sizeof(SnMoment));
    g_array_set_clear_func(stretch->moments, clear_moment);
    stretch->frames = g_ptr_array_new_with_free_func(sn_free);
    sn_stretch_keep(stretch, 0, start, 0);
    return stretch;
}

SnStretch *sn_stretch_ref(SnStretch *stretch)
{
    stretch->references++;
    return stretch;
}

void sn_stretch_unref(SnStretch *stretch)
{
    if (!stretch || --stretch->references > 0)
        return;
    *stretch->account -= stretch->bytes;
    g_array_free(stretch->moments, TRUE);
    g_ptr_array_free(stretch->frames, TRUE);
    g_ptr_array_free(stretch->commands, TRUE);
    sn_command_unref(stretch->base);
    sn_structure_unref(stretch->structure);
    g_free(stretch);
}

/* --- time --- */

SnMoment *sn_stretch_moment(const SnStretch *stretch, guint number)
{
    return &g_array_index(stretch->moments, SnMoment, number);
}

uint64_t sn_stretch_first_step(const SnStretch *stretch)
{
    return sn_stretch_moment(stretch, 0)->state->step;
}

double sn_stretch_first_time(const SnStretch *stretch)
{
    return sn_stretch_moment(stretch, 0)->state->time;
}

double sn_stretch_step_size(const SnStretch *stretch)
{
    return stretch->structure->compiled->system->step_size;
}

uint64_t sn_stretch_step_at(const SnStretch *stretch, double time)
{
    const double steps =
        (time - sn_stretch_first_time(stretch)) / sn_stretch_step_size(stretch) + 0.5;
    if (!(steps >= 1))
        return sn_stretch_first_step(stretch);
    return sn_stretch_first_step(stretch) + (steps < 9e18 ? (uint64_t)steps : (uint64_t)9e18);
}

/* --- commands --- */

static SnCommand *command_at(const SnStretch *stretch, int number)
{
    return stretch->commands->pdata[number];
}

SnCommand *sn_stretch_values(const SnStretch *stretch, int n_commands)
{
    return n_commands > 0 ? command_at(stretch, n_commands - 1) : stretch->base;
}

int sn_stretch_commands_at(const SnStretch *stretch, uint64_t step)
{
    int low = 0, high = (int)stretch->commands->len;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (command_at(stretch, middle)->step <= step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool sn_stretch_intervened(const SnStretch *stretch, int from, int to)
{
    for (int i = from; i < to; i++)
        if (command_at(stretch, i)->kind == SN_COMMAND_INTERVENE)
            return true;
    return false;
}

void sn_stretch_add_command(SnStretch *stretch, SnCommand *command)
{
    g_ptr_array_add(stretch->commands, command);
    add_bytes(stretch, sn_command_bytes(command));
}

/* --- moments --- */

guint sn_stretch_moment_before(const SnStretch *stretch, uint64_t step, int n_commands)
{
    guint low = 1, high = stretch->moments->len;
    while (low < high) {
        const guint middle = (low + high) / 2;
        const SnMoment *moment = sn_stretch_moment(stretch, middle);
        if (moment->state->step < step ||
            (moment->state->step == step && moment->n_commands <= n_commands))
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

SnMoment *sn_stretch_keep(SnStretch *stretch, int n_commands, const SnState *state, int64_t cost)
{
    return sn_stretch_take(stretch, n_commands, sn_state_copy(state), cost);
}

SnMoment *sn_stretch_take(SnStretch *stretch, int n_commands, SnState *state, int64_t cost)
{
    guint place = 0;
    if (stretch->moments->len > 0) {
        place = sn_stretch_moment_before(stretch, state->step, n_commands);
        SnMoment *before = sn_stretch_moment(stretch, place);
        if (before->state->step == state->step && before->n_commands == n_commands) {
            sn_free(state);
            return before;
        }
        place++;
    }
    if (place < stretch->moments->len)
        sn_stretch_moment(stretch, place)->cost -= cost;
    const SnMoment moment = {.n_commands = n_commands, .cost = cost, .state = state};
    g_array_insert_val(stretch->moments, place, moment);
    add_bytes(stretch, sizeof moment + state->size);
    return sn_stretch_moment(stretch, place);
}

/* --- frames --- */

static const SnFrame *frame_at(const SnStretch *stretch, guint number)
{
    return stretch->frames->pdata[number];
}

/* How many there are up to a step. */
static guint frames_until(const SnStretch *stretch, uint64_t step)
{
    guint low = 0, high = stretch->frames->len;
    while (low < high) {
        const guint middle = (low + high) / 2;
        if (frame_at(stretch, middle)->step <= step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void sn_stretch_add_frame(SnStretch *stretch, SnFrame *frame)
{
    const guint n = stretch->frames->len;
    if (!frame) /* no memory: one less to look at */
        return;
    if (n > 0 && frame_at(stretch, n - 1)->step >= frame->step) {
        sn_free(frame);
        return;
    }
    g_ptr_array_add(stretch->frames, frame);
    add_bytes(stretch, sn_frame_bytes(frame));
}

const SnFrame *sn_stretch_frame_near(const SnStretch *stretch, uint64_t step, uint64_t last)
{
    const guint until = frames_until(stretch, step);
    const SnFrame *before = until > 0 ? frame_at(stretch, until - 1) : NULL;
    const SnFrame *after = until < stretch->frames->len ? frame_at(stretch, until) : NULL;
    if (after && after->step > last)
        after = NULL;
    if (!before || !after)
        return before ? before : after;
    return step - before->step <= after->step - step ? before : after;
}

size_t sn_stretch_frame_bytes(const SnStretch *stretch)
{
    return stretch->frames->len > 0 ? stretch->frames->len * sn_frame_bytes(frame_at(stretch, 0))
                                    : 0;
}

/* --- memory --- */

void sn_stretch_count(SnStretch *stretch)
{
    *stretch->account -= stretch->bytes;
    stretch->bytes = 0;
    add_bytes(stretch, stretch->moments->len *
                           (sizeof(SnMoment) + sn_stretch_moment(stretch, 0)->state->size));
    for (guint i = 0; i < stretch->commands->len; i++)
        add_bytes(stretch, sn_command_bytes(stretch->commands->pdata[i]));
    add_bytes(stretch, sn_stretch_frame_bytes(stretch));
}

void sn_stretch_restart(SnStretch *stretch, SnCommand *base, const SnState *start)
{
    g_array_set_size(stretch->moments, 0);
    g_ptr_array_set_size(stretch->commands, 0);
    g_ptr_array_set_size(stretch->frames, 0);
    sn_command_ref(base);
    sn_command_unref(stretch->base);
    stretch->base = base;
    sn_stretch_keep(stretch, 0, start, 0);
    sn_stretch_count(stretch);
}

void sn_stretch_trim(SnStretch *stretch, uint64_t step, int n_commands)
{
    g_array_set_size(stretch->moments, sn_stretch_moment_before(stretch, step, n_commands) + 1);
    if (n_commands < (int)stretch->commands->len)
        g_ptr_array_set_size(stretch->commands, n_commands);
    g_ptr_array_set_size(stretch->frames, (gint)frames_until(stretch, step));
    sn_stretch_count(stretch);
}
