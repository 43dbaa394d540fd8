/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiled system: flat arrays, fixed in structure.  Made by engine/compile, read by the step
 * (`const` there), parameters changed in place between steps by live property commands (bind.h).
 *
 * Unknowns come in blocks: a particle is a block of 3 velocities, a rigid body one of 6: velocity
 * of its centre of mass in world axes [m/s], then angular velocity in BODY axes [rad/s].  So the
 * mass matrix of bodies is constant, and linear momentum is carried in world axes (strands.md 1).
 * Body frames inside the system sit at the centre of mass with the axes of the component's own
 * frame. Active (unknown) blocks come first, then attached ones, which follow others and are
 * eliminated, then kinematic ones, whose velocity is prescribed.  FEM nodes are blocks of 3.
 *
 * Sizes in brackets; lengths m, kg, s, N, rad. */
#ifndef SN_SIM_SYSTEM_SYSTEM_H
#define SN_SIM_SYSTEM_SYSTEM_H

#include "engine/base/fault.h"
#include "engine/base/id.h"
#include "engine/sim/system/load_force.h"
#include "engine/sim/system/path_force.h"
#include "engine/sim/system/rods.h"
#include "engine/sim/system/splines.h"
#include "engine/sim/system/system_control.h"
#include "engine/sim/system/system_fem.h"
#include "engine/sim/system/system_joints.h"
#include "engine/sim/system/system_strands.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum SnStepMethod {
    SN_STEP_BACKWARD_EULER,
    SN_STEP_TRAPEZOIDAL,
    SN_STEP_SYMPLECTIC_EULER,
    SN_STEP_RUNGE_KUTTA_4,
    SN_STEP_NEWTON_EULER,       /* backward Euler, Newton to tolerance */
    SN_STEP_NEWTON_TRAPEZOIDAL, /* trapezoidal rule, Newton to tolerance */
    SN_STEP_STATIC,             /* each step: equilibrium under the inputs at its end */
} SnStepMethod;

/* --- dynamic blocks --- */

typedef enum SnBlockKind {
    SN_BLOCK_POINT, /* q 3, u 3 */
    SN_BLOCK_BODY,  /* q 7, u 6 */
    SN_BLOCK_GUIDE, /* a curve coordinate: a point on a guide: q 1 its parameter, u 1 speed along it
                       [m/s] */
    SN_BLOCK_SURFACE, /* a surface coordinate: a point on a surface: q 3 in the surface's frame [m],
                         u 2 velocity along the two tangents that sn_surface_tangents makes of the
                         normal [m/s] */
    SN_BLOCK_EULERIAN, /* matter that passes a strand node: q 1 material coordinate there (rest
                      length from the strand's start) [m], u 1 its rate [m/s] */
} SnBlockKind;

typedef struct SnBlock {
    SnBlockKind kind;
    SnId id;
    int q; /* offset in q: POINT 3 numbers, BODY 7 (centre of mass, quaternion w x y z) [layout] */
    int u; /* offset in u [layout] */
    int n; /* numbers in u: 1, 2, 3 or 6 [layout] */
    int owner;         /* GUIDE: into guides; SURFACE: into surfaces; EULERIAN: into strand_nodes */
    double mass;       /* GUIDE, SURFACE, EULERIAN: 0; POINT: may be 0 where strands give it one */
    bool shares_mass;  /* mass includes that of what is attached to it, or was given away to what
                          it is attached to; then */
    double own_mass;   /* this is the component's own, */
    double given_mass; /* this (with what it carries) was given away, */
    double given_inertia[9];   /* BODY: with this about its centre */
    double inertia[9];         /* BODY: about the centre, body axes [kg m2] */
    double inertia_inverse[9]; /* [finish] */
    double center[3];          /* BODY: centre of mass in the component's frame [m] */
    double gravity[3];         /* [m/s2] */
    double damping;            /* [N s/m] */
    double rotary_damping;     /* [N m s/rad] */
    int target;                /* kinematic: offset in inputs of its target (see below); -1: none,
                                  and a kinematic block without one stays where it is */
    int memory;                /* kinematic: offset in state.targets of the last target [finish] */
} SnBlock;

/* --- points and frames fixed to blocks --- */

typedef struct SnSystemPoint {
    SnId id;
    int block;       /* -1: fixed in the world */
    double local[3]; /* BODY: from the centre of mass, body axes; world: position; POINT: unused */
    int frame;       /* 0: its location is given in the component it is fixed to (or in the world);
                        else 1 + index of the frame whose axes its location is given in */
    bool places;     /* guides or blocks stand where it is: its location does not change live */
} SnSystemPoint;

typedef struct SnSystemFrame {
    SnId id;
    int block;             /* -1: world.  Never a POINT block. */
    double position[3];    /* from the centre of mass, body axes, or in the world */
    double orientation[4]; /* frame to body (world) */
} SnSystemFrame;

/* --- attachments: blocks that follow others and are eliminated (jaw-tongue-hyoid 3.5) --- */

typedef enum SnAttachmentKind {
    SN_ATTACH_POINT_TO_BODY,    /* x = p + R local */
    SN_ATTACH_POINT_TO_POINTS,  /* x = sum weight_k x_k */
    SN_ATTACH_BODY_TO_BODY,     /* rigidly */
    SN_ATTACH_BODY_TO_POINTS,   /* centre: sum weight_k x_k + R offset; rotation: polar part of
                                   sum x_k gradient_k' times the rest orientation */
    SN_ATTACH_POINT_TO_GUIDE,   /* masters: GUIDE block, then the rigid guide's carrier (none: it is
                                   in the world) or the control points in order (guide.h) */
    SN_ATTACH_POINT_TO_SURFACE, /* masters: SURFACE block, then the surface's body if any */
} SnAttachmentKind;

/* One for each attached block, in any order (sn_system_finish sorts and finds circles).  Masters
 * may be active, attached or kinematic; a master named twice counts twice. */
typedef struct SnSystemAttachment {
    SnAttachmentKind kind;
    SnId id;          /* the component that asked for it: an attachment, or a marker on a FEM */
    int block;        /* the slave; that of a marker on a FEM has no id: its point has it */
    int owner;        /* TO_GUIDE: into guides; TO_SURFACE: into surfaces */
    int first, count; /* into attachment_master, _weight, _gradient */
    double local[3];  /* TO_BODY: from the master's centre of mass, its axes; BODY_TO_POINTS: from
                         the  weighted point to the slave's centre, in the polar frame */
    double orientation[4]; /* BODY_*: slave to master (polar frame) */
    /* by sn_system_finish */
    int first_root, n_roots; /* into attachment_root: active and kinematic blocks it hangs on */
    int chain;               /* into attachment_chain */
    int slots; /* into stiffness_slot; BODY_TO_POINTS: lower pairs of its masters; TO_GUIDE,
                  TO_SURFACE: each master with the first; else -1 */
} SnSystemAttachment;

/* A kinematic block that an attachment fixes in the world. */
typedef struct SnFixedBlock {
    SnId id; /* the attachment */
    int block;
} SnFixedBlock;

/* --- exciters --- */

/* Drives inputs of others: each step, after the probes, input[target] += gain * input[excitation];
 * excitations stay within 0..1. */
typedef struct SnSystemExciter {
    SnId id;
    bool enabled;
    int excitation;              /* offset in inputs */
    int first_target, n_targets; /* into exciter_input, exciter_gain */
} SnSystemExciter;

/* --- constraints --- */

/* A row's blocks; the values live in work.  Active blocks only are in G and N; kinematic blocks
 * contribute to the right-hand side and take the reaction. */
typedef struct SnRow {
    int joint;
    SnRowShape shape;
    int block[2]; /* -1: none.  0: frame_a's; 1: frame_b's or the point's */
} SnRow;

/* Adds J' X K, X the values of an outer pair, J and K derivatives in work.jacobian (-1: identity),
 * to an active pair. */
typedef struct SnReduceOperation {
    int row_jacobian, column_jacobian;
    int target;
    enum { SN_REDUCE_ADD, SN_REDUCE_TRANSPOSED, SN_REDUCE_BOTH } mode;
} SnReduceOperation;

/* A general constraint row: over any number of blocks, of one of the classes in general_rows.h. Its
 * values are in work.rows.general (or general_limit) from `value` on: for each of its blocks in
 * order, n numbers. */
typedef struct SnConstraintClass SnConstraintClass;

typedef struct SnGeneralRow {
    const SnConstraintClass *class;
    SnId id;          /* whose it is, for messages */
    int owner;        /* into the owner's array */
    int part;         /* which of the owner's rows */
    int first, count; /* into general_block; a block comes once; active, attached or kinematic */
    int value;        /* [finish] */
} SnGeneralRow;

/* --- the whole --- */

typedef struct SnSystem {
    uint64_t revision; /* of the model it was compiled from */
    SnStepMethod method;
    double step_size; /* [s] */
    double tolerance; /* relative, of the linear solve */

    int threads; /* that share the elements; 0: automatic */

    int n_blocks, n_active; /* active first ... */
    int n_attached;         /* ... then attached ones, then kinematic ones */
    SnBlock *blocks;        /* [n_blocks] */
    int n_q;                /* numbers in q */
    int n_u, n_u_active;    /* numbers in u; unknown ones */
    double *q0, *u0;        /* start values [n_q], [n_u] */

    int n_attachments; /* == n_attached */
    SnSystemAttachment *attachments;
    int n_attachment_masters;
    int *attachment_master;           /* [n_attachment_masters] blocks */
    double *attachment_weight;        /* [n_attachment_masters] */
    double (*attachment_gradient)[3]; /* [n_attachment_masters] [1/m]; NULL: no BODY_TO_POINTS */
    int n_fixed;
    SnFixedBlock
        *fixed; /* [n_fixed]; compiled index of the first of each: n_attachments + number */
    /* the rest of attachments [finish] */
    int *attachment_order; /* [n_attachments] masters before slaves */
    int *attachment_of;    /* [n_attached] attachment of block n_active + i */
    int n_attachment_roots;
    int *attachment_root;     /* [n_attachment_roots] blocks, ascending in each */
    int *attachment_jacobian; /* [n_attachment_roots] offset in work.jacobian of the derivative
                                 of the slave's u by the root's, n_slave x n_root */
    int n_jacobian;
    int *attachment_chain; /* for each master, each of its own roots (itself where it is not
                              attached): number in attachment_root of the slave's root */
    int n_attachment_chain;

    int n_points;
    SnSystemPoint *points;
    int n_frames;
    SnSystemFrame *frames;

    void *force[SN_N_FORCE_KINDS]; /* what a kind of force keeps (sn_system_force); NULL: nothing */

    int n_paths, n_path_points, n_path_blocks;
    SnSystemPath *paths;
    int *path_point; /* [n_path_points] into points */
    int *path_block; /* [n_path_blocks] */
    int n_springs, n_muscles;
    SnSpringParameters *springs;
    SnMuscleParameters *muscles;
    double *activation0; /* [n_activations] */
    int n_loads;
    SnSystemLoad *loads;

    int n_fems;
    SnSystemFem *fems;
    int n_bundles, n_bundle_elements, n_segments;
    SnSystemBundle *bundles;
    int *bundle_element;           /* [n_bundle_elements] element of the bundle's solid */
    double (*bundle_direction)[3]; /* [n_bundle_elements] unit, at rest */
    SnFibreSegment *segments;
    int n_exciters, n_exciter_targets;
    SnSystemExciter *exciters;
    int *exciter_input;
    double *exciter_gain;
    int n_activations; /* numbers in activation0 and state.activation: those of the muscles, then
                          those of the bundles [finish] */
    int n_history;     /* doubles of viscous history in the state [finish] */

    int n_joints, n_turns;
    SnSystemJoint *joints;
    int n_polyline;
    double *polyline;  /* [n_polyline][2] */
    SnCorner *corners; /* [n_polyline] [finish] */
    int n_rows; /* bilateral rows of G: n_joint_rows of joints, then those of the FEM models, then
                   general ones */
    int n_joint_rows;
    SnRow *rows;  /* [n_joint_rows] */
    int n_limits; /* unilateral rows of N: those of joints, then general ones */
    int n_joint_limits;
    SnRow *limits; /* [n_joint_limits] */
    int n_general_rows, n_general_limits, n_general_values, n_general_limit_values;
    SnGeneralRow *general_rows;   /* [n_general_rows] row n_rows - n_general_rows + i of G */
    SnGeneralRow *general_limits; /* [n_general_limits] row n_joint_limits + i of N */
    int *general_block;           /* blocks of both */
    int n_general_blocks;

    int n_strands, n_strand_nodes, n_segments_of_strands;
    SnSystemStrand *strands;
    SnSystemStrandNode *strand_nodes;
    SnSystemSegment *strand_segments;
    int n_strand_node_order;
    int *strand_node_order; /* nodes of each segment, from boundary to boundary */
    int *segment_block;     /* [finish] */
    int n_guides, n_guide_controls, n_guide_blocks;
    SnSystemGuide *guides;
    double (*guide_control)[3]; /* rigid guides: from the carrier's centre of mass, its axes */
    int *guide_block;           /* others: POINT blocks of the control points */
    int n_surfaces, n_surface_controls;
    SnSystemSurface *surfaces;
    double (*surface_control)[3]; /* in the surface's frame, row by row */
    int n_pulleys;
    SnSystemPulley *pulleys;
    int n_splines, n_spline_nodes, n_spline_points, n_spline_samples, n_spline_constraints;
    SnSystemSpline *splines;
    int *spline_block;             /* [n_spline_nodes] active POINT blocks */
    SnSplinePoint *spline_points;  /* [n_spline_points] */
    SnSplinePoint *spline_samples; /* [n_spline_samples]; their weight is 0 */
    SnSystemSplineConstraint *spline_constraints;
    int n_pulley_state; /* of strand0's numbers, at its end [finish] */
    SnSystemRods rods;  /* Cosserat strands */
    int n_moment_arms, n_moment_arm_blocks, n_moment_arm_rows;
    SnSystemMomentArm *moment_arms;
    int *moment_arm_block; /* [n_moment_arm_blocks] [finish] */
    int *moment_arm_row;   /* [n_moment_arm_rows] into general_rows [finish] */
    double *strand0;       /* [n_strand_state] start values of state.strands */
    int n_strand_state; /* numbers in state.strands: coordinates of material boundaries, then what
                           spline and Cosserat strands keep */

    /* M-hat: lower block triangle of the active blocks.  Pair k couples blocks row >= column; its
     * dense values (row-major, n_row x n_column) start at pair_value[k] in work.pair.  After the
     * n_pairs active ones (the first n_active the diagonal, the rest ordered by row and column)
     * come n_outer that touch attached or kinematic blocks: the diagonal of the attached ones, then
     * the rest; kinematic blocks are not coupled among themselves. */
    int n_pairs, n_outer, n_pair_values;
    int *pair_row, *pair_column, *pair_value; /* [n_pairs + n_outer] */
    int n_slots;
    int *stiffness_slot; /* [n_slots] pair index of each force's block pairs, -1: none */
    int *reduce_start;   /* [n_outer + 1] into reduce: what an outer pair does to active ones */
    SnReduceOperation *reduce;

    int n_inputs;
    double *input0; /* base values: excitations, loads, kinematic targets [n_inputs] */
    int n_targets;  /* numbers in state.targets [finish] */
    int n_addresses;
    SnAddress *addresses;
    int n_input_probes;
    SnSystemInputProbe *input_probes; /* those of the deepest models first; the later one wins */
    int n_playbacks;
    SnSystemPlayback *playbacks;
    int n_played;
    SnPlayedParameter *played;
    int n_output_probes;
    SnSystemOutputProbe *output_probes;
    int n_controllers, n_control_targets; /* those of the deepest models first */
    SnSystemController *controllers;
    SnControlTarget *control_targets;
    int n_monitors; /* the same */
    SnSystemMonitor *monitors;
    int n_memory; /* numbers in state.memory */

    /* compiled index of a component: index_of[id.index], -1 if it has none, generation checked */
    int n_ids;
    int *index_of;
    uint32_t *generation_of;
    double length_scale; /* size of the model [m]: for tolerances */
} SnSystem;

/* Kinematic targets in inputs: POINT offset[3] velocity[3]; BODY offset[3] quaternion[4]
 * velocity[3] angular velocity[3] (world axes; of the component frame's origin, quaternion turning
 * the start orientation).  Both move the block: its pose at t is the start pose, displaced by the
 * target pose, and carried on by the integral of the target velocity; so either may be driven
 * alone. */
#define SN_TARGET_POINT_INPUTS 6
#define SN_TARGET_BODY_INPUTS  13

/* Numbers of a block in q and in u. */
static inline int sn_block_n_q(const SnBlock *block)
{
    static const int n[] = {[SN_BLOCK_POINT] = 3,
                            [SN_BLOCK_BODY] = 7,
                            [SN_BLOCK_GUIDE] = 1,
                            [SN_BLOCK_SURFACE] = 3,
                            [SN_BLOCK_EULERIAN] = 1};
    return n[block->kind];
}
static inline int sn_block_n_u(const SnBlock *block)
{
    static const int n[] = {[SN_BLOCK_POINT] = 3,
                            [SN_BLOCK_BODY] = 6,
                            [SN_BLOCK_GUIDE] = 1,
                            [SN_BLOCK_SURFACE] = 2,
                            [SN_BLOCK_EULERIAN] = 1};
    return n[block->kind];
}
/* It moves freely in space: its first three velocities are those of a mass. */
static inline bool sn_block_has_mass(const SnBlock *block)
{
    return block->kind == SN_BLOCK_POINT || block->kind == SN_BLOCK_BODY;
}
/* What a kind of force keeps in the system: `size` bytes, zero at the first call.  Its own header
 * says what they are, its row frees what they point to. */
void *sn_system_force(SnSystem *system, SnForceKind kind, size_t size);
/* Frees everything; made by sn_compile or by hand in tests (all arrays from malloc/calloc). */
void sn_system_free(SnSystem *system);
/* First step of building: with n_blocks, n_active and the blocks' kinds known, gives them their
 * offsets q, u, n and allocates q0 and u0 (zero, identity quaternions), to be filled by the caller.
 */
void sn_system_layout(SnSystem *system);
/* Last step: fills the derived parts once blocks, start values, points, frames, forces, FEM models
 * (their solids finished), joints, polyline and inputs are there: inverse inertias, attached
 * blocks' start values, rows, limits, corners, path blocks, pairs, slots, turns, targets, the index
 * by id (from the ids of blocks, points, frames, what the kinds of forces have
 * (SnForceClass.visit_ids), joints, exciters, attachments, controllers, monitors, moment arms,
 * guides, surfaces in this order: first come wins, null ids and entries are skipped), and
 * length_scale if it is 0. Calls sn_system_layout if q0 is NULL.  Attachments that hang on each
 * other in a circle are a fault (SN_FAULT_CIRCLE): the system may then only be freed.
 */
SnFault sn_system_finish(SnSystem *system);
/* The strand node of an entry of the document; -1: none. */
int sn_strand_node_index(const SnSystem *system, SnId id);
/* Number of the diagonal pair of a block, -1 for kinematic ones. */
static inline int sn_diagonal_pair(const SnSystem *system, int block)
{
    const int attached = block - system->n_active;
    return attached < 0 ? block : attached < system->n_attached ? system->n_pairs + attached : -1;
}
static inline bool sn_is_kinematic(const SnSystem *system, int block)
{
    return block >= system->n_active + system->n_attached;
}
/* Active and kinematic blocks that a block hangs on: itself (jacobian -1: identity) unless it is
 * attached. */
typedef struct SnRoots {
    int n;
    const int *block, *jacobian;
} SnRoots;

static inline SnRoots sn_roots(const SnSystem *system, const int *block)
{
    static const int identity = -1;
    const int attached = *block - system->n_active;
    if (attached < 0 || attached >= system->n_attached)
        return (SnRoots){1, block, &identity};
    const SnSystemAttachment *a = &system->attachments[system->attachment_of[attached]];
    return (SnRoots){a->n_roots, system->attachment_root + a->first_root,
                     system->attachment_jacobian + a->first_root};
}

/* Position of a component in the array its class has (a body or FEM node in blocks, a marker in
 * points, a frame in frames, a spring or muscle in paths, a FEM model in fems, an element in the
 * elements of its solid ...); -1 if the id is not in this system. */
int sn_system_index(const SnSystem *system, SnId id);
/* The block of a kind with this id (those of places and free nodes have the ids of their entries);
 * NULL: none. */
const SnBlock *sn_find_block(const SnSystem *system, SnBlockKind kind, SnId id);
/* Number of the strand that the id, or an entry's, means; -1: it is none. */
int sn_spline_of(const SnSystem *system, SnId id);

#endif
