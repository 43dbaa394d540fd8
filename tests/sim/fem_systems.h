/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small solids in systems. */
#ifndef SN_TESTS_FEM_SYSTEMS_H
#define SN_TESTS_FEM_SYSTEMS_H

#include "engine/check/build/build_fem.h"

/* Neo-Hookean, E 50 kPa, nu 0.4, 1000 kg/m3; split Mooney-Rivlin with hard incompressibility. */
SnMaterial fem_material(SnIncompressibility incompressibility);
/* Finished grid of bricks of `size` from the origin. */
SnFemSolid *fem_box(const int cells[3], double size, SnIncompressibility incompressibility);
SnFemSolid *fem_box_of(const int cells[3], double size, SnIncompressibility incompressibility,
                       const SnMaterial *material);
/* Number of a node of such a grid. */
static inline int fem_box_node(const int cells[3], int i, int j, int k)
{
    return i + (cells[0] + 1) * (j + (cells[1] + 1) * k);
}

typedef enum FemParts {
    FEM_FIXED = 1,     /* the face x = 0 held, a node of the far end driven */
    FEM_ATTACHED = 2,  /* corners on a body, a marker with a spring, a body on four nodes */
    FEM_DAMPED = 4,    /* Rayleigh */
    FEM_SEGMENTS = 8,  /* a bundle of segments, active */
    FEM_VISCOUS = 16,  /* two Prony terms */
    FEM_STIFFENS = 32, /* the bundle stiffens its elements */
} FemParts;

SnSystem *fem_system(const int cells[3], unsigned parts, SnIncompressibility incompressibility,
                     SnStepMethod method, double step_size);

#endif
