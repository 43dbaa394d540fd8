/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of four numbers at once, for files compiled once for each instruction set. */
#ifndef SN_FEM_LANES_MATH_H
#define SN_FEM_LANES_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "engine/fem/lanes.h"

#define SN_LANES_INLINE static inline __attribute__((always_inline))
typedef int64_t SnLanesMask __attribute__((vector_size(SN_LANES * sizeof(int64_t))));
/* As SnLanes, in memory that is aligned for doubles only. */
typedef double SnLanesLoose
    __attribute__((vector_size(SN_LANES * sizeof(double)), aligned(8), may_alias));

SN_LANES_INLINE SnLanes sn_lanes(double a)
{
    return (SnLanes){a, a, a, a};
}

SN_LANES_INLINE SnLanes sn_lanes_load(const double *from)
{
    return *(const SnLanesLoose *)from;
}

SN_LANES_INLINE void sn_lanes_store(double *to, SnLanes a)
{
    *(SnLanesLoose *)to = a;
}

/* mask ? a : b */
SN_LANES_INLINE SnLanes sn_lanes_select(SnLanesMask mask, SnLanes a, SnLanes b)
{
    return (SnLanes)(((SnLanesMask)a & mask) | ((SnLanesMask)b & ~mask));
}

SN_LANES_INLINE SnLanes sn_lanes_sqrt(SnLanes a)
{
    for (int i = 0; i < SN_LANES; i++)
        a[i] = __builtin_sqrt(a[i]);
    return a;
}

SN_LANES_INLINE SnLanes sn_lanes_log(SnLanes a)
{
    for (int i = 0; i < SN_LANES; i++)
        a[i] = log(a[i]);
    return a;
}

/* a^(-1/3) of positive numbers: a guess from the exponent (4 %), then Newton's iteration without
 * divisions, whose error goes as 2 e^2. */
SN_LANES_INLINE SnLanes sn_lanes_inverse_cube_root(SnLanes a)
{
    SnLanes y;
    for (int i = 0; i < SN_LANES; i++) {
        uint64_t bits;
        const double number = a[i];
        memcpy(&bits, &number, sizeof bits);
        bits = 0x553EF0FF289DD796u - bits / 3;
        double guess;
        memcpy(&guess, &bits, sizeof guess);
        y[i] = guess;
    }
    const SnLanes third = sn_lanes(1.0 / 3.0);
    for (int i = 0; i < 5; i++)
        y += third * (y - a * y * (y * y) * y);
    return y;
}

#endif
