/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start that comes to rest: how far it is, what stops it, and what a model at rest starts
 * with. */
#include "engine/run/engine/engine_private.h"

#include "engine/base/clock.h"
#include "engine/model/classes/joint.h"

#include <math.h>
#include <string.h>

/* Between two words about how far it is [ns]. */
static const int64_t WORD_INTERVAL = 100000000;

/* Messages that make another start, or end all. */
static bool makes_start(const void *message, void *data)
{
    switch (((const SnMessage *)message)->kind) {
    case SN_MESSAGE_SET:
    case SN_MESSAGE_COMPILED:
    case SN_MESSAGE_PROBES:
    case SN_MESSAGE_RESET:
    case SN_MESSAGE_QUIT:
        *(bool *)data = true;
        return true;
    default:
        return false;
    }
}

bool sn_engine_settle_watch(void *data, double fraction)
{
    SnEngine *engine = data;
    const int64_t now = sn_clock_ns();
    engine->settled_part = fraction;
    if (engine->settling == 0)
        engine->settling = now;
    if (now - engine->settling >= WORD_INTERVAL) {
        engine->settling = now;
        sn_engine_event(engine, SN_EVENT_SETTLING, SN_ID_NULL, NULL);
    }
    if (sn_engine_interrupted(engine))
        return true;
    sn_queue_look(engine->commands, makes_start, &engine->unsettled);
    return engine->unsettled;
}

bool sn_engine_start_made(SnEngine *engine)
{
    const SnSimulation *s = engine->simulation;
    if (engine->settling != 0)
        sn_engine_event(engine, SN_EVENT_SETTLED, SN_ID_NULL, NULL);
    engine->settling = 0;
    engine->unsettled =
        engine->unsettled && s->state->step == 0 && s->assembly.code == SN_FAULT_INTERRUPTED;
    return engine->unsettled;
}

void sn_engine_settle_now(SnEngine *engine)
{
    const SnSimulation *s = engine->simulation;
    engine->unsettled = false;
    sn_recording_reset(engine->recording);
    if (sn_engine_start_made(engine))
        return;
    if (s->assembly.code != SN_FAULT_NONE)
        sn_engine_fault(engine, &s->assembly);
    else
        sn_engine_publish(engine);
}

void sn_engine_check_start(SnEngine *engine)
{
    SnSimulation *s = engine->simulation;
    if (s->state->step != 0 || s->assembly.code != SN_FAULT_NONE || engine->run == SN_PLAYING)
        return;
    SnChecks *checks = sn_checks_new();
    const SnRest rest = sn_simulation_check_start(s, checks);
    if (rest.distance != engine->far)
        for (guint i = 0; i < checks->items->len; i++) {
            const SnCheck *check = &g_array_index(checks->items, SnCheck, i);
            sn_engine_event(engine, SN_EVENT_MESSAGE, check->id, check->message);
        }
    engine->far = rest.distance;
    sn_checks_free(checks);
}

/* --- what a model at rest starts with --- */

typedef struct Collected {
    SnSimulation *simulation;
    GArray *values; /* SnRestValue */
    bool start;     /* start values only; else all but results, and what joints have come to */
} Collected;

static bool collect(SnComponent *component, void *data)
{
    Collected *collected = data;
    const SnModel *model = collected->simulation->model;
    const bool is_joint = sn_class_is_a(component->class, &SN_CLASS_JOINT);
    const int rows = sn_model_n_properties(model, component->id);
    for (int row = 0; row < rows; row++) {
        const SnProperty *property = sn_model_property(model, component->id, row);
        const bool wanted =
            collected->start ? property->kind == SN_START : property->kind != SN_RESULT || is_joint;
        if (property->bind == SN_BIND_NONE || !wanted)
            continue;
        SnRestValue value = {.id = component->id, .property = row};
        value.n = sn_simulation_get(collected->simulation, value.id, row, value.value);
        if (value.n > 0 && value.n == sn_type_width(property->type))
            g_array_append_val(collected->values, value);
    }
    return true;
}

static GArray *collect_values(SnSimulation *s, bool start)
{
    Collected collected = {s, g_array_new(FALSE, TRUE, sizeof(SnRestValue)), start};
    sn_component_walk(s->model->root, collect, &collected);
    return collected.values;
}

/* The same numbers, as far as equilibria of the same model are. */
static bool alike(const GArray *a, const GArray *b)
{
    if (a->len != b->len)
        return false;
    for (guint i = 0; i < a->len; i++) {
        const SnRestValue *x = &g_array_index(a, SnRestValue, i);
        const SnRestValue *y = &g_array_index(b, SnRestValue, i);
        double size = 1e-3, difference = 0;
        for (int k = 0; k < x->n; k++) {
            size = fmax(size, fabs(x->value[k]));
            difference = fmax(difference, fabs(x->value[k] - y->value[k]));
        }
        if (!sn_id_equal(x->id, y->id) || x->property != y->property ||
            !(difference <= 1e-4 * size))
            return false;
    }
    return true;
}

/* Whether a model with these start values has the same parameters and joint angles at its start as
 * at rest, and is at rest. */
static bool is_whole(const SnSimulation *s, const GArray *starts, const GArray *at_rest)
{
    SnModel *model = sn_model_copy(s->model);
    for (guint i = 0; i < starts->len; i++) {
        const SnRestValue *start = &g_array_index(starts, SnRestValue, i);
        const SnProperty *property = sn_model_property(model, start->id, start->property);
        SnValue value;
        if (sn_value_from_numbers(property, start->value, start->n, &value))
            sn_field_set(sn_model_object(model, start->id), property, &value);
    }
    SnCompiled *compiled = sn_compile(model, NULL, NULL, NULL);
    if (!compiled) {
        sn_model_free(model);
        return false;
    }
    compiled->system->settle.method = SN_SETTLE_NONE;
    SnSimulation *trial = sn_simulation_new();
    bool good = sn_simulation_install(trial, model, compiled, true).code == SN_FAULT_NONE;
    if (good) {
        SnRest rest;
        GArray *all = collect_values(trial, false);
        good = alike(all, at_rest) &&
               sn_simulation_rest_distance(trial, &rest).code == SN_FAULT_NONE &&
               rest.distance <= s->compiled->system->settle.tolerance;
        g_array_unref(all);
    }
    sn_simulation_free(trial);
    return good;
}

/* From what sn_simulation_find_rest has found. */
static SnRestStart *make_rest(SnSimulation *s)
{
    SnState *shown = s->state;
    s->state = s->settled;
    sn_simulation_evaluate(s);
    GArray *starts = collect_values(s, true), *all = collect_values(s, false);
    s->state = shown;
    sn_simulation_evaluate(s);
    SnRestStart *rest = g_malloc0(sizeof *rest + starts->len * sizeof *rest->values);
    rest->whole = is_whole(s, starts, all);
    rest->moved = s->moved;
    rest->n = (int)starts->len;
    if (starts->len)
        memcpy(rest->values, starts->data, starts->len * sizeof *rest->values);
    g_array_unref(starts);
    g_array_unref(all);
    return rest;
}

void sn_engine_handle_find_rest(SnEngine *engine)
{
    SnSimulation *s = engine->simulation;
    if (!s->compiled)
        return;
    sn_engine_halt(engine);
    sn_recording_reset(engine->recording);
    SnFault fault = s->assembly;
    if (fault.code == SN_FAULT_NONE)
        fault = sn_simulation_find_rest(s);
    SnRestStart *rest = fault.code == SN_FAULT_NONE ? make_rest(s) : NULL;
    pthread_mutex_lock(&engine->published_lock);
    g_free(engine->rest);
    engine->rest = rest;
    pthread_mutex_unlock(&engine->published_lock);
    const bool given_up = sn_engine_start_made(engine);
    engine->unsettled = given_up;
    if (!given_up)
        sn_engine_publish(engine);
    sn_engine_event(engine, SN_EVENT_REST, fault.id, fault.text);
}
