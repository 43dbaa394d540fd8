/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compliant contact of rigid bodies: Hunt and Crossley (1975) between spheres and half-spaces, and
 * elastic foundations, whose springs press on the closest point of the other surface. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/compliant_anchor.h"
#include "engine/sim/contact/compliant_bristle.h"
#include "engine/sim/contact/compliant_field.h"
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

/* --- a pair --- */

typedef struct Pair {
    const SnSystem *system;
    const SnState *state;
    const SnCompliantPair *pair;
    const SnContactRule *rule;
    SnPlacedShape placed[2];
    const double *velocity[2], *spin[2];
    double ahead[2][6]; /* velocities at the end of the step, if it went on as the last one */
    SnTwoBodies bodies; /* blocks alone */
    bool implicit, euler, plain;
    double d, k, h;
    double sign; /* of forces on the first shape's body, for those of side B */
    SnCompliantSums *sums;
    SnCompliantPressed *pressed;
    double start[12], wrench[12], stiffness[12][12], damping[12][12];
} Pair;

static void add_wrench(double scale, const double from[12], double to[12])
{
    for (int i = 0; i < 12; i++)
        to[i] += scale * from[i];
}

/* What is implicit of a point: for backward Euler along its way, else the derivatives here. */
static void linearise(Pair *c, const SnCompliantLaw *law, const SnCompliantPoint *p,
                      const SnCompliantForce *f)
{
    double start[12], by_q[12][12], by_u[12][12];
    if (c->euler) {
        SnCompliantPoint ahead = *p;
        for (int s = 0; s < 2; s++) {
            ahead.velocity[s] = c->ahead[s];
            ahead.spin[s] = c->ahead[s] + 3;
        }
        sn_compliant_step(law, p, c->h, sn_compliant_rate(&ahead), start, c->stiffness, c->damping);
        add_wrench(1, start, c->start);
        return;
    }
    if (!(p->overlap > 0))
        return;
    if (c->plain) { /* positive semidefinite: what backward Euler takes at no velocity */
        sn_compliant_step(law, p, 0, 0, start, c->stiffness, c->damping);
        add_wrench(1, f->wrench, c->start);
        return;
    }
    sn_compliant_jacobians(law, p, by_q, by_u);
    add_wrench(1, f->wrench, c->start);
    for (int r = 0; r < 12; r++)
        for (int col = 0; col < 12; col++) {
            c->stiffness[r][col] += by_q[r][col];
            c->damping[r][col] += by_u[r][col];
            c->start[r] -= by_u[r][col] * (col % 6 < 3 ? c->velocity[col / 6][col % 3]
                                                       : c->spin[col / 6][col % 3]);
        }
}

static void place_point(const Pair *c, const double at[3], SnCompliantPoint *p)
{
    for (int s = 0; s < 2; s++) {
        p->rotation[s] = c->placed[s].rotation;
        p->velocity[s] = c->velocity[s];
        p->spin[s] = c->spin[s];
        sn_v3_sub(at, c->placed[s].center, p->arm[s]);
    }
}

/* Of the spring along the surface. */
static double stretch_energy(const SnCompliantLaw *law, const SnCompliantForce *f)
{
    const double share = f->pull / law->lateral; /* of the stretch; the rest slips */
    return 0.5 * law->lateral * share * share * sn_v3_dot(f->stretch, f->stretch);
}

/* One point; its pressing force. */
static double add_point(Pair *c, const SnCompliantLaw *law, SnCompliantPoint *p, const double at[3],
                        double area)
{
    SnCompliantForce f;
    SnCompliantSums *sums = c->sums;
    place_point(c, at, p);
    sn_compliant_force(law, p, &f);
    if (c->implicit)
        linearise(c, law, p, &f);
    if (!(p->overlap > 0))
        return 0;
    double energy, place[3];
    add_wrench(1, f.wrench, c->wrench);
    sn_compliant_law(law, p->overlap, NULL, &energy);
    sn_v3_add(at, f.place, place);
    sn_v3_axpy(c->sign, f.force, sums->force);
    sn_v3_axpy(c->sign * f.pressing, p->normal, sums->normal);
    sn_v3_axpy(f.pressing, place, sums->center);
    const double out = c->pair->shape[1] < c->pair->shape[0] ? 1 : -1;
    c->pressed->force += f.pressing;
    sn_v3_axpy(out * f.pressing, p->normal, c->pressed->normal);
    sn_v3_axpy(f.pressing, place, c->pressed->center);
    sums->normal_force += f.pressing;
    sums->friction_force += sn_v3_norm(f.along);
    sums->slip += f.pressing * f.slip;
    sums->penetration = fmax(sums->penetration, p->overlap);
    sums->energy += energy + (p->held ? stretch_energy(law, &f) : 0);
    sums->area += area;
    sums->n++;
    return f.pressing;
}

/* --- methods --- */

/* Springs of a surface; their pressures. */
static void foundation(const SnCompliantContacts *contacts, Pair *c, double *pressure,
                       int32_t *hint)
{
    const SnFoundationSurface *surface = &contacts->surfaces[c->pair->surface[0]];
    const double offset = c->rule->compliant.offset;
    double reach = offset; /* and how far it may go in a step */
    for (int s = 0; c->euler && s < 2; s++) {
        const SnContactShape *shape = c->placed[s].shape;
        const double size = sn_v3_norm(shape->offset) + shape->convex.bound;
        reach += c->h * (sn_v3_norm(c->ahead[s]) +
                         (shape->convex.half_space ? 0 : size * sn_v3_norm(c->ahead[s] + 3)));
    }
    for (int i = 0; i < surface->n; i++) {
        double at[3];
        pressure[i] = 0;
        sn_foundation_place(surface, i, &c->placed[0], at);
        const SnShapeDistance d =
            sn_shape_distance(contacts, c->pair->surface[1], &c->placed[1], at, reach, &hint[i]);
        if (!(d.distance < reach))
            continue;
        SnCompliantPoint p = sn_foundation_point(c->rule, &d);
        if (c->pair->anchors >= 0)
            sn_anchor_hold(c->pair, c->state, i, at, &c->placed[1], &p);
        const double area = c->pair->share * surface->area[i];
        const SnCompliantLaw law = sn_compliant_law_of(c->rule, area, 0);
        pressure[i] = area > 0 ? add_point(c, &law, &p, at, area) / area : 0;
        c->sums->pressure = fmax(c->sums->pressure, pressure[i]);
    }
}

/* --- fields of pressure --- */

/* Patches while they are taken over. */
typedef struct Patches {
    Pair *pair;
    const SnPlacedShape *placed; /* where they were found: now, or at the end of the step */
    const SnFoundationSurface *surface;
    double *pressure;  /* of the triangles [Pa] */
    SnBristleSum *sum; /* [n triangles]; NULL: no springs along the surface */
    double *ahead;     /* [n triangles] what will press [N] */
} Patches;

static void add_patch(void *data, int triangle, const SnPressurePatch *patch)
{
    const Patches *patches = data;
    Pair *c = patches->pair;
    const SnCompliantLaw law = sn_patch_law(c->rule, patch);
    SnCompliantPoint p = {.overlap = patch->pressure / patch->slope};
    sn_v3_copy(patch->normal, p.normal);
    const double pressing = add_point(c, &law, &p, patch->place, patch->area);
    if (patches->surface->area[triangle] > 0)
        patches->pressure[triangle] += pressing / patches->surface->area[triangle];
    if (patches->sum)
        sn_bristle_add(&patches->sum[triangle], patch, pressing);
    c->sums->pressure = fmax(c->sums->pressure, patch->largest);
}

/* A patch that is foreseen at the end of the step: now it is as much less deep as they approach. */
static void foresee_patch(void *data, int triangle, const SnPressurePatch *patch)
{
    const Patches *patches = data;
    Pair *c = patches->pair;
    const SnCompliantLaw law = sn_patch_law(c->rule, patch);
    SnCompliantPoint p = {0};
    double at[3], local[3];
    /* where it is on the second body */
    sn_v3_sub(patch->place, patches->placed[1].origin, at);
    sn_m3_tmul_v3(patches->placed[1].rotation, at, local);
    sn_m3_mul_v3(c->placed[1].rotation, local, at);
    sn_v3_add(at, c->placed[1].origin, at);
    sn_m3_tmul_v3(patches->placed[1].rotation, patch->normal, local);
    sn_m3_mul_v3(c->placed[1].rotation, local, p.normal);
    place_point(c, at, &p);
    SnCompliantPoint ahead = p;
    for (int s = 0; s < 2; s++) {
        ahead.velocity[s] = c->ahead[s];
        ahead.spin[s] = c->ahead[s] + 3;
    }
    p.overlap = patch->pressure / patch->slope - c->h * sn_compliant_rate(&ahead);
    SnCompliantForce f;
    sn_compliant_force(&law, &p, &f);
    linearise(c, &law, &p, &f);
    if (patches->sum)
        patches->ahead[triangle] += patch->pressure * patch->area;
}

/* --- springs along them --- */

typedef void (*BristleVisitor)(Pair *c, const SnBristle *b, double most);

static void add_bristle(Pair *c, const SnBristle *b, double most)
{
    const double pull = sn_bristle_pull(b, b->size, most), share = pull / b->stiffness;
    double force[3], wrench[12];
    sn_bristle_force(b, pull, force, wrench);
    add_wrench(1, wrench, c->wrench);
    sn_v3_axpy(c->sign, force, c->sums->force);
    c->sums->friction_force += sn_v3_norm(force);
    c->sums->energy += 0.5 * b->stiffness * share * share * b->size * b->size;
    if (!c->implicit || c->euler)
        return;
    add_wrench(1, wrench, c->start);
    sn_bristle_stiffen(b, pull, pull < b->stiffness, c->stiffness);
}

/* As it will be, so that it holds no more there than friction lets it. */
static void foresee_bristle(Pair *c, const SnBristle *b, double most)
{
    double force[3], wrench[12];
    const double pull = sn_bristle_pull(b, sn_bristle_ahead(b, c->h, c->ahead), most);
    sn_bristle_force(b, pull, force, wrench);
    add_wrench(1, wrench, c->start);
    sn_bristle_stiffen(b, pull, false, c->stiffness);
}

/* Of all triangles; pressing [N]: what friction goes by, NULL: what presses now. */
static void visit_bristles(const Patches *patches, const double *pressing, BristleVisitor visit)
{
    Pair *c = patches->pair;
    const double *kept = sn_state_history_const(c->state) + c->pair->anchors;
    for (int i = 0; patches->sum && i < patches->surface->n; i++) {
        SnBristle b;
        if (sn_bristle_at(kept + SN_N_BRISTLE * i, &patches->sum[i], c->placed, &b))
            visit(c, &b, c->rule->friction * (pressing ? pressing[i] : patches->sum[i].pressing));
    }
}

/* Both bodies at the end of the step, if it went on as the last one. */
static void place_ahead(const Pair *c, SnPlacedShape placed[2], double center[2][3],
                        double rotation[2][9])
{
    for (int s = 0; s < 2; s++) {
        double angle[3], turn[4], by[9];
        sn_v3_scale(c->h, c->ahead[s] + 3, angle);
        sn_q_exp(angle, turn);
        sn_q_to_m3(turn, by);
        sn_m3_mul(c->placed[s].rotation, by, rotation[s]);
        sn_v3_copy(c->placed[s].center, center[s]);
        sn_v3_axpy(c->h, c->ahead[s], center[s]);
        placed[s] = c->placed[s];
        placed[s].center = center[s];
        placed[s].rotation = rotation[s];
        sn_m3_mul_v3(rotation[s], placed[s].shape->offset, placed[s].origin);
        sn_v3_add(placed[s].origin, center[s], placed[s].origin);
    }
}

static void pressure_field(const SnCompliantContacts *contacts, Pair *c,
                           const SnCompliantResults *results)
{
    Patches patches = {.pair = c,
                       .placed = c->placed,
                       .surface = &contacts->surfaces[c->pair->surface[0]],
                       .pressure = results->pressure + c->pair->first};
    const bool euler = c->euler, implicit = c->implicit;
    const size_t n = (size_t)patches.surface->n;
    const double before = c->sums->energy;
    double energy;
    memset(patches.pressure, 0, n * sizeof *patches.pressure);
    if (c->pair->anchors >= 0) {
        patches.sum = results->bristle;
        patches.ahead = results->ahead;
        memset(patches.sum, 0, n * sizeof *patches.sum);
        memset(patches.ahead, 0, n * sizeof *patches.ahead);
    }
    c->implicit = implicit && !euler;
    sn_compliant_patches(contacts, c->pair, c->rule, c->placed, add_patch, &patches, &energy);
    c->sums->energy = before + energy;
    visit_bristles(&patches, NULL, add_bristle);
    c->implicit = implicit;
    if (!implicit || !euler)
        return;
    SnPlacedShape placed[2];
    double center[2][3], rotation[2][9];
    place_ahead(c, placed, center, rotation);
    patches.placed = placed;
    sn_compliant_patches(contacts, c->pair, c->rule, placed, foresee_patch, &patches, NULL);
    visit_bristles(&patches, patches.ahead, foresee_bristle);
}

static void hunt_crossley(Pair *c)
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
    const double pressing = add_point(c, &law, &p, c->placed[0].origin, area);
    if (pressing > 0) /* Hertz: 3/2 of the mean */
        c->sums->pressure = fmax(c->sums->pressure, 1.5 * pressing / area);
}

static void add_pair(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     const SnCompliantPair *pair, const Pair *how)
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
    Pair c = *how;
    c.pair = pair;
    c.state = state;
    c.rule = rule;
    c.sums = &results->sums[pair->rule];
    c.pressed = &results->pressed[pair->pressed];
    const int high = pair->shape[0] + pair->shape[1] - low;
    const bool high_is_b = rule->side[0][low] && rule->side[1][high];
    c.sign = (pair->shape[0] == high) == high_is_b ? 1 : -1;
    for (int s = 0; s < 2; s++) {
        c.placed[s] = sn_place_shape(system, state, work, pair->shape[s]);
        c.bodies.block[s] = c.placed[s].shape->block;
        c.velocity[s] = sn_state_u_const(state) + system->blocks[c.bodies.block[s]].u;
        c.spin[s] = c.velocity[s] + 3;
        const double *acceleration =
            sn_state_acceleration_const(state) + system->blocks[c.bodies.block[s]].u;
        for (int k = 0; k < 6; k++)
            c.ahead[s][k] = c.velocity[s][k] + c.h * acceleration[k];
    }
    if (rule->method == SN_CONTACT_HUNT_CROSSLEY)
        hunt_crossley(&c);
    else if (rule->method == SN_CONTACT_PRESSURE_FIELD)
        pressure_field(contacts, &c, results);
    else
        foundation(contacts, &c, results->pressure + pair->first, results->hint + pair->first);
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
    Pair how = {.system = system,
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
    results->bristle = sn_alloc(springs, sizeof *results->bristle);
    results->ahead = sn_alloc(springs, sizeof *results->ahead);
    results->sum = sn_alloc(most, sizeof *results->sum);
    results->weight = sn_alloc(most, sizeof *results->weight);
    results->pressed = sn_alloc((size_t)contacts->n, sizeof *results->pressed);
    results->pressure = sn_alloc((size_t)contacts->n_springs + 1, sizeof *results->pressure);
    results->hint = sn_alloc((size_t)contacts->n_springs + 1, sizeof *results->hint);
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
    sn_free(results->bristle);
    sn_free(results->ahead);
    sn_free(results->sum);
    sn_free(results->weight);
    sn_free(results->pressure);
    sn_free(results->hint);
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
