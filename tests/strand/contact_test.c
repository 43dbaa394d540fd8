/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Voxels and the directions of wrenches. */
#include "engine/base/vec.h"
#include "engine/strand/voxels.h"
#include "engine/strand/wrenches.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static void add(SnWrenches *wrenches, const double n[3], const double r[3])
{
    double wrench[6];
    sn_v3_copy(n, wrench);
    sn_v3_cross(r, n, wrench + 3);
    sn_wrenches_add(wrenches, wrench);
}

/* strands.md 4: four normals z at (+-.1, 0, 0), (0, +-.1, 0): plane contact. */
static void test_plane(void)
{
    static const double z[3] = {0, 0, 1}, expected[6] = {2, 0.14142136, 0.14142136, 0, 0, 0};
    static const double r[4][3] = {{0.1, 0, 0}, {-0.1, 0, 0}, {0, 0.1, 0}, {0, -0.1, 0}};
    SnWrenches wrenches = {0};
    double direction[6][6], sigma[6];
    for (int i = 0; i < 4; i++)
        add(&wrenches, z, r[i]);
    g_assert_cmpint(sn_wrenches_directions(&wrenches, 0.01, direction, sigma), ==, 3);
    for (int i = 0; i < 6; i++)
        g_assert_cmpfloat(fabs(sigma[i] - expected[i]), <, 5e-9);
    /* v_z, w_x and w_y, and nothing else */
    g_assert_cmpfloat(fabs(direction[0][2] - 1), <, 1e-12);
    for (int k = 1; k < 3; k++)
        g_assert_cmpfloat(fabs(hypot(direction[k][3], direction[k][4]) - 1), <, 1e-12);
    g_assert_cmpint(sn_wrenches_directions(&wrenches, 0.1, direction, sigma), ==, 1);
}

/* Orthonormal, and sigma_k is the length of W times direction k. */
static void test_random(void)
{
    Random r = {31};
    for (int trial = 0; trial < 50; trial++) {
        double w[20][6], direction[6][6], sigma[6];
        SnWrenches wrenches = {0};
        const int n = 1 + trial % 20;
        for (int i = 0; i < n; i++) {
            random_vector(&r, 1, w[i]);
            random_vector(&r, 0.3, w[i] + 3);
            sn_wrenches_add(&wrenches, w[i]);
        }
        const int held = sn_wrenches_directions(&wrenches, 1e-5, direction, sigma);
        g_assert_cmpint(held, ==, n < 6 ? n : 6);
        for (int a = 0; a < held; a++) {
            double length = 0;
            for (int i = 0; i < n; i++) {
                double dot = 0;
                for (int k = 0; k < 6; k++)
                    dot += w[i][k] * direction[a][k];
                length += dot * dot;
            }
            g_assert_cmpfloat(fabs(sqrt(length) - sigma[a]), <, 1e-7 * sigma[0]);
            for (int b = 0; b <= a; b++) {
                double dot = 0;
                for (int k = 0; k < 6; k++)
                    dot += direction[a][k] * direction[b][k];
                g_assert_cmpfloat(fabs(dot - (a == b)), <, 1e-12);
            }
        }
    }
}

/* The same as looking at all of them. */
static void test_voxels(void)
{
    enum { N = 500 };
    Random r = {32};
    double(*position)[3] = calloc(N, sizeof *position);
    SnVoxels *voxels = sn_voxels_new(N, 0.21);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < N; i++)
            random_vector(&r, 1, position[i]);
        sn_voxels_fill(voxels, N - round, (const double(*)[3])position);
        for (int i = 0; i < N; i++) {
            int cell[3], found = sn_voxels_first(voxels, position[i], cell);
            for (int k = 0; k < N - round; k++) {
                bool same = true;
                for (int c = 0; c < 3; c++)
                    same = same && floor(position[k][c] / 0.21) == floor(position[i][c] / 0.21);
                if (!same)
                    continue;
                g_assert_cmpint(found, ==, k);
                found = sn_voxels_next(voxels, found, cell);
            }
            g_assert_cmpint(found, ==, -1);
        }
    }
    sn_voxels_free(voxels);
    free(position);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contact/plane", test_plane);
    g_test_add_func("/contact/random", test_random);
    g_test_add_func("/contact/voxels", test_voxels);
    return g_test_run();
}
