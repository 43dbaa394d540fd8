/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads: given forces on points and wrenches on bodies. */
#ifndef SN_SIM_SYSTEM_LOAD_FORCE_H
#define SN_SIM_SYSTEM_LOAD_FORCE_H

#include "engine/sim/system/force_class.h"

typedef struct SnSystemLoad {
    SnId id;
    int point;    /* into points, or -1 */
    int block;    /* BODY load at the centre of mass, or -1 */
    int force;    /* offset in inputs, 3 numbers; body loads: 6, force then moment */
    double share; /* of that force that acts here [1] */
} SnSystemLoad;

/* The loads of a compiled system. */
typedef struct SnSystemLoads {
    int n;
    SnSystemLoad *loads;
} SnSystemLoads;

#endif
