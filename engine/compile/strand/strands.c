/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands of the system: nodes, pulleys, segments, laws. */
#include "engine/compile/strand/spline_strands.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/compile/strand/strand_muscle.h"
#include "engine/sim/bind/bind_strand.h"

#include <math.h>

/* Nodes along the groove of a pulley; fewer where a strand runs over very many. */
enum { PULLEY_NODES = 9, FEW_PULLEY_NODES = 5, MANY_PULLEYS = 16 };

static SnNodeDraft *node_at(SnCompiler *c, int number)
{
    return &g_array_index(c->strand->nodes, SnNodeDraft, number);
}

static SnSystemStrandNode *system_node(SnCompiler *c, int number)
{
    return &g_array_index(c->strand->system_nodes, SnSystemStrandNode, number);
}

static int block_of(const SnCompiler *c, int draft)
{
    return draft < 0 ? -1 : g_array_index(c->drafts, SnBlockDraft, draft).block;
}

/* --- points --- */

static int point_of(SnCompiler *c, SnNodeDraft *node)
{
    if (node->point >= 0)
        return node->point;
    const SnNodeCompiler *kind = node->entry ? &sn_node_compilers[node->entry->kind] : NULL;
    if (kind && kind->point) {
        node->point = kind->point(c, node);
    } else {
        const SnPose pose = {.block = block_of(c, node->anchor.draft), .orientation = {1}};
        node->point = sn_compiler_add_point(c, node->id, &pose);
    }
    return node->point;
}

int sn_strand_point(SnCompiler *c, SnId id)
{
    SnNodeDraft *node = sn_node_draft(c, id);
    if (!node)
        return sn_spline_point_of(c, id);
    node->asked = true;
    return point_of(c, node);
}

static void mark_points(SnCompiler *c, const SnIdList *ids)
{
    for (int k = 0; k < ids->n; k++) {
        const int point = sn_compiler_point(c, ids->ids[k]);
        if (point >= 0)
            g_array_index(c->points, SnSystemPoint, point).places = true;
    }
}

/* Points of guides, which are drawn through them, and of blends: both are worked out from where
 * these are. */
static void add_other_points(SnCompiler *c)
{
    for (guint i = 0; i < c->components->len; i++) {
        const SnGuideCurve *guide = c->components->pdata[i];
        if (guide->base.base.base.class == &SN_CLASS_GUIDE_CURVE)
            mark_points(c, &guide->points);
    }
    for (guint i = 0; i < c->strand->nodes->len; i++) {
        const SnNodeDraft *node = node_at(c, (int)i);
        if (node->entry && sn_node_compilers[node->entry->kind].placed_by)
            mark_points(c, sn_node_compilers[node->entry->kind].placed_by(node->entry));
    }
}

bool sn_compile_strand_points(SnCompiler *c)
{
    sn_compile_spline_points(c);
    add_other_points(c);
    for (guint i = 0; i < c->strand->nodes->len; i++) {
        SnNodeDraft *node = node_at(c, (int)i);
        if (node->guide < 0 && point_of(c, node) < 0)
            return sn_compiler_fail_at(c, node->id, "has no point: choose one");
    }
    return true;
}

/* --- nodes --- */

static int add_node(SnCompiler *c, SnId id, int point)
{
    const SnSystemStrandNode node = {
        .id = id, .point = point, .eulerian = -1, .pulley = -1, .rest = -1};
    g_array_append_val(c->strand->system_nodes, node);
    return (int)c->strand->system_nodes->len - 1;
}

static void set_eulerian(SnCompiler *c, const SnNodeDraft *draft, int node)
{
    if (draft->eulerian < 0)
        return;
    system_node(c, node)->eulerian = block_of(c, draft->eulerian);
    c->system->blocks[block_of(c, draft->eulerian)].owner = node;
}

/* A pulley's nodes all start at its centre: sn_kinematics places them. */
static void add_pulley(SnCompiler *c, const SnNodeDraft *draft, int n)
{
    const SnPulley *component = (const SnPulley *)sn_model_get(c->model, draft->entry->guide);
    const SnSystemGuide *guide = &c->system->guides.guides[draft->guide];
    const double friction = component->grip ? 0 : component->friction;
    const SnSystemPulley pulley = {
        .id = draft->id,
        .guide = draft->guide,
        .first = (int)c->strand->system_nodes->len,
        .count = n,
        .side = draft->entry->side == 0 ? 1 : -1,
        .wheel =
            sn_id_is_null(component->wheel) ? -1 : sn_system_index(c->system, component->wheel),
        .friction = friction,
        .grip = component->grip,
    };
    SnPose pose = {.block = guide->carrier, .orientation = {1}};
    sn_v3_copy(guide->center, pose.position);
    for (int k = 0; k < n; k++) {
        const bool middle = k == n / 2;
        const SnId id = middle ? draft->id : SN_ID_NULL;
        const int node = add_node(c, id, sn_compiler_add_point(c, id, &pose));
        system_node(c, node)->is_virtual = true;
        system_node(c, node)->pulley = (int)c->strand->pulleys->len;
        if (middle) {
            set_eulerian(c, draft, node);
            system_node(c, node)->friction = friction;
        }
    }
    g_array_append_val(c->strand->pulleys, pulley);
}

static void add_nodes(SnCompiler *c, const SnStrandDraft *draft)
{
    int n_pulleys = 0;
    for (int i = 0; i < draft->count; i++)
        n_pulleys += node_at(c, draft->first + i)->guide >= 0;
    const int n = n_pulleys > MANY_PULLEYS ? FEW_PULLEY_NODES : PULLEY_NODES;
    for (int i = draft->first; i < draft->first + draft->count; i++) {
        const SnNodeDraft *node = node_at(c, i);
        if (node->guide >= 0) {
            add_pulley(c, node, n);
            continue;
        }
        const int number = add_node(c, node->id, node->point);
        system_node(c, number)->is_virtual = node->entry && node->entry->is_virtual;
        if (node->eulerian >= 0)
            system_node(c, number)->friction = node->entry->friction;
        set_eulerian(c, node, number);
    }
}

/* --- segments --- */

static bool is_boundary(SnCompiler *c, int node)
{
    return !system_node(c, node)->is_virtual || system_node(c, node)->eulerian >= 0;
}

static void add_segment(SnCompiler *c, const SnSystemStrand *strand, int from, int steps,
                        bool closing)
{
    const SnSystemSegment segment = {.strand = (int)c->strand->system_strands->len,
                                     .first = (int)c->strand->order->len,
                                     .count = steps + 1,
                                     .closing = closing,
                                     .row = -1,
                                     .limit = -1};
    for (int k = 0; k <= steps; k++) {
        const int node = strand->first_node + (from - strand->first_node + k) % strand->n_nodes;
        g_array_append_val(c->strand->order, node);
    }
    g_array_append_val(c->strand->segments, segment);
}

/* From boundary to boundary; round and back to the first one where the strand is closed. */
static void add_segments(SnCompiler *c, SnSystemStrand *strand)
{
    const int end = strand->first_node + strand->n_nodes;
    int first = strand->first_node;
    while (first < end && !is_boundary(c, first))
        first++;
    strand->first_segment = (int)c->strand->segments->len;
    int from = first;
    for (int node = first + 1; node < end; node++) {
        if (!is_boundary(c, node))
            continue;
        add_segment(c, strand, from, node - from, false);
        from = node;
    }
    if (strand->closed)
        add_segment(c, strand, from, first + strand->n_nodes - from, true);
    strand->n_segments = (int)c->strand->segments->len - strand->first_segment;
}

/* --- laws --- */

static void set_law(SnCompiler *c, const SnStrand *strand, SnStrandParameters *p)
{
    const SnAnyStrand *any = &strand->base;
    const bool muscle = strand->law == SN_STRAND_PECK || strand->law == SN_STRAND_HILL;
    double gravity[6];
    sn_effective_numbers(c->model, &any->base.base, "gravity", gravity);
    sn_v3_copy(gravity, p->gravity);
    p->radius = any->radius;
    p->density = any->density;
    p->youngs_modulus = strand->youngs_modulus;
    p->damping_time = strand->damping;
    p->bending_modulus = strand->bending_modulus;
    p->lumped = strand->lumped;
    p->resample = strand->resample;
    p->keep_slope = !strand->muscle.flatten;
    p->inextensible = strand->law == SN_STRAND_INEXTENSIBLE;
    p->slack = strand->law == SN_STRAND_SLACK;
    p->tension_only = strand->law == SN_STRAND_TENSION_ONLY || strand->law == SN_STRAND_TENDON;
    p->tendon_curve = strand->law == SN_STRAND_TENDON;
    p->muscle =
        muscle ? sn_compiler_add_strand_muscle(c, any, &strand->muscle,
                                               strand->law == SN_STRAND_HILL ? SN_MUSCLE_TYPE_HILL
                                                                             : SN_MUSCLE_TYPE_PECK)
               : -1;
}

bool sn_compile_strands(SnCompiler *c)
{
    for (guint i = 0; i < c->strand->strands->len; i++) {
        const SnStrandDraft *draft = &g_array_index(c->strand->strands, SnStrandDraft, i);
        const SnComponent *component = &draft->strand->base.base.base;
        SnSystemStrand strand = {.id = component->id,
                                 .enabled = draft->strand->base.enabled,
                                 .closed = draft->strand->closed,
                                 .turns = draft->strand->repeat,
                                 .first_node = (int)c->strand->system_nodes->len};
        set_law(c, draft->strand, &strand.p);
        add_nodes(c, draft);
        strand.n_nodes = (int)c->strand->system_nodes->len - strand.first_node;
        add_segments(c, &strand);
        sn_compiler_set_index(c, component->id, (int)i);
        g_array_append_val(c->strand->system_strands, strand);
    }
    return sn_compile_splines(c) && !sn_compiler_cancelled(c);
}

/* --- handing over --- */

/* A boundary whose matter stays with it has a coordinate in the state.  One that only the strand
 * holds may be moved along the matter. */
static void finish_nodes(SnCompiler *c)
{
    struct SnStrandCompiler *s = c->strand;
    int number = 0;
    for (guint i = 0; i < s->strands->len; i++) {
        const SnStrandDraft *draft = &g_array_index(s->strands, SnStrandDraft, i);
        const SnSystemStrand *strand = &g_array_index(s->system_strands, SnSystemStrand, i);
        for (int k = draft->first; k < draft->first + draft->count; k++) {
            const SnNodeDraft *node = node_at(c, k);
            const bool end =
                !strand->closed && (k == draft->first || k == draft->first + draft->count - 1);
            const bool moves =
                !node->entry || (node->entry->kind == SN_NODE_FREE && node->entry->mass == 0);
            while (!sn_id_equal(system_node(c, number)->id, node->id))
                number++;
            system_node(c, number)->movable = moves && !end && !node->asked &&
                                              node->touch < 0 && /* it would cut corners */
                                              !system_node(c, number)->is_virtual;
        }
    }
    for (guint i = 0; i < s->system_nodes->len; i++) {
        SnSystemStrandNode *node = system_node(c, (int)i);
        if (node->is_virtual || node->eulerian >= 0)
            continue;
        const double zero = 0;
        node->rest = (int)s->coordinates->len;
        g_array_append_val(s->coordinates, zero);
    }
}

static void *steal(GArray **array, int *n)
{
    *n = (int)(*array)->len;
    void *data = g_array_free(*array, FALSE);
    *array = NULL;
    return data ? sn_memory_adopt(data) : sn_alloc(1, sizeof(double));
}

void sn_give_strands(SnCompiler *c)
{
    SnSystem *s = c->system;
    struct SnStrandCompiler *strand = c->strand;
    finish_nodes(c);
    s->strands.strands = steal(&strand->system_strands, &s->strands.n);
    s->strands.nodes = steal(&strand->system_nodes, &s->strands.n_nodes);
    s->strands.segments = steal(&strand->segments, &s->strands.n_segments);
    s->strands.node_order = steal(&strand->order, &s->strands.n_node_order);
    s->pulleys.pulleys = steal(&strand->pulleys, &s->pulleys.n);
    s->state.strand0 = steal(&strand->coordinates, &s->state.n_strands);
    for (int i = 0; i < s->strands.n; i++)
        sn_strand_derive(s, i);
    sn_finish_splines(c);
}
