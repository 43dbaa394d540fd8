/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscle laws: tension along a path from its length, rate and activation, with derivatives. */
#ifndef SN_SIM_RIGID_MUSCLE_H
#define SN_SIM_RIGID_MUSCLE_H

#include "engine/sim/system/system.h"

typedef struct SnTension {
    double tension;   /* [N] */
    double passive;   /* passive part of it [N] */
    double fibre;     /* fibre length [m] */
    double stiffness; /* d tension / d length [N/m] */
    double viscosity; /* d tension / d rate [N s/m] */
} SnTension;

/* Peck et al. 2000 as in ArtiSynth (artisynth 2.3): fn = (l - lo tr) / (lo (1 - tr)),
 * F = Fmax (a (1 + cos 2 pi fn) / 2 [.5 < fn < 1.5] + pf clamp((l - lo) / (lmax - lo), 0, 1)) + d
 * ldot. */
SnTension sn_peck_tension(const SnMuscleParameters *muscle, double length, double rate,
                          double activation);

/* Hill type with a rigid tendon and a fibre pennate at constant height; curves of Thelen 2003. */
SnTension sn_hill_tension(const SnMuscleParameters *muscle, double length, double rate,
                          double activation);

/* Thelen 2003 (verification E2).  Force-length, passive force-length (exponential, straight beyond
 * twice the optimal length) over normalised fibre length,
 * and force over velocity v (in max_velocity) for activation x force-length factor `active`. */
double sn_thelen_active(double length, double *slope);
double sn_thelen_passive(double length, double *slope);
double sn_thelen_force(double velocity, double activation, double active, double *slope);

/* Activation after a time dt of constant excitation u in 0..1, da/dt = (u - a) / tau, tau = rise
 * (.5 + 1.5 a) while u > a, fall / (.5 + 1.5 a) else (verification E5); exact for any dt. */
double sn_activation_after(double activation, double excitation, double rise, double fall,
                           double dt);

#endif
