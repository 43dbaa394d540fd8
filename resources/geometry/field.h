/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Implicit solids: a field is positive inside, negative outside, about a distance in
 * millimetres near its zero set. Only the zero set and the blends (widths k, mm) matter. */
#ifndef SN_GEO_FIELD_H
#define SN_GEO_FIELD_H

#include "vec.h"

typedef struct {
    double (*eval)(const void *self, SnGeoVec p);
    const void *self; /* borrowed */
} SnGeoField;

static inline double sn_geo_eval(SnGeoField f, SnGeoVec p)
{
    return f.eval(f.self, p);
}

/** Smooth union: quadratic smooth maximum, blend width k in mm. */
static inline double smax(double a, double b, double k)
{
    double h = k - fabs(a - b);
    double m = a > b ? a : b;
    return h > 0.0 ? m + h * h / (4.0 * k) : m;
}

/** Smooth intersection; smooth difference of a and b is smin(a, -b, k). */
static inline double smin(double a, double b, double k)
{
    return -smax(-a, -b, k);
}

/** One ellipsoid of a table: centre, semi-axes, blend width towards what was built before. */
typedef struct {
    SnGeoVec centre, semi;
    double blend;
} SnGeoEllipsoid;

/** Axis-aligned ellipsoid. */
double sn_geo_ellipsoid(SnGeoVec p, SnGeoVec centre, SnGeoVec semi);

/** Ellipsoid whose first axis is turned by `yaw` (rad) about z and then `pitch` (rad) nose up. */
double sn_geo_ellipsoid_turned(SnGeoVec p, SnGeoVec centre, SnGeoVec semi, double yaw,
                               double pitch);

/** Ellipsoid with an own frame: `long_axis` carries semi.x, `up` (made perpendicular) semi.z. */
double sn_geo_ellipsoid_axes(SnGeoVec p, SnGeoVec centre, SnGeoVec semi, SnGeoVec long_axis,
                             SnGeoVec up);

/** Tapered round rod from a (radius ra) to b (radius rb) with spherical ends. */
double sn_geo_rod(SnGeoVec p, SnGeoVec a, double ra, SnGeoVec b, double rb);

/** Box given by its corners with rounded edges of radius `round`. */
double sn_geo_box(SnGeoVec p, SnGeoVec lo, SnGeoVec hi, double round);

/** Gradient at p, where the field is `value`, by forward differences with step h. */
SnGeoVec sn_geo_gradient(SnGeoField f, SnGeoVec p, double value, double h);

/** One station of a sweep: centre, half width `a` across and half height `b` along `up`. */
typedef struct {
    double x, y, z, a, b;
} SnGeoStation;

#define SN_GEO_SWEEP_MAX 160

/** Tapered superelliptic sweep along a Catmull-Rom curve through stations. */
typedef struct {
    int count;
    double power;
    SnGeoVec centre[SN_GEO_SWEEP_MAX], tangent[SN_GEO_SWEEP_MAX];
    SnGeoVec across[SN_GEO_SWEEP_MAX], up[SN_GEO_SWEEP_MAX];
    double a[SN_GEO_SWEEP_MAX], b[SN_GEO_SWEEP_MAX];
    SnGeoVec lo, hi; /* bounding box of the solid, for a quick rejection */
} SnGeoSweep;

/** Prepare a sweep from `count` stations; `up` fixes the section's height direction. */
void sn_geo_sweep_init(SnGeoSweep *sweep, const SnGeoStation *stations, int count, SnGeoVec up,
                       double power);

/** Field of a sweep; far outside it returns a cheap lower bound that keeps blends right. */
double sn_geo_sweep(const SnGeoSweep *sweep, SnGeoVec p);

#endif
