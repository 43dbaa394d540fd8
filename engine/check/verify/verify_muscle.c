/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Peck curve, E1 to E5: muscle laws. */
#include "engine/check/verify/verify_case.h"
#include "engine/muscle/fibre.h"

#include <math.h>
#include <stdio.h>

void sn_verify_peck(SnVerifySink *sink)
{
    /* the law evaluated by hand for Fmax 40 N, lo .1 m, tendon ratio .5, passive .015,
     * lmax/lo 1.25, damping 1: length, rate, activation, tension */
    static const double points[][4] = {{0.100, 0, 1, 40},       {0.100, 0, 0.25, 10},
                                       {0.0875, 0, 1, 20},      {0.075, 0, 1, 0},
                                       {0.070, 0, 1, 0},        {0.1125, 0, 1, 20.3},
                                       {0.1125, 0, 0, 0.3},     {0.125, 0, 1, 0.6},
                                       {0.150, 0, 0.5, 0.6},    {0.105, 0, 1, 36.3003398875},
                                       {0.100, 0.2, 0.5, 20.2}, {0.0925, -0.1, 0.1, 3.0755705046}};
    const SnMuscleParameters muscle = {.max_force = 40,
                                       .optimal_length = 0.1,
                                       .max_ratio = 1.25,
                                       .tendon_ratio = 0.5,
                                       .passive_fraction = 0.015,
                                       .damping = 1};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char name[64];
        const double *p = points[i];
        snprintf(name, sizeof name, "E-peck-l%g-v%g-a%g", p[0], p[1], p[2]);
        sn_verify_absolute(sink, name, sn_peck_tension(&muscle, p[0], p[1], p[2]).tension, p[3],
                           1e-9, "Peck et al. 2000, law of data/jth/README.txt");
    }
}

void sn_verify_thelen(SnVerifySink *sink)
{
    static const double active[3][2] = {
        {0.5, 0.573753421}, {0.75, 0.870324726}, {1.25, 0.870324726}};
    static const double passive[2][2] = {{1.25, 0.047697200}, {1.5, 0.430762718}};
    static const double velocity[6][2] = {{0, -1},         {0.25, -0.375}, {0.5, -0.166666667},
                                          {0.75, -0.0625}, {1.2, 0.04},    {1.35, 0.28}};
    static const char source[] = "Thelen 2003";
    const SnThelenCurves curves = SN_THELEN_2003;
    double slope;
    char name[64];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "E2-active-%g", active[i][0]);
        sn_verify_absolute(sink, name, sn_thelen_active(&curves, active[i][0], &slope),
                           active[i][1], 1e-8, source);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "E2-passive-%g", passive[i][0]);
        sn_verify_absolute(sink, name, sn_thelen_passive(&curves, passive[i][0], &slope),
                           passive[i][1], 1e-8, source);
    }
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "E2-force-velocity-%g", velocity[i][0]);
        /* the curve gives velocity over force; ours is its inverse */
        const double exact = i == 2 ? -1.0 / 6 : velocity[i][1];
        sn_verify_absolute(sink, name, sn_thelen_force(&curves, exact, 1, 1, &slope),
                           velocity[i][0], 1e-8, source);
    }
}

void sn_verify_activation(SnVerifySink *sink)
{
    static const double rise[4][2] = {
        {0.005, 0.4426269823}, {0.01, 0.6199820940}, {0.02, 0.7983716371}, {0.05, 0.9601512308}};
    static const double fall[4][2] = {
        {0.01, 0.6524886059}, {0.02, 0.4681425119}, {0.05, 0.2235644120}, {0.1, 0.0912294570}};
    static const char source[] = "da/dt = (u - a) / tau(a, u)";
    for (int i = 0; i < 8; i++) {
        const bool up = i < 4;
        const double *p = up ? rise[i] : fall[i - 4];
        const int steps = (int)lround(p[0] / 1e-3);
        double a = up ? 0.01 : 1;
        for (int k = 0; k < steps; k++) /* by steps of 1 ms, as a run does */
            a = sn_activation_after(a, up, 0.01, 0.04, 1e-3);
        char name[64];
        snprintf(name, sizeof name, "E5-%s-%g", up ? "rise" : "fall", p[0]);
        sn_verify_absolute(sink, name, a, p[1], 1e-8, source);
    }
}

/* --- with elastic tendon --- */

static const char millard_source[] = "Millard et al. 2013, own evaluation of its quintic Beziers";

typedef double Curve(const SnMuscleParameters *muscle, const SnMuscleCurves *curves, double x,
                     double *slope);

static void check_curve(SnVerifySink *sink, const char *name, const char *source, Curve *curve,
                        const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                        const double (*points)[2], int n)
{
    double slope;
    for (int i = 0; i < n; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s-%g", name, points[i][0]);
        sn_verify_absolute(sink, text, curve(muscle, curves, points[i][0], &slope), points[i][1],
                           1e-8, source);
    }
}

static double millard_velocity(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                               double x, double *slope)
{
    return sn_curve_velocity(muscle, curves, x, 1, slope);
}

static double tendon_of_length(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                               double x, double *slope)
{
    return sn_curve_tendon(muscle, curves, x - 1, slope);
}

/* Thelen's with the rounded numbers of the paper. */
static SnMuscleParameters muscle_of(int type)
{
    return (SnMuscleParameters){.type = type,
                                .max_force = 1000,
                                .optimal_length = 0.1,
                                .tendon_slack_length = 0.2,
                                .pennation = 20 * M_PI / 180,
                                .max_velocity = 10,
                                .fibre_damping = type == SN_MUSCLE_TYPE_MILLARD ? 0.1 : 0,
                                .tendon_strain = type == SN_MUSCLE_TYPE_THELEN ? 0.04 : 0.049,
                                .tendon_toe = 0.609,
                                .tendon_slope = 1.712,
                                .thelen = SN_THELEN_2003};
}

static SnMuscleCurves curves_of(int type)
{
    const SnMillardShape shape = SN_MILLARD_2012;
    return sn_muscle_curves(type, &shape);
}

void sn_verify_millard(SnVerifySink *sink)
{
    static const double active[][2] = {
        {0.5, .113594665}, {0.6, .394841720},  {0.75, .799585066}, {0.9, .936131432}, {1, 1},
        {1.1, .901716719}, {1.25, .705282365}, {1.5, .376656143},  {1.7, .126079792}};
    static const double passive[][2] = {
        {1.1, .017044835}, {1.25, .080443675}, {1.5, .460261505}, {1.7, 1}};
    static const double velocity[][2] = {
        {-1, 0}, {-0.75, .051519396}, {-0.5, .158085604},  {-0.25, .387332954}, {-0.1, .625214284},
        {0, 1},  {0.1, 1.225153838},  {0.25, 1.283210810}, {0.5, 1.331131569},  {1, 1.4}};
    static const double tendon[][2] = {{1.005, .037604494}, {1.01, .099678270}, {1.02, .260935983},
                                       {1.03, .479398712},  {1.04, .747448980}, {1.049, 1},
                                       {1.06, 1.308673469}};
    const SnMuscleParameters muscle = muscle_of(SN_MUSCLE_TYPE_MILLARD);
    const SnMuscleCurves curves = curves_of(SN_MUSCLE_TYPE_MILLARD);
    check_curve(sink, "E1-active", millard_source, sn_curve_active, &muscle, &curves, active, 9);
    check_curve(sink, "E1-passive", millard_source, sn_curve_passive, &muscle, &curves, passive, 4);
    check_curve(sink, "E1-velocity", millard_source, millard_velocity, &muscle, &curves, velocity,
                10);
    check_curve(sink, "E1-tendon", millard_source, tendon_of_length, &muscle, &curves, tendon, 7);
}

void sn_verify_thelen_tendon(SnVerifySink *sink)
{
    static const double tendon[][2] = {
        {1.01, .041954867}, {1.02, .185711459}, {1.03, .571392}, {1.04, .999392}};
    SnMuscleParameters muscle = muscle_of(SN_MUSCLE_TYPE_THELEN);
    static const double smooth[][2] = {{1.01, .059714002010}, {1.033, 1}, {1.04, 1.363124308}};
    check_curve(sink, "E2-tendon", "Thelen 2003", tendon_of_length, &muscle, NULL, tendon, 4);
    muscle.tendon_strain = 0.033;
    muscle.tendon_toe = muscle.tendon_slope = 0;
    check_curve(sink, "E2-tendon-smooth", "Thelen 2003, eT = 99 e0 e^3 / (166 e^3 - 67)",
                tendon_of_length, &muscle, NULL, smooth, 3);
}

void sn_verify_equilibrium(SnVerifySink *sink)
{
    static const double points[3][6] = {
        {0.30, 1, .0969348956, 929.7647966, .0984244190, 937.1646213},
        {0.30, 0.1, .1038420735, 96.3816815, .1028057857, 95.8240493},
        {0.28, 1, .0796041691, 763.9816435, .0804213966, 831.1564651}};
    static const int types[2] = {SN_MUSCLE_TYPE_MILLARD, SN_MUSCLE_TYPE_THELEN};
    for (int k = 0; k < 2; k++) {
        const SnMuscleParameters muscle = muscle_of(types[k]);
        const SnMuscleCurves curves = curves_of(types[k]);
        for (int i = 0; i < 3; i++) {
            const double *p = points[i];
            const SnMuscleFibre f = sn_fibre_after(&muscle, &curves, p[0], p[1], 0.1, HUGE_VAL);
            char name[64];
            const char *law = k ? "thelen" : "millard";
            snprintf(name, sizeof name, "E3-%s-fibre-%g-%g", law, p[0], p[1]);
            sn_verify_relative(sink, name, f.length, p[2 + 2 * k], 1e-6, "bisection");
            snprintf(name, sizeof name, "E3-%s-force-%g-%g", law, p[0], p[1]);
            sn_verify_relative(sink, name, f.tension, p[3 + 2 * k], 1e-6, "bisection");
        }
    }
}

void sn_verify_isokinetic(SnVerifySink *sink)
{
    static const double times[3] = {0.05, 0.1, 0.2};
    static const double forces[2][3] = {{604.243, 557.937, 505.582}, {618.991, 603.969, 565.998}};
    static const int types[2] = {SN_MUSCLE_TYPE_MILLARD, SN_MUSCLE_TYPE_THELEN};
    const double dt = 5e-5;
    for (int k = 0; k < 2; k++) {
        const SnMuscleParameters muscle = muscle_of(types[k]);
        const SnMuscleCurves curves = curves_of(types[k]);
        SnMuscleFibre f = sn_fibre_after(&muscle, &curves, 0.3, 1, 0.1, HUGE_VAL);
        for (int step = 1, i = 0; i < 3; step++) {
            f = sn_fibre_after(&muscle, &curves, 0.3 - 0.1 * step * dt, 1, f.length, dt);
            if (step != lround(times[i] / dt))
                continue;
            char name[64];
            snprintf(name, sizeof name, "E4-%s-%g", k ? "thelen" : "millard", times[i]);
            sn_verify_relative(sink, name, f.tension, forces[k][i], 1e-3,
                               "explicit integration with small steps");
            i++;
        }
    }
}
