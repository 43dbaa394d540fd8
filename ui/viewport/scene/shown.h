/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where components are in the newest snapshot: what the viewer shows and hands point at. */
#ifndef SN_UI_VIEWPORT_SCENE_SHOWN_H
#define SN_UI_VIEWPORT_SCENE_SHOWN_H

#include "ui/session/session.h"

/* A component's item of the scene; NULL: not shown. */
const SnSceneItem *sn_shown_item(SnSession *session, SnId id);
/* World pose of a component, or of a node of a strand or FEM (without turn); false: not shown or
 * without one. */
bool sn_shown_pose(SnSession *session, SnId id, double position[3], double orientation[4]);
/* Corners of a box around everything; false: nothing is shown. */
bool sn_shown_bounds(SnSession *session, double bounds[2][3]);

/* A place on something, that moves with it. */
typedef struct SnAnchor {
    SnId id; /* null: fixed in the world */
    double local[3];
    double world[3]; /* as last known */
} SnAnchor;

/* Where something was hit. */
void sn_anchor_set(SnSession *session, const SnPickHit *hit, SnAnchor *anchor);
/* Its place in the newest snapshot. */
void sn_anchor_update(SnSession *session, SnAnchor *anchor);

#endif
