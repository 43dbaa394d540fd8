/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/volume/volume_mesh.h"
#include "engine/mesh/volume/volume_mesh_private.h"

#include <stdlib.h>
#include <string.h>

SnVolumeMesh *sn_volume_mesh_ref(SnVolumeMesh *mesh)
{
    g_atomic_ref_count_inc(&mesh->references);
    return mesh;
}

void sn_volume_mesh_unref(SnVolumeMesh *mesh)
{
    if (!mesh || !g_atomic_ref_count_dec(&mesh->references))
        return;
    g_free(mesh->nodes);
    g_free(mesh->kind);
    g_free(mesh->start);
    g_free(mesh->element_nodes);
    g_free(mesh);
}

/* --- stretching --- */

/* Which node takes each corner's place in a mirror image, by kind. */
static const signed char MIRRORED_CORNERS[SN_ELEMENT_KIND_COUNT][8] = {
    [SN_ELEMENT_TET4] = {0, 2, 1, 3},
    [SN_ELEMENT_TET10] = {0, 2, 1, 3},
    [SN_ELEMENT_HEX8] = {0, 3, 2, 1, 4, 7, 6, 5},
    [SN_ELEMENT_HEX20] = {0, 3, 2, 1, 4, 7, 6, 5},
    [SN_ELEMENT_WEDGE6] = {0, 2, 1, 3, 5, 4},
    [SN_ELEMENT_PYRAMID5] = {0, 3, 2, 1, 4},
    [SN_ELEMENT_MEMBRANE3] = {0, 2, 1},
    [SN_ELEMENT_MEMBRANE4] = {0, 3, 2, 1},
    [SN_ELEMENT_SHELL3] = {0, 2, 1},
    [SN_ELEMENT_SHELL4] = {0, 3, 2, 1},
};

/* The middle of the edge between two corners. */
static int middle_between(const SnElementShape *shape, int a, int b)
{
    for (int k = 0; k < shape->n_edges; k++) {
        const signed char *edge = shape->edge[k];
        if ((edge[0] == a && edge[1] == b) || (edge[0] == b && edge[1] == a))
            return edge[2];
    }
    g_assert_not_reached();
}

static void turn_round(SnElementKind kind, int *nodes)
{
    const SnElementShape *shape = sn_element_shape(kind);
    const signed char *corner = MIRRORED_CORNERS[kind];
    int former[SN_ELEMENT_MAX_NODES];
    memcpy(former, nodes, sizeof(int) * (size_t)shape->n_nodes);
    for (int i = 0; i < shape->n_corners; i++)
        nodes[i] = former[corner[i]];
    for (int k = 0; k < shape->n_edges; k++) {
        const signed char *edge = shape->edge[k];
        if (edge[2] >= 0)
            nodes[edge[2]] = former[middle_between(shape, corner[edge[0]], corner[edge[1]])];
    }
}

void sn_volume_mesh_stretch(SnVolumeMesh *mesh, const double scale[3])
{
    for (int i = 0; i < 3 * mesh->n_nodes; i++)
        mesh->nodes[i] *= scale[i % 3];
    for (int i = 0; i < mesh->n_elements && scale[0] * scale[1] * scale[2] < 0; i++)
        turn_round((SnElementKind)mesh->kind[i], mesh->element_nodes + mesh->start[i]);
}

/* --- growing --- */

void sn_mesh_builder_init(SnMeshBuilder *builder)
{
    const int zero = 0;
    builder->nodes = g_array_new(FALSE, FALSE, 3 * sizeof(double));
    builder->kind = g_array_new(FALSE, FALSE, sizeof(uint8_t));
    builder->start = g_array_new(FALSE, FALSE, sizeof(int));
    builder->element_nodes = g_array_new(FALSE, FALSE, sizeof(int));
    g_array_append_val(builder->start, zero);
}

int sn_mesh_builder_node(SnMeshBuilder *builder, const double position[3])
{
    g_array_append_vals(builder->nodes, position, 1);
    return (int)builder->nodes->len - 1;
}

void sn_mesh_builder_element(SnMeshBuilder *builder, SnElementKind kind, const int *nodes)
{
    const uint8_t byte = (uint8_t)kind;
    g_array_append_val(builder->kind, byte);
    g_array_append_vals(builder->element_nodes, nodes, (guint)sn_element_shape(kind)->n_nodes);
    const int end = (int)builder->element_nodes->len;
    g_array_append_val(builder->start, end);
}

SnVolumeMesh *sn_mesh_builder_finish(SnMeshBuilder *builder)
{
    SnVolumeMesh *mesh = g_new(SnVolumeMesh, 1);
    g_atomic_ref_count_init(&mesh->references);
    mesh->n_nodes = (int)builder->nodes->len;
    mesh->n_elements = (int)builder->kind->len;
    mesh->nodes = (double *)(void *)g_array_free(builder->nodes, FALSE);
    mesh->kind = (uint8_t *)g_array_free(builder->kind, FALSE);
    mesh->start = (int *)(void *)g_array_free(builder->start, FALSE);
    mesh->element_nodes = (int *)(void *)g_array_free(builder->element_nodes, FALSE);
    return mesh;
}

/* --- boundary --- */

typedef struct Face {
    int key[4]; /* corners ascending, -1 behind those of a triangle */
    int element, number;
} Face;

static int compare_faces(const void *a, const void *b)
{
    const Face *f = a, *g = b;
    for (int i = 0; i < 4; i++)
        if (f->key[i] != g->key[i])
            return f->key[i] < g->key[i] ? -1 : 1;
    return f->element != g->element ? (f->element < g->element ? -1 : 1) : f->number - g->number;
}

static int compare_numbers(const void *a, const void *b)
{
    const int *i = a, *j = b;
    return (*i > *j) - (*i < *j);
}

static int compare_places(const void *a, const void *b)
{
    const int *f = a, *g = b;
    return f[0] != g[0] ? (f[0] < g[0] ? -1 : 1) : (f[1] > g[1]) - (f[1] < g[1]);
}

static Face face_of(const SnVolumeMesh *mesh, int element, int number)
{
    const SnElementFace *shape =
        &sn_element_shape((SnElementKind)mesh->kind[element])->face[number];
    Face face = {.key = {-1, -1, -1, -1}, .element = element, .number = number};
    for (int i = 0; i < shape->n_corners; i++)
        face.key[i] = mesh->element_nodes[mesh->start[element] + shape->node[i]];
    qsort(face.key, (size_t)shape->n_corners, sizeof *face.key, compare_numbers);
    return face;
}

int sn_volume_mesh_surface(const SnVolumeMesh *mesh, int **faces)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Face));
    GArray *found = g_array_new(FALSE, FALSE, 2 * sizeof(int));
    for (int e = 0; e < mesh->n_elements; e++) {
        const SnElementKind kind = (SnElementKind)mesh->kind[e];
        if (sn_element_is_surface(kind)) {
            g_array_append_vals(found, ((int[2]){e, 0}), 1);
            continue;
        }
        for (int k = 0; k < sn_element_shape(kind)->n_faces; k++) {
            const Face face = face_of(mesh, e, k);
            g_array_append_val(all, face);
        }
    }
    if (all->len > 0)
        qsort(all->data, all->len, sizeof(Face), compare_faces);
    const Face *face = (const Face *)(const void *)all->data;
    for (guint i = 0, n; i < all->len; i += n) {
        for (n = 1; i + n < all->len && memcmp(face[i].key, face[i + n].key, 4 * sizeof(int)) == 0;)
            n++;
        if (n == 1)
            g_array_append_vals(found, ((int[2]){face[i].element, face[i].number}), 1);
    }
    g_array_unref(all);
    const int n = (int)found->len;
    if (n > 0)
        qsort(found->data, found->len, 2 * sizeof(int), compare_places);
    *faces = (int *)(void *)g_array_free(found, FALSE);
    return n;
}
