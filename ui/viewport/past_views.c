/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/past_views.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static bool same(const SnCamera *a, const SnCamera *b)
{
    double apart[3], other[3], turn[4], back[4];
    sn_v3_sub(a->center, b->center, apart);
    sn_q_conj(a->orientation, back);
    sn_q_mul(back, b->orientation, turn);
    sn_q_log(turn, other);
    return a->orthographic == b->orthographic && sn_v3_norm(apart) <= 1e-6 * a->distance &&
           sn_v3_norm(other) <= 1e-6 && fabs(a->distance - b->distance) <= 1e-6 * a->distance;
}

static void append(SnPastViews *past, const SnCamera *camera)
{
    if (past->n == SN_MOST_PAST_VIEWS) {
        memmove(past->views, past->views + 1, sizeof *camera * (SN_MOST_PAST_VIEWS - 1));
        past->n--;
    }
    past->views[past->n++] = *camera;
}

void sn_past_views_leave(SnPastViews *past, const SnCamera *present)
{
    past->n = past->at;
    if (past->n == 0 || !same(&past->views[past->n - 1], present))
        append(past, present);
    past->at = past->n;
}

bool sn_past_views_back(SnPastViews *past, const SnCamera *present, SnCamera *camera)
{
    int to = past->at - 1;
    while (to >= 0 && same(&past->views[to], present))
        to--;
    if (to < 0)
        return false;
    *camera = past->views[to];
    if (past->at == past->n) { /* the way back to here */
        const int before = past->n;
        append(past, present);
        to -= before == SN_MOST_PAST_VIEWS;
    }
    past->at = to;
    return true;
}

bool sn_past_views_forth(SnPastViews *past, const SnCamera *present, SnCamera *camera)
{
    int to = past->at + 1;
    while (to < past->n && same(&past->views[to], present))
        to++;
    if (to >= past->n)
        return false;
    *camera = past->views[to];
    past->at = to;
    return true;
}
