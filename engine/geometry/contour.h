/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where two closed surfaces cut through each other: closed contours, what lies inside, and how much
 * volume both share.
 *
 * Every decision is by the exact signs of predicates.h, with surface 1 moved by (e, e^2, e^3) where
 * the position is degenerate (faces in one plane, shared vertices, aligned edges).  So the contours
 * are always closed where the surfaces are, and numbers are limits of those in general position. */
#ifndef SN_GEOMETRY_CONTOUR_H
#define SN_GEOMETRY_CONTOUR_H

#include <stdbool.h>

#include "engine/geometry/box_tree.h"
#include "engine/geometry/triangle_mesh.h"

/* A surface in its present place.  The tree is over the triangles of the mesh at x. */
typedef struct SnSurfaceView {
    const SnTriangleMesh *mesh;
    const SnBoxTree *tree;
    const double *x; /* [n_vertices][3] */
} SnSurfaceView;

/* A half-edge of one surface goes through a triangle of the other. */
typedef struct SnContourPoint {
    int side;          /* 0, 1: whose half-edge */
    int32_t half_edge; /* the one of the segment's triangle; its twin has the same point */
    int32_t triangle;  /* of the other surface */
    double fraction; /* from the half-edge's start to its end; the same bits for its twin's place */
    double x[3];
} SnContourPoint;

/* Two triangles cut each other from `points[0]` to `points[1]`, along (normal of surface 0) x
 * (normal of surface 1): what is inside surface 1 lies to the left on surface 0. */
typedef struct SnContourSegment {
    int32_t triangle[2]; /* of surface 0, 1 */
    SnContourPoint points[2];
    int32_t next; /* segment that goes on; -1: the contour is open here, at an open edge */
    int32_t loop; /* its loop */
} SnContourSegment;

typedef struct SnContourLoop {
    int32_t first, count; /* segments first, then `next` ... */
    bool closed;
    double length;    /* [m] */
    double area[3];   /* half the sum of x cross dx: the area inside, along its normal [m2]; closed
                         loops */
    double centre[3]; /* mean of the contour by length [m] */
} SnContourLoop;

typedef struct SnContour {
    int n_segments, n_loops;
    int n_open; /* ends that hang on open edges */
    bool
        full; /* more pairs or segments than there is room: nothing was made; see sn_contour_grow */
    int32_t capacity, wanted;
    SnPairList pairs;
    SnContourSegment *segments; /* [n_segments] */
    SnContourLoop *loops;       /* [n_loops] */
    int32_t *slots;             /* segment by its triangles, a hash table of [n_slots], -1: free */
    int32_t n_slots;
} SnContour;

/* Room for so many segments, 8 times as many pairs of triangles; keeps what there was. */
void sn_contour_reserve(SnContour *contour, int32_t segments);
/* After a full one: room for what was wanted, and some more. */
void sn_contour_grow(SnContour *contour);
void sn_contour_clear(SnContour *contour); /* frees its memory */

/* All contours of surfaces 0 and 1 in their present places.  Allocates nothing; false if there was
 * no room.  The order depends on the surfaces alone, not on how tightly the trees fit. */
bool sn_contour_find(const SnSurfaceView *a, const SnSurfaceView *b, SnContour *contour);

/* --- what is inside (contour_inside.c) --- */

/* How often surface b goes around a point [-]: 0 outside, 1 inside (or -1, inside out).  Exact, and
 * never undecided: the surface is thought to be moved by `moved` (1, -1) times (e, e^2, e^3)
 * against the point.  For closed surfaces. */
int sn_surface_winding(const SnSurfaceView *surface, const double p[3], int moved);

/* Vertices of one surface that are inside the other. */
typedef struct SnInside {
    int n;             /* vertices found */
    int32_t *vertices; /* [n]; after them what finding them needs */
    int32_t *winding;  /* [vertices of the surface]: of the other surface around each; 0: outside */
    int32_t capacity;  /* vertices that there is room for */
    int32_t n_outer;   /* vertices known to be outside, kept at the end of `vertices` */
    bool *known;       /* [capacity] */
    int32_t n_slots;   /* hash table of the edges that are cut: */
    int32_t *slots;    /* half-edge, -1: free */
    int32_t *changes;  /* of the winding from its start to its end */
} SnInside;

/* Room for a surface of so many vertices and a contour of so many segments. */
void sn_inside_reserve(SnInside *inside, int32_t vertices, int32_t segments);
void sn_inside_clear(SnInside *inside); /* frees its memory */

/* Fills `inside` for surface `side` (0, 1) of a contour just found.  Time goes with what is inside,
 * not with the size of the surface.  Allocates nothing.  Vertices of parts that the contour does
 * not reach, wholly inside, are found by sn_inside_part. There must be room for the surface and as
 * many segments as `contour` has room for (asserted). */
void sn_inside_find(const SnSurfaceView *a, const SnSurfaceView *b, const SnContour *contour,
                    int side, SnInside *inside);
/* The part of surface `side` around this vertex, if no contour cuts it and it is inside. */
void sn_inside_part(const SnSurfaceView *a, const SnSurfaceView *b, int side, int32_t vertex,
                    SnInside *inside);

/* What both surfaces hold. */
typedef struct SnOverlap {
    double volume; /* [m3] */
    double area[2]
               [3]; /* of the part of each surface inside the other: integral of the normal [m2] */
    double extent[2];    /* the area itself [m2] */
    double centre[2][3]; /* its centre [m]; zero without extent */
} SnOverlap;

/* Sums over both surfaces' parts inside the other, by Gauss's theorem: no cutting of polygons, and
 * right to rounding in degenerate positions.  `inside` of both sides. */
void sn_overlap(const SnSurfaceView *a, const SnSurfaceView *b, const SnContour *contour,
                const SnInside inside[2], SnOverlap *overlap);

#endif
