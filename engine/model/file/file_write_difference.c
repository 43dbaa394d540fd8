/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes what differs from a base: the same document always makes the same text (file_base.h has
 * the format). */
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"
#include "engine/model/file/file_json.h"
#include "engine/model/file/file_writer.h"

typedef struct Output {
    SnWriter writer;
    const SnModel *base;
    json_t *remove, *set, *reset, *add;
} Output;

static json_t *value_of(Output *output, const SnDifference *difference)
{
    const SnModel *model = output->writer.model;
    SnComponent *component = sn_model_get(model, difference->id);
    if (difference->kind == SN_DIFFERENCE_ENTRIES)
        return sn_write_entries(&output->writer, component, difference->row);
    if (difference->kind == SN_DIFFERENCE_NUMBER)
        return json_integer(component->number);
    const SnProperty *property = sn_model_property(model, difference->id, difference->row);
    SnValue value;
    sn_field_get(sn_model_object(model, difference->id), property, &value);
    json_t *json = sn_json_from_value(model, component, property, &value);
    sn_value_clear(&value);
    return json;
}

static const char *element_of(const SnComponent *component, char number[16])
{
    if (component->name)
        return component->name;
    g_snprintf(number, 16, "%d", component->number);
    return number;
}

static void add(Output *output, const SnDifference *difference)
{
    const SnModel *model = output->writer.model;
    const SnComponent *component = sn_model_get(model, difference->id);
    const SnComponent *before = sn_model_get(output->base, difference->before);
    g_autofree char *path = sn_model_path(model, component->parent->id);
    json_t *list = json_object_get(output->add, path);
    if (!list) {
        list = json_array();
        json_object_set_new(output->add, path, list);
    }
    json_t *json = sn_write_component(&output->writer, component), *item = json_object();
    char number[16];
    static const char *const header[] = {"class", "name"};
    for (size_t i = 0; i < G_N_ELEMENTS(header); i++)
        if (json_object_get(json, header[i]))
            json_object_set(item, header[i], json_object_get(json, header[i]));
    json_object_del(json, "number");
    if (difference->numbered)
        json_object_set_new(item, "number", json_integer(component->number));
    if (before)
        json_object_set_new(item, "before", json_string(element_of(before, number)));
    json_object_update_missing(item, json);
    json_decref(json);
    json_array_append_new(list, item);
}

static void write_one(Output *output, const SnDifference *difference)
{
    g_autofree char *path = sn_difference_path(output->writer.model, output->base, difference);
    switch (difference->kind) {
    case SN_DIFFERENCE_REMOVED:
        json_array_append_new(output->remove, json_string(path));
        break;
    case SN_DIFFERENCE_SET:
    case SN_DIFFERENCE_ENTRIES:
    case SN_DIFFERENCE_NUMBER:
        json_object_set_new(output->set, path, value_of(output, difference));
        break;
    case SN_DIFFERENCE_RESET:
        json_array_append_new(output->reset, json_string(path));
        break;
    case SN_DIFFERENCE_ADDED:
        add(output, difference);
        break;
    }
}

/* Puts a part into the document if it says something. */
static void put(json_t *document, const char *key, json_t *part)
{
    if (json_object_size(part) + json_array_size(part) > 0)
        json_object_set_new(document, key, part);
    else
        json_decref(part);
}

char *sn_file_write_difference(const SnModel *model, const SnModel *base)
{
    Output output = {.writer = {model, sn_key_tables_new()},
                     .base = base,
                     .remove = json_array(),
                     .set = json_object(),
                     .reset = json_array(),
                     .add = json_object()};
    g_autoptr(GArray) differences = sn_model_differences(model, base);
    for (guint i = 0; i < differences->len; i++)
        write_one(&output, &g_array_index(differences, SnDifference, i));
    json_t *document = json_object();
    json_object_set_new(document, "sinew", json_integer(SN_FORMAT_VERSION));
    json_object_set_new(document, "base", json_string(model->base));
    put(document, "remove", output.remove);
    put(document, "set", output.set);
    put(document, "reset", output.reset);
    put(document, "add", output.add);
    char *text = sn_json_print(document);
    json_decref(document);
    sn_key_tables_free(output.writer.tables);
    return text;
}
