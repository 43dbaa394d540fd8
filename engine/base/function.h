/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of one number, given by coefficients or by points: how an axis of a custom joint
 * follows a coordinate, and one coordinate another.  Whatever the kind, a function becomes pieces
 * of polynomials, so that value and slope are exact everywhere. */
#ifndef SN_BASE_FUNCTION_H
#define SN_BASE_FUNCTION_H

/* Tables go on in a straight line beyond their ends, splines of degree 5 and 7 in a parabola and a
 * cubic. */
typedef enum SnFunctionKind {
    SN_FUNCTION_CONSTANT,         /* coefficient 0; none: 0 */
    SN_FUNCTION_LINEAR,           /* coefficients offset, slope; none: the number itself */
    SN_FUNCTION_POLYNOMIAL,       /* coefficients of 1, x, x^2 ... */
    SN_FUNCTION_PIECEWISE_LINEAR, /* straight from point to point */
    SN_FUNCTION_NATURAL_SPLINE,   /* cubic, without curvature at its ends */
    SN_FUNCTION_SIMM_SPLINE,      /* cubic, third derivatives at its ends those of the cubics
                                     through four points there (Forsythe, Malcolm and Moler 1977,
                                     SPLINE): the spline of SIMM and OpenSim */
    SN_FUNCTION_NATURAL_SPLINE_5, /* natural_spline.h: OpenSim's GCVSpline of half order 3 ... */
    SN_FUNCTION_NATURAL_SPLINE_7, /* ... and 4 */
    SN_N_FUNCTION_KINDS
} SnFunctionKind;

/* What a person writes down. */
typedef struct SnFunctionText {
    SnFunctionKind kind;
    int n_coefficients;
    const double *coefficients;
    int n_x, n_y; /* points, x increasing */
    const double *x, *y;
    double scale; /* of the value */
} SnFunctionText;

/* Pieces of polynomials: `numbers` holds [pieces] where each is counted from, then
 * [pieces][degree + 1] coefficients in powers of the distance from there.  Piece 0 lies before
 * all, each other one begins where it is counted from. */
typedef struct SnFunction {
    int pieces, degree;
    int first; /* of its numbers in an array that several share */
} SnFunction;

/* Points, not coefficients, make a function of this kind. */
static inline int sn_function_is_table(SnFunctionKind kind)
{
    return kind >= SN_FUNCTION_PIECEWISE_LINEAR;
}
/* Why that makes no function ("needs at least 2 points, has 1"); NULL: it does. */
const char *sn_function_refused(const SnFunctionText *text);
/* Pieces and degree of what is not refused; `first` is left alone.  Returns how many numbers. */
int sn_function_plan(const SnFunctionText *text, SnFunction *function);
/* Writes the numbers of a planned function. */
void sn_function_make(const SnFunctionText *text, const SnFunction *function, double *numbers);
/* Value at x, and the slope there; numbers: the shared array. */
double sn_function_value(const SnFunction *function, const double *numbers, double x,
                         double *slope);
/* Its second derivative at x. */
double sn_function_curvature(const SnFunction *function, const double *numbers, double x);
/* The integral from 0 to x. */
double sn_function_integral(const SnFunction *function, const double *numbers, double x);

#endif
