/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties as text, the way they are dragged, copied and handed to actions:
 * "/model/bodies/jaw:position", several: one a line.  Pure functions. */
#ifndef SN_UI_SESSION_PROPERTY_TARGET_H
#define SN_UI_SESSION_PROPERTY_TARGET_H

#include "engine/model/model.h"

/* The property of that name on each of the components that have it.  Free with g_free. */
char *sn_property_targets_text(const SnModel *model, const SnId *ids, int n, const char *property);
/* What a text names, in its order, each once (of SnTarget; caller frees).  A line with a path alone
 * means the component's main property.  Empty, with an error, where a line names nothing. */
GArray *sn_property_targets_parse(const SnModel *model, const char *text, GError **error);

/* The property of a component that people most likely mean: its first input where `input`, else a
 * joint's first coordinate, position or force, else the first result; -1 if there is none. */
int sn_property_main_row(const SnModel *model, SnId id, bool input);
/* Its input where it has one, else its main result. */
int sn_property_handled_row(const SnModel *model, SnId id);

/* Whether an output probe can record it, and whether an input probe can drive it. */
bool sn_property_can_record(const SnModel *model, SnTarget target);
bool sn_property_can_drive(const SnModel *model, SnTarget target);

/* What a joint's coordinate is called in motion files ("r_elbow_flex"); NULL: it has no such name,
 * or is no coordinate.  Free with g_free. */
char *sn_coordinate_called(const SnModel *model, SnId joint, const SnProperty *property);
/* What a property is called among those of its component: a coordinate's name, else the label in
 * small letters; where several have one label, as the angles of a ball joint, with the coordinate
 * it is of ("angle 2", "angle 2 friction moment").  Free with g_free. */
char *sn_property_called(const SnModel *model, SnId id, const SnProperty *property);
/* "lad excitation", "jaw position"; the node's own path where it is an entry of an array.  Free
 * with g_free. */
char *sn_property_target_label(const SnModel *model, SnTarget target);

#endif
