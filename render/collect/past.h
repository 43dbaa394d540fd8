/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other moments beside the present: paths of what is tracked as curves, a ghost. */
#ifndef SN_RENDER_PAST_H
#define SN_RENDER_PAST_H

#include "render/collect/collect.h"

struct SnPastKept {
    atomic_int holders;
    int n_trails;
    SnTrail *trails;         /* [n_trails], places owned */
    const SnSnapshot *ghost; /* a reference; NULL: none */
};

/* past: may be NULL. */
void sn_collect_past(const SnCollector *collector, const SnPastKept *past);

#endif
