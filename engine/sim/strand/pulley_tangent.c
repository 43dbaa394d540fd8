/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/pulley_tangent.h"

#include "engine/base/vec.h"

#include <math.h>

/* Common tangents converge quadratically where both grooves lie in a plane. */
#define ITERATIONS 60
#define LONGEST    0.25 /* half of a stretch [rad] */

/* From the axle, in the axes of the groove. */
static void from_axle(const SnGroove *groove, const double x[3], double r[3])
{
    sn_v3_sub(x, groove->center, r);
    sn_m3_tmul_v3(groove->axes, r, r);
}

/* An ellipse becomes a circle, and tangents stay tangents, when both axes are measured by their
 * radii. */
void sn_groove_tangent(const SnGroove *groove, const double x[3], bool leaving, double turn[2])
{
    double r[3];
    from_axle(groove, x, r);
    const double a = r[0] / groove->guide->radii[0], b = r[1] / groove->guide->radii[1];
    const double square = a * a + b * b;
    if (!(square > 0)) {
        turn[0] = 1, turn[1] = 0;
    } else if (square > 1) {
        const double along = sqrt(square - 1) * (leaving ? -groove->side : groove->side);
        turn[0] = (a - along * b) / square;
        turn[1] = (b + along * a) / square;
    } else { /* inside: straight out */
        const double distance = sqrt(square);
        turn[0] = a / distance, turn[1] = b / distance;
    }
}

/* First guess of where a strand leaves (or enters) one groove for another: of circles in a plane it
 * is exact, as if the one had the radius r_a -+ r_b and the other none. */
static void common_tangent(const SnGroove *a, const SnGroove *b, bool leaving, double turn[2])
{
    double r[3];
    const double along =
        a->axes[2] * b->axes[2] + a->axes[5] * b->axes[5] + a->axes[8] * b->axes[8];
    const int same = a->side * b->side * (along < 0 ? -1 : 1);
    from_axle(a, b->center, r);
    const double distance = sqrt(r[0] * r[0] + r[1] * r[1]);
    const double radius = a->guide->radii[0] - same * b->guide->radii[0];
    const double cosine = distance > fabs(radius) ? radius / distance : 1;
    const double sine = sqrt(1 - cosine * cosine) * (leaving ? -a->side : a->side);
    const double x = distance > 0 ? r[0] / distance : 1, y = distance > 0 ? r[1] / distance : 0;
    turn[0] = x * cosine - y * sine;
    turn[1] = y * cosine + x * sine;
}

void sn_groove_gap(const SnGroove *a, const SnGroove *b, bool leaving, double at_a[2],
                   double at_b[2])
{
    double x[3], last[2] = {HUGE_VAL, HUGE_VAL};
    common_tangent(a, b, leaving, at_a);
    for (int i = 0; i < ITERATIONS && fabs(at_a[0] - last[0]) + fabs(at_a[1] - last[1]) > 2e-15;
         i++) {
        last[0] = at_a[0], last[1] = at_a[1];
        sn_groove_place(a->guide, a->center, a->axes, last, x);
        sn_groove_tangent(b, x, !leaving, at_b);
        sn_groove_place(b->guide, b->center, b->axes, at_b, x);
        sn_groove_tangent(a, x, leaving, at_a);
    }
}

/* Of an ellipse: Gauss-Legendre, on stretches that are short enough to be exact to rounding. */
double sn_groove_arc(const SnSystemGuide *guide, const double middle[2], double half)
{
    static const double x[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                0.9602898564975363};
    static const double w[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                0.1012285362903763};
    const double a = guide->radii[0], b = guide->radii[1];
    const bool is_long = fabs(half) > LONGEST;
    double sum = 0;
    for (int i = 0; i < (is_long ? 1 : 4); i++) {
        const double angle = is_long ? 0.5 * half : half * x[i];
        const double cosine = cos(angle), sine = sin(angle);
        for (int side = -1; side <= 1; side += 2) {
            const double turn[2] = {cosine * middle[0] - side * sine * middle[1],
                                    cosine * middle[1] + side * sine * middle[0]};
            const double p = a * turn[1], q = b * turn[0];
            sum += is_long ? sn_groove_arc(guide, turn, angle)
                           : fabs(half) * w[i] * sqrt(p * p + q * q);
        }
    }
    return sum;
}
