/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of paths that follow a coordinate c of a joint: place x + R (l + A f(c)) in the world,
 * with l the point's location and A the axes of f in its block; and points that count only while c
 * lies in a range.  A path that gets or loses a point has another length: where that is to be
 * continuous the point must lie on the straight line between its neighbours at the ends of the
 * range. */
#ifndef SN_SIM_PATH_PATH_FOLLOW_H
#define SN_SIM_PATH_PATH_FOLLOW_H

#include "engine/sim/path/path_geometry.h"

/* A point that moves: derivatives by the coordinate and those of that. */
typedef struct SnPathSlide {
    double along[3], bend[3]; /* first and second derivative of the place by c, world axes */
    double rate;              /* dc/dt */
    int block[2];             /* of the joint's sides, -1: the world */
    int place[2];             /* those among the path's blocks, -1: it is none of them */
    double slope[2][6];       /* dc by (position of the centre, small rotation in body axes) */
} SnPathSlide;

/* Where the points of a system are: as workspace and state have them, or in the start pose (both
 * NULL). */
typedef struct SnPathPlaces {
    const SnSystem *system;
    const SnState *state;
    const SnWorkspace *work;
} SnPathPlaces;

/* World position of a point of the system. */
void sn_path_place(const SnPathPlaces *places, int point, double position[3]);
/* The next number of a point of the path, after i, through which it runs; path->count: none.
 * i = -1: the first. */
int sn_path_next(const SnPathPlaces *places, const SnSystemPath *path, int i);
/* The contact at a point of the path that is given; `slide` is written where it moves, and named by
 * the contact. */
void sn_path_contact(const SnPathPlaces *places, const SnSystemPath *path, int point,
                     SnPathSlide *slide, SnPathContact *contact);
/* dc/dt at velocities u (layout of u). */
double sn_path_slide_rate(const SnSystem *system, const SnPathSlide *slide, const double *u);
/* f += share of the gradient of c (layout of u). */
void sn_path_slide_push(const SnSystem *system, const SnPathSlide *slide, double share, double *f);
/* vector += share of the gradient of c, by the path's blocks. */
void sn_path_slide_add(const SnPathSlide *slide, double share, double vector[][6]);
/* What points that move add to the second derivative of the length: calls for each product
 * along g g' + across (g s' + s g') / 2 of vectors by the path's blocks.  semidefinite: only what
 * makes a positive semidefinite matrix with the straight parts' own. */
typedef void (*SnPathProduct)(void *data, const SnPathGradient *g_and_s, double along,
                              double across);
void sn_path_slide_products(const SnSystem *system, const SnWorkspace *work,
                            const SnSystemPath *path, const SnPathGeometry *geometry,
                            bool semidefinite, SnPathProduct product, void *data);
/* Positions and velocities of points that move into work.motion, to be seen. */
void sn_path_followers_show(const SnSystem *system, const SnState *state, SnWorkspace *work);

#endif
