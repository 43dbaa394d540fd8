/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/random_strands.h"

#include "engine/base/vec.h"
#include "tests/sim/strand_draft.h"
#include "tests/support/build_forces.h"

static void free_node(StrandDraft *draft, Random *r, double bead, bool is_virtual)
{
    double x[3], v[3];
    random_vector(r, 1, x);
    random_vector(r, 1, v);
    sn_build_velocity(draft->build, strand_free_node(draft, bead, x, is_virtual), v, NULL);
}

/* Material nodes only: a body, a free node, a point, another free node, another point. */
static void add_plain(SnBuild *build, Random *r, const int *points, SnStrandParameters p)
{
    random_vector(r, 5, p.gravity);
    StrandDraft draft = strand_begin(build, p, false);
    strand_node(&draft, points[0], false);
    free_node(&draft, r, 0, false);
    strand_node(&draft, points[2], false);
    free_node(&draft, r, 0.1, false);
    strand_node(&draft, points[4], false);
    strand_end(&draft, 0);
}

/* Virtual nodes on bodies, particles and beads. */
static void add_virtual(SnBuild *build, Random *r, const int *points, SnStrandParameters p,
                        bool closed)
{
    StrandDraft draft = strand_begin(build, p, closed);
    strand_node(&draft, points[1], false);
    strand_node(&draft, points[3], true);
    free_node(&draft, r, 0.3, true);
    strand_node(&draft, points[5], closed);
    free_node(&draft, r, 0, false);
    const int number = strand_end(&draft, 0);
    SnSystemStrand *s = &build->system->strands.strands[number];
    for (int k = s->first_node; k < s->first_node + s->n_nodes; k++) /* tight: away from the kink */
        if (build->system->strands.nodes[k].rest >= 0)
            build->system->state.strand0[build->system->strands.nodes[k].rest] *= 0.7;
    s->rest_length *= 0.7;
}

/* Matter passes two of the nodes. */
static void add_eulerian_node(SnBuild *build, Random *r, const int *points, SnStrandParameters p)
{
    StrandDraft draft = strand_begin(build, p, false);
    strand_node(&draft, points[5], false);
    const int first = strand_eulerian_node(&draft, points[2], 0);
    strand_node(&draft, points[0], true);
    free_node(&draft, r, 0.2, true);
    const int last = strand_eulerian_node(&draft, points[3], 0);
    strand_node(&draft, points[1], false);
    const int number = strand_end(&draft, 0);
    const SnSystem *system = build->system;
    for (int k = first; k <= last; k += last - first) {
        double v[3];
        random_vector(r, 0.5, v);
        sn_build_velocity(
            build, system->strands.nodes[system->strands.strands[number].first_node + k].eulerian,
            v, NULL);
    }
}

static int add_muscle(SnBuild *build, Random *r, const int *points, int type)
{
    const SnMuscleParameters muscle = {.type = type,
                                       .max_force = 30,
                                       .optimal_length = random_uniform(r, 3, 4),
                                       .max_ratio = 1.6,
                                       .tendon_ratio = 0.1,
                                       .passive_fraction = 0.2,
                                       .damping = 1,
                                       .tendon_slack_length = 0.3,
                                       .pennation = 0.2,
                                       .max_velocity = 10,
                                       .thelen = SN_THELEN_2003};
    const int path = sn_build_muscle(build, 2, points, &muscle);
    SnSystem *system = build->system;
    system->paths.paths[path].enabled = false;
    system->inputs.base[system->paths.muscles[system->paths.paths[path].law].excitation] =
        random_uniform(r, 0.2, 1);
    return system->paths.paths[path].law;
}

void random_strands(SnBuild *build, Random *r, int n, const int *points, RandomLaws laws)
{
    for (int round = 0; round + 6 <= n + 1; round += 3) {
        const int mine[6] = {points[round % n],       points[(round + 1) % n],
                             points[(round + 2) % n], points[(round + 3) % n],
                             points[(round + 4) % n], points[(round + 5) % n]};
        SnStrandParameters p =
            strand_parameters(random_uniform(r, 0.1, 0.4), random_uniform(r, 20, 60));
        if (laws == RANDOM_LAWS_TIGHT) {
            p.inextensible = true;
            p.slack = round % 2;
            add_plain(build, r, mine, p);
            add_virtual(build, r, mine, p, false);
            p.slack = !p.slack;
            add_eulerian_node(build, r, mine, p);
            add_virtual(build, r, mine, p, true);
            continue;
        }
        p.damping = random_uniform(r, 1, 5);
        p.tension_only = false;
        p.bending = random_uniform(r, 0.5, 2);
        add_plain(build, r, mine, p);
        p.bending = 0;
        add_eulerian_node(build, r, mine, p);
        p.lumped = true;
        add_plain(build, r, mine, p);
        p.lumped = false;
        p.tension_only = p.tendon_curve = true;
        add_virtual(build, r, mine, p, false);
        p.tension_only = p.tendon_curve = false;
        add_virtual(build, r, mine, p, true);
        p.muscle = add_muscle(build, r, mine, round % 2);
        p.keep_slope = true;
        add_virtual(build, r, mine, p, false);
    }
}
