/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch of one engine and the functions a step is made of.  For sim/, its tests and check/.
 * Everything is allocated by sn_workspace_new; a step allocates nothing. */
#ifndef SN_SIM_SYSTEM_WORKSPACE_H
#define SN_SIM_SYSTEM_WORKSPACE_H

#include "engine/base/vec.h"
#include "engine/linsolve/linsolve.h"
#include "engine/sim/system/dynamic_rows.h"
#include "engine/sim/system/scratch.h"

#include <time.h>

/* Values of the constraint rows at one configuration.  A row is written with both its blocks, also
 * kinematic ones: side 0 (frame a), side 1 (frame b or point); a POINT block uses 3 columns. */
typedef struct SnRowValues {
    double (*row)[2][6];   /* [n_joint_rows], and behind them, in the same memory: */
    double (*fem)[3];      /* the rows of the FEM models, one 3-vector for each node of each row */
    double *residual;      /* [n_rows] what the row keeps at zero [m or rad] */
    double *general;       /* [n_general_values], behind those in the same memory */
    double (*limit)[2][6]; /* [n_joint_limits], and behind them, in the same memory: */
    double *general_limit; /* [n_general_limit_values] */
    double *gap;           /* [n_limits] what the limit keeps >= 0 [m or rad] */
    bool *general_active;  /* [n_general_rows] the row holds now */
} SnRowValues;

/* Rows over the active unknowns, attached blocks eliminated: pattern, values and how the values
 * follow from those of SnRowValues. */
typedef struct SnRowOperation {
    int source;   /* into the full values */
    int target;   /* into value */
    int jacobian; /* in work.jacobian, -1: identity */
    uint8_t n_source, n;
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

typedef struct SnActiveSet SnActiveSet;             /* active_set.c */
typedef struct SnFemWorkspace SnFemWorkspace;       /* fem_force.c */
typedef struct SnStrandWorkspace SnStrandWorkspace; /* strand_workspace.h */
typedef struct SnRodWorkspace SnRodWorkspace;       /* rod_force.h */
typedef struct SnSplineWorkspace SnSplineWorkspace; /* spline.h */

struct SnWorkspace {
    const SnSystem *system;

    /* configuration */
    double (*rotation)[9];       /* [n_blocks] body to world; identity for points */
    double (*frame_rotation)[9]; /* [n_frames] frame to body, constant */
    double (*point_position)[3]; /* [n_points] [m] */
    double (*point_velocity)[3]; /* [n_points] [m/s] */
    double *jacobian;            /* [n_jacobian] of the attached blocks by their roots */
    /* pulleys; NULL: there are none (strand_node_position.h) */
    double (*point_local)[3]; /* [n_points] positions of all points on their blocks now [m] */
    double *part_extra;       /* [n_strand_nodes] arc less chord from the node before [m] */
    struct SnPulleyContact *pulleys; /* [n_pulleys] */

    /* prescribed velocities of kinematic blocks: active part zero, layout of u */
    double *prescribed;
    bool has_prescribed;

    /* forces, layout of u */
    double *force;          /* applied [N, N m], all blocks, without gyroscopic moments */
    double *explicit_force; /* force - D u: what backward Euler starts from */
    SnPathResults *paths;   /* [n_paths] */
    struct SnPathContact *path_contacts;   /* scratch of path_geometry.h */
    void *force_results[SN_N_FORCE_KINDS]; /* of a kind of force, owned by its row; NULL: none */
    double *pair;                          /* [n_pair_values] M-hat in pairs, see SnSystem */
    bool joint_load_stiffness; /* the forces of joints on points turn with their bodies: for Newton
                                */
    double viscous_dt;         /* step that viscous stresses answer to [s] */
    SnFemWorkspace *fem;       /* NULL: there are no solids */
    SnStrandWorkspace *strand; /* NULL: there are no strands */
    SnRodWorkspace *rod;       /* NULL: there are no Cosserat strands */
    SnSplineWorkspace *spline; /* NULL: there are no spline strands */
    bool positive_definite; /* the terms that can make M-hat indefinite are left out (explicit) */

    /* rows */
    SnRowValues rows;  /* those in the factor */
    SnRowValues ahead; /* at the end of the step: residuals to correct, predicted rows */
    SnRowPlan g_plan;  /* of rows: G; its pattern and values are the matrix's */
    bool *row_active;  /* [n_rows] */
    int n_active_rows;
    double *row_size; /* [n_rows] scratch */

    /* linear system */
    SnKktMatrix matrix;
    SnLinsolve *solver;
    double tolerance;      /* of the next solve */
    int (*pair_offset)[6]; /* [n_pairs] first entry in a_value of each column */

    /* right-hand sides and solutions */
    double *f, *g;   /* [n_u_active], [n_rows] */
    double *u, *l;   /* solution */
    double *f_total; /* f + N' z */

    /* complementarity */
    SnDynamicRows dynamic; /* N */
    SnRowTerm *terms;      /* as many as the one-sided general row with most blocks has */
    SnDelassus delassus;
    SnActiveSet *active_set; /* NULL: there were never so many rows */
    int dense_most;          /* candidates that the dense problem takes */

    SnScratch scratch; /* of functions while they run */

    double *right_side; /* [n_u_active] without forces of inertia, which are worked out twice in a
                           step; NULL: they are not */

    /* targets of kinematic blocks in this step: displacement of the frame origin [m] and rotation
     * vector, world axes */
    double (*target_move)[6]; /* [n_blocks - n_active - n_attached] */

    double *step_inputs; /* [4][n_inputs] start, middle, before the end; a mixture of these */
    double *newton;      /* arrays of newton.h; NULL with other methods */
    SnState *backup;     /* state before the step */

    /* mouse spring */
    int mouse_spring_block; /* -1: none */
    double mouse_spring_local[3], mouse_spring_target[3], mouse_spring_stiffness,
        mouse_spring_damping;

    double *unit_motion; /* [sn_moment_arm_room] scratch of moment arms; NULL: there are none */

    double *memory; /* [n_memory] of the state, before the controllers acted */
    int *left;      /* [n_left] monitors whose bounds were left in the last step */
    int n_left;

    bool checked; /* steps walk through system and state before and after (check.h) */

    bool timing;
    struct timespec phase_start;
    double phases[SN_PHASE_COUNT]; /* [ms] */
    int active_limits;
};

/* Whether a row counts, and how it gives way and rebounds. */
typedef struct SnRowTraits {
    bool enabled;
    double compliance, restitution;
    SnId id;
} SnRowTraits;

#endif
