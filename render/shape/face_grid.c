/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/shape/face_grid.h"

#include <string.h>

static void triangle_weights(int n_nodes, double a, double b, float *weight)
{
    const double l[3] = {1 - a - b, a, b};
    for (int i = 0; i < 3; i++) {
        weight[i] = (float)(n_nodes == 3 ? l[i] : l[i] * (2 * l[i] - 1));
        if (n_nodes == 6)
            weight[3 + i] = (float)(4 * l[i] * l[(i + 1) % 3]);
    }
}

/* x, y from -1 to 1. */
static void square_weights(int n_nodes, double x, double y, float *weight)
{
    static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const double middle[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (int i = 0; i < 4; i++) {
        const double u = 1 + x * corner[i][0], v = 1 + y * corner[i][1];
        weight[i] = (float)(n_nodes == 4 ? u * v / 4 : u * v * (u + v - 3) / 4);
    }
    for (int i = 0; i < 4 && n_nodes == 8; i++) {
        const double *m = middle[i];
        weight[4 + i] = (float)(m[0] == 0 ? (1 - x * x) * (1 + y * m[1]) / 2
                                          : (1 - y * y) * (1 + x * m[0]) / 2);
    }
}

/* Says what a place on a side is: corner, middle node, or part of the side. */
static void put_on_side(SnFaceGrid *grid, SnGridPoint *point, int side, int part, int divisions)
{
    const int corners = grid->n_nodes == 3 || grid->n_nodes == 6 ? 3 : 4;
    if (part == 0)
        point->node = (signed char)side;
    else if (part == divisions)
        point->node = (signed char)((side + 1) % corners);
    else if (2 * part == divisions)
        point->node = (signed char)(corners + side);
    else
        point->edge = (signed char)side, point->part = (signed char)part;
}

static SnGridPoint *add_point(SnFaceGrid *grid)
{
    SnGridPoint *point = &grid->point[grid->n_points++];
    point->node = point->edge = -1;
    return point;
}

static void add_triangle(SnFaceGrid *grid, int a, int b, int c)
{
    unsigned char *t = grid->triangle[grid->n_triangles++];
    t[0] = (unsigned char)a, t[1] = (unsigned char)b, t[2] = (unsigned char)c;
}

static void add_line(SnFaceGrid *grid, int a, int b)
{
    unsigned char *line = grid->line[grid->n_lines++];
    line[0] = (unsigned char)a, line[1] = (unsigned char)b;
}

static void make_triangle(SnFaceGrid *grid, int divisions)
{
    int at[SN_GRID_DIVISIONS + 1][SN_GRID_DIVISIONS + 1];
    const int n = divisions;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i + j <= n; i++) {
            at[i][j] = grid->n_points;
            SnGridPoint *point = add_point(grid);
            triangle_weights(grid->n_nodes, (double)i / n, (double)j / n, point->weight);
            if (j == 0)
                put_on_side(grid, point, 0, i, n);
            else if (i + j == n)
                put_on_side(grid, point, 1, j, n);
            else if (i == 0)
                put_on_side(grid, point, 2, n - j, n);
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i + j < n; i++) {
            add_triangle(grid, at[i][j], at[i + 1][j], at[i][j + 1]);
            if (i + j + 1 < n)
                add_triangle(grid, at[i + 1][j], at[i + 1][j + 1], at[i][j + 1]);
        }
    for (int k = 0; k < n; k++)
        add_line(grid, at[k][0], at[k + 1][0]);
    for (int k = 0; k < n; k++)
        add_line(grid, at[n - k][k], at[n - k - 1][k + 1]);
    for (int k = 0; k < n; k++)
        add_line(grid, at[0][n - k], at[0][n - k - 1]);
}

static void make_square(SnFaceGrid *grid, int divisions)
{
    int at[SN_GRID_DIVISIONS + 1][SN_GRID_DIVISIONS + 1];
    const int n = divisions;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++) {
            at[i][j] = grid->n_points;
            SnGridPoint *point = add_point(grid);
            square_weights(grid->n_nodes, 2.0 * i / n - 1, 2.0 * j / n - 1, point->weight);
            if (j == 0)
                put_on_side(grid, point, 0, i, n);
            else if (i == n)
                put_on_side(grid, point, 1, j, n);
            else if (j == n)
                put_on_side(grid, point, 2, n - i, n);
            else if (i == 0)
                put_on_side(grid, point, 3, n - j, n);
        }
    for (int k = 0; k < n; k++)
        add_line(grid, at[k][0], at[k + 1][0]);
    for (int k = 0; k < n; k++)
        add_line(grid, at[n][k], at[n][k + 1]);
    for (int k = 0; k < n; k++)
        add_line(grid, at[n - k][n], at[n - k - 1][n]);
    for (int k = 0; k < n; k++)
        add_line(grid, at[0][n - k], at[0][n - k - 1]);
    if (n == 1) {
        const int middle = grid->n_points;
        square_weights(grid->n_nodes, 0, 0, add_point(grid)->weight);
        for (int k = 0; k < 4; k++)
            add_triangle(grid, grid->line[k][0], grid->line[k][1], middle);
        return;
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            /* diagonals towards the middle: the same seen from every side */
            const bool rising = (i < n / 2) == (j < n / 2);
            add_triangle(grid, at[i][j], at[i + 1][j], at[rising ? i + 1 : i][j + 1]);
            add_triangle(grid, at[i + 1][j + 1], at[i][j + 1], at[rising ? i : i + 1][j]);
        }
}

void sn_face_grid_make(SnFaceGrid *grid, int n_nodes)
{
    memset(grid, 0, sizeof *grid);
    grid->n_nodes = n_nodes;
    if (n_nodes == 3 || n_nodes == 6)
        make_triangle(grid, n_nodes == 3 ? 1 : SN_GRID_DIVISIONS);
    else
        make_square(grid, n_nodes == 4 ? 1 : SN_GRID_DIVISIONS);
}

void sn_face_grids_make(SnFaceGrids *grids)
{
    static const int sizes[4] = {3, 4, 6, 8};
    for (int i = 0; i < 4; i++)
        sn_face_grid_make(&grids->by_nodes[sizes[i]], sizes[i]);
}

void sn_element_middle(SnElementKind kind, float weight[SN_ELEMENT_MAX_NODES])
{
    const SnElementShape *shape = sn_element_shape(kind);
    const bool quadratic = shape->n_nodes > shape->n_corners;
    const float corner =
        quadratic ? (kind == SN_ELEMENT_TET10 ? -0.125f : -0.25f) : 1.0f / (float)shape->n_corners;
    for (int i = 0; i < shape->n_nodes; i++)
        weight[i] = i < shape->n_corners ? corner : 0.25f;
}
