/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tension of a segment over its strain.  Muscle laws are in units of the whole strand: a segment
 * counts as the whole, stretched and stretching as it is. */
#include "engine/muscle/muscle.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <math.h>

/* Tendon (Thelen 2003, strands.md 5): strain at the end of the toe, force there and slope of the
 * straight part, over the force at 3.3 %. */
#define TOE_STRAIN 0.020084312750347196
#define TOE_FORCE  0.33
#define TOE_SHAPE  3
#define STRAIGHT   51.874901198

static void linear(const SnStrandParameters *p, SnSegmentWorkspace *w)
{
    const double e = w->strain;
    w->tension = p->stiffness * e;
    w->stiffness = p->stiffness;
    w->energy = 0.5 * p->stiffness * e * e;
}

static void tendon(const SnStrandParameters *p, SnSegmentWorkspace *w)
{
    const double e = w->strain, scale = p->stiffness / STRAIGHT;
    const double toe = TOE_FORCE / expm1(TOE_SHAPE), rate = TOE_SHAPE / TOE_STRAIN;
    if (e <= TOE_STRAIN) {
        w->tension = scale * toe * expm1(rate * e);
        w->stiffness = scale * toe * rate * exp(rate * e);
        w->energy = scale * toe * (expm1(rate * e) / rate - e);
        return;
    }
    const double more = e - TOE_STRAIN;
    w->tension = scale * (STRAIGHT * more + TOE_FORCE);
    w->stiffness = scale * STRAIGHT;
    w->energy = scale * (toe * (expm1(TOE_SHAPE) / rate - TOE_STRAIN) +
                         more * (TOE_FORCE + 0.5 * STRAIGHT * more));
}

/* The curves have no energy in closed form: matter is driven across boundaries by the tension. */
static void muscle(const SnSystem *system, const SnState *state, const SnSystemStrand *strand,
                   SnSegmentWorkspace *w)
{
    const SnMuscleParameters *m = &system->paths.muscles[strand->p.muscle];
    const double whole = strand->rest_length;
    const double length = (1 + w->strain) * whole, rate = w->strain_rate * whole;
    const double activation = sn_state_activation_const(state)[m->activation];
    const SnTension t = m->type == SN_MUSCLE_TYPE_HILL
                            ? sn_hill_tension(m, length, rate, activation)
                            : sn_peck_tension(m, length, rate, activation);
    w->tension = t.tension, w->passive = t.passive;
    w->stiffness = t.stiffness * whole;
    w->viscosity = t.viscosity * whole;
    w->pull = t.tension;
    if (!strand->p.keep_slope)
        w->stiffness = fmax(w->stiffness, 0);
}

/* Damping; what only pulls does not push by it either.  Where the end of a step counts alone, the
 * tension there is another, known after the solve only (sn_strand_pushes).  Over a step its rate is
 * at most that of getting taut in it: so tension is continuous, and grows, with the length at the
 * end. */
static void damp(const SnStrandParameters *p, SnSegmentWorkspace *w)
{
    const bool pulls = p->tension_only && p->muscle < 0 && w->end_weight <= 1;
    const double rate =
        pulls && w->step > 0 ? fmin(w->strain_rate, w->strain / w->step) : w->strain_rate;
    w->tension += p->damping * rate;
    w->viscosity += p->damping;
    w->pull += p->damping * rate * (1 + w->strain);
    if (pulls && w->tension < 0) {
        w->tension = w->stiffness = w->viscosity = 0;
        w->pull = -w->energy;
    }
}

void sn_strand_law(const SnSystem *system, const SnState *state, const SnSystemStrand *strand,
                   const SnSystemSegment *segment, SnSegmentWorkspace *w)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    const SnStrandParameters *p = &strand->p;
    const double stretch = 1 + w->strain, rest = w->in.rest_length;
    w->tension = w->passive = w->stiffness = w->viscosity = w->pull = w->energy = 0;
    if (!strand->enabled)
        return;
    if (segment->row >= 0)
        w->tension = -sn_state_lambda_const(state)[segment->row];
    else if (segment->limit >= 0)
        w->tension = sn_state_z_const(state)[segment->limit];
    w->passive = w->tension;
    if (segment->row >= 0 || segment->limit >= 0)
        return;
    if (p->muscle >= 0) {
        muscle(system, state, strand, w);
    } else if (!p->tension_only || w->strain > 0) {
        p->tendon_curve ? tendon(p, w) : linear(p, w);
        w->passive = w->tension;
        w->pull = w->tension * stretch - w->energy;
    } else {
        return;
    }
    damp(p, w);
    w->energy *= rest;
}
