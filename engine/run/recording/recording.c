/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/recording/recording.h"

#include "engine/run/simulation/fingerprint.h"

static const size_t DEFAULT_BUDGET = (size_t)1 << 30;

static void free_branch(void *branch)
{
    sn_branch_free(branch);
}

static void unref_span(void *span)
{
    sn_span_unref(span);
}

SnRecording *sn_recording_new(SnSimulation *simulation)
{
    SnRecording *recording = g_new0(SnRecording, 1);
    recording->simulation = simulation;
    recording->branch = sn_branch_new();
    recording->branches = g_ptr_array_new_with_free_func(free_branch);
    recording->saved = g_ptr_array_new_with_free_func(unref_span);
    sn_recording_set_budget(recording, DEFAULT_BUDGET);
    return recording;
}

void sn_recording_free(SnRecording *recording)
{
    if (recording->current) {
        recording->current->setup = sn_simulation_take_setup(recording->simulation);
        sn_structure_unref(recording->current);
    }
    if (!recording->before_is_branch)
        sn_branch_free(recording->before);
    sn_branch_free(recording->branch);
    g_ptr_array_free(recording->branches, TRUE);
    g_ptr_array_free(recording->saved, TRUE);
    sn_span_unref(recording->span);
    sn_command_unref(recording->values);
    sn_structure_unref(recording->head);
    sn_structure_unref(recording->spare);
    g_free(recording->marks);
    g_free(recording);
}

bool sn_recording_at_end(const SnRecording *recording)
{
    const SnSection *last = sn_branch_last(recording->branch);
    return last && recording->span == last->span &&
           recording->section == sn_branch_count(recording->branch) - 1 &&
           recording->simulation->state->step == last->to_step &&
           recording->n_commands == last->to_commands;
}

bool sn_recording_is_live(const SnRecording *recording)
{
    return sn_recording_at_end(recording) && recording->head == recording->span->structure &&
           recording->values == sn_span_values(recording->span, recording->n_commands);
}

bool sn_recording_at_start(const SnRecording *recording)
{
    return recording->section == 0 && recording->simulation->state->step == 0;
}

uint64_t sn_recording_fingerprint(const SnRecording *recording, SnCommand *values)
{
    if (values && values->fingerprint == 0 && recording->current &&
        recording->current->applied == values)
        values->fingerprint =
            sn_model_fingerprint(recording->simulation->model, values->probes->inputs);
    return values ? values->fingerprint : 0;
}

void sn_recording_compute_results(SnRecording *recording)
{
    if (recording->stale)
        sn_simulation_evaluate(recording->simulation);
    recording->stale = false;
}

/* --- for others --- */

static void add_spans(GArray *reports, const SnRecording *recording, const SnBranch *branch,
                      SnSpanKind kind, int first)
{
    for (int i = first; i < sn_branch_count(branch); i++) {
        const SnSection *section = sn_branch_section(branch, i);
        SnSpanReport reported = {.kind = kind,
                                 .span_id = section->span->id,
                                 .from = sn_span_first_time(section->span),
                                 .to = section->to_time,
                                 .structure = section->span->structure != recording->head};
        if (i == branch->fork && kind == SN_SPAN_BRANCH)
            reported.from = branch->fork_time;
        if (kind != SN_SPAN_BRANCH || reported.to > reported.from)
            g_array_append_val(reports, reported);
    }
}

static GArray *make_spans(const SnRecording *recording)
{
    GArray *reports = g_array_new(FALSE, FALSE, sizeof(SnSpanReport));
    add_spans(reports, recording, recording->branch, SN_SPAN_RECORDED, 0);
    for (guint i = 0; i < recording->saved->len; i++) {
        const SnSpan *span = recording->saved->pdata[i];
        const double time = sn_span_first_time(span);
        const SnSpanReport reported = {SN_SPAN_SAVED, span->id, time, time,
                                       span->structure != recording->head};
        g_array_append_val(reports, reported);
    }
    for (guint i = 0; i < recording->branches->len; i++) {
        const SnBranch *branch = recording->branches->pdata[i];
        add_spans(reports, recording, branch, SN_SPAN_BRANCH, MAX(branch->fork, 0));
    }
    return reports;
}

static void count_kept_states(const SnSpan *span, SnRecordingReport *report)
{
    report->n_states += (int)span->keyframes->len;
    report->n_frames += (int)span->frames->len;
}

SnRecordingReport *sn_recording_report(const SnRecording *recording)
{
    SnRecordingReport *report = g_new0(SnRecordingReport, 1);
    report->serial = recording->serial;
    report->from = sn_branch_from(recording->branch);
    report->to = sn_branch_to(recording->branch);
    report->used = sn_recording_bytes(recording);
    report->budget = recording->budget;
    for (int i = 0; i < sn_branch_count(recording->branch); i++)
        count_kept_states(sn_branch_section(recording->branch, i)->span, report);
    GArray *reports = make_spans(recording);
    report->n_spans = (int)reports->len;
    report->spans = (SnSpanReport *)(void *)g_array_free(reports, FALSE);
    report->kept = g_new(SnId, (gsize)recording->n_marks + 1);
    for (int i = 0; i < recording->n_marks; i++)
        if (sn_recording_mark_state(recording, &recording->marks[i], false))
            report->kept[report->n_kept++] = recording->marks[i].id;
    return report;
}
