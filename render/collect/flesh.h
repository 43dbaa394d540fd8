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
 * A broad muscle begins a part `open` of the way along the profile. */
typedef struct SnFlesh {
    double length;        /* of the path [m] */
    double from, to;      /* of the belly [m] */
    double belly, tendon; /* areas [m2] */
    double power;         /* 2 at rest; more as it is excited */
    double broad;         /* width over thickness */
    double open;          /* part of the profile that is missing before its start */
} SnFlesh;

/* The shape of a muscle item whose path is `length` long now; activation 0..1, or below: unknown.
 */
SnFlesh sn_flesh_of(const SnSceneItem *item, double length, double activation);
/* A flat band without flesh, of the area of a round one. */
SnFlesh sn_flesh_band(double length, double radius);
/* A muscle that is flesh from its start on: of the same volume. */
SnFlesh sn_flesh_sheet(const SnFlesh *whole);
/* Area at s and, if slope is given, its derivative [m]. */
double sn_flesh_area(const SnFlesh *flesh, double s, double *slope);
/* Share of flesh, not tendon, in the colour at s. */
double sn_flesh_share(const SnFlesh *flesh, double s);
/* Makes of the flesh's colour the one at s. */
void sn_flesh_color(const SnFlesh *flesh, double s, uint8_t color[3]);

/* How many rings, or rows of a sheet, are wanted along a path of this length that is seen at this
 * place, with n points. */
double sn_flesh_rings(const SnCollector *collector, double length, const double place[3], int n);
/* The place a part t of the way through span i of a smooth curve through points [n]. */
void sn_flesh_curve(const SnTubePoint *points, int n, int i, double t, double place[3]);

/* Adds it along points [n] (their radius is not used).  by_value: the points' colours show a field;
 * else they are those of the flesh.  Where the line bends it lies flat, its width across the bend.
 */
void sn_collect_flesh(const SnCollector *collector, SnLayer layer, const SnTubePoint *points, int n,
                      const SnFlesh *flesh, bool by_value, const SnInk *ink);
/* The cuts through what was added to a layer since its indices were `first`. */
void sn_collect_soup_caps(const SnCollector *collector, SnLayer layer, int first, const SnInk *ink);

/* The middle surface of a broad muscle. */
typedef struct SnSheet {
    double (*middle)[3]; /* [rows][columns], these from side to side: n_slips per_slip + 1 */
    int rows, n_slips, per_slip;
} SnSheet;

/* How far across a column lies, 0..1. */
double sn_sheet_part(const SnSheet *sheet, int column);
/* Adds the sheet: closed, of the flesh's area in each row, grooved between slips.  Rows that would
 * be thicker than muscles are get broader. */
void sn_collect_sheet(const SnCollector *collector, SnLayer layer, const SnSheet *sheet,
                      const SnFlesh *flesh, const SnInk *ink);

/* A muscle item with a broad origin and its path's points [n]: a sheet of slips from there that
 * come together in a flat tendon at the last point, or end side by side in a broad insertion.
 * False, and nothing is added, if its origin has no width. */
bool sn_collect_fan(const SnCollector *collector, const SnSceneItem *item, SnLayer layer,
                    const double (*points)[3], int n, double activation, const SnInk *ink);

#endif
