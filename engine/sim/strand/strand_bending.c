/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bending of strands at their nodes.  Where the modulus was zero when the system was compiled, it
 * is implicit in the diagonal blocks alone. */
#include "engine/sim/strand/strand_bending.h"
#include "engine/sim/motion/force_tools.h"

#include "engine/base/vec.h"
#include "engine/strand/bending.h"

#include <assert.h>
#include <string.h>

#define WHOLE 0.5 /* of its rest length: a part that is shorter bends less */

typedef struct Bend {
    int block[3];
    const double *local[3];
    const SnSegmentNode *node[3]; /* with their derivatives */
    double whole[2];              /* lengths from which on its parts bend in full [m] */
    double *force, *stiffness;    /* of the three places */
} Bend;

/* Velocity of its nodes at velocities of all blocks [9]. */
static void node_velocities(const SnSystem *system, const Bend *bend, const double *u, double v[9])
{
    memset(v, 0, 9 * sizeof *v);
    for (int i = 0; i < 3; i++)
        for (int r = 0; bend->block[i] >= 0 && r < 3; r++)
            for (int c = 0; c < bend->node[i]->width; c++)
                v[3 * i + r] += bend->node[i]->jacobian[bend->node[i]->width * r + c] *
                                u[system->blocks[bend->block[i]].u + c];
}

/* force += factor x stiffness v */
static void add_product(double factor, const double stiffness[81], const double v[9],
                        double force[9])
{
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            force[r] += factor * stiffness[9 * r + c] * v[c];
}

static void add_forces(const SnSystem *system, const Bend *bend, double *f)
{
    for (int i = 0; i < 3; i++)
        for (int c = 0; bend->block[i] >= 0 && c < bend->node[i]->width; c++)
            for (int r = 0; r < 3; r++)
                f[system->blocks[bend->block[i]].u + c] +=
                    bend->node[i]->jacobian[bend->node[i]->width * r + c] * bend->force[3 * i + r];
}

/* J_a' S J_b with the 3 x 3 block (a, b) of the stiffness. */
static void sandwich(const Bend *bend, int a, int b, double factor, double values[36])
{
    const int na = bend->node[a]->width, nb = bend->node[b]->width;
    for (int r = 0; r < na; r++)
        for (int c = 0; c < nb; c++) {
            double sum = 0;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    sum += bend->node[a]->jacobian[na * i + r] *
                           bend->stiffness[9 * (3 * a + i) + 3 * b + j] *
                           bend->node[b]->jacobian[nb * j + c];
            values[nb * r + c] = factor * sum;
        }
}

/* The force on a node of a body turns with it. */
static void add_load_stiffness(const SnWorkspace *work, const Bend *bend, int a, double k,
                               double values[36])
{
    double in_body[3], arm[9], cross[9], product[9];
    sn_m3_tmul_v3(work->motion.rotation[bend->block[a]], bend->force + 3 * a, in_body);
    sn_m3_cross(bend->local[a], arm);
    sn_m3_cross(in_body, cross);
    sn_m3_mul(arm, cross, product);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            values[6 * (3 + r) + 3 + c] -= k * product[3 * r + c];
}

static void add_stiffness(const SnSystem *system, SnWorkspace *work, const Bend *bend, int slots,
                          double k)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b <= a; b++) {
            double values[36];
            if (bend->block[a] < 0 || bend->block[b] < 0)
                continue;
            const int slot = slots >= 0 ? system->pairs.stiffness_slot[slots + a * (a + 1) / 2 + b]
                             : a == b   ? sn_diagonal_pair(system, bend->block[a])
                                        : -1;
            if (slot < 0)
                continue;
            sandwich(bend, a, b, -k, values);
            if (a == b && bend->node[a]->width == 6 && !work->forces.positive_definite &&
                !work->step.ahead.on)
                add_load_stiffness(work, bend, a, k, values);
            sn_pair_add(system, work, slot, bend->block[a], bend->block[b], values);
            if (a != b && bend->block[a] == bend->block[b]) /* its mirror falls on the same pair */
                sn_pair_add(system, work, slot, bend->block[a], bend->block[b], values);
        }
}

/* The three nodes where a strand bends, and how stiff it is there [N m]; 0: it does not. */
static double look_at_bend(const SnSystem *system, SnWorkspace *work, const int nodes[3],
                           double modulus, Bend *bend, double x[3][3])
{
    SnStrandWorkspace *strand = work->forces.strand;
    for (int i = 0; i < 3; i++) {
        const int point = system->strands.nodes[nodes[i]].point;
        bend->block[i] = system->points[point].block;
        bend->local[i] = strand->local[nodes[i]];
        bend->node[i] = &strand->nodes[strand->at[nodes[i]]];
        sn_v3_copy(work->step.ahead.on ? bend->node[i]->x : work->motion.point_position[point],
                   x[i]);
    }
    bend->force = strand->bends[nodes[1]].force;
    bend->stiffness = strand->bends[nodes[1]].stiffness;
    for (int i = 0; i < 2; i++)
        bend->whole[i] = WHOLE * strand->part_rest[nodes[i]];
    const double rest = 0.5 * (strand->part_rest[nodes[0]] + strand->part_rest[nodes[1]]);
    return rest > 0 ? modulus / rest : 0;
}

/* Rest lengths between the nodes of a strand. */
static void look_at_parts(const SnSystem *system, const SnSystemStrand *strand,
                          SnStrandWorkspace *w)
{
    for (int s = strand->first_segment; s < strand->first_segment + strand->n_segments; s++) {
        const SnSegmentWorkspace *segment = &w->segments[s];
        const int *nodes = system->strands.node_order + system->strands.segments[s].first;
        for (int part = 0; part + 1 < segment->in.n_nodes; part++)
            w->part_rest[nodes[part]] =
                (segment->shape.share[part + 1] - segment->shape.share[part]) *
                segment->in.rest_length;
    }
}

/* The next node after `node` at which a strand bends, with its two neighbours; false: there is
 * none. */
static bool next_bend(const SnSystem *system, const SnSystemStrand *strand, int *node, int nodes[3])
{
    int neighbours[2];
    if (!(strand->p.bending > 0) || !strand->enabled)
        return false;
    for (++*node; *node < strand->first_node + strand->n_nodes; ++*node) {
        if (!sn_strand_neighbours(system, strand, *node, neighbours))
            continue;
        nodes[0] = neighbours[0], nodes[1] = *node, nodes[2] = neighbours[1];
        return true;
    }
    return false;
}

/* At one node between two parts; slots -1: the system has no pairs for it. */
static void bend_at(const SnSystem *system, SnWorkspace *work, const int nodes[3], double modulus,
                    bool matrix, double k)
{
    SnStrandWorkspace *strand = work->forces.strand;
    Bend bend;
    double x[3][3], v[9];
    const double stiffness = look_at_bend(system, work, nodes, modulus, &bend, x);
    if (!(stiffness > 0))
        return;
    const bool implicit = matrix && k != 0;
    const double energy = sn_bending((const double(*)[3])x, bend.whole, stiffness, bend.force,
                                     implicit ? bend.stiffness : NULL,
                                     work->forces.positive_definite || work->step.ahead.on);
    strand->bending_energy += energy;
    add_forces(system, &bend, work->forces.applied);
    if (implicit && work->step.ahead.on) {
        node_velocities(system, &bend, work->step.ahead.unknown, v);
        add_product(-k / work->step.size, bend.stiffness, v, bend.force);
    }
    if (!work->step.ahead.on)
        strand->bends[nodes[1]].before_energy = energy;
    add_forces(system, &bend, work->forces.explicit_force);
    if (implicit)
        add_stiffness(system, work, &bend, system->strands.nodes[nodes[1]].bend, k);
}

void sn_strand_bending(const SnSystem *system, SnWorkspace *work, bool matrix, double k)
{
    assert(!work || work->system == system);
    work->forces.strand->bending_energy = 0;
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        if (!(strand->p.bending > 0) || !strand->enabled)
            continue;
        look_at_parts(system, strand, work->forces.strand);
        int nodes[3];
        for (int n = strand->first_node - 1; next_bend(system, strand, &n, nodes);)
            bend_at(system, work, nodes, strand->p.bending, matrix, k);
    }
}

static double dot9(const double a[9], const double b[9])
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += a[i] * b[i];
    return sum;
}

void sn_strand_bending_foresee(const SnSystem *system, SnWorkspace *work, int number)
{
    assert(!work || work->system == system);
    SnStrandWorkspace *strand = work->forces.strand;
    const SnSystemStrand *owner = &system->strands.strands[number];
    int nodes[3];
    for (int n = owner->first_node - 1; next_bend(system, owner, &n, nodes);) {
        Bend bend;
        double x[3][3], v[9], force[9];
        strand->bends[n].work = 0;
        if (!(look_at_bend(system, work, nodes, owner->p.bending, &bend, x) > 0))
            continue;
        memcpy(force, bend.force, sizeof force);
        node_velocities(system, &bend, work->step.ahead.next, v);
        add_product(work->step.ahead.k / work->step.size, bend.stiffness, v, force);
        strand->bends[n].work = work->step.size * dot9(force, v);
    }
}

double sn_strand_bending_gain(const SnSystem *system, SnWorkspace *work, int number,
                              double *exchanged, double *error)
{
    assert(!work || work->system == system);
    SnStrandWorkspace *strand = work->forces.strand;
    const SnSystemStrand *owner = &system->strands.strands[number];
    double gain = 0;
    int nodes[3];
    for (int n = owner->first_node - 1; next_bend(system, owner, &n, nodes);) {
        Bend bend;
        double x[3][3], force[9];
        const double stiffness = look_at_bend(system, work, nodes, owner->p.bending, &bend, x);
        if (!(stiffness > 0))
            continue;
        const double more =
            sn_bending((const double(*)[3])x, bend.whole, stiffness, force, NULL, true) -
            strand->bends[n].before_energy;
        gain += more + strand->bends[n].work;
        *exchanged += fabs(more) + fabs(strand->bends[n].work);
        *error += 1e-14 * stiffness;
    }
    return gain;
}

double sn_strand_bending_power(const SnSystem *system, SnWorkspace *work, int number,
                               const double *direction, bool linearised, double *curvature)
{
    assert(!work || work->system == system);
    const SnSystemStrand *owner = &system->strands.strands[number];
    double power = 0;
    int nodes[3];
    for (int n = owner->first_node - 1; next_bend(system, owner, &n, nodes);) {
        Bend bend;
        double x[3][3], v[9], force[9];
        const double stiffness = look_at_bend(system, work, nodes, owner->p.bending, &bend, x);
        if (!(stiffness > 0))
            continue;
        node_velocities(system, &bend, direction, v);
        if (linearised) {
            double w[9], turned[9] = {0};
            memcpy(force, bend.force, sizeof force);
            node_velocities(system, &bend, work->step.ahead.next, w);
            add_product(work->step.ahead.k / work->step.size, bend.stiffness, w, force);
            add_product(-work->step.ahead.k, bend.stiffness, v, turned);
            *curvature += dot9(turned, v);
        } else {
            sn_bending((const double(*)[3])x, bend.whole, stiffness, force, NULL, true);
        }
        power += dot9(force, v);
    }
    return power;
}
