/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/structure.h"

#include "engine/model/classes/probe.h"
#include "engine/model/classes/timeline.h"

static size_t roughly(const SnSystem *system)
{
    /* system, workspace with its factor, and the model with its texts and entries */
    return (size_t)system->pairs.n_values * 4 * sizeof(double) +
           (size_t)system->n_blocks * (sizeof(SnBlock) + 1000) + (size_t)system->index.n * 500 +
           100000;
}

SnStructure *sn_structure_new(SnModel *model, SnCompiled *compiled, uint64_t fingerprint,
                              size_t *account)
{
    SnStructure *structure = g_new0(SnStructure, 1);
    structure->references = 1;
    structure->model = model;
    structure->compiled = compiled;
    structure->setup = (SnSetup){.model = model, .compiled = compiled};
    structure->probes = sn_probe_box_of(compiled->system);
    structure->root = sn_command_root(sn_probe_box_ref(structure->probes));
    structure->root->fingerprint = fingerprint;
    structure->applied = sn_command_ref(structure->root);
    structure->bytes = roughly(compiled->system);
    structure->account = account;
    *account += structure->bytes;
    return structure;
}

SnStructure *sn_structure_ref(SnStructure *structure)
{
    structure->references++;
    return structure;
}

void sn_structure_unref(SnStructure *structure)
{
    if (!structure || --structure->references > 0)
        return;
    g_assert(structure->setup.compiled);
    *structure->account -= structure->bytes;
    sn_command_unref(structure->applied);
    sn_command_unref(structure->root);
    sn_probe_box_unref(structure->probes);
    sn_setup_clear(&structure->setup);
    g_free(structure);
}

/* --- in force --- */

/* The item of the same thing, looked for from `hint` on: scenes are in nearly the same order. */
static const SnSceneItem *find_item(const SnScene *scene, const SnSceneItem *item, int hint)
{
    for (int i = 0; i < scene->n_items; i++) {
        const SnSceneItem *other = &scene->items[(hint + i) % scene->n_items];
        if (sn_id_equal(other->id, item->id) && other->kind == item->kind)
            return other;
    }
    return NULL;
}

/* Colours are those of today, whenever the moment was. */
static void share_styles(SnScene *scene, const SnScene *from)
{
    for (int i = 0; i < scene->n_items; i++) {
        const SnSceneItem *item = find_item(from, &scene->items[i], i);
        if (item)
            scene->items[i].style = item->style;
    }
}

static void follow_looks(SnStructure *structure, const SnStructure *from)
{
    SnScene *scene = sn_scene_copy(structure->compiled->scene);
    share_styles(scene, from->compiled->scene);
    sn_scene_unref(structure->compiled->scene);
    structure->compiled->scene = scene;
    SnSystem *system = structure->compiled->system;
    const SnSystem *other = from->compiled->system;
    for (int i = 0; i < system->fems.n; i++) {
        const int k = sn_system_index(other, system->fems.fems[i].id);
        if (k >= 0 && k < other->fems.n &&
            sn_id_equal(other->fems.fems[k].id, system->fems.fems[i].id))
            system->fems.fems[i].field = other->fems.fems[k].field;
    }
}

bool sn_structure_prepare(SnStructure *structure)
{
    const bool in_use = !structure->setup.compiled;
    return in_use || sn_setup_prepare(&structure->setup);
}

void sn_structure_use(SnStructure *structure, SnStructure *former, SnSimulation *simulation)
{
    if (structure == former)
        return;
    if (former) {
        former->setup = sn_simulation_take_setup(simulation);
        if (structure->compiled->system->revision < former->compiled->system->revision)
            follow_looks(structure, former);
    }
    sn_simulation_use_setup(simulation, &structure->setup);
    simulation->pull = structure->applied->pull;
    sn_simulation_written(simulation);
}

void sn_structure_carried_out(SnStructure *structure, SnCommand *command)
{
    SnCommand *former = structure->applied;
    structure->applied = sn_command_ref(command);
    sn_command_unref(former);
    if (structure->probes == command->probes)
        return;
    sn_probe_box_exchange(structure->probes, command->probes, structure->compiled->system);
    sn_probe_box_unref(structure->probes);
    structure->probes = sn_probe_box_ref(command->probes);
}

void sn_structure_apply(SnStructure *structure, SnCommand *command, SnSimulation *simulation)
{
    sn_command_move(simulation, structure->applied, command);
    sn_structure_carried_out(structure, command);
}

/* --- two of them --- */

typedef struct Count {
    const SnModel *other;
    int missing;
} Count;

static bool count_missing(SnComponent *component, void *data)
{
    Count *count = data;
    if (!component->class->document && !sn_model_get(count->other, component->id))
        count->missing++;
    return true;
}

int sn_structure_count_missing(const SnStructure *of, const SnStructure *in)
{
    Count count = {in->model, 0};
    sn_component_walk(of->model->root, count_missing, &count);
    return count.missing;
}

static bool is_there(SnComponent *component, void *data)
{
    const SnClass *class = component->class;
    return class->document || class == &SN_CLASS_CLIP || sn_class_is_a(class, &SN_CLASS_PROBE) ||
           sn_model_get(data, component->id);
}

void sn_structure_adopt(SnStructure *structure, SnModel *model, SnSimulation *simulation)
{
    /* one that is ahead in other ways comes with a compile of its own */
    if (!sn_component_walk(structure->model->root, is_there, model) ||
        !sn_component_walk(model->root, is_there, structure->model)) {
        sn_model_free(model);
        return;
    }
    SnModel **place =
        simulation->model == structure->model ? &simulation->model : &structure->setup.model;
    sn_model_free(*place);
    *place = structure->model = model;
}
