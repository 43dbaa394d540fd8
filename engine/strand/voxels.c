/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/voxels.h"

#include "engine/base/memory.h"

#include <math.h>
#include <stdint.h>

SnVoxels *sn_voxels_new(int capacity, double size)
{
    SnVoxels *voxels = sn_alloc(1, sizeof *voxels);
    voxels->size = size;
    voxels->capacity = capacity;
    voxels->n_buckets = 64;
    while (voxels->n_buckets < 2 * capacity)
        voxels->n_buckets *= 2;
    voxels->first = sn_alloc((size_t)voxels->n_buckets, sizeof *voxels->first);
    voxels->next = sn_alloc((size_t)capacity + 1, sizeof *voxels->next);
    voxels->cell = sn_alloc((size_t)capacity + 1, sizeof *voxels->cell);
    sn_voxels_fill(voxels, 0, NULL);
    return voxels;
}

void sn_voxels_free(SnVoxels *voxels)
{
    if (!voxels)
        return;
    sn_free(voxels->first);
    sn_free(voxels->next);
    sn_free(voxels->cell);
    sn_free(voxels);
}

/* Beyond a billion cells all is one cell: such states are refused anyway. */
static void cell_of(const SnVoxels *voxels, const double position[3], int cell[3])
{
    for (int k = 0; k < 3; k++)
        cell[k] = (int)fmin(fmax(floor(position[k] / voxels->size), -1e9), 1e9);
}

static int bucket_of(const SnVoxels *voxels, const int cell[3])
{
    const uint32_t hash = (uint32_t)cell[0] * 73856093u ^ (uint32_t)cell[1] * 19349663u ^
                          (uint32_t)cell[2] * 83492791u;
    return (int)((hash ^ hash >> 15) & (uint32_t)(voxels->n_buckets - 1));
}

void sn_voxels_fill(SnVoxels *voxels, int n, const double (*position)[3])
{
    voxels->n = n;
    for (int i = 0; i < voxels->n_buckets; i++)
        voxels->first[i] = -1;
    for (int i = n - 1; i >= 0; i--) { /* the last first, so that they come out in order */
        cell_of(voxels, position[i], voxels->cell[i]);
        int *first = &voxels->first[bucket_of(voxels, voxels->cell[i])];
        voxels->next[i] = *first;
        *first = i;
    }
}

static int seek(const SnVoxels *voxels, int point, const int cell[3])
{
    while (point >= 0 && (voxels->cell[point][0] != cell[0] || voxels->cell[point][1] != cell[1] ||
                          voxels->cell[point][2] != cell[2]))
        point = voxels->next[point];
    return point;
}

int sn_voxels_first(const SnVoxels *voxels, const double position[3], int cell[3])
{
    cell_of(voxels, position, cell);
    return seek(voxels, voxels->first[bucket_of(voxels, cell)], cell);
}

int sn_voxels_next(const SnVoxels *voxels, int point, const int cell[3])
{
    return seek(voxels, voxels->next[point], cell);
}
