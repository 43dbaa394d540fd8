/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where components are in the world in the start pose, by the tables (mirror_rows.h). */
#ifndef SN_MODEL_EDIT_PLACES_H
#define SN_MODEL_EDIT_PLACES_H

#include "engine/model/model.h"

/* Start pose of a body, frame or FEM model in the world [m]; the world's own for anything else. */
void sn_start_frame(const SnModel *model, SnId id, double position[3], double orientation[4]);
/* What a row of one reference holds, or the reference that a frame load's rows axes and point_in
 * mean. */
SnId sn_reference_of(const SnComponent *component, const char *name);

/* Start place [m, world] of what has one of its own: a body, marker, joint (its first side), a free
 * node of a strand; false: it has none. */
bool sn_component_place(const SnModel *model, SnId id, double place[3]);

#endif
