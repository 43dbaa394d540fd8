/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How owners of general constraint rows add theirs while a system is finished. */
#include "engine/base/memory.h"
#include "engine/sim/system/general_rows.h"

#include <string.h>

static void add_blocks(SnSystem *system, const int *blocks, int n)
{
    const int first = system->general.n_blocks;
    system->general.block =
        sn_resize(system->general.block, (size_t)(first + n + 1), sizeof *system->general.block);
    memcpy(system->general.block + first, blocks, (size_t)n * sizeof *blocks);
    system->general.n_blocks = first + n;
}

void sn_general_row_add(SnSystem *system, const SnConstraintClass *class, bool one_sided,
                        SnGeneralRow row, const int *blocks)
{
    SnGeneralRow **rows = one_sided ? &system->general.limits : &system->general.rows;
    int *n = one_sided ? &system->general.n_limits : &system->general.n_rows;
    if (blocks)
        add_blocks(system, blocks, row.count);
    row.class = class;
    row.first = system->general.n_blocks - row.count;
    *rows = sn_resize(*rows, (size_t)*n + 1, sizeof **rows);
    (*rows)[(*n)++] = row;
}
