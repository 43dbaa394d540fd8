/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/volume/volume_mesh_lattice.h"
#include "engine/text/limits.h"

#include <string.h>

void sn_lattice_init(SnLattice *lattice, SnElementKind kind, const void *shape,
                     void (*place)(const void *shape, const int at[3], double position[3]))
{
    *lattice = (SnLattice){.kind = kind, .place = place, .shape = shape, .n_slots = 1024};
    sn_mesh_builder_init(&lattice->builder);
    lattice->slot = g_new0(int, lattice->n_slots);
    lattice->key = g_new(int64_t, lattice->n_slots);
}

SnVolumeMesh *sn_lattice_finish(SnLattice *lattice)
{
    g_free(lattice->slot);
    g_free(lattice->key);
    return sn_mesh_builder_finish(&lattice->builder);
}

bool sn_lattice_fits(const double *counts, int n)
{
    double cells = 1;
    for (int i = 0; i < n; i++) {
        if (!(counts[i] >= 1))
            return false;
        cells *= counts[i] + 1;
    }
    return cells <= SN_MAX_MESH_NODES / 7.0; /* a tet10 lattice has eight points to a cell */
}

/* --- nodes --- */

static size_t find(const SnLattice *lattice, int64_t key)
{
    uint64_t z = (uint64_t)key * UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)((z ^ (z >> 32)) & (lattice->n_slots - 1));
    while (lattice->slot[i] && lattice->key[i] != key)
        i = (i + 1) & (lattice->n_slots - 1);
    return i;
}

static void grow(SnLattice *lattice)
{
    int *slot = lattice->slot;
    int64_t *key = lattice->key;
    const size_t n = lattice->n_slots;
    lattice->n_slots *= 2;
    lattice->slot = g_new0(int, lattice->n_slots);
    lattice->key = g_new(int64_t, lattice->n_slots);
    for (size_t i = 0; i < n; i++) {
        if (!slot[i])
            continue;
        const size_t to = find(lattice, key[i]);
        lattice->slot[to] = slot[i];
        lattice->key[to] = key[i];
    }
    g_free(slot);
    g_free(key);
}

int sn_lattice_node(SnLattice *lattice, const int at[3])
{
    int64_t key = 0;
    int one[3] = {at[0], at[1], at[2]};
    if (lattice->unite)
        lattice->unite(lattice->shape, one);
    for (int i = 0; i < 3; i++)
        key = (key << 21) | ((one[i] + (1 << 20)) & ((1 << 21) - 1));
    size_t i = find(lattice, key);
    if (!lattice->slot[i]) {
        if (2 * (lattice->builder.nodes->len + 1) > lattice->n_slots) {
            grow(lattice);
            i = find(lattice, key);
        }
        double position[3];
        lattice->place(lattice->shape, one, position);
        lattice->key[i] = key;
        lattice->slot[i] = sn_mesh_builder_node(&lattice->builder, position) + 1;
    }
    return lattice->slot[i] - 1;
}

/* --- cells --- */

/* Corners, then the nodes in the middle of each edge where the kind has them. */
static void add(SnLattice *lattice, const int corner[][3])
{
    const SnElementShape *shape = sn_element_shape(lattice->kind);
    int nodes[SN_ELEMENT_MAX_NODES];
    for (int i = 0; i < shape->n_corners; i++)
        nodes[i] = sn_lattice_node(lattice, corner[i]);
    for (int e = 0; e < shape->n_edges; e++) {
        const signed char *edge = shape->edge[e];
        if (edge[2] < 0)
            continue;
        int middle[3];
        for (int k = 0; k < 3; k++)
            middle[k] = (corner[edge[0]][k] + corner[edge[1]][k]) / 2;
        nodes[(int)edge[2]] = sn_lattice_node(lattice, middle);
    }
    sn_mesh_builder_element(&lattice->builder, lattice->kind, nodes);
}

static void add_chosen(SnLattice *lattice, const int corner[8][3], const signed char *which, int n)
{
    int chosen[8][3];
    for (int i = 0; i < n; i++)
        memcpy(chosen[i], corner[which[i]], sizeof chosen[i]);
    add(lattice, (const int(*)[3])chosen);
}

/* The lowest-numbered corner of the cell with the two triangles of each face that it is not on. */
static void add_tets(SnLattice *lattice, const int corner[8][3])
{
    const SnElementShape *hex = sn_element_shape(SN_ELEMENT_HEX8);
    int node[8];
    signed char lowest = 0;
    for (signed char i = 0; i < 8; i++) {
        node[i] = sn_lattice_node(lattice, corner[i]);
        lowest = node[i] < node[lowest] ? i : lowest;
    }
    for (int k = 0; k < 6; k++) {
        const signed char *face = hex->face[k].node;
        int first = 0;
        bool touches = false;
        for (int i = 0; i < 4; i++) {
            touches = touches || face[i] == lowest;
            first = node[face[i]] < node[face[first]] ? i : first;
        }
        if (touches)
            continue;
        for (int i = 1; i <= 2; i++)
            add_chosen(lattice, corner,
                       (const signed char[4]){face[first], face[(first + i + 1) % 4],
                                              face[(first + i) % 4], lowest},
                       4);
    }
}

/* The tip common to all lies in the middle of the corners: where the map bends much, its own middle
 * may lie outside the flat faces. */
static void add_pyramids(SnLattice *lattice, const int corner[8][3])
{
    const SnElementShape *hex = sn_element_shape(SN_ELEMENT_HEX8);
    int chosen[5][3];
    double mean[3] = {0};
    for (int i = 0; i < 8; i++) {
        const int node = sn_lattice_node(lattice, corner[i]);
        const double(*position)[3] = (const double(*)[3])(void *)lattice->builder.nodes->data;
        for (int k = 0; k < 3; k++)
            mean[k] += 0.125 * position[node][k];
    }
    for (int k = 0; k < 3; k++)
        chosen[4][k] = (corner[0][k] + corner[6][k]) / 2;
    const int tip = sn_lattice_node(lattice, chosen[4]);
    memcpy(lattice->builder.nodes->data + 3 * sizeof(double) * (size_t)tip, mean, sizeof mean);
    for (int f = 0; f < 6; f++) {
        for (int i = 0; i < 4; i++) /* the base is seen from its tip, the face from outside */
            memcpy(chosen[i], corner[hex->face[f].node[3 - i]], sizeof chosen[i]);
        add(lattice, (const int(*)[3])chosen);
    }
}

void sn_lattice_cell(SnLattice *lattice, const int corner[8][3])
{
    static const signed char WEDGE[2][6] = {{0, 1, 2, 4, 5, 6}, {0, 2, 3, 4, 6, 7}};
    switch (lattice->kind) {
    case SN_ELEMENT_TET4:
    case SN_ELEMENT_TET10:
        add_tets(lattice, corner);
        break;
    case SN_ELEMENT_WEDGE6:
        add_chosen(lattice, corner, WEDGE[0], 6);
        add_chosen(lattice, corner, WEDGE[1], 6);
        break;
    case SN_ELEMENT_PYRAMID5:
        add_pyramids(lattice, corner);
        break;
    default:
        add(lattice, corner);
    }
}

void sn_lattice_brick(SnLattice *lattice, const int low[3], int axis, bool turned)
{
    static const signed char STEP[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                           {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    int corner[8][3];
    for (int i = 0; i < 8; i++) {
        const signed char *step = STEP[turned ? (i & 4) | ((i + 1) & 3) : i];
        for (int k = 0; k < 3; k++)
            corner[i][(axis + 1 + k) % 3] = low[(axis + 1 + k) % 3] + 2 * step[k];
    }
    sn_lattice_cell(lattice, (const int(*)[3])corner);
}
