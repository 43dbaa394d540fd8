/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/joint/coordinate_law.h"

#include <math.h>

/* Smooth step from 0 to 1 over 0 <= s <= 1, its slope, and the integral of s times it from 0. */
static double smooth_step(double s, double *slope, double *moment)
{
    if (s <= 0) {
        *slope = *moment = 0;
        return 0;
    }
    if (s >= 1) {
        *slope = 0;
        *moment = 5.0 / 14 + (s * s - 1) / 2;
        return 1;
    }
    *slope = 30 * s * s * (1 - s) * (1 - s);
    *moment = s * s * s * s * s * (2 - s * (2.5 - s * 6 / 7));
    return s * s * s * (10 - s * (15 - 6 * s));
}

/* Adds what a limit does to a coordinate that is x beyond it; side: -1 the upper, 1 the lower. */
static void add_limit(const SnSystemCoordinateForce *f, double k, double x, double side,
                      SnCoordinateLawValue *v)
{
    const double w = f->transition;
    double step = x > 0, slope = 0, moment;
    if (w > 0) {
        step = smooth_step(x / w, &slope, &moment);
        slope /= w;
        v->energy += k * w * w * moment;
    } else if (x > 0) {
        v->energy += 0.5 * k * x * x;
    }
    v->elastic += side * k * step * x;
    v->slope -= k * (slope * x + step); /* dx/dc = -side */
    v->damping += f->damping * step;
    v->damping_slope -= side * f->damping * slope;
}

/* The same of a stop; dx/dt = -side x rate. */
static void add_stop(const SnSystemCoordinateForce *f, double k, double x, double side, double rate,
                     SnCoordinateLawValue *v)
{
    if (!(x > 0))
        return;
    v->energy += 0.5 * k * x * x;
    if (1 - side * f->damping * rate <= 0) /* it leaves faster than the stop follows */
        return;
    v->elastic += side * k * x;
    v->slope -= k;
    v->damping += k * x * f->damping;
    v->damping_slope -= side * k * f->damping;
}

/* Beyond this exponent (1e13 times the force at the limit) it goes on straight. */
#define MOST_EXPONENT 30

static void add_exponential(const SnSystemCoordinateForce *f, double k, double x, double side,
                            SnCoordinateLawValue *v)
{
    const double s = f->steepness, e = s * x, beyond = fmax(e - MOST_EXPONENT, 0);
    const double at = exp(fmin(e, MOST_EXPONENT));
    if (k == 0)
        return;
    v->elastic += side * k * at * (1 + beyond);
    v->slope -= k * s * at;
    v->energy += s > 0 ? k / s * at * (1 + beyond + 0.5 * beyond * beyond) : 0;
}

/* Where the whole is at an end of its range it is that, whatever the coordinate does. */
static void given(const SnSystemCoordinateForce *f, double input, double c, double rate,
                  SnCoordinateLawValue *v)
{
    /* what follows a control with delay has followed it within its range */
    const double control = f->lag > 0 ? input : fmax(f->lowest, fmin(input, f->highest));
    const double elastic = f->gain * control - f->stiffness * (c - f->rest);
    const double whole = elastic - f->damping * rate;
    const double within = fmax(f->lowest_force, fmin(whole, f->highest_force));
    v->elastic = within == whole ? elastic : within;
    v->slope = within == whole ? -f->stiffness : 0;
    v->damping = within == whole ? f->damping : 0;
}

SnCoordinateLawValue sn_coordinate_law(const SnSystemCoordinateForce *f, const double *numbers,
                                       double input, double c, double rate)
{
    SnCoordinateLawValue v = {0};
    const double below = f->lower - c, above = c - f->upper;
    switch (f->law) {
    case SN_COORDINATE_LIMIT:
        add_limit(f, f->lower_stiffness, below, 1, &v);
        add_limit(f, f->upper_stiffness, above, -1, &v);
        break;
    case SN_COORDINATE_STOP:
        add_stop(f, f->lower_stiffness, below, 1, rate, &v);
        add_stop(f, f->upper_stiffness, above, -1, rate, &v);
        break;
    case SN_COORDINATE_EXPONENTIAL:
        add_exponential(f, f->lower_stiffness, below, 1, &v);
        add_exponential(f, f->upper_stiffness, above, -1, &v);
        break;
    case SN_COORDINATE_LINEAR:
        v.elastic = -f->stiffness * (c - f->rest);
        v.slope = -f->stiffness;
        v.damping = f->damping;
        v.energy = 0.5 * f->stiffness * (c - f->rest) * (c - f->rest);
        break;
    case SN_COORDINATE_FUNCTION:
        v.elastic = sn_function_value(&f->function, numbers, c, &v.slope);
        v.damping = f->damping;
        v.energy = -sn_function_integral(&f->function, numbers, c);
        break;
    case SN_COORDINATE_GIVEN:
        given(f, input, c, rate, &v);
        break;
    }
    return v;
}
