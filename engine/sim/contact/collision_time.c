/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/collision_time.h"

#include "engine/base/vec.h"
#include "engine/sim/contact/compliant_shape.h"

#include <math.h>

#define CLOSE 1e-9 /* over the size of the first shape: it touches */
#define STEPS 2000 /* most on the way of a point: one that only just passes needs many */

/* A body that goes on as it moves now. */
typedef struct Moving {
    SnPlacedShape now;
    const double *v;
    double spin[3], speed; /* world; of it [rad/s] */
} Moving;

/* And where it will be. */
typedef struct Later {
    SnPlacedShape placed;
    double center[3], rotation[9];
} Later;

static Moving moving_shape(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           int shape)
{
    Moving m = {.now = sn_place_shape(system, state, work, shape)};
    m.v = sn_state_u_const(state) + system->blocks[m.now.shape->block].u;
    sn_m3_mul_v3(m.now.rotation, m.v + 3, m.spin);
    m.speed = sn_v3_norm(m.spin);
    return m;
}

static void move(const Moving *m, double time, Later *later)
{
    double angle[3], turn[4], by[9];
    sn_v3_scale(time, m->spin, angle);
    sn_q_exp(angle, turn);
    sn_q_to_m3(turn, by);
    sn_m3_mul(by, m->now.rotation, later->rotation);
    sn_v3_copy(m->now.center, later->center);
    sn_v3_axpy(time, m->v, later->center);
    later->placed = m->now;
    later->placed.center = later->center;
    later->placed.rotation = later->rotation;
    sn_m3_mul_v3(later->rotation, m->now.shape->offset, later->placed.origin);
    sn_v3_add(later->placed.origin, later->center, later->placed.origin);
}

/* A point of the first shape (its frame) with the radius that it touches at. */
typedef struct Probe {
    const SnCompliantContacts *contacts;
    const SnCompliantPair *pair;
    Moving body[2];
    double point[3], radius, close;
    int32_t hint;
} Probe;

/* The probe at a time, seen from the second body, which turns: it comes `own` [m/s] closer at most
 * and around it on a circle of radius `far`. */
typedef struct Sight {
    Later later[2];
    double at[3], own, far;
} Sight;

static void see(const Probe *p, double time, Sight *sight)
{
    double arm[3], v[3];
    for (int s = 0; s < 2; s++)
        move(&p->body[s], time, &sight->later[s]);
    const Later *first = &sight->later[0];
    sn_m3_mul_v3(first->rotation, p->point, sight->at);
    sn_v3_add(sight->at, first->placed.origin, sight->at);
    sn_v3_sub(sight->at, first->center, arm);
    sn_v3_sub(p->body[0].v, p->body[1].v, v);
    sight->own = sn_v3_norm(v) + p->body[0].speed * sn_v3_norm(arm);
    sn_v3_sub(sight->at, sight->later[1].center, arm);
    sight->far = sn_v3_norm(arm);
}

/* Sets best to when this point touches, if that is earlier. */
static void follow(Probe *p, SnCollisionTime *best)
{
    double time = 0;
    const double spin = p->body[1].speed;
    for (int i = 0; i < STEPS && time < best->time; i++) {
        Sight sight;
        see(p, time, &sight);
        const double own = sight.own, left = best->time - time;
        const double reach = (own + spin * (sight.far + own * left)) * left + p->close;
        const SnShapeDistance d =
            sn_shape_distance(p->contacts, p->pair->surface[1], &sight.later[1].placed, sight.at,
                              reach + p->radius, &p->hint);
        const double gap = d.distance - p->radius;
        if (gap <= p->close) {
            best->time = time;
            sn_v3_copy(sight.at, best->point);
            sn_v3_axpy(-d.distance, d.normal, best->point);
            return;
        }
        if (gap > reach)
            return;
        /* on a way as long as the gap it is no farther out than by that */
        time += gap / (own + spin * (sight.far + gap));
    }
}

/* Fields of pressure have no springs: the vertices of either surface to the other one. */
static void follow_corners(Probe *p, SnCollisionTime *best)
{
    const SnCompliantPair pair = *p->pair;
    const SnCompliantPair turned = {.shape = {pair.shape[1], pair.shape[0]},
                                    .surface = {pair.surface[1], pair.surface[0]}};
    const Moving body[2] = {p->body[0], p->body[1]};
    p->radius = 0;
    for (int way = 0; way < 2; way++) {
        p->pair = way ? &turned : &pair;
        if (p->pair->surface[0] < 0)
            continue;
        p->body[0] = body[way];
        p->body[1] = body[!way];
        p->hint = -1;
        const SnFoundationSurface *surface = &p->contacts->surfaces[p->pair->surface[0]];
        for (int i = 0; i < surface->mesh->n_vertices && best->time > 0; i++) {
            sn_v3_copy(surface->x + 3 * (size_t)i, p->point);
            follow(p, best);
        }
    }
}

static void follow_pair(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const SnCompliantPair *pair, SnCollisionTime *best)
{
    const SnCompliantContacts *contacts = system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    const SnContactRule *rule = &system->contacts.rules[pair->rule];
    Probe p = {.contacts = contacts, .pair = pair, .hint = -1};
    for (int s = 0; s < 2; s++)
        p.body[s] = moving_shape(system, state, work, pair->shape[s]);
    p.close = CLOSE * p.body[0].now.shape->convex.bound;
    p.radius = rule->compliant.offset;
    if (rule->method == SN_CONTACT_PRESSURE_FIELD) {
        follow_corners(&p, best);
        return;
    }
    if (pair->surface[0] < 0) {
        p.radius = p.body[0].now.shape->convex.radius;
        follow(&p, best);
        return;
    }
    const SnFoundationSurface *surface = &contacts->surfaces[pair->surface[0]];
    for (int i = 0; i < surface->n && best->time > 0; i++) {
        sn_v3_copy(surface->point[i], p.point);
        follow(&p, best);
    }
}

SnCollisionTime sn_collision_time(const SnSystem *system, const SnState *state,
                                  const SnWorkspace *work, int rule)
{
    const SnCompliantContacts *contacts = system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    SnCollisionTime best = {.time = system->contacts.rules[rule].compliant.look_ahead};
    for (int i = 0; contacts && i < contacts->n; i++)
        if (contacts->pairs[i].rule == rule &&
            sn_compliant_pair_counts(system, &contacts->pairs[i]))
            follow_pair(system, state, work, &contacts->pairs[i], &best);
    return best;
}
