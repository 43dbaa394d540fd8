/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file/file_report.h"

#include "engine/model/file/file.h"
#include "engine/model/file/file_base.h"
#include "engine/model/file/file_json.h"
#include "engine/text/limits.h"

#include <string.h>

/* One step from the document towards a place. */
typedef struct Step {
    const char *key; /* NULL: index */
    int index;
    const json_t *value; /* what is there; NULL: nothing (the key is missing) */
} Step;

/* Steps from `at` to the container sought; false if it is not there. */
static bool find(const json_t *at, const json_t *container, GArray *steps)
{
    if (at == container)
        return true;
    Step step = {.index = -1};
    if (json_is_object(at)) {
        json_object_foreach((json_t *)(uintptr_t)at, step.key, *(json_t **)(void *)&step.value)
        {
            g_array_append_val(steps, step);
            if (find(step.value, container, steps))
                return true;
            g_array_set_size(steps, steps->len - 1);
        }
    } else if (json_is_array(at)) {
        for (step.index = 0; step.index < (int)json_array_size(at); step.index++) {
            step.value = json_array_get(at, (size_t)step.index);
            g_array_append_val(steps, step);
            if (find(step.value, container, steps))
                return true;
            g_array_set_size(steps, steps->len - 1);
        }
    }
    return false;
}

/* RFC 6901 */
static char *pointer_of(const GArray *steps, guint n)
{
    GString *pointer = g_string_new(NULL);
    for (guint i = 0; i < n; i++) {
        const Step *step = &g_array_index(steps, Step, i);
        g_string_append_c(pointer, '/');
        if (!step->key)
            g_string_append_printf(pointer, "%d", step->index);
        for (const char *c = step->key; c && *c; c++) {
            if (*c == '~' || *c == '/')
                g_string_append(pointer, *c == '~' ? "~0" : "~1");
            else
                g_string_append_c(pointer, *c);
        }
    }
    return g_string_free(pointer, FALSE);
}

static int line_of(const SnSource *source, const GArray *steps)
{
    for (guint n = steps->len; n > 0; n--) {
        char *pointer = pointer_of(steps, n);
        const int line = sn_locate(source->text, source->length, pointer);
        g_free(pointer);
        if (line)
            return line;
    }
    return MAX(1, sn_locate(source->text, source->length, ""));
}

/* How many steps lead to a component, a list or an entry; what follows is its property. */
static guint component_steps(const GArray *steps)
{
    guint n = 0;
    for (guint i = 0; i < steps->len; i++) {
        const Step *step = &g_array_index(steps, Step, i);
        const bool model = i == 0 && step->key && strcmp(step->key, "model") == 0;
        const bool list = step->key && json_object_get(step->value, "items");
        if (model || list || (!step->key && json_is_object(step->value)))
            n = i + 1;
    }
    return n;
}

/* Excerpt of a path that a file with a base gives, as a key or in a list of paths; NULL. */
static char *path_given(const Step *step)
{
    const char *text = step->key ? step->key : json_string_value(step->value);
    return text && *text == '/' ? sn_excerpt(text, strlen(text)) : NULL;
}

/* "/model/bodies/jaw:inertia.density" */
static char *path_of(const GArray *steps)
{
    GString *path = g_string_new(NULL);
    const guint n = component_steps(steps);
    for (guint i = 0; i < steps->len; i++) {
        const Step *step = &g_array_index(steps, Step, i);
        g_autofree char *given = i == 1 ? path_given(step) : NULL;
        if (given) {
            g_string_assign(path, given);
            continue;
        }
        if (i < n && step->key && strcmp(step->key, "items") == 0)
            continue;
        const json_t *name = i < n && !step->key ? json_object_get(step->value, "name") : NULL;
        const char *text = json_is_string(name) ? json_string_value(name) : step->key;
        if (text != step->key && !sn_name_check(text, NULL))
            text = NULL;
        if (i < n)
            g_string_append_c(path, '/');
        else if (path->len)
            g_string_append_c(path, i == n ? ':' : '.');
        if (text) {
            char *excerpt = sn_excerpt(text, strlen(text));
            g_string_append(path, excerpt);
            g_free(excerpt);
        } else {
            g_string_append_printf(path, "%d", step->index);
        }
    }
    return g_string_free(path, FALSE);
}

bool sn_source_fail_line(const SnSource *source, int line, const char *message)
{
    /* parts of the file may be quoted in it: one line, and text, whatever they hold */
    char *clean = g_utf8_make_valid(message, -1);
    for (char *c = clean; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127)
            *c = ' ';
    g_set_error(source->error, SN_MODEL_ERROR, SN_MODEL_ERROR_FORMAT, "%s:%d: %s", source->name,
                line, clean);
    g_free(clean);
    return false;
}

/* Steps from a document to a place (g_array_unref). */
static GArray *steps_to(const json_t *document, SnJsonLocation location)
{
    GArray *steps = g_array_new(FALSE, TRUE, sizeof(Step));
    find(document, location.container, steps);
    if (location.key || location.index >= 0) {
        const Step last = {location.key, location.index,
                           location.key
                               ? json_object_get(location.container, location.key)
                               : json_array_get(location.container, (size_t)location.index)};
        g_array_append_val(steps, last);
    }
    return steps;
}

bool sn_source_fail(const SnSource *source, SnJsonLocation location, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    /* the path is that of the whole; the line is that of the file which says it */
    SnJsonLocation said = location;
    const SnSource *file = source->merge ? sn_merge_trace(source->merge, &said) : source;
    g_autoptr(GArray) steps = steps_to(source->document, location);
    g_autoptr(GArray) steps_said = steps_to(file->document, said);
    g_autofree char *path = path_of(steps);
    g_autofree char *note =
        source->merge && file != sn_merge_file(source->merge)
            ? g_strdup_printf(" (in the base of %s)", sn_merge_file(source->merge)->name)
            : NULL;
    g_autofree char *whole =
        g_strdup_printf("%s%s%s%s", path, *path ? ": " : "", message, note ? note : "");
    return sn_source_fail_line(file, line_of(file, steps_said), whole);
}

bool sn_source_check_version(const SnSource *source)
{
    const json_t *document = source->document;
    const json_t *version = json_object_get(document, "sinew");
    if (!json_is_object(document) || !version)
        return sn_source_fail(source, sn_json_location_of(document),
                              "is no model file; expected {\"sinew\": %d, \"model\": {...}}",
                              SN_FORMAT_VERSION);
    if (json_is_number(version) && json_number_value(version) == SN_FORMAT_VERSION)
        return true;
    g_autofree char *kind = sn_json_kind(version);
    const bool newer = json_number_value(version) > SN_FORMAT_VERSION;
    return sn_source_fail(source, sn_json_location_key(document, "sinew"),
                          "expected format version %d, is %s%s", SN_FORMAT_VERSION, kind,
                          newer ? "; the file was made by a newer Sinew: update this one" : "");
}

bool sn_source_check_keys(const SnSource *source, const json_t *object, const char *const *known,
                          const char *expected)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        if (g_strv_contains(known, key))
            continue;
        g_autofree char *excerpt = sn_excerpt(key, strlen(key));
        return sn_source_fail(source, sn_json_location_key(object, key),
                              "unknown key \"%s\"; expected %s", excerpt, expected);
    }
    return true;
}
