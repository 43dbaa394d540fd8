/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which surfaces cut each other when a step begins, where one deforms.  Steps never make that, but
 * a model may start so, or be put so by hand: those are pulled apart (soft_apart.c) in place of
 * being kept from passing.
 *
 * It follows from the places of the surfaces alone.  What is known of the last step is used where
 * this one begins in the same bits: all pairs are looked at only after a jump. */
#include "engine/base/memory.h"
#include "engine/sim/contact/soft.h"

#include <string.h>

enum { NONE, NOW, LAST }; /* whether a pair cuts; it did at the start of the last step */

struct SnSoftCuts {
    int n;          /* pairs that cut */
    uint8_t *cut;   /* [n_deformable][n_surfaces] */
    uint8_t *rule;  /* [n_rules] what decides which pairs are looked at, when it was */
    double **start; /* [n_surfaces] places where `cut` is known: of a body, or of all points */
    double **end;   /* [n_surfaces] and where the step led that made no new cuts */
    bool known;
};

enum { POSE = 7 };

static size_t numbers_of(const SnTouchSurface *s)
{
    return s->block >= 0 ? POSE : 3 * (size_t)s->n_vertices;
}

SnSoftCuts *sn_soft_cuts_new(const SnSystemContacts *c)
{
    SnSoftCuts *cuts = sn_alloc(1, sizeof *cuts);
    const size_t n = (size_t)c->n_surfaces;
    cuts->cut = sn_alloc((size_t)c->n_deformable * n + 1, 1);
    cuts->rule = sn_alloc((size_t)c->n_rules + 1, 1);
    cuts->start = sn_alloc(n + 1, sizeof *cuts->start);
    cuts->end = sn_alloc(n + 1, sizeof *cuts->end);
    for (size_t i = 0; i < n; i++) {
        cuts->start[i] = sn_alloc(numbers_of(&c->surfaces[i]) + 1, sizeof(double));
        cuts->end[i] = sn_alloc(numbers_of(&c->surfaces[i]) + 1, sizeof(double));
    }
    return cuts;
}

void sn_soft_cuts_free(SnSoftCuts *cuts, const SnSystemContacts *c)
{
    for (int i = 0; i < c->n_surfaces; i++) {
        sn_free(cuts->start[i]);
        sn_free(cuts->end[i]);
    }
    sn_free(cuts->start);
    sn_free(cuts->end);
    sn_free(cuts->rule);
    sn_free(cuts->cut);
    sn_free(cuts);
}

/* --- what is known --- */

static uint8_t flags_of(const SnContactRule *rule)
{
    return (uint8_t)(rule->enabled | rule->joined << 1 | rule->self << 2 | rule->method << 3);
}

static bool same_rules(const SnSystemContacts *c, SnSoftCuts *cuts)
{
    bool same = true;
    for (int i = 0; i < c->n_rules; i++) {
        same = same && cuts->rule[i] == flags_of(&c->rules[i]);
        cuts->rule[i] = flags_of(&c->rules[i]);
    }
    return same;
}

/* Where the body of a surface is, or its point k. */
static const double *place_of(const SnSystem *system, const SnTouchSurface *s, const SnState *state,
                              int k)
{
    const int block = s->block >= 0 ? s->block : s->vertex_block[k];
    return sn_state_q_const(state) + system->blocks[block].q;
}

static bool same_places(const SnSystem *system, const SnState *state, double *const *kept)
{
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        const SnTouchSurface *s = &system->contacts.surfaces[i];
        const size_t n = s->block >= 0 ? POSE : 3;
        for (int k = 0; k < (s->block >= 0 ? 1 : s->n_vertices); k++)
            if (memcmp(kept[i] + n * (size_t)k, place_of(system, s, state, k),
                       n * sizeof(double)) != 0)
                return false;
    }
    return true;
}

static void keep_places(const SnSystem *system, const SnState *state, double *const *kept)
{
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        const SnTouchSurface *s = &system->contacts.surfaces[i];
        const size_t n = s->block >= 0 ? POSE : 3;
        for (int k = 0; k < (s->block >= 0 ? 1 : s->n_vertices); k++)
            memcpy(kept[i] + n * (size_t)k, place_of(system, s, state, k), n * sizeof(double));
    }
}

static uint8_t *slot_of(const SnSoftPair *pair)
{
    const SnSystemContacts *c = &pair->system->contacts;
    return pair->contacts->soft->cuts->cut + (size_t)pair->surface[0] * (size_t)c->n_surfaces +
           pair->surface[1];
}

static void look_at_pair(const SnSoftPair *pair, void *data)
{
    const bool *all = data;
    if (pair->rigid || pair->surface[0] == pair->surface[1])
        return;
    uint8_t *slot = slot_of(pair);
    if (*all || *slot == LAST)
        *slot = sn_soft_cuts(pair) ? NOW : NONE;
}

/* --- face --- */

void sn_soft_begin(const SnSystem *system, SnWorkspace *work)
{
    SnSoftWorkspace *soft = work->contacts ? work->contacts->soft : NULL;
    if (!soft)
        return;
    soft->n_ahead = 0;
    soft->n_near = -1;
    soft->part = work->step.size / system->step_size;
    if (!soft->cuts)
        return;
    const SnSystemContacts *c = &system->contacts;
    SnSoftCuts *cuts = soft->cuts;
    const SnState *state = work->step.backup;
    const bool rules = same_rules(c, cuts);
    if (cuts->known && rules && same_places(system, state, cuts->start))
        return;
    const bool all = !cuts->known || !rules || !same_places(system, state, cuts->end);
    if (all || cuts->n > 0) {
        const size_t n = (size_t)c->n_deformable * (size_t)c->n_surfaces;
        for (size_t i = 0; i < n; i++)
            cuts->cut[i] = !all && cuts->cut[i] == NOW ? LAST : NONE;
        for (int i = 0; i < c->n_surfaces; i++)
            sn_soft_place(system, &c->surfaces[i], state, soft->places[i].x);
        sn_soft_each_pair(system, work, false, look_at_pair, (void *)&all);
        cuts->n = 0;
        for (size_t i = 0; i < n; i++) { /* what is LAST was too far away to be looked at */
            cuts->cut[i] = cuts->cut[i] == NOW ? NOW : NONE;
            cuts->n += cuts->cut[i] == NOW;
        }
    }
    keep_places(system, state, cuts->start);
    cuts->known = true;
}

void sn_soft_cuts_end(const SnSystem *system, const SnState *state, SnSoftWorkspace *soft)
{
    if (soft->cuts)
        keep_places(system, state, soft->cuts->end);
}

bool sn_soft_began_cut(const SnSoftPair *pair)
{
    const SnSoftCuts *cuts = pair->contacts->soft->cuts;
    return cuts && cuts->n > 0 && !pair->rigid && pair->contacts->in_step && *slot_of(pair) == NOW;
}

bool sn_soft_any_cut(const SnWorkspace *work)
{
    const SnSoftWorkspace *soft = work->contacts ? work->contacts->soft : NULL;
    return soft && soft->cuts && soft->cuts->n > 0;
}
