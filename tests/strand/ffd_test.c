/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Free-form deformation: against the sixteen control points and trivariate Bernstein polynomials
 * themselves, smoothness across frames, rigid motions, normals, meshes. */
#include "engine/strand/ffd.h"

#include "engine/base/vec.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 4

typedef struct Strand {
    double position[FRAMES][3], rotation[FRAMES][9];
    SnFfdFrame frames[FRAMES];
    double lengths[FRAMES - 1];
} Strand;

static void strand_at(Random *r, double size, Strand *strand)
{
    for (int i = 0; i < FRAMES; i++) {
        double w[3], q[4];
        random_vector(r, size, w);
        sn_q_exp(w, q);
        sn_q_to_m3(q, strand->rotation[i]);
        random_vector(r, 0.2 * size, strand->position[i]);
        strand->position[i][2] += 0.5 * i;
        strand->frames[i] = (SnFfdFrame){strand->position[i], strand->rotation[i]};
        if (i > 0)
            strand->lengths[i - 1] = 0.5;
    }
}

/* (4.2) with squares of any size. */
static void by_control_points(const SnFfdFrame frame[2], double length, double half,
                              const double place[3], double position[3])
{
    const double u = 0.5 + place[0] / (2 * half), v = 0.5 + place[1] / (2 * half), w = place[2];
    const double bu[2] = {1 - u, u}, bv[2] = {1 - v, v};
    const double bw[4] = {pow(1 - w, 3), 3 * w * pow(1 - w, 2), 3 * w * w * (1 - w), w * w * w};
    sn_v3_set(0, 0, 0, position);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 4; k++) {
                const SnFfdFrame *f = &frame[k / 2];
                const double offset[4] = {0, length / 3, -length / 3, 0};
                const double local[3] = {(2 * i - 1) * half, (2 * j - 1) * half, offset[k]};
                double point[3];
                sn_m3_mul_v3(f->rotation, local, point);
                sn_v3_add(point, f->position, point);
                sn_v3_axpy(bu[i] * bv[j] * bw[k], point, position);
            }
}

static void test_control_points(void)
{
    Random r = {21};
    for (int n = 0; n < 50; n++) {
        Strand strand;
        double place[3], at[3], expected[3], derivative[9], through[3];
        strand_at(&r, 1, &strand);
        random_vector(&r, 0.1, place);
        place[2] = random_uniform(&r, 0, 1);
        sn_ffd_position(strand.frames, 0.5, place, at, derivative);
        for (int k = 0; k < 2; k++) {
            by_control_points(strand.frames, 0.5, k ? 0.3 : 0.04, place, expected);
            g_assert_cmpfloat(sn_v3_distance(at, expected), <, 1e-14);
        }
        const SnFfdVertex vertex = sn_ffd_vertex(0, 0.5, place);
        sn_ffd_vertex_position(strand.frames, &vertex, through);
        g_assert_cmpfloat(sn_v3_distance(at, through), <, 1e-14);
        for (int k = 0; k < 3; k++) {
            double moved[3], there[2][3];
            for (int s = 0; s < 2; s++) {
                sn_v3_copy(place, moved);
                moved[k] += s ? 1e-6 : -1e-6;
                sn_ffd_position(strand.frames, 0.5, moved, there[s], NULL);
            }
            for (int i = 0; i < 3; i++)
                g_assert_cmpfloat(fabs((there[1][i] - there[0][i]) / 2e-6 - derivative[3 * i + k]),
                                  <, 1e-8);
        }
    }
}

/* Position and derivative are the same on both sides of a frame. */
static void test_smooth(void)
{
    Random r = {22};
    for (int n = 0; n < 20; n++) {
        Strand strand;
        double a[3], b[3], da[9], db[9], place[3];
        strand_at(&r, 1, &strand);
        random_vector(&r, 0.1, place);
        place[2] = 1;
        sn_ffd_position(strand.frames, 0.5, place, a, da);
        place[2] = 0;
        sn_ffd_position(strand.frames + 1, 0.5, place, b, db);
        g_assert_cmpfloat(sn_v3_distance(a, b), <, 1e-15);
        for (int i = 0; i < 9; i++)
            g_assert_cmpfloat(fabs(da[i] - db[i]), <, 1e-14);
    }
}

static void test_find(void)
{
    Random r = {23};
    for (int n = 0; n < 200; n++) {
        Strand strand;
        double place[3], at[3], found[3];
        strand_at(&r, 0.4, &strand);
        random_vector(&r, 0.1, place);
        place[2] = random_uniform(&r, 0, 1);
        sn_ffd_position(strand.frames, 0.5, place, at, NULL);
        g_assert_true(sn_ffd_find(strand.frames, 0.5, at, found));
        g_assert_cmpfloat(sn_v3_distance(place, found), <, 1e-10);
    }
}

static double volume(const SnFfdFrame *frames, const SnFfdMesh *mesh)
{
    double sum = 0;
    for (int t = 0; t < mesh->n_triangles; t++) {
        double p[3][3], cross[3];
        for (int k = 0; k < 3; k++) {
            const SnFfdVertex *v = &mesh->vertices[mesh->triangles[3 * t + k]];
            sn_ffd_vertex_position(frames + v->segment, v, p[k]);
        }
        sn_v3_cross(p[1], p[2], cross);
        sum += sn_v3_dot(p[0], cross) / 6;
    }
    return sum;
}

/* Closed, turned outwards, normals out of it; carried along by a rigid motion. */
static void test_tube(void)
{
    static const double half[FRAMES][2] = {{0.1, 0.05}, {0.1, 0.05}, {0.1, 0.05}, {0.1, 0.05}};
    Random r = {24};
    Strand strand;
    strand_at(&r, 0, &strand);
    SnFfdMesh *mesh = sn_ffd_tube(FRAMES, strand.frames, strand.lengths, half, 64, 4);
    g_assert_cmpfloat(fabs(volume(strand.frames, mesh) / (M_PI * 0.1 * 0.05 * 1.5) - 1), <, 0.002);
    for (int v = 0; v < mesh->n_vertices - 2; v++) {
        const SnFfdVertex *vertex = &mesh->vertices[v];
        double at[3], normal[3];
        sn_ffd_vertex_position(strand.frames + vertex->segment, vertex, at);
        sn_ffd_vertex_normal(strand.frames + vertex->segment, 0.5, vertex, normal);
        g_assert_cmpfloat(fabs(sn_v3_norm(normal) - 1), <, 1e-12);
        g_assert_cmpfloat(normal[0] * at[0] + normal[1] * at[1], >, 0);
    }
    Strand moved = strand;
    double q[4], turn[9];
    random_quaternion(&r, q);
    sn_q_to_m3(q, turn);
    for (int i = 0; i < FRAMES; i++) {
        sn_m3_mul_v3(turn, strand.position[i], moved.position[i]);
        sn_m3_mul(turn, strand.rotation[i], moved.rotation[i]);
        moved.frames[i] = (SnFfdFrame){moved.position[i], moved.rotation[i]};
    }
    for (int v = 0; v < mesh->n_vertices; v++) {
        const SnFfdVertex *vertex = &mesh->vertices[v];
        double a[3], b[3], na[3], nb[3];
        sn_ffd_vertex_position(strand.frames + vertex->segment, vertex, a);
        sn_ffd_vertex_position(moved.frames + vertex->segment, vertex, b);
        sn_ffd_vertex_normal(strand.frames + vertex->segment, 0.5, vertex, na);
        sn_ffd_vertex_normal(moved.frames + vertex->segment, 0.5, vertex, nb);
        sn_m3_mul_v3(turn, a, a);
        sn_m3_mul_v3(turn, na, na);
        g_assert_cmpfloat(sn_v3_distance(a, b), <, 1e-14);
        g_assert_cmpfloat(sn_v3_distance(na, nb), <, 1e-12);
    }
    sn_ffd_mesh_free(mesh);
}

/* Normals of the deformed tube are those of its triangles, within what its fineness allows. */
static void test_normals(void)
{
    static const double half[FRAMES][2] = {{0.1, 0.1}, {0.15, 0.12}, {0.14, 0.1}, {0.08, 0.1}};
    Random r = {25};
    Strand rest, bent;
    strand_at(&r, 0, &rest);
    strand_at(&r, 0.5, &bent);
    SnFfdMesh *mesh = sn_ffd_tube(FRAMES, rest.frames, rest.lengths, half, 96, 24);
    double(*sum)[3] = calloc((size_t)mesh->n_vertices, sizeof *sum);
    for (int t = 0; t < mesh->n_triangles; t++) {
        double p[3][3], a[3], b[3], area[3];
        for (int k = 0; k < 3; k++) {
            const SnFfdVertex *v = &mesh->vertices[mesh->triangles[3 * t + k]];
            sn_ffd_vertex_position(bent.frames + v->segment, v, p[k]);
        }
        sn_v3_sub(p[1], p[0], a);
        sn_v3_sub(p[2], p[0], b);
        sn_v3_cross(a, b, area);
        for (int k = 0; k < 3; k++)
            sn_v3_add(sum[mesh->triangles[3 * t + k]], area, sum[mesh->triangles[3 * t + k]]);
    }
    for (int v = 96; v < mesh->n_vertices - 98; v++) { /* not at the caps' edges */
        const SnFfdVertex *vertex = &mesh->vertices[v];
        double normal[3];
        sn_v3_normalize(sum[v], sum[v]);
        sn_ffd_vertex_normal(bent.frames + vertex->segment, 0.5, vertex, normal);
        g_assert_cmpfloat(sn_v3_dot(normal, sum[v]), >, 0.998);
    }
    free(sum);
    sn_ffd_mesh_free(mesh);
}

/* A given mesh stands where it stood; corners beyond the ends go with the end frames. */
static void test_embed(void)
{
    static const float corners[8][3] = {{-.1f, -.1f, -.1f}, {.1f, -.1f, -.1f}, {.1f, .1f, -.1f},
                                        {-.1f, .1f, -.1f},  {-.1f, -.1f, .9f}, {.1f, -.1f, .9f},
                                        {.1f, .1f, .9f},    {-.1f, .1f, .9f}};
    static const uint32_t triangles[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                              {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                              {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    Random r = {26};
    Strand strand;
    strand_at(&r, 0.1, &strand);
    SnFfdMesh *mesh =
        sn_ffd_embed(FRAMES, strand.frames, strand.lengths, 8, corners[0], 12, triangles[0]);
    for (int v = 0; v < 8; v++) {
        double at[3];
        sn_ffd_vertex_position(strand.frames + mesh->vertices[v].segment, &mesh->vertices[v], at);
        for (int k = 0; k < 3; k++)
            g_assert_cmpfloat(fabs(at[k] - (double)corners[v][k]), <, 1e-9);
        g_assert_cmpint(mesh->vertices[v].fixed, ==, v < 4 ? 0 : -1);
    }
    g_assert_cmpfloat(fabs(volume(strand.frames, mesh) - 0.04), <, 1e-8);
    sn_ffd_mesh_free(mesh);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ffd/control-points", test_control_points);
    g_test_add_func("/ffd/smooth", test_smooth);
    g_test_add_func("/ffd/find", test_find);
    g_test_add_func("/ffd/tube", test_tube);
    g_test_add_func("/ffd/normals", test_normals);
    g_test_add_func("/ffd/embed", test_embed);
    return g_test_run();
}
