/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact problems with Coulomb friction: random ones against the laws themselves, single ones in
 * closed form, redundant ones. */
#include "engine/linsolve/cones/cones.h"
#include "engine/linsolve/cones/cones_line.h"
#include "engine/linsolve/coulomb.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 30, BODIES = 30 };

typedef struct Case {
    int n, rows, bodies;
    SnCone cones[MOST];
    double row[3 * MOST][6 * BODIES], d[9 * MOST * MOST], q[3 * MOST], size[MOST];
} Case;

/* D, q and sizes of its rows, with bodies that move at `u`. */
static void fill(Case *c, const double *u)
{
    memset(c->d, 0, sizeof c->d);
    memset(c->q, 0, sizeof c->q);
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j < c->rows; j++)
            for (int x = 0; x < 6 * c->bodies; x++)
                c->d[i * c->rows + j] += c->row[i][x] * c->row[j][x];
    for (int k = 0; k < c->n; k++) {
        c->size[k] = 0;
        for (int i = 0; i < (c->cones[k].contact ? 3 : 1); i++) {
            const int row = c->cones[k].row + i;
            for (int x = 0; x < 6 * c->bodies; x++)
                c->q[row] += c->row[row][x] * u[x];
            c->size[k] = fmax(c->size[k], c->d[row * (c->rows + 1)]);
        }
    }
}

/* Contacts between random bodies and the world, whose bounds are such that rest is allowed; this
 * share of them with friction. */
static void random_case(Random *r, double rubbing, Case *c)
{
    memset(c, 0, sizeof *c);
    c->n = 1 + (int)random_uniform(r, 0, MOST - 1e-9);
    c->bodies = 1 + c->n * 2 / 3;
    double u[6 * BODIES];
    for (int i = 0; i < 6 * c->bodies; i++)
        u[i] = random_uniform(r, -1, 1);
    for (int k = 0; k < c->n; k++) {
        c->cones[k] = (SnCone){.row = c->rows,
                               .contact = random_uniform(r, 0, 1) < rubbing,
                               .friction = random_uniform(r, 0, 0.8)};
        const int count = c->cones[k].contact ? 3 : 1;
        const int a = (int)random_uniform(r, 0, c->bodies - 1e-9);
        const int b = (int)random_uniform(r, 0, c->bodies - 1e-9);
        for (int i = 0; i < count; i++, c->rows++)
            for (int x = 0; x < 6; x++) {
                c->row[c->rows][6 * a + x] += random_uniform(r, -1, 1);
                if (k % 3)
                    c->row[c->rows][6 * b + x] -= random_uniform(r, -1, 1);
            }
    }
    fill(c, u);
}

/* The same contacts, all of two bodies. */
static void crowd(Case *c)
{
    double u[12];
    for (int i = 0; i < c->rows; i++)
        for (int x = 12; x < 6 * c->bodies; x++) {
            c->row[i][x % 12] += c->row[i][x];
            c->row[i][x] = 0;
        }
    for (int x = 0; x < 12; x++)
        u[x] = sin(1 + x + c->rows);
    c->bodies = 2;
    for (int k = 0; k < c->n; k++)
        c->cones[k].friction = 0.9;
    fill(c, u);
}

/* Largest breach of the laws. */
static double breach(const Case *c, const double *z)
{
    double worst = 0, scale = 0, w[3 * MOST];
    for (int i = 0; i < c->rows; i++) {
        w[i] = c->q[i];
        for (int j = 0; j < c->rows; j++)
            w[i] += c->d[i * c->rows + j] * z[j];
        scale = fmax(scale, fabs(c->q[i]));
    }
    for (int k = 0; k < c->n; k++) {
        const int n = c->cones[k].row;
        worst = fmax(worst, fmax(-z[n], fmax(-w[n], fmin(z[n], w[n]))));
        if (!c->cones[k].contact)
            continue;
        const double force = hypot(z[n + 1], z[n + 2]), slip = hypot(w[n + 1], w[n + 2]);
        const double limit = c->cones[k].friction * z[n];
        worst = fmax(worst, force - limit);
        worst = fmax(worst, fmin(slip, limit - force));
        if (slip > 1e-6 * scale) /* against the slip */
            worst = fmax(worst, hypot(z[n + 1] + limit * w[n + 1] / slip,
                                      z[n + 2] + limit * w[n + 2] / slip));
    }
    return worst / scale;
}

/* (1 + K D) step = -F by elimination with pivots. */
static bool solve_laws(void *data, double (*k)[3][3], double *f, double *step)
{
    const Case *c = data;
    const int n = c->rows;
    double *a = g_new0(double, n *(n + 1));
    for (int b = 0; b < c->n; b++) {
        const int row = c->cones[b].row, count = c->cones[b].contact ? 3 : 1;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < n; j++)
                for (int l = 0; l < count; l++)
                    a[(row + i) * (n + 1) + j] += k[b][i][l] * c->d[(row + l) * n + j];
            a[(row + i) * (n + 1) + row + i] += 1;
            a[(row + i) * (n + 1) + n] = -f[row + i];
        }
    }
    for (int j = 0; j < n; j++) {
        int pivot = j;
        for (int i = j + 1; i < n; i++)
            pivot = fabs(a[i * (n + 1) + j]) > fabs(a[pivot * (n + 1) + j]) ? i : pivot;
        for (int l = 0; l <= n; l++) {
            const double x = a[j * (n + 1) + l];
            a[j * (n + 1) + l] = a[pivot * (n + 1) + l];
            a[pivot * (n + 1) + l] = x;
        }
        for (int i = 0; i < n; i++) {
            const double factor = a[i * (n + 1) + j] / a[j * (n + 1) + j];
            for (int l = j; i != j && l <= n; l++)
                a[i * (n + 1) + l] -= factor * a[j * (n + 1) + l];
        }
    }
    for (int i = 0; i < n; i++)
        step[i] = a[i * (n + 1) + n] / a[i * (n + 1) + i];
    g_free(a);
    return true;
}

static void test_random(void)
{
    Random r = {5};
    const int cases = sn_cases(60, 500);
    Case *c = g_new(Case, 1);
    int solved = 0;
    for (int k = 0; k < cases; k++) {
        double z[3 * MOST] = {0}, residual;
        random_case(&r, 0.8, c);
        void *scratch = g_malloc(sn_cones_scratch_size(c->rows, true));
        const SnCones problem = {.n_rows = c->rows,
                                 .n_cones = c->n,
                                 .cones = c->cones,
                                 .q = c->q,
                                 .size = c->size,
                                 .d = c->d,
                                 .data = c,
                                 .solve_laws = k % 2 ? solve_laws : NULL};
        if (sn_cones_solve(&problem, z, &residual, scratch) && residual < 1e-8) {
            g_assert_cmpfloat(breach(c, z), <, 1e-6);
            solved++;
        }
        g_free(scratch);
    }
    g_free(c);
    /* directions without a geometry behind them need not have a solution */
    g_assert_cmpint(solved, >=, cases * 9 / 10);
}

/* Where less than all there is will do, less is what comes out, and no worse than that: from
 * nothing, from what is nearly as good as asked for, and at once from what is. */
static void test_rough(void)
{
    Random r = {5};
    const int cases = sn_cases(40, 300);
    Case *c = g_new(Case, 1);
    int early = 0, solved = 0, moved = 0;
    for (int k = 0; k < cases; k++) {
        random_case(&r, k % 2 ? 0 : 0.8, c);
        void *scratch = g_malloc(sn_cones_scratch_size(c->rows, true));
        double rough[3 * MOST] = {0}, exact[3 * MOST] = {0}, residual;
        int steps = -1;
        SnCones problem = {.n_rows = c->rows,
                           .n_cones = c->n,
                           .cones = c->cones,
                           .q = c->q,
                           .size = c->size,
                           .d = c->d,
                           .steps = &steps};
        const bool good = sn_cones_solve(&problem, exact, &residual, scratch) && residual < 1e-8;
        for (problem.accuracy = 1e-2; good && problem.accuracy > 5e-5; problem.accuracy /= 10) {
            g_assert_true(sn_cones_solve(&problem, rough, &residual, scratch));
            g_assert_cmpfloat(residual, <=, problem.accuracy);
            g_assert_true(sn_cones_solve(&problem, rough, &residual, scratch));
            g_assert_cmpint(steps, ==, 0);
            /* what was good enough is made better where that is asked for */
            const bool better = residual > 1e-4;
            problem.moves = true;
            g_assert_true(sn_cones_solve(&problem, rough, &residual, scratch));
            g_assert_cmpfloat(residual, <=, problem.accuracy);
            g_assert_true(steps > 0 || !better);
            moved += better;
            problem.moves = false;
        }
        early += good && residual > 1e-8;
        solved += good;
        g_free(scratch);
    }
    g_free(c);
    g_assert_cmpint(early, >=, solved / 3);
    g_assert_cmpint(moved, >=, solved / 3);
    g_assert_cmpint(solved, >=, cases * 8 / 10);
}

/* Many more rows than the two bodies have unknowns, as where tissue folds: slips that go to and fro
 * from round to round are led to where they meet, and what comes no closer ends soon. */
static void test_crowds(void)
{
    Random r = {5};
    const int cases = 300;
    Case *c = g_new(Case, 1);
    int solved = 0, longest = 0;
    for (int k = 0; k < cases; k++) {
        do
            random_case(&r, 1, c);
        while (c->n < MOST / 2);
        crowd(c);
        void *scratch = g_malloc(sn_cones_scratch_size(c->rows, true));
        double z[3 * MOST] = {0}, residual;
        int steps = 0;
        const SnCones problem = {.n_rows = c->rows,
                                 .n_cones = c->n,
                                 .cones = c->cones,
                                 .q = c->q,
                                 .size = c->size,
                                 .d = c->d,
                                 .accuracy = 1e-4,
                                 .steps = &steps};
        solved += sn_cones_solve(&problem, z, &residual, scratch);
        longest = MAX(longest, steps);
        g_free(scratch);
    }
    g_free(c);
    g_test_message("%d of %d, at most %d steps", solved, cases, longest);
    g_assert_cmpint(longest, <, 1000);
    g_assert_cmpint(solved, >=, cases * 9 / 10);
}

/* Row `c->rows` and its bodies: the rate along an axis at a corner of a block, less that of the one
 * below. */
static void add_tower_row(Case *c, int block, const double corner[2], int axis)
{
    const double turning = sqrt(6); /* of a cube, over the mass */
    for (int side = 0; side < 2 && block - side >= 0; side++) {
        const double arm[3] = {corner[0], corner[1], side ? 0.5 : -0.5}, sign = side ? -1 : 1;
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        double *row = c->row[c->rows] + 6 * (block - side);
        row[axis] += sign;
        row[3 + next] += sign * turning * arm[last];
        row[3 + last] -= sign * turning * arm[next];
    }
    c->rows++;
}

/* Blocks on each other that fall and are thrown about, four contacts below each. */
static void tower_case(Random *r, double friction, int blocks, Case *c)
{
    double u[6 * BODIES];
    memset(c, 0, sizeof *c);
    for (int i = 0; i < 6 * blocks; i++)
        u[i] = random_uniform(r, -0.3, 0.3) + (i % 6 == 2  ? -1
                                               : i % 6 < 2 ? random_uniform(r, -1, 1)
                                                           : 0);
    for (int k = 0; k < 4 * blocks; k++) {
        const double corner[2] = {k % 2 - 0.5, k / 2 % 2 - 0.5};
        c->cones[c->n++] = (SnCone){.row = c->rows, .contact = true, .friction = friction};
        for (int i = 0; i < 3; i++)
            add_tower_row(c, k / 4, corner, (i + 2) % 3);
    }
    for (int i = 0; i < c->rows; i++) {
        for (int x = 0; x < 6 * blocks; x++)
            c->q[i] += c->row[i][x] * u[x];
        for (int j = 0; j < c->rows; j++)
            for (int x = 0; x < 6 * blocks; x++)
                c->d[i * c->rows + j] += c->row[i][x] * c->row[j][x];
        c->size[i / 3] = fmax(c->size[i / 3], c->d[i * (c->rows + 1)]);
    }
}

/* Where much rubs, slips that follow each other from round to round are foreseen: without that a
 * tower takes 29 steps; and what is followed to the end obeys the laws. */
static void test_towers(void)
{
    enum { TOWERS = 20 };
    Random r = {5};
    Case *c = g_new(Case, 1);
    int all = 0, exact = 0;
    for (int k = 0; k < TOWERS; k++) {
        tower_case(&r, 0.9, 2 + k % 6, c);
        void *scratch = g_malloc(sn_cones_scratch_size(c->rows, true));
        double z[3 * MOST] = {0}, residual;
        int steps = 0;
        SnCones problem = {.n_rows = c->rows,
                           .n_cones = c->n,
                           .cones = c->cones,
                           .q = c->q,
                           .size = c->size,
                           .d = c->d,
                           .accuracy = 1e-3,
                           .steps = &steps};
        g_assert_true(sn_cones_solve(&problem, z, &residual, scratch));
        g_assert_cmpfloat(residual, <=, problem.accuracy);
        all += steps;
        problem.accuracy = 1e-9;
        if (sn_cones_solve(&problem, z, &residual, scratch) && residual <= problem.accuracy) {
            g_assert_cmpfloat(breach(c, z), <, 1e-5);
            exact++;
        }
        g_free(scratch);
    }
    g_free(c);
    g_test_message("%.1f steps a tower, %d of %d to the end", (double)all / TOWERS, exact, TOWERS);
    g_assert_cmpint(all, <, 27 * TOWERS);
    g_assert_cmpint(exact, >=, TOWERS * 7 / 10);
}

/* A ball that slides, sticks, and flies off. */
static void test_single(void)
{
    static const double d[9] = {1, 0, 0, 0, 3.5, 0, 0, 0, 3.5}, size[1] = {3.5};
    static const SnCone cone = {.row = 0, .contact = true, .friction = 0.2};
    static const struct {
        double q[3], z[3];
    } cases[] = {{{-1e-3, 5, 0}, {1e-3, -2e-4, 0}},
                 {{-1e-3, 0, -0.3}, {1e-3, 0, 2e-4}},
                 {{-1e-3, 1e-4, 0}, {1e-3, -1e-4 / 3.5, 0}},
                 {{1e-3, 5, 0}, {0, 0, 0}}};
    char scratch[4096];
    for (size_t k = 0; k < G_N_ELEMENTS(cases); k++) {
        double z[3] = {1e-3, 0, 0};
        const SnCones problem = {
            .n_rows = 3, .n_cones = 1, .cones = &cone, .q = cases[k].q, .size = size, .d = d};
        g_assert_cmpint(sn_cones_scratch_size(3, true), <=, sizeof scratch);
        g_assert_true(sn_cones_solve(&problem, z, NULL, scratch));
        for (int i = 0; i < 3; i++)
            g_assert_cmpfloat(fabs(z[i] - cases[k].z[i]), <, 1e-10);
    }
}

/* One row four times over: the load is shared as the guess has it, or evenly. */
static void test_redundant(void)
{
    enum { N = 4 };
    SnCone cones[N];
    double d[N * N], q[N], size[N], z[N] = {0};
    for (int i = 0; i < N; i++) {
        cones[i] = (SnCone){.row = i};
        q[i] = -1, size[i] = 2;
        for (int j = 0; j < N; j++)
            d[N * i + j] = 2;
    }
    void *scratch = g_malloc(sn_cones_scratch_size(N, true));
    const SnCones problem = {
        .n_rows = N, .n_cones = N, .cones = cones, .q = q, .size = size, .d = d};
    g_assert_true(sn_cones_solve(&problem, z, NULL, scratch));
    for (int i = 0; i < N; i++)
        g_assert_cmpfloat(fabs(z[i] - 0.125), <, 1e-9);
    double guess[N] = {0.5, 0, 0, 0};
    g_assert_true(sn_cones_solve(&problem, guess, NULL, scratch));
    g_assert_cmpfloat(guess[0], ==, 0.5);
    g_free(scratch);
}

/* Moments of ball joints and single coordinates: the same as by the other method. */
static void test_balls(void)
{
    enum { BALLS = 2, SINGLE = 2, N = 3 * BALLS + SINGLE, ROWS = N + 3 };
    Random r = {73};
    double scratch[(N + 5) * N];
    void *room = g_malloc(sn_cones_scratch_size(N, true));
    int slipping = 0, sticking = 0;
    for (int k = 0; k < 300; k++) {
        double j[N][ROWS], d[N * N] = {0}, none[N * N] = {0}, q[N], load[N], share[N], soft[N];
        double before[N] = {0}, force[N] = {0}, z[N] = {0}, size[BALLS + SINGLE] = {0};
        const bool ball[N] = {true, false, false, true};
        SnCone cones[BALLS + SINGLE];
        SnSlip state[N];
        const double level = exp(random_uniform(&r, -3, 1));
        for (int i = 0; i < N; i++) {
            for (int x = 0; x < ROWS; x++)
                j[i][x] = (x == i) + 0.5 * random_uniform(&r, -1, 1);
            q[i] = random_uniform(&r, -1, 1), share[i] = 1, soft[i] = 1e-12;
            load[i] =
                i % 3 && i < 3 * BALLS ? load[i - i % 3] : level * random_uniform(&r, 0.01, 2);
        }
        for (int i = 0; i < N * N; i++)
            for (int x = 0; x < ROWS; x++)
                d[i] += j[i / N][x] * j[i % N][x];
        for (int c = 0, row = 0; c < BALLS + SINGLE; row += sn_cone_rows(&cones[c++])) {
            cones[c] = (SnCone){.row = row, .limit = load[row], .ball = c < BALLS};
            for (int i = row; i < row + sn_cone_rows(&cones[c]); i++)
                size[c] = fmax(size[c], d[i * (N + 1)]);
        }
        const SnCoulomb other = {N, d, none, q, load, share, soft, before, ball};
        const SnCones problem = {
            .n_rows = N, .n_cones = BALLS + SINGLE, .cones = cones, .q = q, .size = size, .d = d};
        g_assert_true(sn_coulomb_solve(&other, force, state, scratch));
        g_assert_true(sn_cones_solve(&problem, z, NULL, room));
        for (int i = 0; i < N; i++)
            g_assert_cmpfloat(fabs(z[i] - force[i]), <, 1e-7 * (1 + level));
        slipping += state[0] == SN_SLIP_FORWARD, sticking += state[0] == SN_SLIP_STICKS;
    }
    g_assert_cmpint(slipping, >, 50);
    g_assert_cmpint(sticking, >, 50);
    g_free(room);
}

/* --- contacts of six rows --- */

static SnCone random_rolling(Random *r)
{
    const bool only = random_uniform(r, 0, 1) < 0.2;
    return (SnCone){.contact = true,
                    .rolls = true,
                    .friction = random_uniform(r, 0, 1),
                    .torsion = only ? 0 : random_uniform(r, 0, 0.5),
                    .rolling = random_uniform(r, 0, 0.5)};
}

/* Half the square of what y is away from the cone at a normal impulse. */
static double away(const SnCone *cone, double rn, double rt, const double y[6], double normal)
{
    const double tangent = fmax(hypot(y[1], y[2]) - cone->friction * normal, 0);
    const double turn = fmax(fabs(y[3]) - cone->torsion * normal, 0);
    const double roll = fmax(hypot(y[4], y[5]) - cone->rolling * normal, 0);
    return rn * (normal - y[0]) * (normal - y[0]) +
           rt * (tangent * tangent + turn * turn + roll * roll);
}

/* Projections are the nearest of all, and the directions are their derivative. */
static void test_rolling_projection(void)
{
    Random r = {31};
    for (int k = 0; k < 2000; k++) {
        const SnCone cone = random_rolling(&r);
        const double rn = random_uniform(&r, 0.1, 3), rt = random_uniform(&r, 0.1, 3);
        double y[6], z[6], low = 0, high = 20;
        for (int i = 0; i < 6; i++)
            y[i] = random_uniform(&r, -2, 2);
        sn_cone_project(&cone, rn, rt, y, z);
        for (int i = 0; i < 200; i++) {
            const double a = low + (high - low) / 3, b = high - (high - low) / 3;
            if (away(&cone, rn, rt, y, a) < away(&cone, rn, rt, y, b))
                high = b;
            else
                low = a;
        }
        g_assert_cmpfloat(fabs(z[0] - low), <, 1e-6);
        g_assert_cmpfloat(hypot(z[1], z[2]), <=, cone.friction * z[0] + 1e-12);
        g_assert_cmpfloat(fabs(z[3]), <=, cone.torsion * z[0] + 1e-12);
        g_assert_cmpfloat(hypot(z[4], z[5]), <=, cone.rolling * z[0] + 1e-12);
        SnConeDirection directions[SN_CONE_ROWS];
        const int n = sn_cone_directions(&cone, rn, rt, y, directions);
        for (int j = 0; j < 6; j++) {
            double there[6], back[6], moved[6];
            memcpy(moved, y, sizeof moved);
            moved[j] += 1e-6;
            sn_cone_project(&cone, rn, rt, moved, there);
            moved[j] -= 2e-6;
            sn_cone_project(&cone, rn, rt, moved, back);
            for (int i = 0; i < 6; i++) {
                double sum = 0;
                for (int d = 0; d < n; d++)
                    sum += directions[d].along[i] * directions[d].along[j] /
                           directions[d].compliance * (j == 0 ? rn : rt);
                /* at a kink of the projection it may be that of either side */
                if (fabs((there[i] - back[i]) / 2e-6 - sum) > 1e-4)
                    g_assert_cmpfloat(fabs(there[i] + back[i] - 2 * z[i]), >, 1e-11);
            }
        }
    }
}

/* A ball that rolls and spins on the ground: what resists, in closed form. */
static void test_rolling_ball(void)
{
    /* rates of normal, tangents, spin and roll x radius 1, mass 1: the ball rolls about y */
    const double i = 2.5;
    const double d[36] = {1, 0, 0, 0, 0, 0, 0, 1 + i, 0, 0, 0, -i, 0, 0,  1 + i, 0, i, 0,
                          0, 0, 0, i, 0, 0, 0, 0,     i, 0, i, 0,  0, -i, 0,     0, 0, i};
    const SnCone cone = {
        .contact = true, .rolls = true, .friction = 0.5, .torsion = 0.02, .rolling = 0.1};
    const double size[1] = {3.5}, q[6] = {-1e-3, 0, 0, 1, 0, 1};
    double z[6] = {0};
    char scratch[8192];
    const SnCones problem = {
        .n_rows = 6, .n_cones = 1, .cones = &cone, .q = q, .size = size, .d = d};
    g_assert_cmpint(sn_cones_scratch_size(6, true), <=, sizeof scratch);
    g_assert_true(sn_cones_solve(&problem, z, NULL, scratch));
    g_assert_cmpfloat(fabs(z[0] - 1e-3), <, 1e-10);
    g_assert_cmpfloat(fabs(z[3] + 0.02e-3), <, 1e-10);
    g_assert_cmpfloat(fabs(z[5] + 0.1e-3), <, 1e-10);
    /* it goes on rolling: the tangent answers the roll */
    g_assert_cmpfloat(fabs(z[1] - i * z[5] / (1 + i)), <, 1e-10);
}

/* Cones along a line, alone and side by side: their multipliers at its end are the projections of
 * what is there to the last bit, and the derivative there is small, or not positive at 1. */
static void test_line(void)
{
    enum { FEW = 7 };
    Random r = {11};
    for (int i = 0; i < 2000; i++) {
        SnCone cones[FEW];
        double at[6][3 * FEW]; /* from, along, nu, step, D step, multipliers at 0 */
        SnCones p = {.n_cones = 1 + i % FEW, .cones = cones};
        for (int c = 0; c < p.n_cones; c++) {
            cones[c] = (SnCone){.row = p.n_rows,
                                .contact = random_uniform(&r, 0, 1) < 0.85,
                                .friction = random_uniform(&r, 0, 1)};
            p.n_rows += sn_cone_rows(&cones[c]);
        }
        for (int k = 0; k < p.n_rows; k++) {
            at[0][k] = random_uniform(&r, 0, 1) < 0.1 ? 0 : random_uniform(&r, -1, 1);
            at[3][k] = random_uniform(&r, 0, 1) < 0.1 ? 0 : random_uniform(&r, -1, 1);
            at[4][k] = 3 * at[3][k];
            at[1][k] = -2 * at[4][k];
        }
        for (int c = 0; c < p.n_cones; c++)
            sn_cone_project(&cones[c], 1, 1, at[0] + cones[c].row, at[5] + cones[c].row);
        for (int k = 0; k < p.n_rows; k++)
            at[2][k] = at[5][k] - 0.5 * at[3][k];
        const SnConesLine line = {&p, at[0], at[1], at[2], at[3], at[4]};
        double lambda[3 * FEW], slope = 0, first = 0;
        const double alpha = sn_cones_line_search(&line, at[5], lambda);
        for (int c = 0; c < p.n_cones; c++) {
            double y[3], z[3];
            for (int k = 0; k < sn_cone_rows(&cones[c]); k++)
                y[k] = at[0][cones[c].row + k] + alpha * at[1][cones[c].row + k];
            sn_cone_project(&cones[c], 1, 1, y, z);
            for (int k = 0; k < sn_cone_rows(&cones[c]); k++) {
                const int row = cones[c].row + k;
                g_assert_cmpfloat(lambda[row], ==, z[k]);
                slope += at[4][row] * (at[2][row] + alpha * at[3][row] - z[k]);
                first += at[4][row] * (at[2][row] - at[5][row]);
            }
        }
        g_assert_cmpfloat(first, <=, 0);
        g_assert_cmpfloat(alpha, >, 0);
        g_assert_cmpfloat(alpha, <=, 1);
        g_assert_true(alpha == 1 ? slope <= 0.05 * -first : fabs(slope) <= 0.0501 * -first);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/cones/random", test_random);
    g_test_add_func("/linsolve/cones/rough", test_rough);
    g_test_add_func("/linsolve/cones/crowds", test_crowds);
    g_test_add_func("/linsolve/cones/towers", test_towers);
    g_test_add_func("/linsolve/cones/single", test_single);
    g_test_add_func("/linsolve/cones/redundant", test_redundant);
    g_test_add_func("/linsolve/cones/rolling-projection", test_rolling_projection);
    g_test_add_func("/linsolve/cones/rolling-ball", test_rolling_ball);
    g_test_add_func("/linsolve/cones/balls", test_balls);
    g_test_add_func("/linsolve/cones/line", test_line);
    return g_test_run();
}
