/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Smooth surfaces that strand nodes slide on.  Everything is in the surface's frame; a place on one
 * is a point [m]. */
#ifndef SN_STRAND_SURFACE_SHAPE_H
#define SN_STRAND_SURFACE_SHAPE_H

typedef enum SnSurfaceShape {
    SN_SURFACE_ELLIPSOID, /* half axes size */
    SN_SURFACE_CYLINDER,  /* radius size[0], along z, without ends */
    SN_SURFACE_TORUS,     /* ring radius size[0] about z, tube radius size[1] */
    SN_SURFACE_PATCH,     /* bicubic B-spline over a net of control points; a graph-like sheet that
                             goes on straight beyond its edges */
} SnSurfaceShape;

typedef struct SnSurfaceGeometry {
    SnSurfaceShape shape;
    double size[3];             /* [m] */
    int rows, columns;          /* PATCH: at least 4 each; parameters v in 0 .. rows - 3 (from row
                                   to row), u in 0 .. columns - 3 */
    const double (*control)[3]; /* PATCH: row by row [m] */
} SnSurfaceGeometry;

/* Nearest point on the surface. */
void sn_surface_nearest(const SnSurfaceGeometry *surface, const double p[3], double x[3]);
/* The same for points near the surface, where the nearest point is near x, which it replaces. */
void sn_surface_track(const SnSurfaceGeometry *surface, const double p[3], double x[3]);
/* Unit normal at a point: outward, of a patch u x v. */
void sn_surface_normal(const SnSurfaceGeometry *surface, const double x[3], double n[3]);
/* Rate of the normal for a point that moves with the tangent velocity v; -v.turn is the normal
 * acceleration of a straightest line (second fundamental form). */
void sn_surface_turn(const SnSurfaceGeometry *surface, const double x[3], const double v[3],
                     double turn[3]);
/* Two unit tangents so that (t1, t2, n) is right-handed, a function of the normal alone: those of
 * a fixed direction turned with it, by the least rotation, into the normal. */
void sn_surface_tangents(const double n[3], double t1[3], double t2[3]);
/* Their rates while the normal turns at the rate `turn`. */
void sn_surface_tangent_rates(const double n[3], const double turn[3], double t1_rate[3],
                              double t2_rate[3]);
/* Goes on from x with tangent velocity v for a time h along the straightest line; both are
 * replaced.  Its speed stays. */
void sn_surface_traverse(const SnSurfaceGeometry *surface, double h, double x[3], double v[3]);

#endif
