/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs and muscles along paths.  With l(q) the path's length (path_geometry.h), T its tension:
 *   f = -T grad l,   D = -c grad l grad l',   K = -(k grad l + c grad ldot) grad l' - T hess l,
 * k = dT/dl, c = dT/dldot. */
#include "engine/sim/system/path_force.h"
#include "engine/base/memory.h"

#include "engine/muscle/fibre.h"
#include "engine/sim/path/muscle_force.h"
#include "engine/sim/path/path_room.h"
#include "engine/sim/path/spring_force.h"

#include <math.h>
#include <stdlib.h>

static void path_stiffness(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                           const SnPathGeometry *geometry, const SnPathGradient *gradient,
                           const SnPathResults *result, double d, double k)
{
    const bool positive = work->forces.positive_definite;
    const double stiffness = positive ? fmax(result->stiffness, 0) : result->stiffness;
    const double tension = positive ? fmax(result->tension, 0) : result->tension;
    sn_path_add_product(system, work, path, gradient, d * result->viscosity + k * stiffness,
                        positive ? 0 : k * result->viscosity);
    if (k != 0)
        sn_path_add_hessian(system, work, path, geometry, k * tension);
}

/* f -= tension grad l. */
static void pull_blocks(const SnSystem *system, const SnSystemPath *path,
                        const SnPathGradient *gradient, double tension, double *f)
{
    for (int b = 0; b < path->n_blocks; b++) {
        const SnBlock *block = &system->blocks[system->paths.block[path->blocks + b]];
        for (int k = 0; k < block->n; k++)
            f[block->u + k] -= tension * gradient->length[b][k];
    }
}

/* The law's results are there.  d, k: weights of damping and stiffness in M-hat, 0: no matrix. */
static void pull_path(const SnSystem *system, const SnState *state, SnWorkspace *work,
                      const SnSystemPath *path, const SnPathGeometry *geometry, double d, double k)
{
    const SnPathResults *result = &work->forces.paths[path - system->paths.paths];
    double *applied = work->forces.applied, *start = work->forces.explicit_force;
    if (path->n_blocks > SN_PATH_MAX_BLOCKS) {
        sn_path_pull(system, work, geometry, result->tension, applied);
        sn_path_pull(system, work, geometry, result->tension, start);
        return;
    }
    SnPathGradient gradient;
    const bool implicit = d != 0 || k != 0;
    if (k * result->viscosity != 0)
        sn_path_gradient(system, state, work, path, geometry, &gradient);
    else
        sn_path_length_gradient(system, state, work, path, geometry, &gradient);
    pull_blocks(system, path, &gradient, result->tension, applied);
    pull_blocks(system, path, &gradient,
                implicit ? result->tension - result->viscosity * geometry->rate : result->tension,
                start);
    if (implicit)
        path_stiffness(system, work, path, geometry, &gradient, result, d, k);
}

static void path_forces(const SnSystem *system, const double *inputs, const SnState *state,
                        SnWorkspace *work, bool matrix, double d, double k)
{
    for (int i = 0; i < system->paths.n; i++) {
        const SnSystemPath *path = &system->paths.paths[i];
        const SnPathGeometry geometry = sn_path_geometry(system, state, work, path);
        SnPathResults *result = &work->forces.paths[i];
        *result =
            path->muscle
                ? sn_muscle_law(system, state, work, path, geometry.length, geometry.rate)
                : sn_spring_law(system, inputs, state, work, path, geometry.length, geometry.rate);
        result->lost = geometry.lost;
        if (path->enabled)
            pull_path(system, state, work, path, &geometry, matrix ? d : 0, matrix ? k : 0);
        else
            result->tension = result->active = result->passive = result->energy = 0;
    }
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    for (int i = 0; i < system->paths.n; i++)
        energy[1] += work->forces.paths[i].energy;
}

/* --- in the system, the workspace and the state --- */

static void free_paths(SnSystem *system)
{
    void *arrays[] = {system->paths.paths,    system->paths.point,  system->paths.block,
                      system->paths.springs,  system->paths.curves, system->paths.tables,
                      system->paths.surfaces, system->paths.wraps,  system->paths.followers,
                      system->paths.leaders};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    for (int i = 0; i < system->paths.n_hulls; i++)
        sn_free(system->paths.hulls[i]);
    sn_free(system->paths.hulls);
    for (int i = 0; i < system->paths.n_meshes; i++)
        sn_free(system->paths.meshes[i]);
    sn_free(system->paths.meshes);
}

static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (int i = 0; i < system->paths.n; i++) {
        SnSystemPath *path = &system->paths.paths[i];
        visit(data, &(SnCoupling){.n = path->n_blocks,
                                  .blocks = system->paths.block + path->blocks,
                                  .slots = &path->slots});
    }
}

static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < system->paths.n; i++)
        visit(system, system->paths.paths[i].id, i);
}

static void workspace_new(const SnSystem *system, SnWorkspace *work)
{
    work->forces.paths = sn_alloc((size_t)system->paths.n + 1, sizeof *work->forces.paths);
    sn_path_rooms_new(system, work);
}

static void workspace_free(const SnSystem *system, SnWorkspace *work)
{
    sn_free(work->forces.paths);
    sn_path_rooms_free(work);
}

static void carry_spring(const SnSystem *from_system, const SnState *from, int old_law,
                         const SnSystem *to_system, SnState *to, int law)
{
    const SnSpringParameters *old = &from_system->paths.springs[old_law];
    const SnSpringParameters *spring = &to_system->paths.springs[law];
    const bool bolus = spring->type == SN_SPRING_TYPE_BOLUS;
    if (sn_spring_remembers(old) && sn_spring_remembers(spring) &&
        bolus == (old->type == SN_SPRING_TYPE_BOLUS))
        sn_state_history(to)[spring->memory] = sn_state_history_const(from)[old->memory];
}

/* Activations of muscles, the lengths of their fibres and of dashpots. */
static void carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                  SnState *to)
{
    for (int i = 0; i < to_system->paths.n; i++) {
        const SnSystemPath *path = &to_system->paths.paths[i];
        const int k = sn_system_index(from_system, path->id);
        if (k < 0 || k >= from_system->paths.n ||
            from_system->paths.paths[k].muscle != path->muscle)
            continue;
        if (!path->muscle) {
            carry_spring(from_system, from, from_system->paths.paths[k].law, to_system, to,
                         path->law);
            continue;
        }
        const SnMuscleParameters *old =
            &from_system->paths.muscles[from_system->paths.paths[k].law];
        const SnMuscleParameters *muscle = &to_system->paths.muscles[path->law];
        sn_state_activation(to)[muscle->activation] =
            sn_state_activation_const(from)[old->activation];
        if (sn_muscle_is_elastic(muscle) && sn_muscle_is_elastic(old))
            sn_state_history(to)[muscle->fibre] = sn_state_history_const(from)[old->fibre];
    }
}

/* --- live values --- */

static int count(const SnSystem *system)
{
    return system->paths.n;
}

static double *spring_parameter(SnSystem *system, int index, SnBind bind)
{
    const SnSystemPath *path = &system->paths.paths[index];
    SnSpringParameters *spring = path->muscle ? NULL : &system->paths.springs[path->law];
    if (!spring)
        return NULL;
    switch ((int)bind) {
    case SN_BIND_SPRING_STIFFNESS:
        return &spring->stiffness;
    case SN_BIND_SPRING_DAMPING:
        return &spring->damping;
    case SN_BIND_SPRING_REST_LENGTH:
        return &spring->rest_length;
    case SN_BIND_SPRING_QUADRATIC:
        return &spring->quadratic;
    case SN_BIND_SPRING_CUBIC:
        return &spring->cubic;
    case SN_BIND_SPRING_ARM_STIFFNESS:
        return &spring->arm_stiffness;
    case SN_BIND_SPRING_ARM_DAMPING:
        return &spring->arm_damping;
    case SN_BIND_SPRING_COLLAPSE_FORCE:
        return &spring->collapse_force;
    case SN_BIND_SPRING_TRANSITION:
        return &spring->transition;
    case SN_BIND_PATH_ACTUATOR_GAIN:
        return &spring->gain;
    case SN_BIND_PATH_ACTUATOR_LOWEST:
        return &spring->lowest;
    case SN_BIND_PATH_ACTUATOR_HIGHEST:
        return &spring->highest;
    }
    return NULL;
}

static int read_collapsed(const SnBindContext *context, double *value)
{
    const SnSystemPath *path = &context->system->paths.paths[context->index];
    const SnSpringParameters *spring =
        path->muscle ? NULL : &context->system->paths.springs[path->law];
    if (!spring || spring->type != SN_SPRING_TYPE_BOLUS)
        return 0;
    *value = sn_state_history_const(context->state)[spring->memory] == SN_BOLUS_COLLAPSED;
    return 1;
}

static double *muscle_parameter(SnSystem *system, int index, SnBind bind)
{
    const SnSystemPath *path = &system->paths.paths[index];
    SnMuscleParameters *muscle = path->muscle ? &system->paths.muscles[path->law] : NULL;
    if (!muscle)
        return NULL;
    switch ((int)bind) {
    case SN_BIND_MUSCLE_ACTIVATION_RISE:
        return &muscle->rise_time;
    case SN_BIND_MUSCLE_ACTIVATION_FALL:
        return &muscle->fall_time;
    case SN_BIND_MUSCLE_MAX_FORCE:
        return &muscle->max_force;
    case SN_BIND_MUSCLE_OPTIMAL_LENGTH:
        return &muscle->optimal_length;
    case SN_BIND_MUSCLE_MAX_LENGTH:
        return &muscle->max_ratio;
    case SN_BIND_MUSCLE_TENDON_RATIO:
        return &muscle->tendon_ratio;
    case SN_BIND_MUSCLE_PASSIVE_FRACTION:
        return &muscle->passive_fraction;
    case SN_BIND_MUSCLE_DAMPING:
        return &muscle->damping;
    case SN_BIND_MUSCLE_TENDON_SLACK_LENGTH:
        return &muscle->tendon_slack_length;
    case SN_BIND_MUSCLE_PENNATION:
        return &muscle->pennation;
    case SN_BIND_MUSCLE_MAX_VELOCITY:
        return &muscle->max_velocity;
    case SN_BIND_MUSCLE_ACTIVE_WIDTH:
        return &muscle->thelen.active_width;
    case SN_BIND_MUSCLE_PASSIVE_SHAPE:
        return &muscle->thelen.passive_shape;
    case SN_BIND_MUSCLE_PASSIVE_STRAIN:
        return &muscle->thelen.passive_strain;
    case SN_BIND_MUSCLE_VELOCITY_SHAPE:
        return &muscle->thelen.velocity_shape;
    case SN_BIND_MUSCLE_MAX_LENGTHENING:
        return &muscle->thelen.max_lengthening;
    case SN_BIND_MUSCLE_FIBRE_DAMPING:
        return &muscle->fibre_damping;
    }
    return NULL;
}

static int excitation_input(const SnSystem *system, int index, SnBind bind)
{
    const SnSystemPath *path = &system->paths.paths[index];
    return path->muscle ? system->paths.muscles[path->law].excitation : -1;
}

static int control_input(const SnSystem *system, int index, SnBind bind)
{
    (void)bind;
    const SnSystemPath *path = &system->paths.paths[index];
    const SnSpringParameters *spring = path->muscle ? NULL : &system->paths.springs[path->law];
    return spring && spring->type == SN_SPRING_TYPE_ACTUATOR ? spring->input : -1;
}

static int read_path_length(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].length;
    return 1;
}

static int read_path_rate(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].rate;
    return 1;
}

static int read_path_force(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].tension;
    return 1;
}

/* Work done on the bodies per time: positive while it shortens under tension. */
static int read_path_power(const SnBindContext *c, double *value)
{
    const SnPathResults *path = &c->work->forces.paths[c->index];
    *value = -path->tension * path->rate;
    return 1;
}

static const SnMuscleParameters *muscle_of(const SnBindContext *c)
{
    const SnSystemPath *path = &c->system->paths.paths[c->index];
    return path->muscle ? &c->system->paths.muscles[path->law] : NULL;
}

static int read_path_excursion(const SnBindContext *c, double *value)
{
    *value = c->system->paths.paths[c->index].start_length - c->work->forces.paths[c->index].length;
    return 1;
}

/* None where there is no length to compare with. */
static int read_path_strain(const SnBindContext *c, double *value)
{
    const SnMuscleParameters *muscle = muscle_of(c);
    const SnPathResults *path = &c->work->forces.paths[c->index];
    const double rest =
        !muscle ? c->system->paths.springs[c->system->paths.paths[c->index].law].rest_length
        : muscle->type == SN_MUSCLE_TYPE_PECK ? muscle->optimal_length * (1 - muscle->tendon_ratio)
                                              : muscle->optimal_length;
    *value = (muscle ? path->fibre_length : path->length) / rest - 1;
    return rest > 0;
}

static int read_energy(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].energy;
    return 1;
}

static int read_activation(const SnBindContext *c, double *value)
{
    const SnMuscleParameters *muscle = muscle_of(c);
    if (muscle)
        *value = sn_state_activation_const(c->state)[muscle->activation];
    return muscle != NULL;
}

static int read_passive_force(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].passive;
    return muscle_of(c) != NULL;
}

static int read_fibre_length(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].fibre_length;
    return muscle_of(c) != NULL;
}

static int read_fibre_velocity(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].fibre_velocity;
    return muscle_of(c) != NULL;
}

static int read_pennation(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].pennation;
    return muscle_of(c) != NULL;
}

static int read_active_force(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].active;
    return muscle_of(c) != NULL;
}

/* What of the path is not fibre. */
static int read_tendon_length(const SnBindContext *c, double *value)
{
    const SnPathResults *path = &c->work->forces.paths[c->index];
    *value = path->length - path->fibre_length * cos(path->pennation);
    return muscle_of(c) != NULL;
}

static int read_tendon_strain(const SnBindContext *c, double *value)
{
    *value = c->work->forces.paths[c->index].tendon_strain;
    return muscle_of(c) != NULL;
}

/* Given off by the fibre's active part. */
static int read_fibre_power(const SnBindContext *c, double *value)
{
    const SnPathResults *path = &c->work->forces.paths[c->index];
    const double cosine = cos(path->pennation);
    *value = cosine > 0 ? -path->active / cosine * path->fibre_velocity : 0;
    return muscle_of(c) != NULL;
}

static bool write_activation(SnSystem *system, SnState *state, int index, const double *value)
{
    const SnSystemPath *path = &system->paths.paths[index];
    if (!path->muscle)
        return false;
    sn_state_activation(state)[system->paths.muscles[path->law].activation] =
        fmin(fmax(value[0], 0), 1);
    return true;
}

static const SnBindAccess binds[] = {
    {SN_BIND_PATH_LENGTH, 1, .read = read_path_length},
    {SN_BIND_PATH_LENGTH_RATE, 1, .read = read_path_rate},
    {SN_BIND_PATH_FORCE, 1, .read = read_path_force},
    {SN_BIND_PATH_POWER, 1, .read = read_path_power},
    {SN_BIND_PATH_EXCURSION, 1, .read = read_path_excursion},
    {SN_BIND_PATH_STRAIN, 1, .read = read_path_strain},
    {SN_BIND_SPRING_ELASTIC_ENERGY, 1, .read = read_energy},
    {SN_BIND_SPRING_STIFFNESS, 1, .parameter = spring_parameter},
    {SN_BIND_SPRING_DAMPING, 1, .parameter = spring_parameter},
    {SN_BIND_SPRING_REST_LENGTH, 1, .parameter = spring_parameter},
    {SN_BIND_SPRING_QUADRATIC, 1, .parameter = spring_parameter},
    {SN_BIND_SPRING_CUBIC, 1, .parameter = spring_parameter},
    {SN_BIND_SPRING_ARM_STIFFNESS, 1, .parameter = spring_parameter},
    {SN_BIND_SPRING_ARM_DAMPING, 1, .parameter = spring_parameter},
    {SN_BIND_SPRING_COLLAPSE_FORCE, 1, .parameter = spring_parameter},
    {SN_BIND_SPRING_COLLAPSED, 1, .read = read_collapsed},
    {SN_BIND_SPRING_TRANSITION, 1, .parameter = spring_parameter},
    {SN_BIND_PATH_ACTUATOR_CONTROL, 1, .input = control_input},
    {SN_BIND_PATH_ACTUATOR_GAIN, 1, .parameter = spring_parameter},
    {SN_BIND_PATH_ACTUATOR_LOWEST, 1, .parameter = spring_parameter},
    {SN_BIND_PATH_ACTUATOR_HIGHEST, 1, .parameter = spring_parameter},
    {SN_BIND_MUSCLE_EXCITATION, 1, .input = excitation_input},
    {SN_BIND_MUSCLE_ACTIVATION, 1, .read = read_activation, .write = write_activation},
    {SN_BIND_MUSCLE_ACTIVATION_RISE, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_ACTIVATION_FALL, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_MAX_FORCE, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_OPTIMAL_LENGTH, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_MAX_LENGTH, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_TENDON_RATIO, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_PASSIVE_FRACTION, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_DAMPING, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_TENDON_SLACK_LENGTH, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_PENNATION, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_MAX_VELOCITY, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_ACTIVE_WIDTH, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_PASSIVE_SHAPE, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_PASSIVE_STRAIN, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_VELOCITY_SHAPE, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_MAX_LENGTHENING, 1, .parameter = muscle_parameter},
    {SN_BIND_MUSCLE_PASSIVE_FORCE, 1, .read = read_passive_force},
    {SN_BIND_MUSCLE_FIBRE_LENGTH, 1, .read = read_fibre_length},
    {SN_BIND_MUSCLE_FIBRE_VELOCITY, 1, .read = read_fibre_velocity},
    {SN_BIND_MUSCLE_PENNATION_ANGLE, 1, .read = read_pennation},
    {SN_BIND_MUSCLE_ACTIVE_FORCE, 1, .read = read_active_force},
    {SN_BIND_MUSCLE_TENDON_LENGTH, 1, .read = read_tendon_length},
    {SN_BIND_MUSCLE_TENDON_STRAIN_NOW, 1, .read = read_tendon_strain},
    {SN_BIND_MUSCLE_FIBRE_POWER, 1, .read = read_fibre_power},
    {SN_BIND_MUSCLE_FIBRE_DAMPING, 1, .parameter = muscle_parameter},
};

const SnForceClass SN_FORCE_PATHS = {
    .name = "paths",
    .massless = true,
    .free = free_paths,
    .finish = sn_finish_paths,
    .couplings = couplings,
    .visit_ids = visit_ids,
    .workspace_new = workspace_new,
    .workspace_free = workspace_free,
    .forces = path_forces,
    .audit = audit,
    .carry = carry,
    .count = count,
    .binds = binds,
    .n_binds = sizeof binds / sizeof *binds,
};
