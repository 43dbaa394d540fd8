/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Natural coordinates, shape functions and integration points of the solid elements.
 *
 * Natural coordinates: tetrahedra r, s, t >= 0, r + s + t <= 1; hexahedra -1..1; wedges r, s >= 0,
 * r + s <= 1, t in -1..1; pyramids r, s in -1..1 at every height, t from 0 (base) to 1 (apex):
 * x = (1 - t) (bilinear in r, s) + t apex, a polynomial that in straight-sided pyramids spans the
 * same functions as the rational form.  sn_element_functions itself is in solid.h. */
#ifndef SN_FEM_SHAPE_FUNCTIONS_H
#define SN_FEM_SHAPE_FUNCTIONS_H

#include "engine/base/element.h"

#define SN_ELEMENT_MAX_POINTS 27

typedef struct SnQuadrature {
    int n;
    double point[SN_ELEMENT_MAX_POINTS][3]; /* natural coordinates */
    double weight[SN_ELEMENT_MAX_POINTS];   /* sum: volume of the natural shape */
} SnQuadrature;

/* Integration points: tet4 1, tet10 4, hex8 2x2x2, hex20 3x3x3, wedge6 3x2, pyramid5 2x2 Gauss by
 * 2 Gauss-Jacobi.  Each integrates the gradients of the shape functions of distorted,
 * straight-sided elements exactly, hence passes the patch test; the 14-point rule for hex20
 * (degree 5) does not: products there reach degree 7 (3x3x3: 5 in each coordinate). */
void sn_element_quadrature(SnElementKind kind, SnQuadrature *quadrature);

/* Natural coordinates of the nodes [n][3]. */
void sn_element_natural_nodes(SnElementKind kind, double (*natural)[3]);

/* The kind with the corners of this one only. */
SnElementKind sn_element_corner_kind(SnElementKind kind);

#endif
