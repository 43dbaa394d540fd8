/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of pressure in solids, and where two of them are equal (Elandt, Drumwright, Sherman and
 * Ruina 2019, "A pressure field model for fast, robust approximation of net contact force and
 * moment between nominally rigid objects"; as in Drake).
 *
 * A solid whose whole surface is seen from its middle is filled with tetrahedra from there to the
 * triangles; its pressure is 0 on the surface and 1 in the middle, and linear in each.  Any other
 * (concave, with holes) is filled with tetrahedra of a grid that are halved where the depth under
 * the surface is not linear; its pressure is the depth over the largest one, linear in each.  Two
 * solids press on the surface where their pressures are equal, with this pressure: polygons, one at
 * most for each two tetrahedra.  That is the gradient of the integral of the smaller of both
 * pressures over the volume which they share, so that contact neither makes nor loses energy, and
 * it goes on evenly from pose to pose. */
#ifndef SN_GEOMETRY_PRESSURE_FIELD_H
#define SN_GEOMETRY_PRESSURE_FIELD_H

#include "engine/geometry/box_tree.h"
#include "engine/geometry/contour.h"

/* Numbers over places, [0..2] . x + [3]: shares of the corners, and the pressure. */
typedef struct SnPressureTet {
    double x[4][3], share[4][4], pressure[4];
    double corner[4]; /* pressures there */
    double steep;     /* of the pressure by depth [1/m]; of a grid the same everywhere */
    bool from_middle; /* which is corner 3; else the pressure is below 0 out of the solid */
    int32_t triangle; /* of the surface, closest to it */
} SnPressureTet;

typedef struct SnPressureField {
    int n;              /* tetrahedra; from a middle as many as triangles, in their order */
    SnPressureTet *tet; /* [n] */
    SnBoxTree *tree;
} SnPressureField;

/* Of a closed surface; NULL where a triangle turns its back to the middle of the volume. */
SnPressureField *sn_pressure_field_new(int n_triangles, const int32_t *triangles, const double *x);
/* Of any closed surface, turned outwards; NULL where it is too thin for its size: about
 * SN_PRESSURE_MOST tetrahedra do not meet its volume within 3 %. */
enum { SN_PRESSURE_MOST = 60000 };
SnPressureField *sn_pressure_field_of_depth(const SnSurfaceView *surface);
/* Takes over tetrahedra of which x, corner, steep and triangle are known. */
SnPressureField *sn_pressure_field_of_tets(int n, SnPressureTet *tet);
void sn_pressure_field_free(SnPressureField *field);

/* A polygon that presses. */
typedef struct SnPressurePatch {
    double area;      /* [m2] */
    double normal[3]; /* into the first solid */
    double place[3];  /* centre of pressure */
    double middle[3]; /* centre of the area */
    double spread[9]; /* second moments of the area about that, over it [m2] */
    double pressure;  /* mean [Pa] */
    double largest;   /* [Pa] */
    double slope;     /* of the pressure by approach, [Pa/m] */
} SnPressurePatch;

/* Moved by x -> rotation x + move. */
void sn_pressure_tet_move(const SnPressureTet *tet, const double rotation[9], const double move[3],
                          SnPressureTet *moved);
/* Whether a face of one has the other beyond it: there is no patch and no energy then. */
bool sn_pressure_tets_apart(const SnPressureTet *a, const SnPressureTet *b);
/* Where a tetrahedron presses on another, by the pressures in their middles; false: nowhere. */
bool sn_pressure_patch(const SnPressureTet *a, double middle_a, const SnPressureTet *b,
                       double middle_b, SnPressurePatch *patch);
/* On the half-space normal . x <= level: rigid, or with a pressure that grows by `steep` [Pa/m]
 * with the depth under its face. */
#define SN_PRESSURE_RIGID 0.0
bool sn_pressure_patch_plane(const SnPressureTet *a, double middle, const double normal[3],
                             double level, double steep, SnPressurePatch *patch);

/* Parts of the integral of the smaller pressure over the volume shared by two solids, of these
 * tetrahedra: summed over all of both, it is that [J].  `patch`: theirs, or NULL.  Of solids seen
 * from their middles it is taken from the surface around: 4 p - p(o) is the divergence of
 * p (x - o), and on the solid's own surface p is 0; of others from the volume in common. */
double sn_pressure_energy(const SnPressureTet *a, double middle_a, const SnPressureTet *b,
                          double middle_b, const SnPressurePatch *patch);
double sn_pressure_energy_plane(const SnPressureTet *a, double middle, const double normal[3],
                                double level, double steep, const SnPressurePatch *patch);
/* Volume of the solid in a tetrahedron [m3]. */
double sn_pressure_volume(const SnPressureTet *tet);

#endif
