/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Volume meshes of the document: read from files, or made from a few numbers. */
#ifndef SN_MESH_VOLUME_VOLUME_MESH_H
#define SN_MESH_VOLUME_VOLUME_MESH_H

#include "engine/base/element.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Nodes and elements, mixed shapes; numbers from 0 whatever the file had. Shared, immutable once
 * made. */
typedef struct SnVolumeMesh {
    gatomicrefcount references;
    int n_nodes;
    double *nodes; /* [n_nodes][3] [m] */
    int n_elements;
    uint8_t *kind;      /* [n_elements] SnElementKind; surfaces come in as MEMBRANE3 or 4 */
    int *start;         /* [n_elements + 1] into element_nodes */
    int *element_nodes; /* VTK order */
} SnVolumeMesh;

SnVolumeMesh *sn_volume_mesh_ref(SnVolumeMesh *mesh);
void sn_volume_mesh_unref(SnVolumeMesh *mesh);

/* By the name's ending: .node/.ele (TetGen; either may be named), .node/.elem (ANSYS, 8-, 10- and
 * 20-node forms, degenerate bricks recognised as wedges, pyramids and tets), .msh (Gmsh 2.2
 * and 4.1, text and binary), .vtk (legacy, text and binary), .vtu (text, base64, appended, zlib).
 * Points and lines are left out, in Gmsh files also surfaces beside solids: they mark boundaries.
 * Errors give file, line and the element's own number: inverted, degenerate, duplicate or
 * out-of-range elements, duplicate or missing nodes; nothing is half-loaded.  Nodes that no element
 * uses are kept.  An element listed inside out throughout the file is an error, not mended (but for
 * the wedges of VTK, of which there are two orders). */
SnVolumeMesh *sn_volume_mesh_read(const char *path, GError **error);
/* The same from memory; the name's ending tells the format and is used in messages.  Pairs of
 * files: `text` holds the nodes, `second` the elements; named .node, they are TetGen's. */
SnVolumeMesh *sn_volume_mesh_read_text(const char *name, const char *text, size_t length,
                                       const char *second, size_t second_length, GError **error);
/* Multiplies the coordinates of a mesh that nobody else has yet; a mirror image (negative product)
 * turns each element round, so that it is not inside out. */
void sn_volume_mesh_stretch(SnVolumeMesh *mesh, const double scale[3]);
/* .node/.ele pair (.node: TetGen form when all are tets of one order, else ANSYS .node/.elem), .vtu
 * or .msh (4.1) as text; numbers read back exactly the same.  Each file is written atomically. */
bool sn_volume_mesh_write(const SnVolumeMesh *mesh, const char *path, GError **error);
/* Keeps a mesh as a .vtu file in the user's cache, where an imported model can name it; its name
 * begins with `name` and goes on with what it holds.  The path is to be freed, NULL where it cannot
 * be written. */
char *sn_volume_mesh_keep(const SnVolumeMesh *mesh, const char *name);

/* --- generators: centred at the origin, main axis z (beam: x).  Every solid kind; the middles of
 * the edges of quadratic kinds lie on the true shape.  NULL where the numbers make no solid (a size
 * or count that is not positive, inner >= outer) or more than SN_MAX_MESH_NODES nodes. --- */

/* Grid of nx x ny x nz cells over size[3], corners numbered along x first, then y, then z, elements
 * likewise: TET4/TET10 six to a cell (conforming), HEX8/20, WEDGE6 two to a cell, PYRAMID5 six to a
 * cell (a node in its middle).  Middles of edges and cells are numbered after the corners. */
SnVolumeMesh *sn_volume_mesh_box(const double size[3], const int cells[3], SnElementKind kind);
/* Solid ellipsoid: a core of n x n x n cells in six layers of shells of (n+1)/2. */
SnVolumeMesh *sn_volume_mesh_ellipsoid(const double radii[3], int n, SnElementKind kind);
/* Tube of n_around x n_through x n_along cells.  Inner radius 0: a solid cylinder, a core of
 * n_around/4 squared cells in n_through layers. */
SnVolumeMesh *sn_volume_mesh_tube(double inner, double outer, double length, int n_around,
                                  int n_through, int n_along, SnElementKind kind);
/* Cylinder capped by half spheres, made as the ellipsoid is, with n_along layers between the
 * halves; length: of the cylindrical part. */
SnVolumeMesh *sn_volume_mesh_capsule(double radius, double length, int n, int n_along,
                                     SnElementKind kind);
/* Flat sheet in x-y of MEMBRANE or SHELL triangles or quads, seen from +z; numbered as a box. */
SnVolumeMesh *sn_volume_mesh_sheet(const double size[2], const int cells[2], SnElementKind kind);

/* Faces that belong to one solid element only, and all surface elements, seen from outside: face k
 * is face[2k] = element, face[2k+1] = number in its shape.  Returns their count; g_free. */
int sn_volume_mesh_surface(const SnVolumeMesh *mesh, int **faces);

#endif
