/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit_log.h"

static void clear_operation(SnOperation *operation)
{
    if (operation->kind == SN_OPERATION_VALUE)
        sn_value_clear(&operation->value);
    g_free(operation->name);
    sn_component_free(operation->out);
}

static void free_step(void *data)
{
    SnStep *step = data;
    for (guint i = 0; i < step->operations->len; i++)
        clear_operation(&g_array_index(step->operations, SnOperation, i));
    g_array_unref(step->operations);
    g_free(step->label);
    g_free(step);
}

SnEditLog *sn_edit_log_new(void)
{
    SnEditLog *log = g_new0(SnEditLog, 1);
    log->steps = g_ptr_array_new_with_free_func(free_step);
    log->next_serial = 1;
    return log;
}

void sn_edit_log_free(SnEditLog *log)
{
    if (!log)
        return;
    g_ptr_array_unref(log->steps);
    g_free(log);
}
