/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs, muscles, frame springs and loads. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/sim/rigid/path_geometry.h"
#include "engine/sim/system/frame_spring.h"

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
        const int point = sn_compiler_point(c, id);
        if (point < 0)
            return sn_compiler_fail(
                c, base, "point %d does not exist: choose a marker, particle or node", i + 1);
        g_array_append_val(c->path_points, point);
    }
    sn_compiler_set_index(c, base->id, (int)c->paths->len);
    return true;
}

static bool add_spring(SnCompiler *c, const SnComponent *component)
{
    const SnAxialSpring *spring = (const SnAxialSpring *)component;
    SnSystemPath path = {.law = (int)c->springs->len};
    if (!add_path(c, &spring->base, &path))
        return false;
    const SnSpringParameters parameters = {
        .tension_only = spring->law == SN_SPRING_TENSION_ONLY,
        .stiffness = spring->stiffness,
        .damping = spring->damping,
        .rest_length = spring->rest_length,
    };
    g_array_append_val(c->springs, parameters);
    g_array_append_val(c->paths, path);
    return true;
}

static bool add_muscle(SnCompiler *c, const SnComponent *component)
{
    const SnMuscle *muscle = (const SnMuscle *)component;
    SnSystemPath path = {.muscle = true, .law = (int)c->muscles->len};
    if (!add_path(c, &muscle->base, &path))
        return false;
    const SnMuscleParameters parameters = {
        .type = muscle->law == SN_MUSCLE_HILL,
        .dynamics = muscle->activation_dynamics,
        .rise_time = muscle->rise_time,
        .fall_time = muscle->fall_time,
        .max_force = muscle->max_force,
        .optimal_length = muscle->optimal_length,
        .max_ratio = muscle->max_ratio,
        .tendon_ratio = muscle->tendon_ratio,
        .passive_fraction = muscle->passive_fraction,
        .damping = muscle->damping,
        .tendon_slack_length = muscle->tendon_slack_length,
        .pennation = muscle->pennation,
        .max_velocity = muscle->max_velocity,
        .thelen = muscle->thelen,
        .excitation = sn_compiler_add_inputs(c, &muscle->excitation, 1),
        .activation = (int)c->activations->len,
    };
    const double activation = muscle->activation_dynamics ? muscle->activation : muscle->excitation;
    g_array_append_val(c->activations, activation);
    g_array_append_val(c->muscles, parameters);
    g_array_append_val(c->paths, path);
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
    sn_v3_copy(spring->rotary_stiffness, frame_spring.rotary_stiffness);
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
    {&SN_CLASS_AXIAL_SPRING, add_spring},       {&SN_CLASS_MUSCLE, add_muscle},
    {&SN_CLASS_FRAME_SPRING, add_frame_spring}, {&SN_CLASS_POINT_LOAD, add_point_load},
    {&SN_CLASS_BODY_LOAD, add_body_load},       {&SN_CLASS_FEM_LOAD, add_fem_load},
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

void sn_compile_start_lengths(const SnModel *model, SnSystem *system)
{
    for (int i = 0; i < system->paths.n; i++) {
        SnSystemPath *path = &system->paths.paths[i];
        const SnComponent *component = sn_model_get(model, path->id);
        if (!component)
            continue;
        path->start_length = sn_path_start_length(system, path);
        if (path->muscle) {
            const SnMuscle *muscle = (const SnMuscle *)component;
            if (muscle->optimal_is_start && muscle->law == SN_MUSCLE_PECK)
                system->paths.muscles[path->law].optimal_length = path->start_length;
        } else if (((const SnAxialSpring *)component)->rest_is_start) {
            system->paths.springs[path->law].rest_length = path->start_length;
        }
    }
}

void sn_compile_check_paths(SnCompiler *c)
{
    for (int i = 0; i < c->system->paths.n; i++) {
        const SnSystemPath *path = &c->system->paths.paths[i];
        if (path->enabled && !(sn_path_start_length(c->system, path) > 0))
            sn_checks_add(c->checks, SN_WARNING, path->id,
                          "its points lie on top of each other at the start, so it pulls nowhere; "
                          "move one");
    }
}
