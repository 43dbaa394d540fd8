/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points in the rest shape of a FEM model as sums over the nodes of an element. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nearer to a node than this part of the FEM model's size is at the node [1]. */
static const double SNAP = 1e-9;

static void point_at_node(const SnFemSolid *solid, int node, const double position[3],
                          SnFemPoint *point)
{
    *point = (SnFemPoint){.n = 1, .node = {node}, .weight = {1}};
    point->distance = sn_v3_distance(solid->rest + 3 * node, position);
}

/* d value / d X of the functions at the natural coordinates; zero where the element has no volume
 * there (the tip of a pyramid). */
static void gradients(const SnFemSolid *solid, SnFemPoint *point, double (*derivative)[3])
{
    double jacobian[9] = {0}, inverse[9], size = 0;
    for (int k = 0; k < point->n; k++) {
        const double *x = solid->rest + 3 * point->node[k];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                jacobian[3 * i + j] += x[i] * derivative[k][j];
    }
    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(jacobian[i]));
    if (!(fabs(sn_m3_det(jacobian)) > 1e-9 * size * size * size))
        return;
    sn_m3_inverse(jacobian, inverse);
    for (int k = 0; k < point->n; k++)
        sn_m3_tmul_v3(inverse, derivative[k], point->gradient[k]);
}

/* The weights of the nearest point in the element; with `exact` carried on linearly to the position
 * itself, or those of a node that is there. */
static void point_in_element(const SnFemSolid *solid, double size, int element,
                             const double natural[3], const double position[3], bool exact,
                             SnFemPoint *point)
{
    const int *nodes = solid->nodes + solid->start[element];
    const int n = solid->start[element + 1] - solid->start[element];
    for (int k = 0; exact && k < n; k++)
        if (sn_v3_distance(solid->rest + 3 * nodes[k], position) <= SNAP * size) {
            point_at_node(solid, nodes[k], position, point);
            return;
        }
    double derivative[SN_ELEMENT_MAX_NODES][3], off[3];
    point->n = n;
    sn_element_functions(solid->kind[element], natural, point->weight, derivative);
    sn_v3_copy(position, off);
    for (int k = 0; k < n; k++) {
        point->node[k] = nodes[k];
        sn_v3_axpy(-point->weight[k], solid->rest + 3 * nodes[k], off);
    }
    gradients(solid, point, derivative);
    for (int k = 0; exact && k < n; k++)
        point->weight[k] += sn_v3_dot(point->gradient[k], off);
}

/* Where there are surface elements only: a node, if one is there. */
static bool point_at_some_node(const SnFemDraft *draft, const bool *without,
                               const double position[3], SnFemPoint *point)
{
    const SnFemSolid *solid = draft->solid;
    for (int i = 0; i < draft->n_named; i++) {
        if ((without && without[i]) ||
            sn_v3_distance(solid->rest + 3 * i, position) > SNAP * draft->size)
            continue;
        point_at_node(solid, i, position, point);
        return true;
    }
    return false;
}

bool sn_fem_point(SnFemDraft *draft, const double position[3], bool exact, SnFemPoint *point)
{
    memset(point, 0, sizeof *point);
    if (!draft->finder)
        draft->finder = sn_fem_finder_new(draft->solid);
    double natural[3];
    const int element = sn_fem_find(draft->finder, position, natural, &point->distance);
    if (element < 0)
        return exact && point_at_some_node(draft, NULL, position, point);
    point_in_element(draft->solid, draft->size, element, natural, position, exact, point);
    return true;
}

/* --- among some of the elements --- */

struct SnFemSearch {
    SnFemDraft *draft;
    const bool *without;
    SnFemSolid part; /* the elements searched; rest is that of the whole */
    SnFemFinder *finder;
};

SnFemSearch *sn_fem_search_new(SnFemDraft *draft, const bool *without)
{
    const SnFemSolid *solid = draft->solid;
    SnFemSearch *search = g_new0(SnFemSearch, 1);
    search->draft = draft;
    search->without = without;
    SnFemSolid *part = &search->part;
    part->n_nodes = solid->n_nodes;
    part->rest = solid->rest;
    part->kind = g_new(uint8_t, solid->n_elements + 1);
    part->start = g_new0(int, solid->n_elements + 1);
    part->nodes = g_new(int, solid->start[solid->n_elements] + 1);
    for (int e = 0; e < solid->n_elements; e++) {
        const int *nodes = solid->nodes + solid->start[e];
        const int n = solid->start[e + 1] - solid->start[e];
        bool used = false;
        for (int k = 0; k < n; k++)
            used = used || (nodes[k] < draft->n_named && without[nodes[k]]);
        if (used)
            continue;
        int *start = &part->start[part->n_elements];
        memcpy(part->nodes + *start, nodes, (size_t)n * sizeof *nodes);
        start[1] = *start + n;
        part->kind[part->n_elements++] = solid->kind[e];
    }
    search->finder = sn_fem_finder_new(part);
    return search;
}

bool sn_fem_search(const SnFemSearch *search, const double position[3], SnFemPoint *point)
{
    memset(point, 0, sizeof *point);
    double natural[3];
    const int element = sn_fem_find(search->finder, position, natural, &point->distance);
    if (element < 0)
        return point_at_some_node(search->draft, search->without, position, point);
    point_in_element(&search->part, search->draft->size, element, natural, position, true, point);
    return true;
}

void sn_fem_search_free(SnFemSearch *search)
{
    sn_fem_finder_free(search->finder);
    g_free(search->part.kind);
    g_free(search->part.start);
    g_free(search->part.nodes);
    g_free(search);
}
