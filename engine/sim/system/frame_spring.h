/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frame springs (bushings) between two frames. */
#ifndef SN_SIM_SYSTEM_FRAME_SPRING_H
#define SN_SIM_SYSTEM_FRAME_SPRING_H

#include "engine/sim/system/force_class.h"

typedef struct SnSystemFrameSpring {
    SnId id;
    bool enabled;
    int frame_a, frame_b; /* into frames */
    double stiffness[3], rotary_stiffness[3], damping, rotary_damping;
    double preload[3], rotary_preload[3]; /* force [N] and moment [N m] on the second body where
                                             the frames coincide, axes of the first */
    /* the rest makes its six deflections act on each other (sim/rigid/bushing.h); matrices
     * row by row, places then turns, symmetric */
    bool body_xyz;   /* turns are body-fixed angles about x, y, z, not a rotation vector */
    bool has_matrix; /* either is not zero */
    double stiffness_matrix[36], damping_matrix[36];
    double axial_damping[3], rotary_axial_damping[3]; /* along the deflections */
    int slots; /* into pairs.stiffness_slot: aa, ba, bb (-1 where nothing that moves is touched) */
} SnSystemFrameSpring;

typedef struct SnFrameSprings {
    int n;
    SnSystemFrameSpring *springs; /* [n] */
} SnFrameSprings;

typedef struct SnFrameSpringResults {
    double force[3];  /* on the second body at the second frame's origin, world axes [N] */
    double moment[3]; /* on the second body, world axes [N m] */
} SnFrameSpringResults;

/* Those of a system, to be read and added to. */
SnFrameSprings *sn_frame_springs(SnSystem *system);

#endif
