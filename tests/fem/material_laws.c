/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fem/material_laws.h"

#include <string.h>

#ifdef __x86_64__
#define DECLARE(set)                                                                               \
    void sn_fem_material_shape_##set(const SnMaterial *material, const SnPointInput *input,        \
                                     int want_tangent, SnPointStress *out);                        \
    void sn_fem_material_volume_##set(const SnMaterial *material, SnLanes j, SnLanes activation,   \
                                      SnLanes *u, SnLanes *first, SnLanes *second);
DECLARE(avx2)
DECLARE(avx512)
#endif

const LawSet law_sets[] = {
    {"base", sn_fem_material_shape_base, sn_fem_material_volume_base},
#ifdef __x86_64__
    {"avx2", sn_fem_material_shape_avx2, sn_fem_material_volume_avx2},
    {"avx512", sn_fem_material_shape_avx512, sn_fem_material_volume_avx512},
#endif
    {NULL},
};

bool law_set_runs(const LawSet *set)
{
    return sn_instructions_run((SnInstructions)(set - law_sets));
}

void laws_at(const LawSet *set, const SnMaterial *material, const double (*f)[9],
             const double (*fibre)[3], const double activation[4], Answer answer[4])
{
    SnPointInput in = {.whole = 1};
    SnPointStress out;
    for (int lane = 0; lane < 4; lane++) {
        for (int i = 0; i < 9; i++)
            in.f[i][lane] = f[lane][i];
        for (int i = 0; i < 3; i++)
            in.fibre[i][lane] = fibre[lane][i];
        in.j[lane] = sn_m3_det(f[lane]);
        in.activation[lane] = activation[lane];
    }
    set->shape(material, &in, 1, &out);
    for (int lane = 0; lane < 4; lane++) {
        answer[lane].energy = out.energy[lane];
        for (int i = 0; i < 6; i++)
            answer[lane].stress[i] = out.stress[i][lane];
        for (int i = 0; i < 21; i++)
            answer[lane].tangent[i] = out.tangent[i][lane];
    }
}

Answer law_at(const LawSet *set, const SnMaterial *material, const double f[9],
              const double fibre[3], double activation)
{
    double four[4][9], fibres[4][3], activations[4];
    Answer answer[4];
    for (int lane = 0; lane < 4; lane++) {
        memcpy(four[lane], f, sizeof four[lane]);
        memcpy(fibres[lane], fibre, sizeof fibres[lane]);
        activations[lane] = activation;
    }
    laws_at(set, material, (const double(*)[9])four, (const double(*)[3])fibres, activations,
            answer);
    return answer[0];
}

void volume_at(const LawSet *set, const SnMaterial *material, double j, double activation,
               double *u, double *first, double *second)
{
    const SnLanes all = {1, 1, 1, 1};
    SnLanes a, b, c;
    set->volume(material, all * j, all * activation, &a, &b, &c);
    *u = a[0], *first = b[0], *second = c[0];
}
