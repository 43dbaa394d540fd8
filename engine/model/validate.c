/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a model, as a list of sentences. */
#include "engine/model/model.h"

static void clear_check(void *item)
{
    g_free(((SnCheck *)item)->message);
}

SnChecks *sn_checks_new(void)
{
    SnChecks *checks = g_new0(SnChecks, 1);
    checks->items = g_array_new(FALSE, FALSE, sizeof(SnCheck));
    g_array_set_clear_func(checks->items, clear_check);
    return checks;
}

void sn_checks_free(SnChecks *checks)
{
    if (!checks)
        return;
    g_array_unref(checks->items);
    g_free(checks);
}

void sn_checks_add(SnChecks *checks, SnSeverity severity, SnId id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    SnCheck check = {severity, id, g_strdup_vprintf(format, arguments)};
    va_end(arguments);
    g_array_append_val(checks->items, check);
}

int sn_checks_count(const SnChecks *checks, SnSeverity severity)
{
    int n = 0;
    for (guint i = 0; i < checks->items->len; i++)
        n += g_array_index(checks->items, SnCheck, i).severity == severity;
    return n;
}
