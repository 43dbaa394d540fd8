/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of random_system are built on. */
#ifndef SN_TESTS_RANDOM_SCENE_H
#define SN_TESTS_RANDOM_SCENE_H

#include "tests/sim/random_system.h"

/* The build that the builders add to. */
struct RandomScene {
    SnBuild *build;
    Random *r;
    unsigned parts;
    int body[3], particle[3]; /* the last of each is kinematic */
    int points[9];
};

/* --- random_joints.c: frames, and joints between them --- */

int random_frame(RandomScene *scene, int block);
/* A frame of a block that is not far from another: their joint is open, but can be closed. */
int random_near_frame(RandomScene *scene, int other, int block);
/* The k-th class that joins two frames; NULL: there are no more. */
const SnJointClass *random_joint_class(int k);
/* With numbers of its own. */
void random_joint(RandomScene *scene, const SnJointClass *class, int block_a, int block_b);
void random_joints(RandomScene *scene);
void random_armatures(RandomScene *scene);

/* --- random_paths.c: what pulls along paths --- */

void random_springs(RandomScene *scene);
/* Over a surface of each shape, in the way of two points of theirs; the last one over three. */
void random_wrapped_springs(RandomScene *scene);
/* Through points that move with coordinates whose own derivatives do not turn, one over a surface.
 */
void random_followers(RandomScene *scene);
/* With elastic tendons, and with rigid ones; drawn apart, so that all else stays as it is. */
void random_elastic_muscles(RandomScene *scene);
/* Ligaments, polynomials and Maxwell arms. */
void random_lawful_springs(RandomScene *scene);
void random_muscles(RandomScene *scene);

#endif
