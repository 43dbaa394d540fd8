/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in force: own, inherited or default; and whether a row applies. */
#include "engine/model/model.h"

/* The nearest ancestor (or the component itself) where the leaf is explicit, and its row there.
 * Rows of a common parent class have one index; others, as a body's damping and a model's, share
 * the name only. */
static const SnComponent *explicit_source(const SnComponent *component, const SnProperty *property,
                                          const SnProperty **row)
{
    for (const SnComponent *at = component; at; at = at->parent) {
        const int index = sn_class_find_property(at->class, property->name);
        if (index < 0)
            continue;
        const SnProperty *own = sn_class_property(at->class, index);
        if ((own->flags & SN_INHERITABLE) && sn_field_mode(at, own) == SN_MODE_EXPLICIT) {
            *row = own;
            return at;
        }
    }
    return NULL;
}

void sn_model_effective(const SnModel *model, SnId id, const SnProperty *property, SnValue *value,
                        const SnComponent **from)
{
    const SnComponent *component = sn_model_get(model, id);
    const void *object = sn_model_object(model, id);
    const SnProperty *row = property;
    const SnComponent *source = component;
    g_return_if_fail(object && property->kind != SN_RESULT);
    if (property->flags & SN_INHERITABLE)
        source = explicit_source(component, property, &row);
    if (source)
        sn_field_get(source == component ? object : (const void *)source, row, value);
    else
        sn_property_default(property, value);
    if (from)
        *from = source;
}

static int decider_value(const SnModel *model, SnId id, const SnProperty *decider)
{
    if (!sn_model_applies(model, id, decider))
        return 0;
    SnValue value;
    sn_field_get(sn_model_object(model, id), decider, &value);
    return decider->type == SN_TYPE_BOOL ? value.boolean : value.integer;
}

bool sn_model_applies(const SnModel *model, SnId id, const SnProperty *property)
{
    if ((property->flags & SN_ROOT_ONLY) && !sn_id_equal(id, model->root->id))
        return false;
    if (!property->when)
        return true;
    const int decider = sn_model_find_property(model, id, property->when);
    g_return_val_if_fail(decider >= 0, true);
    const int value = decider_value(model, id, sn_model_property(model, id, decider));
    return (property->when_mask >> value) & 1u;
}

/* The value of the enum or flag that decides whether the row applies, and how it reads. */
static int row_case(const SnModel *model, SnId id, const SnProperty *property)
{
    const int decider = sn_model_find_property(model, id, property->when);
    return decider_value(model, id, sn_model_property(model, id, decider));
}

const char *sn_model_row_label(const SnModel *model, SnId id, const SnProperty *property)
{
    const char *label = NULL;
    if (property->when_labels && sn_model_object(model, id))
        label = property->when_labels[row_case(model, id, property)];
    return label ? label : property->label;
}

int sn_model_row_count(const SnModel *model, SnId id, const SnProperty *property)
{
    int count = 0;
    if (property->when_counts && sn_model_object(model, id))
        count = property->when_counts[row_case(model, id, property)];
    return count > 0 ? count : sn_type_width(property->type);
}
