/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energies of spline strands, span by span (thesis 5.1; strands.md 3).
 *
 * The rest shape gives each point its rest speed |X'(s)| = dS/ds, S the rest length; density,
 * strain and energies are per rest length, so control points need not be even.  With p = x'(s), r =
 * x'', the stretch is lambda = |p| / |X'|, and with a tension T(lambda, d lambda/dt) f_i = - int T
 * p/|p| b_i' ds. The active force of (5.7) is T = F a lambda: linear in x, zero rest length, energy
 * per rest length F a lambda^2 / 2.  ((5.7) as printed multiplies by |X'| where an energy per
 * length divides: the same up to a factor where the parameter is even, but printed so it would
 * change with the number of control points.) Bending (naturally straight): EI/2 |dt/dS|^2 per rest
 * length, t = p/|p|.
 *
 * Quadrature is Gauss's with SN_SPLINE_GAUSS points in each span.  Four are exact for the mass
 * matrix (degree 6) and (5.7) (degree 4) where the rest speed is constant; five keep the energy of
 * bent and uneven spans within 2e-6 (measured in tests/sim/spline_span_test.c; the
 * thesis's midpoint rule with 20 points: 8e-4). */
#ifndef SN_STRAND_SPLINE_SPAN_H
#define SN_STRAND_SPLINE_SPAN_H

#include "engine/strand/spline_curve.h"

enum { SN_SPLINE_GAUSS = 5 };

/* A point of the quadrature. */
typedef struct SnSplinePoint {
    SnSplineBasis basis;
    double weight; /* ds */
    double speed;  /* |X'| [m] */
    double active; /* part of the activation that acts here [1] */
} SnSplinePoint;

/* Tension by a law at one point; energy per rest length. */
typedef struct SnSplineTension {
    double tension;   /* [N] */
    double stiffness; /* dT / d lambda [N] */
    double viscosity; /* dT / d(d lambda/dt) [N s] */
    double energy;    /* [J/m] */
} SnSplineTension;

typedef SnSplineTension (*SnSplineLaw)(const void *data, double stretch, double rate,
                                       double active);

typedef struct SnSplineMaterial {
    SnSplineLaw law;
    const void *law_data;
    double bending; /* EI [N m2] */
} SnSplineMaterial;

/* Places of one span whose rest shape has these four control points, times `ratio` in length;
 * `active` at the control points, or NULL: 1. */
void sn_spline_points(int n, bool reaches, int span, const double (*rest)[3], double ratio,
                      const double *active, SnSplinePoint points[SN_SPLINE_GAUSS]);

/* Rest length [m]. */
double sn_spline_span_rest(const SnSplinePoint points[SN_SPLINE_GAUSS]);
/* int |X'| b_i b_j ds [m]: times the line density the consistent mass. */
void sn_spline_span_mass(const SnSplinePoint points[SN_SPLINE_GAUSS], double mass[4][4]);
/* int |X'| b_i ds [m]: the weight's share. */
void sn_spline_span_shares(const SnSplinePoint points[SN_SPLINE_GAUSS], double share[4]);

/* Four control points and their velocities. */
typedef struct SnSplineState {
    double x[4][3], v[4][3];
} SnSplineState;

typedef struct SnSplineForce {
    double force[4][3];         /* [N] */
    double velocity_free[4][3]; /* the same without what is proportional to velocities: f - D v */
    double energy;              /* stretch and bending [J] */
    double bending_energy;      /* [J] */
    double length;              /* [m] */
    double rate;                /* of the length [m/s] */
    double largest_stretch;     /* lambda at the points */
    double largest_tension;     /* [N] */
    double tension_length;      /* int T dS [N m]: for the mean */
} SnSplineForce;

void sn_spline_span_force(const SnSplinePoint points[SN_SPLINE_GAUSS],
                          const SnSplineMaterial *material, const SnSplineState *state,
                          SnSplineForce *result);

/* stiffness [4][4] of 3 x 3 blocks, written: -d D - k K (symmetrised), D = df/dv, K = df/dx;
 * `positive`: without the terms that can make it indefinite. */
void sn_spline_span_stiffness(const SnSplinePoint points[SN_SPLINE_GAUSS],
                              const SnSplineMaterial *material, const SnSplineState *state,
                              double d, double k, bool positive, double stiffness[4][4][9]);

/* Tension at a point of the curve, and the stretch there. */
double sn_spline_tension_at(const SnSplinePoint *point, const SnSplineMaterial *material,
                            const SnSplineState *state, double *stretch);

#endif
