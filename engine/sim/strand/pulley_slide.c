/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/pulley_slide.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/strand/strand_node_position.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The angle of a tangent has no derivative where the neighbour is on the groove or, once it is
 * inside, on the axle: least length of the tangent, distance from the axle, and what is left of one
 * angle's freedom when another follows it; in radii. */
#define LEAST_TANGENT 0.05
#define LEAST_RADIUS  0.3
#define LEAST_FREEDOM 0.05
#define BESIDE        1e-5 /* step of central differences [rad] */

SnPulleySlide (*sn_pulley_slides_new(const SnSystem *system))[2]
{
    if (system->pulleys.n == 0)
        return NULL;
    SnPulleySlide(*slides)[2] = sn_alloc((size_t)system->pulleys.n, sizeof *slides);
    for (int i = 0; i < system->pulleys.n; i++)
        slides[i][0].segment = slides[i][1].segment = -1;
    for (int s = 0; s < system->strands.n_segments; s++) {
        const SnSystemSegment *segment = &system->strands.segments[s];
        for (int k = 0; k < segment->count; k++) {
            const int node = system->strands.node_order[segment->first + k];
            const int pulley = system->strands.nodes[node].pulley;
            if (pulley < 0 || system->pulleys.pulleys[pulley].count < 2)
                continue;
            const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
            const bool leaves = node == p->first + p->count - 1;
            if ((node == p->first && k > 0) || (leaves && k + 1 < segment->count)) {
                slides[pulley][leaves].segment = s;
                slides[pulley][leaves].node = k;
            }
        }
    }
    return slides;
}

/* Derivative of the tangent's angle by the neighbour's place, seen from the groove. */
static void angle_gradient(const SnSystemGuide *guide, const SnPulleyContact *contact, double angle,
                           const double x[3], double g[3])
{
    double r[3];
    sn_v3_sub(x, contact->center, r);
    sn_m3_tmul_v3(contact->axes, r, r);
    const double a = r[0] / guide->radii[0], b = r[1] / guide->radii[1];
    const double square = a * a + b * b;
    double in_plane[3] = {0};
    if (square > 1) { /* a cos + b sin = 1 */
        const double d = b * cos(angle) - a * sin(angle);
        const double distance = copysign(fmax(fabs(d), LEAST_TANGENT), d);
        in_plane[0] = -cos(angle) / distance, in_plane[1] = -sin(angle) / distance;
    } else { /* inside: straight out */
        const double least = fmax(square, LEAST_RADIUS * LEAST_RADIUS);
        in_plane[0] = -b / least, in_plane[1] = a / least;
    }
    in_plane[0] /= guide->radii[0], in_plane[1] /= guide->radii[1];
    sn_m3_mul_v3(contact->axes, in_plane, g);
}

/* Number of the node at the other end of the free part: nodes of pulleys that the strand has left
 * are where the last one before them is. */
static int other_end(const SnSystem *system, const SnWorkspace *work,
                     const SnSystemSegment *segment, int node, bool leaves)
{
    if (!leaves)
        return node - 1;
    int k = node + 1;
    while (k + 1 < segment->count &&
           sn_node_is_off(system, work, system->strands.node_order[segment->first + k]))
        k++;
    return k;
}

/* s . what a body moves at x, over its columns; `local` is a place of it that is at `there`. */
static void body_columns(const double s[3], const double *rotation, const double local[3],
                         const double there[3], const double x[3], double columns[6])
{
    double arm[3], in_body[3];
    sn_v3_sub(x, there, arm);
    sn_m3_tmul_v3(rotation, arm, arm);
    sn_v3_add(arm, local, arm);
    sn_m3_tmul_v3(rotation, s, in_body);
    sn_v3_copy(s, columns);
    sn_v3_cross(arm, in_body, columns + 3);
}

static void node_columns(const double s[3], const SnSegmentNode *node, double *columns)
{
    for (int c = 0; c < node->width; c++) {
        columns[c] = 0;
        for (int k = 0; k < 3; k++)
            columns[c] += s[k] * node->jacobian[node->width * k + c];
    }
}

static void look_at_one(const SnSystem *system, const SnWorkspace *work, int pulley, bool leaves,
                        SnPulleySlide *slide)
{
    const SnPulleyContact *contact = &work->pulleys.contacts[pulley];
    const SnSystemGuide *guide = &system->guides.guides[system->pulleys.pulleys[pulley].guide];
    const double side = system->pulleys.pulleys[pulley].side * (leaves ? 1 : -1);
    const double angle = leaves ? contact->leave : contact->enter;
    slide->acts = false;
    slide->lambda = 0;
    if (slide->segment < 0 || contact->off)
        return;
    const SnSystemSegment *segment = &system->strands.segments[slide->segment];
    const SnSegmentWorkspace *w = &work->forces.strand->segments[slide->segment];
    const int far = other_end(system, work, segment, slide->node, leaves);
    const SnSegmentNode *here = &w->in.nodes[slide->node], *there = &w->in.nodes[far];
    double e[3], *along = slide->tangent, back[3];
    sn_v3_sub(there->x, here->x, e);
    const double length = sn_v3_normalize(e, e);
    if (!(length > 0))
        return;
    slide->acts = true;
    const double first[3] = {-guide->radii[0] * sin(angle), guide->radii[1] * cos(angle), 0};
    sn_m3_mul_v3(contact->axes, first, along); /* c' */
    const double speed = sn_v3_norm(along);
    slide->lambda = side * speed - sn_v3_dot(e, along);
    angle_gradient(guide, contact, angle, there->x, slide->along);

    slide->column[0] = there->column, slide->width[0] = there->width;
    slide->column[1] = here->column, slide->width[1] = here->width;
    node_columns(slide->along, there, slide->swing[0]);
    if (here->width != 6)
        return;
    const double *rotation = work->motion.rotation[guide->carrier];
    const double *local =
        work->forces.strand->local[work->forces.strand->node[segment->first + slide->node]];
    sn_v3_scale(-1, slide->along, back);
    body_columns(back, rotation, local, here->x, there->x, slide->swing[1]);
}

/* gradient += factor x the change of the angle with the columns. */
static void add_swing(const SnPulleySlide *slide, double factor, double *gradient)
{
    for (int k = 0; k < 2; k++)
        for (int c = 0; c < slide->width[k]; c++)
            gradient[slide->column[k] + c] += factor * slide->swing[k][c];
}

/* The slide at the other end of its free part; NULL: that is no tangent. */
static SnPulleySlide *partner_slide(const SnSystem *system, const SnWorkspace *work,
                                    const SnPulleySlide *slide, bool leaves)
{
    if (!slide->acts)
        return NULL;
    const SnSystemSegment *segment = &system->strands.segments[slide->segment];
    const int far = other_end(system, work, segment, slide->node, leaves);
    const int pulley =
        system->strands.nodes[system->strands.node_order[segment->first + far]].pulley;
    SnPulleySlide *other = pulley < 0 ? NULL : &work->forces.strand->slides[pulley][!leaves];
    return other && other->acts && other->segment == slide->segment && other->node == far ? other
                                                                                          : NULL;
}

/* gradient [n_columns]: change of the angle with the columns of its segment; of two tangents that a
 * free part joins, with what the other does. */
static void angle_columns(const SnSystem *system, const SnWorkspace *work, int pulley, bool leaves,
                          int n_columns, double *gradient)
{
    const SnPulleySlide *slide = &work->forces.strand->slides[pulley][leaves],
                        *other = partner_slide(system, work, slide, leaves);
    const double ab = other ? sn_v3_dot(slide->along, other->tangent) : 0;
    const double whole = other ? 1 - ab * sn_v3_dot(other->along, slide->tangent) : 1;
    memset(gradient, 0, (size_t)n_columns * sizeof *gradient);
    add_swing(slide, 1, gradient);
    if (fabs(whole) > LEAST_FREEDOM && other) {
        add_swing(other, ab, gradient);
        for (int c = 0; c < n_columns; c++)
            gradient[c] /= whole;
    }
}

/* Two tangents that a free part joins move together: the angle of one follows the place of the
 * other. */
static void join_slides(const SnSystem *system, const SnWorkspace *work, int pulley)
{
    SnPulleySlide *a = &work->forces.strand->slides[pulley][1],
                  *b = partner_slide(system, work, a, true);
    if (!b)
        return;
    const double ab = sn_v3_dot(a->along, b->tangent), ba = sn_v3_dot(b->along, a->tangent);
    const double whole = 1 - ab * ba, mine = a->lambda, theirs = b->lambda;
    if (!(fabs(whole) > LEAST_FREEDOM))
        return;
    a->lambda = (mine + theirs * ba) / whole;
    b->lambda = (theirs + mine * ab) / whole;
}

void sn_pulley_slides_look(const SnSystem *system, const SnWorkspace *work)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->pulleys.n; i++)
        for (int leaves = 0; leaves < 2; leaves++)
            look_at_one(system, work, i, leaves, &work->forces.strand->slides[i][leaves]);
    for (int i = 0; i < system->pulleys.n; i++)
        join_slides(system, work, i);
}

double sn_pulley_slides_rate(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             int segment)
{
    assert(!work || work->system == system);
    const double *u = sn_state_u_const(state);
    const int *column_u = work->forces.strand->segments[segment].column_u;
    double rate = 0;
    for (int i = 0; i < 2 * system->pulleys.n; i++) {
        const SnPulleySlide *slide = &work->forces.strand->slides[i / 2][i % 2];
        for (int k = 0; k < 2 && slide->segment == segment && slide->acts; k++)
            for (int c = 0; c < slide->width[k]; c++)
                rate += slide->lambda * slide->swing[k][c] * u[column_u[slide->column[k] + c]];
    }
    return rate;
}

void sn_pulley_slides_add(const SnSystem *system, const SnWorkspace *work, int segment,
                          double *gradient)
{
    assert(!work || work->system == system);
    for (int i = 0; i < 2 * system->pulleys.n; i++) {
        const SnPulleySlide *slide = &work->forces.strand->slides[i / 2][i % 2];
        if (slide->segment == segment && slide->acts)
            add_swing(slide, slide->lambda, gradient);
    }
}

/* The segment with the tangent point moved on by so many radians, and what is on the groove with
 * it. */
static void look_beside(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        int segment, int pulley, bool leaves, double angle)
{
    SnPulleyContact *contact = &work->pulleys.contacts[pulley];
    const SnPulleyContact kept = *contact;
    *(leaves ? &contact->leave : &contact->enter) += angle;
    contact->angle += system->pulleys.pulleys[pulley].side * (leaves ? angle : -angle);
    sn_pulley_place(system, sn_state_q_const(state), sn_state_u_const(state), work, pulley);
    sn_strand_look_again(system, work, segment);
    *contact = kept;
}

/* The pulley's next tangent that moves, from *i on, of this segment; false: there is none. */
static bool next_slide(const SnSystem *system, const SnWorkspace *work, int segment, int *i)
{
    for (++*i; *i < 2 * system->pulleys.n; ++*i) {
        const SnPulleySlide *slide = &work->forces.strand->slides[*i / 2][*i % 2];
        if (slide->segment == segment && slide->acts)
            return true;
    }
    return false;
}

void sn_pulley_slides_inertia(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                              int segment, double *quadratic)
{
    assert(!work || work->system == system);
    const SnSegmentWorkspace *w = &work->forces.strand->segments[segment];
    const int n = w->in.n_columns;
    const double *u = sn_state_u_const(state);
    double *gradient = work->forces.strand->beside, *momentum[2] = {gradient + n, gradient + 2 * n};
    for (int i = -1; next_slide(system, work, segment, &i);) {
        double rate = 0, square = 0;
        angle_columns(system, work, i / 2, i % 2, n, gradient);
        for (int c = 0; c < n; c++)
            rate += gradient[c] * u[w->column_u[c]];
        if (rate == 0)
            continue;
        for (int side = 0; side < 2; side++) {
            look_beside(system, state, work, segment, i / 2, i % 2, side ? BESIDE : -BESIDE);
            sn_segment_momentum(&w->in, &w->shape, momentum[side]);
        }
        look_beside(system, state, work, segment, i / 2, i % 2, 0);
        for (int c = 0; c < n; c++) {
            const double change = (momentum[1][c] - momentum[0][c]) / (2 * BESIDE);
            square += u[w->column_u[c]] * change;
            quadratic[c] -= rate * change;
        }
        for (int c = 0; c < n; c++)
            quadratic[c] += 0.5 * square * gradient[c];
    }
}

void sn_pulley_slides_weight(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             int segment, const double gravity[3], double *force)
{
    assert(!work || work->system == system);
    const SnSegmentWorkspace *w = &work->forces.strand->segments[segment];
    double *gradient = work->forces.strand->beside;
    for (int i = -1; next_slide(system, work, segment, &i);) {
        double energy[2];
        for (int side = 0; side < 2; side++) {
            look_beside(system, state, work, segment, i / 2, i % 2, side ? BESIDE : -BESIDE);
            energy[side] = sn_segment_height(&w->in, &w->shape, gravity);
        }
        look_beside(system, state, work, segment, i / 2, i % 2, 0);
        angle_columns(system, work, i / 2, i % 2, w->in.n_columns, gradient);
        for (int c = 0; c < w->in.n_columns; c++)
            force[c] -= (energy[1] - energy[0]) / (2 * BESIDE) * gradient[c];
    }
}
