/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anchors of the nodes of strands, each made when it is first asked for. */
#include "engine/compile/strand/spline_strands.h"

#include "engine/base/vec.h"

#include <string.h>

/* --- points --- */

/* Pose of a body at the start. */
static void body_start(const SnRigidBody *body, double position[3], double orientation[4])
{
    sn_v3_copy(body->position, position);
    sn_q_copy(body->orientation, orientation);
    sn_q_normalize(orientation);
}

bool sn_anchor_carrier(SnCompiler *c, SnId asker, SnId reference, int *draft, double position[3],
                       double orientation[4])
{
    SnId body;
    double local[3], turn[4], base[3], base_turn[4];
    *draft = -1;
    if (!sn_model_carrier(c->model, reference, &body, local, turn))
        return sn_compiler_fail_at(c, asker,
                                   "the body or frame it is attached to does not exist, or frames "
                                   "are attached to each other in a circle: choose another");
    sn_v3_copy(local, position);
    sn_q_copy(turn, orientation);
    if (sn_id_is_null(body))
        return true;
    const SnComponent *carrier = sn_model_get(c->model, body);
    if (carrier->class != &SN_CLASS_RIGID_BODY)
        return sn_compiler_fail_at(
            c, asker, "is attached to a %s, which cannot carry it: choose a body or frame",
            carrier->class->name);
    body_start((const SnRigidBody *)carrier, base, base_turn);
    sn_pose_point(base, base_turn, local, position);
    sn_q_mul(base_turn, turn, orientation);
    *draft = c->draft_of[body.index];
    return true;
}

/* A point that has a block: a particle, a node or a marker of a FEM model. */
static void anchor_block(SnCompiler *c, int draft, SnStrandAnchor *anchor)
{
    const SnBlockDraft *block = &g_array_index(c->drafts, SnBlockDraft, draft);
    anchor->by = SN_ANCHOR_POINT;
    anchor->draft = draft;
    if (block->fem >= 0)
        sn_v3_copy(g_array_index(c->fem_drafts, SnFemDraft, block->fem).start[block->node],
                   anchor->start);
    else if (block->component->class == &SN_CLASS_PARTICLE)
        sn_v3_copy(((const SnParticle *)block->component)->position, anchor->start);
    else
        sn_v3_copy(g_array_index(c->attachments, SnAttachmentDraft, block->attachment).position,
                   anchor->start);
}

bool sn_anchor_marker(SnCompiler *c, SnId asker, const SnMarker *marker, const double shift[3],
                      SnStrandAnchor *anchor)
{
    double position[3], orientation[4], location[3];
    if (!sn_anchor_carrier(c, asker, marker->frame, &anchor->draft, position, orientation))
        return false;
    anchor->by = anchor->draft < 0 ? SN_ANCHOR_WORLD : SN_ANCHOR_BODY;
    sn_v3_add(marker->location, shift, location);
    sn_pose_point(position, orientation, location, anchor->start);
    return true;
}

bool sn_anchor_point(SnCompiler *c, SnId asker, SnId point, SnStrandAnchor *anchor)
{
    const SnComponent *component = sn_model_get(c->model, point);
    *anchor = (SnStrandAnchor){.by = SN_ANCHOR_WORLD, .draft = -1};
    if (!component)
        return sn_compiler_fail_at(c, asker, "names a point that does not exist");
    if (component->class == &SN_CLASS_FEM && point.entry != 0) {
        const SnFemDraft *fem = sn_compiler_fem(c, point);
        const int node = (int)sn_id_entry_index(point);
        if (sn_id_array(point) != SN_FEM_NODES_ARRAY || node >= fem->n_named)
            return sn_compiler_fail_at(c, asker, "names a node that its FEM model does not have");
        anchor_block(c, fem->first_draft + node, anchor);
        return true;
    }
    if (component->class == &SN_CLASS_SPLINE_STRAND)
        return sn_anchor_spline_node(c, point, anchor) ||
               sn_compiler_fail_at(c, asker, "names a control point that its strand does not have");
    if (component->class == &SN_CLASS_STRAND && point.entry != 0) {
        SnNodeDraft *node = sn_node_draft(c, point);
        if (!node)
            return sn_compiler_fail_at(c, asker, "names a node that its strand does not have");
        if (node->entry && sn_strand_node_is(node->entry, SN_NODE_PASSES))
            return sn_compiler_fail_at(c, asker,
                                       "names a node on a pulley, which has no place of its own");
        if (!sn_make_node(c, node))
            return false;
        node->asked = true;
        *anchor = node->anchor;
        return true;
    }
    if (point.entry == 0 && c->draft_of[component->id.index] >= 0) {
        anchor_block(c, c->draft_of[component->id.index], anchor);
        return true;
    }
    if (component->class == &SN_CLASS_MARKER)
        return sn_anchor_marker(c, asker, (const SnMarker *)component, (const double[3]){0},
                                anchor);
    return sn_compiler_fail_at(c, asker, "names a %s, which nodes of strands cannot be anchored to",
                               component->class->name);
}

/* --- blocks that follow points --- */

int sn_follow_point(SnCompiler *c, const SnComponent *component, SnId point,
                    const SnStrandAnchor *anchor)
{
    if (anchor->by == SN_ANCHOR_POINT)
        return anchor->draft;
    gpointer found;
    if (g_hash_table_lookup_extended(c->strand->followers, &point, NULL, &found))
        return GPOINTER_TO_INT(found);
    SnInternalCoordinate internal = {.kind = SN_BLOCK_POINT};
    sn_v3_copy(anchor->start, internal.q);
    const bool attachments = anchor->by == SN_ANCHOR_BODY;
    const int draft = sn_add_internal_coordinate(
        c, component, attachments ? SN_ROLE_ATTACHED : SN_ROLE_KINEMATIC, &internal);
    if (attachments) {
        sn_compiler_add_attachment(c, component, draft, SN_ATTACH_POINT_TO_BODY, 0, anchor->start);
        sn_compiler_attach_to(c, anchor->draft, 1);
    }
    g_hash_table_insert(c->strand->followers, g_memdup2(&point, sizeof point),
                        GINT_TO_POINTER(draft));
    return draft;
}

/* --- nodes --- */

/* The id of its entry, for messages: in further turns a node has another. */
static SnId entry_id(const SnNodeDraft *node)
{
    const SnStrand *strand = (const SnStrand *)node->strand;
    const SnStrandNode *first = strand->nodes.entries;
    return sn_id_of_entry(node->strand->id, 0, (uint32_t)(node->entry - first));
}

/* Names the nodes that wait for each other, from the one that is asked for again. */
static bool report_circle(SnCompiler *c, SnId again)
{
    const GArray *open = c->strand->open;
    GString *text = g_string_new(NULL);
    bool within = false;
    for (guint i = 0; i < open->len; i++) {
        const SnId id = g_array_index(open, SnId, i);
        within = within || sn_id_equal(id, again);
        if (!within)
            continue;
        char *path = sn_model_path(c->model, id);
        g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", path);
        g_free(path);
    }
    sn_compiler_fail_at(
        c, again,
        "nodes and guides are anchored to each other in a circle (%s): let one of them go",
        text->str);
    g_string_free(text, TRUE);
    return false;
}

bool sn_make_node(SnCompiler *c, SnNodeDraft *node)
{
    if (node->state == SN_NODE_IS_DONE)
        return true;
    const SnId asker = entry_id(node);
    if (node->state == SN_NODE_IS_OPEN)
        return report_circle(c, asker);
    node->state = SN_NODE_IS_OPEN;
    g_array_append_val(c->strand->open, asker);
    node->anchor.by = SN_ANCHOR_POINT;
    const bool good = sn_node_compilers[node->entry->kind].make(c, node, asker);
    g_array_set_size(c->strand->open, c->strand->open->len - 1);
    node->state = SN_NODE_IS_DONE;
    return good;
}
