/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thin-plate splines: affine maps met exactly, a landmark pulled out of the middle of an octahedron
 * in closed form, derivatives by differences, moved and turned alike, smoothed to least squares. */
#include "engine/geometry/thin_plate.h"

#include "engine/base/vec.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>

enum { MOST = 40 };

static int random_count(Random *random, int least)
{
    return (int)random_uniform(random, least, MOST);
}

static SnThinPlate *must_fit(int n, const double (*from)[3], const double (*to)[3],
                             double smoothing)
{
    SnThinPlateFault fault;
    SnThinPlate *plate = sn_thin_plate_new(n, from, to, smoothing, &fault, NULL);
    g_assert_cmpint(fault, ==, SN_THIN_PLATE_GOOD);
    return plate;
}

static void expect_at(const SnThinPlate *plate, const double x[3], const double y[3], double bound)
{
    double mapped[3];
    sn_thin_plate_map(plate, x, mapped);
    g_assert_cmpfloat(sn_v3_distance(mapped, y), <, bound);
}

/* --- exactly --- */

static void test_affine(void)
{
    Random random = {5};
    for (int turn = 0; turn < sn_cases(50, 1000); turn++) {
        const int n = random_count(&random, SN_THIN_PLATE_LEAST);
        const double size = pow(10, random_uniform(&random, -3, 3)); /* mm to km */
        double a[9], shift[3], from[MOST][3], to[MOST][3];
        for (int k = 0; k < 9; k++)
            a[k] = random_uniform(&random, -1, 1);
        random_vector(&random, size, shift);
        for (int i = 0; i < n; i++) {
            random_vector(&random, size, from[i]);
            sn_m3_mul_v3(a, from[i], to[i]);
            sn_v3_add(to[i], shift, to[i]);
        }
        SnThinPlateFault fault;
        SnThinPlate *plate =
            sn_thin_plate_new(n, (const double(*)[3])from, (const double(*)[3])to, 0, &fault, NULL);
        if (!plate) /* four points may lie nearly in a plane */
            continue;
        for (int probe = 0; probe < 10; probe++) {
            double x[3], y[3], gradient[9];
            random_vector(&random, 5 * size, x);
            sn_m3_mul_v3(a, x, y);
            sn_v3_add(y, shift, y);
            const double bound = n > 6 ? 1e-10 : 1e-6; /* few landmarks: badly conditioned */
            expect_at(plate, x, y, bound * size);
            sn_thin_plate_gradient(plate, x, gradient);
            for (int k = 0; k < 9; k++)
                g_assert_cmpfloat(fabs(gradient[k] - a[k]), <, bound);
        }
        sn_thin_plate_free(plate);
    }
}

/* Corners of an octahedron stay, its middle goes by d: f(x) = x + d g(x), where by symmetry one
 * weight w is at all corners and -6 w at the middle. */
static void test_octahedron(void)
{
    static const double from[7][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0},
                                      {0, 0, 1}, {0, 0, -1}, {0, 0, 0}};
    static const double d[3] = {0.3, -0.1, 0.2};
    const double w = -1 / (10 - 4 * sqrt(2)), c = w * (4 * sqrt(2) - 4);
    double to[7][3];
    for (int i = 0; i < 7; i++)
        sn_v3_copy(from[i], to[i]);
    sn_v3_copy(d, to[6]);
    SnThinPlate *plate = must_fit(7, from, (const double(*)[3])to, 0);
    Random random = {6};
    for (int probe = 0; probe < 100; probe++) {
        double x[3], y[3], g = c;
        random_vector(&random, 2, x);
        g += 6 * w * sn_v3_norm(x);
        for (int i = 0; i < 6; i++)
            g -= w * sn_v3_distance(x, from[i]);
        sn_v3_copy(x, y);
        sn_v3_axpy(g, d, y);
        expect_at(plate, x, y, 1e-14);
    }
    sn_thin_plate_free(plate);
}

/* --- through landmarks anywhere --- */

static int random_pairs(Random *random, double (*from)[3], double (*to)[3])
{
    const int n = random_count(random, 12);
    for (int i = 0; i < n; i++) {
        double shift[3];
        random_vector(random, 0.1, from[i]);
        random_vector(random, 0.02, shift);
        sn_v3_add(from[i], shift, to[i]);
    }
    return n;
}

static void test_through(void)
{
    Random random = {7};
    for (int turn = 0; turn < sn_cases(30, 500); turn++) {
        double from[MOST][3], to[MOST][3];
        const int n = random_pairs(&random, from, to);
        SnThinPlate *plate = must_fit(n, (const double(*)[3])from, (const double(*)[3])to, 0);
        for (int i = 0; i < n; i++)
            expect_at(plate, from[i], to[i], 1e-13);
        for (int probe = 0; probe < 10; probe++) {
            double x[3], gradient[9];
            random_vector(&random, 0.2, x);
            sn_thin_plate_gradient(plate, x, gradient);
            for (int j = 0; j < 3; j++) {
                const double h = 1e-5;
                double ahead[3], behind[3], after[3], before[3];
                sn_v3_copy(x, ahead);
                sn_v3_copy(x, behind);
                ahead[j] += h;
                behind[j] -= h;
                sn_thin_plate_map(plate, ahead, after);
                sn_thin_plate_map(plate, behind, before);
                for (int k = 0; k < 3; k++)
                    g_assert_cmpfloat(fabs((after[k] - before[k]) / (2 * h) - gradient[3 * k + j]),
                                      <, 2e-4);
            }
        }
        sn_thin_plate_free(plate);
    }
}

/* Sources turned, grown and shifted, and asked at places moved alike, go to the same targets. */
static void test_moved(void)
{
    Random random = {8};
    double from[MOST][3], to[MOST][3], moved[MOST][3];
    const int n = random_pairs(&random, from, to);
    double turn[4] = {0.4, -0.2, 0.8, 0.1}, shift[3] = {3, -2, 1};
    sn_q_normalize(turn);
    for (int i = 0; i < n; i++) {
        sn_q_rotate(turn, from[i], moved[i]);
        sn_v3_scale(250, moved[i], moved[i]);
        sn_v3_add(moved[i], shift, moved[i]);
    }
    SnThinPlate *plate = must_fit(n, (const double(*)[3])from, (const double(*)[3])to, 1e-3);
    SnThinPlate *other = must_fit(n, (const double(*)[3])moved, (const double(*)[3])to, 1e-3);
    for (int probe = 0; probe < 50; probe++) {
        double x[3], there[3], y[3];
        random_vector(&random, 0.2, x);
        sn_q_rotate(turn, x, there);
        sn_v3_scale(250, there, there);
        sn_v3_add(there, shift, there);
        sn_thin_plate_map(plate, x, y);
        expect_at(other, there, y, 1e-12);
    }
    sn_thin_plate_free(plate);
    sn_thin_plate_free(other);
}

/* --- smoothed --- */

/* The affine map of least squares: its residuals are normal to 1, x, y and z. */
static void test_smooth(void)
{
    Random random = {9};
    double from[MOST][3], to[MOST][3];
    const int n = random_pairs(&random, from, to);
    SnThinPlate *plate = must_fit(n, (const double(*)[3])from, (const double(*)[3])to, 1e8);
    double sum[4][3] = {{0}}, former = 0;
    for (int i = 0; i < n; i++) {
        double y[3];
        sn_thin_plate_map(plate, from[i], y);
        for (int k = 0; k < 3; k++) {
            sum[0][k] += to[i][k] - y[k];
            for (int j = 0; j < 3; j++)
                sum[1 + j][k] += from[i][j] * (to[i][k] - y[k]);
        }
    }
    for (int j = 0; j < 4; j++)
        g_assert_cmpfloat(sn_v3_norm(sum[j]), <, 1e-9);
    sn_thin_plate_free(plate);
    static const double steps[] = {0, 1e-3, 1e-1, 10};
    for (gsize step = 0; step < G_N_ELEMENTS(steps); step++) { /* farther and farther away */
        double away = 0;
        plate = must_fit(n, (const double(*)[3])from, (const double(*)[3])to, steps[step]);
        for (int i = 0; i < n; i++) {
            double y[3];
            sn_thin_plate_map(plate, from[i], y);
            away += sn_v3_distance(y, to[i]) * sn_v3_distance(y, to[i]);
        }
        g_assert_cmpfloat(away, >=, former);
        former = away;
        sn_thin_plate_free(plate);
    }
    g_assert_cmpfloat(former, >, 1e-6);
}

/* --- refused --- */

static void expect_fault(int n, const double (*from)[3], SnThinPlateFault expected, int which[2])
{
    SnThinPlateFault fault;
    g_assert_null(sn_thin_plate_new(n, from, from, 0, &fault, which));
    g_assert_cmpint(fault, ==, expected);
}

static void test_refused(void)
{
    static const double flat[5][3] = {{1, 2, 0}, {2, 1, 1}, {0, 0, -1.5}, {3, 3, 0}, {1, 1, -0.5}};
    double places[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    double plane[5][3];
    for (int i = 0; i < 5; i++) { /* x + y - 2 z = 3 */
        sn_v3_copy(flat[i], plane[i]);
        plane[i][2] = (flat[i][0] + flat[i][1] - 3) / 2;
    }
    int which[2];
    expect_fault(3, (const double(*)[3])places, SN_THIN_PLATE_FEW, NULL);
    expect_fault(5, (const double(*)[3])plane, SN_THIN_PLATE_FLAT, which);
    expect_fault(5, (const double(*)[3])places, SN_THIN_PLATE_TWICE, which);
    g_assert_cmpint(which[0], ==, 1);
    g_assert_cmpint(which[1], ==, 4);
    SnThinPlate *plate = must_fit(4, (const double(*)[3])places, (const double(*)[3])places, 0);
    expect_at(plate, (const double[3]){7, 8, 9}, (const double[3]){7, 8, 9}, 1e-13);
    sn_thin_plate_free(plate);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/thin-plate/affine", test_affine);
    g_test_add_func("/thin-plate/octahedron", test_octahedron);
    g_test_add_func("/thin-plate/through", test_through);
    g_test_add_func("/thin-plate/moved", test_moved);
    g_test_add_func("/thin-plate/smooth", test_smooth);
    g_test_add_func("/thin-plate/refused", test_refused);
    return g_test_run();
}
