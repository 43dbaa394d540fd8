/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/saved_ids.h"

/* More slots than any session can have used up. */
enum { MAX_INDEX = 1 << 24 };

static bool save_component(SnComponent *component, void *data)
{
    g_array_append_val((GArray *)data, component->id.index);
    g_array_append_val((GArray *)data, component->id.generation);
    return true;
}

GArray *sn_model_save_ids(const SnModel *model)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    sn_component_walk(model->root, save_component, ids);
    return ids;
}

typedef struct Restore {
    const uint32_t *ids; /* [n][2], tree order */
    guint n, next;
    SnId *map;        /* [old slots] component id by old index */
    GPtrArray *slots; /* new */
    GArray *generations;
} Restore;

/* Notes the new id of a component; false if there is none or it is taken. */
static bool map_component(SnComponent *component, void *data)
{
    Restore *r = data;
    if (r->next == r->n)
        return false;
    const uint32_t index = r->ids[2 * r->next], generation = r->ids[2 * r->next + 1];
    r->next++;
    if (index == 0 || index >= MAX_INDEX)
        return false;
    if (index >= r->slots->len) {
        g_ptr_array_set_size(r->slots, (gint)index + 1);
        g_array_set_size(r->generations, index + 1);
    }
    if (r->slots->pdata[index])
        return false;
    r->slots->pdata[index] = component;
    g_array_index(r->generations, uint32_t, index) = generation;
    r->map[component->id.index] = (SnId){index, generation, 0};
    return true;
}

static void change_id(const Restore *r, SnId *id)
{
    const uint32_t entry = id->entry;
    *id = r->map[id->index];
    id->entry = entry;
}

/* References held by a component or entry. */
static void change_references(const Restore *r, void *object, const SnProperty *property)
{
    void *field = (char *)object + property->offset;
    if (property->kind == SN_RESULT)
        return;
    if (property->type == SN_TYPE_REF) {
        change_id(r, field);
    } else if (property->type == SN_TYPE_REFS) {
        SnIdList *list = field;
        for (int i = 0; i < list->n; i++)
            change_id(r, &list->ids[i]);
    } else if (property->type == SN_TYPE_TARGETS) {
        SnTargets *targets = field;
        for (int i = 0; i < targets->n; i++)
            change_id(r, &targets->targets[i].id);
    }
}

static bool change_component(SnComponent *component, void *data)
{
    const Restore *r = data;
    const SnClass *class = component->class;
    for (int i = 0; i < sn_class_n_properties(class); i++)
        change_references(r, component, sn_class_property(class, i));
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArrayRow *row = &class->arrays[a];
        const SnArray *array = sn_component_array(component, a);
        for (int i = 0; i < array->n; i++)
            for (int k = 0; k < row->n_properties; k++)
                change_references(r, (char *)array->entries + (size_t)i * row->entry_size,
                                  &row->properties[k]);
    }
    component->id = r->map[component->id.index];
    return true;
}

bool sn_model_restore_ids(SnModel *model, const GArray *ids)
{
    Restore restore = {
        .ids = (const uint32_t *)(const void *)ids->data,
        .n = ids->len / 2,
        .map = g_new0(SnId, model->slots->len),
        .slots = g_ptr_array_new(),
        .generations = g_array_new(FALSE, TRUE, sizeof(uint32_t)),
    };
    const bool good = ids->len % 2 == 0 &&
                      sn_component_walk(model->root, map_component, &restore) &&
                      restore.next == restore.n;
    if (good) {
        sn_component_walk(model->root, change_component, &restore);
        GPtrArray *slots = model->slots;
        GArray *generations = model->generations;
        model->slots = restore.slots;
        model->generations = restore.generations;
        restore.slots = slots;
        restore.generations = generations;
        g_array_set_size(model->free_slots, 0);
    }
    g_ptr_array_unref(restore.slots);
    g_array_unref(restore.generations);
    g_free(restore.map);
    return good;
}
