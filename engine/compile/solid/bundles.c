/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscle in FEM models: the forces of node-to-node fibres. */
#include "engine/compile/core/compiler.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/model/classes/fem_rows.h"

#include <math.h>
#include <string.h>

static bool contains_nodes(const SnFemSolid *solid, int element, int node)
{
    for (int k = solid->start[element]; k < solid->start[element + 1]; k++)
        if (solid->nodes[k] == node)
            return true;
    return false;
}

/* Elements of the bundle at each node: list [start[node] .. start[node + 1]). */
static int *elements_at_nodes(const SnFemSolid *solid, int n_elements, const int32_t *elements,
                              int **start)
{
    int *at = *start = sn_alloc((size_t)solid->n_nodes + 2, sizeof *at);
    for (int i = 0; i < n_elements; i++)
        for (int k = solid->start[elements[i]]; k < solid->start[elements[i] + 1]; k++)
            at[solid->nodes[k] + 2]++;
    for (int i = 0; i < solid->n_nodes; i++)
        at[i + 2] += at[i + 1];
    int *list = sn_alloc((size_t)at[solid->n_nodes + 1] + 1, sizeof *list);
    for (int i = 0; i < n_elements; i++)
        for (int k = solid->start[elements[i]]; k < solid->start[elements[i] + 1]; k++)
            list[at[solid->nodes[k] + 1]++] = elements[i];
    return list;
}

void sn_fibre_segment_forces(const SnFemSolid *solid, int n_elements, const int32_t *elements,
                             int n_fibres, const int *fibre_start, const int (*segment)[2],
                             double max_force, double *force)
{
    int *start, *list = elements_at_nodes(solid, n_elements, elements, &start);
    const int n = fibre_start[n_fibres];
    double sum = 0;
    for (int s = 0; s < n; s++) {
        const int a = segment[s][0], b = segment[s][1];
        double both = 0, first = 0;
        for (int i = start[a]; i < start[a + 1]; i++) {
            const double volume = solid->volume[list[i]];
            first += volume / (start[a + 1] - start[a]);
            both += contains_nodes(solid, list[i], b) ? volume : 0;
        }
        force[s] = both > 0 ? both : first;
    }
    for (int pass = 0; pass < 2 && !(sum > 0); pass++)
        for (int f = 0; f < n_fibres; f++) {
            double largest = 0;
            for (int s = fibre_start[f]; s < fibre_start[f + 1]; s++) {
                if (pass) /* no volume anywhere: all alike */
                    force[s] = 1;
                largest = fmax(largest, force[s]);
            }
            sum += largest;
        }
    for (int s = 0; s < n && sum > 0; s++)
        force[s] *= max_force / sum;
    sn_free(start);
    sn_free(list);
}

/* --- bundles --- */

static bool add_elements(SnCompiler *c, const SnMuscleBundle *bundle, const SnFemDraft *draft,
                         SnSystemBundle *compiled)
{
    const SnComponent *component = &bundle->base.base;
    compiled->first_element = (int)c->bundle_elements->len;
    compiled->n_elements = bundle->elements.n;
    for (int i = 0; i < bundle->elements.n; i++) {
        const int element = bundle->elements.values[i];
        double direction[3];
        if (element >= draft->solid->n_elements)
            return sn_compiler_fail(c, component,
                                    "there is no element %d: the mesh has %d, numbered from 0",
                                    element, draft->solid->n_elements);
        if (!sn_bundle_direction(draft, bundle, element, direction) && bundle->element_fibres)
            return sn_compiler_fail(c, component,
                                    bundle->direction_from == SN_BUNDLE_FIBRES
                                        ? "its elements take their direction from fibres, but it "
                                          "has none: add fibres, or set direction.from to \"fixed\""
                                        : "its direction is zero: set it to the way the fibres "
                                          "run");
        g_array_append_val(c->bundle_elements, element);
        g_array_append_vals(c->bundle_directions, direction, 1);
    }
    return true;
}

static bool add_segments(SnCompiler *c, const SnMuscleBundle *bundle, const SnFemDraft *draft,
                         SnSystemBundle *compiled)
{
    const SnFibre *fibres = bundle->fibres.entries;
    GArray *segment = sn_compiler_array(2 * sizeof(int));
    int *start = sn_alloc((size_t)bundle->fibres.n + 1, sizeof *start);
    bool good = true;
    for (int f = 0; good && f < bundle->fibres.n; f++) {
        const SnIndices *nodes = &fibres[f].nodes;
        for (int k = 0; good && k < nodes->n; k++)
            if (nodes->values[k] >= draft->n_named)
                good = sn_compiler_fail(c, &bundle->base.base,
                                        "there is no node %d for its fibre %d: the mesh has %d, "
                                        "numbered from 0",
                                        nodes->values[k], f, draft->n_named);
        for (int k = 0; good && k + 1 < nodes->n; k++) {
            const int pair[2] = {nodes->values[k], nodes->values[k + 1]};
            if (pair[0] != pair[1])
                g_array_append_vals(segment, pair, 1);
        }
        start[f + 1] = (int)segment->len;
    }
    compiled->first_segment = (int)c->segments->len;
    compiled->n_segments = (int)segment->len;
    double *force = sn_alloc(segment->len + 1, sizeof *force);
    const int(*pairs)[2] = (const int(*)[2])(const void *)segment->data;
    if (good)
        sn_fibre_segment_forces(draft->solid, bundle->elements.n, bundle->elements.values,
                                bundle->fibres.n, start, pairs, compiled->reference_force, force);
    for (guint s = 0; good && s < segment->len; s++) {
        SnFibreSegment made = {.max_force = force[s]};
        for (int k = 0; k < 2; k++)
            made.block[k] =
                g_array_index(c->drafts, SnBlockDraft, draft->first_draft + pairs[s][k]).block;
        g_array_append_val(c->segments, made);
    }
    sn_free(force);
    sn_free(start);
    sn_compiler_array_free(segment);
    return good;
}

static bool add_bundle(SnCompiler *c, const SnMuscleBundle *bundle)
{
    const SnComponent *component = &bundle->base.base;
    const SnFemDraft *draft = sn_compiler_fem(c, sn_fem_of_part(component)->base.base.id);
    SnSystemBundle compiled = {
        .id = component->id,
        .enabled = bundle->enabled,
        .dynamics = bundle->activation_dynamics,
        .rise_time = bundle->rise_time,
        .fall_time = bundle->fall_time,
        .excitation = sn_compiler_add_inputs(c, &bundle->excitation, 1),
        .activation = (int)c->activations->len,
        .fem = (int)(draft - (const SnFemDraft *)(const void *)c->fem_drafts->data),
        .element_fibres = bundle->element_fibres,
        .fibre = bundle->fibre,
        .max_force = bundle->max_force,
        .reference_force = 1, /* whatever max_force is: the same bits when it changes live */
        .stiffens = bundle->stiffens,
    };
    if (!bundle->element_fibres)
        compiled.fibre.max_stress = 0;
    const double activation = bundle->activation_dynamics ? bundle->activation : bundle->excitation;
    if (!add_elements(c, bundle, draft, &compiled) || !add_segments(c, bundle, draft, &compiled))
        return false;
    g_array_append_val(c->activations, activation);
    sn_compiler_set_index(c, component->id, (int)c->bundles->len);
    g_array_append_val(c->bundles, compiled);
    return true;
}

/* --- FEM models --- */

static void add_fem(SnCompiler *c, SnFemDraft *draft, SnSystemFem *fem)
{
    const SnFem *component = draft->fem;
    fem->id = component->base.base.id;
    fem->n_named = draft->n_named;
    fem->field = component->field;
    fem->node_block = sn_alloc((size_t)draft->solid->n_nodes + 1, sizeof(int));
    for (int i = 0; i < draft->solid->n_nodes; i++)
        fem->node_block[i] = g_array_index(c->drafts, SnBlockDraft, draft->first_draft + i).block;
    fem->material_id = sn_alloc(draft->material_ids->len, sizeof(SnId));
    if (draft->material_ids->len > 0)
        memcpy(fem->material_id, draft->material_ids->data,
               draft->material_ids->len * sizeof(SnId));
    fem->solid = draft->solid;
    draft->given = true;
}

bool sn_compile_fems(SnCompiler *c)
{
    SnSystem *s = c->system;
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_MUSCLE_BUNDLE)
            good = add_bundle(c, (const SnMuscleBundle *)component);
    }
    if (!good)
        return false;
    s->fems.n = (int)c->fem_drafts->len;
    s->fems.fems = sn_alloc((size_t)s->fems.n + 1, sizeof(SnSystemFem));
    for (int i = 0; i < s->fems.n; i++) {
        SnFemDraft *draft = &g_array_index(c->fem_drafts, SnFemDraft, i);
        add_fem(c, draft, &s->fems.fems[i]);
        sn_compiler_set_index(c, s->fems.fems[i].id, i);
    }
    return true;
}
