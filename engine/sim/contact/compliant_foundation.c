/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/compliant_foundation.h"

#include "engine/base/vec.h"
#include "engine/geometry/box_tree.h"
#include "engine/sim/contact/compliant_anchor.h"
#include "engine/sim/contact/compliant_bristle.h"

#include <math.h>
#include <string.h>

enum { FEW = 16, MANY = 200 }; /* nodes of a part that is worth a look as a whole */

/* A pair while its springs are looked at. */
typedef struct Springs {
    const SnCompliantContacts *contacts;
    const SnFoundationSurface *surface;
    SnPairForce *pair;
    double reach; /* distance from the other shape within which springs count [m] */
    bool solid;   /* the other shape has an inside and an outside: distances to it go evenly */
    double *pressure;
    int32_t *hint, near; /* triangle last found: of springs, of boxes around many */
    SnKeptSpring *kept;
    uint64_t round; /* of the pose */
} Springs;

/* How far from the other shape springs may press: what they stand out by and, for backward Euler,
 * how far they may go in the step. */
static double reach_of(const SnPairForce *c)
{
    double reach = c->rule->compliant.offset;
    for (int s = 0; c->euler && s < 2; s++) {
        const SnContactShape *shape = c->placed[s].shape;
        const double size = sn_v3_norm(shape->offset) + shape->convex.bound;
        reach += c->h * (sn_v3_norm(c->ahead[s]) +
                         (shape->convex.half_space ? 0 : size * sn_v3_norm(c->ahead[s] + 3)));
    }
    return reach;
}

/* A distance that was beyond what was asked for then is looked for again. */
static SnShapeDistance distance_of(Springs *s, int i, const double at[3])
{
    SnKeptSpring *kept = &s->kept[i];
    if (kept->round == s->round)
        return kept->distance;
    kept->distance = sn_shape_distance(s->contacts, s->pair->pair->surface[1], &s->pair->placed[1],
                                       at, s->reach, &s->hint[i]);
    kept->round = isfinite(kept->distance.distance) ? s->round : 0;
    return kept->distance;
}

static void press(Springs *s, int i)
{
    SnPairForce *c = s->pair;
    double at[3];
    sn_foundation_place(s->surface, i, &c->placed[0], at);
    const SnShapeDistance d = distance_of(s, i, at);
    if (!(d.distance < s->reach))
        return;
    SnCompliantPoint p = sn_foundation_point(c->rule, &d);
    if (c->pair->anchors >= 0)
        sn_anchor_hold(c->pair, c->state, i, at, &c->placed[1], &p);
    const double area = c->pair->share * s->surface->area[i];
    const SnCompliantLaw law = sn_compliant_law_of(c->rule, area, 0);
    s->pressure[i] = area > 0 ? sn_pair_point(c, &law, &p, at, area) / area : 0;
    c->sums->pressure = fmax(c->sums->pressure, s->pressure[i]);
}

/* Whether all in a box is too far away: from its middle the distance changes at most by the way. */
static bool is_away(Springs *s, const SnBoxNode *box)
{
    const SnPlacedShape *placed = &s->pair->placed[0];
    double middle[3], half[3], at[3];
    for (int k = 0; k < 3; k++) {
        middle[k] = 0.5 * ((double)box->low[k] + (double)box->high[k]);
        half[k] = 0.5 * ((double)box->high[k] - (double)box->low[k]);
    }
    const double size = sn_v3_norm(half);
    sn_m3_mul_v3(placed->rotation, middle, at);
    sn_v3_add(at, placed->origin, at);
    const SnShapeDistance d = sn_shape_distance(s->contacts, s->pair->pair->surface[1],
                                                &s->pair->placed[1], at, s->reach + size, &s->near);
    return d.distance - size > s->reach;
}

/* A part of the tree that is yet to be looked at: nodes from the first up to `end`. */
typedef struct Part {
    int32_t first, end;
} Part;

/* The number of the pose, another one where a shape has moved. */
static uint64_t round_of(SnKeptFoundation *kept, const SnPairForce *c)
{
    double pose[24];
    for (int s = 0; s < 2; s++) {
        memcpy(pose + 12 * s, c->placed[s].origin, 3 * sizeof *pose);
        memcpy(pose + 12 * s + 3, c->placed[s].rotation, 9 * sizeof *pose);
    }
    if (kept->round == 0 || memcmp(kept->pose, pose, sizeof pose) != 0) {
        memcpy(kept->pose, pose, sizeof pose);
        kept->round++;
    }
    return kept->round;
}

void sn_pair_foundation(const SnCompliantContacts *contacts, SnPairForce *c,
                        SnCompliantResults *results)
{
    double *pressure = results->pressure + c->pair->first;
    const int other = c->pair->surface[1];
    Springs s = {.contacts = contacts,
                 .surface = &contacts->surfaces[c->pair->surface[0]],
                 .pair = c,
                 .reach = reach_of(c),
                 .solid = other < 0 || contacts->surfaces[other].mesh->n_open == 0,
                 .pressure = pressure,
                 .hint = results->hint + c->pair->first,
                 .near = -1,
                 .kept = results->spring + c->pair->first,
                 .round = round_of(&results->kept[c->pair - contacts->pairs], c)};
    const SnBoxNode *nodes = s.surface->springs->nodes;
    Part left[SN_BOX_TREE_DEPTH + 2];
    int n = 0;
    memset(pressure, 0, (size_t)s.surface->n * sizeof *pressure);
    left[n++] = (Part){0, s.surface->springs->n_nodes};
    while (n > 0) {
        const Part part = left[--n];
        const SnBoxNode *node = &nodes[part.first];
        if (part.end <= part.first || (s.solid && part.end - part.first > FEW &&
                                       part.end - part.first < MANY && is_away(&s, node)))
            continue;
        if (node->next < 0) {
            press(&s, ~node->next);
            continue;
        }
        left[n++] = (Part){node->next, part.end};
        left[n++] = (Part){part.first + 1, node->next};
    }
}
