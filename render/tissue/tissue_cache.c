/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/tissue/tissue_cache.h"

#include "engine/base/memory.h"

#include "render/shape/shape.h"
#include "render/tissue/tissue_build.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t kept_pictures = 240;
enum { MOST_ONCE = 60000, MOST_TWICE = 40000 }; /* fine triangles of one FEM */

void sn_tissue_attributes(void)
{
    const GLsizei stride = sizeof(SnTissueVertex);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glEnableVertexAttribArray(8);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, NULL);
    glVertexAttribPointer(1, 3, GL_SHORT, GL_TRUE, stride,
                          (const void *)offsetof(SnTissueVertex, normal));
    glVertexAttribPointer(8, 1, GL_FLOAT, GL_FALSE, stride,
                          (const void *)offsetof(SnTissueVertex, value));
}

/* Lines along the edges of the last refinement; new vertices are in places of their own, and so may
 * two of a crease, of which a line takes either. */
static void refine_lines(SnGpuTissue *gpu)
{
    const SnTissue *tissue = gpu->tissue;
    const SnRefinement *last = &gpu->fine[gpu->n_fine - 1];
    const int n_first = gpu->fine[0].n_vertices;
    int *place = sn_alloc((size_t)sn_refinement_count(last), sizeof *place);
    uint32_t *lines = tissue->lines;
    for (int v = 0; v < sn_refinement_count(last); v++)
        place[v] = v < n_first ? tissue->first[tissue->point[v]] : v;
    gpu->n_fine_lines = tissue->n_lines;
    for (int i = 0; i < gpu->n_fine; i++) {
        uint32_t *fine = sn_alloc(4 * (size_t)gpu->n_fine_lines + 1, sizeof *fine);
        sn_refinement_lines(&gpu->fine[i], place, lines, gpu->n_fine_lines, fine);
        gpu->n_fine_lines *= 2;
        if (i > 0)
            sn_free(lines);
        lines = fine;
    }
    gpu->fine_lines = lines;
    sn_free(place);
}

/* Twice finer, or once, while it stays small. */
static void refine(SnGpuTissue *gpu)
{
    const SnTissue *tissue = gpu->tissue;
    int n_vertices = tissue->n_vertices, n = tissue->n_triangles;
    const uint32_t *triangles = tissue->triangles;
    SnFaceMiddle *middle = sn_alloc((size_t)n_vertices + 1, sizeof *middle);
    int n_middles = gpu->kind == SN_TISSUE_OUTSIDE ? sn_tissue_face_middles(tissue, middle) : 0;
    while (gpu->kind == SN_TISSUE_OUTSIDE && gpu->n_fine < 2 && n > 0 &&
           4 * n <= (gpu->n_fine == 0 ? MOST_ONCE : MOST_TWICE)) {
        SnRefinement *fine = &gpu->fine[gpu->n_fine++];
        sn_refinement_make(fine, n_vertices, triangles, n, middle, n_middles);
        n_vertices = sn_refinement_count(fine);
        n_middles = 0;
        n = fine->n_triangles;
        triangles = fine->triangles;
    }
    sn_free(middle);
    if (gpu->n_fine && tissue->n_lines)
        refine_lines(gpu);
}

/* Of the vertices sent, the new ones of refinements included. */
static int count_vertices(const SnGpuTissue *gpu)
{
    const SnRefinement *last = gpu->n_fine ? &gpu->fine[gpu->n_fine - 1] : NULL;
    return last ? sn_refinement_count(last) : gpu->tissue->n_vertices;
}

static void make_buffers(SnGpuTissue *gpu)
{
    const SnTissue *tissue = gpu->tissue;
    const SnRefinement *last = gpu->n_fine ? &gpu->fine[gpu->n_fine - 1] : NULL;
    const size_t triangles = 3 * sizeof(uint32_t) * (size_t)tissue->n_triangles;
    const size_t lines = 2 * sizeof(uint32_t) * (size_t)tissue->n_lines;
    const size_t fine = last ? 3 * sizeof(uint32_t) * (size_t)last->n_triangles : 0;
    const size_t fine_lines = 2 * sizeof(uint32_t) * (size_t)gpu->n_fine_lines;
    glGenVertexArrays(1, &gpu->array);
    glGenBuffers(1, &gpu->vertices);
    glGenBuffers(1, &gpu->indices);
    glBindVertexArray(gpu->array);
    glBindBuffer(GL_ARRAY_BUFFER, gpu->vertices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu->indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(triangles + lines + fine + fine_lines), NULL,
                 GL_STATIC_DRAW);
    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, (GLsizeiptr)triangles, tissue->triangles);
    if (lines)
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)triangles, (GLsizeiptr)lines,
                        tissue->lines);
    if (fine)
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)(triangles + lines), (GLsizeiptr)fine,
                        last->triangles);
    if (fine_lines)
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)(triangles + lines + fine),
                        (GLsizeiptr)fine_lines, gpu->fine_lines);
    sn_tissue_attributes();
    glBindVertexArray(0);
}

/* Whether a skin has an inside, from its shape at rest. */
static void find_inside(SnGpuTissue *gpu, const SnFemMesh *fem)
{
    const SnTissue *tissue = gpu->tissue;
    const size_t n = (size_t)tissue->n_vertices;
    float(*vertices)[3] = sn_alloc(n, sizeof *vertices);
    float(*place)[3] = sn_alloc((size_t)tissue->n_points, sizeof *place);
    uint32_t *triangles = sn_alloc(3 * (size_t)tissue->n_triangles, sizeof *triangles);
    sn_tissue_positions(tissue, (const float(*)[3])fem->rest, place);
    for (size_t v = 0; v < n; v++)
        memcpy(vertices[v], place[tissue->point[v]], sizeof *vertices);
    memcpy(triangles, tissue->triangles, 3 * sizeof *triangles * (size_t)tissue->n_triangles);
    SnMesh *mesh = sn_mesh_new(tissue->n_vertices, &vertices[0][0], tissue->n_triangles, triangles);
    const double volume = sn_mesh_volume(mesh, &gpu->closed);
    gpu->tissue->solid = gpu->closed && volume > 0;
    gpu->patch = gpu->closed ? NULL : sn_mesh_patch(mesh, &gpu->n_patch);
    gpu->closed |= gpu->patch != NULL;
    sn_mesh_unref(mesh);
    sn_free(place);
}

static SnGpuTissue *make(const SnSceneItem *item, SnTissueKind kind)
{
    SnGpuTissue *gpu = sn_alloc(1, sizeof *gpu);
    const size_t n = (size_t)item->fem->n_nodes;
    gpu->serial = kind == SN_TISSUE_SKIN ? item->skin->serial : item->fem->serial;
    gpu->first = item->first;
    gpu->kind = kind;
    gpu->tissue = kind == SN_TISSUE_SKIN ? sn_tissue_of_skin(item->skin, item->fem)
                                         : sn_tissue_of_fem(item->fem, kind == SN_TISSUE_ELEMENTS);
    gpu->nodes = sn_alloc(n, sizeof *gpu->nodes);
    gpu->values = sn_alloc(n, sizeof *gpu->values);
    gpu->seen = sn_alloc(3 * n, sizeof *gpu->seen);
    refine(gpu);
    gpu->made = sn_alloc((size_t)count_vertices(gpu), sizeof *gpu->made);
    gpu->distance = sn_alloc(n, sizeof *gpu->distance);
    gpu->size = -1;
    make_buffers(gpu);
    if (kind == SN_TISSUE_SKIN) {
        find_inside(gpu, item->fem);
        return gpu;
    }
    gpu->outside = sn_alloc((size_t)item->fem->n_elements, 1);
    for (int i = 0; i < item->fem->n_faces; i++)
        gpu->outside[item->fem->face[i][0]] |= (uint8_t)(1 << item->fem->face[i][1]);
    return gpu;
}

/* Sends it again if anything differs from what was sent last. */
static void update(SnGpuTissue *gpu, const SnSceneItem *item, const double *points,
                   const float *values)
{
    const size_t n = (size_t)item->fem->n_nodes;
    const float size = gpu->kind == SN_TISSUE_ELEMENTS ? item->style.fem.shrink : 1;
    if (gpu->size == size && gpu->with_values == (values != NULL) &&
        memcmp(points, gpu->seen, 3 * n * sizeof *points) == 0 &&
        (!values || memcmp(values, gpu->values, n * sizeof *values) == 0))
        return;
    memcpy(gpu->seen, points, 3 * n * sizeof *points);
    if (values)
        memcpy(gpu->values, values, n * sizeof *values);
    gpu->with_values = values != NULL;
    gpu->size = size;
    gpu->revision++;
    memcpy(gpu->origin, points, sizeof gpu->origin);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            gpu->nodes[i][k] = (float)(points[3 * i + (size_t)k] - gpu->origin[k]);
    sn_tissue_update(gpu->tissue, item->fem, (const float(*)[3])gpu->nodes, values, size,
                     gpu->made);
    for (int i = 0; i < gpu->n_fine; i++)
        sn_refinement_update(&gpu->fine[i], gpu->made);
    glBindBuffer(GL_ARRAY_BUFFER, gpu->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(sizeof *gpu->made * (size_t)count_vertices(gpu)),
                 gpu->made, GL_STREAM_DRAW);
}

SnGpuTissue *sn_tissue_cache_get(SnTissueCache *cache, const SnSceneItem *item,
                                 const SnSnapshot *snapshot, const float *values)
{
    const SnTissueKind kind = item->kind == SN_ITEM_SKIN ? SN_TISSUE_SKIN
                              : item->style.fem.elements ? SN_TISSUE_ELEMENTS
                                                         : SN_TISSUE_OUTSIDE;
    const uint64_t serial = kind == SN_TISSUE_SKIN ? item->skin->serial : item->fem->serial;
    SnGpuTissue *gpu = NULL;
    for (int i = 0; i < cache->n && !gpu; i++) {
        SnGpuTissue *known = cache->tissues[i];
        if (known->serial == serial && known->first == item->first && known->kind == kind)
            gpu = known;
    }
    if (!gpu) {
        if (cache->n == cache->capacity) {
            cache->capacity = cache->capacity ? 2 * cache->capacity : 16;
            SnGpuTissue **grown =
                sn_resize(cache->tissues, (size_t)cache->capacity, sizeof(SnGpuTissue *));
            cache->tissues = grown;
        }
        gpu = cache->tissues[cache->n++] = make(item, kind);
    }
    gpu->used = cache->picture;
    update(gpu, item, snapshot->points + 3 * (size_t)item->first, values);
    return gpu;
}

static void free_tissue(SnGpuTissue *gpu)
{
    glDeleteVertexArrays(1, &gpu->array);
    glDeleteBuffers(1, &gpu->vertices);
    glDeleteBuffers(1, &gpu->indices);
    sn_tissue_free(gpu->tissue);
    for (int i = 0; i < gpu->n_fine; i++)
        sn_refinement_clear(&gpu->fine[i]);
    sn_free(gpu->nodes);
    sn_free(gpu->values);
    sn_free(gpu->made);
    sn_free(gpu->distance);
    sn_free(gpu->outside);
    sn_free(gpu->patch);
    sn_free(gpu->fine_lines);
    sn_free(gpu->seen);
    sn_free(gpu);
}

void sn_tissue_cache_collect(SnTissueCache *cache)
{
    int kept = 0;
    for (int i = 0; i < cache->n; i++) {
        if (cache->tissues[i]->used + kept_pictures < cache->picture)
            free_tissue(cache->tissues[i]);
        else
            cache->tissues[kept++] = cache->tissues[i];
    }
    cache->n = kept;
    cache->picture++;
}

void sn_tissue_cache_clear(SnTissueCache *cache)
{
    for (int i = 0; i < cache->n; i++)
        free_tissue(cache->tissues[i]);
    sn_free(cache->tissues);
    memset(cache, 0, sizeof *cache);
}
