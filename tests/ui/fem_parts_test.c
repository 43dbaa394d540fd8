/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sets of nodes and elements are spread to, in boxes of every kind of element and random
 * cells, against what the places at rest say. */
#include "engine/base/element.h"
#include "tests/render/fem_maker.h"
#include "ui/viewport/scene/fem_parts.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const SnElementKind kinds[] = {SN_ELEMENT_HEX8,  SN_ELEMENT_HEX20,  SN_ELEMENT_TET4,
                                      SN_ELEMENT_TET10, SN_ELEMENT_WEDGE6, SN_ELEMENT_PYRAMID5};
static const double side_angle = 0.5; /* [rad] */

typedef struct Box {
    SnFemMesh *mesh;
    double size[3];
    int cells[3];
    double *points;
    uint8_t *set, *wanted;
} Box;

static Box box_new(GRand *random, SnElementKind kind)
{
    Box box = {.size = {0, 0, 0}};
    for (int k = 0; k < 3; k++) {
        box.cells[k] = g_rand_int_range(random, 2, 5);
        box.size[k] = box.cells[k] * g_rand_double_range(random, 0.01, 0.03);
    }
    box.mesh = fem_box(box.size, box.cells, kind);
    box.points = g_new(double, (gsize)3 * box.mesh->n_nodes);
    for (int i = 0; i < 3 * box.mesh->n_nodes; i++)
        box.points[i] = (double)box.mesh->rest[i];
    box.set = g_new0(uint8_t, MAX(box.mesh->n_nodes, box.mesh->n_elements));
    box.wanted = g_new0(uint8_t, MAX(box.mesh->n_nodes, box.mesh->n_elements));
    return box;
}

static void box_free(Box *box)
{
    sn_fem_mesh_unref(box->mesh);
    g_free(box->points);
    g_free(box->set);
    g_free(box->wanted);
}

/* Number of cells from the side `axis` low (sign < 0) or high, as a fraction for nodes between. */
static double cells_from(const Box *box, int node, int axis, int sign)
{
    const double at = box->points[3 * node + axis] * sign;
    return (box->size[axis] / 2 - at) / (box->size[axis] / box->cells[axis]);
}

static bool on_side(const Box *box, int node, int axis, int sign)
{
    return fabs(cells_from(box, node, axis, sign)) < 1e-4;
}

static bool outside(const Box *box, int node)
{
    for (int k = 0; k < 6; k++)
        if (on_side(box, node, k % 3, k < 3 ? 1 : -1))
            return true;
    return false;
}

static void start(Box *box)
{
    memset(box->set, 0, (size_t)box->mesh->n_nodes);
    memset(box->wanted, 0, (size_t)box->mesh->n_nodes);
}

static void spread(const Box *box, SnSpread how)
{
    g_assert_true(sn_fem_spread_nodes(box->mesh, box->points, how, side_angle, box->set));
}

static void check(const Box *box)
{
    g_assert_cmpmem(box->set, (size_t)box->mesh->n_nodes, box->wanted, (size_t)box->mesh->n_nodes);
}

/* From the face that is nearest to a place on it, the whole side and no more. */
static void test_side(Box *box, GRand *random, int axis, int sign)
{
    double place[3];
    start(box);
    for (int k = 0; k < 3; k++)
        place[k] = box->size[k] * (k == axis ? 0.5 * sign : g_rand_double_range(random, -0.4, 0.4));
    const int face = sn_fem_nearest_face(box->mesh, box->points, place);
    g_assert_cmpint(face, >=, 0);
    sn_fem_face_nodes(box->mesh, face, box->set);
    for (int i = 0; i < box->mesh->n_nodes; i++) {
        g_assert_true(!box->set[i] || on_side(box, i, axis, sign));
        box->wanted[i] = on_side(box, i, axis, sign);
    }
    spread(box, SN_SPREAD_FACE);
    check(box);
    memset(box->set, 0, (size_t)box->mesh->n_nodes);
    sn_fem_face_nodes(box->mesh, face, box->set);
    spread(box, SN_SPREAD_PLANE);
    check(box);
}

/* A side grows by what is beside it on the outside: never inside, at most a cell away, and all
 * corners of cells there; shrunk, it is a subset of the side again. */
static void test_rim(Box *box, int axis)
{
    start(box);
    for (int i = 0; i < box->mesh->n_nodes; i++)
        box->set[i] = on_side(box, i, axis, 1);
    spread(box, SN_SPREAD_GROW);
    int more = 0;
    for (int i = 0; i < box->mesh->n_nodes; i++) {
        const double away = cells_from(box, i, axis, 1);
        if (on_side(box, i, axis, 1))
            g_assert_true(box->set[i]);
        if (box->set[i]) {
            g_assert_true(outside(box, i));
            g_assert_cmpfloat(away, <, 1 + 1e-4);
            more += away > 0.9;
        }
    }
    g_assert_cmpint(more, >=, 2 * (box->cells[(axis + 1) % 3] + box->cells[(axis + 2) % 3]));
    spread(box, SN_SPREAD_SHRINK);
    for (int i = 0; i < box->mesh->n_nodes; i++)
        g_assert_true(!box->set[i] || cells_from(box, i, axis, 1) < 0.9);
}

/* Three nodes in a plane of nodes inside give all of it. */
static void test_plane(Box *box, GRand *random, int axis)
{
    start(box);
    const int layer = g_rand_int_range(random, 0, box->cells[axis] + 1);
    int first = -1, n = 0;
    for (int i = 0; i < box->mesh->n_nodes; i++) {
        box->wanted[i] = fabs(cells_from(box, i, axis, 1) - layer) < 1e-4;
        if (!box->wanted[i])
            continue;
        n++;
        if (first < 0)
            first = i;
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        if (i == first || (on_side(box, i, u, 1) && on_side(box, i, v, -1)) ||
            (on_side(box, i, u, 1) && on_side(box, i, v, 1)))
            box->set[i] = 1;
    }
    g_assert_cmpint(n, >=, 9);
    spread(box, SN_SPREAD_PLANE);
    check(box);
}

static void test_others(Box *box, GRand *random)
{
    start(box);
    box->set[g_rand_int_range(random, 0, box->mesh->n_nodes)] = 1;
    spread(box, SN_SPREAD_CONNECTED);
    memset(box->wanted, 1, (size_t)box->mesh->n_nodes);
    check(box);
    for (int i = 0; i < box->mesh->n_nodes; i++)
        box->set[i] = g_rand_boolean(random);
    for (int i = 0; i < box->mesh->n_nodes; i++)
        box->wanted[i] = !box->set[i];
    spread(box, SN_SPREAD_INVERT);
    check(box);
}

/* One random node grows to all, however it lies, and shrinks to nothing. */
static void test_whole(Box *box, GRand *random)
{
    start(box);
    box->set[g_rand_int_range(random, 0, box->mesh->n_nodes)] = 1;
    for (int i = 0; i < 40; i++)
        spread(box, SN_SPREAD_GROW);
    memset(box->wanted, 1, (size_t)box->mesh->n_nodes);
    check(box);
    box->set[0] = 0;
    for (int i = 0; i < 40; i++)
        spread(box, SN_SPREAD_SHRINK);
    memset(box->wanted, 0, (size_t)box->mesh->n_nodes);
    check(box);
}

/* It has a face of the outside there. */
static bool touches_side(const Box *box, int element, int axis)
{
    const SnFemMesh *mesh = box->mesh;
    bool touches = false;
    uint8_t *nodes = g_new0(uint8_t, mesh->n_nodes);
    for (int f = 0; f < mesh->n_faces && !touches; f++) {
        if (mesh->face[f][0] != element)
            continue;
        memset(nodes, 0, (size_t)mesh->n_nodes);
        sn_fem_face_nodes(mesh, f, nodes);
        touches = true;
        for (int i = 0; i < mesh->n_nodes; i++)
            touches = touches && (!nodes[i] || on_side(box, i, axis, 1));
    }
    g_free(nodes);
    return touches;
}

/* Elements of a side from one of them; grown, shrunk and inverted. */
static void test_elements(Box *box, int axis)
{
    const SnFemMesh *mesh = box->mesh;
    int first = -1, n = 0, others = 0;
    memset(box->set, 0, (size_t)mesh->n_elements);
    for (int f = 0; f < mesh->n_faces && first < 0; f++) {
        int sides = 0; /* with faces of one side only */
        for (int g = 0; g < mesh->n_faces; g++)
            sides += g != f && mesh->face[g][0] == mesh->face[f][0];
        if (sides == 0 && touches_side(box, mesh->face[f][0], axis))
            first = mesh->face[f][0];
    }
    if (first < 0)
        return; /* all have two */
    box->set[first] = 1;
    g_assert_true(sn_fem_spread_elements(mesh, box->points, SN_SPREAD_FACE, side_angle, box->set));
    for (int e = 0; e < mesh->n_elements; e++) {
        n += box->set[e];
        others += touches_side(box, e, axis) && !box->set[e];
        g_assert_true(!box->set[e] || touches_side(box, e, axis));
    }
    g_assert_cmpint(n, >, 1);
    g_assert_cmpint(others, ==, 0);
    uint8_t *before = g_memdup2(box->set, (size_t)mesh->n_elements);
    sn_fem_spread_elements(mesh, box->points, SN_SPREAD_GROW, side_angle, box->set);
    sn_fem_spread_elements(mesh, box->points, SN_SPREAD_SHRINK, side_angle, box->set);
    for (int e = 0; e < mesh->n_elements; e++) /* closing contains what it closes */
        g_assert_true(box->set[e] || !before[e]);
    sn_fem_spread_elements(mesh, box->points, SN_SPREAD_CONNECTED, side_angle, box->set);
    for (int e = 0; e < mesh->n_elements; e++)
        g_assert_true(box->set[e]);
    sn_fem_spread_elements(mesh, box->points, SN_SPREAD_INVERT, side_angle, box->set);
    for (int e = 0; e < mesh->n_elements; e++)
        g_assert_false(box->set[e]);
    g_free(before);
}

static void test_boxes(void)
{
    GRand *random = g_rand_new_with_seed(12);
    const int n = g_getenv("SN_LONG") ? 500 : 24;
    for (int i = 0; i < n; i++) {
        Box box = box_new(random, kinds[i % (int)G_N_ELEMENTS(kinds)]);
        for (int k = 0; k < 6; k++)
            test_side(&box, random, k % 3, k < 3 ? 1 : -1);
        test_rim(&box, i % 3);
        test_plane(&box, random, i % 3);
        test_others(&box, random);
        test_whole(&box, random);
        test_elements(&box, i % 3);
        box_free(&box);
    }
    g_rand_free(random);
}

/* A ball has one side where edges are allowed to turn, and many where they are not. */
static void test_ball(void)
{
    SnFemMesh *mesh = fem_ball(0.03, 1, SN_ELEMENT_HEX8);
    double *points = g_new(double, (gsize)3 * mesh->n_nodes);
    uint8_t *set = g_new0(uint8_t, mesh->n_nodes), *all = g_new0(uint8_t, mesh->n_nodes);
    for (int i = 0; i < 3 * mesh->n_nodes; i++)
        points[i] = (double)mesh->rest[i];
    for (int f = 0; f < mesh->n_faces; f++)
        sn_fem_face_nodes(mesh, f, all);
    sn_fem_face_nodes(mesh, 0, set);
    g_assert_true(sn_fem_spread_nodes(mesh, points, SN_SPREAD_FACE, 0.01, set));
    int n = 0;
    for (int i = 0; i < mesh->n_nodes; i++)
        n += set[i];
    g_assert_cmpint(n, ==, 4);
    g_assert_true(sn_fem_spread_nodes(mesh, points, SN_SPREAD_FACE, 1.4, set));
    g_assert_cmpmem(set, (size_t)mesh->n_nodes, all, (size_t)mesh->n_nodes);
    /* a node of the inside has no side */
    memset(set, 0, (size_t)mesh->n_nodes);
    for (int i = 0; i < mesh->n_nodes && n >= 0; i++) {
        if (!all[i]) {
            set[i] = 1;
            n = -1;
        }
    }
    g_assert_cmpint(n, ==, -1);
    g_assert_false(sn_fem_spread_nodes(mesh, points, SN_SPREAD_FACE, 1.4, set));
    g_assert_false(sn_fem_spread_nodes(mesh, points, SN_SPREAD_PLANE, 1.4, set));
    g_free(all);
    g_free(set);
    g_free(points);
    sn_fem_mesh_unref(mesh);
}

/* Two pieces: what is connected is one of them. */
static void test_pieces(void)
{
    static const double rest[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                                      {3, 0, 0}, {4, 0, 0}, {3, 1, 0}, {3, 0, 1}};
    static const int elements[] = {SN_ELEMENT_TET4, 0, 1, 2, 3, SN_ELEMENT_TET4, 4, 5, 6, 7};
    static const uint8_t wanted[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    SnFemMesh *mesh = fem_make(8, rest, 2, elements);
    uint8_t set[8] = {0, 0, 0, 0, 0, 0, 1, 0};
    g_assert_true(sn_fem_spread_nodes(mesh, &rest[0][0], SN_SPREAD_CONNECTED, 0, set));
    g_assert_cmpmem(set, 8, wanted, 8);
    sn_fem_mesh_unref(mesh);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fem-parts/boxes", test_boxes);
    g_test_add_func("/fem-parts/ball", test_ball);
    g_test_add_func("/fem-parts/pieces", test_pieces);
    return g_test_run();
}
