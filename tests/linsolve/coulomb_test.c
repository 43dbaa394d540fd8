/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction whose limits follow the solution: random places, tied and free, against the conditions
 * themselves. */
#include "engine/linsolve/coulomb.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MOST = 12 };

typedef struct Case {
    int n;
    double a[MOST * MOST], r[MOST * MOST];
    double slip[MOST], load[MOST], share[MOST], softness[MOST], before[MOST];
} Case;

static SnCoulomb problem_of(const Case *c)
{
    return (SnCoulomb){.n = c->n,
                       .a = c->a,
                       .r = c->r,
                       .slip = c->slip,
                       .load = c->load,
                       .share = c->share,
                       .softness = c->softness,
                       .before = c->before};
}

/* A strand past n nodes: the tension of part i is that of the first less what rubs before it, so
 * T_i + T_i+1 = 2 T - 2 (F_0 + ... + F_i-1) - F_i or, held at the other end, the other way round.
 * `tied`: matter passes all of them at the same speed. */
static void random_strand(Random *random, bool tied, Case *c)
{
    const bool held_behind = random_uniform(random, 0, 1) < 0.5;
    const double tension = random_uniform(random, 1, 20), speed = random_uniform(random, -1, 1);
    memset(c, 0, sizeof *c);
    c->n = 1 + (int)random_uniform(random, 0, MOST - 1e-9);
    for (int i = 0; i < c->n; i++) {
        c->slip[i] = tied ? speed : random_uniform(random, -1, 1);
        c->load[i] = 2 * tension;
        c->share[i] = tanh(random_uniform(random, 0.01, 1.5));
        c->softness[i] = 1e-9;
        for (int j = 0; j < c->n; j++) {
            c->a[i * c->n + j] = tied ? 0.3 : 0.02 + (i == j);
            c->r[i * c->n + j] = held_behind ? (j > i    ? 2
                                                : j == i ? 1
                                                         : 0)
                                             : (j < i    ? -2
                                                : j == i ? -1
                                                         : 0);
        }
    }
}

static void check(const Case *c, const double *force)
{
    for (int i = 0; i < c->n; i++) {
        double slip = c->slip[i], load = c->load[i];
        for (int j = 0; j < c->n; j++) {
            slip += c->a[i * c->n + j] * force[j];
            load += c->r[i * c->n + j] * force[j];
        }
        const double limit = c->share[i] * fmax(load, 0);
        g_assert_cmpfloat(fabs(force[i]), <=, limit * (1 + 1e-8) + 1e-12);
        g_assert_cmpfloat(force[i] * slip, <=, 1e-7); /* never along the slip */
        if (fabs(force[i]) < limit * (1 - 1e-6))
            g_assert_cmpfloat(fabs(slip), <, 1e-6);
    }
}

static void test_strands(void)
{
    Random random = {71};
    char scratch[(MOST + 5) * MOST * sizeof(double)];
    g_assert_cmpuint(sn_coulomb_scratch_size(MOST), <=, sizeof scratch);
    for (int k = 0; k < 20000; k++) {
        Case c;
        double force[MOST] = {0};
        SnSlip slip[MOST];
        random_strand(&random, k % 2, &c);
        const SnCoulomb problem = problem_of(&c);
        g_assert_true(sn_coulomb_solve(&problem, force, slip, scratch));
        check(&c, force);
    }
}

/* Paid out over one node that holds e^x: the lagged limit went to and fro for e^x > 2. */
static void test_payout(void)
{
    double scratch[6];
    for (double x = 0.1; x <= 12; x += 0.1) {
        const double a = 0, r = 1, slip = 0.1, load = 2 * 9.81, share = tanh(x / 2);
        const double softness = 1e-9, before = 0;
        const SnCoulomb problem = {1, &a, &r, &slip, &load, &share, &softness, &before, NULL};
        double force = 0;
        SnSlip state;
        g_assert_true(sn_coulomb_solve(&problem, &force, &state, scratch));
        g_assert_cmpint(state, ==, SN_SLIP_FORWARD);
        /* T_a + T_b = load + F, T_b - T_a = -F, T_b = 9.81 */
        g_assert_cmpfloat(fabs((9.81 + force) * exp(x) / 9.81 - 1), <, 1e-9);
    }
}

/* Places that are tied share as before; held ones do not slip. */
static void test_hold(void)
{
    const double a[4] = {1, 1, 1, 1}, r[4] = {0}, slip[2] = {0.5, 0.5}, load[2] = {10, 10};
    const double share[2] = {0.5, 0.5}, softness[2] = {1e-9, 1e-9}, before[2] = {1, -2};
    const SnCoulomb problem = {2, a, r, slip, load, share, softness, before, NULL};
    double force[2] = {0}, scratch[14];
    SnSlip state[2];
    g_assert_true(sn_coulomb_solve(&problem, force, state, scratch));
    g_assert_cmpfloat(fabs(force[0] + force[1] + 0.5), <, 1e-6);
    g_assert_cmpfloat(fabs(force[0] - force[1] - 3), <, 1e-6);
    state[0] = SN_SLIP_STICKS, state[1] = SN_SLIP_LOOSE;
    g_assert_true(sn_coulomb_hold(&problem, force, state, scratch));
    g_assert_cmpfloat(fabs(force[0] + 0.5), <, 1e-6);
    g_assert_cmpfloat(force[1], ==, 0);
}

/* Balls and single places on bodies that chain them together, from nearly free to nearly stiff: the
 * law itself, and each kind of state is met. */
static void test_balls(void)
{
    enum { BALLS = 3, SINGLE = 2, N = 3 * BALLS + SINGLE, ROWS = N + 4 };
    Random random = {72};
    double scratch[(N + 5) * N];
    int slipping = 0, sticking = 0;
    for (int k = 0; k < 3000; k++) {
        double j[N][ROWS], a[N * N] = {0}, r[N * N] = {0}, slip[N], load[N], share[N], soft[N];
        double before[N] = {0}, force[N] = {0}, now[N];
        bool ball[N] = {true, false, false, true, false, false, true};
        SnSlip state[N];
        const double level = exp(random_uniform(&random, -3, 1)),
                     coupled = random_uniform(&random, 0, 1);
        for (int i = 0; i < N; i++) {
            for (int x = 0; x < ROWS; x++)
                j[i][x] = (x == i) + coupled * random_uniform(&random, -1, 1);
            slip[i] = random_uniform(&random, -1, 1), share[i] = 1, soft[i] = 1e-9;
            load[i] =
                i % 3 && i < 3 * BALLS ? load[i - i % 3] : level * random_uniform(&random, 0, 2);
        }
        for (int i = 0; i < N * N; i++)
            for (int x = 0; x < ROWS; x++)
                a[i] += j[i / N][x] * j[i % N][x];
        const SnCoulomb problem = {N, a, r, slip, load, share, soft, before, ball};
        g_assert_true(sn_coulomb_solve(&problem, force, state, scratch));
        for (int i = 0; i < N; i++) {
            now[i] = slip[i];
            for (int l = 0; l < N; l++)
                now[i] += a[i * N + l] * force[l];
        }
        for (int i = 0; i < N; i += ball[i] ? 3 : 1) {
            double size = 0, speed = 0, off = 0;
            const int n = ball[i] ? 3 : 1;
            for (int l = i; l < i + n; l++)
                size += force[l] * force[l], speed += now[l] * now[l];
            size = sqrt(size), speed = sqrt(speed);
            for (int l = i; l < i + n; l++)
                off = fmax(off, fabs(force[l] * speed + load[i] * now[l]));
            g_assert_cmpfloat(size, <=, load[i] * (1 + 1e-8) + 1e-12);
            if (speed < 1e-6)
                sticking++;
            else
                slipping++;
            g_assert_cmpfloat(off, <, 1e-7 * (1 + load[i]));
        }
    }
    g_assert_cmpint(slipping, >, 1000);
    g_assert_cmpint(sticking, >, 1000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/coulomb/strands", test_strands);
    g_test_add_func("/linsolve/coulomb/payout", test_payout);
    g_test_add_func("/linsolve/coulomb/hold", test_hold);
    g_test_add_func("/linsolve/coulomb/balls", test_balls);
    return g_test_run();
}
