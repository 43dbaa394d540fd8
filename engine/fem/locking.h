/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which treatment of volume suits which elements and materials.
 *
 * Nearly incompressible materials make elements lock that have too few unknowns for the volumes
 * that are to stay (Hughes 1987, chapter 4).  Tip of a beam of 8 x 2 x 2 cells (nu = .4995) that
 * sinks by 54.7 mm under its weight, by mode (off, soft, element, nodal):
 *   hex8   10.4 46.5 46.4 37.3    tet4     3.9  3.9  3.5 21.8    tet10  46.3 51.6 51.6 49.1
 *   wedge6 17.7 39.2 38.9 37.1    pyramid5 4.1 36.6 34.7 37.6    hex20  45.7 54.8 54.8 49.6
 * So: mean volumes suit all but linear tetrahedra, which want sums at nodes. */
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
