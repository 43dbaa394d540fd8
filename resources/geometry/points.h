/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named points on the generated bones and the tables written beside the meshes. */
#ifndef SN_GEO_POINTS_H
#define SN_GEO_POINTS_H

#include "mesh.h"

typedef enum {
    SN_GEO_MANDIBLE,
    SN_GEO_MAXILLA,
    SN_GEO_CRANIUM,
    SN_GEO_HYOID,
    SN_GEO_LOWER_TEETH,
    SN_GEO_UPPER_TEETH,
    SN_GEO_BODIES
} SnGeoBody;

/** The meshes that points are laid on, by body, in the frame of the files. */
typedef struct {
    const SnGeoMesh *mesh[SN_GEO_BODIES];
} SnGeoBodies;

/** Name of a body as written to the tables and, with .obj, the file that holds its mesh. */
const char *sn_geo_body_name(SnGeoBody body);

/** Lay an as-built point of the left half onto a body: closed first when it belongs to the jaw,
 *  then moved to the nearest surface point. `moved` (may be NULL) gets the distance, mm. */
SnGeoVec sn_geo_lay_point(const SnGeoBodies *bodies, SnGeoBody body, SnGeoVec as_built,
                          double *moved);

/** Write landmarks.csv; returns 0 on success. */
int sn_geo_write_landmarks(const SnGeoBodies *bodies, const char *path);

/** Write jaw_muscles.csv; mean and largest distance (mm) from the published end points. */
int sn_geo_write_muscles(const SnGeoBodies *bodies, const char *path, double *mean, double *most);

#endif
