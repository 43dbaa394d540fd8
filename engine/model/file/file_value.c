/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of properties as JSON, by their type. */
#include "engine/model/file/file_json.h"
#include "engine/model/indices_text.h"
#include "engine/text/limits.h"

#include <math.h>
#include <string.h>

/* --- writing --- */

static json_t *numbers(const double *values, int n)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(array, json_real(values[i]));
    return array;
}

static json_t *path_of(const SnModel *model, const SnComponent *holder, SnId id)
{
    if (sn_id_is_null(id))
        return json_null();
    char *path = sn_model_relative_path(model, holder, id);
    json_t *json = json_string(path);
    g_free(path);
    return json;
}

static json_t *targets_of(const SnModel *model, const SnComponent *holder, const SnTargets *targets)
{
    json_t *array = json_array();
    for (int i = 0; i < targets->n; i++) {
        const SnTarget target = targets->targets[i];
        char *path = sn_model_relative_path(model, holder, target.id);
        json_array_append_new(
            array,
            json_sprintf("%s:%s", path, sn_model_property(model, target.id, target.row)->name));
        g_free(path);
    }
    return array;
}

static json_t *color_of(const double color[3])
{
    int c[3];
    for (int i = 0; i < 3; i++)
        c[i] = (int)lround(255 * CLAMP(color[i], 0, 1));
    return json_sprintf("#%02x%02x%02x", c[0], c[1], c[2]);
}

json_t *sn_json_from_value(const SnModel *model, const SnComponent *holder,
                           const SnProperty *property, const SnValue *value)
{
    switch (property->type) {
    case SN_TYPE_BOOL:
        return json_boolean(value->boolean);
    case SN_TYPE_INT:
        return json_integer(value->integer);
    case SN_TYPE_ENUM:
        return json_string(property->names[value->integer]);
    case SN_TYPE_REAL:
        return json_real(value->number[0]);
    case SN_TYPE_VEC3:
    case SN_TYPE_QUAT:
    case SN_TYPE_SYM3:
        return numbers(value->number, sn_type_width(property->type));
    case SN_TYPE_COLOR:
        return color_of(value->number);
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        return json_string(value->string ? value->string : "");
    case SN_TYPE_REF:
        return path_of(model, holder, value->ref);
    case SN_TYPE_REFS: {
        json_t *array = json_array();
        for (int i = 0; i < value->refs.n; i++)
            json_array_append_new(array, path_of(model, holder, value->refs.ids[i]));
        return array;
    }
    case SN_TYPE_REALS:
        return numbers(value->reals.values, value->reals.n);
    case SN_TYPE_TARGETS:
        return targets_of(model, holder, &value->targets);
    case SN_TYPE_INDICES: {
        char *ranges = sn_indices_format(&value->indices);
        json_t *json = json_string(ranges);
        g_free(ranges);
        return json;
    }
    }
    g_assert_not_reached();
}

/* --- reading --- */

char *sn_json_kind(const json_t *json)
{
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return g_strdup("an object");
    case JSON_ARRAY:
        return g_strdup_printf("a list of %zu", json_array_size(json));
    case JSON_STRING: {
        char *excerpt = sn_excerpt(json_string_value(json), json_string_length(json));
        char *kind = g_strdup_printf("\"%s\"", excerpt);
        g_free(excerpt);
        return kind;
    }
    case JSON_INTEGER:
    case JSON_REAL:
        return g_strdup_printf("%g", json_number_value(json));
    case JSON_TRUE:
        return g_strdup("true");
    case JSON_FALSE:
        return g_strdup("false");
    case JSON_NULL:
        break;
    }
    return g_strdup("null");
}

char *sn_json_expected(const SnProperty *property)
{
    switch (property->type) {
    case SN_TYPE_BOOL:
        return g_strdup("true or false");
    case SN_TYPE_INT:
        return g_strdup("a whole number");
    case SN_TYPE_ENUM: {
        char *names = g_strjoinv("\", \"", (char **)property->names);
        char *text = g_strdup_printf("one of \"%s\"", names);
        g_free(names);
        return text;
    }
    case SN_TYPE_REAL: {
        const char *unit = sn_unit_symbol(property->unit);
        return *unit ? g_strdup_printf("a number in %s", unit) : g_strdup("a number");
    }
    case SN_TYPE_VEC3:
        return g_strdup("3 numbers like [0, 0, 0]");
    case SN_TYPE_QUAT:
        return g_strdup("a quaternion of 4 numbers [w, x, y, z] like [1, 0, 0, 0]");
    case SN_TYPE_SYM3:
        return g_strdup("6 numbers [xx, yy, zz, xy, xz, yz]");
    case SN_TYPE_COLOR:
        return g_strdup("a colour like \"#e8ddc4\"");
    case SN_TYPE_STRING:
        return g_strdup("a text in quotes");
    case SN_TYPE_FILE:
        return g_strdup("the name of a file like \"meshes/jaw.obj\"");
    case SN_TYPE_REF:
        return g_strdup("a path like \"bodies/jaw\", or null");
    case SN_TYPE_REFS:
        return g_strdup("a list of paths like [\"markers/a\", \"markers/b\"]");
    case SN_TYPE_REALS:
        return g_strdup("a list of numbers");
    case SN_TYPE_TARGETS:
        return g_strdup("a list of properties like [\"muscles/m:excitation\"]");
    case SN_TYPE_INDICES:
        return g_strdup("numbers and ranges like \"0-12 15\"");
    }
    g_assert_not_reached();
}

static bool read_numbers(const json_t *json, double *values, size_t n)
{
    if (!json_is_array(json) || json_array_size(json) != n)
        return false;
    for (size_t i = 0; i < n; i++) {
        const json_t *number = json_array_get(json, i);
        if (!json_is_number(number))
            return false;
        values[i] = json_number_value(number);
    }
    return true;
}

static bool read_enum(const json_t *json, const SnProperty *property, SnValue *value)
{
    const char *name = json_string_value(json);
    for (int i = 0; name && property->names[i]; i++) {
        if (strcmp(property->names[i], name) == 0) {
            value->integer = i;
            return true;
        }
    }
    return false;
}

static bool read_color(const json_t *json, SnValue *value)
{
    const char *text = json_string_value(json);
    if (!text || strlen(text) != 7 || text[0] != '#')
        return false;
    for (int i = 0; i < 3; i++) {
        const int high = g_ascii_xdigit_value(text[1 + 2 * i]);
        const int low = g_ascii_xdigit_value(text[2 + 2 * i]);
        if (high < 0 || low < 0)
            return false;
        value->number[i] = (16 * high + low) / 255.0;
    }
    return true;
}

static bool read_integer(const json_t *json, SnValue *value)
{
    const double number = json_number_value(json);
    if (!json_is_number(json) || number != floor(number) || fabs(number) > INT32_MAX)
        return false;
    value->integer = (int32_t)number;
    return true;
}

static bool read_string(const json_t *json, SnValue *value, GString *problem)
{
    if (!json_is_string(json))
        return false;
    if (json_string_length(json) > SN_MAX_STRING_BYTES) {
        g_string_printf(problem, "text is longer than %d bytes, the most that is read",
                        SN_MAX_STRING_BYTES);
        return false;
    }
    value->string = g_strdup(json_string_value(json));
    return true;
}

static bool read_reals(const json_t *json, SnValue *value, GString *problem)
{
    const size_t n = json_array_size(json);
    if (!json_is_array(json))
        return false;
    if (n > SN_MAX_ENTRIES) {
        g_string_printf(problem, "list has more than %d numbers", SN_MAX_ENTRIES);
        return false;
    }
    double *values = g_try_malloc_n(MAX(n, 1), sizeof *values);
    if (!values) {
        g_string_printf(problem, "is too long for the memory left: %zu numbers asked for", n);
        return false;
    }
    if (!read_numbers(json, values, n)) {
        g_free(values);
        return false;
    }
    value->reals = (SnReals){(int)n, values};
    return true;
}

/* "0-12 15", or [0, 1, 2, 15]. */
static bool read_indices(const json_t *json, SnValue *value, GString *problem)
{
    if (json_is_string(json)) {
        char text[200];
        if (sn_indices_parse(json_string_value(json), &value->indices, text, sizeof text))
            return true;
        g_string_assign(problem, text);
        return false;
    }
    const size_t n = json_array_size(json);
    if (!json_is_array(json))
        return false;
    if (n > SN_MAX_INDICES) {
        g_string_printf(problem, "names more than %d numbers", SN_MAX_INDICES);
        return false;
    }
    int32_t *values = g_try_malloc_n(MAX(n, 1), sizeof *values);
    if (!values) {
        g_string_printf(problem, "is too long for the memory left: %zu numbers asked for", n);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        SnValue number;
        if (!read_integer(json_array_get(json, i), &number) || number.integer < 0) {
            g_string_printf(problem, "number %zu of the list is no whole number from 0 up", i + 1);
            g_free(values);
            return false;
        }
        values[i] = number.integer;
    }
    value->indices = (SnIndices){(int)n, values};
    return true;
}

static bool read_value(const json_t *json, const SnProperty *property, SnValue *value,
                       GString *problem)
{
    switch (property->type) {
    case SN_TYPE_BOOL:
        value->boolean = json_is_true(json);
        return json_is_boolean(json);
    case SN_TYPE_INT:
        return read_integer(json, value);
    case SN_TYPE_ENUM:
        return read_enum(json, property, value);
    case SN_TYPE_REAL:
        value->number[0] = json_number_value(json);
        return json_is_number(json);
    case SN_TYPE_VEC3:
    case SN_TYPE_SYM3:
        return read_numbers(json, value->number, (size_t)sn_type_width(property->type));
    case SN_TYPE_QUAT: {
        const double *q = value->number;
        if (!read_numbers(json, value->number, 4))
            return false;
        const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (norm > 1e-9 && norm < 1e9)
            return true;
        g_string_assign(problem, "is no rotation: expected a quaternion [w, x, y, z] of length 1 "
                                 "like [1, 0, 0, 0]");
        return false;
    }
    case SN_TYPE_COLOR:
        return read_color(json, value);
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        return read_string(json, value, problem);
    case SN_TYPE_REALS:
        return read_reals(json, value, problem);
    case SN_TYPE_INDICES:
        return read_indices(json, value, problem);
    case SN_TYPE_REF:
    case SN_TYPE_REFS:
    case SN_TYPE_TARGETS:
        break;
    }
    g_assert_not_reached();
}

bool sn_json_to_value(const json_t *json, const SnProperty *property, SnValue *value,
                      GString *problem)
{
    memset(value, 0, sizeof *value);
    value->type = property->type;
    g_string_truncate(problem, 0);
    if (read_value(json, property, value, problem)) {
        sn_value_normalize(property, value);
        return true;
    }
    if (problem->len == 0) {
        char *expected = sn_json_expected(property);
        char *kind = sn_json_kind(json);
        g_string_printf(problem, "expected %s, is %s", expected, kind);
        const char *word = property->type == SN_TYPE_ENUM ? json_string_value(json) : NULL;
        if (word) {
            GPtrArray *words = g_ptr_array_new();
            for (int i = 0; property->names[i]; i++)
                g_ptr_array_add(words, (char *)property->names[i]);
            const char *nearest = sn_nearest_word(word, words);
            if (nearest)
                g_string_append_printf(problem, "; did you mean \"%s\"?", nearest);
            g_ptr_array_unref(words);
        }
        g_free(expected);
        g_free(kind);
    }
    return false;
}
