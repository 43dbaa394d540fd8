/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number type of linsolve_front_factor.c and linsolve_front_solve.c, which are compiled once for
 * each instruction set (SN_LDL_SET) and precision (SN_FRONT_REAL: double or float). */
#ifndef SN_LINSOLVE_LINSOLVE_FRONT_REAL_H
#define SN_LINSOLVE_LINSOLVE_FRONT_REAL_H

#include <float.h>
#include <math.h>

#include "engine/linsolve/linsolve_front.h"

#define SN_FRONT_JOIN_(name, real, set) sn_front_##name##_##real##_##set
#define SN_FRONT_JOIN(name, real, set)  SN_FRONT_JOIN_(name, real, set)
#define SN_FRONT_FUNCTION(name)         SN_FRONT_JOIN(name, SN_FRONT_REAL, SN_LDL_SET)

typedef SN_FRONT_REAL Real;

#define double_IS_FLOAT    0
#define float_IS_FLOAT     1
#define IS_FLOAT_OF_(real) real##_IS_FLOAT
#define IS_FLOAT_OF(real)  IS_FLOAT_OF_(real)
#define SN_FRONT_IS_FLOAT  IS_FLOAT_OF(SN_FRONT_REAL)

#define IS_SINGLE   (sizeof(Real) == sizeof(float))
#define REAL_ABS(x) (IS_SINGLE ? (Real)fabsf((float)(x)) : (Real)fabs((double)(x)))
#define REAL_LEAST  (IS_SINGLE ? (Real)FLT_MIN : (Real)DBL_MIN)
#define ROW_EPSILON (IS_SINGLE ? SN_LINSOLVE_SINGLE_ROW_EPSILON : SN_LINSOLVE_ROW_EPSILON)
#define COLUMN_EPSILON                                                                             \
    ((Real)(IS_SINGLE ? SN_LINSOLVE_SINGLE_COLUMN_EPSILON : SN_LINSOLVE_COLUMN_EPSILON))

#define UNROLL _Pragma("GCC unroll 8")
#define INLINE static inline __attribute__((always_inline))

#endif
