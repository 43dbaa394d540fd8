/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenes of bodies that touch, for verification: shapes on blocks, and one rule for all. */
#ifndef SN_CHECK_VERIFY_CONTACT_SCENE_H
#define SN_CHECK_VERIFY_CONTACT_SCENE_H

#include "engine/check/build/build_system.h"
#include "engine/geometry/convex.h"

#define SN_CONTACT_SCENE_GRAVITY 9.81

typedef struct SnContactScene {
    SnBuild *build;
} SnContactScene;

SnContactScene sn_contact_scene_new(SnStepMethod method, double h);
/* The next shape, on a block. */
SnConvex *sn_contact_scene_shape(SnContactScene *scene, int block);
/* Bodies of 1 kg, their inertia that of their volume; their blocks. */
int sn_contact_scene_box(SnContactScene *scene, const double size[3], const double position[3],
                         const double orientation[4]);
int sn_contact_scene_ball(SnContactScene *scene, double radius, const double position[3]);
/* Ground whose surface falls towards +x by an angle [rad]. */
void sn_contact_scene_ground(SnContactScene *scene, double angle);
/* One rule for all of the scene, which belongs to the trial from now on. */
SnTrial sn_contact_scene_start(SnContactScene *scene, double friction, double restitution,
                               const double gravity[3]);
/* The same with a rule whose id and sides are filled in. */
SnTrial sn_contact_scene_start_with(SnContactScene *scene, const SnContactRule *rule,
                                    const double gravity[3]);

/* Of shape i: where its block is (position, orientation), and its velocity. */
const double *sn_contact_scene_place(const SnTrial *trial, int i);
const double *sn_contact_scene_velocity(const SnTrial *trial, int i);
/* The value; NaN where a step failed. */
double sn_contact_scene_good(const SnTrial *trial, double value);

#endif
