/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/simulation.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/compile/core/live.h"
#include "engine/compile/parts/probe_tables.h"
#include "engine/model/classes/fem.h"
#include "engine/run/simulation/layout.h"
#include "engine/run/simulation/simulation_parts.h"
#include "engine/sim/bind/bind.h"
#include "engine/sim/bind/bind_fem.h"
#include "engine/sim/bind/control.h"
#include "engine/sim/bind/playback.h"
#include "engine/sim/motion/attachment_class.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/spline/spline.h"
#include "engine/text/refuse.h"

#include <stdlib.h>
#include <string.h>

SnSimulation *sn_simulation_new(void)
{
    SnSimulation *s = g_new0(SnSimulation, 1);
    s->recorder = sn_recorder_new();
    return s;
}

void sn_simulation_free(SnSimulation *s)
{
    if (!s)
        return;
    SnSetup setup = sn_simulation_take_setup(s);
    sn_setup_clear(&setup);
    sn_free(s->state);
    sn_free(s->settled);
    sn_free(s->before);
    sn_recorder_free(s->recorder);
    g_free(s);
}

bool sn_simulation_update_inputs(SnSimulation *s, double time)
{
    SnSystem *system = s->compiled->system;
    sn_inputs_at(system, system->inputs.base, time, s->state, s->inputs, s->input_source);
    return sn_parameters_at(system, time);
}

void sn_simulation_evaluate(SnSimulation *s)
{
    sn_simulation_update_inputs(s, s->state->time);
    sn_evaluate(s->compiled->system, s->inputs, s->state, s->work);
}

/* What a person reads of a sample that is no number. */
static SnFault bad_sample(const SnSimulation *s, const SnBadSample *bad)
{
    const SnProperty *property =
        sn_model_property(s->model, bad->address.id, bad->address.property);
    g_autofree char *probe = sn_model_path(s->model, bad->probe);
    char text[sizeof(((SnFault *)NULL)->text)];
    g_snprintf(text, sizeof text,
               "its %s is not a number or infinite, so %s cannot record it: try a smaller step, "
               "or take it out of the probe",
               property->name, probe);
    return sn_fault(SN_FAULT_NOT_FINITE, bad->address.id, s->state->time, text);
}

SnFault sn_simulation_sample(SnSimulation *s)
{
    SnBadSample bad;
    if (sn_recorder_sample(s->recorder, s->compiled->system, s->inputs, s->state, s->work, &bad))
        return (SnFault){0};
    return bad_sample(s, &bad);
}

/* --- start, install, reset --- */

bool sn_simulation_set_probes(SnSimulation *s, SnModel *model, GError **error)
{
    SnSystem *system = s->compiled->system;
    SnProbeTables *tables = sn_probe_tables_new(model, system, error);
    if (tables) {
        sn_probe_tables_swap(tables, system);
        sn_simulation_forget_settled(s);
        SnModel *former = s->model;
        s->model = model;
        if (!sn_recorder_attach(s->recorder, system)) {
            s->model = former;
            sn_probe_tables_swap(tables, system);
            sn_probe_tables_free(tables);
            sn_model_free(model);
            return sn_refuse(error, SN_MODEL_ERROR_MEMORY, "%s", sn_memory_fault().text);
        }
        sn_probe_tables_free(tables);
        sn_model_free(former);
        if (s->state->step == 0)
            sn_simulation_restart(s);
        else
            sn_simulation_evaluate(s);
        return true;
    }
    sn_model_free(model);
    return false;
}

SnSetup sn_simulation_take_setup(SnSimulation *s)
{
    const SnSetup setup = {.model = s->model,
                           .compiled = s->compiled,
                           .work = s->work,
                           .inputs = s->inputs,
                           .input_source = s->input_source};
    s->model = NULL;
    s->compiled = NULL;
    s->work = NULL;
    s->inputs = NULL;
    s->input_source = NULL;
    return setup;
}

void sn_simulation_use_setup(SnSimulation *s, SnSetup *setup)
{
    const SnSystem *system = setup->compiled->system;
    g_assert(!s->compiled);
    s->model = setup->model;
    s->compiled = setup->compiled;
    if (!sn_setup_prepare(setup))
        sn_memory_end(); /* who can do without asks beforehand */
    s->work = setup->work ? setup->work : g_steal_pointer(&setup->compiled->work);
    s->inputs = setup->inputs;
    s->input_source = setup->input_source;
    sn_free(s->state);
    sn_free(s->before);
    s->state = setup->state;
    s->before = setup->before;
    *setup = (SnSetup){0};
    s->revision = MAX(s->revision, system->revision);
    sn_simulation_forget_settled(s);
    sn_simulation_apply_pull(s);
}

void sn_simulation_put(SnSimulation *s, const SnState *state)
{
    g_assert(state->size == s->state->size);
    memcpy(s->state, state, state->size);
}

SnFault sn_simulation_install(SnSimulation *s, SnModel *model, SnCompiled *compiled, bool reset)
{
    SnSetup setup = {.model = model, .compiled = compiled};
    SnModel *former = s->model;
    s->model = model; /* what streams of probes are named after */
    const bool fits = sn_setup_prepare(&setup) && sn_recorder_attach(s->recorder, compiled->system);
    s->model = former;
    if (!fits) {
        const SnFault fault = sn_memory_fault();
        sn_setup_clear(&setup);
        return fault;
    }
    SnSetup old = sn_simulation_take_setup(s);
    SnState *state = g_steal_pointer(&s->state);
    if (reset)
        s->pull.id = SN_ID_NULL;
    sn_simulation_use_setup(s, &setup);
    SnFault fault = {0};
    if (reset || !old.compiled || state->step == 0) {
        fault = sn_simulation_begin(s);
    } else {
        sn_carry(old.compiled->system, state, compiled->system, s->state);
        sn_simulation_evaluate(s);
    }
    sn_free(state);
    sn_setup_clear(&old);
    return fault;
}

bool sn_simulation_restore(SnSimulation *s, uint64_t step, double time, uint64_t active,
                           const double *data, int n)
{
    const size_t numbers = (s->state->size - sizeof *s->state) / sizeof(double);
    if (n < 0 || (size_t)n != numbers)
        return false;
    s->state->step = step;
    s->state->time = time;
    s->state->active = active;
    memcpy(s->state->data, data, numbers * sizeof *data);
    sn_recorder_clear(s->recorder);
    sn_simulation_evaluate(s);
    return true;
}

/* --- the step --- */

/* Controllers act on the state as it is: what they read is evaluated with the inputs and parameters
 * of this moment. */
static void control(SnSimulation *s)
{
    const SnSystem *system = s->compiled->system;
    if (system->control.n_controllers == 0)
        return;
    sn_simulation_update_inputs(s, s->state->time);
    sn_control(system, s->inputs, s->state, s->work);
}

SnFault sn_simulation_repeat(SnSimulation *s)
{
    SnSystem *system = s->compiled->system;
    const double before = s->state->time, end = sn_next_time(system, s->state);
    /* a step knows one value of a parameter: for methods of second order that in its middle */
    const bool in_middle = system->probes.n_played > 0 && sn_reads_over_step(system->method);
    control(s);
    sn_parameters_at(system, before);                   /* as when the last step ended */
    bool changed = sn_simulation_update_inputs(s, end); /* as when the state is looked at again */
    const SnStepInputs inputs =
        sn_inputs_over_step(system, system->inputs.base, s->state, s->inputs, s->work);
    if (in_middle)
        changed |= sn_parameters_at(system, 0.5 * (before + end));
    if (changed) /* the watch of energy compares with what is now */
        sn_state_values_changed(s->state);
    const SnFault fault = sn_step_varying(system, &inputs, s->state, s->work);
    if (in_middle) {
        if (sn_parameters_at(system, end))
            sn_state_values_changed(s->state);
        if (fault.code == SN_FAULT_NONE)
            sn_evaluate(system, s->inputs, s->state, s->work);
    }
    if (fault.code == SN_FAULT_NONE)
        sn_monitor(system, s->inputs, s->state->time - before, s->state, s->work);
    else
        sn_control_undo(system, s->state, s->work);
    return fault;
}

SnFault sn_simulation_step(SnSimulation *s)
{
    const bool records = sn_recorder_records(s->recorder);
    if (records)
        memcpy(s->before, s->state, s->state->size);
    s->work->step.watch = s->step_watch;
    SnFault fault = sn_simulation_repeat(s);
    s->work->step.watch = (SnStepWatch){0};
    if (fault.code == SN_FAULT_NONE && records) {
        fault = sn_simulation_sample(s);
        if (fault.code != SN_FAULT_NONE)
            memcpy(s->state, s->before, s->before->size);
    }
    if (fault.code != SN_FAULT_NONE)
        sn_simulation_evaluate(s);
    return fault;
}

/* --- live values --- */

/* Keeps the frozen copy up to date, so that its text and the lengths taken from the start pose are
 * those of the model as it is now. */
static void update_model(SnSimulation *s, SnId id, const SnProperty *property, const double *value,
                         int n)
{
    SnValue converted;
    if (!sn_value_from_numbers(property, value, n, &converted))
        return;
    void *object = sn_model_object(s->model, id);
    sn_field_set(object, property, &converted);
    if (property->flags & SN_INHERITABLE)
        sn_field_set_mode(object, property, SN_MODE_EXPLICIT);
}

/* Whether the places of attachments were worked out from where this block starts. */
static bool places_attachments(const SnSystem *system, SnId id)
{
    const int block = sn_system_index(system, id);
    for (int i = 0; i < system->attachments.n; i++) {
        const SnSystemAttachment *attachment = &system->attachments.attachments[i];
        if (attachment->block == block)
            return true;
        for (int k = 0; k < attachment->count; k++)
            if (sn_attachment_class(attachment->kind)->placed &&
                system->attachments.master[attachment->first + k] == block)
                return true;
    }
    return false;
}

/* Rest lengths of strands follow from where everything starts. */
static bool places_strands(const SnSystem *system, SnBind bind)
{
    return system->strands.n > 0 &&
           (bind == SN_BIND_POSITION || bind == SN_BIND_ORIENTATION ||
            bind == SN_BIND_MARKER_LOCATION || bind == SN_BIND_STRAND_NODE_PARAMETER);
}

/* Start values go into the system through a state at t = 0. */
static bool write_start(SnSimulation *s, SnId id, SnBind bind, const double *value, int n)
{
    SnSystem *system = s->compiled->system;
    if ((bind == SN_BIND_POSITION || bind == SN_BIND_ORIENTATION) && places_attachments(system, id))
        return false;
    if (bind == SN_BIND_POSITION && sn_spline_of(system, id) >= 0)
        return false; /* its rest shape too */
    SnState *initial = sn_state_new(system);
    const bool good = sn_bind_write(system, system->inputs.base, initial, id, bind, value, n);
    if (good) {
        memcpy(system->q0, sn_state_q(initial), (size_t)system->n_q * sizeof(double));
        memcpy(system->u0, sn_state_u(initial), (size_t)system->n_u * sizeof(double));
        memcpy(system->state.activation0, sn_state_activation(initial),
               (size_t)system->state.n_activations * sizeof(double));
    }
    sn_free(initial);
    return good;
}

/* The row of a value that may be written: numeric, of that width, not a result; NULL if not. */
static const SnProperty *writable(const SnSimulation *s, SnId id, int row, int n)
{
    if (!s->compiled || !sn_model_get(s->model, id) || row < 0 ||
        row >= sn_model_n_properties(s->model, id))
        return NULL;
    const SnProperty *property = sn_model_property(s->model, id, row);
    return property->kind != SN_RESULT && n == sn_type_width(property->type) ? property : NULL;
}

/* Values of a model or list reach the system through the components that inherit them. */
static bool is_inherited(const SnSimulation *s, SnId id, const SnProperty *property)
{
    return (property->flags & SN_INHERITABLE) && property->bind != SN_BIND_NONE &&
           sn_system_index(s->compiled->system, id) < 0;
}

bool sn_simulation_write(SnSimulation *s, SnId id, int row, const double *value, int n)
{
    const SnProperty *property = writable(s, id, row, n);
    if (!property)
        return false;
    SnSystem *system = s->compiled->system;
    if (sn_bind_write(system, system->inputs.base, s->state, id, property->bind, value, n))
        sn_parameter_was_set(system, id, property->bind, value);
    else if (!is_inherited(s, id, property))
        return false;
    if (property->bind != SN_BIND_FEM_FIELD) /* the watch of energy compares with what is now */
        sn_state_values_changed(s->state);
    if (property->kind != SN_START)
        update_model(s, id, property, value, n);
    return true;
}

void sn_simulation_written(SnSimulation *s)
{
    sn_compile_start_lengths(s->model, s->compiled->system);
    sn_simulation_forget_settled(s);
    sn_simulation_apply_pull(s);
}

static void update_fem_style(SnSimulation *s, SnId id, uint64_t revision)
{
    SnStyle style;
    sn_model_style(s->model, sn_model_get(s->model, id), &style);
    sn_simulation_style(s, id, &style, revision);
}

bool sn_simulation_set(SnSimulation *s, SnId id, int row, const double *value, int n,
                       uint64_t revision)
{
    const SnProperty *property = writable(s, id, row, n);
    if (!property)
        return false;
    const bool at_start = s->state->step == 0;
    sn_parameters_restore(s->compiled->system);
    bool good;
    if (at_start && places_strands(s->compiled->system, property->bind)) {
        good = false;
    } else if (property->kind == SN_START && at_start) {
        good = write_start(s, id, property->bind, value, n);
        if (good)
            update_model(s, id, property, value, n);
    } else {
        good = sn_simulation_write(s, id, row, value, n);
    }
    if (!good) {
        sn_parameters_at(s->compiled->system, s->state->time);
        return false;
    }
    s->revision = MAX(s->revision, revision);
    if (property->bind == SN_BIND_FEM_FIELD) { /* what the colours mean is style too */
        update_fem_style(s, id, revision);
        return true;
    }
    sn_simulation_written(s);
    if (at_start)
        sn_simulation_restart(s);
    else
        sn_simulation_evaluate(s);
    return true;
}

/* --- looking --- */

void sn_compiled_style(SnCompiled *compiled, SnId id, const SnStyle *style)
{
    SnScene *scene = sn_scene_copy(compiled->scene);
    for (int i = 0; i < scene->n_items; i++)
        if (sn_id_equal(sn_id_component(scene->items[i].id), id))
            scene->items[i].style = *style;
    sn_scene_share_fem_styles(scene);
    sn_scene_unref(compiled->scene);
    compiled->scene = scene;
}

void sn_simulation_style(SnSimulation *s, SnId id, const SnStyle *style, uint64_t revision)
{
    if (!s->compiled)
        return;
    sn_compiled_style(s->compiled, id, style);
    s->revision = MAX(s->revision, revision);
}

uint64_t sn_simulation_hash(const SnSimulation *s)
{
    return s->state ? sn_state_hash(s->state) : 0;
}

int sn_simulation_repeated_rows(const SnSimulation *s)
{
    const SnLinsolve *solver = s->work ? s->work->linear.solver : NULL;
    return solver ? sn_linsolve_repeated_rows(solver) : 0;
}

int sn_simulation_get(const SnSimulation *s, SnId id, int row, double value[6])
{
    if (!s->compiled || !sn_model_get(s->model, id) || row < 0 ||
        row >= sn_model_n_properties(s->model, id))
        return 0;
    const SnProperty *property = sn_model_property(s->model, id, row);
    return sn_bind_read(s->compiled->system, s->inputs, s->state, s->work, id, property->bind,
                        value);
}

static void fill_watched(const SnSimulation *s, const SnWatch *watch, SnWatched *watched)
{
    const SnSystem *system = s->compiled->system;
    watched->what = *watch;
    watched->n = sn_simulation_get(s, watch->id, watch->property, watched->value);
    int driver = -1;
    if (sn_model_get(s->model, watch->id) &&
        watch->property < sn_model_n_properties(s->model, watch->id)) {
        const SnProperty *property = sn_model_property(s->model, watch->id, watch->property);
        const int input = sn_bind_input(system, watch->id, property->bind);
        const SnPlayedParameter *parameter =
            property->kind == SN_PARAMETER ? sn_played_parameter(system, watch->id, property->bind)
                                           : NULL;
        if (input >= 0) {
            driver = s->input_source[input];
        } else if (parameter && parameter->source >= 0) {
            driver = parameter->source;
            watched->n = parameter->width;
            memcpy(watched->value, parameter->present, sizeof watched->value);
        }
    }
    watched->driven = driver >= 0;
    watched->driver = sn_input_source(system, driver);
}

SnSnapshot *sn_simulation_snapshot(const SnSimulation *s, SnSnapshotPool *pool,
                                   const SnWatch *watches, int n, uint64_t serial)
{
    if (!s->compiled)
        return sn_snapshot_pool_take(pool, NULL, 0, 0);
    const SnSystem *system = s->compiled->system;
    SnSnapshot *snapshot =
        sn_snapshot_pool_take(pool, s->compiled->scene, sn_prerender_max_contacts(system), n);
    sn_prerender(system, s->compiled->map, s->inputs, s->state, s->work, snapshot);
    snapshot->revision = s->revision;
    snapshot->step = s->state->step;
    snapshot->time = s->state->time;
    snapshot->step_size = system->step_size;
    snapshot->n_watched = n;
    snapshot->watch_serial = serial;
    for (int i = 0; i < n; i++)
        fill_watched(s, &watches[i], &snapshot->watched[i]);
    return snapshot;
}
