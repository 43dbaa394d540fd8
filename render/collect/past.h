/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other moments beside the present: paths of what is tracked as curves, a ghost. */
#ifndef SN_RENDER_PAST_H
#define SN_RENDER_PAST_H

#include "render/collect/collect.h"

/* A copy of what was handed in; immutable, shared by threads. */
typedef struct SnPastKept {
    atomic_int holders;
    int n_trails;
    SnTrail *trails;         /* [n_trails], places owned */
    const SnSnapshot *ghost; /* a reference; NULL: none */
} SnPastKept;

/* A copy with one holder; NULL for nothing. */
SnPastKept *sn_past_keep(const SnPast *past);
/* One holder more, or less, the last of which frees it; NULL is ignored. */
SnPastKept *sn_past_hold(SnPastKept *past);
void sn_past_leave(SnPastKept *past);
/* past: may be NULL. */
void sn_collect_past(const SnCollector *collector, const SnPastKept *past);

#endif
