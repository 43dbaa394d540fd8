/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>

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

/* One rotation of Jacobi's: makes m[i][k] 0, and turns the columns of the axes along. */
static void rotate(double m[9], double axes[9], int i, int k)
{
    const double off = m[3 * i + k];
    if (off == 0)
        return;
    const double theta = (m[4 * k] - m[4 * i]) / (2 * off);
    const double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int j = 0; j < 3; j++) {
        const double a = m[3 * j + i], b = m[3 * j + k];
        const double p = axes[3 * j + i], q = axes[3 * j + k];
        m[3 * j + i] = c * a - s * b;
        m[3 * j + k] = s * a + c * b;
        axes[3 * j + i] = c * p - s * q;
        axes[3 * j + k] = s * p + c * q;
    }
    for (int j = 0; j < 3; j++) {
        const double a = m[3 * i + j], b = m[3 * k + j];
        m[3 * i + j] = c * a - s * b;
        m[3 * k + j] = s * a + c * b;
    }
}

void sn_mjcf_principal(const double t[6], double moments[3], double axes[9])
{
    enum { SWEEPS = 12 }; /* they converge quadratically: five are enough */
    double m[9] = {t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2]}, found[9], z[3];
    int order[3] = {0, 1, 2};
    sn_m3_identity(found);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        rotate(m, found, 0, 1);
        rotate(m, found, 0, 2);
        rotate(m, found, 1, 2);
    }
    for (int i = 0; i < 2; i++)
        for (int k = i + 1; k < 3; k++)
            if (m[4 * order[k]] > m[4 * order[i]]) {
                const int other = order[i];
                order[i] = order[k];
                order[k] = other;
            }
    for (int k = 0; k < 3; k++) {
        moments[k] = m[4 * order[k]];
        for (int j = 0; j < 3; j++)
            axes[3 * j + k] = found[3 * j + order[k]];
    }
    const double x[3] = {axes[0], axes[3], axes[6]}, y[3] = {axes[1], axes[4], axes[7]};
    sn_v3_cross(x, y, z); /* right-handed */
    for (int j = 0; j < 3; j++)
        axes[3 * j + 2] = z[j];
}
