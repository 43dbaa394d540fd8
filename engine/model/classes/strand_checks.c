/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a reduced strand. */
#include "engine/model/classes/strand_node_class.h"
#include "engine/model/classes/strand_rows.h"

#include "engine/base/vec.h"

typedef struct Check {
    const SnModel *model;
    const SnStrand *strand;
    SnChecks *checks;
} Check;

static SnId node_id(const Check *check, int node)
{
    return sn_id_of_entry(check->strand->base.base.base.id, 0, (uint32_t)node);
}

static bool is_virtual(const SnStrandNode *node)
{
    return node->is_virtual || sn_strand_node_is(node, SN_NODE_PASSES);
}

/* What its kind asks for; false: it names nothing to be on. */
static bool check_kind(const Check *check, int number, const SnStrandNode *node)
{
    const SnStrandNodeClass *class = &sn_strand_node_classes[node->kind];
    const SnId id = node_id(check, number);
    if (class->needs &&
        sn_id_is_null(*(const SnId *)(const void *)((const char *)node + class->reference))) {
        sn_checks_add(check->checks, SN_ERROR, id, "has no %s: choose one", class->needs);
        return false;
    }
    if (class->check)
        class->check(check->model, id, node, check->checks);
    return true;
}

/* Whether two neighbours are in one place for certain. */
static bool coincide(const SnStrandNode *a, const SnStrandNode *b)
{
    const SnStrandNodeClass *class = &sn_strand_node_classes[a->kind];
    return a->kind == b->kind && class->coincide && class->coincide(a, b);
}

SnStrandRepeat sn_strand_node_repeat(const SnStrandNode *node)
{
    return sn_strand_node_is(node, SN_NODE_REPEATS) ? (SnStrandRepeat)node->repeat : SN_REPEAT_NO;
}

static void check_mass(const Check *check, int number, const SnStrandNode *node)
{
    const SnId id = node_id(check, number);
    if (!sn_strand_node_is(node, SN_NODE_MOVES) || node->mass > 0)
        return;
    if (is_virtual(node))
        sn_checks_add(check->checks, SN_ERROR, id,
                      "is virtual and %s, so it needs a mass of its own: give it a bead (mass)",
                      sn_strand_node_is(node, SN_NODE_SLIDES) ? "slides" : "free");
    else if (check->strand->base.density == 0)
        sn_checks_add(check->checks, SN_ERROR, id,
                      "moves but has no mass, as the strand has none: give the strand a density, "
                      "or the node a bead (mass)");
}

static void check_neighbours(const Check *check)
{
    const SnArray *nodes = &check->strand->nodes;
    const SnStrandNode *node = nodes->entries;
    for (int i = check->strand->closed ? 0 : 1; i < nodes->n; i++) {
        const int before = i > 0 ? i - 1 : nodes->n - 1;
        if (before != i && coincide(&node[before], &node[i]))
            sn_checks_add(check->checks, SN_ERROR, node_id(check, i),
                          "is in the same place as node %d beside it: the strand has no direction "
                          "there",
                          before);
    }
}

/* The nodes of the turns are neighbours; what goes with the first turn is before them, what goes
 * with the last one behind. */
static void check_turns(const Check *check)
{
    const SnStrand *self = check->strand;
    const SnStrandNode *nodes = self->nodes.entries;
    int first = -1, last = -1;
    for (int i = 0; i < self->nodes.n; i++) {
        if (sn_strand_node_repeat(&nodes[i]) != SN_REPEAT_EACH)
            continue;
        if (first >= 0 && last != i - 1)
            sn_checks_add(check->checks, SN_ERROR, node_id(check, i),
                          "is in each turn, but node %d before it is not: the nodes of the turns "
                          "must follow one another (repeat each; only nodes on pulleys and points "
                          "have it)",
                          i - 1);
        first = first < 0 ? i : first;
        last = i;
    }
    for (int i = 0; i < self->nodes.n && first >= 0; i++) {
        const SnStrandRepeat repeat = sn_strand_node_repeat(&nodes[i]);
        if ((repeat == SN_REPEAT_FIRST && i > last) || (repeat == SN_REPEAT_LAST && i < first))
            sn_checks_add(check->checks, SN_ERROR, node_id(check, i),
                          "goes with the %s turn, but stands %s the turns: choose %s for its "
                          "repeat",
                          repeat == SN_REPEAT_FIRST ? "first" : "last",
                          repeat == SN_REPEAT_FIRST ? "behind" : "before",
                          repeat == SN_REPEAT_FIRST ? "last" : "first");
    }
    if (self->repeat > 1 && first < 0)
        sn_checks_add(check->checks, SN_WARNING, self->base.base.base.id,
                      "has %d turns (repeat), but no node whose repeat is each: it runs along its "
                      "nodes once",
                      self->repeat);
    if (self->repeat > 1 && first >= 0 && sn_v3_norm(self->repeat_shift) == 0 &&
        coincide(&nodes[last], &nodes[first]))
        sn_checks_add(check->checks, SN_ERROR, node_id(check, first),
                      "begins each turn where the one before ended: give the turns a shift "
                      "(repeat_shift), or more nodes");
}

/* Matter is held, or counted, at some node of a belt. */
static bool has_boundary(const Check *check)
{
    const SnStrandNode *nodes = check->strand->nodes.entries;
    for (int i = 0; i < check->strand->nodes.n; i++) {
        const SnPulley *pulley = (const SnPulley *)sn_model_get(check->model, nodes[i].guide);
        if (!is_virtual(&nodes[i]) || nodes[i].friction > 0 ||
            (sn_strand_node_is(&nodes[i], SN_NODE_PASSES) && pulley &&
             pulley->base.base.base.class == &SN_CLASS_PULLEY &&
             (pulley->grip || pulley->friction > 0)))
            return true;
    }
    return false;
}

static void check_ends(const Check *check)
{
    const SnStrand *self = check->strand;
    const SnId id = self->base.base.base.id;
    const SnStrandNode *nodes = self->nodes.entries;
    const int n = self->nodes.n, least = 2;
    if (n < least) {
        sn_checks_add(check->checks, SN_ERROR, id, "needs at least %d nodes, has %d", least, n);
        return;
    }
    if (self->closed) {
        if (!has_boundary(check))
            sn_checks_add(check->checks, SN_ERROR, id,
                          "is closed, but nothing holds its matter: it needs a node that is not "
                          "virtual, or a pulley that grips or rubs");
        return;
    }
    for (int end = 0; end < 2; end++) {
        const int i = end ? n - 1 : 0;
        if (is_virtual(&nodes[i]))
            sn_checks_add(check->checks, SN_ERROR, node_id(check, i),
                          "is the %s node and %s: the ends of a strand that is not closed must "
                          "hold it",
                          end ? "last" : "first",
                          sn_strand_node_is(&nodes[i], SN_NODE_PASSES)
                              ? "a pulley, which matter passes"
                              : "virtual");
    }
}

void sn_strand_validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const Check check = {model, (const SnStrand *)component, checks};
    const SnStrandNode *nodes = check.strand->nodes.entries;
    bool good = true;
    for (int i = 0; i < check.strand->nodes.n; i++) {
        good = check_kind(&check, i, &nodes[i]) && good;
        check_mass(&check, i, &nodes[i]);
        if (nodes[i].friction > 0 && !is_virtual(&nodes[i]))
            sn_checks_add(checks, SN_WARNING, node_id(&check, i),
                          "has friction, but no matter passes it: it is not virtual");
    }
    if (good)
        check_neighbours(&check);
    check_turns(&check);
    check_ends(&check);
}
