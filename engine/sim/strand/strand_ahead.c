/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/strand_ahead.h"

#include "engine/sim/strand/strand_bending.h"
#include "engine/sim/strand/strand_workspace.h"
#include "engine/sim/strand/surface_arc.h"

#include <math.h>

/* Energy that a strand may gain in a step, of what it takes up or gives away in it. */
#define EXCHANGE 1e-6
/* Error of energies, over tension times length. */
#define ROUNDING 4e-15
/* Tension of a muscle, which has no energy in closed form, may be so far from what was foreseen. */
#define MUSCLE_ERROR 0.05

/* Friction is limited by the tensions of its own solve, and arcs over surfaces turn with them: such
 * models keep to one solve, and what it gains is refused (step/energy_watch.c). */
static bool keeps_to_one_solve(const SnSystem *system)
{
    const bool surfaces = system->surfaces.n > 0;
    for (int i = 0; i < system->strands.n_nodes; i++) {
        const SnSystemStrandNode *node = &system->strands.nodes[i];
        if ((node->eulerian >= 0 && node->friction > 0) || (surfaces && sn_on_surface(system, i)))
            return true;
    }
    return false;
}

static bool may_gain(const SnSystem *system)
{
    if (keeps_to_one_solve(system))
        return false;
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        const bool tight = strand->p.inextensible || strand->p.slack;
        if (strand->enabled && (!tight || strand->p.bending > 0))
            return true;
    }
    return false;
}

static bool is_elastic(const SnSystemSegment *segment)
{
    return segment->row < 0 && segment->limit < 0;
}

/* Row r of the implicit matrix times a vector over all blocks. */
static double implicit_row(const SnSegmentWorkspace *w, int r, const double *u)
{
    double sum = 0;
    for (int c = 0; c < w->in.n_columns; c++)
        sum += w->implicit[w->in.n_columns * r + c] * u[w->column_u[c]];
    return sum;
}

static void foresee(const SnSystem *system, SnWorkspace *work)
{
    SnStrandWorkspace *strand = work->forces.strand;
    const double h = work->step.size, *next = work->step.ahead.next;
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSystemSegment *segment = &system->strands.segments[i];
        SnSegmentWorkspace *w = &strand->segments[i];
        w->work = 0;
        w->step = h;
        double stretched = 0;
        for (int r = 0; r < w->in.n_columns; r++) {
            const int u = w->column_u[r];
            w->work += next[u] * (h * w->start_force[r] - implicit_row(w, r, next));
            stretched += w->gradient[r] * next[u];
        }
        w->foreseen = w->start_tension + w->along / h * stretched;
        if (!is_elastic(segment))
            w->foreseen = w->tension, w->work = 0;
    }
    for (int i = 0; i < system->strands.n; i++)
        sn_strand_bending_foresee(system, work, i);
}

/* Energy that a segment has taken up; of a muscle, the work against its tension at the end. */
static double energy_taken(const SnSystemStrand *strand, const SnSegmentWorkspace *w)
{
    if (strand->p.muscle < 0)
        return w->energy - w->before_energy;
    return w->tension * w->strain_rate * w->in.rest_length * w->step;
}

static bool is_as_foreseen(const SnWorkspace *work, const SnSystemStrand *strand,
                           const SnSegmentWorkspace *w)
{
    const double most = fmax(fabs(w->tension), fabs(w->foreseen));
    return strand->p.muscle >= 0 && (work->step.ahead.iteration >= SN_AHEAD_MUSCLES ||
                                     fabs(w->tension - w->foreseen) <= MUSCLE_ERROR * most);
}

/* change' M change / 2, M that of the start of the step. */
static double lost_with(const SnSegmentWorkspace *w, const double *before, const double *now)
{
    const int n = w->in.n_columns;
    double sum = 0;
    for (int r = 0; r < n; r++) {
        const double change = now[w->column_u[r]] - before[w->column_u[r]];
        for (int c = 0; c < n; c++)
            sum +=
                0.5 * change * w->mass[n * r + c] * (now[w->column_u[c]] - before[w->column_u[c]]);
    }
    return sum;
}

/* What the inertia of a strand takes up in the step. */
static double taken_up(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                       const SnSystemStrand *strand, const double *before)
{
    double sum = 0;
    for (int s = strand->first_segment; s < strand->first_segment + strand->n_segments; s++)
        sum += lost_with(&work->forces.strand->segments[s], before, sn_state_u_const(state));
    return sum;
}

/* Energy that a strand makes in the step, beyond rounding. */
static double gain_of(const SnSystem *system, const SnState *state, SnWorkspace *work, int number)
{
    const SnSystemStrand *strand = &system->strands.strands[number];
    double gain = 0, exchanged = 0, error = 0;
    for (int s = strand->first_segment; s < strand->first_segment + strand->n_segments; s++) {
        SnSegmentWorkspace *w = &work->forces.strand->segments[s];
        if (!is_elastic(&system->strands.segments[s]))
            continue;
        sn_strand_law(system, state, strand, &system->strands.segments[s], w);
        const double taken = energy_taken(strand, w);
        exchanged += fabs(taken) + fabs(w->work);
        error += ROUNDING * fmax(w->tension, w->before_tension) * w->shape.length;
        if (!is_as_foreseen(work, strand, w))
            gain += taken + w->work;
    }
    gain += sn_strand_bending_gain(system, work, number, &exchanged, &error);
    return gain - EXCHANGE * exchanged - error;
}

static void add_gain(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     const double *before, SnGain *gain)
{
    sn_strand_look(system, state, work);
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        if (!strand->enabled)
            continue;
        const double of_one = gain_of(system, state, work, i);
        gain->sum += of_one;
        if (of_one <= gain->excess)
            continue;
        const double excess = of_one - taken_up(system, state, work, strand, before);
        if (!(excess <= gain->excess)) {
            gain->excess = excess;
            gain->id = strand->id;
            gain->any = true;
        }
    }
}

static double linear_power(const SnSystem *system, SnWorkspace *work, const double *direction,
                           double *curvature)
{
    const SnStrandWorkspace *strand = work->forces.strand;
    const double h = work->step.size;
    double power = 0;
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSegmentWorkspace *w = &strand->segments[i];
        if (!is_elastic(&system->strands.segments[i]))
            continue;
        for (int r = 0; r < w->in.n_columns; r++) {
            const double move = direction[w->column_u[r]];
            power += move * (h * w->start_force[r] - implicit_row(w, r, work->step.ahead.next));
            *curvature += move * implicit_row(w, r, direction);
        }
    }
    for (int i = 0; i < system->strands.n; i++)
        power += h * sn_strand_bending_power(system, work, i, direction, true, curvature);
    return power;
}

static double power_along(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          const double *direction)
{
    SnStrandWorkspace *strand = work->forces.strand;
    double power = 0;
    sn_strand_look(system, state, work);
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSystemSegment *segment = &system->strands.segments[i];
        SnSegmentWorkspace *w = &strand->segments[i];
        double along = 0;
        if (!is_elastic(segment))
            continue;
        sn_strand_law(system, state, &system->strands.strands[segment->strand], segment, w);
        for (int c = 0; c < w->in.n_columns; c++)
            along += w->gradient[c] * direction[w->column_u[c]];
        power -= w->tension * along;
    }
    for (int i = 0; i < system->strands.n; i++)
        power += sn_strand_bending_power(system, work, i, direction, false, NULL);
    return work->step.size * power;
}

static void linearise(const SnSystem *system, const SnState *state, SnWorkspace *work,
                      bool at_start)
{
    SnStrandWorkspace *strand = work->forces.strand;
    sn_strand_look(system, state, work);
    sn_strand_weigh(system, work);
    for (int i = 0; at_start && i < system->strands.n_segments; i++)
        strand->segments[i].foreseen = strand->segments[i].before_tension;
}

static void end(SnWorkspace *work)
{
    SnStrandWorkspace *strand = work->forces.strand;
    for (int i = 0; i < work->system->strands.n_segments; i++)
        strand->segments[i].step = 0;
    strand->stale = strand->stale || work->step.ahead.on;
}

const SnAheadClass sn_strand_ahead = {
    .may_gain = may_gain,
    .foresee = foresee,
    .gain = add_gain,
    .linear_power = linear_power,
    .power = power_along,
    .linearise = linearise,
    .end = end,
};
