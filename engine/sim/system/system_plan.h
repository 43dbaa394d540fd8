/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of sn_system_finish, and what plans made from a finished system share. */
#ifndef SN_SIM_SYSTEM_SYSTEM_PLAN_H
#define SN_SIM_SYSTEM_SYSTEM_PLAN_H

#include "engine/sim/system/system.h"

/* --- system_attachments.c --- */

/* Order, roots, chains; SN_FAULT_CIRCLE if there is no order. */
SnFault sn_finish_attachments(SnSystem *system);

/* --- system_pairs.c --- */

/* Where the off-diagonal pairs of a row block begin: active ones [n_active + 1], outer ones
 * [n_blocks + 1]. */
struct SnPairIndex {
    int *active, *outer;
};

/* Block pairs, where each force writes its stiffness, and the operations of the reduction. */
void sn_finish_pairs(SnSystem *system, SnPairIndex *index);
void sn_pair_index_free(SnPairIndex *index);
/* Number of the pair of two blocks, -1: there is none. */
int sn_find_pair(const SnSystem *system, const SnPairIndex *index, int a, int b);

/* --- strand_system.c --- */

/* Blocks of the segments. */
void sn_finish_strands(SnSystem *system);

/* --- system_fem.c --- */

/* Rows of incompressibility, history, activations. */
void sn_finish_fems(SnSystem *system);
/* Where the elements' stiffness goes; pairs are numbered. */
void sn_finish_gather(SnSystem *system, const SnPairIndex *index);
/* The rest of SN_FORCE_FEMS (fem_force.c). */
void sn_fems_free(SnSystem *system);
void sn_fem_couplings(SnSystem *system, SnCouplingVisitor visit, void *data);
void sn_fem_visit_ids(SnSystem *system, SnIdVisitor visit);
/* Nodes of meshes that are the same, pressures and viscous history of solids that have as many as
 * before; activations of bundles. */
void sn_carry_fems(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                   SnState *to);

#endif
