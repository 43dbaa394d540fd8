/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces on single coordinates of joints: soft limits, springs, what is given from outside. */
#ifndef SN_SIM_SYSTEM_COORDINATE_FORCE_H
#define SN_SIM_SYSTEM_COORDINATE_FORCE_H

#include "engine/base/function.h"
#include "engine/sim/system/force_class.h"

/* Force on a coordinate c by its law; x: how far c is beyond a limit, k the stiffness there. */
typedef enum SnCoordinateLaw {
    /* -k S(x / transition) x - damping S dc/dt, S the smooth step 10 s^3 - 15 s^4 + 6 s^5 from 0 to
     * 1 (OpenSim's CoordinateLimitForce) */
    SN_COORDINATE_LIMIT,
    /* -k x (1 + damping dx/dt), never towards the limit (Hunt and Crossley 1975) */
    SN_COORDINATE_STOP,
    /* k exp(steepness (lower - c)) - k exp(steepness (c - upper)) */
    SN_COORDINATE_EXPONENTIAL,
    SN_COORDINATE_LINEAR,   /* -stiffness (c - rest) - damping dc/dt */
    SN_COORDINATE_FUNCTION, /* f(c) - damping dc/dt */
    /* gain x an input within lowest .. highest - stiffness (c - rest) - damping dc/dt, within
     * lowest_force .. highest_force */
    SN_COORDINATE_GIVEN,
} SnCoordinateLaw;

typedef struct SnSystemCoordinateForce {
    SnId id;
    bool enabled;
    SnCoordinateLaw law;
    int joint, coordinate;                   /* into joints; number of it */
    double lower, upper;                     /* [rad or m] */
    double lower_stiffness, upper_stiffness; /* [N m/rad or N/m]; exponential: [N m or N] */
    double transition, steepness;            /* [rad or m], [1/rad or 1/m] */
    double stiffness, rest;
    double damping; /* stop: [s/rad or s/m] */
    SnFunction function;
    int input; /* offset in the inputs */
    int lag;   /* 1 + number of its lag, 0: it acts at once */
    double gain, lowest, highest;
    double lowest_force, highest_force; /* [N m or N] */
    int slots;                          /* into pairs.stiffness_slot [finish] */
} SnSystemCoordinateForce;

typedef struct SnCoordinateForces {
    int n;
    SnSystemCoordinateForce *forces; /* [n] */
} SnCoordinateForces;

/* Those of a system, to be read and added to. */
SnCoordinateForces *sn_coordinate_forces(SnSystem *system);
/* Sum of what given forces may put in, |force x rate| [W], as of the last forces. */
double sn_coordinate_power(const SnSystem *system, const SnWorkspace *work);

#endif
