/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build_spline.h"

#include <stdlib.h>
#include <string.h>

/* `more` further zeroed entries; returns the array. */
static void *extend(void *array, int *n, int more, size_t size)
{
    char *grown = realloc(array, ((size_t)(*n + more) + 1) * size);
    memset(grown + (size_t)*n * size, 0, (size_t)more * size);
    *n += more;
    return grown;
}

#define EXTEND(array, n, more) ((array) = extend((array), &(n), (more), sizeof *(array)))

static int add_muscle(SnBuild *build, const SnMuscleParameters *muscle)
{
    SnSystem *system = build->system;
    const int i = system->n_muscles;
    int n_activations = i;
    EXTEND(system->activation0, n_activations, 1);
    EXTEND(system->muscles, system->n_muscles, 1);
    system->muscles[i] = *muscle;
    system->muscles[i].activation = i;
    system->muscles[i].excitation = sn_build_inputs(build, 1);
    return i;
}

int sn_build_spline(SnBuild *build, int n, const double (*positions)[3], bool reaches,
                    const SnStrandParameters *parameters, double ratio, const double *active,
                    const SnMuscleParameters *muscle)
{
    SnSystem *system = build->system;
    const int number = system->n_splines;
    const SnSystemSpline spline = {.id = {.index = ++build->last_id, .generation = 1},
                                   .enabled = true,
                                   .reaches = reaches,
                                   .p = *parameters,
                                   .n_nodes = n,
                                   .first_node = system->n_spline_nodes,
                                   .first_point = system->n_spline_points,
                                   .first_sample = system->n_spline_samples};
    EXTEND(system->splines, system->n_splines, 1);
    EXTEND(system->spline_block, system->n_spline_nodes, n);
    EXTEND(system->spline_points, system->n_spline_points, sn_spline_n_points(n));
    EXTEND(system->spline_samples, system->n_spline_samples, sn_spline_n_samples(n));
    system->splines[number] = spline;
    system->splines[number].p.muscle = muscle ? add_muscle(build, muscle) : -1;
    for (int i = 0; i < n; i++)
        system->spline_block[spline.first_node + i] = sn_build_particle(build, 0, positions[i]);
    sn_spline_prepare(system, number, positions, ratio, active);
    return number;
}

int sn_build_spline_node(const SnBuild *build, int spline, int node)
{
    return build->system->spline_block[build->system->splines[spline].first_node + node];
}

int sn_build_spline_constraint(SnBuild *build, const SnSystemSplineConstraint *constraint,
                               const double *kept)
{
    SnSystem *system = build->system;
    const int number = system->n_spline_constraints, n = sn_spline_n_kept(constraint);
    EXTEND(system->spline_constraints, system->n_spline_constraints, 1);
    SnSystemSplineConstraint *mine = &system->spline_constraints[number];
    *mine = *constraint;
    mine->id = (SnId){.index = ++build->last_id, .generation = 1};
    mine->kept = n > 0 ? system->n_strand_state : -1;
    EXTEND(system->strand0, system->n_strand_state, n);
    for (int i = 0; i < n; i++)
        system->strand0[mine->kept + i] = kept[i];
    return number;
}
