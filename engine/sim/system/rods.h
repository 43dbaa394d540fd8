/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cosserat strands of a compiled system (strands.md 4): rows of frames, each a BODY block (active,
 * or attached to a body, or kinematic: held in the world), and the segments between them.  Included
 * by system.h, of which SnSystemRods is a part. */
#ifndef SN_SIM_SYSTEM_RODS_H
#define SN_SIM_SYSTEM_RODS_H

#include "engine/base/id.h"
#include "engine/strand/ffd.h"
#include "engine/strand/rod.h"

#include <stdbool.h>

typedef enum SnRodLaw {
    SN_ROD_LINEAR,       /* E A strain */
    SN_ROD_TENSION_ONLY, /* the same, nothing in compression */
    SN_ROD_MUSCLE,       /* the law of system.paths.muscles in units of the whole strand */
} SnRodLaw;

typedef struct SnSystemRod {
    SnId id;
    bool enabled;
    SnRodLaw law;
    double youngs_modulus; /* of stretch [Pa] */
    double damping;        /* viscous part of stretch over its stiffness [s] */
    int muscle;            /* into system.paths.muscles, -1 */
    bool constants;        /* bending and twist by the two constants, not by moduli and section */
    double bending_modulus, shear_modulus; /* [Pa] */
    double bending, twisting;              /* kb, kt of the thesis, for each segment [N m] */
    double bending_damping;                /* of both, over their stiffness [s] */
    int first_frame, n_frames;             /* into frame_block; first frame, count */
    int first_segment, n_segments;         /* n_frames - 1 */
    double rest_length, start_length;      /* of all segments [m] */
    /* contact of its mesh with others (rod_contact.h) */
    bool contact;
    double voxel, reach; /* [m] */
    double tolerance;    /* least singular value over the largest */
    int first_partner, n_partners;
    int n_vertices;
    SnFfdVertex *vertices; /* owned; also of strands that others touch; else NULL */
} SnSystemRod;

/* Points of a rigid body's surface, close enough to each other for the voxels. */
typedef struct SnContactSurface {
    int block; /* BODY */
    int n;
    double (*position)[3], (*normal)[3]; /* owned; from its centre of mass, its axes */
} SnContactSurface;

/* What a strand touches. */
typedef struct SnRodPartner {
    int surface; /* into surfaces; -1: */
    int rod;     /* another strand */
} SnRodPartner;

typedef struct SnSystemRodSegment {
    int rod;
    int block[2];
    SnRodSegment rest;    /* length and triads; its constants follow from the rod's */
    double half_width[2]; /* of the elliptic section along the triads' axes [m] */
    double mesh_length;   /* length at which the mesh was embedded [m] */
    int slots;            /* [finish] into pairs.stiffness_slot: pairs (0,0) (1,0) (1,1) */
} SnSystemRodSegment;

typedef struct SnSystemRods {
    int n, n_frames, n_segments;
    SnSystemRod *rods;
    int *frame_block; /* [n_frames] BODY blocks, in order */
    SnId *frame_id;   /* [n_frames] the entries of the document; null: none */
    SnSystemRodSegment *segments;
    int twists; /* [finish] offset in state.strands of n_segments angles of twist [rad] */
    int n_partners, n_surfaces;
    SnRodPartner *partners;
    SnContactSurface *surfaces;
    /* [finish] of strands with contact */
    int *frame_row; /* [n_frames] first of six general rows of a frame, into G; -1 */
    int forces;     /* offset in state.strands of n_frames contact forces [N] (rod_contact.h) */
} SnSystemRods;

void sn_rods_free(SnSystemRods *rods);
/* Position of the strand with this id, -1: none. */
int sn_rod_index(const SnSystemRods *rods, SnId id);
/* The segment with the constants that the rod's parameters make of it. */
SnRodSegment sn_rod_segment(const SnSystemRods *rods, int segment);

#endif
