/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of contact: the normal is a dynamic row; the tangents, which friction acts along, stand
 * beside them. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/contact/soft.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/contact_take.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Keys of the three parts of a force in the table of features. */
static const SnDynamicClass force_part[3];

void sn_contacts_free(SnContactWorkspace *w, const SnSystem *system)
{
    if (!w)
        return;
    sn_soft_free(w->soft, &system->contacts);
    sn_dynamic_rows_free(&w->rows);
    sn_contact_sparse_free(w->sparse);
    sn_contact_islands_free(w->islands);
    sn_contact_take_free(w);
    void *arrays[] = {w->places,   w->numbers, w->boxes,   w->order,    w->reach, w->pairs,
                      w->contacts, w->cones,   w->source,  w->q,        w->z,     w->size,
                      w->start,    w->column,  w->value,   w->u,        w->l,     w->d,
                      w->scratch,  w->pressed, w->on_soft, w->corrected};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(w);
}

/* --- where they are now --- */

/* A direction in the axes of a block, in the world: by rotations that are known (work), or NULL. */
static void turn_to_world(const SnSystem *system, const double *q, const SnWorkspace *work,
                          int block, const double local[3], double world[3])
{
    if (work)
        sn_m3_mul_v3(work->motion.rotation[block], local, world);
    else
        sn_q_rotate(q + system->blocks[block].q + 3, local, world);
}

/* Points of the cores, world. */
static void core_points(const SnSystem *system, const double *q, const SnWorkspace *work,
                        const SnContact *c, double point[2][3])
{
    for (int s = 0; s < 2; s++) {
        sn_v3_set(0, 0, 0, point[s]);
        for (int i = 0; i < c->n_points[s]; i++)
            sn_v3_axpy(c->weight[s][i], q + system->blocks[c->points[s][i]].q, point[s]);
        if (c->n_points[s] > 0)
            continue;
        turn_to_world(system, q, work, c->block[s], c->local[s], point[s]);
        sn_v3_add(point[s], q + system->blocks[c->block[s]].q, point[s]);
    }
}

/* Normal and gap from these. */
static double gap_between(const SnSystem *system, const double *q, const SnWorkspace *work,
                          const SnContact *c, const double point[2][3], double normal[3])
{
    double arm[3];
    sn_v3_sub(point[1], point[0], arm);
    if (c->between_points) {
        const double distance = sn_v3_normalize(arm, normal);
        if (distance > 0)
            return distance - c->radius;
    }
    if (c->of_surface)
        sn_v3_copy(c->local_normal, normal);
    else
        turn_to_world(system, q, work, c->block[c->of_b], c->local_normal, normal);
    return sn_v3_dot(arm, normal) - c->radius;
}

double sn_contact_gap(const SnState *state, const SnSystem *system, const SnWorkspace *work,
                      const SnContact *c)
{
    const double *q = sn_state_q_const(state);
    double point[2][3], normal[3];
    core_points(system, q, work, c, point);
    return gap_between(system, q, work, c, (const double(*)[3])point, normal) + c->tolerance;
}

static double row_gap(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnRowValues *at, const SnDynamicRow *row)
{
    (void)at;
    return sn_contact_gap(state, system, work, &work->contacts->contacts[row->number]);
}

/* --- overlap --- */

#define SLACK     0.1  /* over what is kept: overlap that is left alone */
#define TOUCHING  0.98 /* of the gap that surfaces keep: they touch all but for that */
#define AT_ONCE   (1.5 * SN_SOFT_TOUCHING) /* of it: opened first, so that there is a direction */
#define CREPT     0.02                     /* of it: what velocities take back */
#define OPENS     0.05 /* of it in a second: so slowly that what is pushed stays at rest, ... */
#define UNSEEN    0.01 /* ... or at this share of the mean speed of late */
#define HARD      1.01 /* pressed over all that there weighs, or would fall by ... */
#define FALLS     0.1  /* ... this much of the gap a second in a second */
#define YIELDS    1e-3 /* of what is far in another, so that there is a solution */
#define FURTHEST  2    /* way of a body in a correction, over what a contact is pushed out by */
#define DEEP      0.01 /* of the smaller one's radius, ... */
#define MANY_KEPT 10   /* ... or over what is kept: no contact that holds comes so far, ... */
#define SINKS     1e-5 /* ... if so much of that radius in a step, or its part of it, is added */

double sn_contact_began_in(const SnSystem *system, const SnWorkspace *work, const SnContact *c)
{
    return fmin(sn_contact_gap(work->step.backup, system, NULL, c), 0);
}

/* Marks bodies that move and touch what deforms, or others that do; whether one is new. */
static bool finds_on_soft(const SnSystem *system, SnContactWorkspace *w)
{
    bool found = false;
    for (int i = 0; i < w->n; i++)
        for (int side = 0; side < 2; side++) {
            const SnContact *c = &w->contacts[i];
            bool *on_soft = &w->on_soft[c->shape[side]];
            if (*on_soft || c->block[side] < 0 || sn_is_kinematic(system, c->block[side]))
                continue;
            *on_soft = (c->of_surface && !c->rigid) || w->on_soft[c->shape[!side]];
            found = found || *on_soft;
        }
    return found;
}

/* All that presses on each shape, and what the model weighs: once for the contacts at hand. */
static void weigh(const SnSystem *system, SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    const int n = system->contacts.n_shapes + system->contacts.n_deformable;
    memset(w->pressed, 0, (size_t)n * sizeof *w->pressed);
    for (int i = 0; i < w->n; i++)
        for (int side = 0; side < 2; side++)
            w->pressed[w->contacts[i].shape[side]] += sn_dynamic_rows_noted(
                &work->unilateral.dynamic, &sn_contact_rows, w->contacts[i].feature);
    memset(w->on_soft, 0, (size_t)n * sizeof *w->on_soft);
    for (bool more = system->contacts.n_deformable > 0; more;)
        more = finds_on_soft(system, w);
    w->weight = w->mass = 0;
    for (int i = 0; i < system->n_active + system->n_attached; i++) {
        w->mass += system->blocks[i].mass;
        w->weight += system->blocks[i].mass * sn_v3_norm(system->blocks[i].gravity);
    }
    w->weighed = true;
}

/* Whether both surfaces of a contact are pressed harder than all that there weighs: opening its gap
 * would squeeze them further, and solids that fill the place between walls would be squeezed by all
 * of it. */
static bool is_wedged(const SnContactWorkspace *w, const SnContact *c)
{
    return fmin(w->pressed[c->shape[0]], w->pressed[c->shape[1]]) >
           HARD * (w->weight + FALLS * fabs(c->tolerance) * w->mass);
}

/* What a step opens of the gap of surfaces, where it was missing before.  Where one deforms, or
 * touches what does, matter about the place is pushed with the speed at which it opens, and the
 * rest follows: that is to be a speed that nobody sees. */
static double most_opened(const SnSystem *system, SnWorkspace *work, const SnContact *c)
{
    SnContactWorkspace *w = work->contacts;
    if (!c->of_surface || (c->deep && !c->rigid))
        return c->most;
    if (!w->weighed)
        weigh(system, work);
    const bool pushes_matter = !c->rigid || w->on_soft[c->shape[0]] || w->on_soft[c->shape[1]];
    if (c->deep && !pushes_matter)
        return c->most;
    const double gap = fabs(c->tolerance), lacks = -sn_contact_began_in(system, work, c);
    /* in a part of a step no less: what only touches has no direction, and goes no further */
    const double first =
        fmin(fmax(lacks - (1 - AT_ONCE) * gap, 0), fmax(c->most, 2 * AT_ONCE * gap));
    if (is_wedged(w, c))
        return first;
    const double swing = sn_state_parts_const(work->step.backup)[SN_PARTS_SWING];
    const double mean = w->mass > 0 ? sqrt(2 * fmax(swing, 0) / w->mass) : 0;
    const double slowly = work->step.size * fmax(OPENS * gap, UNSEEN * mean);
    return pushes_matter ? fmax(first, fmin(slowly, c->most)) : c->most;
}

double sn_contact_open(const SnSystem *system, const SnState *state, SnWorkspace *work,
                       const SnDynamicRow *row)
{
    const SnContact *c = &work->contacts->contacts[row->number];
    const double gap = sn_contact_gap(state, system, work, c), slack = SLACK * fabs(c->tolerance);
    if (!work->contacts->in_step)
        return HUGE_VAL;
    if (gap >= 0)
        return gap;
    const bool pulls = work->contacts->soft && work->contacts->soft->pulls;
    const bool pulled = c->deep && !c->rigid;
    if (pulls && !pulled)
        return 0;
    const bool stays = work->contacts->closing || (pulled && !pulls);
    const double most = stays ? 0 : most_opened(system, work, c);
    if (gap + slack >= -most ||
        (!c->of_surface && (stays || sn_step_method(system, work) != SN_STEP_BACKWARD_EULER)))
        return fmax(fmin(gap + slack, 0), -most);
    /* surfaces never cut, and what spins sinks in along its arc, further than is pushed out by and
     * by: what came since the start of the step goes at once.  (Other methods enter with the
     * velocity of the impact, too.) */
    const double before = sn_contact_began_in(system, work, c);
    return fmax(gap + slack, -fmax(most, before - gap));
}

bool sn_contacts_began_in(const SnSystem *system, const SnWorkspace *work)
{
    for (int i = 0; sn_has_contacts(work) && i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        if (row->class != &sn_contact_rows || row->compliance > 0)
            continue;
        const SnContact *c = &work->contacts->contacts[row->number];
        const double most = (c->of_surface ? TOUCHING : 1) * fabs(c->tolerance);
        if (sn_contact_began_in(system, work, c) < -most)
            return true;
    }
    return false;
}

/* Whether it is in the other by more than a step pushes out. */
static bool is_far(const SnDynamicRow *row, const SnContact *c)
{
    return !c->of_surface && row->bound >= c->most;
}

double sn_contact_yields(const SnWorkspace *work, const SnDynamicRow *row)
{
    if (row->class != &sn_contact_rows)
        return 0;
    const SnContact *c = &work->contacts->contacts[row->number];
    return c->deep ? 1 : is_far(row, c) ? YIELDS : 0;
}

/* Shortens what the correction work.linear.u moves a body by to a way [m]. */
static void shorten(const SnSystem *system, SnWorkspace *work, int block, double size, double most)
{
    if (block < 0 || block >= system->n_active || system->blocks[block].n < 6)
        return;
    double *u = work->linear.u + system->blocks[block].u;
    const double way = sn_v3_norm(u) + size * sn_v3_norm(u + 3);
    for (int k = 0; k < 6 && way > most; k++)
        u[k] *= most / way;
}

/* Whether a contact of convex bodies that is so deep now was about as deep where the model starts.
 */
static bool overlaps_at_start(const SnSystem *system, const SnContact *c, double depth)
{
    double point[2][3], normal[3];
    core_points(system, system->q0, NULL, c, point);
    return sn_v3_distance(point[0], point[1]) < 2 * depth &&
           gap_between(system, system->q0, NULL, c, (const double(*)[3])point, normal) <
               -0.5 * depth;
}

/* What is pressed into another, or begins so deep in it and among so many that nothing lets it out.
 */
static SnFault pressed_fault(const SnSystem *system, const SnWorkspace *work, const SnContact *c,
                             SnId rule, double depth)
{
    const bool begun = overlaps_at_start(system, c, depth);
    const SnId body = system->contacts.shapes[c->shape[1]].id;
    SnFault fault = sn_fault(SN_FAULT_LCP, begun ? body : rule, work->step.backup->time, "");
    snprintf(fault.text, sizeof fault.text,
             begun
                 ? "This body begins %.2g m deep in another, and others leave it no way out: push "
                   "apart what overlaps at the start (Checks and sinew info list it)."
                 : "Rigid bodies are pressed into each other, %.2g m deep by now: what presses "
                   "them cannot be held. Give these contacts some compliance, or what drives "
                   "them, or take masses that differ less.",
             depth);
    return fault;
}

SnFault sn_contacts_check_held(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work)
{
    const double part = work->step.size / system->step_size;
    for (int i = 0; sn_has_contacts(work) && i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        if (row->class != &sn_contact_rows || row->compliance > 0)
            continue;
        const SnContact *c = &work->contacts->contacts[row->number];
        if (c->of_surface || row->bound < 0.5 * c->most)
            continue; /* most */
        const double gap = sn_contact_gap(state, system, NULL, c);
        const double limit = fmax(DEEP * c->lever, MANY_KEPT * c->tolerance);
        if (gap > -limit || gap > sn_contact_began_in(system, work, c) - part * SINKS * c->lever)
            continue;
        return pressed_fault(system, work, c, row->id, -gap);
    }
    return (SnFault){0};
}

void sn_contacts_shorten(const SnSystem *system, SnWorkspace *work)
{
    for (int i = 0; sn_has_contacts(work) && i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        const SnContact *c =
            row->class == &sn_contact_rows ? &work->contacts->contacts[row->number] : NULL;
        for (int s = 0; c && is_far(row, c) && s < 2; s++)
            shorten(system, work, c->block[s], c->lever, FURTHEST * row->bound);
    }
}

double sn_contact_recovered(const SnWorkspace *work, const SnDynamicRow *row, double gap)
{
    const SnContact *c =
        row->class == &sn_contact_rows ? &work->contacts->contacts[row->number] : NULL;
    if (!c || !c->of_surface || c->rigid || c->deep || !(row->impulse > 0))
        return 0; /* what has just come may still go by itself */
    const double kept = fabs(c->tolerance);
    return -gap > CREPT * kept ? 0 : fmin(-gap, OPENS * kept * work->step.size);
}

bool sn_contacts_overlap(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    for (int i = 0; sn_has_contacts(work) && i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        if (row->class == &sn_contact_rows && row->compliance == 0 &&
            sn_contact_open(system, state, work, row) < 0)
            return true;
    }
    return false;
}

/* What rows push out in this correction, weighed by their impulses, and how much of it was there
 * when the step began: what has come in it has sunk in it, and is no gain but where the way back is
 * longer.  The share of the latter. */
static void note_pushed(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    double pushed = 0, before = 0;
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        if (row->class != &sn_contact_rows || !(row->bound > 0 && row->impulse > 0))
            continue;
        const SnContact *c = &w->contacts[row->number];
        const double now = fmin(sn_contact_gap(state, system, NULL, c), 0);
        const bool rigid = c->rigid || !c->of_surface;
        const double came = rigid ? fmax(sn_contact_began_in(system, work, c) - now, 0) : 0;
        pushed += row->impulse * row->bound;
        before += row->impulse * fmax(row->bound - came, 0);
    }
    w->pushed += pushed;
    w->pushed_before += before;
}

/* What lifts [J]. */
static void note_lift(const SnSystem *system, SnWorkspace *work)
{
    double lift = 0;
    for (int i = 0; sn_has_contacts(work) && i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        if (sn_block_has_mass(block))
            lift -= block->mass * sn_v3_dot(block->gravity, work->linear.u + block->u);
    }
    work->contacts->lifted += fmax(lift, 0);
}

/* Whether this correction pushes out what overlaps. */
static bool pushes(const SnWorkspace *work)
{
    for (int i = 0; sn_has_contacts(work) && i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        if (row->class == &sn_contact_rows && row->bound > 0 && row->impulse > 0)
            return true;
    }
    return false;
}

void sn_contacts_displace(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    const bool deforms = w && w->soft;
    const bool noted = deforms ? !w->soft->pulls /* else what that takes is measured at once */
                               : w && (w->moved || pushes(work));
    const size_t size = (size_t)system->n_q * sizeof(double);
    if (noted && !w->moved)
        memcpy(w->corrected, sn_state_q(state), size);
    if (noted)
        note_pushed(system, state, work);
    if (w && !deforms)
        note_lift(system, work);
    sn_displace(system, work->linear.u, sn_state_q(state));
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    if (noted)
        memcpy(w->corrected + system->n_q, sn_state_q(state), size);
    if (w)
        w->moved = w->moved || noted;
}

/* --- rows --- */

#define MOST_TERMS     6
#define LEAST_TRIANGLE 1e-7 /* of its inertia: height over length is about the root of that */

/* The terms of the rate of the second side's point less that of the first's, along a direction. */
typedef struct Terms {
    int n;
    SnRowTerm term[MOST_TERMS];
    double value[MOST_TERMS][6];
} Terms;

static void add_term(Terms *terms, int block, unsigned mask, double factor, const double along[3])
{
    sn_v3_scale(factor, along, terms->value[terms->n]);
    terms->term[terms->n] =
        (SnRowTerm){.block = block, .mask = mask, .value = terms->value[terms->n]};
    terms->n++;
}

/* What a strand does to a triangle that deforms acts at the strand's middle, an arm away: the three
 * points, which `terms` ends with, get the moment too, as if they were a rigid body.  So no force
 * of the row turns what is free, and the row sees no motion as of one body. */
static void add_moment(const SnSystem *system, const SnState *state, const SnContact *c, int side,
                       double factor, const double along[3], Terms *terms)
{
    const double *q = sn_state_q_const(state);
    double arm[3][3], middle[3] = {0}, at[3], moment[3], inertia[9] = {0}, inverse[9];
    sn_v3_copy(c->point, at);
    for (int i = 0; i < 3; i++) {
        const double *x = q + system->blocks[c->points[side][i]].q;
        sn_v3_axpy(1 / 3.0, x, middle);
        sn_v3_axpy(-c->weight[side][i], x, at);
    }
    for (int i = 0; i < 3; i++) {
        sn_v3_sub(q + system->blocks[c->points[side][i]].q, middle, arm[i]);
        const double square = sn_v3_dot(arm[i], arm[i]);
        for (int r = 0; r < 9; r++)
            inertia[r] += (r % 4 == 0 ? square : 0) - arm[i][r / 3] * arm[i][r % 3];
    }
    const double trace = inertia[0] + inertia[4] + inertia[8];
    if (!(sn_m3_inverse(inertia, inverse) > LEAST_TRIANGLE * trace * trace * trace))
        return; /* three points in a line */
    sn_v3_cross(at, along, moment);
    sn_m3_mul_v3(inverse, moment, moment);
    for (int i = 0; i < 3; i++) {
        double couple[3];
        sn_v3_cross(moment, arm[i], couple);
        sn_v3_axpy(factor, couple, terms->value[terms->n - 3 + i]);
    }
}

static void make_terms(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                       const SnContact *c, const double along[3], Terms *terms)
{
    terms->n = 0;
    for (int s = 0; s < 2; s++) {
        const double sign = s == 0 ? -1 : 1;
        for (int i = 0; i < c->n_points[s]; i++)
            add_term(terms, c->points[s][i], 7, sign * c->weight[s][i], along);
        if (c->n_points[s] == 3 && c->core == 2 - s)
            add_moment(system, state, c, s, sign, along, terms);
        if (c->n_points[s] > 0)
            continue;
        double arm[3], turn[3];
        sn_v3_sub(c->point, sn_state_q_const(state) + system->blocks[c->block[s]].q, arm);
        add_term(terms, c->block[s], 63, sign, along);
        double *value = terms->value[terms->n - 1];
        sn_v3_cross(arm, value, turn);
        sn_m3_tmul_v3(work->motion.rotation[c->block[s]], turn, value + 3);
    }
}

/* Those of the rate at which the second body turns against the first about a direction, times the
 * lever. */
static void make_turn_terms(const SnWorkspace *work, const SnContact *c, const double about[3],
                            Terms *terms)
{
    static const double none[3] = {0, 0, 0};
    terms->n = 0;
    for (int s = 0; s < 2; s++) {
        double turn[3];
        sn_v3_scale(s == 0 ? -c->lever : c->lever, about, turn);
        add_term(terms, c->block[s], 63, 1, none);
        sn_m3_tmul_v3(work->motion.rotation[c->block[s]], turn, terms->value[terms->n - 1] + 3);
    }
}

static void append_contact(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           int number)
{
    SnContactWorkspace *w = work->contacts;
    SnContact *c = &w->contacts[number];
    const SnContactRule *rule = &system->contacts.rules[c->rule];
    double point[2][3];
    Terms terms;
    const double *q = sn_state_q_const(state);
    core_points(system, q, work, c, point);
    const double gap = gap_between(system, q, work, c, (const double(*)[3])point, c->normal);
    sn_v3_tangents(c->normal, c->tangent[0], c->tangent[1]);
    sn_v3_copy(point[c->core > 0 ? c->core - 1 : 0], c->point);
    if (c->core == 0)
        sn_v3_axpy(c->radius_a + 0.5 * gap, c->normal, c->point);
    make_terms(system, state, work, c, c->normal, &terms);
    c->row = work->unilateral.dynamic.n;
    sn_dynamic_rows_append(system, work,
                           &(SnDynamicRow){.class = &sn_contact_rows,
                                           .feature = c->feature,
                                           .number = number,
                                           .id = rule->id,
                                           .compliance = rule->compliance,
                                           .damping = rule->damping,
                                           .restitution = w->bounce * rule->restitution},
                           terms.term, terms.n);
    const bool rolls = (!c->of_surface || c->rigid) && (rule->torsion > 0 || rule->rolling > 0);
    c->tangents = -1;
    if (!(rule->friction > 0) && !rolls)
        return;
    c->tangents = w->rows.n;
    c->n_tangents = rolls ? 5 : 2;
    for (int t = 0; t < c->n_tangents; t++) {
        if (t < 2)
            make_terms(system, state, work, c, c->tangent[t], &terms);
        else
            make_turn_terms(work, c, t == 2 ? c->normal : c->tangent[t - 3], &terms);
        sn_dynamic_rows_append_to(system, work, &w->rows, &(SnDynamicRow){.id = rule->id},
                                  terms.term, terms.n);
    }
}

/* Newton's iterations follow the contacts of the start of a step; what else moves far finds them
 * anew. */
static bool keeps_contacts(const SnSystem *system, const SnWorkspace *work)
{
    const SnStepMethod method = sn_step_method(system, work);
    return method == SN_STEP_NEWTON_EULER || method == SN_STEP_NEWTON_TRAPEZOIDAL;
}

static void append_contacts(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    if (!w)
        return;
    if (!w->found || !keeps_contacts(system, work))
        sn_contacts_find(system, state, work);
    sn_dynamic_rows_begin(&w->rows);
    for (int i = 0; i < w->n; i++)
        append_contact(system, state, work, i);
    w->friction = SN_CONTACT_FRICTIONLESS;
    work->unilateral.dynamic.out_of_memory |= w->out_of_memory || w->rows.out_of_memory;
}

/* --- forces in the state --- */

static void recall(const SnSystem *system, const SnState *state, SnDynamicRows *rows)
{
    for (int i = 0; i < sn_contacts_count(system, state); i++) {
        const double *record = sn_contact_record(system, state, i);
        const uint64_t feature = sn_contact_record_feature(record);
        sn_dynamic_rows_note(rows, &sn_contact_rows, feature, record[SN_CONTACT_NORMAL_FORCE]);
        for (int k = 0; k < 3; k++)
            sn_dynamic_rows_note(rows, &force_part[k], feature, record[SN_CONTACT_FORCE + k]);
    }
}

void sn_contact_recall_tangents(const SnDynamicRows *noted, double duration, SnContactWorkspace *w)
{
    for (int i = 0; i < w->n; i++) {
        const SnContact *c = &w->contacts[i];
        double force[3];
        for (int k = 0; k < 3; k++)
            force[k] = sn_dynamic_rows_noted(noted, &force_part[k], c->feature);
        for (int t = 0; t < 2 && c->tangents >= 0; t++)
            w->rows.row[c->tangents + t].impulse = duration * sn_v3_dot(force, c->tangent[t]);
    }
}

/* Nothing here: sn_contacts_keep knows the contacts. */
static void keep_nothing(const SnSystem *system, const SnDynamicRows *rows, double duration,
                         SnState *state)
{
    (void)system, (void)rows, (void)duration, (void)state;
}

const SnDynamicClass sn_contact_rows = {
    .name = "contacts",
    .append = append_contacts,
    .gap = row_gap,
    .recall = recall,
    .keep = keep_nothing,
};
