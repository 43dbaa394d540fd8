/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shifts of normals that slips make, from round to round. */
#ifndef SN_LINSOLVE_CONES_CONES_SLIPS_H
#define SN_LINSOLVE_CONES_CONES_SLIPS_H

#include "engine/linsolve/cones/cones.h"

typedef struct SnConesSlips {
    double *shift;         /* [n_rows] mu |w_t| on normals, for the next round */
    double *last, *change; /* [n_cones] those of the last round, and how they changed */
    int known;             /* rounds of which they are, one after another */
} SnConesSlips;

/* Shifts are those of the slips at the end of the round before, so that each round leaves the same
 * share of their error (three quarters where much rubs, or less than nothing where they go to and
 * fro): the rest is added at once (Aitken 1926).  What they really are is seen at the next centre.
 */
void sn_cones_foresee_slips(const SnCones *p, SnConesSlips *s, int round);
/* Between bodies that are unlike, rounds of little resistance follow slips at once, and may go to
 * and fro without end: after a few rounds by a part only, which becomes less. */
void sn_cones_calm_slips(const SnCones *p, SnConesSlips *s, int round);

#endif
