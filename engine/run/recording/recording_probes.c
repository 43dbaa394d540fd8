/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probes that change without a compile. */
#include "engine/run/recording/recording.h"

bool sn_recording_probes_play_alike(const SnRecording *recording, const SnProbeTables *tables)
{
    SnSystem view;
    sn_probe_tables_view(tables, &view);
    return sn_probe_inputs_fingerprint(&view) == recording->values->probes->inputs;
}

/* Output probes, names and the like: nothing that moves. */
static void replace_probes(SnRecording *recording, SnProbeTables *tables)
{
    SnSimulation *s = recording->simulation;
    sn_probe_box_replace(recording->values->probes, tables, recording->head->compiled->system);
    recording->stale = true; /* driven parameters were given back */
    sn_recording_attach_recorder(recording);
    sn_recording_compute_results(recording);
    if (sn_recording_is_live(recording))
        sn_simulation_sample(s);
}

static void apply_probes(SnRecording *recording, SnProbeTables *tables)
{
    SnSimulation *s = recording->simulation;
    SnCommand *command =
        sn_command_probes(recording->values, s->state->step, sn_probe_box_new(tables));
    if (s->state->step == 0) {
        sn_structure_carried_out(recording->head, command);
        sn_simulation_restart(s);
        sn_recording_restart(recording, command);
    } else {
        sn_recording_add_command(recording, command);
        sn_simulation_evaluate(s);
    }
    recording->stale = false;
    sn_recording_attach_recorder(recording);
    if (s->state->step == 0)
        sn_simulation_sample(s);
}

void sn_recording_set_probes(SnRecording *recording, SnModel *model, SnProbeTables *tables)
{
    if (sn_recording_is_live(recording))
        sn_structure_adopt(recording->head, model, recording->simulation);
    else
        sn_model_free(model);
    if (sn_recording_probes_play_alike(recording, tables))
        replace_probes(recording, tables);
    else
        apply_probes(recording, tables);
    sn_recording_detect_undo(recording);
    recording->serial++;
}
