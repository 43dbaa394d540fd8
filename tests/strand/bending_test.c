/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bending of a strand at a node: force and stiffness against differences of the energy and of the
 * force, and against the elastica's small limit. */
#include "engine/base/vec.h"
#include "engine/strand/bending.h"
#include "tests/strand/segment_world.h"

#include <glib.h>
#include <string.h>

#define STEP 1e-5

static const double whole[2] = {1e-3, 1e-3}; /* shorter than all parts but those of test_short */

/* Three nodes with about that angle between their parts. */
static void random_nodes(uint64_t *seed, double angle, double x[3][3])
{
    double axis[3], e[3], other[3], turned[3];
    for (int i = 0; i < 3; i++) {
        x[0][i] = world_uniform(seed, -1, 1);
        axis[i] = world_uniform(seed, -1, 1);
        e[i] = world_uniform(seed, -1, 1);
    }
    sn_v3_normalize(axis, axis);
    sn_v3_cross(axis, e, other);
    sn_v3_normalize(other, other);
    sn_v3_cross(other, axis, e);
    for (int i = 0; i < 3; i++)
        turned[i] = cos(angle) * e[i] + sin(angle) * other[i];
    const double lengths[2] = {world_uniform(seed, 0.3, 2), world_uniform(seed, 0.3, 2)};
    sn_v3_copy(x[0], x[1]);
    sn_v3_axpy(lengths[0], e, x[1]);
    sn_v3_copy(x[1], x[2]);
    sn_v3_axpy(lengths[1], turned, x[2]);
}

static const double angles[] = {0, 1e-7, 1e-3, 9e-3, 1.1e-2, 0.3, 1, 1.6, 2.5, 3};

static void test_derivatives(void)
{
    uint64_t seed = 17;
    double x[3][3], force[9], stiffness[81], plus[9], minus[9];
    for (size_t a = 0; a < G_N_ELEMENTS(angles); a++)
        for (int round = 0; round < 20; round++) {
            const double k = world_uniform(&seed, 0.5, 2);
            random_nodes(&seed, angles[a], x);
            const double energy =
                sn_bending((const double(*)[3])x, whole, k, force, stiffness, false);
            g_assert_cmpfloat(fabs(energy - k / 2 * angles[a] * angles[a]), <, 1e-12);
            double size = 1;
            for (int i = 0; i < 81; i++)
                size = fmax(size, fabs(stiffness[i]));
            for (int j = 0; j < 9; j++) {
                double *moved = &x[j / 3][j % 3], before = *moved;
                *moved = before + STEP;
                const double more = sn_bending((const double(*)[3])x, whole, k, plus, NULL, false);
                *moved = before - STEP;
                const double less = sn_bending((const double(*)[3])x, whole, k, minus, NULL, false);
                *moved = before;
                g_assert_cmpfloat(fabs(force[j] + (more - less) / (2 * STEP)), <, 1e-7 * size);
                for (int i = 0; i < 9; i++) {
                    const double truth = (plus[i] - minus[i]) / (2 * STEP);
                    g_assert_cmpfloat(fabs(stiffness[9 * i + j] - truth), <, 1e-7 * size);
                }
            }
        }
}

/* Parts shorter than their whole: derivatives, and no energy where a part has no length. */
static void test_short(void)
{
    uint64_t seed = 29;
    double x[3][3], force[9], stiffness[81], plus[9], minus[9];
    for (int round = 0; round < 200; round++) {
        random_nodes(&seed, world_uniform(&seed, 0, 3), x);
        const double both[2] = {world_uniform(&seed, 0.2, 3), world_uniform(&seed, 0.2, 3)};
        sn_bending((const double(*)[3])x, both, 1, force, stiffness, false);
        double size = 10;
        for (int i = 0; i < 81; i++)
            size = fmax(size, fabs(stiffness[i]));
        for (int j = 0; j < 9; j++) {
            double *moved = &x[j / 3][j % 3], before = *moved;
            *moved = before + STEP;
            const double more = sn_bending((const double(*)[3])x, both, 1, plus, NULL, false);
            *moved = before - STEP;
            const double less = sn_bending((const double(*)[3])x, both, 1, minus, NULL, false);
            *moved = before;
            g_assert_cmpfloat(fabs(force[j] + (more - less) / (2 * STEP)), <, 1e-7 * size);
            for (int i = 0; i < 9; i++)
                g_assert_cmpfloat(
                    fabs(stiffness[9 * i + j] - (plus[i] - minus[i]) / (2 * STEP)), <,
                    2e-4 * size); /* the second derivative of the weight jumps at the whole */
        }
    }
    const double gone[3][3] = {{0, 0, 0}, {1e-9, 0, 0}, {0, 1, 0}}, full[2] = {1, 1};
    g_assert_cmpfloat(sn_bending(gone, full, 1, force, NULL, false), <, 1e-16);
}

/* -x'Kx >= 0 for all x, and exact for a straight strand. */
static void test_convex(void)
{
    uint64_t seed = 23;
    double x[3][3], force[9], exact[81], convex[81];
    for (size_t a = 0; a < G_N_ELEMENTS(angles); a++)
        for (int round = 0; round < 20; round++) {
            random_nodes(&seed, angles[a], x);
            sn_bending((const double(*)[3])x, whole, 1, force, exact, false);
            sn_bending((const double(*)[3])x, whole, 1, force, convex, true);
            double size = 0;
            for (int i = 0; i < 81; i++) {
                size = fmax(size, fabs(convex[i]));
                g_assert_cmpfloat(fabs(convex[i] - convex[9 * (i % 9) + i / 9]), <, 1e-9);
            }
            if (angles[a] < 1e-6)
                for (int i = 0; i < 81; i++)
                    g_assert_cmpfloat(fabs(convex[i] - exact[i]), <, 1e-5 * size);
            for (int trial = 0; trial < 20; trial++) {
                double v[9], sum = 0;
                for (int i = 0; i < 9; i++)
                    v[i] = world_uniform(&seed, -1, 1);
                for (int i = 0; i < 81; i++)
                    sum -= v[i / 9] * convex[i] * v[i % 9];
                g_assert_cmpfloat(sum, >, -1e-10 * size);
            }
        }
}

/* No force and no moment on the whole; a polygon in a circle of radius R has EI / (2 R2) a metre.
 */
static void test_circle(void)
{
    const int n = 200;
    const double radius = 0.7, bending = 3, part = 2 * radius * sin(G_PI / n);
    double energy = 0, sum[3] = {0}, moment[3] = {0}, force[9];
    for (int k = 0; k < n; k++) {
        double x[3][3];
        for (int i = 0; i < 3; i++) {
            const double angle = 2 * G_PI * (k + i) / n;
            sn_v3_set(radius * cos(angle), radius * sin(angle), 0, x[i]);
        }
        energy += sn_bending((const double(*)[3])x, whole, bending / part, force, NULL, false);
        for (int i = 0; i < 3; i++) {
            double m[3];
            sn_v3_cross(x[i], force + 3 * i, m);
            sn_v3_add(sum, force + 3 * i, sum);
            sn_v3_add(moment, m, moment);
        }
    }
    const double truth = bending / (2 * radius * radius) * 2 * G_PI * radius;
    g_assert_cmpfloat(fabs(energy / truth - 1), <, 1e-3);
    g_assert_cmpfloat(sn_v3_norm(sum) + sn_v3_norm(moment), <, 1e-10);
}

/* Nodes in one place, or folded back: finite, no force. */
static void test_degenerate(void)
{
    const double x[2][3][3] = {{{1, 2, 3}, {1, 2, 3}, {2, 2, 3}},
                               {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}};
    for (int i = 0; i < 2; i++) {
        double force[9], stiffness[81];
        g_assert_true(isfinite(sn_bending(x[i], whole, 1, force, stiffness, false)));
        for (int j = 0; j < 81; j++)
            g_assert_true(stiffness[j] == 0 && force[j / 9] == 0);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/bending/derivatives", test_derivatives);
    g_test_add_func("/bending/short", test_short);
    g_test_add_func("/bending/convex", test_convex);
    g_test_add_func("/bending/circle", test_circle);
    g_test_add_func("/bending/degenerate", test_degenerate);
    return g_test_run();
}
