/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the stages of Runge and Kutta's method and the events between them share. */
#ifndef SN_SIM_STEP_RUNGE_KUTTA_H
#define SN_SIM_STEP_RUNGE_KUTTA_H

#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"

/* A part of a step, taken in spans: one, or as many as limits of joints are reached or left in
 * it. */
typedef struct SnRungeKutta {
    const SnSystem *system;
    const SnStepInputs *inputs; /* of the part */
    SnState *state;
    SnWorkspace *work;
    double at;   /* where the span begins, since the start of the part [s] */
    double time; /* of the stage, likewise */
    bool has_drives;
    bool without_limits; /* none holds, even where they touch */
    bool finds_rubs;     /* accelerations are to say which of those at rest slip */
    bool released; /* a limit that carried a force at the start of the last span does so no more, or
                    * the force on a coordinate that sticks has reached its limit */
    bool holds_on; /* releases are not looked for any more */
    int n_rubs;    /* coordinates that rub */
    /* scratch */
    double *start;      /* [n_q + n_u] at the start of the span */
    double *rate, *sum; /* [n_q + n_u] of a stage; of all */
    double *activation; /* [n_activation] at the start of the span */
    double *inputs_at;  /* [3 n_inputs] of the span: at its start, in its middle, at its end */
    double *force;      /* [rows] mean forces of the rows over the part so far */
    double *span_force; /* [rows] mean over the last span */
    double *limit_force, *span_limit_force; /* [joints.n_limits] the same of limits */
    double *turned;                         /* [joints.n_limits] (dN/dt) u */
    double *gap;                            /* [joints.n_limits] at the start of the span */
    double *rebound;                        /* [joints.n_limits] speed after an impact */
    double *rub_mode;                       /* [n_rubs] 0: it sticks, 1, -1: the way it slips */
    double *rub_start;                      /* [n_rubs] rates at the start of the span */
    double *rub_rate;                       /* [n_rubs] those of the last look */
    double *rub_turned;                     /* [n_rubs] (d row / dt) u */
    double *rub_force, *span_rub_force;     /* [n_rubs] as of the rows */
    double *held; /* [joints.n_limits] 1: this limit touches and may push, 0: it is out */
} SnRungeKutta;

/* --- runge_kutta.c --- */

/* Keeps where the span begins. */
void sn_runge_kutta_begin(SnRungeKutta *k);
/* The four stages of a span of this size [s] from where it begins, without projection.  Limits that
 * are `held` and push at its start hold for accelerations in all stages, and afterwards `held` says
 * which these were. */
SnFault sn_runge_kutta_span(SnRungeKutta *k, double size);
/* Joints closed and not opening, held limits not closing further. */
SnFault sn_runge_kutta_project(SnRungeKutta *k);
/* Accelerations of the active blocks at the state, into rate + n_q, and `turned`; forces into
 * work.linear.l and the impulses of the one-sided rows. */
SnFault sn_runge_kutta_accelerations(SnRungeKutta *k, const double *inputs);
/* Inputs of the span. */
SnStepInputs sn_runge_kutta_inputs(SnRungeKutta *k, double size);

/* --- runge_kutta_drives.c --- */

/* Adds accelerations of drives at the time of the stage to those wanted of the rows. */
void sn_runge_kutta_accelerate_drives(const SnRungeKutta *k, double *wanted);
/* Drives to where they are at a time since the start of the part [s], with their rates there. */
void sn_runge_kutta_move_drives(SnRungeKutta *k, double time);
/* The same where the span begins; whether their rates differ from those of the motion. */
bool sn_runge_kutta_drives_jump(SnRungeKutta *k);
/* Drives to the end of the part, with their mean rates in it. */
void sn_runge_kutta_leave_drives(SnRungeKutta *k);

/* --- runge_kutta_friction.c --- */

void sn_runge_kutta_rubs_begin(SnRungeKutta *k);
/* What each coordinate does in the span that begins. */
SnFault sn_runge_kutta_find_rubs(SnRungeKutta *k);
/* How rows of those that stick turn, at the state; kinematics are not of it afterwards. */
void sn_runge_kutta_turn_rubs(SnRungeKutta *k);
/* Adds the forces of those that slip, in the system that is factored. */
void sn_runge_kutta_push_rubs(const SnRungeKutta *k, double *f);
/* The next problem of accelerations holds those that stick, or finds which of them slip. */
void sn_runge_kutta_hold_rubs(SnRungeKutta *k);
/* The next problem of velocities leaves those that stick at rest. */
void sn_runge_kutta_rest_rubs(SnRungeKutta *k);
/* Forces of a stage, with its weight. */
void sn_runge_kutta_add_rubs(SnRungeKutta *k, int stage, double weight);
/* Where something has slipped to rest and beyond in the last span: that again, to the moment of it.
 */
SnFault sn_runge_kutta_locate_stop(SnRungeKutta *k, double *size);
/* Mean forces over the part into the state. */
void sn_runge_kutta_keep_rubs(SnRungeKutta *k);

/* --- runge_kutta_events.c --- */

/* The whole part, span by span. */
SnFault sn_runge_kutta_spans(SnRungeKutta *k);

#endif
