/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tree of axis-aligned boxes over triangles, edges, points or bodies: built once, refitted as they
 * move in time proportional to their number.  Queries allocate nothing. */
#ifndef SN_GEOMETRY_BOX_TREE_H
#define SN_GEOMETRY_BOX_TREE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SnBox {
    double low[3], high[3];
} SnBox;

/* Boxes are rounded outwards to floats. */
typedef struct SnBoxNode {
    float low[3], high[3];
    int32_t next; /* inner node: its second child, the first comes right after it; leaf: ~item */
} SnBoxNode;

/* A node's children come after it, and no node is deeper than SN_BOX_TREE_DEPTH. */
typedef struct SnBoxTree {
    int n_items, n_nodes;
    SnBoxNode *nodes;          /* [n_nodes]; nodes[0]: the root.  n_nodes = 2 n_items - 1, or 0 */
    struct SnBoxTreeKey *keys; /* [n_items], scratch of building */
} SnBoxTree;

enum { SN_BOX_TREE_DEPTH = 40 };

/* What the items are: item i is spanned by `corners` (1 to 4) points x[items[corners i + k]], or by
 * x[i] itself where items is NULL. */
typedef struct SnBoxItems {
    int corners;
    const int32_t *items; /* [n][corners] */
    const double *x;      /* [][3] */
    const double *x_end;  /* [][3] or NULL: boxes hold the way from x to x_end, too */
    double margin;        /* added on all sides [m] */
} SnBoxItems;

/* Halves at the median along the longest side. */
SnBoxTree *sn_box_tree_new(int n_items, const SnBoxItems *items);
SnBoxTree *sn_box_tree_new_of_boxes(int n_items, const SnBox *boxes);
void sn_box_tree_free(SnBoxTree *tree);

/* New boxes for the same tree. */
void sn_box_tree_refit(SnBoxTree *tree, const SnBoxItems *items);
void sn_box_tree_refit_boxes(SnBoxTree *tree, const SnBox *boxes);

/* The box around everything; false if there is nothing. */
bool sn_box_tree_bounds(const SnBoxTree *tree, SnBox *bounds);

/* Pairs found.  The caller owns the memory; what finds no room is counted, not stored: when n is
 * above capacity, make room with sn_pair_list_reserve and ask again. */
typedef struct SnPairList {
    int n, capacity;
    int32_t (*pairs)[2];
    int sorted_room, count_room; /* of sorting */
    int32_t (*sorted)[2], *count;
} SnPairList;

void sn_pair_list_reserve(SnPairList *list, int capacity);
void sn_pair_list_clear(SnPairList *list); /* frees its memory */
/* By the first, then the second number: an order that does not depend on the tree.  Takes memory of
 * its own, which stays, and time in proportion to the pairs and the largest number. */
void sn_pair_list_sort(SnPairList *list);

/* All pairs (item of a, item of b) whose boxes meet; a == b: each pair once, first below second.
 * Returns whether all found room.  The order is that of the trees. */
bool sn_box_tree_pairs(const SnBoxTree *a, const SnBoxTree *b, SnPairList *list);
/* The same of boxes that overlap by so much along each axis, or by nearly so much; the boxes of b
 * go along a straight way as well, if there is one (not NULL: two trees). */
bool sn_box_tree_pairs_within(const SnBoxTree *a, const SnBoxTree *b, const double *way,
                              double overlap, SnPairList *list);

/* Numbers of the items whose boxes meet this one; returns how many, stores up to `capacity`. */
int sn_box_tree_inside(const SnBoxTree *tree, const SnBox *box, int capacity, int32_t *items);

static inline bool sn_box_nodes_meet(const SnBoxNode *a, const SnBoxNode *b)
{
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

/* Outwards to a float. */
static inline float sn_box_low(double x)
{
    return (float)(x - (x < 0 ? -x : x) * 0x1p-23 - 0x1p-126);
}

static inline float sn_box_high(double x)
{
    return (float)(x + (x < 0 ? -x : x) * 0x1p-23 + 0x1p-126);
}

#endif
