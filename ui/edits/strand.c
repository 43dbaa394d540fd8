/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands, guides, pulleys and surfaces made of what is selected, and nodes put into strands where
 * they are clicked. */
#include "engine/model/classes/strand.h"
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "ui/edits/edits.h"
#include "ui/edits/place.h"

#include <math.h>
#include <string.h>

static const double BEAD = 1e-4; /* of a node that becomes virtual and needs a mass [kg] */

enum { NODES }; /* number of the array in SN_CLASS_STRAND */

static bool is_entry_of(const SnModel *model, SnId id, const SnClass *family)
{
    const SnComponent *component = sn_model_get(model, id);
    const int array = sn_id_array(id);
    return component && array >= 0 && array < component->class->n_arrays &&
           component->class->arrays[array].family &&
           sn_class_is_a(component->class->arrays[array].family, family);
}

static bool is_point(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    return id.entry == 0 ? component && sn_class_is_a(component->class, &SN_CLASS_POINT)
                         : is_entry_of(model, id, &SN_CLASS_POINT);
}

static bool is_pulley(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    return id.entry == 0 && component && component->class == &SN_CLASS_PULLEY;
}

/* The node of a strand that an id means; NULL: it means none. */
static const SnStrandNode *node_of(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    if (!component || id.entry == 0 || component->class != &SN_CLASS_STRAND ||
        sn_id_array(id) != NODES)
        return NULL;
    const SnArray *nodes = &((const SnStrand *)component)->nodes;
    const int index = (int)sn_id_entry_index(id);
    return index < nodes->n ? (const SnStrandNode *)nodes->entries + index : NULL;
}

/* --- what the selection is good for --- */

typedef struct Chosen {
    int points, pulleys, carriers, nodes, virtual_nodes, others;
} Chosen;

static Chosen look_at_selection(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    Chosen chosen = {0};
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; i < n && model; i++) {
        const SnStrandNode *node = node_of(model, ids[i]);
        const SnComponent *component = sn_model_get(model, ids[i]);
        chosen.nodes += node && !sn_strand_node_is(node, SN_NODE_PASSES);
        chosen.virtual_nodes +=
            node && !sn_strand_node_is(node, SN_NODE_PASSES) && node->is_virtual;
        if (is_point(model, ids[i]))
            chosen.points++;
        else if (is_pulley(model, ids[i]))
            chosen.pulleys++;
        else if (ids[i].entry == 0 && component &&
                 sn_class_is_a(component->class, &SN_CLASS_BODY_FRAME))
            chosen.carriers++;
        else
            chosen.others++;
    }
    return chosen;
}

static bool applies(const Chosen *c, SnStrandAction action)
{
    const bool points = c->others == 0 && c->carriers == 0;
    const bool nodes = c->nodes > 0 && c->nodes == c->points && points && c->pulleys == 0;
    switch (action) {
    case SN_STRANDS_STRAND:
        return points && c->points >= 2;
    case SN_STRANDS_GUIDE:
        return points && c->points >= 2 && c->pulleys == 0;
    case SN_STRANDS_PULLEY:
    case SN_STRANDS_SURFACE:
        return c->carriers > 0 && c->points + c->pulleys + c->others == 0;
    case SN_STRANDS_VIRTUAL:
        return nodes && c->virtual_nodes < c->nodes;
    case SN_STRANDS_MATERIAL:
        return nodes && c->virtual_nodes > 0;
    case SN_STRANDS_COUNT:
        break;
    }
    return false;
}

void sn_edits_strand_actions(SnSession *session, bool apply[SN_STRANDS_COUNT])
{
    const Chosen chosen = look_at_selection(session);
    for (int i = 0; i < SN_STRANDS_COUNT; i++)
        apply[i] = applies(&chosen, (SnStrandAction)i);
}

bool sn_edits_strand_action_applies(SnSession *session, SnStrandAction action)
{
    const Chosen chosen = look_at_selection(session);
    return applies(&chosen, action);
}

/* --- making --- */

/* Each pulley is passed on the side to which the straight way over its centre bends: around it, not
 * crossed. */
static void choose_sides(const SnModel *model, SnStrandNode *nodes, int n)
{
    for (int i = 1; i + 1 < n; i++) {
        double ends[2][3];
        bool known = nodes[i].kind == SN_NODE_PULLEY;
        for (int k = 0; k < 2; k++) {
            const SnStrandNode *beside = &nodes[i - 1 + 2 * k];
            known = known &&
                    sn_start_place(model,
                                   beside->kind == SN_NODE_PULLEY ? beside->guide : beside->point,
                                   ends[k]);
        }
        if (known)
            nodes[i].side = sn_pulley_side(model, nodes[i].guide, ends[0], ends[1]);
    }
}

/* What matter passes holds no end: a pulley that was selected before the first point comes behind
 * it, one after the last before it. */
static void put_points_first(SnStrandNode *nodes, int n)
{
    int first = 0, last = n - 1;
    while (nodes[first].kind == SN_NODE_PULLEY)
        first++;
    const SnStrandNode begin = nodes[first];
    memmove(nodes + 1, nodes, sizeof *nodes * (size_t)first);
    nodes[0] = begin;
    while (nodes[last].kind == SN_NODE_PULLEY)
        last--;
    const SnStrandNode end = nodes[last];
    memmove(nodes + last, nodes + last + 1, sizeof *nodes * (size_t)(n - 1 - last));
    nodes[n - 1] = end;
}

SnId sn_edits_add_strand(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    const Chosen chosen = look_at_selection(session);
    if (chosen.points < 2) {
        sn_session_report(
            session, &(SnBar){.severity = SN_NOTE,
                              .text = "Select two or more points in order (markers, particles, "
                                      "nodes; pulleys between them) first, then add the "
                                      "strand."});
        return SN_ID_NULL;
    }
    char *name = sn_name_unused(sn_model_list_for(model->root, &SN_CLASS_STRAND), "strand");
    SnStrand *strand = (SnStrand *)sn_component_new(&SN_CLASS_STRAND, name);
    g_free(name);
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    SnStrandNode *nodes = g_new0(SnStrandNode, (gsize)(chosen.points + chosen.pulleys));
    g_assert(strand->nodes.n == 0);
    strand->nodes.entries = nodes;
    for (int i = 0; i < n; i++) {
        SnStrandNode *node = &nodes[strand->nodes.n];
        const bool pulley = is_pulley(model, ids[i]);
        if (!pulley && !is_point(model, ids[i]))
            continue;
        sn_entry_init(&SN_CLASS_STRAND.arrays[NODES], node);
        node->kind = pulley ? SN_NODE_PULLEY : SN_NODE_POINT;
        *(pulley ? &node->guide : &node->point) = ids[i];
        strand->nodes.n++;
    }
    put_points_first(nodes, strand->nodes.n);
    choose_sides(model, nodes, strand->nodes.n);
    return sn_edits_add_made(session, &strand->base.base.base);
}

/* --- nodes --- */

static bool set_numbers(SnModel *model, SnId id, const char *name, SnType type,
                        const double *number, GError **error)
{
    SnValue value = {.type = type};
    if (type == SN_TYPE_BOOL)
        value.boolean = number[0] != 0;
    else
        memcpy(value.number, number, sizeof(double) * (size_t)sn_type_width(type));
    return sn_edit_set(model, id, sn_model_find_property(model, id, name), &value, error);
}

/* A virtual node that is not fixed to anything needs a mass of its own: the strand's matter passes
 * it (strands.md 2.2). */
static bool set_virtual(SnSession *session, bool is_virtual)
{
    SnModel *model = sn_session_model(session);
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    SnId *ids = g_memdup2(selected, sizeof *ids * (size_t)n);
    GError *error = NULL;
    sn_edit_begin(model, is_virtual ? "Matter passes nodes" : "Nodes hold matter");
    for (int i = 0; i < n && !error; i++) {
        const SnStrandNode *node = node_of(model, ids[i]);
        const bool moves = sn_strand_node_is(node, SN_NODE_MOVES);
        const bool heavy = node->mass > 0;
        if (set_numbers(model, ids[i], "virtual", SN_TYPE_BOOL, (double[]){is_virtual}, &error) &&
            is_virtual && moves && !heavy)
            set_numbers(model, ids[i], "mass", SN_TYPE_REAL, &BEAD, &error);
    }
    g_free(ids);
    return sn_edits_end(session, error);
}

bool sn_edits_strand_action(SnSession *session, SnStrandAction action)
{
    if (!sn_edits_strand_action_applies(session, action))
        return false;
    switch (action) {
    case SN_STRANDS_STRAND:
        return !sn_id_is_null(sn_edits_add_strand(session));
    case SN_STRANDS_GUIDE:
        return !sn_id_is_null(sn_edits_add(session, SN_ID_NULL, &SN_CLASS_GUIDE_CURVE, NULL));
    case SN_STRANDS_PULLEY:
        return !sn_id_is_null(sn_edits_add(session, SN_ID_NULL, &SN_CLASS_PULLEY, NULL));
    case SN_STRANDS_SURFACE:
        return !sn_id_is_null(sn_edits_add(session, SN_ID_NULL, &SN_CLASS_WRAP_SURFACE, NULL));
    case SN_STRANDS_VIRTUAL:
    case SN_STRANDS_MATERIAL:
        return set_virtual(session, action == SN_STRANDS_VIRTUAL);
    case SN_STRANDS_COUNT:
        break;
    }
    return false;
}

/* --- nodes put where a strand is clicked --- */

static const SnSceneItem *strand_item(const SnSnapshot *snapshot, SnId strand)
{
    const SnScene *scene = snapshot ? snapshot->scene : NULL;
    for (int i = 0; scene && i < scene->n_items; i++) {
        if (scene->items[i].kind == SN_ITEM_PATH && scene->items[i].path_kind == SN_PATH_STRAND &&
            sn_id_equal(scene->items[i].id, strand))
            return &scene->items[i];
    }
    return NULL;
}

/* Distance of a place from the part a-b of the path, and the nearest place on it. */
static double nearest_on(const double *a, const double *b, const double place[3], double near[3])
{
    double along[3], to[3];
    sn_v3_sub(b, a, along);
    sn_v3_sub(place, a, to);
    const double square = sn_v3_dot(along, along);
    const double share = square > 0 ? fmin(fmax(sn_v3_dot(to, along) / square, 0), 1) : 0;
    sn_v3_copy(a, near);
    sn_v3_axpy(share, along, near);
    return sn_v3_distance(near, place);
}

/* The part of the path that comes nearest to a place; puts the place on it. */
static int nearest_part(const SnSnapshot *snapshot, const SnSceneItem *item, double place[3])
{
    const int *points = snapshot->scene->path_points + item->first;
    double best = INFINITY, found[3] = {0};
    int part = -1;
    for (int i = 0; i + 1 < item->count + item->closed; i++) {
        double near[3];
        const double away =
            nearest_on(snapshot->points + 3 * (size_t)points[i],
                       snapshot->points + 3 * (size_t)points[(i + 1) % item->count], place, near);
        if (away < best) {
            best = away;
            part = i;
            sn_v3_copy(near, found);
        }
    }
    sn_v3_copy(found, place);
    return part;
}

/* Number of the document's first node behind a part of the path; that of the last one + 1 if none
 * is. */
static int entry_behind(const SnSnapshot *snapshot, const SnSceneItem *item, int part)
{
    const SnScene *scene = snapshot->scene;
    const int *points = scene->path_points + item->first;
    int node = 0;
    for (int i = 0; i <= part && i < item->count; i++) {
        if (node < item->n_nodes && scene->nodes[item->first_node + node].point == points[i])
            node++;
    }
    return node < item->n_nodes ? scene->nodes[item->first_node + node].entry
                                : scene->nodes[item->first_node + item->n_nodes - 1].entry + 1;
}

bool sn_edits_insert_strand_node(SnSession *session, SnId strand, const double position[3])
{
    SnModel *model = sn_session_model(session);
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    const SnComponent *component = sn_model_get(model, strand);
    const SnSceneItem *item = strand_item(snapshot, strand);
    if (!component || component->class != &SN_CLASS_STRAND || !item || item->n_nodes == 0)
        return false;
    double place[3];
    sn_v3_copy(position, place);
    const int part = nearest_part(snapshot, item, place);
    const int index = part >= 0 ? entry_behind(snapshot, item, part) : 0;
    const SnId node = sn_id_of_entry(strand, NODES, (uint32_t)index);
    GError *error = NULL;
    sn_edit_begin(model, "Insert node");
    if (sn_edit_insert_entry(model, strand, NODES, index, &error))
        set_numbers(model, node, "position", SN_TYPE_VEC3, place, &error);
    if (!sn_edits_end(session, error))
        return false;
    sn_session_select_one(session, node);
    return true;
}
