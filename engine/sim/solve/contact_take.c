/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/solve/contact_take.h"

#include "engine/base/memory.h"

#include <stdlib.h>
#include <string.h>

void sn_contact_take_free(SnContactWorkspace *w)
{
    for (int k = 0; k < 2; k++)
        sn_free(w->take.known[k]);
}

static void begin(SnWorkspace *work, bool in_step)
{
    if (!work->contacts)
        return;
    memset(work->contacts->take.n, 0, sizeof work->contacts->take.n);
    work->contacts->take.in_step = in_step;
    work->contacts->take.corrected = false;
    work->contacts->take.coarse = work->contacts->take.finer = 0;
    work->contacts->take.sized = 0;
    work->contacts->take.moves = false;
    work->contacts->take.was_coarse = work->contacts->take.exact = false;
}

void sn_contact_take_begin(SnWorkspace *work)
{
    begin(work, true);
}

void sn_contact_take_end(SnWorkspace *work)
{
    begin(work, false);
}

/* Of which problem the one at hand is; -1: none of those that come again. */
static int problem_of(const SnContactWorkspace *w)
{
    if (!w->soft || !w->take.in_step || w->friction == SN_CONTACT_CORRECTION)
        return -1;
    if (w->friction == SN_CONTACT_ABSOLUTE)
        return 0;
    return w->take.corrected ? -1 : 1;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = ((const SnContactImpulse *)a)->feature;
    const uint64_t y = ((const SnContactImpulse *)b)->feature;
    return (x > y) - (x < y);
}

void sn_contact_take_recall(SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    const int problem = problem_of(w);
    if (problem < 0 || w->take.n[problem] == 0)
        return;
    for (int i = 0; i < w->n; i++) {
        const SnContact *c = &w->contacts[i];
        const SnContactImpulse key = {.feature = c->feature};
        const SnContactImpulse *known =
            bsearch(&key, w->take.known[problem], (size_t)w->take.n[problem], sizeof key, compare);
        if (!known)
            continue;
        work->unilateral.dynamic.row[c->row].impulse = known->impulse[0];
        for (int t = 0; problem == 0 && c->tangents >= 0 && t < c->n_tangents; t++)
            w->rows.row[c->tangents + t].impulse = known->impulse[1 + t];
    }
}

void sn_contact_take_note(SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    const int problem = problem_of(w);
    if (problem < 0)
        return;
    w->take.corrected = problem == 1;
    w->take.n[problem] = 0;
    if (!sn_reserve(&w->take.known[problem], &w->take.room[problem], w->n,
                    sizeof(SnContactImpulse)))
        return; /* begins from nothing, which takes longer */
    for (int i = 0; i < w->n; i++) {
        const SnContact *c = &w->contacts[i];
        SnContactImpulse *known = &w->take.known[problem][i];
        *known = (SnContactImpulse){
            .feature = c->feature,
            .impulse = {work->unilateral.dynamic.row[c->row].impulse},
        };
        for (int t = 0; problem == 0 && c->tangents >= 0 && t < c->n_tangents; t++)
            known->impulse[1 + t] = w->rows.row[c->tangents + t].impulse;
    }
    qsort(w->take.known[problem], (size_t)w->n, sizeof(SnContactImpulse), compare);
    w->take.n[problem] = w->n;
}

void sn_contact_take_forget(SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    const int problem = w ? problem_of(w) : -1;
    for (int i = 0; i < work->unilateral.dynamic.n; i++)
        work->unilateral.dynamic.row[i].impulse = 0;
    for (int i = 0; w && i < w->rows.n; i++)
        w->rows.row[i].impulse = 0;
    if (problem >= 0)
        w->take.n[problem] = 0;
}
