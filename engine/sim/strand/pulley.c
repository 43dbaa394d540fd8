/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/pulley.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
/* What the angle is nearest to at the start: from an eighth of a turn short of touching to the same
 * short of a whole turn. */
#define START_ANGLE (0.75 * PI)
/* A smaller angle is none: parts need a length. */
#define LEAST_ANGLE 1e-6
#define SWEEPS      4
/* Common tangents converge quadratically where both grooves lie in a plane. */
#define ITERATIONS 60
/* The Eulerian node keeps this share of the angle on either side. */
#define MARGIN 0.1

/* --- grooves --- */

typedef struct Groove {
    const SnSystemGuide *guide;
    int side;
    const double *center, *axes; /* world */
} Groove;

void sn_pulley_frame(const SnSystem *system, const double *q, const SnSystemPulley *pulley,
                     SnPulleyContact *contact)
{
    const SnSystemGuide *guide = &system->guides.guides[pulley->guide];
    sn_v3_copy(guide->center, contact->center);
    memcpy(contact->axes, guide->axes, sizeof contact->axes);
    if (guide->carrier >= 0) {
        const double *body = q + system->blocks[guide->carrier].q;
        double rotation[9];
        sn_pose_point(body, body + 3, guide->center, contact->center);
        sn_q_to_m3(body + 3, rotation);
        sn_m3_mul(rotation, guide->axes, contact->axes);
    }
}

static Groove groove_of(const SnSystem *system, const SnPulleyContact *contacts, int pulley)
{
    const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
    return (Groove){.guide = &system->guides.guides[p->guide],
                    .side = p->side,
                    .center = contacts[pulley].center,
                    .axes = contacts[pulley].axes};
}

static void in_plane_point(const SnSystemGuide *guide, double angle, double in_plane[3])
{
    sn_v3_set(guide->radii[0] * cos(angle), guide->radii[1] * sin(angle), 0, in_plane);
}

static void place_point(const double center[3], const double axes[9], const double in_plane[3],
                        double x[3])
{
    sn_m3_mul_v3(axes, in_plane, x);
    sn_v3_add(x, center, x);
}

/* Place at an angle. */
static void groove_point(const Groove *groove, double angle, double x[3])
{
    double in_plane[3];
    in_plane_point(groove->guide, angle, in_plane);
    place_point(groove->center, groove->axes, in_plane, x);
}

/* Angle of the tangent from (entering) or to x, seen along the axle: an ellipse becomes a circle,
 * and tangents stay tangents, when both axes are measured by their radii. */
static double tangent_angle(const Groove *groove, const double x[3], bool leaving)
{
    double r[3];
    sn_v3_sub(x, groove->center, r);
    sn_m3_tmul_v3(groove->axes, r, r);
    const double a = r[0] / groove->guide->radii[0], b = r[1] / groove->guide->radii[1];
    const double distance = sqrt(a * a + b * b);
    const double half = distance > 1 ? acos(1 / distance) : 0;
    return atan2(b, a) + (leaving ? -groove->side : groove->side) * half;
}

/* Length of the groove between two angles: exact for circles, Gauss-Legendre for ellipses, whose
 * parts are short. */
static double groove_arc(const SnSystemGuide *guide, double from, double to)
{
    static const double x[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                0.9602898564975363};
    static const double w[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                0.1012285362903763};
    const double a = guide->radii[0], b = guide->radii[1];
    if (a == b)
        return a * fabs(to - from);
    const int parts = 1 + (int)(fabs(to - from) / 0.5);
    double sum = 0;
    for (int p = 0; p < parts; p++) {
        const double half = (to - from) / (2 * parts), middle = from + (2 * p + 1) * half;
        for (int i = 0; i < 8; i++) {
            const double angle = middle + (i % 2 ? half : -half) * x[i / 2];
            sum += fabs(half) * w[i / 2] * hypot(a * sin(angle), b * cos(angle));
        }
    }
    return sum;
}

/* --- neighbours --- */

int sn_strand_node_beside(const SnSystem *system, int node, bool after)
{
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        const int first = strand->first_node, end = first + strand->n_nodes;
        if (node < first || node >= end)
            continue;
        const int next = node + (after ? 1 : -1);
        if (next >= first && next < end)
            return next;
        return !strand->closed ? -1 : after ? first : end - 1;
    }
    return -1;
}

/* What the strand runs to: the next node on, past pulleys that it has left.  -1: nothing. */
static int neighbour(const SnSystem *system, const SnPulleyContact *contacts, int pulley,
                     bool after)
{
    const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
    int node = after ? p->first + p->count - 1 : p->first;
    for (int i = 0; i <= system->pulleys.n; i++) {
        node = sn_strand_node_beside(system, node, after);
        if (node < 0)
            return -1;
        const int other = system->strands.nodes[node].pulley;
        if (other < 0 || other == pulley || !contacts[other].off)
            return node;
        const SnSystemPulley *o = &system->pulleys.pulleys[other];
        node = after ? o->first + o->count - 1 : o->first;
    }
    return -1;
}

/* First guess of where a strand leaves (or enters) one groove for another: of circles in a plane it
 * is exact, as if the one had the radius r_a -+ r_b and the other none. */
static double common_tangent(const Groove *a, const Groove *b, bool leaving)
{
    double r[3];
    const double along =
        a->axes[2] * b->axes[2] + a->axes[5] * b->axes[5] + a->axes[8] * b->axes[8];
    const int same = a->side * b->side * (along < 0 ? -1 : 1);
    sn_v3_sub(b->center, a->center, r);
    sn_m3_tmul_v3(a->axes, r, r);
    const double distance = sqrt(r[0] * r[0] + r[1] * r[1]);
    const double radius = a->guide->radii[0] - same * b->guide->radii[0];
    const double half = distance > fabs(radius) ? acos(radius / distance) : 0;
    return atan2(r[1], r[0]) + (leaving ? -a->side : a->side) * half;
}

/* Where it leaves one groove and enters another. */
static void solve_gap(const Groove *a, const Groove *b, bool leaving, double *at_a, double *at_b)
{
    double x[3], last = HUGE_VAL;
    *at_a = common_tangent(a, b, leaving);
    for (int i = 0; i < ITERATIONS && fabs(*at_a - last) > 2e-15; i++) {
        last = *at_a;
        groove_point(a, last, x);
        *at_b = tangent_angle(b, x, !leaving);
        groove_point(b, *at_b, x);
        *at_a = tangent_angle(a, x, leaving);
    }
}

/* --- where the strand is on each pulley --- */

/* Angle towards one neighbour.  Two pulleys that are touched and follow each other find theirs
 * together, when the first looks where it leaves. */
static void find_touch(const SnSystem *system, const double (*position)[3],
                       SnPulleyContact *contacts, int pulley, bool leaving)
{
    const Groove groove = groove_of(system, contacts, pulley);
    const int node = neighbour(system, contacts, pulley, leaving);
    const int other = node >= 0 ? system->strands.nodes[node].pulley : -1;
    double *angle = leaving ? &contacts[pulley].leave : &contacts[pulley].enter, unused;
    if (node < 0) {
        *angle = 0;
    } else if (other < 0) {
        *angle = tangent_angle(&groove, position[system->strands.nodes[node].point], leaving);
    } else if (leaving || contacts[pulley].off) {
        const Groove far = groove_of(system, contacts, other);
        double *there = leaving ? &contacts[other].enter : &contacts[other].leave;
        solve_gap(&groove, &far, leaving, angle, contacts[pulley].off ? &unused : there);
    }
}

static void find_angle(const SnSystem *system, SnPulleyContact *contacts, int pulley)
{
    const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
    SnPulleyContact *contact = &contacts[pulley];
    const Groove groove = groove_of(system, contacts, pulley);
    const double raw = p->side * (contact->leave - contact->enter);
    contact->angle = raw + 2 * PI * nearbyint((contact->remembered - raw) / (2 * PI));
    groove_point(&groove, contact->enter, contact->touch[0]);
    groove_point(&groove, contact->leave, contact->touch[1]);
}

/* A strand that has left passes by where it is nearest to the axle. */
static void find_passing(const SnSystem *system, const double (*position)[3],
                         SnPulleyContact *contacts, int pulley)
{
    const double *center = contacts[pulley].center;
    double end[2][3], along[3], to[3];
    for (int k = 0; k < 2; k++) {
        const int node = neighbour(system, contacts, pulley, k);
        const int other = node >= 0 ? system->strands.nodes[node].pulley : -1;
        if (node < 0)
            sn_v3_copy(center, end[k]);
        else if (other >= 0)
            sn_v3_copy(contacts[other].touch[!k], end[k]);
        else
            sn_v3_copy(position[system->strands.nodes[node].point], end[k]);
    }
    sn_v3_sub(end[1], end[0], along);
    sn_v3_sub(center, end[0], to);
    const double square = sn_v3_dot(along, along);
    const double share = square > 0 ? fmin(fmax(sn_v3_dot(to, along) / square, 0), 1) : 0;
    for (int k = 0; k < 2; k++) {
        sn_v3_copy(end[0], contacts[pulley].touch[k]);
        sn_v3_axpy(share, along, contacts[pulley].touch[k]);
    }
}

/* Which pulleys are touched depends on the angles, and these on which are passed by: sweeps until
 * nothing changes, from what was at the last step. */
static void find_contacts(const SnSystem *system, const double *q, const double (*position)[3],
                          SnPulleyContact *contacts)
{
    for (int i = 0; i < system->pulleys.n; i++) {
        sn_pulley_frame(system, q, &system->pulleys.pulleys[i], &contacts[i]);
        contacts[i].off = contacts[i].remembered < LEAST_ANGLE;
    }
    for (int k = 0; k < SWEEPS; k++) {
        bool changed = false;
        for (int i = 0; i < system->pulleys.n; i++)
            for (int leaving = 0; leaving < 2; leaving++)
                find_touch(system, position, contacts, i, leaving);
        for (int i = 0; i < system->pulleys.n; i++) {
            find_angle(system, contacts, i);
            const bool off = contacts[i].angle < LEAST_ANGLE;
            changed = changed || off != contacts[i].off;
            contacts[i].off = off;
        }
        if (!changed)
            break;
    }
    for (int i = 0; i < system->pulleys.n; i++)
        if (contacts[i].off)
            find_passing(system, position, contacts, i);
}

/* --- nodes --- */

int sn_pulley_eulerian_node(const SnSystem *system, const SnSystemPulley *pulley)
{
    for (int k = pulley->first; k < pulley->first + pulley->count; k++)
        if (system->strands.nodes[k].eulerian >= 0)
            return k;
    return -1;
}

/* Even, but for the Eulerian node, which stays where it was at the start as long as it can. */
double sn_pulley_share(const SnSystem *system, const SnSystemPulley *pulley,
                       const SnPulleyContact *contact, int eulerian, int number)
{
    const int last = pulley->count - 1, own = eulerian - pulley->first;
    if (last == 0)
        return 0.5 * contact->angle;
    if (eulerian < 0 || own == 0 || own == last)
        return contact->angle * number / last;
    double fixed = pulley->side * (pulley->anchor - contact->enter);
    fixed += 2 * PI * nearbyint((0.5 * contact->angle - fixed) / (2 * PI));
    fixed = fmin(fmax(fixed, MARGIN * contact->angle), (1 - MARGIN) * contact->angle);
    return number <= own ? fixed * number / own
                         : fixed + (contact->angle - fixed) * (number - own) / (last - own);
}

double sn_pulley_turn(const SnSystem *system, const SnSystemPulley *pulley,
                      const SnPulleyContact *contact, int eulerian, int number, bool leaves)
{
    const int last = pulley->count - 1, own = eulerian - pulley->first;
    double share = (double)number / last;
    if (eulerian >= 0 && own != 0 && own != last) {
        const double part =
            sn_pulley_share(system, pulley, contact, eulerian, own) / contact->angle;
        const bool before = number <= own;
        const double on = before ? (double)number / own : (double)(number - own) / (last - own);
        if (part > MARGIN * (1 + 1e-12) && part < (1 - MARGIN) * (1 - 1e-12)) /* it stays */
            return before == leaves ? 0 : before ? 1 - on : on;
        share = before ? part * on : part + (1 - part) * on;
    }
    return leaves ? share : 1 - share;
}

/* Where points are in the world and on their blocks, and what arcs add; all of the system's. */
typedef struct Spots {
    double (*position)[3], (*local)[3]; /* [n_points] */
    double *extra;                      /* [n_strand_nodes] */
} Spots;

static void put_nodes(const SnSystem *system, const double *q, const SnPulleyContact *contacts,
                      int number, const Spots *spots)
{
    const SnSystemPulley *pulley = &system->pulleys.pulleys[number];
    const SnPulleyContact *contact = &contacts[number];
    const Groove groove = groove_of(system, contacts, number);
    const int carrier = sn_pulley_carrier(system, pulley),
              eulerian = sn_pulley_eulerian_node(system, pulley);
    double last = 0;
    for (int k = 0; k < pulley->count; k++) {
        const int node = pulley->first + k, point = system->strands.nodes[node].point;
        double *x = spots->position[point], *local = spots->local[point], in_plane[3];
        if (contact->off) {
            sn_v3_copy(contact->touch[0], x);
            sn_v3_copy(x, local);
            if (carrier >= 0) {
                const double *body = q + system->blocks[carrier].q;
                sn_pose_inverse_point(body, body + 3, x, local);
            }
            continue;
        }
        const double share = sn_pulley_share(system, pulley, contact, eulerian, k);
        const double angle = contact->enter + pulley->side * share;
        in_plane_point(groove.guide, angle, in_plane);
        place_point(groove.center, groove.axes, in_plane, x);
        place_point(groove.guide->center, groove.guide->axes, in_plane, local);
        if (k > 0)
            spots->extra[node] =
                groove_arc(groove.guide, contact->enter + pulley->side * last, angle) -
                sn_v3_distance(x, spots->position[system->strands.nodes[node - 1].point]);
        last = share;
    }
}

/* Velocity of a place on the carrier. */
static void put_velocity(const SnSystem *system, const double *u, const SnWorkspace *work,
                         int point, int carrier)
{
    double *v = work->motion.point_velocity[point];
    sn_v3_set(0, 0, 0, v);
    if (carrier < 0)
        return;
    const double *body = u + system->blocks[carrier].u;
    sn_v3_cross(body + 3, work->pulleys.point_local[point], v);
    sn_m3_mul_v3(work->motion.rotation[carrier], v, v);
    sn_v3_add(v, body, v);
}

/* Positions, velocities and places of a pulley's nodes. */
static void place_pulley(const SnSystem *system, const double *q, const double *u,
                         const SnWorkspace *work, int pulley)
{
    const Spots spots = {work->motion.point_position, work->pulleys.point_local,
                         work->pulleys.part_extra};
    const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
    put_nodes(system, q, work->pulleys.contacts, pulley, &spots);
    for (int k = p->first; k < p->first + p->count; k++)
        put_velocity(system, u, work, system->strands.nodes[k].point, sn_pulley_carrier(system, p));
}

void sn_pulleys_update(const SnSystem *system, const double *q, const double *u, SnWorkspace *work)
{
    assert(!work || work->system == system);
    if (system->pulleys.n == 0)
        return;
    for (int i = 0; i < system->n_points; i++)
        sn_v3_copy(system->points[i].local, work->pulleys.point_local[i]);
    memset(work->pulleys.part_extra, 0,
           (size_t)system->strands.n_nodes * sizeof *work->pulleys.part_extra);
    find_contacts(system, q, (const double(*)[3])work->motion.point_position,
                  work->pulleys.contacts);
    for (int i = 0; i < system->pulleys.n; i++)
        place_pulley(system, q, u, work, i);
}

/* --- at the start --- */

/* Places of all points at the start, pulleys for themselves. */
static void start_positions(const SnSystem *system, double (*position)[3])
{
    for (int i = 0; i < system->n_points; i++) {
        const SnSystemPoint *point = &system->points[i];
        sn_v3_copy(point->local, position[i]);
        if (point->block < 0)
            continue;
        const SnBlock *block = &system->blocks[point->block];
        const double *q = system->q0 + block->q;
        if (block->kind == SN_BLOCK_BODY)
            sn_pose_point(q, q + 3, point->local, position[i]);
        else
            sn_v3_copy(q, position[i]);
    }
}

void sn_finish_pulleys(SnSystem *system)
{
    const int n = system->pulleys.n, first = system->state.n_strands - system->state.n_pulleys;
    int numbers = n * SN_PULLEY_NUMBERS;
    for (int i = 0; i < system->strands.n_nodes; i++)
        system->strands.nodes[i].rub =
            system->strands.nodes[i].eulerian >= 0 ? first + numbers++ : -1;
    system->rods.twists = first + numbers;
    numbers += system->rods.n_segments;
    system->state.n_strands = first + numbers;
    system->state.n_pulleys = numbers;
    if (numbers == 0)
        return;
    system->state.strand0 =
        sn_resize(system->state.strand0, (size_t)system->state.n_strands, sizeof(double));
    memset(system->state.strand0 + first, 0, (size_t)numbers * sizeof(double));
    if (n == 0)
        return;
    SnPulleyContact *contacts = sn_alloc((size_t)n, sizeof *contacts);
    const size_t n_points = (size_t)system->n_points + 1;
    const Spots spots = {sn_alloc(n_points, sizeof(double[3])),
                         sn_alloc(n_points, sizeof(double[3])),
                         sn_alloc((size_t)system->strands.n_nodes + 1, sizeof(double))};
    for (int i = 0; i < n; i++)
        contacts[i].remembered = START_ANGLE;
    start_positions(system, spots.position);
    find_contacts(system, system->q0, (const double(*)[3])spots.position, contacts);
    for (int i = 0; i < n; i++) {
        SnSystemPulley *pulley = &system->pulleys.pulleys[i];
        pulley->memory = first + i * SN_PULLEY_NUMBERS;
        pulley->anchor = contacts[i].enter + 0.5 * pulley->side * fmax(contacts[i].angle, 0);
        system->state.strand0[pulley->memory] = contacts[i].angle;
        system->state.strand0[pulley->memory + 1] = 0;
        put_nodes(system, system->q0, contacts, i, &spots);
        for (int k = pulley->first; k < pulley->first + pulley->count; k++) {
            const int point = system->strands.nodes[k].point;
            sn_v3_copy(spots.local[point], system->points[point].local);
            system->strands.nodes[k].start_extra = spots.extra[k];
        }
    }
    sn_free(contacts);
    sn_free(spots.position);
    sn_free(spots.local);
    sn_free(spots.extra);
}

static double start_part(const SnSystem *system, const double (*position)[3], int from, int to)
{
    return sn_v3_distance(position[system->strands.nodes[from].point],
                          position[system->strands.nodes[to].point]) +
           (system->strands.nodes[to].pulley >= 0 &&
                    system->strands.nodes[to].pulley == system->strands.nodes[from].pulley
                ? system->strands.nodes[to].start_extra
                : 0);
}

void sn_strand_lay(SnSystem *system, int number, double rest_length, double ratio)
{
    SnSystemStrand *strand = &system->strands.strands[number];
    const int first = strand->first_node, last = first + strand->n_nodes - 1;
    double(*position)[3] = sn_alloc((size_t)system->n_points + 1, sizeof *position);
    start_positions(system, position);
    const double(*x)[3] = (const double(*)[3])position;
    strand->start_length = strand->closed ? start_part(system, x, last, first) : 0;
    for (int k = first; k < last; k++)
        strand->start_length += start_part(system, x, k, k + 1);
    strand->rest_length = rest_length > 0 ? rest_length : ratio * strand->start_length;
    double way = 0;
    for (int k = first; k <= last; k++) {
        const SnSystemStrandNode *node = &system->strands.nodes[k];
        const double coordinate =
            strand->start_length > 0 ? way / strand->start_length * strand->rest_length : 0;
        if (node->eulerian >= 0)
            system->q0[system->blocks[node->eulerian].q] = coordinate;
        else if (node->rest >= 0)
            system->state.strand0[node->rest] = coordinate;
        way += k < last ? start_part(system, x, k, k + 1) : 0;
    }
    sn_free(position);
}
