/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "render/shape/buffer.h"
#include "render/tissue/tissue_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_cosine = 0.3420; /* faces that meet at 70 degrees or more make a crease */

enum { MAX_AROUND = 256 }; /* more triangles than this around a place are not looked at in pairs */

typedef struct Splitter {
    const uint32_t *corners;
    double (*normal)[3]; /* [n_triangles] unit */
    int *first, *around; /* corners around each place */
    int group[MAX_AROUND];
} Splitter;

static void find_normals(const SnTissue *tissue, const float (*rest)[3], Splitter *splitter)
{
    splitter->normal = sn_alloc((size_t)tissue->n_triangles, sizeof *splitter->normal);
    for (int t = 0; t < tissue->n_triangles; t++) {
        double p[3][3], u[3], v[3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                p[i][k] = (double)rest[splitter->corners[3 * t + i]][k];
        sn_v3_sub(p[1], p[0], u);
        sn_v3_sub(p[2], p[0], v);
        sn_v3_cross(u, v, splitter->normal[t]);
        sn_v3_normalize(splitter->normal[t], splitter->normal[t]);
    }
}

static void find_around(const SnTissue *tissue, Splitter *splitter)
{
    const int n = 3 * tissue->n_triangles;
    splitter->first = sn_alloc((size_t)tissue->n_points + 2, sizeof(int));
    splitter->around = sn_alloc((size_t)n, sizeof(int));
    /* counted one place further, so that filling moves each start to where it belongs */
    for (int i = 0; i < n; i++)
        splitter->first[splitter->corners[i] + 2]++;
    for (int p = 0; p < tissue->n_points; p++)
        splitter->first[p + 2] += splitter->first[p + 1];
    for (int i = 0; i < n; i++)
        splitter->around[splitter->first[splitter->corners[i] + 1]++] = i;
}

/* Two triangles around a place that have a side in common there and meet smoothly. */
static bool are_joined(const Splitter *splitter, int i, int k)
{
    const int t = i / 3, u = k / 3;
    const uint32_t *a = splitter->corners + 3 * t, *b = splitter->corners + 3 * u;
    const uint32_t next_a = a[(i + 1) % 3], last_a = a[(i + 2) % 3];
    const uint32_t next_b = b[(k + 1) % 3], last_b = b[(k + 2) % 3];
    const bool touch = next_a == last_b || last_a == next_b || next_a == next_b || last_a == last_b;
    return touch && sn_v3_dot(splitter->normal[t], splitter->normal[u]) > least_cosine;
}

/* Numbers the smooth parts around a place from 0; returns how many there are. */
static int group_around(Splitter *splitter, const int *around, int n)
{
    int *group = splitter->group, parts = 0, chain[MAX_AROUND];
    for (int i = 0; i < n; i++)
        group[i] = -1;
    for (int i = 0; i < n; i++) {
        if (group[i] >= 0)
            continue;
        int length = 1;
        chain[0] = i;
        group[i] = parts;
        while (length) {
            const int at = chain[--length];
            for (int k = 0; k < n; k++)
                if (group[k] < 0 && are_joined(splitter, around[at], around[k])) {
                    group[k] = parts;
                    chain[length++] = k;
                }
        }
        parts++;
    }
    return parts;
}

void sn_tissue_split(SnTissue *tissue, const uint32_t *corners, const float (*rest)[3])
{
    Splitter splitter = {.corners = corners};
    SnBuffer point = {0};
    find_normals(tissue, rest, &splitter);
    find_around(tissue, &splitter);
    tissue->triangles = sn_alloc(3 * (size_t)tissue->n_triangles, sizeof(uint32_t));
    tissue->first = sn_alloc((size_t)tissue->n_points, sizeof(int));
    for (int p = 0; p < tissue->n_points; p++) {
        const int *around = splitter.around + splitter.first[p];
        const int n = splitter.first[p + 1] - splitter.first[p];
        const int made = point.count;
        const bool looked_at = n <= MAX_AROUND;
        const int parts = n == 0 || !looked_at ? 1 : group_around(&splitter, around, n);
        tissue->first[p] = made;
        int *vertex = sn_buffer_add(&point, parts, sizeof(int));
        for (int i = 0; i < parts; i++)
            vertex[i] = p;
        for (int i = 0; i < n; i++)
            tissue->triangles[around[i]] = (uint32_t)(made + (looked_at ? splitter.group[i] : 0));
    }
    tissue->n_vertices = point.count;
    tissue->point = point.data;
    free(splitter.normal);
    free(splitter.first);
    free(splitter.around);
}
