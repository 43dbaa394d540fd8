/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/build_spline.h"

#include "engine/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* `more` further zeroed entries; returns the array. */
static void *extend(void *array, int *n, int more, size_t size)
{
    char *grown = sn_resize(array, 1, ((size_t)(*n + more) + 1) * size);
    memset(grown + (size_t)*n * size, 0, (size_t)more * size);
    *n += more;
    return grown;
}

#define EXTEND(array, n, more) ((array) = extend((array), &(n), (more), sizeof *(array)))

static int add_muscle(SnBuild *build, const SnMuscleParameters *muscle)
{
    SnSystem *system = build->system;
    const int i = system->paths.n_muscles;
    int n_activations = i;
    EXTEND(system->state.activation0, n_activations, 1);
    EXTEND(system->paths.muscles, system->paths.n_muscles, 1);
    system->paths.muscles[i] = *muscle;
    system->paths.muscles[i].activation = i;
    system->paths.muscles[i].excitation = sn_build_inputs(build, 1);
    return i;
}

int sn_build_spline(SnBuild *build, int n, const double (*positions)[3], bool reaches,
                    const SnStrandParameters *parameters, double ratio, const double *active,
                    const SnMuscleParameters *muscle)
{
    SnSystem *system = build->system;
    const int number = system->splines.n;
    const SnSystemSpline spline = {.id = {.index = ++build->last_id, .generation = 1},
                                   .enabled = true,
                                   .reaches = reaches,
                                   .p = *parameters,
                                   .n_nodes = n,
                                   .first_node = system->splines.n_nodes,
                                   .first_point = system->splines.n_points,
                                   .first_sample = system->splines.n_samples};
    EXTEND(system->splines.splines, system->splines.n, 1);
    EXTEND(system->splines.block, system->splines.n_nodes, n);
    EXTEND(system->splines.points, system->splines.n_points, sn_spline_n_points(n));
    EXTEND(system->splines.samples, system->splines.n_samples, sn_spline_n_samples(n));
    system->splines.splines[number] = spline;
    system->splines.splines[number].p.muscle = muscle ? add_muscle(build, muscle) : -1;
    for (int i = 0; i < n; i++)
        system->splines.block[spline.first_node + i] = sn_build_particle(build, 0, positions[i]);
    sn_spline_prepare(system, number, positions, ratio, active);
    return number;
}

int sn_build_spline_node(const SnBuild *build, int spline, int node)
{
    return build->system->splines.block[build->system->splines.splines[spline].first_node + node];
}

int sn_build_spline_constraint(SnBuild *build, const SnSystemSplineConstraint *constraint,
                               const double *kept)
{
    SnSystem *system = build->system;
    const int number = system->splines.n_constraints, n = sn_spline_n_kept(constraint);
    EXTEND(system->splines.constraints, system->splines.n_constraints, 1);
    SnSystemSplineConstraint *mine = &system->splines.constraints[number];
    *mine = *constraint;
    mine->id = (SnId){.index = ++build->last_id, .generation = 1};
    mine->kept = n > 0 ? system->state.n_strands : -1;
    EXTEND(system->state.strand0, system->state.n_strands, n);
    for (int i = 0; i < n; i++)
        system->state.strand0[mine->kept + i] = kept[i];
    return number;
}
