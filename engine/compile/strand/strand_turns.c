/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A strand that runs through a part of its nodes several times, each time a little further along:
 * the nodes of all turns. */
#include "engine/compile/strand/strands.h"

#include "engine/base/vec.h"

/* Ids of nodes in turns beyond the first stand beyond the arrays of the class, turn by turn, so
 * that no entry has them and a strand with more turns keeps those it had. */
enum { TURNS_ARRAY = 13 };

/* The entries in each turn; false: there are none. */
static bool find_repeated(const SnStrand *strand, int *first, int *count)
{
    const SnStrandNode *entries = strand->nodes.entries;
    *first = *count = 0;
    for (int i = 0; i < strand->nodes.n; i++) {
        if (sn_strand_node_repeat(&entries[i]) != SN_REPEAT_EACH)
            continue;
        *first = *count > 0 ? *first : i;
        *count = i + 1 - *first;
    }
    return *count > 0;
}

static void add_turn(const SnStrand *strand, int entry, double turns, SnId id, SnTurnNode *node)
{
    *node = (SnTurnNode){.entry = entry, .id = id};
    sn_v3_axpy(turns, strand->repeat_shift, node->shift);
}

int sn_strand_turns(const SnStrand *strand, SnTurnNode **nodes)
{
    const SnStrandNode *entries = strand->nodes.entries;
    const SnId id = strand->base.base.base.id;
    int first, count;
    const int turns = find_repeated(strand, &first, &count) ? strand->repeat : 1;
    const int n = strand->nodes.n + (turns - 1) * count;
    const double half = 0.5 * (turns - 1);
    if (!nodes)
        return n;
    SnTurnNode *node = *nodes = g_new(SnTurnNode, (gsize)n);
    for (int i = 0; i < strand->nodes.n; i++) {
        const bool each = count > 0 && i >= first && i < first + count;
        const SnStrandRepeat repeat = sn_strand_node_repeat(&entries[i]);
        const double at = each || repeat == SN_REPEAT_FIRST ? -half
                          : repeat == SN_REPEAT_LAST        ? half
                                                            : 0;
        add_turn(strand, i, at, sn_id_of_entry(id, 0, (uint32_t)i), node++);
        for (int k = 0; i + 1 == first + count && k < (turns - 1) * count; k++)
            add_turn(strand, first + k % count, 1 + k / count - half,
                     sn_id_of_entry(id, TURNS_ARRAY, (uint32_t)k), node++);
    }
    return n;
}

int sn_strand_entry_of(const SnStrand *strand, SnId id)
{
    const int number = (int)sn_id_entry_index(id);
    int first, count;
    if (sn_id_array(id) == 0)
        return number;
    if (sn_id_array(id) != TURNS_ARRAY || !find_repeated(strand, &first, &count))
        return -1;
    return first + number % count;
}
