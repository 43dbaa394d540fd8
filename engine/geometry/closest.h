/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closest points: of triangles, of edges, of a surface; on which side of a surface a point is. */
#ifndef SN_GEOMETRY_CLOSEST_H
#define SN_GEOMETRY_CLOSEST_H

#include "engine/geometry/contour.h"

/* What of a triangle is closest: its inside, edge k (corner k to k + 1), corner k. */
typedef enum SnFeature {
    SN_FEATURE_FACE = 0,
    SN_FEATURE_EDGE = 1,   /* + k */
    SN_FEATURE_VERTEX = 4, /* + k */
} SnFeature;

/* The point of triangle abc closest to p: its barycentric coordinates, not negative, of sum 1,
 * exactly 0 beside the feature.  Returns SN_FEATURE_FACE, SN_FEATURE_EDGE + k or SN_FEATURE_VERTEX
 * + k.  Right for triangles that shrank to edges or points (Ericson 2005, "Real-time collision
 * detection", 5.1.5). */
int sn_closest_on_triangle(const double p[3], const double a[3], const double b[3],
                           const double c[3], double weight[3]);

/* The points of segments ab and cd closest to each other: a + s (b - a), c + t (d - c), 0 <= s, t
 * <= 1. Returns their distance [m].  Parallel segments, and those that shrank to points, give one
 * of the closest pairs (Ericson 2005, 5.1.9). */
double sn_closest_of_segments(const double a[3], const double b[3], const double c[3],
                              const double d[3], double *s, double *t);

/* Where a point is next to a surface. */
typedef struct SnClosest {
    int32_t triangle; /* -1: nothing within reach */
    int feature;      /* of the triangle */
    double weight[3]; /* of its corners */
    double x[3];      /* the closest point */
    double distance;  /* [m] */
} SnClosest;

/* The point of a surface closest to p, if nearer than `reach` [m] (INFINITY: any); of several that
 * are as near, in the triangle of the lowest number.  `hint`: a triangle that may be near (that of
 * the last step, or of a neighbour; -1: none known), for speed alone. */
bool sn_surface_closest(const SnSurfaceView *surface, const double p[3], double reach, int32_t hint,
                        SnClosest *closest);

/* Outward unit normal at a feature of the surface: of the triangle; the mean of those that meet at
 * the edge; the mean by angle of those around the vertex.  With it the sign of (p - x) . normal
 * tells outside from inside for a closed surface (Baerentzen and Aanaes 2005, "Signed distance
 * computation using the angle weighted pseudonormal"). */
void sn_surface_pseudonormal(const SnSurfaceView *surface, int32_t triangle, int feature,
                             double normal[3]);

/* Distance to a closed surface [m], negative inside, and `gradient`: the unit vector in which it
 * grows (at the surface the pseudonormal).  INFINITY and no gradient beyond `reach`.  `closest` may
 * be NULL. */
double sn_surface_distance(const SnSurfaceView *surface, const double p[3], double reach,
                           int32_t hint, double gradient[3], SnClosest *closest);

/* Generalised winding number: the solid angle that the surface is seen under, over 4 pi.  Not whole
 * for open surfaces; a point is likely inside above 1/2 (Jacobson, Kavan and Sorkine-Hornung 2013).
 * Time goes with the number of triangles. */
double sn_surface_solid_angle(const SnTriangleMesh *mesh, const double *x, const double p[3]);

/* Where a ray first meets a surface. */
typedef struct SnRayHit {
    int32_t triangle; /* -1: nowhere */
    double t;         /* origin + t direction */
    double weight[3]; /* of the triangle's corners */
} SnRayHit;

/* The first triangle, from either side, between origin and origin + reach direction (direction of
 * any length, reach finite).  A ray never slips through between triangles: on edges and vertices,
 * too, it meets one. */
bool sn_surface_ray(const SnSurfaceView *surface, const double origin[3], const double direction[3],
                    double reach, SnRayHit *hit);

#endif
