/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/pulley_slide.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/strand/strand_node_position.h"
#include "engine/sim/strand/strand_workspace.h"
#include "engine/strand/node_product.h"

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
static void angle_gradient(const SnSystemGuide *guide, const SnPulleyContact *contact,
                           const double turn[2], const double x[3], double g[3])
{
    double r[3];
    sn_v3_sub(x, contact->center, r);
    sn_m3_tmul_v3(contact->axes, r, r);
    const double a = r[0] / guide->radii[0], b = r[1] / guide->radii[1];
    const double square = a * a + b * b;
    double in_plane[3] = {0};
    if (square > 1) { /* a cos + b sin = 1 */
        const double d = b * turn[0] - a * turn[1];
        const double distance = copysign(fmax(fabs(d), LEAST_TANGENT), d);
        in_plane[0] = -turn[0] / distance, in_plane[1] = -turn[1] / distance;
    } else { /* inside: straight out */
        const double least = fmax(square, LEAST_RADIUS * LEAST_RADIUS);
        in_plane[0] = -b / least, in_plane[1] = a / least;
    }
    in_plane[0] /= guide->radii[0], in_plane[1] /= guide->radii[1];
    sn_m3_mul_v3(contact->axes, in_plane, g);
}

/* Of the place at a turn, in the world: its derivative by the angle [m/rad]; returns its size. */
static double groove_tangent(const SnSystemGuide *guide, const SnPulleyContact *contact,
                             const double turn[2], double along[3])
{
    const double a = -guide->radii[0] * turn[1], b = guide->radii[1] * turn[0];
    for (int i = 0; i < 3; i++)
        along[i] = contact->axes[3 * i] * a + contact->axes[3 * i + 1] * b;
    return guide->radii[0] == guide->radii[1] ? guide->radii[0] : sqrt(a * a + b * b);
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

/* s . what a body moves at x, over its columns. */
static void body_columns(const double s[3], const double *rotation, const double origin[3],
                         const double x[3], double columns[6])
{
    double arm[3], moment[3];
    sn_v3_sub(x, origin, arm);
    sn_v3_cross(arm, s, moment);
    sn_v3_copy(s, columns);
    sn_m3_tmul_v3(rotation, moment, columns + 3);
}

static void node_columns(const double s[3], const SnSegmentNode *node, double *columns)
{
    memset(columns, 0, 6 * sizeof *columns);
    if (node->width == 6) /* unrolled */
        sn_add_product_sized(s, 1, node->jacobian, 6, 1, 6, columns);
    else
        sn_add_product_sized(s, 1, node->jacobian, node->width, 1, 6, columns);
}

static void look_at_one(const SnSystem *system, const SnWorkspace *work, int pulley, bool leaves,
                        SnPulleySlide *slide)
{
    const SnPulleyContact *contact = &work->pulleys.contacts[pulley];
    const SnSystemGuide *guide = &system->guides.guides[system->pulleys.pulleys[pulley].guide];
    const double side = system->pulleys.pulleys[pulley].side * (leaves ? 1 : -1);
    const double *turn = contact->turn[leaves];
    slide->acts = false;
    slide->lambda = 0;
    if (slide->segment < 0 || contact->off)
        return;
    const SnSystemSegment *segment = &system->strands.segments[slide->segment];
    const SnSegmentWorkspace *w = &work->forces.strand->segments[slide->segment];
    const int far = other_end(system, work, segment, slide->node, leaves);
    const SnSegmentNode *here = &w->in.nodes[slide->node], *there = &w->in.nodes[far];
    const int part = leaves ? far - 1 : far; /* the free one */
    double *along = slide->tangent, back[3]; /* c' */
    if (!(sn_segment_chord(&w->in, &w->shape, part) > 0))
        return;
    slide->acts = true;
    const double speed = groove_tangent(guide, contact, turn, along);
    slide->lambda = side * speed - (leaves ? 1 : -1) * sn_v3_dot(w->shape.d[part], along);
    angle_gradient(guide, contact, turn, there->x, slide->along);

    slide->column[0] = there->column, slide->width[0] = there->width;
    slide->column[1] = here->column, slide->width[1] = here->width;
    node_columns(slide->along, there, slide->swing[0]);
    if (here->width != 6)
        return;
    sn_v3_scale(-1, slide->along, back);
    body_columns(back, work->motion.rotation[guide->carrier], contact->origin, there->x,
                 slide->swing[1]);
}

/* gradient += factor x the change of the angle with the columns. */
static void add_swing(const SnPulleySlide *slide, double factor, double *gradient)
{
    for (int k = 0; k < 2; k++) {
        double *own = gradient + slide->column[k];
        if (slide->width[k] == 6) /* unrolled */
            for (int c = 0; c < 6; c++)
                own[c] += factor * slide->swing[k][c];
        else
            for (int c = 0; c < slide->width[k]; c++)
                own[c] += factor * slide->swing[k][c];
    }
}

static double swing_rate(const SnPulleySlide *slide, const int *column_u, const double *u)
{
    double rate = 0;
    for (int k = 0; k < 2; k++)
        for (int c = 0; c < slide->width[k]; c++)
            rate += slide->swing[k][c] * u[column_u[slide->column[k] + c]];
    return rate;
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

/* How the angle of a tangent moves. */
static void look_at_turn(const SnSystem *system, const SnWorkspace *work, SnPulleySlide *slide,
                         bool leaves)
{
    const SnPulleySlide *other = partner_slide(system, work, slide, leaves);
    const double ab = other ? sn_v3_dot(slide->along, other->tangent) : 0;
    const double whole = other ? 1 - ab * sn_v3_dot(other->along, slide->tangent) : 1;
    const bool joined = other && fabs(whole) > LEAST_FREEDOM;
    slide->other = joined ? other : NULL;
    slide->own = joined ? 1 / whole : 1;
    slide->others = joined ? ab / whole : 0;
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
    work->forces.strand->moved_known = false;
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
        if (slide->segment == segment && slide->acts)
            rate += slide->lambda * swing_rate(slide, column_u, u);
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

/* --- what nodes on the groove do to inertia and weight --- */

/* Nodes of a segment that move with a tangent: those of its pulley, and those of pulleys that the
 * strand has left and that are where the last of these is. */
static void moved_nodes(const SnSystem *system, const SnWorkspace *work, int pulley, bool leaves,
                        int *from, int *to)
{
    const SnPulleySlide *slide = &work->forces.strand->slides[pulley][leaves];
    const SnSystemSegment *segment = &system->strands.segments[slide->segment];
    const int others = system->pulleys.pulleys[pulley].count - 1;
    *from = leaves ? slide->node - others : slide->node;
    *to = leaves ? other_end(system, work, segment, slide->node, true) - 1 : slide->node + others;
    *from = *from < 0 ? 0 : *from;
    *to = *to < segment->count ? *to : segment->count - 1;
}

/* What a tangent moves, per radian. */
static void look_at_moved(const SnSystem *system, const SnWorkspace *work, int pulley, bool leaves)
{
    SnStrandWorkspace *strand = work->forces.strand;
    const SnPulleySlide *slide = &strand->slides[pulley][leaves];
    const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
    const SnPulleyContact *contact = &work->pulleys.contacts[pulley];
    const SnSegmentWorkspace *w = &strand->segments[slide->segment];
    const int first = system->strands.segments[slide->segment].first;
    const int eulerian = sn_pulley_eulerian_node(system, p);
    double way = 0, last_way = 0;
    int from, to;
    moved_nodes(system, work, pulley, leaves, &from, &to);
    for (int k = from; k <= to; k++, last_way = way) {
        SnMovedNode *moved = &strand->moved[2 * (first + k) + leaves];
        const SnMovedNode *last = moved - 2;
        const int number = strand->node[first + k];
        moved->arc = 0;
        if (k > from && strand->node[first + k - 1] == number) {
            sn_v3_copy(last->x, moved->x);
            continue;
        }
        const double turn = sn_pulley_turn(system, p, contact, eulerian, number - p->first, leaves);
        way = p->side * turn *
              groove_tangent(&system->guides.guides[p->guide], contact,
                             work->pulleys.node_turn[number], moved->x);
        sn_v3_scale(turn, moved->x, moved->x);
        if (k == from)
            continue;
        double apart[3]; /* what the arc is longer than its chord */
        sn_v3_sub(moved->x, last->x, apart);
        moved->arc = way - last_way - sn_v3_dot(w->shape.d[k - 1], apart);
    }
}

static void know_moved(const SnSystem *system, const SnWorkspace *work)
{
    SnStrandWorkspace *strand = work->forces.strand;
    for (int i = 0; i < system->pulleys.n && !strand->moved_known; i++)
        for (int leaves = 0; leaves < 2; leaves++) {
            if (!strand->slides[i][leaves].acts)
                continue;
            look_at_turn(system, work, &strand->slides[i][leaves], leaves);
            look_at_moved(system, work, i, leaves);
        }
    strand->moved_known = true;
}

/* How fast the body of a node turns; -1: it has none. */
static int node_turning(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const SnSystemSegment *segment, int k, int last, double turning[3])
{
    const SnStrandWorkspace *strand = work->forces.strand;
    if (strand->nodes[segment->first + k].width != 6)
        return -1;
    const int node = strand->node[segment->first + k];
    const int block = system->points[system->strands.nodes[node].point].block;
    if (block != last)
        sn_m3_mul_v3(work->motion.rotation[block],
                     sn_state_u_const(state) + system->blocks[block].u + 3, turning);
    return block;
}

/* A node that moves along its body has another velocity with that: the slopes by places have it
 * too. */
static void turn_slopes(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const SnSystemSegment *segment, SnNodeSlope *slopes)
{
    double turning[3], more[3];
    for (int k = 0, block = -1; k < segment->count; k++) {
        block = node_turning(system, state, work, segment, k, block, turning);
        if (block < 0)
            continue;
        sn_v3_cross(slopes[k].v, turning, more);
        sn_v3_add(slopes[k].x, more, slopes[k].x);
    }
}

/* And so have the nodes that are moved; what their Jacobians change by times the momenta is taken
 * from `quadratic`. */
static void turn_shifts(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const SnSystemSegment *segment, const SnNodeSlope *slopes,
                        SnNodeShift *shifts, double *quadratic)
{
    double turning[3], moment[3];
    for (int k = 0, block = -1; k < segment->count; k++) {
        block = node_turning(system, state, work, segment, k, block, turning);
        if (block < 0)
            continue;
        double *spin = quadratic + work->forces.strand->nodes[segment->first + k].column + 3;
        sn_v3_cross(turning, shifts[k].x, shifts[k].v);
        sn_v3_cross(shifts[k].x, slopes[k].v, moment);
        sn_m3_tmul_v3(work->motion.rotation[block], moment, moment);
        sn_v3_sub(spin, moment, spin);
    }
}

/* Change of an energy with a tangent's angle [J/rad], from its slopes at the nodes; places and arcs
 * of shifts += rate x those of the nodes. */
static double move_nodes(const SnSystem *system, const SnWorkspace *work, int pulley, bool leaves,
                         const SnNodeSlope *slopes, double rate, SnNodeShift *shifts)
{
    const SnPulleySlide *slide = &work->forces.strand->slides[pulley][leaves];
    const int first = system->strands.segments[slide->segment].first;
    double change = 0;
    int from, to;
    moved_nodes(system, work, pulley, leaves, &from, &to);
    for (int k = from; k <= to; k++) {
        const SnMovedNode *moved = &work->forces.strand->moved[2 * (first + k) + leaves];
        change += sn_v3_dot(slopes[k].x, moved->x) + slopes[k].arc * moved->arc;
        if (rate == 0)
            continue;
        sn_v3_axpy(rate, moved->x, shifts[k].x);
        shifts[k].arc += rate * moved->arc;
    }
    return change;
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

static double turn_rate(const SnSegmentWorkspace *w, const SnPulleySlide *slide, const double *u)
{
    const double rate = slide->own * swing_rate(slide, w->column_u, u);
    return slide->other ? rate + slide->others * swing_rate(slide->other, w->column_u, u) : rate;
}

static void add_turn(const SnPulleySlide *slide, double factor, double *gradient)
{
    add_swing(slide, slide->own * factor, gradient);
    if (slide->other)
        add_swing(slide->other, slide->others * factor, gradient);
}

void sn_pulley_slides_inertia(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                              int number, double *quadratic)
{
    assert(!work || work->system == system);
    const SnStrandWorkspace *strand = work->forces.strand;
    const SnSystemSegment *segment = &system->strands.segments[number];
    const SnSegmentWorkspace *w = &strand->segments[number];
    bool moves = false;
    int i = -1;
    if (w->in.line_density == 0 || !next_slide(system, work, number, &i))
        return;
    know_moved(system, work);
    sn_segment_kinetic_slopes(&w->in, &w->shape, strand->slopes, strand->momenta);
    turn_slopes(system, state, work, segment, strand->slopes);
    memset(strand->shifts, 0, (size_t)w->in.n_nodes * sizeof *strand->shifts);
    do {
        const SnPulleySlide *slide = &strand->slides[i / 2][i % 2];
        const double rate = turn_rate(w, slide, sn_state_u_const(state));
        moves = moves || rate != 0;
        add_turn(slide,
                 move_nodes(system, work, i / 2, i % 2, strand->slopes, rate, strand->shifts),
                 quadratic);
    } while (next_slide(system, work, number, &i));
    if (!moves)
        return;
    turn_shifts(system, state, work, segment, strand->slopes, strand->shifts, quadratic);
    sn_segment_momentum_shift(&w->in, &w->shape, strand->shifts, strand->momenta, strand->beside,
                              strand->scratch);
    for (int c = 0; c < w->in.n_columns; c++)
        quadratic[c] -= strand->beside[c];
}

void sn_pulley_slides_weight(const SnSystem *system, const SnWorkspace *work, int segment,
                             const double gravity[3], double *force)
{
    assert(!work || work->system == system);
    const SnStrandWorkspace *strand = work->forces.strand;
    const SnSegmentWorkspace *w = &strand->segments[segment];
    int i = -1;
    if (w->in.line_density == 0 || !next_slide(system, work, segment, &i))
        return;
    know_moved(system, work);
    sn_segment_height_slopes(&w->in, &w->shape, gravity, strand->slopes);
    do
        add_turn(&strand->slides[i / 2][i % 2],
                 -move_nodes(system, work, i / 2, i % 2, strand->slopes, 0, NULL), force);
    while (next_slide(system, work, segment, &i));
}
