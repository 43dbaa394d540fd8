/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of components taken to another place by a map of space x -> m x + t: a motion (m a
 * rotation) or a mirror image (m = I - 2 n n').
 *
 * A mirror image S turns right-handed frames into left-handed ones.  A frame R becomes S R D,
 * proper again, with a diagonal D of signs and det D = -1 (mirror_rows.h); what is given in its
 * axes goes through D: places and forces a -> D a, moments a -> -D a (they are axial), inertia I ->
 * D I D, meshes are scaled by D.  With a motion D is I.  On a carrier that is not copied itself (a
 * pelvis that both sides share) a place goes by the world: a -> C'^-1 S C a, C and C' the start
 * poses of the carrier and of what stands for it in the image. */
#ifndef SN_MODEL_EDIT_IMAGE_H
#define SN_MODEL_EDIT_IMAGE_H

#include "engine/model/edit/copies.h"

typedef struct SnSpaceMap {
    double m[9], t[3]; /* x -> m x + t, m row by row */
} SnSpaceMap;

typedef struct SnImage {
    SnCopies copies;
    SnSpaceMap world;
    bool mirrored; /* in the plane with this normal */
    double normal[3];
    bool turns; /* m is not the identity */
    GError **error;
} SnImage;

/* Copies what is marked and takes the copies through the map; false with the error: they cannot
 * be. */
bool sn_image_make(SnImage *image);
/* What becomes of places given in the axes of a body, frame or FEM model (null: the world). */
void sn_image_carrier_map(const SnImage *image, SnId carrier, SnSpaceMap *map);
/* Whether a component is among what is copied. */
bool sn_image_copies(const SnImage *image, SnId id);

#endif
