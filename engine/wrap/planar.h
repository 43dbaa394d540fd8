/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths over the mesh of a bone in a plane, hollows and all, as of Joint-modeller (2010, 3.3): the
 * mesh is cut by a half-plane from the straight line between the ends, and the path is the taut
 * line over what is cut of it between the two ends.  What sets the half-plane is SnWrapPlane.
 *
 * Such a path is no string: across its plane it is not as short as it could be, and its plane turns
 * with its ends.  So what pulls along it does not pull along its straight parts, as in the paper,
 * which would make energy of nothing; it pulls along the gradient of the length that it has. */
#ifndef SN_WRAP_PLANAR_H
#define SN_WRAP_PLANAR_H

#include "engine/wrap/wrap.h"

/* Places that a mesh may have: their heights are kept on the stack. */
#define SN_WRAP_MOST_PLACES 20000
/* Joint-modeller's segments of 10 degrees. */
#define SN_WRAP_SECTORS 36

struct SnWrapMesh {
    int n_places, n_triangles, n_samples;
    double (*place)[3];  /* [n_places] [m] */
    int (*triangle)[3];  /* [n_triangles] into places */
    double (*sample)[3]; /* [n_samples] spread evenly over the surface [m] */
    double *area;        /* [n_samples] that each stands for [m2] */
    double center[3];    /* of the surface [m] */
    double bound;        /* radius about it that holds it all [m] */
};

/* In one piece of memory for sn_free.  NULL: it has no surface, or too many places. */
SnWrapMesh *sn_wrap_mesh_new(int n_places, const double (*place)[3], int n_triangles,
                             const int (*triangle)[3]);

/* A way over a mesh from x to y, in its frame, as a function of these six numbers. */
typedef struct SnWrapPlanar {
    bool touches;
    double length;            /* from x to y [m] */
    double gradient[6];       /* by x and y */
    double hessian[6][6];     /* [1/m] */
    double first[3], last[3]; /* where it comes on and leaves [m] */
} SnWrapPlanar;

/* false: no plane is set (the side is along the line between the ends), or the way has too many
 * bends. */
bool sn_wrap_over_mesh(const SnWrapForm *form, const double x[3], const double y[3],
                       SnWrapPlanar *way);
/* The same as an arc, without derivatives; gives sn_wrap_one its arc. */
bool sn_wrap_mesh_arc(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc);
/* n places along it from where it comes on to where it leaves, its bends among them as far as there
 * is room; false: it does not touch. */
bool sn_wrap_mesh_samples(const SnWrapForm *form, const double x[3], const double y[3], int n,
                          double (*place)[3]);
/* The sector of least covariance about the line from x to y, 0 to SN_WRAP_SECTORS - 1, by angles
 * from `basis`, u to w; axis: of the frame, which w is across. */
int sn_wrap_least_sector(const SnWrapMesh *mesh, const double x[3], const double y[3],
                         double basis[2][3], int *axis);

#endif
