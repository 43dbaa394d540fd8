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

static double length_at(const Fibre *f, double s)
{
    return f->height > 0 ? hypot(s, f->height) : s;
}

/* The fibre s long along the tendon, and the tendon as long as it leaves it. */
typedef struct Series {
    double s, length, velocity; /* of the fibre */
    Force force;
    double pull, tendon; /* of the tendon, and its stiffness */
    double fibre;        /* stiffness of the fibre's part */
} Series;

static void stretch_tendon(const Fibre *f, Series *at)
{
    at->pull = tendon_force(f, at->s, &at->tendon);
}

static Series series_at(const Fibre *f, double s)
{
    Series at = {.s = s, .length = length_at(f, s)};
    const double cosine = s / at.length;
    at.velocity = (at.length - f->before) * f->rate;
    at.force = fibre_force(f, at.length, at.velocity);
    at.fibre = (at.force.by_length + at.force.by_velocity * f->rate) * cosine * cosine +
               (at.force.active + at.force.passive) * f->height * f->height /
                   (at.length * at.length * at.length);
    stretch_tendon(f, &at);
    return at;
}

/* What the tendon pulls the fibre longer by, along the tendon. */
static double imbalance(const Series *at)
{
    return at->pull - (at->force.active + at->force.passive) * at->s / at->length;
}

static double shortest(const Fibre *f)
{
    double length = sn_curve_shortest(f->muscle, f->curves);
    if (f->height > 0)
        length = fmax(length, f->height / sqrt(1 - MOST_PENNATE * MOST_PENNATE));
    return sqrt(length * length - f->height * f->height);
}

/* Newton's next change is change^3 / before^2 where its changes fall by squares: no evaluation is
 * spent on one that rounds away.  `steep`: how fast what the curves are functions of changes. */
static bool is_last_change(double change, double before, double scale, double steep)
{
    return fabs(change) <= 2e-16 * scale ||
           (fabs(change) * steep <= 1e-7 &&
            fabs(change) * change * change * steep <= 1e-14 * scale * before * before);
}

/* Newton in a bracket that begins where the fibre is and lies where it is pulled to: of several
 * balances the one that it comes to first. */
static double balance(const Fibre *f, double start, bool *at_shortest)
{
    const double low_end = shortest(f), scale = 1 + f->path;
    const double steep = fmax(1, fmax(f->rate, 1 / f->slack));
    double low = low_end, high = fmax(fmax(f->path - f->slack, start), low), change = HUGE_VAL;
    double s = fmin(fmax(start, low), high);
    *at_shortest = false;
    for (int i = 0; i < 200; i++) {
        const Series at = series_at(f, s);
        const double pull = imbalance(&at), slope = at.fibre + at.tendon, before = change;
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
        double next = slope > 0 ? s + pull / slope : (low + high) / 2;
        if (fabs(next - s) <= 2e-16 * scale) /* before it leaves the bracket by rounding */
            return next;
        if (next <= low && pull < 0 && low == low_end && s > low_end) {
            next = low_end; /* is it as short as it can be? */
            change = HUGE_VAL;
        } else if (next > low && next < high) {
            change = slope > 0 ? next - s : HUGE_VAL;
        } else {
            next = (low + high) / 2;
            change = HUGE_VAL;
        }
        if (next == s || is_last_change(change, before, scale, steep))
            return next;
        s = next;
    }
    return s;
}

/* All but the derivatives of the tension. */
static SnMuscleFibre describe(const Fibre *f, const Series *at)
{
    const SnMuscleParameters *m = f->muscle;
    const double lo = m->optimal_length, cosine = at->s / at->length;
    SnMuscleFibre r = {.length = at->length * lo,
                       .velocity = at->velocity * m->max_velocity * lo,
                       .pennation = f->height > 0 ? atan2(f->height, at->s) : 0,
                       .tension = m->max_force * at->pull,
                       .tendon_strain = (f->path - at->s) / f->slack - 1,
                       .stiffness = m->max_force * at->tendon / lo,
                       .active = m->max_force * at->force.active * cosine,
                       .passive = m->max_force * at->force.passive * cosine};
    r.energy = m->max_force * lo * sn_curve_passive_energy(m, f->curves, at->length) +
               m->max_force * m->tendon_slack_length *
                   sn_curve_tendon_energy(m, f->curves, r.tendon_strain);
    return r;
}

/* Over a time dt before which the fibre was `before` long. */
static Fibre fibre_over(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                        double length, double activation, double before, double dt)
{
    assert(dt > 0 && sn_muscle_is_elastic(muscle));
    Fibre f = fibre_of(muscle, curves, length, activation);
    f.before = before / muscle->optimal_length;
    f.rate = 1 / (dt * muscle->max_velocity);
    return f;
}

static double balance_after(const Fibre *f, bool *at_shortest)
{
    return balance(f, sqrt(fmax(f->before * f->before - f->height * f->height, 0)), at_shortest);
}

double sn_fibre_length_after(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                             double length, double activation, double before, double dt)
{
    const Fibre f = fibre_over(muscle, curves, length, activation, before, dt);
    bool at_shortest;
    return length_at(&f, balance_after(&f, &at_shortest)) * muscle->optimal_length;
}

SnMuscleFibre sn_fibre_after(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                             double length, double activation, double before, double dt)
{
    const Fibre f = fibre_over(muscle, curves, length, activation, before, dt);
    bool at_shortest;
    const Series at = series_at(&f, balance_after(&f, &at_shortest));
    SnMuscleFibre r = describe(&f, &at);
    r.shortest = at_shortest;
    if (!at_shortest && at.tendon > 0 && at.fibre + at.tendon > 0)
        r.stiffness *= at.fibre / (at.fibre + at.tendon);
    return r;
}

/* The fibre's force at another velocity, `still` at the same length. */
static Force moving(const Fibre *f, const Force *still, double active, double velocity)
{
    double slope;
    const SnMuscleParameters *m = f->muscle;
    const double factor =
        f->activation * sn_curve_velocity(m, f->curves, velocity, f->activation, &slope);
    Force force = *still;
    force.active = active * factor;
    force.passive = still->passive + m->fibre_damping * velocity;
    force.by_velocity = f->activation * active * slope + m->fibre_damping;
    return force;
}

/* Velocity at which the fibre's force is `goal`: Newton in a bracket, the force grows with it. */
static double velocity_of(const Fibre *f, const Force *still, double length, double goal)
{
    double unused, low = -FASTEST, high = FASTEST, v = 0, change = HUGE_VAL;
    const double active = sn_curve_active(f->muscle, f->curves, length, &unused);
    for (int i = 0; i < 200; i++) {
        const Force force = moving(f, still, active, v);
        const double excess = force.active + force.passive - goal, before = change;
        if (excess == 0)
            break;
        if (excess > 0)
            high = v;
        else
            low = v;
        double next = force.by_velocity > 0 ? v - excess / force.by_velocity : (low + high) / 2;
        if (fabs(next - v) <= 1e-15 * (1 + fabs(v))) /* before it leaves the bracket by rounding */
            return next;
        change = force.by_velocity > 0 ? next - v : HUGE_VAL;
        if (!(next > low && next < high)) {
            next = (low + high) / 2;
            change = HUGE_VAL;
        }
        const bool done = fabs(next - v) <= 1e-15 * (1 + fabs(v)) ||
                          is_last_change(change, before, 1 + fabs(v), 1);
        v = next;
        if (done)
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
    Series at = {.s = fmax(sqrt(fmax(normal * normal - f.height * f.height, 0)), low)};
    at.length = length_at(&f, at.s);
    stretch_tendon(&f, &at);
    const Force still = fibre_force(&f, at.length, 0);
    const double cosine = at.s / at.length;
    const bool clamped = at.s <= low && at.pull < (still.active + still.passive) * cosine;
    if (!clamped && still.by_velocity > 1e-9) {
        at.velocity = velocity_of(&f, &still, at.length, at.pull / cosine);
    } else if (!clamped) {
        const double fibre = still.by_length * cosine * cosine;
        at.velocity = at.tendon > 0 && fibre + at.tendon > 0
                          ? rate * cosine * at.tendon / (fibre + at.tendon) /
                                (muscle->max_velocity * muscle->optimal_length)
                          : 0;
    }
    at.force = fibre_force(&f, at.length, at.velocity);
    SnMuscleFibre r = describe(&f, &at);
    r.shortest = clamped;
    return r;
}

/* A tendon that does not give. */
static SnMuscleFibre describe_rigid(const Fibre *f, double s, double velocity)
{
    const SnMuscleParameters *m = f->muscle;
    const double length = length_at(f, s), lo = m->optimal_length;
    SnMuscleFibre r = {.length = length * lo,
                       .velocity = velocity * m->max_velocity * lo,
                       .pennation = atan2(f->height, s)};
    r.energy = m->max_force * lo * sn_curve_passive_energy(m, f->curves, length);
    return r;
}

SnMuscleFibre sn_fibre_rigid(const SnMuscleParameters *muscle, const SnMuscleCurves *curves,
                             double length, double rate, double activation)
{
    const Fibre f = fibre_of(muscle, curves, length, activation);
    const double s = f.path - f.slack, lo = muscle->optimal_length, top = muscle->max_force;
    if (s <= 0) { /* the tendon is slack, the fibre can be no shorter */
        const double low = shortest(&f);
        SnMuscleFibre r = describe_rigid(&f, low, 0);
        r.tendon_strain = f.slack > 0 ? (f.path - low) / f.slack - 1 : 0;
        return r;
    }
    const double normal = length_at(&f, s), cosine = s / normal;
    const double speed = rate / (muscle->max_velocity * lo); /* along the tendon */
    const Force force = fibre_force(&f, normal, speed * cosine);
    SnMuscleFibre r = describe_rigid(&f, s, speed * cosine);
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
