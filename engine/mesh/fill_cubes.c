/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cubes inside a closed surface: along each line of middles the surface is crossed, and what lies
 * between an odd crossing and the next is inside. */
#include "engine/base/vec.h"
#include "engine/mesh/fill.h"
#include "engine/mesh/volume/volume_mesh_private.h"

#include <math.h>
#include <string.h>

enum { MOST_CUBES = 1000000 };

typedef struct Grid {
    double low[3], edge;
    int n[3];
    uint8_t *inside; /* [n2][n1][n0] */
} Grid;

static bool make_grid(const SnSurface *surface, double edge, Grid *grid)
{
    double high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, cubes = 1;
    sn_v3_set(HUGE_VAL, HUGE_VAL, HUGE_VAL, grid->low);
    for (int i = 0; i < 3 * surface->n_vertices; i++) {
        grid->low[i % 3] = fmin(grid->low[i % 3], surface->vertices[i]);
        high[i % 3] = fmax(high[i % 3], surface->vertices[i]);
    }
    grid->edge = edge;
    for (int k = 0; k < 3; k++) {
        const double n = fmax(ceil((high[k] - grid->low[k]) / edge - 1e-9), 1);
        cubes *= n;
        if (!(cubes <= MOST_CUBES))
            return false;
        grid->n[k] = (int)n;
        grid->low[k] -= (n * edge - (high[k] - grid->low[k])) / 2; /* in the middle */
    }
    grid->inside = g_malloc0((gsize)cubes);
    return true;
}

/* Where a line along x through (y, z) crosses a triangle; false: it passes by. */
static bool cross(const SnSurface *surface, int triangle, double y, double z, double *x)
{
    const double *p[3];
    for (int i = 0; i < 3; i++)
        p[i] = surface->vertices + 3 * (size_t)surface->triangles[3 * triangle + i];
    const double ay = p[1][1] - p[0][1], az = p[1][2] - p[0][2];
    const double by = p[2][1] - p[0][1], bz = p[2][2] - p[0][2];
    const double det = ay * bz - az * by, py = y - p[0][1], pz = z - p[0][2];
    if (det == 0)
        return false;
    const double u = (py * bz - pz * by) / det, v = (ay * pz - az * py) / det;
    if (u < 0 || v < 0 || u + v > 1)
        return false;
    *x = p[0][0] + u * (p[1][0] - p[0][0]) + v * (p[2][0] - p[0][0]);
    return true;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void fill_line(const Grid *grid, GArray *crossings, int j, int k)
{
    uint8_t *row = grid->inside + ((size_t)k * (size_t)grid->n[1] + (size_t)j) * (size_t)grid->n[0];
    if (crossings->len > 1)
        qsort(crossings->data, crossings->len, sizeof(double), by_value);
    for (guint c = 0; c + 1 < crossings->len; c += 2) {
        const double from = g_array_index(crossings, double, c);
        const double to = g_array_index(crossings, double, c + 1);
        for (int i = 0; i < grid->n[0]; i++) {
            const double x = grid->low[0] + (i + 0.5) * grid->edge;
            if (x > from && x < to)
                row[i] = 1;
        }
    }
}

/* The first and last line of an axis whose middle lies between two coordinates. */
static void lines_between(const Grid *grid, int axis, double low, double high, int *first,
                          int *last)
{
    *first = (int)fmax(0, floor((low - grid->low[axis]) / grid->edge - 0.5));
    *last = (int)fmin(grid->n[axis] - 1, ceil((high - grid->low[axis]) / grid->edge - 0.5));
}

/* Lines a hair beside the middles: through no corner or edge that lies on a round number. */
static void fill(const SnSurface *surface, const Grid *grid)
{
    const int n_lines = grid->n[1] * grid->n[2];
    GArray **crossings = g_new0(GArray *, n_lines);
    for (int i = 0; i < n_lines; i++)
        crossings[i] = g_array_new(FALSE, FALSE, sizeof(double));
    for (int t = 0; t < surface->n_triangles; t++) {
        int first[2], last[2];
        for (int axis = 1; axis < 3; axis++) {
            double low = HUGE_VAL, high = -HUGE_VAL;
            for (int i = 0; i < 3; i++) {
                const double at =
                    surface->vertices[3 * (size_t)surface->triangles[3 * t + i] + axis];
                low = fmin(low, at);
                high = fmax(high, at);
            }
            lines_between(grid, axis, low, high, &first[axis - 1], &last[axis - 1]);
        }
        for (int k = first[1]; k <= last[1]; k++)
            for (int j = first[0]; j <= last[0]; j++) {
                double x;
                const double y = grid->low[1] + (j + 0.5 + 1.7e-7) * grid->edge;
                const double z = grid->low[2] + (k + 0.5 + 2.9e-7) * grid->edge;
                if (cross(surface, t, y, z, &x))
                    g_array_append_val(crossings[k * grid->n[1] + j], x);
            }
    }
    for (int i = 0; i < n_lines; i++) {
        fill_line(grid, crossings[i], i % grid->n[1], i / grid->n[1]);
        g_array_unref(crossings[i]);
    }
    g_free(crossings);
}

static int corner(const Grid *grid, SnMeshBuilder *builder, int *numbers, int i, int j, int k)
{
    int *number =
        &numbers[((size_t)k * (size_t)(grid->n[1] + 1) + (size_t)j) * (size_t)(grid->n[0] + 1) +
                 (size_t)i];
    if (*number < 0) {
        const double place[3] = {grid->low[0] + i * grid->edge, grid->low[1] + j * grid->edge,
                                 grid->low[2] + k * grid->edge};
        *number = sn_mesh_builder_node(builder, place);
    }
    return *number;
}

static SnVolumeMesh *make_mesh(const Grid *grid)
{
    static const int AT[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    const size_t n_corners =
        (size_t)(grid->n[0] + 1) * (size_t)(grid->n[1] + 1) * (size_t)(grid->n[2] + 1);
    g_autofree int *numbers = g_new(int, n_corners);
    SnMeshBuilder builder;
    memset(numbers, 0xff, n_corners * sizeof *numbers);
    sn_mesh_builder_init(&builder);
    const uint8_t *inside = grid->inside;
    for (int k = 0; k < grid->n[2]; k++)
        for (int j = 0; j < grid->n[1]; j++)
            for (int i = 0; i < grid->n[0]; i++) {
                int nodes[8];
                if (!*inside++)
                    continue;
                for (int c = 0; c < 8; c++)
                    nodes[c] =
                        corner(grid, &builder, numbers, i + AT[c][0], j + AT[c][1], k + AT[c][2]);
                sn_mesh_builder_element(&builder, SN_ELEMENT_HEX8, nodes);
            }
    return sn_mesh_builder_finish(&builder);
}

SnVolumeMesh *sn_fill_cubes(const SnSurface *surface, double edge, GError **error)
{
    Grid grid;
    if (!(edge > 0) || !isfinite(edge) || !make_grid(surface, edge, &grid)) {
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "more than a million cubes of %g m are too many",
                  edge);
        return NULL;
    }
    fill(surface, &grid);
    SnVolumeMesh *mesh = make_mesh(&grid);
    g_free(grid.inside);
    if (mesh->n_elements > 0)
        return mesh;
    sn_volume_mesh_unref(mesh);
    sn_refuse(error, SN_MODEL_ERROR_VALUE, "no cube of %g m has its middle inside the surface",
              edge);
    return NULL;
}
