/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/memory.h"
#include "engine/sim/system/dynamic_rows.h"

#include <limits.h>
#include <string.h>

bool sn_reserve(void *array, int *room, int n, size_t size)
{
    if (n <= *room)
        return true;
    const int more = *room > INT_MAX / 2 || n > *room + *room / 2 ? n : *room + *room / 2;
    void *larger, *present;
    if (size > SIZE_MAX / 2 / ((size_t)more + 1))
        return false;
    memcpy(&present, array, sizeof present);
    larger = sn_try_resize(present, ((size_t)more + 1) * size + 1, 1);
    if (!larger)
        return false;
    memcpy(array, &larger, sizeof larger);
    *room = more;
    return true;
}
