/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References of a model file, resolved when the whole tree is there: they may point forward. */
#include "engine/model/file/file_base.h"
#include "engine/model/file/file_json.h"
#include "engine/model/file/file_reader.h"
#include "engine/text/limits.h"

#include <string.h>

/* What the base refers to was removed: that is said where it was removed.  False if it was not. */
static bool fail_removed(SnReader *reader, const SnComponent *component, const char *path,
                         SnJsonLocation location)
{
    const SnMerge *merge = reader->source.merge;
    if (!merge)
        return false;
    g_autofree char *model = sn_model_path(reader->model, sn_component_model(component)->id);
    g_autofree char *whole = *path == '/' ? g_strdup(path) : g_strdup_printf("%s/%s", model, path);
    SnJsonLocation removed;
    char *colon = strrchr(whole, ':');
    if (colon)
        *colon = 0;
    if (!sn_merge_find_removed(merge, whole, &removed))
        return false;
    g_autofree char *holder = sn_model_path(reader->model, component->id);
    const SnSource *file = sn_merge_trace(merge, &location);
    const SnSource *own = sn_merge_file(merge);
    if (file == own)
        return false; /* said where it stands */
    sn_source_fail(own, removed,
                   "is removed, but %s of the base (%s) refers to it; remove that too, or set what "
                   "it refers to",
                   holder, file->name);
    return true;
}

/* Where a part of a model refers to something of the model it is for, that is noted and the
 * reference left null. */
static bool is_outside(SnReader *reader, const SnPending *pending, int position,
                       const SnTarget *target, GError **cause)
{
    if (sn_id_is_null(target->id))
        return false;
    g_clear_error(cause);
    const SnOutside outside = {pending->id, pending->row, position, *target};
    g_array_append_val(reader->outside, outside);
    return true;
}

static bool resolve_one(SnReader *reader, const SnPending *pending, int position,
                        const json_t *json, SnJsonLocation location, SnId *id)
{
    const SnComponent *component = sn_model_get(reader->model, pending->id);
    *id = SN_ID_NULL;
    if (json_is_null(json))
        return true;
    const char *path = json_string_value(json);
    if (!path) {
        char *kind = sn_json_kind(json);
        sn_source_fail(&reader->source, location, "expected a path like \"bodies/jaw\", is %s",
                       kind);
        g_free(kind);
        return false;
    }
    GError *cause = NULL;
    *id = sn_model_resolve(reader->model, sn_component_model(component), path, &cause);
    if (cause && reader->host) {
        const SnTarget target = {sn_model_resolve(reader->host, NULL, path, NULL), -1};
        is_outside(reader, pending, position, &target, &cause);
    }
    if (!cause)
        return true;
    if (!fail_removed(reader, component, path, location))
        sn_source_fail(&reader->source, location, "%s", cause->message);
    g_error_free(cause);
    return false;
}

static bool resolve_target(SnReader *reader, const SnPending *pending, int position,
                           const json_t *json, SnJsonLocation location, SnTarget *target)
{
    const SnComponent *component = sn_model_get(reader->model, pending->id);
    const char *path = json_string_value(json);
    if (!path)
        return sn_source_fail(&reader->source, location,
                              "expected a property like \"muscles/m:excitation\"");
    GError *cause = NULL;
    if (sn_model_resolve_property(reader->model, sn_component_model(component), path, target,
                                  &cause))
        return true;
    SnTarget there = {SN_ID_NULL, -1};
    if (reader->host && sn_model_resolve_property(reader->host, NULL, path, &there, NULL) &&
        is_outside(reader, pending, position, &there, &cause))
        return true;
    if (!fail_removed(reader, component, path, location))
        sn_source_fail(&reader->source, location, "%s", cause->message);
    g_error_free(cause);
    return false;
}

static bool resolve_list(SnReader *reader, const SnPending *pending, const SnProperty *property,
                         const json_t *json, SnValue *value)
{
    const size_t n = json_array_size(json);
    if (!json_is_array(json) || n > SN_MAX_ENTRIES) {
        char *expected = sn_json_expected(property), *kind = sn_json_kind(json);
        sn_source_fail(&reader->source, pending->location, "expected %s, is %s", expected, kind);
        g_free(expected);
        g_free(kind);
        return false;
    }
    if (property->type == SN_TYPE_REFS)
        value->refs = (SnIdList){(int)n, g_new0(SnId, n)};
    else
        value->targets = (SnTargets){(int)n, g_new0(SnTarget, n)};
    for (size_t i = 0; i < n; i++) {
        const json_t *item = json_array_get(json, i);
        const SnJsonLocation location = sn_json_location_index(json, (int)i);
        if (property->type == SN_TYPE_REFS
                ? !resolve_one(reader, pending, (int)i, item, location, &value->refs.ids[i])
                : !resolve_target(reader, pending, (int)i, item, location,
                                  &value->targets.targets[i]))
            return false;
    }
    return true;
}

static bool resolve(SnReader *reader, const SnPending *pending)
{
    const SnJsonLocation location = pending->location;
    const json_t *json = json_object_get(location.container, location.key);
    const SnProperty *property = sn_model_property(reader->model, pending->id, pending->row);
    const guint n_outside = reader->host ? reader->outside->len : 0;
    SnValue value = {.type = property->type};
    GError *cause = NULL;
    char text[512];
    bool good = property->type == SN_TYPE_REF
                    ? resolve_one(reader, pending, 0, json, location, &value.ref)
                    : resolve_list(reader, pending, property, json, &value);
    /* what is outside is null here; it is checked where it is put */
    const bool inside = !reader->host || reader->outside->len == n_outside;
    if (good && inside && !sn_property_check(property, &value, text, sizeof text))
        good = sn_source_fail(&reader->source, location, "%s", text);
    if (good && inside &&
        !sn_reference_check(reader->model, pending->id, property, &value, &cause)) {
        /* the place already names the property */
        const char *text_of_cause = cause->message;
        const size_t n = strlen(property->name);
        if (g_str_has_prefix(text_of_cause, property->name) && text_of_cause[n] == ':')
            text_of_cause += n + 2;
        good = sn_source_fail(&reader->source, location, "%s", text_of_cause);
        g_error_free(cause);
    }
    if (good)
        sn_field_set(sn_model_object(reader->model, pending->id), property, &value);
    sn_value_clear(&value);
    return good;
}

bool sn_reader_resolve(SnReader *reader)
{
    for (guint i = 0; i < reader->pending->len; i++)
        if (!resolve(reader, &g_array_index(reader->pending, SnPending, i)))
            return false;
    return true;
}
