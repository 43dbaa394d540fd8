/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What matter a strand is of. */
#ifndef SN_SIM_SYSTEM_STRAND_PARAMETERS_H
#define SN_SIM_SYSTEM_STRAND_PARAMETERS_H

#include <stdbool.h>

typedef struct SnStrandParameters {
    double radius;                                                 /* [m] */
    double density, youngs_modulus, damping_time, bending_modulus; /* [kg/m3], [Pa], [s], [Pa]: the
                      document's; four of the following are made of them (sn_strand_derive) */
    double line_density;                                           /* [kg/m] of rest length */
    double gravity[3];
    double stiffness; /* EA [N]; tension = EA strain */
    double damping;   /* [N s]: tension per rate of strain */
    bool tension_only;
    bool inextensible, slack; /* slack: inextensible, but may be shorter */
    bool lumped;       /* (m/2) at each boundary of a segment without flow; no quadratic term */
    double bending;    /* EI [N m2]; 0: none */
    int muscle;        /* into muscles: law in units of the whole strand, -1: linear */
    bool keep_slope;   /* the law keeps its negative slope; else it is flattened (4.2) */
    bool tendon_curve; /* Thelen's toe region: stiffness is that of its straight part */
    double resample;   /* least length of a straight part over its even share, 0: never */
} SnStrandParameters;

#endif
