/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/layout.h"

#include <string.h>

static bool same_blocks(const SnSystem *a, const SnSystem *b)
{
    if (a->n_blocks != b->n_blocks || a->n_active != b->n_active || a->n_attached != b->n_attached)
        return false;
    for (int i = 0; i < a->n_blocks; i++) {
        const SnBlock *x = &a->blocks[i], *y = &b->blocks[i];
        if (!sn_id_equal(x->id, y->id) || x->kind != y->kind || x->q != y->q || x->u != y->u ||
            x->memory != y->memory || memcmp(x->center, y->center, sizeof x->center) != 0)
            return false;
    }
    return true;
}

static bool same_joints(const SnSystem *a, const SnSystem *b)
{
    if (a->n_joints != b->n_joints || a->n_rows != b->n_rows || a->n_limits != b->n_limits)
        return false;
    for (int i = 0; i < a->n_joints; i++) {
        const SnSystemJoint *x = &a->joints[i], *y = &b->joints[i];
        if (!sn_id_equal(x->id, y->id) || x->class != y->class || x->row != y->row ||
            x->limit != y->limit || x->turns != y->turns)
            return false;
    }
    return true;
}

static bool same_fems(const SnSystem *a, const SnSystem *b)
{
    if (a->n_fems != b->n_fems || a->n_history != b->n_history)
        return false;
    for (int i = 0; i < a->n_fems; i++) {
        const SnFemSolid *x = a->fems[i].solid, *y = b->fems[i].solid;
        if (!sn_id_equal(a->fems[i].id, b->fems[i].id) || x->n_nodes != y->n_nodes ||
            x->n_elements != y->n_elements || x->n_constraints != y->n_constraints ||
            x->n_history != y->n_history ||
            memcmp(x->rest, y->rest, (size_t)x->n_nodes * 3 * sizeof(double)) != 0 ||
            memcmp(x->start, y->start, ((size_t)x->n_elements + 1) * sizeof *x->start) != 0 ||
            memcmp(x->nodes, y->nodes, (size_t)x->start[x->n_elements] * sizeof *x->nodes) != 0)
            return false;
    }
    return true;
}

static bool same_activations(const SnSystem *a, const SnSystem *b)
{
    if (a->n_activations != b->n_activations || a->n_paths != b->n_paths ||
        a->n_muscles != b->n_muscles || a->n_bundles != b->n_bundles)
        return false;
    for (int i = 0; i < a->n_paths; i++)
        if (!sn_id_equal(a->paths[i].id, b->paths[i].id) ||
            a->paths[i].muscle != b->paths[i].muscle)
            return false;
    for (int i = 0; i < a->n_bundles; i++)
        if (!sn_id_equal(a->bundles[i].id, b->bundles[i].id))
            return false;
    return true;
}

static bool same_memory(const SnSystem *a, const SnSystem *b)
{
    if (a->n_memory != b->n_memory || a->n_controllers != b->n_controllers ||
        a->n_monitors != b->n_monitors)
        return false;
    for (int i = 0; i < a->n_controllers; i++)
        if (!sn_id_equal(a->controllers[i].id, b->controllers[i].id))
            return false;
    for (int i = 0; i < a->n_monitors; i++)
        if (!sn_id_equal(a->monitors[i].id, b->monitors[i].id))
            return false;
    return true;
}

static bool same_general_rows(const SnGeneralRow *a, const SnGeneralRow *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i].class != b[i].class || a[i].part != b[i].part || !sn_id_equal(a[i].id, b[i].id))
            return false;
    return true;
}

static bool same_splines(const SnSystem *a, const SnSystem *b)
{
    if (a->n_splines != b->n_splines)
        return false;
    for (int i = 0; i < a->n_splines; i++)
        if (!sn_id_equal(a->splines[i].id, b->splines[i].id) ||
            a->splines[i].n_nodes != b->splines[i].n_nodes ||
            a->splines[i].reaches != b->splines[i].reaches)
            return false;
    return true;
}

static bool same_strands(const SnSystem *a, const SnSystem *b)
{
    if (a->n_strands != b->n_strands || a->n_strand_nodes != b->n_strand_nodes ||
        a->n_strand_state != b->n_strand_state || a->n_general_rows != b->n_general_rows ||
        a->n_general_limits != b->n_general_limits ||
        !same_general_rows(a->general_rows, b->general_rows, a->n_general_rows) ||
        !same_general_rows(a->general_limits, b->general_limits, a->n_general_limits))
        return false;
    for (int i = 0; i < a->n_strands; i++) {
        const SnSystemStrand *x = &a->strands[i], *y = &b->strands[i];
        if (!sn_id_equal(x->id, y->id) || x->n_nodes != y->n_nodes ||
            sn_strand_rest_change(x, y) != 1)
            return false;
    }
    for (int i = 0; i < a->n_strand_nodes; i++) {
        const SnSystemStrandNode *x = &a->strand_nodes[i], *y = &b->strand_nodes[i];
        if (!sn_id_equal(x->id, y->id) || x->rest != y->rest || x->eulerian != y->eulerian)
            return false;
    }
    return true;
}

bool sn_same_layout(const SnSystem *x, const SnSystem *y)
{
    return x == y ||
           (same_blocks(x, y) && same_joints(x, y) && same_fems(x, y) && same_activations(x, y) &&
            same_strands(x, y) && same_splines(x, y) && same_memory(x, y) &&
            x->n_turns == y->n_turns && x->n_targets == y->n_targets && x->method == y->method &&
            x->step_size == y->step_size);
}

void sn_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
              SnState *to)
{
    if (from->size == to->size && sn_same_layout(from_system, to_system))
        memcpy(to, from, from->size);
    else
        sn_state_carry(from_system, from, to_system, to);
}
