/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of paths that follow a number c, a coordinate of a joint or a polynomial of several: place
 * x + R (l + A f(c)) in the world, with l the point's location and A the axes of f in its block;
 * and points that count only while c lies in a range.  A point of the world that goes along a line
 * by a polynomial, and the line's beginning, are a path whose length is that polynomial.  A path
 * that gets or loses a point has another length: where that is to be continuous the point must lie
 * on the straight line between its neighbours at the ends of the range. */
#ifndef SN_SIM_PATH_PATH_FOLLOW_H
#define SN_SIM_PATH_PATH_FOLLOW_H

#include "engine/sim/path/path_geometry.h"

/* Both sides of the joints of all that one point may follow. */
#define SN_PATH_SLIDE_BLOCKS 32

/* A point that moves: derivatives by the number that it follows and those of that. */
typedef struct SnPathSlide {
    double along[3], bend[3]; /* first and second derivative of the place by c, world axes */
    double rate;              /* dc/dt */
    int n_blocks;
    int block[SN_PATH_SLIDE_BLOCKS]; /* of the joints' sides, distinct, none the world */
    int place[SN_PATH_SLIDE_BLOCKS]; /* those among the path's blocks, -1: it is none of them */
    double slope[SN_PATH_SLIDE_BLOCKS][6]; /* dc by (position of the centre, small rotation in body
                                              axes) */
} SnPathSlide;

/* Where the points of a system are: as workspace and state have them, or in the start pose (both
 * NULL). */
typedef struct SnPathPlaces {
    const SnSystem *system;
    const SnState *state;
    const SnWorkspace *work;
} SnPathPlaces;

/* Adds the blocks that move a follower to the n distinct ones there are; returns how many then. */
int sn_path_follower_blocks(const SnSystem *system, const SnPathFollower *follower, int *blocks,
                            int n);
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
