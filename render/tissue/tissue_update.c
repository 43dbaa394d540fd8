/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/shape/face_grid.h"
#include "render/tissue/tissue_build.h"

#include <math.h>
#include <string.h>

void sn_tissue_positions(const SnTissue *tissue, const float (*nodes)[3], float (*place)[3])
{
    for (int p = 0; p < tissue->n_points; p++) {
        float sum[3] = {0, 0, 0};
        for (int k = tissue->start[p]; k < tissue->start[p + 1]; k++) {
            const float w = tissue->weight[k], *at = nodes[tissue->node[k]];
            sum[0] += w * at[0];
            sum[1] += w * at[1];
            sum[2] += w * at[2];
        }
        memcpy(place[p], sum, sizeof sum);
    }
}

static void find_values(SnTissue *tissue, const float *values)
{
    for (int p = 0; p < tissue->n_points; p++) {
        float sum = 0;
        for (int k = tissue->start[p]; k < tissue->start[p + 1]; k++)
            sum += tissue->weight[k] * values[tissue->node[k]];
        tissue->value[p] = isfinite(sum) ? sum : SN_NO_VALUE;
    }
}

static void shrink(SnTissue *tissue, const SnFemMesh *fem, const float (*nodes)[3], float size)
{
    float weight[SN_ELEMENT_KIND_COUNT][SN_ELEMENT_MAX_NODES];
    for (int kind = 0; kind < SN_ELEMENT_KIND_COUNT; kind++)
        sn_element_middle((SnElementKind)kind, weight[kind]);
    for (int e = 0; e < fem->n_elements; e++) {
        float *middle = tissue->middle[e];
        middle[0] = middle[1] = middle[2] = 0;
        for (int k = fem->start[e]; k < fem->start[e + 1]; k++)
            for (int i = 0; i < 3; i++)
                middle[i] += weight[fem->kind[e]][k - fem->start[e]] * nodes[fem->nodes[k]][i];
    }
    for (int p = 0; p < tissue->n_points; p++) {
        const float *middle = tissue->middle[tissue->element[p]];
        for (int i = 0; i < 3; i++)
            tissue->place[p][i] = middle[i] + size * (tissue->place[p][i] - middle[i]);
    }
}

/* Adds n over the squares of the two sides at a corner. */
static void add_normal(const float n[3], float one, float other, float sum[3])
{
    for (int k = 0; k < 3 && one > 0 && other > 0; k++)
        sum[k] += n[k] / one / other;
}

/* Sums of the triangles' normals by their areas over the squares of the sides at the corner, which
 * is exact where the corners lie on a sphere (Max, Journal of Graphics Tools 4(2), 1999). */
static void find_normals(SnTissue *tissue)
{
    float(*normal)[3] = tissue->normal;
    memset(normal, 0, (size_t)tissue->n_vertices * sizeof *normal);
    for (int t = 0; t < tissue->n_triangles; t++) {
        const uint32_t *v = tissue->triangles + 3 * t;
        const float *a = tissue->place[tissue->point[v[0]]];
        const float *b = tissue->place[tissue->point[v[1]]];
        const float *c = tissue->place[tissue->point[v[2]]];
        const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const float w[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        const float x[3] = {c[0] - b[0], c[1] - b[1], c[2] - b[2]};
        const float n[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2],
                            u[0] * w[1] - u[1] * w[0]};
        const float uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        const float ww = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
        const float xx = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        add_normal(n, uu, ww, normal[v[0]]);
        add_normal(n, uu, xx, normal[v[1]]);
        add_normal(n, ww, xx, normal[v[2]]);
    }
}

void sn_tissue_update(SnTissue *tissue, const SnFemMesh *fem, const float (*nodes)[3],
                      const float *values, float size, SnTissueVertex *made)
{
    sn_tissue_positions(tissue, nodes, tissue->place);
    if (values)
        find_values(tissue, values);
    if (tissue->element)
        shrink(tissue, fem, nodes, size);
    find_normals(tissue);
    for (int v = 0; v < tissue->n_vertices; v++) {
        const int p = tissue->point[v];
        const float *n = tissue->normal[v];
        const float square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        const float scale = square > 0 ? 32767 / sqrtf(square) : 0;
        memcpy(made[v].position, tissue->place[p], sizeof made[v].position);
        for (int k = 0; k < 3; k++)
            made[v].normal[k] = (int16_t)(scale * n[k]);
        made[v].normal[3] = 0;
        made[v].value = values ? tissue->value[p] : 0;
    }
}
