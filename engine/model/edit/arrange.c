/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/arrange.h"

#include "engine/base/vec.h"

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
