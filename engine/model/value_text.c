/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as text, for --set, logs and the clipboard. */
#include "engine/model/indices_text.h"
#include "engine/text/number_text.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

/* --- to text --- */

static void append_number(GString *text, double x)
{
    char buffer[SN_NUMBER_TEXT_SIZE];
    if (isfinite(x))
        g_string_append_len(text, buffer, sn_number_format(x, buffer));
    else
        g_string_append(text, isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
}

static void append_numbers(GString *text, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        if (i)
            g_string_append_c(text, ',');
        append_number(text, x[i]);
    }
}

static void append_reference(GString *text, const SnModel *model, const SnComponent *from, SnId id)
{
    if (sn_id_is_null(id)) {
        g_string_append(text, "none");
        return;
    }
    g_autofree char *path = sn_model_relative_path(model, from, id);
    g_string_append(text, path);
}

static void append_targets(GString *text, const SnModel *model, const SnComponent *from,
                           const SnTargets *targets)
{
    for (int i = 0; i < targets->n; i++) {
        const SnTarget *t = &targets->targets[i];
        const SnProperty *row = sn_model_property(model, t->id, t->row);
        if (i)
            g_string_append_c(text, ',');
        append_reference(text, model, from, t->id);
        g_string_append_printf(text, ":%s", row ? row->name : "?");
    }
}

static void append_color(GString *text, const double *c)
{
    int byte[3];
    bool exact = true;
    for (int i = 0; i < 3; i++) {
        byte[i] = (int)lround(255 * c[i]);
        exact = exact && byte[i] / 255.0 == c[i];
    }
    if (exact)
        g_string_append_printf(text, "#%02x%02x%02x", byte[0], byte[1], byte[2]);
    else
        append_numbers(text, c, 3);
}

char *sn_value_to_text(const SnModel *model, const SnComponent *from, const SnProperty *property,
                       const SnValue *value)
{
    GString *text = g_string_new(NULL);
    switch (value->type) {
    case SN_TYPE_BOOL:
        g_string_append(text, value->boolean ? "true" : "false");
        break;
    case SN_TYPE_INT:
        g_string_append_printf(text, "%d", value->integer);
        break;
    case SN_TYPE_ENUM:
        g_string_append(text, property->names[value->integer]);
        break;
    case SN_TYPE_COLOR:
        append_color(text, value->number);
        break;
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        g_string_append(text, value->string ? value->string : "");
        break;
    case SN_TYPE_REF:
        append_reference(text, model, from, value->ref);
        break;
    case SN_TYPE_REFS:
        for (int i = 0; i < value->refs.n; i++) {
            if (i)
                g_string_append_c(text, ',');
            append_reference(text, model, from, value->refs.ids[i]);
        }
        break;
    case SN_TYPE_REALS:
        append_numbers(text, value->reals.values, value->reals.n);
        break;
    case SN_TYPE_TARGETS:
        append_targets(text, model, from, &value->targets);
        break;
    case SN_TYPE_INDICES: {
        g_autofree char *ranges = sn_indices_format(&value->indices);
        g_string_append(text, ranges);
        break;
    }
    default:
        append_numbers(text, value->number, sn_type_width(value->type));
    }
    return g_string_free(text, FALSE);
}

/* --- from text --- */

/* Numbers between commas or spaces. */
static GArray *parse_numbers(const char *text)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(double));
    const char *at = text, *end = text + strlen(text);
    for (;;) {
        double x;
        at += strspn(at, " \t,");
        if (!*at)
            return numbers;
        const size_t length = sn_number_parse(at, (size_t)(end - at), &x);
        if (length == 0 || (at[length] && !strchr(" \t,", at[length]))) {
            g_array_unref(numbers);
            return NULL;
        }
        g_array_append_val(numbers, x);
        at += length;
    }
}

static bool parse_fixed(const SnProperty *property, const char *text, SnValue *value,
                        GError **error)
{
    const int n = sn_type_width(property->type);
    g_autoptr(GArray) numbers = parse_numbers(text);
    if (!numbers || (int)numbers->len != n)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         n == 1 ? "%s must be a number%s, is \"%.60s\""
                                : "%s must be %s numbers with commas, is \"%.60s\"",
                         property->name,
                         n == 1   ? ""
                         : n == 3 ? "three"
                         : n == 4 ? "four"
                                  : "six",
                         text);
    memcpy(value->number, numbers->data, (size_t)n * sizeof(double));
    return true;
}

static bool parse_color(const SnProperty *property, const char *text, SnValue *value,
                        GError **error)
{
    if (text[0] != '#')
        return parse_fixed(property, text, value, error);
    if (strlen(text) != 7 || strspn(text + 1, "0123456789abcdefABCDEF") != 6)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%s must be a colour like #e8ddc4, is \"%.60s\"", property->name, text);
    const unsigned rgb = (unsigned)g_ascii_strtoull(text + 1, NULL, 16);
    for (int i = 0; i < 3; i++)
        value->number[i] = ((rgb >> (16 - 8 * i)) & 255) / 255.0;
    return true;
}

static bool parse_bool(const SnProperty *property, const char *text, SnValue *value, GError **error)
{
    if (strcmp(text, "true") == 0 || strcmp(text, "1") == 0)
        value->boolean = true;
    else if (strcmp(text, "false") == 0 || strcmp(text, "0") == 0)
        value->boolean = false;
    else
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s must be true or false, is \"%.60s\"",
                         property->name, text);
    return true;
}

static bool parse_integer(const SnProperty *property, const char *text, SnValue *value,
                          GError **error)
{
    gint64 x;
    if (!g_ascii_string_to_signed(text, 10, INT32_MIN, INT32_MAX, &x, NULL))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s must be a whole number, is \"%.60s\"",
                         property->name, text);
    value->integer = (int32_t)x;
    return true;
}

static bool parse_enum(const SnProperty *property, const char *text, SnValue *value, GError **error)
{
    for (int i = 0; property->names[i]; i++) {
        if (strcmp(property->names[i], text) == 0) {
            value->integer = i;
            return true;
        }
    }
    g_autofree char *names = g_strjoinv(", ", (char **)(uintptr_t)property->names);
    return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s must be one of %s; is \"%.60s\"",
                     property->name, names, text);
}

static bool is_none(const char *text)
{
    return !*text || strcmp(text, "none") == 0 || strcmp(text, "null") == 0;
}

static bool parse_reference(const SnModel *model, const SnComponent *from, const char *text,
                            SnId *id, GError **error)
{
    *id = is_none(text) ? SN_ID_NULL : sn_model_resolve(model, from, text, error);
    return is_none(text) || !sn_id_is_null(*id);
}

/* REFS and TARGETS. */
static bool parse_list(const SnModel *model, const SnComponent *from, const char *text,
                       SnValue *value, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    const int n = is_none(text) ? 0 : (int)g_strv_length(parts);
    const bool targets = value->type == SN_TYPE_TARGETS;
    GArray *list = g_array_new(FALSE, FALSE, targets ? sizeof(SnTarget) : sizeof(SnId));
    bool good = true;
    for (int i = 0; i < n && good; i++) {
        SnTarget target;
        g_strstrip(parts[i]);
        if (targets)
            good = sn_model_resolve_property(model, from, parts[i], &target, error);
        else
            good = !sn_id_is_null(target.id = sn_model_resolve(model, from, parts[i], error));
        g_array_append_vals(list, targets ? (void *)&target : (void *)&target.id, 1);
    }
    if (!good) {
        g_array_unref(list);
        return false;
    }
    if (targets)
        value->targets = (SnTargets){n, (SnTarget *)(void *)g_array_free(list, FALSE)};
    else
        value->refs = (SnIdList){n, (SnId *)(void *)g_array_free(list, FALSE)};
    return true;
}

static bool parse_reals(const SnProperty *property, const char *text, SnValue *value,
                        GError **error)
{
    GArray *numbers = parse_numbers(text);
    if (!numbers)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%s must be numbers with commas, is \"%.60s\"", property->name, text);
    value->reals.n = (int)numbers->len;
    value->reals.values = (double *)(void *)g_array_free(numbers, FALSE);
    return true;
}

static bool parse_indices(const SnProperty *property, const char *text, SnValue *value,
                          GError **error)
{
    char why[200];
    if (sn_indices_parse(text, &value->indices, why, sizeof why))
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: %s", property->name, why);
}

static bool parse(const SnModel *model, const SnComponent *from, const SnProperty *property,
                  const char *text, SnValue *value, GError **error)
{
    switch (property->type) {
    case SN_TYPE_BOOL:
        return parse_bool(property, text, value, error);
    case SN_TYPE_INT:
        return parse_integer(property, text, value, error);
    case SN_TYPE_ENUM:
        return parse_enum(property, text, value, error);
    case SN_TYPE_COLOR:
        return parse_color(property, text, value, error);
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        value->string = g_strdup(text);
        return true;
    case SN_TYPE_REF:
        return parse_reference(model, from, text, &value->ref, error);
    case SN_TYPE_REFS:
    case SN_TYPE_TARGETS:
        return parse_list(model, from, text, value, error);
    case SN_TYPE_REALS:
        return parse_reals(property, text, value, error);
    case SN_TYPE_INDICES:
        return parse_indices(property, text, value, error);
    default:
        return parse_fixed(property, text, value, error);
    }
}

bool sn_value_from_text(const SnModel *model, const SnComponent *from, const SnProperty *property,
                        const char *text, SnValue *value, GError **error)
{
    char why[200];
    *value = (SnValue){.type = property->type};
    const bool plain = property->type == SN_TYPE_STRING || property->type == SN_TYPE_FILE;
    g_autofree char *stripped = plain ? g_strdup(text) : g_strstrip(g_strdup(text));
    if (!parse(model, from, property, stripped, value, error))
        return false;
    sn_value_normalize(property, value);
    if (sn_property_check(property, value, why, sizeof why))
        return true;
    sn_value_clear(value);
    return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s %s", property->name, why);
}
