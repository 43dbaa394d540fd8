/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/labels.h"

#include "engine/model/classes/model_component.h"
#include "engine/model/classes/panel.h"
#include "ui/session/property_target.h"

#include <string.h>

/* --- rows of control panels --- */

/* The property that a row of a panel shows; NULL: none yet. */
static const SnTarget *shown_by(const SnComponent *control)
{
    const SnTargets *property = &((const SnControl *)control)->property;
    return property->n > 0 ? &property->targets[0] : NULL;
}

/* Whether most rows of a panel, more than one, show a property of this name. */
static bool most_show(const SnModel *model, const GPtrArray *controls, const char *name)
{
    guint same = 0;
    for (guint i = 0; i < controls->len; i++) {
        const SnTarget *target = shown_by(g_ptr_array_index(controls, i));
        const SnProperty *property =
            target ? sn_model_property(model, target->id, target->row) : NULL;
        same += property && strcmp(property->name, name) == 0;
    }
    return same > 1 && 2 * same > controls->len;
}

char *sn_control_label(const SnModel *model, SnId control)
{
    const SnComponent *component = sn_model_get(model, control);
    if (!component || component->class != &SN_CLASS_CONTROL)
        return g_strdup("");
    const char *label = ((const SnControl *)component)->label;
    const SnTarget *target = shown_by(component);
    if (label && *label != '\0')
        return g_strdup(label);
    const SnProperty *property = target ? sn_model_property(model, target->id, target->row) : NULL;
    const SnComponent *shown = property ? sn_model_get(model, target->id) : NULL;
    if (shown && shown->name && target->id.entry == 0 && component->parent &&
        most_show(model, component->parent->children, property->name))
        return g_strdup(shown->name);
    return shown ? sn_property_target_label(model, *target) : g_strdup("");
}

/* --- components --- */

char *sn_model_label(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    if (!component)
        return g_strdup("");
    int array = sn_id_array(id);
    if (array >= 0) {
        return g_strdup_printf("%s %u", component->class->arrays[array].entry_label,
                               sn_id_entry_index(id));
    }
    if (sn_class_is_a(component->class, &SN_CLASS_LIST))
        return g_strdup(((const SnList *)component)->row->label);
    if (!component->parent) {
        const char *title = ((const SnModelComponent *)component)->title;
        return g_strdup(title && *title != '\0' ? title : "Model");
    }
    if (component->name)
        return g_strdup(component->name);
    if (component->class == &SN_CLASS_CONTROL)
        return sn_control_label(model, id);
    return g_strdup_printf("%s %d", component->class->label, component->number);
}
