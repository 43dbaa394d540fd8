/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs, muscles, frame springs and loads. */
#include "engine/compile/core/compiler.h"
#include "engine/compile/rigid/laws.h"

#include "engine/base/vec.h"
#include "engine/muscle/fibre.h"
#include "engine/sim/path/path_geometry.h"
#include "engine/sim/system/frame_spring.h"

#include <math.h>
#include <string.h>

/* Appends the path's points; false if one cannot be used. */
static bool add_path(SnCompiler *c, const SnPath *component, SnSystemPath *path)
{
    const SnComponent *base = &component->base.base;
    path->id = base->id;
    path->enabled = component->enabled;
    path->first = (int)c->path_points->len;
    path->count = component->points.n;
    if (component->points.n < 2)
        return sn_compiler_fail(c, base,
                                "needs at least 2 points, has %d: add markers or particles",
                                component->points.n);
    for (int i = 0; i < component->points.n; i++) {
        const SnId id = component->points.ids[i];
        const int point = sn_compiler_path_point(c, id);
        if (point < 0)
            return sn_compiler_fail(
                c, base, "point %d does not exist: choose a marker, particle or node", i + 1);
        g_array_append_val(c->path_points, point);
    }
    sn_compiler_set_index(c, base->id, (int)c->paths->len);
    return sn_compile_wraps(c, component, path);
}

SnSpringParameters sn_compile_spring_law(const SnAxialSpring *spring)
{
    static const SnSpringType types[] = {[SN_SPRING_LINEAR] = SN_SPRING_TYPE_LINEAR,
                                         [SN_SPRING_TENSION_ONLY] = SN_SPRING_TYPE_LINEAR,
                                         [SN_SPRING_POLYNOMIAL] = SN_SPRING_TYPE_POLYNOMIAL,
                                         [SN_SPRING_MAXWELL] = SN_SPRING_TYPE_MAXWELL,
                                         [SN_SPRING_BOLUS] = SN_SPRING_TYPE_BOLUS,
                                         [SN_SPRING_FUNCTION] = SN_SPRING_TYPE_FUNCTION,
                                         [SN_SPRING_STANDARD_LINEAR] =
                                             SN_SPRING_TYPE_STANDARD_LINEAR};
    return (SnSpringParameters){
        .type = types[spring->law],
        .tension_only = spring->law == SN_SPRING_TENSION_ONLY,
        .stiffness = spring->stiffness,
        .damping = spring->damping,
        .dissipation = spring->dissipation,
        .rest_length = spring->rest_length,
        .quadratic = spring->quadratic,
        .cubic = spring->cubic,
        .arm_stiffness = spring->arm_stiffness,
        .arm_damping = spring->arm_damping,
        .collapse_force = spring->collapse_force,
        .renews = spring->renews,
    };
}

static bool add_spring(SnCompiler *c, const SnComponent *component)
{
    const SnAxialSpring *spring = (const SnAxialSpring *)component;
    SnSystemPath path = {.law = (int)c->springs->len};
    if (!add_path(c, &spring->base, &path))
        return false;
    SnSpringParameters parameters = sn_compile_spring_law(spring);
    if (spring->law == SN_SPRING_FUNCTION) {
        const SnFunctionText text = sn_function_text(&spring->relation);
        const char *refused = sn_function_refused(&text);
        if (refused)
            return sn_compiler_fail(c, component, "its relation %s", refused);
        sn_compiler_add_function(c, &text, &parameters.function);
    }
    g_array_append_val(c->springs, parameters);
    g_array_append_val(c->paths, path);
    return true;
}

static bool add_actuator(SnCompiler *c, const SnComponent *component)
{
    const SnPathActuator *actuator = (const SnPathActuator *)component;
    SnSystemPath path = {.law = (int)c->springs->len};
    if (actuator->lowest > actuator->highest)
        return sn_compiler_fail(c, component, "lowest control is above the highest: exchange them");
    if (actuator->lowest_force > actuator->highest_force)
        return sn_compiler_fail(c, component, "lowest tension is above the highest: exchange them");
    if (!add_path(c, &actuator->base, &path))
        return false;
    SnSpringParameters parameters = {
        .type = SN_SPRING_TYPE_ACTUATOR,
        .gain = actuator->gain,
        .lowest = actuator->lowest,
        .highest = actuator->highest,
        .stiffness = actuator->stiffness,
        .rest_length = actuator->rest,
        .damping = actuator->damping,
        .ranged = actuator->lowest_force > -1e9 || actuator->highest_force < 1e9,
        .least = actuator->lowest_force,
        .most = actuator->highest_force,
        .input = sn_compiler_add_inputs(c, &actuator->control, 1),
    };
    parameters.lag = sn_compiler_add_lag(c, component->id, &actuator->lag, parameters.input,
                                         actuator->lowest, actuator->highest);
    g_array_append_val(c->springs, parameters);
    g_array_append_val(c->paths, path);
    return true;
}

bool sn_compile_ligament_law(const SnLigament *ligament, SnSpringParameters *parameters,
                             SnSplineTable *table)
{
    *parameters = (SnSpringParameters){
        .type = SN_SPRING_TYPE_BLANKEVOORT,
        .stiffness = ligament->stiffness,
        .damping = ligament->damping,
        .rest_length = ligament->slack_length,
        .transition = ligament->transition_strain,
    };
    if (ligament->law == SN_LIGAMENT_BLANKEVOORT)
        return true;
    double points[SN_SPLINE_TABLE_POINTS][2];
    if (!sn_ligament_is_drawn(ligament))
        return false;
    for (int i = 0; i < ligament->strains.n; i++) {
        points[i][0] = ligament->strains.values[i];
        points[i][1] = ligament->forces.values[i];
    }
    *table = sn_spline_table((const double(*)[2])points, ligament->strains.n);
    parameters->type = SN_SPRING_TYPE_TABLE;
    return true;
}

static bool add_ligament(SnCompiler *c, const SnComponent *component)
{
    const SnLigament *ligament = (const SnLigament *)component;
    SnSystemPath path = {.law = (int)c->springs->len};
    SnSpringParameters parameters;
    SnSplineTable table;
    if (!add_path(c, &ligament->base, &path))
        return false;
    if (!sn_compile_ligament_law(ligament, &parameters, &table))
        return sn_compiler_fail(c, component,
                                "its spline needs 2 to %d ascending strains and as many forces",
                                SN_SPLINE_TABLE_POINTS);
    if (parameters.type == SN_SPRING_TYPE_TABLE) {
        parameters.table = (int)c->spring_tables->len;
        g_array_append_val(c->spring_tables, table);
    }
    g_array_append_val(c->springs, parameters);
    g_array_append_val(c->paths, path);
    return true;
}

/* Curves of that shape, drawn once for all muscles that have it. */
static int add_curves(SnCompiler *c, int type, const SnMillardShape *shape)
{
    for (guint i = 0; i < c->muscle_curves->len; i++) {
        const SnMuscleCurves *curves = &g_array_index(c->muscle_curves, SnMuscleCurves, i);
        if (curves->type == type && memcmp(&curves->shape, shape, sizeof *shape) == 0)
            return (int)i;
    }
    const SnMuscleCurves curves = sn_muscle_curves(type, shape);
    g_array_append_val(c->muscle_curves, curves);
    return (int)c->muscle_curves->len - 1;
}

/* Schutte's, with what the muscle has drawn of them; muscles of the same curves share them. */
static int add_drawn_curves(SnCompiler *c, const SnMuscle *muscle, const SnMillardShape *shape)
{
    SnMuscleCurves curves = sn_muscle_curves(SN_MUSCLE_TYPE_SCHUTTE, shape);
    if (!sn_muscle_draw_curves(muscle, &curves))
        return -1;
    for (guint i = 0; i < c->muscle_curves->len; i++)
        if (memcmp(&g_array_index(c->muscle_curves, SnMuscleCurves, i), &curves, sizeof curves) ==
            0)
            return (int)i;
    g_array_append_val(c->muscle_curves, curves);
    return (int)c->muscle_curves->len - 1;
}

SnMuscleParameters sn_compile_muscle_law(const SnMuscle *muscle, SnMillardShape *shape)
{
    static const SnMuscleType types[] = {[SN_MUSCLE_PECK] = SN_MUSCLE_TYPE_PECK,
                                         [SN_MUSCLE_HILL] = SN_MUSCLE_TYPE_HILL,
                                         [SN_MUSCLE_THELEN] = SN_MUSCLE_TYPE_THELEN,
                                         [SN_MUSCLE_MILLARD] = SN_MUSCLE_TYPE_MILLARD,
                                         [SN_MUSCLE_SCHUTTE] = SN_MUSCLE_TYPE_SCHUTTE,
                                         [SN_MUSCLE_DE_GROOTE] = SN_MUSCLE_TYPE_DE_GROOTE};
    const double own = muscle->law == SN_MUSCLE_THELEN ? 0.04 : 0.049;
    const double tendon_strain = muscle->tendon_strain > 0 ? muscle->tendon_strain : own;
    *shape = muscle->law == SN_MUSCLE_MILLARD ? muscle->millard : (SnMillardShape){0};
    if (muscle->law == SN_MUSCLE_MILLARD)
        shape->tendon_strain = tendon_strain;
    return (SnMuscleParameters){
        .type = types[muscle->law],
        .dynamics = muscle->activation_dynamics,
        .activation_type = muscle->activation_type,
        .rise_time = muscle->rise_time,
        .fall_time = muscle->fall_time,
        .max_force = muscle->max_force,
        .optimal_length = muscle->optimal_length,
        .max_ratio = muscle->max_ratio,
        .tendon_ratio = muscle->tendon_ratio,
        .passive_fraction = muscle->passive_fraction,
        .damping = muscle->damping,
        .tendon_slack_length = muscle->tendon_slack_length,
        .rigid_tendon = muscle->tendon == SN_TENDON_RIGID,
        .fibre_damping = muscle->fibre_damping,
        .tendon_strain = tendon_strain,
        .tendon_toe = muscle->tendon_toe,
        .tendon_slope = muscle->tendon_slope,
        .pennation = muscle->pennation,
        .max_velocity = muscle->max_velocity,
        .thelen = muscle->thelen,
        .active_scale = muscle->active_scale,
        .no_passive = !muscle->passive,
    };
}

static bool add_muscle(SnCompiler *c, const SnComponent *component)
{
    const SnMuscle *muscle = (const SnMuscle *)component;
    SnSystemPath path = {.muscle = true, .law = (int)c->muscles->len};
    if (!add_path(c, &muscle->base, &path))
        return false;
    SnMillardShape shape;
    SnMuscleParameters parameters = sn_compile_muscle_law(muscle, &shape);
    if (parameters.type == SN_MUSCLE_TYPE_MILLARD) {
        const char *why;
        if (!sn_millard_shape_check(&shape, &why))
            return sn_compiler_fail(c, component, "its curves cannot be drawn: %s", why);
        parameters.curves = add_curves(c, parameters.type, &shape);
    } else if (parameters.type == SN_MUSCLE_TYPE_SCHUTTE) {
        parameters.curves = add_drawn_curves(c, muscle, &shape);
        if (parameters.curves < 0)
            return sn_compiler_fail(c, component,
                                    "a curve of it needs 2 to %d points, each a place and a force, "
                                    "their places ascending",
                                    SN_SPLINE_TABLE_POINTS);
    }
    parameters.excitation = sn_compiler_add_inputs(c, &muscle->excitation, 1);
    parameters.activation = (int)c->activations->len;
    const double activation = muscle->activation_dynamics ? muscle->activation : muscle->excitation;
    g_array_append_val(c->activations, activation);
    g_array_append_val(c->muscles, parameters);
    g_array_append_val(c->paths, path);
    return true;
}

/* What makes a frame spring's deflections act on each other. */
static bool set_matrices(SnCompiler *c, const SnFrameSpring *component, SnSystemFrameSpring *spring)
{
    if (!sn_frame_spring_matrix(&component->stiffness_matrix, spring->stiffness_matrix) ||
        !sn_frame_spring_matrix(&component->damping_matrix, spring->damping_matrix))
        return sn_compiler_fail(c, &component->base.base,
                                "a matrix of it has more than 21 numbers");
    spring->has_matrix = component->stiffness_matrix.n + component->damping_matrix.n > 0;
    spring->body_xyz = component->deflection == SN_DEFLECTION_BODY_XYZ;
    sn_v3_copy(component->axial_damping, spring->axial_damping);
    sn_v3_copy(component->rotary_axial_damping, spring->rotary_axial_damping);
    return true;
}

static bool add_frame_spring(SnCompiler *c, const SnComponent *component)
{
    const SnFrameSpring *spring = (const SnFrameSpring *)component;
    SnFrameSprings *springs = sn_frame_springs(c->system);
    SnPose a, b;
    if (!sn_compiler_pose(c, component, spring->frame_a, spring->location_a, spring->rotation_a,
                          &a) ||
        !sn_compiler_pose(c, component, spring->frame_b, spring->location_b, spring->rotation_b,
                          &b))
        return false;
    SnSystemFrameSpring frame_spring = {
        .id = component->id,
        .enabled = spring->enabled,
        .frame_a = sn_compiler_add_frame(c, SN_ID_NULL, &a),
        .frame_b = sn_compiler_add_frame(c, SN_ID_NULL, &b),
        .damping = spring->damping,
        .rotary_damping = spring->rotary_damping,
    };
    sn_v3_copy(spring->stiffness, frame_spring.stiffness);
    sn_v3_copy(spring->preload, frame_spring.preload);
    sn_v3_copy(spring->rotary_preload, frame_spring.rotary_preload);
    sn_v3_copy(spring->rotary_stiffness, frame_spring.rotary_stiffness);
    if (!set_matrices(c, spring, &frame_spring))
        return false;
    /* its ends, to be drawn */
    const int ends[2] = {sn_compiler_add_point(c, SN_ID_NULL, &a),
                         sn_compiler_add_point(c, SN_ID_NULL, &b)};
    g_array_append_vals(c->spring_ends, ends, 1);
    sn_compiler_set_index(c, component->id, springs->n);
    SN_COMPILER_APPEND(springs->springs, springs->n, frame_spring);
    return true;
}

static bool add_point_load(SnCompiler *c, const SnComponent *component)
{
    const SnPointLoad *load = (const SnPointLoad *)component;
    const int point = sn_compiler_point(c, load->point);
    if (point < 0)
        return sn_compiler_fail(c, component, "has no point: choose a marker, particle or node");
    const SnSystemLoad compiled = {
        .id = component->id,
        .point = point,
        .block = -1,
        .force = sn_compiler_add_inputs(c, load->force, 3),
        .share = 1,
    };
    g_array_append_val(c->load_points, point);
    sn_compiler_set_index(c, component->id, c->system->loads.n);
    SN_COMPILER_APPEND(c->system->loads.loads, c->system->loads.n, compiled);
    return true;
}

static bool add_body_load(SnCompiler *c, const SnComponent *component)
{
    const SnBodyLoad *load = (const SnBodyLoad *)component;
    const int block = sn_system_index(c->system, load->body);
    if (block < 0)
        return sn_compiler_fail(c, component, "has no body: choose a rigid body");
    const SnSystemLoad compiled = {
        .id = component->id,
        .point = -1,
        .block = block,
        .force = sn_compiler_add_inputs(c, load->force, 3),
        .share = 1,
    };
    sn_compiler_add_inputs(c, load->moment, 3);
    const SnPose center = {.block = block, .orientation = {1}};
    const int point = sn_compiler_add_point(c, SN_ID_NULL, &center);
    g_array_append_val(c->load_points, point);
    sn_compiler_set_index(c, component->id, c->system->loads.n);
    SN_COMPILER_APPEND(c->system->loads.loads, c->system->loads.n, compiled);
    return true;
}

/* A point load at each node, all of one input. */
static bool add_fem_load(SnCompiler *c, const SnComponent *component)
{
    const SnFemLoad *load = (const SnFemLoad *)component;
    const SnFemDraft *fem = sn_compiler_fem(c, load->fem);
    if (!fem)
        return sn_compiler_fail(c, component, "has no FEM model: choose one");
    const int n = load->nodes.n;
    SnSystemLoad compiled = {
        .id = component->id,
        .point = -1,
        .block = -1,
        .force = sn_compiler_add_inputs(c, load->force, 3),
        .share = load->each || n == 0 ? 1 : 1.0 / n,
    };
    sn_compiler_set_index(c, component->id, c->system->loads.n);
    for (int i = 0; i < n; i++) {
        const SnId node =
            sn_id_of_entry(load->fem, SN_FEM_NODES_ARRAY, (uint32_t)load->nodes.values[i]);
        compiled.point = sn_compiler_point(c, node);
        if (compiled.point < 0)
            return sn_compiler_fail(c, component,
                                    "there is no node %d: the mesh has %d, numbered from 0",
                                    load->nodes.values[i], fem->n_named);
        g_array_append_val(c->load_points, compiled.point);
        SN_COMPILER_APPEND(c->system->loads.loads, c->system->loads.n, compiled);
    }
    if (n == 0) { /* its input is there all the same */
        const int nowhere = -1;
        g_array_append_val(c->load_points, nowhere);
        SN_COMPILER_APPEND(c->system->loads.loads, c->system->loads.n, compiled);
    }
    return true;
}

/* What a component of each class becomes. */
static const struct {
    const SnClass *class;
    bool (*add)(SnCompiler *compiler, const SnComponent *component);
} kinds[] = {
    {&SN_CLASS_AXIAL_SPRING, add_spring},   {&SN_CLASS_MUSCLE, add_muscle},
    {&SN_CLASS_LIGAMENT, add_ligament},     {&SN_CLASS_FRAME_SPRING, add_frame_spring},
    {&SN_CLASS_POINT_LOAD, add_point_load}, {&SN_CLASS_BODY_LOAD, add_body_load},
    {&SN_CLASS_FEM_LOAD, add_fem_load},     {&SN_CLASS_PATH_ACTUATOR, add_actuator},
};

bool sn_compile_forces(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        for (guint k = 0; k < G_N_ELEMENTS(kinds); k++)
            if (component->class == kinds[k].class)
                good = kinds[k].add(c, component);
    }
    return good;
}

/* --- lengths taken from the start pose --- */

/* Lengths of a muscle that are automatic: the fibre is optimal at the start; where neither fibre
 * nor tendon is given each gets half. */
static void automatic_lengths(const SnMuscle *muscle, double start, SnMuscleParameters *parameters)
{
    const double cosine = cos(muscle->pennation);
    const bool optimal = muscle->optimal_length == 0;
    const bool slack = muscle->tendon_slack_length == 0 && muscle->law > SN_MUSCLE_HILL;
    double *tendon = &parameters->tendon_slack_length;
    if (muscle->law == SN_MUSCLE_PECK) {
        if (muscle->optimal_is_start || optimal)
            parameters->optimal_length = start;
        return;
    }
    if (slack)
        *tendon = optimal ? start / 2 : fmax(start - muscle->optimal_length * cosine, 0);
    if (optimal)
        parameters->optimal_length = (start > *tendon ? start - *tendon : start) / cosine;
}

static void automatic_rest(const SnComponent *component, double start,
                           SnSpringParameters *parameters)
{
    const SnLigament *ligament = (const SnLigament *)component;
    if (component->class == &SN_CLASS_AXIAL_SPRING) {
        if (((const SnAxialSpring *)component)->rest_is_start)
            parameters->rest_length = start;
    } else if (component->class == &SN_CLASS_LIGAMENT && ligament->slack_length == 0) {
        parameters->rest_length = start / (1 + ligament->reference_strain);
    }
}

void sn_compile_start_lengths(const SnModel *model, SnSystem *system)
{
    for (int i = 0; i < system->paths.n; i++) {
        SnSystemPath *path = &system->paths.paths[i];
        const SnComponent *component = sn_model_get(model, path->id);
        if (!component)
            continue;
        path->start_length = sn_path_start_length(system, path);
        if (path->muscle)
            automatic_lengths((const SnMuscle *)component, path->start_length,
                              &system->paths.muscles[path->law]);
        else
            automatic_rest(component, path->start_length, &system->paths.springs[path->law]);
    }
}

/* --- what looks wrong at the start --- */

#define SHORT_FIBRE 0.5 /* over the optimal length: nearly no active force beyond */
#define LONG_FIBRE  1.5

static void check_fibre(SnCompiler *c, SnId id, double length, const char *unit)
{
    if (length < SHORT_FIBRE || length > LONG_FIBRE)
        sn_checks_add(c->checks, SN_WARNING, id,
                      "%s is %.3g of its optimal length at the start, outside %g to %g, where it "
                      "hardly pulls: check law.optimal_length%s",
                      unit, length, SHORT_FIBRE, LONG_FIBRE,
                      strcmp(unit, "its fibre") == 0 ? " and law.tendon_slack_length" : "");
}

static void check_muscle(SnCompiler *c, const SnSystemPath *path, double length)
{
    const SnMuscleParameters *m = &c->system->paths.muscles[path->law];
    const double activation = c->system->state.activation0[m->activation];
    const double slack = m->tendon_slack_length;
    if (m->type == SN_MUSCLE_TYPE_PECK) {
        const SnTension t = sn_peck_tension(m, length, 0, activation);
        check_fibre(c, path->id, t.fibre / (m->optimal_length * (1 - m->tendon_ratio)),
                    "its fibre part");
        return;
    }
    if (length <= slack) {
        sn_checks_add(c->checks, SN_WARNING, path->id,
                      "its tendon is slack at the start: the path is %.4g m long, the tendon alone "
                      "%.4g m; shorten law.tendon_slack_length",
                      length, slack);
        return;
    }
    double fibre;
    if (sn_muscle_is_elastic(m)) {
        const SnMuscleCurves *curves =
            c->system->paths.n_curves > 0 ? &c->system->paths.curves[m->curves] : NULL;
        const SnMuscleFibre f =
            sn_fibre_after(m, curves, length, activation, m->optimal_length, HUGE_VAL);
        fibre = f.length;
        if (f.shortest)
            sn_checks_add(c->checks, SN_WARNING, path->id,
                          "there is no equilibrium of fibre and tendon at the start: the fibre "
                          "would be shorter than it can be; check its lengths");
    } else {
        fibre = hypot(length - slack, m->optimal_length * sin(m->pennation));
    }
    check_fibre(c, path->id, fibre / m->optimal_length, "its fibre");
}

void sn_compile_check_paths(SnCompiler *c)
{
    for (int i = 0; i < c->system->paths.n; i++) {
        const SnSystemPath *path = &c->system->paths.paths[i];
        const double length = sn_path_start_length(c->system, path);
        if (!path->enabled)
            continue;
        if (!(length > 0))
            sn_checks_add(c->checks, SN_WARNING, path->id,
                          "its points lie on top of each other at the start, so it pulls nowhere; "
                          "move one");
        else if (path->muscle)
            check_muscle(c, path, length);
    }
}
