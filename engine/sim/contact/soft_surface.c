/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where surfaces are, the trees around them, and which pairs of them may touch. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/soft.h"

#include <math.h>
#include <string.h>

static void make_trees(const SnTouchSurface *s, SnSoftPlace *place)
{
    const SnBoxItems points = {.corners = 1, .x = place->x};
    const SnBoxItems edges = {.corners = 2, .items = s->edges, .x = place->x};
    const SnBoxItems triangles = {.corners = 3, .items = s->triangles, .x = place->x};
    place->vertices = sn_box_tree_new(s->n_vertices, &points);
    place->edges = s->n_edges > 0 ? sn_box_tree_new(s->n_edges, &edges) : NULL;
    place->triangles = s->n_triangles > 0 ? sn_box_tree_new(s->n_triangles, &triangles) : NULL;
}

/* Which surfaces are those of bodies that are not convex, and what finding their overlap needs. */
static void find_as_is(const SnSystemContacts *c, SnSoftWorkspace *soft)
{
    soft->as_is = sn_alloc((size_t)c->n_surfaces + 1, sizeof *soft->as_is);
    for (int i = c->n_deformable; i < c->n_surfaces; i++)
        if (c->shapes[c->surfaces[i].shape].as_is)
            soft->as_is[soft->n_as_is++] = i;
    for (int i = 0; c->n_deformable + soft->n_as_is > 0 && i < c->n_surfaces; i++)
        if (c->surfaces[i].n_triangles > 0)
            soft->places[i].mesh = sn_triangle_mesh_new(
                c->surfaces[i].n_vertices, c->surfaces[i].n_triangles, c->surfaces[i].triangles);
}

/* Points as they are at the start, for the shape of the trees. */
static void place_at_start(const SnSystem *system, const SnTouchSurface *s, double *x)
{
    for (int v = 0; v < s->n_vertices; v++) {
        if (s->block < 0)
            sn_v3_copy(system->q0 + system->blocks[s->vertex_block[v]].q, x + 3 * (size_t)v);
        else
            sn_v3_copy(s->local + 3 * (size_t)v, x + 3 * (size_t)v);
    }
}

/* How far points may go until trees are fitted again, over the mean length of their edges: where
 * they are fast enough, a step and a little more up to the larger one, so that trees serve for its
 * end too; and no further than edges of the finest surface are long: of those each box would meet
 * too many. */
#define SLACK         0.1
#define SLACK_OF_FAST 0.5
#define OVER_A_STEP   1.25
/* Over that, what ends of ways may go: boxes around ways are large as they are. */
#define SLACK_OF_WAYS 0.25
/* Of distances between points, over their largest coordinate: many times what it can be. */
#define ROUNDING 1e-14

static double mean_edge(const SnTouchSurface *s, const double *x)
{
    double sum = 0;
    for (int i = 0; i < s->n_edges; i++)
        sum += sn_v3_distance(x + 3 * (size_t)s->edges[2 * i], x + 3 * (size_t)s->edges[2 * i + 1]);
    return s->n_edges > 0 ? sum / s->n_edges : 0;
}

static void choose_slack(const SnSystemContacts *c, SnSoftPlace *places)
{
    double least = HUGE_VAL;
    for (int i = 0; i < c->n_surfaces; i++) {
        const double mean = mean_edge(&c->surfaces[i], places[i].x);
        places[i].least_slack = SLACK * mean;
        places[i].most_slack = SLACK_OF_FAST * mean;
        if (mean > 0)
            least = fmin(least, mean);
    }
    for (int i = 0; i < c->n_surfaces; i++) {
        places[i].least_slack = fmin(places[i].least_slack, least);
        places[i].most_slack = fmin(places[i].most_slack, least);
    }
}

static void include(const double *x, int n, double margin, SnBox *box)
{
    for (int v = 0; v < n; v++)
        for (int k = 0; k < 3; k++) {
            box->low[k] = fmin(box->low[k], x[3 * (size_t)v + (size_t)k] - margin);
            box->high[k] = fmax(box->high[k], x[3 * (size_t)v + (size_t)k] + margin);
        }
}

/* Half the diagonal of the box around points, and what is around them. */
static double radius_of(const SnTouchSurface *s, const double *x)
{
    SnBox box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    include(x, s->n_vertices, 0, &box);
    return s->half_space ? HUGE_VAL : 0.5 * sn_v3_distance(box.low, box.high) + s->radius;
}

SnSoftWorkspace *sn_soft_new(const SnSystem *system)
{
    const SnSystemContacts *c = &system->contacts;
    if (c->n_surfaces == 0)
        return NULL;
    SnSoftWorkspace *soft = sn_alloc(1, sizeof *soft);
    size_t most = 1;
    for (int i = 0; i < c->n_deformable; i++)
        most = c->surfaces[i].n_vertices > (int)most ? (size_t)c->surfaces[i].n_vertices : most;
    soft->force = sn_alloc(most, sizeof *soft->force);
    soft->area = sn_alloc(most, sizeof *soft->area);
    soft->out = sn_alloc(most, sizeof *soft->out);
    soft->places = sn_alloc((size_t)c->n_surfaces, sizeof *soft->places);
    int points = 0;
    for (int i = 0; i < c->n_surfaces; i++)
        if (c->surfaces[i].first + c->surfaces[i].n_vertices > points)
            points = c->surfaces[i].first + c->surfaces[i].n_vertices;
    soft->first_stop = sn_alloc((size_t)points + 1, sizeof *soft->first_stop);
    for (int i = 0; i < points; i++)
        soft->first_stop[i] = -1;
    for (int i = 0; i < c->n_surfaces; i++) {
        SnSoftPlace *place = &soft->places[i];
        const size_t n = 3 * (size_t)c->surfaces[i].n_vertices + 1;
        place->x = sn_alloc(n, sizeof *place->x);
        place->before = sn_alloc(n, sizeof *place->before);
        place->fitted = sn_alloc(n, sizeof *place->fitted);
        place->fitted_end = sn_alloc(n, sizeof *place->fitted_end);
        place->found = sn_alloc(n, sizeof *place->found);
        place->margin = -1; /* not fitted yet */
        place_at_start(system, &c->surfaces[i], place->x);
        make_trees(&c->surfaces[i], place);
        place->size = radius_of(&c->surfaces[i], place->x);
    }
    soft->n_near = -1;
    choose_slack(c, soft->places);
    find_as_is(c, soft);
    if (c->n_deformable > 0)
        soft->cuts = sn_soft_cuts_new(c);
    return soft;
}

void sn_soft_free(SnSoftWorkspace *soft, const SnSystemContacts *contacts)
{
    if (!soft)
        return;
    for (int i = 0; i < contacts->n_surfaces; i++) {
        SnSoftPlace *place = &soft->places[i];
        sn_free(place->x);
        sn_free(place->before);
        sn_free(place->fitted);
        sn_free(place->fitted_end);
        sn_free(place->found);
        sn_box_tree_free(place->vertices);
        sn_box_tree_free(place->edges);
        sn_box_tree_free(place->triangles);
        for (int k = 0; k < place->n_lists; k++)
            sn_soft_pairs_clear(&place->lists[k]);
        sn_free(place->lists);
        if (place->mesh)
            sn_triangle_mesh_free(place->mesh);
    }
    if (soft->cuts)
        sn_soft_cuts_free(soft->cuts);
    sn_soft_depth_free(soft->depth);
    sn_contour_clear(&soft->contour);
    for (int s = 0; s < 2; s++)
        sn_inside_clear(&soft->inside[s]);
    sn_free(soft->deep);
    sn_free(soft->as_is);
    sn_free(soft->cut);
    sn_free(soft->ahead);
    sn_free(soft->near);
    sn_free(soft->meetings);
    sn_free(soft->first_stop);
    sn_free(soft->force);
    sn_free(soft->area);
    sn_free(soft->out);
    sn_free(soft->places);
    sn_free(soft);
}

void sn_soft_place(const SnSystem *system, const SnTouchSurface *s, const SnState *state, double *x)
{
    const double *q = sn_state_q_const(state);
    if (s->block < 0) {
        for (int v = 0; v < s->n_vertices; v++)
            sn_v3_copy(q + system->blocks[s->vertex_block[v]].q, x + 3 * (size_t)v);
        return;
    }
    double rotation[9];
    const double *pose = q + system->blocks[s->block].q;
    sn_q_to_m3(pose + 3, rotation);
    for (int v = 0; v < s->n_vertices; v++) {
        sn_m3_mul_v3(rotation, s->local + 3 * (size_t)v, x + 3 * (size_t)v);
        sn_v3_add(x + 3 * (size_t)v, pose, x + 3 * (size_t)v);
    }
}

/* --- bounds --- */

/* Gap that rigid bodies keep, over the radius of the smaller one. */
#define GAP_OF_BODIES 1e-4

/* Half of the distance over which any pair looks for contacts, without what is around its points.
 */
static double largest_reach(const SnSystemContacts *c)
{
    double most = 0, factor = 0.5 * SN_SOFT_REACH;
    for (int i = 0; i < c->n_surfaces; i++)
        most = fmax(most, isfinite(c->surfaces[i].gap) ? factor * c->surfaces[i].gap : 0);
    for (int i = 0; i < c->n_shapes; i++)
        if (c->shapes[i].as_is) {
            factor = 0.5 * SN_SOFT_REACH_OF_BODIES;
            most = fmax(most, factor * GAP_OF_BODIES * c->shapes[i].convex.bound);
        }
    for (int i = 0; i < c->n_rules; i++)
        most = fmax(most, factor * c->rules[i].gap);
    return most;
}

/* By how much a coordinate of two lists of points differs at most. */
static double largest_difference(const double *x, const double *y, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        const double away = fabs(x[i] - y[i]);
        most = away > most ? away : most;
    }
    return most;
}

/* Whether points lie where the trees were fitted to them, or no further away than the trees bear.
 */
static bool is_near_fitted(const SnSoftPlace *place, const double *x, size_t n)
{
    return largest_difference(x, place->fitted, n) <= place->slack;
}

/* The same of ways: each try of a step begins where the last one did, and most end near it. */
static bool are_ways_near_fitted(const SnSoftPlace *place, int n_vertices)
{
    if (!place->far || largest_difference(place->x, place->fitted_end, 3 * (size_t)n_vertices) >
                           SLACK_OF_WAYS * place->slack)
        return false;
    for (int v = 0; v < n_vertices; v++)
        for (size_t k = 0; k < 3; k++) {
            const size_t i = 3 * (size_t)v + k;
            if (place->before[i] + place->shift[k] != place->fitted[i])
                return false;
        }
    return true;
}

/* What its points go on average, and where they begin the step as seen from there: in place of
 * `fitted`, which only holds for what has not gone far. */
static void take_shift(SnSoftPlace *place, int n_vertices)
{
    sn_v3_set(0, 0, 0, place->shift);
    for (int v = 0; v < n_vertices; v++)
        for (size_t k = 0; k < 3; k++) {
            const size_t i = 3 * (size_t)v + k;
            place->shift[k] += (place->x[i] - place->before[i]) / n_vertices;
        }
    for (int v = 0; v < n_vertices; v++)
        sn_v3_add(place->before + 3 * (size_t)v, place->shift, place->fitted + 3 * (size_t)v);
}

/* Furthest that a point is from where the trees were fitted to it. */
static double furthest(const SnSoftPlace *place, const double *x, int n_vertices)
{
    double most = 0;
    for (int v = 0; v < n_vertices; v++) {
        const double *a = x + 3 * (size_t)v, *b = place->fitted + 3 * (size_t)v;
        const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
        const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        most = square > most ? square : most;
    }
    return sqrt(most);
}

/* What bounds of pairs of features have to count with: how far points have gone, and more than
 * rounding of their places. */
static void measure(const SnTouchSurface *s, SnSoftPlace *place, bool with_way)
{
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, fmax(fabs(place->bounds.low[k]), fabs(place->bounds.high[k])));
    place->moved = place->moved_on_way = HUGE_VAL;
    if (place->far || !isfinite(size))
        return;
    place->moved = furthest(place, place->x, s->n_vertices) + ROUNDING * size;
    if (with_way)
        place->moved_on_way =
            fmax(place->moved, furthest(place, place->before, s->n_vertices) + ROUNDING * size);
}

/* Trees and bounds around where it is and a little more, so that they serve for the next steps; of
 * what goes further in one, around its way alone. */
static void fit(const SnTouchSurface *s, SnSoftPlace *place, double margin, bool with_way)
{
    const size_t n = 3 * (size_t)s->n_vertices;
    const double step =
        place->n_fits > 0 ? OVER_A_STEP * largest_difference(place->x, place->before, n) : 0;
    place->slack =
        step > place->least_slack && step < place->most_slack ? step : place->least_slack;
    memcpy(place->fitted, place->x, n * sizeof *place->fitted);
    memcpy(place->fitted_end, place->x, n * sizeof *place->fitted_end);
    const bool far = with_way && !is_near_fitted(place, place->before, n);
    if (far)
        take_shift(place, s->n_vertices);
    else
        sn_v3_set(0, 0, 0, place->shift);
    const SnBoxItems points = {.corners = 1,
                               .x = place->x,
                               .x_end = far ? place->fitted : NULL,
                               .margin = margin + (far ? SLACK_OF_WAYS : 1) * place->slack};
    SnBoxItems edges = points, triangles = points;
    edges.corners = 2, edges.items = s->edges;
    triangles.corners = 3, triangles.items = s->triangles;
    place->margin = margin;
    place->far = far;
    place->n_fits++;
    place->bounds = (SnBox){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    include(place->x, s->n_vertices, points.margin, &place->bounds);
    if (far)
        include(place->before, s->n_vertices, points.margin, &place->bounds);
    sn_box_tree_refit(place->vertices, &points);
    if (place->edges)
        sn_box_tree_refit(place->edges, &edges);
    if (place->triangles)
        sn_box_tree_refit(place->triangles, &triangles);
}

static bool is_fitted(const SnSoftPlace *place, int n_vertices, bool with_way)
{
    const size_t n = 3 * (size_t)n_vertices;
    if (place->far)
        return with_way && are_ways_near_fitted(place, n_vertices);
    return is_near_fitted(place, place->x, n) &&
           (!with_way || is_near_fitted(place, place->before, n));
}

/* Bounds and trees around where it is, or (with_way) around its way too, seen to once in a search.
 * What goes far does so together mostly: its trees are those of the ways seen from where it is on
 * average, else all neighbours on a surface would meet. */
static const SnBox *refit(const SnSystemContacts *c, SnSoftWorkspace *soft, int i, bool with_way)
{
    const SnTouchSurface *s = &c->surfaces[i];
    SnSoftPlace *place = &soft->places[i];
    const double margin = soft->margin + s->radius;
    if (place->pass == soft->pass)
        return &place->bounds;
    place->pass = soft->pass;
    if (s->half_space) {
        place->bounds = (SnBox){{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
        return &place->bounds;
    }
    if (margin != place->margin || !is_fitted(place, s->n_vertices, with_way))
        fit(s, place, margin, with_way);
    measure(s, place, with_way);
    return &place->bounds;
}

/* --- pairs of surfaces --- */

static bool bounds_meet(const SnBox *a, const SnBox *b)
{
    for (int k = 0; k < 3; k++)
        if (!(a->low[k] <= b->high[k] && b->low[k] <= a->high[k]))
            return false;
    return true;
}

static const SnContactRule *rule_of(const SnSystemContacts *c, int i, int j)
{
    if (i != j)
        return sn_contact_rule(c, c->surfaces[i].shape, c->surfaces[j].shape);
    for (int r = c->n_rules - 1; r >= 0; r--) {
        const int shape = c->surfaces[i].shape;
        if (c->rules[r].side[0][shape] && c->rules[r].side[1][shape])
            return c->rules[r].enabled && c->rules[r].self ? &c->rules[r] : NULL;
    }
    return NULL;
}

static bool can_move(const SnSystem *system, int i, int j)
{
    const int a = system->contacts.surfaces[i].block, b = system->contacts.surfaces[j].block;
    return a != b && !(sn_is_kinematic(system, a) && sn_is_kinematic(system, b));
}

/* Bodies that are not convex, each with all others; a half-space is none and so comes second. */
static void each_rigid_pair(const SnSystem *system, SnWorkspace *work, bool with_way,
                            void (*each)(const SnSoftPair *pair, void *data), void *data)
{
    const SnSystemContacts *c = &system->contacts;
    SnSoftWorkspace *soft = work->contacts->soft;
    for (int k = 0; k < soft->n_as_is; k++)
        for (int j = c->n_deformable; j < c->n_surfaces; j++) {
            const int i = soft->as_is[k], a = c->surfaces[i].shape, b = c->surfaces[j].shape;
            if (c->surfaces[j].core || (c->shapes[b].as_is && j <= i) || !can_move(system, i, j))
                continue;
            const SnContactRule *rule = sn_contact_rule(c, a < b ? a : b, a < b ? b : a);
            if (!rule || !sn_touch_as_is(c, rule, a, b) ||
                !bounds_meet(refit(c, soft, i, with_way), refit(c, soft, j, with_way)))
                continue;
            const double size = fmin(c->shapes[a].convex.bound, c->shapes[b].convex.bound);
            each(&(SnSoftPair){.system = system,
                               .contacts = work->contacts,
                               .surface = {i, j},
                               .rule = (int)(rule - c->rules),
                               .gap = rule->gap > 0 ? rule->gap : GAP_OF_BODIES * size,
                               .radius = c->surfaces[i].radius + c->surfaces[j].radius,
                               .rigid = true,
                               .size = size},
                 data);
        }
}

void sn_soft_each_pair(const SnSystem *system, SnWorkspace *work, bool with_way,
                       void (*each)(const SnSoftPair *pair, void *data), void *data)
{
    const SnSystemContacts *c = &system->contacts;
    SnSoftWorkspace *soft = work->contacts->soft;
    soft->margin = largest_reach(c);
    soft->pass++;
    for (int i = 0; i < c->n_deformable; i++)
        for (int j = i; j < c->n_surfaces; j++) {
            const SnContactRule *rule =
                c->surfaces[j].core && !c->surfaces[i].thin ? NULL : rule_of(c, i, j);
            if (!rule || !bounds_meet(refit(c, soft, i, with_way), refit(c, soft, j, with_way)))
                continue;
            const double automatic = fmin(c->surfaces[i].gap, c->surfaces[j].gap);
            const double gap = rule->gap > 0 ? rule->gap : automatic;
            each(&(SnSoftPair){.system = system,
                               .contacts = work->contacts,
                               .surface = {i, j},
                               .rule = (int)(rule - c->rules),
                               .gap = gap,
                               .size = fmin(soft->places[i].size, soft->places[j].size),
                               .radius = sn_thin_radius(&c->surfaces[i], &c->surfaces[j], gap)},
                 data);
        }
    each_rigid_pair(system, work, with_way, each, data);
}
