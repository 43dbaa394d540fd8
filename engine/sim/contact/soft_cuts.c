/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which surfaces cut each other when a step begins, where one deforms.  Steps never make that, but
 * a model may start so, or be put so by hand: those are pulled apart (soft_apart.c) in place of
 * being kept from passing.
 *
 * What cut when the last step began is kept in the state, with a fingerprint of the places to which
 * that step led: all pairs are looked at only after a jump, and a state that is gone back to, or
 * read from a file, goes on in the same bits as if it had never been left. */
#include "engine/base/memory.h"
#include "engine/sim/contact/soft.h"

#include <string.h>

enum { NONE, NOW, LAST }; /* whether a pair cuts; it did at the start of the last step */

struct SnSoftCuts {
    int n;          /* pairs that cut */
    uint8_t *cut;   /* [n_deformable][n_surfaces] */
    uint64_t place; /* fingerprint of what `cut` is known for; 0: nothing */
};

SnSoftCuts *sn_soft_cuts_new(const SnSystemContacts *c)
{
    SnSoftCuts *cuts = sn_alloc(1, sizeof *cuts);
    cuts->cut = sn_alloc((size_t)c->n_deformable * (size_t)c->n_surfaces + 1, 1);
    return cuts;
}

void sn_soft_cuts_free(SnSoftCuts *cuts)
{
    sn_free(cuts->cut);
    sn_free(cuts);
}

/* --- fingerprint of all places, and of what decides which pairs are looked at --- */

static uint64_t mixed(uint64_t print, uint64_t bits)
{
    print = (print ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    return print ^ print >> 29;
}

static uint64_t mixed_place(const SnSystem *system, const SnState *state, int block, int n,
                            uint64_t print)
{
    const double *q = sn_state_q_const(state) + system->blocks[block].q;
    for (int k = 0; k < n; k++) {
        uint64_t bits;
        memcpy(&bits, q + k, sizeof bits);
        print = mixed(print, bits);
    }
    return print;
}

static uint64_t flags_of(const SnContactRule *rule)
{
    return (uint64_t)(rule->enabled | rule->joined << 1 | rule->self << 2) | (uint64_t)rule->method
                                                                                 << 3;
}

enum { POSE = 7 };

static uint64_t fingerprint(const SnSystem *system, const SnState *state)
{
    const SnSystemContacts *c = &system->contacts;
    uint64_t print = 1;
    for (int i = 0; i < c->n_rules; i++)
        print = mixed(print, flags_of(&c->rules[i]));
    for (int i = 0; i < c->n_surfaces; i++) {
        const SnTouchSurface *s = &c->surfaces[i];
        if (s->block >= 0)
            print = mixed_place(system, state, s->block, POSE, print);
        for (int k = 0; s->block < 0 && k < s->n_vertices; k++)
            print = mixed_place(system, state, s->vertex_block[k], 3, print);
    }
    return print ? print : 1;
}

/* --- in the state: the fingerprint in two numbers, then a bit for each pair --- */

static double *kept(const SnSystem *system, SnState *state)
{
    return sn_state_z(state) + system->rows.n_limits + sn_contacts_kept(&system->contacts) -
           sn_soft_cuts_kept(&system->contacts);
}

static uint64_t kept_fingerprint(const double *at)
{
    return (uint64_t)at[0] << SN_CUTS_A_NUMBER | (uint64_t)at[1];
}

static bool was_cut(const double *at, size_t pair)
{
    return (uint32_t)at[2 + pair / SN_CUTS_A_NUMBER] >> pair % SN_CUTS_A_NUMBER & 1;
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
    SnState *state = work->step.backup;
    const uint64_t place = fingerprint(system, state);
    if (place == cuts->place)
        return;
    const double *at = kept(system, state);
    const bool all = kept_fingerprint(at) != place;
    const size_t n = (size_t)c->n_deformable * (size_t)c->n_surfaces;
    cuts->n = 0;
    for (size_t i = 0; i < n; i++) {
        cuts->cut[i] = !all && was_cut(at, i) ? LAST : NONE;
        cuts->n += cuts->cut[i] == LAST;
    }
    if (all || cuts->n > 0) {
        for (int i = 0; i < c->n_surfaces; i++)
            sn_soft_place(system, &c->surfaces[i], state, soft->places[i].x);
        sn_soft_each_pair(system, work, false, look_at_pair, (void *)&all);
        cuts->n = 0;
        for (size_t i = 0; i < n; i++) { /* what is LAST was too far away to be looked at */
            cuts->cut[i] = cuts->cut[i] == NOW ? NOW : NONE;
            cuts->n += cuts->cut[i] == NOW;
        }
    }
    cuts->place = place;
}

void sn_soft_cuts_remember(const SnSystem *system, const SnWorkspace *work, SnState *state)
{
    const SnSoftCuts *cuts =
        work->contacts && work->contacts->soft ? work->contacts->soft->cuts : NULL;
    if (!cuts)
        return;
    const size_t n = (size_t)system->contacts.n_deformable * (size_t)system->contacts.n_surfaces;
    const uint64_t place = fingerprint(system, state);
    double *at = kept(system, state);
    at[0] = (double)(place >> SN_CUTS_A_NUMBER);
    at[1] = (double)(place & UINT32_MAX);
    for (size_t i = 0; i < n; i += SN_CUTS_A_NUMBER) {
        uint32_t bits = 0;
        for (size_t k = i; k < n && k < i + SN_CUTS_A_NUMBER; k++)
            bits |= (uint32_t)(cuts->cut[k] == NOW) << (k - i);
        at[2 + i / SN_CUTS_A_NUMBER] = (double)bits;
    }
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
