/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model scaled to a subject, as users of OpenSim do it: segments by factors, given or measured
 * between markers, and muscles that keep the ratio of their fibres' and tendons' lengths to that of
 * their path. */
#ifndef SN_SCALING_H
#define SN_SCALING_H

#include "engine/model/edit/scale.h"
#include "engine/motion/motion_file.h"

/* Two markers whose distance is measured. */
typedef struct SnMeasuredPair {
    const char *marker[2]; /* their names in the table, and in the model (there with _ for
                              characters that no name may have) */
} SnMeasuredPair;

/* The same of pairs as text: "R.ASIS..R.Knee.Lat,L.ASIS..L.Knee.Lat". */
bool sn_scale_measure_text(const SnModel *model, const SnMotionTable *table, const double time[2],
                           const char *text, double *factor, GError **error);

/* Landmarks of a body, from where to where, and the thin-plate spline through them that warps it
 * (SnSegmentScale). */
typedef struct SnLandmarks SnLandmarks;

/* Those of a file, in the axes of a body: on each line six numbers (from, to) or a marker on the
 * body and three [m], with commas or spaces between; '#' begins a comment.  They are fitted with
 * no smoothing.  NULL with an error that names file and line. */
SnLandmarks *sn_landmarks_read(const SnModel *model, SnId body, const char *path, GError **error);
void sn_landmarks_free(SnLandmarks *marks);
/* Fits the map anew: smoothing 0 goes through all landmarks, more misses them for a smoother map
 * (engine/geometry/thin_plate.h). */
bool sn_landmarks_fit(SnLandmarks *marks, double smoothing, GError **error);
/* How many there are, by how much the map moves them, how much of that is bent (what no turn,
 * stretch and shear of the whole body does: from the affine map of least squares) and what
 * smoothing misses, with the lines of those that have the most.  Free with g_free. */
char *sn_landmarks_describe(const SnLandmarks *marks);
/* The map; good until the next fit. */
const SnThinPlate *sn_landmarks_map(const SnLandmarks *marks);

/* Scales segments (sn_edit_scale), closes the loops of joints, and multiplies lengths in the laws
 * of springs, muscles and ligaments by how much their paths are longer at the start.  One step to
 * undo. Opens the model twice: takes as long.  notes (of char *, may be NULL) gets sentences about
 * what did not go with it.  False with an error leaves the model untouched. */
bool sn_scale_model(SnModel *model, const SnScaling *scaling, GPtrArray *notes, GError **error);

#endif
