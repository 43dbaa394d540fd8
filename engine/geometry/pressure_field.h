/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of pressure in solids, and where two of them are equal (Elandt, Drumwright, Sherman and
 * Ruina 2019, "A pressure field model for fast, robust approximation of net contact force and
 * moment between nominally rigid objects"; as in Drake).
 *
 * A solid is filled with tetrahedra from a point in its middle to the triangles of its surface; its
 * pressure is 0 on the surface and 1 in the middle, and linear in each.  Two solids press on the
 * surface where their pressures are equal, with this pressure: polygons, one at most for each two
 * tetrahedra.  That is the gradient of the integral of the smaller of both pressures over the
 * volume which they share, so that contact neither makes nor loses energy, and it goes on evenly
 * from pose to pose. */
#ifndef SN_GEOMETRY_PRESSURE_FIELD_H
#define SN_GEOMETRY_PRESSURE_FIELD_H

#include "engine/geometry/box_tree.h"

/* Shares of the corners, each a number over places: share[k][0..2] . x + share[k][3]; the middle is
 * corner 3, and its share the pressure. */
typedef struct SnPressureTet {
    double x[4][3], share[4][4];
} SnPressureTet;

typedef struct SnPressureField {
    int n;              /* tetrahedra, as the triangles */
    SnPressureTet *tet; /* [n] */
    SnBoxTree *tree;
} SnPressureField;

/* Of a closed surface; NULL where a triangle turns its back to the middle of the volume. */
SnPressureField *sn_pressure_field_new(int n_triangles, const int32_t *triangles, const double *x);
void sn_pressure_field_free(SnPressureField *field);

/* A polygon that presses. */
typedef struct SnPressurePatch {
    double area;      /* [m2] */
    double normal[3]; /* into the first solid */
    double place[3];  /* centre of pressure */
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
/* On the rigid half-space normal . x <= level. */
bool sn_pressure_patch_plane(const SnPressureTet *a, double middle, const double normal[3],
                             double level, SnPressurePatch *patch);

/* Parts of the integral of the smaller pressure over the volume shared by two solids, of these
 * tetrahedra: summed over all of both, it is that [J].  `patch`: theirs, or NULL.  It is taken from
 * the surface around: 4 p - p(o) is the divergence of p (x - o), and on the solid's own surface p
 * is 0. */
double sn_pressure_energy(const SnPressureTet *a, double middle_a, const SnPressureTet *b,
                          double middle_b, const SnPressurePatch *patch);
double sn_pressure_energy_plane(const SnPressureTet *a, double middle, const double normal[3],
                                double level, const SnPressurePatch *patch);

#endif
