/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/property_target.h"

#include "engine/model/classes/joint.h"
#include "engine/model/classes/probe.h"
#include "engine/pose.h"

#include <string.h>

char *sn_property_targets_text(const SnModel *model, const SnId *ids, int n, const char *property)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        if (!sn_model_object(model, ids[i]) || sn_model_find_property(model, ids[i], property) < 0)
            continue;
        char *path = sn_model_path(model, ids[i]);
        g_string_append_printf(text, "%s%s:%s", text->len > 0 ? "\n" : "", path, property);
        g_free(path);
    }
    return g_string_free(text, FALSE);
}

static bool contains(const GArray *targets, const SnTarget *target)
{
    for (guint i = 0; i < targets->len; i++) {
        const SnTarget *other = &g_array_index(targets, SnTarget, i);
        if (sn_id_equal(other->id, target->id) && other->row == target->row)
            return true;
    }
    return false;
}

/* A path without a property: what matters most of the component. */
static bool resolve_component(const SnModel *model, const char *path, SnTarget *target,
                              GError **error)
{
    target->id = sn_model_resolve(model, NULL, path, error);
    if (sn_id_is_null(target->id))
        return false;
    target->row = sn_property_handled_row(model, target->id);
    if (target->row < 0) {
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_PATH,
                    "%s has no property that changes over time.", path);
    }
    return target->row >= 0;
}

GArray *sn_property_targets_parse(const SnModel *model, const char *text, GError **error)
{
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    char **lines = g_strsplit(text, "\n", -1);
    bool good = true;
    for (char **line = lines; *line && good; line++) {
        g_strstrip(*line);
        if (**line == '\0')
            continue;
        SnTarget target;
        good = strchr(*line, ':') ? sn_model_resolve_property(model, NULL, *line, &target, error)
                                  : resolve_component(model, *line, &target, error);
        if (good && !contains(targets, &target))
            g_array_append_val(targets, target);
    }
    if (!good)
        g_array_set_size(targets, 0);
    g_strfreev(lines);
    return targets;
}

/* Of a joint: its first angle or translation. */
static int coordinate_row(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    const int n = sn_model_n_properties(model, id);
    for (int row = 0; row < n && sn_class_is_a(component->class, &SN_CLASS_JOINT); row++) {
        const SnProperty *property = sn_model_property(model, id, row);
        if (property->kind == SN_RESULT && property->type == SN_TYPE_REAL &&
            (property->unit == SN_UNIT_ANGLE || property->unit == SN_UNIT_LENGTH) &&
            sn_model_applies(model, id, property))
            return row;
    }
    return -1;
}

int sn_property_main_row(const SnModel *model, SnId id, bool input)
{
    static const char *const telling[] = {"position", "force", "center"};
    const int n = sn_model_n_properties(model, id);
    int found = input ? -1 : coordinate_row(model, id);
    if (found >= 0)
        return found;
    for (int row = 0; row < n; row++) {
        const SnProperty *property = sn_model_property(model, id, row);
        if (!sn_model_applies(model, id, property))
            continue; /* the target of a body that moves by itself */
        if (input) {
            if (property->kind == SN_INPUT)
                return row;
            continue;
        }
        const bool known = g_strv_contains(telling, property->name);
        if (property->bind != SN_BIND_NONE && sn_type_width(property->type) > 0 &&
            (property->kind == SN_RESULT || strcmp(property->name, "position") == 0)) {
            if (known)
                return row;
            found = found < 0 ? row : found;
        }
    }
    return found;
}

int sn_property_handled_row(const SnModel *model, SnId id)
{
    const int input = sn_property_main_row(model, id, true);
    return input >= 0 ? input : sn_property_main_row(model, id, false);
}

/* Asks the class's own row for targets, so that what may be driven is decided in one place. */
static bool fits(const SnModel *model, const SnClass *probe, SnTarget target)
{
    const int row = sn_class_find_property(probe, "targets");
    SnValue value = {.type = SN_TYPE_TARGETS, .targets = {1, &target}};
    return sn_reference_check(model, SN_ID_NULL, sn_class_property(probe, row), &value, NULL);
}

bool sn_property_can_record(const SnModel *model, SnTarget target)
{
    return fits(model, &SN_CLASS_OUTPUT_PROBE, target);
}

bool sn_property_can_drive(const SnModel *model, SnTarget target)
{
    return fits(model, &SN_CLASS_INPUT_PROBE, target);
}

char *sn_coordinate_called(const SnModel *model, SnId joint, const SnProperty *property)
{
    const SnComponent *component = sn_model_get(model, joint);
    if (!component || joint.entry != 0 || !sn_is_coordinate(property))
        return NULL;
    int before = 0;
    for (int row = 0; sn_model_property(model, joint, row) != property; row++) {
        const SnProperty *other = sn_model_property(model, joint, row);
        before += sn_is_coordinate(other) && sn_model_applies(model, joint, other);
    }
    return sn_joint_coordinate_name(component, before);
}

char *sn_property_called(const SnModel *model, SnId id, const SnProperty *property)
{
    char *given = sn_coordinate_called(model, id, property);
    if (given)
        return given;
    int same = 0;
    const int n = sn_model_n_properties(model, id);
    for (int row = 0; row < n; row++)
        same += strcmp(sn_model_property(model, id, row)->label, property->label) == 0;
    g_autofree char *what = g_utf8_strdown(property->label, -1);
    const char *dot = strchr(property->name, '.');
    if (same < 2 || !dot)
        return g_steal_pointer(&what);
    g_autofree char *group = g_strndup(property->name, (gsize)(dot - property->name));
    g_strdelimit(group, "_", ' ');
    return g_str_has_prefix(group, what) ? g_steal_pointer(&group)
                                         : g_strdup_printf("%s %s", group, what);
}

char *sn_property_target_label(const SnModel *model, SnTarget target)
{
    const SnComponent *component = sn_model_get(model, target.id);
    const SnProperty *property = sn_model_property(model, target.id, target.row);
    if (!component || !property)
        return g_strdup("");
    char *what = sn_property_called(model, target.id, property);
    char *text;
    if (target.id.entry != 0) {
        const SnArrayRow *array = &component->class->arrays[sn_id_array(target.id)];
        text = g_strdup_printf("%s %s %u %s",
                               component->name ? component->name : component->class->label,
                               array->entry_label, sn_id_entry_index(target.id), what);
    } else if (component->name) {
        text = g_strdup_printf("%s %s", component->name, what);
    } else {
        text = g_strdup_printf("%s %d %s", component->class->label, component->number, what);
    }
    g_free(what);
    return text;
}
