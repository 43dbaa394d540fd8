/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fem_maker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the outside: faces that one element has alone --- */

typedef struct Face {
    int key[4]; /* corners, sorted; the fourth -1 for triangles */
    int element, number;
} Face;

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int compare_faces(const void *a, const void *b)
{
    return memcmp(a, b, sizeof((const Face *)a)->key);
}

static int compare_places(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return x[0] != y[0] ? x[0] - y[0] : x[1] - y[1];
}

static void find_outside(SnFemMesh *fem)
{
    Face *faces = calloc((size_t)fem->n_elements * SN_ELEMENT_MAX_FACES, sizeof *faces);
    int n = 0;
    for (int e = 0; e < fem->n_elements; e++) {
        const SnElementShape *shape = sn_element_shape((SnElementKind)fem->kind[e]);
        for (int f = 0; f < shape->n_faces; f++) {
            Face *face = &faces[n++];
            face->key[3] = 1 << 30;
            for (int k = 0; k < shape->face[f].n_corners; k++)
                face->key[k] = fem->nodes[fem->start[e] + shape->face[f].node[k]];
            qsort(face->key, 4, sizeof(int), compare_ints);
            face->element = e;
            face->number = f;
        }
    }
    qsort(faces, (size_t)n, sizeof *faces, compare_faces);
    fem->face = malloc((size_t)n * sizeof *fem->face);
    for (int i = 0; i < n;) {
        int end = i + 1;
        while (end < n && compare_faces(&faces[i], &faces[end]) == 0)
            end++;
        for (int k = i; k < end; k++) {
            const bool thin = sn_element_is_surface((SnElementKind)fem->kind[faces[k].element]);
            if (end == i + 1 || thin) {
                fem->face[fem->n_faces][0] = faces[k].element;
                fem->face[fem->n_faces++][1] = faces[k].number;
            }
        }
        i = end;
    }
    qsort(fem->face, (size_t)fem->n_faces, sizeof *fem->face, compare_places);
    free(faces);
}

SnFemMesh *fem_make(int n_nodes, const double (*rest)[3], int n_elements, const int *elements)
{
    SnFemMesh *fem = sn_fem_mesh_new();
    fem->n_nodes = n_nodes;
    fem->n_elements = n_elements;
    fem->kind = malloc((size_t)n_elements);
    fem->start = malloc(((size_t)n_elements + 1) * sizeof(int));
    fem->original = malloc((size_t)n_elements * sizeof(int));
    fem->nodes = malloc((size_t)n_elements * SN_ELEMENT_MAX_NODES * sizeof(int));
    fem->rest = malloc(3 * (size_t)n_nodes * sizeof(float));
    fem->start[0] = 0;
    for (int e = 0; e < n_elements; e++) {
        const int n = sn_element_shape((SnElementKind)elements[0])->n_nodes;
        fem->kind[e] = (uint8_t)elements[0];
        fem->original[e] = e;
        memcpy(fem->nodes + fem->start[e], elements + 1, (size_t)n * sizeof(int));
        fem->start[e + 1] = fem->start[e] + n;
        elements += 1 + n;
    }
    for (int i = 0; i < 3 * n_nodes; i++)
        fem->rest[i] = (float)rest[i / 3][i % 3];
    find_outside(fem);
    return fem;
}

/* --- boxes on a lattice twice as fine as the cells: corners, middles of edges and of cells --- */

typedef struct Lattice {
    int n[3], cells[3]; /* points, cells */
    int *node;          /* [points] number of the node there, -1: none yet */
    double (*rest)[3];
    int n_nodes;
    int *elements, n_elements, used;
    const double *size;
} Lattice;

static int node_at(Lattice *lattice, const int p[3])
{
    int *node = &lattice->node[(p[2] * lattice->n[1] + p[1]) * lattice->n[0] + p[0]];
    if (*node < 0) {
        *node = lattice->n_nodes;
        for (int k = 0; k < 3; k++)
            lattice->rest[lattice->n_nodes][k] =
                lattice->size[k] * (0.5 * p[k] / lattice->cells[k] - 0.5);
        lattice->n_nodes++;
    }
    return *node;
}

/* An element from lattice points of its corners; middles of its edges lie between. */
static void add_element(Lattice *lattice, SnElementKind kind, const int (*corner)[3])
{
    const SnElementShape *shape = sn_element_shape(kind);
    int *at = lattice->elements + lattice->used;
    at[0] = (int)kind;
    for (int i = 0; i < shape->n_corners; i++)
        at[1 + i] = node_at(lattice, corner[i]);
    for (int i = 0; i < shape->n_edges && shape->n_nodes > shape->n_corners; i++) {
        int p[3];
        for (int k = 0; k < 3; k++)
            p[k] = (corner[(int)shape->edge[i][0]][k] + corner[(int)shape->edge[i][1]][k]) / 2;
        at[1 + shape->edge[i][2]] = node_at(lattice, p);
    }
    lattice->used += 1 + shape->n_nodes;
    lattice->n_elements++;
}

static void fill_cell(Lattice *lattice, SnElementKind kind, const int first[3])
{
    static const int offset[9][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2},
                                     {2, 0, 2}, {2, 2, 2}, {0, 2, 2}, {1, 1, 1}};
    static const int tets[6][4] = {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6},
                                   {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
    static const int wedges[2][6] = {{0, 1, 2, 4, 5, 6}, {0, 2, 3, 4, 6, 7}};
    const SnElementShape *shape = sn_element_shape(kind), *hex = sn_element_shape(SN_ELEMENT_HEX8);
    const int n = shape->n_corners == 8 ? 1 : kind == SN_ELEMENT_WEDGE6 ? 2 : 6;
    for (int i = 0; i < n; i++) {
        int corner[8][3];
        for (int k = 0; k < shape->n_corners; k++) {
            int which = k;
            if (shape->n_corners == 4)
                which = tets[i][k];
            else if (kind == SN_ELEMENT_WEDGE6)
                which = wedges[i][k];
            else if (kind == SN_ELEMENT_PYRAMID5)
                which = k == 4 ? 8 : hex->face[i].node[3 - k];
            for (int j = 0; j < 3; j++)
                corner[k][j] = first[j] + offset[which][j];
        }
        add_element(lattice, kind, (const int(*)[3])corner);
    }
}

SnFemMesh *fem_box(const double size[3], const int cells[3], SnElementKind kind)
{
    Lattice lattice = {.size = size};
    size_t points = 1, n_cells = 1;
    for (int k = 0; k < 3; k++) {
        lattice.cells[k] = cells[k];
        lattice.n[k] = 2 * cells[k] + 1;
        points *= (size_t)lattice.n[k];
        n_cells *= (size_t)cells[k];
    }
    lattice.node = malloc(points * sizeof(int));
    lattice.rest = malloc(points * sizeof *lattice.rest);
    lattice.elements = malloc(n_cells * 6 * (SN_ELEMENT_MAX_NODES + 1) * sizeof(int));
    memset(lattice.node, -1, points * sizeof(int));
    for (int z = 0; z < cells[2]; z++)
        for (int y = 0; y < cells[1]; y++)
            for (int x = 0; x < cells[0]; x++)
                fill_cell(&lattice, kind, (const int[3]){2 * x, 2 * y, 2 * z});
    SnFemMesh *fem = fem_make(lattice.n_nodes, (const double(*)[3])lattice.rest, lattice.n_elements,
                              lattice.elements);
    free(lattice.node);
    free(lattice.rest);
    free(lattice.elements);
    return fem;
}

SnFemMesh *fem_ball(double radius, int fine, SnElementKind kind)
{
    const double size[3] = {2, 2, 2};
    const int cells[3] = {4 * fine, 4 * fine, 4 * fine};
    SnFemMesh *fem = fem_box(size, cells, kind);
    for (int i = 0; i < fem->n_nodes; i++) {
        float *p = fem->rest + 3 * i;
        const float largest = fmaxf(fabsf(p[0]), fmaxf(fabsf(p[1]), fabsf(p[2])));
        const float length = sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        const float scale = length > 0 ? (float)radius * largest / length : 0;
        for (int k = 0; k < 3; k++)
            p[k] *= scale;
    }
    return fem;
}

SnFemMesh *fem_mixed(void)
{
    static const double rest[][3] = {{0, 0, 0},   {1, 0, 0},  {1, 1, 0},    {0, 1, 0},
                                     {0, 0, 1},   {1, 0, 1},  {1, 1, 1},    {0, 1, 1},
                                     {.5, .5, 2}, {2, .5, 0}, {2, .5, 1},   {3, .5, .5},
                                     {-1, 0, 0},  {-1, 1, 0}, {-2, 0, 0.2}, {-2, 1, 0.2}};
    static const int elements[] = {SN_ELEMENT_HEX8,
                                   0,
                                   1,
                                   2,
                                   3,
                                   4,
                                   5,
                                   6,
                                   7,
                                   SN_ELEMENT_PYRAMID5,
                                   4,
                                   5,
                                   6,
                                   7,
                                   8,
                                   SN_ELEMENT_WEDGE6,
                                   1,
                                   9,
                                   2,
                                   5,
                                   10,
                                   6,
                                   SN_ELEMENT_TET4,
                                   9,
                                   11,
                                   2,
                                   10,
                                   SN_ELEMENT_MEMBRANE4,
                                   12,
                                   0,
                                   3,
                                   13,
                                   SN_ELEMENT_MEMBRANE4,
                                   14,
                                   12,
                                   13,
                                   15};
    return fem_make(16, rest, 6, elements);
}

SnSkin *fem_skin(const SnFemMesh *fem)
{
    SnSkin *skin = sn_skin_new();
    skin->n_vertices = fem->n_nodes;
    skin->start = malloc(((size_t)fem->n_nodes + 1) * sizeof(int));
    skin->node = malloc((size_t)fem->n_nodes * sizeof(int));
    skin->weight = malloc((size_t)fem->n_nodes * sizeof(float));
    for (int i = 0; i <= fem->n_nodes; i++)
        skin->start[i] = i;
    for (int i = 0; i < fem->n_nodes; i++)
        skin->node[i] = i, skin->weight[i] = 1;
    skin->triangles = malloc((size_t)fem->n_faces * 6 * sizeof(uint32_t));
    uint32_t *t = skin->triangles;
    for (int i = 0; i < fem->n_faces; i++) {
        const int e = fem->face[i][0];
        const SnElementFace *face =
            &sn_element_shape((SnElementKind)fem->kind[e])->face[fem->face[i][1]];
        for (int k = 2; k < face->n_corners; k++) {
            *t++ = (uint32_t)fem->nodes[fem->start[e] + face->node[0]];
            *t++ = (uint32_t)fem->nodes[fem->start[e] + face->node[k - 1]];
            *t++ = (uint32_t)fem->nodes[fem->start[e] + face->node[k]];
        }
    }
    skin->n_triangles = (int)((t - skin->triangles) / 3);
    return skin;
}

/* --- items --- */

SnSceneItem *maker_fem(SceneMaker *maker, SnFemMesh *fem, FemMove move, FemField field,
                       uint32_t rgb)
{
    SnSceneItem *item = maker_posed(maker, SN_ITEM_FEM, 0, 0, 0, 0, 0, rgb);
    item->fem = fem;
    item->first = maker->n_points;
    for (int i = 0; i < fem->n_nodes; i++) {
        const double rest[3] = {(double)fem->rest[3 * i], (double)fem->rest[3 * i + 1],
                                (double)fem->rest[3 * i + 2]};
        double *p = maker->points[maker->n_points++];
        memcpy(p, rest, sizeof rest);
        if (move)
            move(rest, p);
    }
    item->style.fem.field_automatic = true;
    item->style.fem.shrink = 1;
    if (field) {
        item->style.fem.field = true;
        item->scalar = maker->n_scalars;
        item->style.fem.field_label = "Von Mises stress";
        item->style.fem.field_unit = "Pa";
        for (int i = 0; i < fem->n_nodes; i++) {
            const double rest[3] = {(double)fem->rest[3 * i], (double)fem->rest[3 * i + 1],
                                    (double)fem->rest[3 * i + 2]};
            maker->scalars[maker->n_scalars++] = (float)field(rest);
        }
    }
    return item;
}

SnSceneItem *maker_skin(SceneMaker *maker, const SnSceneItem *fem, SnSkin *skin, uint32_t rgb)
{
    SnSceneItem *item = maker_posed(maker, SN_ITEM_SKIN, 0, 0, 0, 0, 0, rgb);
    item->first = fem->first;
    item->scalar = fem->scalar;
    item->style.fem = fem->style.fem;
    item->fem = sn_fem_mesh_ref(fem->fem);
    item->skin = skin;
    return item;
}

const double FEM_BOX_SIZE[3] = {0.06, 0.04, 0.04};
const int FEM_BOX_CELLS[3] = {3, 2, 2};

SnSnapshot *scene_of_fem_box(FemMove move, FemField field, SnElementKind kind)
{
    SceneMaker *maker = maker_new();
    SnSceneItem *item =
        maker_fem(maker, fem_box(FEM_BOX_SIZE, FEM_BOX_CELLS, kind), move, field, 0xD08A7E);
    item->style.shading = SN_SHADING_NONE;
    item->style.fem.field_automatic = false;
    item->style.fem.field_range[0] = 1000;
    item->style.fem.field_range[1] = 7000;
    return maker_take(maker);
}

int fem_node_near(const SnFemMesh *fem, double x, double y, double z)
{
    for (int i = 0; i < fem->n_nodes; i++)
        if (fabs((double)fem->rest[3 * i] - x) + fabs((double)fem->rest[3 * i + 1] - y) +
                fabs((double)fem->rest[3 * i + 2] - z) <
            1e-6)
            return i;
    return -1;
}
