/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Force and moment of a fluid without a memory on a rigid body, with their rates: the two models of
 * MuJoCo's manual ("Fluid forces": by boxes, by ellipsoids after Andersen, Pesavento and Wang 2005
 * with Tuckerman's added mass), and a power of the velocity by axis. */
#ifndef SN_SIM_RIGID_FLUID_H
#define SN_SIM_RIGID_FLUID_H

#include "engine/sim/system/drag.h"

/* How a body moves: axes of the body to those of the world, velocity of its centre (world axes) and
 * spin (body axes); where the drag's centre is from there and its axes, both in body axes. */
typedef struct SnFluidPose {
    const double *rotation, *velocity, *spin;
    const double *place, *axes;
    const double *wind; /* world axes */
} SnFluidPose;

/* By the velocity, the spin, and a small turn in body axes, three numbers each. */
enum { SN_FLUID_RATES = 9 };

typedef struct SnFluidWrench {
    double wrench[6]; /* force in world axes, moment about the body's centre in its axes */
    double rate[6][SN_FLUID_RATES];
} SnFluidWrench;

/* The virtual volumes and moments (`moved`, `turned`) of an ellipsoid of semi-axes `half`. */
void sn_fluid_add_mass(SnFluid *fluid);
void sn_fluid_wrench(const SnFluid *fluid, const SnFluidPose *pose, SnFluidWrench *result);

#endif
