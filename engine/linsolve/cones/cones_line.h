/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multipliers of the cones along a step, and where the derivative of their dual function
 * vanishes on it.  Private to engine/linsolve. */
#ifndef SN_LINSOLVE_CONES_CONES_LINE_H
#define SN_LINSOLVE_CONES_CONES_LINE_H

#include "engine/linsolve/cones/cones.h"

/* A line: what is projected onto the cones at alpha is from + alpha along. */
typedef struct SnConesLine {
    const SnCones *problem;
    double *from, *along;             /* [n_rows] */
    const double *nu, *step, *d_step; /* [n_rows] nu + alpha step; D step */
} SnConesLine;

/* The alpha where that derivative vanishes (to a twentieth of it at 0), at most 1; the multipliers
 * there are left in `lambda`.  `dual`: those at 0.  Both [n_rows]. */
double sn_cones_line_search(const SnConesLine *line, const double *dual, double *lambda);

#endif
