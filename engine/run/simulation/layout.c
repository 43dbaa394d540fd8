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
    if (a->joints.n != b->joints.n || a->rows.n != b->rows.n ||
        a->rows.n_limits != b->rows.n_limits)
        return false;
    for (int i = 0; i < a->joints.n; i++) {
        const SnSystemJoint *x = &a->joints.joints[i], *y = &b->joints.joints[i];
        if (!sn_id_equal(x->id, y->id) || x->class != y->class || x->row != y->row ||
            x->limit != y->limit || x->turns != y->turns || x->n_turns != y->n_turns)
            return false;
    }
    return true;
}

static bool same_fems(const SnSystem *a, const SnSystem *b)
{
    if (a->fems.n != b->fems.n || a->state.n_history != b->state.n_history)
        return false;
    for (int i = 0; i < a->fems.n; i++) {
        const SnFemSolid *x = a->fems.fems[i].solid, *y = b->fems.fems[i].solid;
        if (!sn_id_equal(a->fems.fems[i].id, b->fems.fems[i].id) || x->n_nodes != y->n_nodes ||
            x->n_elements != y->n_elements || x->n_constraints != y->n_constraints ||
            x->n_history != y->n_history ||
            memcmp(x->rest, y->rest, (size_t)x->n_nodes * 3 * sizeof(double)) != 0 ||
            memcmp(x->start, y->start, ((size_t)x->n_elements + 1) * sizeof *x->start) != 0 ||
            memcmp(x->nodes, y->nodes, (size_t)x->start[x->n_elements] * sizeof *x->nodes) != 0)
            return false;
    }
    return true;
}

/* Place of what a path remembers; -1: nothing. */
static int memory_of(const SnSystem *system, int path)
{
    const SnSystemPath *p = &system->paths.paths[path];
    if (p->muscle)
        return system->paths.muscles[p->law].type < SN_MUSCLE_TYPE_THELEN
                   ? -1
                   : system->paths.muscles[p->law].fibre;
    const SnSpringParameters *spring = &system->paths.springs[p->law];
    return sn_spring_remembers(spring) ? spring->memory : -1;
}

static bool same_activations(const SnSystem *a, const SnSystem *b)
{
    if (a->state.n_activations != b->state.n_activations || a->paths.n != b->paths.n ||
        a->paths.n_muscles != b->paths.n_muscles || a->fems.n_bundles != b->fems.n_bundles ||
        a->state.n_lags != b->state.n_lags)
        return false;
    for (int i = 0; i < a->paths.n; i++)
        if (!sn_id_equal(a->paths.paths[i].id, b->paths.paths[i].id) ||
            a->paths.paths[i].muscle != b->paths.paths[i].muscle ||
            memory_of(a, i) != memory_of(b, i))
            return false;
    for (int i = 0; i < a->fems.n_bundles; i++)
        if (!sn_id_equal(a->fems.bundles[i].id, b->fems.bundles[i].id))
            return false;
    for (int i = 0; i < a->state.n_lags; i++)
        if (!sn_id_equal(a->state.lags[i].id, b->state.lags[i].id))
            return false;
    return true;
}

static bool same_memory(const SnSystem *a, const SnSystem *b)
{
    if (a->state.n_memory != b->state.n_memory ||
        a->control.n_controllers != b->control.n_controllers ||
        a->control.n_monitors != b->control.n_monitors)
        return false;
    for (int i = 0; i < a->control.n_controllers; i++)
        if (!sn_id_equal(a->control.controllers[i].id, b->control.controllers[i].id))
            return false;
    for (int i = 0; i < a->control.n_monitors; i++)
        if (!sn_id_equal(a->control.monitors[i].id, b->control.monitors[i].id))
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
    if (a->splines.n != b->splines.n)
        return false;
    for (int i = 0; i < a->splines.n; i++)
        if (!sn_id_equal(a->splines.splines[i].id, b->splines.splines[i].id) ||
            a->splines.splines[i].n_nodes != b->splines.splines[i].n_nodes ||
            a->splines.splines[i].reaches != b->splines.splines[i].reaches)
            return false;
    return true;
}

static bool same_strands(const SnSystem *a, const SnSystem *b)
{
    if (a->strands.n != b->strands.n || a->strands.n_nodes != b->strands.n_nodes ||
        a->state.n_strands != b->state.n_strands || a->general.n_rows != b->general.n_rows ||
        a->general.n_limits != b->general.n_limits ||
        !same_general_rows(a->general.rows, b->general.rows, a->general.n_rows) ||
        !same_general_rows(a->general.limits, b->general.limits, a->general.n_limits))
        return false;
    for (int i = 0; i < a->strands.n; i++) {
        const SnSystemStrand *x = &a->strands.strands[i], *y = &b->strands.strands[i];
        if (!sn_id_equal(x->id, y->id) || x->n_nodes != y->n_nodes ||
            sn_strand_rest_change(x, y) != 1)
            return false;
    }
    for (int i = 0; i < a->strands.n_nodes; i++) {
        const SnSystemStrandNode *x = &a->strands.nodes[i], *y = &b->strands.nodes[i];
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
            x->state.n_turns == y->state.n_turns && x->state.n_targets == y->state.n_targets &&
            x->method == y->method && x->step_size == y->step_size && x->accuracy == y->accuracy);
}

void sn_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
              SnState *to)
{
    if (from->size == to->size && sn_same_layout(from_system, to_system))
        memcpy(to, from, from->size);
    else
        sn_state_carry(from_system, from, to_system, to);
    sn_state_values_changed(to);
}
