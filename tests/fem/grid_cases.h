/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids of cells cut into elements of any kind, conforming, with middles of edges where the kind
 * has them. */
#ifndef SN_TESTS_FEM_GRID_CASES_H
#define SN_TESTS_FEM_GRID_CASES_H

#include "tests/fem/solid_cases.h"

/* cells[0] x cells[1] x cells[2] cells in the box 0..size; nodes inside moved by a random part
 * (0..0.3) of a cell.  Hexahedra: a cell each; wedges 2, tetrahedra 6, pyramids 6 with a node in
 * the middle.  Finished; density 1000 kg/m3. */
SnFemSolid *grid_case(SnElementKind kind, const int cells[3], const double size[3],
                      double irregular, SnMaterial material, SnIncompressibility mode);
/* Seven hexahedra of the unit cube (MacNeal and Harder 1985). */
SnFemSolid *patch_case(SnMaterial material, SnIncompressibility mode);
/* On the surface of the box 0..size. */
bool grid_is_outside(const SnFemSolid *solid, int node, const double size[3]);
/* Sums element forces to nodes: force [n_nodes][3]. */
void grid_node_forces(const SnFemSolid *solid, const SnFemScratch *scratch, double (*force)[3]);

#endif
