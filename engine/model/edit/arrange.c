/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/arrange.h"

#include "engine/base/vec.h"

#include <math.h>

typedef struct Ranked {
    double at;
    int index;
} Ranked;

static int by_place(const void *a, const void *b)
{
    const Ranked *one = a, *other = b;
    return one->at < other->at ? -1 : one->at > other->at ? 1 : one->index - other->index;
}

/* Where the i-th of n ranked places goes. */
static double wanted(const SnArrange *how, const Ranked *ranked, int n, int i, double last)
{
    const double least = ranked[0].at, greatest = ranked[n - 1].at;
    switch (how->kind) {
    case SN_ARRANGE_LAST:
        return last;
    case SN_ARRANGE_LEAST:
        return least;
    case SN_ARRANGE_MIDDLE:
        return least + (greatest - least) / 2;
    case SN_ARRANGE_GREATEST:
        return greatest;
    case SN_ARRANGE_VALUE:
        return how->value;
    case SN_ARRANGE_SPREAD:
        return n > 1 ? least + (greatest - least) * i / (n - 1) : least;
    case SN_ARRANGE_STEP:
        return least + i * how->value;
    case SN_ARRANGE_LEAVE:
    case SN_ARRANGE_COUNT:
        break;
    }
    return ranked[i].at;
}

void sn_arrange(const double (*places)[3], int n, const SnArrange axes[3], double (*travel)[3])
{
    g_autofree Ranked *ranked = g_new(Ranked, (gsize)n);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < n; i++)
            ranked[i] = (Ranked){places[i][k], i};
        qsort(ranked, (size_t)n, sizeof *ranked, by_place);
        for (int i = 0; i < n; i++)
            travel[ranked[i].index][k] =
                wanted(&axes[k], ranked, n, i, places[n - 1][k]) - ranked[i].at;
    }
}

/* Along one axis: where the lower side of each goes, boxes in the order of their middles. */
static void arrange_gaps(const Ranked *ranked, const double *low, const double *high, int n,
                         const SnArrange *how, double *wanted_low)
{
    double filled = 0;
    const int first = ranked[0].index, end = ranked[n - 1].index;
    for (int i = 0; i < n; i++)
        filled += high[i] - low[i];
    const double gap = how->kind == SN_ARRANGE_STEP ? how->value
                       : n > 1                      ? (high[end] - low[first] - filled) / (n - 1)
                                                    : 0;
    double at = low[first];
    for (int i = 0; i < n; i++) {
        const int index = ranked[i].index;
        wanted_low[index] = at;
        at += high[index] - low[index] + gap;
    }
}

static double wanted_side(const SnArrange *how, double low, double high, const double span[2],
                          double last_middle)
{
    const double half = (high - low) / 2;
    switch (how->kind) {
    case SN_ARRANGE_LAST:
        return last_middle - half;
    case SN_ARRANGE_LEAST:
        return span[0];
    case SN_ARRANGE_MIDDLE:
        return (span[0] + span[1]) / 2 - half;
    case SN_ARRANGE_GREATEST:
        return span[1] - 2 * half;
    case SN_ARRANGE_VALUE:
        return how->value - half;
    default:
        return low;
    }
}

static void arrange_axis(const double *low, const double *high, int n, const SnArrange *how,
                         Ranked *ranked, double *wanted_low)
{
    double span[2] = {low[0], high[0]};
    for (int i = 0; i < n; i++) {
        span[0] = fmin(span[0], low[i]);
        span[1] = fmax(span[1], high[i]);
        ranked[i] = (Ranked){low[i] + high[i], i};
    }
    qsort(ranked, (size_t)n, sizeof *ranked, by_place);
    if (how->kind == SN_ARRANGE_SPREAD || how->kind == SN_ARRANGE_STEP) {
        arrange_gaps(ranked, low, high, n, how, wanted_low);
        return;
    }
    for (int i = 0; i < n; i++)
        wanted_low[i] = wanted_side(how, low[i], high[i], span, (low[n - 1] + high[n - 1]) / 2);
}

void sn_arrange_boxes(const double (*low)[3], const double (*high)[3], int n,
                      const SnArrange axes[3], double (*travel)[3])
{
    g_autofree Ranked *ranked = g_new(Ranked, (gsize)n + 1);
    g_autofree double *sides = g_new(double, 3 * (gsize)n + 1);
    double *below = sides, *above = sides + n, *wanted_low = sides + 2 * n;
    for (int k = 0; n > 0 && k < 3; k++) {
        for (int i = 0; i < n; i++) {
            below[i] = low[i][k];
            above[i] = high[i][k];
        }
        arrange_axis(below, above, n, &axes[k], ranked, wanted_low);
        for (int i = 0; i < n; i++)
            travel[i][k] = wanted_low[i] - below[i];
    }
}

void sn_line_motions(const double step[3], int n, SnRigidMotion *motions)
{
    for (int i = 0; i < n; i++) {
        sn_q_identity(motions[i].turn);
        sn_v3_scale(i + 1, step, motions[i].travel);
    }
}

void sn_circle_motions(const double centre[3], const double axis[3], double angle,
                       const double *upright, int n, SnRigidMotion *motions)
{
    double unit[3];
    sn_v3_normalize(axis, unit);
    for (int i = 0; i < n; i++) {
        double turn[3], arm[3], turned[3];
        sn_v3_scale((i + 1) * angle, unit, turn);
        sn_q_exp(turn, motions[i].turn);
        if (upright) { /* where that place goes */
            sn_v3_sub(upright, centre, arm);
            sn_q_rotate(motions[i].turn, arm, turned);
            sn_v3_sub(turned, arm, motions[i].travel);
            sn_q_identity(motions[i].turn);
        } else { /* c + R (x - c) */
            sn_q_rotate(motions[i].turn, centre, turned);
            sn_v3_sub(centre, turned, motions[i].travel);
        }
    }
}
