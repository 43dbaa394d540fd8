/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands of tests, node by node. */
#ifndef SN_TESTS_STRAND_DRAFT_H
#define SN_TESTS_STRAND_DRAFT_H

#include "engine/check/build/build_strand.h"

typedef struct StrandDraft {
    SnBuild *build;
    SnStrandParameters p;
    bool closed;
    int n;
    SnBuildStrandNode nodes[80];
} StrandDraft;

/* Tension only, no muscle. */
SnStrandParameters strand_parameters(double line_density, double stiffness);
StrandDraft strand_begin(SnBuild *build, SnStrandParameters p, bool closed);
/* All return the number of the node in the strand. */
int strand_node(StrandDraft *draft, int point, bool is_virtual);
int strand_world_node(StrandDraft *draft, const double x[3], bool is_virtual);
int strand_eulerian_node(StrandDraft *draft, int point, double friction);
/* On a particle of its own, with the mass of a bead or none; returns the particle. */
int strand_free_node(StrandDraft *draft, double bead, const double x[3], bool is_virtual);
/* Returns the strand's number. */
int strand_end(StrandDraft *draft, double rest_length);

#endif
