/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch of one engine and the functions a step is made of.  For sim/, its tests and check/.
 * Everything is allocated by sn_workspace_new; a step allocates nothing. */
#ifndef SN_SIM_SYSTEM_WORKSPACE_H
#define SN_SIM_SYSTEM_WORKSPACE_H

#include "engine/base/vec.h"
#include "engine/linsolve/linsolve.h"
#include "engine/sim/system/dynamic_rows.h"
#include "engine/sim/system/friction_rows.h"
#include "engine/sim/system/scratch.h"

#include <time.h>

/* Values of the constraint rows at one configuration.  A row is written with both its blocks, also
 * kinematic ones: side 0 (frame a), side 1 (frame b or point); a POINT block uses 3 columns. */
typedef struct SnRowValues {
    double (*row)[2][6];   /* [joints.n_rows], and behind them, in the same memory: */
    double (*fem)[3];      /* the rows of the FEM models, one 3-vector for each node of each row */
    double *residual;      /* [n_rows] what the row keeps at zero [m or rad] */
    double *general;       /* [general.n_values], behind those in the same memory */
    double (*limit)[2][6]; /* [joints.n_limits], and behind them, in the same memory: */
    double *general_limit; /* [general.n_limit_values] */
    double *gap;           /* [n_limits] what the limit keeps >= 0 [m or rad] */
    bool *general_active;  /* [general.n_rows] the row holds now */
} SnRowValues;

/* Rows over the active unknowns, attached blocks eliminated: pattern, values and how the values
 * follow from those of SnRowValues. */
typedef struct SnRowOperation {
    int source;   /* into the full values */
    int target;   /* into value */
    int jacobian; /* in work.motion.jacobian, -1: identity */
    uint8_t n_source, n;
    bool first;        /* that writes there */
    uint8_t column[6]; /* identity: of the source; otherwise of the root */
} SnRowOperation;

typedef struct SnRowPlan {
    int n;
    int *start, *column; /* [n + 1], [start[n]] ascending in each row */
    double *value;
    int n_operations;
    SnRowOperation *operations;
} SnRowPlan;

/* The dense complementarity problem of the rows that are candidates (unilateral.c); grows. */
typedef struct SnDelassus {
    int candidate_room, room, entry_room;
    int *candidate; /* [candidate_room] into the dynamic rows */
    int *start;     /* [room + 1] into column and value */
    int *column;    /* [entry_room] */
    double *value;  /* [entry_room] */
    double *u;      /* [room][n_u_active] */
    double *l;      /* [room][n_rows] */
    double *matrix; /* [m][m] of m candidates */
    double *q, *z;  /* [room] */
    void *scratch;  /* of sn_lcp_solve */
} SnDelassus;

typedef struct SnContactWorkspace SnContactWorkspace; /* sim/contact/contact.h */
typedef struct SnActiveSet SnActiveSet;               /* active_set.c */
typedef struct SnFemWorkspace SnFemWorkspace;         /* fem_workspace.h */
typedef struct SnStrandWorkspace SnStrandWorkspace;   /* strand_workspace.h */
typedef struct SnRodWorkspace SnRodWorkspace;         /* rod_force.h */
typedef struct SnSplineWorkspace SnSplineWorkspace;   /* spline.h */

/* A configuration, and what kinematic blocks do in it. */
typedef struct SnMotionWorkspace {
    double (*rotation)[9];       /* [n_blocks] body to world; identity for points */
    double (*frame_rotation)[9]; /* [n_frames] frame to body, constant */
    double (*point_position)[3]; /* [n_points] [m] */
    double (*point_velocity)[3]; /* [n_points] [m/s] */
    double *jacobian;            /* [n_jacobian] of the attached blocks by their roots */
    double *prescribed;          /* velocities of kinematic blocks, active part zero, layout of u */
    bool has_prescribed;
    double (*target_move)[6]; /* [n_blocks - n_active - n_attached] targets of kinematic blocks in
                                 this step: displacement of the frame origin [m] and rotation
                                 vector, world axes */
    struct SnKnownFit *fits;  /* [joints.n] (joint_side.h); NULL: no joint has a motion, or many */
    uint64_t round;           /* counts sn_kinematics */
    double *q, *u;            /* [n_q], [n_u] those of the last sn_kinematics ... */
    uint64_t writes;          /* ... and SnSystem.writes then */
    bool known;               /* nothing has touched what it worked out ... */
    bool shown;               /* ... but points of paths that move are where they are seen */
} SnMotionWorkspace;

/* Pulleys (strand_node_position.h); NULL: there are none. */
typedef struct SnPulleyWorkspace {
    double (*point_local)[3]; /* [n_points] where all points are on their blocks now [m] */
    double *part_extra;       /* [strands.n_nodes] arc less chord from the node before [m] */
    double (*node_turn)[2];   /* [strands.n_nodes] cosine and sine of where those of pulleys are */
    struct SnPulleyContact *contacts; /* [pulleys.n] */
    bool settled; /* the last sn_kinematics found touched what was remembered as touched */
} SnPulleyWorkspace;

/* Forces, layout of u, and the results of the kinds of force. */
typedef struct SnForceWorkspace {
    double *applied;                     /* [N, N m], all blocks, without gyroscopic moments */
    double *explicit_force;              /* applied - D u: what backward Euler starts from */
    SnPathResults *paths;                /* [paths.n] */
    struct SnKeptPath *path_kept;        /* [paths.n] path_room.h ... */
    struct SnPathContact *path_contacts; /* ... and the room of all */
    struct SnWrapPlanar *path_planar;    /* likewise */
    struct SnPathSlide *path_slides;     /* scratch of path_geometry.h, for one path */
    int *path_parts;                     /* likewise */
    void *results[SN_N_FORCE_KINDS];     /* of a kind of force, owned by its row; NULL: none */
    double *pair;                        /* [pairs.n_values] M-hat in pairs, see SnSystemPairs */
    bool joint_load_stiffness; /* the forces of joints on points turn with their bodies: for Newton
                                */
    double viscous_dt;         /* step that viscous stresses answer to [s] */
    bool paths_now; /* what paths remember stays as it is, as for viscous_dt 0: explicit methods */
    SnFemWorkspace *fem;       /* NULL: there are no solids */
    SnStrandWorkspace *strand; /* NULL: there are no strands */
    SnRodWorkspace *rod;       /* NULL: there are no Cosserat strands */
    SnSplineWorkspace *spline; /* NULL: there are no spline strands */
    bool positive_definite; /* the terms that can make M-hat indefinite are left out (explicit) */
} SnForceWorkspace;

/* Which bilateral rows hold, and their place in the matrix. */
typedef struct SnBilateralWorkspace {
    SnRowPlan plan; /* of work.rows: G; its pattern and values are the matrix's */
    bool *active;   /* [rows.n] */
    double share;   /* softness of rows of FEM models over their size (Newton, nodal rows) */
    int n_active;
    double *size; /* [rows.n] scratch */
} SnBilateralWorkspace;

/* The linear system, its right-hand sides and solutions. */
typedef struct SnLinearWorkspace {
    SnKktMatrix matrix;
    SnLinsolve *solver;
    double tolerance;      /* of the next solve */
    int (*pair_offset)[6]; /* [pairs.n] first entry in a_value of each column */
    double *f, *g;         /* [n_u_active], [rows.n] */
    double *u, *l;         /* solution */
    double *f_total;       /* f + N' z */
} SnLinearWorkspace;

/* The complementarity problem of the one-sided rows. */
typedef struct SnUnilateralWorkspace {
    SnDynamicRows dynamic; /* N */
    SnFrictionRows friction;
    SnRowTerm *terms; /* as many as the one-sided general row with most blocks has */
    SnDelassus delassus;
    SnActiveSet *active_set; /* NULL: there were never so many rows */
    int dense_most;          /* candidates that the dense problem takes; 0: none */
    int n_active;            /* rows that carry a force */
} SnUnilateralWorkspace;

/* Somebody who looks on while a step is taken or an equilibrium is searched: true to stop.
 * fraction: of the load that is reached. */
typedef struct SnStepWatch {
    bool (*stop)(void *data, double fraction); /* NULL: nobody */
    void *data;
    double fraction;
} SnStepWatch;

/* Solves of a step in which what muscles do, whose forces have no energy, is brought in line with
 * their forces at its end. */
#define SN_AHEAD_MUSCLES 20

/* Newton's iteration of a step on the forces that have an SnAheadClass (step/ahead.h). */
typedef struct SnAheadWorkspace {
    bool on;         /* they are linearised near the end of the step, at q and u */
    bool restarted;  /* ... and have been at its start again */
    int iteration;   /* 0: the first solve of the step */
    double *q, *u;   /* [n_q], [n_u] */
    double *unknown; /* [n_u] velocities that were solved for there, of all blocks */
    double *next;    /* [n_u] those by the last solve */
    double k;        /* of the last implicit matrix, M + d D + k K [s2] */
} SnAheadWorkspace;

/* What the step methods keep within a step. */
typedef struct SnStepWorkspace {
    double size;     /* of the step, or of the part of it, that is being taken [s] */
    bool placed;     /* the last kinematics are those of the state, nothing has moved since */
    bool damped;     /* by backward Euler, where the method is a trapezoidal rule */
    bool iterated;   /* by Newton's iteration, where backward Euler turns elements inside out */
    bool shortest;   /* no smaller part will be tried: what is only inaccurate is accepted */
    bool pushes;     /* damping of a strand that only pulls would push in it (strand_law.c) */
    bool late;       /* refused because joints follow late (energy_watch.c) */
    bool crosses;    /* it would be good but for surfaces that pass through each other */
    double *inputs;  /* [4][inputs.n] start, middle, before the end; a mixture of these */
    double *part;    /* [4][inputs.n] those of a part (substeps.c), the last row from its end on */
    double *force;   /* [rows.n] forces of constraint, their mean over the parts so far */
    SnState *whole;  /* state before the whole step, while it is taken in parts */
    SnState *origin; /* state before the part whose error is being found (error_control.c) */
    double *coarse;  /* [n_q] where the part leads when it is taken whole */
    double *half_force; /* [rows.n] forces of constraint in its first half */
    double *right_side; /* [n_u_active] without forces of inertia, which are worked out twice in a
                            step; NULL: they are not */
    SnAheadWorkspace ahead;
    bool at_end;    /* the last sn_kinematics is at the end of the step before corrections */
    double *newton; /* arrays of newton.h */
    SnStepWatch watch;
    SnState *backup; /* state before the step, or the part of it */
    double d, k;     /* of the last M-hat = M - d D - k K */
} SnStepWorkspace;

/* The mouse spring. */
typedef struct SnMouseSpringWorkspace {
    int block; /* -1: none */
    double local[3], target[3], stiffness, damping;
} SnMouseSpringWorkspace;

/* Controllers and monitors in a step. */
typedef struct SnControlWorkspace {
    double *memory; /* [state.n_memory] of the state, before the controllers acted */
    int *left;      /* [n_left] monitors whose bounds were left in the last step */
    int n_left;
} SnControlWorkspace;

/* How long the phases of a step take. */
typedef struct SnTimingWorkspace {
    bool on;
    struct timespec start;
    double phases[SN_PHASE_COUNT]; /* [ms] */
} SnTimingWorkspace;

struct SnWorkspace {
    const SnSystem *system;
    SnMotionWorkspace motion;
    SnPulleyWorkspace pulleys;
    SnForceWorkspace forces;
    SnRowValues rows;  /* those in the factor */
    SnRowValues ahead; /* at the end of the step: residuals to correct, predicted rows */
    SnBilateralWorkspace bilateral;
    SnLinearWorkspace linear;
    SnUnilateralWorkspace unilateral;
    SnContactWorkspace *contacts; /* NULL: nothing touches */
    SnScratch scratch;            /* of functions while they run */
    SnStepWorkspace step;
    SnMouseSpringWorkspace mouse_spring;
    SnControlWorkspace control;
    SnTimingWorkspace timing;
    bool checked;        /* steps walk through system and state before and after (check.h) */
    double *unit_motion; /* [sn_moment_arm_room] scratch of moment arms; NULL: there are none */
};

/* What a step, or a part of it, is taken by. */
static inline SnStepMethod sn_step_method(const SnSystem *system, const SnWorkspace *work)
{
    return work->step.iterated ? SN_STEP_NEWTON_EULER
           : work->step.damped ? SN_STEP_BACKWARD_EULER
                               : system->method;
}

/* Whether whoever looks on asks to stop. */
static inline bool sn_step_is_stopped(const SnWorkspace *work)
{
    const SnStepWatch *watch = &work->step.watch;
    return watch->stop && watch->stop(watch->data, watch->fraction);
}

static inline SnFault sn_step_stopped(const SnState *state)
{
    return sn_fault(SN_FAULT_INTERRUPTED, SN_ID_NULL, state->time, "Stopped.");
}

/* Whether a row counts, and how it gives way and rebounds. */
typedef struct SnRowTraits {
    bool enabled;
    double compliance, restitution;
    SnId id;
} SnRowTraits;

#endif
