/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenes of bodies with compliant contact, and where their second body is. */
#pragma once

#include "engine/check/build/build_contact.h"
#include "engine/sim/system/compliant_contacts.h"

extern const double SCENE_DOWN[3], SCENE_NONE[3]; /* gravity, and none [m/s^2] */

SnContactRule *scene_add_rule(SnBuild *build, SnContactMethod method);
void scene_add_pair(SnBuild *build, SnCompliantPair pair);
int scene_add_ground(SnBuild *build);
int scene_add_ball(SnBuild *build, double radius, const double position[3], const double v[3]);
double scene_height(const SnTrial *t);
double scene_rate(const SnTrial *t);
/* Place of the first body [3]. */
double *scene_place(const SnTrial *t);
/* Force along the surface where that has been moved to x by steps that its springs have seen [N].
 */
double scene_push_to(SnTrial *t, double x);
