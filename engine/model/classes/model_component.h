/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_MODEL_COMPONENT_H
#define SN_MODEL_CLASSES_MODEL_COMPONENT_H

#include "engine/model/drawable.h"

extern const SnClass SN_CLASS_MODEL;

typedef enum SnIntegrator {
    SN_BACKWARD_EULER, /* constrained, linearly implicit: the default */
    SN_TRAPEZOIDAL,    /* constrained, linearly implicit midpoint form */
    SN_SYMPLECTIC_EULER,
    SN_RUNGE_KUTTA_4,      /* no constraints */
    SN_NEWTON_EULER,       /* backward Euler, iterated to tolerance */
    SN_NEWTON_TRAPEZOIDAL, /* trapezoidal rule, iterated to tolerance */
    SN_STATIC_EQUILIBRIUM, /* each step: equilibrium under the loads of the moment */
} SnIntegrator;

/* How the start is brought to rest before t = 0. */
typedef enum SnSettleChoice {
    SN_START_AS_GIVEN,
    SN_START_STATIC,
    SN_START_DAMPED,
} SnSettleChoice;

/* Lists: bodies frames particles markers visuals springs muscles ligaments exciters joints loads
 * attachments collisions fems guides wraps strands moment_arms probes controllers monitors clips
 * waypoints measurements viewpoints
 * panels plots models. */
typedef struct SnModelComponent {
    SnDrawable base;
    char *title, *notes; /* notes: who made it, from what; shown in the help of a demo */
    double gravity[3];   /* inheritable [m/s2] */
    uint8_t gravity_mode;
    double damping, rotary_damping; /* inheritable, of bodies and particles below */
    uint8_t damping_mode, rotary_damping_mode;
    /* root only */
    int32_t integrator;
    double max_step; /* [s] */
    double accuracy;
    double solve_tolerance;
    int32_t settle;                           /* SnSettleChoice */
    double settle_tolerance;                  /* [m] */
    double settle_time;                       /* of the damped motion [s] */
    int32_t threads;                          /* of the elements; 0: automatic */
    double duration;                          /* proposed end of a run [s]; 0: none */
    double view_center[3], view_direction[3]; /* first look: at centre, along direction */
    double view_size;                         /* shorter side of what is seen [m]; 0: fit */
    double view_angle;                        /* field of view [rad] */
    double view_ground;                       /* height of the grid and shadow [m] */
    bool loop;                                /* the timeline's */
    double loop_from, loop_to;                /* [s]; both 0: not marked */
    char *folded_groups;                      /* of tracks, one to a line */
} SnModelComponent;

#endif
