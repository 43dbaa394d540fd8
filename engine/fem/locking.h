/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which treatment of volume suits which elements and materials.
 *
 * Nearly incompressible materials make elements lock that have too few unknowns for the volumes
 * that are to stay (Hughes 1987, chapter 4).  Constraint counts of regular meshes, unknowns by
 * volumes (3 is ideal): an integral over each hexahedron 3, wedge 1.5, pyramid 1, tetrahedron 0.6;
 * one at each corner node 3 in all of them. */
#ifndef SN_FEM_LOCKING_H
#define SN_FEM_LOCKING_H

#include "engine/fem/solid.h"

/* Bulk modulus at rest by shear modulus above which a material counts as nearly incompressible
 * (Poisson's ratio 0.45). */
#define SN_NEARLY_INCOMPRESSIBLE 10.0

/* "off", "soft", ... as in files. */
const char *sn_fem_incompressibility_name(SnIncompressibility mode);
/* Of a material at rest; infinite where it has no shear modulus. */
double sn_material_bulk_by_shear(const SnMaterial *material);
/* What suits a solid, of which elements and materials need be there only. */
SnIncompressibility sn_fem_suitable_incompressibility(const SnFemSolid *solid);
/* Whether elements lock, or let volumes go, in the mode that the solid has; with a sentence that
 * ends in what to choose. */
bool sn_fem_locks(const SnFemSolid *solid, char *text, size_t size);

#endif
