/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads whose axes and point of application may follow any body, with an opposite on another. */
#ifndef SN_SIM_SYSTEM_FRAME_LOAD_H
#define SN_SIM_SYSTEM_FRAME_LOAD_H

#include "engine/sim/system/force_class.h"

/* What a load has to do with a frame. */
enum { SN_FRAME_LOAD_A, SN_FRAME_LOAD_B, SN_FRAME_LOAD_AXES, SN_FRAME_LOAD_POINT, SN_FRAME_ROLES };

/* Its inputs, in this order: control [1], force [3], moment [3], point [3]. */
enum {
    SN_FRAME_LOAD_CONTROL = 0,
    SN_FRAME_LOAD_FORCE = 1,
    SN_FRAME_LOAD_MOMENT = 4,
    SN_FRAME_LOAD_PLACE = 7,
    SN_FRAME_LOAD_INPUTS = 10
};

/* Force and moment of its axes' frame: inputs + per control x (control within lowest .. highest).
 * They act on A's material at the point, which is given in the point's frame, and the opposite on
 * B's material there. */
typedef struct SnSystemFrameLoad {
    SnId id;
    bool enabled;
    int frame[SN_FRAME_ROLES];    /* into frames */
    double force[3];              /* at a control of 1 [N] */
    double moment[3];             /* [N m] */
    double lowest, highest;       /* of the control */
    int input;                    /* offset in the inputs */
    int shown;                    /* point that is drawn where it acts */
    int n, block[SN_FRAME_ROLES]; /* different blocks that its frames are on [couplings] */
    int slots;                    /* into pairs.stiffness_slot [finish] */
} SnSystemFrameLoad;

typedef struct SnFrameLoads {
    int n;
    SnSystemFrameLoad *loads; /* [n] */
} SnFrameLoads;

typedef struct SnFrameLoadResults {
    double force[3], moment[3]; /* on A, world axes; the moment about the point [N, N m] */
    double point[3];            /* world [m] */
} SnFrameLoadResults;

/* Those of a system, to be read and added to. */
SnFrameLoads *sn_frame_loads(SnSystem *system);
/* Number of the point that is drawn where a load acts. */
int sn_frame_load_shown(const SnSystem *system, int load);
/* As of the last forces, [n]. */
const SnFrameLoadResults *sn_frame_load_results(const SnWorkspace *work);
/* Sum of what they may put in [W], as of the last forces. */
double sn_frame_load_power(const SnSystem *system, const SnState *state, const SnWorkspace *work);

#endif
