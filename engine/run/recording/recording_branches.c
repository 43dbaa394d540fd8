/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that were laid aside, and how they come back. */
#include "engine/run/recording/recording.h"

static SnBranch *find_branch(const SnRecording *recording, uint64_t id, guint *number)
{
    for (guint i = 0; i < recording->branches->len; i++) {
        SnBranch *branch = recording->branches->pdata[i];
        for (int k = MAX(branch->fork, 0); k < sn_branch_count(branch); k++) {
            if (sn_branch_section(branch, k)->span->id == id) {
                *number = i;
                return branch;
            }
        }
    }
    return NULL;
}

/* The number-th branch is the recording from now on; returns the time where they part. */
static double switch_to_branch(SnRecording *recording, guint number)
{
    SnBranch *branch = recording->branches->pdata[number];
    sn_recording_fingerprint(recording, recording->values);
    sn_recording_release(recording);
    const double time = branch->fork_time;
    if (recording->before == branch) {
        recording->before = NULL;
        recording->before_is_branch = false;
    }
    g_ptr_array_steal_index(recording->branches, number);
    sn_recording_replace_branch(recording, branch, recording->head, recording->values);
    sn_recording_forget_before(recording);
    sn_recorder_restore(recording->simulation->recorder, branch->tracks);
    sn_branch_forget_position(branch);
    recording->accepted = sn_recording_fingerprint(recording, recording->values);
    recording->serial++;
    return time;
}

bool sn_recording_switch_branch(SnRecording *recording, uint64_t span, SnRecordingStop stop,
                                void *data)
{
    guint number;
    if (!find_branch(recording, span, &number))
        return false;
    const double time = switch_to_branch(recording, number);
    sn_recording_seek(recording, time, stop, data);
    return true;
}

/* --- interventions --- */

typedef struct Intervention {
    int section, number;   /* of the first command that belongs to it */
    int last_section, end; /* after the last */
} Intervention;

static bool is_intervention(const SnCommand *command, uint64_t revision)
{
    return command->kind == SN_COMMAND_INTERVENE && command->revision == revision;
}

/* Those of a branch that came with a revision, all of them. */
static bool find_intervention(const SnBranch *branch, uint64_t revision, Intervention *found)
{
    bool any = false;
    for (int i = 0; i < sn_branch_count(branch); i++) {
        const SnSection *section = sn_branch_section(branch, i);
        SnCommand **commands = (SnCommand **)section->span->commands->pdata;
        for (int k = 0; k < section->to_commands; k++) {
            if (!is_intervention(commands[k], revision))
                continue;
            if (!any)
                *found = (Intervention){.section = i, .number = k};
            any = true;
            found->last_section = i;
            found->end = k + 1;
        }
    }
    return any;
}

static void go_to_command(SnRecording *recording, int section, int command, int n_commands)
{
    SnSpan *span = sn_branch_section(recording->branch, section)->span;
    const SnCommand *at = span->commands->pdata[command];
    sn_recording_go_to(recording, section, span, at->step, n_commands, NULL, NULL);
    sn_recording_compute_results(recording);
}

bool sn_recording_undo_intervention(SnRecording *recording, uint64_t revision)
{
    Intervention found;
    if (!recording->span || !find_intervention(recording->branch, revision, &found))
        return false;
    sn_recording_release(recording);
    go_to_command(recording, found.section, found.number, found.number);
    sn_recording_cut(recording, recording->head, recording->values);
    sn_recording_forget_before(recording); /* it comes back by name only */
    return true;
}

bool sn_recording_redo_intervention(SnRecording *recording, uint64_t revision)
{
    Intervention found;
    for (guint i = 0; i < recording->branches->len; i++) {
        const SnBranch *branch = recording->branches->pdata[i];
        if (!find_intervention(branch, revision, &found) || found.section < branch->fork)
            continue;
        switch_to_branch(recording, i);
        go_to_command(recording, found.last_section, found.end - 1, found.end);
        return true;
    }
    return false;
}
