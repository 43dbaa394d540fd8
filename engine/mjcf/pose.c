/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

void sn_mjcf_axes_along(const double axis[3], double r[9])
{
    const double z[3] = {0, 0, 1};
    double q[4] = {1 + axis[2], 0, 0, 0};
    sn_v3_cross(z, axis, q + 1);
    if (q[0] < 1e-9)
        q[0] = 0, q[1] = 1, q[2] = 0; /* half a turn about x */
    sn_q_normalize(q);
    sn_q_to_m3(q, r);
}

void sn_mjcf_from_global(const SnMjcf *mjcf, const SnPlacement *world, SnPlacement *pose)
{
    SnPlacement back;
    if (!mjcf->global)
        return;
    sn_placement_inverse(world, &back);
    sn_placement_mul(&back, pose, pose);
}

void sn_mjcf_inertia_shift(double sign, double mass, const double c[3], double inertia[6])
{
    const double m = sign * mass, square = sn_v3_dot(c, c);
    for (int k = 0; k < 3; k++)
        inertia[k] += m * (square - c[k] * c[k]);
    inertia[3] -= m * c[0] * c[1];
    inertia[4] -= m * c[0] * c[2];
    inertia[5] -= m * c[1] * c[2];
}

void sn_mjcf_inertia_turn(const double r[9], double t[6])
{
    const double m[9] = {t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2]};
    double turned[9], back[9], result[9];
    sn_m3_mul(r, m, turned);
    sn_m3_transpose(r, back);
    sn_m3_mul(turned, back, result);
    t[0] = result[0];
    t[1] = result[4];
    t[2] = result[8];
    t[3] = 0.5 * (result[1] + result[3]);
    t[4] = 0.5 * (result[2] + result[6]);
    t[5] = 0.5 * (result[5] + result[7]);
}
