/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocation that cannot fail quietly. */
#include "vec.h"

#include <stdio.h>
#include <stdlib.h>

static void stop(void)
{
    fputs("generate_geometry: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void *sn_geo_alloc(size_t count, size_t size)
{
    void *block = calloc(count ? count : 1, size);
    if (!block)
        stop();
    return block;
}

void *sn_geo_grow(void *block, size_t count, size_t size)
{
    if (count > (size_t)-1 / size)
        stop();
    void *grown = realloc(block, count * size);
    if (!grown)
        stop();
    return grown;
}
