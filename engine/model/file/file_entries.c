/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of a component in a model file: entries given one by one, and what differs from a mesh. */
#include "engine/model/file/file_json.h"
#include "engine/model/file/file_reader.h"
#include "engine/text/limits.h"

#include <math.h>

/* --- given one by one --- */

/* A list of objects of at least min_count. */
static bool check_entries(SnReader *reader, const SnArrayRow *row, SnJsonLocation location,
                          const json_t *json)
{
    if (!json_is_array(json)) {
        char *kind = sn_json_kind(json);
        sn_source_fail(&reader->source, location,
                       "expected a list of objects like [{\"%s\": ...}], "
                       "is %s",
                       row->derived ? "number" : row->properties[0].name, kind);
        g_free(kind);
        return false;
    }
    const size_t n = json_array_size(json);
    if (n > SN_MAX_ENTRIES || n < (size_t)row->min_count) {
        return sn_source_fail(&reader->source, location, "expected %d to %d entries, has %zu",
                              row->min_count, SN_MAX_ENTRIES, n);
    }
    for (size_t i = 0; i < n; i++)
        if (!json_is_object(json_array_get(json, i)))
            return sn_source_fail(&reader->source, sn_json_location_index(json, (int)i),
                                  "expected an object like {\"%s\": ...}",
                                  row->derived ? "number" : row->properties[0].name);
    return true;
}

bool sn_reader_read_entries(SnReader *reader, SnObject *object, int array, const char *key,
                            const json_t *json)
{
    const SnArrayRow *row = &object->component->class->arrays[array];
    if (!check_entries(reader, row, sn_json_location_key(object->json, key), json))
        return false;
    const size_t n = json_array_size(json);
    SnArray *entries = sn_component_array(object->component, array);
    for (int i = 0; i < entries->n; i++)
        sn_entry_clear(row, (char *)entries->entries + (size_t)i * row->entry_size);
    g_free(entries->entries);
    entries->n = (int)n;
    entries->entries = g_malloc0_n(n, row->entry_size);
    for (size_t i = 0; i < n; i++)
        sn_entry_init(row, (char *)entries->entries + i * row->entry_size);
    for (size_t i = 0; i < n; i++)
        if (!sn_reader_read_entry(reader, object->component, array, (int)i,
                                  json_array_get(json, i)))
            return false;
    return true;
}

/* --- derived arrays --- */

/* What differs from the mesh, by number. */
static bool read_overrides(SnReader *reader, SnObject *object, int array, const json_t *json)
{
    const SnArrayRow *row = &object->component->class->arrays[array];
    const int n = sn_component_array(object->component, array)->n;
    if (!check_entries(reader, row, sn_json_location_key(object->json, row->name), json))
        return false;
    bool good = true;
    bool *given = g_new0(bool, n);
    for (size_t i = 0; i < json_array_size(json) && good; i++) {
        const json_t *entry = json_array_get(json, i), *number = json_object_get(entry, "number");
        const double value = number ? json_number_value(number) : -1;
        const SnJsonLocation location =
            number ? sn_json_location_key(entry, "number") : sn_json_location_index(json, (int)i);
        if (!json_is_number(number) || !(value >= 0 && value < n) || value != floor(value))
            good = sn_source_fail(&reader->source, location,
                                  "expected the number of one of the %d %s that the mesh has, from "
                                  "0 to %d",
                                  n, row->name, n - 1);
        else if (given[(int)value])
            good = sn_source_fail(&reader->source, location, "the number %d is given twice",
                                  (int)value);
        else
            given[(int)value] = good =
                sn_reader_read_entry(reader, object->component, array, (int)value, entry);
    }
    g_free(given);
    return good;
}

bool sn_reader_read_derived(SnReader *reader, SnObject *object)
{
    const SnClass *class = object->component->class;
    GError *cause = NULL;
    const bool made = !class->refresh || class->refresh(reader->model, object->component, &cause);
    bool good = made || reader->unfinished;
    const bool first = reader->n_derived == 0; /* one mesh has limits of its own */
    for (int i = 0; i < class->n_arrays; i++)
        if (class->arrays[i].derived)
            reader->n_derived += sn_component_array(object->component, i)->n;
    if (!first && reader->n_derived > SN_MAX_DERIVED) {
        g_clear_error(&cause);
        return sn_source_fail(&reader->source, sn_json_location_of(object->json),
                              "makes more than %d nodes and elements with the meshes before it",
                              SN_MAX_DERIVED);
    }
    for (int i = 0; i < class->n_arrays && good; i++) {
        const json_t *json = json_object_get(object->json, class->arrays[i].name);
        if (class->arrays[i].derived && json)
            good = made && read_overrides(reader, object, i, json);
    }
    if (!made && !good)
        sn_source_fail(&reader->source, sn_json_location_of(object->json), "%s", cause->message);
    g_clear_error(&cause);
    return good;
}
