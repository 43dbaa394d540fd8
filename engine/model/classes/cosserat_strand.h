/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_COSSERAT_STRAND_H
#define SN_MODEL_CLASSES_COSSERAT_STRAND_H

#include "engine/model/classes/strand.h"

extern const SnClass SN_CLASS_COSSERAT_STRAND;

typedef enum SnFrameFixation {
    SN_FRAME_FREE,  /* moves with the strand */
    SN_FRAME_BODY,  /* fixed to a body where it stands */
    SN_FRAME_WORLD, /* fixed in the world */
} SnFrameFixation;

/* An entry of `frames` (array 0), in order along the strand. */
typedef struct SnStrandFrame {
    double position[3], orientation[4]; /* in the world at the start; z along the fibre */
    double width_x, width_y;            /* half-widths of the section [m]; 0: the radius */
    int32_t fixation;
    SnId body;
} SnStrandFrame;

typedef enum SnCosseratLaw {
    SN_COSSERAT_LINEAR,
    SN_COSSERAT_TENSION_ONLY,
    SN_COSSERAT_PECK,
    SN_COSSERAT_HILL,
} SnCosseratLaw;

typedef enum SnCosseratMesh {
    SN_COSSERAT_TUBE, /* made around the frames */
    SN_COSSERAT_FILE,
    SN_COSSERAT_NO_MESH,
} SnCosseratMesh;

typedef struct SnCosseratStrand {
    SnAnyStrand base;
    /* where there are no frames: `count` of them evenly along the polyline through points */
    SnIdList points;
    int32_t count;
    double taper;    /* half-width at the ends over the radius in the middle */
    double flatness; /* half-width along y over that along x */

    int32_t law; /* law.type */
    double youngs_modulus, damping;
    SnStrandMuscle muscle;
    double rest_ratio;

    bool constants; /* bending.constants */
    double bending_modulus, shear_modulus;
    double bending, twisting;
    double bending_damping;
    bool straight;

    int32_t mesh;
    char *mesh_file;
    int32_t mesh_around, mesh_along;

    bool contact;
    SnIdList contact_bodies, contact_strands;
    double voxel, reach, tolerance;

    SnArray frames; /* SnStrandFrame */
} SnCosseratStrand;

#endif
