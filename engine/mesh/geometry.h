/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surface geometry of the document: what a body is made of and weighs. */
#ifndef SN_MESH_GEOMETRY_H
#define SN_MESH_GEOMETRY_H

#include "engine/snapshot.h"
#include "engine/text/refuse.h"

/* Double-precision surface as read from a file; order kept. */
typedef struct SnSurface {
    int n_vertices;
    int n_triangles;
    double *vertices;   /* [n_vertices][3] */
    int32_t *triangles; /* [n_triangles][3] */
} SnSurface;

void sn_surface_free(SnSurface *surface);
SnSurface *sn_surface_copy(const SnSurface *surface);
/* Multiplies the coordinates; a mirror image (negative product) turns the triangles round, so that
 * outside stays outside. */
void sn_surface_scale(SnSurface *surface, const double scale[3]);
/* Makes vertices at exactly the same place one, and drops triangles that vanish by it. */
void sn_surface_weld(SnSurface *surface);
/* What the renderer takes, scaled as above; caller unrefs. */
SnMesh *sn_surface_to_mesh(const SnSurface *surface, const double scale[3]);
/* Of its own size; frees the surface. */
SnMesh *sn_surface_into_mesh(SnSurface *surface);

/* Own OBJ reader: v and f (polygons are cut into fans), negative indices, comments, joined lines;
 * other keywords are skipped.  Errors give file and line: "jaw.obj:12: ...". */
SnSurface *sn_obj_read(const char *path, GError **error);
SnSurface *sn_obj_read_text(const char *text, size_t length, const char *name, GError **error);
/* Atomic and durable; coordinates with the fewest digits that read back the same. */
bool sn_obj_write(const SnSurface *surface, const char *path, GError **error);

/* Keeps a surface as the OBJ file `name` in the user's cache, where an imported model can name it;
 * one that is there under that name stays.  Takes the surface; the path is to be freed, NULL where
 * it cannot be written. */
char *sn_surface_keep(SnSurface *surface, const char *name);

/* VTK's XML surfaces (.vtp): points, polygons, strips; text, or base64 that may be compressed. */
SnSurface *sn_vtp_read(const char *path, GError **error);

/* Any other format, through the Assimp helper process (this binary re-executed as
 * `sinew --mesh-helper` with limits); one bad file costs one import. */
SnSurface *sn_mesh_import(const char *path, GError **error);
/* By the name's ending: .obj and .vtp our own readers, else the helper. */
SnSurface *sn_surface_read(const char *path, GError **error);

/* Closed surfaces of primitives, centred at the origin, axis z: see geometry.shape of rigid_body.
 * segments: triangles around the thickest circle; a capsule's length is that of its tube. */
SnSurface *sn_surface_box(const double size[3]);
SnSurface *sn_surface_ellipsoid(const double radii[3], int segments);
SnSurface *sn_surface_cylinder(double radius, double length, int segments);
SnSurface *sn_surface_cone(double radius, double height, int segments); /* its tip at height / 2 */
SnSurface *sn_surface_capsule(double radius, double length, int segments);

/* What is wrong with a surface as the boundary of a solid. */
typedef struct SnTopology {
    int boundary_edges;     /* with one triangle */
    int nonmanifold_edges;  /* with more than two */
    int inconsistent_edges; /* two triangles that run along it the same way */
    int degenerate_triangles;
    int components;
    double signed_volume; /* [m3], negative: inside out */
} SnTopology;
/* A surface that is open only because vertices are repeated along seams counts as closed. */
SnTopology sn_surface_topology(const SnSurface *surface);
/* Volume inside a closed surface [m3], negative where it is inside out. */
double sn_surface_volume(const SnSurface *surface);

/* Mass, centre and inertia about the centre (xx yy zz xy xz yz, products as in the matrix) of the
 * solid inside a closed surface of uniform density: exact polynomial integrals over the triangles
 * (Mirtich 1996; Eberly). */
typedef struct SnMassProperties {
    double mass;       /* [kg] */
    double center[3];  /* [m] */
    double inertia[6]; /* [kg m2] */
} SnMassProperties;
void sn_surface_mass(const SnSurface *surface, double density, SnMassProperties *mass);

#endif
