/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/recording/tape.h"

#include "engine/run/simulation/fingerprint.h"

static const size_t DEFAULT_BUDGET = (size_t)1 << 30;

static void free_line(void *line)
{
    sn_line_free(line);
}

static void unref_stretch(void *stretch)
{
    sn_stretch_unref(stretch);
}

SnTape *sn_tape_new(SnSimulation *simulation)
{
    SnTape *tape = g_new0(SnTape, 1);
    tape->simulation = simulation;
    tape->line = sn_line_new();
    tape->branches = g_ptr_array_new_with_free_func(free_line);
    tape->saved = g_ptr_array_new_with_free_func(unref_stretch);
    sn_tape_set_budget(tape, DEFAULT_BUDGET);
    return tape;
}

void sn_tape_free(SnTape *tape)
{
    if (tape->current) {
        tape->current->setup = sn_simulation_take_setup(tape->simulation);
        sn_structure_unref(tape->current);
    }
    if (!tape->before_is_branch)
        sn_line_free(tape->before);
    sn_line_free(tape->line);
    g_ptr_array_free(tape->branches, TRUE);
    g_ptr_array_free(tape->saved, TRUE);
    sn_stretch_unref(tape->stretch);
    sn_command_unref(tape->values);
    sn_structure_unref(tape->head);
    sn_structure_unref(tape->spare);
    g_free(tape->marks);
    g_free(tape);
}

bool sn_tape_at_end(const SnTape *tape)
{
    const SnPiece *last = sn_line_last(tape->line);
    return last && tape->stretch == last->stretch && tape->piece == sn_line_count(tape->line) - 1 &&
           tape->simulation->state->step == last->to_step && tape->n_commands == last->to_commands;
}

bool sn_tape_is_live(const SnTape *tape)
{
    return sn_tape_at_end(tape) && tape->head == tape->stretch->structure &&
           tape->values == sn_stretch_values(tape->stretch, tape->n_commands);
}

bool sn_tape_at_start(const SnTape *tape)
{
    return tape->piece == 0 && tape->simulation->state->step == 0;
}

uint64_t sn_tape_know(const SnTape *tape, SnCommand *values)
{
    if (values && values->fingerprint == 0 && tape->current && tape->current->applied == values)
        values->fingerprint = sn_model_fingerprint(tape->simulation->model, values->probes->inputs);
    return values ? values->fingerprint : 0;
}

void sn_tape_show(SnTape *tape)
{
    if (tape->stale)
        sn_simulation_evaluate(tape->simulation);
    tape->stale = false;
}

/* --- for others --- */

static void add_spans(GArray *spans, const SnTape *tape, const SnLine *line, SnSpanKind kind,
                      int first)
{
    for (int i = first; i < sn_line_count(line); i++) {
        const SnPiece *piece = sn_line_piece(line, i);
        SnSpan span = {.kind = kind,
                       .stretch = piece->stretch->id,
                       .from = sn_stretch_first_time(piece->stretch),
                       .to = piece->to_time,
                       .structure = piece->stretch->structure != tape->head};
        if (i == line->fork && kind == SN_SPAN_BRANCH)
            span.from = line->fork_time;
        if (kind != SN_SPAN_BRANCH || span.to > span.from)
            g_array_append_val(spans, span);
    }
}

static GArray *make_spans(const SnTape *tape)
{
    GArray *spans = g_array_new(FALSE, FALSE, sizeof(SnSpan));
    add_spans(spans, tape, tape->line, SN_SPAN_RECORDED, 0);
    for (guint i = 0; i < tape->saved->len; i++) {
        const SnStretch *stretch = tape->saved->pdata[i];
        const double time = sn_stretch_first_time(stretch);
        const SnSpan span = {SN_SPAN_SAVED, stretch->id, time, time,
                             stretch->structure != tape->head};
        g_array_append_val(spans, span);
    }
    for (guint i = 0; i < tape->branches->len; i++) {
        const SnLine *branch = tape->branches->pdata[i];
        add_spans(spans, tape, branch, SN_SPAN_BRANCH, MAX(branch->fork, 0));
    }
    return spans;
}

static void count_kept(const SnStretch *stretch, SnRecording *recording)
{
    recording->n_states += (int)stretch->moments->len;
    recording->n_frames += (int)stretch->frames->len;
}

SnRecording *sn_tape_report(const SnTape *tape)
{
    SnRecording *recording = g_new0(SnRecording, 1);
    recording->serial = tape->serial;
    recording->from = sn_line_from(tape->line);
    recording->to = sn_line_to(tape->line);
    recording->used = sn_tape_bytes(tape);
    recording->budget = tape->budget;
    for (int i = 0; i < sn_line_count(tape->line); i++)
        count_kept(sn_line_piece(tape->line, i)->stretch, recording);
    GArray *spans = make_spans(tape);
    recording->n_spans = (int)spans->len;
    recording->spans = (SnSpan *)(void *)g_array_free(spans, FALSE);
    recording->kept = g_new(SnId, (gsize)tape->n_marks + 1);
    for (int i = 0; i < tape->n_marks; i++)
        if (sn_tape_mark_state(tape, &tape->marks[i], false))
            recording->kept[recording->n_kept++] = tape->marks[i].id;
    return recording;
}
