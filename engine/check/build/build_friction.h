/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands with friction, for verification and tests. */
#ifndef SN_CHECK_BUILD_FRICTION_H
#define SN_CHECK_BUILD_FRICTION_H

#include "engine/check/build/build_strand.h"

typedef enum SnCapstanLaw {
    SN_CAPSTAN_INEXTENSIBLE,
    SN_CAPSTAN_SLACK,
    SN_CAPSTAN_LINEAR,
    SN_CAPSTAN_TENSION_ONLY,
} SnCapstanLaw;

/* A weight of 1 kg on a strand over half of each of `drums` fixed drums (up and down in turn, a
 * radius of 0.1 m), whose other end is let out (speed > 0) or drawn in at a steady speed. */
typedef struct SnBuildCapstan {
    SnStepMethod method;
    double step; /* [s] */
    int drums;   /* odd, at most 9 */
    double friction, speed;
    SnCapstanLaw law;
    double density; /* [kg/m]; 0: 1e-3 */
} SnBuildCapstan;

SnTrial sn_build_capstan(const SnBuildCapstan *capstan);

/* A belt of this stiffness [N] around two wheels of 0.08 m, 0.5 m apart, drawn to 30 N.  One wheel
 * is held; the other, with 2 more of friction, is turned at 1 rad/s and draws the belt over it. */
SnTrial sn_build_belt(SnStepMethod method, double friction, double stiffness);
/* Sum of its tensions [N] and moment on the wheel that is held [N m]; NaN after a fault. */
void sn_build_belt_results(SnTrial *trial, double *sum, double *moment);

#endif
