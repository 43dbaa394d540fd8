/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduced strands in systems built by hand. */
#ifndef SN_CHECK_BUILD_STRAND_H
#define SN_CHECK_BUILD_STRAND_H

#include "engine/check/build/build_system.h"

typedef enum SnBuildNodeKind {
    SN_BUILD_MATERIAL,
    SN_BUILD_VIRTUAL,  /* no boundary: matter passes freely */
    SN_BUILD_EULERIAN, /* a boundary that matter passes: its coordinate is an unknown */
} SnBuildNodeKind;

typedef struct SnBuildStrandNode {
    int point; /* sn_build_point: of a particle, which may have no mass, a body or the world */
    SnBuildNodeKind kind;
    double friction; /* with flow */
    bool movable;    /* material */
} SnBuildStrandNode;

/* A strand through n nodes as they stand; `p` as it is, a density of 0 allowed.  rest_length 0: as
 * long as its path; boundaries lie evenly along the path.  Inextensible ones get their rows when
 * the system is finished.  Returns its number. */
int sn_build_strand(SnBuild *build, const SnStrandParameters *p, double rest_length, bool closed,
                    int n, const SnBuildStrandNode *nodes);

/* A particle without mass and its point, for a free node. */
int sn_build_free_node(SnBuild *build, const double position[3]);
/* A point in the world. */
int sn_build_world_point(SnBuild *build, const double position[3]);

#endif
