/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside engine/fem: membranes and shells.
 *
 * Strains are taken in natural coordinates (xi, eta in the sheet, zeta through it).  Each of the
 * six components of the metric g_ij = x_,i . x_,j at an integration point, also those that are
 * interpolated from elsewhere, is a quadratic form of the nodes with constant coefficients,
 *   g_c = sum over a, b of m_c(a, b) x_a . x_b,   2 E_c = g_c(x) - g_c(X),
 * so that gradient and second derivative follow at once.
 *
 * Shells are solid-like: n front nodes (zeta = 1), then n back nodes.  Assumed strains: transverse
 * shear from the middles of the edges (Dvorkin and Bathe 1984; triangles: Lee and Bathe 2004),
 * thickness strain from the corners (Betsch and Stein 1995); the thickness strain is linear in zeta
 * with a slope that makes the moment of the thickness stress vanish at each place in the sheet
 * (Buechter, Ramm and Roehl 1994), without which bending would feel a Poisson's ratio in plane
 * strain.  Membranes: the thickness strain that makes the thickness stress vanish. */
#ifndef SN_FEM_SHEET_H
#define SN_FEM_SHEET_H

#include "engine/fem/lanes.h"
#include "engine/fem/solid.h"

#define SN_SHEET_NODES  8
#define SN_SHEET_PAIRS  36 /* (0,0) (1,0) (1,1) (2,0) ...; sums of both orders where they differ */
#define SN_SHEET_LAYERS 2

/* What is the same for all elements of a kind; places in the sheet are lanes, unused ones repeat
 * the first. */
typedef struct SnSheetTable {
    int n_nodes, n_points, n_layers;
    double natural[SN_SHEET_LAYERS][3][SN_LANES]; /* of the points */
    double weight[SN_SHEET_LAYERS][SN_LANES];
    double derivative[SN_SHEET_LAYERS][SN_SHEET_NODES][3][SN_LANES];
    double m[SN_SHEET_LAYERS][6][SN_SHEET_PAIRS][SN_LANES]; /* xx yy zz xy yz zx of xi eta zeta */
} SnSheetTable;

typedef struct SnSheet {
    int element;
    const SnSheetTable *table;
    double inverse[SN_SHEET_LAYERS][9][SN_LANES];   /* d natural / d X [1/m], row-major */
    double reference[SN_SHEET_LAYERS][6][SN_LANES]; /* g at rest [m2] */
    double weight[SN_SHEET_LAYERS][SN_LANES];       /* rest volume of the points [m3] */
    double enhance[SN_SHEET_LAYERS][SN_LANES];      /* E_zz per unit of the unknown slope */
} SnSheet;

typedef struct SnSheets {
    int n;
    SnSheet *sheet;
    SnSheetTable *table; /* [4] membrane3, membrane4, shell3, shell4 */
} SnSheets;

/* All membranes and shells of a solid, with their volumes; NULL: it has none. */
SnSheets *sn_sheets_new(SnFemSolid *solid, SnFemTrouble *trouble);
void sn_sheets_free(SnSheets *sheets);

#endif
