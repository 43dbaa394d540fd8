/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small double-precision linear algebra.  Results go to the last argument, which may alias inputs
 * unless said otherwise.  mat3 is row-major double[9]; quat is (w, x, y, z), unit, body to world.
 */
#ifndef SN_BASE_VEC_H
#define SN_BASE_VEC_H

#include <math.h>
#include <stdbool.h>

static inline void sn_v3_set(double x, double y, double z, double r[3])
{
    r[0] = x, r[1] = y, r[2] = z;
}

static inline void sn_v3_copy(const double a[3], double r[3])
{
    r[0] = a[0], r[1] = a[1], r[2] = a[2];
}

static inline void sn_v3_add(const double a[3], const double b[3], double r[3])
{
    r[0] = a[0] + b[0], r[1] = a[1] + b[1], r[2] = a[2] + b[2];
}

static inline void sn_v3_sub(const double a[3], const double b[3], double r[3])
{
    r[0] = a[0] - b[0], r[1] = a[1] - b[1], r[2] = a[2] - b[2];
}

static inline void sn_v3_scale(double s, const double a[3], double r[3])
{
    r[0] = s * a[0], r[1] = s * a[1], r[2] = s * a[2];
}

/* r += s a */
static inline void sn_v3_axpy(double s, const double a[3], double r[3])
{
    r[0] += s * a[0], r[1] += s * a[1], r[2] += s * a[2];
}

static inline double sn_v3_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double sn_v3_norm(const double a[3])
{
    return sqrt(sn_v3_dot(a, a));
}

static inline double sn_v3_distance(const double a[3], const double b[3])
{
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sn_v3_norm(d);
}

static inline void sn_v3_cross(const double a[3], const double b[3], double r[3])
{
    const double x = a[1] * b[2] - a[2] * b[1];
    const double y = a[2] * b[0] - a[0] * b[2];
    const double z = a[0] * b[1] - a[1] * b[0];
    r[0] = x, r[1] = y, r[2] = z;
}

/* Normalises a; returns its length.  A zero vector gives a zero vector. */
static inline double sn_v3_normalize(const double a[3], double r[3])
{
    const double n = sn_v3_norm(a);
    const double s = n > 0 ? 1 / n : 0;
    sn_v3_scale(s, a, r);
    return n;
}

/* Two unit vectors u, v so that (u, v, n) is right-handed; n unit. */
static inline void sn_v3_tangents(const double n[3], double u[3], double v[3])
{
    const double ax = fabs(n[0]), ay = fabs(n[1]), az = fabs(n[2]);
    const double e[3] = {ax <= ay && ax <= az, ay < ax && ay <= az, az < ax && az < ay};
    sn_v3_cross(e, n, u);
    sn_v3_normalize(u, u);
    sn_v3_cross(n, u, v);
}

static inline void sn_m3_identity(double m[9])
{
    for (int i = 0; i < 9; i++)
        m[i] = i % 4 == 0;
}

static inline void sn_m3_mul_v3(const double m[9], const double a[3], double r[3])
{
    const double x = m[0] * a[0] + m[1] * a[1] + m[2] * a[2];
    const double y = m[3] * a[0] + m[4] * a[1] + m[5] * a[2];
    const double z = m[6] * a[0] + m[7] * a[1] + m[8] * a[2];
    r[0] = x, r[1] = y, r[2] = z;
}

/* r = m' a */
static inline void sn_m3_tmul_v3(const double m[9], const double a[3], double r[3])
{
    const double x = m[0] * a[0] + m[3] * a[1] + m[6] * a[2];
    const double y = m[1] * a[0] + m[4] * a[1] + m[7] * a[2];
    const double z = m[2] * a[0] + m[5] * a[1] + m[8] * a[2];
    r[0] = x, r[1] = y, r[2] = z;
}

static inline void sn_m3_mul(const double a[9], const double b[9], double r[9])
{
    double t[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    for (int i = 0; i < 9; i++)
        r[i] = t[i];
}

static inline void sn_m3_transpose(const double a[9], double r[9])
{
    const double t[9] = {a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]};
    for (int i = 0; i < 9; i++)
        r[i] = t[i];
}

/* Cross matrix: r b = a x b */
static inline void sn_m3_cross(const double a[3], double r[9])
{
    const double t[9] = {0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0};
    for (int i = 0; i < 9; i++)
        r[i] = t[i];
}

static inline double sn_m3_det(const double m[9])
{
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
           m[2] * (m[3] * m[7] - m[4] * m[6]);
}

/* Inverse; returns the determinant, and leaves r untouched where that is zero. */
static inline double sn_m3_inverse(const double m[9], double r[9])
{
    const double det = sn_m3_det(m);
    if (det == 0)
        return 0;
    const double s = 1 / det;
    const double t[9] = {s * (m[4] * m[8] - m[5] * m[7]), s * (m[2] * m[7] - m[1] * m[8]),
                         s * (m[1] * m[5] - m[2] * m[4]), s * (m[5] * m[6] - m[3] * m[8]),
                         s * (m[0] * m[8] - m[2] * m[6]), s * (m[2] * m[3] - m[0] * m[5]),
                         s * (m[3] * m[7] - m[4] * m[6]), s * (m[1] * m[6] - m[0] * m[7]),
                         s * (m[0] * m[4] - m[1] * m[3])};
    for (int i = 0; i < 9; i++)
        r[i] = t[i];
    return det;
}

static inline void sn_q_identity(double q[4])
{
    q[0] = 1, q[1] = q[2] = q[3] = 0;
}

static inline void sn_q_copy(const double a[4], double r[4])
{
    r[0] = a[0], r[1] = a[1], r[2] = a[2], r[3] = a[3];
}

/* r = a b (rotation b first, then a) */
static inline void sn_q_mul(const double a[4], const double b[4], double r[4])
{
    const double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    const double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    const double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    const double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
    r[0] = w, r[1] = x, r[2] = y, r[3] = z;
}

static inline void sn_q_conj(const double a[4], double r[4])
{
    r[0] = a[0], r[1] = -a[1], r[2] = -a[2], r[3] = -a[3];
}

/* Normalises; a zero quaternion gives the identity. */
static inline void sn_q_normalize(double q[4])
{
    const double n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (n > 0)
        for (int i = 0; i < 4; i++)
            q[i] /= n;
    else
        sn_q_identity(q);
}

static inline void sn_q_to_m3(const double q[4], double m[9])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    m[0] = 1 - 2 * (y * y + z * z), m[1] = 2 * (x * y - w * z), m[2] = 2 * (x * z + w * y);
    m[3] = 2 * (x * y + w * z), m[4] = 1 - 2 * (x * x + z * z), m[5] = 2 * (y * z - w * x);
    m[6] = 2 * (x * z - w * y), m[7] = 2 * (y * z + w * x), m[8] = 1 - 2 * (x * x + y * y);
}

/* Rotates a by q. */
static inline void sn_q_rotate(const double q[4], const double a[3], double r[3])
{
    double t[3], s[3];
    sn_v3_cross(q + 1, a, t);
    sn_v3_scale(2, t, t);
    sn_v3_cross(q + 1, t, s);
    sn_v3_set(a[0] + q[0] * t[0] + s[0], a[1] + q[0] * t[1] + s[1], a[2] + q[0] * t[2] + s[2], r);
}

/* Rotates a by the inverse of q. */
static inline void sn_q_unrotate(const double q[4], const double a[3], double r[3])
{
    double c[4];
    sn_q_conj(q, c);
    sn_q_rotate(c, a, r);
}

/* q = exp(w/2): rotation by the vector w [rad]. */
static inline void sn_q_exp(const double w[3], double q[4])
{
    const double a2 = sn_v3_dot(w, w);
    double s;
    if (a2 < 1e-3) { /* series, exact to rounding */
        q[0] = 1 - a2 / 8 * (1 - a2 / 48 * (1 - a2 / 120));
        s = 0.5 * (1 - a2 / 24 * (1 - a2 / 80 * (1 - a2 / 168)));
    } else {
        const double a = sqrt(a2);
        q[0] = cos(a / 2);
        s = sin(a / 2) / a;
    }
    sn_v3_scale(s, w, q + 1);
}

/* Rotation vector of q, of length at most pi. */
static inline void sn_q_log(const double q[4], double w[3])
{
    const double s = sn_v3_norm(q + 1);
    const double sign = q[0] < 0 ? -1 : 1;
    const double f = s > 1e-9 ? 2 * atan2(s, fabs(q[0])) / s : 2;
    sn_v3_scale(sign * f, q + 1, w);
}

/* Rotation matrix to quaternion (Shepperd's choice of the largest element). */
static inline void sn_q_from_m3(const double m[9], double q[4])
{
    const double d[4] = {m[0] + m[4] + m[8], m[0] - m[4] - m[8], m[4] - m[0] - m[8],
                         m[8] - m[0] - m[4]};
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (d[i] > d[k])
            k = i;
    const double s = 0.5 * sqrt(1 + d[k]);
    const double f = 0.25 / s;
    const double p[4][4] = {{s, f * (m[7] - m[5]), f * (m[2] - m[6]), f * (m[3] - m[1])},
                            {f * (m[7] - m[5]), s, f * (m[1] + m[3]), f * (m[2] + m[6])},
                            {f * (m[2] - m[6]), f * (m[1] + m[3]), s, f * (m[5] + m[7])},
                            {f * (m[3] - m[1]), f * (m[2] + m[6]), f * (m[5] + m[7]), s}};
    for (int i = 0; i < 4; i++)
        q[i] = p[k][i];
    sn_q_normalize(q);
}

/* A pose is (position, quaternion): x -> q x q* + p. */
static inline void sn_pose_point(const double p[3], const double q[4], const double a[3],
                                 double r[3])
{
    sn_q_rotate(q, a, r);
    sn_v3_add(r, p, r);
}

static inline void sn_pose_inverse_point(const double p[3], const double q[4], const double a[3],
                                         double r[3])
{
    sn_v3_sub(a, p, r);
    sn_q_unrotate(q, r, r);
}

/* Whether a symmetric matrix (xx, yy, zz, xy, xz, yz) is positive definite. */
static inline bool sn_sym3_is_positive(const double t[6])
{
    const double a = t[0], b = t[1], c = t[2], d = t[3], e = t[4], f = t[5];
    return a > 0 && a * b - d * d > 0 &&
           a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e) > 0;
}

#endif
