/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solids for verification, benchmarks and tests: meshes made from numbers, loads on their faces. */
#ifndef SN_CHECK_SOLIDS_H
#define SN_CHECK_SOLIDS_H

#include "engine/fem/solid.h"
#include "engine/mesh/volume/volume_mesh.h"

/* A finished solid of one material and density [kg/m3]; aborts on a mesh that cannot be computed.
 * The mesh is not taken. */
SnFemSolid *sn_solid_new(const SnVolumeMesh *mesh, const SnMaterial *material, double density,
                         SnIncompressibility incompressibility);
/* Grid of cells over the box from low to high. */
SnFemSolid *sn_solid_box(const double low[3], const double high[3], const int cells[3],
                         SnElementKind kind, const SnMaterial *material, double density,
                         SnIncompressibility incompressibility);
/* Mesh of the hollow sphere's octant x, y, z >= 0: three blocks of n x n x n_through cells, HEX8 or
 * HEX20 with the middles of their edges on spheres. */
SnVolumeMesh *sn_octant_mesh(double inner, double outer, int n, int n_through, SnElementKind kind);

/* Moves the nodes: x' = map(x). */
typedef void (*SnPlaceMap)(const void *data, double x[3]);
void sn_mesh_map(SnVolumeMesh *mesh, SnPlaceMap map, const void *data);

/* Makes the masses of a finished solid consistent. */
void sn_solid_use_consistent_mass(SnFemSolid *solid);

/* Materials by their usual numbers. */
SnMaterial sn_material_elastic(SnMaterialKind kind, double youngs_modulus, double poissons_ratio);
SnMaterial sn_material_mooney(double c10, double c01, double c20, double bulk_modulus);

/* Consistent nodal forces of a traction [Pa] on the outside faces whose nodes all satisfy `on`:
 * traction, plus pressure times the inward normal (both may be zero), added to force [n_nodes][3].
 * Returns the area [m2]. */
typedef bool (*SnFaceTest)(const void *data, const double x[3]);
double sn_face_traction(const SnFemSolid *solid, const double (*x)[3], SnFaceTest on,
                        const void *data, const double traction[3], double pressure,
                        double (*force)[3]);
/* The node nearest to a rest position. */
int sn_nearest_node(const SnFemSolid *solid, double x, double y, double z);

#endif
