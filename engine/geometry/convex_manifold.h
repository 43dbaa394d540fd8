/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that find contact points of two convex shapes share. */
#ifndef SN_GEOMETRY_CONVEX_MANIFOLD_H
#define SN_GEOMETRY_CONVEX_MANIFOLD_H

#include "engine/geometry/convex.h"

enum { SN_MANIFOLD_ROOM = 128 };

/* An edge or the second shape's face has to be better by that, over the size of the smaller shape:
 * what touches face on face keeps to the same face from step to step. */
#define SN_MANIFOLD_PREFERENCE 1e-4

typedef struct SnManifold {
    double margin;    /* contacts further away are left out [m] */
    double radius[2]; /* of the shapes about their cores [m] */
    int n;
    SnConvexContact contact[SN_MANIFOLD_ROOM];
} SnManifold;

/* 24 bits of what makes a feature. */
uint32_t sn_manifold_feature(int kind, int a, int b, int c);
/* A contact from `on_a` on the surface of A by `gap` along the normal, where it is near enough; to
 * be completed, or NULL. */
SnConvexContact *sn_manifold_add(SnManifold *m, const double normal[3], const double on_a[3],
                                 double gap, uint32_t feature, bool of_b, bool between_points);
/* Distance of a point from the plane of a face; whether its foot there is in the face. */
double sn_convex_plane_distance(const SnConvexPlace *hull, int face, const double p[3]);
bool sn_convex_over_face(const SnConvexPlace *hull, int face, const double p[3]);

/* The axis of a capsule is in a polyhedron: both its ends go out along the one direction that frees
 * it with the shortest way.  Ends by themselves would want to go to where each is nearest to the
 * surface, which may be opposite ways.  False, and nothing is added: it is outside. */
bool sn_segment_in_hull(const SnConvexPlace *hull, const SnConvexPlace *capsule, bool hull_is_b,
                        SnManifold *m);

/* Where an edge of a face of `reference`, which the other lies `separation` outside of, and one of
 * the other's run alike and point at each other: contacts across both edges.  False, and nothing is
 * added: there are none.  `of_b`: the reference is B. */
bool sn_ridge_contacts(const SnConvexPlace *reference, const SnConvexPlace *other, int face,
                       double separation, bool of_b, SnManifold *m);

/* A cylinder and anything; `swapped`: the cylinder is B.  Exact but where overlap is deeper than
 * the rounding of an edge that cuts a rim (convex_cylinder.c). */
void sn_cylinder_contacts(const SnConvexPlace *cylinder, const SnConvexPlace *other, bool swapped,
                          SnManifold *m);

#endif
