/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementary functions of four numbers at once.  Relative errors of a few 1e-16 over the ranges
 * that constitutive laws use; arguments out of range are clamped, so no lane ever traps. */
#ifndef SN_FEM_LANES_MATH_H
#define SN_FEM_LANES_MATH_H

#include "engine/fem/lanes.h"

#include <stdint.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

typedef int64_t SnLanesMask __attribute__((vector_size(SN_LANES * sizeof(int64_t))));
typedef uint64_t SnLanesBits __attribute__((vector_size(SN_LANES * sizeof(uint64_t))));

#define SN_UNROLL   _Pragma("GCC unroll 32")
#define SN_LANES_FN static inline __attribute__((always_inline))

SN_LANES_FN SnLanes lanes(double a)
{
    return (SnLanes){a, a, a, a};
}

/* mask ? a : b */
SN_LANES_FN SnLanes lanes_select(SnLanesMask mask, SnLanes a, SnLanes b)
{
    return (SnLanes)((mask & (SnLanesMask)a) | (~mask & (SnLanesMask)b));
}

SN_LANES_FN SnLanes lanes_max(SnLanes a, SnLanes b)
{
    return lanes_select(a > b, a, b);
}

SN_LANES_FN SnLanes lanes_min(SnLanes a, SnLanes b)
{
    return lanes_select(a < b, a, b);
}

SN_LANES_FN SnLanes lanes_abs(SnLanes a)
{
    return (SnLanes)((SnLanesMask)a & INT64_MAX);
}

SN_LANES_FN SnLanes lanes_sqrt(SnLanes a)
{
#ifdef __AVX__
    return (SnLanes)_mm256_sqrt_pd((__m256d)a);
#else
    return (SnLanes){__builtin_sqrt(a[0]), __builtin_sqrt(a[1]), __builtin_sqrt(a[2]),
                     __builtin_sqrt(a[3])};
#endif
}

/* c[0] + c[1] x + ... + c[n-1] x^(n-1) */
SN_LANES_FN SnLanes lanes_polynomial(const double *c, int n, SnLanes x)
{
    SnLanes r = lanes(c[n - 1]);
    SN_UNROLL
    for (int i = n - 2; i >= 0; i--)
        r = r * x + c[i];
    return r;
}

#define SN_LN2_HIGH 0x1.62e42feep-1
#define SN_LN2_LOW  0x1.a39ef35793c76p-33

/* e^x, x clamped to +-708: 2^k e^r, |r| <= ln 2 / 2, Taylor to r^13. */
static inline SnLanes lanes_exp(SnLanes x)
{
    static const double c[] = {1,
                               1,
                               1 / 2.,
                               1 / 6.,
                               1 / 24.,
                               1 / 120.,
                               1 / 720.,
                               1 / 5040.,
                               1 / 40320.,
                               1 / 362880.,
                               1 / 3628800.,
                               1 / 39916800.,
                               1 / 479001600.,
                               1 / 6227020800.};
    const double shifter = 0x1.8p52;
    x = lanes_min(lanes_max(x, lanes(-708)), lanes(708));
    const SnLanes shifted = x * 0x1.71547652b82fep0 + shifter;
    const SnLanes k = shifted - shifter;
    const SnLanes r = (x - k * SN_LN2_HIGH) - k * SN_LN2_LOW;
    /* the low bits of `shifted` are k in two's complement */
    const SnLanesBits power = (((SnLanesBits)shifted + 1023) & 0x7ff) << 52;
    return lanes_polynomial(c, 14, r) * (SnLanes)power;
}

/* ln x of positive normal numbers (else some finite number): 2 artanh((m-1)/(m+1)) + k ln 2. */
static inline SnLanes lanes_log(SnLanes x)
{
    static const double c[] = {2 / 3.,  2 / 5.,  2 / 7.,  2 / 9.,  2 / 11.,
                               2 / 13., 2 / 15., 2 / 17., 2 / 19., 2 / 21.};
    /* exponent counted from sqrt(1/2), so that m lies in [sqrt(1/2), sqrt 2) */
    const int64_t half = 0x3fe6a09e667f3bcd;
    const SnLanesMask bits = (SnLanesMask)((SnLanesBits)x - (uint64_t)half);
    const SnLanesMask exponent = bits >> 52;
    const SnLanes m = (SnLanes)((bits & 0xfffffffffffff) + half);
    const SnLanes k = __builtin_convertvector(exponent, SnLanes);
    const SnLanes s = (m - 1) / (m + 1), s2 = s * s;
    const SnLanes r = s * s2 * lanes_polynomial(c, 10, s2);
    return k * SN_LN2_HIGH + (2 * s + (r + k * SN_LN2_LOW));
}

/* x^(-1/3) of positive normal numbers (else some finite number or infinity): a guess from the
 * exponent within 4 %, then Newton's iteration y += y (1 - x y^3) / 3, which squares the error. */
SN_LANES_FN SnLanes lanes_inverse_cube_root(SnLanes x)
{
    const SnLanesMask bits = (SnLanesMask)x;
    const SnLanesMask guess = {0x553ef0ff289dd796 - bits[0] / 3, 0x553ef0ff289dd796 - bits[1] / 3,
                               0x553ef0ff289dd796 - bits[2] / 3, 0x553ef0ff289dd796 - bits[3] / 3};
    SnLanes y = (SnLanes)guess;
    SN_UNROLL
    for (int i = 0; i < 4; i++) {
        const SnLanes third = (1 / 3.) * y;
        y = y + (third - third * (x * y) * (y * y));
    }
    return y;
}

/* sinh(x) / x, even in x, 1 at 0. */
static inline SnLanes lanes_sinhc(SnLanes x)
{
    static const double c[] = {1,
                               1 / 6.,
                               1 / 120.,
                               1 / 5040.,
                               1 / 362880.,
                               1 / 39916800.,
                               1 / 6227020800.,
                               1 / 1307674368000.,
                               1 / 355687428096000.};
    const SnLanes size = lanes_abs(x), e = lanes_exp(size);
    const SnLanesMask small = size < 1;
    const SnLanes large = lanes_select(small, lanes(1), size);
    return lanes_select(small, lanes_polynomial(c, 9, x * x), 0.5 * (e - 1 / e) / large);
}

#endif
