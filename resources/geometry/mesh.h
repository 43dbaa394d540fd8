/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Indexed triangle meshes: building, repair, smoothing, measuring, writing. */
#ifndef SN_GEO_MESH_H
#define SN_GEO_MESH_H

#include "field.h"
#include "vec.h"

/** Triangles are counter-clockwise seen from outside. Owns both arrays. */
typedef struct {
    SnGeoVec *vertex;
    int vertex_count, vertex_room;
    int (*triangle)[3];
    int triangle_count, triangle_room;
} SnGeoMesh;

/** What sn_geo_mesh_measure finds. */
typedef struct {
    int closed;     /* every directed edge once, its opposite once */
    int manifold;   /* and every vertex has a single fan */
    int components; /* connected shells */
    int genus;      /* sum over the shells; valid when closed */
    double volume;  /* mm^3, positive for outward normals */
    SnGeoVec lo, hi;
} SnGeoMeasure;

/** Release the arrays and leave an empty mesh. */
void sn_geo_mesh_clear(SnGeoMesh *mesh);

/** Append a vertex, returning its index. */
int sn_geo_mesh_vertex(SnGeoMesh *mesh, SnGeoVec p);

/** Append a triangle. */
void sn_geo_mesh_triangle(SnGeoMesh *mesh, int a, int b, int c);

/** Append all of `part` to `mesh`. */
void sn_geo_mesh_append(SnGeoMesh *mesh, const SnGeoMesh *part);

/** Append the mirror image of `part` at y = 0 (orientation kept outward). */
void sn_geo_mesh_append_mirror(SnGeoMesh *mesh, const SnGeoMesh *part);

/** Close a half mesh (y >= 0) with its mirror image; vertices with y = 0 are shared. */
void sn_geo_mesh_mirror_half(SnGeoMesh *mesh);

/** Keep the components with at least `share` of the triangles of the largest one (1: largest
 *  only), and drop unused vertices. */
void sn_geo_mesh_keep_large(SnGeoMesh *mesh, double share);

/** The half y > 0 of a solid whose triangles do not cross y = 0, closed by a flat cap there. */
void sn_geo_mesh_left_half(const SnGeoMesh *whole, SnGeoMesh *half);

/** The flat cap of that half alone, so far before it [mm]: not a solid, to be drawn hatched. */
void sn_geo_mesh_cut(const SnGeoMesh *whole, double before, SnGeoMesh *cut);

/** Drop unused vertices, keeping order. */
void sn_geo_mesh_compact(SnGeoMesh *mesh);

/** Taubin smoothing, `rounds` pairs of steps; boundary vertices of a half mesh stay at y = 0. */
void sn_geo_mesh_smooth(SnGeoMesh *mesh, int rounds);

/** Move every vertex to the zero set of f by Newton steps no longer than `reach` in all. */
void sn_geo_mesh_project(SnGeoMesh *mesh, SnGeoField f, double reach);

/** Quadric edge collapse to about `target` triangles. A half mesh keeps its y = 0 boundary. */
void sn_geo_mesh_simplify(SnGeoMesh *mesh, int target);

/** Closest point of the triangle abc to p. */
SnGeoVec sn_geo_closest_on_triangle(SnGeoVec p, SnGeoVec a, SnGeoVec b, SnGeoVec c);

/** Closest point of the surface to p; writes the outward unit normal when `normal` is given. */
SnGeoVec sn_geo_mesh_closest(const SnGeoMesh *mesh, SnGeoVec p, SnGeoVec *normal);

/** Topology, volume and bounds. */
SnGeoMeasure sn_geo_mesh_measure(const SnGeoMesh *mesh);

/** Write vertices (mm -> m, six decimals) and faces as Wavefront OBJ; returns 0 on success. */
int sn_geo_mesh_write(const SnGeoMesh *mesh, const char *path, const char *title);

#endif
