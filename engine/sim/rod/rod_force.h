/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces of Cosserat strands: a part of sn_forces, and their results. */
#ifndef SN_SIM_ROD_ROD_FORCE_H
#define SN_SIM_ROD_ROD_FORCE_H

#include "engine/sim/motion/element_ahead.h"
#include "engine/sim/rod/rod_contact.h"

typedef struct SnRodSegmentResults {
    double length, rate; /* [m], [m/s] */
    double tension;      /* [N] */
    double angle;        /* of twist [rad] */
    double energy;       /* of stretch (0 where a muscle's law makes it), bending, twist [J] */
} SnRodSegmentResults;

typedef struct SnRodResults {
    double length, rate; /* of all segments [m], [m/s] */
    double tension;      /* the largest of its segments' [N] */
    double energy;       /* elastic [J] */
} SnRodResults;

typedef struct SnRodWorkspace {
    SnRodContactWorkspace *contact; /* NULL: no contact */
    SnRodResults *rods;             /* [n] */
    SnRodSegmentResults *segments;  /* [n_segments] */
    SnElementAhead *elements;       /* [n_segments] */
} SnRodWorkspace;

/* Its part of sn_state_carry: strands with as many frames as before go on as they were. */
void sn_carry_rods(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                   SnState *to);
/* Angles of twist of an evaluated state into it: turns are counted from there. */
void sn_rods_remember(const SnSystem *system, const SnWorkspace *work, SnState *state);
/* Kinetic energy [J] and mass [kg] of a strand's frames, those fixed to bodies too. */
double sn_rod_kinetic_energy(const SnSystem *system, const SnState *state, int rod);
double sn_rod_mass(const SnSystem *system, int rod);

#endif
