/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tools of laws of the principal stretches. */
#ifndef SN_FEM_MATERIAL_PRINCIPAL_H
#define SN_FEM_MATERIAL_PRINCIPAL_H

#include "engine/fem/material_isotropic.h"

/* Stress and tangent in principal axes, Kirchhoff: tau_a; c_aabb; c_abab of the pairs (0,1) (1,2)
 * (2,0). */
typedef struct Principal {
    SnLanes stress[3], normal[3][3], shear[3];
} Principal;

/* J sigma = sum tau_a n_a n_a; J c likewise (Holzapfel 6.55 and the limits of 6.196). */
SN_LANES_FN void from_principal(const Principal *p, const SnLanes n[3][3], SnLanes j,
                                int want_tangent, SnPointStress *out)
{
    SnLanes dyad[3][6];
    lanes_zero(out->stress, 6);
    for (int a = 0; a < 3; a++) {
        lanes_dyad(n[a], n[a], dyad[a]);
        lanes_add(out->stress, p->stress[a], dyad[a], 6);
    }
    if (want_tangent) {
        lanes_zero(out->tangent, 21);
        for (int a = 0; a < 3; a++) {
            SnLanes row[6], mixed[6];
            lanes_zero(row, 6);
            for (int b = 0; b < 3; b++)
                lanes_add(row, p->normal[a][b], dyad[b], 6);
            lanes_add_outer(out->tangent, row, dyad[a]);
            lanes_dyad(n[a], n[(a + 1) % 3], mixed);
            lanes_add_dyad(out->tangent, 4 * p->shear[a], mixed);
        }
    }
    per_present_volume(j, want_tangent, out);
}

#endif
