/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes of strands -> blocks to be, and what they are attached to. */
#include "engine/compile/strand/spline_strands.h"

#include "engine/base/vec.h"
#include "engine/text/limits.h"

#include <string.h>

/* --- the compiler's part --- */

static guint hash_id(gconstpointer key)
{
    const SnId *id = key;
    return id->index * 2654435761u ^ id->entry * 40503u;
}

static gboolean equal_id(gconstpointer a, gconstpointer b)
{
    return sn_id_equal(*(const SnId *)a, *(const SnId *)b);
}

static GArray *new_array(size_t size)
{
    return g_array_new(FALSE, TRUE, (guint)size);
}

void sn_strand_compiler_new(SnCompiler *c)
{
    struct SnStrandCompiler *s = c->strand = g_new0(struct SnStrandCompiler, 1);
    s->internal = new_array(sizeof(SnInternalCoordinate));
    s->strands = new_array(sizeof(SnStrandDraft));
    s->nodes = new_array(sizeof(SnNodeDraft));
    s->guides = new_array(sizeof(SnGuideDraft));
    s->surfaces = new_array(sizeof(SnSurfaceDraft));
    s->splines = new_array(sizeof(SnSplineDraft));
    s->open = new_array(sizeof(SnId));
    s->followers = g_hash_table_new_full(hash_id, equal_id, g_free, NULL);
    s->first_node = g_new(int, c->model->slots->len);
    for (guint i = 0; i < c->model->slots->len; i++)
        s->first_node[i] = -1;
    s->system_strands = new_array(sizeof(SnSystemStrand));
    s->system_nodes = new_array(sizeof(SnSystemStrandNode));
    s->segments = new_array(sizeof(SnSystemSegment));
    s->order = new_array(sizeof(int));
    s->pulleys = new_array(sizeof(SnSystemPulley));
    s->coordinates = new_array(sizeof(double));
}

void sn_strand_compiler_free(SnCompiler *c)
{
    struct SnStrandCompiler *s = c->strand;
    for (guint i = 0; i < s->guides->len; i++) {
        g_free(g_array_index(s->guides, SnGuideDraft, i).start);
        g_free(g_array_index(s->guides, SnGuideDraft, i).drafts);
    }
    for (guint i = 0; i < s->splines->len; i++)
        sn_spline_draft_clear(&g_array_index(s->splines, SnSplineDraft, i));
    g_array_free(s->splines, TRUE);
    GArray *arrays[] = {s->internal, s->strands,        s->nodes,        s->guides,
                        s->surfaces, s->open,           s->segments,     s->order,
                        s->pulleys,  s->system_strands, s->system_nodes, s->coordinates};
    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
        if (arrays[i])
            g_array_free(arrays[i], TRUE);
    g_hash_table_unref(s->followers);
    g_free(s->first_node);
    g_free(s);
}

/* --- blocks --- */

int sn_add_internal_coordinate(SnCompiler *c, const SnComponent *component, SnBlockRole role,
                               const SnInternalCoordinate *internal)
{
    g_array_append_vals(c->strand->internal, internal, 1);
    const SnBlockDraft draft = {.component = component,
                                .fem = -1,
                                .node = -1,
                                .role = role,
                                .attachment = -1,
                                .internal = (int)c->strand->internal->len};
    g_array_append_val(c->drafts, draft);
    return (int)c->drafts->len - 1;
}

SnInternalCoordinate *sn_internal_coordinate(SnCompiler *c, const SnBlockDraft *draft)
{
    g_assert(draft->internal > 0);
    return &g_array_index(c->strand->internal, SnInternalCoordinate, draft->internal - 1);
}

void sn_compile_internal_coordinate(SnCompiler *c, const SnBlockDraft *draft, SnBlock *block)
{
    const SnInternalCoordinate *internal = sn_internal_coordinate(c, draft);
    block->id = internal->id;
    block->owner = internal->owner;
    block->mass = internal->mass;
    sn_v3_copy(internal->gravity, block->gravity);
    memcpy(c->system->q0 + block->q, internal->q, (size_t)sn_block_n_q(block) * sizeof(double));
    memcpy(c->system->u0 + block->u, internal->u, (size_t)sn_block_n_u(block) * sizeof(double));
}

SnNodeDraft *sn_node_draft(SnCompiler *c, SnId id)
{
    const int first = c->strand->first_node[id.index];
    if (first < 0 || sn_id_array(id) != 0)
        return NULL;
    /* further nodes between them make the entries' numbers a lower bound */
    for (guint i = (guint)first + sn_id_entry_index(id); i < c->strand->nodes->len; i++) {
        SnNodeDraft *node = &g_array_index(c->strand->nodes, SnNodeDraft, i);
        if (node->id.index != id.index)
            break;
        if (sn_id_equal(node->id, id))
            return node;
    }
    return NULL;
}

/* --- nodes in order --- */

/* Ids of further nodes stand beyond the arrays of the class, so that no entry has them; their
 * states are carried over by them. */
enum { FURTHER_ARRAY = 14, FURTHER_STRIDE = 1024, FURTHER_IN_TURNS_ARRAY = 12 };

static SnNodeDraft *add_node(SnCompiler *c, const SnStrand *strand, const SnStrandNode *entry,
                             SnId id)
{
    const SnNodeDraft node = {.strand = &strand->base.base.base,
                              .entry = entry,
                              .id = id,
                              .guide = -1,
                              .eulerian = -1,
                              .touch = -1,
                              .point = -1};
    g_array_append_val(c->strand->nodes, node);
    return &g_array_index(c->strand->nodes, SnNodeDraft, c->strand->nodes->len - 1);
}

static bool add_strand(SnCompiler *c, const SnStrand *strand)
{
    const SnId id = strand->base.base.base.id;
    const SnStrandNode *entries = strand->nodes.entries;
    g_autofree SnTurnNode *turns = NULL;
    const int n = sn_strand_turns(strand, &turns);
    uint32_t n_further = 0; /* in turns beyond the first */
    if ((gint64)n * (1 + strand->subdivide) > SN_MAX_ENTRIES)
        return sn_compiler_fail(c, &strand->base.base.base,
                                "is subdivided into more than %d nodes: subdivide less",
                                SN_MAX_ENTRIES);
    SnStrandDraft draft = {.strand = strand, .first = (int)c->strand->nodes->len};
    c->strand->first_node[id.index] = draft.first;
    for (int i = 0; i < n; i++) {
        const SnStrandNode *entry = &entries[turns[i].entry];
        const SnStrandNode *next = &entries[turns[(i + 1) % n].entry];
        sn_v3_copy(turns[i].shift, add_node(c, strand, entry, turns[i].id)->shift);
        if ((i + 1 == n && !strand->closed) || sn_strand_node_is(entry, SN_NODE_PASSES) ||
            sn_strand_node_is(next, SN_NODE_PASSES))
            continue;
        const bool first_turn = sn_id_array(turns[i].id) == 0;
        for (int k = 0; k < strand->subdivide; k++)
            add_node(c, strand, NULL,
                     first_turn ? sn_id_of_entry(id, FURTHER_ARRAY,
                                                 (uint32_t)(FURTHER_STRIDE * turns[i].entry + k))
                                : sn_id_of_entry(id, FURTHER_IN_TURNS_ARRAY, n_further++));
    }
    draft.count = (int)c->strand->nodes->len - draft.first;
    g_array_append_val(c->strand->strands, draft);
    return true;
}

/* --- further nodes --- */

static SnInternalCoordinate free_block(SnCompiler *c, const SnComponent *strand, SnId id)
{
    double gravity[6];
    SnInternalCoordinate internal = {.kind = SN_BLOCK_POINT, .id = id};
    sn_effective_numbers(c->model, strand, "gravity", gravity);
    sn_v3_copy(gravity, internal.gravity);
    return internal;
}

/* Further nodes stand evenly on the straight line between those given. */
static void make_further(SnCompiler *c, const SnStrandDraft *draft)
{
    SnNodeDraft *nodes = &g_array_index(c->strand->nodes, SnNodeDraft, draft->first);
    for (int i = 0; i < draft->count; i++) {
        if (nodes[i].entry || nodes[i].state == SN_NODE_IS_DONE)
            continue;
        int end = i;
        while (end < draft->count && !nodes[end].entry)
            end++;
        const SnNodeDraft *before = &nodes[i - 1], *after = &nodes[end % draft->count];
        for (int k = i; k < end; k++) {
            const double part = (double)(k - i + 1) / (end - i + 1);
            SnInternalCoordinate internal = free_block(c, nodes[k].strand, SN_ID_NULL);
            for (int r = 0; r < 3; r++)
                internal.q[r] =
                    (1 - part) * before->anchor.start[r] + part * after->anchor.start[r];
            nodes[k].anchor.by = SN_ANCHOR_POINT;
            sn_v3_copy(internal.q, nodes[k].anchor.start);
            nodes[k].anchor.draft =
                sn_add_internal_coordinate(c, nodes[k].strand, SN_ROLE_ACTIVE, &internal);
            nodes[k].state = SN_NODE_IS_DONE;
        }
    }
}

/* Matter that passes a node with friction, or a wheel that grips, is an unknown of its own. */
static void make_eulerian_coordinates(SnCompiler *c, const SnStrandDraft *draft)
{
    for (int i = draft->first; i < draft->first + draft->count; i++) {
        SnNodeDraft *node = &g_array_index(c->strand->nodes, SnNodeDraft, i);
        if (!node->entry)
            continue;
        bool eulerians = node->entry->is_virtual && node->entry->friction > 0;
        if (sn_strand_node_is(node->entry, SN_NODE_PASSES)) {
            const SnPulley *pulley = (const SnPulley *)sn_model_get(c->model, node->entry->guide);
            eulerians = pulley->grip || pulley->friction > 0;
        }
        if (eulerians)
            node->eulerian = sn_add_internal_coordinate(
                c, node->strand, SN_ROLE_ACTIVE,
                &(SnInternalCoordinate){.kind = SN_BLOCK_EULERIAN, .id = node->id});
    }
}

/* Contact is between points and edges from one to the next: those on bodies and in the world get
 * blocks, too.  Matter passes virtual nodes and wheels, where the strand does not touch. */
static void make_touching_points(SnCompiler *c, const SnStrandDraft *draft)
{
    if (!sn_compiler_touches(c, draft->strand->base.base.base.id))
        return;
    for (int i = draft->first; i < draft->first + draft->count; i++) {
        SnNodeDraft *node = &g_array_index(c->strand->nodes, SnNodeDraft, i);
        if (node->guide >= 0 || (node->entry && node->entry->is_virtual))
            continue;
        if (node->anchor.by == SN_ANCHOR_POINT)
            node->touch = node->anchor.draft;
        else if (sn_v3_norm(node->shift) == 0)
            node->touch = sn_follow_point(c, node->strand, node->entry->point, &node->anchor);
    }
}

/* --- all --- */

bool sn_check_part(SnCompiler *c, const SnComponent *component)
{
    SnChecks *checks = sn_checks_new();
    bool good = true;
    for (const SnClass *class = component->class; class; class = class->parent)
        if (class->validate)
            class->validate(c->model, component, checks);
    for (guint i = 0; good && i < checks->items->len; i++) {
        const SnCheck *check = &g_array_index(checks->items, SnCheck, i);
        if (check->severity == SN_ERROR)
            good = sn_compiler_fail_at(c, check->id, "%s", check->message);
    }
    sn_checks_free(checks);
    return good;
}

static bool check_points(SnCompiler *c, const SnStrand *strand)
{
    const SnStrandNode *entries = strand->nodes.entries;
    for (int i = 0; i < strand->nodes.n; i++)
        if (entries[i].kind == SN_NODE_POINT && !sn_model_object(c->model, entries[i].point))
            return sn_compiler_fail_at(c, sn_id_of_entry(strand->base.base.base.id, 0, (uint32_t)i),
                                       "has no point: choose one");
    return true;
}

bool sn_compile_strand_drafts(SnCompiler *c)
{
    struct SnStrandCompiler *s = c->strand;
    if (!sn_compile_spline_drafts(c))
        return false;
    for (guint i = 0; i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_STRAND &&
            !(sn_check_part(c, component) && check_points(c, (const SnStrand *)component) &&
              add_strand(c, (const SnStrand *)component)))
            return false;
    }
    for (guint i = 0; i < s->nodes->len; i++) {
        SnNodeDraft *node = &g_array_index(s->nodes, SnNodeDraft, i);
        if (node->entry && !sn_make_node(c, node))
            return false;
    }
    for (guint i = 0; i < s->strands->len; i++) {
        const SnStrandDraft *draft = &g_array_index(s->strands, SnStrandDraft, i);
        make_further(c, draft);
        make_eulerian_coordinates(c, draft);
        make_touching_points(c, draft);
    }
    return true;
}
