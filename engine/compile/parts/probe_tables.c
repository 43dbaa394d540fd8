/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/parts/probe_tables.h"

#include "engine/base/memory.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/probe_signal.h"
#include "engine/sim/bind/bind.h"
#include "engine/sim/bind/playback.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct SnProbeTables {
    SnSystemProbes probes;
};

typedef struct Builder {
    const SnModel *model;
    SnSystem *system;
    GArray *addresses, *input_probes, *playbacks, *played, *output_probes;
    GError **error;
} Builder;

/* "/model/probes/pull: text" */
static bool fail(const Builder *b, const SnProbe *probe, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
static bool fail(const Builder *b, const SnProbe *probe, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *path = sn_model_path(b->model, probe->base.id);
    return sn_refuse(b->error, SN_MODEL_ERROR_COMPILE, "%s: %s", path, text);
}

static char *target_text(const Builder *b, const SnTarget *target)
{
    g_autofree char *path = sn_model_path(b->model, target->id);
    return g_strdup_printf("%s:%s", path,
                           sn_model_property(b->model, target->id, target->row)->name);
}

static bool check_targets(const Builder *b, const SnProbe *probe)
{
    for (int i = 0; i < probe->targets.n; i++)
        if (!sn_model_object(b->model, probe->targets.targets[i].id))
            return fail(b, probe, "a target does not exist any more: remove it");
    return true;
}

/* --- what is driven --- */

/* Whether the system has the parameter and takes values for it: its own is given back to it. */
static bool takes_values(SnSystem *system, SnId id, SnBind bind)
{
    double value[6];
    const int width = sn_bind_read(system, NULL, NULL, NULL, id, bind, value);
    return width > 0 && sn_bind_write(system, NULL, NULL, id, bind, value, width);
}

static int played_number(Builder *b, SnId id, SnBind bind, int width, bool shown)
{
    for (guint i = 0; i < b->played->len; i++) {
        const SnPlayedParameter *other = &g_array_index(b->played, SnPlayedParameter, i);
        if (other->bind == bind && sn_id_equal(other->id, id))
            return (int)i;
    }
    const SnPlayedParameter parameter = {
        .id = id, .bind = bind, .width = width, .shown = shown, .source = -1};
    g_array_append_val(b->played, parameter);
    return (int)b->played->len - 1;
}

static void add_playback(Builder *b, const SnProperty *row, SnSystemPlayback playback)
{
    const bool bounded = row->hard_min != 0 || row->hard_max != 0;
    playback.width = sn_type_width(row->type);
    playback.low = bounded ? row->hard_min : -HUGE_VAL;
    playback.high = bounded ? row->hard_max : HUGE_VAL;
    playback.above = (row->flags & SN_POSITIVE) != 0;
    g_array_append_val(b->playbacks, playback);
}

/* The parameter of a component, and of all below it that inherit it. */
static int add_heirs(Builder *b, const SnComponent *component, const SnProperty *row, int number)
{
    const int index = sn_class_find_property(component->class, row->name);
    const SnProperty *own = index >= 0 ? sn_class_property(component->class, index) : NULL;
    int n = 0;
    if (own && own->bind == row->bind && takes_values(b->system, component->id, row->bind)) {
        const int played =
            played_number(b, component->id, row->bind, sn_type_width(row->type), false);
        add_playback(b, own,
                     (SnSystemPlayback){.number = number, .input = -1, .parameter = played});
        n++;
    }
    for (guint i = 0; component->children && i < component->children->len; i++) {
        const SnComponent *child = component->children->pdata[i];
        const int at = sn_class_find_property(child->class, row->name);
        const SnProperty *leaf = at >= 0 ? sn_class_property(child->class, at) : NULL;
        if (!leaf || !(leaf->flags & SN_INHERITABLE) ||
            sn_field_mode(child, leaf) == SN_MODE_INHERITED)
            n += add_heirs(b, child, row, number);
    }
    return n;
}

static bool add_parameter(Builder *b, const SnTarget *target, const SnProperty *row, int number)
{
    const SnComponent *component = sn_model_get(b->model, target->id);
    if (!sn_property_can_be_driven(row))
        return false;
    if (target->id.entry == 0 && (row->flags & SN_INHERITABLE)) {
        if (!takes_values(b->system, target->id, row->bind)) {
            const int shown =
                played_number(b, target->id, row->bind, sn_type_width(row->type), true);
            add_playback(b, row,
                         (SnSystemPlayback){.number = number, .input = -1, .parameter = shown});
        }
        return add_heirs(b, component, row, number) > 0 || component->children;
    }
    if (!takes_values(b->system, target->id, row->bind))
        return false;
    const int played = played_number(b, target->id, row->bind, sn_type_width(row->type), false);
    add_playback(b, row, (SnSystemPlayback){.number = number, .input = -1, .parameter = played});
    return true;
}

static bool add_played_target(Builder *b, const SnProbe *probe, const SnTarget *target, int number)
{
    const SnProperty *row = sn_model_property(b->model, target->id, target->row);
    const int input = sn_bind_input(b->system, target->id, row->bind);
    if (input >= 0) {
        add_playback(b, row, (SnSystemPlayback){.number = number, .input = input, .parameter = -1});
        return true;
    }
    if (row->kind == SN_PARAMETER && add_parameter(b, target, row, number))
        return true;
    g_autofree char *text = target_text(b, target);
    return fail(b, probe,
                "cannot drive %s: an input probe drives inputs, such as a muscle's excitation, a "
                "load or the target of a led body, and parameters that change while the model runs",
                text);
}

static bool add_input_probe(Builder *b, const SnInputProbe *probe)
{
    g_autoptr(GError) error = NULL;
    SnSystemInputProbe compiled = {
        .id = probe->base.base.id,
        .enabled = probe->base.enabled,
        .first_playback = (int)b->playbacks->len,
    };
    const SnTargets *targets = &probe->base.targets;
    int number = 0;
    if (!check_targets(b, &probe->base))
        return false;
    for (int i = 0; i < targets->n; i++) {
        const SnTarget *target = &targets->targets[i];
        if (!add_played_target(b, &probe->base, target, number))
            return false;
        number += sn_type_width(sn_model_property(b->model, target->id, target->row)->type);
    }
    compiled.n_playbacks = (int)b->playbacks->len - compiled.first_playback;
    compiled.signal = sn_probe_signal(b->model, probe, &error);
    if (!compiled.signal)
        return fail(b, &probe->base, "%s", error->message);
    g_array_append_val(b->input_probes, compiled);
    return true;
}

/* --- what is recorded --- */

static bool add_output_probe(Builder *b, const SnOutputProbe *probe)
{
    SnSystemOutputProbe compiled = {
        .id = probe->base.base.id,
        .enabled = probe->base.enabled,
        .interval = probe->interval,
        .start = probe->start,
        .stop = probe->stop,
        .first_target = (int)b->addresses->len,
        .n_targets = probe->base.targets.n,
    };
    if (!check_targets(b, &probe->base))
        return false;
    for (int i = 0; i < compiled.n_targets; i++) {
        const SnTarget *target = &probe->base.targets.targets[i];
        const SnProperty *row = sn_model_property(b->model, target->id, target->row);
        const SnAddress address = {
            .id = target->id,
            .property = target->row,
            .bind = row->bind,
            .width = sn_bind_width(row->bind),
            .index = sn_system_index(b->system, target->id),
        };
        if (address.width == 0) {
            g_autofree char *text = target_text(b, target);
            return fail(b, &probe->base, "cannot record %s: it has no numbers while the model runs",
                        text);
        }
        compiled.width += address.width;
        g_array_append_val(b->addresses, address);
    }
    const SnComponent *component = &probe->base.base;
    char number[32];
    g_snprintf(number, sizeof number, "%d", component->number);
    compiled.name = sn_alloc_text(component->name ? component->name : number);
    g_array_append_val(b->output_probes, compiled);
    return true;
}

/* --- all --- */

typedef struct Found {
    const SnComponent *component;
    int depth, order;
} Found;

static bool find_probe(SnComponent *component, void *data)
{
    GArray *found = data;
    if (sn_class_is_a(component->class, &SN_CLASS_PROBE)) {
        Found probe = {component, 0, (int)found->len};
        for (const SnComponent *at = component; at; at = at->parent)
            probe.depth++;
        g_array_append_val(found, probe);
    }
    return true;
}

/* The deepest models first (artisynth 2.5): what an outer model drives has the last word. */
static int compare_depth(const void *a, const void *b)
{
    const Found *x = a, *y = b;
    return x->depth != y->depth ? y->depth - x->depth : x->order - y->order;
}

static void *steal(GArray *array, int *n)
{
    *n = (int)array->len;
    sn_memory_keep(array);
    void *data = g_array_free(array, FALSE);
    return data ? sn_memory_adopt(data) : sn_alloc(1, sizeof(double));
}

static void free_array(void *array)
{
    sn_memory_keep(array);
    g_array_unref(array);
}

static GArray *new_array(size_t size)
{
    GArray *array = g_array_new(FALSE, TRUE, (guint)size);
    sn_memory_end_with(array, free_array);
    return array;
}

typedef struct Request {
    const SnModel *model;
    SnSystem *system;
    GError *error;
    SnProbeTables *tables; /* NULL: the error says why */
} Request;

static void make_tables(void *data)
{
    Request *request = data;
    Builder b = {
        .model = request->model,
        .system = request->system,
        .addresses = new_array(sizeof(SnAddress)),
        .input_probes = new_array(sizeof(SnSystemInputProbe)),
        .playbacks = new_array(sizeof(SnSystemPlayback)),
        .played = new_array(sizeof(SnPlayedParameter)),
        .output_probes = new_array(sizeof(SnSystemOutputProbe)),
        .error = &request->error,
    };
    GArray *found = new_array(sizeof(Found));
    sn_component_walk(request->model->root, find_probe, found);
    bool good = true;
    for (guint i = 0; good && i < found->len; i++) {
        const SnComponent *component = g_array_index(found, Found, i).component;
        if (component->class == &SN_CLASS_OUTPUT_PROBE)
            good = add_output_probe(&b, (const SnOutputProbe *)component);
    }
    g_array_sort(found, compare_depth);
    for (guint i = 0; good && i < found->len; i++) {
        const SnComponent *component = g_array_index(found, Found, i).component;
        if (component->class == &SN_CLASS_INPUT_PROBE)
            good = add_input_probe(&b, (const SnInputProbe *)component);
    }
    free_array(found);
    SnProbeTables *tables = sn_alloc(1, sizeof *tables);
    tables->probes.addresses = steal(b.addresses, &tables->probes.n_addresses);
    tables->probes.inputs = steal(b.input_probes, &tables->probes.n_inputs);
    tables->probes.playbacks = steal(b.playbacks, &tables->probes.n_playbacks);
    tables->probes.played = steal(b.played, &tables->probes.n_played);
    tables->probes.outputs = steal(b.output_probes, &tables->probes.n_outputs);
    if (good)
        request->tables = tables;
    else
        sn_probe_tables_free(tables);
}

SnProbeTables *sn_probe_tables_new(const SnModel *model, SnSystem *system, GError **error)
{
    Request request = {model, system, NULL, NULL};
    if (!sn_memory_try(make_tables, NULL, &request) && !request.error)
        g_set_error_literal(&request.error, SN_MODEL_ERROR, SN_MODEL_ERROR_MEMORY,
                            sn_memory_fault().text);
    if (request.error)
        g_propagate_error(error, request.error);
    return request.tables;
}

void sn_probe_tables_free(SnProbeTables *tables)
{
    if (!tables)
        return;
    for (int i = 0; i < tables->probes.n_inputs; i++)
        sn_signal_free(tables->probes.inputs[i].signal);
    for (int i = 0; i < tables->probes.n_outputs; i++)
        sn_free(tables->probes.outputs[i].name);
    sn_free(tables->probes.addresses);
    sn_free(tables->probes.inputs);
    sn_free(tables->probes.playbacks);
    sn_free(tables->probes.played);
    sn_free(tables->probes.outputs);
    sn_free(tables);
}

void sn_probe_tables_swap(SnProbeTables *tables, SnSystem *system)
{
    sn_parameters_restore(system);
    const SnSystemProbes keep = tables->probes;
    tables->probes = system->probes;
    system->probes = keep;
    sn_parameters_read_base(system);
}

void sn_probe_tables_view(const SnProbeTables *tables, SnSystem *system)
{
    memset(system, 0, sizeof *system);
    system->probes = tables->probes;
}

/* --- bits --- */

static uint64_t mix(uint64_t hash, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        hash = (hash ^ (number >> (8 * i) & 255)) * 0x100000001b3u;
    return hash;
}

static uint64_t mix_playback(uint64_t hash, const SnSystem *system,
                             const SnSystemPlayback *playback)
{
    hash = mix(hash, (uint64_t)playback->number);
    hash = mix(hash, (uint64_t)playback->width);
    hash = mix(hash, (uint64_t)playback->input);
    if (playback->parameter < 0)
        return hash;
    const SnPlayedParameter *parameter = &system->probes.played[playback->parameter];
    hash = mix(hash, (uint64_t)parameter->id.index << 32 | parameter->id.generation);
    hash = mix(hash, (uint64_t)parameter->id.entry);
    return mix(hash, (uint64_t)parameter->bind);
}

uint64_t sn_probe_inputs_fingerprint(const SnSystem *system)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < system->probes.n_inputs; i++) {
        const SnSystemInputProbe *probe = &system->probes.inputs[i];
        if (!probe->enabled)
            continue;
        for (int k = 0; k < probe->n_playbacks; k++)
            hash = mix_playback(hash, system, &system->probes.playbacks[probe->first_playback + k]);
        hash = sn_signal_hash(probe->signal, hash);
    }
    return hash;
}
