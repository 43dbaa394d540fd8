/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model scaled to a subject: bodies by factors along their own axes, with everything that is
 * fixed to them. */
#ifndef SN_MODEL_EDIT_SCALE_H
#define SN_MODEL_EDIT_SCALE_H

#include "engine/geometry/thin_plate.h"
#include "engine/model/model.h"

/* How a rigid body is stretched along its own axes, or warped. */
typedef struct SnSegmentScale {
    SnId body;
    double factor[3]; /* > 0 */
    /* Not NULL: places in the body's axes go where it takes them, sizes and inertia as it stretches
     * there; `factor` counts for nothing. */
    const SnThinPlate *warp;
} SnSegmentScale;

typedef struct SnScaling {
    int n;
    const SnSegmentScale *segments;
    bool keep_masses; /* else masses change as volumes do */
    double mass;      /* of all bodies in the end, in these proportions [kg]; 0: as it comes */
} SnScaling;

/* Scales bodies (meshes, shapes, centres of mass, masses, inertia: that of the stretched body), and
 * what hangs on them or on their frames: frames, markers, path points and how they move, visuals,
 * wrapping surfaces, both sides of joints and springs, translations of joints that are functions of
 * an angle.  Warped meshes become OBJ files in the user's cache, which saving copies beside the
 * model; axes of joints and frames stay as they are in their body.  Bodies move to where their
 * joints have the coordinates that they had; what keeps its place is the world, and of what hangs
 * on nothing the first body.  Sizes along axes that are not the body's go by how much these are
 * stretched.  Joints that close a loop, and may be open now, are appended to `loops` (GArray of
 * SnId, may be NULL).  Lengths of muscles and springs stay: sn_edit_scale_lengths.  One step to
 * undo; false with an error leaves the model untouched. */
bool sn_edit_scale(SnModel *model, const SnScaling *scaling, GArray *loops, GError **error);

/* Multiplies the lengths that the laws of springs, muscles and ligaments know (optimal, slack,
 * rest) by ratio [n] each. */
bool sn_edit_scale_lengths(SnModel *model, const SnId *paths, const double *ratio, int n,
                           GError **error);

#endif
