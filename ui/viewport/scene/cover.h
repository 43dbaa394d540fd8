/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What in the picture a mark would be written on, by the boxes around things. */
#ifndef SN_UI_VIEWPORT_SCENE_COVER_H
#define SN_UI_VIEWPORT_SCENE_COVER_H

#include "engine/snapshot.h"

#include <glib.h>

/* A box around something: its corners in a frame, and that frame in the world [m]. */
typedef struct SnCoverBox {
    double pose[7], corners[2][3];
} SnCoverBox;

/* The boxes (of SnCoverBox) around what a snapshot shows of bodies and FEMs and cannot be seen
 * through. */
GArray *sn_cover_boxes(const SnSnapshot *snapshot);
/* Whether a mark at a place of a plane with the normal `up` would be seen behind one of them, or in
 * front of one of its standing sides.  One that the eye is within, and the top of one that lies
 * there, are none. */
bool sn_cover_hides(const GArray *boxes, const double eye[3], const double place[3],
                    const double up[3]);

#endif
