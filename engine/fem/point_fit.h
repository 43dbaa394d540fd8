/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside engine/fem: values at integration points carried to the nodes of an element. */
#ifndef SN_FEM_POINT_FIT_H
#define SN_FEM_POINT_FIT_H

#include "engine/fem/shape_functions.h"
#include "engine/fem/sheet.h"

/* node value = sum of m[node][point] point value: the least-squares fit of the functions that the
 * points can tell apart (trilinear for hexahedra, so that eight points are met exactly; linear for
 * tet10 and pyramid5; a constant for tet4).  Middle nodes get the mean of their corners. */
typedef struct SnPointFit {
    int n_nodes, n_points;
    double m[SN_ELEMENT_MAX_NODES][SN_ELEMENT_MAX_POINTS];
} SnPointFit;

/* Of a solid kind. */
void sn_point_fit(SnElementKind kind, SnPointFit *fit);
/* Of membranes and shells: bilinear (triangles: linear) in the sheet, linear through it. */
void sn_sheet_fit(SnElementKind kind, const SnSheetTable *table, SnPointFit *fit);

#endif
