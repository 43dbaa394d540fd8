/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The system's point on a component or on an entry of one. */
#include "engine/compile/strand/strands.h"
#include "engine/model/classes/path_point.h"

int sn_compiler_point(SnCompiler *c, SnId id)
{
    const SnComponent *component = sn_model_get(c->model, id);
    if (component && component->class == &SN_CLASS_PATH_POINT)
        return sn_compiler_fail(c, component,
                                "follows a joint, so that only springs, muscles and ligaments can "
                                "hang on it: choose a marker"),
               -1;
    return sn_compiler_path_point(c, id);
}

int sn_compiler_path_point(SnCompiler *c, SnId id)
{
    const SnComponent *component = sn_model_get(c->model, id);
    if (!component || id.entry == 0)
        return component ? c->point_of[id.index] : -1;
    if (sn_class_is_a(component->class, &SN_CLASS_ANY_STRAND))
        return sn_strand_point(c, id);
    const SnFemDraft *fem = sn_compiler_fem(c, id);
    const int node = (int)sn_id_entry_index(id);
    if (!fem || sn_id_array(id) != SN_FEM_NODES_ARRAY || node >= fem->n_named)
        return -1;
    if (fem->point[node] < 0) {
        const int draft = fem->first_draft + node;
        const SnPose pose = {.block = g_array_index(c->drafts, SnBlockDraft, draft).block,
                             .orientation = {1}};
        fem->point[node] = sn_compiler_add_point(c, SN_ID_NULL, &pose);
    }
    return fem->point[node];
}
