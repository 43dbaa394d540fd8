/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dimensionless curves of Hill-type muscles: forces over the maximum isometric force, fibre
 * lengths over the optimal one, velocities over the maximum contraction velocity, tendon strains.
 * With them the fibre's force is
 *   F / F0 = a fl(l) fv(v) + fp(l) + beta v. */
#ifndef SN_MUSCLE_CURVES_H
#define SN_MUSCLE_CURVES_H

#include "engine/muscle/bezier.h"
#include "engine/muscle/spline_table.h"

#include <stdbool.h>

typedef struct SnMuscleParameters SnMuscleParameters;

/* Shape of Millard's curves (Millard et al. 2013; parameters and defaults as in OpenSim). */
typedef struct SnMillardShape {
    double active_min, active_transition, active_max; /* fibre lengths: begin, knee, end */
    double active_slope;                              /* of the shallow ascending part */
    double active_floor;                              /* force at both ends and beyond */
    double passive_start, passive_strain;             /* fibre strains of no force and of F0 */
    double max_lengthening;                           /* force at v = 1 */
    double tendon_strain;                             /* at F0 */
} SnMillardShape;

#define SN_MILLARD_2012                                                                            \
    {                                                                                              \
        .active_min = 0.4441, .active_transition = 0.73, .active_max = 1.8123,                     \
        .active_slope = 0.8616, .active_floor = 0.1, .passive_strain = 0.7,                        \
        .max_lengthening = 1.4, .tendon_strain = 0.049                                             \
    }

/* Curves that are worked out once: Millard's corners, Schutte's tables. */
typedef struct SnMuscleCurves {
    int type; /* SnMuscleType */
    SnMillardShape shape;
    SnBezierCurve active, passive, velocity, tendon; /* Millard; tendon over length / slack */
    /* Schutte; passive and velocity of no points: his formulas; tendon over strain */
    SnSplineTable active_table, passive_table, velocity_table, tendon_table;
} SnMuscleCurves;

/* Curves that someone has drawn in place of Schutte's. */
typedef enum SnDrawnCurve {
    SN_DRAWN_ACTIVE,
    SN_DRAWN_PASSIVE,
    SN_DRAWN_VELOCITY,
    SN_DRAWN_TENDON,
    SN_N_DRAWN
} SnDrawnCurve;

/* Whether the shape can be drawn; otherwise *why (static) says what is wrong. */
bool sn_millard_shape_check(const SnMillardShape *shape, const char **why);
SnMuscleCurves sn_muscle_curves(int type, const SnMillardShape *shape);
/* n pairs of a length (velocity, strain) and a force, one after the other; false, nothing changed:
 * they are not 2 to SN_SPLINE_TABLE_POINTS, do not ascend or are no finite numbers. */
bool sn_muscle_draw_curve(SnMuscleCurves *curves, SnDrawnCurve which, const double *pairs, int n);

/* Each with its slope.  `curves` may be NULL for laws that need none. */
double sn_curve_active(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                       double length, double *slope);
double sn_curve_passive(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                        double length, double *slope);
/* Thelen's depends on the activation. */
double sn_curve_velocity(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                         double velocity, double activation, double *slope);
double sn_curve_tendon(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                       double strain, double *slope);
/* Integrals of the passive curve over the fibre's length, of the tendon's over its strain, from
 * where they begin. */
double sn_curve_passive_energy(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                               double length);
double sn_curve_tendon_energy(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                              double strain);
/* Shortest length of the fibre over the optimal one. */
double sn_curve_shortest(const SnMuscleParameters *muscle, const SnMuscleCurves *curves);

#endif
