/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rigid/turn_rates.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

void sn_turn_xyz(const double turn[9], double angle[3])
{
    angle[0] = atan2(-turn[5], turn[8]);
    angle[1] = atan2(turn[2], hypot(turn[0], turn[1]));
    angle[2] = atan2(-turn[1], turn[0]);
}

#define LEAST_COSINE 1e-9

void sn_turn_xyz_rates(const double angle[3], double rate[9], double by_angle[3][9])
{
    const double c2 = fmax(cos(angle[1]), LEAST_COSINE), s2 = sin(angle[1]), t2 = s2 / c2;
    const double c3 = cos(angle[2]), s3 = sin(angle[2]);
    const double n[9] = {c3 / c2, -s3 / c2, 0, s3, c3, 0, -t2 * c3, t2 * s3, 1};
    const double by_second[9] = {t2 / c2 * c3,    -t2 / c2 * s3,  0, 0, 0, 0,
                                 -c3 / (c2 * c2), s3 / (c2 * c2), 0};
    const double by_third[9] = {-s3 / c2, -c3 / c2, 0, c3, -s3, 0, t2 * s3, t2 * c3, 0};
    memcpy(rate, n, sizeof n);
    memset(by_angle[0], 0, sizeof by_angle[0]);
    memcpy(by_angle[1], by_second, sizeof by_second);
    memcpy(by_angle[2], by_third, sizeof by_third);
}

void sn_turn_vector_terms(double angle, double *g, double *slope)
{
    if (angle < 0.02) {
        const double t2 = angle * angle;
        *g = 1.0 / 12 + t2 / 720 + t2 * t2 / 30240;
        *slope = 1.0 / 360 + t2 / 7560;
        return;
    }
    const double half = angle / 2, cot = 1 / tan(half), t2 = angle * angle;
    *g = (1 - half * cot) / t2;
    /* d(1 - h cot h)/dt = -cot h / 2 + h / (2 sin^2 h), h = t/2 */
    const double sine = sin(half);
    *slope = ((-cot + half / (sine * sine)) / 2 - 2 * angle * *g) / (t2 * angle);
}

void sn_turn_vector_rates(const double vector[3], double rate[9], double by_angle[3][9])
{
    double cross[9], square[9], g, slope;
    sn_turn_vector_terms(sn_v3_norm(vector), &g, &slope);
    sn_m3_cross(vector, cross);
    sn_m3_mul(cross, cross, square);
    for (int i = 0; i < 9; i++)
        rate[i] = (i % 4 == 0) + 0.5 * cross[i] + g * square[i];
    for (int k = 0; k < 3; k++) {
        double unit[3] = {0}, of_unit[9], before[9], after[9];
        unit[k] = 1;
        sn_m3_cross(unit, of_unit);
        sn_m3_mul(of_unit, cross, before);
        sn_m3_mul(cross, of_unit, after);
        for (int i = 0; i < 9; i++)
            by_angle[k][i] =
                0.5 * of_unit[i] + g * (before[i] + after[i]) + slope * vector[k] * square[i];
    }
}
