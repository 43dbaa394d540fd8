/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/spline/spline_law.h"

#include "engine/muscle/muscle.h"

#include <math.h>

/* Thelen 2003: e0 the strain at force 1, toe up to force .33, shape 3 */
static const double TENDON_STRAIN = 0.033, TOE_FORCE = 0.33, TOE_SHAPE = 3;

static double toe_strain(void)
{
    const double e3 = exp(3);
    return 99 * TENDON_STRAIN * e3 / (166 * e3 - 67);
}

static double straight_slope(void)
{
    return (1 - TOE_FORCE) / (TENDON_STRAIN - toe_strain());
}

/* Thelen's tendon (strands.md 5): force over force at strain .033, exponential toe, then straight;
 * slope d/d strain and integral over the strain. */
static double tendon_curve(double strain, double *slope, double *integral)
{
    const double toe = toe_strain(), rate = TOE_SHAPE / toe;
    const double scale = TOE_FORCE / expm1(TOE_SHAPE);
    const double x = fmin(fmax(strain, 0), toe);
    *slope = strain > 0 ? scale * rate * exp(rate * x) : 0;
    *integral = scale * (expm1(rate * x) / rate - x);
    if (strain <= toe)
        return scale * expm1(rate * x);
    const double more = strain - toe;
    *slope = straight_slope();
    *integral += TOE_FORCE * more + *slope * more * more / 2;
    return TOE_FORCE + *slope * more;
}

static SnSplineTension passive(const SnStrandParameters *p, double stretch, double rate)
{
    const double strain = stretch - 1;
    SnSplineTension r = {0};
    if (strain < 0 && (p->tension_only || p->tendon_curve))
        return r;
    if (p->tendon_curve) {
        const double scale = p->stiffness / straight_slope();
        r.tension = scale * tendon_curve(strain, &r.stiffness, &r.energy);
        r.stiffness *= scale;
        r.energy *= scale;
    } else {
        r.tension = p->stiffness * strain;
        r.stiffness = p->stiffness;
        r.energy = p->stiffness * strain * strain / 2;
    }
    r.tension += p->damping * rate;
    r.viscosity = p->damping;
    return r;
}

SnSplineTension sn_spline_law(const SnStrandParameters *p, const SnMuscleParameters *muscle,
                              double rest_length, double stretch, double rate, double activation)
{
    SnSplineTension r = passive(p, stretch, rate);
    if (!muscle)
        return r;
    if (muscle->type == SN_MUSCLE_TYPE_ZERO_REST) { /* thesis (5.7) */
        const double pull = muscle->max_force * activation;
        r.tension += pull * stretch;
        r.stiffness += pull;
        r.energy += pull * stretch * stretch / 2;
        return r;
    }
    const double length = rest_length * stretch, speed = rest_length * rate;
    const SnTension t = muscle->type == SN_MUSCLE_TYPE_HILL
                            ? sn_hill_tension(muscle, length, speed, activation)
                            : sn_peck_tension(muscle, length, speed, activation);
    r.tension += t.tension;
    r.stiffness += t.stiffness * rest_length;
    r.viscosity += t.viscosity * rest_length;
    return r;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
void sn_spline_derive(SnSystem *system, int spline)
{
    SnStrandParameters *p = &system->splines.splines[spline].p;
    const SnMuscleParameters *muscle = p->muscle >= 0 ? &system->paths.muscles[p->muscle] : NULL;
    const bool curves = muscle && muscle->type != SN_MUSCLE_TYPE_ZERO_REST;
    const double area = M_PI * p->radius * p->radius;
    p->line_density = p->density * area;
    p->bending = 0.25 * p->bending_modulus * area * p->radius * p->radius;
    p->stiffness = curves ? 0 : p->youngs_modulus * area;
    p->damping = p->damping_time * (curves ? muscle->max_force : p->stiffness);
}
