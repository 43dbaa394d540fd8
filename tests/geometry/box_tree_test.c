/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Box trees against brute force: pairs, boxes inside; refitted, rebuilt. */
#include "engine/base/vec.h"
#include "engine/geometry/box_tree.h"
#include "tests/geometry/meshes.h"
#include "tests/support/cases.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <math.h>

static SnBox box_of(const SnBoxItems *items, int i)
{
    SnBox box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (int c = 0; c < 2 * items->corners; c++) {
        const double *x = c % 2 && items->x_end ? items->x_end : items->x;
        const double *p =
            x + 3 * (items->items ? items->items[items->corners * i + c / 2] : (int32_t)i);
        for (int k = 0; k < 3; k++) {
            box.low[k] = fmin(box.low[k], p[k] - items->margin);
            box.high[k] = fmax(box.high[k], p[k] + items->margin);
        }
    }
    return box;
}

/* 1: they meet, 0: not, -1: so nearly that rounding decides. */
static int boxes_meet(const SnBox *a, const SnBox *b)
{
    double gap = -HUGE_VAL;
    for (int k = 0; k < 3; k++)
        gap = fmax(gap, fmax(a->low[k] - b->high[k], b->low[k] - a->high[k]));
    return gap <= 0 ? 1 : gap > 1e-5 ? 0 : -1;
}

static void check_tree(const SnBoxTree *tree, const SnBoxItems *items)
{
    bool *seen = g_new0(bool, MAX(tree->n_items, 1));
    g_assert_cmpint(tree->n_nodes, ==, MAX(0, 2 * tree->n_items - 1));
    for (int i = 0; i < tree->n_nodes; i++) {
        const SnBoxNode *node = &tree->nodes[i];
        if (node->next >= 0) {
            const SnBoxNode *child[2] = {node + 1, &tree->nodes[node->next]};
            g_assert_cmpint(node->next, >, i + 1);
            for (int c = 0; c < 2; c++)
                for (int k = 0; k < 3; k++)
                    g_assert_true(node->low[k] <= child[c]->low[k] &&
                                  node->high[k] >= child[c]->high[k]);
            continue;
        }
        g_assert_false(seen[~node->next]);
        seen[~node->next] = true;
        const SnBox box = box_of(items, ~node->next);
        for (int k = 0; k < 3; k++) {
            g_assert_true((double)node->low[k] <= box.low[k] &&
                          (double)node->high[k] >= box.high[k]);
            g_assert_cmpfloat(box.low[k] - (double)node->low[k], <, 1e-6 * (1 + fabs(box.low[k])));
        }
    }
    for (int i = 0; i < tree->n_items; i++)
        g_assert_true(seen[i]);
    g_free(seen);
}

/* `way`: that the boxes of b go along, or NULL. */
static void check_pairs(const SnBoxTree *a, const SnBoxItems *of_a, const SnBoxTree *b,
                        const SnBoxItems *of_b, const double *way, double overlap)
{
    SnPairList list = {0};
    if (!sn_box_tree_pairs_within(a, b, way, overlap, &list)) {
        sn_pair_list_reserve(&list, list.n);
        g_assert_true(sn_box_tree_pairs_within(a, b, way, overlap, &list));
    }
    sn_pair_list_sort(&list);
    int next = 0;
    for (int i = 0; i < a->n_items; i++)
        for (int j = a == b ? i + 1 : 0; j < b->n_items; j++) {
            const SnBox p = box_of(of_a, i);
            SnBox q = box_of(of_b, j);
            for (int k = 0; way && k < 3; k++) {
                q.low[k] += fmin(way[k], 0);
                q.high[k] += fmax(way[k], 0);
            }
            for (int k = 0; k < 3; k++) {
                q.low[k] += overlap;
                q.high[k] -= overlap;
            }
            const bool found =
                next < list.n && list.pairs[next][0] == i && list.pairs[next][1] == j;
            const int meet = boxes_meet(&p, &q);
            if (meet >= 0)
                g_assert_cmpint(found, ==, meet);
            next += found;
        }
    g_assert_cmpint(next, ==, list.n);
    sn_pair_list_clear(&list);
}

static void test_pairs(void)
{
    Random r = {7};
    for (int n = 0; n < sn_cases(150, 3000); n++) {
        Shape shape[2];
        SnBoxItems items[2];
        SnBoxTree *tree[2];
        for (int s = 0; s < 2; s++) {
            double q[4], p[3];
            random_quaternion(&r, q);
            random_vector(&r, n % 3 ? 1 : 0.3, p);
            shape[s] = shape_random(&r);
            if (n % 4 == 0)
                sn_q_identity(q), sn_v3_set(n % 3, 0, 0, p); /* boxes that touch exactly */
            items[s] = (SnBoxItems){3, shape[s].triangles, shape[s].x, NULL, n % 2 ? 0 : 0.01};
            tree[s] = sn_box_tree_new(shape[s].n_triangles, &items[s]);
            check_tree(tree[s], &items[s]);
            shape_place(&shape[s], 1, q, p);
            sn_box_tree_refit(tree[s], &items[s]);
            check_tree(tree[s], &items[s]);
        }
        double way[3];
        random_vector(&r, n % 3 ? 0.5 : 2, way);
        way[n % 3] = n % 2 ? way[n % 3] : 0;
        const double overlap = n % 2 ? random_uniform(&r, 0, 0.3) : 0;
        check_pairs(tree[0], &items[0], tree[1], &items[1], NULL, overlap);
        check_pairs(tree[1], &items[1], tree[1], &items[1], NULL, overlap);
        check_pairs(tree[0], &items[0], tree[1], &items[1], way, overlap);
        for (int s = 0; s < 2; s++) {
            sn_box_tree_free(tree[s]);
            shape_free(&shape[s]);
        }
    }
}

/* Points on their way, and which of them are in a box. */
static void test_points(void)
{
    Random r = {11};
    for (int n = 0; n < 40; n++) {
        const int count = n < 5 ? n : (int)random_uniform(&r, 5, 300);
        double *x = g_new0(double, 6 * count + 1);
        for (int i = 0; i < 2 * count; i++)
            random_vector(&r, n % 2 ? 1 : 1e4, x + 3 * i);
        for (int i = 0; i < count && n % 5 == 0; i++)
            sn_v3_copy(x, x + 3 * i); /* all in one place */
        const SnBoxItems items = {1, NULL, x, x + 3 * count, 0};
        SnBoxTree *tree = sn_box_tree_new(count, &items);
        check_tree(tree, &items);
        check_pairs(tree, &items, tree, &items, NULL, n % 2 ? 0.01 : 0);
        const SnBox wanted = {{-0.3, -0.2, -0.4}, {0.4, 0.1, 0.3}};
        int32_t found[300];
        const int some = sn_box_tree_inside(tree, &wanted, 300, found);
        g_assert_cmpint(sn_box_tree_inside(tree, &wanted, 0, NULL), ==, some);
        int least = 0, most = 0;
        for (int i = 0; i < count; i++) {
            const SnBox box = box_of(&items, i);
            least += boxes_meet(&box, &wanted) == 1;
            most += boxes_meet(&box, &wanted) != 0;
        }
        g_assert_cmpint(some, >=, least);
        g_assert_cmpint(some, <=, most);
        SnBox bounds;
        g_assert_cmpint(sn_box_tree_bounds(tree, &bounds), ==, count > 0);
        sn_box_tree_free(tree);
        g_free(x);
    }
}

/* Bodies wander; their tree, fitted anew without memory, finds the same as a new one. */
static void test_refit(void)
{
    enum { BODIES = 2000 };
    Random r = {3};
    SnBox *boxes = g_new(SnBox, BODIES);
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++) {
            boxes[i].low[k] = random_uniform(&r, 0, 20);
            boxes[i].high[k] = boxes[i].low[k] + random_uniform(&r, 0.2, 1);
        }
    SnBoxTree *tree = sn_box_tree_new_of_boxes(BODIES, boxes);
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++) {
            const double by = random_uniform(&r, 0, 20);
            boxes[i].low[k] += by;
            boxes[i].high[k] += by;
        }
    SnPairList before = {0}, after = {0};
    sn_pair_list_reserve(&before, 100000);
    sn_pair_list_reserve(&after, 100000);
    for (SnPairList *list = &before; list; list = list == &before ? &after : NULL) {
        g_assert_true(sn_box_tree_pairs(tree, tree, list));
        sn_pair_list_reserve(list, 2 * list->n);
        sn_pair_list_sort(list); /* what it needs stays */
    }
    const unsigned long calls = sn_test_allocations();
    sn_box_tree_refit_boxes(tree, boxes);
    g_assert_true(sn_box_tree_pairs(tree, tree, &before));
    sn_pair_list_sort(&before);
    if (sn_test_counting_malloc())
        g_assert_cmpuint(sn_test_allocations() - calls, ==, 0);
    SnBoxTree *fresh = sn_box_tree_new_of_boxes(BODIES, boxes);
    g_assert_true(sn_box_tree_pairs(fresh, fresh, &after));
    sn_pair_list_sort(&after);
    g_assert_cmpint(before.n, >, 100);
    g_assert_cmpmem(before.pairs, (size_t)before.n * sizeof *before.pairs, after.pairs,
                    (size_t)after.n * sizeof *after.pairs);
    sn_box_tree_free(fresh);
    sn_box_tree_free(tree);
    sn_pair_list_clear(&before);
    sn_pair_list_clear(&after);
    g_free(boxes);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/box_tree/pairs", test_pairs);
    g_test_add_func("/geometry/box_tree/points", test_points);
    g_test_add_func("/geometry/box_tree/refit", test_refit);
    return g_test_run();
}
