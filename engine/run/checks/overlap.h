/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What overlaps where a simulation stands. */
#ifndef SN_RUN_CHECKS_OVERLAP_H
#define SN_RUN_CHECKS_OVERLAP_H

#include "engine/checks.h"
#include "engine/run/simulation/simulation.h"

/* Two shapes of the rules of contact that overlap more than a contact lets them. */
typedef struct SnOverlapping {
    int shape[2];   /* the same: a surface cuts itself, and nothing is known but that */
    SnId id[2];     /* whose they are */
    double depth;   /* that the second has to go along `out` to be free, or about that [m] */
    double out[3];  /* unit, out of the first */
    double allowed; /* overlap that is let pass [m] */
    bool strand;    /* one of them is a strand, which nothing pushes out as a whole */
    bool inside;    /* ... and its middle is within the other */
} SnOverlapping;

/* All of them in the order of their shapes; to be freed with g_array_unref. */
GArray *sn_overlaps_find(const SnSimulation *simulation);
/* Bodies and surfaces that overlap at the start, and surfaces that are no solid's. */
void sn_findings_overlaps(GArray *findings, const SnModel *model, const SnSimulation *start);

#endif
