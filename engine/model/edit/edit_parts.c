/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/edit_parts.h"

#include "engine/model/drawable.h"
#include "engine/text/refuse.h"

char *sn_edit_label(const char *verb, const char *label)
{
    g_autofree char *first = g_utf8_strdown(label, (gssize)(g_utf8_next_char(label) - label));
    return g_strconcat(verb, " ", first, g_utf8_next_char(label), NULL);
}

bool sn_edit_check_value(const SnModel *model, SnId id, const SnProperty *property,
                         const SnValue *value, GError **error)
{
    char why[200];
    if (!sn_property_check(property, value, why, sizeof why))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s %s", property->name, why);
    return sn_reference_check(model, id, property, value, error);
}

bool sn_edit_check_row(const SnModel *model, const void *object, const SnProperty *property,
                       GError **error)
{
    if (property->kind == SN_RESULT || property->flags & SN_DERIVED)
        return true;
    SnValue value;
    sn_field_get(object, property, &value);
    const bool good = sn_edit_check_value(model, SN_ID_NULL, property, &value, error);
    sn_value_clear(&value);
    return good;
}

SnComponent *sn_edit_listed(const SnModel *model, SnId id, GError **error)
{
    SnComponent *component = sn_model_get(model, id);
    if (!component || id.entry != 0)
        sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no such component");
    else if (!component->parent || component->parent->class != &SN_CLASS_LIST)
        sn_refuse(error, SN_MODEL_ERROR_PATH, "%s is part of its model and stays as it is",
                  component->name);
    else
        return component;
    return NULL;
}

SnId sn_edit_put(SnModel *model, SnComponent *parent, SnComponent *component, int position)
{
    sn_model_reserve(model, component);
    component->number = parent->next_number;
    const SnId id = component->id;
    sn_edit_log_do(model, &(SnOperation){
                              .kind = SN_OPERATION_COMPONENT,
                              .id = id,
                              .parent = parent->id,
                              .position = position < 0 ? (int)parent->children->len : position,
                              .out = component,
                          });
    return id;
}
