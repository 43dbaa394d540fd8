/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probes that change without a compile. */
#include "engine/run/recording/tape.h"

bool sn_tape_probes_drive_alike(const SnTape *tape, const SnProbeTables *tables)
{
    SnSystem view;
    sn_probe_tables_view(tables, &view);
    return sn_probe_inputs_fingerprint(&view) == tape->values->probes->inputs;
}

/* Output probes, names and the like: nothing that moves. */
static void replace(SnTape *tape, SnProbeTables *tables)
{
    SnSimulation *s = tape->simulation;
    sn_probe_box_replace(tape->values->probes, tables, tape->head->compiled->system);
    tape->stale = true; /* driven parameters were given back */
    sn_tape_attach_recorder(tape);
    sn_tape_show(tape);
    if (sn_tape_is_live(tape))
        sn_simulation_sample(s);
}

static void drive(SnTape *tape, SnProbeTables *tables)
{
    SnSimulation *s = tape->simulation;
    SnCommand *command = sn_command_probes(tape->values, s->state->step, sn_probe_box_new(tables));
    if (s->state->step == 0) {
        sn_structure_carried_out(tape->head, command);
        sn_simulation_restart(s);
        sn_tape_restart(tape, command);
    } else {
        sn_tape_add_command(tape, command);
        sn_simulation_evaluate(s);
    }
    tape->stale = false;
    sn_tape_attach_recorder(tape);
    if (s->state->step == 0)
        sn_simulation_sample(s);
}

void sn_tape_set_probes(SnTape *tape, SnModel *model, SnProbeTables *tables)
{
    if (sn_tape_is_live(tape))
        sn_structure_adopt(tape->head, model, tape->simulation);
    else
        sn_model_free(model);
    if (sn_tape_probes_drive_alike(tape, tables))
        replace(tape, tables);
    else
        drive(tape, tables);
    sn_tape_see_undone(tape);
    tape->serial++;
}
