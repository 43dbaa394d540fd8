/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/surface_shape.h"

#include "engine/base/vec.h"
#include "engine/strand/surface_patch.h"

#include <stdbool.h>

#define ITERATIONS 100

/* --- ellipsoid: half axes a, sum (x/a)^2 = 1 --- */

/* Nearest place (Eberly 2013): x = a^2 p / (a^2 + t) with the largest root t of
 * sum (a p / (a^2 + t))^2 = 1, by Newton on that convex function from its left end, bracketed. */
static void ellipsoid_nearest(const double a[3], const double p[3], double x[3])
{
    double least = fmin(a[0], fmin(a[1], a[2])), low = -HUGE_VAL, high = 0;
    for (int i = 0; i < 3; i++) {
        low = fmax(low, -a[i] * a[i] + a[i] * fabs(p[i]));
        high += a[i] * a[i] * p[i] * p[i];
    }
    high = sqrt(high) - least * least;
    double t = low;
    for (int i = 0; i < ITERATIONS && low < high; i++) {
        double value = -1, slope = 0;
        for (int k = 0; k < 3; k++) {
            const double d = a[k] * a[k] + t, r = d != 0 ? a[k] * p[k] / d : 0;
            value += r * r;
            slope -= d != 0 ? 2 * r * r / d : 0;
        }
        if (value > 0)
            low = t;
        else
            high = t;
        double next = slope != 0 ? t - value / slope : 0.5 * (low + high);
        if (!(next >= low && next <= high))
            next = 0.5 * (low + high);
        if (fabs(next - t) <= 1e-16 * (least * least + fabs(t)))
            break;
        t = next;
    }
    double missing = 1;
    for (int k = 0; k < 3; k++) {
        const double d = a[k] * a[k] + t;
        x[k] = d > 0 ? a[k] * a[k] * p[k] / d : 0;
        missing -= x[k] * x[k] / (a[k] * a[k]);
    }
    /* from inside, on the plane of symmetry of the shortest axis: either side is as near */
    for (int k = 0; missing > 1e-9 && k < 3; k++)
        if (a[k] == least && fabs(p[k]) <= 1e-12 * least) {
            x[k] = a[k] * sqrt(missing);
            missing = 0;
        }
}

static void ellipsoid_normal(const double a[3], const double x[3], double n[3])
{
    for (int k = 0; k < 3; k++)
        n[k] = x[k] / (a[k] * a[k]);
    sn_v3_normalize(n, n);
}

static void ellipsoid_turn(const double a[3], const double x[3], const double v[3], double turn[3])
{
    double g[3], n[3];
    for (int k = 0; k < 3; k++) {
        g[k] = x[k] / (a[k] * a[k]);
        turn[k] = v[k] / (a[k] * a[k]);
    }
    const double size = sn_v3_normalize(g, n);
    sn_v3_axpy(-sn_v3_dot(n, turn), n, turn);
    sn_v3_scale(size > 0 ? 1 / size : 0, turn, turn);
}

/* --- cylinder and torus about z --- */

/* Unit vector away from the axis. */
static void outward(const double x[3], double e[3])
{
    sn_v3_set(x[0], x[1], 0, e);
    if (sn_v3_normalize(e, e) == 0)
        e[0] = 1;
}

static void cylinder_nearest(double radius, const double p[3], double x[3])
{
    double e[3];
    outward(p, e);
    sn_v3_set(radius * e[0], radius * e[1], p[2], x);
}

/* From the middle of the tube, and the ring's middle there. */
static void torus_normal(double ring, const double x[3], double n[3])
{
    double e[3];
    outward(x, e);
    sn_v3_copy(x, n);
    sn_v3_axpy(-ring, e, n);
    if (sn_v3_normalize(n, n) == 0)
        sn_v3_copy(e, n);
}

static void torus_nearest(double ring, double tube, const double p[3], double x[3])
{
    double e[3], n[3];
    outward(p, e);
    torus_normal(ring, p, n);
    sn_v3_scale(ring, e, x);
    sn_v3_axpy(tube, n, x);
}

/* Principal directions: round the axis (curvature cos / rho), round the tube (1 / tube). */
static void torus_turn(double ring, double tube, const double x[3], const double v[3],
                       double turn[3])
{
    double e[3], n[3], round[3], along[3];
    outward(x, e);
    torus_normal(ring, x, n);
    sn_v3_set(-e[1], e[0], 0, round);
    sn_v3_cross(n, round, along);
    const double distance = sqrt(x[0] * x[0] + x[1] * x[1]);
    const double k = distance > 0 ? sn_v3_dot(n, e) / distance : 0;
    sn_v3_scale(k * sn_v3_dot(v, round), round, turn);
    sn_v3_axpy(sn_v3_dot(v, along) / tube, along, turn);
}

/* --- all of them --- */

void sn_surface_nearest(const SnSurfaceGeometry *s, const double p[3], double x[3])
{
    switch (s->shape) {
    case SN_SURFACE_ELLIPSOID:
        ellipsoid_nearest(s->size, p, x);
        break;
    case SN_SURFACE_CYLINDER:
        cylinder_nearest(s->size[0], p, x);
        break;
    case SN_SURFACE_TORUS:
        torus_nearest(s->size[0], s->size[1], p, x);
        break;
    case SN_SURFACE_PATCH:
        sn_patch_nearest(s, p, x);
        break;
    }
}

void sn_surface_normal(const SnSurfaceGeometry *s, const double x[3], double n[3])
{
    switch (s->shape) {
    case SN_SURFACE_ELLIPSOID:
        ellipsoid_normal(s->size, x, n);
        break;
    case SN_SURFACE_CYLINDER:
        outward(x, n);
        break;
    case SN_SURFACE_TORUS:
        torus_normal(s->size[0], x, n);
        break;
    case SN_SURFACE_PATCH:
        sn_patch_normal(s, x, n);
        break;
    }
}

void sn_surface_turn(const SnSurfaceGeometry *s, const double x[3], const double v[3],
                     double turn[3])
{
    switch (s->shape) {
    case SN_SURFACE_ELLIPSOID:
        ellipsoid_turn(s->size, x, v, turn);
        break;
    case SN_SURFACE_CYLINDER: {
        double e[3];
        outward(x, e);
        const double round[3] = {-e[1], e[0], 0};
        sn_v3_scale(sn_v3_dot(v, round) / s->size[0], round, turn);
        break;
    }
    case SN_SURFACE_TORUS:
        torus_turn(s->size[0], s->size[1], x, v, turn);
        break;
    case SN_SURFACE_PATCH:
        sn_patch_turn(s, x, v, turn);
        break;
    }
}

/* --- tangents --- */

/* A direction that models rarely use, and two across it; opposite to it the tangents are singular:
 * there the opposite direction serves. */
static const double pole[3] = {0.48, 0.6, 0.64};
static const double across[2][3] = {{0.8, 0, -0.6}, {-0.36, 0.8, -0.48}};

#define NEAR_SINGULAR (-0.99)

typedef struct Basis {
    double p[3], e[2][3];
} Basis;

static void basis_for(const double n[3], Basis *b)
{
    const double sign = sn_v3_dot(n, pole) < NEAR_SINGULAR ? -1 : 1;
    sn_v3_scale(sign, pole, b->p);
    sn_v3_copy(across[0], b->e[0]);
    sn_v3_scale(sign, across[1], b->e[1]);
}

/* e - (e.n) (p + n) / (1 + p.n) */
static void turned(const Basis *b, const double n[3], int i, double t[3])
{
    const double f = sn_v3_dot(b->e[i], n) / (1 + sn_v3_dot(b->p, n));
    for (int k = 0; k < 3; k++)
        t[k] = b->e[i][k] - f * (b->p[k] + n[k]);
}

void sn_surface_tangents(const double n[3], double t1[3], double t2[3])
{
    Basis b;
    basis_for(n, &b);
    turned(&b, n, 0, t1);
    turned(&b, n, 1, t2);
}

void sn_surface_tangent_rates(const double n[3], const double turn[3], double t1_rate[3],
                              double t2_rate[3])
{
    Basis b;
    basis_for(n, &b);
    const double c = 1 + sn_v3_dot(b.p, n), c_rate = sn_v3_dot(b.p, turn);
    for (int i = 0; i < 2; i++) {
        double *rate = i ? t2_rate : t1_rate;
        const double f = sn_v3_dot(b.e[i], n) / c;
        const double f_rate = sn_v3_dot(b.e[i], turn) / c - f * c_rate / c;
        for (int k = 0; k < 3; k++)
            rate[k] = -f_rate * (b.p[k] + n[k]) - f * turn[k];
    }
}

/* --- straightest lines --- */

#define MAX_TURN     0.03 /* of the normal within one Runge-Kutta step [rad] */
#define MAX_SUBSTEPS 100000

/* x'' = -(v . turn) n */
static void geodesic_rates(const SnSurfaceGeometry *s, const double x[3], const double v[3],
                           double acceleration[3])
{
    double on[3], n[3], turn[3];
    sn_v3_copy(x, on);
    sn_surface_track(s, x, on);
    sn_surface_normal(s, on, n);
    sn_surface_turn(s, on, v, turn);
    sn_v3_scale(-sn_v3_dot(v, turn), n, acceleration);
}

/* Back to the surface and into its tangent plane, at the speed it had. */
static void settle(const SnSurfaceGeometry *s, double speed, double x[3], double v[3])
{
    double n[3], p[3];
    sn_v3_copy(x, p);
    sn_surface_track(s, p, x);
    sn_surface_normal(s, x, n);
    sn_v3_axpy(-sn_v3_dot(n, v), n, v);
    sn_v3_normalize(v, v);
    sn_v3_scale(speed, v, v);
}

static void geodesic_step(const SnSurfaceGeometry *s, double h, double x[3], double v[3])
{
    static const double node[3] = {0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    double sum_x[3] = {0}, sum_v[3] = {0}, at[3], going[3], rate[3];
    sn_v3_copy(x, at);
    sn_v3_copy(v, going);
    for (int k = 0; k < 4; k++) {
        geodesic_rates(s, at, going, rate);
        sn_v3_axpy(weight[k] / 6, going, sum_x);
        sn_v3_axpy(weight[k] / 6, rate, sum_v);
        if (k == 3)
            break;
        for (int i = 0; i < 3; i++) {
            at[i] = x[i] + h * node[k] * going[i];
            going[i] = v[i] + h * node[k] * rate[i];
        }
    }
    sn_v3_axpy(h, sum_x, x);
    sn_v3_axpy(h, sum_v, v);
}

/* Sphere: x turns about x x v. */
static void along_sphere(double radius, double h, double x[3], double v[3])
{
    const double speed = sn_v3_norm(v), angle = h * speed / radius;
    double e[3], d[3], next[3];
    sn_v3_scale(1 / radius, x, e);
    sn_v3_normalize(v, d);
    sn_v3_scale(cos(angle), e, next);
    sn_v3_axpy(sin(angle), d, next);
    sn_v3_normalize(next, next);
    sn_v3_scale(speed * cos(angle), d, v);
    sn_v3_axpy(-speed * sin(angle), e, v);
    sn_v3_scale(radius, next, x);
}

static void along_cylinder(double radius, double h, double x[3], double v[3])
{
    double e[3];
    outward(x, e);
    const double round = -e[1] * v[0] + e[0] * v[1], angle = h * round / radius;
    const double c = cos(angle), s = sin(angle);
    const double turned_e[2] = {c * e[0] - s * e[1], s * e[0] + c * e[1]};
    sn_v3_set(radius * turned_e[0], radius * turned_e[1], x[2] + h * v[2], x);
    sn_v3_set(-round * turned_e[1], round * turned_e[0], v[2], v);
}

void sn_surface_traverse(const SnSurfaceGeometry *s, double h, double x[3], double v[3])
{
    const double speed = sn_v3_norm(v);
    if (speed == 0 || h == 0)
        return;
    if (s->shape == SN_SURFACE_CYLINDER) {
        along_cylinder(s->size[0], h, x, v);
        return;
    }
    if (s->shape == SN_SURFACE_ELLIPSOID && s->size[0] == s->size[1] && s->size[1] == s->size[2]) {
        along_sphere(s->size[0], h, x, v);
        return;
    }
    double rest = h;
    for (int i = 0; rest != 0 && i < MAX_SUBSTEPS; i++) {
        double turn[3];
        sn_surface_turn(s, x, v, turn);
        const double rate = sn_v3_norm(turn);
        /* where it is flat here it may not be so ahead */
        double reach = s->shape == SN_SURFACE_PATCH ? sn_patch_reach(s) / speed : HUGE_VAL;
        for (int k = 0; k < 3 && s->shape == SN_SURFACE_ELLIPSOID; k++)
            reach = fmin(reach, 0.1 * s->size[k] / speed);
        if (s->shape == SN_SURFACE_TORUS)
            reach = fmin(reach, 0.1 * s->size[1] / speed);
        const double most = rate > 0 ? fmin(reach, MAX_TURN / rate) : reach;
        const double step = fabs(rest) <= most ? rest : rest > 0 ? most : -most;
        geodesic_step(s, step, x, v);
        settle(s, speed, x, v);
        rest -= step;
    }
}

void sn_surface_track(const SnSurfaceGeometry *s, const double p[3], double x[3])
{
    if (s->shape == SN_SURFACE_PATCH)
        sn_patch_track(s, p, x);
    else
        sn_surface_nearest(s, p, x);
}
