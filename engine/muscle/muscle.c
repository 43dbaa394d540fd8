/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/muscle/muscle.h"

#include <math.h>

/* The passive curve is straight beyond this part of its strain. */
#define STRAIGHT (5.0 / 3)

SnTension sn_peck_tension(const SnMuscleParameters *muscle, double length, double rate,
                          double activation)
{
    const double optimal = muscle->optimal_length, ratio = muscle->tendon_ratio;
    const double fibre = optimal * (1 - ratio);
    const double stretch = optimal * (muscle->max_ratio - 1);
    SnTension r = {.fibre = length - optimal * ratio, .viscosity = muscle->damping};
    const double normal = r.fibre / fibre;
    double active = 0;
    if (normal >= 1 && muscle->flattened) {
        active = 1;
    } else if (normal > 0.5 && normal < 1.5) {
        active = (1 + cos(2 * M_PI * normal)) / 2;
        r.stiffness = -muscle->max_force * activation * M_PI * sin(2 * M_PI * normal) / fibre;
    }
    if (length > optimal) {
        const double part = stretch > 0 ? (length - optimal) / stretch : 1;
        r.passive = muscle->max_force * muscle->passive_fraction * fmin(part, 1);
        if (part < 1)
            r.stiffness += muscle->max_force * muscle->passive_fraction / stretch;
    }
    r.tension = muscle->max_force * activation * active + r.passive + muscle->damping * rate;
    return r;
}

double sn_thelen_active(const SnThelenCurves *curves, double length, double *slope)
{
    const double value = exp(-(length - 1) * (length - 1) / curves->active_width);
    *slope = -2 * (length - 1) / curves->active_width * value;
    return value;
}

double sn_thelen_passive(const SnThelenCurves *curves, double length, double *slope)
{
    const double straight = 1 + STRAIGHT * curves->passive_strain;
    *slope = 0;
    if (length <= 1)
        return 0;
    if (length > straight) { /* a muscle pulled far too long must not overflow */
        const double top = sn_thelen_passive(curves, straight, slope);
        return top + *slope * (length - straight);
    }
    const double k = curves->passive_shape / curves->passive_strain;
    const double range = expm1(curves->passive_shape);
    const double grown = expm1(k * (length - 1));
    *slope = k * (grown + 1) / range;
    return grown / range;
}

double sn_thelen_force(const SnThelenCurves *curves, double velocity, double activation,
                       double active, double *slope)
{
    const double scale = 1 / (0.25 + 0.75 * activation), v = velocity * scale;
    const double shape = curves->velocity_shape, most = curves->max_lengthening;
    *slope = 0;
    if (v <= -1)
        return 0;
    if (v <= 0) {
        const double below = 1 - v / shape;
        *slope = active * scale * (1 + 1 / shape) / (below * below);
        return active * (1 + v) / below;
    }
    const double k = (2 + 2 / shape) / (most - 1), below = 1 + k * v;
    *slope = active * scale * k * (most - 1) / (below * below);
    return active * (1 + k * v * most) / below;
}

SnTension sn_hill_tension(const SnMuscleParameters *muscle, double length, double rate,
                          double activation)
{
    const double optimal = muscle->optimal_length, top = muscle->max_force;
    const double height = optimal * sin(muscle->pennation);
    const double along = length - muscle->tendon_slack_length;
    const double fibre = hypot(height, fmax(along, 0));
    SnTension r = {.tension = muscle->damping * rate, .fibre = fibre, .viscosity = muscle->damping};
    if (along <= 0 || fibre <= 0) /* the tendon is slack */
        return r;
    const double cosine = along / fibre, bend = height * height / (fibre * fibre * fibre);
    const double speed = muscle->max_velocity * optimal;
    double length_slope, passive_slope, force_slope;
    double factor = sn_thelen_active(&muscle->thelen, fibre / optimal, &length_slope);
    if (fibre > optimal && muscle->flattened)
        factor = 1, length_slope = 0;
    const double passive = sn_thelen_passive(&muscle->thelen, fibre / optimal, &passive_slope);
    /* the force-velocity curve is proportional to activation x force-length factor */
    const double per_factor = sn_thelen_force(&muscle->thelen, rate * cosine / speed, activation,
                                              activation, &force_slope);
    const double total = per_factor * factor + passive;
    r.passive = top * passive * cosine;
    r.tension += top * total * cosine;
    r.stiffness = top *
                      ((per_factor * length_slope + passive_slope) * cosine / optimal +
                       factor * force_slope * rate * bend / speed) *
                      cosine +
                  top * total * bend;
    r.viscosity += top * factor * force_slope * cosine * cosine / speed;
    return r;
}

/* Rise: 1.5 (u - y) + c ln y falls by dt / rise, y = u - a, c = .5 + 1.5 u; Newton in s = ln y,
 * where the function is concave and increasing, converges from below without overshoot. */
static double rise_after(double a, double u, double time)
{
    const double c = 0.5 + 1.5 * u;
    double s = log(u - a);
    const double goal = 1.5 * a + c * s - time;
    s -= time / (c - 1.5 * (u - a));
    for (int i = 0; i < 50; i++) {
        const double y = exp(s);
        const double step = (1.5 * (u - y) + c * s - goal) / (c - 1.5 * y);
        s -= step;
        if (fabs(step) < 1e-15 * (1 + fabs(s)))
            break;
    }
    return u - exp(s);
}

/* Fall: y' = -y (c + 1.5 y) / fall with y = a - u, c = .5 + 1.5 u, a logistic equation. */
static double fall_after(double a, double u, double time)
{
    const double c = 0.5 + 1.5 * u, y = a - u, decay = exp(-c * time);
    return u + c * y * decay / (c + 1.5 * y * (1 - decay));
}

double sn_activation_after(double activation, double excitation, double rise, double fall,
                           double dt)
{
    if (excitation > activation)
        return rise > 0 ? rise_after(activation, excitation, dt / rise) : excitation;
    if (excitation < activation)
        return fall > 0 ? fall_after(activation, excitation, dt / fall) : excitation;
    return activation;
}

#define SMOOTHING 10.0 /* of tanh; OpenSim: activation_dynamics_smoothing */

static double smooth_rate(double a, double u, double rise, double fall)
{
    const double f = 0.5 * tanh(SMOOTHING * (u - a)), c = 0.5 + 1.5 * a;
    return ((f + 0.5) / (rise * c) + (0.5 - f) * c / fall) * (u - a);
}

double sn_activation_smooth_after(double activation, double excitation, double rise, double fall,
                                  double dt)
{
    if (rise <= 0 || fall <= 0)
        return sn_activation_after(activation, excitation, rise, fall, dt);
    if (dt > 100 * fmax(rise, fall)) /* e^-25 is left at most */
        return excitation;
    /* the fastest rate is 2 / rise or 2 / fall */
    const int n = (int)fmax(ceil(dt * 20 / fmin(rise, fall)), 1);
    const double h = dt / n;
    double a = activation;
    for (int i = 0; i < n; i++) {
        const double k1 = smooth_rate(a, excitation, rise, fall);
        const double k2 = smooth_rate(a + h / 2 * k1, excitation, rise, fall);
        const double k3 = smooth_rate(a + h / 2 * k2, excitation, rise, fall);
        const double k4 = smooth_rate(a + h * k3, excitation, rise, fall);
        a += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return fmin(fmax(a, 0), 1);
}

double sn_activation_zajac_after(double activation, double excitation, double rise, double fall,
                                 double dt)
{
    const double slow = fall > 0 ? 1 / fall : HUGE_VAL, fast = rise > 0 ? 1 / rise : HUGE_VAL;
    const double rate = excitation > activation ? slow + fmax(fast - slow, 0) * excitation : slow;
    return excitation + (activation - excitation) * exp(-rate * dt);
}
