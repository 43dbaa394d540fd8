/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finer triangles for display: on a sphere they come closer to it by the square of the edges, flat
 * faces and creases stay what they are, and they are as closed as what they are made of. */
#include "render/tissue/tissue_refine.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void set_vertex(SnTissueVertex *vertex, double x, double y, double z, const double n[3])
{
    const double p[3] = {x, y, z};
    for (int k = 0; k < 3; k++) {
        vertex->position[k] = (float)p[k];
        vertex->normal[k] = (int16_t)lrint(32767 * n[k]);
    }
    vertex->value = (float)x;
}

static double radius(const SnTissueVertex *v)
{
    return sqrt((double)v->position[0] * (double)v->position[0] +
                (double)v->position[1] * (double)v->position[1] +
                (double)v->position[2] * (double)v->position[2]);
}

/* An octahedron whose normals are those of the sphere about it. */
static void test_sphere(void)
{
    static const uint32_t triangles[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                           2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    SnTissueVertex made[200];
    for (int i = 0; i < 6; i++) {
        double n[3] = {0, 0, 0};
        n[i / 2] = i % 2 ? -1 : 1;
        set_vertex(&made[i], n[0], n[1], n[2], n);
    }
    SnRefinement once, twice;
    sn_refinement_make(&once, 6, triangles, 8, NULL, 0);
    g_assert_cmpint(once.n_edges, ==, 12);
    sn_refinement_update(&once, made);
    sn_refinement_make(&twice, sn_refinement_count(&once), once.triangles, once.n_triangles, NULL,
                       0);
    g_assert_cmpint(twice.n_edges, ==, 48);
    sn_refinement_update(&twice, made);
    double worst[2] = {0, 0};
    for (int i = 6; i < 18 + 48; i++) {
        const int level = i >= 18;
        worst[level] = fmax(worst[level], fabs(radius(&made[i]) - 1));
        double along = 0;
        for (int k = 0; k < 3; k++)
            along += (double)made[i].normal[k] / 32767 * (double)made[i].position[k];
        g_assert_cmpfloat(along / radius(&made[i]), >, 0.98);
    }
    g_assert_cmpfloat(worst[0], <, 0.12); /* straight edges: 0.29 */
    g_assert_cmpfloat(worst[1], <, 0.15);
    for (int i = 0; i < 48 + 12; i++)
        g_assert_true(i < 12 ? once.curved[i] : twice.curved[i - 12]);
    sn_refinement_clear(&once);
    sn_refinement_clear(&twice);
}

/* Two squares that meet at a right angle, each with vertices of its own along the crease. */
static void test_crease(void)
{
    static const double up[3] = {0, 0, 1}, side[3] = {1, 0, 0};
    static const uint32_t triangles[12] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    SnTissueVertex made[30];
    set_vertex(&made[0], 0, 0, 0, up);
    set_vertex(&made[1], 1, 0, 0, up);
    set_vertex(&made[2], 1, 1, 0, up);
    set_vertex(&made[3], 0, 1, 0, up);
    set_vertex(&made[4], 1, 0, 0, side);
    set_vertex(&made[5], 1, 0, -1, side);
    set_vertex(&made[6], 1, 1, -1, side);
    set_vertex(&made[7], 1, 1, 0, side);
    SnRefinement fine;
    sn_refinement_make(&fine, 8, triangles, 4, NULL, 0);
    sn_refinement_update(&fine, made);
    g_assert_cmpint(fine.n_edges, ==, 10);
    for (int i = 8; i < 18; i++) {
        const float *p = made[i].position;
        g_assert_true(fabsf(p[2]) < 1e-6f || fabsf(p[0] - 1) < 1e-6f);
        g_assert_cmpfloat(fabs((double)made[i].value - (double)p[0]), <, 1e-6);
    }
    for (int i = 0; i < 3 * fine.n_triangles; i++)
        g_assert_cmpuint(fine.triangles[i], <, 18);
    sn_refinement_clear(&fine);
}

/* Lines go on along the edges that triangles are divided at: on the octahedron as close to the
 * sphere as these; on a crease, given by vertices that no triangle joins, by either side's. */
static void test_lines(void)
{
    static const uint32_t triangles[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                           2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    static const int place[18] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
    static const uint32_t lines[4] = {0, 2, 5, 1};
    SnTissueVertex made[70];
    for (int i = 0; i < 6; i++) {
        double n[3] = {0, 0, 0};
        n[i / 2] = i % 2 ? -1 : 1;
        set_vertex(&made[i], n[0], n[1], n[2], n);
    }
    SnRefinement once, twice;
    sn_refinement_make(&once, 6, triangles, 8, NULL, 0);
    sn_refinement_update(&once, made);
    sn_refinement_make(&twice, 18, once.triangles, once.n_triangles, NULL, 0);
    sn_refinement_update(&twice, made);
    uint32_t two[8], four[16];
    sn_refinement_lines(&once, place, lines, 2, two);
    sn_refinement_lines(&twice, place, two, 4, four);
    for (int line = 0; line < 2; line++) {
        const uint32_t *piece = four + 8 * line;
        g_assert_cmpuint(piece[0], ==, lines[2 * line]);
        g_assert_cmpuint(piece[7], ==, lines[2 * line + 1]);
        for (int k = 1; k < 7; k++)
            g_assert_true(k % 2 == 0 ? piece[k] == piece[k - 1] : piece[k] >= 6);
        for (int k = 1; k < 7; k += 2) /* a quarter circle, of which the middle is 0.12 inside */
            g_assert_cmpfloat(fabs(radius(&made[piece[k]]) - 1), <, 0.15);
    }
    sn_refinement_clear(&once);
    sn_refinement_clear(&twice);

    static const uint32_t squares[12] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    static const int shared[8] = {0, 1, 2, 3, 1, 5, 6, 2};
    static const uint32_t crease[2] = {1, 7}; /* of the one and of the other side */
    SnRefinement fine;
    sn_refinement_make(&fine, 8, squares, 4, NULL, 0);
    sn_refinement_lines(&fine, shared, crease, 1, two);
    g_assert_true(two[1] == two[2] && two[1] >= 8);
    const int *ends = fine.edge[two[1] - 8];
    g_assert_true((ends[0] == 1 && ends[1] == 2) || (ends[0] == 4 && ends[1] == 7));
    sn_refinement_clear(&fine);
}

/* A face of four corners on a sphere about (0, 0, 0), its middle in their mean: the lifted one lies
 * on the sphere too, and so do the edges to it; the given one stays. */
static void test_face_middle(void)
{
    static const uint32_t triangles[12] = {4, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0};
    static int start[6] = {0, 1, 2, 3, 4, 8}, node[8] = {0, 1, 2, 3, 0, 1, 2, 3};
    static int point[5] = {0, 1, 2, 3, 4};
    static float weight[8] = {1, 1, 1, 1, 0.25f, 0.25f, 0.25f, 0.25f};
    const SnTissue tissue = {.n_points = 5,
                             .start = start,
                             .node = node,
                             .weight = weight,
                             .n_vertices = 5,
                             .point = point,
                             .n_triangles = 4,
                             .triangles = (uint32_t *)triangles};
    const double c = cos(0.2), s = sin(0.2) / sqrt(2);
    SnTissueVertex made[40];
    for (int i = 0; i < 4; i++) {
        const double n[3] = {i == 0 || i == 3 ? -s : s, i < 2 ? -s : s, c};
        set_vertex(&made[i], n[0], n[1], n[2], n);
    }
    set_vertex(&made[4], 0, 0, c, (const double[3]){0.6, 0, 0.8}); /* as no mean of corners is */
    SnFaceMiddle middle[5];
    g_assert_cmpint(sn_tissue_face_middles(&tissue, middle), ==, 1);
    g_assert_cmpint(middle[0].vertex, ==, 4);
    SnRefinement fine;
    sn_refinement_make(&fine, 5, triangles, 4, middle, 1);
    g_assert_cmpint(sn_refinement_count(&fine), ==, 5 + 1 + 8);
    memset(fine.curved, 1, (size_t)fine.n_edges); /* as if the surface went on */
    sn_refinement_update(&fine, made);
    g_assert_cmpfloat(1 - radius(&made[4]), >, 0.019); /* 0.02: the mean of the corners */
    for (int i = 5; i < 14; i++)
        g_assert_cmpfloat(fabs(radius(&made[i]) - 1), <, 1e-3);
    g_assert_cmpint(abs(made[5].normal[0]) + abs(made[5].normal[1]), <=, 4);
    g_assert_cmpint(made[5].normal[2], >=, 32765);
    for (int i = 0; i < 3 * fine.n_triangles; i++)
        g_assert_cmpuint(fine.triangles[i], !=, 4);
    sn_refinement_clear(&fine);

    weight[4] = 0.4f; /* it is not in the middle: left where it is */
    g_assert_cmpint(sn_tissue_face_middles(&tissue, middle), ==, 0);
    weight[4] = 0.25f;
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/refine/sphere", test_sphere);
    g_test_add_func("/refine/crease", test_crease);
    g_test_add_func("/refine/lines", test_lines);
    g_test_add_func("/refine/face middle", test_face_middle);
    return g_test_run();
}
