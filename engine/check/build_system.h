/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Systems built by hand, for verification, benchmarks and tests. */
#ifndef SN_CHECK_BUILD_SYSTEM_H
#define SN_CHECK_BUILD_SYSTEM_H

#include "engine/sim/step/step.h"

#define SN_BUILD_WORLD (-1)

/* Numbers of blocks are handles until sn_build_finish puts active blocks first, then attached ones;
 * everything else keeps its index in the system's arrays, whose entries may be changed before and
 * after (those that name blocks only before). */
typedef struct SnBuild {
    SnSystem *system;
    double (*q)[7], (*u)[6]; /* start values by handle */
    bool *active, *attached; /* by handle; neither: kinematic */
    uint32_t last_id;
} SnBuild;

SnBuild *sn_build_new(SnStepMethod method, double step_size);

/* Room for one more entry behind n, zeroed, in an array of the system that grows by powers of two.
 */
void *sn_build_grow(void **array, int n, size_t size);
#define SN_BUILD_GROW(array, n) sn_build_grow((void **)&(array), (n), sizeof *(array))
SnId sn_build_next_id(SnBuild *build);

/* Adds n inputs, zero; returns the first. */
int sn_build_inputs(SnBuild *build, int n);

/* All return the handle or index of what they added. */
int sn_build_particle(SnBuild *build, double mass, const double position[3]);
/* Principal inertia about the centre of mass; orientation NULL: identity. */
int sn_build_body(SnBuild *build, double mass, const double inertia[3], const double position[3],
                  const double orientation[4]);
/* A place on a guide or surface, or the matter that passes a strand node: `place` into guides,
 * surfaces or strand_nodes, q as in the kind of the block. */
int sn_build_curve_coordinate(SnBuild *build, SnBlockKind kind, int place, const double q[3]);
/* Angular velocity in body axes (NULL for particles). */
void sn_build_velocity(SnBuild *build, int block, const double v[3], const double w[3]);
/* Makes a block kinematic, with target inputs; returns their offset. */
int sn_build_kinematic(SnBuild *build, int block);
/* Makes a block kinematic without a target: it stays. */
void sn_build_fix(SnBuild *build, int block);
int sn_build_point(SnBuild *build, int block, const double local[3]);
/* orientation NULL: identity. */
int sn_build_frame(SnBuild *build, int block, const double position[3],
                   const double orientation[4]);
int sn_build_spring(SnBuild *build, int n, const int *points, double stiffness, double damping,
                    double rest_length);
/* Excitation becomes an input; returns the path. */
int sn_build_muscle(SnBuild *build, int n, const int *points, const SnMuscleParameters *muscle);
int sn_build_frame_spring(SnBuild *build, int frame_a, int frame_b, double stiffness,
                          double rotary_stiffness, double damping, double rotary_damping);
int sn_build_joint(SnBuild *build, const SnJointClass *class, int frame_a, int frame_b);
int sn_build_surface(SnBuild *build, const SnJointClass *class, int frame, int point,
                     bool one_sided, int n_corners, const double *corners);
/* Travel of the second joint's first coordinate = ratio x that of the first one's. */
int sn_build_gear(SnBuild *build, int joint_a, int joint_b, double ratio);
/* Moment arm of a path or strand about a joint. */
int sn_build_moment_arm(SnBuild *build, SnLineKind kind, int line, int joint);
/* Inputs of 3 (point) or 6 (block) numbers. */
int sn_build_point_load(SnBuild *build, int point);
int sn_build_body_load(SnBuild *build, int block);

/* Attachments; they return their index.  A point or body follows a body from where it stands; a
 * point follows points by weights, which say where it is; a body follows points (at least four, not
 * in a plane) from where it stands by the rotation nearest to their affine map. */
int sn_build_attach_to_body(SnBuild *build, int slave, int master);
int sn_build_attach_to_points(SnBuild *build, int slave, int n, const int *masters,
                              const double *weights);
int sn_build_attach_body_to_points(SnBuild *build, int slave, int n, const int *masters);

/* Gives all blocks this gravity, finishes the system and frees the builder. */
SnSystem *sn_build_finish(SnBuild *build, const double gravity[3]);

/* The hinge chain of reference/multibody.md (a): n links of 0.1 m and 0.1 kg along +x, hinges about
 * y, the first one in the world at the origin, g = -9.81 z. */
SnSystem *sn_build_chain(int n, SnStepMethod method, double step_size);

/* System, start state (assembled) and work together. */
typedef struct SnTrial {
    SnSystem *system;
    SnState *state;
    SnWorkspace *work;
    SnFault fault; /* of the assembly or the last step */
} SnTrial;

/* Takes the system. */
SnTrial sn_trial_new(SnSystem *system, SnLinsolveBackend backend);
void sn_trial_free(SnTrial *trial);
/* Steps with the base inputs; stops at a fault. */
void sn_trial_steps(SnTrial *trial, int n);

#endif
