/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fem/grid_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_IN_CELL 6

typedef struct Mesh {
    int n_nodes, n_elements, n_entries;
    double (*rest)[3];
    SnElementKind *kind;
    int *nodes;
} Mesh;

static int add_node(Mesh *mesh, const double x[3])
{
    memcpy(mesh->rest[mesh->n_nodes], x, sizeof *mesh->rest);
    return mesh->n_nodes++;
}

/* The node in the middle of two: there already, or new. */
static int middle_node(Mesh *mesh, int corners, int a, int b)
{
    double x[3];
    for (int i = 0; i < 3; i++)
        x[i] = 0.5 * (mesh->rest[a][i] + mesh->rest[b][i]);
    for (int node = corners; node < mesh->n_nodes; node++)
        if (memcmp(mesh->rest[node], x, sizeof x) == 0)
            return node;
    return add_node(mesh, x);
}

static void add_element(Mesh *mesh, SnElementKind kind, const int *corner)
{
    memcpy(mesh->nodes + mesh->n_entries, corner,
           (size_t)sn_element_shape(kind)->n_corners * sizeof(int));
    mesh->kind[mesh->n_elements++] = kind;
    mesh->n_entries += sn_element_shape(kind)->n_nodes;
}

static void add_middles(Mesh *mesh)
{
    const int corners = mesh->n_nodes;
    for (int e = 0, first = 0; e < mesh->n_elements; e++) {
        const SnElementShape *shape = sn_element_shape(mesh->kind[e]);
        int *node = mesh->nodes + first;
        for (int k = 0; k < shape->n_edges; k++) {
            const signed char *edge = shape->edge[k];
            const int p = node[edge[0]], q = node[edge[1]];
            if (edge[2] >= 0)
                node[edge[2]] = middle_node(mesh, corners, p < q ? p : q, p < q ? q : p);
        }
        first += shape->n_nodes;
    }
}

/* c: corners of a cell in the order of a hexahedron. */
static void add_cell(Mesh *mesh, SnElementKind kind, const int c[8])
{
    static const int tet[6][4] = {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6},
                                  {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
    static const int wedge[2][6] = {{0, 1, 2, 4, 5, 6}, {0, 2, 3, 4, 6, 7}};

    switch (kind) {
    case SN_ELEMENT_TET4:
    case SN_ELEMENT_TET10:
        for (int k = 0; k < 6; k++)
            add_element(mesh, kind,
                        (int[]){c[tet[k][0]], c[tet[k][1]], c[tet[k][2]], c[tet[k][3]]});
        break;
    case SN_ELEMENT_WEDGE6:
        for (int k = 0; k < 2; k++) {
            int node[6];
            for (int a = 0; a < 6; a++)
                node[a] = c[wedge[k][a]];
            add_element(mesh, kind, node);
        }
        break;
    case SN_ELEMENT_PYRAMID5: {
        const SnElementShape *hex = sn_element_shape(SN_ELEMENT_HEX8);
        double x[3] = {0};
        for (int a = 0; a < 8; a++)
            for (int i = 0; i < 3; i++)
                x[i] += mesh->rest[c[a]][i] / 8;
        const int apex = add_node(mesh, x);
        for (int f = 0; f < 6; f++) {
            const signed char *face = hex->face[f].node; /* seen from outside */
            add_element(mesh, kind, (int[]){c[face[0]], c[face[3]], c[face[2]], c[face[1]], apex});
        }
        break;
    }
    default:
        add_element(mesh, kind, c);
        break;
    }
}

static Mesh mesh_new(size_t cells, size_t corners)
{
    const size_t elements = cells * MOST_IN_CELL;
    return (Mesh){.rest = calloc(corners + cells * 13, sizeof(double[3])),
                  .kind = calloc(elements, sizeof(SnElementKind)),
                  .nodes = calloc(elements * SN_ELEMENT_MAX_NODES, sizeof(int))};
}

static SnFemSolid *finish_mesh(Mesh *mesh, SnMaterial material, SnIncompressibility mode)
{
    SnFemSolid *solid = solid_from_mesh(mesh->n_nodes, (const double(*)[3])mesh->rest,
                                        mesh->n_elements, mesh->kind, mesh->nodes, material, mode);
    free(mesh->rest);
    free(mesh->kind);
    free(mesh->nodes);
    finish_case(solid);
    return solid;
}

SnFemSolid *grid_case(SnElementKind kind, const int cells[3], const double size[3],
                      double irregular, SnMaterial material, SnIncompressibility mode)
{
    const int nx = cells[0] + 1, ny = cells[1] + 1, nz = cells[2] + 1;
    Mesh mesh = mesh_new((size_t)(cells[0] * cells[1] * cells[2]), (size_t)(nx * ny * nz));
    uint32_t seed = 17;

    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++) {
                const int at[3] = {i, j, k};
                const bool inside =
                    i > 0 && j > 0 && k > 0 && i < nx - 1 && j < ny - 1 && k < nz - 1;
                double x[3];
                for (int d = 0; d < 3; d++)
                    x[d] = size[d] * (at[d] + (inside ? irregular * random_case(&seed) : 0)) /
                           cells[d];
                add_node(&mesh, x);
            }
    for (int k = 0; k < cells[2]; k++)
        for (int j = 0; j < cells[1]; j++)
            for (int i = 0; i < cells[0]; i++) {
                const int a = (k * ny + j) * nx + i, up = nx * ny;
                const int c[8] = {a,      a + 1,      a + 1 + nx,      a + nx,
                                  a + up, a + up + 1, a + up + 1 + nx, a + up + nx};
                add_cell(&mesh, kind, c);
            }
    add_middles(&mesh);
    return finish_mesh(&mesh, material, mode);
}

SnFemSolid *patch_case(SnMaterial material, SnIncompressibility mode)
{
    static const double rest[16][3] = {
        {.249, .342, .192}, {.826, .288, .288}, {.850, .649, .263}, {.273, .750, .230},
        {.320, .186, .643}, {.677, .305, .683}, {.788, .693, .644}, {.165, .745, .702},
        {0, 0, 0},          {1, 0, 0},          {1, 1, 0},          {0, 1, 0},
        {0, 0, 1},          {1, 0, 1},          {1, 1, 1},          {0, 1, 1}};
    const SnElementShape *hex = sn_element_shape(SN_ELEMENT_HEX8);
    Mesh mesh = mesh_new(7, 16);

    for (int a = 0; a < 16; a++)
        add_node(&mesh, rest[a]);
    add_element(&mesh, SN_ELEMENT_HEX8, (int[]){0, 1, 2, 3, 4, 5, 6, 7});
    for (int f = 0; f < 6; f++) {
        int node[8];
        for (int a = 0; a < 4; a++) {
            node[a] = hex->face[f].node[a];
            node[4 + a] = 8 + node[a];
        }
        add_element(&mesh, SN_ELEMENT_HEX8, node);
    }
    return finish_mesh(&mesh, material, mode);
}

bool grid_is_outside(const SnFemSolid *solid, int node, const double size[3])
{
    bool outside = false;
    for (int i = 0; i < 3; i++) {
        const double x = solid->rest[3 * node + i] / size[i];
        outside |= x < 1e-9 || x > 1 - 1e-9;
    }
    return outside;
}

void grid_node_forces(const SnFemSolid *solid, const SnFemScratch *scratch, double (*force)[3])
{
    memset(force, 0, (size_t)solid->n_nodes * sizeof *force);
    for (int k = 0; k < solid->start[solid->n_elements]; k++)
        for (int i = 0; i < 3; i++)
            force[solid->nodes[k]][i] += scratch->force[3 * k + i];
}
