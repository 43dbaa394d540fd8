/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things of the document are in the start pose, and where new ones go. */
#ifndef SN_UI_EDITS_PLACE_H
#define SN_UI_EDITS_PLACE_H

#include "engine/model/classes/strand.h"
#include "engine/model/model.h"

/* Start pose of a body, frame or fem [m], the world's for anything else. */
void sn_start_pose(const SnModel *model, SnId id, double position[3], double orientation[4]);
/* Start place of a marker, particle or pulley [m]; false: not known without an engine. */
bool sn_start_place(const SnModel *model, SnId id, double place[3]);
/* Places every frame or point by which a component is attached at `position` [m, world], its axes
 * along the world's; the axle of a pulley is made level, a joint's axes as sn_joint_axes has them.
 */
void sn_place_new(const SnModel *model, SnComponent *component, const double position[3]);
/* A place for what has just got its references: on what holds it, in the middle if that is two
 * bodies, and a new body, whose shape it has already, at round numbers beside those that are there.
 * wanted: where a free component goes. */
void sn_place_for_new(const SnModel *model, const SnComponent *component, const double wanted[3],
                      double place[3]);
/* Where a rigid body at the start is seen from `eye`, towards the middle of its shape [m, world];
 * false: it is none, has no surface, or that line misses it. */
bool sn_place_in_sight(const SnModel *model, SnId body, const double eye[3], double place[3]);
/* The side on which a strand from `before` to `after` bends around a pulley between them; the first
 * where it goes straight. */
int sn_pulley_side(const SnModel *model, SnId pulley, const double before[3],
                   const double after[3]);

#endif
