/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves, and fibres in series with tendons: derivatives, equilibria, motion against an explicit
 * method of high order, and what happens far from where muscles work. */
#include "engine/muscle/fibre.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>

static const int laws[] = {SN_MUSCLE_TYPE_THELEN, SN_MUSCLE_TYPE_MILLARD, SN_MUSCLE_TYPE_SCHUTTE,
                           SN_MUSCLE_TYPE_DE_GROOTE};
#define N_LAWS 4

static SnMuscleCurves curves[N_LAWS];

static void make_curves(void)
{
    const SnMillardShape shape = SN_MILLARD_2012;
    for (int i = 0; i < N_LAWS; i++)
        curves[i] = sn_muscle_curves(laws[i], &shape);
}

static SnMuscleParameters muscle_of(int law)
{
    return (SnMuscleParameters){.type = laws[law],
                                .max_force = 1000,
                                .optimal_length = 0.1,
                                .tendon_slack_length = 0.2,
                                .pennation = 0.35,
                                .max_velocity = 10,
                                .fibre_damping = law == 0 ? 0 : 0.1,
                                .tendon_strain = law == 0 ? 0.04 : 0.049,
                                .thelen = SN_THELEN_2003};
}

static SnMuscleParameters random_muscle(Random *r, int law)
{
    SnMuscleParameters m = muscle_of(law);
    m.optimal_length = random_uniform(r, 0.02, 0.4);
    m.tendon_slack_length = m.optimal_length * random_uniform(r, 0.1, 9);
    m.pennation = random_uniform(r, 0, 1) < 0.3 ? 0 : random_uniform(r, 0, 0.9);
    m.max_velocity = random_uniform(r, 4, 15);
    m.fibre_damping = random_uniform(r, 0, 1) < 0.3 ? 0 : random_uniform(r, 0.01, 0.5);
    m.max_force = pow(10, random_uniform(r, 0, 4));
    return m;
}

static double path_of(const SnMuscleParameters *m, double fibre, double strain)
{
    return m->optimal_length * sqrt(fmax(fibre * fibre - pow(sin(m->pennation), 2), 0)) +
           m->tendon_slack_length * (1 + strain);
}

/* --- curves --- */

typedef double Curve(const SnMuscleParameters *m, const SnMuscleCurves *c, double x, double *slope);

static double at_full(const SnMuscleParameters *m, const SnMuscleCurves *c, double x, double *slope)
{
    return sn_curve_velocity(m, c, x, 0.4, slope);
}

static void check_slope(Curve *curve, const SnMuscleParameters *m, const SnMuscleCurves *c,
                        double x)
{
    const double h = 1e-6;
    double slope, unused;
    curve(m, c, x, &slope);
    const double ahead = curve(m, c, x + h, &unused), back = curve(m, c, x - h, &unused);
    g_assert_cmpfloat(fabs((ahead - back) / (2 * h) - slope), <, 2e-4 * (1 + fabs(slope)));
}

static void test_slopes(void)
{
    Random r = {11};
    for (int law = 0; law < N_LAWS; law++)
        for (int i = 0; i < 400; i++) {
            const SnMuscleParameters m = muscle_of(law);
            check_slope(sn_curve_active, &m, &curves[law], random_uniform(&r, 0.05, 2.5));
            check_slope(sn_curve_passive, &m, &curves[law], random_uniform(&r, 1.01, 3));
            check_slope(at_full, &m, &curves[law], random_uniform(&r, -1.5, 1.5));
            check_slope(sn_curve_tendon, &m, &curves[law], random_uniform(&r, 1e-4, 0.2));
        }
}

static void test_energies(void)
{
    Random r = {12};
    for (int law = 0; law < N_LAWS; law++)
        for (int i = 0; i < 200; i++) {
            const SnMuscleParameters m = muscle_of(law);
            const double l = random_uniform(&r, 0.3, 3), strain = random_uniform(&r, 0, 0.3);
            const double h = 1e-5;
            double slope;
            const double passive = (sn_curve_passive_energy(&m, &curves[law], l + h) -
                                    sn_curve_passive_energy(&m, &curves[law], l - h)) /
                                   (2 * h);
            const double value = sn_curve_passive(&m, &curves[law], l, &slope);
            g_assert_cmpfloat(fabs(passive - value), <, 1e-5 * (1 + value));
            const double tendon = (sn_curve_tendon_energy(&m, &curves[law], strain + h) -
                                   sn_curve_tendon_energy(&m, &curves[law], strain - h)) /
                                  (2 * h);
            const double pull = sn_curve_tendon(&m, &curves[law], strain, &slope);
            g_assert_cmpfloat(fabs(tendon - pull), <, 1e-4 * (1 + pull));
        }
}

/* What the authors say of their curves (De Groote: FORCE_FACTS of OpenSim's tests). */
static void test_landmarks(void)
{
    double slope;
    const SnMuscleParameters groote = muscle_of(3), schutte = muscle_of(2);
    g_assert_cmpfloat(sn_curve_tendon(&groote, NULL, 0, &slope), ==, 0);
    g_assert_cmpfloat_with_epsilon(sn_curve_tendon(&groote, NULL, 0.049, &slope), 1, 1e-10);
    g_assert_cmpfloat_with_epsilon(sn_curve_passive(&groote, NULL, 1, &slope), 0.0182288, 1e-6);
    g_assert_cmpfloat(sn_curve_passive(&groote, NULL, 0.2, &slope), ==, 0);
    g_assert_cmpfloat_with_epsilon(sn_curve_passive(&groote, NULL, 1.6, &slope), 1, 1e-10);
    g_assert_cmpfloat_with_epsilon(sn_curve_active(&groote, NULL, 1, &slope), 1, 1e-3);
    g_assert_cmpfloat_with_epsilon(sn_curve_velocity(&groote, NULL, -1, 1, &slope), 0, 1e-10);
    g_assert_cmpfloat_with_epsilon(sn_curve_velocity(&groote, NULL, 0, 1, &slope), 1, 1e-10);
    g_assert_cmpfloat_with_epsilon(sn_curve_velocity(&groote, NULL, 1, 1, &slope), 1.794, 1e-3);
    /* tables: their points, straight lines where they are */
    g_assert_cmpfloat_with_epsilon(sn_curve_active(&schutte, &curves[2], 0.71875, &slope), 0.856667,
                                   1e-12);
    g_assert_cmpfloat_with_epsilon(sn_curve_tendon(&schutte, &curves[2], 0.0103, &slope), 0.161,
                                   1e-12);
    g_assert_cmpfloat_with_epsilon(sn_curve_passive(&schutte, &curves[2], 1.5, &slope), 1, 1e-12);
    /* cubics are drawn exactly */
    double points[7][2];
    for (int i = 0; i < 7; i++) {
        const double x = i + 0.3 * (i % 2);
        points[i][0] = x, points[i][1] = 2 - x + 0.5 * x * x - 0.1 * x * x * x;
    }
    const SnSplineTable table = sn_spline_table((const double(*)[2])points, 7);
    for (double x = 0; x < 6; x += 0.17) {
        const double y = sn_spline_table_value(&table, x, &slope);
        g_assert_cmpfloat_with_epsilon(y, 2 - x + 0.5 * x * x - 0.1 * x * x * x, 1e-12);
        g_assert_cmpfloat_with_epsilon(slope, -1 + x - 0.3 * x * x, 1e-11);
        g_assert_cmpfloat_with_epsilon(sn_spline_table_integral(&table, 0, x),
                                       2 * x - x * x / 2 + x * x * x / 6 - 0.025 * pow(x, 4),
                                       1e-11);
    }
}

/* --- fibre and tendon --- */

/* The tension's derivative, which goes into the matrix, against differences. */
static void test_stiffness(void)
{
    Random r = {21};
    int checked = 0;
    const int n = 150 * sn_cases(1, 10);
    for (int i = 0; i < N_LAWS * n; i++) {
        const int law = i % N_LAWS;
        const SnMuscleParameters m = random_muscle(&r, law);
        const double length =
            path_of(&m, random_uniform(&r, 0.6, 1.5), random_uniform(&r, 0, 0.05));
        const double before = m.optimal_length * random_uniform(&r, 0.6, 1.5);
        const double a = random_uniform(&r, 0, 1), dt = pow(10, random_uniform(&r, -5, 1));
        const double h = 1e-7 * m.tendon_slack_length;
        const SnMuscleFibre f = sn_fibre_after(&m, &curves[law], length, a, before, dt);
        const SnMuscleFibre up = sn_fibre_after(&m, &curves[law], length + h, a, before, dt);
        const SnMuscleFibre down = sn_fibre_after(&m, &curves[law], length - h, a, before, dt);
        const double slope = (up.tension - down.tension) / (2 * h);
        const double left = (f.tension - down.tension) / h, right = (up.tension - f.tension) / h;
        const double scale = m.max_force / m.tendon_slack_length;
        if (fabs(left - right) > 1e-3 * (fabs(slope) + scale)) /* a corner, or two balances */
            continue;
        checked++;
        g_assert_cmpfloat(fabs(slope - f.stiffness), <, 1e-4 * (fabs(slope) + scale));
    }
    g_assert_cmpint(checked, >, 9 * N_LAWS * n / 10);
}

static void test_rigid_derivatives(void)
{
    Random r = {22};
    for (int i = 0; i < 400; i++) {
        const int law = i % N_LAWS;
        const SnMuscleParameters m = random_muscle(&r, law);
        const double length = path_of(&m, random_uniform(&r, 0.95, 1.5), 0);
        const double rate = m.optimal_length * random_uniform(&r, -3, 3), h = 1e-7;
        const double a = random_uniform(&r, 0, 1);
        const SnMuscleFibre f = sn_fibre_rigid(&m, &curves[law], length, rate, a);
        const double dl = h * m.optimal_length;
        const double by_length = (sn_fibre_rigid(&m, &curves[law], length + dl, rate, a).tension -
                                  sn_fibre_rigid(&m, &curves[law], length - dl, rate, a).tension) /
                                 (2 * dl);
        const double by_rate = (sn_fibre_rigid(&m, &curves[law], length, rate + dl, a).tension -
                                sn_fibre_rigid(&m, &curves[law], length, rate - dl, a).tension) /
                               (2 * dl);
        const double scale = m.max_force / m.optimal_length;
        g_assert_cmpfloat(fabs(by_length - f.stiffness), <, 1e-4 * (fabs(by_length) + scale));
        g_assert_cmpfloat(fabs(by_rate - f.viscosity), <, 1e-4 * (fabs(by_rate) + scale));
    }
}

/* Balanced, tension never negative, always finite, wherever the path is. */
static void test_extremes(void)
{
    Random r = {23};
    const int n = 2000 * sn_cases(1, 10);
    for (int i = 0; i < n; i++) {
        const int law = i % N_LAWS;
        const SnMuscleParameters m = random_muscle(&r, law);
        const double length = (m.optimal_length + m.tendon_slack_length) * random_uniform(&r, 0, 4);
        const double a = i % 5 == 0 ? 0 : random_uniform(&r, 0, 1);
        const double before = m.optimal_length * random_uniform(&r, 0.02, 4);
        const double dt = i % 7 == 0 ? HUGE_VAL : pow(10, random_uniform(&r, -8, 3));
        const SnMuscleFibre f = sn_fibre_after(&m, &curves[law], length, a, before, dt);
        g_assert_true(isfinite(f.tension) && isfinite(f.stiffness) && isfinite(f.length));
        g_assert_cmpfloat(f.tension, >=, 0);
        g_assert_cmpfloat(f.length, >, 0);
        g_assert_cmpfloat(f.energy, >, -1e-12 * m.max_force);
        if (!f.shortest)
            g_assert_cmpfloat(fabs(f.active + f.passive - f.tension), <,
                              1e-9 * (m.max_force + f.tension));
        const SnMuscleFibre again = sn_fibre_now(&m, &curves[law], length, 0, a, f.length);
        g_assert_cmpfloat(fabs(again.tension - f.tension), <, 1e-9 * (m.max_force + f.tension));
        /* the velocity that balances is the one of the step; faster than unloaded any would */
        if (!f.shortest && f.tension > 1e-3 * m.max_force && a > 0.1 &&
            f.active > 1e-6 * m.max_force &&
            fabs(f.velocity) < 0.9 * m.max_velocity * m.optimal_length)
            g_assert_cmpfloat(fabs(again.velocity - f.velocity), <,
                              1e-5 * m.max_velocity * m.optimal_length);
    }
}

/* --- motion --- */

/* dlM/dt of the explicit form: what balances at this fibre length. */
static double explicit_rate(const SnMuscleParameters *m, const SnMuscleCurves *c, double length,
                            double rate, double a, double fibre)
{
    return sn_fibre_now(m, c, length, rate, a, fibre).velocity;
}

/* The path of a quick release: isometric, 4 % shorter in 20 ms, isometric again. */
static double release(double t, double *rate)
{
    const double start = 0.05, time = 0.02, by = 0.012, s = (t - start) / time;
    *rate = 0;
    if (s <= 0)
        return 0.3;
    if (s >= 1)
        return 0.3 - by;
    *rate = -by * 30 * s * s * (1 - s) * (1 - s) / time;
    return 0.3 - by * s * s * s * (10 - 15 * s + 6 * s * s);
}

static double activation_at(double t)
{
    return 0.5 + 0.4 * sin(20 * t);
}

/* Fibre length at 0.1 s by Runge-Kutta 4 with very small steps. */
static double reference(const SnMuscleParameters *m, const SnMuscleCurves *c)
{
    double rate;
    double fibre =
        sn_fibre_after(m, c, release(0, &rate), activation_at(0), m->optimal_length, HUGE_VAL)
            .length;
    const int n = 20000;
    const double h = 0.1 / n;
    for (int i = 0; i < n; i++) {
        double k[4], y = fibre;
        for (int s = 0; s < 4; s++) {
            const double t = h * (i + (s + 1) / 2 * 0.5);
            const double length = release(t, &rate);
            k[s] = explicit_rate(m, c, length, rate, activation_at(t), y);
            y = fibre + h * k[s] * (s < 2 ? 0.5 : 1);
        }
        fibre += h / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3]);
    }
    return fibre;
}

static double implicit_euler(const SnMuscleParameters *m, const SnMuscleCurves *c, int n)
{
    double rate;
    double fibre =
        sn_fibre_after(m, c, release(0, &rate), activation_at(0), m->optimal_length, HUGE_VAL)
            .length;
    for (int i = 1; i <= n; i++) {
        const double t = 0.1 * i / n;
        fibre = sn_fibre_after(m, c, release(t, &rate), activation_at(t), fibre, 0.1 / n).length;
    }
    return fibre;
}

static void test_motion(void)
{
    for (int law = 0; law < N_LAWS; law++) {
        const SnMuscleParameters m = muscle_of(law);
        const double exact = reference(&m, &curves[law]);
        const double coarse = implicit_euler(&m, &curves[law], 200) - exact;
        const double fine = implicit_euler(&m, &curves[law], 3200) - exact;
        g_test_message("law %d: errors %g and %g of fibre length", law, coarse, fine);
        g_assert_cmpfloat(fabs(coarse), <, 2e-3 * m.optimal_length);
        g_assert_cmpfloat(fabs(fine), <, fabs(coarse) / 10 + 1e-9);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    make_curves();
    g_test_add_func("/muscle/curves/slopes", test_slopes);
    g_test_add_func("/muscle/curves/energies", test_energies);
    g_test_add_func("/muscle/curves/landmarks", test_landmarks);
    g_test_add_func("/muscle/fibre/stiffness", test_stiffness);
    g_test_add_func("/muscle/fibre/rigid", test_rigid_derivatives);
    g_test_add_func("/muscle/fibre/extremes", test_extremes);
    g_test_add_func("/muscle/fibre/motion", test_motion);
    return g_test_run();
}
