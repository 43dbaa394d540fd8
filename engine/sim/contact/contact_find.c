/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which shapes come near each other: boxes that hold a shape and its way in a step, sorted and
 * swept along x (Baraff 1992); then their contact points.  All orders come from the numbers of the
 * shapes, so that the rows are the same however they were found. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/contact/soft.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Overlap that is kept, over the radius of the smaller body, where none is given. */
#define KEPT 1e-4
/* Of the smaller body's radius, what a step pushes out; a part of it, its share. */
#define MOST_PUSHED 0.01
/* Of the way that a body may go in a step: it may be pushed meanwhile. */
#define AHEAD 1.5

SnContactWorkspace *sn_contacts_new(const SnSystem *system)
{
    const SnSystemContacts *c = &system->contacts;
    if (c->n_rules == 0 || c->n_shapes + c->n_deformable == 0)
        return NULL;
    const size_t n = (size_t)c->n_shapes;
    SnContactWorkspace *w = sn_alloc(1, sizeof *w);
    w->bounce = 1;
    w->soft = sn_soft_new(system);
    w->pressed = sn_alloc(n + (size_t)c->n_deformable, sizeof *w->pressed);
    w->on_soft = sn_alloc(n + (size_t)c->n_deformable, sizeof *w->on_soft);
    w->corrected = sn_alloc(2 * (size_t)system->n_q, sizeof *w->corrected);
    w->places = sn_alloc(n, sizeof *w->places);
    w->boxes = sn_alloc(n, sizeof *w->boxes);
    w->order = sn_alloc(n, sizeof *w->order);
    w->reach = sn_alloc(n, sizeof *w->reach);
    size_t numbers = 0;
    for (size_t i = 0; i < n; i++)
        numbers += (size_t)(c->shapes[i].convex.n_vertices + c->shapes[i].convex.n_faces);
    w->numbers = sn_alloc(3 * numbers + 1, sizeof *w->numbers);
    double(*next)[3] = (double(*)[3])w->numbers;
    for (size_t i = 0; i < n; i++) {
        w->places[i].vertex = next;
        next += c->shapes[i].convex.n_vertices;
        w->places[i].normal = next;
        next += c->shapes[i].convex.n_faces;
        w->order[i] = (int)i;
    }
    return w;
}

/* --- boxes --- */

/* Places the shapes, and how far each may go. */
static void place_shapes(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    const double h = work->step.size;
    for (int i = 0; i < system->contacts.n_shapes; i++) {
        const SnContactShape *shape = &system->contacts.shapes[i];
        const SnBlock *block = &system->blocks[shape->block];
        const double *u = sn_state_u_const(state) + block->u;
        double position[3];
        sn_m3_mul_v3(work->motion.rotation[shape->block], shape->offset, position);
        sn_v3_add(position, sn_state_q_const(state) + block->q, position);
        sn_convex_place(&shape->convex, position, work->motion.rotation[shape->block],
                        &w->places[i]);
        const double swing = shape->convex.half_space
                                 ? 0
                                 : sn_v3_norm(shape->offset) + sn_v3_norm(shape->convex.center) +
                                       shape->convex.bound;
        w->reach[i] = AHEAD * h *
                      (sn_v3_norm(u) + swing * sn_v3_norm(u + 3) + h * sn_v3_norm(block->gravity));
    }
}

static double kept_overlap(const SnSystemContacts *c, const SnContactRule *rule, int a, int b)
{
    if (rule->compliance > 0)
        return 0;
    const double size = fmin(c->shapes[a].convex.bound, c->shapes[b].convex.bound);
    return rule->tolerance > 0 ? rule->tolerance : isfinite(size) ? KEPT * size : 0;
}

/* Contacts further away than this are left out. */
static double margin_of(const SnContactWorkspace *w, double kept, int a, int b)
{
    return w->reach[a] + w->reach[b] + kept;
}

static void find_boxes(const SnSystem *system, SnContactWorkspace *w)
{
    double most = 0;
    for (int i = 0; i < system->contacts.n_rules; i++)
        most = fmax(most, system->contacts.rules[i].tolerance);
    for (int i = 0; i < system->contacts.n_shapes; i++) {
        const SnConvexPlace *place = &w->places[i];
        SnContactBox *box = &w->boxes[i];
        const double more = place->shape->radius + w->reach[i] +
                            fmax(most, KEPT * (place->shape->half_space ? 0 : place->shape->bound));
        for (int k = 0; k < 3; k++) {
            box->low[k] = HUGE_VAL;
            box->high[k] = -HUGE_VAL;
            for (int v = 0; v < place->shape->n_vertices; v++) {
                box->low[k] = fmin(box->low[k], place->vertex[v][k]);
                box->high[k] = fmax(box->high[k], place->vertex[v][k]);
            }
            box->low[k] = place->shape->half_space ? -HUGE_VAL : box->low[k] - more;
            box->high[k] = place->shape->half_space ? HUGE_VAL : box->high[k] + more;
        }
    }
}

/* --- pairs --- */

static bool is_joined(const SnSystemContacts *c, int one, int other)
{
    const int a = one < other ? one : other, b = one < other ? other : one;
    int low = 0, high = c->n_joined;
    while (low < high) {
        const int middle = (low + high) / 2;
        const int *pair = c->joined[middle];
        if (pair[0] < a || (pair[0] == a && pair[1] < b))
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->n_joined && c->joined[low][0] == a && c->joined[low][1] == b;
}

const SnContactRule *sn_contact_rule(const SnSystemContacts *c, int a, int b)
{
    for (int i = c->n_rules - 1; i >= 0; i--) {
        const SnContactRule *rule = &c->rules[i];
        const bool in =
            (rule->side[0][a] && rule->side[1][b]) || (rule->side[0][b] && rule->side[1][a]);
        if (in && (rule->joined || !is_joined(c, a, b)))
            return rule->enabled ? rule : NULL;
    }
    return NULL;
}

static bool boxes_meet(const SnContactBox *a, const SnContactBox *b)
{
    return a->low[1] <= b->high[1] && b->low[1] <= a->high[1] && a->low[2] <= b->high[2] &&
           b->low[2] <= a->high[2];
}

static void add_pair(const SnSystem *system, SnContactWorkspace *w, int i, int j)
{
    const int a = i < j ? i : j, b = i < j ? j : i;
    const int block[2] = {system->contacts.shapes[a].block, system->contacts.shapes[b].block};
    if (block[0] == block[1] ||
        (sn_is_kinematic(system, block[0]) && sn_is_kinematic(system, block[1])))
        return;
    if (!sn_reserve(&w->pairs, &w->pair_room, w->n_pairs + 1, sizeof *w->pairs)) {
        w->out_of_memory = true;
        return;
    }
    w->pairs[w->n_pairs++] = (uint64_t)a << 32 | (uint64_t)b;
}

/* Insertion: the order of the last step is nearly that of this one. */
static void sort_boxes(int n, const SnContactBox *boxes, int *order)
{
    for (int i = 1; i < n; i++) {
        const int box = order[i];
        const double low = boxes[box].low[0];
        int at = i;
        for (; at > 0 && boxes[order[at - 1]].low[0] > low; at--)
            order[at] = order[at - 1];
        order[at] = box;
    }
}

static int compare_pairs(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void find_pairs(const SnSystem *system, SnContactWorkspace *w)
{
    const int n = system->contacts.n_shapes;
    w->n_pairs = 0;
    sort_boxes(n, w->boxes, w->order);
    for (int i = 0; i < n; i++) {
        const SnContactBox *box = &w->boxes[w->order[i]];
        for (int j = i + 1; j < n && w->boxes[w->order[j]].low[0] <= box->high[0]; j++)
            if (boxes_meet(box, &w->boxes[w->order[j]]))
                add_pair(system, w, w->order[i], w->order[j]);
    }
    if (w->n_pairs > 1) /* none: there may be no array yet */
        qsort(w->pairs, (size_t)w->n_pairs, sizeof *w->pairs, compare_pairs);
}

/* --- contact points --- */

/* Radius of the smaller shape. */
static double lever_of(const SnConvexPlace *a, const SnConvexPlace *b)
{
    const double size = fmin(a->shape->bound, b->shape->bound);
    return isfinite(size) && size > 0 ? size : 1;
}

/* Fixes a point found in the world to the blocks. */
static void take_contact(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnConvexContact *found, SnContact *contact)
{
    const int shapes[2] = {sn_contact_first(contact->feature), sn_contact_second(contact->feature)};
    const double *on[2] = {found->on_a, found->on_b};
    contact->of_b = found->normal_of_b;
    contact->between_points = found->between_points;
    contact->radius = 0;
    contact->radius_a = found->core[0];
    for (int s = 0; s < 2; s++) {
        const SnContactShape *shape = &system->contacts.shapes[shapes[s]];
        double arm[3];
        contact->block[s] = shape->block;
        sn_v3_sub(on[s], sn_state_q_const(state) + system->blocks[shape->block].q, arm);
        sn_v3_axpy(s == 0 ? -found->core[0] : found->core[1], found->normal, arm);
        sn_m3_tmul_v3(work->motion.rotation[shape->block], arm, contact->local[s]);
        contact->radius += found->core[s];
    }
    sn_m3_tmul_v3(work->motion.rotation[contact->block[contact->of_b]], found->normal,
                  contact->local_normal);
}

static void find_points(const SnSystem *system, const SnState *state, SnWorkspace *work, int a,
                        int b)
{
    SnContactWorkspace *w = work->contacts;
    const SnContactRule *rule = sn_contact_rule(&system->contacts, a, b);
    SnConvexContact found[SN_CONVEX_MOST_CONTACTS];
    if (!rule || rule->method != SN_CONTACT_CONSTRAINT ||
        sn_touch_as_is(&system->contacts, rule, a, b))
        return;
    const double kept = kept_overlap(&system->contacts, rule, a, b);
    const double part = fmin(work->step.size / system->step_size, 1);
    const int n = sn_convex_contacts(&w->places[a], &w->places[b], margin_of(w, kept, a, b), found);
    if (!sn_reserve(&w->contacts, &w->room, w->n + n, sizeof *w->contacts)) {
        w->out_of_memory = true;
        return;
    }
    for (int i = 0; i < n; i++) {
        SnContact *contact = &w->contacts[w->n++];
        *contact = (SnContact){.feature = sn_contact_feature(a, b, found[i].feature),
                               .rule = (int)(rule - system->contacts.rules),
                               .shape = {a, b},
                               .tolerance = kept,
                               .most = MOST_PUSHED * part *
                                       fmin(w->places[a].shape->bound, w->places[b].shape->bound),
                               .lever = lever_of(&w->places[a], &w->places[b]),
                               .tangents = -1};
        take_contact(system, state, work, &found[i], contact);
    }
}

void sn_contacts_find(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(work->system == system);
    SnContactWorkspace *w = work->contacts;
    w->n = 0;
    w->out_of_memory = false;
    w->weighed = false;
    place_shapes(system, state, work);
    find_boxes(system, w);
    find_pairs(system, w);
    for (int i = 0; i < w->n_pairs; i++)
        find_points(system, state, work, (int)(w->pairs[i] >> 32), (int)(w->pairs[i] & 0xffffffff));
    sn_soft_find(system, state, work);
    w->found = true;
}

void sn_contacts_begin(SnWorkspace *work, bool step)
{
    if (!work->contacts)
        return;
    work->contacts->found = false;
    work->contacts->in_step = step;
    work->contacts->lifted = work->contacts->pushed = work->contacts->pushed_before = 0;
    work->contacts->moved = false;
    work->contacts->parted = 0;
    if (work->contacts->soft)
        work->contacts->soft->looks_ahead = step;
}

void sn_contacts_bounce(SnWorkspace *work, double share)
{
    if (work->contacts)
        work->contacts->bounce = share;
}

bool sn_contacts_rebound(const SnSystem *system, const SnWorkspace *work, bool with_friction)
{
    const SnContactWorkspace *w = work->contacts;
    for (int i = 0; w && i < w->n; i++) {
        const SnContactRule *rule = &system->contacts.rules[w->contacts[i].rule];
        if (w->bounce * rule->restitution > 0 && (rule->friction > 0 || !with_friction))
            return true;
    }
    return false;
}

void sn_contacts_aim(SnWorkspace *work, SnContactFriction friction)
{
    if (work->contacts)
        work->contacts->friction = friction;
}
