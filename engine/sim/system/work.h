/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch of one engine and the functions a step is made of.  For sim/, its tests and check/.
 * Everything is allocated by sn_work_new; a step allocates nothing. */
#ifndef SN_SIM_SYSTEM_WORK_H
#define SN_SIM_SYSTEM_WORK_H

#include "engine/base/vec.h"
#include "engine/sim/system/dynamic_rows.h"

#include <time.h>

/* Values of the constraint rows at one configuration.  A row is written with both its blocks, also
 * kinematic ones: side 0 (frame a), side 1 (frame b or point); a POINT block uses 3 columns. */
typedef struct SnRowValues {
    double (*row)[2][6];   /* [n_joint_rows], and behind them, in the same memory: */
    double (*fem)[3];      /* the rows of the fems, one 3-vector for each node of each row */
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

typedef struct SnActiveSet SnActiveSet;   /* active_set.c */
typedef struct SnFemWork SnFemWork;       /* fem_force.c */
typedef struct SnStrandWork SnStrandWork; /* strand_work.h */
typedef struct SnRodWork SnRodWork;       /* rod_force.h */
typedef struct SnSplineWork SnSplineWork; /* spline.h */

struct SnWork {
    const SnSystem *system;

    /* configuration */
    double (*rotation)[9];       /* [n_blocks] body to world; identity for points */
    double (*frame_rotation)[9]; /* [n_frames] frame to body, constant */
    double (*point_position)[3]; /* [n_points] [m] */
    double (*point_velocity)[3]; /* [n_points] [m/s] */
    double *jacobian;            /* [n_jacobian] of the attached blocks by their roots */
    /* pulleys; NULL: there are none (strand_place.h) */
    double (*point_local)[3];      /* [n_points] places of all points on their blocks now [m] */
    double *part_extra;            /* [n_strand_nodes] arc less chord from the node before [m] */
    struct SnPulleyPlace *pulleys; /* [n_pulleys] */

    /* what kinematic blocks do: velocities with active part zero, layout of u */
    double *driven;
    bool is_driven;

    /* forces, layout of u */
    double *force;          /* applied [N, N m], all blocks, without gyroscopic moments */
    double *explicit_force; /* force - D u: what backward Euler starts from */
    SnPathResults *paths;   /* [n_paths] */
    struct SnPathContact *path_contacts;   /* scratch of path_geometry.h */
    void *force_results[SN_N_FORCE_KINDS]; /* of a kind of force, owned by its row; NULL: none */
    double *pair;                          /* [n_pair_values] M-hat in pairs, see SnSystem */
    bool turning_rows;    /* the forces of joints on points turn with their bodies: for Newton */
    double viscous_dt;    /* step that viscous stresses answer to [s] */
    SnFemWork *fem;       /* NULL: there are no solids */
    SnStrandWork *strand; /* NULL: there are no strands */
    SnRodWork *rod;       /* NULL: there are no Cosserat strands */
    SnSplineWork *spline; /* NULL: there are no spline strands */
    bool filtered;        /* the terms that can make M-hat indefinite are left out (explicit) */

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

    /* scratch of the reduction: layout of u, layout of u, active */
    double *momentum, *bias, *reduced;

    /* forces of inertia that are worked out twice in a step; NULL: they are not */
    double *right_side; /* [n_u_active] without them */
    double *saved;      /* [n_q + n_u] */

    /* targets of kinematic blocks in this step: displacement of the frame origin [m] and rotation
     * vector, world axes */
    double (*target_move)[6]; /* [n_blocks - n_active - n_attached] */

    double *step_inputs; /* [4][n_inputs] start, middle, before the end; a mixture of these */
    double *runge_kutta; /* 4 x (n_q + n_u) rates and the start; NULL with other methods */
    double *newton;      /* arrays of newton.h; NULL with other methods */
    SnState *backup;     /* state before the step */

    /* pull by hand */
    int pull_block; /* -1: none */
    double pull_local[3], pull_target[3], pull_stiffness, pull_damping;

    double *unit_motion; /* [sn_moment_arm_room] scratch of moment arms; NULL: there are none */

    double *memory; /* [n_memory] of the state, before the controllers acted */
    int *left;      /* [n_left] monitors whose bounds were left in the last step */
    int n_left;

    bool timing;
    struct timespec phase_start;
    double phases[SN_PHASE_COUNT]; /* [ms] */
    int active_limits;
};

/* --- kinematics.c --- */

/* Rotations of the blocks, derivatives of the attached ones, positions and velocities of the
 * points, from q and u (attached blocks there already). */
void sn_kinematics(const SnSystem *system, const double *q, const double *u, SnWork *work);
/* World position of a point of the system at q. */
void sn_point_position(const SnSystem *system, const double *q, const SnSystemPoint *point,
                       double position[3]);
/* Velocity at velocities u (layout of u) of a material point, `local` from the block's centre of
 * mass in body axes; at the rotations in work.  Block -1: the world. */
void sn_point_velocity(const SnSystem *system, const SnWork *work, int block, const double local[3],
                       const double *u, double v[3]);
/* World pose of a frame from the rotations in work. */
static inline void sn_frame_pose(const SnSystem *system, const SnWork *work, const double *q,
                                 int frame, double position[3], double rotation[9])
{
    const SnSystemFrame *f = &system->frames[frame];
    if (f->block < 0) {
        sn_v3_copy(f->position, position);
        for (int i = 0; i < 9; i++)
            rotation[i] = work->frame_rotation[frame][i];
        return;
    }
    sn_m3_mul_v3(work->rotation[f->block], f->position, position);
    sn_v3_add(position, q + system->blocks[f->block].q, position);
    sn_m3_mul(work->rotation[f->block], work->frame_rotation[frame], rotation);
}

/* --- attachments.c --- */

/* Sets q and u of attached blocks from those of their masters. */
void sn_attachments_follow(const SnSystem *system, double *q, double *u);
/* work.jacobian at q; rotations are those in work. */
void sn_attachment_jacobians(const SnSystem *system, const double *q, SnWork *work);
/* Accelerations of attached blocks, layout of u, that velocities and the accelerations of the other
 * blocks in `bias` make. */
void sn_attachment_bias(const SnSystem *system, const double *q, const double *u, SnWork *work,
                        double *bias);
/* Passes generalised forces f (layout of u) from slaves on to masters, the last first, calling
 * visit (may be NULL) with each attachment's number and the whole force on its slave. */
typedef void (*SnAttachmentVisitor)(void *data, int attachment, const double force[6]);
void sn_attachments_pass(const SnSystem *system, const double *q, const SnWork *work, double *f,
                         SnAttachmentVisitor visit, void *data);

/* --- reduce.c --- */

/* active = P full: what forces on attached blocks do to active ones. */
void sn_reduce_vector(const SnSystem *system, const SnWork *work, const double *full,
                      double *active);
/* full = P' active; zero for kinematic blocks. */
void sn_spread_vector(const SnSystem *system, const SnWork *work, const double *active,
                      double *full);
/* work.driven from the velocities of the kinematic blocks in u. */
void sn_driven_velocity(const SnSystem *system, const double *u, SnWork *work);
/* y = P M u: u of all blocks, y of the active ones. */
void sn_mass_multiply(const SnSystem *system, const SnWork *work, const double *u, double *y);
/* y += factor x forces of inertia of attached masses at the present velocities (centrifugal,
 * gyroscopic); `drifting`: active bodies turn by their free drift meanwhile. */
void sn_add_inertia_forces(const SnSystem *system, const SnState *state, SnWork *work,
                           double factor, bool drifting, double *y);
/* work.f -= factor P M (v - v before the step), v what kinematic blocks do: masses hung between
 * them and active ones. */
void sn_subtract_driven_change(const SnSystem *system, const SnState *state, SnWork *work,
                               double factor);
/* Adds outer pairs, through the attachments, to the active ones. */
void sn_reduce_matrix(const SnSystem *system, SnWork *work);
/* y = P (outer part of M-hat) v. */
void sn_outer_multiply(const SnSystem *system, const SnWork *work, const double *v, double *y);

/* --- reactions.c --- */

/* Generalised force (layout of the block's u, at its centre) that holds a kinematic block or makes
 * an attached one follow: inertia - applied forces - constraints - what hangs on it.  Zero for
 * active blocks. */
void sn_reaction(const SnSystem *system, const SnState *state, const SnWork *work, int block,
                 double force[6]);
/* What the masters of an attachment (and of all others with its id) exert on its slave: force and
 * moment about the slave's place [N], [N m], world axes. */
void sn_attachment_force(const SnSystem *system, const SnState *state, const SnWork *work,
                         int attachment, double force[3], double moment[3]);
/* The same of an attachment to the world: `held` is the first of its blocks. */
void sn_held_force(const SnSystem *system, const SnState *state, const SnWork *work, int held,
                   double force[3], double moment[3]);

/* --- drift.c --- */

/* Free motion of all active blocks for a time h with velocities u and no forces: points and centres
 * go straight; bodies turn by Euler's torque-free equations, which also change their u (body axes);
 * world angular momentum is conserved to rounding. */
void sn_drift(const SnSystem *system, double h, double *q, double *u);
/* The same of a place along a guide or on a surface (places.c), once what carries it has moved: q
 * goes on by the arc h u, u turns with the surface's tangents. */
void sn_place_drift(const SnSystem *system, int block, double h, double *q, double *u);
/* q of such a place moved by a displacement of its own n numbers [m]. */
void sn_place_displace(const SnSystem *system, int block, const double *displacement, double *q);
/* q moved by a small displacement in the layout of u (rotations by the exponential map). */
void sn_displace(const SnSystem *system, const double *displacement, double *q);

/* --- targets.c: kinematic blocks --- */

/* Works out how kinematic blocks move in this step and sets their velocities, and with them those
 * of attached blocks. */
void sn_targets_begin(const SnSystem *system, const double *poses, const double *velocities,
                      double h, SnState *state, SnWork *work);
/* Moves them by a fraction of the step; their velocities and all attached blocks follow. */
void sn_targets_move(const SnSystem *system, double h, double fraction, SnState *state,
                     const SnWork *work);
/* Remembers the targets that were reached. */
void sn_targets_end(const SnSystem *system, const double *inputs, SnState *state);

/* --- forces.c --- */

/* Applied forces on all blocks at (q, u) of the last sn_kinematics: work.force, work.explicit_force
 * and results.  If `matrix`, also M-hat = M - d D - k K (symmetrised) into work.pair, attached
 * blocks eliminated; d = k = 0 gives M alone. */
void sn_forces(const SnSystem *system, const double *inputs, const SnState *state, SnWork *work,
               bool matrix, double d, double k);

/* --- fem_force.c --- */

/* From now on forces without a matrix are put off, or not. */
void sn_fem_put_off(SnWork *work, bool put_off);
/* An element that the last evaluation could not compute. */
SnFault sn_fem_fault(const SnSystem *system, const SnState *state, const SnWork *work);
/* Residuals of incompressibility and, if asked, the rows. */
void sn_fem_rows(const SnSystem *system, const SnState *state, SnWork *work, bool jacobian,
                 SnRowValues *rows);
/* r += factor x forces of incompressibility on the nodes; layout of u. */
void sn_fem_add_constraint_forces(const SnSystem *system, const SnState *state, const SnWork *work,
                                  double factor, double *r);
/* A solid at this state, for results: its arrays are scratch of the work area. */
void sn_fem_input(const SnSystem *system, const SnState *state, const SnWork *work, int fem,
                  SnFemInput *input);
/* The same for a field to be shown: that of activation counts every bundle. */
void sn_fem_field_input(const SnSystem *system, const SnState *state, const SnWork *work, int fem,
                        SnFemField field, SnFemInput *input);
SnWorkers *sn_fem_workers(const SnWork *work);
/* Viscous history after a step of dt that ended at this state. */
void sn_fem_advance(const SnSystem *system, SnState *state, SnWork *work, double dt);
/* Viscous history of solids that have rested for ever. */
void sn_fem_rest_states(const SnSystem *system, SnState *state);

/* --- rows.c --- */

/* Residuals and gaps at q; the rows' values too if `jacobian`. */
void sn_rows(const SnSystem *system, const SnState *state, SnWork *work, bool jacobian,
             SnRowValues *rows);
/* Those of one joint: row, residual [n_rows], limit, gap [n_limits]. */
typedef struct SnJointRows {
    double (*row)[2][6], *residual;
    double (*limit)[2][6], *gap;
} SnJointRows;
void sn_joint_rows(const SnSystem *system, const SnState *state, const SnWork *work, int joint,
                   bool jacobian, SnJointRows rows);
/* Sum over both sides of row values times u. */
double sn_row_rate(const SnSystem *system, const SnRow *row, const double value[2][6],
                   const double *u);
/* The same of any row of G. */
double sn_bilateral_rate(const SnSystem *system, const SnRowValues *rows, int i, const double *u);
/* Whether a row counts, and how it gives way and rebounds. */
typedef struct SnRowTraits {
    bool enabled;
    double compliance, restitution;
    SnId id;
} SnRowTraits;
/* Those of a general constraint row (general_rows.c). */
SnRowTraits sn_general_row_traits(const SnSystem *system, const SnGeneralRow *row);
/* Those of row i of N. */
static inline SnRowTraits sn_limit_traits(const SnSystem *system, int i)
{
    if (i >= system->n_joint_limits)
        return sn_general_row_traits(system, &system->general_limits[i - system->n_joint_limits]);
    const SnSystemJoint *joint = &system->joints[system->limits[i].joint];
    return (SnRowTraits){joint->enabled, joint->compliance, joint->restitution, joint->id};
}
/* Compliance of what row i of G is of. */
static inline double sn_row_compliance(const SnSystem *system, int i)
{
    const int general = i - (system->n_rows - system->n_general_rows);
    if (i < system->n_joint_rows)
        return system->joints[system->rows[i].joint].compliance;
    return general >= 0 ? sn_general_row_traits(system, &system->general_rows[general]).compliance
                        : 0;
}
/* Row i gives way. */
static inline bool sn_row_is_soft(const SnSystem *system, int i)
{
    return sn_row_compliance(system, i) != 0;
}

/* --- joint_coordinate.c --- */

/* Coordinate of a joint at q [rad or m]; angles unwrapped: nearest to the remembered one. */
double sn_joint_coordinate(const SnSystem *system, const double *q, const SnSystemJoint *joint,
                           int coordinate, double remembered);
/* The same with the angle in the state, and its derivative with respect to (position of the
 * centre, small rotation in body axes) of both blocks (sides in the world stay untouched). */
double sn_joint_coordinate_row(const SnSystem *system, const SnState *state, const SnWork *work,
                               const SnSystemJoint *joint, int coordinate, double row[2][6]);
/* Its rate from u [rad/s or m/s]. */
double sn_joint_coordinate_rate(const SnSystem *system, const SnState *state, const SnWork *work,
                                const SnSystemJoint *joint, int coordinate);
/* Unwrapped angles of all joints into the state. */
void sn_joints_remember(const SnSystem *system, SnState *state);
/* Block of frame_a (side 0) or frame_b or the point (side 1); -1: the world. */
int sn_joint_block(const SnSystem *system, const SnSystemJoint *joint, int side);

/* --- joint_force.c --- */

/* Stiffness and damping of the joints' coordinates: part of sn_forces. */
void sn_joint_forces(const SnSystem *system, const SnState *state, SnWork *work, bool matrix,
                     double d, double k);
/* Energy of the joints' stiffness [J]. */
double sn_joint_energy(const SnSystem *system, const SnState *state, const SnWork *work);

/* --- row_plan.c --- */

void sn_row_plan_new(const SnSystem *system, SnWork *work);
void sn_row_plan_free(SnRowPlan *plan);
/* Values of G over the active unknowns from work.rows. */
void sn_row_plan_fill(SnWork *work);
/* Columns of a block (-1: none) that a joint's row of this shape may touch. */
unsigned sn_row_mask(const SnSystem *system, int block, SnRowShape shape);
/* Row i times a vector over the active unknowns. */
static inline double sn_plan_rate(const SnRowPlan *plan, int i, const double *u)
{
    double sum = 0;
    for (int e = plan->start[i]; e < plan->start[i + 1]; e++)
        sum += plan->value[e] * u[plan->column[e]];
    return sum;
}

/* --- matrix.c --- */

bool sn_work_make_matrix(const SnSystem *system, SnWork *work, SnLinsolveBackend backend);
/* work.pair, work.rows and the joints' compliance (times `softness`) to the matrix, and factors.
 * `indefinite` (may be NULL): M-hat is not positive on the kernel of G. */
SnFault sn_matrix_factor(const SnSystem *system, const SnState *state, SnWork *work,
                         double softness, bool *indefinite);

/* --- unilateral.c --- */

/* Candidates that the dense problem takes; more go into the factor (active_set.h).  One solve [ms]
 * (one thread; the systems of tests/sim/dynamic_rows_test.c):
 *
 *                                        active   dense   sparse
 *   particles joined by springs             113     1.9     0.12
 *   the same                                396      39      1.8
 *   the same                                866     590       10
 *   slab, 1734 unknowns, 256 rows of G      289     110     0.80
 *
 * Where few of them change sides, sparse wins from some fifty on; dense, exchanges are cheaper than
 * factors, and it finds its way also where rows depend on each other. */
#define SN_DENSE_MOST 200

/* Solves M-hat u + G' l = f + N' z, G u - C l = g, 0 <= z, N u + S z >= bound, z'(N u + S z -
 * bound) = 0, N and z the rows and impulses of work.dynamic (which hold a warm start on entry),
 * into work.u, work.l and these impulses.  `free_first`: work.u and work.l hold the solution for z
 * = 0 already. */
SnFault sn_solve_mixed(const SnSystem *system, const SnState *state, SnWork *work, bool free_first);
SnFault sn_solve_free(const SnSystem *system, const SnState *state, SnWork *work);
/* N u + S z - bound of row i, or 0 where it is out; whether that breaks the row. */
bool sn_row_violated(const SnWork *work, int i, double *excess);
/* N u + S z = bound to the same tolerance. */
bool sn_row_is_exact(const SnWork *work, int i);
/* Size of row i: its diagonal of the Delassus matrix without bilateral rows and with M-hat taken
 * diagonal. */
double sn_row_freedom(const SnWork *work, int i);
/* Whether row i can move nothing, because the bilateral rows hold its blocks. */
bool sn_row_is_held(const SnWork *work, int i, double diagonal);
/* Room for any of the rows of work.dynamic to be candidates, and for the dense problem of as many
 * as it takes; false: there is no memory. */
bool sn_mixed_reserve(SnWork *work);
/* Room for the dense problem of m candidates. */
bool sn_delassus_reserve(SnWork *work, int m);
SnFault sn_mixed_fault(const SnState *state, const SnWork *work, int row);

/* --- correct.c --- */

/* Moves q so that bilateral rows and violated limits are satisfied there to first order, with the
 * factor of the step; u is not changed. */
SnFault sn_correct_positions(const SnSystem *system, SnState *state, SnWork *work);

/* --- assemble.c --- */

/* M and G at the present positions, factored. */
SnFault sn_factor_mass(const SnSystem *system, const double *inputs, SnState *state, SnWork *work);

/* --- muscle.c --- */

/* Advances the activations by dt, from inputs at its start, in its middle and at its end: exact
 * where the excitation is the same at all three, else of fourth order.  Muscles without dynamics
 * have the excitation at the end. */
void sn_activation_advance(const SnSystem *system, const double *start, const double *middle,
                           const double *end, double dt, SnState *state);
/* Gives muscles without dynamics the excitation that they have now. */
void sn_activation_follow(const SnSystem *system, const double *inputs, SnState *state);

/* --- step.c --- */

/* Largest residual of the enabled rows and violation of the enabled limits, and whose it is (null:
 * nobody's).  Rows of fems count where the last factor had them. */
double sn_worst_residual(const SnSystem *system, const SnState *state, const SnWork *work,
                         const SnRowValues *rows, SnId *id);

/* --- newton.c, static.c --- */

/* A whole implicit step; weight of its end: 1 Euler, 1/2 trapezoidal rule. */
SnFault sn_step_newton(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                       SnWork *work, double weight);
/* Equilibrium under the inputs. */
SnFault sn_step_static(const SnSystem *system, const double *inputs, SnState *state, SnWork *work);

/* --- runge_kutta.c --- */

SnFault sn_step_runge_kutta(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                            SnWork *work);

void sn_phase_begin(SnWork *work);
void sn_phase_end(SnWork *work, SnPhase phase);

#endif
