/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/recording/branch.h"

#include <math.h>

static void clear_section(void *section)
{
    sn_span_unref(((SnSection *)section)->span);
}

SnBranch *sn_branch_new(void)
{
    SnBranch *branch = g_new0(SnBranch, 1);
    branch->sections = g_array_new(FALSE, FALSE, sizeof(SnSection));
    g_array_set_clear_func(branch->sections, clear_section);
    return branch;
}

SnBranch *sn_branch_copy(const SnBranch *branch)
{
    SnBranch *copy = sn_branch_new();
    for (int i = 0; i < sn_branch_count(branch); i++) {
        SnSection section = *sn_branch_section(branch, i);
        sn_span_ref(section.span);
        g_array_append_val(copy->sections, section);
    }
    return copy;
}

void sn_branch_forget_position(SnBranch *branch)
{
    g_clear_pointer(&branch->tracks, sn_tracks_free);
    g_clear_pointer(&branch->shown, sn_span_unref);
    g_clear_pointer(&branch->values, sn_command_unref);
    g_clear_pointer(&branch->structure, sn_structure_unref);
}

void sn_branch_free(SnBranch *branch)
{
    if (!branch)
        return;
    g_array_free(branch->sections, TRUE);
    sn_branch_forget_position(branch);
    g_free(branch);
}

SnSection *sn_branch_section(const SnBranch *branch, int number)
{
    return &g_array_index(branch->sections, SnSection, number);
}

int sn_branch_count(const SnBranch *branch)
{
    return (int)branch->sections->len;
}

SnSection *sn_branch_last(const SnBranch *branch)
{
    return branch->sections->len > 0 ? sn_branch_section(branch, sn_branch_count(branch) - 1)
                                     : NULL;
}

void sn_branch_add(SnBranch *branch, SnSpan *span)
{
    const SnSection section = {.span = sn_span_ref(span),
                               .to_step = sn_span_first_step(span),
                               .to_time = sn_span_first_time(span)};
    g_array_append_val(branch->sections, section);
}

void sn_branch_end(SnBranch *branch, int number, uint64_t step, int n_commands, double time)
{
    g_array_set_size(branch->sections, (guint)number + 1);
    SnSection *section = sn_branch_section(branch, number);
    section->to_step = step;
    section->to_commands = n_commands;
    section->to_time = time;
}

double sn_branch_from(const SnBranch *branch)
{
    return branch->sections->len > 0 ? sn_span_first_time(sn_branch_section(branch, 0)->span) : 0;
}

double sn_branch_to(const SnBranch *branch)
{
    const SnSection *last = sn_branch_last(branch);
    return last ? last->to_time : 0;
}

static bool section_has_steps(const SnSection *section)
{
    return section->to_step > sn_span_first_step(section->span);
}

bool sn_branch_has_steps(const SnBranch *branch)
{
    for (int i = 0; i < sn_branch_count(branch); i++)
        if (section_has_steps(sn_branch_section(branch, i)))
            return true;
    return false;
}

bool sn_branch_fork(SnBranch *branch, const SnBranch *other)
{
    branch->fork = -1;
    branch->fork_time = sn_branch_from(branch);
    bool joined = true, tail = false; /* tail: there is something only it has */
    for (int i = 0; i < sn_branch_count(branch); i++) {
        const SnSection *mine = sn_branch_section(branch, i);
        const SnSection *its = i < sn_branch_count(other) ? sn_branch_section(other, i) : NULL;
        if (!joined || !its || its->span != mine->span) {
            joined = false;
            tail = tail || section_has_steps(mine) ||
                   sn_span_intervened(mine->span, 0, mine->to_commands);
            continue;
        }
        branch->fork = i;
        branch->fork_time = MIN(mine->to_time, its->to_time);
        tail = mine->to_step > its->to_step ||
               (mine->to_step == its->to_step &&
                sn_span_intervened(mine->span, its->to_commands, mine->to_commands));
        joined = mine->to_step == its->to_step && mine->to_commands == its->to_commands;
    }
    return tail;
}

static SnRecordingPosition place_in(const SnBranch *branch, int number, double time)
{
    const SnSection *section = sn_branch_section(branch, number);
    const SnSpan *span = section->span;
    SnRecordingPosition position = {.section = number, .step = sn_span_step_at(span, time)};
    position.step = MIN(position.step, section->to_step);
    position.n_commands = MIN(sn_span_commands_at(span, position.step), section->to_commands);
    position.time =
        position.step == section->to_step
            ? section->to_time
            : sn_span_first_time(span) +
                  (double)(position.step - sn_span_first_step(span)) * sn_span_step_size(span);
    return position;
}

SnRecordingPosition sn_branch_find(const SnBranch *branch, double time)
{
    SnRecordingPosition best = {.section = -1};
    /* where two meet, the later one: it has the newer values */
    for (int i = sn_branch_count(branch) - 1; i >= 0; i--) {
        const SnRecordingPosition position = place_in(branch, i, time);
        const double nearer = 1e-6 * sn_span_step_size(sn_branch_section(branch, i)->span);
        if (best.section < 0 || fabs(position.time - time) < fabs(best.time - time) - nearer)
            best = position;
    }
    return best;
}
