/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small solids of distorted elements, and vectors to deform them by. */
#ifndef SN_TESTS_FEM_SOLID_CASES_H
#define SN_TESTS_FEM_SOLID_CASES_H

#include "engine/fem/solid.h"

/* `n` elements of one kind that share no nodes, each about a centimetre and distorted by a random
 * part; material 0 is material_case(law); density 1000 kg/m3. Fibres within some
 * degrees of y, which deformed_case stretches by 1.17: away from kinks of their laws at 1 and 1.3.
 */
SnFemSolid *solid_case(SnElementKind kind, SnMaterialKind law, SnIncompressibility mode, int n,
                       uint32_t seed);
/* Numbers of a law of some kilopascals, every parameter in use. */
SnMaterial material_case(SnMaterialKind law);
/* Positions [n_nodes][3]: rest, stretched, sheared and turned, with random displacements of `size`
 * [m] at every node.  malloc. */
double (*deformed_case(const SnFemSolid *solid, double size, uint32_t seed))[3];
/* Uniform in -1..1. */
double random_case(uint32_t *seed);
/* An unfinished solid of a mesh; copies everything. */
SnFemSolid *solid_from_mesh(int n_nodes, const double (*rest)[3], int n_elements,
                            const SnElementKind *kind, const int *nodes, SnMaterial material,
                            SnIncompressibility mode);
void finish_case(SnFemSolid *solid);

#endif
