/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A muscle along a line: a belly of constant volume between tendons that end in the bone. */
#ifndef SN_RENDER_FLESH_H
#define SN_RENDER_FLESH_H

#include "render/collect/tube.h"

/* Cross-section along the path, s from its start [m].  Areas add, so belly and tendon meet without
 * a kink and the belly has just its volume:
 *
 *     A(s) = tendon + belly sin^power(pi (s - from) / (to - from))       between from and to */
typedef struct SnFlesh {
    double length;        /* of the path [m] */
    double from, to;      /* of the belly [m] */
    double belly, tendon; /* areas [m2] */
    double power;         /* 2 at rest; more as it is excited */
    double broad;         /* width over thickness */
} SnFlesh;

/* The shape of a muscle item whose path is `length` long now; activation 0..1, or below: unknown.
 */
SnFlesh sn_flesh_of(const SnSceneItem *item, double length, double activation);
/* Area at s and, if slope is given, its derivative [m]. */
double sn_flesh_area(const SnFlesh *flesh, double s, double *slope);
/* Share of flesh, not tendon, in the colour at s. */
double sn_flesh_share(const SnFlesh *flesh, double s);

/* Adds it along points [n] (their radius is not used).  by_value: the points' colours show a field;
 * else they are those of the flesh.  Where the line bends it lies flat, its width across the bend.
 */
void sn_collect_flesh(const SnCollector *collector, SnLayer layer, const SnTubePoint *points, int n,
                      const SnFlesh *flesh, bool by_value, const SnInk *ink);

#endif
