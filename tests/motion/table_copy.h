/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A copy of a table. */
#ifndef SN_TESTS_TABLE_COPY_H
#define SN_TESTS_TABLE_COPY_H

#include "engine/motion/motion_file.h"

/* To be freed with sn_motion_table_free. */
static inline SnMotionTable *motion_table_copy(const SnMotionTable *table)
{
    const size_t n = (size_t)table->n_rows;
    SnMotionTable *copy = g_memdup2(table, sizeof *table);
    copy->time = g_memdup2(table->time, n * sizeof(double));
    copy->values = g_memdup2(table->values, n * (size_t)table->n_columns * sizeof(double));
    copy->names = g_strdupv(table->names);
    copy->notes = g_strdupv(table->notes);
    return copy;
}

#endif
