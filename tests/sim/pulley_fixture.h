/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands over pulleys for tests: put together node by node, without gravity. */
#ifndef SN_TESTS_SIM_PULLEY_FIXTURE_H
#define SN_TESTS_SIM_PULLEY_FIXTURE_H

#include "engine/check/build/build_curve_coordinate.h"

typedef struct SnPulleyFixture {
    SnSystem *system;
    SnState *state;
    SnWorkspace *work;
} SnPulleyFixture;

/* A strand being put together. */
typedef struct SnPulleyStrand {
    SnBuild *build;
    SnBuildStrandNode nodes[64];
    int n, guide[4], first[4], count[4], side[4], wheel[4], n_pulleys;
    bool grip;
    double stiffness; /* 0: inextensible */
} SnPulleyStrand;

SnPulleyStrand sn_pulley_strand(void);
void sn_pulley_point_node(SnPulleyStrand *s, int block, double x, double y);
/* Returns the particle. */
int sn_pulley_free_node(SnPulleyStrand *s, double mass, double x, double y);
/* friction < 0: no flow. */
void sn_pulley_node(SnPulleyStrand *s, int guide, int count, int side, int wheel, double friction);
SnPulleyFixture sn_pulley_finish(SnPulleyStrand *s, bool closed, double line_density, double ratio);
/* The guide of a wheel on a carrier. */
int sn_pulley_circle(SnBuild *build, int carrier, double x, double y, double radius);
/* Length of the first strand at the state as it is. */
double sn_pulley_length(SnPulleyFixture *f);
void sn_pulley_fixture_free(SnPulleyFixture *f);

#endif
