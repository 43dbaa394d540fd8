/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlap of rigid bodies, by the contact points of their hulls; of surfaces where one deforms, by
 * the contours in which they cut. */
#include "engine/run/checks/overlap.h"

#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/geometry/contour.h"
#include "engine/geometry/surface_check.h"
#include "engine/run/checks/finding.h"
#include "engine/run/checks/overlap_strand.h"
#include "engine/sim/contact/soft_apart.h"
#include "engine/sim/solve/solve.h"

#include <math.h>

#define ALLOWED             1e-3 /* overlap of rigid bodies, over the radius of the smaller one */
#define DEEP                0.5  /* over the radius of a ball: there is more than one way out */
#define ALLOWED_OF_A_STRAND 0.05 /* over its radius */

static void add(GArray *found, const SnOverlapping *one)
{
    for (guint i = found->len; i-- > 0;) { /* of a pair the deepest */
        SnOverlapping *other = &g_array_index(found, SnOverlapping, i);
        if (other->shape[0] != one->shape[0] || other->shape[1] != one->shape[1])
            continue;
        if (one->depth > other->depth)
            *other = *one;
        return;
    }
    g_array_append_val(found, *one);
}

/* --- rigid bodies --- */

static void add_rigid(const SnSystem *system, const SnState *state, SnWorkspace *work,
                      GArray *found)
{
    SnContactWorkspace *w = work->contacts;
    for (int i = 0; i < w->n; i++) {
        const SnContact *c = &w->contacts[i];
        if (c->of_surface || system->contacts.rules[c->rule].compliance > 0)
            continue;
        SnOverlapping one = {.shape = {c->shape[0], c->shape[1]},
                             .depth = c->tolerance - sn_contact_gap(state, system, work, c)};
        for (int s = 0; s < 2; s++)
            one.id[s] = system->contacts.shapes[c->shape[s]].id;
        const double size =
            fmin(w->places[c->shape[0]].shape->bound, w->places[c->shape[1]].shape->bound);
        one.allowed = fmax(ALLOWED * size, 2 * c->tolerance);
        sn_m3_mul_v3(work->motion.rotation[c->block[c->of_b]], c->local_normal, one.out);
        if (one.depth > one.allowed)
            add(found, &one);
    }
}

/* --- surfaces --- */

typedef struct Cut {
    SnSoftWorkspace *soft;
    GArray *found;
} Cut;

static SnOverlapping between(const SnSoftPair *pair, double depth)
{
    const SnTouchSurface *surfaces = pair->system->contacts.surfaces;
    SnOverlapping one = {.depth = depth, .allowed = pair->rigid ? ALLOWED * pair->size : 0};
    for (int s = 0; s < 2; s++) {
        one.shape[s] = surfaces[pair->surface[s]].shape;
        one.id[s] = surfaces[pair->surface[s]].id;
    }
    return one;
}

/* Below the half-space of the second. */
static void below_plane(const Cut *cut, const SnSoftPair *pair)
{
    const SnSoftPlace *soft = &cut->soft->places[pair->surface[0]];
    const double *plane = cut->soft->places[pair->surface[1]].x;
    const int n = pair->system->contacts.surfaces[pair->surface[0]].n_vertices;
    SnOverlapping one = between(pair, 0);
    sn_v3_sub(plane, plane + 3, one.out);
    for (int v = 0; v < n; v++) {
        double arm[3];
        sn_v3_sub(soft->x + 3 * (size_t)v, plane, arm);
        one.depth = fmax(one.depth, sn_v3_dot(arm, one.out));
    }
    if (one.depth > 0)
        add(cut->found, &one);
}

/* Points or a segment of the second with something around them: the nearest point of the first's
 * triangles is in it. */
static void in_ball(const Cut *cut, const SnSoftPair *pair)
{
    const SnTouchSurface *surfaces = pair->system->contacts.surfaces;
    const SnTouchSurface *s = &surfaces[pair->surface[0]], *ball = &surfaces[pair->surface[1]];
    const double *x = cut->soft->places[pair->surface[0]].x;
    const double *p = cut->soft->places[pair->surface[1]].x;
    SnOverlapping one = between(pair, 0);
    for (int t = 0; t < s->n_triangles; t++) {
        const int32_t *corner = s->triangles + 3 * (size_t)t;
        for (int i = 0; i < 9; i++) { /* along the segment */
            double centre[3], weight[3], nearest[3] = {0}, arm[3];
            sn_v3_scale(1 - i / 8.0, p, centre);
            sn_v3_axpy(i / 8.0, p + (ball->n_vertices > 1 ? 3 : 0), centre);
            sn_closest_on_triangle(centre, x + 3 * (size_t)corner[0], x + 3 * (size_t)corner[1],
                                   x + 3 * (size_t)corner[2], weight);
            for (int k = 0; k < 3; k++)
                sn_v3_axpy(weight[k], x + 3 * (size_t)corner[k], nearest);
            sn_v3_sub(centre, nearest, arm);
            const double depth = ball->radius - sn_v3_norm(arm);
            if (depth > one.depth && sn_v3_normalize(arm, one.out) > 0)
                one.depth = depth;
            if (ball->n_vertices == 1)
                break;
        }
    }
    if (one.depth > DEEP * ball->radius || sn_soft_round_is_within(pair)) {
        const SnSoftSupport both[2] = {{s->n_vertices, x, 0}, {ball->n_vertices, p, ball->radius}};
        one.depth = sn_soft_way_out(both, 0, NULL, one.out);
    }
    if (one.depth > 0)
        add(cut->found, &one);
}

/* What frees them wherever they are, by the shortest way: for what is deep inside, and for open
 * surfaces. */
static void measure_whole(const SnSurfaceView view[2], SnOverlapping *one)
{
    const SnSoftSupport both[2] = {{view[0].mesh->n_vertices, view[0].x, 0},
                                   {view[1].mesh->n_vertices, view[1].x, 0}};
    one->depth = sn_soft_way_out(both, 0, NULL, one->out);
}

/* Out of the first along the normals of its part inside the second, by as much as what both hold is
 * high over that part; false: it goes all the way through. */
static bool measure(const SnSurfaceView view[2], const SnContour *contour, SnOverlapping *one)
{
    SnInside inside[2] = {{0}, {0}};
    SnOverlap overlap;
    for (int s = 0; s < 2; s++) {
        sn_inside_reserve(&inside[s], view[s].mesh->n_vertices, contour->capacity);
        sn_inside_find(&view[0], &view[1], contour, s, &inside[s]);
    }
    sn_overlap(&view[0], &view[1], contour, inside, &overlap);
    const double area = sn_v3_normalize(overlap.area[0], one->out);
    one->depth = area > 0 ? fabs(overlap.volume) / area : 0;
    for (int s = 0; s < 2; s++)
        sn_inside_clear(&inside[s]);
    return area > 0.05 * fmin(overlap.extent[0], overlap.extent[1]);
}

static bool is_within(const SnSurfaceView *a, const SnSurfaceView *b)
{
    return b->mesh->n_open == 0 && sn_surface_winding(b, a->x, 1) != 0;
}

static void cut_each_other(const Cut *cut, const SnSoftPair *pair)
{
    SnSurfaceView view[2];
    SnContour contour = {0};
    SnOverlapping one = between(pair, 0);
    for (int s = 0; s < 2; s++) {
        const SnTouchSurface *surface = &pair->system->contacts.surfaces[pair->surface[s]];
        const SnSoftPlace *place = &cut->soft->places[pair->surface[s]];
        view[s] =
            (SnSurfaceView){.mesh = sn_triangle_mesh_new(surface->n_vertices, surface->n_triangles,
                                                         surface->triangles),
                            .tree = place->triangles,
                            .x = place->x};
    }
    sn_contour_reserve(&contour, 256);
    while (!sn_contour_find(&view[0], &view[1], &contour))
        sn_contour_grow(&contour);
    const bool closed = view[0].mesh->n_open == 0 && view[1].mesh->n_open == 0;
    const bool cuts = contour.n_segments > 0;
    if (cuts || is_within(&view[0], &view[1]) || is_within(&view[1], &view[0])) {
        SnOverlapping whole = one;
        const bool measured = cuts && closed && measure(view, &contour, &one);
        measure_whole(view, &whole);
        if (!measured || whole.depth < one.depth)
            one = whole;
        if (one.depth >= one.allowed)
            add(cut->found, &one);
    }
    sn_contour_clear(&contour);
    for (int s = 0; s < 2; s++)
        sn_triangle_mesh_free((SnTriangleMesh *)view[s].mesh);
}

static void cuts_itself(const Cut *cut, const SnSoftPair *pair)
{
    const SnTouchSurface *surface = &pair->system->contacts.surfaces[pair->surface[0]];
    const SnSoftPlace *place = &cut->soft->places[pair->surface[0]];
    SnTriangleMesh *mesh =
        sn_triangle_mesh_new(surface->n_vertices, surface->n_triangles, surface->triangles);
    const SnSurfaceView view = {.mesh = mesh, .tree = place->triangles, .x = place->x};
    SnSurfaceCheck check;
    SnOverlapping one = between(pair, 0);
    SnPairList pairs = {0};
    sn_surface_check(&view, &pairs, &check);
    sn_pair_list_clear(&pairs);
    sn_v3_copy(check.place[SN_FLAW_INTERSECTING], one.out);
    if (check.count[SN_FLAW_INTERSECTING] > 0)
        add(cut->found, &one);
    sn_triangle_mesh_free(mesh);
}

static void strand_in(const Cut *cut, const SnSoftPair *pair)
{
    const SnTouchSurface *surfaces = pair->system->contacts.surfaces;
    SnOverlapping one = between(pair, 0);
    one.strand = true;
    one.depth = sn_strand_overlap(pair, cut->soft, &one.inside);
    one.allowed = ALLOWED_OF_A_STRAND *
                  (surfaces[pair->surface[0]].radius + surfaces[pair->surface[1]].radius);
    if (one.inside || one.depth > one.allowed)
        add(cut->found, &one);
}

static void look_at_pair(const SnSoftPair *pair, void *data)
{
    const SnTouchSurface *first = &pair->system->contacts.surfaces[pair->surface[0]];
    const SnTouchSurface *second = &pair->system->contacts.surfaces[pair->surface[1]];
    if (second->core)
        return; /* its other surface says it */
    if (first->thin || second->thin)
        strand_in(data, pair);
    else if (pair->surface[0] == pair->surface[1])
        cuts_itself(data, pair);
    else if (second->half_space)
        below_plane(data, pair);
    else if (second->n_triangles == 0)
        in_ball(data, pair);
    else
        cut_each_other(data, pair);
}

GArray *sn_overlaps_find(const SnSimulation *simulation)
{
    GArray *found = g_array_new(FALSE, TRUE, sizeof(SnOverlapping));
    const SnSystem *system = simulation->compiled->system;
    const SnState *state = simulation->state;
    SnWorkspace *work = simulation->work;
    if (!work->contacts)
        return found;
    sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
    sn_contacts_begin(work, false);
    sn_contacts_find(system, state, work);
    add_rigid(system, state, work, found);
    if (work->contacts->soft) {
        const Cut cut = {work->contacts->soft, found};
        for (int i = 0; i < system->contacts.n_surfaces; i++)
            sn_soft_place(system, &system->contacts.surfaces[i], state, cut.soft->places[i].x);
        sn_soft_each_pair(system, work, false, look_at_pair, (void *)&cut);
    }
    sn_contacts_begin(work, false);
    return found;
}

/* --- surfaces that are no solid's --- */

/* A surface that touches as it is, with what is wrong with it; once for each, where contact needs
 * to know it: hulls do not. */
static void check_surface(GArray *findings, const SnTouchSurface *surface, const SnSoftPlace *place)
{
    static const SnSurfaceFlaw flaws[] = {SN_FLAW_OPEN, SN_FLAW_NONMANIFOLD, SN_FLAW_INCONSISTENT,
                                          SN_FLAW_INTERSECTING, SN_FLAW_INSIDE_OUT};
    SnTriangleMesh *mesh =
        sn_triangle_mesh_new(surface->n_vertices, surface->n_triangles, surface->triangles);
    const SnSurfaceView view = {.mesh = mesh, .tree = place->triangles, .x = place->x};
    SnSurfaceCheck check;
    SnPairList pairs = {0};
    sn_surface_check(&view, &pairs, &check);
    sn_pair_list_clear(&pairs);
    for (size_t i = 0; i < G_N_ELEMENTS(flaws); i++) {
        char text[200];
        if (check.count[flaws[i]] == 0)
            continue;
        sn_surface_flaw_text(&check, flaws[i], text, sizeof text);
        sn_finding_add(findings, SN_NOTE, surface->id,
                       "has a surface that is no solid's (%s): it touches as it is, with both of "
                       "its sides, and nothing counts as inside it",
                       text);
        break;
    }
    sn_triangle_mesh_free(mesh);
}

static void check_surfaces(GArray *findings, const SnSimulation *start)
{
    const SnSystemContacts *contacts = &start->compiled->system->contacts;
    const SnContactWorkspace *w = start->work->contacts;
    for (int i = 0; w && w->soft && i < contacts->n_surfaces; i++) {
        const SnTouchSurface *surface = &contacts->surfaces[i];
        if (surface->block >= 0 && surface->n_triangles > 0 && !surface->half_space &&
            !surface->thin && surface->shape >= 0 && contacts->shapes[surface->shape].as_is)
            check_surface(findings, surface, &w->soft->places[i]);
    }
}

/* --- what is said of it --- */

enum { MOST_SAID = 20 }; /* pairs */

static void say(GArray *findings, const SnModel *model, const SnOverlapping *one)
{
    if (one->shape[0] == one->shape[1] && one->strand) {
        sn_finding_add(findings, SN_WARNING, one->id[0],
                       "overlaps itself by %.3g mm at the start: it is pushed out slowly when "
                       "played",
                       1e3 * one->depth);
        return;
    }
    if (one->shape[0] == one->shape[1]) {
        sn_finding_add(findings, SN_WARNING, one->id[0],
                       "cuts itself at the start, first at (%.4g, %.4g, %.4g) m: contact does not "
                       "take that apart; mend the mesh",
                       one->out[0], one->out[1], one->out[2]);
        return;
    }
    g_autofree char *other = sn_model_path(model, one->id[0]);
    if (one->strand) {
        sn_finding_add(findings, SN_WARNING, one->id[1],
                       one->inside
                           ? "and %s run through each other at the start: contact does not take "
                             "strands out of what they are in; move its nodes out"
                           : "and %s overlap by %.3g mm at the start: they are pushed out slowly "
                             "when played",
                       other, 1e3 * one->depth);
        return;
    }
    SnFinding *finding = sn_finding_add(
        findings, SN_WARNING, one->id[1], "%s %s by %.3g mm at the start: %s slowly when played",
        one->allowed > 0 ? "overlaps" : "cuts", other, 1e3 * one->depth,
        one->allowed > 0 ? "it is pushed out" : "they are pulled apart");
    sn_finding_remedy(finding, SN_REMEDY_APART, "Push All Apart");
}

static int deepest_first(gconstpointer a, gconstpointer b)
{
    const SnOverlapping *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    return x->shape[0] != y->shape[0] ? x->shape[0] - y->shape[0] : x->shape[1] - y->shape[1];
}

void sn_findings_overlaps(GArray *findings, const SnModel *model, const SnSimulation *start)
{
    GArray *found = sn_overlaps_find(start);
    g_array_sort(found, deepest_first);
    for (guint i = 0; i < found->len && i < MOST_SAID; i++)
        say(findings, model, &g_array_index(found, SnOverlapping, i));
    if (found->len > MOST_SAID) {
        SnFinding *finding =
            sn_finding_add(findings, SN_WARNING, model->root->id,
                           "has %u more pairs that overlap at the start", found->len - MOST_SAID);
        sn_finding_remedy(finding, SN_REMEDY_APART, "Push All Apart");
    }
    g_array_unref(found);
    check_surfaces(findings, start);
}
