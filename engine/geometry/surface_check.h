/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Can a surface be the boundary of a solid?  What is wrong with it, how often, and where first: for
 * messages. */
#ifndef SN_GEOMETRY_SURFACE_CHECK_H
#define SN_GEOMETRY_SURFACE_CHECK_H

#include "engine/geometry/contour.h"

typedef enum SnSurfaceFlaw {
    SN_FLAW_NOT_FINITE,   /* vertices of which a coordinate is not a number */
    SN_FLAW_OPEN,         /* edges of one triangle */
    SN_FLAW_NONMANIFOLD,  /* edges of more than two triangles */
    SN_FLAW_INCONSISTENT, /* edges of two triangles that are turned differently */
    SN_FLAW_DEGENERATE,   /* triangles without an area */
    SN_FLAW_INTERSECTING, /* pairs of triangles that meet beyond the vertices they share */
    SN_FLAW_INSIDE_OUT, /* connected parts that enclose a negative volume and are inside no other */
    SN_FLAW_COUNT,
} SnSurfaceFlaw;

typedef struct SnSurfaceCheck {
    int count[SN_FLAW_COUNT];
    int32_t triangle[SN_FLAW_COUNT]; /* the first one concerned; of SN_FLAW_NOT_FINITE the vertex */
    double place[SN_FLAW_COUNT][3];  /* in its middle [m] */
    bool
        closed; /* neither open, nonmanifold, inconsistent nor not finite: inside means something */
} SnSurfaceCheck;

/* Checks a surface where it is; the intersecting pairs need the tree, and `pairs` as memory: it
 * grows. Not for every step. */
void sn_surface_check(const SnSurfaceView *surface, SnPairList *pairs, SnSurfaceCheck *check);

/* One sentence for a person about a flaw that was found: "12 edges belong to one triangle only, the
 * first at (0.1, 0.2, 0.3) m". */
void sn_surface_flaw_text(const SnSurfaceCheck *check, SnSurfaceFlaw flaw, char *text, int size);

#endif
