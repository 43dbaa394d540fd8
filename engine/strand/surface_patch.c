/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/surface_patch.h"

#include "engine/base/vec.h"
#include "engine/strand/curve.h"

#include <stdbool.h>

#define ITERATIONS 60

/* Place and derivatives at parameters: du dv first, duu duv dvv second. */
typedef struct Jet {
    double x[3], du[3], dv[3], duu[3], duv[3], dvv[3];
} Jet;

/* Each direction is a spline that goes on straight beyond its ends. */
static void weights(int n, double u, SnCurveWeights *w)
{
    const SnCurve curve = {.shape = SN_GUIDE_SPLINE, .ends = SN_GUIDE_PLAIN, .n = n};
    sn_curve_weights(&curve, u, w);
}

static void jet_at(const SnSurfaceGeometry *patch, double u, double v, Jet *jet)
{
    SnCurveWeights a, b;
    weights(patch->columns, u, &a);
    weights(patch->rows, v, &b);
    *jet = (Jet){0};
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) {
            const double *x = patch->control[patch->columns * b.control[r] + a.control[c]];
            sn_v3_axpy(a.b[c] * b.b[r], x, jet->x);
            sn_v3_axpy(a.b1[c] * b.b[r], x, jet->du);
            sn_v3_axpy(a.b[c] * b.b1[r], x, jet->dv);
            sn_v3_axpy(a.b2[c] * b.b[r], x, jet->duu);
            sn_v3_axpy(a.b1[c] * b.b1[r], x, jet->duv);
            sn_v3_axpy(a.b[c] * b.b2[r], x, jet->dvv);
        }
}

void sn_patch_point(const SnSurfaceGeometry *patch, double u, double v, double x[3])
{
    Jet jet;
    jet_at(patch, u, v, &jet);
    sn_v3_copy(jet.x, x);
}

double sn_patch_reach(const SnSurfaceGeometry *patch)
{
    double least = HUGE_VAL;
    for (int r = 0; r < patch->rows; r++)
        for (int c = 0; c < patch->columns; c++) {
            const double *x = patch->control[patch->columns * r + c];
            if (c + 1 < patch->columns)
                least = fmin(least, sn_v3_distance(x, x + 3));
            if (r + 1 < patch->rows)
                least =
                    fmin(least, sn_v3_distance(x, patch->control[patch->columns * (r + 1) + c]));
        }
    return fmax(0.1 * least, 1e-9);
}

/* The parameters of the nearest point to p by Newton's iteration from (*u, *v), shortened where it
 * would lead away. */
static void refine(const SnSurfaceGeometry *patch, const double p[3], double *u, double *v,
                   Jet *jet)
{
    double r[3];
    jet_at(patch, *u, *v, jet);
    sn_v3_sub(jet->x, p, r);
    double best = sn_v3_dot(r, r);
    for (int i = 0; i < ITERATIONS; i++) {
        const double gu = sn_v3_dot(r, jet->du), gv = sn_v3_dot(r, jet->dv);
        const double e = sn_v3_dot(jet->du, jet->du), f = sn_v3_dot(jet->du, jet->dv),
                     g = sn_v3_dot(jet->dv, jet->dv);
        double huu = e + sn_v3_dot(r, jet->duu), huv = f + sn_v3_dot(r, jet->duv),
               hvv = g + sn_v3_dot(r, jet->dvv);
        if (!(huu > 0 && huu * hvv - huv * huv > 0.01 * (e * g - f * f)))
            huu = e, huv = f, hvv = g; /* Gauss-Newton, where the distance is not convex */
        const double det = huu * hvv - huv * huv;
        if (!(det > 0))
            return;
        double su = -(hvv * gu - huv * gv) / det, sv = -(huu * gv - huv * gu) / det;
        const double size = fmax(fabs(su), fabs(sv));
        if (size > 0.5)
            su *= 0.5 / size, sv *= 0.5 / size;
        bool nearer = false;
        for (int k = 0; k < 20 && !nearer; k++, su /= 2, sv /= 2) {
            Jet next;
            jet_at(patch, *u + su, *v + sv, &next);
            double there[3];
            sn_v3_sub(next.x, p, there);
            nearer = sn_v3_dot(there, there) <= best;
            if (nearer) {
                best = sn_v3_dot(there, there);
                *u += su, *v += sv, *jet = next;
                sn_v3_copy(there, r);
            }
        }
        if (!nearer || size < 1e-13)
            return;
    }
}

/* Start: the nearest of a grid of places. */
static void locate(const SnSurfaceGeometry *patch, const double p[3], double *u, double *v,
                   Jet *jet)
{
    const int n_u = 2 * (patch->columns - 3), n_v = 2 * (patch->rows - 3);
    double best = HUGE_VAL;
    *u = *v = 0;
    for (int i = 0; i <= n_u; i++)
        for (int k = 0; k <= n_v; k++) {
            double x[3];
            sn_patch_point(patch, 0.5 * i, 0.5 * k, x);
            const double there = sn_v3_distance(x, p);
            if (there < best)
                best = there, *u = 0.5 * i, *v = 0.5 * k;
        }
    refine(patch, p, u, v, jet);
}

void sn_patch_nearest(const SnSurfaceGeometry *patch, const double p[3], double x[3])
{
    double u, v;
    Jet jet;
    locate(patch, p, &u, &v, &jet);
    sn_v3_copy(jet.x, x);
}

void sn_patch_track(const SnSurfaceGeometry *patch, const double p[3], double x[3])
{
    double u, v;
    Jet jet;
    locate(patch, x, &u, &v, &jet);
    refine(patch, p, &u, &v, &jet);
    sn_v3_copy(jet.x, x);
}

static void normal_of(const Jet *jet, double n[3])
{
    sn_v3_cross(jet->du, jet->dv, n);
    sn_v3_normalize(n, n);
}

void sn_patch_normal(const SnSurfaceGeometry *patch, const double x[3], double n[3])
{
    double u, v;
    Jet jet;
    locate(patch, x, &u, &v, &jet);
    normal_of(&jet, n);
}

/* n' = -S v: with the first and second fundamental forms I, II and v = du a + dv b,
 * (n'.du, n'.dv) = -II (a, b), n' = du c + dv d, I (c, d) = -II (a, b). */
void sn_patch_turn(const SnSurfaceGeometry *patch, const double x[3], const double v[3],
                   double turn[3])
{
    double pu, pv, n[3];
    Jet jet;
    locate(patch, x, &pu, &pv, &jet);
    normal_of(&jet, n);
    const double e = sn_v3_dot(jet.du, jet.du), f = sn_v3_dot(jet.du, jet.dv),
                 g = sn_v3_dot(jet.dv, jet.dv), det = e * g - f * f;
    sn_v3_set(0, 0, 0, turn);
    if (!(det > 0))
        return;
    const double ru = sn_v3_dot(v, jet.du), rv = sn_v3_dot(v, jet.dv);
    const double a = (g * ru - f * rv) / det, b = (e * rv - f * ru) / det;
    const double su = -(sn_v3_dot(n, jet.duu) * a + sn_v3_dot(n, jet.duv) * b);
    const double sv = -(sn_v3_dot(n, jet.duv) * a + sn_v3_dot(n, jet.dvv) * b);
    sn_v3_scale((g * su - f * sv) / det, jet.du, turn);
    sn_v3_axpy((e * sv - f * su) / det, jet.dv, turn);
}
