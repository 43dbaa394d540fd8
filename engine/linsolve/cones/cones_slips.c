/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/cones/cones_slips.h"

#include <math.h>

/* Slips of rounds that change by the same share each time, or to and fro, are followed to their
 * end: where changes are so much alike (cosine), and this much of one is in the next; by so many of
 * the last at most.  What grows is followed on too: it leads away from where slips may not stay. */
#define ALIKE    0.8
#define LASTING  0.4
#define FORESEEN 5.0
/* What does not end by itself is calmed after so many rounds, and more after these. */
#define CALM        8
#define CALMER      40
#define CALM_PART   0.5
#define CALMER_PART 0.2

void sn_cones_foresee_slips(const SnCones *p, SnConesSlips *s, int round)
{
    double both = 0, before = 0, now = 0;
    s->known = round > 1 ? s->known + 1 : 0;
    for (int c = 0; c < p->n_cones; c++) {
        const double shift = s->shift[p->cones[c].row];
        const double change = s->known > 0 ? shift - s->last[c] : 0;
        const double last = s->known > 1 ? s->change[c] : 0;
        both += change * last;
        before += last * last;
        now += change * change;
        s->change[c] = change;
        s->last[c] = shift;
    }
    if (!(fabs(both) > LASTING * before && fabs(both) > ALIKE * sqrt(now * before)))
        return;
    const double share = both / before;
    const double more = share < 1 ? fmin(share / (1 - share), FORESEEN) : FORESEEN;
    for (int c = 0; c < p->n_cones; c++)
        s->shift[p->cones[c].row] = fmax(0, s->last[c] + more * s->change[c]);
    s->known = -1;
}

void sn_cones_calm_slips(const SnCones *p, SnConesSlips *s, int round)
{
    const double part = round > CALMER ? CALMER_PART : CALM_PART;
    for (int c = 0; c < p->n_cones; c++) {
        double *shift = &s->shift[p->cones[c].row];
        if (round > CALM)
            *shift = s->last[c] + part * (*shift - s->last[c]);
        s->last[c] = *shift;
    }
}
