/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/fingerprint.h"

#include "engine/model/classes/probe.h"
#include "engine/model/classes/timeline.h"

#include <string.h>

/* FNV-1a, eight bytes at a time. */
static void add(uint64_t *hash, uint64_t number)
{
    *hash = (*hash ^ number) * 0x100000001b3u;
    *hash ^= *hash >> 29;
}

static void add_bytes(uint64_t *hash, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    add(hash, n);
    for (; n >= 8; n -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        add(hash, word);
    }
    for (; n > 0; n--)
        add(hash, *at++);
}

static void add_id(uint64_t *hash, SnId id)
{
    add(hash, (uint64_t)id.index << 32 | id.generation);
    add(hash, id.entry);
}

static void add_value(uint64_t *hash, const SnValue *value)
{
    switch (value->type) {
    case SN_TYPE_BOOL:
        add(hash, value->boolean);
        break;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        add(hash, (uint64_t)(int64_t)value->integer);
        break;
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        if (value->string)
            add_bytes(hash, value->string, strlen(value->string));
        break;
    case SN_TYPE_REF:
        add_id(hash, value->ref);
        break;
    case SN_TYPE_REFS:
        for (int i = 0; i < value->refs.n; i++)
            add_id(hash, value->refs.ids[i]);
        break;
    case SN_TYPE_REALS:
        add_bytes(hash, value->reals.values, (size_t)value->reals.n * sizeof(double));
        break;
    case SN_TYPE_INDICES:
        add_bytes(hash, value->indices.values, (size_t)value->indices.n * sizeof(int32_t));
        break;
    case SN_TYPE_TARGETS:
        for (int i = 0; i < value->targets.n; i++) {
            add_id(hash, value->targets.targets[i].id);
            add(hash, (uint64_t)value->targets.targets[i].row);
        }
        break;
    default: /* numbers */
        add_bytes(hash, value->number, (size_t)sn_type_width(value->type) * sizeof(double));
    }
}

static bool counts(const SnProperty *property)
{
    return property->kind != SN_RESULT && property->bind != SN_BIND_STYLE &&
           property->bind != SN_BIND_DOCUMENT && property->bind != SN_BIND_FEM_FIELD;
}

static void add_entries(uint64_t *hash, const SnArrayRow *row, const SnArray *array)
{
    add(hash, (uint64_t)array->n);
    for (int i = 0; i < array->n; i++) {
        const char *entry = (const char *)array->entries + (size_t)i * row->entry_size;
        for (int k = 0; k < row->n_properties; k++) {
            const SnProperty *property = &row->properties[k];
            if (!counts(property))
                continue;
            SnValue value;
            sn_field_get(entry, property, &value);
            add_value(hash, &value);
            sn_value_clear(&value);
            if (property->flags & SN_INHERITABLE)
                add(hash, sn_field_mode(entry, property));
        }
    }
}

typedef struct Walk {
    const SnModel *model;
    uint64_t hash;
} Walk;

static bool add_component(SnComponent *component, void *data)
{
    Walk *walk = data;
    const SnClass *class = component->class;
    if (class->document || sn_class_is_a(class, &SN_CLASS_PROBE) || class == &SN_CLASS_CLIP)
        return true;
    add_bytes(&walk->hash, class->name, strlen(class->name));
    add_id(&walk->hash, component->id);
    for (int i = 0; i < sn_class_n_properties(class); i++) {
        const SnProperty *property = sn_class_property(class, i);
        if (!counts(property))
            continue;
        SnValue value;
        if (property->flags & SN_INHERITABLE)
            sn_model_effective(walk->model, component->id, property, &value, NULL);
        else
            sn_field_get(component, property, &value);
        add_value(&walk->hash, &value);
        sn_value_clear(&value);
    }
    for (int a = 0; a < class->n_arrays; a++)
        add_entries(&walk->hash, &class->arrays[a], sn_component_array(component, a));
    return true;
}

uint64_t sn_model_fingerprint(const SnModel *model, uint64_t inputs)
{
    Walk walk = {model, 0xcbf29ce484222325u};
    sn_component_walk(model->root, add_component, &walk);
    add(&walk.hash, inputs);
    return walk.hash ? walk.hash : 1;
}
