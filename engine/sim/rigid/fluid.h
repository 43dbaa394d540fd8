/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Force and moment of a fluid without a memory on a rigid body, with their rates: the two models of
 * MuJoCo's manual ("Fluid forces": by boxes, by ellipsoids after Andersen, Pesavento and Wang 2005
 * with Tuckerman's added mass), and a power of the velocity by axis. */
#ifndef SN_SIM_RIGID_FLUID_H
#define SN_SIM_RIGID_FLUID_H

#include "engine/sim/system/drag.h"

/* How a body moves: axes of the body to those of the world [9], velocity of its centre (world axes)
 * [m/s] and spin (body axes) [rad/s]; where the drag's centre is from there [m] and its axes [9],
 * both in body axes. */
typedef struct SnFluidPose {
    const double *rotation, *velocity, *spin;
    const double *place, *axes;
    const double *wind; /* of the fluid, world axes [m/s] */
} SnFluidPose;

/* By the velocity, the spin, and a small turn in body axes, three numbers each. */
enum { SN_FLUID_RATES = 9 };

typedef struct SnFluidWrench {
    double
        wrench[6]; /* force in world axes [N], moment about the body's centre in its axes [N m] */
    double rate[6][SN_FLUID_RATES];
} SnFluidWrench;

/* The virtual volumes [m3] and moments over the density [m5] (`moved`, `turned`) of an ellipsoid of
 * semi-axes `half`: Lamb 1932, Hydrodynamics, articles 114 and 115, as MuJoCo's manual has them. */
void sn_fluid_add_mass(SnFluid *fluid);
/* The law's wrench and its exact derivatives; 0 where there is none (a power below 1, at rest). */
void sn_fluid_wrench(const SnFluid *fluid, const SnFluidPose *pose, SnFluidWrench *result);

#endif
