/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands through every kind of node, away from equilibrium. */
#ifndef SN_TESTS_RANDOM_STRANDS_H
#define SN_TESTS_RANDOM_STRANDS_H

#include "tests/sim/random_system.h"

typedef enum RandomLaws {
    RANDOM_LAWS_STRETCH, /* linear, tendon, muscles, belts, with flow */
    RANDOM_LAWS_TIGHT,   /* inextensible and slack, with and without flow */
} RandomLaws;

/* Through `n` points of the system (at least 6), new free nodes and beads. */
void random_strands(SnBuild *build, Random *r, int n, const int *points, RandomLaws laws);

#endif
