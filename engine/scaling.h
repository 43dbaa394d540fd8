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

/* Scales segments (sn_edit_scale), closes the loops of joints, and multiplies lengths in the laws
 * of springs, muscles and ligaments by how much their paths are longer at the start.  One step to
 * undo. Opens the model twice: takes as long.  notes (of char *, may be NULL) gets sentences about
 * what did not go with it.  False with an error leaves the model untouched. */
bool sn_scale_model(SnModel *model, const SnScaling *scaling, GPtrArray *notes, GError **error);

#endif
