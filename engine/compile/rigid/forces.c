/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs, muscles, frame springs and loads. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"

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

static bool add_spring(SnCompiler *c, const SnAxialSpring *spring)
{
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

static bool add_muscle(SnCompiler *c, const SnMuscle *muscle)
{
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
        .excitation = sn_compiler_add_inputs(c, &muscle->excitation, 1),
        .activation = (int)c->activations->len,
    };
    const double activation = muscle->activation_dynamics ? muscle->activation : muscle->excitation;
    g_array_append_val(c->activations, activation);
    g_array_append_val(c->muscles, parameters);
    g_array_append_val(c->paths, path);
    return true;
}

static bool add_frame_spring(SnCompiler *c, const SnFrameSpring *spring)
{
    const SnComponent *component = &spring->base.base;
    SnPlace a, b;
    if (!sn_place(c, component, spring->frame_a, spring->location_a, spring->rotation_a, &a) ||
        !sn_place(c, component, spring->frame_b, spring->location_b, spring->rotation_b, &b))
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
    sn_compiler_set_index(c, component->id, (int)c->frame_springs->len);
    g_array_append_val(c->frame_springs, frame_spring);
    return true;
}

static bool add_point_load(SnCompiler *c, const SnPointLoad *load)
{
    const SnComponent *component = &load->base.base;
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
    sn_compiler_set_index(c, component->id, (int)c->loads->len);
    g_array_append_val(c->loads, compiled);
    return true;
}

static bool add_body_load(SnCompiler *c, const SnBodyLoad *load)
{
    const SnComponent *component = &load->base.base;
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
    const SnPlace center = {.block = block, .orientation = {1}};
    const int point = sn_compiler_add_point(c, SN_ID_NULL, &center);
    g_array_append_val(c->load_points, point);
    sn_compiler_set_index(c, component->id, (int)c->loads->len);
    g_array_append_val(c->loads, compiled);
    return true;
}

/* A point load at each node, all of one input. */
static bool add_fem_load(SnCompiler *c, const SnFemLoad *load)
{
    const SnComponent *component = &load->base.base;
    const SnFemDraft *fem = sn_compiler_fem(c, load->fem);
    if (!fem)
        return sn_compiler_fail(c, component, "has no fem: choose one");
    const int n = load->nodes.n;
    SnSystemLoad compiled = {
        .id = component->id,
        .point = -1,
        .block = -1,
        .force = sn_compiler_add_inputs(c, load->force, 3),
        .share = load->each || n == 0 ? 1 : 1.0 / n,
    };
    sn_compiler_set_index(c, component->id, (int)c->loads->len);
    for (int i = 0; i < n; i++) {
        const SnId node =
            sn_id_of_entry(load->fem, SN_FEM_NODES_ARRAY, (uint32_t)load->nodes.values[i]);
        compiled.point = sn_compiler_point(c, node);
        if (compiled.point < 0)
            return sn_compiler_fail(c, component,
                                    "there is no node %d: the mesh has %d, numbered from 0",
                                    load->nodes.values[i], fem->n_named);
        g_array_append_val(c->load_points, compiled.point);
        g_array_append_val(c->loads, compiled);
    }
    if (n == 0) { /* its input is there all the same */
        const int nowhere = -1;
        g_array_append_val(c->load_points, nowhere);
        g_array_append_val(c->loads, compiled);
    }
    return true;
}

bool sn_compile_forces(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_AXIAL_SPRING)
            good = add_spring(c, (const SnAxialSpring *)component);
        else if (component->class == &SN_CLASS_MUSCLE)
            good = add_muscle(c, (const SnMuscle *)component);
        else if (component->class == &SN_CLASS_FRAME_SPRING)
            good = add_frame_spring(c, (const SnFrameSpring *)component);
        else if (component->class == &SN_CLASS_POINT_LOAD)
            good = add_point_load(c, (const SnPointLoad *)component);
        else if (component->class == &SN_CLASS_BODY_LOAD)
            good = add_body_load(c, (const SnBodyLoad *)component);
        else if (component->class == &SN_CLASS_FEM_LOAD)
            good = add_fem_load(c, (const SnFemLoad *)component);
    }
    return good;
}

/* --- lengths taken from the start pose --- */

static double start_length(const SnSystem *system, const SnSystemPath *path)
{
    double length = 0, last[3] = {0}, next[3];
    for (int i = 0; i < path->count; i++) {
        sn_point_start(system, &system->points[system->path_point[path->first + i]], next);
        if (i > 0)
            length += sn_v3_distance(last, next);
        sn_v3_copy(next, last);
    }
    return length;
}

void sn_compile_start_lengths(const SnModel *model, SnSystem *system)
{
    for (int i = 0; i < system->n_paths; i++) {
        SnSystemPath *path = &system->paths[i];
        const SnComponent *component = sn_model_get(model, path->id);
        if (!component)
            continue;
        path->start_length = start_length(system, path);
        if (path->muscle) {
            const SnMuscle *muscle = (const SnMuscle *)component;
            if (muscle->optimal_is_start && muscle->law == SN_MUSCLE_PECK)
                system->muscles[path->law].optimal_length = path->start_length;
        } else if (((const SnAxialSpring *)component)->rest_is_start) {
            system->springs[path->law].rest_length = path->start_length;
        }
    }
}

void sn_compile_check_paths(SnCompiler *c)
{
    for (int i = 0; i < c->system->n_paths; i++) {
        const SnSystemPath *path = &c->system->paths[i];
        if (path->enabled && !(start_length(c->system, path) > 0))
            sn_checks_add(c->checks, SN_WARNING, path->id,
                          "its points lie on top of each other at the start, so it pulls nowhere; "
                          "move one");
    }
}
