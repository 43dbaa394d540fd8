/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The primitive implicit solids. */
#include "field.h"

#include "spline.h"

/* First order distance to the ellipsoid |q/semi| = 1, exact on the surface (positive inside). */
static double ellipsoid_local(SnGeoVec q, SnGeoVec semi)
{
    SnGeoVec u = vec(q.x / semi.x, q.y / semi.y, q.z / semi.z);
    SnGeoVec w = vec(u.x / semi.x, u.y / semi.y, u.z / semi.z);
    double k0 = vlen(u), k1 = vlen(w);
    double smallest = fmin(semi.x, fmin(semi.y, semi.z));
    if (k0 < 1e-6)
        return smallest;
    /* inside, the first order formula peaks off the centre; the scaled radius is steadier */
    return k0 < 1.0 ? fmin((1.0 - k0) * k0 / k1, smallest) : k0 * (1.0 - k0) / k1;
}

double sn_geo_ellipsoid(SnGeoVec p, SnGeoVec centre, SnGeoVec semi)
{
    return ellipsoid_local(vsub(p, centre), semi);
}

double sn_geo_ellipsoid_turned(SnGeoVec p, SnGeoVec centre, SnGeoVec semi, double yaw, double pitch)
{
    SnGeoVec q = vsub(p, centre);
    double c = cos(yaw), s = sin(yaw);
    double x = c * q.x + s * q.y, y = -s * q.x + c * q.y;
    double cp = cos(pitch), sp = sin(pitch);
    return ellipsoid_local(vec(cp * x + sp * q.z, y, -sp * x + cp * q.z), semi);
}

double sn_geo_ellipsoid_axes(SnGeoVec p, SnGeoVec centre, SnGeoVec semi, SnGeoVec long_axis,
                             SnGeoVec up)
{
    SnGeoVec q = vsub(p, centre);
    SnGeoVec e1 = vunit(long_axis);
    SnGeoVec e3 = vunit(vmad(up, e1, -vdot(up, e1)));
    SnGeoVec e2 = vcross(e3, e1);
    return ellipsoid_local(vec(vdot(q, e1), vdot(q, e2), vdot(q, e3)), semi);
}

double sn_geo_rod(SnGeoVec p, SnGeoVec a, double ra, SnGeoVec b, double rb)
{
    SnGeoVec axis = vsub(b, a);
    double t = clampd(vdot(vsub(p, a), axis) / vdot(axis, axis), 0.0, 1.0);
    return lerpd(ra, rb, t) - vlen(vsub(p, vmad(a, axis, t)));
}

double sn_geo_box(SnGeoVec p, SnGeoVec lo, SnGeoVec hi, double round)
{
    SnGeoVec c = vscale(vadd(lo, hi), 0.5), h = vscale(vsub(hi, lo), 0.5);
    SnGeoVec q = vec(fabs(p.x - c.x) - h.x + round, fabs(p.y - c.y) - h.y + round,
                     fabs(p.z - c.z) - h.z + round);
    double inside = fmax(q.x, fmax(q.y, q.z));
    SnGeoVec o = vec(fmax(q.x, 0.0), fmax(q.y, 0.0), fmax(q.z, 0.0));
    return round - (inside < 0.0 ? inside : vlen(o));
}

SnGeoVec sn_geo_gradient(SnGeoField f, SnGeoVec p, double value, double h)
{
    double s = 1.0 / h;
    return vec(s * (sn_geo_eval(f, vec(p.x + h, p.y, p.z)) - value),
               s * (sn_geo_eval(f, vec(p.x, p.y + h, p.z)) - value),
               s * (sn_geo_eval(f, vec(p.x, p.y, p.z + h)) - value));
}

/* Section frames: `up` made perpendicular to the tangent at every sample. */
static void sweep_frames(SnGeoSweep *sweep, SnGeoVec up)
{
    int last = sweep->count - 1;
    for (int i = 0; i <= last; i++) {
        SnGeoVec ahead = sweep->centre[i < last ? i + 1 : last];
        SnGeoVec t = vunit(vsub(ahead, sweep->centre[i > 0 ? i - 1 : 0]));
        sweep->tangent[i] = t;
        sweep->up[i] = vunit(vmad(up, t, -vdot(up, t)));
        sweep->across[i] = vcross(sweep->up[i], t);
    }
}

void sn_geo_sweep_init(SnGeoSweep *sweep, const SnGeoStation *stations, int count, SnGeoVec up,
                       double power)
{
    int per = (SN_GEO_SWEEP_MAX - 1) / (count - 1);
    if (per > 12)
        per = 12;
    sweep->count = per * (count - 1) + 1;
    sweep->power = power;
    sweep->lo = vec(1e9, 1e9, 1e9);
    sweep->hi = vec(-1e9, -1e9, -1e9);
    for (int i = 0; i < sweep->count; i++) {
        double value[5];
        sn_geo_catmull_rom(&stations[0].x, count, 5, (double)i / per, value);
        SnGeoVec c = vec(value[0], value[1], value[2]);
        sweep->centre[i] = c;
        sweep->a[i] = value[3];
        sweep->b[i] = value[4];
        double r = fmax(value[3], value[4]);
        sweep->lo =
            vec(fmin(sweep->lo.x, c.x - r), fmin(sweep->lo.y, c.y - r), fmin(sweep->lo.z, c.z - r));
        sweep->hi =
            vec(fmax(sweep->hi.x, c.x + r), fmax(sweep->hi.y, c.y + r), fmax(sweep->hi.z, c.z + r));
    }
    sweep_frames(sweep, up);
}

double sn_geo_sweep(const SnGeoSweep *sweep, SnGeoVec p)
{
    double dx = fmax(fmax(sweep->lo.x - p.x, p.x - sweep->hi.x), 0.0);
    double dy = fmax(fmax(sweep->lo.y - p.y, p.y - sweep->hi.y), 0.0);
    double dz = fmax(fmax(sweep->lo.z - p.z, p.z - sweep->hi.z), 0.0);
    if (dx + dy + dz > 15.0) /* wider than any blend */
        return -(dx + dy + dz);

    /* nearest sample first, coarsely, then the segments around it */
    enum { STRIDE = 4 };
    int near = 0, best = 0;
    double best_t = 0.0, best_d = 1e300;
    for (int i = 0; i < sweep->count; i += STRIDE) {
        SnGeoVec r = vsub(p, sweep->centre[i]);
        double d = vdot(r, r);
        if (d < best_d) {
            best_d = d;
            near = i;
        }
    }
    int from = near > STRIDE ? near - STRIDE : 0;
    int to = near + STRIDE < sweep->count - 1 ? near + STRIDE : sweep->count - 1;
    best_d = 1e300;
    for (int i = from; i < to; i++) {
        SnGeoVec c = sweep->centre[i], axis = vsub(sweep->centre[i + 1], c);
        double t = clampd(vdot(vsub(p, c), axis) / vdot(axis, axis), 0.0, 1.0);
        SnGeoVec r = vsub(p, vmad(c, axis, t));
        double d = vdot(r, r);
        if (d < best_d) {
            best_d = d;
            best = i;
            best_t = t;
        }
    }

    int n = best + 1;
    double t = best_t;
    SnGeoVec r = vsub(p, vlerp(sweep->centre[best], sweep->centre[n], t));
    double a = lerpd(sweep->a[best], sweep->a[n], t), b = lerpd(sweep->b[best], sweep->b[n], t);
    double u = fabs(vdot(r, vunit(vlerp(sweep->across[best], sweep->across[n], t)))) / a;
    double v = fabs(vdot(r, vunit(vlerp(sweep->up[best], sweep->up[n], t)))) / b;
    double small = fmin(a, b);
    double w = vdot(r, vunit(vlerp(sweep->tangent[best], sweep->tangent[n], t))) / small;
    double section = sweep->power == 2.0
                         ? u * u + v * v
                         : pow(pow(u, sweep->power) + pow(v, sweep->power), 2.0 / sweep->power);
    return (1.0 - sqrt(section + w * w)) * small;
}
