/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rod_contact.c and rod_touch.c share: contacts of frames, and where vertices touch. */
#ifndef SN_SIM_ROD_ROD_CONTACT_PART_H
#define SN_SIM_ROD_ROD_CONTACT_PART_H

#include "engine/sim/rod/rod_contact.h"
#include "engine/strand/voxels.h"
#include "engine/strand/wrenches.h"

/* Contacts of one frame. */
typedef struct SnRodFrameContact {
    SnWrenches wrenches;        /* angular parts over `arm` */
    double arm;                 /* [m] */
    double depth[6];            /* sum of wrench x depth */
    double point[3], normal[3]; /* sums */
    int n;                      /* directions held */
    bool leaves;                /* it pulled and is in something, but moves off */
    double direction[6][6];     /* as the wrenches */
    double residual[6];         /* [m] */
    int n_blocks;               /* of what it touches */
    double (*cross)[6][6];      /* [n_blocks] sum of wrench x row of the partner's block */
    double (*partner)[6][6];    /* [n_blocks] row parts, by direction */
} SnRodFrameContact;

struct SnRodContactWorkspace {
    bool wanted, pushed, held;           /* in a step: found, pushed out, not to be pushed */
    bool *fixed;                         /* [n_rods][n_vertices] in one: out of contact */
    int *first_vertex;                   /* [n_rods + 1] */
    double (*position)[3], (*normal)[3]; /* of all vertices */
    SnVoxels **rod_voxels;               /* [n_rods] of strands that others touch; else NULL */
    SnVoxels **surface_voxels;           /* [n_partners] NULL: a strand */
    SnRodFrameContact *frame;            /* [n_frames] */
};

typedef struct SnRodTouch {
    double normal[3]; /* out of the partner */
    double gap;       /* [m], negative inside */
    int block;        /* the partner's */
    int number;       /* of that block among the partner's */
} SnRodTouch;

/* Places and normals of all vertices, and the voxels of strands that others touch, at q. */
void sn_rod_place_vertices(const SnSystem *system, const double *q, SnRodContactWorkspace *contact);
/* Whether a vertex at a place, with its own normal, is nearest to a point of this partner. */
bool sn_rod_touches(const SnSystem *system, const double *q, const SnRodContactWorkspace *contact,
                    int partner, const double at[3], const double own[3], SnRodTouch *touch);
/* n'(v at a place), as a row over the block's velocities. */
void sn_rod_normal_row(const SnSystem *system, const double *q, int block, const double normal[3],
                       const double at[3], double row[6]);

#endif
