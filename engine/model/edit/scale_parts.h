/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model is scaled by, shared by the files of scale.h. */
#ifndef SN_MODEL_EDIT_SCALE_PARTS_H
#define SN_MODEL_EDIT_SCALE_PARTS_H

#include "engine/model/edit/scale.h"

typedef struct SnScaler {
    SnModel *model;
    const SnScaling *scaling;
    GHashTable *segments; /* SnSegmentScale by index of the body's id */
    GError **error;
    bool good;
} SnScaler;

/* How vectors in the axes of a carrier (body, frame; null: the world) stretch; false: they do
 * not. */
bool sn_scaler_stretch(const SnScaler *s, SnId carrier, double stretch[9]);
/* By how much a direction d in axes that are turned in those of a stretch is stretched along
 * itself; turn NULL: they are not turned. */
double sn_scaler_along(const double stretch[9], const double *turn, const double d[3]);
/* By how much axes that are turned in those of a stretch are stretched. */
void sn_scaler_axes(const double stretch[9], const double turn[4], double along[3]);
/* Sets a row that a component has, n numbers; one that does not apply stays. */
void sn_scaler_set(SnScaler *s, const SnComponent *component, const char *name,
                   const double *numbers, int n);

/* Whether the values of a custom joint's axis of translation grow with what carries it: constants
 * and functions of angles; what a translation drives freely stays. */
bool sn_scaler_is_scaled(const SnAxisFields *axis);

/* --- joints (scale_joints.c) --- */

/* Where the bodies of joints are relative to each other; taken before anything is scaled. */
typedef struct SnScaledJoints SnScaledJoints;
SnScaledJoints *sn_scaled_joints_new(const SnScaler *s);
void sn_scaled_joints_free(SnScaledJoints *joints);
/* After all rows are scaled: moves bodies. */
void sn_scaled_joints_move(SnScaledJoints *joints, SnScaler *s, GArray *loops);

#endif
