/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Further forces and attachments, and a whole system, built by hand
 * (engine/check/build/build_system.h).
 */
#ifndef SN_TESTS_BUILD_FORCES_H
#define SN_TESTS_BUILD_FORCES_H

#include "engine/check/build/build_system.h"

/* Excitation becomes an input; returns the path. */
int sn_build_muscle(SnBuild *build, int n, const int *points, const SnMuscleParameters *muscle);
/* Between two frames, equal in all directions; returns its number. */
int sn_build_frame_spring(SnBuild *build, int frame_a, int frame_b, double stiffness,
                          double rotary_stiffness, double damping, double rotary_damping);
/* On frame A, the opposite on B, its axes those of a frame, its point in a frame; returns its
 * number. */
int sn_build_frame_load(SnBuild *build, const int frame[4]);
/* In no fluid so far; good until the next one. */
struct SnSystemDrag *sn_build_drag(SnBuild *build, int frame);
/* Moment arm of a path or strand about a joint. */
int sn_build_moment_arm(SnBuild *build, SnLineKind kind, int line, int joint);
/* A point follows points by weights, which say where it is; returns the attachment. */
int sn_build_attach_to_points(SnBuild *build, int slave, int n, const int *masters,
                              const double *weights);
/* A body follows points (at least four, not in a plane) from where it stands by the rotation
 * nearest to their affine map; returns the attachment. */
int sn_build_attach_body_to_points(SnBuild *build, int slave, int n, const int *masters);

/* The hinge chain of reference/multibody.md (a): n links of 0.1 m and 0.1 kg along +x, hinges about
 * y, the first one in the world at the origin, g = -9.81 z. */
SnSystem *sn_build_chain(int n, SnStepMethod method, double step_size);

#endif
