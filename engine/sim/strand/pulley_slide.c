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

/* How the angle of a tangent moves: by so much of its own swing, and of the swing of the tangent
 * that a free part joins to it (other NULL: to none). */
typedef struct Turn {
    const SnPulleySlide *other;
    double own, others;
} Turn;

static Turn turn_of(const SnSystem *system, const SnWorkspace *work, int pulley, bool leaves)
{
    const SnPulleySlide *slide = &work->forces.strand->slides[pulley][leaves],
                        *other = partner_slide(system, work, slide, leaves);
    const double ab = other ? sn_v3_dot(slide->along, other->tangent) : 0;
    const double whole = other ? 1 - ab * sn_v3_dot(other->along, slide->tangent) : 1;
    if (!other || !(fabs(whole) > LEAST_FREEDOM))
        return (Turn){.own = 1};
    return (Turn){.other = other, .own = 1 / whole, .others = ab / whole};
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

/* Place on the groove, in the world: its derivative by the angle [m/rad]. */
static void groove_tangent(const SnSystemGuide *guide, const SnPulleyContact *contact,
                           const double x[3], double along[3])
{
    double r[3];
    sn_v3_sub(x, contact->center, r);
    sn_m3_tmul_v3(contact->axes, r, r);
    const double ratio = guide->radii[0] / guide->radii[1];
    const double in_plane[3] = {-ratio * r[1], r[0] / ratio, 0};
    sn_m3_mul_v3(contact->axes, in_plane, along);
}

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

/* A node that moves with a tangent: per radian, and the way along the groove, in the sense of the
 * strand. */
typedef struct Moved {
    int number;
    double x[3], way;
} Moved;

static Moved move_node(const SnSystem *system, const SnWorkspace *work, int pulley, bool leaves,
                       int place)
{
    const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
    const SnPulleyContact *contact = &work->pulleys.contacts[pulley];
    Moved moved = {.number = work->forces.strand->node[place]};
    const double turn = sn_pulley_turn(system, p, contact, sn_pulley_eulerian_node(system, p),
                                       moved.number - p->first, leaves);
    groove_tangent(&system->guides.guides[p->guide], contact, work->forces.strand->nodes[place].x,
                   moved.x);
    moved.way = p->side * turn * sn_v3_norm(moved.x);
    sn_v3_scale(turn, moved.x, moved.x);
    return moved;
}

/* How fast the body of a node turns; false: it has none. */
static bool node_turning(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnSystemSegment *segment, int k, const double **rotation,
                         double turning[3])
{
    const SnStrandWorkspace *strand = work->forces.strand;
    if (strand->nodes[segment->first + k].width != 6)
        return false;
    const int node = strand->node[segment->first + k];
    const int block = system->points[system->strands.nodes[node].point].block;
    *rotation = work->motion.rotation[block];
    sn_m3_mul_v3(*rotation, sn_state_u_const(state) + system->blocks[block].u + 3, turning);
    return true;
}

/* A node that moves along its body has another velocity with that: the slopes by places have it
 * too. */
static void turn_slopes(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const SnSystemSegment *segment, SnNodeSlope *slopes)
{
    for (int k = 0; k < segment->count; k++) {
        const double *rotation;
        double turning[3], more[3];
        if (!node_turning(system, state, work, segment, k, &rotation, turning))
            continue;
        sn_v3_cross(slopes[k].v, turning, more);
        sn_v3_add(slopes[k].x, more, slopes[k].x);
    }
}

/* And velocities and Jacobians of the nodes that are moved. */
static void turn_shifts(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const SnSystemSegment *segment, SnNodeShift *shifts)
{
    for (int k = 0; k < segment->count; k++) {
        const double *rotation;
        double turning[3], cross[3];
        if (!node_turning(system, state, work, segment, k, &rotation, turning))
            continue;
        sn_v3_cross(turning, shifts[k].x, shifts[k].v);
        for (int c = 0; c < 3; c++) {
            const double axis[3] = {rotation[c], rotation[3 + c], rotation[6 + c]};
            sn_v3_cross(axis, shifts[k].x, cross);
            for (int r = 0; r < 3; r++)
                shifts[k].jacobian[6 * r + 3 + c] = cross[r];
        }
    }
}

/* Change of an energy with a tangent's angle [J/rad], from its slopes at the nodes; places and arcs
 * of shifts += rate x those of the nodes. */
static double move_nodes(const SnSystem *system, const SnWorkspace *work, int pulley, bool leaves,
                         const SnNodeSlope *slopes, double rate, SnNodeShift *shifts)
{
    const SnPulleySlide *slide = &work->forces.strand->slides[pulley][leaves];
    const SnSegmentWorkspace *w = &work->forces.strand->segments[slide->segment];
    const int first = system->strands.segments[slide->segment].first;
    Moved last = {0}, moved;
    double change = 0;
    int from, to;
    moved_nodes(system, work, pulley, leaves, &from, &to);
    for (int k = from; k <= to; k++, last = moved) {
        double arc = 0;
        moved = move_node(system, work, pulley, leaves, first + k);
        if (k > from && last.number != moved.number) { /* what the arc is longer than its chord */
            double apart[3];
            sn_v3_sub(moved.x, last.x, apart);
            arc = moved.way - last.way - sn_v3_dot(w->shape.d[k - 1], apart);
        }
        change += sn_v3_dot(slopes[k].x, moved.x) + slopes[k].arc * arc;
        if (rate == 0)
            continue;
        sn_v3_axpy(rate, moved.x, shifts[k].x);
        shifts[k].arc += rate * arc;
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

static double turn_rate(const SnSegmentWorkspace *w, const SnPulleySlide *slide, const Turn *turn,
                        const double *u)
{
    double rate = turn->own * swing_rate(slide, w->column_u, u);
    return turn->other ? rate + turn->others * swing_rate(turn->other, w->column_u, u) : rate;
}

static void add_turn(const SnPulleySlide *slide, const Turn *turn, double factor, double *gradient)
{
    add_swing(slide, turn->own * factor, gradient);
    if (turn->other)
        add_swing(turn->other, turn->others * factor, gradient);
}

void sn_pulley_slides_inertia(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                              int segment, double *quadratic)
{
    assert(!work || work->system == system);
    const SnStrandWorkspace *strand = work->forces.strand;
    const SnSegmentWorkspace *w = &strand->segments[segment];
    const double *u = sn_state_u_const(state);
    bool moves = false;
    int i = -1;
    if (w->in.line_density == 0 || !next_slide(system, work, segment, &i))
        return;
    sn_segment_kinetic_slopes(&w->in, &w->shape, strand->slopes);
    turn_slopes(system, state, work, &system->strands.segments[segment], strand->slopes);
    memset(strand->shifts, 0, (size_t)w->in.n_nodes * sizeof *strand->shifts);
    do {
        const SnPulleySlide *slide = &strand->slides[i / 2][i % 2];
        const Turn turn = turn_of(system, work, i / 2, i % 2);
        const double rate = turn_rate(w, slide, &turn, u);
        moves = moves || rate != 0;
        add_turn(slide, &turn,
                 move_nodes(system, work, i / 2, i % 2, strand->slopes, rate, strand->shifts),
                 quadratic);
    } while (next_slide(system, work, segment, &i));
    if (!moves)
        return;
    turn_shifts(system, state, work, &system->strands.segments[segment], strand->shifts);
    sn_segment_momentum_shift(&w->in, &w->shape, strand->shifts, strand->beside, strand->scratch);
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
    sn_segment_height_slopes(&w->in, &w->shape, gravity, strand->slopes);
    do {
        const Turn turn = turn_of(system, work, i / 2, i % 2);
        add_turn(&strand->slides[i / 2][i % 2], &turn,
                 -move_nodes(system, work, i / 2, i % 2, strand->slopes, 0, NULL), force);
    } while (next_slide(system, work, segment, &i));
}
