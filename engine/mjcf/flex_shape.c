/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of <flexcomp>, numbered as MuJoCo numbers them: pins and names go by that. */
#include "engine/mjcf/flex.h"

#include "engine/base/vec.h"
#include "engine/mesh/volume/volume_mesh.h"

#include <math.h>
#include <string.h>

enum { MOST_POINTS = 200000 };

static void add_point(SnMjcfFlex *flex, double x, double y, double z)
{
    const double p[3] = {x, y, z};
    g_array_append_vals(flex->points, p, 3);
}

static void add_simplex(SnMjcfFlex *flex, const int *corner)
{
    g_array_append_vals(flex->simplices, corner, (guint)flex->dim + 1);
}

/* From the middle of a row of n. */
static double along(double spacing, int i, int n)
{
    return spacing * (i - 0.5 * (n - 1));
}

/* --- grids --- */

/* A row, or a ring whose last point is its first. */
static void line(SnMjcfFlex *flex)
{
    const bool ring = flex->type == SN_MJCF_FLEX_CIRCLE;
    const int n = ring ? flex->count[0] - 1 : flex->count[0];
    const double step = 2 * G_PI / n, radius = flex->spacing[0] / (2 * sin(step / 2));
    for (int i = 0; i < n; i++) {
        const int edge[2] = {i, (i + 1) % n};
        if (ring)
            add_point(flex, radius * cos(step * i), radius * sin(step * i), 0);
        else
            add_point(flex, along(flex->spacing[0], i, n), 0, 0);
        if (ring || i + 1 < n)
            add_simplex(flex, edge);
    }
}

/* A disc's squares are parted along the other diagonal where x and y have different signs. */
static void square(SnMjcfFlex *flex)
{
    const int *n = flex->count;
    const double least = 1e-14;
    for (int i = 0; i < n[0]; i++)
        for (int k = 0; k < n[1]; k++) {
            const double x = along(flex->spacing[0], i, n[0]), y = along(flex->spacing[1], k, n[1]);
            const int a = i * n[1] + k, b = a + n[1], c = b + 1, d = a + 1;
            const bool other = flex->type == SN_MJCF_FLEX_DISC &&
                               ((x < -least && y > -least) || (x > -least && y < -least));
            const int first[3] = {a, b, other ? d : c}, second[3] = {other ? b : a, c, d};
            add_point(flex, x, y, 0);
            if (i + 1 < n[0] && k + 1 < n[1]) {
                add_simplex(flex, first);
                add_simplex(flex, second);
            }
        }
}

/* Six tetrahedra to a cube, all around one diagonal. */
static void block(SnMjcfFlex *flex)
{
    static const int tetrahedra[6][4] = {{0, 3, 1, 7}, {0, 1, 4, 7}, {1, 3, 2, 7},
                                         {1, 2, 6, 7}, {1, 5, 4, 7}, {1, 6, 5, 7}};
    static const int step[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    const int *n = flex->count;
    for (int i = 0; i < n[0]; i++)
        for (int k = 0; k < n[1]; k++)
            for (int j = 0; j < n[2]; j++) {
                add_point(flex, along(flex->spacing[0], i, n[0]), along(flex->spacing[1], k, n[1]),
                          along(flex->spacing[2], j, n[2]));
                for (int t = 0; i + 1 < n[0] && k + 1 < n[1] && j + 1 < n[2] && t < 6; t++) {
                    int corner[4];
                    for (int v = 0; v < 4; v++) {
                        const int *s = step[tetrahedra[t][v]];
                        corner[v] = ((i + s[0]) * n[1] + k + s[1]) * n[2] + j + s[2];
                    }
                    add_simplex(flex, corner);
                }
            }
}

/* A disc is a square whose lines around the middle become circles. */
static void make_round(SnMjcfFlex *flex)
{
    for (guint i = 0; i < flex->points->len; i += 3) {
        double *p = &g_array_index(flex->points, double, i);
        const double far = fmax(fabs(p[0]), fabs(p[1])), size = hypot(p[0], p[1]);
        for (int k = 0; k < 2 && size > 0; k++)
            p[k] *= 0.5 * flex->spacing[k] * (flex->count[k] - 1) * far / size;
    }
}

/* --- boxes, and what is made of them --- */

typedef struct Shell {
    SnMjcfFlex *flex;
    int *number; /* of each point of the grid that lies on the outside */
} Shell;

static int *place_of(const Shell *shell, int i, int k, int j)
{
    const int *n = shell->flex->count;
    return shell->number + (i * n[1] + k) * n[2] + j;
}

static void add_outside(const Shell *shell, int i, int k, int j)
{
    SnMjcfFlex *flex = shell->flex;
    const int *n = flex->count;
    double p[3] = {2.0 * i / (n[0] - 1) - 1, 2.0 * k / (n[1] - 1) - 1, 2.0 * j / (n[2] - 1) - 1};
    if (flex->type == SN_MJCF_FLEX_CYLINDER) {
        const double far = fmax(fabs(p[0]), fabs(p[1])), size = hypot(p[0], p[1]);
        for (int c = 0; c < 2 && size > 0; c++)
            p[c] *= far / size;
    } else if (flex->type == SN_MJCF_FLEX_ELLIPSOID) {
        sn_v3_normalize(p, p);
    }
    *place_of(shell, i, k, j) = (int)flex->points->len / 3;
    for (int c = 0; c < 3; c++)
        p[c] *= 0.5 * flex->spacing[c] * (n[c] - 1);
    add_point(flex, p[0], p[1], p[2]);
}

/* Two triangles of a face, or two tetrahedra of it and the middle. */
static void add_face(const Shell *shell, const int corner[4])
{
    for (int half = 0; half < 2; half++) {
        const int solid[4] = {0, corner[0], corner[1 + half], corner[2 + half]};
        add_simplex(shell->flex, shell->flex->dim == 3 ? solid : solid + 1);
    }
}

/* Of all four corners of a face of the grid at a level across one axis, seen from outside. */
static void add_side(const Shell *shell, int axis, int level)
{
    const int *n = shell->flex->count, u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int a = 0; a + 1 < n[u]; a++)
        for (int b = 0; b + 1 < n[v]; b++) {
            int corner[4];
            for (int c = 0; c < 4; c++) {
                int at[3];
                const int right = c == 1 || c == 2, up = c >= 2;
                at[axis] = level;
                at[u] = a + (level ? right : up);
                at[v] = b + (level ? up : right);
                corner[c] = *place_of(shell, at[0], at[1], at[2]);
            }
            add_face(shell, corner);
        }
}

/* Points first of both ends, then of the sides across y, then of those across x. */
static void box(SnMjcfFlex *flex)
{
    const int *n = flex->count;
    const Shell shell = {flex, g_new0(int, (size_t)n[0] * (size_t)n[1] * (size_t)n[2])};
    if (flex->dim == 3)
        add_point(flex, 0, 0, 0);
    for (int j = 0; j < n[2]; j += n[2] - 1)
        for (int i = 0; i < n[0]; i++)
            for (int k = 0; k < n[1]; k++)
                add_outside(&shell, i, k, j);
    for (int k = 0; k < n[1]; k += n[1] - 1)
        for (int i = 0; i < n[0]; i++)
            for (int j = 1; j + 1 < n[2]; j++)
                add_outside(&shell, i, k, j);
    for (int i = 0; i < n[0]; i += n[0] - 1)
        for (int k = 1; k + 1 < n[1]; k++)
            for (int j = 1; j + 1 < n[2]; j++)
                add_outside(&shell, i, k, j);
    for (int axis = 0; axis < 3; axis++)
        for (int end = 0; end < 2; end++)
            add_side(&shell, axis, end * (n[axis] - 1));
    g_free(shell.number);
}

bool sn_mjcf_flex_shape(SnMjcfFlex *flex)
{
    const int *n = flex->count;
    const bool flat = flex->type == SN_MJCF_FLEX_SQUARE || flex->type == SN_MJCF_FLEX_DISC;
    const bool outside = flex->type >= SN_MJCF_FLEX_BOX && flex->type <= SN_MJCF_FLEX_ELLIPSOID;
    if (flat)
        flex->dim = 2;
    if (flex->type == SN_MJCF_FLEX_CIRCLE)
        flex->dim = 1;
    const int needed = outside ? 3 : flex->dim, least = flex->type == SN_MJCF_FLEX_CIRCLE ? 4 : 2;
    double all = 1;
    for (int k = 0; k < 3; k++) {
        if (n[k] < (k < needed ? least : 1))
            return false;
        all *= k < needed ? n[k] : 1;
    }
    if (all > MOST_POINTS || (outside && flex->dim == 1))
        return false;
    if (outside)
        box(flex);
    else if (flex->dim == 1)
        line(flex);
    else if (flex->dim == 2)
        square(flex);
    else
        block(flex);
    if (flex->type == SN_MJCF_FLEX_DISC)
        make_round(flex);
    return true;
}

/* --- files and lists --- */

static const char *take_lists(SnMjcf *mjcf, SnMjcfFlex *flex)
{
    const SnXmlNode *node = flex->element.node;
    const char *point = sn_xml_attribute(node, "point"), *of = sn_xml_attribute(node, "element");
    if (!point || !of)
        return "it has no points and elements";
    g_autoptr(GArray) points = sn_mjcf_list(mjcf, node, "point", point);
    g_autoptr(GArray) elements = sn_mjcf_list(mjcf, node, "element", of);
    if (points->len % 3 || elements->len % ((guint)flex->dim + 1))
        return "its points or elements are no whole number";
    g_array_append_vals(flex->points, points->data, points->len);
    for (guint i = 0; i < elements->len; i++) {
        const double number = g_array_index(elements, double, i);
        const int corner = (int)fmin(fmax(number, -1), 1e9);
        if (corner != number || corner < 0 || 3 * (guint)corner >= points->len)
            return "an element has a point that is not there";
        g_array_append_val(flex->simplices, corner);
    }
    return NULL;
}

/* Triangles, or tetrahedra of those that see the origin from inside. */
static const char *take_surface(SnMjcfFlex *flex, const char *path)
{
    SnSurface *surface = flex->dim == 1 ? NULL : sn_surface_read(path, NULL);
    if (!surface)
        return flex->dim == 1 ? "edges of a mesh are not read" : "its file cannot be read";
    const int first = flex->dim == 3;
    if (first)
        add_point(flex, flex->origin[0], flex->origin[1], flex->origin[2]);
    g_array_append_vals(flex->points, surface->vertices, 3 * (guint)surface->n_vertices);
    for (int t = 0; t < surface->n_triangles; t++) {
        int corner[4] = {0};
        double edge[3][3], across[3];
        for (int k = 0; k < 3; k++) {
            corner[k + first] = surface->triangles[3 * t + k] + first;
            sn_v3_sub(surface->vertices + 3 * (size_t)surface->triangles[3 * t + k], flex->origin,
                      edge[k]);
        }
        sn_v3_cross(edge[0], edge[1], across);
        if (!first || sn_v3_dot(across, edge[2]) >= 1e-15)
            add_simplex(flex, corner);
    }
    sn_surface_free(surface);
    return NULL;
}

/* Tetrahedra, else triangles. */
static const char *take_gmsh(SnMjcfFlex *flex, const char *path)
{
    SnVolumeMesh *mesh = sn_volume_mesh_read(path, NULL);
    if (!mesh)
        return "its file cannot be read";
    const SnElementKind kind = mesh->n_elements ? mesh->kind[0] : SN_ELEMENT_HEX8;
    flex->dim = kind == SN_ELEMENT_TET4 ? 3 : kind == SN_ELEMENT_MEMBRANE3 ? 2 : 0;
    for (int e = 0; flex->dim && e < mesh->n_elements; e++) {
        if (mesh->kind[e] == kind)
            add_simplex(flex, mesh->element_nodes + mesh->start[e]);
        else
            flex->dim = 0;
    }
    g_array_append_vals(flex->points, mesh->nodes, 3 * (guint)mesh->n_nodes);
    sn_volume_mesh_unref(mesh);
    return flex->dim ? NULL : "its file holds other elements than triangles or tetrahedra";
}

/* Points that no element has are left out, with their pins. */
static void drop_unused(SnMjcfFlex *flex)
{
    const guint n = flex->points->len / 3;
    g_autofree int *number = g_new0(int, n + 1);
    int used = 0;
    for (guint i = 0; i < flex->simplices->len; i++)
        number[g_array_index(flex->simplices, int, i)] = 1;
    for (guint i = 0; i < n; i++) {
        if (!number[i])
            continue;
        number[i] = used;
        sn_v3_copy(&g_array_index(flex->points, double, 3 * i),
                   &g_array_index(flex->points, double, 3 * used));
        g_array_index(flex->pinned, bool, used) = g_array_index(flex->pinned, bool, i);
        used++;
    }
    for (guint i = 0; i < flex->simplices->len; i++)
        g_array_index(flex->simplices, int, i) = number[g_array_index(flex->simplices, int, i)];
    g_array_set_size(flex->points, 3 * (guint)used);
    if (flex->order == 0)
        g_array_set_size(flex->pinned, (guint)used);
}

const char *sn_mjcf_flex_read_shape(SnMjcf *mjcf, SnMjcfFlex *flex)
{
    const SnXmlNode *node = flex->element.node;
    const char *file = sn_xml_attribute(node, "file");
    const SnMjcfCompiler *compiler = sn_mjcf_compiler(mjcf, node);
    if (flex->type == SN_MJCF_FLEX_DIRECT)
        return take_lists(mjcf, flex);
    g_autofree char *base = file ? g_path_get_basename(file) : NULL;
    g_autofree char *path = file ? sn_mjcf_find_file(mjcf, node, compiler->mesh_folder,
                                                     compiler->strip_path ? base : file)
                                 : NULL;
    if (!path)
        return "its file was not found";
    return flex->type == SN_MJCF_FLEX_MESH ? take_surface(flex, path) : take_gmsh(flex, path);
}

/* --- how much there is --- */

static double size_of(const SnMjcfFlex *flex, const int *corner)
{
    const double *p[4];
    double edge[3][3] = {{0}}, across[3];
    for (int k = 0; k <= flex->dim; k++)
        p[k] = &g_array_index(flex->points, double, 3 * corner[k]);
    for (int k = 0; k < flex->dim; k++)
        sn_v3_sub(p[k + 1], p[0], edge[k]);
    if (flex->dim == 1)
        return sn_v3_norm(edge[0]);
    sn_v3_cross(edge[0], edge[1], across);
    return flex->dim == 2 ? sn_v3_norm(across) / 2 : sn_v3_dot(across, edge[2]) / 6;
}

double sn_mjcf_flex_measure(SnMjcfFlex *flex)
{
    const guint n = (guint)flex->dim + 1;
    guint kept = 0;
    double all = 0;
    for (guint i = 0; i + n <= flex->simplices->len; i += n) {
        int *corner = &g_array_index(flex->simplices, int, i);
        const double size = size_of(flex, corner);
        if (!(fabs(size) > 1e-18))
            continue;
        if (size < 0) {
            const int other = corner[1];
            corner[1] = corner[2];
            corner[2] = other;
        }
        memmove(&g_array_index(flex->simplices, int, kept), corner, n * sizeof(int));
        kept += n;
        all += fabs(size);
    }
    g_array_set_size(flex->simplices, kept);
    if (flex->type >= SN_MJCF_FLEX_MESH && !flex->carriers)
        drop_unused(flex);
    return all;
}
