/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths over wrapping surfaces: contact points between two given points, and what their sliding
 * changes of the second derivatives. */
#ifndef SN_SIM_RIGID_PATH_WRAP_H
#define SN_SIM_RIGID_PATH_WRAP_H

#include "engine/sim/path/path_follow.h"

/* Places drawn on a surface. */
#define SN_PATH_SAMPLES 9

bool sn_path_is_inside(const SnPathPlaces *places, const SnSystemWrapSurface *surface,
                       const double place[3]);

/* Of each of the path's surfaces the point at which the part begins in which it may be touched, -1:
 * in any.  Of a path that wraps once: the first part whose straight way goes through it; where none
 * does, that which it makes longer by the least. */
void sn_path_choose_parts(const SnPathPlaces *places, const SnSystemPath *path, int *parts);

/* Appends the contact points on surfaces between points number i and `next` of the path, at x and
 * y, between which no other one counts; parts: of sn_path_choose_parts; velocities where there is a
 * workspace.  false: the string was not found, they are not where it runs. */
bool sn_path_wrap_part(const SnPathPlaces *places, const SnSystemPath *path, const int *parts,
                       int i, int next, const double x[3], const double y[3],
                       SnPathContact *contacts, int *n_contacts);

/* The contact points on surfaces slide across the path so that it stays as short as it can be; with
 * S the second derivative of the length by these slides and W its mixed derivative with the motion,
 * the second derivative by the pose is less by W' S^-1 W, here a sum of products of vectors (S is
 * tridiagonal).  Calls for each: minus `weight` times the product of `vector` with itself. */
typedef void (*SnPathSlip)(void *data, double weight, double vector[][6]);
void sn_path_slips(const SnSystem *system, const SnWorkspace *work, const SnSystemPath *path,
                   const SnPathGeometry *geometry, SnPathSlip slip, void *data);

/* The second derivative of the length by the pose is more by what ways over meshes in planes have
 * of it beyond how given directions turn with bodies (path_geometry.h).  Calls for each: half of
 * length rate' + rate length' of `product`, which is scratch. */
typedef void (*SnPathPlanarProduct)(void *data, SnPathGradient *product);
void sn_path_planar_products(const SnSystem *system, const SnWorkspace *work,
                             const SnSystemPath *path, const SnPathGeometry *geometry,
                             SnPathPlanarProduct product, void *data);

/* Places to draw a path through: sn_path_n_looks of them, the same number in each pose. */
int sn_path_n_looks(const SnSystemPath *path);
void sn_path_look(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  const SnSystemPath *path, double (*place)[3]);

#endif
