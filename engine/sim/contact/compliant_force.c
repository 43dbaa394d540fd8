/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compliant contact of rigid bodies: Hunt and Crossley (1975) between spheres and half-spaces, and
 * elastic foundations, whose springs press on the closest point of the other surface. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/compliant_anchor.h"
#include "engine/sim/contact/compliant_bristle.h"
#include "engine/sim/contact/compliant_foundation.h"
#include "engine/sim/contact/compliant_patches.h"
#include "engine/sim/contact/compliant_point.h"
#include "engine/sim/contact/compliant_shape.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/rigid/two_bodies.h"
#include "engine/sim/system/compliant_contacts.h"

#include <math.h>
#include <string.h>

SnCompliantContacts *sn_compliant_contacts(SnSystem *system)
{
    return sn_system_force(system, SN_FORCE_KIND_COMPLIANT_CONTACTS, sizeof(SnCompliantContacts));
}

static const SnCompliantContacts *contacts_of(const SnSystem *system)
{
    static const SnCompliantContacts none = {0};
    const SnCompliantContacts *contacts = system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    return contacts ? contacts : &none;
}

static SnCompliantResults *results_of(const SnWorkspace *work)
{
    return work->forces.results[SN_FORCE_KIND_COMPLIANT_CONTACTS];
}

const SnCompliantSums *sn_compliant_sums(const SnSystem *system, const SnWorkspace *work, int rule)
{
    const SnCompliantResults *results = results_of(work);
    return contacts_of(system)->n > 0 && results ? &results->sums[rule] : NULL;
}

int sn_compliant_pairs(const SnSystem *system)
{
    return contacts_of(system)->n;
}

const SnCompliantPressed *sn_compliant_pressed(const SnSystem *system, const SnWorkspace *work,
                                               int pair, int *rule)
{
    *rule = contacts_of(system)->pairs[pair].rule;
    return &results_of(work)->pressed[pair];
}

/* --- methods --- */

static void hunt_crossley(SnPairForce *c)
{
    const SnConvex *ball = &c->placed[0].shape->convex, *other = &c->placed[1].shape->convex;
    const double r = ball->radius;
    const double radius = other->half_space ? r : r * other->radius / (r + other->radius);
    const SnShapeDistance d =
        sn_shape_distance(NULL, -1, &c->placed[1], c->placed[0].origin, 0, NULL);
    SnCompliantPoint p = {.overlap = r - d.distance, .lever = r, .share = 0.5};
    sn_v3_copy(d.normal, p.normal);
    memcpy(p.curvature, d.curvature, sizeof p.curvature);
    const SnCompliantLaw law = sn_compliant_law_of(c->rule, 0, radius);
    const double area = M_PI * radius * fmax(p.overlap, 0);
    const double pressing = sn_pair_point(c, &law, &p, c->placed[0].origin, area);
    if (pressing > 0) /* Hertz: 3/2 of the mean */
        c->sums->pressure = fmax(c->sums->pressure, 1.5 * pressing / area);
}

static void add_pair(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     const SnCompliantPair *pair, const SnPairForce *how)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    SnCompliantResults *results = results_of(work);
    const SnContactRule *rule = &system->contacts.rules[pair->rule];
    const int low = pair->shape[0] < pair->shape[1] ? pair->shape[0] : pair->shape[1];
    if (!sn_compliant_pair_counts(system, pair)) {
        if (pair->surface[0] >= 0)
            memset(results->pressure + pair->first, 0,
                   (size_t)contacts->surfaces[pair->surface[0]].n * sizeof(double));
        return;
    }
    SnPairForce c = *how;
    sn_pair_begin(system, state, work, pair, &c);
    c.sums = &results->sums[pair->rule];
    c.pressed = &results->pressed[pair->pressed];
    const int high = pair->shape[0] + pair->shape[1] - low;
    const bool high_is_b = rule->side[0][low] && rule->side[1][high];
    c.sign = (pair->shape[0] == high) == high_is_b ? 1 : -1;
    if (rule->method == SN_CONTACT_HUNT_CROSSLEY)
        hunt_crossley(&c);
    else if (rule->method == SN_CONTACT_PRESSURE_FIELD)
        sn_pair_field(contacts, &c, results, &results->field[pair - contacts->pairs]);
    else
        sn_pair_foundation(contacts, &c, results);
    sn_two_bodies_push(system, &c.bodies, c.wrench, work->forces.applied);
    sn_two_bodies_push(system, &c.bodies, c.implicit ? c.start : c.wrench,
                       work->forces.explicit_force);
    if (!c.implicit)
        return;
    sn_two_bodies_stiffen(system, work, &c.bodies, pair->slots, c.d, c.damping);
    if (c.k != 0)
        sn_two_bodies_stiffen(system, work, &c.bodies, pair->slots, c.k, c.stiffness);
}

static void compliant_forces(const SnSystem *system, const double *inputs, const SnState *state,
                             SnWorkspace *work, bool matrix, double d, double k)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    if (contacts->n == 0)
        return;
    const bool damped = sn_step_method(system, work) == SN_STEP_BACKWARD_EULER;
    const double h = work->step.size;
    SnPairForce how = {.system = system,
                       .implicit = matrix && (d != 0 || k != 0),
                       .plain = work->forces.positive_definite,
                       .d = d,
                       .k = k,
                       .h = h};
    how.euler = how.implicit && damped && d == h && k == h * h;
    memset(results_of(work)->sums, 0,
           (size_t)system->contacts.n_rules * sizeof *results_of(work)->sums);
    memset(results_of(work)->pressed, 0, (size_t)contacts->n * sizeof(SnCompliantPressed));
    for (int i = 0; i < contacts->n; i++)
        add_pair(system, state, work, &contacts->pairs[i], &how);
}

/* --- the row --- */

static void free_contacts(SnSystem *system)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    for (int i = 0; i < contacts->n_surfaces; i++) {
        SnFoundationSurface *surface = &contacts->surfaces[i];
        sn_triangle_mesh_free(surface->mesh);
        sn_box_tree_free(surface->tree);
        sn_box_tree_free(surface->springs);
        sn_free(surface->x);
        sn_free(surface->point);
        sn_free(surface->area);
        sn_pressure_field_free(surface->field);
    }
    sn_free(contacts->surfaces);
    sn_free(contacts->pairs);
}

static void finish(SnSystem *system)
{
    SnCompliantContacts *contacts = system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    if (!contacts)
        return;
    for (int i = 0; i < contacts->n_surfaces; i++) {
        SnFoundationSurface *surface = &contacts->surfaces[i];
        if (!surface->springs && surface->point)
            surface->springs =
                sn_box_tree_new(surface->n, &(SnBoxItems){.corners = 1, .x = surface->point[0]});
    }
    contacts->n_springs = 0;
    for (int i = 0; i < contacts->n; i++) {
        SnCompliantPair *pair = &contacts->pairs[i];
        const SnCompliantPair *last = i > 0 ? pair - 1 : pair;
        pair->first = contacts->n_springs;
        pair->pressed = last->rule == pair->rule && last->shape[0] == pair->shape[1] &&
                                last->shape[1] == pair->shape[0]
                            ? i - 1
                            : i;
        contacts->n_springs += pair->surface[0] >= 0 ? contacts->surfaces[pair->surface[0]].n : 0;
    }
}

static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    for (int i = 0; i < contacts->n; i++) {
        SnCompliantPair *pair = &contacts->pairs[i];
        const int blocks[2] = {system->contacts.shapes[pair->shape[0]].block,
                               system->contacts.shapes[pair->shape[1]].block};
        visit(data, &(SnCoupling){.n = 2, .blocks = blocks, .slots = &pair->slots});
    }
}

static void workspace_new(const SnSystem *system, SnWorkspace *work)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    if (contacts->n == 0)
        return;
    SnCompliantResults *results = sn_alloc(1, sizeof *results);
    results->sums = sn_alloc((size_t)system->contacts.n_rules + 1, sizeof *results->sums);
    size_t most = 1;
    for (int i = 0; i < contacts->n_surfaces; i++)
        if (contacts->surfaces[i].mesh && (size_t)contacts->surfaces[i].mesh->n_vertices > most)
            most = (size_t)contacts->surfaces[i].mesh->n_vertices;
    size_t springs = 1;
    for (int i = 0; i < contacts->n_surfaces; i++)
        if (contacts->surfaces[i].field && (size_t)contacts->surfaces[i].n > springs)
            springs = (size_t)contacts->surfaces[i].n;
    bool fields = false;
    for (int i = 0; i < contacts->n_surfaces; i++)
        fields = fields || contacts->surfaces[i].field;
    if (fields)
        results->field = sn_alloc((size_t)contacts->n, sizeof *results->field);
    results->bristle = sn_alloc(springs, sizeof *results->bristle);
    results->ahead = sn_alloc(springs, sizeof *results->ahead);
    results->sum = sn_alloc(most, sizeof *results->sum);
    results->weight = sn_alloc(most, sizeof *results->weight);
    results->pressed = sn_alloc((size_t)contacts->n, sizeof *results->pressed);
    results->pressure = sn_alloc((size_t)contacts->n_springs + 1, sizeof *results->pressure);
    results->hint = sn_alloc((size_t)contacts->n_springs + 1, sizeof *results->hint);
    results->kept = sn_alloc((size_t)contacts->n, sizeof *results->kept);
    results->spring = sn_alloc((size_t)contacts->n_springs + 1, sizeof *results->spring);
    for (int i = 0; i < contacts->n_springs; i++)
        results->hint[i] = -1;
    work->forces.results[SN_FORCE_KIND_COMPLIANT_CONTACTS] = results;
}

static void workspace_free(const SnSystem *system, SnWorkspace *work)
{
    (void)system;
    SnCompliantResults *results = results_of(work);
    if (!results)
        return;
    sn_free(results->sums);
    sn_free(results->pressed);
    sn_free(results->field);
    sn_free(results->bristle);
    sn_free(results->ahead);
    sn_free(results->sum);
    sn_free(results->weight);
    sn_free(results->pressure);
    sn_free(results->hint);
    sn_free(results->kept);
    sn_free(results->spring);
    sn_free(results);
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    (void)state, (void)momentum;
    for (int i = 0; contacts_of(system)->n > 0 && i < system->contacts.n_rules; i++)
        energy[1] += results_of(work)->sums[i].energy;
}

const SnForceClass SN_FORCE_COMPLIANT_CONTACTS = {
    .name = "compliant contacts",
    .free = free_contacts,
    .finish = finish,
    .couplings = couplings,
    .workspace_new = workspace_new,
    .workspace_free = workspace_free,
    .forces = compliant_forces,
    .audit = audit,
    .carry = sn_anchors_carry,
};
