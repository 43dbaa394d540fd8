/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many contacts with Coulomb friction at once: walls of bricks that fall and are thrown about, as
 * problems of their own, against the laws. */
#include "engine/linsolve/cones/cones.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HIGH = 7, WIDE = 7, BRICKS = HIGH * WIDE, MOST = 4 * BRICKS, ROWS = 3 * MOST };
enum { UNKNOWNS = 6 * BRICKS };

typedef struct Wall {
    int n_cones, n_rows;
    SnCone cones[MOST];
    double row[ROWS][UNKNOWNS], d[ROWS * ROWS], q[ROWS], size[MOST];
} Wall;

/* Place of a brick of 1 x 1/2 x 1/2, every other layer half a brick aside. */
static void place(int brick, double at[3])
{
    const int layer = brick / WIDE;
    at[0] = brick % WIDE + (layer % 2 ? 0.5 : 0);
    at[1] = 0;
    at[2] = 0.5 * layer + 0.25;
}

/* The rate of a brick along an axis at a point, times `sign`; its mass is `mass`. */
static void add_rate(Wall *w, int brick, const double point[3], int axis, double mass, double sign)
{
    const double inertia[3] = {1 / 24.0, 5 / 48.0, 5 / 48.0}; /* over the mass */
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    double at[3], arm[3], *row = w->row[w->n_rows] + 6 * brick;
    place(brick, at);
    for (int k = 0; k < 3; k++)
        arm[k] = point[k] - at[k];
    row[axis] += sign / sqrt(mass);
    row[3 + next] += sign * arm[last] / sqrt(mass * inertia[next]);
    row[3 + last] -= sign * arm[next] / sqrt(mass * inertia[last]);
}

static void add_contact(Wall *w, const double *mass, int brick, int below, const double point[3],
                        double friction)
{
    w->cones[w->n_cones++] = (SnCone){.row = w->n_rows, .contact = true, .friction = friction};
    for (int i = 0; i < 3; i++, w->n_rows++) {
        add_rate(w, brick, point, (i + 2) % 3, mass[brick], 1);
        if (below >= 0)
            add_rate(w, below, point, (i + 2) % 3, mass[below], -1);
    }
}

/* Two contacts at each end of a brick, on what is below that end. */
static void add_brick(Wall *w, const double *mass, int brick, double friction)
{
    double at[3];
    place(brick, at);
    for (int end = -1; end <= 1; end += 2) {
        const int layer = brick / WIDE, column = brick % WIDE;
        const int side = column + (layer % 2 ? (end + 1) / 2 : (end - 1) / 2);
        const int below = layer == 0 ? -1 : (layer - 1) * WIDE + MIN(MAX(side, 0), WIDE - 1);
        for (int edge = -1; edge <= 1; edge += 2) {
            const double point[3] = {at[0] + 0.4 * end, 0.25 * edge, at[2] - 0.25};
            add_contact(w, mass, brick, below, point, friction);
        }
    }
}

static void make_wall(Random *r, double friction, Wall *w)
{
    double mass[BRICKS], *u = g_new0(double, UNKNOWNS);
    memset(w, 0, sizeof *w);
    for (int b = 0; b < BRICKS; b++) {
        mass[b] = random_uniform(r, 0.5, 2);
        for (int k = 0; k < 6; k++)
            u[6 * b + k] = random_uniform(r, -0.3, 0.3) - (k == 2 ? sqrt(mass[b]) : 0);
    }
    for (int b = 0; b < BRICKS; b++)
        add_brick(w, mass, b, friction);
    for (int i = 0; i < w->n_rows; i++) {
        for (int x = 0; x < UNKNOWNS; x++)
            w->q[i] += w->row[i][x] * u[x];
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int x = 0; x < UNKNOWNS; x++)
                sum += w->row[i][x] * w->row[j][x];
            w->d[i * w->n_rows + j] = w->d[j * w->n_rows + i] = sum;
        }
        w->size[i / 3] = fmax(w->size[i / 3], w->d[i * (w->n_rows + 1)]);
    }
    g_free(u);
}

/* y = D x by the bricks' velocities N' x. */
static bool multiply(void *data, const double *x, double *y)
{
    const Wall *w = data;
    double v[UNKNOWNS] = {0};
    for (int i = 0; i < w->n_rows; i++)
        for (int k = 0; k < UNKNOWNS; k++)
            v[k] += w->row[i][k] * x[i];
    for (int i = 0; i < w->n_rows; i++) {
        y[i] = 0;
        for (int k = 0; k < UNKNOWNS; k++)
            y[i] += w->row[i][k] * v[k];
    }
    return true;
}

/* a x = b by elimination with pivots, a [n][n + 1] with b as its last column. */
static void eliminate(double *a, int n, double *x)
{
    const size_t wide = (size_t)n + 1;
    for (int j = 0; j < n; j++) {
        int pivot = j;
        for (int i = j + 1; i < n; i++)
            pivot = fabs(a[i * wide + j]) > fabs(a[pivot * wide + j]) ? i : pivot;
        for (size_t l = j; pivot != j && l < wide; l++) {
            const double value = a[j * wide + l];
            a[j * wide + l] = a[pivot * wide + l];
            a[pivot * wide + l] = value;
        }
        for (int i = j + 1; i < n; i++) {
            const double factor = a[i * wide + j] / a[j * wide + j];
            for (size_t l = j; factor != 0 && l < wide; l++)
                a[i * wide + l] -= factor * a[j * wide + l];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = a[i * wide + n];
        for (int l = i + 1; l < n; l++)
            x[i] -= a[i * wide + l] * x[l];
        x[i] /= a[i * wide + i];
    }
}

/* (1 + K N N') step = -F: step = -F - K N v with (1 + N' K N) v = -N' F. */
static bool solve_laws(void *data, double (*k)[3][3], double *f, double *step)
{
    const Wall *w = data;
    const int n = UNKNOWNS;
    double *a = g_new0(double, n *(n + 1)), v[UNKNOWNS];
    for (int c = 0; c < w->n_cones; c++)
        for (int i = 0; i < 3; i++) {
            const double *left = w->row[3 * c + i];
            for (int x = 0; x < n; x++) {
                if (left[x] == 0)
                    continue;
                a[x * (n + 1) + n] -= left[x] * f[3 * c + i];
                for (int l = 0; l < 3; l++)
                    for (int y = 0; y < n; y++)
                        a[x * (n + 1) + y] += left[x] * k[c][i][l] * w->row[3 * c + l][y];
            }
        }
    for (int x = 0; x < n; x++)
        a[x * (n + 1) + x] += 1;
    eliminate(a, n, v);
    for (int c = 0; c < w->n_cones; c++) {
        double rate[3] = {0};
        for (int l = 0; l < 3; l++)
            for (int y = 0; y < n; y++)
                rate[l] += w->row[3 * c + l][y] * v[y];
        for (int i = 0; i < 3; i++) {
            step[3 * c + i] = -f[3 * c + i];
            for (int l = 0; l < 3; l++)
                step[3 * c + i] -= k[c][i][l] * rate[l];
        }
    }
    g_free(a);
    return true;
}

/* Largest breach of the laws, over the largest speed without impulses. */
static double breach(const Wall *w, const double *z)
{
    double worst = 0, scale = 0, *rate = g_new(double, ROWS);
    multiply((void *)w, z, rate);
    for (int i = 0; i < w->n_rows; i++) {
        rate[i] += w->q[i];
        scale = fmax(scale, fabs(w->q[i]));
    }
    for (int c = 0; c < w->n_cones; c++) {
        const double *p = z + 3 * c, *v = rate + 3 * c, limit = w->cones[c].friction * p[0];
        const double force = hypot(p[1], p[2]), slip = hypot(v[1], v[2]);
        worst = fmax(worst, fmax(-p[0], fmax(-v[0], fmin(p[0], v[0]))));
        worst = fmax(worst, fmax(force - limit, fmin(slip, limit - force)));
        if (slip > 1e-6 * scale) /* against the slip */
            worst = fmax(worst, hypot(p[1] + limit * v[1] / slip, p[2] + limit * v[2] / slip));
    }
    g_free(rate);
    return worst / scale;
}

/* All obey the laws to the end, and in few steps: halved wherever they come no closer, steps on the
 * laws take 55 a wall and end short of them. */
static void test_walls(void)
{
    enum { WALLS = 12 };
    Random r = {5};
    Wall *w = g_new(Wall, 1);
    int all = 0;
    for (int i = 0; i < WALLS; i++) {
        make_wall(&r, 0.2 + 0.1 * (i % 7), w);
        void *scratch = g_malloc(sn_cones_scratch_size(w->n_rows, true));
        double *z = g_new0(double, ROWS), residual;
        int steps = 0;
        const SnCones problem = {.n_rows = w->n_rows,
                                 .n_cones = w->n_cones,
                                 .cones = w->cones,
                                 .q = w->q,
                                 .size = w->size,
                                 .d = w->d,
                                 .data = w,
                                 .multiply = multiply,
                                 .solve_laws = solve_laws,
                                 .steps = &steps};
        const bool good = sn_cones_solve(&problem, z, &residual, scratch);
        g_test_message("wall %d: %d steps, residual %.2g, breach %.2g", i, steps, residual,
                       breach(w, z));
        g_assert_true(good);
        g_assert_cmpfloat(residual, <, 1e-9);
        g_assert_cmpfloat(breach(w, z), <, 1e-6);
        all += steps;
        g_free(z);
        g_free(scratch);
    }
    g_free(w);
    g_test_message("%.1f steps a wall", (double)all / WALLS);
    g_assert_cmpint(all, <, 40 * WALLS);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/cones-wall/walls", test_walls);
    return g_test_run();
}
