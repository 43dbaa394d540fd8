/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every part of the compiler uses: errors that name a component, inputs, the index by id. */
#include "engine/compile/core/compiler.h"

#include "engine/base/memory.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

char *sn_compiler_key(SnCompiler *compiler, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return g_string_chunk_insert(compiler->texts, text);
}

static void free_array(void *array)
{
    g_array_unref(array);
}

GArray *sn_compiler_array(size_t size)
{
    GArray *array = g_array_new(FALSE, FALSE, (guint)size);
    sn_memory_end_with(array, free_array);
    return array;
}

void sn_compiler_array_free(GArray *array)
{
    sn_memory_keep(array);
    g_array_unref(array);
}

static bool fail(SnCompiler *compiler, SnId id, GError *error)
{
    char *path = sn_model_path(compiler->model, id);
    if (!strstr(error->message, path))
        g_prefix_error(&error, "%s: ", path);
    g_free(path);
    if (compiler->error)
        g_error_free(error);
    else
        compiler->error = error;
    return false;
}

bool sn_compiler_fail_with(SnCompiler *compiler, const SnComponent *component, GError *error)
{
    return fail(compiler, component->id, error);
}

bool sn_compiler_fail_at(SnCompiler *compiler, SnId id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    GError *error = g_error_new_valist(SN_MODEL_ERROR, SN_MODEL_ERROR_COMPILE, format, arguments);
    va_end(arguments);
    return fail(compiler, id, error);
}

bool sn_compiler_fail(SnCompiler *compiler, const SnComponent *component, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    GError *error = g_error_new_valist(SN_MODEL_ERROR, SN_MODEL_ERROR_COMPILE, format, arguments);
    va_end(arguments);
    return fail(compiler, component->id, error);
}

bool sn_compiler_cancelled(SnCompiler *compiler)
{
    if (!compiler->cancel || !atomic_load(compiler->cancel))
        return false;
    if (!compiler->error)
        compiler->error =
            g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, "the compile was cancelled");
    return true;
}

void sn_effective_numbers(const SnModel *model, const SnComponent *component, const char *name,
                          double number[6])
{
    const int row = sn_class_find_property(component->class, name);
    g_assert(row >= 0);
    SnValue value;
    sn_model_effective(model, component->id, sn_class_property(component->class, row), &value,
                       NULL);
    const int n = sn_value_numbers(&value, number);
    g_assert(n > 0);
    sn_value_clear(&value);
}

int sn_compiler_add_inputs(SnCompiler *compiler, const double *values, int n)
{
    const guint offset = compiler->inputs->len;
    if (values)
        g_array_append_vals(compiler->inputs, values, (guint)n);
    else
        g_array_set_size(compiler->inputs, offset + (guint)n);
    return (int)offset;
}

int sn_compiler_add_lag(SnCompiler *compiler, SnId id, const SnLagFields *fields, int input,
                        double lowest, double highest)
{
    const SnSystemLag lag = {.id = id,
                             .input = input,
                             .integral = fields->dynamics == SN_LAG_INTEGRAL,
                             .time = fields->time_constant,
                             .control = {lowest, highest},
                             .lowest = fields->lowest,
                             .highest = fmax(fields->lowest, fields->highest)};
    if (fields->dynamics == SN_LAG_NONE)
        return 0;
    g_array_append_val(compiler->lags, lag);
    g_array_append_val(compiler->lag_starts, fields->start);
    return (int)compiler->lags->len;
}

void sn_compiler_set_index(SnCompiler *compiler, SnId id, int index)
{
    g_assert((int)id.index < compiler->system->index.n);
    compiler->system->index.of[id.index] = index;
    compiler->system->index.generation[id.index] = id.generation;
}

void *sn_compiler_room(void *array, int n, size_t size)
{
    const bool full = (n & (n - 1)) == 0; /* room doubles: 1, 2, 4 ... */
    return full ? sn_resize(array, n > 0 ? 2 * (size_t)n : 1, size) : array;
}
