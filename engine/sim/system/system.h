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
#include "engine/sim/system/system_attachments.h"
#include "engine/sim/system/system_contacts.h"
#include "engine/sim/system/system_control.h"
#include "engine/sim/system/system_fem.h"
#include "engine/sim/system/system_joints.h"
#include "engine/sim/system/system_rows.h"
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
    int owner;   /* GUIDE: into guides; SURFACE: into surfaces; EULERIAN: into strands.nodes */
    double mass; /* GUIDE, SURFACE, EULERIAN: 0; POINT: may be 0 where strands give it one */
    double inertia[9];         /* BODY: about the centre, body axes [kg m2] */
    double inertia_inverse[9]; /* [finish] */
    double gravity[3];         /* [m/s2] */
    double damping;            /* [N s/m] */
    double rotary_damping;     /* [N m s/rad] */
    int target;                /* kinematic: offset in inputs of its target (see below); -1: none,
                                  and a kinematic block without one stays where it is */
    int memory;                /* kinematic: offset in state.targets of the last target [finish] */
    /* steps read what stands before this */
    double center[3];  /* BODY: centre of mass in the component's frame [m] */
    bool shares_mass;  /* mass includes that of what is attached to it, or was given away to what
                          it is attached to; then */
    double own_mass;   /* this is the component's own, */
    double given_mass; /* this (with what it carries) was given away, */
    double given_inertia[9]; /* BODY: with this about its centre */
} SnBlock;

/* --- points and frames fixed to blocks --- */

typedef struct SnSystemPoint {
    SnId id;
    int block;       /* -1: fixed in the world */
    double local[3]; /* BODY: from the centre of mass, body axes; world: position; POINT: unused */
    int frame;       /* 0: its location is given in the component it is fixed to (or in the world);
                        else 1 + index of the frame whose axes its location is given in */
    bool places;     /* guides or blocks stand where it is: its location does not change live */
    int follower;    /* 1 + index into paths.followers: it follows a coordinate; 0: it does not */
} SnSystemPoint;

typedef struct SnSystemFrame {
    SnId id;
    int block;             /* -1: world.  Never a POINT block. */
    double position[3];    /* from the centre of mass, body axes, or in the world */
    double orientation[4]; /* frame to body (world) */
} SnSystemFrame;

/* --- the whole --- */

/* A control that acts with delay.  What acts is a state a that follows the control c, held within
 * the load's range: a' = (c - a) / time, or, of an integral, a' = c within lowest .. highest. */
typedef struct SnSystemLag {
    SnId id; /* of the load */
    int input;
    bool integral;
    double time;            /* [s] */
    double control[2];      /* range of the control */
    double lowest, highest; /* of the integral */
} SnSystemLag;

/* What the state holds besides q and u: numbers of each kind, and start values. */
typedef struct SnSystemStateSizes {
    int n_activations;   /* those of the muscles, the bundles, then the lags [finish] */
    double *activation0; /* [n_activations] */
    int n_lags;
    SnSystemLag *lags; /* [n_lags] */
    int n_history;     /* doubles of viscous history [finish] */
    int n_turns;
    int n_targets; /* [finish] */
    int n_memory;  /* of controllers and monitors */
    /* coordinates of material boundaries, then what spline and Cosserat strands keep */
    int n_strands;
    int n_pulleys;   /* of these, at their end: of pulleys, friction and twist [finish] */
    double *strand0; /* [n_strands] */
} SnSystemStateSizes;

/* How the start is brought to rest before t = 0 (settle.h). */
typedef enum SnSettleMethod {
    SN_SETTLE_NONE,
    SN_SETTLE_STATIC, /* static equilibrium, in as many parts of the load as it takes */
    SN_SETTLE_DAMPED, /* the motion, stopped at each peak of kinetic energy */
} SnSettleMethod;

typedef struct SnSettling {
    SnSettleMethod method;
    double tolerance; /* distance from rest that counts as none [m] */
    double time;      /* longest damped motion [s] */
} SnSettling;

/* Compiled index of a component: of[id.index], -1 if it has none, generation checked. */
typedef struct SnSystemIndex {
    int n;
    int *of;
    uint32_t *generation;
} SnSystemIndex;

typedef struct SnSystem {
    uint64_t revision; /* of the model it was compiled from */
    uint64_t writes;   /* how often sn_bind_write has written something since */
    SnStepMethod method;
    double step_size; /* [s] */
    double tolerance; /* relative, of the linear solve */
    double accuracy;  /* error that a part of a step may have, of length_scale and [rad]; 0: any */
    SnSettling settle;

    int threads; /* that share the elements; 0: automatic */

    int n_blocks, n_active; /* active first ... */
    int n_attached;         /* ... then attached ones, then kinematic ones */
    SnBlock *blocks;        /* [n_blocks] */
    int n_q;                /* numbers in q */
    int n_u, n_u_active;    /* numbers in u; unknown ones */
    double *q0, *u0;        /* start values [n_q], [n_u] */
    int n_points;
    SnSystemPoint *points;
    int n_frames;
    SnSystemFrame *frames;
    SnSystemAttachments attachments;
    SnSystemStateSizes state;

    void *force[SN_N_FORCE_KINDS]; /* what a kind of force keeps (sn_system_force); NULL: nothing */
    SnSystemPaths paths;
    SnSystemLoads loads;
    SnSystemFems fems;
    SnSystemStrands strands;
    SnSystemGuides guides;
    SnSystemSurfaces surfaces;
    SnSystemPulleys pulleys;
    SnSystemSplines splines;
    SnSystemRods rods;   /* Cosserat strands */
    SnSystemPairs pairs; /* which of these blocks a force couples */

    SnSystemJoints joints;
    SnSystemRows rows;
    SnSystemGeneralRows general;
    SnSystemContacts contacts;
    SnSystemMomentArms arms;

    SnSystemInputs inputs;
    SnSystemExciters exciters;
    SnSystemProbes probes;
    SnSystemControl control;

    SnSystemIndex index;
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

/* Appends a block to n distinct ones unless it is among them or none (-1); returns how many there
 * are. */
static inline int sn_block_add_once(int *blocks, int n, int block)
{
    for (int i = 0; i < n; i++)
        if (blocks[i] == block)
            return n;
    if (block >= 0)
        blocks[n++] = block;
    return n;
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
    return attached < 0 ? block : attached < system->n_attached ? system->pairs.n + attached : -1;
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
    const SnSystemAttachment *a =
        &system->attachments.attachments[system->attachments.of[attached]];
    return (SnRoots){a->n_roots, system->attachments.root + a->first_root,
                     system->attachments.jacobian + a->first_root};
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
