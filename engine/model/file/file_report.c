/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file/file_report.h"

#include "engine/model/file/file.h"
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

/* "/model/bodies/jaw:inertia.density" */
static char *path_of(const GArray *steps)
{
    GString *path = g_string_new(NULL);
    const guint n = component_steps(steps);
    for (guint i = 0; i < steps->len; i++) {
        const Step *step = &g_array_index(steps, Step, i);
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

bool sn_source_fail(const SnSource *source, SnPlace place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    GArray *steps = g_array_new(FALSE, TRUE, sizeof(Step));
    find(source->document, place.container, steps);
    if (place.key || place.index >= 0) {
        const Step last = {place.key, place.index,
                           place.key ? json_object_get(place.container, place.key)
                                     : json_array_get(place.container, (size_t)place.index)};
        g_array_append_val(steps, last);
    }
    char *path = path_of(steps);
    char *whole = *path ? g_strdup_printf("%s: %s", path, message) : g_strdup(message);
    sn_source_fail_line(source, line_of(source, steps), whole);
    g_free(whole);
    g_free(path);
    g_free(message);
    g_array_unref(steps);
    return false;
}
