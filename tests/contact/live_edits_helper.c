/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a model whose values are changed while it runs, as the window does, and then goes back and
 * forth in what was recorded.
 *
 *     live_edits_helper MODEL EDITS STEPS [--each]
 *
 * EDITS: a line each, "STEP PATH:PROPERTY VALUE", by steps; carried out before that step.  What a
 * change does to the energy at once is its own; what counts is what steps gain.
 *
 * --each: first a line for each step with what was edited, energies [J] and contacts.  One line:
 * steps=N of=N edits=N refused=N meet=N inverted=N rise=J fling=J most=J size=M back=N wrong=N
 * end=TEXT (rise: over the least energy before; fling: that without what in the same steps the
 * potential energy rose by, or bodies that were pushed out of each other while they fell; most: the
 * largest kinetic energy; size: the model's; wrong: moments gone back to whose bits were others) */
#include "engine/base/memory.h"
#include "engine/engine.h"
#include "engine/model/changes.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/file.h"
#include "engine/model/undo.h"
#include "engine/run/recording/recording.h"
#include "engine/run/simulation/fingerprint.h"
#include "tests/contact/audit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACES  12 /* that are gone back to */
#define FORWARD 5  /* steps from there */
#define MOST    8  /* edits of a step whose moments are told apart */

typedef struct Run {
    SnModel *model;
    SnSimulation *simulation;
    SnRecording *recording;
    SnSoup *soup;
    char **edits;
    int next_edit, done, n_edits, refused;
    bool compile_wanted, each;
    int meet, inverted, back, wrong;
    double rise, fling, most; /* [J] */
    uint64_t *hash;           /* [steps + 1][MOST + 1] before the edits there, and after each */
    int *n_hashes;            /* [steps + 1] */
    SnFault fault;
} Run;

static const SnSystem *system_of(const Run *run)
{
    return run->simulation->compiled->system;
}

/* Kinetic and potential energy as it is. */
static void read_energy(const Run *run, double energy[2])
{
    sn_simulation_evaluate(run->simulation);
    sn_energies(system_of(run), run->simulation->state, run->simulation->work, energy);
}

/* A moment of this step that may be gone back to. */
static void note_hash(Run *run, int step)
{
    if (run->n_hashes[step] <= MOST)
        run->hash[(MOST + 1) * step + run->n_hashes[step]++] = sn_simulation_hash(run->simulation);
}

/* --- edits --- */

static bool install(Run *run, bool reset, GError **error)
{
    SnModel *copy = sn_model_copy(run->model);
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, error);
    if (!compiled) {
        sn_model_free(copy);
        return false;
    }
    const uint64_t inputs = sn_probe_inputs_fingerprint(compiled->system);
    sn_recording_install(run->recording, copy, compiled, sn_model_fingerprint(copy, inputs), reset);
    if (run->soup)
        sn_soup_free(run->soup);
    run->soup = sn_soup_new(system_of(run), run->simulation->state);
    return true;
}

/* As the document does: what is bound goes to the simulation, the rest asks for a compile. */
static void changed(const SnModel *model, const SnChange *change, void *data)
{
    Run *run = data;
    if (change->kind != SN_CHANGE_VALUE)
        return;
    const SnProperty *property = sn_model_property(model, change->id, change->property);
    if (change->structural || property->bind == SN_BIND_NONE || property->kind == SN_START) {
        run->compile_wanted = true;
        return;
    }
    if (property->bind == SN_BIND_STYLE || property->bind == SN_BIND_DOCUMENT)
        return;
    SnValue value;
    double number[6];
    sn_model_effective(model, change->id, property, &value, NULL);
    const int n = sn_value_numbers(&value, number);
    sn_value_clear(&value);
    sn_recording_make_live(run->recording);
    if (!sn_recording_set(run->recording, change->id, change->property, number, n, model->revision))
        run->compile_wanted = true;
}

/* "PATH:PROPERTY VALUE" on the model. */
static void edit(Run *run, const char *text)
{
    GError *error = NULL;
    SnTarget target;
    SnValue value;
    char **words = g_strsplit(text, " ", 2);
    SnComponent *root = run->model->root;
    bool good = sn_model_resolve_property(run->model, root, words[0], &target, &error);
    if (good) {
        const SnProperty *property = sn_model_property(run->model, target.id, target.row);
        good = sn_value_from_text(run->model, root, property, words[1], &value, &error);
    }
    if (!good)
        g_error("%s: %s", text, error->message);
    good = sn_edit_set(run->model, target.id, target.row, &value, &error);
    if (good && run->compile_wanted && !install(run, false, &error)) {
        sn_undo(run->model);
        good = false;
    }
    run->compile_wanted = false;
    run->n_edits++;
    run->refused += !good;
    g_clear_error(&error);
    sn_value_clear(&value);
    g_strfreev(words);
}

/* Those of a step; what they put in [J]. */
static double carry_out(Run *run, int step)
{
    double before[2], after[2];
    read_energy(run, before);
    for (; run->edits[run->next_edit]; run->next_edit++) {
        char *end;
        if (strtol(run->edits[run->next_edit], &end, 10) > step || *end != ' ')
            break;
        edit(run, end + 1);
        note_hash(run, step);
    }
    read_energy(run, after);
    return after[0] + after[1] - before[0] - before[1];
}

/* --- the run --- */

static void look(Run *run)
{
    const SnState *state = run->simulation->state;
    sn_soup_place(run->soup, system_of(run), state);
    run->meet +=
        sn_soup_meetings(run->soup, system_of(run)) + sn_soup_below(run->soup, system_of(run)) > 0;
    run->inverted += sn_count_inverted(system_of(run), state);
}

/* Share of a step's way that is gone by the velocity at its end. */
static double share_of_end(const SnSystem *system)
{
    return system->method == SN_STEP_TRAPEZOIDAL || system->method == SN_STEP_NEWTON_TRAPEZOIDAL
               ? 0.5
               : 1;
}

/* Work against weights of what a step has moved beyond its velocities, as bodies that are pushed
 * out of each other; of one in parts at least, by the velocity that rises most [J]. */
static double work_of_lifts(const SnSystem *system, const SnState *start, const SnState *end)
{
    const bool whole = sn_state_parts_const(end)[SN_PARTS_LAST] == 1;
    const double share = share_of_end(system);
    double sum = 0;
    for (int i = 0; i < system->n_active + system->n_attached; i++) {
        const SnBlock *block = &system->blocks[i];
        double way = 0;
        for (int k = 0; sn_block_has_mass(block) && k < 3; k++) {
            const double g = block->gravity[k], from = g * sn_state_u_const(start)[block->u + k],
                         to = g * sn_state_u_const(end)[block->u + k];
            way -=
                g * (sn_state_q_const(end)[block->q + k] - sn_state_q_const(start)[block->q + k]);
            way += system->step_size * (whole ? from + share * (to - from) : fmin(from, to));
        }
        sum += fmax(block->mass * way, 0);
    }
    return sum;
}

/* Elastic energy of what is pressed at the start of the step that was taken, and was not known to
 * be before: where a change has put it in.  `lifts`: work_of_lifts. */
static double take_step(Run *run, double *lifts)
{
    SnState *start = sn_state_copy(run->simulation->state);
    double begun = 0;
    if (sn_recording_ready(run->recording))
        g_error("the recording goes on by itself at step %d", run->done);
    run->fault = sn_recording_step(run->recording);
    if (run->fault.code == SN_FAULT_NONE) {
        begun = sn_contacts_energy_at_start(system_of(run), start, run->simulation->work);
        *lifts = work_of_lifts(system_of(run), start, run->simulation->state);
        sn_recording_stepped(run->recording, 1000000);
        sn_recorder_reserve(run->simulation->recorder);
        look(run);
    }
    sn_free(start);
    return begun;
}

static void take_steps(Run *run, int n)
{
    double put_in = 0, lifted = 0, least = HUGE_VAL, least_flung = HUGE_VAL, before[2], after[2];
    for (; run->done < n; run->done++) {
        note_hash(run, run->done);
        put_in += carry_out(run, run->done);
        read_energy(run, before);
        const double total = before[0] + before[1] - put_in;
        least = fmin(least, total);
        least_flung = fmin(least_flung, total - lifted);
        run->most = fmax(run->most, before[0]);
        double lifts = 0;
        const double begun = take_step(run, &lifts);
        if (run->fault.code != SN_FAULT_NONE)
            return;
        put_in += begun;
        read_energy(run, after);
        const double gain = after[0] + after[1] - before[0] - before[1] - begun;
        lifted += fmin(fmax(gain, 0), fmax(after[1] - before[1], lifts));
        run->rise = fmax(run->rise, total + gain - least);
        run->fling = fmax(run->fling, total + gain - lifted - least_flung);
        if (run->each)
            printf("%d kinetic=%.6g potential=%.6g put_in=%.3g gain=%.3g contacts=%d parts=%g\n",
                   run->done + 1, after[0], after[1], put_in, gain,
                   sn_contacts_count(system_of(run), run->simulation->state),
                   sn_state_parts_const(run->simulation->state)[SN_PARTS_LAST]);
    }
    note_hash(run, n);
}

static bool is_as_before(const Run *run)
{
    const uint64_t hash = sn_simulation_hash(run->simulation);
    const int step = (int)run->simulation->state->step;
    for (int i = 0; i < run->n_hashes[step]; i++)
        if (hash == run->hash[(MOST + 1) * step + i])
            return true;
    return false;
}

/* To moments all over what was recorded, and on from there. */
static void go_back(Run *run)
{
    for (int i = 0; i < PLACES && run->done > 0; i++) {
        const int step = (i * 7919 + 3) % run->done;
        sn_recording_seek(run->recording, step * system_of(run)->step_size, NULL, NULL);
        run->back++;
        bool good = (int)run->simulation->state->step == step && is_as_before(run);
        for (int k = 0; k < FORWARD && !sn_recording_at_end(run->recording); k++)
            good = sn_recording_follow(run->recording).code == SN_FAULT_NONE && is_as_before(run) &&
                   good;
        run->wrong += !good;
    }
}

int main(int argc, char **argv)
{
    GError *error = NULL;
    char *text = NULL;
    if (argc < 4 || !g_file_get_contents(argv[2], &text, NULL, &error))
        return 2;
    const int steps = atoi(argv[3]);
    Run run = {.model = sn_file_read(argv[1], &error),
               .edits = g_strsplit(text, "\n", -1),
               .each = argc > 4};
    run.simulation = sn_simulation_new();
    run.recording = sn_recording_new(run.simulation);
    run.hash = g_new0(uint64_t, (MOST + 1) * (steps + 1));
    run.n_hashes = g_new0(int, steps + 1);
    if (!run.model || !install(&run, true, &error)) {
        printf("end=%s\n", error->message);
        return 1;
    }
    sn_model_listen(run.model, changed, &run);
    take_steps(&run, steps);
    const SnComponent *component = sn_model_get(run.model, run.fault.id);
    const double size = system_of(&run)->length_scale;
    go_back(&run);
    printf("steps=%d of=%d edits=%d refused=%d meet=%d inverted=%d rise=%.2g fling=%.2g most=%.2g "
           "size=%.2g back=%d wrong=%d end=%s%s%s\n",
           run.done, steps, run.n_edits, run.refused, run.meet, run.inverted, run.rise, run.fling,
           run.most, size, run.back, run.wrong,
           run.fault.code != SN_FAULT_NONE ? run.fault.text : "ok", component ? " @" : "",
           component ? component->name : "");
    sn_soup_free(run.soup);
    sn_recording_free(run.recording);
    sn_simulation_free(run.simulation);
    sn_model_free(run.model);
    g_strfreev(run.edits);
    g_free(run.hash);
    g_free(run.n_hashes);
    g_free(text);
    return 0;
}
