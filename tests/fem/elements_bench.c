/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time of forces and stiffness per element: least of many rounds, one thread.
 * elements_bench [KIND [LAW-NUMBER]] */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "tests/fem/solid_cases.h"

#define ELEMENTS 720
#define ROUNDS   50

static double least(const SnFemSolid *solid, SnFemInput *input, SnFemScratch *scratch, int rounds)
{
    double best = 1e9;
    for (int round = 0; round < rounds; round++) {
        const int64_t begin = sn_clock_ns();
        sn_fem_evaluate(solid, input, NULL, scratch);
        best = MIN(best, 1e-9 * (double)(sn_clock_ns() - begin));
    }
    return 1e6 * best / ELEMENTS;
}

static void measure(SnElementKind kind, SnMaterialKind law, SnIncompressibility mode)
{
    SnFemSolid *solid = solid_case(kind, law, mode, ELEMENTS, 3);
    SnFemScratch *scratch = sn_fem_scratch_new(solid);
    double(*x)[3] = deformed_case(solid, 2e-4, 4);
    SnFemInput input = {.x = (const double(*)[3])x};

    if (law == SN_MATERIAL_MOONEY_RIVLIN) { /* the tongue's: c10 and c20 only */
        SnMaterial *material = &solid->materials[0];
        material->c01 = material->c11 = material->c02 = 0;
        material->stiffening = 1;
    }
    const double force = least(solid, &input, scratch, ROUNDS);
    input.tangent = true;
    const double tangent = least(solid, &input, scratch, 10 * ROUNDS);
    input.positive_definite = true;
    const double positive_definite = least(solid, &input, scratch, ROUNDS);
    printf("%-9s law %d mode %d: force %6.3f, with stiffness %6.3f, filtered %6.3f us\n",
           sn_element_shape(kind)->name, (int)law, (int)mode, force, tangent, positive_definite);
    free(x);
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(solid);
}

int main(int argc, char **argv)
{
    const int kind = argc > 1 ? sn_element_kind(argv[1]) : -1;
    const int law = argc > 2 ? atoi(argv[2]) : SN_MATERIAL_MOONEY_RIVLIN;

    for (int k = 0; k <= SN_ELEMENT_PYRAMID5; k++)
        for (int mode = 0; (kind < 0 || kind == k) && mode <= SN_INCOMPRESSIBLE_ELEMENT; mode++)
            measure((SnElementKind)k, (SnMaterialKind)law, (SnIncompressibility)mode);
    return 0;
}
