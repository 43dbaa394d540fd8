/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of FEM models carried over to a system compiled anew. */
#include "engine/sim/system/system_plan.h"
#include "engine/sim/system/workspace.h"

#include <math.h>
#include <string.h>

static bool same_mesh(const SnSystemFem *a, const SnSystemFem *b)
{
    const SnFemSolid *x = a->solid, *y = b->solid;
    return x->n_nodes == y->n_nodes && a->n_named == b->n_named && x->n_elements == y->n_elements &&
           memcmp(x->kind, y->kind, (size_t)x->n_elements) == 0 &&
           memcmp(x->start, y->start, ((size_t)x->n_elements + 1) * sizeof *x->start) == 0 &&
           memcmp(x->nodes, y->nodes, (size_t)x->start[x->n_elements] * sizeof *x->nodes) == 0;
}

/* Same mesh, but made larger, smaller or thinner. */
static bool other_shape(const SnFemSolid *a, const SnFemSolid *b)
{
    for (int e = 0; e < a->n_elements; e++)
        if (fabs(a->volume[e] - b->volume[e]) > 1e-9 * b->volume[e])
            return true;
    return false;
}

/* Nodes keep their places; where the shape at rest is another, their displacements. */
static void carry_nodes(const SnSystem *from_system, const SnSystemFem *old, const SnState *from,
                        const SnSystem *to_system, const SnSystemFem *fem, SnState *to)
{
    const bool displaced = other_shape(old->solid, fem->solid);
    for (int i = 0; i < fem->solid->n_nodes; i++) {
        const SnBlock *block = &to_system->blocks[fem->node_block[i]];
        double *q = sn_state_q(to) + block->q;
        sn_carry_block(&from_system->blocks[old->node_block[i]], from, block, to);
        if (displaced)
            for (int k = 0; k < 3; k++)
                q[k] += fem->solid->rest[3 * i + k] - old->solid->rest[3 * i + k];
    }
}

void sn_carry_fems(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                   SnState *to)
{
    for (int i = 0; i < to_system->fems.n; i++) {
        const SnSystemFem *fem = &to_system->fems.fems[i];
        const int k = sn_system_index(from_system, fem->id);
        if (k < 0 || k >= from_system->fems.n ||
            !sn_id_equal(from_system->fems.fems[k].id, fem->id))
            continue;
        const SnSystemFem *old = &from_system->fems.fems[k];
        if (!same_mesh(old, fem))
            continue;
        carry_nodes(from_system, old, from, to_system, fem, to);
        if (old->solid->n_constraints == fem->solid->n_constraints)
            memcpy(sn_state_lambda(to) + fem->first_row,
                   sn_state_lambda_const(from) + old->first_row,
                   (size_t)fem->solid->n_constraints * sizeof(double));
        if (old->solid->n_history == fem->solid->n_history)
            memcpy(sn_state_history(to) + fem->history, sn_state_history_const(from) + old->history,
                   (size_t)fem->solid->n_history * sizeof(double));
    }
    for (int i = 0; i < to_system->fems.n_bundles; i++) {
        const int k = sn_system_index(from_system, to_system->fems.bundles[i].id);
        if (k >= 0 && k < from_system->fems.n_bundles &&
            sn_id_equal(from_system->fems.bundles[k].id, to_system->fems.bundles[i].id))
            sn_state_activation(to)[to_system->fems.bundles[i].activation] =
                sn_state_activation_const(from)[from_system->fems.bundles[k].activation];
    }
}
