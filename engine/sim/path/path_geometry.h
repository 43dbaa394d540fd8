/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The geometry of paths: points in, out come the points that the path touches, its length, how that
 * changes with the pose, and its rate.  A path is a function of the pose alone: it remembers
 * nothing.  Springs and muscles are made of it (path_force.c); what pulls along a path otherwise
 * needs a law T(l, dl/dt) alone.
 *
 * A contact point is fixed to a body as far as first derivatives go.  That holds for points that
 * are given, and for the tangent points of a path that is as short as it can be: that they slide
 * along does not change its length to first order, and the part between two of them on one body
 * keeps its length.  So grad l comes from the straight parts alone: dl/dp = d- - d+ at a contact
 * point p with unit vectors d- from the one before and d+ to the next; generalised forces are J'F,
 * J = (I, -R[l]) for p = x + R l.
 *
 * A point that moves in its body with a coordinate c of a joint (path_follow.h) has J = (I, -R[l])
 * + a grad c', a = dp/dc: it also pulls at that joint.  How grad c itself turns is left out of the
 * second derivatives, as with the forces along rows; of a hinge that is closed it does not.  Nor
 * how a polynomial of several coordinates bends. */
#ifndef SN_SIM_RIGID_PATH_GEOMETRY_H
#define SN_SIM_RIGID_PATH_GEOMETRY_H

#include "engine/sim/system/workspace.h"

struct SnPathSlide; /* path_follow.h */

/* A path has few blocks; the stiffness of one with more is left out. */
#define SN_PATH_MAX_BLOCKS 16

typedef struct SnPathContact {
    int block;                       /* -1: the world */
    double local[3];                 /* from the centre of mass, body axes */
    double position[3], velocity[3]; /* world [m], [m/s] */
    /* straight part to the next contact point; 0 at the last one */
    double length;       /* [m] */
    double direction[3]; /* unit; 0 where the length is, and on a surface */
    /* on wrapping surfaces */
    bool on_surface;    /* the part to the next contact point is a geodesic, not straight */
    double binormal[3]; /* across the path; 0: a given point */
    double side, side_rate, turn, turn_rate; /* of the geodesic that begins here (SnWrapArc) */
    const struct SnPathSlide *slide; /* it moves in its body with a coordinate; NULL: it does not */
    /* Over a mesh in a plane (engine/wrap/planar.h), two contact points of the surface's body where
     * the given points before and after it are: by how they move from each other the length
     * changes, as `direction` says, which is neither unit nor along the path; the whole length is
     * that of the part between them. */
    bool is_given;                   /* `direction` to the next contact point is that */
    const struct SnWrapPlanar *over; /* of the first of the two */
    double axes[9];                  /* of its frame, in the world */
} SnPathContact;

typedef struct SnPathGeometry {
    double length, rate;           /* [m], [m/s] */
    bool lost;                     /* its way over its surfaces was not found: none of this is so */
    int n_contacts;                /* in order */
    const SnPathContact *contacts; /* [n_contacts] until it is asked for again elsewhere */
} SnPathGeometry;

/* By the velocities of each of the path's blocks (system.paths.block), layout of u of the block:
 * length: grad l; rate: derivative of dl/dt by the pose. */
typedef struct SnPathGradient {
    double length[SN_PATH_MAX_BLOCKS][6];
    double rate[SN_PATH_MAX_BLOCKS][6];
} SnPathGradient;

/* Contact points that any path of the system may have. */
int sn_path_max_contacts(const SnSystem *system);
/* At the pose and velocities of the state, which the last sn_kinematics had. */
SnPathGeometry sn_path_geometry(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const SnSystemPath *path);
/* SN_FAULT_STRING with a path whose way over its surfaces was not found; after an evaluation. */
SnFault sn_paths_check(const SnSystem *system, const SnState *state, const SnWorkspace *work);
/* Position of a block among the path's, -1: it is none of them, or the world. */
int sn_path_block(const SnSystem *system, const SnSystemPath *path, int block);
/* Length in the start pose [m]; needs no workspace. */
double sn_path_start_length(const SnSystem *system, const SnSystemPath *path);
/* The same with the points of its line, as many of them as there is room for; how many those are
 * comes back. */
int sn_path_start_line(const SnSystem *system, const SnSystemPath *path, double (*points)[3],
                       int room);
/* dl/dt at other velocities u (layout of u) [m/s]: grad l . u. */
double sn_path_rate_at(const SnSystem *system, const SnWorkspace *work,
                       const SnPathGeometry *geometry, const double *u);
/* f -= tension grad l, kinematic blocks too (layout of u). */
void sn_path_pull(const SnSystem *system, const SnWorkspace *work, const SnPathGeometry *geometry,
                  double tension, double *f);
/* At most SN_PATH_MAX_BLOCKS blocks; grad l alone: what is in `rate` is of no meaning. */
void sn_path_length_gradient(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             const SnSystemPath *path, const SnPathGeometry *geometry,
                             SnPathGradient *gradient);
/* At most SN_PATH_MAX_BLOCKS blocks. */
void sn_path_gradient(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnSystemPath *path, const SnPathGeometry *geometry,
                      SnPathGradient *gradient);
/* Adds `scaled` times the second derivative of the length to the path's pairs in M-hat, with how
 * forces turn with bodies unless work.forces.positive_definite. */
void sn_path_add_hessian(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                         const SnPathGeometry *geometry, double scaled);
/* Adds along g g' + across (g s' + s g') / 2 to the path's pairs, g = grad l, s the gradient of the
 * rate. */
void sn_path_add_product(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                         const SnPathGradient *gradient, double along, double across);

/* --- of SN_FORCE_PATHS --- */

/* Distinct blocks of each path, ascending, into system.paths.block. */
void sn_finish_paths(SnSystem *system);

#endif
