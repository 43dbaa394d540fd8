/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model posed so that its markers are where they were measured (inverse kinematics, weighted
 * least squares; Lu and O'Connor 1999), and markers moved to where they were measured in that pose.
 */
#ifndef SN_MARKER_FIT_H
#define SN_MARKER_FIT_H

#include "engine/motion/motion_file.h"
#include "engine/pose.h"

/* A coordinate of a joint that is free to be fitted: nothing drives it, it follows no other. */
typedef struct SnFreeCoordinate {
    SnPoseTarget at; /* its value at the start */
    char *name;      /* of the joint's coordinate_names, or "joints/knee:angle" */
} SnFreeCoordinate;

/* All of them, an array of SnFreeCoordinate to be freed with g_array_unref. */
GArray *sn_free_coordinates(const SnModel *model, GError **error);

/* All others: driven, locked, following others or held by a closed loop. */
GArray *sn_other_coordinates(const SnModel *model, const GArray *free, GError **error);

/* Where a marker should be [m, world], and how much that counts. */
typedef struct SnMarkerAim {
    SnId marker;
    double place[3], weight;
} SnMarkerAim;

/* A coordinate that should keep its start value: weight per (rad or m) squared beside 1/m^2. */
typedef struct SnHeldCoordinate {
    int coordinate; /* of those above */
    double weight;
} SnHeldCoordinate;

typedef struct SnMarkerFit {
    GArray *values;  /* of SnPoseValue: the fitted pose; g_array_unref */
    double *fitted;  /* [coordinates] [rad or m]; g_free */
    double rms;      /* of the distances that are left [m], each as often as it weighs */
    double farthest; /* [m] */
    SnId marker;     /* that is farthest */
    bool settled;    /* at a least; else the pose still moved when it was left */
} SnMarkerFit;

/* Starts at the model's start pose, which it leaves alone.  Refuses markers that lie many times as
 * far apart on a body as the model's (wrong units).  Takes as long as some hundred poses. */
bool sn_fit_markers(const SnModel *model, const GArray *coordinates, const SnMarkerAim *aims,
                    int n_aims, const SnHeldCoordinate *held, int n_held, SnMarkerFit *fit,
                    GError **error);
void sn_marker_fit_clear(SnMarkerFit *fit);

/* Poses one after the other, each sought from the one before. */
typedef struct SnMarkerFitter SnMarkerFitter;

/* Begins at the model's start; keeps the coordinates' order, not the model. */
SnMarkerFitter *sn_marker_fitter_new(const SnModel *model, const GArray *coordinates,
                                     GError **error);
void sn_marker_fitter_free(SnMarkerFitter *fitter); /* NULL is ignored */
/* The next pose; on an error the one before stays. */
bool sn_marker_fitter_go(SnMarkerFitter *fitter, const SnMarkerAim *aims, int n_aims,
                         const SnHeldCoordinate *held, int n_held, SnMarkerFit *fit,
                         GError **error);

/* The model in the pose fitted last. */
const SnModel *sn_marker_fitter_model(const SnMarkerFitter *fitter);

/* A whole motion (marker_motion.c). */
typedef struct SnMotionFit {
    SnMotionTable *motion; /* a column for each coordinate, the fitted ones first, then all that
                              follow or stay [rad or m]; sn_motion_table_free */
    double rms;            /* of all distances that are left [m], each as often as it weighs */
    double farthest, time; /* [m], and when that was [s] */
    SnId marker;           /* which */
    int unseen;            /* rows without any marker: they keep the pose before */
    int unsettled;         /* rows whose pose is not quite at its least */
    int astray;            /* markers that were left out, more than 10 km away */
    int at_origin;         /* markers exactly at the origin, as some files mark missing ones */
} SnMotionFit;

/* Fits the rows of a table from time[0] to time[1], whose markers are in the axes of a frame (null:
 * the world).  `weights`: of SnMarkerAim, whose places do not matter: markers that are not there
 * count for nothing; missing values are left out. */
bool sn_fit_motion(const SnModel *model, const GArray *coordinates, const SnMotionTable *table,
                   const double time[2], SnId frame, const GArray *weights,
                   const SnHeldCoordinate *held, int n_held, SnMotionFit *fit, GError **error);

/* Markers of `aims` get the locations in their frames that they are measured at in the fitted pose.
 * The start pose stays.  One step to undo. */
bool sn_place_markers(SnModel *model, const SnMarkerFit *fit, const SnMarkerAim *aims, int n,
                      GError **error);

#define SN_NO_COMMON_MARKER "the measured markers and those of the model have no name in common"

/* A marker, and the column of a table where its x stands, then y and z. */
typedef struct SnMarkerColumn {
    SnId marker;
    int column;
} SnMarkerColumn;

/* Those that table and model both have (NAME.x NAME.y NAME.z side by side), an array to be freed
 * with g_array_unref. */
GArray *sn_marker_columns(const SnModel *model, const SnMotionTable *table);

/* Means of measured places over the rows from time[0] to time[1], in the axes of a frame (null: the
 * world): the markers that table and model both have, weight 1; an array of SnMarkerAim. */
GArray *sn_marker_aims(const SnModel *model, const SnMotionTable *table, const double time[2],
                       SnId frame);

#endif
