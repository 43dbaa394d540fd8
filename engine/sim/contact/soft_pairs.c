/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of features of two surfaces that may touch.  They are looked for where trees were fitted
 * anew, and kept until then.  Boxes of slanted edges and triangles meet where these are far apart,
 * so most pairs are not near: what is known of the distance of each is kept too, so that it is
 * passed over for as long as the surfaces have not gone that far. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/soft.h"

#include <float.h>
#include <math.h>

void sn_soft_pairs_clear(SnSoftPairs *list)
{
    sn_pair_list_clear(&list->pairs);
    sn_free(list->away);
    *list = (SnSoftPairs){0};
}

static const SnBoxTree *tree_of(const SnSoftPlace *place, int corners)
{
    return corners == 1 ? place->vertices : corners == 2 ? place->edges : place->triangles;
}

/* The list of these two, or a new one that is empty. */
static SnSoftPairs *list_of(SnSoftPlace *a, int b, int corners_a, int corners_b)
{
    for (int i = 0; i < a->n_lists; i++)
        if (a->lists[i].other == b && a->lists[i].corners[0] == corners_a &&
            a->lists[i].corners[1] == corners_b)
            return &a->lists[i];
    if (!sn_reserve(&a->lists, &a->list_room, a->n_lists + 1, sizeof *a->lists))
        return NULL;
    a->lists[a->n_lists] = (SnSoftPairs){.other = b, .corners = {corners_a, corners_b}};
    return &a->lists[a->n_lists++];
}

/* Trees have around them what the widest gap needs: pairs that keep less are nearer than those. */
static bool find_pairs(const SnSoftPlace *const places[2], const SnBoxTree *const trees[2],
                       double reach, const double way[3], SnPairList *pairs)
{
    const bool goes = way[0] != 0 || way[1] != 0 || way[2] != 0;
    const double overlap = fmax(0, places[0]->margin + places[1]->margin - reach);
    return sn_box_tree_pairs_within(trees[0], trees[1], goes ? way : NULL, overlap, pairs);
}

SnSoftPairs *sn_soft_near_pairs(SnSoftWorkspace *soft, int a, int corners_a, int b, int corners_b,
                                double reach, bool with_way)
{
    SnSoftPlace *const places[2] = {&soft->places[a], &soft->places[b]};
    const SnBoxTree *const trees[2] = {tree_of(places[0], corners_a),
                                       tree_of(places[1], corners_b)};
    SnSoftPairs *list = list_of(places[0], b, corners_a, corners_b);
    if (!list || !trees[0] || !trees[1])
        return list;
    double way[3];
    list->moved = places[0]->moved + places[1]->moved;
    list->moved_on_way = with_way ? places[0]->moved_on_way + places[1]->moved_on_way : list->moved;
    sn_v3_sub(places[0]->shift, places[1]->shift, way);
    if (list->n_fits[0] == places[0]->n_fits && list->n_fits[1] == places[1]->n_fits &&
        list->reach == reach && sn_v3_distance(list->way, way) == 0)
        return list;
    const SnSoftPlace *const fitted[2] = {places[0], places[1]};
    list->pairs.n = 0;
    if (!find_pairs(fitted, trees, reach, way, &list->pairs)) {
        sn_pair_list_reserve(&list->pairs, list->pairs.n + list->pairs.n / 2);
        if (!find_pairs(fitted, trees, reach, way, &list->pairs))
            return NULL;
    }
    sn_v3_copy(way, list->way);
    list->reach = reach;
    sn_pair_list_sort(&list->pairs);
    if (!sn_reserve(&list->away, &list->away_room, list->pairs.n, sizeof *list->away))
        return NULL;
    for (int i = 0; i < list->pairs.n; i++)
        list->away[i] = -FLT_MAX;
    for (int i = 0; i < 2; i++)
        list->n_fits[i] = places[i]->n_fits;
    return list;
}

double sn_soft_vertex_apart(const double *p, const double *const corner[3], double enough)
{
    double weight[3], place[3] = {0};
    const double apart = sn_soft_between_boxes(&p, 1, corner, 3);
    if (apart > enough)
        return apart;
    sn_closest_on_triangle(p, corner[0], corner[1], corner[2], weight);
    for (int k = 0; k < 3; k++)
        sn_v3_axpy(weight[k], corner[k], place);
    return sn_v3_distance(p, place);
}

double sn_soft_edges_apart(const double *const end[4], double enough)
{
    double s, t;
    const double apart = sn_soft_between_boxes(end, 2, end + 2, 2);
    return apart > enough ? apart : sn_closest_of_segments(end[0], end[1], end[2], end[3], &s, &t);
}
