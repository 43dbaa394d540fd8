/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spline strands span by span: basis, mass, energies, forces and stiffness against tables, fine
 * quadrature and finite differences. */
#include "engine/strand/spline_span.h"
#include "tests/sim/random_system.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { NODES = 8, STATES = 20, FINE = 2000 };
#define STEP 1e-6

/* --- curves --- */

static void random_curve(Random *r, double (*x)[3])
{
    for (int i = 0; i < NODES; i++) {
        random_vector(r, 0.2, x[i]);
        x[i][0] += i;
    }
}

static const double (*constant(double (*x)[3]))[3]
{
    return (const double(*)[3])x;
}

static void test_basis(void)
{
    /* strands.md 2.6 */
    static const double inner[4][4] = {{1, -3, 3, -1}, {4, 0, -6, 3}, {1, 3, 3, -3}, {0, 0, 0, 1}};
    for (int reaches = 0; reaches < 2; reaches++)
        for (int span = 0; span < NODES - 3; span++) {
            double p[4][4];
            sn_spline_polynomials(NODES, reaches, span, p);
            for (int k = 0; k < 4; k++) {
                g_assert_cmpfloat_with_epsilon(p[0][k] + p[1][k] + p[2][k] + p[3][k], k == 0,
                                               1e-15);
                for (int i = 0; i < 4 && (!reaches || (span > 1 && span < NODES - 5)); i++)
                    g_assert_cmpfloat_with_epsilon(p[i][k], inner[i][k] / 6, 1e-15);
            }
        }
}

static void test_smooth(void)
{
    Random r = {11};
    double x[NODES][3];
    random_curve(&r, x);
    for (int reaches = 0; reaches < 2; reaches++) {
        const SnSplineCurve curve = {NODES, reaches, constant(x)};
        for (int span = 1; span < NODES - 3; span++) {
            double before[3][4][4], p[3][3], q[3][3];
            SnSplineBasis basis;
            sn_spline_polynomials(NODES, reaches, span - 1, before[0]);
            sn_spline_basis((const double(*)[4])before[0], 1, &basis);
            sn_spline_combine(basis.b, constant(x) + span - 1, p[0]);
            sn_spline_combine(basis.first, constant(x) + span - 1, p[1]);
            sn_spline_combine(basis.second, constant(x) + span - 1, p[2]);
            sn_spline_point(&curve, span, q[0], q[1], q[2]);
            for (int k = 0; k < 3; k++)
                g_assert_cmpfloat(sn_v3_distance(p[k], q[k]), <, 1e-13);
        }
        double start[3], end[3];
        sn_spline_point(&curve, 0, start, NULL, NULL);
        sn_spline_point(&curve, NODES - 3, end, NULL, NULL);
        g_assert_true((sn_v3_distance(start, x[0]) < 1e-14) == reaches);
        g_assert_true((sn_v3_distance(end, x[NODES - 1]) < 1e-14) == reaches);
    }
}

static void test_closest(void)
{
    Random r = {12};
    double x[NODES][3], off[3], point[3], tangent[3];
    for (int trial = 0; trial < STATES; trial++) {
        random_curve(&r, x);
        const SnSplineCurve curve = {NODES, trial % 2, constant(x)};
        const double u = random_uniform(&r, 0.5, NODES - 3.5);
        random_vector(&r, 0.3, off);
        sn_spline_point(&curve, u, point, tangent, NULL);
        sn_v3_axpy(-sn_v3_dot(off, tangent) / sn_v3_dot(tangent, tangent), tangent, off);
        sn_v3_scale(0.1 / sn_v3_norm(off), off, off);
        sn_v3_add(point, off, point);
        g_assert_cmpfloat_with_epsilon(sn_spline_closest(&curve, point, u + 0.4), u, 1e-9);
        g_assert_cmpfloat_with_epsilon(sn_spline_closest_anywhere(&curve, point), u, 1e-9);
        g_assert_cmpfloat_with_epsilon(sn_spline_closest(&curve, (double[3]){-9, 0, 0}, u), 0,
                                       1e-12);
        double half[3] = {0}, whole[3] = {0}, last[3], now[3];
        const double middle = sn_spline_at_part(&curve, 0.5);
        sn_spline_point(&curve, 0, last, NULL, NULL);
        for (int i = 1; i <= 4000; i++) {
            sn_spline_point(&curve, (NODES - 3) * i / 4000.0, now, NULL, NULL);
            whole[0] += sn_v3_distance(now, last);
            half[0] += (NODES - 3) * i / 4000.0 <= middle ? sn_v3_distance(now, last) : 0;
            sn_v3_copy(now, last);
        }
        g_assert_cmpfloat_with_epsilon(half[0] / whole[0], 0.5, 1e-3);
    }
}

/* --- laws --- */

typedef struct Law {
    double stiffness, viscosity, active;
    bool curved;
} Law;

static SnSplineTension law(const void *data, double stretch, double rate, double active)
{
    const Law *l = data;
    const double e = stretch - 1, share = l->active * active;
    SnSplineTension r = {.tension = l->stiffness * e + l->viscosity * rate + share * stretch,
                         .stiffness = l->stiffness + share,
                         .viscosity = l->viscosity,
                         .energy = l->stiffness * e * e / 2 + share * stretch * stretch / 2};
    if (l->curved) {
        r.tension += 30 * e * e * e;
        r.stiffness += 90 * e * e;
        r.energy += 7.5 * e * e * e * e;
    }
    return r;
}

static void random_state(Random *r, SnSplineState *state)
{
    for (int i = 0; i < 4; i++) {
        random_vector(r, 0.3, state->x[i]);
        state->x[i][0] += i * 1.1;
        random_vector(r, 1, state->v[i]);
    }
}

static void random_places(Random *r, int trial, SnSplinePoint *points)
{
    double rest[NODES][3], active[NODES];
    random_curve(r, rest);
    for (int i = 0; i < NODES; i++)
        active[i] = random_uniform(r, 0, 1);
    const int span = trial % (NODES - 3);
    sn_spline_points(NODES, trial % 2, span, constant(rest) + span, 0.9, active, points);
}

/* --- mass --- */

static void test_tables(void)
{
    static const double mass[4][4] = {
        {20, 129, 60, 1}, {129, 1188, 933, 60}, {60, 933, 1188, 129}, {1, 60, 129, 20}};
    static const double pull[4][4] = {
        {6, 7, -12, -1}, {7, 34, -29, -12}, {-12, -29, 34, 7}, {-1, -12, 7, 6}};
    static const double share[4] = {1, 11, 11, 1};
    const double rest[4][3] = {{0, 0, 0}, {0.3, 0, 0}, {0.6, 0, 0}, {0.9, 0, 0}};
    SnSplinePoint points[SN_SPLINE_GAUSS];
    sn_spline_points(4, false, 0, rest, 1, NULL, points);
    double m[4][4], s[4], stiffness[4][4][9];
    sn_spline_span_mass(points, m);
    sn_spline_span_shares(points, s);
    const Law zero_length = {.active = 5};
    const SnSplineMaterial material = {law, &zero_length, 0};
    SnSplineState state = {0};
    Random r = {3};
    random_state(&r, &state);
    sn_spline_span_stiffness(points, &material, &state, 0, 1, false, stiffness);
    for (int i = 0; i < 4; i++) {
        g_assert_cmpfloat_with_epsilon(s[i], 0.3 * share[i] / 24, 1e-15);
        for (int j = 0; j < 4; j++) {
            g_assert_cmpfloat_with_epsilon(m[i][j], 0.3 * mass[i][j] / 5040, 1e-15);
            for (int e = 0; e < 9; e++) /* (5.7) is linear whatever the state */
                g_assert_cmpfloat_with_epsilon(stiffness[i][j][e],
                                               e % 4 ? 0 : 5 / 0.3 * pull[i][j] / 120, 1e-13);
        }
    }
    g_assert_cmpfloat_with_epsilon(sn_spline_span_rest(points), 0.3, 1e-15);
}

/* Consistent mass, the weight's shares and rest length of uneven spans against 2000 places. */
static void test_mass(void)
{
    Random r = {4};
    double worst = 0, rest[NODES][3];
    for (int trial = 0; trial < STATES; trial++) {
        random_curve(&r, rest);
        for (int span = 0; span < NODES - 3; span++) {
            SnSplinePoint points[SN_SPLINE_GAUSS];
            double p[4][4], m[4][4], s[4], fine[4][4] = {{0}}, fine_share[4] = {0}, length = 0;
            sn_spline_points(NODES, trial % 2, span, constant(rest) + span, 1, NULL, points);
            sn_spline_span_mass(points, m);
            sn_spline_span_shares(points, s);
            sn_spline_polynomials(NODES, trial % 2, span, p);
            for (int k = 0; k < FINE; k++) {
                SnSplineBasis basis;
                double tangent[3];
                sn_spline_basis((const double(*)[4])p, (k + 0.5) / FINE, &basis);
                sn_spline_combine(basis.first, constant(rest) + span, tangent);
                const double ds = sn_v3_norm(tangent) / FINE;
                length += ds;
                for (int i = 0; i < 4; i++) {
                    fine_share[i] += ds * basis.b[i];
                    for (int j = 0; j < 4; j++)
                        fine[i][j] += ds * basis.b[i] * basis.b[j];
                }
            }
            for (int i = 0; i < 4; i++) {
                worst = fmax(worst, fabs(s[i] - fine_share[i]) / length);
                for (int j = 0; j < 4; j++)
                    worst = fmax(worst, fabs(m[i][j] - fine[i][j]) / length);
            }
            worst = fmax(worst, fabs(sn_spline_span_rest(points) - length) / length);
        }
    }
    g_test_message("mass against 2000 places: %.2g of the span's", worst);
    g_assert_cmpfloat(worst, <, 2e-5);
}

/* --- forces --- */

static double energy_at(const SnSplinePoint *points, const SnSplineMaterial *material,
                        SnSplineState state)
{
    SnSplineForce f;
    memset(state.v, 0, sizeof state.v);
    sn_spline_span_force(points, material, &state, &f);
    return f.energy;
}

static void test_forces(void)
{
    Random r = {5};
    double worst = 0, worst_length = 0;
    for (int trial = 0; trial < STATES; trial++) {
        const Law l = {40, 0, 12, trial % 3 == 1};
        const SnSplineMaterial material = {law, &l, trial % 2 ? 0.7 : 0};
        SnSplinePoint points[SN_SPLINE_GAUSS];
        SnSplineState state, moved;
        SnSplineForce f, plus, minus;
        random_places(&r, trial, points);
        random_state(&r, &state);
        memset(state.v, 0, sizeof state.v);
        sn_spline_span_force(points, &material, &state, &f);
        for (int i = 0; i < 12; i++) {
            moved = state;
            moved.x[i / 3][i % 3] += STEP;
            const double up = energy_at(points, &material, moved);
            moved.x[i / 3][i % 3] -= 2 * STEP;
            const double down = energy_at(points, &material, moved);
            worst = fmax(worst, fabs(f.force[i / 3][i % 3] + (up - down) / (2 * STEP)));
        }
        /* rate of the length along a motion */
        for (int i = 0; i < 12; i++)
            state.v[i / 3][i % 3] = random_uniform(&r, -1, 1);
        moved = state;
        for (int i = 0; i < 4; i++)
            sn_v3_axpy(STEP, state.v[i], moved.x[i]);
        sn_spline_span_force(points, &material, &moved, &plus);
        for (int i = 0; i < 4; i++)
            sn_v3_axpy(-2 * STEP, state.v[i], moved.x[i]);
        sn_spline_span_force(points, &material, &moved, &minus);
        sn_spline_span_force(points, &material, &state, &f);
        worst_length = fmax(worst_length, fabs(f.rate - (plus.length - minus.length) / (2 * STEP)));
    }
    g_test_message("force against -dE/dx: %.2g N, length rate %.2g m/s", worst, worst_length);
    g_assert_cmpfloat(worst, <, 1e-7);
    g_assert_cmpfloat(worst_length, <, 1e-8);
}

static void derivative(const SnSplinePoint *points, const SnSplineMaterial *material,
                       const SnSplineState *state, bool by_v, double jacobian[12][12])
{
    for (int j = 0; j < 12; j++) {
        SnSplineState moved = *state;
        SnSplineForce up, down;
        double *number = by_v ? &moved.v[j / 3][j % 3] : &moved.x[j / 3][j % 3];
        *number += STEP;
        sn_spline_span_force(points, material, &moved, &up);
        *number -= 2 * STEP;
        sn_spline_span_force(points, material, &moved, &down);
        for (int i = 0; i < 12; i++)
            jacobian[i][j] = (up.force[i / 3][i % 3] - down.force[i / 3][i % 3]) / (2 * STEP);
    }
}

static void test_stiffness(void)
{
    Random r = {6};
    double worst = 0;
    for (int trial = 0; trial < STATES; trial++) {
        const Law l = {40, 3, 12, trial % 3 == 1};
        const SnSplineMaterial material = {law, &l, trial % 2 ? 0.7 : 0};
        SnSplinePoint points[SN_SPLINE_GAUSS];
        SnSplineState state;
        SnSplineForce f;
        double k[12][12], d[12][12], stiffness[4][4][9];
        random_places(&r, trial, points);
        random_state(&r, &state);
        sn_spline_span_force(points, &material, &state, &f);
        derivative(points, &material, &state, false, k);
        derivative(points, &material, &state, true, d);
        sn_spline_span_stiffness(points, &material, &state, 2, 5, false, stiffness);
        for (int i = 0; i < 12; i++) {
            double dv = 0;
            for (int j = 0; j < 12; j++) {
                const double numeric = -2 * d[i][j] - 2.5 * (k[i][j] + k[j][i]);
                const double analytic = stiffness[i / 3][j / 3][3 * (i % 3) + j % 3];
                worst = fmax(worst, fabs(numeric - analytic));
                dv += d[i][j] * state.v[j / 3][j % 3];
            }
            const double difference = f.force[i / 3][i % 3] - f.velocity_free[i / 3][i % 3] - dv;
            g_assert_cmpfloat(fabs(difference), <, 1e-6);
        }
    }
    g_test_message("stiffness and damping: %.2g", worst);
    g_assert_cmpfloat(worst, <, 2e-6);
}

/* The part that is kept where M-hat was indefinite is not: x' S x >= 0 for random x, even with
 * tension < 0 and a falling law. */
static void test_positive(void)
{
    Random r = {7};
    for (int trial = 0; trial < STATES; trial++) {
        const Law l = {trial % 2 ? -20 : 40, 0, 0, false};
        const SnSplineMaterial material = {law, &l, 0.7};
        SnSplinePoint points[SN_SPLINE_GAUSS];
        SnSplineState state;
        double stiffness[4][4][9];
        random_places(&r, trial, points);
        random_state(&r, &state);
        sn_spline_span_stiffness(points, &material, &state, 0, 1, true, stiffness);
        for (int k = 0; k < 50; k++) {
            double x[4][3], sum = 0;
            for (int i = 0; i < 4; i++)
                random_vector(&r, 1, x[i]);
            for (int i = 0; i < 12; i++)
                for (int j = 0; j < 12; j++)
                    sum += x[i / 3][i % 3] * stiffness[i / 3][j / 3][3 * (i % 3) + j % 3] *
                           x[j / 3][j % 3];
            g_assert_cmpfloat(sum, >, -1e-12);
        }
    }
}

/* Forces have no sum and no moment; turning as a whole makes no viscous ones. */
static void test_balance(void)
{
    Random r = {8};
    for (int trial = 0; trial < STATES; trial++) {
        const Law l = {40, 3, 12, true};
        const SnSplineMaterial material = {law, &l, 0.7};
        SnSplinePoint points[SN_SPLINE_GAUSS];
        SnSplineState state;
        SnSplineForce f;
        double sum[3] = {0}, moment[3] = {0}, w[3];
        random_places(&r, trial, points);
        random_state(&r, &state);
        sn_spline_span_force(points, &material, &state, &f);
        for (int i = 0; i < 4; i++) {
            double arm[3];
            sn_v3_add(sum, f.force[i], sum);
            sn_v3_cross(state.x[i], f.force[i], arm);
            sn_v3_add(moment, arm, moment);
        }
        g_assert_cmpfloat(sn_v3_norm(sum), <, 1e-12);
        g_assert_cmpfloat(sn_v3_norm(moment), <, 1e-11);
        random_vector(&r, 2, w);
        for (int i = 0; i < 4; i++) {
            sn_v3_cross(w, state.x[i], state.v[i]);
            sn_v3_add(state.v[i], w, state.v[i]);
        }
        sn_spline_span_force(points, &material, &state, &f);
        for (int i = 0; i < 4; i++)
            g_assert_cmpfloat(sn_v3_distance(f.force[i], f.velocity_free[i]), <, 1e-12);
    }
}

/* --- the order of the quadrature --- */

/* Energy of a span by `count` midpoints. */
static double midpoint_energy(int n, bool reaches, int span, const double (*rest)[3],
                              const SnSplineState *state, double stiffness, double bending,
                              int count)
{
    double p[4][4], sum = 0;
    sn_spline_polynomials(n, reaches, span, p);
    for (int k = 0; k < count; k++) {
        SnSplineBasis basis;
        double before[3], now[3], second[3];
        sn_spline_basis((const double(*)[4])p, (k + 0.5) / count, &basis);
        sn_spline_combine(basis.first, rest, before);
        sn_spline_combine(basis.first, constant((double(*)[3])state->x), now);
        sn_spline_combine(basis.second, constant((double(*)[3])state->x), second);
        const double speed = sn_v3_norm(before), size = sn_v3_norm(now);
        const double e = size / speed - 1, b = sn_v3_dot(now, second) / size;
        const double turn = (sn_v3_dot(second, second) - b * b) / (size * size);
        sum += (stiffness * e * e / 2 * speed + bending * turn / (2 * speed)) / count;
    }
    return sum;
}

static void test_order(void)
{
    Random r = {9};
    double worst = 0, worst_midpoint = 0;
    const Law l = {.stiffness = 40};
    for (int trial = 0; trial < STATES; trial++) {
        const SnSplineMaterial material = {law, &l, 0.7};
        double rest[NODES][3];
        for (int i = 0; i < NODES; i++) {
            random_vector(&r, 0.05, rest[i]);
            rest[i][0] += i;
        }
        for (int span = 0; span < NODES - 3; span++) {
            SnSplinePoint points[SN_SPLINE_GAUSS];
            SnSplineState state = {0};
            const double(*mine)[3] = constant(rest) + span;
            sn_spline_points(NODES, trial % 2, span, mine, 1, NULL, points);
            for (int i = 0; i < 4; i++) { /* bent by half a radian and stretched by 20 % */
                const double angle = 0.25 * (i - 1.5);
                sn_v3_set(4.8 * sin(angle) + 0.05 * rest[i][1], rest[i][1], 4.8 * cos(angle),
                          state.x[i]);
            }
            const double fine =
                midpoint_energy(NODES, trial % 2, span, mine, &state, 40, 0.7, FINE);
            const double twenty =
                midpoint_energy(NODES, trial % 2, span, mine, &state, 40, 0.7, 20);
            worst = fmax(worst, fabs(energy_at(points, &material, state) / fine - 1));
            worst_midpoint = fmax(worst_midpoint, fabs(twenty / fine - 1));
        }
    }
    g_test_message("energy of bent spans: Gauss %.2g, midpoint rule with 20 places %.2g", worst,
                   worst_midpoint);
    g_assert_cmpfloat(worst, <, 1e-5);
    g_assert_cmpfloat(worst, <, worst_midpoint);
}

/* Stretch and bending are coupled (thesis Fig. 5.8): |x'| of a span is constant only if it is
 * straight, because the leading coefficient of |x'|^2 is that of |x''|^2.  Four control points on
 * an arc: the stretch varies along the span, as the fourth power of their angle. */
static void test_coupling(void)
{
    const double rest[4][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    const Law l = {.stiffness = 1};
    const SnSplineMaterial material = {law, &l, 0};
    SnSplinePoint points[SN_SPLINE_GAUSS];
    sn_spline_points(4, false, 0, rest, 1, NULL, points);
    double spread[3];
    for (int k = 0; k < 3; k++) {
        const double angle = 0.8 / (1 << k);
        SnSplineState state = {0};
        for (int i = 0; i < 4; i++)
            sn_v3_set(sin((i - 1.5) * angle) / (2 * sin(angle / 2)),
                      cos((i - 1.5) * angle) / (2 * sin(angle / 2)), 0, state.x[i]);
        double least = INFINITY, most = 0;
        for (int g = 0; g < SN_SPLINE_GAUSS; g++) {
            double stretch;
            sn_spline_tension_at(&points[g], &material, &state, &stretch);
            least = fmin(least, stretch), most = fmax(most, stretch);
        }
        spread[k] = most / least - 1;
    }
    g_test_message("stretch of a span bent by .8, .4, .2 rad varies by %.3g, %.3g, %.3g", spread[0],
                   spread[1], spread[2]);
    g_assert_cmpfloat(spread[0], >, 1e-4);
    g_assert_cmpfloat_with_epsilon(log2(spread[0] / spread[1]), 4, 0.5);
    g_assert_cmpfloat_with_epsilon(log2(spread[1] / spread[2]), 4, 0.2);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/spline-span/basis", test_basis);
    g_test_add_func("/spline-span/smooth", test_smooth);
    g_test_add_func("/spline-span/closest", test_closest);
    g_test_add_func("/spline-span/tables", test_tables);
    g_test_add_func("/spline-span/mass", test_mass);
    g_test_add_func("/spline-span/forces", test_forces);
    g_test_add_func("/spline-span/stiffness", test_stiffness);
    g_test_add_func("/spline-span/positive", test_positive);
    g_test_add_func("/spline-span/balance", test_balance);
    g_test_add_func("/spline-span/order", test_order);
    g_test_add_func("/spline-span/coupling", test_coupling);
    return g_test_run();
}
