/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One round of the cones' solve (cones.h): Newton's method for the multipliers about a centre, with
 * a resistance to leaving it and the shifts of normals as they were. */
#ifndef SN_LINSOLVE_CONES_CONES_ROUND_H
#define SN_LINSOLVE_CONES_CONES_ROUND_H

#include "engine/linsolve/cones/cone_rows.h"
#include "engine/linsolve/cones/cones_slips.h"

/* What misses less than this of the largest impulse, and has not shrunk for so many times, is
 * rounding. */
#define SN_CONES_STUCK 1e-4
#define SN_CONES_STALE 3

typedef struct SnConesRound {
    double *center, *shift;        /* z-bar; mu |w_t| on normals */
    double *nu, *dual, *d_nu;      /* point of the search, lambda(nu), D nu */
    double *step, *d_step, *right; /* direction, D times it, right-hand side */
    double *trial, *w;             /* [n_rows] each */
    double *from, *along;          /* [n_rows] of the line along the step */
    double resistance;             /* of this round, over the size of a row and ... */
    double alike;                  /* ... this: less than 1 where bodies are unlike */
    double inexact;                /* what its end may be off by */
    double close, closest;         /* how near steps on the laws stay, and at first */
    double noise;                  /* rounding of multipliers: slips over resistances */
    double slow;                   /* speed that rows of unlike bodies may miss the laws by */
    double lacking;                /* the largest impulse by which one misses more */
    double *matrix;                /* [n_rows][n_rows]; of what knows D by heart: none */
    SnConeDirection *direction;    /* [n_rows, and those of one cone] */
    double (*slopes)[3][3];        /* [n_cones] of steps on the laws */
    SnConesSlips slips;
} SnConesRound;

/* Its arrays in the scratch of sn_cones_scratch_size; nothing of them is set. */
SnConesRound sn_cones_round(const SnCones *p, void *memory);
/* y = D x, both [n_rows]; false: the problem's own multiplication failed. */
bool sn_cones_times_d(const SnCones *p, const double *x, double *y);
/* max |x|. */
double sn_cones_largest(int n, const double *x);
/* From the centre, whose w is known, to the minimum about it, which is left in nu. */
void sn_cones_minimise(const SnCones *p, SnConesRound *s);

#endif
