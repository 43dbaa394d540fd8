/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of strand nodes: what they must name, what can be wrong with them, when two are in one
 * place.
 */
#include "engine/model/classes/strand_node_class.h"

#include "engine/base/vec.h"

static bool same_position(const SnStrandNode *a, const SnStrandNode *b)
{
    return sn_v3_distance(a->position, b->position) == 0;
}

static bool same_point(const SnStrandNode *a, const SnStrandNode *b)
{
    return sn_id_equal(a->point, b->point);
}

static bool same_pulley(const SnStrandNode *a, const SnStrandNode *b)
{
    return sn_id_equal(a->guide, b->guide);
}

static bool same_on_guide(const SnStrandNode *a, const SnStrandNode *b)
{
    return sn_id_equal(a->guide, b->guide) && a->by_position == b->by_position &&
           (a->by_position ? same_position(a, b) : a->parameter == b->parameter);
}

static bool same_on_surface(const SnStrandNode *a, const SnStrandNode *b)
{
    return sn_id_equal(a->surface, b->surface) && same_position(a, b);
}

static void check_pulley(const SnModel *model, SnId id, const SnStrandNode *node, SnChecks *checks)
{
    const SnComponent *guide = sn_model_get(model, node->guide);
    if (guide->class != &SN_CLASS_PULLEY) {
        g_autofree char *path = sn_model_path(model, node->guide);
        sn_checks_add(checks, SN_ERROR, id,
                      "%s is a %s, not a pulley: choose a pulley, or the kind guide", path,
                      guide->class->name);
    }
}

static void check_blend(const SnModel *model, SnId id, const SnStrandNode *node, SnChecks *checks)
{
    double sum = 0;
    for (int i = 0; i < node->weights.n; i++)
        sum += node->weights.values[i];
    if (node->blend.n < 2)
        sn_checks_add(checks, SN_ERROR, id,
                      "is the mean of %d points: give it 2 or more, or choose the kind point",
                      node->blend.n);
    if (node->weights.n > 0 && node->weights.n != node->blend.n)
        sn_checks_add(checks, SN_ERROR, id,
                      "has %d weights for %d points: give one for each, or none", node->weights.n,
                      node->blend.n);
    else if (node->weights.n > 0 && !(sum > 0))
        sn_checks_add(checks, SN_ERROR, id, "its weights are all 0: one at least must be greater");
}

#define TRAITS(KIND, name, traits) [SN_NODE_##KIND] = (traits),
static const unsigned traits_of[SN_NODE_KIND_COUNT] = {SN_STRAND_NODES(TRAITS)};

const SnStrandNodeClass sn_strand_node_classes[SN_NODE_KIND_COUNT] = {
    [SN_NODE_FREE] = {.coincide = same_position},
    [SN_NODE_POINT] = {.needs = "point",
                       .reference = offsetof(SnStrandNode, point),
                       .coincide = same_point},
    [SN_NODE_GUIDE] = {.needs = "guide",
                       .reference = offsetof(SnStrandNode, guide),
                       .coincide = same_on_guide},
    [SN_NODE_PULLEY] = {.needs = "pulley",
                        .reference = offsetof(SnStrandNode, guide),
                        .check = check_pulley,
                        .coincide = same_pulley},
    [SN_NODE_BLEND] = {.check = check_blend},
    [SN_NODE_SURFACE] = {.needs = "surface",
                         .reference = offsetof(SnStrandNode, surface),
                         .coincide = same_on_surface},
};

bool sn_strand_node_is(const SnStrandNode *node, unsigned traits)
{
    return (traits_of[node->kind] & traits) != 0;
}
