/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/box_tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"

typedef struct SnBoxTreeKey {
    double centre[3]; /* twice */
    int32_t item;
} SnBoxTreeKey;

/* --- boxes --- */

static inline void point_box(const SnBoxItems *items, const double *x, int item, double low[3],
                             double high[3])
{
    for (int k = 0; k < items->corners; k++) {
        const double *p =
            x + 3 * (size_t)(items->items ? items->items[(size_t)items->corners * item + k] : item);
        for (int i = 0; i < 3; i++) {
            low[i] = p[i] < low[i] ? p[i] : low[i];
            high[i] = p[i] > high[i] ? p[i] : high[i];
        }
    }
}

static inline SnBox item_box(const SnBoxItems *items, int item)
{
    SnBox box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    point_box(items, items->x, item, box.low, box.high);
    if (items->x_end)
        point_box(items, items->x_end, item, box.low, box.high);
    for (int i = 0; i < 3; i++) {
        box.low[i] -= items->margin;
        box.high[i] += items->margin;
    }
    return box;
}

static inline void set_box(SnBoxNode *node, const SnBox *box)
{
    for (int i = 0; i < 3; i++) {
        node->low[i] = sn_box_low(box->low[i]);
        node->high[i] = sn_box_high(box->high[i]);
    }
}

/* A box's half area, in double: floats may overflow. */
static inline double half_area(const SnBoxNode *node)
{
    double d[3];
    for (int i = 0; i < 3; i++)
        d[i] = (double)node->high[i] - (double)node->low[i];
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
}

/* From the leaves, whose boxes are set, to the root. */
static inline void join_children(SnBoxTree *tree, int index)
{
    SnBoxNode *node = &tree->nodes[index];
    if (node->next >= 0) {
        const SnBoxNode *a = node + 1, *b = &tree->nodes[node->next];
        for (int i = 0; i < 3; i++) {
            node->low[i] = a->low[i] < b->low[i] ? a->low[i] : b->low[i];
            node->high[i] = a->high[i] > b->high[i] ? a->high[i] : b->high[i];
        }
    }
}

void sn_box_tree_refit(SnBoxTree *tree, const SnBoxItems *items)
{
    assert(items->corners >= 1 && items->corners <= 4);
    for (int i = tree->n_nodes - 1; i >= 0; i--) {
        if (tree->nodes[i].next < 0) {
            const SnBox box = item_box(items, ~tree->nodes[i].next);
            set_box(&tree->nodes[i], &box);
        }
        join_children(tree, i);
    }
}

void sn_box_tree_refit_boxes(SnBoxTree *tree, const SnBox *boxes)
{
    for (int i = tree->n_nodes - 1; i >= 0; i--) {
        if (tree->nodes[i].next < 0)
            set_box(&tree->nodes[i], &boxes[~tree->nodes[i].next]);
        join_children(tree, i);
    }
}

/* --- building --- */

static bool before(const SnBoxTreeKey *a, const SnBoxTreeKey *b, int axis)
{
    return a->centre[axis] != b->centre[axis] ? a->centre[axis] < b->centre[axis]
                                              : a->item < b->item;
}

/* Hoare's selection: the `middle` smallest come first.  All keys differ, by their item. */
static void select_middle(SnBoxTreeKey *keys, int n, int middle, int axis)
{
    int low = 0, high = n - 1;
    while (low < high) {
        const SnBoxTreeKey pivot = keys[low + (high - low) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (before(&keys[i], &pivot, axis))
                i++;
            while (before(&pivot, &keys[j], axis))
                j--;
            if (i <= j) {
                const SnBoxTreeKey swap = keys[i];
                keys[i++] = keys[j];
                keys[j--] = swap;
            }
        }
        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

static int build(SnBoxTree *tree, SnBoxTreeKey *keys, int n)
{
    const int index = tree->n_nodes++;
    if (n == 1) {
        tree->nodes[index].next = ~keys[0].item;
        return index;
    }
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 3; i++) {
            const double centre = keys[k].centre[i]; /* a number: no need of fmin, a call */
            low[i] = centre < low[i] ? centre : low[i];
            high[i] = centre > high[i] ? centre : high[i];
        }
    int axis = 0;
    for (int i = 1; i < 3; i++)
        if (high[i] - low[i] > high[axis] - low[axis])
            axis = i;
    select_middle(keys, n, n / 2, axis);
    build(tree, keys, n / 2);
    const int second = build(tree, keys + n / 2, n - n / 2);
    tree->nodes[index].next = second;
    return index;
}

static void build_all(SnBoxTree *tree)
{
    tree->n_nodes = 0;
    if (tree->n_items > 0)
        build(tree, tree->keys, tree->n_items);
}

static void set_key(SnBoxTree *tree, int item, const SnBox *box)
{
    tree->keys[item].item = item;
    for (int i = 0; i < 3; i++) {
        const double centre = box->low[i] + box->high[i];
        tree->keys[item].centre[i] = isnan(centre) ? 0 : centre; /* refused elsewhere */
    }
}

static SnBoxTree *empty_tree(int n_items)
{
    assert(n_items >= 0 && n_items < INT32_MAX / 2);
    SnBoxTree *tree = sn_alloc(1, sizeof *tree);
    tree->n_items = n_items;
    tree->nodes = sn_alloc(2 * (size_t)n_items, sizeof *tree->nodes);
    tree->keys = sn_alloc((size_t)n_items, sizeof *tree->keys);
    return tree;
}

SnBoxTree *sn_box_tree_new(int n_items, const SnBoxItems *items)
{
    SnBoxTree *tree = empty_tree(n_items);
    for (int i = 0; i < n_items; i++) {
        const SnBox box = item_box(items, i);
        set_key(tree, i, &box);
    }
    build_all(tree);
    sn_box_tree_refit(tree, items);
    return tree;
}

SnBoxTree *sn_box_tree_new_of_boxes(int n_items, const SnBox *boxes)
{
    SnBoxTree *tree = empty_tree(n_items);
    for (int i = 0; i < n_items; i++)
        set_key(tree, i, &boxes[i]);
    build_all(tree);
    sn_box_tree_refit_boxes(tree, boxes);
    return tree;
}

void sn_box_tree_free(SnBoxTree *tree)
{
    if (!tree)
        return;
    sn_free(tree->nodes);
    sn_free(tree->keys);
    sn_free(tree);
}

bool sn_box_tree_bounds(const SnBoxTree *tree, SnBox *bounds)
{
    if (tree->n_nodes == 0)
        return false;
    for (int i = 0; i < 3; i++) {
        bounds->low[i] = (double)tree->nodes[0].low[i];
        bounds->high[i] = (double)tree->nodes[0].high[i];
    }
    return true;
}

/* --- pairs --- */

void sn_pair_list_reserve(SnPairList *list, int capacity)
{
    if (capacity <= list->capacity)
        return;
    list->pairs = sn_resize(list->pairs, (size_t)capacity, sizeof *list->pairs);
    list->capacity = capacity;
}

void sn_pair_list_clear(SnPairList *list)
{
    sn_free(list->pairs);
    sn_free(list->sorted);
    sn_free(list->count);
    *list = (SnPairList){0};
}

/* From one array into another by number `side` of each pair; what is alike keeps its order. */
static void sort_by(int side, int n, const int32_t (*from)[2], int32_t (*to)[2], int32_t *count,
                    int32_t largest)
{
    memset(count, 0, ((size_t)largest + 2) * sizeof *count);
    for (int i = 0; i < n; i++)
        count[from[i][side] + 1]++;
    for (int32_t k = 0; k < largest; k++)
        count[k + 1] += count[k];
    for (int i = 0; i < n; i++) {
        int32_t *at = to[count[from[i][side]]++];
        at[0] = from[i][0];
        at[1] = from[i][1];
    }
}

void sn_pair_list_sort(SnPairList *list)
{
    const int n = list->n < list->capacity ? list->n : list->capacity;
    int32_t largest[2] = {0, 0};
    for (int i = 0; i < n; i++)
        for (int side = 0; side < 2; side++)
            largest[side] =
                largest[side] > list->pairs[i][side] ? largest[side] : list->pairs[i][side];
    const int counts = (largest[0] > largest[1] ? largest[0] : largest[1]) + 2;
    if (n < 2)
        return;
    if (n > list->sorted_room) {
        list->sorted = sn_resize(list->sorted, (size_t)list->capacity, sizeof *list->sorted);
        list->sorted_room = list->capacity;
    }
    if (counts > list->count_room) {
        list->count = sn_resize(list->count, (size_t)counts, sizeof *list->count);
        list->count_room = counts;
    }
    sort_by(1, n, (const int32_t(*)[2])list->pairs, list->sorted, list->count, largest[1]);
    sort_by(0, n, (const int32_t(*)[2])list->sorted, list->pairs, list->count, largest[0]);
}

static inline void add_pair(SnPairList *list, int32_t i, int32_t j)
{
    if (list->n < list->capacity) {
        list->pairs[list->n][0] = i;
        list->pairs[list->n][1] = j;
    }
    list->n++;
}

/* How boxes have to meet: the second also goes along a way, NULL: it stays; and they overlap by
 * this. */
typedef struct Meeting {
    const double *way;
    float overlap;
} Meeting;

static inline bool meet(const SnBoxNode *a, const SnBoxNode *b, const Meeting *meeting)
{
    const float overlap = meeting->overlap;
    const double *way = meeting->way;
    if (!way)
        return a->low[0] + overlap <= b->high[0] && b->low[0] + overlap <= a->high[0] &&
               a->low[1] + overlap <= b->high[1] && b->low[1] + overlap <= a->high[1] &&
               a->low[2] + overlap <= b->high[2] && b->low[2] + overlap <= a->high[2];
    for (int k = 0; k < 3; k++) {
        const double low = (double)b->low[k] + (way[k] < 0 ? way[k] : 0);
        const double high = (double)b->high[k] + (way[k] > 0 ? way[k] : 0);
        if (!((double)a->low[k] + (double)overlap <= high &&
              low + (double)overlap <= (double)a->high[k]))
            return false;
    }
    return true;
}

/* No more than that of boxes rounded to floats, sums of which are rounded as well. */
static float rounded_overlap(const SnBoxTree *const trees[2], double overlap)
{
    double size = 0;
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < 3; k++)
            size = fmax(size, fmax(fabs((double)trees[t]->nodes[0].low[k]),
                                   fabs((double)trees[t]->nodes[0].high[k])));
    const double less = overlap - 0x1p-21 * (size + overlap);
    return less > 0 ? (float)less : 0;
}

/* Pairs below one node of each tree, which are different nodes; goes down on the larger side. */
static void pairs_below(const SnBoxTree *a, const SnBoxTree *b, int32_t i, int32_t j, bool ordered,
                        const Meeting *meeting, SnPairList *list)
{
    int32_t stack[2 * SN_BOX_TREE_DEPTH + 2][2];
    int depth = 0;
    stack[0][0] = i, stack[0][1] = j;
    while (depth >= 0) {
        i = stack[depth][0], j = stack[depth][1];
        depth--;
        const SnBoxNode *p = &a->nodes[i], *q = &b->nodes[j];
        if (!meet(p, q, meeting))
            continue;
        if (p->next < 0 && q->next < 0) {
            if (ordered && ~p->next > ~q->next)
                add_pair(list, ~q->next, ~p->next);
            else
                add_pair(list, ~p->next, ~q->next);
            continue;
        }
        const bool first = q->next < 0 || (p->next >= 0 && half_area(p) >= half_area(q));
        const int32_t child[2] = {first ? i + 1 : j + 1, first ? p->next : q->next};
        for (int k = 1; k >= 0; k--) {
            depth++;
            stack[depth][0] = first ? child[k] : i;
            stack[depth][1] = first ? j : child[k];
        }
    }
}

bool sn_box_tree_pairs_within(const SnBoxTree *a, const SnBoxTree *b, const double *way,
                              double overlap, SnPairList *list)
{
    list->n = 0;
    if (a->n_nodes == 0 || b->n_nodes == 0)
        return true;
    const Meeting meeting = {.way = way,
                             .overlap = rounded_overlap((const SnBoxTree *[2]){a, b}, overlap)};
    if (a != b) {
        pairs_below(a, b, 0, 0, false, &meeting, list);
        return list->n <= list->capacity;
    }
    /* pairs of a tree with itself: those between the two children of each node */
    for (int i = 0; i < a->n_nodes; i++)
        if (a->nodes[i].next >= 0)
            pairs_below(a, a, i + 1, a->nodes[i].next, true, &meeting, list);
    return list->n <= list->capacity;
}

bool sn_box_tree_pairs(const SnBoxTree *a, const SnBoxTree *b, SnPairList *list)
{
    return sn_box_tree_pairs_within(a, b, NULL, 0, list);
}

int sn_box_tree_inside(const SnBoxTree *tree, const SnBox *box, int capacity, int32_t *items)
{
    int32_t stack[SN_BOX_TREE_DEPTH + 2];
    int depth = 0, n = 0;
    SnBoxNode wanted = {.next = 0};
    set_box(&wanted, box);
    stack[0] = 0;
    while (depth >= 0 && tree->n_nodes > 0) {
        const int32_t i = stack[depth--];
        const SnBoxNode *node = &tree->nodes[i];
        if (!sn_box_nodes_meet(node, &wanted))
            continue;
        if (node->next < 0) {
            if (n < capacity)
                items[n] = ~node->next;
            n++;
            continue;
        }
        stack[++depth] = node->next;
        stack[++depth] = i + 1;
    }
    return n;
}
