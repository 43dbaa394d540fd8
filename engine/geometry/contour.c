/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/contour.h"

#include <assert.h>
#include <math.h>

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/predicates.h"

/* Pairs of triangles whose boxes meet, for each that cuts: room for the usual case. */
enum { PAIRS_PER_SEGMENT = 8 };

/* --- memory --- */

void sn_contour_reserve(SnContour *contour, int32_t segments)
{
    assert(segments >= 0 && segments < INT32_MAX / (2 * PAIRS_PER_SEGMENT));
    sn_pair_list_reserve(&contour->pairs, PAIRS_PER_SEGMENT * segments);
    if (segments <= contour->capacity)
        return;
    int32_t slots = 16;
    while (slots < 2 * segments)
        slots *= 2;
    contour->segments = sn_resize(contour->segments, (size_t)segments, sizeof *contour->segments);
    contour->loops = sn_resize(contour->loops, (size_t)segments, sizeof *contour->loops);
    contour->slots = sn_resize(contour->slots, (size_t)slots, sizeof *contour->slots);
    contour->n_slots = slots;
    contour->capacity = segments;
}

void sn_contour_grow(SnContour *contour)
{
    if (contour->pairs.n > contour->pairs.capacity)
        sn_pair_list_reserve(&contour->pairs, contour->pairs.n + contour->pairs.n / 2);
    if (contour->wanted > contour->capacity)
        sn_contour_reserve(contour, contour->wanted + contour->wanted / 2);
}

void sn_contour_clear(SnContour *contour)
{
    sn_pair_list_clear(&contour->pairs);
    sn_free(contour->segments);
    sn_free(contour->loops);
    sn_free(contour->slots);
    *contour = (SnContour){0};
}

/* --- two triangles --- */

typedef struct TrianglePair {
    const SnSurfaceView *view[2];
    int32_t triangle[2];
    const double *corner[2][3];
    int side[2][3];    /* of each corner against the plane of the other triangle */
    int passing[3][3]; /* of half-edge i of triangle 0 and j of triangle 1 */
} TrianglePair;

/* Corners of triangle s against the other; false if all lie on one side.  Of a triangle that shrank
 * to an edge there is no side: nothing goes through it, but its edges may go through others. */
static bool find_sides(TrianglePair *pair, int s)
{
    const double *const *face = pair->corner[1 - s];
    int low = 0, high = 0;
    for (int k = 0; k < 3; k++) {
        pair->side[s][k] =
            sn_face_side(face[0], face[1], face[2], pair->corner[s][k], s == 0 ? -1 : 1);
        low |= pair->side[s][k] < 0;
        high |= pair->side[s][k] > 0;
    }
    return low == high;
}

/* Where half-edge k of triangle s goes through the other: from the vertex of the lower to that of
 * the higher number, so that the twin has the same bits. */
static void place_point(const TrianglePair *pair, int s, int k, SnContourPoint *point)
{
    const SnSurfaceView *view = pair->view[s];
    const double *const *face = pair->corner[1 - s];
    const int32_t h = 3 * pair->triangle[s] + k;
    const bool turned = sn_half_edge_start(view->mesh, h) > sn_half_edge_end(view->mesh, h);
    const double *p = pair->corner[s][turned ? (k + 1) % 3 : k];
    const double *q = pair->corner[s][turned ? k : (k + 1) % 3];
    const double from = sn_orient3d(face[0], face[1], face[2], p);
    const double to = sn_orient3d(face[0], face[1], face[2], q);
    const double fraction = fmin(fmax(from / (from - to), 0), 1);
    for (int i = 0; i < 3; i++)
        point->x[i] = p[i] + fraction * (q[i] - p[i]);
    point->side = s;
    point->half_edge = h;
    point->triangle = pair->triangle[1 - s];
    point->fraction = turned ? 1 - fraction : fraction;
}

/* Does half-edge k of triangle s go through the other? */
static bool goes_through(const TrianglePair *pair, int s, int k)
{
    const int n = (k + 1) % 3;
    if (pair->side[s][k] * pair->side[s][n] >= 0)
        return false;
    const int a = s == 0 ? pair->passing[k][0] : pair->passing[0][k];
    const int b = s == 0 ? pair->passing[k][1] : pair->passing[1][k];
    const int c = s == 0 ? pair->passing[k][2] : pair->passing[2][k];
    return a != 0 && a == b && b == c;
}

/* The segment that two triangles have in common; false: none. */
static bool cut_pair(const SnSurfaceView *a, const SnSurfaceView *b, const int32_t triangle[2],
                     SnContourSegment *segment)
{
    TrianglePair pair = {.view = {a, b}, .triangle = {triangle[0], triangle[1]}};
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 3; k++)
            pair.corner[s][k] =
                pair.view[s]->x + 3 * (size_t)pair.view[s]->mesh->triangles[3 * triangle[s] + k];
    if (!find_sides(&pair, 0) || !find_sides(&pair, 1))
        return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            pair.passing[i][j] = sn_edge_side(pair.corner[0][i], pair.corner[0][(i + 1) % 3],
                                              pair.corner[1][j], pair.corner[1][(j + 1) % 3], 1);
    int count[2] = {0};
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 3; k++) {
            if (!goes_through(&pair, s, k))
                continue;
            /* Along normal 0 x normal 1, triangle 0 is left where its boundary comes from above. */
            const int end = (pair.side[s][k] > 0) == (s == 0);
            count[end]++;
            place_point(&pair, s, k, &segment->points[end]);
        }
    segment->triangle[0] = triangle[0];
    segment->triangle[1] = triangle[1];
    return count[0] == 1 && count[1] == 1; /* or 0 and 0; numbers that are not finite give others */
}

/* --- order --- */

static bool comes_before(const SnContourSegment *a, const SnContourSegment *b)
{
    return a->triangle[0] < b->triangle[0] ||
           (a->triangle[0] == b->triangle[0] && a->triangle[1] < b->triangle[1]);
}

static void sink(SnContourSegment *segments, int32_t at, int32_t n)
{
    const SnContourSegment moved = segments[at];
    for (int32_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && comes_before(&segments[child], &segments[child + 1]))
            child++;
        if (!comes_before(&moved, &segments[child]))
            break;
        segments[at] = segments[child];
        at = child;
    }
    segments[at] = moved;
}

/* By their triangles (heapsort: no memory).  Trees give them in an order that follows the boxes,
 * and these what the surfaces were fitted to before. */
static void sort_segments(SnContour *contour)
{
    SnContourSegment *segments = contour->segments;
    for (int32_t i = contour->n_segments / 2; i-- > 0;)
        sink(segments, i, contour->n_segments);
    for (int32_t n = contour->n_segments; n-- > 1;) {
        const SnContourSegment last = segments[0];
        segments[0] = segments[n];
        segments[n] = last;
        sink(segments, 0, n);
    }
}

/* --- loops --- */

static uint32_t slot_of(const SnContour *contour, int32_t f, int32_t g)
{
    uint64_t x = ((uint64_t)(uint32_t)f << 32 | (uint32_t)g) * UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 29;
    return (uint32_t)(x * UINT64_C(0xbf58476d1ce4e5b9) >> 32) & (uint32_t)(contour->n_slots - 1);
}

static void fill_slots(SnContour *contour)
{
    for (int32_t i = 0; i < contour->n_slots; i++)
        contour->slots[i] = -1;
    for (int32_t i = 0; i < contour->n_segments; i++) {
        const int32_t *t = contour->segments[i].triangle;
        uint32_t slot = slot_of(contour, t[0], t[1]);
        while (contour->slots[slot] >= 0)
            slot = (slot + 1) & (uint32_t)(contour->n_slots - 1);
        contour->slots[slot] = i;
    }
}

static int32_t find_segment(const SnContour *contour, int32_t f, int32_t g)
{
    uint32_t slot = slot_of(contour, f, g);
    while (contour->slots[slot] >= 0) {
        const int32_t *t = contour->segments[contour->slots[slot]].triangle;
        if (t[0] == f && t[1] == g)
            break;
        slot = (slot + 1) & (uint32_t)(contour->n_slots - 1);
    }
    return contour->slots[slot];
}

enum { LOOP_STARTS = -1, LOOP_FOLLOWS = -2 };

static void link_segments(const SnSurfaceView *a, const SnSurfaceView *b, SnContour *contour)
{
    fill_slots(contour);
    for (int32_t i = 0; i < contour->n_segments; i++)
        contour->segments[i].loop = LOOP_STARTS;
    for (int32_t i = 0; i < contour->n_segments; i++) {
        SnContourSegment *segment = &contour->segments[i];
        const SnContourPoint *end = &segment->points[1];
        const int32_t twin = (end->side == 0 ? a : b)->mesh->twin[end->half_edge];
        segment->next = -1;
        if (twin >= 0)
            segment->next = end->side == 0 ? find_segment(contour, twin / 3, segment->triangle[1])
                                           : find_segment(contour, segment->triangle[0], twin / 3);
        if (segment->next >= 0)
            contour->segments[segment->next].loop = LOOP_FOLLOWS;
    }
}

static void follow_loop(SnContour *contour, int32_t first, bool closed)
{
    SnContourLoop *loop = &contour->loops[contour->n_loops];
    const double *origin = contour->segments[first].points[0].x;
    *loop = (SnContourLoop){.first = first, .closed = closed};
    for (int32_t i = first; i >= 0 && contour->segments[i].loop < 0;
         i = contour->segments[i].next) {
        SnContourSegment *segment = &contour->segments[i];
        double p[3], q[3], cross[3];
        sn_v3_sub(segment->points[0].x, origin, p);
        sn_v3_sub(segment->points[1].x, origin, q);
        sn_v3_cross(p, q, cross);
        sn_v3_axpy(0.5, cross, loop->area);
        const double length = sn_v3_distance(p, q);
        loop->length += length;
        sn_v3_axpy(0.5 * length, p, loop->centre);
        sn_v3_axpy(0.5 * length, q, loop->centre);
        segment->loop = contour->n_loops;
        loop->count++;
    }
    sn_v3_scale(loop->length > 0 ? 1 / loop->length : 0, loop->centre, loop->centre);
    sn_v3_add(loop->centre, origin, loop->centre);
    if (!closed)
        sn_v3_set(0, 0, 0, loop->area);
    contour->n_loops++;
}

static void find_loops(SnContour *contour)
{
    for (int32_t i = 0; i < contour->n_segments; i++)
        if (contour->segments[i].loop == LOOP_STARTS) {
            contour->n_open++;
            follow_loop(contour, i, false);
        }
    for (int32_t i = 0; i < contour->n_segments; i++)
        if (contour->segments[i].loop == LOOP_FOLLOWS)
            follow_loop(contour, i, true);
}

bool sn_contour_find(const SnSurfaceView *a, const SnSurfaceView *b, SnContour *contour)
{
    contour->n_segments = contour->n_loops = contour->n_open = 0;
    contour->wanted = 0;
    contour->full = !sn_box_tree_pairs(a->tree, b->tree, &contour->pairs);
    for (int i = 0; i < contour->pairs.n && !contour->full; i++) {
        SnContourSegment segment;
        if (!cut_pair(a, b, contour->pairs.pairs[i], &segment))
            continue;
        if (contour->wanted < contour->capacity)
            contour->segments[contour->wanted] = segment;
        contour->wanted++;
    }
    contour->full |= contour->wanted > contour->capacity;
    if (contour->full)
        return false;
    contour->n_segments = contour->wanted;
    if (contour->n_segments > 0) {
        sort_segments(contour);
        link_segments(a, b, contour);
        find_loops(contour);
    }
    return true;
}
