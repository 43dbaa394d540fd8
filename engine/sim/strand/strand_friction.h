/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction of matter that passes a strand node, on the node or on the wheel of a pulley: Coulomb's
 * with the capstan's limit, along the slip (strands.md D1).  Its force comes from the solve of the
 * step, whose tensions limit it (friction_rows.h), and is kept in the state. */
#ifndef SN_SIM_STRAND_STRAND_FRICTION_H
#define SN_SIM_STRAND_STRAND_FRICTION_H

#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_workspace.h"

/* A boundary whose matter passes, and how it slips there at a configuration. */
typedef struct SnStrandFriction {
    int node, before, after; /* segments that end and begin there */
    double share;            /* tanh(mu angle / 2) */
    double work;             /* of the flow, per tension: 1 + strain, or what the law makes of it */
    SnPulleySlip slip;
} SnStrandFriction;

/* Boundaries of all strands whose matter passes, without how; how many.  NULL: these alone. */
int sn_strand_friction_places(const SnSystem *system, SnStrandFriction *places);
/* Share and slip of one at the last sn_kinematics, after sn_strand_forces; false: nothing rubs. */
bool sn_strand_friction_at(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           SnStrandFriction *place);
/* Slip at the velocities u of all blocks [m/s]; along it since an earlier state [m]. */
double sn_strand_slip_speed(const SnSystem *system, const SnPulleySlip *slip, const double *u);
double sn_strand_slipped(const SnSystem *system, const SnPulleySlip *slip, const SnState *before,
                         const SnState *now);
/* What gravity makes of the tension from the middle of a segment to its boundary [N]. */
double sn_strand_weight_beside(const SnSystem *system, const SnWorkspace *work,
                               const SnStrandFriction *place, bool after);
/* The forces of the state onto work.forces.applied: results at the end of a step. */
void sn_strand_friction_forces(const SnSystem *system, const SnState *state, SnWorkspace *work);
/* Forces of one state into another: of the same system, and of nodes that are in both. */
void sn_strand_friction_copy(const SnSystem *system, const SnState *from, SnState *to);
void sn_strand_friction_carry(const SnSystem *from_system, const SnState *from,
                              const SnSystem *to_system, SnState *to);

#endif
