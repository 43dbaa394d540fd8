/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every number a step reads that is neither in the system nor an input.  One block of memory:
 * copying `size` bytes saves and restores it. */
#ifndef SN_SIM_SYSTEM_STATE_H
#define SN_SIM_SYSTEM_STATE_H

#include "engine/base/memory.h"
#include "engine/sim/system/system.h"

/* Scratch of one engine: kinematics, forces, matrix, rows, solver.  Defined in workspace.h for sim/
 * and its tests; others use the functions here and bind.h. */
typedef struct SnWorkspace SnWorkspace;

typedef struct SnState {
    size_t size;     /* of the whole block in bytes, a multiple of 8 */
    uint64_t step;   /* steps since t = 0 */
    double time;     /* step x h while h is constant [s] */
    uint64_t active; /* number of unilateral rows carrying force at the last step */
    /* offsets in doubles from `data` */
    int q, u, activation, lambda, z, turns, targets, acceleration, history, fallback, memory,
        strands, parts;
    int n_q, n_u, n_activation, n_lambda, n_z, n_turns, n_targets, n_history, n_fallback, n_memory,
        n_strands, n_parts;
    double data[];
} SnState;

static inline double *sn_state_q(SnState *s)
{
    return s->data + s->q;
}
static inline double *sn_state_u(SnState *s)
{
    return s->data + s->u;
}
static inline double *sn_state_activation(SnState *s)
{
    return s->data + s->activation;
}
/* Constraint forces of the last step along the rows: bilateral, unilateral [N or N m]; results and
 * warm start. */
static inline double *sn_state_lambda(SnState *s)
{
    return s->data + s->lambda;
}
static inline double *sn_state_z(SnState *s)
{
    return s->data + s->z;
}
/* Unwrapped hinge angles [rad]. */
static inline double *sn_state_turns(SnState *s)
{
    return s->data + s->turns;
}
/* Target poses of kinematic blocks at the last step: POINT 3 numbers, BODY 7. */
static inline double *sn_state_targets(SnState *s)
{
    return s->data + s->targets;
}
/* Mean acceleration over the last step, layout of u; a result. */
static inline double *sn_state_acceleration(SnState *s)
{
    return s->data + s->acceleration;
}
/* Steps for which M-hat is still made without the terms that can make it indefinite, after it was
 * (systems with FEMs; n_fallback is 1 there, else 0). */
static inline double *sn_state_fallback(SnState *s)
{
    return s->data + s->fallback;
}
/* Viscous stresses of the FEM models' materials. */
static inline double *sn_state_history(SnState *s)
{
    return s->data + s->history;
}
static inline const double *sn_state_history_const(const SnState *s)
{
    return s->data + s->history;
}
/* Material coordinates of the strands' boundaries, and what other strands keep. */
static inline double *sn_state_strands(SnState *s)
{
    return s->data + s->strands;
}
static inline const double *sn_state_strands_const(const SnState *s)
{
    return s->data + s->strands;
}
/* How steps are taken in parts (substeps.c): see SnStateParts. */
typedef enum SnStateParts {
    SN_PARTS_LEVEL, /* the next part is this power of two shorter than a step */
    SN_PARTS_CALM,  /* parts of that size since one was refused or they became longer */
    SN_PARTS_LAST,  /* how many the last step was taken in; 1: whole */
    SN_PARTS_CUT,   /* steps since t = 0 that were taken in more than one */
    SN_PARTS_SIZE,  /* duration of the last part [s]; 0: there was none */
    /* energy_watch.c */
    SN_PARTS_KNOWN,  /* what follows is, not 0: */
    SN_PARTS_ENERGY, /* mechanical energy after the last step [J] */
    SN_PARTS_POWER,  /* most that was put in then [W] */
    SN_PARTS_PACE,   /* what all forces did then [W]; 0: it is not asked for */
    SN_PARTS_SWING,  /* largest kinetic energy of late [J] */
    SN_PARTS_GAINED, /* share of it that was gained of late; negative: lost; [J] since KNOWN where
                        matter remembers */
    SN_PARTS_LEAD,   /* work of weights in half the last part, where joints follow late [J] */
    SN_PARTS_ROOM,   /* how far energy is below where it has been by that [J] */
    /* error_control.c */
    SN_PARTS_MISSED, /* steps since t = 0 that no parts made as accurate as asked for */
    SN_N_PARTS,
} SnStateParts;
/* Of SN_PARTS_KNOWN: the same place and motion may have another energy now, by other values. */
#define SN_ENERGY_CHANGED 2
/* To be called where a value that steps read has changed in between. */
static inline void sn_state_values_changed(SnState *s)
{
    double *known = s->data + s->parts + SN_PARTS_KNOWN;
    *known = *known != 0 ? SN_ENERGY_CHANGED : 0;
}
static inline double *sn_state_parts(SnState *s)
{
    return s->data + s->parts;
}
static inline const double *sn_state_parts_const(const SnState *s)
{
    return s->data + s->parts;
}
/* Of controllers and monitors (control.h). */
static inline double *sn_state_memory(SnState *s)
{
    return s->data + s->memory;
}
static inline const double *sn_state_memory_const(const SnState *s)
{
    return s->data + s->memory;
}
static inline const double *sn_state_q_const(const SnState *s)
{
    return s->data + s->q;
}
static inline const double *sn_state_u_const(const SnState *s)
{
    return s->data + s->u;
}
static inline const double *sn_state_activation_const(const SnState *s)
{
    return s->data + s->activation;
}
static inline const double *sn_state_lambda_const(const SnState *s)
{
    return s->data + s->lambda;
}
static inline const double *sn_state_z_const(const SnState *s)
{
    return s->data + s->z;
}
static inline const double *sn_state_turns_const(const SnState *s)
{
    return s->data + s->turns;
}
static inline const double *sn_state_acceleration_const(const SnState *s)
{
    return s->data + s->acceleration;
}

/* Start state of a system (t = 0, not yet assembled); free with sn_free(). */
SnState *sn_state_new(const SnSystem *system);
SnState *sn_state_copy(const SnState *state);
/* Copies what the two systems share, by component id: poses and velocities of the component frames
 * (so a moved centre of mass does no harm), activations, constraint forces; time and step too. */
void sn_state_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                    SnState *to);
/* Rest length of a strand's matter over what it was, when another system takes it over: 1 where
 * only its way has changed. */
double sn_strand_rest_change(const SnSystemStrand *from, const SnSystemStrand *to);
/* FNV-1a over the block; that values have changed (sn_state_values_changed) is no part of it. */
uint64_t sn_state_hash(const SnState *state);

/* Pose, velocity, target and acceleration of a block of the same kind (state.c). */
void sn_carry_block(const SnBlock *old, const SnState *from, const SnBlock *block, SnState *to);

#endif
