/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model is scaled by, shared by the files of scale.h. */
#ifndef SN_MODEL_EDIT_SCALE_PARTS_H
#define SN_MODEL_EDIT_SCALE_PARTS_H

#include "engine/model/edit/scale.h"

typedef struct SnScaler {
    SnModel *model;
    const SnScaling *scaling;
    GHashTable *segments; /* SnSegmentScale by index of the body's id */
    GHashTable *frames;   /* SnScaledFrame by index of a frame's id: before anything is scaled */
    GError **error;
    bool good;
} SnScaler;

/* How vectors in the axes of a carrier (body, frame; null: the world) stretch at a place in them;
 * false: they do not. */
bool sn_scaler_stretch(const SnScaler *s, SnId carrier, const double place[3], double stretch[9]);
/* Where a place goes that is given in the axes of a carrier which stretches. */
void sn_scaler_place(const SnScaler *s, SnId carrier, const double place[3], double moved[3]);
/* False, and nothing more is done: the axes of a carrier are turned inside out at a place. */
bool sn_scaler_check_fold(SnScaler *s, SnId carrier, const double place[3]);
/* Notes where all frames are in their bodies; free with g_hash_table_unref. */
GHashTable *sn_scaled_frames_new(const SnModel *model);
/* The segment of a body; NULL: it stays as it is. */
const SnSegmentScale *sn_scaler_segment(const SnScaler *s, SnId body);
/* What a mesh row of a component becomes whose places are `place` + turned by `turn` in the axes of
 * its carrier; sets `scale_row` to 1.  By how much the volume within it grows; 0: it has none. */
double sn_scaler_warp_mesh(SnScaler *s, const SnComponent *component, SnId carrier,
                           const char *mesh_row, const char *scale_row, const double place[3],
                           const double turn[4]);
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
