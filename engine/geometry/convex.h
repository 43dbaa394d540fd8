/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex shapes and where two of them touch or come near: contact points with normal, gap and a
 * feature by which each is known again in the next step.
 *
 * A shape is a core (a point, a segment or a polyhedron) with everything within `radius` of it: a
 * sphere is a point, a capsule a segment, a box a polyhedron of radius 0; or a cylinder; or the
 * half-space below z = 0 of its frame. */
#ifndef SN_GEOMETRY_CONVEX_H
#define SN_GEOMETRY_CONVEX_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SnConvexEdge {
    int vertex[2];
    int face[2]; /* left of vertex 0 -> 1 seen from outside, then the other */
} SnConvexEdge;

typedef struct SnConvex {
    bool half_space;    /* z <= 0; nothing else counts then */
    double radius;      /* [m] about the core */
    double half_length; /* [m] of a cylinder about z, whose core are the ends of its axis, which
                           `radius` is not about but across; 0: it is none */
    int n_vertices;
    double (*vertex)[3]; /* [n_vertices] [m] */
    /* of a polyhedron; n_faces 0: a point or a segment */
    int n_faces;
    double (*normal)[3]; /* [n_faces] unit, outwards */
    int *start;          /* [n_faces + 1] into corner */
    int *corner;         /* vertices of each face, counter-clockwise seen from outside */
    int n_edges;
    SnConvexEdge *edge;
    double center[3], bound; /* a ball that holds it all (half-space: none) */
} SnConvex;

/* Made of memory that sn_convex_free gives back. */
void sn_convex_free(SnConvex *shape);
void sn_convex_half_space(SnConvex *shape);
void sn_convex_sphere(double radius, SnConvex *shape);
/* Along z; length without the round ends. */
void sn_convex_capsule(double radius, double length, SnConvex *shape);
/* Edges along the axes. */
void sn_convex_box(const double size[3], SnConvex *shape);
/* About z. */
void sn_convex_cylinder(double radius, double length, SnConvex *shape);
/* A prism with regular ends about z whose sides touch the cylinder's from within. */
void sn_convex_prism(double radius, double length, int sides, SnConvex *shape);
/* The convex hull of points [n]; faces within `flat` [m] of one plane become one.  False if they
 * lie in a plane, or there is no memory. */
bool sn_convex_hull(int n, const double (*points)[3], double flat, SnConvex *shape);
/* From faces given as polygons: normals, edges and bound.  Takes no memory of the caller's; false
 * if it is not closed. */
bool sn_convex_polyhedron(int n_vertices, const double (*vertex)[3], int n_faces, const int *start,
                          const int *corner, SnConvex *shape);

/* A shape where it is now. */
typedef struct SnConvexPlace {
    const SnConvex *shape;
    double position[3];
    double rotation[9];  /* shape to world */
    double (*vertex)[3]; /* [n_vertices] world; written by sn_convex_place */
    double (*normal)[3]; /* [n_faces] world */
    double center[3];    /* world */
} SnConvexPlace;

/* Fills vertex and normal, for which the caller has room. */
void sn_convex_place(const SnConvex *shape, const double position[3], const double rotation[9],
                     SnConvexPlace *place);

#define SN_CONVEX_MOST_CONTACTS 8

typedef struct SnConvexContact {
    double normal[3];    /* unit, out of A into B */
    double on_a[3];      /* on the surface of A, world */
    double on_b[3];      /* on_a + gap normal */
    double gap;          /* negative: they overlap [m] */
    double core[2];      /* from on_a and on_b to the points that are fixed to A and B, against and
                            along the normal: about them the surfaces are round [m] */
    uint32_t feature;    /* 24 bits, once among those of a pair */
    bool normal_of_b;    /* the normal turns with B, else with A */
    bool between_points; /* it is the line between the two points of `core` */
} SnConvexContact;

/* Contact points nearer than `margin`, at most SN_CONVEX_MOST_CONTACTS; how many.  Of two
 * half-spaces: none.  Overlapping polyhedra touch where they overlap least (separating axes:
 * Gottschalk, Lin and Manocha 1996; edges by their arcs on the Gauss map: Gregorius 2013); the
 * face that meets the other best is clipped against its neighbours (Sutherland and Hodgman 1974).
 */
int sn_convex_contacts(const SnConvexPlace *a, const SnConvexPlace *b, double margin,
                       SnConvexContact contacts[SN_CONVEX_MOST_CONTACTS]);

#endif
