/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/core/wrap_part.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/compile/core/compiler.h"

#include <math.h>
#include <string.h>

/* Over the size of a mesh: what is at one place. */
#define SAME_PLACE 1e-8

/* --- corners that are at one place --- */

typedef struct Cell {
    gint64 at[3];
    int place;
} Cell;

typedef struct Welder {
    SnWrapPart *part;
    GHashTable *cells; /* Cell -> itself */
    double same;
} Welder;

static guint hash_cell(gconstpointer cell)
{
    guint64 hash = 0;
    for (int k = 0; k < 3; k++)
        hash =
            (hash ^ (guint64)((const Cell *)cell)->at[k]) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    return (guint)(hash >> 32);
}

static gboolean same_cell(gconstpointer a, gconstpointer b)
{
    return memcmp(((const Cell *)a)->at, ((const Cell *)b)->at, sizeof(gint64[3])) == 0;
}

static int place_number(Welder *w, const double x[3])
{
    Cell cell;
    for (int k = 0; k < 3; k++)
        cell.at[k] = llround(x[k] / w->same);
    const Cell *known = g_hash_table_lookup(w->cells, &cell);
    if (known)
        return known->place;
    cell.place = (int)w->part->places->len / 3;
    g_array_append_vals(w->part->places, x, 3);
    Cell *copy = g_new(Cell, 1);
    *copy = cell;
    g_hash_table_add(w->cells, copy);
    return cell.place;
}

static void add_polygon(Welder *w, int n, double (*corner)[3])
{
    int number[16];
    for (int i = 0; i < n; i++)
        number[i] = place_number(w, corner[i]);
    for (int i = 1; i + 1 < n; i++) {
        const int triangle[3] = {number[0], number[i], number[i + 1]};
        if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
            g_array_append_vals(w->part->triangles, triangle, 3);
    }
}

/* --- what is in a box --- */

/* A polygon cut to the half-space s x[axis] <= limit (Sutherland and Hodgman 1974). */
static int cut(int n, double (*corner)[3], int axis, double s, double limit)
{
    double kept[16][3];
    int m = 0;
    for (int i = 0; i < n; i++) {
        const double *a = corner[i], *b = corner[(i + 1) % n];
        const double over_a = s * a[axis] - limit, over_b = s * b[axis] - limit;
        if (over_a <= 0)
            sn_v3_copy(a, kept[m++]);
        if ((over_a <= 0) != (over_b <= 0)) {
            const double share = over_a / (over_a - over_b);
            for (int k = 0; k < 3; k++)
                kept[m][k] = k == axis ? s * limit : a[k] + share * (b[k] - a[k]);
            m++;
        }
    }
    memcpy(corner, kept, (size_t)m * sizeof *kept);
    return m;
}

SnWrapPart sn_wrap_part(const SnMesh *mesh, const double (*x)[3], const double *half)
{
    SnWrapPart part = {sn_compiler_array(sizeof(double)), sn_compiler_array(sizeof(int))};
    const double size = sn_v3_distance(mesh->bounds[0], mesh->bounds[1]);
    Welder w = {.part = &part, .same = SAME_PLACE * size};
    if (!(size > 0))
        return part;
    w.cells = g_hash_table_new_full(hash_cell, same_cell, g_free, NULL);
    for (int t = 0; t < mesh->n_triangles; t++) {
        double corner[16][3];
        int n = 3;
        for (int k = 0; k < 3; k++)
            sn_v3_copy(x[mesh->triangles[3 * t + k]], corner[k]);
        for (int side = 0; half && side < 6 && n > 0; side++)
            n = cut(n, corner, side / 2, side % 2 ? -1 : 1, half[side / 2]);
        add_polygon(&w, n, corner);
    }
    g_hash_table_destroy(w.cells);
    return part;
}

void sn_wrap_part_free(SnWrapPart *part)
{
    sn_compiler_array_free(part->places);
    sn_compiler_array_free(part->triangles);
}

/* --- further out --- */

/* The unit normal of a triangle, and its angle at each corner. */
static void measure(const double *const corner[3], double normal[3], double angle[3])
{
    double edge[3][3];
    for (int k = 0; k < 3; k++) {
        sn_v3_sub(corner[(k + 1) % 3], corner[k], edge[k]);
        sn_v3_normalize(edge[k], edge[k]);
    }
    for (int k = 0; k < 3; k++)
        angle[k] = acos(fmin(fmax(-sn_v3_dot(edge[k], edge[(k + 2) % 3]), -1), 1));
    sn_v3_cross(edge[0], edge[1], normal);
    sn_v3_normalize(normal, normal);
}

/* No edge runs the same way in two triangles. */
static bool is_turned_one_way(const SnWrapPart *part)
{
    GHashTable *edges = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    bool good = true;
    for (guint i = 0; i < part->triangles->len && good; i++) {
        const guint next = i % 3 == 2 ? i - 2 : i + 1;
        gint64 *edge = g_new(gint64, 1);
        *edge = ((gint64)g_array_index(part->triangles, int, i) << 32) +
                g_array_index(part->triangles, int, next);
        good = g_hash_table_add(edges, edge);
    }
    g_hash_table_destroy(edges);
    return good;
}

bool sn_wrap_part_move_out(SnWrapPart *part, double offset)
{
    if (!is_turned_one_way(part))
        return false;
    const int n = (int)part->places->len / 3, n_triangles = (int)part->triangles->len / 3;
    double(*place)[3] = (double(*)[3])(void *)part->places->data;
    const int(*triangle)[3] = (const int(*)[3])(void *)part->triangles->data;
    double(*out)[3] = sn_alloc((size_t)n + 1, sizeof *out);
    double *least = sn_alloc((size_t)n + 1, sizeof *least), volume = 0;
    for (int round = 0; round < 2; round++) {
        for (int t = 0; t < n_triangles; t++) {
            const double *corner[3];
            double normal[3], angle[3], across[3];
            for (int k = 0; k < 3; k++)
                corner[k] = place[triangle[t][k]];
            measure(corner, normal, angle);
            sn_v3_cross(corner[0], corner[1], across);
            volume += round ? 0 : sn_v3_dot(across, corner[2]);
            for (int k = 0; k < 3; k++) {
                const int at = triangle[t][k];
                if (round == 0)
                    sn_v3_axpy(angle[k], normal, out[at]);
                else
                    least[at] = fmin(least[at], sn_v3_dot(normal, out[at]));
            }
        }
        for (int i = 0; i < n && round == 0; i++) {
            sn_v3_normalize(out[i], out[i]);
            least[i] = 1;
        }
    }
    for (int i = 0; i < n; i++)
        sn_v3_axpy((volume < 0 ? -offset : offset) / fmax(least[i], 0.5), out[i], place[i]);
    sn_free(least);
    sn_free(out);
    return true;
}

SnMesh *sn_wrap_part_mesh(const SnWrapPart *part)
{
    const guint n = part->places->len, m = part->triangles->len;
    float *vertices = sn_alloc(n + 1, sizeof *vertices);
    uint32_t *triangles = sn_alloc(m + 1, sizeof *triangles);
    for (guint i = 0; i < n; i++)
        vertices[i] = (float)g_array_index(part->places, double, i);
    for (guint i = 0; i < m; i++)
        triangles[i] = (uint32_t)g_array_index(part->triangles, int, i);
    return sn_mesh_new((int)n / 3, vertices, (int)m / 3, triangles);
}
