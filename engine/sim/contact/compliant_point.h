/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One point of compliant contact: the force of an overlap, and its derivatives. */
#ifndef SN_SIM_CONTACT_COMPLIANT_POINT_H
#define SN_SIM_CONTACT_COMPLIANT_POINT_H

#include <stdbool.h>

/* Pressing force by overlap x: (coefficient[0] x^exponent[0] + ...) (1 + dissipation x'), and
 * friction by slip speed v (Sherman, Seth and Delp 2011, "Simbody", after Stribeck):
 * mu(v) = min(v / vt, 1) (dynamic + 2 (static - dynamic) / (1 + (v / vt)^2)) + viscous v. */
typedef struct SnCompliantLaw {
    double coefficient[3], exponent[3];
    double dissipation; /* [s/m]: x' is the rate of the overlap */
    double dynamic_friction, static_friction, viscous_friction, transition;
    double lateral; /* [N/m] of a spring along the surface in place of mu(v), which slips where it
                       would exceed dynamic_friction times the pressing force; 0: none */
} SnCompliantLaw;

/* Two bodies at their centres of mass, and a point p of the first next to a surface of the second.
 */
typedef struct SnCompliantPoint {
    const double *rotation[2];           /* body to world */
    double arm[2][3];                    /* p less the centres of mass, world */
    const double *velocity[2], *spin[2]; /* of the centres of mass, world; body axes */
    double normal[3];                    /* out of the second, world */
    double curvature[9];                 /* dn / dp */
    double overlap;                      /* [m] */
    double lever;                        /* from p against the normal to where the force acts, less
                                          * `share` of the overlap [m] */
    double share;                        /* of the overlap, that this place moves with it */
    bool held;                           /* by a spring along the surface, to ... */
    double anchor[3];                    /* ... this point of the second body, less p, world */
} SnCompliantPoint;

typedef struct SnCompliantForce {
    double pressing;         /* [N] >= 0 */
    double force[3];         /* on the first body, world */
    double along[3];         /* of that, the friction and the spring along the surface */
    double place[3];         /* where it acts, from p, world */
    double slip;             /* speed along the surface [m/s] */
    double stretch[3], pull; /* of the spring along the surface [m], its force over it [N/m] */
    double wrench[12];
} SnCompliantForce;

/* Pressing force at rest and its derivative by the overlap; energy [J].  NULL: not wanted. */
double sn_compliant_law(const SnCompliantLaw *law, double overlap, double *slope, double *energy);
/* The force now. */
void sn_compliant_force(const SnCompliantLaw *law, const SnCompliantPoint *p, SnCompliantForce *f);
/* And its derivatives by displacement (displacement, rotation in body axes of the first, then of
 * the second body) and by velocity; not symmetric. */
void sn_compliant_jacobians(const SnCompliantLaw *law, const SnCompliantPoint *p,
                            double (*by_q)[12], double (*by_u)[12]);
/* Rate of the overlap [m/s]. */
double sn_compliant_rate(const SnCompliantPoint *p);
/* For a step of backward Euler of size h: wrench = start + (h stiffness + damping) u+, both
 * symmetric and negative semidefinite.  The law is taken as a line from here to where the overlap
 * would get at the rate `foreseen`, so that what comes from outside is met. */
void sn_compliant_step(const SnCompliantLaw *law, const SnCompliantPoint *p, double h,
                       double foreseen, double start[12], double (*stiffness)[12],
                       double (*damping)[12]);

#endif
