/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generated volume meshes: right side out, conforming, closed, of the right volume and size. */
#include "engine/base/vec.h"
#include "engine/mesh/volume/volume_mesh.h"
#include "engine/mesh/volume/volume_mesh_private.h"
#include "tests/support/volume_mesh_checks.h"

#include <stdlib.h>
#include <string.h>

static const SnElementKind SOLIDS[] = {SN_ELEMENT_TET4,  SN_ELEMENT_TET10,  SN_ELEMENT_HEX8,
                                       SN_ELEMENT_HEX20, SN_ELEMENT_WEDGE6, SN_ELEMENT_PYRAMID5};

static double total_volume(const SnVolumeMesh *mesh)
{
    double *volume = g_new(double, mesh->n_elements), sum = 0;
    volume_mesh_volumes(mesh, volume);
    for (int e = 0; e < mesh->n_elements; e++)
        sum += volume[e];
    g_free(volume);
    return sum;
}

static double worst_corner(const SnVolumeMesh *mesh)
{
    double worst = 1;
    for (int e = 0; e < mesh->n_elements; e++)
        worst =
            MIN(worst, sn_element_worst_corner((SnElementKind)mesh->kind[e],
                                               mesh->element_nodes + mesh->start[e], mesh->nodes));
    return worst;
}

/* Adds each face's nodes, started at its lowest corner, to a table of how often each way round was
 * met; faces and their middles must agree. */
static void count_faces(const SnVolumeMesh *mesh, GHashTable *table)
{
    for (int e = 0; e < mesh->n_elements; e++) {
        const SnElementShape *shape = sn_element_shape((SnElementKind)mesh->kind[e]);
        const int *nodes = mesh->element_nodes + mesh->start[e];
        for (int k = 0; k < shape->n_faces; k++) {
            const SnElementFace *face = &shape->face[k];
            const int n = face->n_corners;
            int lowest = 0;
            for (int i = 1; i < n; i++)
                if (nodes[face->node[i]] < nodes[face->node[lowest]])
                    lowest = i;
            GString *key = g_string_new(NULL);
            for (int i = 0; i < n; i++) {
                g_string_append_printf(key, "%d ", nodes[face->node[(lowest + i) % n]]);
                if (face->n > n)
                    g_string_append_printf(key, "%d ", nodes[face->node[n + (lowest + i) % n]]);
            }
            gpointer count = g_hash_table_lookup(table, key->str);
            g_hash_table_insert(table, g_string_free(key, FALSE),
                                GINT_TO_POINTER(GPOINTER_TO_INT(count) + 1));
        }
    }
}

/* The other way round: "1 2 3 4 " -> "1 4 3 2 ". */
static char *reversed(const char *key)
{
    char *copy = g_strchomp(g_strdup(key));
    char **words = g_strsplit(copy, " ", -1);
    g_free(copy);
    const guint n = g_strv_length(words);
    GString *back = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(back, "%s ", words[(n - i) % n]);
    g_strfreev(words);
    return g_string_free(back, FALSE);
}

/* Every face once the one way round, and once the other or not at all; those alone are the surface
 * and enclose the volume of the elements. */
static void check_conforming(const SnVolumeMesh *mesh)
{
    GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    count_faces(mesh, table);
    GHashTableIter iter;
    gpointer key, count;
    int alone = 0;
    g_hash_table_iter_init(&iter, table);
    while (g_hash_table_iter_next(&iter, &key, &count)) {
        g_assert_cmpint(GPOINTER_TO_INT(count), ==, 1);
        char *back = reversed(key);
        alone += !g_hash_table_contains(table, back);
        g_free(back);
    }
    int *faces;
    g_assert_cmpint(sn_volume_mesh_surface(mesh, &faces), ==, alone);
    g_free(faces);
    g_hash_table_unref(table);
}

/* Surface faces make one closed surface: every edge of corners twice, in both directions, and
 * Euler's number. */
static void check_closed(const SnVolumeMesh *mesh, int euler)
{
    int *faces;
    const int n = sn_volume_mesh_surface(mesh, &faces);
    GHashTable *edges = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    GHashTable *nodes = g_hash_table_new(NULL, NULL);
    for (int f = 0; f < n; f++) {
        const int e = faces[2 * f];
        const SnElementFace *face =
            &sn_element_shape((SnElementKind)mesh->kind[e])->face[faces[2 * f + 1]];
        for (int i = 0; i < face->n_corners; i++) {
            const int *element = mesh->element_nodes + mesh->start[e];
            const guint64 a = (guint64)element[face->node[i]],
                          b = (guint64)element[face->node[(i + 1) % face->n_corners]];
            const guint64 key = a << 32 | b;
            g_assert_true(g_hash_table_insert(edges, g_memdup2(&key, sizeof key), NULL));
            g_hash_table_add(nodes, GINT_TO_POINTER((int)a + 1));
        }
    }
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, edges);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        const guint64 forth = *(const guint64 *)key, back = forth << 32 | forth >> 32;
        g_assert_true(g_hash_table_contains(edges, &back));
    }
    const int n_edges = (int)g_hash_table_size(edges) / 2;
    g_assert_cmpint((int)g_hash_table_size(nodes) - n_edges + n, ==, euler);
    g_hash_table_unref(edges);
    g_hash_table_unref(nodes);
    g_free(faces);
}

/* Checks a mesh, reports its quality and returns the relative error of its volume. */
static double examine(SnVolumeMesh *mesh, const char *name, double volume, double least, int euler)
{
    GError *error = NULL;
    g_assert_nonnull(mesh);
    volume_mesh_check(mesh, false, &error);
    g_assert_no_error(error);
    volume_mesh_check(mesh, true, &error);
    g_assert_no_error(error);
    check_conforming(mesh);
    check_closed(mesh, euler);
    const double off = total_volume(mesh) / volume - 1, worst = worst_corner(mesh);
    g_test_message("%s: %d nodes, %d elements, worst corner %.3f, volume off by %.2e", name,
                   mesh->n_nodes, mesh->n_elements, worst, off);
    g_assert_cmpfloat(worst, >=, least);
    sn_volume_mesh_unref(mesh);
    return fabs(off);
}

static void test_box(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(SOLIDS); i++) {
        const SnElementKind kind = SOLIDS[i];
        SnVolumeMesh *mesh =
            sn_volume_mesh_box((const double[3]){1, 2, 3}, (const int[3]){2, 3, 4}, kind);
        const int cells = 24, corners = 60, edges = 2 * 4 * 5 + 3 * 3 * 5 + 4 * 3 * 4;
        const int per_cell[] = {6, 6, 1, 1, 2, 6};
        g_assert_cmpint(mesh->n_elements, ==, cells * per_cell[i]);
        if (kind == SN_ELEMENT_TET4 || kind == SN_ELEMENT_HEX8 || kind == SN_ELEMENT_WEDGE6)
            g_assert_cmpint(mesh->n_nodes, ==, corners);
        if (kind == SN_ELEMENT_HEX20)
            g_assert_cmpint(mesh->n_nodes, ==, corners + edges);
        if (kind == SN_ELEMENT_PYRAMID5)
            g_assert_cmpint(mesh->n_nodes, ==, corners + cells);
        if (kind == SN_ELEMENT_TET10) /* every point of the lattice: 5 x 7 x 9 */
            g_assert_cmpint(mesh->n_nodes, ==, 315);
        for (int n = 0; n < corners; n++) { /* corners along x first, then y, then z */
            const double *p = mesh->nodes + 3 * n;
            g_assert_cmpfloat(fabs(p[0] - (-0.5 + 0.5 * (n % 3))), <, 1e-15);
            g_assert_cmpfloat(fabs(p[1] - (-1.0 + 2.0 / 3 * (n / 3 % 4))), <, 1e-15);
            g_assert_cmpfloat(fabs(p[2] - (-1.5 + 0.75 * (n / 12))), <, 1e-15);
        }
        const double off = examine(mesh, sn_element_shape(kind)->name, 6, 0.25, 2);
        g_assert_cmpfloat(off, <, 1e-14);
    }
    SnVolumeMesh *mesh =
        sn_volume_mesh_box((const double[3]){1, 1, 1}, (const int[3]){3, 3, 3}, SN_ELEMENT_HEX8);
    static const int SECOND[8] = {1, 2, 6, 5, 17, 18, 22, 21};
    g_assert_cmpmem(mesh->element_nodes + mesh->start[1], sizeof SECOND, SECOND, sizeof SECOND);
    sn_volume_mesh_unref(mesh);
}

typedef SnVolumeMesh *(*Maker)(int n, SnElementKind kind);

static SnVolumeMesh *ellipsoid(int n, SnElementKind kind)
{
    return sn_volume_mesh_ellipsoid((const double[3]){0.1, 0.2, 0.3}, n, kind);
}

static SnVolumeMesh *tube(int n, SnElementKind kind)
{
    return sn_volume_mesh_tube(0.1, 0.2, 0.5, 8 * n, n, n, kind);
}

static SnVolumeMesh *cylinder(int n, SnElementKind kind)
{
    return sn_volume_mesh_tube(0, 0.2, 0.5, 8 * n, n, n, kind);
}

static SnVolumeMesh *capsule(int n, SnElementKind kind)
{
    return sn_volume_mesh_capsule(0.1, 0.3, 2 * n, 3 * n, kind);
}

/* The volume comes nearer with the square of the fineness, with its fourth power where edges are
 * curved. */
static void test_round(void)
{
    const struct {
        const char *name;
        Maker make;
        double volume;
        int euler;
    } SHAPES[] = {{"ellipsoid", ellipsoid, 4 * G_PI / 3 * 0.006, 2},
                  {"tube", tube, G_PI * 0.03 * 0.5, 0},
                  {"cylinder", cylinder, G_PI * 0.04 * 0.5, 2},
                  {"capsule", capsule, G_PI * 0.01 * (0.3 + 0.4 / 3), 2}};
    for (size_t s = 0; s < G_N_ELEMENTS(SHAPES); s++) {
        for (size_t i = 0; i < G_N_ELEMENTS(SOLIDS); i++) {
            const SnElementKind kind = SOLIDS[i];
            const bool quadratic = kind == SN_ELEMENT_TET10 || kind == SN_ELEMENT_HEX20;
            double off[3];
            for (int n = 0; n < 3; n++) {
                char *name = g_strdup_printf("%s %s %d", SHAPES[s].name,
                                             sn_element_shape(kind)->name, 1 << n);
                off[n] = examine(SHAPES[s].make(1 << n, kind), name, SHAPES[s].volume, 0.01,
                                 SHAPES[s].euler);
                g_free(name);
            }
            g_assert_cmpfloat(off[1] / off[2], >, quadratic ? 8 : 3);
            g_assert_cmpfloat(off[2], <, quadratic ? 2e-3 : 0.08);
        }
    }
}

static void test_odd_sizes(void)
{
    for (int n = 1; n <= 5; n++) {
        for (size_t i = 0; i < G_N_ELEMENTS(SOLIDS); i++) {
            examine(sn_volume_mesh_ellipsoid((const double[3]){1, 1, 1}, n, SOLIDS[i]), "ball",
                    4 * G_PI / 3, 0.01, 2);
            examine(sn_volume_mesh_tube(0.5, 1, 1, 2 + n, n, 1, SOLIDS[i]), "ring", 0.75 * G_PI,
                    0.01, 0);
            examine(sn_volume_mesh_tube(0, 1, 1, 2 + n, n, 2, SOLIDS[i]), "rod", G_PI, 0.01, 2);
            examine(sn_volume_mesh_capsule(1, 0.1, n, n, SOLIDS[i]), "pill", G_PI * (0.1 + 4.0 / 3),
                    0.01, 2);
        }
    }
}

/* A mirror image, twice as wide and half as high. */
static SnVolumeMesh *mirrored(SnVolumeMesh *mesh)
{
    sn_volume_mesh_stretch(mesh, (const double[3]){2, -1, 0.5});
    return mesh;
}

static void test_mirrored(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(SOLIDS); i++) {
        const SnElementKind kind = SOLIDS[i];
        examine(
            mirrored(sn_volume_mesh_box((const double[3]){1, 2, 3}, (const int[3]){2, 1, 3}, kind)),
            "mirrored box", 6, 0.01, 2);
        examine(mirrored(tube(2, kind)), "mirrored tube", G_PI * 0.03 * 0.5, 0.01, 0);
        examine(mirrored(ellipsoid(2, kind)), "mirrored ellipsoid", 4 * G_PI / 3 * 0.006, 0.01, 2);
    }
}

static void test_sheet(void)
{
    for (int k = SN_ELEMENT_MEMBRANE3; k <= SN_ELEMENT_SHELL4; k++) {
        const int corners = sn_element_shape((SnElementKind)k)->n_nodes;
        SnVolumeMesh *mesh =
            sn_volume_mesh_sheet((const double[2]){2, 1}, (const int[2]){4, 3}, (SnElementKind)k);
        GError *error = NULL;
        volume_mesh_check(mesh, false, &error);
        g_assert_no_error(error);
        g_assert_cmpint(mesh->n_nodes, ==, 20);
        g_assert_cmpint(mesh->n_elements, ==, corners == 4 ? 12 : 24);
        double area = 0;
        for (int e = 0; e < mesh->n_elements; e++) {
            const int *nodes = mesh->element_nodes + mesh->start[e];
            double u[3], v[3], n[3];
            sn_v3_sub(mesh->nodes + 3 * nodes[1], mesh->nodes + 3 * nodes[0], u);
            sn_v3_sub(mesh->nodes + 3 * nodes[2], mesh->nodes + 3 * nodes[0], v);
            sn_v3_cross(u, v, n);
            area += n[2] * (corners == 4 ? 1 : 0.5);
        }
        g_assert_cmpfloat(fabs(area - 2), <, 1e-14);
        int *faces;
        g_assert_cmpint(sn_volume_mesh_surface(mesh, &faces), ==, mesh->n_elements);
        g_free(faces);
        sn_volume_mesh_unref(mesh);
    }
}

/* Numbers that make no solid, and more than there may be. */
static void test_refused(void)
{
    const double size[3] = {1, 1, 1}, flat[3] = {1, 0, 1};
    g_assert_null(sn_volume_mesh_box(flat, (const int[3]){1, 1, 1}, SN_ELEMENT_HEX8));
    g_assert_null(sn_volume_mesh_box(size, (const int[3]){1, 0, 1}, SN_ELEMENT_HEX8));
    g_assert_null(sn_volume_mesh_box(size, (const int[3]){1000, 1000, 1000}, SN_ELEMENT_HEX8));
    g_assert_null(sn_volume_mesh_box(size, (const int[3]){1, 1, 1}, SN_ELEMENT_SHELL4));
    g_assert_null(sn_volume_mesh_ellipsoid(flat, 2, SN_ELEMENT_HEX8));
    g_assert_null(sn_volume_mesh_ellipsoid(size, G_MAXINT, SN_ELEMENT_HEX8));
    g_assert_null(sn_volume_mesh_tube(0.2, 0.2, 1, 8, 1, 1, SN_ELEMENT_HEX8));
    g_assert_null(sn_volume_mesh_tube(0.1, 0.2, 1, 2, 1, 1, SN_ELEMENT_HEX8));
    g_assert_null(sn_volume_mesh_capsule(0.2, 0, 2, 1, SN_ELEMENT_HEX8));
    g_assert_null(sn_volume_mesh_sheet(size, (const int[2]){1, 1}, SN_ELEMENT_HEX8));
}

/* One brick with something wrong, and what is said of it. */
static void expect_trouble(SnVolumeMesh *mesh, bool lenient, const char *message)
{
    GError *error = NULL;
    g_assert_false(volume_mesh_check(mesh, lenient, &error));
    g_assert_cmpstr(error->message, ==, message);
    g_clear_error(&error);
    sn_volume_mesh_unref(mesh);
}

static SnVolumeMesh *two_bricks(void)
{
    return sn_volume_mesh_box((const double[3]){2, 1, 1}, (const int[3]){2, 1, 1}, SN_ELEMENT_HEX8);
}

static void test_trouble(void)
{
    SnVolumeMesh *mesh = two_bricks();
    int *second = mesh->element_nodes + mesh->start[1];
    second[7] = 12;
    expect_trouble(mesh, true, "element 1 uses a node that does not exist");
    mesh = two_bricks();
    second = mesh->element_nodes + mesh->start[1];
    second[7] = second[6];
    expect_trouble(mesh, true, "element 1 uses node 11 twice");
    mesh = two_bricks();
    second = mesh->element_nodes + mesh->start[1];
    for (int i = 0; i < 4; i++) { /* top and bottom changed places */
        const int node = second[i];
        second[i] = second[4 + i];
        second[4 + i] = node;
    }
    expect_trouble(mesh, true, "element 1 is inside out (volume -1 m3)");
    mesh = two_bricks();
    memcpy(mesh->element_nodes + 8, mesh->element_nodes, 8 * sizeof(int));
    expect_trouble(mesh, true, "element 1 has the same nodes as element 0");
    mesh = two_bricks();
    for (int n = 0; n < mesh->n_nodes; n++)
        mesh->nodes[3 * n + 2] = 0;
    expect_trouble(mesh, false, "element 0 is flat (volume 0 m3)");
    /* One corner pushed in: its own Jacobian turns over, those inside stay positive.  The volume is
     * linear in it: a quarter of the push along each axis. */
    mesh = two_bricks();
    for (int k = 0; k < 3; k++)
        mesh->nodes[k] += 0.4;
    GError *error = NULL;
    volume_mesh_check(mesh, true, &error);
    g_assert_no_error(error);
    expect_trouble(mesh, false, "element 0 is folded over itself (volume 0.7 m3)");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mesh/volume/volume_mesh/box", test_box);
    g_test_add_func("/mesh/volume/volume_mesh/round", test_round);
    g_test_add_func("/mesh/volume/volume_mesh/odd_sizes", test_odd_sizes);
    g_test_add_func("/mesh/volume/volume_mesh/sheet", test_sheet);
    g_test_add_func("/mesh/volume/volume_mesh/mirrored", test_mirrored);
    g_test_add_func("/mesh/volume/volume_mesh/refused", test_refused);
    g_test_add_func("/mesh/volume/volume_mesh/trouble", test_trouble);
    return g_test_run();
}
