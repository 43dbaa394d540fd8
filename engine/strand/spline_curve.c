/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/spline_curve.h"

#include <string.h>

enum { SEARCH_STEPS = 60, SAMPLES_IN_SPAN = 8, LENGTH_SAMPLES = 64 };

/* Knot j of n + 4; span k lies between knots k + 3 and k + 4. */
static double knot(int n, bool reaches, int j)
{
    const double t = j - 3;
    return reaches ? fmin(fmax(t, 0), n - 3) : t;
}

void sn_spline_polynomials(int n, bool reaches, int span, double polynomial[4][4])
{
    /* Cox and de Boor with polynomials in s = u - span */
    memset(polynomial, 0, 16 * sizeof(double));
    polynomial[3][0] = 1;
    for (int degree = 1; degree <= 3; degree++)
        for (int i = 3 - degree; i <= 3; i++) {
            const double t0 = knot(n, reaches, span + i), t1 = knot(n, reaches, span + i + degree);
            const double t2 = knot(n, reaches, span + i + 1);
            const double t3 = knot(n, reaches, span + i + degree + 1);
            const double rise = t1 > t0 && i > 3 - degree ? 1 / (t1 - t0) : 0;
            const double fall = t3 > t2 && i < 3 ? 1 / (t3 - t2) : 0;
            double sum[4] = {0};
            for (int k = 0; k < 4; k++) {
                const double mine = polynomial[i][k], next = i < 3 ? polynomial[i + 1][k] : 0;
                sum[k] += rise * (span - t0) * mine + fall * (t3 - span) * next;
                if (k < 3)
                    sum[k + 1] += rise * mine - fall * next;
            }
            memcpy(polynomial[i], sum, sizeof sum);
        }
}

void sn_spline_basis(const double polynomial[4][4], double s, SnSplineBasis *basis)
{
    for (int i = 0; i < 4; i++) {
        const double *p = polynomial[i];
        basis->b[i] = p[0] + s * (p[1] + s * (p[2] + s * p[3]));
        basis->first[i] = p[1] + s * (2 * p[2] + s * 3 * p[3]);
        basis->second[i] = 2 * p[2] + s * 6 * p[3];
    }
}

int sn_spline_basis_at(int n, bool reaches, double u, SnSplineBasis *basis)
{
    double polynomial[4][4];
    const double inside = fmin(fmax(u, 0), n - 3);
    const int span = inside < n - 4 ? (int)inside : n - 4;
    sn_spline_polynomials(n, reaches, span, polynomial);
    sn_spline_basis((const double(*)[4])polynomial, inside - span, basis);
    return span;
}

void sn_spline_point(const SnSplineCurve *curve, double u, double position[3], double tangent[3],
                     double second[3])
{
    SnSplineBasis basis;
    const int first = sn_spline_basis_at(curve->n, curve->reaches, u, &basis);
    if (position)
        sn_spline_combine(basis.b, curve->x + first, position);
    if (tangent)
        sn_spline_combine(basis.first, curve->x + first, tangent);
    if (second)
        sn_spline_combine(basis.second, curve->x + first, second);
}

double sn_spline_closest(const SnSplineCurve *curve, const double point[3], double start)
{
    const double end = curve->n - 3;
    double u = fmin(fmax(start, 0), end);
    for (int i = 0; i < SEARCH_STEPS; i++) {
        double x[3], first[3], second[3], away[3];
        sn_spline_point(curve, u, x, first, second);
        sn_v3_sub(x, point, away);
        /* (|x - p|^2 / 2)' and ''; without the second derivative of x where that bends away */
        const double slope = sn_v3_dot(away, first), square = sn_v3_dot(first, first);
        const double curvature = square + sn_v3_dot(away, second);
        const double change = -slope / (curvature > 0.1 * square ? curvature : square);
        const double next = fmin(fmax(u + fmin(fmax(change, -0.5), 0.5), 0), end);
        const bool there = fabs(next - u) <= 1e-15 * end;
        u = next;
        if (there || !(square > 0))
            break;
    }
    return u;
}

double sn_spline_closest_anywhere(const SnSplineCurve *curve, const double point[3])
{
    double best = 0, least = INFINITY;
    for (int i = 0; i <= SAMPLES_IN_SPAN * (curve->n - 3); i++) {
        double x[3];
        sn_spline_point(curve, (double)i / SAMPLES_IN_SPAN, x, NULL, NULL);
        const double distance = sn_v3_distance(x, point);
        if (distance < least) {
            least = distance;
            best = (double)i / SAMPLES_IN_SPAN;
        }
    }
    return sn_spline_closest(curve, point, best);
}

/* Length by Simpson's rule up to a parameter. */
static double length_to(const SnSplineCurve *curve, double u)
{
    double sum = 0;
    for (int span = 0; span < curve->n - 3 && span < u; span++) {
        const double part = fmin(u - span, 1);
        for (int i = 0; i <= LENGTH_SAMPLES; i++) {
            double tangent[3];
            sn_spline_point(curve, span + part * i / LENGTH_SAMPLES, NULL, tangent, NULL);
            const double weight = i == 0 || i == LENGTH_SAMPLES ? 1 : i % 2 ? 4 : 2;
            sum += weight * part / (3 * LENGTH_SAMPLES) * sn_v3_norm(tangent);
        }
    }
    return sum;
}

double sn_spline_at_part(const SnSplineCurve *curve, double part)
{
    const double wanted = part * length_to(curve, curve->n - 3);
    double low = 0, high = curve->n - 3;
    if (part <= 0)
        return low;
    if (part >= 1)
        return high;
    for (int i = 0; i < SEARCH_STEPS; i++) {
        const double middle = (low + high) / 2;
        *(length_to(curve, middle) < wanted ? &low : &high) = middle;
    }
    return (low + high) / 2;
}
