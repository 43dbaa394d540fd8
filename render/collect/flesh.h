/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A muscle along a line: a belly of constant volume between tendons that end in the bone. */
#ifndef SN_RENDER_FLESH_H
#define SN_RENDER_FLESH_H

#include "render/collect/tube.h"

/* Cross-section along the path, s from its start [m].  Areas add, so belly and tendon meet without
 * a kink and the belly has just its volume:
 *
 *     A(s) = tendon + belly sin^power(pi (s - from) / (to - from))       between from and to
 *
 * A slip begins a part `open` of the way along the profile. */
typedef struct SnFlesh {
    double length;        /* of the path [m] */
    double from, to;      /* of the belly [m] */
    double belly, tendon; /* areas [m2] */
    double power;         /* 2 at rest; more as it is excited */
    double broad;         /* width over thickness */
    /* of a slip of a fan, which is flesh from its start on and as wide as it is far to the next: */
    double open;        /* part of the profile that is missing before its start; 0: no slip */
    double half_gap[2]; /* half of the way to the next slip, at its start and its end [m] */
    double across[3];   /* direction to the next */
    double edge[2][3];  /* of the lines that it springs from and ends in; zero: it ends square */
} SnFlesh;

/* The shape of a muscle item whose path is `length` long now; activation 0..1, or below: unknown.
 */
SnFlesh sn_flesh_of(const SnSceneItem *item, double length, double activation);
/* A flat band without flesh, of the area of a round one. */
SnFlesh sn_flesh_band(double length, double radius);
/* One of n slips of a muscle, `length` long; where its neighbours are is left to the caller. */
SnFlesh sn_flesh_slip(const SnFlesh *whole, double length, int n);
/* Area at s and, if slope is given, its derivative [m]. */
double sn_flesh_area(const SnFlesh *flesh, double s, double *slope);
/* Share of flesh, not tendon, in the colour at s. */
double sn_flesh_share(const SnFlesh *flesh, double s);

/* Adds it along points [n] (their radius is not used).  by_value: the points' colours show a field;
 * else they are those of the flesh.  Where the line bends it lies flat, its width across the bend.
 */
void sn_collect_flesh(const SnCollector *collector, SnLayer layer, const SnTubePoint *points, int n,
                      const SnFlesh *flesh, bool by_value, const SnInk *ink);

/* A muscle item with a broad origin and its path's points [n]: slips from there that come together
 * in a flat tendon at the last point, or end side by side in a broad insertion.  False, and nothing
 * is added, if its origin has no width. */
bool sn_collect_fan(const SnCollector *collector, const SnSceneItem *item, SnLayer layer,
                    const double (*points)[3], int n, double activation, const SnInk *ink);

#endif
