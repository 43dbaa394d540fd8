/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solids made of points and of closed surfaces: convex hulls, cubes, and tetrahedra by programs
 * that the user has. */
#ifndef SN_MESH_FILL_H
#define SN_MESH_FILL_H

#include "engine/mesh/geometry.h"
#include "engine/mesh/volume/volume_mesh.h"

#include <gio/gio.h>

/* The convex hull of points; NULL: they lie in a plane. */
SnSurface *sn_surface_hull(const double (*points)[3], int n);

/* Fills a closed surface with cubes of an edge length [m] whose middles lie inside, HEX8.  NULL
 * with an error: none does, or there are more than a million. */
SnVolumeMesh *sn_fill_cubes(const SnSurface *surface, double edge, GError **error);

typedef enum SnMesher { SN_MESHER_TETGEN, SN_MESHER_GMSH, SN_MESHER_COUNT } SnMesher;

/* Name of the program; whether it is installed. */
const char *sn_mesher_name(SnMesher mesher);
bool sn_mesher_there(SnMesher mesher);
/* Fills a closed surface with tetrahedra of about an edge length [m]; runs the program in a folder
 * of its own, so not on the main thread.  NULL with an error: what the program said. */
SnVolumeMesh *sn_fill_tetrahedra(const SnSurface *surface, SnMesher mesher, double edge,
                                 GCancellable *cancel, GError **error);

#endif
