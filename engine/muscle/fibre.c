/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/muscle/fibre.h"

#include <assert.h>
#include <math.h>

#define MOST_PENNATE 0.1  /* cosine of the largest pennation, as in OpenSim */
#define FASTEST      50.0 /* maximum contraction velocities that are looked for */

/* Lengths below are over the optimal length, velocities over the maximum, forces over F0. */
typedef struct Fibre {
    const SnMuscleParameters *muscle;
    const SnMuscleCurves *curves;
    double activation;
    double height;       /* h / lo */
    double path, slack;  /* l / lo, lTs / lo */
    double before, rate; /* v = (lM - before) rate */
} Fibre;

static Fibre fibre_of(const SnMuscleParameters *muscle, const SnMuscleCurves *curves, double length,
                      double activation)
{
    assert(muscle->optimal_length > 0);
    return (Fibre){.muscle = muscle,
                   .curves = curves,
                   .activation = activation,
                   .height = sin(muscle->pennation),
                   .path = length / muscle->optimal_length,
                   .slack = muscle->tendon_slack_length / muscle->optimal_length};
}

typedef struct Force {
    double active, passive; /* along the fibre */
    double by_length, by_velocity;
} Force;

static Force fibre_force(const Fibre *f, double length, double velocity)
{
    double active_slope, passive_slope, velocity_slope;
    const SnMuscleParameters *m = f->muscle;
    const double active = sn_curve_active(m, f->curves, length, &active_slope);
    const double passive = sn_curve_passive(m, f->curves, length, &passive_slope);
    const double factor =
        f->activation * sn_curve_velocity(m, f->curves, velocity, f->activation, &velocity_slope);
    return (Force){.active = active * factor,
                   .passive = passive + m->fibre_damping * velocity,
                   .by_length = active_slope * factor + passive_slope,
                   .by_velocity = f->activation * active * velocity_slope + m->fibre_damping};
}

static double tendon_force(const Fibre *f, double s, double *by_length)
{
    double slope;
    const double force =
        sn_curve_tendon(f->muscle, f->curves, (f->path - s) / f->slack - 1, &slope);
    *by_length = slope / f->slack;
    return force;
}

/* What the tendon pulls the fibre longer by, along the tendon.  *fibre: stiffness of the fibre's
 * part, *tendon: of the tendon's. */
static double imbalance(const Fibre *f, double s, double *fibre, double *tendon)
{
    const double length = hypot(s, f->height), cosine = s / length;
    const Force force = fibre_force(f, length, (length - f->before) * f->rate);
    const double total = force.active + force.passive;
    *fibre = (force.by_length + force.by_velocity * f->rate) * cosine * cosine +
             total * f->height * f->height / (length * length * length);
    return tendon_force(f, s, tendon) - total * cosine;
}

static double shortest(const Fibre *f)
{
    double length = sn_curve_shortest(f->muscle, f->curves);
    if (f->height > 0)
        length = fmax(length, f->height / sqrt(1 - MOST_PENNATE * MOST_PENNATE));
    return sqrt(length * length - f->height * f->height);
}

/* Newton in a bracket that begins where the fibre is and lies where it is pulled to: of several
 * balances the one that it comes to first. */
static double balance(const Fibre *f, double start, bool *at_shortest)
{
    const double low_end = shortest(f);
    double low = low_end, high = fmax(fmax(f->path - f->slack, start), low), s, fibre, tendon;
    s = fmin(fmax(start, low), high);
    *at_shortest = false;
    for (int i = 0; i < 200; i++) {
        const double pull = imbalance(f, s, &fibre, &tendon);
        if (pull == 0)
            return s;
        if (pull > 0)
            low = s;
        else
            high = s;
        if (s == low_end && pull < 0) {
            *at_shortest = true;
            return s;
        }
        const double slope = fibre + tendon;
        double next = slope > 0 ? s + pull / slope : (low + high) / 2;
        if (fabs(next - s) <= 2e-16 * (1 + f->path)) /* before it leaves the bracket by rounding */
            return next;
        if (next <= low && pull < 0 && low == low_end && s > low_end)
            next = low_end; /* is it as short as it can be? */
        else if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - s) <= 2e-16 * (1 + f->path) || next == s)
            return next;
        s = next;
    }
    return s;
}

static SnMuscleFibre describe(const Fibre *f, double s, double velocity)
{
    const SnMuscleParameters *m = f->muscle;
    const double length = hypot(s, f->height), lo = m->optimal_length;
    SnMuscleFibre r = {.length = length * lo,
                       .velocity = velocity * m->max_velocity * lo,
                       .pennation = atan2(f->height, s)};
    r.energy = m->max_force * lo * sn_curve_passive_energy(m, f->curves, length);
    return r;
}

/* Tension, its parts and energy with the tendon as long as the fibre leaves it. */
static void pull_tendon(const Fibre *f, double s, double velocity, SnMuscleFibre *r)
{
    const SnMuscleParameters *m = f->muscle;
    double tendon;
    const double length = hypot(s, f->height);
    r->tension = m->max_force * tendon_force(f, s, &tendon);
    r->stiffness = m->max_force * tendon / m->optimal_length;
    r->tendon_strain = (f->path - s) / f->slack - 1;
    r->energy += m->max_force * m->tendon_slack_length *
                 sn_curve_tendon_energy(m, f->curves, r->tendon_strain);
    const Force force = fibre_force(f, length, velocity);
    r->active = m->max_force * force.active * s / length;
    r->passive = m->max_force * force.passive * s / length;
}

SnMuscleFibre sn_fibre_after(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                             double length, double activation, double before, double dt)
{
    assert(dt > 0 && sn_muscle_is_elastic(muscle));
    Fibre f = fibre_of(muscle, curves, length, activation);
    f.before = before / muscle->optimal_length;
    f.rate = 1 / (dt * muscle->max_velocity);
    const double start = sqrt(fmax(f.before * f.before - f.height * f.height, 0));
    bool at_shortest;
    const double s = balance(&f, start, &at_shortest);
    const double velocity = (hypot(s, f.height) - f.before) * f.rate;
    SnMuscleFibre r = describe(&f, s, velocity);
    pull_tendon(&f, s, velocity, &r);
    r.shortest = at_shortest;
    double fibre, tendon;
    imbalance(&f, s, &fibre, &tendon);
    if (!at_shortest && tendon > 0 && fibre + tendon > 0)
        r.stiffness *= fibre / (fibre + tendon);
    return r;
}

/* Velocity at which the fibre's force is `goal`: Newton in a bracket, the force grows with it. */
static double velocity_of(const Fibre *f, double length, double goal)
{
    double low = -FASTEST, high = FASTEST, v = 0;
    for (int i = 0; i < 200; i++) {
        const Force force = fibre_force(f, length, v);
        const double excess = force.active + force.passive - goal;
        if (excess == 0)
            break;
        if (excess > 0)
            high = v;
        else
            low = v;
        double next = force.by_velocity > 0 ? v - excess / force.by_velocity : (low + high) / 2;
        if (fabs(next - v) <= 1e-15 * (1 + fabs(v))) /* before it leaves the bracket by rounding */
            return next;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        const double change = fabs(next - v);
        v = next;
        if (change <= 1e-15 * (1 + fabs(v)))
            break;
    }
    return v;
}

SnMuscleFibre sn_fibre_now(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                           double length, double rate, double activation, double fibre_length)
{
    assert(sn_muscle_is_elastic(muscle));
    const Fibre f = fibre_of(muscle, curves, length, activation);
    const double normal = fibre_length / muscle->optimal_length, low = shortest(&f);
    const double s = fmax(sqrt(fmax(normal * normal - f.height * f.height, 0)), low);
    const double actual = hypot(s, f.height), cosine = s / actual;
    double tendon, velocity = 0;
    const double pull = tendon_force(&f, s, &tendon);
    const Force still = fibre_force(&f, actual, 0);
    const bool clamped = s <= low && pull < (still.active + still.passive) * cosine;
    if (!clamped && still.by_velocity > 1e-9) {
        velocity = velocity_of(&f, actual, pull / cosine);
    } else if (!clamped) {
        const double fibre = still.by_length * cosine * cosine;
        velocity = tendon > 0 && fibre + tendon > 0
                       ? rate * cosine * tendon / (fibre + tendon) /
                             (muscle->max_velocity * muscle->optimal_length)
                       : 0;
    }
    SnMuscleFibre r = describe(&f, s, velocity);
    pull_tendon(&f, s, velocity, &r);
    r.shortest = clamped;
    return r;
}

SnMuscleFibre sn_fibre_rigid(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                             double length, double rate, double activation)
{
    const Fibre f = fibre_of(muscle, curves, length, activation);
    const double s = f.path - f.slack, lo = muscle->optimal_length, top = muscle->max_force;
    if (s <= 0) { /* the tendon is slack, the fibre can be no shorter */
        const double low = shortest(&f);
        SnMuscleFibre r = describe(&f, low, 0);
        r.tendon_strain = f.slack > 0 ? (f.path - low) / f.slack - 1 : 0;
        return r;
    }
    const double normal = hypot(s, f.height), cosine = s / normal;
    const double speed = rate / (muscle->max_velocity * lo); /* along the tendon */
    const Force force = fibre_force(&f, normal, speed * cosine);
    SnMuscleFibre r = describe(&f, s, speed * cosine);
    const double total = force.active + force.passive;
    if (total <= 0) /* damped by more than it pulls: a muscle does not push */
        return r;
    const double bend = f.height * f.height / (normal * normal * normal);
    r.active = top * force.active * cosine;
    r.passive = top * force.passive * cosine;
    r.tension = top * total * cosine;
    r.stiffness =
        top / lo *
        ((force.by_length * cosine + force.by_velocity * speed * bend) * cosine + total * bend);
    r.viscosity = top * force.by_velocity * cosine * cosine / (muscle->max_velocity * lo);
    return r;
}
