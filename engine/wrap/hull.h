/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A convex polyhedron to lie over: its faces each in a plane of their own, and how one plane is
 * unfolded into the next. */
#ifndef SN_WRAP_HULL_H
#define SN_WRAP_HULL_H

#include "engine/geometry/convex.h"
#include "engine/wrap/wrap.h"

/* Faces that a hull may have: their sides are kept on the stack while a string is searched. */
#define SN_WRAP_MOST_FACES 8192

/* Half-edge h runs from corner h of a face to the next corner, counter-clockwise seen from outside.
 * Flat: in the plane of its face, of a frame of the face's own. */
struct SnWrapHull {
    int n_faces, n_half_edges;
    double (*normal)[3]; /* [n_faces] unit, outwards */
    double *offset;      /* [n_faces] normal . x on the face [m] */
    int *start;          /* [n_faces + 1] into half-edges */
    int *twin, *face;    /* [n_half_edges] the one that runs back; whose it is */
    double (*place)[3];  /* [n_half_edges] where it starts [m] */
    double (*along)[3];  /* [n_half_edges] unit */
    double *length;      /* [n_half_edges] [m] */
    double (*flat)[2];   /* [n_half_edges] its start, flat [m] */
    double (*course)[2]; /* [n_half_edges] along, flat */
    double (*unfold)[4]; /* [n_half_edges] from flat of its twin's face to flat of its own: cosine
                            and sine of a turn, then a move [m] */
    double center[3], bound; /* a ball that holds it [m] */
};

/* Of a polyhedron, in one piece of memory for sn_free.  NULL: it has none or too many faces. */
SnWrapHull *sn_wrap_hull_new(const SnConvex *shape);

/* sn_wrap_one for ends outside: the shortest of all ways. */
bool sn_wrap_over_hull(const SnWrapForm *form, const double x[3], const double y[3],
                       SnWrapArc *arc);
bool sn_wrap_hull_holds(const SnWrapHull *hull, const double x[3]);
/* Whether it holds a part of the straight way between two places outside. */
bool sn_wrap_hull_parts(const SnWrapHull *hull, const double x[3], const double y[3]);
/* sn_wrap_samples: where the arc crosses edges, and between. */
void sn_wrap_hull_samples(const SnWrapHull *hull, const SnWrapArc *arc, int n, double (*place)[3]);

#endif
