/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is noted in the picture of a model: lengths and angles between points, places to look from;
 * the solver never sees it. */
#ifndef SN_MODEL_CLASSES_ANNOTATION_H
#define SN_MODEL_CLASSES_ANNOTATION_H

#include "engine/model/drawable.h"

extern const SnClass SN_CLASS_MEASUREMENT;
extern const SnClass SN_CLASS_VIEWPOINT;

typedef enum SnMeasured {
    SN_MEASURED_BOTH,
    SN_MEASURED_LENGTH, /* from point to point */
    SN_MEASURED_ANGLE,  /* at each point between two others */
} SnMeasured;

typedef struct SnMeasurement {
    SnComponent base;
    char *notes;
    SnIdList points;
    int32_t measured; /* SnMeasured */
    bool visible;
} SnMeasurement;

typedef struct SnViewpoint {
    SnComponent base;
    char *notes;
    double center[3], orientation[4]; /* camera to world: it looks along its -z, y is up */
    double distance, field_of_view;   /* [m], [rad] */
    bool orthographic;
} SnViewpoint;

#endif
