/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shortest way of a taut string from a point over smooth obstacles to another point: straight
 * parts that are tangents of the obstacles, and geodesics on them.
 *
 * It is a function of the places alone: every search starts from what the pose says, never from an
 * earlier result.  Sphere, cylinder and cone have closed forms; ellipsoid and torus are solved by
 * Newton's method on the natural variations of a geodesic (Scholz, Sherman, Stavness, Delp,
 * Kecskemethy: A fast multi-obstacle muscle wrapping method using natural geodesic variations,
 * 2016), from the taut path of a plane section. */
#ifndef SN_WRAP_WRAP_H
#define SN_WRAP_WRAP_H

#include <stdbool.h>

/* Obstacles between two points of a path. */
#define SN_WRAP_MOST 8
/* Arcs of a string on one obstacle: two where it crosses the hole of a torus. */
#define SN_WRAP_ARCS 2

typedef enum SnWrapShape {
    SN_WRAP_SPHERE,    /* radius size[0] */
    SN_WRAP_ELLIPSOID, /* half axes size */
    SN_WRAP_CYLINDER,  /* radius size[0], along z; without ends, or `half_length` to both sides */
    SN_WRAP_TORUS,     /* ring radius size[0] about z, tube radius size[1]: the string runs through
                          the hole */
    SN_WRAP_CONE, /* radius size[0] and height size[1] about z, its tip at z = size[1] / 2; goes
                     on below, or has an end as a cylinder */
    SN_WRAP_HULL, /* a convex polyhedron, of any side: the shortest way over its faces */
    SN_WRAP_MESH, /* any mesh: a taut line in a plane, which is no string (planar.h); no other
                     obstacle is beside it */
} SnWrapShape;

/* The side on which the string passes; of a torus it has no meaning, of cylinder and cone z has
 * none. */
typedef enum SnWrapSide {
    SN_WRAP_ANY, /* the shorter way round */
    SN_WRAP_PLUS_X,
    SN_WRAP_MINUS_X,
    SN_WRAP_PLUS_Y,
    SN_WRAP_MINUS_Y,
    SN_WRAP_PLUS_Z,
    SN_WRAP_MINUS_Z,
} SnWrapSide;

/* What sets the half-plane, from the line between the ends, in which a path lies over a mesh. */
typedef enum SnWrapPlane {
    SN_WRAP_PLANE_SIDE,       /* it goes to the side; of any side, away from the middle of the
                                 surface */
    SN_WRAP_PLANE_COVARIANCE, /* the middle of the sector in which the surface has the least second
                                 moment about the line: jumps from sector to sector */
} SnWrapPlane;

typedef struct SnWrapHull SnWrapHull; /* engine/wrap/hull.h */
typedef struct SnWrapMesh SnWrapMesh; /* engine/wrap/planar.h */

typedef struct SnWrapForm {
    SnWrapShape shape;
    SnWrapSide side;
    double size[3];     /* [m] */
    double half_length; /* of a cylinder or cone that the string leaves where it comes on and off
                           beyond its ends [m]; 0: it has none */
    const SnWrapHull *hull; /* of SN_WRAP_HULL */
    const SnWrapMesh *mesh; /* of SN_WRAP_MESH */
    SnWrapPlane plane;      /* likewise */
} SnWrapForm;

/* An obstacle in space: x = position + axes local, axes row-major and orthonormal. */
typedef struct SnWrapObstacle {
    SnWrapForm form;
    double position[3], axes[9];
} SnWrapObstacle;

/* Where a string lies on an obstacle, in the obstacle's frame.  Ends: 0 where it comes on, 1 where
 * it leaves. */
typedef struct SnWrapArc {
    bool touches;  /* false: it passes by, nothing else here is set */
    int half_edge; /* of a hull: where it comes on.  It bends there, so the binormals are those of
                      the straight parts beside the arc, and the tangents those of the arc */
    double point[2][3];
    double tangent[2][3];  /* unit, along the string */
    double binormal[2][3]; /* unit, outward normal x tangent */
    double length;         /* of the geodesic [m]; of a hull, over one edge alone, 0 */
    /* Jacobi fields y'' = -K y along it, at its end: side has y = 1, y' = 0 at the start and turn
     * has y = 0, y' = 1; then the derivatives [1/m] [1], [m] [1] */
    double side, side_rate, turn, turn_rate;
} SnWrapArc;

/* The string from x to y over n <= SN_WRAP_MOST obstacles in this order, in space; those of
 * obstacle i are arcs[i], in their order.  An obstacle with one of the neighbouring ends inside it,
 * or that is not in the way, is passed by.  false: no path was found to full accuracy (the arcs are
 * the best one that was). */
bool sn_wrap_string(const double x[3], const double y[3], int n, const SnWrapObstacle *obstacles,
                    SnWrapArc (*arcs)[SN_WRAP_ARCS]);
/* The same for one obstacle, all in its frame. */
bool sn_wrap_one(const SnWrapForm *form, const double x[3], const double y[3],
                 SnWrapArc arcs[SN_WRAP_ARCS]);
/* The length of that string [m]. */
double sn_wrap_length(const double x[3], const double y[3], const SnWrapArc arcs[SN_WRAP_ARCS]);

/* How many of the arcs may be there on such an obstacle. */
int sn_wrap_most_arcs(const SnWrapForm *form);

/* Whether x is not outside the obstacle, in its frame. */
bool sn_wrap_is_inside(const SnWrapForm *form, const double x[3]);

/* Whether the straight way from x to y, both outside, goes through the obstacle, in its frame. */
bool sn_wrap_crosses(const SnWrapForm *form, const double x[3], const double y[3]);

/* Places along the geodesic at n even shares of its length, ends included, in its frame. */
void sn_wrap_samples(const SnWrapForm *form, const SnWrapArc *arc, int n, double (*place)[3]);

#endif
