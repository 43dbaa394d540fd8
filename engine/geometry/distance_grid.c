/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/distance_grid.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "engine/base/memory.h"
#include "engine/base/vec.h"

/* Samples of this spacing that cover the box. */
static double count_samples(const SnBox *box, double spacing, int n[3])
{
    double all = 1;
    for (int k = 0; k < 3; k++) {
        const double cells = fmax(1, ceil((box->high[k] - box->low[k]) / spacing));
        all *= cells + 1;
        n[k] = cells < 1e6 ? (int)cells + 1 : 1000000;
    }
    return all;
}

static size_t sample_index(const SnDistanceGrid *grid, int i, int j, int k)
{
    return ((size_t)k * (size_t)grid->n[1] + (size_t)j) * (size_t)grid->n[0] + (size_t)i;
}

static bool is_inside(const SnSurfaceView *surface, const double p[3], SnInsideBy by)
{
    return by == SN_INSIDE_BY_WINDING ? sn_surface_winding(surface, p, 1) > 0
                                      : sn_surface_solid_angle(surface->mesh, surface->x, p) > 0.5;
}

static void sample_row(SnDistanceGrid *grid, const SnSurfaceView *surface, SnInsideBy by, int j,
                       int k)
{
    SnClosest closest = {.triangle = -1};
    for (int i = 0; i < grid->n[0]; i++) {
        const double p[3] = {grid->origin[0] + i * grid->spacing,
                             grid->origin[1] + j * grid->spacing,
                             grid->origin[2] + k * grid->spacing};
        double gradient[3];
        double distance =
            sn_surface_distance(surface, p, INFINITY, closest.triangle, gradient, &closest);
        if (by != SN_INSIDE_BY_NORMAL)
            distance = is_inside(surface, p, by) ? -fabs(distance) : fabs(distance);
        grid->values[sample_index(grid, i, j, k)] = (float)distance;
    }
}

SnDistanceGrid *sn_distance_grid_new(const SnSurfaceView *surface, double spacing, double margin,
                                     int most, SnInsideBy by)
{
    SnBox box;
    const bool any = sn_box_tree_bounds(surface->tree, &box);
    assert(any && spacing > 0 && margin >= 0 && most >= 8);
    SnDistanceGrid *grid = sn_alloc(1, sizeof *grid);
    for (int k = 0; any && k < 3; k++) {
        box.low[k] -= margin;
        box.high[k] += margin;
    }
    while (count_samples(&box, spacing, grid->n) > most)
        spacing *= 1.05;
    grid->spacing = spacing;
    for (int k = 0; k < 3; k++) /* the samples' middle is the box's */
        grid->origin[k] = 0.5 * (box.low[k] + box.high[k] - (grid->n[k] - 1) * spacing);
    grid->values = sn_alloc((size_t)grid->n[0] * (size_t)grid->n[1] * (size_t)grid->n[2],
                            sizeof *grid->values);
    for (int k = 0; k < grid->n[2]; k++)
        for (int j = 0; j < grid->n[1]; j++)
            sample_row(grid, surface, by, j, k);
    return grid;
}

void sn_distance_grid_free(SnDistanceGrid *grid)
{
    if (!grid)
        return;
    sn_free(grid->values);
    sn_free(grid);
}

double sn_distance_grid_at(const SnDistanceGrid *grid, const double p[3], double gradient[3])
{
    int cell[3];
    double f[3];
    sn_v3_set(0, 0, 0, gradient);
    for (int k = 0; k < 3; k++) {
        const double at = (p[k] - grid->origin[k]) / grid->spacing;
        if (!(at >= 0 && at <= grid->n[k] - 1))
            return INFINITY;
        cell[k] = at < grid->n[k] - 1 ? (int)at : grid->n[k] - 2;
        f[k] = at - cell[k];
    }
    double value = 0;
    for (int c = 0; c < 8; c++) {
        const int bit[3] = {c & 1, c >> 1 & 1, c >> 2};
        const double sample =
            (double)grid
                ->values[sample_index(grid, cell[0] + bit[0], cell[1] + bit[1], cell[2] + bit[2])];
        double w[3];
        for (int k = 0; k < 3; k++)
            w[k] = bit[k] ? f[k] : 1 - f[k];
        value += w[0] * w[1] * w[2] * sample;
        gradient[0] += (bit[0] ? 1 : -1) * w[1] * w[2] * sample;
        gradient[1] += (bit[1] ? 1 : -1) * w[0] * w[2] * sample;
        gradient[2] += (bit[2] ? 1 : -1) * w[0] * w[1] * sample;
    }
    sn_v3_scale(1 / grid->spacing, gradient, gradient);
    return value;
}
