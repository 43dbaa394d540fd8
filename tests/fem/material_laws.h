/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of each instruction set, called for one point or four. */
#ifndef SN_TESTS_MATERIAL_LAWS_H
#define SN_TESTS_MATERIAL_LAWS_H

#include "engine/base/instructions.h"
#include "engine/base/vec.h"
#include "engine/fem/material_point.h"

#include <stdbool.h>

typedef struct LawSet {
    const char *name;
    void (*shape)(const SnMaterial *, const SnPointInput *, int, SnPointStress *);
    void (*volume)(const SnMaterial *, SnLanes, SnLanes, SnLanes *, SnLanes *, SnLanes *);
} LawSet;
extern const LawSet law_sets[]; /* of each SnInstructions; ends with a NULL name */
bool law_set_runs(const LawSet *set);

typedef struct Answer {
    double energy, stress[6], tangent[21];
} Answer;
/* Corotated: the whole law. */
Answer law_at(const LawSet *set, const SnMaterial *material, const double f[9],
              const double fibre[3], double activation);
void laws_at(const LawSet *set, const SnMaterial *material, const double (*f)[9],
             const double (*fibre)[3], const double activation[4], Answer answer[4]);
void volume_at(const LawSet *set, const SnMaterial *material, double j, double activation,
               double *u, double *first, double *second);

#endif
