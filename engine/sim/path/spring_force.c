/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/path/spring_force.h"

#include "engine/sim/motion/lag.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

static bool has_arm(const SnSpringParameters *spring)
{
    return spring->type == SN_SPRING_TYPE_MAXWELL || spring->type == SN_SPRING_TYPE_STANDARD_LINEAR;
}

/* --- elastic laws: tension, stiffness and energy over what they are longer than at rest --- */

typedef struct Elastic {
    double tension, stiffness, energy;
} Elastic;

static Elastic linear(const SnSpringParameters *spring, double stretch)
{
    return (Elastic){spring->stiffness * stretch, spring->stiffness,
                     0.5 * spring->stiffness * stretch * stretch};
}

/* joint-modeller (23), (27): k x + k2 x^2 + k3 x^3. */
static Elastic polynomial(const SnSpringParameters *spring, double x)
{
    const double k = spring->stiffness, k2 = spring->quadratic, k3 = spring->cubic;
    return (Elastic){x * (k + x * (k2 + x * k3)), k + x * (2 * k2 + x * 3 * k3),
                     x * x * (k / 2 + x * (k2 / 3 + x * k3 / 4))};
}

/* Blankevoort & Huiskes 1991; force-dependent (15) with a transition strain of 2 epsilon_l: a
 * parabola that a straight line continues, over the strain e. */
static Elastic blankevoort(const SnSpringParameters *spring, double stretch)
{
    const double rest = spring->rest_length, k = spring->stiffness, end = spring->transition;
    const double e = stretch / rest;
    if (e <= 0)
        return (Elastic){0};
    if (e < end)
        return (Elastic){k * e * e / (2 * end), k * e / (end * rest),
                         rest * k * e * e * e / (6 * end)};
    return (Elastic){k * (e - end / 2), k / rest, rest * k * (end * end / 6 + (e - end) * e / 2)};
}

/* Force over strain by a spline; a ligament does not push. */
static Elastic tabulated(const SnSplineTable *table, const SnSpringParameters *spring,
                         double stretch)
{
    const double rest = spring->rest_length, e = stretch / rest;
    double slope;
    const double force = sn_spline_table_value(table, e, &slope);
    if (e <= 0 || force <= 0)
        return (Elastic){0};
    return (Elastic){force, slope / rest, rest * sn_spline_table_integral(table, 0, e)};
}

/* An elastic ball between two points; what it would be beyond its last force is drawn as nothing.
 */
static Elastic bolus(const SnSpringParameters *spring, double stretch)
{
    return stretch < 0 && spring->stiffness * -stretch <= spring->collapse_force
               ? linear(spring, stretch)
               : (Elastic){0};
}

/* numbers: of functions. */
static Elastic functional(const double *numbers, const SnSpringParameters *spring, double x)
{
    double slope;
    const double tension = sn_function_value(&spring->function, numbers, x, &slope);
    return (Elastic){tension, slope, sn_function_integral(&spring->function, numbers, x)};
}

static Elastic elastic(const SnSplineTable *table, const double *numbers,
                       const SnSpringParameters *spring, double length)
{
    const double stretch = length - spring->rest_length;
    const bool strains =
        spring->type == SN_SPRING_TYPE_BLANKEVOORT || spring->type == SN_SPRING_TYPE_TABLE;
    if ((strains && !(spring->rest_length > 0)) || (spring->tension_only && stretch < 0))
        return (Elastic){0};
    switch (spring->type) {
    case SN_SPRING_TYPE_POLYNOMIAL:
        return polynomial(spring, stretch);
    case SN_SPRING_TYPE_BLANKEVOORT:
        return blankevoort(spring, stretch);
    case SN_SPRING_TYPE_TABLE:
        return tabulated(table, spring, stretch);
    case SN_SPRING_TYPE_FUNCTION:
        return functional(numbers, spring, stretch);
    case SN_SPRING_TYPE_MAXWELL:
        return (Elastic){0};
    case SN_SPRING_TYPE_BOLUS:
        return bolus(spring, stretch);
    }
    return linear(spring, stretch);
}

double sn_spring_elastic_tension(const SnSpringParameters *spring, const SnSplineTable *table,
                                 const double *numbers, double length)
{
    return elastic(table, numbers, spring, length).tension;
}

/* --- dampers --- */

/* Of the force per rate beside the spring, where there is one. */
static double viscosity(const SnSpringParameters *spring, double length, double rate)
{
    const bool taut = length > spring->rest_length;
    switch (spring->type) {
    case SN_SPRING_TYPE_MAXWELL:
        return 0;
    case SN_SPRING_TYPE_BLANKEVOORT:
    case SN_SPRING_TYPE_TABLE: /* damping is a time; while it is stretched further (OpenSim) */
        return taut && rate > 0 ? spring->stiffness * spring->damping / spring->rest_length : 0;
    case SN_SPRING_TYPE_BOLUS: /* while it is squeezed further: it sticks to nothing */
        return !taut && rate < 0 ? spring->damping : 0;
    }
    return spring->tension_only && !taut ? 0 : spring->damping;
}

static double arm_stiffness(const SnSpringParameters *spring)
{
    return spring->type == SN_SPRING_TYPE_MAXWELL ? spring->stiffness : spring->arm_stiffness;
}

/* dt over the arm's time constant, c / k. */
static double arm_time(const SnSpringParameters *spring, double dt)
{
    const double damping =
        spring->type == SN_SPRING_TYPE_MAXWELL ? spring->damping : spring->arm_damping;
    const double stiffness = arm_stiffness(spring);
    if (dt == 0 || stiffness == 0)
        return 0;
    return damping > 0 ? dt * stiffness / damping : HUGE_VAL;
}

static double arm_after(const SnSpringParameters *spring, double length, double rate, double before,
                        double dt, bool exact)
{
    const double time = arm_time(spring, dt);
    if (isinf(time))
        return length;
    if (!exact || time == 0)
        return length - (length - before) / (1 + time);
    /* x' = (l - x) / tau: x = l - l' tau + what is left of the difference from that */
    const double lag = rate * dt / time;
    return length - lag + (before - (length - rate * dt - lag)) * exp(-time);
}

/* --- food --- */

static double bolus_after(const SnSpringParameters *spring, double length, double rate,
                          double before)
{
    const double squeezed = spring->rest_length - length;
    const double pushes = spring->stiffness * squeezed - viscosity(spring, length, rate) * rate;
    if (before == SN_BOLUS_COLLAPSED)
        return spring->renews && squeezed <= 0 ? SN_BOLUS_WHOLE : SN_BOLUS_COLLAPSED;
    return squeezed > 0 && pushes > spring->collapse_force ? SN_BOLUS_COLLAPSED : SN_BOLUS_WHOLE;
}

/* Whole, it pushes as a spring does, until a step has ended with more than it bears. */
static SnPathResults bolus_law(const SnState *state, const SnSpringParameters *spring,
                               double length, double rate)
{
    SnPathResults r = {.length = length, .rate = rate, .fibre_length = length};
    const double stretch = length - spring->rest_length;
    if (sn_state_history_const(state)[spring->memory] == SN_BOLUS_COLLAPSED || stretch >= 0)
        return r;
    r.viscosity = viscosity(spring, length, rate);
    r.tension = spring->stiffness * stretch + r.viscosity * rate;
    r.stiffness = spring->stiffness;
    r.energy = 0.5 * spring->stiffness * stretch * stretch;
    return r;
}

/* --- actuators --- */

/* Where the whole is at an end of its range it is that, whatever the path does. */
static SnPathResults actuator_law(const SnSpringParameters *actuator, double control, double length,
                                  double rate)
{
    const double acting =
        actuator->lag > 0 ? control : fmax(actuator->lowest, fmin(control, actuator->highest));
    const double whole = actuator->gain * acting +
                         actuator->stiffness * (length - actuator->rest_length) +
                         actuator->damping * rate;
    const double within =
        actuator->ranged ? fmax(actuator->least, fmin(whole, actuator->most)) : whole;
    const bool free = within == whole;
    return (SnPathResults){.length = length,
                           .rate = rate,
                           .fibre_length = length,
                           .tension = within,
                           .stiffness = free ? actuator->stiffness : 0,
                           .viscosity = free ? actuator->damping : 0};
}

/* --- what is remembered --- */

double sn_spring_at_start(const SnSpringParameters *spring, double length)
{
    if (spring->type != SN_SPRING_TYPE_BOLUS)
        return length;
    return bolus_after(spring, length, 0, SN_BOLUS_WHOLE);
}

double sn_spring_memory_after(const SnSpringParameters *spring, double length, double rate,
                              double before, double dt, bool exact)
{
    return spring->type == SN_SPRING_TYPE_BOLUS
               ? bolus_after(spring, length, rate, before)
               : arm_after(spring, length, rate, before, dt, exact);
}

SnPathResults sn_spring_law(const SnSystem *system, const double *inputs, const SnState *state,
                            const SnWorkspace *work, const SnSystemPath *path, double length,
                            double rate)
{
    assert(!path->muscle);
    const SnSpringParameters *spring = &system->paths.springs[path->law];
    if (spring->type == SN_SPRING_TYPE_ACTUATOR)
        return actuator_law(spring,
                            sn_acting_control(system, inputs, state, spring->input, spring->lag),
                            length, rate);
    if (spring->type == SN_SPRING_TYPE_BOLUS)
        return bolus_law(state, spring, length, rate);
    const Elastic e =
        elastic(spring->type == SN_SPRING_TYPE_TABLE ? &system->paths.tables[spring->table] : NULL,
                system->joints.numbers, spring, length);
    SnPathResults r = {.length = length, .rate = rate, .fibre_length = length};
    r.viscosity = viscosity(spring, length, rate);
    r.tension = e.tension + r.viscosity * rate;
    r.stiffness = e.stiffness;
    r.energy = e.energy;
    if (spring->tension_only && spring->dissipation > 0) {
        r.tension += e.tension * spring->dissipation * rate;
        r.stiffness += e.stiffness * spring->dissipation * rate;
        r.viscosity += e.tension * spring->dissipation;
    }
    if (has_arm(spring)) {
        const double before = sn_state_history_const(state)[spring->memory];
        const double dt = work->forces.paths_now ? 0 : work->forces.viscous_dt;
        const double left = 1 / (1 + arm_time(spring, dt));
        const double stiffness = arm_stiffness(spring) * left;
        const double stretch = before > 0 ? length - before : 0; /* not known: relaxed */
        r.tension += stiffness * stretch;
        r.stiffness += stiffness;
        r.energy += 0.5 * arm_stiffness(spring) * left * left * stretch * stretch;
    }
    return r;
}
