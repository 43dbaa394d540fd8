/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three-vectors and small scalar helpers shared by the bone generator.
 *
 * All lengths inside the generator are millimetres; only the writers convert to metres. */
#ifndef SN_GEO_VEC_H
#define SN_GEO_VEC_H

#include <math.h>
#include <stddef.h>

typedef struct {
    double x, y, z;
} SnGeoVec;

#define SN_GEO_COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define SN_GEO_PI       3.14159265358979323846

static inline SnGeoVec vec(double x, double y, double z)
{
    return (SnGeoVec){x, y, z};
}

static inline SnGeoVec vadd(SnGeoVec a, SnGeoVec b)
{
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline SnGeoVec vsub(SnGeoVec a, SnGeoVec b)
{
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline SnGeoVec vscale(SnGeoVec a, double s)
{
    return vec(a.x * s, a.y * s, a.z * s);
}

/* a + s b */
static inline SnGeoVec vmad(SnGeoVec a, SnGeoVec b, double s)
{
    return vec(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline SnGeoVec vlerp(SnGeoVec a, SnGeoVec b, double t)
{
    return vmad(a, vsub(b, a), t);
}

static inline double vdot(SnGeoVec a, SnGeoVec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline SnGeoVec vcross(SnGeoVec a, SnGeoVec b)
{
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double vlen(SnGeoVec a)
{
    return sqrt(vdot(a, a));
}

static inline SnGeoVec vunit(SnGeoVec a)
{
    double l = vlen(a);
    return l > 0.0 ? vscale(a, 1.0 / l) : a;
}

static inline double clampd(double v, double lo, double hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

static inline double lerpd(double a, double b, double t)
{
    return a + (b - a) * t;
}

static inline double sqd(double v)
{
    return v * v;
}

/* 0 below lo, 1 above hi, smooth between */
static inline double smoothstep(double lo, double hi, double v)
{
    double t = clampd((v - lo) / (hi - lo), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/** Allocate `count` zeroed elements or stop the program: a generator has no useful way on. */
void *sn_geo_alloc(size_t count, size_t size);

/** Grow `block` to `count` elements or stop the program. */
void *sn_geo_grow(void *block, size_t count, size_t size);

#endif
