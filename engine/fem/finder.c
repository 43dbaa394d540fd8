/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places in elements at rest: a tree of bounding boxes over the solid elements, Newton's method for
 * natural coordinates, and outside all elements the nearest point of their faces (flat faces
 * exactly, others by the triangles of their corners and middles). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/fem/shape_functions.h"
#include "engine/fem/solid.h"

#define LEAF 4
/* Natural coordinates so far outside count as inside. */
#define INSIDE     1e-9
#define ITERATIONS 30

typedef struct Box {
    double low[3], high[3];
} Box;

typedef struct TreeNode {
    Box box;
    int first, count; /* leaf: its elements in `order`; else count 0, children: this + 1, first */
} TreeNode;

struct SnFemFinder {
    const SnFemSolid *solid;
    int n;
    int *order;
    Box *box; /* [n_elements] */
    TreeNode *tree;
    int n_tree;
};

/* --- tree --- */

static Box element_box(const SnFemSolid *solid, int e)
{
    Box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    const SnElementKind kind = (SnElementKind)solid->kind[e];

    for (int k = solid->start[e]; k < solid->start[e + 1]; k++)
        for (int i = 0; i < 3; i++) {
            const double x = solid->rest[3 * (ptrdiff_t)solid->nodes[k] + i];
            box.low[i] = fmin(box.low[i], x);
            box.high[i] = fmax(box.high[i], x);
        }
    /* curved edges leave the box of their nodes */
    for (int i = 0; sn_element_corner_kind(kind) != kind && i < 3; i++) {
        const double margin = 0.15 * (box.high[i] - box.low[i]);
        box.low[i] -= margin;
        box.high[i] += margin;
    }
    return box;
}

static void grow(Box *box, const Box *other)
{
    for (int i = 0; i < 3; i++) {
        box->low[i] = fmin(box->low[i], other->low[i]);
        box->high[i] = fmax(box->high[i], other->high[i]);
    }
}

typedef struct SortKey {
    double centre;
    int element;
} SortKey;

static int compare_keys(const void *a, const void *b)
{
    const SortKey *p = a, *q = b;
    return p->centre != q->centre ? (p->centre > q->centre ? 1 : -1)
                                  : (p->element > q->element) - (p->element < q->element);
}

/* Halves at the median of the longest side; depth is the logarithm of the count. */
static int build(SnFemFinder *finder, int first, int count, SortKey *key)
{
    const int index = finder->n_tree++;
    TreeNode *node = &finder->tree[index];

    node->box = finder->box[finder->order[first]];
    for (int k = 1; k < count; k++)
        grow(&node->box, &finder->box[finder->order[first + k]]);
    node->first = first;
    node->count = count;
    if (count <= LEAF)
        return index;
    int axis = 0;
    for (int i = 1; i < 3; i++)
        if (node->box.high[i] - node->box.low[i] > node->box.high[axis] - node->box.low[axis])
            axis = i;
    for (int k = 0; k < count; k++) {
        const Box *box = &finder->box[finder->order[first + k]];
        key[k] = (SortKey){box->low[axis] + box->high[axis], finder->order[first + k]};
    }
    qsort(key, (size_t)count, sizeof *key, compare_keys);
    for (int k = 0; k < count; k++)
        finder->order[first + k] = key[k].element;
    node->count = 0;
    build(finder, first, count / 2, key);
    node->first = build(finder, first + count / 2, count - count / 2, key);
    return index;
}

SnFemFinder *sn_fem_finder_new(const SnFemSolid *solid)
{
    SnFemFinder *finder = sn_alloc(1, sizeof *finder);
    const size_t room = (size_t)solid->n_elements + 1;

    finder->solid = solid;
    finder->order = sn_alloc(room, sizeof *finder->order);
    finder->box = sn_alloc(room, sizeof *finder->box);
    finder->tree = sn_alloc(2 * room, sizeof *finder->tree);
    for (int e = 0; e < solid->n_elements; e++) {
        if (sn_element_is_surface((SnElementKind)solid->kind[e]))
            continue;
        finder->box[e] = element_box(solid, e);
        finder->order[finder->n++] = e;
    }
    if (finder->n > 0) {
        SortKey *key = sn_alloc(room, sizeof *key);
        build(finder, 0, finder->n, key);
        sn_free(key);
    }
    return finder;
}

void sn_fem_finder_free(SnFemFinder *finder)
{
    if (!finder)
        return;
    sn_free(finder->order);
    sn_free(finder->box);
    sn_free(finder->tree);
    sn_free(finder);
}

/* --- one element --- */

typedef struct Element {
    SnElementKind kind;
    int n;
    double x[SN_ELEMENT_MAX_NODES][3];
} Element;

static Element element_of(const SnFemSolid *solid, int e)
{
    Element element = {(SnElementKind)solid->kind[e], solid->start[e + 1] - solid->start[e], {{0}}};
    for (int a = 0; a < element.n; a++)
        memcpy(element.x[a], solid->rest + 3 * (ptrdiff_t)solid->nodes[solid->start[e] + a],
               sizeof element.x[a]);
    return element;
}

/* Place of natural coordinates and its derivative. */
static void place_element(const Element *element, const double natural[3], double x[3],
                          double j[3][3])
{
    double value[SN_ELEMENT_MAX_NODES], derivative[SN_ELEMENT_MAX_NODES][3];

    sn_element_functions(element->kind, natural, value, derivative);
    for (int i = 0; i < 3; i++) {
        x[i] = j[i][0] = j[i][1] = j[i][2] = 0;
        for (int a = 0; a < element->n; a++) {
            x[i] += value[a] * element->x[a][i];
            for (int k = 0; k < 3; k++)
                j[i][k] += derivative[a][k] * element->x[a][i];
        }
    }
}

static void clamp(double *value, double low, double high)
{
    *value = fmin(fmax(*value, low), high);
}

/* Moves natural coordinates into the element; returns by how much. */
static double clamp_natural(SnElementKind kind, double natural[3])
{
    const double before[3] = {natural[0], natural[1], natural[2]};
    double moved = 0;

    switch (sn_element_corner_kind(kind)) {
    case SN_ELEMENT_TET4:
    case SN_ELEMENT_WEDGE6: {
        const int sides = sn_element_corner_kind(kind) == SN_ELEMENT_TET4 ? 3 : 2;
        double sum = 0;
        for (int i = 0; i < sides; i++) {
            natural[i] = fmax(natural[i], 0);
            sum += natural[i];
        }
        for (int i = 0; sum > 1 && i < sides; i++)
            natural[i] /= sum;
        if (sides == 2)
            clamp(&natural[2], -1, 1);
        break;
    }
    case SN_ELEMENT_HEX8:
        for (int i = 0; i < 3; i++)
            clamp(&natural[i], -1, 1);
        break;
    default:
        clamp(&natural[0], -1, 1);
        clamp(&natural[1], -1, 1);
        clamp(&natural[2], 0, 1);
        break;
    }
    for (int i = 0; i < 3; i++)
        moved = fmax(moved, fabs(natural[i] - before[i]));
    return moved;
}

/* Newton's method from the middle, kept near the element; false: it did not get there. */
static bool invert(const Element *element, const double position[3], double natural[3])
{
    double node[SN_ELEMENT_MAX_NODES][3];

    sn_element_natural_nodes(element->kind, node);
    const int corners = sn_element_shape(element->kind)->n_corners;
    natural[0] = natural[1] = natural[2] = 0;
    for (int a = 0; a < corners; a++)
        for (int i = 0; i < 3; i++)
            natural[i] += node[a][i] / corners;
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        double x[3], j[3][3], c[3][3], r[3], largest = 0;
        place_element(element, natural, x, j);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) {
                const int p = (i + 1) % 3, q = (i + 2) % 3, s = (k + 1) % 3, t = (k + 2) % 3;
                c[i][k] = j[p][s] * j[q][t] - j[p][t] * j[q][s];
            }
        const double det = j[0][0] * c[0][0] + j[0][1] * c[0][1] + j[0][2] * c[0][2];
        if (!(fabs(det) > 0))
            return false;
        for (int i = 0; i < 3; i++)
            r[i] = position[i] - x[i];
        for (int k = 0; k < 3; k++) {
            const double step = (c[0][k] * r[0] + c[1][k] * r[1] + c[2][k] * r[2]) / det;
            natural[k] += fmin(fmax(step, -1), 1);
            largest = fmax(largest, fabs(step));
        }
        if (!(fabs(natural[0]) + fabs(natural[1]) + fabs(natural[2]) < 20))
            return false;
        if (largest < 1e-13)
            return true;
        if (element->kind == SN_ELEMENT_PYRAMID5)
            clamp(&natural[2], -1, 1 - 1e-12); /* the apex has no r and s */
        if (largest < 1e-10 && iteration > 3)
            return true;
    }
    return false;
}

static double distance_between(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

/* Barycentric coordinates of the nearest point of a triangle (Ericson 2005, 5.1.5). */
static void nearest_of_triangle(const double p[3], const double *a, const double *b,
                                const double *c, double weight[3])
{
    double ab[3], ac[3], d[6] = {0};

    for (int i = 0; i < 3; i++) {
        ab[i] = b[i] - a[i];
        ac[i] = c[i] - a[i];
    }
    for (int i = 0; i < 3; i++) {
        d[0] += ab[i] * (p[i] - a[i]);
        d[1] += ac[i] * (p[i] - a[i]);
        d[2] += ab[i] * (p[i] - b[i]);
        d[3] += ac[i] * (p[i] - b[i]);
        d[4] += ab[i] * (p[i] - c[i]);
        d[5] += ac[i] * (p[i] - c[i]);
    }
    const double va = d[2] * d[5] - d[4] * d[3], vb = d[4] * d[1] - d[0] * d[5],
                 vc = d[0] * d[3] - d[2] * d[1];
    double v, w;
    if (d[0] <= 0 && d[1] <= 0)
        v = w = 0;
    else if (d[2] >= 0 && d[3] <= d[2])
        v = 1, w = 0;
    else if (vc <= 0 && d[0] >= 0 && d[2] <= 0)
        v = d[0] / (d[0] - d[2]), w = 0;
    else if (d[5] >= 0 && d[4] <= d[5])
        v = 0, w = 1;
    else if (vb <= 0 && d[1] >= 0 && d[5] <= 0)
        v = 0, w = d[1] / (d[1] - d[5]);
    else if (va <= 0 && d[3] - d[2] >= 0 && d[4] - d[5] >= 0)
        w = (d[3] - d[2]) / ((d[3] - d[2]) + (d[4] - d[5])), v = 1 - w;
    else
        v = vb / (va + vb + vc), w = vc / (va + vb + vc);
    weight[0] = 1 - v - w;
    weight[1] = v;
    weight[2] = w;
}

/* Better of the nearest point of a triangle of natural coordinates and what there is. */
static void try_triangle(const Element *element, const double position[3], double corner[3][3],
                         double natural[3], double *distance)
{
    double x[3][3], j[3][3], weight[3], candidate[3], there[3];

    for (int k = 0; k < 3; k++)
        place_element(element, corner[k], x[k], j);
    nearest_of_triangle(position, x[0], x[1], x[2], weight);
    for (int i = 0; i < 3; i++)
        candidate[i] =
            weight[0] * corner[0][i] + weight[1] * corner[1][i] + weight[2] * corner[2][i];
    place_element(element, candidate, there, j);
    const double found = distance_between(there, position);
    if (found < *distance) {
        *distance = found;
        memcpy(natural, candidate, sizeof candidate);
    }
}

/* Faces as fans of triangles around their middle; linear triangles are one. */
static void nearest_on_faces(const Element *element, const double position[3], double natural[3],
                             double *distance)
{
    const SnElementShape *shape = sn_element_shape(element->kind);
    double node[SN_ELEMENT_MAX_NODES][3];

    sn_element_natural_nodes(element->kind, node);
    *distance = INFINITY;
    for (int f = 0; f < shape->n_faces; f++) {
        const SnElementFace *face = &shape->face[f];
        const int corners = face->n_corners, middles = face->n - corners;
        double corner[3][3] = {{0}};
        if (corners == 3 && middles == 0) {
            for (int k = 0; k < 3; k++)
                memcpy(corner[k], node[face->node[k]], sizeof corner[k]);
            try_triangle(element, position, corner, natural, distance);
            continue;
        }
        for (int k = 0; k < corners; k++)
            for (int i = 0; i < 3; i++)
                corner[0][i] += node[face->node[k]][i] / corners;
        for (int k = 0; k < corners; k++) {
            const signed char p = face->node[k], q = face->node[(k + 1) % corners];
            double middle[3];
            for (int i = 0; i < 3; i++)
                middle[i] = 0.5 * (node[p][i] + node[q][i]);
            memcpy(corner[1], node[p], sizeof corner[1]);
            memcpy(corner[2], middles > 0 ? middle : node[q], sizeof corner[2]);
            try_triangle(element, position, corner, natural, distance);
            if (middles == 0)
                continue;
            memcpy(corner[1], middle, sizeof corner[1]);
            memcpy(corner[2], node[q], sizeof corner[2]);
            try_triangle(element, position, corner, natural, distance);
        }
    }
}

/* Distance to an element and the natural coordinates there. */
static double reach_of_element(const Element *element, const double position[3], double natural[3])
{
    double there[3], j[3][3], distance;

    if (invert(element, position, natural) && clamp_natural(element->kind, natural) < INSIDE)
        return 0;
    nearest_on_faces(element, position, natural, &distance);
    /* beside a curved face Newton's answer, moved inside, may be nearer than the triangles' */
    double moved[3];
    if (invert(element, position, moved)) {
        clamp_natural(element->kind, moved);
        place_element(element, moved, there, j);
        const double found = distance_between(there, position);
        if (found < distance) {
            distance = found;
            memcpy(natural, moved, sizeof moved);
        }
    }
    return distance;
}

/* --- search --- */

static double box_distance(const Box *box, const double p[3])
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double d = fmax(fmax(box->low[i] - p[i], p[i] - box->high[i]), 0);
        sum += d * d;
    }
    return sqrt(sum);
}

typedef struct Search {
    const SnFemFinder *finder;
    const double *position;
    int element;
    double distance, natural[3];
} Search;

static void search_cell(Search *s, int index)
{
    const SnFemFinder *finder = s->finder;
    const TreeNode *node = &finder->tree[index];

    if (s->distance == 0 || box_distance(&node->box, s->position) >= s->distance)
        return;
    if (node->count == 0) {
        const int left = index + 1, right = node->first;
        const double to_left = box_distance(&finder->tree[left].box, s->position),
                     to_right = box_distance(&finder->tree[right].box, s->position);
        search_cell(s, to_left <= to_right ? left : right);
        search_cell(s, to_left <= to_right ? right : left);
        return;
    }
    for (int k = node->first; k < node->first + node->count; k++) {
        const int e = finder->order[k];
        if (s->distance == 0 || box_distance(&finder->box[e], s->position) >= s->distance)
            continue;
        const Element element = element_of(finder->solid, e);
        double natural[3];
        const double distance = reach_of_element(&element, s->position, natural);
        if (distance < s->distance) {
            s->distance = distance;
            s->element = e;
            memcpy(s->natural, natural, sizeof natural);
        }
    }
}

int sn_fem_find(const SnFemFinder *finder, const double position[3], double natural[3],
                double *distance)
{
    Search s = {.finder = finder, .position = position, .element = -1, .distance = INFINITY};

    if (finder->n > 0)
        search_cell(&s, 0);
    memcpy(natural, s.natural, sizeof s.natural);
    *distance = s.element < 0 ? (double)INFINITY : s.distance;
    return s.element;
}
