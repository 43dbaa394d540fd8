/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pennate fibre in series with a tendon (Zajac 1989; Millard et al. 2013).  The fibre keeps its
 * height, h = lo sin(alpha_o), so with s = its length along the tendon
 *   l = s + lT,   lM = hypot(s, h),   FT(lT) = FM(a, lM, dlM/dt) s / lM.
 * An elastic tendon makes lM a state of its own.  It is stepped implicitly: over a time dt that
 * ends with the path at length l, lM solves that balance with dlM/dt = (lM - before) / dt.  So the
 * tension is a function of l, and steps much longer than the fibre's time constant are stable; with
 * no activation and no damping, where explicit forms divide by zero, it is the elastic balance. */
#ifndef SN_MUSCLE_FIBRE_H
#define SN_MUSCLE_FIBRE_H

#include "engine/muscle/curves.h"
#include "engine/muscle/muscle.h"

typedef struct SnMuscleFibre {
    double length, velocity; /* of the fibre [m], [m/s] */
    double pennation;        /* [rad] */
    double tendon_strain;
    double tension;         /* along the path [N] ... */
    double active, passive; /* ... and its parts, passive with the fibre's damping */
    double stiffness;       /* d tension / d path length [N/m] */
    double viscosity;       /* d tension / d path rate [N s/m]; elastic tendon: 0 */
    double energy;          /* of the passive fibre and the tendon [J] */
    bool shortest;          /* the fibre is as short as it can be */
} SnMuscleFibre;

/* The length of the fibre is a state of this muscle. */
static inline bool sn_muscle_is_elastic(const SnMuscleParameters *muscle)
{
    return muscle->type >= SN_MUSCLE_TYPE_THELEN && !muscle->rigid_tendon &&
           muscle->tendon_slack_length > 0 && muscle->optimal_length > 0;
}

/* Laws with curves of curves.h, the tendon inextensible. */
SnMuscleFibre sn_fibre_rigid(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                             double length, double rate, double activation);
/* The fibre at the end of a time dt > 0 before which it was `before` long; HUGE_VAL: at rest. */
SnMuscleFibre sn_fibre_after(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                             double length, double activation, double before, double dt);
/* Its length alone [m]. */
double sn_fibre_length_after(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                             double length, double activation, double before, double dt);
/* The fibre at this length; its velocity is the one that balances the tendon, or where nothing in
 * the fibre depends on velocity, that of the elastic balance at this rate. */
SnMuscleFibre sn_fibre_now(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                           double length, double rate, double activation, double fibre_length);

#endif
