/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closed surfaces for tests, turned outwards. */
#ifndef SN_TESTS_GEOMETRY_MESHES_H
#define SN_TESTS_GEOMETRY_MESHES_H

#include "engine/geometry/contour.h"
#include "tests/support/random.h"

#include <stdint.h>

typedef struct Shape {
    int n_vertices, n_triangles;
    double *x;          /* [n_vertices][3] */
    int32_t *triangles; /* [n_triangles][3] */
} Shape;

void shape_free(Shape *shape);
/* Sides 2 a, 2 b, 2 c around the origin. */
Shape shape_box(double a, double b, double c);
Shape shape_tetrahedron(void);
/* Octahedron, each triangle cut into `cuts` squared, on the unit sphere. */
Shape shape_sphere(int cuts);
/* A sphere with radii drawn from 0.4 to 1. */
Shape shape_star(Random *r, int cuts);
/* Radii 1 and `tube`, around z. */
Shape shape_torus(int n, int m, double tube);
/* An L of three cubes, not convex, many faces in one plane. */
Shape shape_corner(void);
/* Any of these. */
Shape shape_random(Random *r);

/* A shape with what queries take. */
typedef struct Surface {
    Shape shape;
    SnTriangleMesh *mesh;
    SnBoxTree *tree;
    SnSurfaceView view;
} Surface;

/* Takes the shape over. */
Surface surface_new(Shape shape);
void surface_free(Surface *surface);

/* x -> scale (turned by q) + p, all vertices. */
void shape_place(Shape *shape, double scale, const double q[4], const double p[3]);

#endif
