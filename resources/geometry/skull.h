/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the skull field, shared by its two files. */
#ifndef SN_GEO_SKULL_H
#define SN_GEO_SKULL_H

#include "bones.h"

/** A rod of a table: ends and radii, blend width. */
typedef struct {
    SnGeoVec a;
    double ra;
    SnGeoVec b;
    double rb, blend;
} SnGeoRod;

struct SnGeoSkull {
    SnGeoSweep arch; /* zygoma and zygomatic arch */
    SnGeoSweep brow, rim, frontal_process, nasal_bone, maxillary_process;
    SnGeoSweep temporal_line;
    SnGeoTooth teeth[SN_GEO_TEETH];
};

/** The maxillary body: outer wall, alveolar crest and palatal vault. y >= 0. */
double sn_geo_maxilla_body(const SnGeoSkull *skull, SnGeoVec p);

/** Nasal cavity as a solid to take away. y >= 0. */
double sn_geo_nasal_cavity(SnGeoVec p);

/** Temporal bone over the joint: the solid above the articular surface. y >= 0. */
double sn_geo_joint_block(SnGeoVec p);

#endif
