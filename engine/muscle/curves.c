/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/muscle/curves.h"

#include "engine/muscle/muscle.h"

#include <math.h>
#include <stddef.h>

/* --- Millard 2012 --- */

#define PLATEAU           0.0259 /* half of the width of greatest overlap in a sarcomere */
#define PASSIVE_LOW       0.2    /* slope where the passive force begins */
#define PASSIVE_FULL      2.0    /* slope at F0, over that of the chord */
#define PASSIVE_CURVINESS 0.75
#define ISOMETRIC_SLOPE   5.0  /* of the force-velocity curve at rest */
#define NEARLY_SHORTENING 0.25 /* its slopes near both ends, and where that is */
#define NEARLY_LENGTHENED 0.15
#define NEAR_END          0.9
#define SHORTENING        0.6 /* curvinesses */
#define LENGTHENING       0.9
#define TENDON_FULL       1.375 /* slope at F0, over that of the chord */
#define TENDON_TOE        (2.0 / 3)
#define TENDON_CURVINESS  0.5

static SnBezierCurve active_curve(const SnMillardShape *p)
{
    const double x0 = p->active_min, x1 = p->active_transition, x2 = 1, x3 = p->active_max;
    const double half = PLATEAU * x2, shoulder = x2 - half;
    const double y1 = 1 - p->active_slope * (shoulder - x1);
    const double up = y1 / (x1 - (x0 + half)), down = -1 / ((x3 - half) - (x2 + half));
    const SnBezierPoint corners[] = {
        {x0, p->active_floor, 0},
        {x0 + half + 0.5 * (x1 - (x0 + half)), 0.5 * y1, up},
        {x1 + 0.5 * (shoulder - x1), y1 + 0.5 * (1 - y1), p->active_slope},
        {x2, 1, 0},
        {(x2 + half) + 0.5 * ((x3 - half) - (x2 + half)), 0.5, down},
        {x3, p->active_floor, 0},
    };
    return sn_bezier_curve(corners, 6, 1);
}

static SnBezierCurve passive_curve(const SnMillardShape *p)
{
    const double start = 1 + p->passive_start, end = 1 + p->passive_strain;
    const double full = PASSIVE_FULL / (end - start);
    const double low = start + fmin(0.1 / full, 0.1 * (end - start));
    const SnBezierPoint corners[] = {
        {start, 0, 0}, {low, PASSIVE_LOW * 0.5 * (low - start), PASSIVE_LOW}, {end, 1, full}};
    return sn_bezier_curve(corners, 3, PASSIVE_CURVINESS);
}

static SnBezierCurve velocity_curve(const SnMillardShape *p)
{
    const double most = p->max_lengthening, left = 1 - NEAR_END;
    const SnBezierPoint shortening[] = {
        {-1, 0, 0},
        {-NEAR_END, 0.5 * NEARLY_SHORTENING * left, NEARLY_SHORTENING},
        {0, 1, ISOMETRIC_SLOPE}};
    const SnBezierPoint lengthening[] = {
        {0, 1, ISOMETRIC_SLOPE},
        {NEAR_END, most - 0.5 * NEARLY_LENGTHENED * left, NEARLY_LENGTHENED},
        {1, most, 0}};
    SnBezierCurve curve = sn_bezier_curve(shortening, 3, SHORTENING);
    sn_bezier_append(&curve, lengthening, 3, LENGTHENING);
    return curve;
}

static SnBezierCurve tendon_curve(const SnMillardShape *p)
{
    const double end = 1 + p->tendon_strain, full = TENDON_FULL / p->tendon_strain;
    const double toe = (TENDON_TOE - 1) / full + end, foot = 1 + (toe - 1) / 10;
    const double half = 0.5 * TENDON_TOE, middle = (half - 1) / full + end;
    const double slope = half / (middle - foot), x = foot + 0.5 * (middle - foot);
    const SnBezierPoint corners[] = {
        {1, 0, 0}, {x, slope * (x - foot), slope}, {toe, TENDON_TOE, full}};
    return sn_bezier_curve(corners, 3, TENDON_CURVINESS);
}

bool sn_millard_shape_check(const SnMillardShape *p, const char **why)
{
    const double shoulder = 1 - PLATEAU;
    *why = !(p->active_min + PLATEAU < p->active_transition)
               ? "the active curve must begin before its transition"
           : !(p->active_transition < shoulder) ? "the active curve's transition must be below 0.97"
           : !(p->active_max > 1 + 2 * PLATEAU) ? "the active curve must end beyond 1.06"
           : !(p->active_slope * (shoulder - p->active_transition) < 1)
               ? "the shallow slope of the active curve is too steep"
           : !(p->active_floor < 0.5 * (1 - p->active_slope * (shoulder - p->active_transition)))
               ? "the active curve's least force is too large"
           : !(p->passive_strain > p->passive_start)
               ? "the passive curve must reach the maximum force after it begins"
           : !(PASSIVE_FULL / (p->passive_strain - p->passive_start) > PASSIVE_LOW)
               ? "the passive curve is too flat"
           : !(p->max_lengthening > 1.1) ? "the force in lengthening must be above 1.1"
           : !(p->tendon_strain > 0)     ? "the tendon's strain must be positive"
                                         : NULL;
    return !*why;
}

/* --- Schutte 1993 (tables and constants as in SIMM and OpenSim) --- */

static const double schutte_active[][2] = {
    {-5.307692, 0.012188}, {-4.307692, 0.021899}, {-1.923077, 0.036466}, {-0.884615, 0.052493},
    {-0.269231, 0.075312}, {0.230769, 0.114158},  {0.461538, 0.157859},  {0.52725, 0.226667},
    {0.62875, 0.636667},   {0.71875, 0.856667},   {0.86125, 0.95},       {1.045, 0.993333},
    {1.2175, 0.77},        {1.43875, 0.246667},   {1.5, 0.193821},       {1.615385, 0.133252},
    {2, 0.072683},         {2.961538, 0.044417},  {3.692308, 0.036341},  {5.461538, 0.021899},
    {9.901902, 0.007332}};
static const double schutte_tendon[][2] = {
    {-10, 0},          {-0.002, 0},       {-0.001, 0},       {0, 0},
    {0.00131, 0.0108}, {0.00281, 0.0257}, {0.00431, 0.0435}, {0.00581, 0.0652},
    {0.00731, 0.0915}, {0.00881, 0.123},  {0.0103, 0.161},   {0.0118, 0.208},
    {0.0123, 0.227},   {9.2, 345},        {9.201, 345},      {9.202, 345},
    {20, 345}};

#define SCHUTTE_STEEP   8.0 /* passive force exp(8 (l - 1.5)) */
#define SCHUTTE_FULL    1.5
#define SCHUTTE_HILL    0.15 /* of the hyperbola in shortening */
#define SCHUTTE_STRETCH 0.13
#define SCHUTTE_MOST    1.4

/* Steep curves are straight on beyond this force, so that a muscle pulled far too long, or the
 * first guess of an iteration, does not overflow. */
#define STRAIGHT_FORCE 50.0

/* exp(steep (x - at)) with a straight continuation. */
static double growing(double steep, double x, double at, double *slope)
{
    const double end = at + log(STRAIGHT_FORCE) / steep;
    if (x > end) {
        *slope = steep * STRAIGHT_FORCE;
        return STRAIGHT_FORCE + *slope * (x - end);
    }
    const double value = exp(steep * (x - at));
    *slope = steep * value;
    return value;
}

/* Its integral from minus infinity. */
static double grown(double steep, double x, double at)
{
    const double end = at + log(STRAIGHT_FORCE) / steep;
    if (x <= end)
        return exp(steep * (x - at)) / steep;
    const double d = x - end;
    return STRAIGHT_FORCE / steep + d * STRAIGHT_FORCE * (1 + 0.5 * steep * d);
}

static double schutte_velocity(double v, double *slope)
{
    *slope = 0;
    if (v <= -1)
        return 0;
    if (v <= 0) {
        const double below = 1 - v / SCHUTTE_HILL;
        *slope = (1 + 1 / SCHUTTE_HILL) / (below * below);
        return (1 + v) / below;
    }
    const double w = SCHUTTE_STRETCH * SCHUTTE_HILL / (SCHUTTE_HILL + 1);
    *slope = w * (SCHUTTE_MOST - 1) / ((v + w) * (v + w));
    return (SCHUTTE_MOST * v + w) / (v + w);
}

/* --- De Groote, Kinney, Rao, Fregly 2016 (supplement), with OpenSim's changes: the curves meet
 * (1, 0), (0, 1) and (-1, 0) exactly --- */

static const double groote_active[3][4] = {
    {0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465},
    {0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188},
    {0.1, 1, 0.353553390593274, 0}};

#define GROOTE_PASSIVE  4.0
#define GROOTE_SHORTEST 0.2
#define GROOTE_TENDON   0.2 /* force = 0.2 (exp(k strain) - 1) */
#define GROOTE_D1       -0.3211346127989808
#define GROOTE_D2       -8.149
#define GROOTE_D3       -0.374
#define GROOTE_D4       0.8825327733249912

static double groote_active_curve(double x, double *slope)
{
    double sum = 0;
    *slope = 0;
    for (int i = 0; i < 3; i++) {
        const double *b = groote_active[i], width = b[2] + b[3] * x;
        if (fabs(width) < 1e-6) /* the bell is infinitely narrow there, and far away */
            continue;
        const double z = (x - b[1]) / width, value = b[0] * exp(-0.5 * z * z);
        sum += value;
        *slope -= value * z * (1 - z * b[3]) / width;
    }
    return sum;
}

/* Drawn out about the optimal length (OpenSim: active_force_width_scale). */
static double groote_wider_curve(double x, double scale, double *slope)
{
    if (!(scale > 0) || scale == 1)
        return groote_active_curve(x, slope);
    const double value = groote_active_curve(1 + (x - 1) / scale, slope);
    *slope /= scale;
    return value;
}

static double groote_passive_curve(double x, double strain, double *slope)
{
    const double steep = GROOTE_PASSIVE / strain, scale = exp(GROOTE_PASSIVE);
    const double start = exp(steep * (GROOTE_SHORTEST - 1)), range = scale - start;
    *slope = 0;
    if (x <= GROOTE_SHORTEST)
        return 0;
    const double value = growing(steep, x, 1 + strain, slope) * scale;
    *slope *= scale / range;
    return (value - start) / range;
}

static double groote_velocity(double v, double *slope)
{
    *slope = 0;
    if (v <= -1)
        return 0;
    const double z = GROOTE_D2 * v + GROOTE_D3;
    *slope = GROOTE_D1 * GROOTE_D2 / sqrt(z * z + 1);
    return GROOTE_D1 * asinh(z) + GROOTE_D4;
}

static double groote_steepness(double strain)
{
    return log((1 + GROOTE_TENDON) / GROOTE_TENDON) / strain;
}

/* --- Thelen 2003 --- */

#define THELEN_TOE       3.0  /* k_toe */
#define THELEN_TOE_FORCE 0.33 /* F_toe */
/* Of the largest force in lengthening: beyond it the curve is straight, as in OpenSim. */
#define THELEN_THRESHOLD 0.95

static double thelen_velocity(const SnThelenCurves *curves, double v, double activation,
                              double *slope)
{
    const double scale = 1 / (0.25 + 0.75 * activation), most = curves->max_lengthening;
    const double k = (2 + 2 / curves->velocity_shape) / (most - 1);
    /* (1 + k w most) / (1 + k w) = 0.95 most at w = v scale */
    const double force = THELEN_THRESHOLD * most;
    const double end = force > 1 ? (force - 1) / (k * (most - force)) : 0;
    if (v * scale <= end) {
        const double value = sn_thelen_force(curves, v, activation, 1, slope);
        return value;
    }
    const double top = sn_thelen_force(curves, end / scale, activation, 1, slope);
    return top + *slope * (v - end / scale);
}

/* Strain where the toe ends, and the slope beyond it. */
static double thelen_toe(const SnMuscleParameters *muscle, double *slope)
{
    const double e = exp(THELEN_TOE), full = muscle->tendon_strain;
    const double toe =
        full * (muscle->tendon_toe > 0 ? muscle->tendon_toe : 99 * e / (166 * e - 67));
    *slope = muscle->tendon_slope > 0 ? muscle->tendon_slope / full
                                      : (1 - THELEN_TOE_FORCE) / (full - toe);
    return toe;
}

static double thelen_tendon(const SnMuscleParameters *muscle, double strain, double *slope)
{
    double linear;
    const double toe = thelen_toe(muscle, &linear);
    if (strain > toe) {
        *slope = linear;
        return linear * (strain - toe) + THELEN_TOE_FORCE;
    }
    const double k = THELEN_TOE / toe, range = expm1(THELEN_TOE);
    const double grown = expm1(k * strain);
    *slope = THELEN_TOE_FORCE * k * (grown + 1) / range;
    return THELEN_TOE_FORCE * grown / range;
}

static double thelen_tendon_energy(const SnMuscleParameters *muscle, double strain)
{
    double linear;
    const double toe = thelen_toe(muscle, &linear), in = fmin(strain, toe);
    const double k = THELEN_TOE / toe, range = expm1(THELEN_TOE);
    const double curved = THELEN_TOE_FORCE * (expm1(k * in) / k - in) / range;
    const double d = strain - toe;
    return d > 0 ? curved + d * (THELEN_TOE_FORCE + 0.5 * linear * d) : curved;
}

static double thelen_passive_energy(const SnThelenCurves *curves, double length)
{
    const double straight = 1 + 5.0 / 3 * curves->passive_strain;
    const double k = curves->passive_shape / curves->passive_strain;
    const double in = fmin(length, straight) - 1, range = expm1(curves->passive_shape);
    double slope;
    if (in <= 0)
        return 0;
    const double curved = (expm1(k * in) / k - in) / range, d = length - straight;
    const double top = d > 0 ? sn_thelen_passive(curves, straight, &slope) : 0;
    return d > 0 ? curved + d * (top + 0.5 * slope * d) : curved;
}

/* --- all of them --- */

SnMuscleCurves sn_muscle_curves(int type, const SnMillardShape *shape)
{
    SnMuscleCurves curves = {.type = type, .shape = *shape};
    if (type == SN_MUSCLE_TYPE_MILLARD) {
        curves.active = active_curve(shape);
        curves.passive = passive_curve(shape);
        curves.velocity = velocity_curve(shape);
        curves.tendon = tendon_curve(shape);
    } else if (type == SN_MUSCLE_TYPE_SCHUTTE) {
        curves.active_table =
            sn_spline_table(schutte_active, sizeof schutte_active / sizeof *schutte_active);
        curves.tendon_table =
            sn_spline_table(schutte_tendon, sizeof schutte_tendon / sizeof *schutte_tendon);
    }
    return curves;
}

bool sn_muscle_draw_curve(SnMuscleCurves *curves, SnDrawnCurve which, const double *pairs, int n)
{
    SnSplineTable *const tables[] = {[SN_DRAWN_ACTIVE] = &curves->active_table,
                                     [SN_DRAWN_PASSIVE] = &curves->passive_table,
                                     [SN_DRAWN_VELOCITY] = &curves->velocity_table,
                                     [SN_DRAWN_TENDON] = &curves->tendon_table};
    double points[SN_SPLINE_TABLE_POINTS][2];
    if (n < 2 || n > SN_SPLINE_TABLE_POINTS)
        return false;
    for (int i = 0; i < n; i++) {
        points[i][0] = pairs[2 * i];
        points[i][1] = pairs[2 * i + 1];
        if (!isfinite(points[i][0] + points[i][1]) || (i > 0 && !(points[i][0] > points[i - 1][0])))
            return false;
    }
    *tables[which] = sn_spline_table((const double(*)[2])points, n);
    return true;
}

/* A spline between points of no force may go below it: a fibre does not push. */
static double pulling(const SnSplineTable *table, double x, double *slope)
{
    const double value = sn_spline_table_value(table, x, slope);
    if (value > 0)
        return value;
    *slope = 0;
    return 0;
}

double sn_curve_active(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                       double length, double *slope)
{
    switch (muscle->type) {
    case SN_MUSCLE_TYPE_MILLARD:
        return sn_bezier_value(&curves->active, length, slope);
    case SN_MUSCLE_TYPE_SCHUTTE:
        return pulling(&curves->active_table, length, slope);
    case SN_MUSCLE_TYPE_DE_GROOTE:
        return groote_wider_curve(length, muscle->active_scale, slope);
    default:
        return sn_thelen_active(&muscle->thelen, length, slope);
    }
}

double sn_curve_passive(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                        double length, double *slope)
{
    switch (muscle->type) {
    case SN_MUSCLE_TYPE_MILLARD:
        return sn_bezier_value(&curves->passive, length, slope);
    case SN_MUSCLE_TYPE_SCHUTTE:
        return curves->passive_table.n > 0 ? pulling(&curves->passive_table, length, slope)
                                           : growing(SCHUTTE_STEEP, length, SCHUTTE_FULL, slope);
    case SN_MUSCLE_TYPE_DE_GROOTE:
        *slope = 0;
        return muscle->no_passive
                   ? 0
                   : groote_passive_curve(length, muscle->thelen.passive_strain, slope);
    default:
        return sn_thelen_passive(&muscle->thelen, length, slope);
    }
}

double sn_curve_velocity(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                         double velocity, double activation, double *slope)
{
    switch (muscle->type) {
    case SN_MUSCLE_TYPE_MILLARD:
        return sn_bezier_value(&curves->velocity, velocity, slope);
    case SN_MUSCLE_TYPE_SCHUTTE:
        return curves->velocity_table.n > 0 ? pulling(&curves->velocity_table, velocity, slope)
                                            : schutte_velocity(velocity, slope);
    case SN_MUSCLE_TYPE_DE_GROOTE:
        return groote_velocity(velocity, slope);
    default:
        return thelen_velocity(&muscle->thelen, velocity, activation, slope);
    }
}

double sn_curve_tendon(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                       double strain, double *slope)
{
    *slope = 0;
    if (strain <= 0)
        return 0;
    switch (muscle->type) {
    case SN_MUSCLE_TYPE_MILLARD:
        return sn_bezier_value(&curves->tendon, 1 + strain, slope);
    case SN_MUSCLE_TYPE_SCHUTTE:
        return sn_spline_table_value(&curves->tendon_table, strain, slope);
    case SN_MUSCLE_TYPE_DE_GROOTE: {
        const double k = groote_steepness(muscle->tendon_strain);
        const double value = GROOTE_TENDON * growing(k, strain, 0, slope);
        *slope *= GROOTE_TENDON;
        return value - GROOTE_TENDON;
    }
    default:
        return thelen_tendon(muscle, strain, slope);
    }
}

double sn_curve_passive_energy(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                               double length)
{
    switch (muscle->type) {
    case SN_MUSCLE_TYPE_MILLARD:
        return fmax(sn_bezier_integral(&curves->passive, length), 0);
    case SN_MUSCLE_TYPE_SCHUTTE:
        return curves->passive_table.n > 0
                   ? sn_spline_table_integral(&curves->passive_table, 0, length)
                   : grown(SCHUTTE_STEEP, length, SCHUTTE_FULL);
    case SN_MUSCLE_TYPE_DE_GROOTE: {
        const double strain = muscle->thelen.passive_strain, steep = GROOTE_PASSIVE / strain;
        const double scale = exp(GROOTE_PASSIVE), start = exp(steep * (GROOTE_SHORTEST - 1));
        if (length <= GROOTE_SHORTEST || muscle->no_passive)
            return 0;
        return (scale *
                    (grown(steep, length, 1 + strain) - grown(steep, GROOTE_SHORTEST, 1 + strain)) -
                start * (length - GROOTE_SHORTEST)) /
               (scale - start);
    }
    default:
        return thelen_passive_energy(&muscle->thelen, length);
    }
}

double sn_curve_tendon_energy(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                              double strain)
{
    if (strain <= 0)
        return 0;
    switch (muscle->type) {
    case SN_MUSCLE_TYPE_MILLARD:
        return sn_bezier_integral(&curves->tendon, 1 + strain);
    case SN_MUSCLE_TYPE_SCHUTTE:
        return sn_spline_table_integral(&curves->tendon_table, 0, strain);
    case SN_MUSCLE_TYPE_DE_GROOTE: {
        const double k = groote_steepness(muscle->tendon_strain);
        return GROOTE_TENDON * (grown(k, strain, 0) - grown(k, 0, 0) - strain);
    }
    default:
        return thelen_tendon_energy(muscle, strain);
    }
}

double sn_curve_shortest(const SnMuscleParameters *muscle, const SnMuscleCurves *curves)
{
    return muscle->type == SN_MUSCLE_TYPE_MILLARD     ? curves->shape.active_min
           : muscle->type == SN_MUSCLE_TYPE_DE_GROOTE ? GROOTE_SHORTEST
                                                      : 0.01;
}
