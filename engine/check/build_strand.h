/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduced strands in systems built by hand: begin, nodes in order, end. */
#ifndef SN_CHECK_BUILD_STRAND_H
#define SN_CHECK_BUILD_STRAND_H

#include "engine/check/build_system.h"

/* Tension-only, 1 N/1 of strain, no muscle; to be changed and given to sn_build_strand. */
SnStrandParameters sn_strand_parameters(double line_density, double stiffness);

/* Begins a strand; returns its index. */
int sn_build_strand(SnBuild *build, const SnStrandParameters *parameters, bool closed);
/* Next node of the strand begun last, at a point; returns its index. */
int sn_build_strand_node(SnBuild *build, int point, bool is_virtual);
/* The same on a point of its own (a particle with the mass of a bead, or none). */
int sn_build_strand_free_node(SnBuild *build, double bead, const double position[3],
                              bool is_virtual);
/* Makes a node of the strand begun last a boundary whose matter passes, with friction; returns the
 * handle of its flow. */
int sn_build_strand_flow(SnBuild *build, int node, double friction);
/* Ends the strand begun last: its segments, and the matter in proportion to its way at the start;
 * rest_length 0: as long as that. */
void sn_build_strand_end(SnBuild *build, double rest_length);

#endif
