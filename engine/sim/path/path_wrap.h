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

/* Appends the contact points on surfaces between points number i and `next` of the path, at x and
 * y, between which no other one counts; velocities where there is a workspace. */
void sn_path_wrap_part(const SnPathPlaces *places, const SnSystemPath *path, int i, int next,
                       const double x[3], const double y[3], SnPathContact *contacts,
                       int *n_contacts);

/* The contact points on surfaces slide across the path so that it stays as short as it can be; with
 * S the second derivative of the length by these slides and W its mixed derivative with the motion,
 * the second derivative by the pose is less by W' S^-1 W, here a sum of products of vectors (S is
 * tridiagonal).  Calls for each: minus `weight` times the product of `vector` with itself. */
typedef void (*SnPathSlip)(void *data, double weight, double vector[][6]);
void sn_path_slips(const SnSystem *system, const SnWorkspace *work, const SnSystemPath *path,
                   const SnPathGeometry *geometry, SnPathSlip slip, void *data);

/* Places to draw a path through: sn_path_n_looks of them, the same number in each pose. */
int sn_path_n_looks(const SnSystemPath *path);
void sn_path_look(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  const SnSystemPath *path, double (*place)[3]);

#endif
