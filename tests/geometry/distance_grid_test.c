/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distance grids against the distance itself, their gradient against differences, a ball's against
 * the closed form with the order of convergence; surfaces that are open or cut themselves. */
#include "engine/base/vec.h"
#include "engine/geometry/distance_grid.h"
#include "tests/geometry/meshes.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>

static void test_values(void)
{
    Random r = {71};
    for (int n = 0; n < sn_cases(12, 200); n++) {
        Surface surface = surface_new(shape_random(&r));
        SnDistanceGrid *grid = sn_distance_grid_new(
            &surface.view, 0.15, 0.3, 100000, n % 2 ? SN_INSIDE_BY_NORMAL : SN_INSIDE_BY_WINDING);
        for (int i = 0; i < 200; i++) {
            double p[3], gradient[3], exact[3];
            random_vector(&r, 1.6, p);
            if (i % 3 == 0) /* on samples */
                for (int k = 0; k < 3; k++)
                    p[k] =
                        grid->origin[k] + floor(random_uniform(&r, 0, grid->n[k])) * grid->spacing;
            const double value = sn_distance_grid_at(grid, p, gradient);
            if (value > 1e9) {
                bool beyond = false;
                for (int k = 0; k < 3; k++)
                    beyond |= p[k] < grid->origin[k] ||
                              p[k] > grid->origin[k] + (grid->n[k] - 1) * grid->spacing;
                g_assert_true(beyond || i % 3 == 0); /* the last sample, up to rounding */
                continue;
            }
            const double distance =
                sn_surface_distance(&surface.view, p, HUGE_VAL, -1, exact, NULL);
            g_assert_cmpfloat(fabs(value - distance), <,
                              i % 3 == 0 ? 1e-6 : sqrt(3.0) * grid->spacing);
            for (int k = 0; k < 3; k++) {
                double side[2][3], none[3], change[2];
                for (int s = 0; s < 2; s++) {
                    sn_v3_copy(p, side[s]);
                    side[s][k] += s ? 1e-7 : -1e-7;
                    change[s] = sn_distance_grid_at(grid, side[s], none);
                }
                if (change[0] < 1e9 && change[1] < 1e9 && i % 3 != 0)
                    g_assert_cmpfloat(fabs((change[1] - change[0]) / 2e-7 - gradient[k]), <, 1e-6);
            }
        }
        sn_distance_grid_free(grid);
        surface_free(&surface);
    }
}

/* Worst error of a fine ball's grid at distances where it is smooth. */
static double ball_error(const Surface *ball, double spacing)
{
    Random r = {73};
    double worst = 0;
    SnDistanceGrid *grid =
        sn_distance_grid_new(&ball->view, spacing, 0.3, 4000000, SN_INSIDE_BY_NORMAL);
    g_assert_cmpfloat(grid->spacing, ==, spacing);
    for (int i = 0; i < 3000; i++) {
        double p[3], gradient[3];
        random_vector(&r, 1, p);
        sn_v3_normalize(p, p);
        const double radius = random_uniform(&r, 0.8, 1.2);
        sn_v3_scale(radius, p, p);
        worst = fmax(worst, fabs(sn_distance_grid_at(grid, p, gradient) - (radius - 1)));
    }
    sn_distance_grid_free(grid);
    return worst;
}

static void test_order(void)
{
    Surface ball = surface_new(shape_sphere(64));
    const double coarse = ball_error(&ball, 0.2), fine = ball_error(&ball, 0.1);
    g_assert_cmpfloat(coarse, <, 0.02);
    g_assert_cmpfloat(coarse / fine, >, 3);
    surface_free(&ball);
}

/* Without a lid a box still has an inside; samples are limited. */
static void test_open(void)
{
    Shape shape = shape_box(1, 1, 1);
    shape.n_triangles -= 1;
    Surface box = surface_new(shape);
    SnDistanceGrid *grid =
        sn_distance_grid_new(&box.view, 1e-5, 0.25, 5000, SN_INSIDE_BY_SOLID_ANGLE);
    double gradient[3];
    const double in[3] = {-0.2, 0, 0}, out[3] = {-1.2, 0, 0};
    g_assert_cmpint(grid->n[0] * grid->n[1] * grid->n[2], <=, 5000);
    g_assert_cmpfloat(fabs(sn_distance_grid_at(grid, in, gradient) + 0.8), <, 0.1);
    g_assert_cmpfloat(fabs(sn_distance_grid_at(grid, out, gradient) - 0.2), <, 1e-6);
    g_assert_cmpfloat(fabs(gradient[0] + 1), <, 1e-5);
    sn_distance_grid_free(grid);
    surface_free(&box);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/distance_grid/values", test_values);
    g_test_add_func("/geometry/distance_grid/order", test_order);
    g_test_add_func("/geometry/distance_grid/open", test_open);
    return g_test_run();
}
