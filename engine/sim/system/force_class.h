/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes a kind of force: one const row SN_FORCE_..., in the file of the force, named in
 * force_kinds.h.  Everything that goes through all forces (making and freeing systems and
 * workspaces, block pairs, the step, energies, live values, states carried over) walks that table,
 * so that a new force needs no line there.  Hooks that a kind has no use for are NULL. */
#ifndef SN_SIM_SYSTEM_FORCE_CLASS_H
#define SN_SIM_SYSTEM_FORCE_CLASS_H

#include "engine/base/bind.h"
#include "engine/base/id.h"
#include "engine/sim/system/force_kinds.h"

#include <stdbool.h>

typedef struct SnSystem SnSystem;
typedef struct SnState SnState;
typedef struct SnWorkspace SnWorkspace;
typedef struct SnPairIndex SnPairIndex; /* system_plan.h */

/* --- which blocks a force couples in M-hat --- */

typedef enum SnCouplingShape {
    SN_COUPLE_ALL,    /* slots: each block with those before it and itself, row by row:
                         (0,0) (1,0) (1,1) (2,0) ...; n (n + 1) / 2 of them */
    SN_COUPLE_FIRST,  /* slots: each block with the first: n of them */
    SN_COUPLE_GATHER, /* all with each other, no slots: the force finds its pairs itself (`locate`)
                       */
} SnCouplingShape;

/* Blocks that share a stiffness, and where the force writes it: slots in
 * system.pairs.stiffness_slot, each with the number of a pair in work.forces.pair, or -1 where
 * there is none (sn_pair_add drops those).
 */
typedef struct SnCoupling {
    SnCouplingShape shape;
    int n;
    const int *blocks; /* [n] -1: the world */
    bool apart;        /* different blocks get no pair: zeros would only slow the factorisation */
    int *slots;        /* receives the number of the first slot; NULL: right behind the last ones */
} SnCoupling;

typedef void (*SnCouplingVisitor)(void *data, const SnCoupling *coupling);

/* --- live values --- */

typedef struct SnBindContext {
    const SnSystem *system;
    const double *inputs;
    const SnState *state;
    SnWorkspace *work; /* results that wait until somebody asks are completed in it */
    int index;
    SnId id;
    SnBind bind;
} SnBindContext;

/* How a value of a component is reached: one of the four.  `index`: compiled index. */
typedef struct SnBindAccess {
    SnBind bind;
    int width;
    /* address of the parameter's numbers; NULL: this component has none */
    double *(*parameter)(SnSystem *system, int index, SnBind bind);
    /* writes the value; 0: this component has none */
    int (*read)(const SnBindContext *context, double *value);
    bool (*write)(SnSystem *system, SnState *state, int index, const double *value);
    /* offset in the inputs, -1: this component has none */
    int (*input)(const SnSystem *system, int index, SnBind bind);
} SnBindAccess;

/* --- forces that one linearisation of a step may not serve --- */

typedef struct SnGain {
    double sum;    /* of energy, over all of them [J] */
    double excess; /* of one beyond what its own inertia takes up [J] */
    bool any;      /* some has such an excess; `id`: the one with most of it */
    SnId id;
} SnGain;

/* Hooks of step/ahead.h for forces that are stiff in length and turn far in a step.  A solve takes
 * start - implicit w / h of them, w its unknown (velocities at the end). */
typedef struct SnAheadClass {
    bool (*may_gain)(const SnSystem *system);
    /* After a solve (work.step.ahead.next): what its forces do over the step. */
    void (*foresee)(const SnSystem *system, SnWorkspace *work);
    /* At the end (state and sn_kinematics are there): adds what they gain; `before` [n_u]:
     * velocities at the start. */
    void (*gain)(const SnSystem *system, const SnState *state, SnWorkspace *work,
                 const double *before, SnGain *gain);
    /* h x forces along a direction [n_u]: as the last solve has them at its solution, adding
     * direction' implicit direction to `curvature`; or as they are at the state. */
    double (*linear_power)(const SnSystem *system, SnWorkspace *work, const double *direction,
                           double *curvature);
    double (*power)(const SnSystem *system, const SnState *state, SnWorkspace *work,
                    const double *direction);
    /* They are to be linearised where the state is, which work.step.ahead has too; `at_start`: of
     * the step, at no velocity.  May be NULL, as the next. */
    void (*linearise)(const SnSystem *system, const SnState *state, SnWorkspace *work,
                      bool at_start);
    /* After the step. */
    void (*end)(SnWorkspace *work);
} SnAheadClass;

/* --- the row --- */

typedef void (*SnIdVisitor)(SnSystem *system, SnId id, int index);

typedef struct SnForceClass {
    const char *name; /* plural, lower case */
    bool massless;    /* it never adds to what M-hat is for d = k = 0 */

    /* Frees its arrays in the system. */
    void (*free)(SnSystem *system);
    /* Derives its parts of the system, before block pairs are numbered. */
    void (*finish)(SnSystem *system);
    /* Calls visit with each set of blocks that it couples; the same sets in the same order at every
     * call. */
    void (*couplings)(SnSystem *system, SnCouplingVisitor visit, void *data);
    /* Finds the pairs of SN_COUPLE_GATHER once they are numbered. */
    void (*locate)(SnSystem *system, const SnPairIndex *index);
    /* Calls visit with the id and compiled index of each of its components. */
    void (*visit_ids)(SnSystem *system, SnIdVisitor visit);

    /* Allocates and frees its results and scratch in the workspace. */
    void (*workspace_new)(const SnSystem *system, SnWorkspace *work);
    void (*workspace_free)(const SnSystem *system, SnWorkspace *work);

    /* Adds f(q, u) to work.forces.applied and f - D u to work.forces.explicit_force, for all blocks
     * (layout of u), and leaves its results in the workspace.  If `matrix`, also -d D - k K to
     * work.forces.pair: D = df/du, K = df/dq, symmetrised; work.forces.positive_definite asks for
     * what is positive semidefinite of it. */
    void (*forces)(const SnSystem *system, const double *inputs, const SnState *state,
                   SnWorkspace *work, bool matrix, double d, double k);
    /* Adds its kinetic and potential energy [J] and its linear and angular momentum about the
     * origin (NULL: not wanted), as of the last forces. */
    void (*audit)(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6]);
    /* Carries what it keeps in the state over to a system compiled anew, by ids. */
    void (*carry)(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                  SnState *to);

    const SnAheadClass *ahead; /* NULL: one linearisation serves a step */

    /* Live values and results. */
    int (*count)(const SnSystem *system); /* components with compiled indices below it */
    const SnBindAccess *binds;
    int n_binds;
} SnForceClass;

#define SN_FORCE_DECLARATION(name) extern const SnForceClass SN_FORCE_##name;
SN_FORCE_KINDS(SN_FORCE_DECLARATION)
#undef SN_FORCE_DECLARATION

/* [SN_N_FORCE_KINDS] by SnForceKind, which is the order of summation; ends with NULL. */
extern const SnForceClass *const sn_force_classes[];

#endif
