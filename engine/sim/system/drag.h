/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What air or water around a body does to it by its velocity. */
#ifndef SN_SIM_SYSTEM_DRAG_H
#define SN_SIM_SYSTEM_DRAG_H

#include "engine/sim/system/force_class.h"

typedef enum SnFluidLaw {
    SN_FLUID_BOX,       /* flat faces across each axis */
    SN_FLUID_ELLIPSOID, /* drag by the area in the way, lift, and the fluid that is moved along */
    SN_FLUID_POWER      /* a power of the velocity along each axis of the world */
} SnFluidLaw;

/* Constants of the law of the ellipsoid, without a unit. */
enum {
    SN_DRAG_BLUNT,   /* of the area that is in the way */
    SN_DRAG_SLENDER, /* of the rest of the largest one */
    SN_DRAG_ANGULAR,
    SN_DRAG_KUTTA,
    SN_DRAG_MAGNUS,
    SN_DRAG_COEFFICIENTS
};

/* The fluid as seen by a body: engine/sim/rigid/fluid.h. */
typedef struct SnFluid {
    SnFluidLaw law;
    double half[3];            /* half edges, or semi-axes [m] */
    double density, viscosity; /* [kg/m3, Pa s] */
    double coefficient[SN_DRAG_COEFFICIENTS];
    double moved[3];           /* ellipsoid: volume of fluid that goes along [m3] */
    double turned[3];          /* and its moments over the density [m5] */
    double strength, exponent; /* power: F = -strength |v|^exponent by axis [N, m/s] */
} SnFluid;

typedef struct SnSystemDrag {
    SnId id;
    bool enabled;
    int frame; /* centre and axes, into frames */
    SnFluid fluid;
    int wind;  /* offset in the inputs: velocity of the fluid, world axes [m/s] */
    int slots; /* into pairs.stiffness_slot [couplings] */
} SnSystemDrag;

typedef struct SnDrags {
    int n;
    SnSystemDrag *drags; /* [n] */
} SnDrags;

/* Those of a system, to be read and added to. */
SnDrags *sn_drags(SnSystem *system);
/* Sum of what moving fluid may put in [W], as of the last forces. */
double sn_drag_power(const SnSystem *system, const double *inputs, const SnState *state,
                     const SnWorkspace *work);

#endif
