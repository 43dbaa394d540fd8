/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the verification cases of strands share. */
#ifndef SN_CHECK_VERIFY_STRAND_H
#define SN_CHECK_VERIFY_STRAND_H

#include "engine/check/build_strand.h"
#include "engine/check/verify_case.h"

extern const double SN_VERIFY_GRAVITY[3]; /* 9.81 down z */
extern const double SN_VERIFY_ORIGIN[3];

typedef struct SnVerifyNode {
    int point; /* of sn_build_point, or of the two functions below */
    enum {
        SN_VERIFY_MATERIAL,
        SN_VERIFY_VIRTUAL, /* matter passes freely */
        SN_VERIFY_FLOW,    /* a boundary that matter passes, with friction */
    } kind;
    double friction;
} SnVerifyNode;

/* A point of a particle with that mass (which may be 0); its handle is the last one. */
int sn_verify_free_point(SnBuild *build, double mass, const double position[3]);
int sn_verify_fixed_point(SnBuild *build, const double position[3]);
/* An open strand through n nodes as they stand; rest_length 0: as long as its path. */
int sn_verify_strand(SnBuild *build, const SnStrandParameters *p, double rest_length, int n,
                     const SnVerifyNode *nodes);

/* Tension of a segment at the last evaluation [N]; NAN after a fault. */
double sn_verify_tension(const SnTrial *trial, int segment);
/* Its length and rest length [m]. */
void sn_verify_lengths(const SnTrial *trial, int segment, double lengths[2]);
/* Where a point is; NAN after a fault. */
void sn_verify_place(const SnTrial *trial, int point, double x[3]);

#endif
