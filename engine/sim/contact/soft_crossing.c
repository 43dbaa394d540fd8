/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What would meet on its way through a step: points go straight from its start to its end, so that
 * the first time of contact is known (engine/geometry/continuous.h). */
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/geometry/continuous.h"
#include "engine/geometry/predicates.h"
#include "engine/sim/contact/soft.h"

#include <math.h>
#include <string.h>

/* Of the gap that is kept, or of what there was at the start of the step, what must be left. */
#define LEFT      0.1
#define TOLERANCE 0.2 /* of times of contact, over what must be left */

typedef struct Search {
    SnWorkspace *work;
    const SnSoftPair *pair;
    const SnTouchSurface *surface[2];
    const SnSoftPlace *place[2];
    SnId *id;
    bool *crosses;
    bool *touched; /* from the start: it has no side that it came from */
    bool corrected;
} Search;

/* Four points of two bodies, the first `n` of one, on their ways. */
typedef struct Way {
    int n;
    double from[4][3], to[4][3];
} Way;

static void add_point(const Search *search, int side, int32_t vertex, int i, Way *way)
{
    memcpy(way->from[i], search->place[side]->before + 3 * (size_t)vertex, sizeof way->from[i]);
    memcpy(way->to[i], search->place[side]->x + 3 * (size_t)vertex, sizeof way->to[i]);
}

static double distance_at_start(const Way *way)
{
    double weight[3], place[3] = {0}, s, t;
    const double(*x)[3] = way->from;
    if (way->n == 2)
        return sn_closest_of_segments(x[0], x[1], x[2], x[3], &s, &t);
    sn_closest_on_triangle(x[0], x[1], x[2], x[3], weight);
    for (int k = 0; k < 3; k++)
        sn_v3_axpy(weight[k], x[1 + k], place);
    return sn_v3_distance(x[0], place);
}

/* Furthest that points of both sides go. */
static double furthest(const Way *way)
{
    double most[2] = {0, 0};
    for (int i = 0; i < 4; i++)
        most[i >= way->n] = fmax(most[i >= way->n], sn_v3_distance(way->from[i], way->to[i]));
    return most[0] + most[1];
}

/* The same seen from where they are on average: when they meet does not depend on that, and most
 * pairs of a surface that moves are then nowhere near. */
static void stay_together(Way *way)
{
    double shift[3] = {0};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            shift[k] += 0.25 * (way->to[i][k] - way->from[i][k]);
    for (int i = 0; i < 4; i++)
        sn_v3_add(way->from[i], shift, way->from[i]);
}

/* Whether boxes about their ways are further apart than the gap. */
static bool stays_away(const Search *search, const Way *way)
{
    const double reach = search->pair->radius + search->pair->gap;
    for (int k = 0; k < 3; k++) {
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int i = 0; i < 4; i++) {
            const int side = i >= way->n;
            const double from = way->from[i][k], to = way->to[i][k];
            const double least = from < to ? from : to, most = from < to ? to : from;
            low[side] = least < low[side] ? least : low[side];
            high[side] = most > high[side] ? most : high[side];
        }
        if (low[1] - high[0] > reach || low[0] - high[1] > reach)
            return true;
    }
    return false;
}

/* When they meet; INFINITY: they do not. */
static double time_of(const Search *search, const Way *way)
{
    const double radius = search->pair->radius, gap = search->pair->gap;
    if (stays_away(search, way))
        return INFINITY;
    const double distance = distance_at_start(way) - radius;
    const double left = LEFT * fmin(gap, distance);
    if (distance < SN_SOFT_TOUCHING * gap)
        *search->touched = true;
    if (distance < SN_SOFT_TOUCHING * gap || distance - furthest(way) > left)
        return INFINITY;
    return way->n == 1
               ? sn_contact_time_of_vertex(way->from, way->to, radius + left, TOLERANCE * left)
               : sn_contact_time_of_edges(way->from, way->to, radius + left, TOLERANCE * left);
}

/* --- contacts ahead --- */

/* Both surfaces at a time of their way, in the points of a pair of features alone. */
static void move_points(const Search *search, int side, int n, const int32_t *vertex, double time,
                        double (*saved)[3])
{
    double *x = search->place[side]->x;
    const double *before = search->place[side]->before;
    for (int i = 0; i < n; i++) {
        const size_t at = 3 * (size_t)vertex[i];
        memcpy(saved[i], x + at, sizeof saved[i]);
        for (size_t k = 0; k < 3; k++)
            x[at + k] = before[at + k] + time * (x[at + k] - before[at + k]);
    }
}

static void restore_points(const Search *search, int side, int n, const int32_t *vertex,
                           double (*saved)[3])
{
    for (int i = n - 1; i >= 0; i--)
        memcpy(search->place[side]->x + 3 * (size_t)vertex[i], saved[i], sizeof saved[i]);
}

static bool can_move(const SnSystem *system, const SnContact *contact)
{
    bool moves = false;
    for (int s = 0; s < 2; s++) {
        moves = moves || (contact->n_points[s] == 0 && !sn_is_kinematic(system, contact->block[s]));
        for (int i = 0; i < contact->n_points[s]; i++)
            moves = moves ||
                    (contact->weight[s][i] != 0 && !sn_is_kinematic(system, contact->points[s][i]));
    }
    return moves;
}

/* Beyond the end of a cylinder's axis, where that is flat. */
static bool is_beyond(const Search *search, SnSoftKind kind, int a, int b, const SnContact *contact)
{
    const int edge[2] = {a, b};
    for (int side = 0; side < 2 && kind == SN_SOFT_EDGES; side++) {
        const SnTouchSurface *s = search->surface[side];
        if (!s->core)
            continue;
        const double *end = s->local + 3 * (size_t)s->edges[2 * edge[side]];
        const double *other = s->local + 3 * (size_t)s->edges[2 * edge[side] + 1];
        const double length = sn_v3_distance(end, other);
        if (length > 0 &&
            sn_thin_is_end(s, edge[side], sn_v3_distance(contact->local[side], end) / length))
            return true;
    }
    return false;
}

static void note(const Search *search, SnSoftKind kind, bool swapped, int a, int b, const int n[2],
                 const int32_t *const vertex[2], double time)
{
    double saved[2][3][3];
    SnContact contact;
    double *const x[2] = {search->place[0]->x, search->place[1]->x};
    for (int side = 0; side < 2; side++)
        move_points(search, side, n[side], vertex[side], time, saved[side]);
    const bool good = sn_soft_contact(search->pair, kind, swapped, a, b, x, &contact);
    for (int side = 1; side >= 0; side--)
        restore_points(search, side, n[side], vertex[side], saved[side]);
    if (!good || !can_move(search->pair->system, &contact) ||
        is_beyond(search, kind, a, b, &contact))
        return;
    SnSoftMeeting meeting = {.contact = contact,
                             .surface = {search->pair->surface[0], search->pair->surface[1]},
                             .time = time,
                             .n_points = kind == SN_SOFT_EDGES ? 4 : 1};
    if (kind == SN_SOFT_EDGES)
        for (int i = 0; i < 4; i++)
            meeting.point[i] = search->surface[i / 2]->first + vertex[i / 2][i % 2];
    else
        meeting.point[0] = search->surface[swapped]->first + a;
    sn_soft_note(search->work->contacts->soft, &meeting);
    *search->crosses = true;
    *search->id = search->surface[0]->id;
}

/* --- pairs of features --- */

static void look_at_vertex(const Search *search, bool swapped, int32_t vertex, int32_t triangle)
{
    const int side = swapped ? 1 : 0;
    const int32_t *corner = search->surface[!side]->triangles + 3 * (size_t)triangle;
    if (search->pair->surface[0] == search->pair->surface[1] &&
        (corner[0] == vertex || corner[1] == vertex || corner[2] == vertex))
        return;
    if (sn_thin_passes(search->surface[side], 1, &vertex, search->surface[!side], 3, corner))
        return;
    Way way = {.n = 1};
    add_point(search, side, vertex, 0, &way);
    for (int i = 0; i < 3; i++)
        add_point(search, !side, corner[i], 1 + i, &way);
    stay_together(&way);
    const double time = time_of(search, &way);
    if (!(time <= 1))
        return;
    const int n[2] = {swapped ? 3 : 1, swapped ? 1 : 3};
    const int32_t *const moved[2] = {swapped ? corner : &vertex, swapped ? &vertex : corner};
    note(search, SN_SOFT_VERTEX_FACE, swapped, vertex, triangle, n, moved, time);
}

static void look_at_edges(const Search *search, int32_t a, int32_t b)
{
    const int32_t *p = search->surface[0]->edges + 2 * (size_t)a;
    const int32_t *q = search->surface[1]->edges + 2 * (size_t)b;
    if (search->pair->surface[0] == search->pair->surface[1] &&
        (p[0] == q[0] || p[0] == q[1] || p[1] == q[0] || p[1] == q[1]))
        return;
    if (sn_thin_passes(search->surface[0], 2, p, search->surface[1], 2, q))
        return;
    Way way = {.n = 2};
    for (int i = 0; i < 2; i++) {
        add_point(search, 0, p[i], i, &way);
        add_point(search, 1, q[i], 2 + i, &way);
    }
    stay_together(&way);
    const double time = time_of(search, &way);
    if (time <= 1)
        note(search, SN_SOFT_EDGES, false, a, b, (int[2]){2, 2}, (const int32_t *const[2]){p, q},
             time);
}

static const double *end_of(const Search *search, int side, int32_t vertex)
{
    return search->place[side]->x + 3 * (size_t)vertex;
}

/* Whether a pair is so far apart where the step ends that it cannot have met.  Where trees have
 * just been fitted it is found out now: what is near is looked for there next, and knows it then.
 */
static bool is_away(const Search *search, SnSoftPairs *list, int i, bool swapped)
{
    const double reach = search->pair->radius + search->pair->gap;
    if (!sn_soft_is_known(list, i)) {
        const int32_t *pair = list->pairs.pairs[i];
        const double enough = sn_soft_reach(search->pair);
        const double *x[4];
        if (list->corners[0] == 2) {
            for (int k = 0; k < 4; k++)
                x[k] =
                    end_of(search, k / 2, search->surface[k / 2]->edges[2 * pair[k / 2] + k % 2]);
            sn_soft_note_away(list, i, sn_soft_edges_apart(x, enough));
        } else {
            const int32_t *corner = search->surface[!swapped]->triangles + 3 * (size_t)pair[1];
            for (int k = 0; k < 3; k++)
                x[k] = end_of(search, !swapped, corner[k]);
            sn_soft_note_away(list, i,
                              sn_soft_vertex_apart(end_of(search, swapped, pair[0]), x, enough));
        }
    }
    return sn_soft_is_away(list, i, reach);
}

static void vertices_and_faces(const Search *search, bool swapped)
{
    const int side = swapped ? 1 : 0, *surface = search->pair->surface;
    SnSoftPairs *list = sn_soft_near_pairs(search->work->contacts->soft, surface[side], 1,
                                           surface[!side], 3, sn_soft_reach(search->pair), true);
    search->work->contacts->out_of_memory |= !list;
    for (int i = 0; list && i < list->pairs.n; i++)
        if (!is_away(search, list, i, swapped))
            look_at_vertex(search, swapped, list->pairs.pairs[i][0], list->pairs.pairs[i][1]);
}

static void edges_and_edges(const Search *search)
{
    const int *surface = search->pair->surface;
    SnSoftPairs *list = sn_soft_near_pairs(search->work->contacts->soft, surface[0], 2, surface[1],
                                           2, sn_soft_reach(search->pair), true);
    search->work->contacts->out_of_memory |= !list;
    for (int i = 0; list && i < list->pairs.n; i++)
        if (!is_away(search, list, i, false))
            look_at_edges(search, list->pairs.pairs[i][0], list->pairs.pairs[i][1]);
}

/* --- what touched from the start --- */

static void go_through(const Search *search)
{
    *search->crosses = true;
    *search->id = search->surface[0]->id;
}

static bool share_a_corner(const int32_t a[3], const int32_t b[3])
{
    for (int i = 0; i < 3; i++)
        if (a[i] == b[0] || a[i] == b[1] || a[i] == b[2])
            return true;
    return false;
}

/* Whether one moves by itself, and no node hangs on something: those stay where they touch. */
static bool is_free(const Search *search, const int32_t *const corner[2])
{
    const SnSystem *system = search->pair->system;
    bool free = false;
    for (int side = 0; side < 2; side++) {
        const SnTouchSurface *s = search->surface[side];
        for (int k = 0; k < 3; k++) {
            const int block = s->block >= 0 ? s->block : s->vertex_block[corner[side][k]];
            if (s->block < 0 && block >= system->n_active && !sn_is_kinematic(system, block))
                return false;
            free = free || !sn_is_kinematic(system, block);
        }
    }
    return free;
}

/* Its way tells nothing: no triangles may have a point in common where the step ends. */
static void hold_apart(const Search *search)
{
    const int *surface = search->pair->surface;
    SnSoftPairs *list = sn_soft_near_pairs(search->work->contacts->soft, surface[0], 3, surface[1],
                                           3, sn_soft_reach(search->pair), true);
    search->work->contacts->out_of_memory |= !list;
    for (int i = 0; list && i < list->pairs.n; i++) {
        const int32_t *c[2];
        double x[2][3][3];
        for (int side = 0; side < 2; side++) {
            c[side] = search->surface[side]->triangles + 3 * (size_t)list->pairs.pairs[i][side];
            for (int k = 0; k < 3; k++)
                sn_v3_copy(end_of(search, side, c[side][k]), x[side][k]);
        }
        if (!(surface[0] == surface[1] && share_a_corner(c[0], c[1])) && is_free(search, c) &&
            sn_triangles_meet((const double(*)[3])x[0], (const double(*)[3])x[1]))
            go_through(search);
    }
}

typedef struct Look {
    SnWorkspace *work;
    SnId *id;
    bool crosses, corrected;
} Look;

/* Points that end below a half-space where they were not. */
static void half_space(const Search *search)
{
    const double *before = search->place[1]->before, *after = search->place[1]->x;
    double up[2][3];
    sn_v3_sub(before + 3, before, up[0]);
    sn_v3_sub(after + 3, after, up[1]);
    for (int32_t v = 0; v < search->surface[0]->n_vertices; v++) {
        double from[3], to[3];
        if (sn_thin_passes(search->surface[0], 1, &v, search->surface[1], 0, NULL))
            continue;
        sn_v3_sub(search->place[0]->before + 3 * (size_t)v, before, from);
        sn_v3_sub(search->place[0]->x + 3 * (size_t)v, after, to);
        const double radius = search->pair->radius;
        const double start = sn_v3_dot(from, up[0]) - radius, end = sn_v3_dot(to, up[1]) - radius;
        const double left = LEFT * fmin(search->pair->gap, start);
        if (search->corrected && start < SN_SOFT_TOUCHING * search->pair->gap && end <= 0)
            go_through(search);
        if (start < SN_SOFT_TOUCHING * search->pair->gap || end > left)
            continue;
        note(search, SN_SOFT_HALF_SPACE, false, v, 0, (int[2]){1, 0},
             (const int32_t *const[2]){&v, NULL}, 1);
    }
}

static void look_at_pair(const SnSoftPair *pair, void *data)
{
    Look *look = data;
    const SnTouchSurface *surfaces = pair->system->contacts.surfaces;
    const SnSoftWorkspace *soft = look->work->contacts->soft;
    bool touched = false;
    const Search search = {
        .work = look->work,
        .pair = pair,
        .surface = {&surfaces[pair->surface[0]], &surfaces[pair->surface[1]]},
        .place = {&soft->places[pair->surface[0]], &soft->places[pair->surface[1]]},
        .id = look->id,
        .crosses = &look->crosses,
        .touched = &touched,
        .corrected = look->corrected};
    if (sn_soft_began_cut(pair) || (pair->rigid && sn_mesh_began_cut(pair)))
        return; /* being pulled apart */
    if (search.surface[1]->half_space) {
        half_space(&search);
        return;
    }
    vertices_and_faces(&search, false);
    if (pair->surface[0] != pair->surface[1])
        vertices_and_faces(&search, true);
    edges_and_edges(&search);
    if (touched && look->corrected && sn_soft_can_tell(pair))
        hold_apart(&search);
}

bool sn_soft_crosses(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     bool corrected, SnId *id)
{
    Look look = {.work = work, .id = id, .corrected = corrected};
    if (!work->contacts || !work->contacts->soft)
        return false;
    SnSoftWorkspace *soft = work->contacts->soft;
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        const SnTouchSurface *surface = &system->contacts.surfaces[i];
        sn_soft_place(system, surface, state, soft->places[i].x);
        sn_soft_place(system, surface, work->step.backup, soft->places[i].before);
    }
    sn_soft_each_pair(system, work, true, look_at_pair, &look);
    sn_soft_choose_ahead(soft);
    return look.crosses;
}
