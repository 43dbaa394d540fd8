/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/pulley.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/strand/pulley_tangent.h"
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
/* The Eulerian node keeps this share of the angle on either side. */
#define MARGIN 0.1

/* --- grooves --- */

/* Of a guide on a body (NULL: in the world), whose rotation is known. */
static void find_frame(const SnSystemGuide *guide, const double *body, const double *rotation,
                       SnPulleyContact *contact)
{
    sn_v3_copy(guide->center, contact->center);
    memcpy(contact->axes, guide->axes, sizeof contact->axes);
    if (!body)
        return;
    sn_v3_copy(body, contact->origin);
    sn_m3_mul_v3(rotation, guide->center, contact->center);
    sn_v3_add(contact->center, body, contact->center);
    sn_m3_mul(rotation, guide->axes, contact->axes);
}

void sn_pulley_frame(const SnSystem *system, const double *q, const SnSystemPulley *pulley,
                     SnPulleyContact *contact)
{
    const SnSystemGuide *guide = &system->guides.guides[pulley->guide];
    const double *body = guide->carrier >= 0 ? q + system->blocks[guide->carrier].q : NULL;
    double rotation[9];
    if (body)
        sn_q_to_m3(body + 3, rotation);
    find_frame(guide, body, rotation, contact);
}

static SnGroove groove_of(const SnSystem *system, const SnPulleyContact *contacts, int pulley)
{
    const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
    return (SnGroove){.guide = &system->guides.guides[p->guide],
                      .side = p->side,
                      .center = contacts[pulley].center,
                      .axes = contacts[pulley].axes};
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

/* --- where the strand is on each pulley --- */

/* Turn towards one neighbour.  Two pulleys that are touched and follow each other find theirs
 * together, when the first looks where it leaves. */
static void find_touch(const SnSystem *system, const double (*position)[3],
                       SnPulleyContact *contacts, int pulley, bool leaving)
{
    const SnGroove groove = groove_of(system, contacts, pulley);
    const int node = neighbour(system, contacts, pulley, leaving);
    const int other = node >= 0 ? system->strands.nodes[node].pulley : -1;
    double *turn = contacts[pulley].turn[leaving], unused[2];
    if (node < 0) {
        turn[0] = 1, turn[1] = 0;
    } else if (other < 0) {
        sn_groove_tangent(&groove, position[system->strands.nodes[node].point], leaving, turn);
    } else if (leaving || contacts[pulley].off) {
        const SnGroove far = groove_of(system, contacts, other);
        double *there = contacts[other].turn[!leaving];
        sn_groove_gap(&groove, &far, leaving, turn, contacts[pulley].off ? unused : there);
    }
}

static void find_angle(const SnSystem *system, SnPulleyContact *contacts, int pulley)
{
    const SnSystemPulley *p = &system->pulleys.pulleys[pulley];
    SnPulleyContact *contact = &contacts[pulley];
    const double *enter = contact->turn[0], *leave = contact->turn[1];
    const double raw = p->side * atan2(enter[0] * leave[1] - enter[1] * leave[0],
                                       enter[0] * leave[0] + enter[1] * leave[1]);
    contact->angle = raw + 2 * PI * nearbyint((contact->remembered - raw) / (2 * PI));
    for (int leaving = 0; leaving < 2; leaving++)
        sn_groove_place(&system->guides.guides[p->guide], contact->center, contact->axes,
                        contact->turn[leaving], contact->touch[leaving]);
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
 * nothing changes, from what was at the last step; true: nothing did.  Their frames are there. */
static bool find_contacts(const SnSystem *system, const double (*position)[3],
                          SnPulleyContact *contacts)
{
    int sweeps = 0;
    for (int i = 0; i < system->pulleys.n; i++)
        contacts[i].off = contacts[i].remembered < LEAST_ANGLE;
    for (bool changed = true; changed && sweeps < SWEEPS; sweeps++) {
        changed = false;
        for (int i = 0; i < system->pulleys.n; i++)
            for (int leaving = 0; leaving < 2; leaving++)
                find_touch(system, position, contacts, i, leaving);
        for (int i = 0; i < system->pulleys.n; i++) {
            find_angle(system, contacts, i);
            const bool off = contacts[i].angle < LEAST_ANGLE;
            changed = changed || off != contacts[i].off;
            contacts[i].off = off;
        }
    }
    for (int i = 0; i < system->pulleys.n; i++)
        if (contacts[i].off)
            find_passing(system, position, contacts, i);
    return sweeps == 1;
}

/* --- nodes --- */

int sn_pulley_eulerian_node(const SnSystem *system, const SnSystemPulley *pulley)
{
    for (int k = pulley->first; k < pulley->first + pulley->count; k++)
        if (system->strands.nodes[k].eulerian >= 0)
            return k;
    return -1;
}

/* Angle wrapped before the Eulerian node, where that is none of the ends: it stays where it was at
 * the start as long as it can. */
static double find_before(const SnSystem *system, const SnSystemPulley *pulley,
                          const SnPulleyContact *contact)
{
    const int own = sn_pulley_eulerian_node(system, pulley) - pulley->first;
    if (own <= 0 || own == pulley->count - 1)
        return 0;
    double fixed = pulley->side * (pulley->anchor - sn_pulley_enter(contact));
    fixed += 2 * PI * nearbyint((0.5 * contact->angle - fixed) / (2 * PI));
    return fmin(fmax(fixed, MARGIN * contact->angle), (1 - MARGIN) * contact->angle);
}

/* Even on both sides of the Eulerian node. */
double sn_pulley_share(const SnSystem *system, const SnSystemPulley *pulley,
                       const SnPulleyContact *contact, int eulerian, int number)
{
    const int last = pulley->count - 1, own = eulerian - pulley->first;
    if (last == 0)
        return 0.5 * contact->angle;
    if (eulerian < 0 || own == 0 || own == last)
        return contact->angle * number / last;
    const double before = contact->before;
    return number <= own ? before * number / own
                         : before + (contact->angle - before) * (number - own) / (last - own);
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
    double *extra, (*turn)[2];          /* [n_strand_nodes] */
} Spots;

/* Nodes of a strand that has left. */
static void put_passing(const SnSystem *system, const double *q, const SnSystemPulley *pulley,
                        const double x[3], const Spots *spots)
{
    const int carrier = sn_pulley_carrier(system, pulley);
    double local[3];
    sn_v3_copy(x, local);
    if (carrier >= 0) {
        const double *body = q + system->blocks[carrier].q;
        sn_pose_inverse_point(body, body + 3, x, local);
    }
    for (int k = pulley->first; k < pulley->first + pulley->count; k++) {
        sn_v3_copy(x, spots->position[system->strands.nodes[k].point]);
        sn_v3_copy(local, spots->local[system->strands.nodes[k].point]);
    }
}

/* Its nodes after `from`, to `to`, in even steps from the turn where that is, which goes along. */
static void put_stretch(const SnSystem *system, const SnSystemPulley *pulley,
                        const SnPulleyContact *contact, int eulerian, const int stretch[2],
                        double turn[2], const Spots *spots)
{
    const SnSystemGuide *guide = &system->guides.guides[pulley->guide];
    const double first = sn_pulley_share(system, pulley, contact, eulerian, stretch[0]);
    const double last = sn_pulley_share(system, pulley, contact, eulerian, stretch[1]);
    const double step = (last - first) / (stretch[1] - stretch[0]);
    const double sine = sin(0.5 * step), cosine = cos(0.5 * step), side = pulley->side;
    const double along = 1 - 2 * sine * sine, across = 2 * side * sine * cosine;
    for (int k = stretch[0] + 1; k <= stretch[1]; k++) {
        const SnSystemStrandNode *node = &system->strands.nodes[pulley->first + k];
        const double middle[2] = {cosine * turn[0] - side * sine * turn[1],
                                  cosine * turn[1] + side * sine * turn[0]};
        const double before = turn[0];
        turn[0] = along * turn[0] - across * turn[1];
        turn[1] = along * turn[1] + across * before;
        const double *end = k == pulley->count - 1 ? contact->turn[1] : turn;
        memcpy(spots->turn[pulley->first + k], end, sizeof *spots->turn);
        sn_groove_place(guide, contact->center, contact->axes, end, spots->position[node->point]);
        sn_groove_place(guide, guide->center, guide->axes, end, spots->local[node->point]);
        double *extra = &spots->extra[pulley->first + k];
        if (guide->radii[0] == guide->radii[1]) {
            *extra = guide->radii[0] * (step - 2 * sine);
            continue;
        }
        *extra = sn_groove_arc(guide, middle, 0.5 * step) -
                 sn_v3_distance(spots->position[node->point], spots->position[node[-1].point]);
    }
}

static void put_nodes(const SnSystem *system, const double *q, const SnPulleyContact *contacts,
                      int number, const Spots *spots)
{
    const SnSystemPulley *pulley = &system->pulleys.pulleys[number];
    const SnSystemGuide *guide = &system->guides.guides[pulley->guide];
    const SnPulleyContact *contact = &contacts[number];
    const int eulerian = sn_pulley_eulerian_node(system, pulley), last = pulley->count - 1;
    const int point = system->strands.nodes[pulley->first].point;
    double turn[2] = {contact->turn[0][0], contact->turn[0][1]};
    if (contact->off) {
        put_passing(system, q, pulley, contact->touch[0], spots);
        return;
    }
    if (last == 0) {
        const double angle = sn_pulley_enter(contact) + 0.5 * pulley->side * contact->angle;
        turn[0] = cos(angle), turn[1] = sin(angle);
    }
    memcpy(spots->turn[pulley->first], turn, sizeof *spots->turn);
    sn_groove_place(guide, contact->center, contact->axes, turn, spots->position[point]);
    sn_groove_place(guide, guide->center, guide->axes, turn, spots->local[point]);
    const int own = eulerian - pulley->first, middle = eulerian < 0 || own == last ? 0 : own;
    if (middle > 0)
        put_stretch(system, pulley, contact, eulerian, (const int[2]){0, middle}, turn, spots);
    if (middle < last)
        put_stretch(system, pulley, contact, eulerian, (const int[2]){middle, last}, turn, spots);
}

/* Velocities of a pulley's nodes, as places on the carrier. */
static void put_velocities(const SnSystem *system, const double *q, const double *u,
                           const SnWorkspace *work, const SnSystemPulley *pulley)
{
    const int carrier = sn_pulley_carrier(system, pulley);
    double spin[3] = {0}, arm[3];
    if (carrier >= 0)
        sn_m3_mul_v3(work->motion.rotation[carrier], u + system->blocks[carrier].u + 3, spin);
    for (int k = pulley->first; k < pulley->first + pulley->count; k++) {
        const int point = system->strands.nodes[k].point;
        double *v = work->motion.point_velocity[point];
        sn_v3_set(0, 0, 0, v);
        if (carrier < 0)
            continue;
        sn_v3_sub(work->motion.point_position[point], q + system->blocks[carrier].q, arm);
        sn_v3_cross(spin, arm, v);
        sn_v3_add(v, u + system->blocks[carrier].u, v);
    }
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
    for (int i = 0; i < system->pulleys.n; i++) {
        const SnSystemGuide *guide = &system->guides.guides[system->pulleys.pulleys[i].guide];
        const int carrier = guide->carrier;
        find_frame(guide, carrier >= 0 ? q + system->blocks[carrier].q : NULL,
                   carrier >= 0 ? work->motion.rotation[carrier] : NULL,
                   &work->pulleys.contacts[i]);
    }
    work->pulleys.settled = find_contacts(system, (const double(*)[3])work->motion.point_position,
                                          work->pulleys.contacts);
    const Spots spots = {work->motion.point_position, work->pulleys.point_local,
                         work->pulleys.part_extra, work->pulleys.node_turn};
    for (int i = 0; i < system->pulleys.n; i++) {
        SnPulleyContact *contact = &work->pulleys.contacts[i];
        contact->before = find_before(system, &system->pulleys.pulleys[i], contact);
        put_nodes(system, q, work->pulleys.contacts, i, &spots);
        put_velocities(system, q, u, work, &system->pulleys.pulleys[i]);
    }
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
                         sn_alloc((size_t)system->strands.n_nodes + 1, sizeof(double)),
                         sn_alloc((size_t)system->strands.n_nodes + 1, sizeof(double[2]))};
    for (int i = 0; i < n; i++) {
        contacts[i].remembered = START_ANGLE;
        sn_pulley_frame(system, system->q0, &system->pulleys.pulleys[i], &contacts[i]);
    }
    start_positions(system, spots.position);
    find_contacts(system, (const double(*)[3])spots.position, contacts);
    for (int i = 0; i < n; i++) {
        SnSystemPulley *pulley = &system->pulleys.pulleys[i];
        pulley->memory = first + i * SN_PULLEY_NUMBERS;
        pulley->anchor =
            sn_pulley_enter(&contacts[i]) + 0.5 * pulley->side * fmax(contacts[i].angle, 0);
        contacts[i].before = find_before(system, pulley, &contacts[i]);
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
    sn_free(spots.turn);
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
