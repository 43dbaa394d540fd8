/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Peck curve, E2 and E5: muscle laws. */
#include "engine/check/verify_case.h"
#include "engine/muscle/muscle.h"

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
