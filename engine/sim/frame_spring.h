/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frame springs (bushings) between two frames. */
#ifndef SN_SIM_FRAME_SPRING_H
#define SN_SIM_FRAME_SPRING_H

#include "engine/sim/force_class.h"

typedef struct SnSystemFrameSpring {
    SnId id;
    bool enabled;
    int frame_a, frame_b; /* into frames */
    double stiffness[3], rotary_stiffness[3], damping, rotary_damping;
    int slots; /* into stiffness_slot: aa, ba, bb (-1 where nothing that moves is touched) */
} SnSystemFrameSpring;

typedef struct SnFrameSpringResults {
    double force[3];  /* on the second body at the second frame's origin, world axes [N] */
    double moment[3]; /* on the second body, world axes [N m] */
} SnFrameSpringResults;

extern const SnForceClass SN_FORCE_FRAME_SPRINGS;

#endif
