/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Systems built by hand, for verification, benchmarks and tests. */
#ifndef SN_CHECK_BUILD_SYSTEM_H
#define SN_CHECK_BUILD_SYSTEM_H

#include "engine/sim/step/step.h"
#include "engine/sim/system/coordinate_force.h"

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
/* On a block or in the world; orientation NULL: identity.  Returns its number. */
int sn_build_wrap_surface(SnBuild *build, int block, const double position[3],
                          const double orientation[4], const SnWrapForm *form);
/* The path may touch it from part `first` between its points to part `last`; all surfaces of a path
 * one after the other. */
void sn_build_wrap(SnBuild *build, SnSystemPath *path, int surface, int first, int last);
int sn_build_spring(SnBuild *build, int n, const int *points, double stiffness, double damping,
                    double rest_length);
int sn_build_joint(SnBuild *build, const SnJointClass *class, int frame_a, int frame_b);
int sn_build_surface(SnBuild *build, const SnJointClass *class, int frame, int point,
                     bool one_sided, int n_corners, const double *corners);
/* A point follows a coordinate of a joint: by functions along the axes of its block (NULL: it does
 * not move), in a range (NULL: always). */
void sn_build_follower(SnBuild *build, int point, int joint, int coordinate,
                       const SnFunctionText function[3], const double range[2]);
/* Numbers of a function among those that joints, springs and other forces share. */
void sn_build_function(SnBuild *build, const SnFunctionText *text, SnFunction *function);
/* A force on a coordinate of a joint, with its function (NULL: none); returns its number. */
int sn_build_coordinate_force(SnBuild *build, const SnSystemCoordinateForce *force,
                              const SnFunctionText *function);
/* Travel of the second joint's first coordinate = ratio x that of the first one's. */
int sn_build_gear(SnBuild *build, int joint_a, int joint_b, double ratio);
/* One axis of a custom joint; coordinate -1: none. */
typedef struct SnBuildAxis {
    double direction[3]; /* unit */
    int coordinate;
    SnFunctionText function;
    int n_terms;
    const double *terms; /* of all the joint's coordinates (engine/base/terms.h), added */
} SnBuildAxis;
/* Three rotations and three translations. */
int sn_build_custom(SnBuild *build, int frame_a, int frame_b, int n_angles, int n_distances,
                    const SnBuildAxis axis[6]);
/* Coordinate cb of joint b is f of coordinate ca of joint a. */
int sn_build_coupler(SnBuild *build, int joint_a, int ca, int joint_b, int cb,
                     const SnFunctionText *f);
/* ... of the value of terms (engine/base/terms.h) of n coordinates. */
int sn_build_coupler_of_several(SnBuild *build, int n, const SnLeader *leaders, int n_terms,
                                const double *terms, int joint_b, int cb, const SnFunctionText *f);
/* Coordinate c of a joint is an input (joints[].input). */
int sn_build_drive(SnBuild *build, int joint, int c);
/* Inputs of 3 (point) or 6 (block) numbers. */
int sn_build_point_load(SnBuild *build, int point);
int sn_build_body_load(SnBuild *build, int block);

/* A point or body follows a body from where it stands; returns the attachment. */
int sn_build_attach_to_body(SnBuild *build, int slave, int master);

/* What those above and the builders of tests (tests/support) begin with; both are valid until the
 * next of their kind.  A path without a law; an attachment of n masters, weights NULL: equal. */
SnSystemPath *sn_build_add_path(SnBuild *build, int n, const int *points);
SnSystemAttachment *sn_build_add_attachment(SnBuild *build, SnAttachmentKind kind, int slave, int n,
                                            const int *masters, const double *weights);

/* Gives all blocks this gravity, finishes the system and frees the builder. */
SnSystem *sn_build_finish(SnBuild *build, const double gravity[3]);

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
