/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces of reduced strands and their part of M-hat: mass, stretch, damping, gravity.  What gravity
 * makes of the shape of segments with virtual nodes is left out of the stiffness: weights are small
 * against tensions there. */
#include "engine/base/vec.h"
#include "engine/sim/strand/strand_bending.h"
#include "engine/sim/strand/strand_workspace.h"
#include "engine/strand/node_product.h"

#include <assert.h>
#include <string.h>

#define LOOSE 0.2 /* of a strand's weight */

/* --- derivatives of one segment, added to half of a matrix over its columns: with its transpose it
 * is the whole --- */

/* half += factor J_a' right, right = S J_b */
static void add_sandwich(const SnSegmentNode *a, const SnSegmentNode *b, const double right[18],
                         double factor, int n, double *half)
{
    sn_add_product(a, right, b->width, factor, n, half + n * a->column + b->column);
}

/* A part between two nodes on one body: it turns with that, and its forces balance there. */
static bool is_rigid(const SnSegmentWorkspace *w, int part)
{
    const SnSegmentNode *a = &w->in.nodes[part], *b = a + 1;
    return a->width == 6 && b->width == 6 && a->column == b->column;
}

/* right = scale (1 - d d') J */
static void across_part(const SnSegmentNode *node, const double d[3], double scale,
                        double right[18])
{
    const double *j = node->jacobian;
    const int width = node->width;
    for (int c = 0; c < width; c++) {
        const double along = d[0] * j[c] + d[1] * j[width + c] + d[2] * j[2 * width + c];
        for (int r = 0; r < 3; r++)
            right[width * r + c] = scale * (j[width * r + c] - along * d[r]);
    }
}

/* scaled T x second derivative of the length, nodes taken for points. */
static void add_geometric_stiffness(const SnSegmentWorkspace *w, double scaled_tension,
                                    double *half)
{
    const int n = w->in.n_columns;
    for (int i = 0; i + 1 < w->in.n_nodes; i++) {
        const SnSegmentNode *a = &w->in.nodes[i], *b = a + 1;
        double right[18];
        if (!(w->shape.part[i] > 0) || is_rigid(w, i))
            continue;
        const double scale = scaled_tension / w->shape.part[i];
        across_part(a, w->shape.d[i], scale, right);
        add_sandwich(a, a, right, 0.5, n, half);
        add_sandwich(b, a, right, -1, n, half);
        across_part(b, w->shape.d[i], scale, right);
        add_sandwich(b, b, right, 0.5, n, half);
    }
}

/* Adds half of factor root root' over n nodes in a row. */
static void add_squares(const SnSegmentWorkspace *w, int first, int n, const double (*root)[3],
                        double factor, double *half)
{
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const SnSegmentNode *one = &w->in.nodes[first + a], *other = &w->in.nodes[first + b];
            double s[9], right[18];
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    s[3 * r + c] = 0.5 * factor * root[a][r] * root[b][c];
            sn_times(s, other->jacobian, other->width, right);
            add_sandwich(one, other, right, 1, w->in.n_columns, half);
        }
}

/* scaled T x what arcs on surfaces add to that, but for what turns them: positive semidefinite. */
static void add_arc_stiffness(const SnStrandWorkspace *strand, int first,
                              const SnSegmentWorkspace *w, double scaled_tension, double *half)
{
    for (int i = 1; i < w->in.n_nodes; i++) {
        const SnSurfaceArc *arc = &strand->arcs[first + i];
        for (int term = 0; arc->extra > 0 && term < 2; term++)
            add_squares(w, i - 1, 2, (const double(*)[3])arc->root[term], scaled_tension, half);
        if (i + 1 < w->in.n_nodes)
            add_squares(w, i - 1, 3, (const double(*)[3])strand->spreads[first + i].root,
                        scaled_tension, half);
    }
}

/* Forces F on nodes of bodies turn with these: -k [l][R'F] in the rotations, symmetric part. */
static void add_node_load_stiffness(const SnSystem *system, const SnWorkspace *work, int number,
                                    const SnSegmentNode *node, const double force[3], double k,
                                    int n, double *half)
{
    const int block = system->points[system->strands.nodes[number].point].block;
    double in_body[3], arm[9], cross[9], product[9];
    sn_m3_tmul_v3(work->motion.rotation[block], force, in_body);
    sn_m3_cross(work->forces.strand->local[number], arm);
    sn_m3_cross(in_body, cross);
    sn_m3_mul(arm, cross, product);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            half[n * (node->column + 3 + r) + node->column + 3 + c] -= 0.5 * k * product[3 * r + c];
}

static void add_nodes_load_stiffness(const SnSystem *system, const SnWorkspace *work,
                                     const SnSystemSegment *segment, const SnSegmentWorkspace *w,
                                     double tension, double k, double *half)
{
    const SnStrandParameters *p = &system->strands.strands[segment->strand].p;
    const int last = w->in.n_nodes - 1;
    const double weight = last == 1 ? 0.5 * w->in.line_density * w->in.rest_length : 0;
    for (int i = 0; i <= last; i++) {
        const SnSegmentNode *node = &w->in.nodes[i];
        double force[3];
        if (node->width != 6)
            continue;
        sn_v3_scale(weight, p->gravity, force);
        if (i < last && !is_rigid(w, i))
            sn_v3_axpy(tension, w->shape.d[i], force);
        if (i > 0 && !is_rigid(w, i - 1))
            sn_v3_axpy(-tension, w->shape.d[i - 1], force);
        add_node_load_stiffness(system, work, work->forces.strand->node[segment->first + i], node,
                                force, k, w->in.n_columns, half);
    }
}

/* d (L strain rate) / dq at fixed velocities: of the length's rate, less what L' does, twice where
 * damping also drives matter across boundaries. */
static void rate_gradient(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnSystemSegment *segment, const SnSegmentWorkspace *w, double *rate)
{
    const int last = w->in.n_nodes - 1;
    const double pulled = system->strands.strands[segment->strand].p.muscle >= 0 ? 1 : 2;
    const double eulerian = (w->in.eulerian[1] - w->in.eulerian[0]) / w->in.rest_length;
    double before[3] = {0};
    for (int c = 0; c < w->in.n_columns; c++)
        rate[c] = -eulerian * w->gradient[c];
    if (w->in.eulerian_column[0] >= 0)
        rate[w->in.eulerian_column[0]] += pulled * w->strain_rate;
    if (w->in.eulerian_column[1] >= 0)
        rate[w->in.eulerian_column[1]] -= pulled * w->strain_rate;
    for (int i = 0; i <= last; i++) {
        const SnSegmentNode *node = &w->in.nodes[i];
        double after[3] = {0}, e[3] = {0}, change[3];
        if (i < last) {
            sn_v3_sub(node[1].v, node->v, after);
            sn_v3_axpy(-sn_v3_dot(after, w->shape.d[i]), w->shape.d[i], after);
            const double chord = sn_segment_chord(&w->in, &w->shape, i);
            sn_v3_scale(chord > 0 ? 1 / chord : 0, after, after);
            sn_v3_sub(e, w->shape.d[i], e);
        }
        if (i > 0)
            sn_v3_add(e, w->shape.d[i - 1], e);
        sn_v3_sub(before, after, change);
        sn_v3_copy(after, before);
        for (int c = 0; c < node->width; c++)
            for (int k = 0; k < 3; k++)
                rate[node->column + c] += node->jacobian[node->width * k + c] * change[k];
        if (node->width == 6) {
            const int number = work->forces.strand->node[segment->first + i];
            const int block = system->points[system->strands.nodes[number].point].block;
            double turn[3], in_body[3];
            sn_v3_cross(sn_state_u_const(state) + system->blocks[block].u + 3,
                        work->forces.strand->local[number], turn);
            sn_m3_tmul_v3(work->motion.rotation[block], e, in_body);
            sn_v3_cross(turn, in_body, turn);
            sn_v3_add(rate + node->column + 3, turn, rate + node->column + 3);
        }
    }
}

/* Half of along e e' + across (e s' + s e') / 2, e the gradient; leaves (along e + across s) / 2 in
 * `rate`, which has s. */
static void add_axial(const SnSegmentWorkspace *w, double along, double across, double *rate,
                      double *half)
{
    const int n = w->in.n_columns;
    const double *e = w->gradient;
    for (int c = 0; c < n; c++)
        rate[c] = 0.5 * (along * e[c] + (across != 0 ? across * rate[c] : 0));
    for (int r = 0; r < n; r++) {
        double *restrict row = half + n * r;
        for (int c = 0; c < n; c++)
            row[c] += e[r] * rate[c];
    }
}

/* Tension that keeps a segment straight.  On the way to an equilibrium a part of the strand's
 * weight stands in for tensions that are not there yet: what hangs loose would fly away. */
static double firmness(const SnSystem *system, const SnSystemSegment *segment, double tension)
{
    const SnSystemStrand *strand = &system->strands.strands[segment->strand];
    if (system->method != SN_STEP_STATIC)
        return tension;
    const double weight =
        strand->p.line_density * strand->rest_length * sn_v3_norm(strand->p.gravity);
    return fmax(tension, LOOSE * weight);
}

/* How much more the end of a step counts in a tension than its middle.  A strand that rubs is not
 * swung for ever by the trapezoidal rule of one solve: light matter that passes between two springy
 * parts would go to and fro from step to step, one or the other slack. */
static double end_weight(const SnSystem *system, const SnWorkspace *work, int strand)
{
    return system->method == SN_STEP_TRAPEZOIDAL && !work->step.damped &&
                   work->forces.strand->rubs[strand]
               ? 2
               : 1;
}

/* d D + k K of a segment over its columns. */
static void make_implicit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnSystemSegment *segment, SnSegmentWorkspace *w, double d, double k)
{
    const double rest = w->in.rest_length;
    const bool convex = work->forces.positive_definite || work->step.ahead.on;
    const double stiffness = convex ? fmax(w->stiffness, 0) : w->stiffness;
    /* ahead, lengths are far off where parts have turned, and so is what is foreseen where they
     * have become slack (strand_ahead.h) */
    const double tension = work->step.ahead.on ? fmin(w->foreseen, w->tension) : w->tension;
    double *rate = work->forces.strand->columns;
    memset(w->implicit, 0, (size_t)(w->in.n_columns * w->in.n_columns) * sizeof *w->implicit);
    const double across = convex ? 0 : k * w->viscosity / rest;
    if (across != 0)
        rate_gradient(system, state, work, segment, w, rate);
    w->along = w->end_weight * (d * w->viscosity + k * stiffness) / rest;
    if (w->along != 0 || across != 0)
        add_axial(w, w->along, across, rate, w->implicit);
    const double firm = firmness(system, segment, convex ? fmax(tension, 0) : tension);
    if (k != 0 && firm != 0)
        add_geometric_stiffness(w, k * firm, w->implicit);
    if (k != 0 && firm > 0 && work->forces.strand->arcs)
        add_arc_stiffness(work->forces.strand, segment->first, w, k * firm, w->implicit);
    if (k != 0 && !convex)
        add_nodes_load_stiffness(system, work, segment, w, tension, k, w->implicit);
    sn_segment_symmetrise(w->implicit, w->in.n_columns);
}

/* target [rows][columns] += block of a matrix. */
static inline void add_block(const double *restrict block, int n, int rows, int columns,
                             double *restrict target)
{
    if (rows == 6 && columns == 6)
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++)
                target[6 * i + j] += block[n * i + j];
    else
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                target[columns * i + j] += block[n * i + j];
}

/* The mass of a segment and, where there is one, its implicit matrix (other NULL: none).  Both
 * triangles are there, the lower one is taken. */
static void scatter_matrix(const SnSystem *system, SnWorkspace *work,
                           const SnSystemSegment *segment, const SnSegmentWorkspace *w,
                           const double *other)
{
    const int *slot = system->pairs.stiffness_slot + segment->slots;
    const int *blocks = system->strands.segment_block + segment->blocks;
    for (int r = 0; r < segment->n_blocks; r++)
        for (int c = 0; c <= r; c++, slot++) {
            if (*slot < 0)
                continue;
            const int nr = system->blocks[blocks[r]].n, nc = system->blocks[blocks[c]].n;
            const int place = w->in.n_columns * w->offset[r] + w->offset[c];
            double *target = work->forces.pair + system->pairs.value[*slot];
            add_block(w->mass + place, w->in.n_columns, nr, nc, target);
            if (other)
                add_block(other + place, w->in.n_columns, nr, nc, target);
        }
}

/* --- forces --- */

static bool is_tight(const SnSystemSegment *segment)
{
    return segment->row >= 0 || segment->limit >= 0;
}

static void weigh(const SnSystem *system, const SnWorkspace *work, int number)
{
    SnSegmentWorkspace *w = &work->forces.strand->segments[number];
    const int strand = system->strands.segments[number].strand;
    const double *gravity = system->strands.strands[strand].p.gravity;
    if (w->weighed)
        return;
    sn_segment_gravity(&w->in, &w->shape, gravity, w->weight);
    sn_pulley_slides_weight(system, work, number, gravity, w->weight);
    w->weighed = true;
}

void sn_strand_weigh(const SnSystem *system, const SnWorkspace *work)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->strands.n_segments; i++)
        weigh(system, work, i);
}

/* Force over the columns.  Ahead, loads of attachments turn with the tension that is foreseen. */
static void segment_forces(const SnSystem *system, SnWorkspace *work, int number)
{
    SnSegmentWorkspace *w = &work->forces.strand->segments[number];
    const SnSystemSegment *segment = &system->strands.segments[number];
    const bool tight = is_tight(segment);
    const double tension = w->tension - w->later, pull = w->pull - w->later * (1 + w->strain);
    const double excess = work->step.ahead.on && !tight ? w->tension - w->foreseen : 0;
    double *force = w->force;
    weigh(system, work, number);
    memcpy(force, w->weight, (size_t)w->in.n_columns * sizeof *force);
    memset(w->start_force, 0, (size_t)w->in.n_columns * sizeof *w->start_force);
    for (int c = 0; !tight && c < w->in.n_columns; c++)
        w->start_force[c] = -tension * w->gradient[c];
    for (int end = 0; end < 2 && !tight; end++) {
        const int c = w->in.eulerian_column[end];
        if (c >= 0)
            w->start_force[c] += tension * w->gradient[c] + (end ? pull : -pull);
    }
    for (int c = 0; c < w->in.n_columns; c++) {
        work->forces.applied[w->column_u[c]] +=
            force[c] + w->start_force[c] + excess * w->gradient[c];
        work->forces.explicit_force[w->column_u[c]] += force[c];
        force[c] += w->start_force[c];
    }
}

/* What a solve starts from: without damping, which is of the end of the step; looked at ahead, the
 * force at zero of the unknown that linearisation there gives. */
static void take_start_force(const SnStrandWorkspace *strand, SnSegmentWorkspace *w, bool implicit,
                             double h, SnWorkspace *work)
{
    const int n = w->in.n_columns;
    const double damping = implicit && !work->step.ahead.on ? w->viscosity * w->strain_rate : 0;
    for (int r = 0; r < n; r++) {
        double ahead = 0;
        for (int c = 0; work->step.ahead.on && implicit && c < n; c++)
            ahead += w->implicit[n * r + c] * work->step.ahead.unknown[w->column_u[c]];
        w->start_force[r] += damping * w->gradient[r] + ahead / h;
        work->forces.explicit_force[w->column_u[r]] += w->start_force[r];
    }
    if (!implicit)
        return;
    double stretched = 0;
    for (int c = 0; work->step.ahead.on && c < n; c++)
        stretched += w->gradient[c] * work->step.ahead.unknown[w->column_u[c]];
    w->start_tension = w->tension - damping - w->along / h * stretched;
    if (work->step.ahead.on)
        return;
    w->before_energy = w->energy;
    w->before_tension = w->tension;
}

static void segment_matrix(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const SnSystemSegment *segment, SnSegmentWorkspace *w, double d,
                           double k)
{
    if (!work->step.ahead.on) /* that of the start of the step stays */
        sn_segment_inertia(&w->in, &w->shape, w->mass, NULL, work->forces.strand->scratch);
    if (d == 0 && k == 0) {
        scatter_matrix(system, work, segment, w, NULL);
        return;
    }
    if (!is_tight(segment) ||
        !work->step.ahead.on) /* rows stay those of the start of the step too */
        make_implicit(system, state, work, segment, w, d, k);
    scatter_matrix(system, work, segment, w, w->implicit);
}

void sn_strand_forces(const SnSystem *system, const double *inputs, const SnState *state,
                      SnWorkspace *work, bool matrix, double d, double k)
{
    assert(!work || work->system == system);
    SnStrandWorkspace *strand = work->forces.strand;
    if (!strand)
        return;
    const bool implicit = matrix && (d != 0 || k != 0);
    sn_strand_look(system, state, work);
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSystemSegment *segment = &system->strands.segments[i];
        const SnSystemStrand *owner = &system->strands.strands[segment->strand];
        SnSegmentWorkspace *w = &strand->segments[i];
        w->end_weight = matrix ? end_weight(system, work, segment->strand) : 1;
        sn_strand_law(system, state, owner, segment, w);
        w->later = w->end_weight == 1
                       ? 0
                       : (w->viscosity -
                          w->end_weight * (d * w->viscosity + k * w->stiffness) / work->step.size) *
                             w->strain_rate;
        segment_forces(system, work, i);
        if (matrix)
            segment_matrix(system, state, work, segment, w, d, k);
        if (!is_tight(segment))
            take_start_force(strand, w, implicit, work->step.size, work);
    }
    sn_strand_bending(system, work, matrix, k);
}

bool sn_strand_pushes(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    assert(!work || work->system == system);
    const double *u = sn_state_u_const(state);
    for (int i = 0; work->forces.strand && i < system->strands.n_segments; i++) {
        const SnSegmentWorkspace *w = &work->forces.strand->segments[i];
        const SnSystemSegment *segment = &system->strands.segments[i];
        const SnStrandParameters *p = &system->strands.strands[segment->strand].p;
        double stretched = 0;
        if (w->end_weight <= 1 || !p->tension_only || p->muscle >= 0 || p->damping == 0 ||
            is_tight(segment))
            continue;
        for (int c = 0; c < w->in.n_columns; c++)
            stretched += w->gradient[c] * u[w->column_u[c]];
        if (w->start_tension + w->along / work->step.size * stretched < 0)
            return true;
    }
    return false;
}

double sn_strand_potential(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    assert(!work || work->system == system);
    double energy = 0;
    if (!work->forces.strand)
        return 0;
    sn_strand_look(system, state, work);
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSegmentWorkspace *w = &work->forces.strand->segments[i];
        const SnSystemStrand *strand = &system->strands.strands[system->strands.segments[i].strand];
        energy += w->energy + sn_segment_height(&w->in, &w->shape, strand->p.gravity);
    }
    return energy + work->forces.strand->bending_energy;
}
